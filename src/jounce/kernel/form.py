"""The form in which an equation is asked for: order, wrenches, live parameters, outputs; slots of its code, and its result."""

import math
from math import inf, isnan, nan
from typing import Any, NamedTuple

from jounce.codegen.program import Slot
from jounce.dynamics.newton_euler import Wrench
from jounce.errors import OutOfMemoryError
from jounce.kernel.equation import Equation, Inputs, Numbers, Output
from jounce.numbers import Jet
from jounce.plant.multi_dof_joints import position_series
from jounce.plant.plant import Place, Plant, read
from jounce.robot import Robot
from jounce.robot.parameter_bounds import lower_bounds, mass_entries
from jounce.robot.parameters import parameter_size
from jounce.robot.validation import LARGEST
from jounce.spatial.geometry import add, apply, cross


class Form(NamedTuple):
    """All that a call states but the robot and the numbers."""

    equation: Equation
    order: int = 0
    """Time derivatives beyond the equation's own arguments."""
    wrenches: tuple[Place, ...] = ()
    """Where external wrenches act."""
    place: Place | None = None
    parameters: tuple[tuple[str, int], ...] = ()
    """Live parameters of the robot, each with its rows: 1, or more where it is a function of time."""
    only: tuple[str, ...] = ()
    """Names of the wanted outputs; () for all."""
    by: tuple[str, ...] = ()
    """Variables of partial derivatives: 'motion' and names of parameters; by default the motion alone."""

    @property
    def arrays(self) -> int:
        """Return the number of arrays of motion."""
        return len(self.equation.arguments) + self.order

    def wrench_rows(self, robot: Robot) -> int:
        """Return the rows of each wrench: itself and its time derivatives."""
        return self.order + 1 + self.equation.wrench_order(robot)

    @property
    def takes(self) -> str:
        """Return the inputs in words."""
        names = ", ".join(self.equation.argument(k) for k in range(self.arrays))
        arrays = f"{self.arrays} array{'s' * (self.arrays != 1)} ({names})" if names else "no array"
        wrenches = len(self.wrenches)
        forces = " and a wrench" if wrenches == 1 else f" and {wrenches} wrenches" if wrenches else ""
        live = ", ".join(name if rows == 1 else f"{name} with {rows - 1} derivatives" for name, rows in self.parameters)
        return arrays + forces + (f", with parameters {live}" if live else "")

    @property
    def names(self) -> tuple[str, ...]:
        """Return the variables of partial derivatives, the motion first: it is always among them."""
        return ("motion", *(name for name in self.by if name != "motion"))

    def outputs(self, robot: Robot) -> tuple[Output, ...]:
        """Return the outputs. Partial derivatives: one for each variable, for the motion with a row for each of its arrays."""
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
        """Return inputs (motion, auxiliary, wrenches, parameters) and outputs of the equation as code."""
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
        return inputs, [output.slot(self.order) for output in self.outputs(robot)]

    def read(self, robot: Robot, rows: list[Numbers]) -> tuple[Plant, Inputs]:
        """Return the arguments of the equation from the rows of all inputs."""
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
        plant = self.equation.prepare(robot, read(robot, values))
        levels = [series(motion[k : k + self.order + 1]) for k in range(len(self.equation.arguments))]
        if plant.tree.chains:
            levels[0] = position_series(plant.tree, motion, self.order)
        return plant, Inputs(levels, loads, self.place, auxiliary)

    # ---------------------------------------------------------------- the result

    def finish(self, robot: Robot, q: Any, outputs: tuple[Any, ...], parameters: dict[str, Any]) -> Any:
        """Return the result of the public function from checked outputs: a named tuple, an array, or a tuple of arrays."""
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
        """Raise after a division by zero with the reason, if the check of the result knows one."""
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
    """Return (moment, force) about and in the frame of a body, from six numbers stated in the frame of `place` on this body."""
    mx, my, mz, fx, fy, fz = wrench
    R, origin = place.frame
    force = apply(R, (fx, fy, fz))
    return add(apply(R, (mx, my, mz)), cross(origin, force)), force


def series(rows: list[Numbers]) -> Numbers:
    """Return jets from rows of derivatives; the numbers themselves if there is one row."""
    return list(rows[0]) if len(rows) == 1 else [Jet.from_derivatives(column) for column in zip(*rows)]
