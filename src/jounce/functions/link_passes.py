"""Steps and passes over links that loop forms of a flexible arm's equations have in common.

A step is straight-line code of one link, or of a pair of a link and one that carries it; a pass runs it for all of them. Numbers
of links stand side by side, link beside link.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from jounce.codegen.passes import Argument, Pass
from jounce.codegen.program import UNTOUCHED, Program, Sheet, Slot
from jounce.dynamics.kinematic_sweep import axis, moved
from jounce.dynamics.rnea_derivatives import pairs
from jounce.kernel.backends.plain import flat
from jounce.kernel.equation import Form, Numbers
from jounce.numbers import Number
from jounce.plant.plant import Plant, spring_matrices
from jounce.plant.tool_outputs import ToolOutputs
from jounce.plant.tree import Tree
from jounce.spatial.geometry import IDENTITY, ZERO, Matrix, Placement, Twist, Vector, add, apply, cross, transpose
from jounce.spatial.inertia import Inertia

POSE = 12
"""Numbers of where a link is: R and p."""
LINKS = 10
"""Inertial parameters of a link."""
VECTOR = 8
"""Numbers that a processor works on at once, at most."""


class Apart(NamedTuple):
    """Numbers of one link among those of all: how many, and how far they are apart."""

    numbers: int
    apart: int = 1


def step(given: dict[str, Apart], made: dict[str, Apart], text: Callable[..., Sequence[Any]]) -> Program:
    """A step: from the numbers of each array that is given those of each that is made."""
    sheet = Sheet([Slot(name, *one) for name, one in given.items()])
    found = text(*([row[0] for row in slot] for slot in sheet.slots))
    rows = [[[x] + [UNTOUCHED] * (one.apart - 1) for x in flat(values)] for one, values in zip(made.values(), found)]
    return sheet.program("step", [Slot(f"made_{name}", *one) for name, one in made.items()], rows)


def vector(x: Numbers) -> Vector:
    """The first three numbers."""
    return x[0], x[1], x[2]


def twist(x: Numbers) -> Twist:
    """The first six numbers: a twist, or a wrench."""
    return vector(x), vector(x[3:])


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


def matrix_of(x: Numbers) -> Matrix:
    """The first nine numbers."""
    return vector(x), vector(x[3:]), vector(x[6:])


def inertia_of(x: Numbers) -> Inertia:
    """The first ten numbers."""
    return Inertia(x[0], vector(x[1:]), (x[4], x[5], x[6], x[7], x[8], x[9]))


def placed_links(tree: Tree, q: Sequence[Number]) -> tuple[list[Placement], list[Twist], Vector]:
    """Where bodies are, their freedoms, both about the origin of the first body; and that origin."""
    found, axes = [Placement(IDENTITY, ZERO)] * (len(tree.bodies) + 1), []
    origin = ZERO
    for k, body in enumerate(tree.bodies):
        X = body.joint.at(q[k])
        origin = X.origin if k == 0 else origin
        found[k] = moved(found[body.parent], X if k else X._replace(origin=ZERO))
        axes.append(axis(body, found[k]))
    return found[:-1], axes, origin


def inward(tree: Tree) -> list[tuple[int, int]]:
    """Bodies and what carries them, from the leaves to the base."""
    return [(k, body.parent) for k, body in reversed(list(enumerate(tree.bodies))) if body.parent >= 0]


def columns(rows: Sequence[Any]) -> list[Numbers]:
    """Numbers of links, link beside link."""
    return [list(row) for row in zip(*map(flat, rows))]


def summed(tree: Tree, n: int, outward: bool) -> Program:
    """Sums of six numbers a body: over those that carry it, behind a column for the base; or over those it carries."""
    sheet = Sheet([Slot("own", 6, n)])
    found = []
    for row in sheet.rows:
        whole: Numbers = list(row)
        for k, p in ((k, body.parent) for k, body in enumerate(tree.bodies)) if outward else inward(tree):
            if p >= 0 and outward:
                whole[k] = whole[k] + whole[p]
            elif p >= 0:
                whole[p] = whole[p] + whole[k]
        found.append([0.0, *whole] if outward else whole)
    return sheet.program("summed", [Slot("whole", 6, n + outward)], [found])


def wrench_names(form: Form) -> list[str]:
    """Of the inputs that are wrenches."""
    return ["wrench"] if len(form.wrenches) == 1 else [f"wrench{k}" for k in range(len(form.wrenches))]


def carriers(tree: Tree, body: int) -> list[int]:
    """Bodies that carry a body, itself among them, from the base."""
    found: list[int] = []
    while body >= 0:
        found.insert(0, body)
        body = tree.bodies[body].parent
    return found


def in_stretches(numbers: Sequence[int]) -> tuple[list[int], list[int]]:
    """Beginnings of stretches of numbers one after the other, and how long these are."""
    begins, counts = runs([(0, k) for k in numbers])
    return [k for _, k in begins], counts


def added_up(array: str, numbers: int, apart: int, handed: Sequence[tuple[int, int]]) -> Pass:
    """Numbers at the first of two places added to those at the second, one pair after the other."""
    own = step({"own": Apart(numbers, apart)}, {"whole": Apart(numbers, apart)}, lambda own: [own])
    return Pass(own, (Argument(array), Argument(array, added=True)), handed)


def pair_passes(
    plant: Plant, n: int, steps: tuple[Program, Program], arrays: Sequence[tuple[str, str]], into: Sequence[str]
) -> list[Pass]:
    """Matrices of which joints without a motor have rows: entries of such a joint with those that carry it, then with those that
    it carries. arrays: of each step, of the row's joint and of the column's, whose numbers stand n apart."""
    row = {i: u for u, i in enumerate(plant.passive)}
    lower, upper = pairs(plant.tree)
    later = {(i, j) for i, j in upper if i in row}
    passes = []
    for made, found, (fixed, moving) in zip(steps, ([(i, j) for i, j in lower if i in row], list(later)), arrays):
        begins, counts = runs(found)
        if made is steps[0]:
            counts = [_whole(i, j, count, later) for (i, j), count in zip(begins, counts)]
        arguments = (Argument(fixed, n), Argument(moving, moves=1), *(Argument(name, moves=1) for name in into))
        places = [[i, j, *[row[i] * n + j] * len(into)] for i, j in begins]
        passes.append(Pass(made, arguments, places, repeats=counts))
    return passes


def _whole(i: int, j: int, count: int, later: set[tuple[int, int]]) -> int:
    """How many entries of row i from column j on are made: whole vectors, where all too many are made again later."""
    whole = -(-count // VECTOR) * VECTOR
    return whole if all((i, j + k) in later for k in range(count, whole)) else count


def picked(plant: Plant) -> Pass:
    """Of all joint forces the load: those of joints without a motor."""
    kept = step({"x": Apart(1)}, {"y": Apart(1)}, lambda x: [x])
    return Pass(kept, (Argument("forces"), Argument("load")), [[i, u] for u, i in enumerate(plant.passive)])


def springs(plant: Plant) -> tuple[Numbers, list[tuple[int, int]]]:
    """Stiffness and damping between joints without a motor, entry by entry; and each entry's row, and joint of its column."""
    K, D = (part.tolist() for part in spring_matrices(plant))
    found = [(u, i, j) for u, i in enumerate(plant.passive) for j in plant.passive if K[i][j] or D[i][j]]
    return [x for _, i, j in found for x in (K[i][j], D[i][j])], [(u, j) for u, _, j in found]


def tool_rows(outputs: ToolOutputs, R: Matrix, p: Vector, S: Twist) -> Numbers:
    """How a freedom moves each of the tool's outputs, where the tool has the pose (R, p)."""
    moving = add(S[1], cross(S[0], p))
    turning = apply(transpose(R), S[0])
    return [moving[k] for k in outputs.positions] + flat(outputs.turning_rows(R, [[x] for x in turning]))
