"""A public function as data: which equation it is, what it takes and what it gives. Every backend reads this and nothing else."""

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from itertools import accumulate
from math import inf, isnan, nan
from pickle import PicklingError
from typing import Any, NamedTuple
from weakref import WeakSet

from jounce.codegen.gradient import gradient
from jounce.codegen.lowering import Lowering
from jounce.codegen.passes import Passes
from jounce.codegen.program import Printable, Sheet, Slot
from jounce.codegen.recorder import Recorder
from jounce.dynamics.newton_euler import Loads, Wrench
from jounce.numbers import Graph, Jet, Number, Symbol, derivatives
from jounce.plant.multi_dof_joints import position_series, tangents
from jounce.plant.plant import Place, Plant, read
from jounce.robot import Robot
from jounce.robot.parameter_bounds import lower_bounds, mass_entries
from jounce.robot.parameters import parameter_size
from jounce.robot.validation import LARGEST
from jounce.spatial.geometry import add, apply, cross

Numbers = list[Number]
LARGEST_STRAIGHT = 30
"""Joints up to which an equation that could be a loop is straight-line code: measured, see docs/benchmarks."""
MOST_COUNTED = 12
"""Freedoms up to which the operations of both ways to partial derivatives are counted. On the LWR, with 7, reverse mode has a
tenth less; on an arm of 24 joints, three quarters more."""


class Output(NamedTuple):
    """What an equation gives: numbers of this shape, (n,) or (n, n) say."""

    name: str
    shape: tuple[int, ...]
    rows: int | None = None
    """None: one row for each time derivative, from jets; no axis at order 0. 0: one row, no axis. k: k rows of the text."""

    def lead(self, order: int) -> tuple[int, ...]:
        """Return the leading axis of the result: () if there is one row without an axis, otherwise (rows,)."""
        if self.rows is None:
            return (order + 1,) if order else ()
        return (self.rows,) if self.rows else ()

    def slot(self, order: int) -> Slot:
        """The output of a kernel."""
        return Slot(self.name, math.prod(self.lead(order)), math.prod(self.shape))


class Inputs(NamedTuple):
    """What an equation reads beside the plant: numbers, or jets in time where time derivatives are asked for."""

    motion: Any
    """One list of numbers for each of the equation's arguments."""
    loads: Loads = ()
    """External wrenches, by body."""
    place: Place | None = None
    """The frame that is asked for, of equations that take a link."""
    held: Mapping[str, list[Numbers]] = {}
    """Rows of what is held beside the motion, by name."""


Check = Callable[[Robot, Any, tuple[Any, ...] | None, "dict[str, Any]"], None]


EQUATIONS: "WeakSet[Equation]" = WeakSet()
"""All there are."""


def _nothing_known(*given: Any) -> Any:
    """The front of an equation before its first short cut."""
    return NotImplemented


@dataclass(frozen=True, eq=False)
class Equation:
    """What to evaluate. An equation is itself, whatever it is called: kernels are kept for the object."""

    name: str
    arguments: tuple[str, ...]
    """Arrays it takes at least; each further one adds a time derivative to the result."""
    text: Callable[[Plant, Inputs], tuple[Any, ...]]
    """The equation on numbers: one nested sequence per output."""
    outputs: Callable[[Robot], tuple[Output, ...]]
    takes: str = ""
    """'wrench': external wrenches; 'link': the frame that is asked for, the tool unless said."""
    rates: Callable[[Robot], int] = lambda robot: 0
    """How many time derivatives of wrenches go in beyond those of the result."""
    prepare: Callable[[Robot, Plant], Plant] = lambda robot, plant: plant
    """What the text needs of the plant beyond the usual; raises for a robot that has no such thing."""
    of_motors: int = 0
    """How many of its arguments, the last ones, have a number for each motor and not for each freedom."""
    held: Callable[[Robot], tuple[Slot, ...]] = lambda robot: ()
    """What it takes beside the motion that is not differentiated in time, row by row after it: the state of filters."""
    arrange: Callable[[Robot, Sequence[Any]], tuple[Any, ...]] = lambda robot, given: tuple(given)
    """Rows of motion and of what is held, from the arguments of the public function."""
    order: Callable[[Robot], int] | None = None
    """How many derivatives beyond the arguments go in, where the robot decides that and not the caller."""
    result: type | None = None
    """The named tuple that is handed out."""
    check: Check | None = None
    """Called with robot, q, outputs (None after a division by zero) and parameters; raises if the outputs mean nothing."""
    doubted: Callable[[Robot], bool] = lambda robot: True
    """Whether this check is needed for a robot at all."""
    inner: int = 0
    """How many outputs, at the end, are for this check and not handed out."""
    partial: str = ""
    """The output whose partial derivatives are given, where they are and not the outputs themselves."""
    by: tuple[str, ...] = ()
    """By what they are taken unless said, where the result has more than those by the motion."""
    slopes: "Callable[[Plant, Inputs], Mapping[str, list[Numbers]]] | None" = None
    """Its partial derivatives by structure, by name: for each array of the motion, and of `by`, a matrix row after row."""
    loop: "Callable[[Form, Robot], Printable] | None" = None
    """The equation as a loop over links, for robots too large for straight-line code."""
    loops: "Callable[[Form, Robot], bool] | None" = None
    """Whether a robot is one for that; None: where it has many joints, all of one freedom, and no live parameters."""
    judges: bool = False
    """Whether the text judges its arguments itself, as readings of sensors: any float goes in, nan and inf too."""
    begin: "Equation | None" = None
    """Equation of the first state of an observer, from the same arguments."""
    running: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """The last numbers of what is held, by name, in operation: flags that reference vectors must not draw at random."""
    short_cuts: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)
    """Calls of one sample that were made before, to go straight to their kernels.

    Found by the robot's identity and the number of arrays, as one number if nothing else is given: objects do not overlap in
    memory, and a robot is larger than any number of arrays. Each holds its robot, so that no other object gets its identity.
    """
    at_once: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)
    """Those in which all arrays are motion and whose answers need no check, found in the same way, or by (this number, *options)
    where a link or outputs are named: what answers them."""
    front: Any = field(default_factory=lambda: _nothing_known, init=False, repr=False)
    """What finds and calls it, given robot, rows and options; compiled once there is one (`Front` of codegen/build/driver.c)."""
    seen: set[int] = field(default_factory=set, init=False, repr=False)
    """Identity of a robot and number of arrays, as one number, of which there are short cuts, whatever else is given."""

    def __post_init__(self) -> None:
        EQUATIONS.add(self)

    def __reduce__(self) -> Any:
        """By the name under which a module has it: an equation is the same object in every place of a process."""
        for module in [m for name, m in sys.modules.items() if name.startswith("jounce.")]:
            for name, value in vars(module).items():
                if value is self:
                    return _equation, (module.__name__, name)
        raise PicklingError(f"{self.name}: an equation without a name in its module cannot be pickled")

    def __copy__(self) -> "Equation":
        return self

    def __deepcopy__(self, memo: Any) -> "Equation":
        return self

    @property
    def needs(self) -> int:
        """How many arrays it takes at least."""
        return len(self.arguments)

    def argument(self, k: int) -> str:
        """What the k-th array is, in messages and headers."""
        return self.arguments[k] if k < self.needs else f"q^({k})"

    def differentiable(self, robot: Robot) -> bool:
        """Whether the result has time derivatives that the caller may ask for."""
        return self.order is None and all(output.rows is None for output in self.outputs(robot))


def _equation(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


class Form(NamedTuple):
    """The form in which an equation is asked for: all but the robot and the numbers."""

    equation: Equation
    order: int = 0
    """Time derivatives beyond the equation's own arguments."""
    wrenches: tuple[Place, ...] = ()
    """Where external wrenches act."""
    place: Place | None = None
    parameters: tuple[tuple[str, int], ...] = ()
    """Parameters of the robot that are numbers of the call, each with its rows: 1, or more where it is a function of time."""
    only: tuple[str, ...] = ()
    """Outputs that are wanted, where not all are."""
    by: tuple[str, ...] = ()
    """By what partial derivatives are taken: 'motion' and names of parameters; the motion alone unless said."""

    @property
    def arrays(self) -> int:
        """How many arrays of motion go in."""
        return self.equation.needs + self.order

    def wrench_rows(self, robot: Robot) -> int:
        """How many rows each wrench has: itself and its time derivatives."""
        return self.order + 1 + self.equation.rates(robot)

    @property
    def takes(self) -> str:
        """What goes in, in words."""
        names = ", ".join(self.equation.argument(k) for k in range(self.arrays))
        arrays = f"{self.arrays} array{'s' * (self.arrays != 1)} ({names})" if names else "no array"
        wrenches = len(self.wrenches)
        forces = " and a wrench" if wrenches == 1 else f" and {wrenches} wrenches" if wrenches else ""
        live = ", ".join(name if rows == 1 else f"{name} with {rows - 1} derivatives" for name, rows in self.parameters)
        return arrays + forces + (f", with parameters {live}" if live else "")

    def outputs(self, robot: Robot) -> tuple[Output, ...]:
        """What comes out. Of partial derivatives one for each name, for the motion with a row for each of its arrays."""
        known = self.equation.outputs(robot)
        if not self.equation.partial:
            return tuple(x for x in known if not self.only or x.name in self.only)
        base = next(x for x in known if x.name == self.equation.partial)
        rows = base.slot(self.order).rows
        held = {slot.name: slot for slot in self.equation.held(robot)}
        found = []
        for name in self.names[1:]:
            width, count = (held[name].width, held[name].rows) if name in held else (parameter_size(robot, name), 1)
            found.append(Output(f"{base.name}_by_{name}", (*base.shape, width), rows * count))
        return (Output(f"{base.name}_by_motion", (*base.shape, robot.n), rows * self.arrays), *found)

    @property
    def names(self) -> tuple[str, ...]:
        """By what partial derivatives are taken, the motion first: it is always among them."""
        return ("motion", *(name for name in self.by if name != "motion"))

    def slots(self, robot: Robot) -> tuple[list[Slot], list[Slot]]:
        """Inputs and outputs of the equation as code: motion, wrenches, parameters; outputs."""
        of_motors = self.equation.of_motors if robot.m != robot.n else 0
        of_joints = self.arrays - of_motors
        widths = [("motion", of_joints, robot.n)] * (of_joints > 0)
        if robot.nq != robot.n:
            widths = [("coordinates", 1, robot.nq), *[("motion", of_joints - 1, robot.n)] * (of_joints > 1)]
        widths += [("motors", of_motors, robot.m)] * (of_motors > 0)
        inputs = [Slot(name, rows, width, (nan,) * (rows * width * self.equation.judges)) for name, rows, width in widths]
        inputs += self.equation.held(robot)
        names = ["wrench"] if len(self.wrenches) == 1 else [f"wrench{k}" for k in range(len(self.wrenches))]
        inputs += [Slot(name, self.wrench_rows(robot), 6) for name in names]
        for name, rows in self.parameters:
            least = lower_bounds(robot, name)
            rates = tuple(x if isnan(x) else -inf for x in least)
            free = all(x == -inf for x in least)  # any finite number will do
            bounds = () if free else least + rates * (rows - 1)
            inputs.append(Slot(name, rows, len(least), bounds, LARGEST, mass_entries(robot, name)))
        return inputs, [output.slot(self.order) for output in self.outputs(robot)]

    def evaluate(self, robot: Robot, rows: list[Numbers]) -> list[list[Numbers]]:
        """For each output its rows of numbers, from the rows of all inputs one after the other: the only way to evaluate."""
        return self._partials(robot, rows) if self.equation.partial else self._values(robot, rows)

    def recorded(self, robot: Robot, most: int | None = None) -> Passes:
        """The equation as loops: its text, traced with a recorder in the place of a plain traversal of the tree."""
        inputs, slots = self.slots(robot)
        sheet = Sheet(inputs, most)
        plant, x = self.read(robot, sheet.rows)
        recorder = Recorder(sheet, [body.parent for body in plant.tree.bodies])
        plant = plant._replace(tree=plant.tree._replace(recorder=recorder))
        if self.equation.slopes is not None:
            by = self.equation.slopes(plant, x)
            found = dict(zip((slot.name for slot in slots), (by[name] for name in self.names)))
        else:
            outputs = self.equation.outputs(robot)
            found = {output.name: values for output, values in zip(outputs, self.equation.text(plant, x), strict=True)}
        for slot, output in zip(slots, self.outputs(robot)):
            values = found[slot.name]
            for k in range(slot.rows):
                row = values[k] if output.rows else values
                recorder.hand_out(slot.name, row, slot.size, k * slot.width, k if output.rows is None else 0)
        return Lowering(recorder.runs).passes(self.equation.name, inputs, slots)

    def read(self, robot: Robot, rows: list[Numbers]) -> tuple[Plant, Inputs]:
        """What the equation reads, from the rows of all inputs."""
        motion, rest = rows[: self.arrays], rows[self.arrays :]
        held: dict[str, list[Numbers]] = {}
        for slot in self.equation.held(robot):
            held[slot.name], rest = rest[: slot.rows], rest[slot.rows :]
        loads: list[tuple[int, Wrench]] = []
        count = self.wrench_rows(robot)
        for place in self.wrenches:
            if place.body >= 0:  # what pushes the base does nothing
                loads.append((place.body, at_body(series(rest[:count]), place)))
            rest = rest[count:]
        values: dict[str, Numbers] = {}
        for name, count in self.parameters:
            values[name], rest = series(rest[:count]), rest[count:]
        plant = self.equation.prepare(robot, read(robot, values))
        levels = [series(motion[k : k + self.order + 1]) for k in range(self.equation.needs)]
        if plant.tree.chains:
            levels[0] = position_series(plant.tree, motion, self.order)
        return plant, Inputs(levels, loads, self.place, held)

    def _values(self, robot: Robot, rows: list[Numbers]) -> list[list[Numbers]]:
        found = self.equation.text(*self.read(robot, rows))
        outputs = zip(self.equation.outputs(robot), found, strict=True)
        wanted = (self.equation.partial,) if self.equation.partial else self.only
        return [_rows(output, values, self.order) for output, values in outputs if not wanted or output.name in wanted]

    def _partials(self, robot: Robot, rows: list[Numbers]) -> list[list[Numbers]]:
        """Partial derivatives of the outputs, on whatever the numbers are.

        By structure, or by reverse mode on the expression graph of the equation: as code whichever has fewer operations.
        """
        structured = None
        if self.equation.slopes is not None and all(name in ("motion", *self.equation.by) for name in self.names):
            by = self.equation.slopes(*self.read(robot, rows))
            structured = [by[name] for name in self.names]
        if all(isinstance(x, Symbol) for row in rows for x in row):
            graph = rows[0][0].graph
            if structured is None:
                return self._written_down(robot, graph, rows)
            if robot.n > MOST_COUNTED:
                return structured
            both = structured, self._written_down(robot, graph, rows)
            return min(both, key=lambda found: len(graph.reachable([x for part in found for row in part for x in row])))
        if structured is not None:
            return structured
        sheet, slopes = _slopes_on_paper(self, robot)
        symbols = [x for row in sheet.rows for x in row]
        flat_slopes = [x for slot in slopes for row in slot for x in row]
        found = iter(sheet.graph.evaluate(flat_slopes, dict(zip(symbols, [x for row in rows for x in row], strict=True))))
        return [[[next(found) for _ in row] for row in slot] for slot in slopes]

    def _written_down(self, robot: Robot, graph: Graph, rows: list[Numbers]) -> list[list[Numbers]]:
        """The same as expressions of a graph whose inputs the rows are."""
        (output,) = self._values(robot, rows)
        inputs = [x for row in rows for x in row]
        starts = list(accumulate((len(row) for row in rows), initial=0))
        held = self.equation.held(robot)
        begins = accumulate((slot.rows for slot in held), initial=self.arrays)
        found = {slot.name: range(at, at + slot.rows) for slot, at in zip(held, begins)}
        at = self.arrays + sum(slot.rows for slot in held) + len(self.wrenches) * self.wrench_rows(robot)
        for name, count in self.parameters:
            found[name], at = range(at, at + 1), at + count
        along = tangents(read(robot, {}).tree, rows[0]) if robot.nq != robot.n else []
        slopes = [[gradient(graph, x, inputs) for x in row] for row in output]

        def part(k: int) -> list[Numbers]:
            """By row k of all inputs: one list of numbers for each row of the output."""
            begin, end = starts[k], starts[k + 1]
            if k > 0 or not along:
                return [[s for slope in row for s in slope[begin:end]] for row in slopes]
            return [[_total(slope, freedom) for slope in row for freedom in along] for row in slopes]

        parts = [[part(k) for k in range(self.arrays)], *([part(k) for k in found[name]] for name in self.names[1:])]
        return [[by[r] for r in range(len(output)) for by in one] for one in parts]


@lru_cache(maxsize=16)
def _slopes_on_paper(form: Form, robot: Robot) -> tuple[Sheet, list[list[Numbers]]]:
    sheet = Sheet(form.slots(robot)[0])
    return sheet, form._written_down(robot, sheet.graph, sheet.rows)


def _total(slope: Numbers, along: dict[int, Number]) -> Number:
    """The derivative along a freedom, from those by positions."""
    total: Number = 0.0
    for position, rate in along.items():
        total = total + slope[position] * rate
    return total


def _rows(output: Output, values: Any, order: int) -> list[Numbers]:
    if output.rows == 0 or (output.rows is None and order == 0):  # numbers that are jets themselves stay whole
        return [flat(values)]
    return derivative_rows(flat(values), order) if output.rows is None else [flat(row) for row in values]


def at_body(wrench: Numbers, place: Place) -> Wrench:
    """(moment, force) of six numbers stated in the frame of `place`, about and in the frame of its body."""
    mx, my, mz, fx, fy, fz = wrench
    R, origin = place.frame
    force = apply(R, (fx, fy, fz))
    return add(apply(R, (mx, my, mz)), cross(origin, force)), force


def series(rows: list[Numbers]) -> Numbers:
    """Jets from rows of derivatives; the numbers themselves if there is one row."""
    return list(rows[0]) if len(rows) == 1 else [Jet.from_derivatives(column) for column in zip(*rows)]


def flat(values: Any) -> Numbers:
    """The numbers of a nested sequence, one after the other."""
    return [x for inner in values for x in flat(inner)] if isinstance(values, (list, tuple)) else [values]


def coefficients(rows: list[Numbers]) -> Numbers:
    """Jets from rows of Taylor coefficients: what steps hand to each other, so that no factorial is multiplied in and out."""
    return list(rows[0]) if len(rows) == 1 else [Jet(column) for column in zip(*rows)]


def coefficient_rows(numbers: Numbers, order: int) -> list[Numbers]:
    """Row k holds the k-th Taylor coefficient of each number."""
    columns = [x.coeffs if isinstance(x, Jet) else (x, *[0.0] * order) for x in numbers]
    return [list(row) for row in zip(*columns)]


def derivative_rows(numbers: Numbers, order: int) -> list[Numbers]:
    """Row k holds the k-th derivative of each number."""
    columns = [[*known, *[0.0] * (order + 1 - len(known))] for known in map(derivatives, numbers)]
    return [list(row) for row in zip(*columns)]
