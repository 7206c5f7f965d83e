"""Declaration of an equation, and the form of a call; every backend reads both.

`Equation`: function that a public function evaluates, with its inputs and outputs. `Form`: order, wrenches, live parameters and
outputs of a call, the slots of its code, and its result.
"""

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import inf, isnan, nan
from pickle import PicklingError
from typing import Any, NamedTuple

from jounce.codegen.program import Printable, Slot
from jounce.dynamics.newton_euler import Loads, Wrench
from jounce.errors import OutOfMemoryError
from jounce.numbers import Jet, Number
from jounce.plant.multi_dof_joints import position_series
from jounce.plant.plant import Place, Plant, plant_of, read
from jounce.plant.structure import structure_of, with_values
from jounce.robot import Robot
from jounce.robot.parameter_bounds import lower_bounds, mass_entries
from jounce.robot.parameters import parameter_size
from jounce.robot.validation import LARGEST
from jounce.spatial.geometry import add, apply, cross

Numbers = list[Number]
LARGEST_STRAIGHT = 30
"""Most joints for which an equation with loop code is compiled as straight-line code: measured, see docs/benchmarks."""


class Output(NamedTuple):
    """One output of an equation: name, and shape of the output for one sample, for example (n,) or (n, n)."""

    name: str
    shape: tuple[int, ...]
    rows: int | None = None
    """Length of the leading axis; None: one row per time derivative, no axis at order 0; 0: no axis; k: k rows."""

    def lead(self, order: int) -> tuple[int, ...]:
        """Return the shape of the result's leading axis: (rows,), or () without a leading axis."""
        if self.rows is None:
            return (order + 1,) if order else ()
        return (self.rows,) if self.rows else ()

    def slot(self, order: int) -> Slot:
        """Return the output slot of a kernel that computes time derivatives up to `order`."""
        return Slot(self.name, math.prod(self.lead(order)), math.prod(self.shape))


class Inputs(NamedTuple):
    """Inputs of an equation other than the plant: scalars, or jets in time where time derivatives are requested."""

    motion: Any
    """One list of scalars for each argument of the equation."""
    loads: Loads = ()
    """External wrenches as (body index, (moment, force) about the origin and in the axes of the body)."""
    place: Place | None = None
    """Requested frame, for equations that take a link; else None."""
    auxiliary: Mapping[str, list[Numbers]] = {}
    """Rows of the auxiliary inputs, by name."""


class DerivativeOrders(NamedTuple):
    """Orders of time derivatives that depend on the robot."""

    motion: Callable[[Robot], int] | None = None
    """Function that returns the number of derivatives of the motion beyond the arguments; None: the caller chooses."""
    wrench: Callable[[Robot], int] | None = None
    """Function that returns by how much the order of wrench derivatives exceeds the order of the result; None for zero."""


class ResultRule(NamedTuple):
    """Rule by which the outputs of an equation become the result of the public function."""

    kind: type | None = None
    """Named tuple type of the result; None: an array, or a plain tuple of several arrays."""
    check: Callable[[Robot, Any, tuple[Any, ...] | None, dict[str, Any]], None] | None = None
    """Called with robot, q, outputs (None after a division by zero) and parameters; raises if the outputs are meaningless."""
    is_doubtful: Callable[[Robot], bool] | None = None
    """True for robots whose outputs need the check; None for all robots."""
    internal: int = 0
    """Number of last outputs that only the check reads; the result does not contain these outputs."""
    passing_ratio: float | None = None
    """Without live parameters, the check passes if the least entry of the last output exceeds this multiple of the largest entry
    of that output: the compiled `Front` then skips the check. None: the check always runs."""


class Partials(NamedTuple):
    """Partial derivatives as the result of an equation, in place of its outputs."""

    output: str
    """The output that is differentiated."""
    by: tuple[str, ...] = ()
    """Variables of differentiation by default, in addition to the motion."""
    structured: Callable[[Plant, Inputs], Mapping[str, list[Numbers]]] | None = None
    """Function that returns {variable: matrix rows for each array of the variable}, computed by formulas of the equation.

    None: derivatives by reverse mode only."""


class Auxiliary(NamedTuple):
    """Inputs without time derivatives, in rows after those of the motion: states of filters, gains, set points."""

    slots: Callable[[Robot], tuple[Slot, ...]] = lambda robot: ()
    arrange: Callable[[Robot, Sequence[Any]], tuple[Any, ...]] | None = None
    """Function from the arguments of the public function to rows of motion and auxiliary inputs; None: arguments are the rows."""
    any_motion: bool = False
    """True if the arguments are sensor readings that the equation itself checks: nan and inf are accepted."""
    begin: "Equation | None" = None
    """Equation that computes the initial state of an observer from the same arguments; None for other equations."""
    flags: Mapping[str, tuple[float, ...]] = {}
    """{auxiliary input: values in operation of the flags that are its last entries}; a test must not draw these at random."""


class Loop(NamedTuple):
    """Loop code of an equation over links, for robots too large for straight-line code."""

    code: "Callable[[Form, Robot], Printable]"
    is_used: "Callable[[Form, Robot], bool] | None" = None
    """Returns True for robots that use loop code; None: large robots, see `NativeKernel._looped`."""
    refuses: Callable[[Robot], bool] = lambda robot: False
    """Returns True for robots of many joints for which the equation has no loop code."""


NO_ORDERS = DerivativeOrders()
PLAIN_RESULT = ResultRule()


@dataclass(frozen=True, eq=False)
class Equation:
    """Declaration of an equation. Equations are compared by identity, not by name: cached kernels belong to the object."""

    name: str
    arguments: tuple[str, ...]
    """Names of the arrays of motion; each further array adds a time derivative to the result, unless `orders.motion` is set."""
    evaluate: Callable[[Plant, Inputs], tuple[Any, ...]]
    """Function that evaluates the equation on scalars of any type: one nested sequence for each output."""
    outputs: Callable[[Robot], tuple[Output, ...]]
    takes: str = ""
    """Further argument: 'wrench': external wrenches; 'link': requested frame, by default the tool; '': none."""
    prepare: Callable[[Robot, Plant], Plant] = lambda robot, plant: plant
    """Function that adds data of the equation to the plant, or raises for robots to which the equation does not apply."""
    motor_arguments: int = 0
    """Number of last arguments that have one entry per motor instead of one per DOF."""
    orders: DerivativeOrders = NO_ORDERS
    result: ResultRule = PLAIN_RESULT
    partials: Partials | None = None
    auxiliary: Auxiliary | None = None
    loop: Loop | None = None

    def __reduce__(self) -> Any:
        """Pickle an equation by its name in its module, so that it stays one object per process."""
        for module in [m for name, m in sys.modules.items() if name.startswith("jounce.")]:
            for name, value in vars(module).items():
                if value is self:
                    return _equation, (module.__name__, name)
        raise PicklingError(f"{self.name}: an equation without a name in its module cannot be pickled")

    def __copy__(self) -> "Equation":
        return self

    def __deepcopy__(self, memo: Any) -> "Equation":
        return self

    def argument(self, k: int) -> str:
        """Return the name of the k-th array of motion, for messages and headers."""
        return self.arguments[k] if k < len(self.arguments) else f"q^({k})"

    def auxiliary_slots(self, robot: Robot) -> tuple[Slot, ...]:
        """Return the slots of the auxiliary inputs, () if there are none."""
        return () if self.auxiliary is None else self.auxiliary.slots(robot)

    @property
    def begin(self) -> "Equation | None":
        """Return the equation of the initial state of an observer; None for other equations."""
        return None if self.auxiliary is None else self.auxiliary.begin

    def arrange(self, robot: Robot, rows: Sequence[Any]) -> tuple[Any, ...]:
        """Return rows of motion and auxiliary inputs from the arguments of the public function."""
        if self.auxiliary is None or self.auxiliary.arrange is None:
            return tuple(rows)
        return self.auxiliary.arrange(robot, rows)

    def wrench_order(self, robot: Robot) -> int:
        """Return by how much the order of wrench derivatives exceeds the order of the result."""
        return 0 if self.orders.wrench is None else self.orders.wrench(robot)

    def is_doubtful(self, robot: Robot) -> bool:
        """Return True if outputs for this robot need the check of the result."""
        check, is_doubtful = self.result.check, self.result.is_doubtful
        return check is not None and (is_doubtful is None or is_doubtful(robot))

    def is_differentiable(self, robot: Robot) -> bool:
        """Return True if the caller may request time derivatives of the result."""
        return self.orders.motion is None and all(output.rows is None for output in self.outputs(robot))


def _equation(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


class Form(NamedTuple):
    """Structure of a call: everything except the robot and the values of the arguments."""

    equation: Equation
    order: int = 0
    """Number of arrays of motion beyond the equation's arguments."""
    wrenches: tuple[Place, ...] = ()
    """Places on which external wrenches act."""
    place: Place | None = None
    parameters: tuple[tuple[str, int], ...] = ()
    """(name, rows) of each live parameter: 1 row, or more for its time derivatives."""
    only: tuple[str, ...] = ()
    """Names of the requested outputs; () for all."""
    by: tuple[str, ...] = ()
    """Variables of partial derivatives: 'motion' and names of parameters; by default the motion alone."""
    shared: bool = False
    """True for code that all robots of one structure share: a robot's values (`jounce.plant.structure`) are its last input."""

    @property
    def arrays(self) -> int:
        """Return the number of arrays of motion."""
        return len(self.equation.arguments) + self.order

    def wrench_rows(self, robot: Robot) -> int:
        """Return the number of rows of each wrench: the wrench and its time derivatives."""
        return self.order + 1 + self.equation.wrench_order(robot)

    @property
    def takes(self) -> str:
        """Describe the inputs of a call in words, for messages."""
        names = ", ".join(self.equation.argument(k) for k in range(self.arrays))
        arrays = f"{self.arrays} array{'s' * (self.arrays != 1)} ({names})" if names else "no array"
        wrenches = len(self.wrenches)
        forces = " and a wrench" if wrenches == 1 else f" and {wrenches} wrenches" if wrenches else ""
        live = ", ".join(name if rows == 1 else f"{name} with {rows - 1} derivatives" for name, rows in self.parameters)
        return arrays + forces + (f", with parameters {live}" if live else "")

    @property
    def names(self) -> tuple[str, ...]:
        """Return the variables of partial derivatives, always with the motion, which is first."""
        return ("motion", *(name for name in self.by if name != "motion"))

    def outputs(self, robot: Robot) -> tuple[Output, ...]:
        """Return the outputs of a call; partial derivatives: one output per variable, by motion with rows for each array."""
        outputs = self.equation.outputs(robot)
        if self.equation.partials is None:
            return tuple(output for output in outputs if not self.only or output.name in self.only)
        base = next(output for output in outputs if output.name == self.equation.partials.output)
        rows = base.slot(self.order).rows
        auxiliary = {slot.name: slot for slot in self.equation.auxiliary_slots(robot)}
        more = []
        for name in self.names[1:]:
            slot = auxiliary.get(name)
            width, count = (parameter_size(robot, name), 1) if slot is None else (slot.width, slot.rows)
            more.append(Output(f"{base.name}_by_{name}", (*base.shape, width), rows * count))
        return (Output(f"{base.name}_by_motion", (*base.shape, robot.n), rows * self.arrays), *more)

    def slots(self, robot: Robot) -> tuple[list[Slot], list[Slot]]:
        """Return input slots (motion, auxiliary, wrenches, parameters, values of the robot for shared code) and output slots."""
        of_motors = self.equation.motor_arguments if robot.m != robot.n else 0
        of_joints = self.arrays - of_motors
        widths = [("motion", of_joints, robot.n)] * (of_joints > 0)
        if robot.nq != robot.n:
            widths = [("coordinates", 1, robot.nq), *[("motion", of_joints - 1, robot.n)] * (of_joints > 1)]
        widths += [("motors", of_motors, robot.m)] * (of_motors > 0)
        auxiliary = self.equation.auxiliary
        unread = auxiliary is not None and auxiliary.any_motion
        inputs = [Slot(name, rows, width, (nan,) * (rows * width * unread)) for name, rows, width in widths]
        inputs += self.equation.auxiliary_slots(robot)
        names = ["wrench"] if len(self.wrenches) == 1 else [f"wrench{k}" for k in range(len(self.wrenches))]
        inputs += [Slot(name, self.wrench_rows(robot), 6) for name in names]
        for name, rows in self.parameters:
            least = lower_bounds(robot, name)
            rates = tuple(x if isnan(x) else -inf for x in least)
            free = all(x == -inf for x in least)  # any finite number will do
            bounds = () if free else least + rates * (rows - 1)
            inputs.append(Slot(name, rows, len(least), bounds, LARGEST, mass_entries(robot, name)))
        if self.shared:
            inputs.append(Slot("robot_values", 1, len(structure_of(robot).values), uniform=True))
        return inputs, [output.slot(self.order) for output in self.outputs(robot)]

    def read(self, robot: Robot, rows: list[Numbers]) -> tuple[Plant, Inputs]:
        """Return the plant and the other arguments of the equation from the rows of all inputs."""
        motion, rest = rows[: self.arrays], rows[self.arrays :]
        auxiliary: dict[str, list[Numbers]] = {}
        for slot in self.equation.auxiliary_slots(robot):
            auxiliary[slot.name], rest = rest[: slot.rows], rest[slot.rows :]
        loads: list[tuple[int, Wrench]] = []
        count = self.wrench_rows(robot)
        for place in self.wrenches:
            if place.body >= 0:  # a wrench on the base does nothing
                loads.append((place.body, at_body(series(rest[:count]), place)))
            rest = rest[count:]
        values: dict[str, Numbers] = {}
        for name, count in self.parameters:
            values[name], rest = series(rest[:count]), rest[count:]
        symbolic = with_values(plant_of(robot), rest[0]) if self.shared else None
        plant = self.equation.prepare(robot, read(robot, values, symbolic))
        levels = [series(motion[k : k + self.order + 1]) for k in range(len(self.equation.arguments))]
        if plant.tree.chains:
            levels[0] = position_series(plant.tree, motion, self.order)
        return plant, Inputs(levels, loads, self.place, auxiliary)

    # ---------------------------------------------------------------- the result

    def finish(self, robot: Robot, q: Any, outputs: tuple[Any, ...], parameters: dict[str, Any]) -> Any:
        """Check the outputs and return the public function's result: a named tuple, an array, or a tuple of arrays."""
        result, partials = self.equation.result, self.equation.partials
        if partials is not None:
            blocks = {name: x if name == "motion" or len(x) > 1 else x[0] for name, x in zip(self.names, outputs)}
            if self.by and self.by != partials.by:
                return {name: blocks[name] for name in self.by}
            more = (blocks[name] for name in self.names[1:])
            return blocks["motion"] if result.kind is None else result.kind(*blocks["motion"], *more)
        if self.only:
            return outputs[0] if len(outputs) == 1 else outputs
        if result.check is not None and (result.is_doubtful is None or result.is_doubtful(robot)):
            result.check(robot, q, outputs, parameters)
        if result.kind is not None:
            return result.kind(*outputs)
        outputs = outputs[: len(outputs) - result.internal]
        return outputs[0] if len(outputs) == 1 else outputs

    def refuse_division(self, robot: Robot, q: Any, parameters: dict[str, Any]) -> None:
        """Raise the error that explains a division by zero, if the check of the result knows a reason."""
        if self.equation.result.check is not None:
            self.equation.result.check(robot, q, None, parameters)

    def too_large(self, robot: Robot, batch: tuple[int, ...]) -> OutOfMemoryError:
        """Return the error for a batch whose results do not fit into memory."""
        shapes = {output.name: (*output.lead(self.order), *batch, *output.shape) for output in self.outputs(robot)}
        size = 8 * sum(math.prod(shape) for shape in shapes.values())
        shown = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        return OutOfMemoryError(
            f"{self.equation.name} of robot {robot.name!r} on a batch of shape {batch}: the results, {shown}, take "
            f"{size / 1e9:.3g} GB, and there is not enough memory to compute them. Compute the batch in parts, one after the "
            "other."
        )


def at_body(wrench: Numbers, place: Place) -> Wrench:
    """Transform a wrench, six scalars in the frame of `place`, to (moment, force) about the origin and in axes of the body."""
    mx, my, mz, fx, fy, fz = wrench
    R, origin = place.frame
    force = apply(R, (fx, fy, fz))
    return add(apply(R, (mx, my, mz)), cross(origin, force)), force


def series(rows: list[Numbers]) -> Numbers:
    """Convert rows of time derivatives to one row of jets; a single row is returned unchanged."""
    return list(rows[0]) if len(rows) == 1 else [Jet.from_derivatives(column) for column in zip(*rows)]
