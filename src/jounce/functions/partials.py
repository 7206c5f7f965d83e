"""Exact Jacobians of joint forces and motor torques by the motion and by the parameters of the robot."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import NoneType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.codegen.gradient import gradient
from jounce.dynamics import gyrostat
from jounce.dynamics.newton_euler import newton_euler
from jounce.dynamics.rnea_derivatives import newton_euler_slopes
from jounce.errors import InputError
from jounce.functions.inverse_dynamics import INVERSE, JOINT_TORQUE, inverse_dynamics, inverse_text, limited, undamped
from jounce.functions.rigid import RNEA
from jounce.kernel.arguments import NOTHING, Link, Parameters, Wrenches, check_robot
from jounce.kernel.dispatch import call, call_stack, check_by, public
from jounce.kernel.equation import DerivativeOrders, Equation, Form, Inputs, Loop, Numbers, Output, Partials, ResultRule
from jounce.kernel.evaluation import MOST_COUNTED, flat, record
from jounce.numbers import Graph, Symbol
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, Rotor, plant_of
from jounce.plant.tree import Tree
from jounce.robot import Robot
from jounce.robot.parameters import parameter_values


@by_value
class RneaPartials(NamedTuple):
    """Jacobians of `rnea`: row i is tau_i, column j is joint j."""

    dq: Array
    """Jacobian of tau by positions q (..., n, n)."""
    dqd: Array
    """Jacobian of tau by velocities qd (..., n, n)."""
    dqdd: Array
    """Jacobian of tau by accelerations qdd, the mass matrix (..., n, n)."""


LARGEST_STRAIGHT = 16
"""Number of DOFs above which the Jacobians of joint forces are compiled as loops, for robots without mimic joints."""


def _rnea_slopes(plant: Plant, x: Inputs) -> dict[str, list[Numbers]]:
    q, qd, qdd = x.motion
    _, *matrices = newton_euler_slopes(plant.tree, q, qd, qdd, x.loads)
    return {"motion": [flat(rows) for rows in matrices]}


def _looped(form: Form, robot: Robot) -> bool:
    return robot.n > LARGEST_STRAIGHT and not plant_of(robot).tree.mimic_bodies and form.names == ("motion",) and not form.only


PARTIALS = replace(
    RNEA,
    name="rnea_partials",
    orders=DerivativeOrders(motion=lambda robot: 0),
    result=RNEA.result._replace(kind=RneaPartials),
    partials=Partials("tau", structured=_rnea_slopes),
    loop=Loop(record, is_used=_looped),
)
DERIVATIVES = replace(
    INVERSE, name="inverse_dynamics_derivatives", result=INVERSE.result._replace(kind=None), partials=Partials("tau_m"), loop=None
)


@public(PARTIALS)
def rnea_partials(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    by: Sequence[str] = NOTHING,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Any:
    """Return the Jacobians of `rnea` by q, qd and qdd, or by parameters.

    The Jacobians are exact. At joints of several DOFs, d/dq is taken along their velocities: column j stands for a displacement
    in the direction of velocity j.

    Parameters
    ----------
    q, qd, qdd : array (..., n)
        Joint positions (..., nq), velocities and accelerations [rad or m, per s, per s^2].
    by : sequence of str
        Variables of differentiation: names of parameters, and 'motion' (default: the motion).
    wrench, link, parameters, threads
        As in `rnea`; a wrench is constant in the frame of its link, which moves with the link.

    Returns
    -------
    RneaPartials or dict
        .dq, .dqd and .dqdd = M, each (..., n, n): row i is tau_i. With `by`: {name: (..., n, size)}, "motion": (3, ..., n, n).

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> jn.rnea_partials(robot, [0.1, 0.2], [1.0, 2.0], [0.0, 0.0]).dq.shape
    (2, 2)
    """
    names = check_by(by)
    return call(PARTIALS, robot, (q, qd, qdd), wrench, link, _live(robot, names, parameters), threads, names)


@public(DERIVATIVES)
def inverse_dynamics_derivatives(
    robot: Robot,
    *Q: ArrayLike,
    by: Sequence[str] = NOTHING,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Any:
    """Return the Jacobians of the motor torque of `inverse_dynamics` by the motion, or by parameters.

    The Jacobians are exact, by reverse mode on the expression graph. A nonlinear spring enters with its stiffness at the present
    deflection and the time derivatives of this stiffness. At joints of several DOFs, d/dq is taken along their velocities.

    Parameters
    ----------
    *Q : array (..., n)
        q and its time derivatives, as in `inverse_dynamics`.
    by : sequence of str
        Variables of differentiation: names of parameters, and 'motion' (default: the motion).
    wrench, link, parameters, threads
        As in `inverse_dynamics`.

    Returns
    -------
    array (len(Q), ..., m, n) or dict
        d tau_m / d q^(k) for every derivative k that was passed: row i is tau_m_i, column j is q_j. With `by`:
        {name: (..., m, size)}, "motion" as above.

    Raises
    ------
    InputError
        If derivatives of q are missing, or a variable of differentiation does not exist.

    Examples
    --------
    >>> robot = jn.load("kuka_lwr")
    >>> jn.inverse_dynamics_derivatives(robot, *np.zeros((5, 7))).shape
    (5, 7, 7)
    >>> sorted(jn.inverse_dynamics_derivatives(robot, *np.zeros((5, 7)), by=("motion", "stiffness")))
    ['motion', 'stiffness']
    """
    names = check_by(by)
    if len(Q) < 3:
        raise InputError(f"inverse_dynamics_derivatives takes q, qd, qdd and higher derivatives, got {len(Q)} arrays.")
    if "damping" in names:
        raise InputError("by: motor torque at an instant is that of joints without damping; it has no derivative by 'damping'.")
    check_robot(robot)
    robot, numbers = undamped(robot, parameters)
    live = _live(robot, names, numbers)
    motion = Q[: robot.motion_order + 1]
    if len(motion) <= robot.motion_order:
        inverse_dynamics(robot, *motion)  # raises: derivatives are missing
    derivatives = call(DERIVATIVES, robot, motion, wrench, link, live, threads, names)
    derivatives = derivatives if names else {"motion": derivatives}
    if limited(robot) and not all(np.isfinite(x).all() for x in derivatives.values() if isinstance(x, np.ndarray)):
        inverse_dynamics(robot, *motion, wrench=wrench, link=link, parameters=numbers)  # raises: torque out of reach of a spring
    if "motion" in derivatives and isinstance(derivatives["motion"], np.ndarray):
        rows = derivatives["motion"]
        derivatives["motion"] = (
            np.concatenate([rows, np.zeros((len(Q) - len(rows), *rows.shape[1:]))]) if len(Q) > len(rows) else rows
        )
    return derivatives if names else derivatives["motion"]


def _live(robot: Robot, names: tuple[str, ...], parameters: Parameters) -> Parameters:
    """Return the live parameters, plus the robot's own values of all parameters `names` by which derivatives are taken."""
    defaults = {name: parameter_values(robot, name) for name in names if name != "motion"}
    if not defaults or not isinstance(parameters, (Mapping, NoneType)):  # `call` refuses other types
        return parameters
    return {**defaults, **(parameters or {})}


JOINT_PARTIALS = replace(
    JOINT_TORQUE,
    name="joint_torque_partials",
    orders=DerivativeOrders(motion=lambda robot: 0),
    partials=Partials("tau"),
    loop=None,
)


def _motor_velocity(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    return (inverse_text(plant, x)[2][1],)


MOTOR_VELOCITY_PARTIALS = replace(
    INVERSE,
    name="motor_velocity_partials",
    evaluate=_motor_velocity,
    outputs=lambda robot: (Output("thetad", (robot.m,), 0),),
    result=ResultRule(),
    partials=Partials("thetad"),
    loop=None,
)
DEFLECTION_PARTIALS = replace(
    INVERSE, name="deflection_partials", result=INVERSE.result._replace(kind=None), partials=Partials("delta"), loop=None
)


def joint_torque_partials(robot: Robot, q: Any, qd: Any, qdd: Any, *higher: Any) -> Array:
    """Return d tau_j / d q^(k), k = 0, 1, 2 (3, ..., n, n), with tau_j the torque of all drives at each joint.

    Carried rotors are not included. `higher`, the derivatives of q beyond qdd, is not read.
    """
    return call(JOINT_PARTIALS, robot, (q, qd, qdd))  # type: ignore[no-any-return]


def deflection_partials(robot: Robot, *Q: Any) -> Array:
    """Return d delta / d q^(k) for each array q^(k) of Q (len(Q), ..., m, n), with the deflections delta (m)."""
    return call(DEFLECTION_PARTIALS, robot, Q)  # type: ignore[no-any-return]


def motor_velocity_partials(robot: Robot, *Q: Any) -> Array:
    """Return d thetad / d q^(k) for each array q^(k) of Q (len(Q), ..., m, n), with the motor velocities thetad (m)."""
    return call(MOTOR_VELOCITY_PARTIALS, robot, Q)  # type: ignore[no-any-return]


# ---------------------------------------------------------------- Jacobians with their time derivatives


@lru_cache(maxsize=16)
def _on_paper(
    tree: Tree, rows: tuple[int, ...], bodies: tuple[int, ...], rotors: tuple[Rotor | None, ...]
) -> tuple[Graph, list[Symbol], Numbers] | None:
    """Return (graph, inputs, entries d tau_i / d (q, qd, qdd)_j) by reverse mode on the graph, for the rows i.

    None if the structured derivatives (`newton_euler_slopes`) have fewer operations, or the robot is too large to compare.
    bodies: bodies with an external wrench. rotors: for each joint, the carried rotor that turns with the joint, or None; () if no
    rotor is carried.
    """
    n = tree.freedoms
    if n > MOST_COUNTED:
        return None
    graph = Graph()
    inputs = [graph.symbol(f"x{k}") for k in range(3 * n + 6 * len(bodies))]
    pushes = [inputs[3 * n + 6 * k :][:6] for k in range(len(bodies))]
    loads = [(body, ((a, b, c), (d, e, f))) for body, (a, b, c, d, e, f) in zip(bodies, pushes)]
    q, qd, qdd = inputs[:n], inputs[n : 2 * n], inputs[2 * n : 3 * n]
    if rotors:
        tau, _ = gyrostat.torques(Plant(tree, (), rotors), q, qd, qdd, qd, qdd, loads)
    else:
        tau = newton_euler(tree, q, qd, qdd, loads)
    by = [gradient(graph, tau[i], inputs[: 3 * n]) for i in rows]
    reverse = [x for k in range(3) for row in by for x in row[k * n : (k + 1) * n]]
    _, *matrices = newton_euler_slopes(tree, q, qd, qdd, loads, rows, rotors)
    structured = [x for matrix in matrices for i in rows for x in matrix[i]]
    return (graph, inputs, reverse) if len(graph.reachable(reverse)) <= len(graph.reachable(structured)) else None


def _slopes(plant: Plant, x: Inputs, rows: Sequence[int], rotors: tuple[Rotor | None, ...] = ()) -> tuple[Any, ...]:
    tree = plant.tree
    traceable = tree.recorder is None and all(
        isinstance(number, (int, float)) for number in flat((tree.gravity, [body.inertia for body in tree.bodies]))
    )
    # live parameters cannot be constants of a cached graph
    paper = _on_paper(tree, tuple(rows), tuple(body for body, _ in x.loads), rotors) if traceable else None
    if paper is None:
        q, qd, qdd = x.motion
        _, *matrices = newton_euler_slopes(plant.tree, q, qd, qdd, x.loads, rows, rotors)
        return tuple([matrix[i] for i in rows] for matrix in matrices)
    graph, inputs, slopes = paper
    numbers = [
        *(number for row in x.motion for number in row),
        *(number for _, W in x.loads for vector in W for number in vector),
    ]
    values = iter(graph.evaluate(slopes, dict(zip(inputs, numbers))))
    return tuple([[next(values) for _ in range(plant.tree.freedoms)] for _ in rows] for _ in range(3))


SLOPES = Equation(
    "rnea_slopes",
    ("q", "qd", "qdd"),
    lambda plant, x: _slopes(plant, x, range(plant.tree.freedoms), plant.rigid_rotors),
    lambda robot: tuple(Output(name, (robot.n, robot.n)) for name in ("dq", "dqd", "dqdd")),
    loop=Loop(record, is_used=_looped),
)
SPRING_SLOPES = Equation(
    "spring_slopes",
    ("q", "qd", "qdd"),
    lambda plant, x: _slopes(plant, x, plant.passive, plant.rigid_rotors),
    lambda robot: tuple(Output(name, (len(plant_of(robot).passive), robot.n)) for name in ("dq", "dqd", "dqdd")),
    takes="wrench",
    loop=Loop(record, is_used=_looped),
)


def rnea_slopes(robot: Robot, q: Any, qd: Any, qdd: Any, *higher: Any) -> tuple[Array, Array, Array]:
    """Return (d tau / d q, d tau / d qd, d tau / d qdd) of `carried_rnea` with their time derivatives, for joints of one DOF.

    Each is a stack (k, ..., n, n), k = 1 + len(higher); higher: derivatives of q beyond qdd.
    """
    return call_stack(SLOPES, robot, (q, qd, qdd, *higher))  # type: ignore[no-any-return]


def spring_slopes(
    robot: Robot, q: Any, qd: Any, qdd: Any, *higher: Any, wrench: Wrenches = NOTHING
) -> tuple[Array, Array, Array]:
    """Return the rows for joints without a motor of (d tau / d q, d tau / d qd, d tau / d qdd), with time derivatives.

    tau: joint forces, with those of carried rotors that turn with rigid joints. Each result is a stack (k, ..., joints without a
    motor, n), k = 1 + len(higher); higher: derivatives of q beyond qdd. wrench: as in `rnea`.
    """
    return call_stack(SPRING_SLOPES, robot, (q, qd, qdd, *higher), wrench)  # type: ignore[no-any-return]
