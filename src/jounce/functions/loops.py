"""Newton-Euler of large robots as a loop over the links: the same two steps, written down for links whose constants are data.

Links of the same joint type and with zeros and ones in the same places (right angles, offsets along one axis, no products of
inertia) share a step in which those have folded. Long robots repeat themselves, so a few such kinds cover most links; the rest
take a step that knows no constant.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from jounce.codegen.program import Program, Sheet, Slot
from jounce.codegen.recursion import Recursion, Step
from jounce.dynamics.motor import motor_torque
from jounce.dynamics.newton_euler import BodyMotion, base_motion, inward, outward
from jounce.functions.equation import Form, Numbers, at_body, coefficient_rows, coefficients, flat, series
from jounce.numbers import derivatives
from jounce.plant.motor import LinearSpring, Motor
from jounce.plant.plant import Place, plant_of
from jounce.plant.tree import Body
from jounce.robot import Robot
from jounce.robot.springs import SpringLaw
from jounce.spatial.inertia import Inertia
from jounce.spatial.joints import JointTransform, PrismaticZ, RevoluteZ
from jounce.spatial.placements import Placement

LINK, MOTOR = 22, 7
"""Constants of a link: rotation (9), origin (3), ten inertial parameters; and of its motor: inertia, compliance, friction (3)."""
STATE, LOAD, MOVED = 18, 6, 5
MOST_KINDS = 8
"""Steps made for links with zeros and ones; each is compiled, whatever the number of links."""
JOINTS = (RevoluteZ, PrismaticZ)
Kind = tuple[int, tuple[float | None, ...], SpringLaw | None]
"""Joint type, for each constant of the link its value if that is folded, else None; and the spring if that is not linear."""


def choose_kinds(
    joints: Sequence[int], constants: Sequence[Numbers], laws: Sequence[SpringLaw | None]
) -> tuple[list[Kind], list[int]]:
    """The kinds to write down, and which of them each link takes, from joint type, constants and spring law of each."""
    folded = [tuple(x if x in (0.0, 1.0, -1.0) else None for x in c) for c in constants]
    known: list[Kind] = list(zip(joints, folded, laws))
    unknown = (None,) * len(constants[0])
    frequent = Counter(known).most_common(MOST_KINDS)
    special = [kind for kind, count in frequent if count > 1 or len(frequent) < MOST_KINDS]
    rest = dict.fromkeys((kind[0], kind[2]) for kind in known if kind not in special)
    general: list[Kind] = [(joint, unknown, law) for joint, law in sorted(rest, key=lambda pair: pair[0])]
    kinds = [*special, *general]
    return kinds, [kinds.index(kind if kind in special else (kind[0], unknown, kind[2])) for kind in known]


def _link(symbols: Numbers, kind: Kind) -> Body:
    joint, folded, _ = kind
    numbers: Numbers = [symbol if value is None else value for symbol, value in zip(symbols, folded)]
    r, o, m = numbers[:9], numbers[9:12], numbers[12:LINK]
    placement = Placement((tuple(r[:3]), tuple(r[3:6]), tuple(r[6:])), tuple(o))
    return Body(-1, JOINTS[joint](placement), Inertia(m[0], tuple(m[1:4]), tuple(m[4:])))


def _constants(link: Body) -> Numbers:
    return flat([*link.joint.placement, *link.inertia])


def _motor_constants(motor: Motor) -> Numbers:
    compliance = motor.spring.compliance if isinstance(motor.spring, LinearSpring) else 0.0
    return [motor.inertia, compliance, motor.viscous, motor.coulomb, motor.speed, motor.stribeck, motor.stribeck_speed]


def _motor(symbols: Numbers, kind: Kind, order: int) -> Motor:
    """The motor in a step. Where compliance is a symbol it may still be zero, unless no joint of the robot is elastic."""
    numbers: Numbers = [symbol if value is None else value for symbol, value in zip(symbols, kind[1])][LINK:]
    if not numbers:
        return Motor()
    inertia, compliance, viscous, coulomb, speed, stribeck, stribeck_speed = numbers
    elastic = order > 0 and kind[1][LINK + 1] != 0.0
    spring = kind[2] or (LinearSpring(0.0, compliance) if elastic else None)  # only deflections are asked of it
    return Motor(inertia, spring, 0.0, viscous, coulomb, speed, stribeck, stribeck_speed)


Finish = Callable[[Motor, Numbers, Numbers], list[Numbers]]
"""From a motor, (q, qd, qdd) and (tau, taud, ...) of one joint to its rows of each output."""


def _step(kind: Kind, order: int, outputs: Sequence[Slot], finish: Finish) -> Step:
    rows = order + 1

    def go_out(link: list[Numbers], above: list[Numbers], q: list[Numbers]) -> list[list[Numbers]]:
        numbers = coefficients(above)
        w, al, a, A = numbers[:3], numbers[3:6], numbers[6:9], numbers[9:]
        parent = BodyMotion(tuple(w), tuple(al), tuple(a), (tuple(A[:3]), tuple(A[3:6]), tuple(A[6:])))
        at, rate, acceleration = (series(q[k : k + rows])[0] for k in range(3))
        body = _link(link[0], kind)
        X = body.joint.at(at)
        motion, load = outward(body, X, parent, rate, acceleration)
        return [coefficient_rows(flat(list(x)), order) for x in (motion, load, (X.origin, X.sine, X.cosine))]

    def go_in(link: list[Numbers], moved: list[Numbers], load: list[Numbers], q: list[Numbers]) -> list[list[Numbers]]:
        body = _link(link[0], kind)
        x, y, z, sine, cosine = coefficients(moved)
        force = coefficients(load)
        X = JointTransform(body.joint.placement.rotation, (x, y, z), sine, cosine)
        tau, handed = inward(body, X, (tuple(force[:3]), tuple(force[3:])))
        own = finish(_motor(link[0], kind, order), [row[0] for row in q[:3]], derivatives(tau))
        return [*([[x] for x in found] for found in own), coefficient_rows(flat(list(handed)), order)]

    link, above, q = Slot("link", 1, len(kind[1])), Slot("above", rows, STATE), Slot("q", order + 3, 1)
    state, load, moved = Slot("state", rows, STATE), Slot("load", rows, LOAD), Slot("moved", rows, MOVED)
    handed = Slot("handed", rows, LOAD)
    own = [Slot(f"own_{o.name}", o.rows, 1) for o in outputs]
    return Step(
        _written_down("outward", [link, above, q], [state, load, moved], go_out),
        _written_down("inward", [link, moved, load, q], [*own, handed], go_in),
    )


def _written_down(
    name: str, inputs: Sequence[Slot], outputs: Sequence[Slot], step: Callable[..., list[list[Numbers]]]
) -> Program:
    sheet = Sheet(inputs)
    return sheet.program(name, outputs, step(*sheet.slots))


def _external(order: int, place: Place) -> Program:
    def run(wrench: list[Numbers]) -> list[list[Numbers]]:
        return [coefficient_rows(flat(list(at_body(series(wrench), place))), order)]

    return _written_down("external", [Slot("wrench", order + 1, 6)], [Slot("off", order + 1, LOAD)], run)


def loop(form: Form, robot: Robot, motors: Sequence[Motor], finish: Finish) -> Recursion:
    """Newton-Euler as a recursion over links, with what `finish` makes of each joint's force. motors: none, or one per joint."""
    tree, order = plant_of(robot).tree, form.order
    inputs, outputs = form.slots(robot)
    drives = [_motor_constants(motor) for motor in motors] or [[]] * robot.n
    constants = [[*_constants(body), *drive] for body, drive in zip(tree.bodies, drives)]
    laws = [motor.law for motor in motors] or [None] * robot.n
    kinds, taken = choose_kinds([JOINTS.index(type(body.joint)) for body in tree.bodies], constants, laws)
    state = flat(list(base_motion(tree.gravity)))
    return Recursion(
        form.equation.name,
        tuple(inputs),
        tuple(outputs),
        tuple(_step(kind, order, outputs, finish) for kind in kinds),
        taken,
        [body.parent for body in tree.bodies],
        constants,
        [*state, *[0.0] * STATE * order],
        tuple((_external(order, place), place.body) for place in form.wrenches),
    )


def rnea_loop(form: Form, robot: Robot) -> Recursion:
    """`rnea` as a recursion over links."""
    return loop(form, robot, (), lambda _, __, tau: [[*tau, *[0.0] * (form.order + 1 - len(tau))]])


def inverse_dynamics_loop(form: Form, robot: Robot) -> Recursion:
    """`inverse_dynamics` as a recursion over links: the motor of each joint follows its force."""

    def finish(motor: Motor, q: Numbers, tau: Numbers) -> list[Numbers]:
        full = [*tau, *[0.0] * (form.order + 1 - len(tau))]
        tau_m, theta, delta = motor_torque(motor, (q[0], q[1], q[2]), full)
        return [[tau_m], full, theta, [delta]]

    return loop(form, robot, plant_of(robot).motors, finish)
