"""What derivatives of a flexible arm's joints have to fulfil, order by order, as loops over links.

Where links are is straight-line code. All time derivatives follow from it in the axes of the base, one Taylor coefficient of all
links after the other: velocities are sums of qd S over the joints that carry a link, and axes and frames move with them,

    v_k = v_p + qd_k S_k,    Sdot_k = v_p x S_k,    Rdot = [w] R,    pdot = u + w x p

so that coefficient i of the velocities gives coefficient i + 1 of axes, of mass moments and of the tool's pose. The load is made
of derivatives of momentum, see `dynamics.momentum_series`. Steps of one coefficient are the same at all orders.
"""

from collections.abc import Sequence
from math import factorial
from typing import Any

from jounce.codegen.passes import Argument, Pass, Passes
from jounce.codegen.program import Program, Sheet, Slot
from jounce.dynamics.momentum_series import Moments
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
    runs,
    springs,
    step,
    summed,
    tool_rows,
    twist,
    vector,
    wrench_names,
)
from jounce.kernel.backends.plain import flat
from jounce.kernel.equation import Form, Numbers, at_body, series
from jounce.numbers import Jet
from jounce.plant.plant import Place, Plant
from jounce.plant.tool_outputs import ToolOutputs
from jounce.plant.tree import Tree
from jounce.robot import Robot
from jounce.spatial.geometry import ZERO, Placement, Twist, add, apply, cross, crossed, matmul, neg, pair, scale, skew, sub
from jounce.spatial.inertia import momentum

MOMENTS = 9
"""Numbers of a link: h and Sigma."""


def derivative_loop(form: Form, robot: Robot, outputs: ToolOutputs, place: Place, order: int) -> Passes:
    """The equation of `flexible_arm_derivative`: joints of one freedom, none of which follows another."""
    inputs, results = form.slots(robot)
    plant, n = form.read(robot, Sheet(inputs).rows)[0], robot.n
    tree, chain = plant.tree, carriers(plant.tree, place.body)
    pose = Sheet([Slot("q", 1, n)])
    poses, axes, origin = placed_links(tree, pose.rows[0])
    first = pose.program(
        "placed",
        [Slot("poses", POSE, n), Slot("axes", 6, n), Slot("origin", 1, 3)],
        [columns(poses), columns(axes), [origin if chain[:1] == [0] else ZERO]],
    )
    arrays = {"poses": POSE * n, "axes": 6 * max(1, order) * n, "origin": 3, "tool": POSE * (order + 1)}
    tables = {} if order == 1 else {"inertia": flat(columns([list(body.inertia) for body in tree.bodies]))}
    passes = [Pass(first, tuple(map(Argument, ("motion", "poses", "axes", "origin"))), [[0] * 4])]
    if order > 0:
        arrays |= {"own": 6 * n, "moving": 6 * order * (n + 1)}
        passes += _velocities(tree, n, order)
    passes += _tool(inputs[1].width, n, outputs, place, order)
    if order == 0:
        arrays |= {"composite": LINKS * n, "seen": 6 * n}
        passes += [*_masses(plant, n), _jacobian(n, outputs, chain)]
    elif order > 1:
        arrays |= {"moments": MOMENTS * order * n, "pushes": 6 * (order - 1) * n, "wrenches": 6 * (order - 1) * n, "forces": n}
        tables["springs"], held = _load(plant, n, order - 2)
        passes += [*_wrenches(form, tree, n, order), *held]
    turning = [place.replace("q[", "motion[") for place in first.angle_places]
    return Passes(form.equation.name, tuple(inputs), tuple(results), tuple(passes), arrays, turning, tables)


def _jets(x: Numbers, width: int) -> list[Jet]:
    """Numbers, coefficient after coefficient, as jets."""
    return [Jet(x[k::width]) for k in range(width)]


def _last(x: Any) -> Any:
    """The last coefficient of nested jets."""
    return [_last(part) for part in x] if isinstance(x, (list, tuple)) else x.coeffs[-1]


def _velocities(tree: Tree, n: int, count: int) -> list[Pass]:
    """So many coefficients of velocities, and of axes; the base, which rests, stands before the first link."""
    parents = [body.parent for body in tree.bodies]
    stretches, lengths = runs([(k - parents[k], k) for k in range(n)])  # links that are carried by neighbours
    carried = summed(tree, n, True)
    passes = []
    for i in range(count):
        into = (Argument("motion", moves=1), Argument("axes", moves=1), Argument("own", moves=1))
        passes.append(Pass(_own_velocity(i, n), into, [[n, 0, 0]], repeats=[n]))
        passes.append(Pass(carried, (Argument("own"), Argument("moving")), [[0, 6 * (n + 1) * i]]))
        if i + 1 < count:
            moved = (Argument("moving", moves=1), Argument("axes", moves=1), Argument("axes", moves=1))
            begins = [[parents[k] + 1, k, 6 * n * (i + 1) + k] for _, k in stretches]
            passes.append(Pass(_carried_axis(i, n), moved, begins, repeats=lengths))
    return passes


def _own_velocity(i: int, n: int) -> Program:
    """Coefficient i of qd S."""

    def text(rates: Numbers, S: Numbers) -> Sequence[Any]:
        qd = Jet.from_derivatives(rates)
        return [_last([qd * x for x in _jets(S, 6)])]

    given = {"rates": Apart(i + 1, n), "S": Apart(6 * (i + 1), n)}
    return step(given, {"v": Apart(6, n)}, text)


def _carried_axis(i: int, n: int) -> Program:
    """Coefficient i + 1 of S from those of the velocity of what carries the joint."""

    def text(v: Numbers, S: Numbers) -> Sequence[Any]:
        rate = crossed(twist(_jets(v, 6)), twist(_jets(S, 6)))
        return [[x / (i + 1) for x in flat(_last(rate))]]

    given = {"v": Apart(6 * (i + 1), n + 1), "S": Apart(6 * (i + 1), n)}
    return step(given, {"next": Apart(6, n)}, text)


def _frame_rate(frame: Numbers, v: Numbers) -> Numbers:
    """The next coefficient of a frame on a moving body, from those before of R and p, and as many of the body's velocity."""
    known = _jets(frame, POSE)
    w, u = twist(_jets(v, 6))
    rates = [matmul(skew(w), matrix_of(known)), add(u, cross(w, vector(known[9:])))]
    return [x / (len(frame) // POSE) for x in flat(_last(rates))]


def _tool(width: int, n: int, outputs: ToolOutputs, place: Place, order: int) -> list[Pass]:
    """The derivative of this order of what the tool misses, and before it the tool's pose with as many."""
    count = len(outputs.positions) + len(outputs.angles)

    def start(pose: Numbers) -> Sequence[Any]:
        return [list(Placement(matrix_of(pose), vector(pose[9:])).then(place.frame))]

    def missing(tool: Numbers, origin: Numbers, target: Numbers) -> Sequence[Any]:
        frame = _jets(tool, POSE)
        wanted = [Jet.from_derivatives(target[i::width]) for i in range(width)]
        found = outputs.missing(Placement(matrix_of(frame), add(vector(frame[9:]), vector(origin))), wanted)
        return [[x * factorial(order) for x in _last(found)]]

    at = place.body
    first = step({"pose": Apart(POSE, n)}, {"tool": Apart(POSE)}, start)
    passes = [Pass(first, (Argument("poses"), Argument("tool")), [[at, 0]])]
    for i in range(order):
        given = {"frame": Apart(POSE * (i + 1)), "v": Apart(6 * (i + 1), n + 1)}
        rate = step(given, {"next": Apart(POSE)}, lambda frame, v: [_frame_rate(frame, v)])
        passes.append(Pass(rate, tuple(map(Argument, ("tool", "moving", "tool"))), [[0, at + 1, POSE * (i + 1)]]))
    given = {"tool": Apart(POSE * (order + 1)), "origin": Apart(3), "target": Apart((order + 1) * width)}
    last = step(given, {"e": Apart(count)}, missing)
    return [*passes, Pass(last, tuple(map(Argument, ("tool", "origin", "target", "e"))), [[0, 0, 0, 0]])]


def _masses(plant: Plant, n: int) -> list[Pass]:
    """Rows of the mass matrix: of the joints without a motor."""
    tree = plant.tree

    def inertia(pose: Numbers, own: Numbers) -> Sequence[Any]:
        return [list(inertia_of(own).seen_from(Placement(matrix_of(pose), vector(pose[9:]))))]

    def seen(composite: Numbers, S: Numbers) -> Sequence[Any]:
        return [momentum(inertia_of(composite), twist(S))]

    own = step({"pose": Apart(POSE, n), "own": Apart(LINKS, n)}, {"composite": Apart(LINKS, n)}, inertia)
    felt = step({"composite": Apart(LINKS, n), "S": Apart(6, n)}, {"seen": Apart(6, n)}, seen)
    entry = step({"one": Apart(6), "other": Apart(6, n)}, {"M": Apart(1)}, lambda a, b: [[pair(twist(a), twist(b))]])
    return [
        Pass(own, tuple(Argument(x, moves=1) for x in ("poses", "inertia", "composite")), [[0] * 3], repeats=[n]),
        added_up("composite", LINKS, n, inward(tree)),
        Pass(felt, tuple(Argument(x, moves=1) for x in ("composite", "axes", "seen")), [[0] * 3], repeats=[n]),
        *pair_passes(plant, n, (entry, entry), (("seen", "axes"), ("axes", "seen")), ("M",)),
    ]


def _jacobian(n: int, outputs: ToolOutputs, chain: list[int]) -> Pass:
    """Rows of the tool."""
    count = len(outputs.positions) + len(outputs.angles)

    def text(tool: Numbers, S: Numbers) -> Sequence[Any]:
        return [tool_rows(outputs, matrix_of(tool), vector(tool[9:]), twist(S))]

    one = step({"tool": Apart(POSE), "S": Apart(6, n)}, {"J": Apart(count, n)}, text)
    begins, counts = in_stretches(chain)
    arguments = (Argument("tool"), Argument("axes", moves=1), Argument("J", moves=1))
    return Pass(one, arguments, [[0, j, j] for j in begins], repeats=counts)


def _wrenches(form: Form, tree: Tree, n: int, order: int) -> list[Pass]:
    """Derivatives of momentum, less what acts on links, summed over what each joint carries."""

    def moments(pose: Numbers, own: Numbers) -> Sequence[Any]:
        _, first, second = Moments.of(inertia_of(own).seen_from(Placement(matrix_of(pose), vector(pose[9:]))))
        return [[first, second]]

    placed = step({"pose": Apart(POSE, n), "own": Apart(LINKS, n)}, {"moments": Apart(MOMENTS, n)}, moments)
    arguments = tuple(Argument(x, moves=1) for x in ("poses", "inertia", "moments"))
    passes = [Pass(placed, arguments, [[0, 0, 0]], repeats=[n])]
    moving = tuple(Argument(x, moves=1) for x in ("inertia", "moving", "moments"))
    for i in range(order):
        if i + 1 < order:
            into = Argument("moments", moves=1)
            passes.append(Pass(_rates(i, n), (*moving, into), [[0, 1, 0, MOMENTS * n * (i + 1)]], repeats=[n]))
        if i > 0:
            into = Argument("pushes", moves=1)
            passes.append(Pass(_push(i, n, tree), (*moving, into), [[0, 1, 0, 6 * n * (i - 1)]], repeats=[n]))
    for name, place in zip(wrench_names(form), form.wrenches):
        if place.body >= 0:
            arrays = (Argument(name), Argument("poses"), Argument("moving"), Argument("pushes", added=True))
            passes.append(Pass(_off(place, n, order), arrays, [[0, place.body, place.body + 1, place.body]]))
    begins = [[6 * n * i, 6 * n * i] for i in range(order - 1)]
    return [*passes, Pass(summed(tree, n, False), (Argument("pushes"), Argument("wrenches")), begins)]


def _body(mass: Numbers, v: Numbers, moments: Numbers) -> tuple[Moments, Twist]:
    x = _jets(moments, MOMENTS)
    return Moments(mass[0], vector(x), (x[3], x[4], x[5], x[6], x[7], x[8])), twist(_jets(v, 6))


def _given(i: int, n: int) -> dict[str, Apart]:
    return {"mass": Apart(1), "v": Apart(6 * (i + 1), n + 1), "moments": Apart(MOMENTS * (i + 1), n)}


def _rates(i: int, n: int) -> Program:
    """Coefficient i + 1 of mass moments."""

    def text(mass: Numbers, v: Numbers, moments: Numbers) -> Sequence[Any]:
        body, moves = _body(mass, v, moments)
        return [[x / (i + 1) for x in flat(_last(body.rates(moves)))]]

    return step(_given(i, n), {"next": Apart(MOMENTS, n)}, text)


def _push(i: int, n: int, tree: Tree) -> Program:
    """Coefficient i - 1 of the wrench that moves a link against gravity."""

    def text(mass: Numbers, v: Numbers, moments: Numbers) -> Sequence[Any]:
        body, moves = _body(mass, v, moments)
        moment, force = twist(flat(_last(body.momentum(moves))))
        weight = cross(vector(moments[MOMENTS * (i - 1) :]), tree.gravity)
        moment, force = sub(scale(i, moment), weight), scale(i, force)
        return [[moment, sub(force, scale(mass[0], tree.gravity)) if i == 1 else force]]

    return step(_given(i, n), {"wrench": Apart(6, n)}, text)


def _off(place: Place, n: int, order: int) -> Program:
    """What acts on a link, in base axes, taken off: coefficients to the order less two."""

    def text(wrench: Numbers, pose: Numbers, v: Numbers) -> Sequence[Any]:
        moment, force = at_body(series([wrench[k : k + 6] for k in range(0, len(wrench), 6)]), place)
        frame = list(pose)
        for i in range(order - 2):
            frame += _frame_rate(frame, v[: 6 * (i + 1)])
        R, p = matrix_of(_jets(frame, POSE)), vector(_jets(frame, POSE)[9:])
        f = apply(R, force)
        found = flat([neg(add(apply(R, moment), cross(p, f))), neg(f)])
        return [[x.coeffs[k] for k in range(order - 1) for x in found]]

    given = {"wrench": Apart(6 * (order - 1)), "pose": Apart(POSE, n), "v": Apart(6 * order, n + 1)}
    return step(given, {"off": Apart(6 * (order - 1), n)}, text)


def _load(plant: Plant, n: int, order: int) -> tuple[Numbers, list[Pass]]:
    """The derivative of this order of S . f where no motor is, and of what springs give."""

    def force(S: Numbers, f: Numbers) -> Sequence[Any]:
        return [[_last(pair(twist(_jets(S, 6)), twist(_jets(f, 6)))) * factorial(order)]]

    def spring(held: Numbers, x: Numbers, rate: Numbers) -> Sequence[Any]:
        return [[held[0] * x[0] + held[1] * rate[0]]]

    given = {"S": Apart(6 * (order + 1), n), "f": Apart(6 * (order + 1), n)}
    along = step(given, {"forces": Apart(1)}, force)
    bent = step({"held": Apart(2), "x": Apart(1), "rate": Apart(1)}, {"load": Apart(1)}, spring)
    table, entries = springs(plant)
    begins = [[2 * k, order * n + j, (order + 1) * n + j, u] for k, (u, j) in enumerate(entries)]
    arguments = tuple(Argument(x, moves=1) for x in ("axes", "wrenches", "forces"))
    return table, [
        Pass(along, arguments, [[0, 0, 0]], repeats=[n]),
        picked(plant),
        Pass(bent, (*map(Argument, ("springs", "motion", "motion")), Argument("load", added=True)), begins),
    ]
