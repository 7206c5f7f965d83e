"""A public function as data: which equation it is, what it takes and what it gives. Plain path and native code both read this."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from jounce.codegen.print.c import Printable
from jounce.codegen.program import Program, Slot, trace
from jounce.errors import CompilerError, InputError
from jounce.functions.charts import at_zero, posed, through_chain
from jounce.numbers import Jet, Number, derivatives
from jounce.robot import Robot
from jounce.robot.frame import Tool
from jounce.robot.tree import Tree
from jounce.spatial.matrices import apply
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import Vector, add, cross

Numbers = list[Number]

LARGEST_STRAIGHT = 30
"""Joints up to which an equation that could be a loop is straight-line code: measured, see docs/benchmarks."""
LARGEST_WITHOUT_LOOP = 64
"""Joints up to which an equation without a loop is compiled at all."""

LARGEST_GRADIENT = 32
"""The same for the gradient of one that grows with the number of joints: its code grows with the square."""
LARGEST_GRADIENTS = 16
"""The same for gradients of matrices."""


class Place(NamedTuple):
    """A frame on a body of the tree, -1 for the base: where a wrench acts or a pose is asked for."""

    body: int
    frame: Placement


class Output(NamedTuple):
    """What an equation gives: numbers of this shape, (n,) or (n, n) say."""

    name: str
    shape: tuple[int, ...]
    rows: int | None = None
    """None: a row for each time derivative, made from jets. 0: one row and no axis for it. k: `evaluate` gives k rows."""

    def lead(self, order: int) -> tuple[int, ...]:
        """The axis for rows."""
        return () if self.rows == 0 else (order + 1 if self.rows is None else self.rows,)


Evaluate = Callable[[Any, list[Numbers], Numbers | None, Place], tuple[Any, ...]]


@dataclass(frozen=True)
class Equation:
    """What to evaluate. `evaluate(read, (q, qd, ...), wrench, place)` returns one nested sequence of numbers an output."""

    name: str
    needs: int
    """Arrays it takes at least; each further one adds a time derivative to the result."""
    evaluate: Evaluate
    outputs: Callable[[int, int], tuple[Output, ...]]
    """What comes out, for a robot of n freedoms and so many links."""
    read: Callable[[Robot], Any] = lambda robot: robot.tree
    """What of the robot enters the equation; kernels are made and kept for it."""
    arguments: tuple[str, ...] = ("q", "qd", "qdd")
    """What the arrays are."""
    differentiable: bool = True
    order: Callable[[Robot], int] | None = None
    """How many derivatives beyond `needs` go in, where the robot decides that and not the caller."""
    give: Callable[[tuple[Any, ...]], Any] | None = None
    """What the public function makes of the outputs."""
    inner: tuple[str, ...] = ()
    """Outputs that are for our own checks and not handed out, at the end."""
    check: Callable[[Robot, Any, tuple[Any, ...] | None], None] | None = None
    """Called with q and all outputs (None after a division by zero) before they are handed out; raises if they mean nothing."""
    takes_wrench: bool = False
    takes_link: bool = False
    at_tool: bool = False
    """Whether no link means the tool; otherwise it means the last link."""
    loop: Callable[[Robot, int, Place, bool], Printable] | None = None
    """The equation as a loop over links, for robots too large for straight-line code."""

    recursive: bool = False
    """Whether qdd goes through the chains that stand for joints of several freedoms, or comes out of them: see `charts`."""
    motions: int | None = None
    """How many of the arrays are positions and velocities, where not all are."""
    by_rows: Callable[[Robot, list[Numbers]], list[list[Numbers]]] | None = None
    """For robots with joints of several freedoms: the results from the arrays themselves."""
    largest: int = LARGEST_WITHOUT_LOOP
    """Joints up to which it is compiled."""

    def outs(self, robot: Robot) -> tuple[Output, ...]:
        """What comes out for a robot."""
        return self.outputs(robot.n, len(robot.links))

    def place(self, robot: Robot, link: str | int | Tool | None) -> Place:
        """The place that a `link=` argument names."""
        if link is None and self.at_tool:
            return Place(*robot.locate_body(robot.tool.link, robot.tool.placement))
        return Place(*robot.locate_body(link))

    def program(self, robot: Robot, order: int, place: Place, wrench: bool) -> Printable:
        """The equation written down for one robot, as straight-line code or as a loop."""
        if self.loop is not None and self.looped(robot):
            return self.loop(robot, order, place, wrench)
        if robot.n > self.largest:
            raise CompilerError(f"{self.name} of a robot with {robot.n} joints is too long for native code")
        return self.straight(robot, order, place, wrench)

    def argument(self, k: int) -> str:
        """What the k-th array is, in messages and headers."""
        return self.arguments[k] if k < len(self.arguments) else f"q^({k})"

    def looped(self, robot: Robot) -> bool:
        """Whether the robot is large enough for a loop to pay."""
        return self.loop is not None and robot.n > LARGEST_STRAIGHT and robot.nq == robot.n

    def slots(self, robot: Robot, order: int, wrench: bool) -> tuple[list[Slot], list[Slot]]:
        """Inputs and outputs of the compiled equation."""
        inputs = [Slot("motion", self.needs + order, robot.n)] + [Slot("wrench", order + 1, 6)] * wrench
        if robot.nq != robot.n:
            rest = [Slot("motion", self.needs + order - 1, robot.n)] if self.needs + order > 1 else []
            inputs[:1] = [Slot("coordinates", 1, robot.nq), *rest]
        return inputs, [Slot(o.name, math.prod(o.lead(order)), math.prod(o.shape)) for o in self.outs(robot)]

    def results(
        self, robot: Robot, motion: list[Numbers], force: list[Numbers] | None, place: Place, order: int
    ) -> list[list[Numbers]]:
        """For each output its rows of numbers, from rows of derivatives."""
        if robot.nq != robot.n and self.by_rows is not None:
            return self.by_rows(robot, motion)
        read = self.read(robot)
        if robot.nq == robot.n:
            levels = [series(motion[k : k + order + 1]) for k in range(self.needs)]
            found = self.evaluate(read, levels, None if force is None else series(force), place)
        else:
            read, levels = self._charted(robot, read, motion, order)
            found = self.evaluate(read, levels, None if force is None else series(force), place)
            if self.recursive and self.motions is not None:  # an acceleration comes out
                found = (through_chain(read, levels[1], found[0], 1.0), *found[1:])
        return [_rows(output, values, order) for output, values in zip(self.outs(robot), found, strict=True)]

    def _charted(self, robot: Robot, tree: Any, motion: list[Numbers], order: int) -> tuple[Tree, list[Numbers]]:
        """The tree where the robot is, and what its joints do, for robots with joints of several freedoms."""
        if not isinstance(tree, Tree):
            several = next(joint.name for joint in robot.joints if joint.freedoms > 1)
            raise InputError(f"{self.name} is for robots whose joints have one freedom each; joint {several!r} has several.")
        given = [*motion, *[[0.0] * robot.n] * 2]
        velocity = series(given[1 : order + 2])
        levels = [series(motion[k : k + order + 1]) for k in range(1, self.needs)]
        simple = [at_zero(tree, motion[0]), *(list(row) for row in motion[1 : order + 1])]
        for chart in tree.charts:  # chains stay at zero
            for row in simple[1:]:
                row[chart.first : chart.first + (6 if chart.floats else 3)] = [0.0] * (6 if chart.floats else 3)
        levels.insert(0, series(simple))
        if self.recursive and self.motions is None and len(levels) > 2:
            levels[2] = through_chain(tree, levels[1], levels[2])
        return posed(tree, motion[0], velocity, order), levels

    def straight(self, robot: Robot, order: int, place: Place, wrench: bool) -> Program:
        """The equation as straight-line code."""
        inputs, outputs = self.slots(robot, order, wrench)

        def run(*given: list[Numbers]) -> list[list[Numbers]]:
            rows = [row for slot in given[: len(given) - wrench] for row in slot]
            return self.results(robot, rows, given[-1] if wrench else None, place, order)

        return trace(self.name, inputs, outputs, run)


def _rows(output: Output, values: Any, order: int) -> list[Numbers]:
    if output.rows == 0 or (output.rows is None and order == 0):  # numbers that are jets themselves stay whole
        return [flat(values)]
    return derivative_rows(flat(values), order) if output.rows is None else [flat(row) for row in values]


def at_body(wrench: Numbers, place: Place) -> tuple[Vector, Vector]:
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


def derivative_rows(numbers: Numbers, order: int) -> list[Numbers]:
    """Row k holds the k-th derivative of each number."""
    columns = [[*known, *[0.0] * (order + 1 - len(known))] for known in map(derivatives, numbers)]
    return [list(row) for row in zip(*columns)]
