"""Newton-Euler of large robots as a loop over the links: the same two steps, written down for links whose constants are data.

Links of the same joint type and with zeros and ones in the same places (right angles, offsets along one axis, no products of
inertia) share a step in which those have folded. Long robots repeat themselves, so a few such kinds cover most links; the rest
take a step that knows no constant.
"""

from collections import Counter
from collections.abc import Sequence

from jounce.codegen.program import Program, Slot, trace
from jounce.codegen.recursion import Recursion, Step
from jounce.dynamics.newton_euler import Motion, base_motion, inward, outward
from jounce.functions.equation import Numbers, Place, at_body, derivative_rows, flat, series
from jounce.numbers import Jet
from jounce.robot import Robot
from jounce.robot.tree import Body
from jounce.spatial.inertia import Inertia
from jounce.spatial.joints import Moved, SlideZ, TurnZ
from jounce.spatial.placements import Placement

LINK = 22
"""Constants of a link: rotation (9), origin (3), ten inertial parameters."""
STATE, LOAD, MOVED = 18, 6, 5
MOST_KINDS = 8
"""Steps made for links with zeros and ones; each is compiled, whatever the number of links."""
JOINTS = (TurnZ, SlideZ)
Kind = tuple[int, tuple[float | None, ...]]
"""Joint type, and for each constant of the link its value if that is folded, else None."""


def _kind(link: Body) -> Kind:
    folded = tuple(x if x in (0.0, 1.0, -1.0) else None for x in _constants(link))
    return JOINTS.index(type(link.joint)), folded


def choose_kinds(bodies: Sequence[Body]) -> tuple[list[Kind], list[int]]:
    """The kinds to write down, and which of them each link takes."""
    frequent = Counter(_kind(body) for body in bodies).most_common(MOST_KINDS)
    special = [kind for kind, count in frequent if count > 1 or len(frequent) < MOST_KINDS]
    general = [(joint, (None,) * LINK) for joint in sorted({_kind(body)[0] for body in bodies if _kind(body) not in special})]
    kinds: list[Kind] = [*special, *general]
    return kinds, [kinds.index(own if (own := _kind(body)) in special else (own[0], (None,) * LINK)) for body in bodies]


def coefficients(rows: list[Numbers]) -> Numbers:
    """Jets from rows of Taylor coefficients: what steps hand to each other, so that no factorial is multiplied in and out."""
    return list(rows[0]) if len(rows) == 1 else [Jet(column) for column in zip(*rows)]


def coefficient_rows(numbers: Numbers, order: int) -> list[Numbers]:
    """Row k holds the k-th Taylor coefficient of each number."""
    columns = [x.coeffs if isinstance(x, Jet) else (x, *[0.0] * order) for x in numbers]
    return [list(row) for row in zip(*columns)]


def _link(symbols: Numbers, kind: Kind) -> Body:
    joint, folded = kind
    numbers: Numbers = [symbol if value is None else value for symbol, value in zip(symbols, folded)]
    r, o, m = numbers[:9], numbers[9:12], numbers[12:]
    placement = Placement((tuple(r[:3]), tuple(r[3:6]), tuple(r[6:])), tuple(o))
    return Body(-1, JOINTS[joint](placement), Inertia(m[0], tuple(m[1:4]), tuple(m[4:])))


def _constants(link: Body) -> Numbers:
    return flat([*link.joint.placement, *link.inertia])


def _step(kind: Kind, order: int) -> Step:
    rows = order + 1

    def go_out(link: list[Numbers], above: list[Numbers], q: list[Numbers]) -> list[list[Numbers]]:
        numbers = coefficients(above)
        w, al, a, A = numbers[:3], numbers[3:6], numbers[6:9], numbers[9:]
        parent = Motion(tuple(w), tuple(al), tuple(a), (tuple(A[:3]), tuple(A[3:6]), tuple(A[6:])))
        at, rate, acceleration = (series(q[k : k + rows])[0] for k in range(3))
        body = _link(link[0], kind)
        X = body.joint.at(at)
        motion, load = outward(body, X, parent, rate, acceleration)
        return [coefficient_rows(flat(list(x)), order) for x in (motion, load, (X.origin, X.sine, X.cosine))]

    def go_in(link: list[Numbers], moved: list[Numbers], load: list[Numbers]) -> list[list[Numbers]]:
        body = _link(link[0], kind)
        x, y, z, sine, cosine = coefficients(moved)
        force = coefficients(load)
        X = Moved(body.joint.placement.rotation, (x, y, z), sine, cosine)
        tau, handed = inward(body, X, (tuple(force[:3]), tuple(force[3:])))
        return [derivative_rows([tau], order), coefficient_rows(flat(list(handed)), order)]

    link, above, q = Slot("link", 1, LINK), Slot("above", rows, STATE), Slot("q", order + 3, 1)
    state, load, moved = Slot("state", rows, STATE), Slot("load", rows, LOAD), Slot("moved", rows, MOVED)
    handed = Slot("handed", rows, LOAD)
    return Step(
        trace("outward", [link, above, q], [state, load, moved], go_out),
        trace("inward", [link, moved, load], [Slot("tau", rows, 1), handed], go_in),
    )


def _external(order: int, place: Place) -> Program:
    def run(wrench: list[Numbers]) -> list[list[Numbers]]:
        return [coefficient_rows(flat(list(at_body(series(wrench), place))), order)]

    return trace("external", [Slot("wrench", order + 1, 6)], [Slot("off", order + 1, LOAD)], run)


def rnea_loop(robot: Robot, order: int, place: Place, wrench: bool) -> Recursion:
    """`rnea` as a recursion over links."""
    bodies = robot.tree.bodies
    kinds, taken = choose_kinds(bodies)
    state = flat(list(base_motion(robot.tree.gravity)))
    motion, force = Slot("motion", order + 3, robot.n), Slot("wrench", order + 1, 6)
    return Recursion(
        "rnea",
        (motion, force) if wrench else (motion,),
        (Slot("tau", order + 1, robot.n),),
        tuple(_step(kind, order) for kind in kinds),
        taken,
        [body.parent for body in bodies],
        [_constants(body) for body in bodies],
        [*state, *[0.0] * STATE * order],
        (_external(order, place), place.body) if wrench else None,
    )
