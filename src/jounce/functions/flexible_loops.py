"""What a solver of a flexible arm needs at an instant as loops over links, and over pairs of a link and one that carries it.

Where links are, and their axes, is straight-line code with the robot's constants in it. The rest follows from these: velocities
and accelerations from one link to the next, inertia and wrench of each link, sums over what a joint carries, slopes of pairs as
in `dynamics.rnea_derivatives`, and the tool's Jacobian with two time derivatives. Numbers of links stand side by side, link
beside link, so that all of it but what goes from one link to the next is done for several links at once.

In the axes of the base, of a freedom S that moves with what carries it (v, a; less gravity, a - g),

Sdot = v x S = Psi, Sddot = (a - g) x S + v x Psi + (0, g x S_angular) = Psi2 + (0, g x S_angular)

so that the tool's rows, made of S and of the tool's pose with time derivatives, need no further walk along the arm.
"""

from collections.abc import Sequence
from typing import Any

from jounce.codegen.passes import Argument, Pass, Passes
from jounce.codegen.program import Sheet, Slot
from jounce.dynamics.carried_bodies import Axis, Carried, State, displaced, own_share
from jounce.dynamics.rnea_derivatives import Direction, change, lower_entry
from jounce.functions.link_passes import (
    LINKS,
    POSE,
    Apart,
    added_up,
    carriers,
    columns,
    in_stretches,
    inertia_of,
    inward,
    matrix_of,
    pair_passes,
    picked,
    placed_links,
    springs,
    step,
    tool_rows,
    twist,
    vector,
    wrench_names,
)
from jounce.kernel.backends.plain import derivative_rows, flat
from jounce.kernel.equation import Form, Inputs, Numbers, at_body, series
from jounce.numbers import Jet
from jounce.plant.plant import Place, Plant
from jounce.plant.tool_outputs import ToolOutputs
from jounce.plant.tree import Tree
from jounce.robot import Robot
from jounce.spatial.geometry import (
    ZERO,
    Placement,
    Vector,
    acceleration_matrix,
    add,
    apply,
    cross,
    crossed,
    matmul,
    neg,
    pair,
    scale,
    scaled,
    skew,
    total,
)

MOTION, COLUMN, CARRIED, SEEN, CHANGES = 12, 18, 28, 9, 18
"""Numbers of a link: v and a; S, Psi2 and 2 Psi; inertia (10), Coriolis matrix (9), momentum (3) and wrench (6) of what
its joint carries; (I S, B^T S); changes of the wrench by q, qd and qdd."""
LEVELS = 3
"""Of the tool's equation: e, ed, edd."""


def _state(pose: Numbers, motion: Numbers) -> State:
    return State(Placement(matrix_of(pose), vector(pose[9:])), twist(motion), twist(motion[6:]))


def _carried(x: Numbers) -> Carried:
    return Carried(inertia_of(x), matrix_of(x[10:]), vector(x[19:]), twist(x[22:]))


def _axis(column: Numbers) -> Axis:
    """A freedom; the half of its 2 Psi is not among its numbers, nor is it asked for."""
    twice = twist(column[12:])
    return Axis(twist(column), twice, twist(column[6:]), twice)


def _directions(column: Numbers) -> list[Direction]:
    S, second, twice = twist(column), twist(column[6:]), twist(column[12:])
    return [Direction(second, twice[0], True), Direction(twice, scale(2, S[0])), Direction(S)]


def arm_loop(form: Form, robot: Robot, outputs: ToolOutputs, place: Place) -> Passes:
    """The equation of `flexible_arm` at an instant: joints of one freedom, none of which follows another."""
    inputs, results = form.slots(robot)
    sheet = Sheet(inputs)
    plant, x = form.read(robot, sheet.rows)
    tree, n = plant.tree, robot.n
    poses, axes, origin = placed_links(tree, x.motion[0])
    chain = carriers(tree, place.body)
    first = sheet.program(
        form.equation.name,
        [Slot("poses", POSE, n), Slot("columns", 6, n), Slot("origin", 1, 3)],
        [columns(poses), columns(axes), [origin if chain[:1] == [0] else ZERO]],
    )
    gravity = [0.0] * 9 + list(neg(tree.gravity))
    arrays = {"poses": POSE * n, "columns": COLUMN * n, "origin": 3, "carried": CARRIED * n, "seen": SEEN * n}
    arrays |= {"changes": CHANGES * n, "forces": n, "tool": LEVELS * POSE}
    tables = {
        "moving": [row[k] for row in [[x] + [0.0] * n for x in gravity] for k in range(n + 1)],
        "inertia": flat(columns([list(body.inertia) for body in tree.bodies])),
    }
    tables["springs"], entries = springs(plant)
    arguments = tuple(Argument(slot.name) for slot in (*first.inputs, *first.outputs))
    passes = [
        Pass(first, arguments, [[0] * len(arguments)]),
        _onward(tree, n),
        *_shares(form, tree, n),
        added_up("carried", CARRIED, n, inward(tree)),
        _seen(n),
        *_slopes(plant, n),
        picked(plant),
        _springs(n, entries),
        *_tool(form, robot, x, outputs, place, tree),
    ]
    return Passes(form.equation.name, tuple(inputs), tuple(results), tuple(passes), arrays, first.angle_places, tables)


def _onward(tree: Tree, n: int) -> Pass:
    """v and a, Psi2 and 2 Psi, one link after the other; the base is before the first."""

    def text(above: Numbers, S: Numbers, qd: Numbers, qdd: Numbers) -> Sequence[Any]:
        freedom, v, a = twist(S), twist(above), twist(above[6:])
        Psi = crossed(v, freedom)
        axis = displaced(freedom, v, a, Psi, Psi)
        return [total(v, scaled(qd[0], freedom)), total(a, scaled(qdd[0], freedom), scaled(qd[0], Psi))], [axis.second, axis.rate]

    one = step(
        {"above": Apart(MOTION, n + 1), "axis": Apart(6, n), "qd": Apart(1), "qdd": Apart(1)},
        {"motion": Apart(MOTION, n + 1), "columns": Apart(12, n)},
        text,
    )
    arrays = ("moving", "columns", "motion", "motion", "moving", "columns")
    begins = [[body.parent + 1, k, n + k, 2 * n + k, k + 1, 6 * n + k] for k, body in enumerate(tree.bodies)]
    return Pass(one, tuple(map(Argument, arrays)), begins)


def _shares(form: Form, tree: Tree, n: int) -> list[Pass]:
    """What each link contributes to what its joint carries, less what acts on it."""

    def text(pose: Numbers, motion: Numbers, m: Numbers) -> Sequence[Any]:
        return [own_share(inertia_of(m), _state(pose, motion))]

    given = {"pose": Apart(POSE, n), "motion": Apart(MOTION, n + 1), "inertia": Apart(LINKS, n)}
    own = step(given, {"carried": Apart(CARRIED, n)}, text)
    arguments = tuple(Argument(array, moves=1) for array in ("poses", "moving", "inertia", "carried"))
    passes = [Pass(own, arguments, [[0, 1, 0, 0]], repeats=[n])]
    for name, place in zip(wrench_names(form), form.wrenches):
        if place.body >= 0:

            def taken(wrench: Numbers, pose: Numbers, place: Place = place) -> Sequence[Any]:
                moment, force = at_body(series([wrench]), place)
                R, p = matrix_of(pose), vector(pose[9:])
                f = apply(R, force)
                return [[neg(add(apply(R, moment), cross(p, f))), neg(f)]]

            off = step({"wrench": Apart(6), "pose": Apart(POSE, n)}, {"off": Apart(6, n)}, taken)
            where = (Argument(name), Argument("poses"), Argument("carried", added=True))
            passes.append(Pass(off, where, [[0, place.body, (CARRIED - 6) * n + place.body]]))
    return passes


def _seen(n: int) -> Pass:
    """What each freedom sees of what it carries, how the wrench of that changes, and the joint's force."""

    def text(carried: Numbers, column: Numbers) -> Sequence[Any]:
        body, axis = _carried(carried), _axis(column)
        changes = [change(body, axis, direction) for direction in _directions(column)]
        return body.seen(axis.S), changes, [pair(axis.S, body.wrench)]

    one = step(
        {"carried": Apart(CARRIED, n), "columns": Apart(COLUMN, n)},
        {"seen": Apart(SEEN, n), "changes": Apart(CHANGES, n), "forces": Apart(1)},
        text,
    )
    arguments = tuple(Argument(array, moves=1) for array in ("carried", "columns", "seen", "changes", "forces"))
    return Pass(one, arguments, [[0] * 5], repeats=[n])


def _slopes(plant: Plant, n: int) -> list[Pass]:
    """Rows of the joints without a motor, as in `dynamics.rnea_derivatives`."""
    made = {f"by{k}": Apart(1) for k in range(3)}

    def below(seen: Numbers, column: Numbers) -> Sequence[Any]:
        of = twist(seen), vector(seen[6:])
        return [[lower_entry(of, direction.X, direction.y)] for direction in _directions(column)]

    def above(axis: Numbers, changes: Numbers) -> Sequence[Any]:
        return [[pair(twist(axis), twist(changes[6 * k :]))] for k in range(3)]

    steps = (
        step({"seen": Apart(SEEN), "columns": Apart(COLUMN, n)}, made, below),
        step({"axis": Apart(6), "changes": Apart(CHANGES, n)}, made, above),
    )
    return pair_passes(plant, n, steps, (("seen", "columns"), ("columns", "changes")), ("by_q", "by_v", "by_a"))


def _springs(n: int, entries: Sequence[tuple[int, int]]) -> Pass:
    """What springs add to load and slopes."""

    def text(spring: Numbers, q: Numbers, qd: Numbers) -> Sequence[Any]:
        stiffness, damping = spring
        return [stiffness * q[0] + damping * qd[0]], [stiffness], [damping]

    made = {name: Apart(1) for name in ("load", "by_q", "by_v")}
    one = step({"spring": Apart(2), "q": Apart(1), "qd": Apart(1)}, made, text)
    arguments = (Argument("springs"), Argument("motion"), Argument("motion"), *(Argument(name, added=True) for name in made))
    return Pass(one, arguments, [[2 * k, j, n + j, u, u * n + j, u * n + j] for k, (u, j) in enumerate(entries)])


def _tool(form: Form, robot: Robot, x: Inputs, outputs: ToolOutputs, place: Place, tree: Tree) -> list[Pass]:
    """Where the tool is with two time derivatives, what it misses, and the rows of its Jacobian."""
    n, width = robot.n, len(x.auxiliary["target"][0])
    count = len(outputs.positions) + len(outputs.angles)
    chain = carriers(tree, place.body)

    def where(pose: Numbers, motion: Numbers, origin: Numbers, target: Numbers) -> Sequence[Any]:
        tool = _moved_frame(_state(pose, motion), place.frame, tree.gravity)
        wanted = [Jet.from_derivatives(target[i::width]) for i in range(width)]
        absolute = tool._replace(origin=add(tool.origin, vector(origin)))
        missing = derivative_rows(outputs.missing(absolute, wanted), LEVELS - 1)
        return derivative_rows(flat(list(tool)), LEVELS - 1), missing

    pose = step(
        {"pose": Apart(POSE, n), "motion": Apart(MOTION, n + 1), "origin": Apart(3), "target": Apart(LEVELS * width)},
        {"tool": Apart(LEVELS * POSE), "e": Apart(LEVELS * count)},
        where,
    )
    arrays = ("poses", "moving", "origin", "target", "tool", "e")
    at = place.body
    passes = [Pass(pose, tuple(map(Argument, arrays)), [[at, at + 1, 0, 0, 0, 0]])]

    def rows(tool: Numbers, column: Numbers) -> Sequence[Any]:
        frame = [Jet.from_derivatives(tool[i::POSE]) for i in range(POSE)]
        R, p = matrix_of(frame), vector(frame[9:])
        S, second, twice = (flat(list(twist(column[k:]))) for k in (0, 6, 12))
        second[3:] = add(vector(second[3:]), cross(tree.gravity, vector(S)))
        axis = twist([Jet([s, 0.5 * d, 0.5 * dd]) for s, d, dd in zip(S, twice, second)])
        return [derivative_rows(tool_rows(outputs, R, p, axis), LEVELS - 1)]

    jacobian = step({"tool": Apart(LEVELS * POSE), "columns": Apart(COLUMN, n)}, {"J": Apart(LEVELS * count, n)}, rows)
    begins, counts = in_stretches(chain)
    arguments = (Argument("tool"), Argument("columns", moves=1), Argument("J", moves=1))
    return [*passes, Pass(jacobian, arguments, [[0, j, j] for j in begins], repeats=counts)]


def _moved_frame(state: State, frame: Placement, gravity: Vector) -> Placement:
    """A frame on a moving body as jets of order two: Rdot = [w] R, Rddot = ([al] + [w][w]) R, and its origin's."""
    R, p = state.pose.then(frame)
    (w, u), (al, a) = state.v, state.a
    rate = add(u, cross(w, p))
    second = add(a, gravity, cross(al, p), cross(w, rate))
    rotations = flat(R), flat(matmul(skew(w), R)), flat(matmul(acceleration_matrix(w, al), R))
    return Placement(
        matrix_of([Jet.from_derivatives(x) for x in zip(*rotations)]),
        vector([Jet.from_derivatives(x) for x in zip(p, rate, second)]),
    )
