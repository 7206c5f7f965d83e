"""Inputs of a tick of a live flexible arm: outputs of the tool, wrenches on links, and live parameters of the robot.

The inputs of a tick are packed into one array: the outputs with `order` time derivatives, then each wrench with `order` - 2
derivatives, then the parameters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.flexible.dae import Dae
from jounce.flexible.native_solvers import HIGHEST
from jounce.kernel.arguments import check_names, check_parameter, in_order
from jounce.numbers.packing import Array
from jounce.plant.plant import Place, locate
from jounce.plant.tool_outputs import ToolOutputs
from jounce.robot import Robot
from jounce.robot.parameter_bounds import check_bounds
from jounce.robot.parameters import PARAMETERS, parameter_size, parameter_values
from jounce.robot.validation import short
from jounce.trajectory.polynomial import rest_to_rest

CHANGING = ("inertia", "payload", "gravity")
"""Parameters of the robot that may change from tick to tick; all others are constant in a live arm."""


class TickInputs(NamedTuple):
    """Inputs of one tick as views of the packed array."""

    y: Array
    """Outputs of the tool with derivatives to `TickLayout.order` (order+1, outputs)."""
    wrench: dict[Any, Array]
    """Wrenches with derivatives to `TickLayout.order` - 2, {link: (order-1, 6)}."""
    parameters: dict[str, Array]

    def values(self) -> tuple[tuple[str, tuple[float, ...]], ...]:
        """Return the parameters as hashable tuples ((name, values), ...), the argument `values` of `changed`."""
        return tuple((name, tuple(x.tolist())) for name, x in self.parameters.items())


class RestState(NamedTuple):
    """State of rest in which a live arm begins."""

    q: Array
    """Pose at rest (n,) [rad or m]."""
    filters: Array
    """State of the spring filters of damped drives (motion_order, m); one zero if all drives are rigid."""
    stable: Array
    """Rows (stable, 2 passive) that extract the component along stable zeros of a deviation (q_e, qd_e) from rest."""
    unstable: Array
    """Rows (unstable, 2 passive) that extract the component along unstable zeros of a deviation (q_e, qd_e) from rest."""
    inputs: Array
    """Packed inputs of a tick at rest (size,)."""
    bounds: Array
    """Constant fields of the gate, see `GateOptions.bounds`."""


class TickLayout(NamedTuple):
    """Layout of the packed inputs of a tick of one robot."""

    robot: Robot
    links: tuple[Any, ...] = ()
    """Links or frames on which wrenches act, in the order of the equations."""
    parameters: tuple[str, ...] = ()
    shaped: bool = False
    """True if a tick takes outputs without derivatives, from which a filter computes the rows."""

    @property
    def order(self) -> int:
        """Return the number of derivatives of the outputs in a tick: the larger of `robot.motion_order` and 4 (`HIGHEST`)."""
        return max(HIGHEST, self.robot.motion_order)

    @property
    def places(self) -> tuple[Place, ...]:
        """Return the places where wrenches act."""
        return tuple(locate(self.robot, link) for link in self.links)

    @property
    def outputs(self) -> int:
        """Return the number of outputs of the tool."""
        return len(self.robot.tool.outputs)

    @property
    def angles(self) -> int:
        """Return the index of the first output that is an angle: positions come before."""
        return len(ToolOutputs.of(self.robot.tool.outputs).positions)

    @property
    def live(self) -> int:
        """Return the number of scalars of all live parameters."""
        return sum(parameter_size(self.robot, name) for name in self.parameters)

    @property
    def size(self) -> int:
        """Return the length of the packed inputs."""
        return (self.order + 1) * self.outputs + len(self.links) * 6 * (self.order - 1) + self.live

    @property
    def nothing(self) -> tuple[Any, Any]:
        """Return zero wrenches {link: (order-1, 6)} and the robot's own live parameters {name: values}."""
        wrench = {link: np.zeros((self.order - 1, 6)) for link in self.links}
        return wrench, {name: np.asarray(parameter_values(self.robot, name)) for name in self.parameters}

    def at_rest(self, y: Array, wrench: Any, parameters: Any) -> Array:
        """Return the packed inputs at rest with outputs y (outputs,); default wrenches are zero, parameters the robot's own."""
        out = np.zeros(self.size)
        now = self.parts(out)
        now.y[0] = y
        for link, rows in self._wrenches(wrench, 1, False).items():
            now.wrench[link][0] = rows[0]
        for name, values in self._numbers(parameters, False).items():
            now.parameters[name][:] = values
        return out

    def tick(self, rows: Any, wrench: Any, parameters: Any) -> Array:
        """Check the inputs of a tick and return them packed (size,); arguments as of `Live.step`."""
        y = _floats("rows", rows)
        if self.shaped and y.shape in ((self.outputs,), (self.order + 1, self.outputs)):
            goal, y = y.reshape(-1, self.outputs)[0], np.zeros((self.order + 1, self.outputs))
            y[0] = goal
        if y.shape != (self.order + 1, self.outputs):
            raise InputError(
                f"rows: expected outputs {', '.join(self.robot.tool.outputs)} and {self.order} derivatives, shape "
                f"({self.order + 1}, {self.outputs}), got {y.shape}."
            )
        forces, numbers = self._wrenches(wrench, self.order - 1, True), self._numbers(parameters, True)
        if not forces and not numbers:
            return y.reshape(-1)
        return np.concatenate([array.reshape(-1) for array in (y, *forces.values(), *numbers.values())])

    def parts(self, inputs: Array) -> TickInputs:
        """Return views of outputs, wrenches and parameters in the packed inputs (size,) of a tick."""
        m, at = self.outputs, (self.order + 1) * self.outputs
        wrench, parameters = {}, {}
        for link in self.links:
            wrench[link] = inputs[at : at + 6 * (self.order - 1)].reshape(self.order - 1, 6)
            at += 6 * (self.order - 1)
        for name in self.parameters:
            parameters[name] = inputs[at : at + parameter_size(self.robot, name)]
            at += len(parameters[name])
        return TickInputs(inputs[: (self.order + 1) * m].reshape(self.order + 1, m), wrench, parameters)

    def _wrenches(self, wrench: Any, count: int, every: bool) -> dict[Any, Array]:
        """Check wrenches and return {link: (count, 6)} in the order of `links`. every: True refuses a missing link."""
        if not isinstance(wrench, Mapping):
            alone = isinstance(wrench, (Sequence, np.ndarray)) and not isinstance(wrench, str)
            if not alone or (len(wrench) and len(self.links) != 1):
                raise InputError(f"wrench: expected {{link: (W, Wdot, ...)}} of {self._named()}, got {short(wrench)}.")
            wrench = {self.links[0]: wrench} if len(wrench) else {}
        if set(wrench) - set(self.links) or (every and len(wrench) != len(self.links)):
            said = ", ".join(map(repr, wrench)) or "none"
            raise InputError(f"wrench: expected one on {self._named()}, as jounce.live was told, got {said}.")
        return {link: self._rows(f"wrench[{link!r}]", wrench[link], count) for link in self.links if link in wrench}

    def _named(self) -> str:
        return ", ".join(map(repr, self.links)) or "no link"

    def _rows(self, name: str, wrench: Any, count: int) -> Array:
        """Check one wrench with its derivatives, shape (count, 6), and return the array."""
        rows = _floats(name, wrench)
        if rows.shape != (count, 6) or not np.isfinite(rows).all():
            rates = f"and {count - 1} time derivatives of it" if count > 1 else "at rest, (W,)"
            raise InputError(f"{name}: expected (moment, force) {rates}, shape ({count}, 6), finite; got {short(wrench)}.")
        return rows

    def _numbers(self, parameters: Any, every: bool) -> dict[str, Array]:
        """Check live parameters and return {name: values} in the order of `parameters`.

        every: True refuses a missing parameter, False takes the robot's own values in its place.
        """
        values_by_name = {} if parameters is None else parameters
        if (
            not isinstance(values_by_name, Mapping)
            or set(values_by_name) - set(self.parameters)
            or (every and len(values_by_name) != len(self.parameters))
        ):
            named = ", ".join(map(repr, self.parameters)) or "none"
            raise InputError(
                f"parameters: expected {{name: numbers}} of {named}, as jounce.live was told, got {short(parameters)}."
            )
        checked = {}
        for name in self.parameters:
            values = values_by_name[name] if name in values_by_name else parameter_values(self.robot, name)
            array = np.asarray(check_parameter(self.robot, name, values), dtype=np.float64)
            if array.ndim != 1:
                raise InputError(f"parameters[{name!r}]: expected one robot's, shape ({array.shape[-1]},), got {array.shape}.")
            checked[name] = array
        return checked


def _floats(name: str, values: Any) -> Array:
    """Convert to a C-contiguous float64 array; raise `InputError` if the values are not real numbers."""
    try:
        array = np.asarray(values)
    except (TypeError, ValueError):
        array = np.zeros(0, dtype=object)
    if array.dtype.kind not in "iuf" or np.ma.is_masked(values):
        raise InputError(f"{name}: expected an array of real numbers, got {short(values)}.")
    return np.ascontiguousarray(array, dtype=np.float64)


def are_unusable(robot: Robot, wrench: Any, parameters: Any) -> bool:
    """True if a wrench or a parameter is NaN or infinite, or a parameter is beyond its bounds (negative mass, 1e300).

    Values of a wrong type or shape are left to `TickLayout.tick`, which refuses them.
    """
    numbers = parameters if isinstance(parameters, Mapping) else {}
    values = [*(wrench.values() if isinstance(wrench, Mapping) else [wrench]), *numbers.values()]
    try:
        if any(not np.isfinite(np.asarray(value, dtype=np.float64)).all() for value in values):
            return True
        for name in CHANGING:
            if name in numbers:
                check_bounds(robot, name, np.asarray(numbers[name], dtype=np.float64))
    except InputError:
        return True
    except (TypeError, ValueError):
        return False
    return False


def tick_layout(robot: Robot, wrench: Any, parameters: Any, shaped: bool = False) -> TickLayout:
    """Check the links of wrenches and the names of live parameters, and return the layout of a tick's inputs."""
    links, names = check_names(wrench, "wrench"), check_names(parameters, "parameters")
    if len(set(links)) != len(links):
        raise InputError(f"wrench: expected each link once, got {', '.join(map(repr, links))}.")
    for name in names:
        if name not in CHANGING:
            reason = "a number of the robot that a tick does not take" if name in PARAMETERS else "no number of a robot"
            raise InputError(f"parameters: {name!r} is {reason}; these may change from tick to tick: {', '.join(CHANGING)}.")
    live = tuple(name for name in PARAMETERS if name in names)
    return TickLayout(robot, in_order(robot, dict.fromkeys(links, ())), live, shaped)


@lru_cache(maxsize=16)
def changed(robot: Robot, links: tuple[Any, ...], values: tuple[tuple[str, tuple[float, ...]], ...]) -> Dae:
    """Return the `Dae` of a flexible arm with wrenches on `links` and parameters replaced by `values`, see `TickInputs`."""
    if values:  # not checked for physical consistency, as in functions at an instant
        bodies = tuple(replace(link, physical=False) for link in robot.links)
        robot = replace(robot, links=bodies).with_parameters(dict(values))
    return Dae(robot, dict.fromkeys(links, rest_to_rest(np.zeros(6), np.zeros(6), 1.0)))
