"""Partial derivatives of Newton-Euler as loops over pairs of links: what each link has to do with one that carries it.

What grows with the number of links is straight-line code, with the robot's constants in it: freedoms, and what each of them
carries. What grows with pairs, most of the work of long arms, is two steps of `dynamics.slopes`, written down once each.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from jounce.codegen.passes import Argument, Pass, Passes
from jounce.codegen.program import Program, Sheet, Slot
from jounce.dynamics.closed_form import Twist, pair
from jounce.dynamics.slopes import Direction, by_acceleration, by_position, by_velocity, change, lower_entry, pairs
from jounce.dynamics.sweep import Sweep, sweep
from jounce.functions.equation import Form, Numbers, coefficient_rows, coefficients, derivative_rows, flat
from jounce.robot import Robot
from jounce.spatial.vectors import ZERO, Vector, scale

SEEN, AXIS, COLUMN, CHANGES = 9, 6, 21, 18
"""Numbers of (I S, B^T S); of S; of S and the directions by q and qd; of the changes of the wrench by q, qd and qdd."""


class Target(NamedTuple):
    """Where a matrix of the result goes: [i][j] to `begin + i width + j` of an array."""

    array: str
    begin: int
    width: int
    apart: int = 0
    """How far its time derivatives are apart."""


def slope_loop(form: Form, robot: Robot, rows: Sequence[int], targets: Sequence[Target]) -> Passes:
    """d tau_i / d q, qd and qdd of some freedoms i, into three targets of as many rows."""
    inputs, outputs = form.slots(robot)
    sheet = Sheet(inputs)
    plant, x = form.read(robot, sheet.rows)
    q, qd, qdd = x.motion
    passes, arrays, angles = slope_passes(form, sheet, sweep(plant.tree, q, qd, qdd, x.loads), rows, targets)
    return Passes(form.equation.name, tuple(inputs), tuple(outputs), tuple(passes), arrays, angles)


def slope_passes(
    form: Form, sheet: Sheet, swept: Sweep, rows: Sequence[int], targets: Sequence[Target]
) -> tuple[list[Pass], dict[str, int], list[str]]:
    """The passes, the arrays they keep, and the inputs that only turn something."""
    n, order = len(swept.axes), form.order
    first = _first(form, sheet, swept, order)
    row_of = {i: k for k, i in enumerate(rows)}
    lower, upper = pairs(swept.tree)
    own, own_counts = runs([(i, j) for i, j in lower if i in row_of])
    others, other_counts = runs([(j, i) for i, j in upper if j in row_of])

    def to(i: int, j: int) -> list[int]:
        return [target.begin + row_of[i] * target.width + j for target in targets]

    into = tuple(Argument(target.array, target.apart, moves=1) for target in targets)
    size = SEEN * (order + 1)
    arguments = tuple(Argument(slot.name) for slot in (*first.inputs, *first.outputs))
    passes = [
        Pass(first, arguments, [[0] * len(arguments)]),
        Pass(
            _lower(order, n),
            (Argument("seen"), Argument("columns", moves=1), *into),
            [[size * i, j, *to(i, j)] for i, j in own],
            repeats=own_counts,
        ),
        Pass(
            _upper(order, n),
            (Argument("axes"), Argument("changes", moves=1), *into),
            [[AXIS * (order + 1) * j, i, *to(j, i)] for j, i in others],
            repeats=other_counts,
        ),
    ]
    return passes, {slot.name: slot.size for slot in first.outputs}, first.angle_places


def runs(entries: list[tuple[int, int]]) -> tuple[list[tuple[int, int]], list[int]]:
    """Entries (row, column) of a matrix as the beginnings of stretches of a row, and how long these are."""
    begins: list[tuple[int, int]] = []
    counts: list[int] = []
    for i, j in sorted(entries):
        if begins and begins[-1][0] == i and begins[-1][1] + counts[-1] == j:
            counts[-1] += 1
        else:
            begins.append((i, j))
            counts.append(1)
    return begins, counts


def _first(form: Form, sheet: Sheet, swept: Sweep, order: int) -> Program:
    """What one link after the other has: what it sees and its axis; and, link beside link, columns and changes of the wrench."""
    seen, axes, columns, changes = [], [], [], []
    for axis, carried in zip(swept.axes, swept.carried):
        by = [make(axis) for make in (by_position, by_velocity, by_acceleration)]
        seen += coefficient_rows(flat(list(carried.seen(axis.S))), order)
        axes += coefficient_rows(flat(list(axis.S)), order)
        columns.append(flat(coefficient_rows(flat([axis.S, by[0].X, by[0].y, by[1].X]), order)))
        changes.append(flat(coefficient_rows(flat([change(carried, axis, direction) for direction in by]), order)))
    n, terms = len(swept.axes), order + 1
    outputs = [Slot("seen", terms * n, SEEN), Slot("axes", terms * n, AXIS)]
    outputs += [Slot("columns", terms * COLUMN, n), Slot("changes", terms * CHANGES, n)]
    return sheet.program(form.equation.name, outputs, [seen, axes, list(zip(*columns)), list(zip(*changes))])


def _lower(order: int, n: int) -> Program:
    def step(s: Numbers, c: Numbers) -> Numbers:
        S, second, y, rate = twist(c), twist(c[6:]), vector(c[12:]), twist(c[15:])
        of = twist(s), vector(s[6:])
        directions = Direction(second, y), Direction(rate, scale(2, S[0])), Direction(S, ZERO)
        return [lower_entry(of, direction) for direction in directions]

    return _written("lower", ("seen", SEEN), ("columns", COLUMN), order, n, step)


def _upper(order: int, n: int) -> Program:
    def step(s: Numbers, c: Numbers) -> Numbers:
        return [pair(twist(s), twist(c[6 * k :])) for k in range(3)]

    return _written("upper", ("axes", AXIS), ("changes", CHANGES), order, n, step)


def _written(
    name: str,
    fixed: tuple[str, int],
    moving: tuple[str, int],
    order: int,
    n: int,
    step: Callable[[Numbers, Numbers], Numbers],
) -> Program:
    """A step from the numbers of one link, and from those of another that stand n apart."""
    sheet = Sheet([Slot(fixed[0], order + 1, fixed[1]), Slot(moving[0], (order + 1) * moving[1], n)])
    one, other = sheet.slots
    apart = [[row[0] for row in other[k * moving[1] : (k + 1) * moving[1]]] for k in range(order + 1)]
    found = [derivative_rows([x], order) for x in step(coefficients(one), coefficients(apart))]
    return sheet.program(name, [Slot(f"by{k}", order + 1, 1) for k in range(3)], found)


def vector(x: Numbers) -> Vector:
    """The first three numbers."""
    return x[0], x[1], x[2]


def twist(x: Numbers) -> Twist:
    """The first six numbers: a twist, or a wrench."""
    return vector(x), vector(x[3:])
