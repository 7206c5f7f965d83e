"""Partial derivatives of joint forces and motor torques by the motion and by the robot's own numbers, exact."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import NoneType
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.gradient import gradient
from jounce.dynamics.newton_euler import newton_euler
from jounce.errors import InputError
from jounce.functions.arguments import NOTHING, Link, Parameters, Wrenches, check_robot
from jounce.functions.call import call, check_by, public
from jounce.functions.equation import Equation, Inputs, Numbers, Output
from jounce.functions.inverse_dynamics import INVERSE, JOINT_TORQUE, RIGID, columns, inverse_dynamics, undamped
from jounce.functions.rigid import RNEA
from jounce.numbers import Graph, Jet, Symbol
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.motor import VaryingSpring
from jounce.plant.plant import Plant, plant_of, read
from jounce.plant.tree import Tree
from jounce.robot import Robot
from jounce.robot.parameters import parameter_values


@by_value
class RneaPartials(NamedTuple):
    """Of `rnea`: row i is tau_i, column j is joint j."""

    dq: Array
    """(..., n, n)."""
    dqd: Array
    """(..., n, n)."""
    dqdd: Array
    """(..., n, n): the mass matrix."""


PARTIALS = replace(RNEA, name="rnea_partials", order=lambda robot: 0, result=RneaPartials, partial="tau", loop=None)
DERIVATIVES = replace(INVERSE, name="inverse_dynamics_derivatives", result=None, partial="tau_m", loop=None)
RATES = replace(JOINT_TORQUE, name="joint_torque_derivatives", partial="tau")
"""Partial derivatives of tau and of its time derivatives, for springs that are not linear."""


@public(PARTIALS)
def rnea_partials(
    robot: Robot,
    q: Any,
    qd: Any,
    qdd: Any,
    *,
    by: Sequence[str] = NOTHING,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Any:
    """d tau / d q, d tau / d qd and d tau / d qdd = M of `rnea`: .dq, .dqd, .dqdd, each (..., n, n); row i is tau_i.

    by: names of parameters, and 'motion'; then a dict comes out, {name: (..., n, size)}, "motion": (3, ..., n, n). Where joints
    have several freedoms, d/dq is taken along their velocities (column j: a displacement in the direction of velocity j).
    wrench, link, parameters: as in `rnea`; the wrench is stated in its frame, which moves with the link.
    """
    names = check_by(by)
    return call(PARTIALS, robot, (q, qd, qdd), wrench, link, _live(robot, names, parameters), threads, names)


@public(DERIVATIVES)
def inverse_dynamics_derivatives(
    robot: Robot,
    *Q: Any,
    by: Sequence[str] = NOTHING,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Any:
    """d tau_m / d q^(k) for every derivative k that was passed: (len, ..., n, n), row i is tau_m_i, column j is q_j.

    by: names of parameters, and 'motion'; then a dict comes out, {name: (..., n, size)}, "motion" as above. Exact, by reverse
    mode on the expression graph of `inverse_dynamics`. A spring that is not linear has its own stiffness at this deflection, with
    its time derivatives. Where joints have several freedoms, d/dq is taken along their velocities (column j: a displacement in
    the direction of velocity j). wrench, link, parameters: as in `inverse_dynamics`.
    """
    names = check_by(by)
    if len(Q) < 3:
        raise InputError(f"inverse_dynamics_derivatives takes q, qd, qdd and higher derivatives, got {len(Q)} arrays.")
    if "damping" in names:
        raise InputError("by: motor torque at an instant is that of joints without damping; it has no derivative by 'damping'.")
    check_robot(robot)
    robot, numbers = undamped(robot, parameters)
    live = _live(robot, names, numbers)
    if not plant_of(robot).is_linear:
        found = _with_laws(robot, Q, names or ("motion",), wrench, link, live, threads)
    else:
        motion = Q[: robot.motion_order + 1]
        if len(motion) <= robot.motion_order:
            inverse_dynamics(robot, *motion)  # says what is missing
        found = call(DERIVATIVES, robot, motion, wrench, link, live, threads, names)
        found = found if names else {"motion": found}
    if "motion" in found and isinstance(found["motion"], np.ndarray):
        rows = found["motion"]
        found["motion"] = np.concatenate([rows, np.zeros((len(Q) - len(rows), *rows.shape[1:]))]) if len(Q) > len(rows) else rows
    return found if names else found["motion"]


def _live(robot: Robot, names: tuple[str, ...], parameters: Parameters) -> Parameters:
    """Parameters with the robot's own for those by which derivatives are taken."""
    own = {name: parameter_values(robot, name) for name in names if name != "motion"}
    if not own or not isinstance(parameters, (Mapping, NoneType)):  # what is no mapping is refused afterwards
        return parameters
    return {**own, **(parameters or {})}


def _with_laws(
    robot: Robot,
    Q: Sequence[Any],
    names: tuple[str, ...],
    wrench: Wrenches,
    link: Link,
    parameters: Parameters,
    threads: int | None,
) -> dict[str, Array]:
    """Of springs that are not linear: derivatives of tau natively, what the motors make of them in NumPy.

    With s = d delta / d tau and its time derivatives along the motion, delta'' has the derivatives s'', 2 s', s by tau, tau',
    tau'', and delta' has s', s by tau, tau'.
    """
    done = inverse_dynamics(robot, *Q, wrench=wrench, link=link, parameters=parameters, threads=threads)
    order = robot.motion_order
    count = len(done.tau_j)
    rigid = {name: x for name, x in (parameters or {}).items() if name in RIGID}
    asked = ("motion", *(name for name in names if name in RIGID))
    slopes: Mapping[str, Array] = call(RATES, robot, Q[: order + 1], wrench, link, rigid or None, threads, asked)
    plant = read(robot, columns(parameters))
    if robot.m != robot.n:
        raise InputError("partial derivatives: where joints have two drives, springs must be linear.")
    N, inverse = plant.transmission.matrix(robot.n), plant.transmission.inverse_matrix(robot.n)
    slopes = {name: inverse.T @ x for name, x in slopes.items()}
    s = _compliance(plant, done.tau_j @ inverse)
    B = _spread([m.inertia for m in plant.motors], done.tau_m)
    slip = _spread([_friction_slope(m, done.theta[1][..., i]) for i, m in enumerate(plant.motors)], done.tau_m)
    weights = (1.0 + B * s[2] + slip * s[1], 2.0 * B * s[1] + slip * s[0], B * s[0])[:count]
    found: dict[str, Array] = {}
    for name in names:
        if name == "motion":
            rows = np.stack([np.broadcast_to(row, (*done.tau_m.shape, robot.n)) for row in slopes["motion"]])
            parts = rows.reshape(count, order + 1, *rows.shape[1:])
            out = sum(w[..., None] * part for w, part in zip(weights, parts))
            out[2] += B[..., None] * N
            out[1] += slip[..., None] * N
        elif name in RIGID:
            out = sum(w[..., None] * part for w, part in zip(weights, slopes[name]))
        else:
            at_motors = done._replace(tau_j=done.tau_j @ inverse)
            out = _by_drive(robot, plant, at_motors, name)[..., None] * np.eye(robot.n)
        found[name] = out
    return found


def _by_drive(robot: Robot, plant: Plant, done: Any, name: str) -> Array:
    """d tau_m / d a number of the same joint's drive (..., n): a jet along it through the motor's own equation."""
    column = []
    for i, (motor, joint) in enumerate(zip(plant.motors, robot.axes)):
        drive = joint.drive
        rows = [done.tau_j[k][..., i] for k in range(len(done.tau_j))]
        if drive is None:
            column.append(0.0)
        elif name == "rotor_inertia":
            column.append(drive.gear_ratio**2 * done.theta[2][..., i])
        elif name == "viscous_friction":
            column.append(done.theta[1][..., i])
        elif name == "coulomb_friction":
            speed = done.theta[1][..., i]
            column.append(speed / np.sqrt(speed * speed + motor.speed**2))
        elif name == "stiffness" and motor.elastic and motor.is_linear:
            K = motor.spring.K  # type: ignore[union-attr]
            _, bendd, benddd = (-(Jet.from_derivatives(rows) / (K * K))).derivatives()  # d delta / d K as it moves on
            slip = _friction_slope(motor, done.theta[1][..., i])
            column.append(motor.inertia * benddd + slip * bendd)
        else:
            column.append(0.0)
    return _spread(column, done.tau_m)


def _spread(column: Sequence[Any], like: Array) -> Array:
    return np.stack(np.broadcast_arrays(*column, like[..., 0])[:-1], axis=-1)


def _compliance(plant: Plant, tau: Array) -> Array:
    """d delta / d tau and its time derivatives along the motion (3, ..., n); zero for rigid joints."""
    out = np.zeros((3, *tau.shape[1:]))
    for i, m in enumerate(plant.motors):
        if m.spring is not None:
            delta = Jet.from_derivatives(m.spring.deflection_rows(tuple(tau[..., i])))
            slope = m.spring.K if isinstance(m.spring, VaryingSpring) else m.spring.stiffness(delta)
            known = (1.0 / slope).derivatives() if isinstance(slope, Jet) else [1.0 / slope]
            for k, x in enumerate(known):
                out[k, ..., i] = x
    return out


def _friction_slope(motor: Any, speed: Array) -> Array:
    """d friction / d thetad: Fv + Fc v0^2 / (v^2 + v0^2)^(3/2)."""
    return motor.viscous + motor.coulomb * motor.speed**2 / (speed**2 + motor.speed**2) ** 1.5  # type: ignore[no-any-return]


# ---------------------------------------------------------------- slopes as functions of time


@lru_cache(maxsize=16)
def _on_paper(tree: Tree) -> tuple[Graph, list[Symbol], Numbers]:
    """Graph, inputs (q, qd, qdd) and d tau_i / d input_j, row-major in i, k, j for derivative k."""
    graph = Graph()
    n = tree.freedoms
    inputs = [graph.symbol(f"x{k}") for k in range(3 * n)]
    tau = newton_euler(tree, inputs[:n], inputs[n : 2 * n], inputs[2 * n :])
    return graph, inputs, [slope for torque in tau for slope in gradient(graph, torque, inputs)]


def _slopes(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    graph, inputs, slopes = _on_paper(plant.tree)
    values = graph.evaluate(slopes, dict(zip(inputs, [number for row in x.motion for number in row])))
    n = plant.tree.freedoms
    return tuple([values[(3 * i + k) * n : (3 * i + k + 1) * n] for i in range(n)] for k in range(3))


SLOPES = Equation(
    "rnea_slopes",
    ("q", "qd", "qdd"),
    _slopes,
    lambda robot: tuple(Output(name, (robot.n, robot.n)) for name in ("dq", "dqd", "dqdd")),
)


def rnea_slopes(robot: Robot, q: Any, qd: Any, qdd: Any, *higher: Any) -> tuple[Array, Array, Array]:
    """The derivatives of `rnea_partials` with their own time derivatives, each (len-2, ..., n, n); joints of one freedom each."""
    return call(SLOPES, robot, (q, qd, qdd, *higher))  # type: ignore[no-any-return]
