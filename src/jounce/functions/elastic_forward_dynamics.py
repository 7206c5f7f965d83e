"""Forward dynamics of robots with drives: accelerations of links and motors from motor torques.

`motion_rate` extends these accelerations to the time derivative of a simulated robot's state, with power flows, for integrators.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.codegen.program import Slot
from jounce.dynamics import elastic_joints, gyrostat_forward
from jounce.dynamics.elastic_joints import dissipated_power
from jounce.dynamics.factorization import solve_symmetric
from jounce.dynamics.newton_euler import newton_euler
from jounce.errors import ModelError, SingularityError
from jounce.functions.rigid import SMALL_PIVOT, refuse_singular, suspicious
from jounce.kernel import arguments
from jounce.kernel.arguments import NOTHING, Link, Parameters, Wrenches
from jounce.kernel.dispatch import call, public
from jounce.kernel.equation import Auxiliary, Equation, Inputs, Loop, Output, ResultRule
from jounce.kernel.evaluation import record
from jounce.numbers import Number
from jounce.numbers.elementary import is_constant
from jounce.numbers.packing import Array
from jounce.plant.plant import Plant, plant_of, with_motors
from jounce.plant.tree import along_freedoms, position_rates
from jounce.robot import Robot


def _forward(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    equation = gyrostat_forward.forward_dynamics if plant.rotors else elastic_joints.elastic_forward_dynamics
    q, qd, theta, thetad, tau_m = x.motion
    return equation(plant, q, qd, theta, thetad, tau_m, x.loads)


def _by_mass_matrix(robot: Robot) -> bool:
    """Return True if the mass matrix is factorised: with mimic joints, or with a transmission unless all motors are elastic."""
    plant = plant_of(robot)
    return bool(plant.tree.mimic_bodies or (plant.transmission.N and len(plant.elastic) < len(plant.motors)))


def _with_inertia(robot: Robot, plant: Plant) -> Plant:
    """Return the plant; raise ModelError if a motor behind a spring has no inertia: its acceleration is not determined."""
    for joint, m in zip(robot.motor_joints, with_motors(robot, plant).motors):
        if m.elastic and is_constant(m.inertia, 0.0):
            raise _no_inertia(joint.name)
    return plant


def _no_inertia(joint: str) -> ModelError:
    return ModelError(
        f"joint {joint!r} has a spring but no rotor inertia, so its motor's acceleration is not determined. Give "
        "its drive a rotor_inertia, or make it rigid (stiffness = inf)."
    )


def _check(robot: Robot, q: Any, outputs: tuple[Any, ...] | None, parameters: dict[str, Any]) -> None:
    if outputs is not None and "rotor_inertia" in parameters and isinstance(outputs[1], np.ndarray):
        stated = np.asarray(arguments.numbers_of(parameters["rotor_inertia"]))
        for joint, m, inertia in zip(robot.motor_joints, plant_of(robot).motors, np.moveaxis(stated, -1, 0)):
            if m.elastic and np.any(inertia == 0.0):
                raise _no_inertia(joint.name)
    if not suspicious(outputs):
        return
    if any(robot.rotors) and outputs is not None and outputs[-1].min() <= 0.0:
        raise SingularityError(
            f"forward dynamics of robot {robot.name!r}: its rotors have more inertia than the links that carry them, which "
            "are stated with the rotors in them; no such robot exists. Lower rotor_inertia, or raise the links' inertia."
        )
    refuse_singular(robot, q, parameters, rotors=True)


FORWARD = Equation(
    "elastic_forward_dynamics",
    ("q", "qd", "theta", "thetad", "tau_m"),
    _forward,
    lambda robot: (Output("qdd", (robot.n,), 0), Output("thetadd", (robot.m,), 0), Output("pivots", (robot.n,), 0)),
    takes="wrench",
    prepare=_with_inertia,
    result=ResultRule(check=_check, internal=1, passing_ratio=SMALL_PIVOT),
    motor_arguments=3,
    loop=Loop(record, refuses=_by_mass_matrix),
)


@public(FORWARD)
def elastic_forward_dynamics(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    theta: ArrayLike,
    thetad: ArrayLike,
    tau_m: ArrayLike,
    *,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> tuple[Array, Array]:
    """Return the accelerations of links and motors under motor torques tau_m.

        M(q) qdd + C qd + g = tau_j + J^T W,    tau_j = K (theta - q) + D (thetad - qd),    B thetadd + tau_j + friction = tau_m

    At rigid joints the reflected inertia of the motor adds to M, theta and thetad are not read, and thetadd = qdd. At joints with
    a spring and no motor tau_j = -K q - D qd, and tau_m is not read. Parallel springs, link friction and transmissions act as in
    `inverse_dynamics`, of which this is the inverse. Computed by articulated bodies, O(n); if links carry rotors of rigid joints,
    by factorisation of the mass matrix, O(n depth^2); with mimic joints, or with rigid motors that turn with several joints,
    O(n^3).

    Parameters
    ----------
    q, qd : array (..., n)
        Link positions (..., nq) and velocities [rad or m, per s].
    theta, thetad, tau_m : array (..., m)
        Motor positions, velocities and torques on the link side of the gears [rad or m, per s, Nm or N].
    wrench, link, parameters, threads
        As in `rnea`; wrenches without time derivatives.

    Returns
    -------
    qdd : array (..., n) [rad/s^2 or m/s^2]
    thetadd : array (..., m) [rad/s^2 or m/s^2]

    Raises
    ------
    ModelError
        If a motor of an elastic joint has no inertia, so that its acceleration is not determined.
    SingularityError
        If M is singular: a joint moves no mass, and the message names the joint; or rotors have more inertia than the links that
        carry them.

    Examples
    --------
    >>> robot = jn.load("kuka_lwr")
    >>> zero = np.zeros(7)
    >>> qdd, thetadd = jn.elastic_forward_dynamics(robot, zero, zero, zero, zero, zero)
    >>> qdd.shape, thetadd.shape
    ((7,), (7,))
    """
    arguments.check_robot(robot)
    return call(FORWARD, robot, (q, qd, theta, thetad, tau_m), wrench, link, parameters, threads)  # type: ignore[no-any-return]


@lru_cache(maxsize=64)
def motion_rate(pushed: bool, varied: bool, driven: tuple[int, ...] | None = None) -> Equation:
    """Return the equation whose outputs are the rate d/dt (q, qd, theta, thetad, work, loss[, gain]), then the pivots of M.

        d work/dt = tau_m . thetad,    d loss/dt = D (thetad - N qd)^2 + friction,    d gain/dt = W . (J qd) + Kd delta^2 / 2

    Input tau_m is zero where no motor acts. pushed: True to include gain [J], the energy supplied by external wrenches and by
    changes of stiffness. varied: True for the input `stiffening`, the rate Kd of the stiffness. driven: indices of the motors
    with prescribed motion; the input tau_m then contains thetadd of these motors, and the torque in work is the required torque.
    None: no motor has a prescribed motion.
    """

    def text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        q, qd, theta, thetad, tau_m = x.motion
        if driven is None:
            qdd, thetadd, pivots = FORWARD.evaluate(plant, x)
        else:
            thetadd = tau_m
            tau_m, qdd, pivots = _driven_by(plant, x, driven)
        flows = [sum((t * v for t, v in zip(tau_m, thetad)), 0.0), dissipated_power(plant, qd, thetad)]
        if pushed:
            still: list[Number] = [0.0] * len(qd)
            weightless = plant.tree._replace(gravity=(0.0, 0.0, 0.0))
            pushed_torque = newton_euler(weightless, q, still, still, x.loads) if x.loads else still
            gain: Number = sum((-t * v for t, v in zip(pushed_torque, qd)), 0.0)
            if varied:
                moved = plant.transmission.to_motors(along_freedoms(plant.tree, q))
                for m, th, at, Kd in zip(plant.motors, theta, moved, x.auxiliary["stiffening"][0]):
                    gain = gain + (0.5 * Kd * (th - at) * (th - at) if m.elastic else 0.0)
            flows.append(gain)
        return [*position_rates(plant.tree, q, qd), *qdd, *thetad, *thetadd, *flows], pivots

    return Equation(
        "motion_rate",
        FORWARD.arguments,
        text,
        lambda robot: (Output("rate", (state_size(robot) + 2 + pushed,), 0), Output("pivots", (robot.n,), 0)),
        takes="wrench",
        prepare=FORWARD.prepare,
        motor_arguments=FORWARD.motor_arguments,
        auxiliary=Auxiliary(lambda robot: (Slot("stiffening", 1, robot.m),) if varied else ()),
    )


def _driven_by(plant: Plant, x: Inputs, driven: tuple[int, ...]) -> tuple[list[Number], list[Number], list[Number]]:
    """Return (tau_m (m,), qdd (n,), pivots of M) for prescribed accelerations of the motors `driven`, all other torques zero.

    The accelerations are linear in the torques, thetadd = A tau_m + b, qdd = B tau_m + c; A and B are computed column by column
    at unit torques. Motors behind springs that no link carries accelerate only themselves: A = 1 / inertia, B = 0.
    """
    *state, thetadd = x.motion

    def under(torque: list[Number]) -> Any:
        return FORWARD.evaluate(plant, x._replace(motion=[*state, torque]))

    none: list[Number] = [0.0] * len(plant.motors)
    qdd, free, pivots = under(none)
    tau = list(none)
    if is_decoupled(plant, driven):
        for i in driven:
            tau[i] = plant.motors[i].inertia * (thetadd[i] - free[i])
        return tau, qdd, pivots
    columns = [under([1.0 if k == i else 0.0 for k in range(len(none))])[:2] for i in driven]
    A = [[column[1][j] - free[j] for column in columns] for j in driven]
    torques, _ = solve_symmetric(A, [thetadd[j] - free[j] for j in driven])
    for i, t in zip(driven, torques):
        tau[i] = t
    moved = [start + sum((t * (column[0][k] - start) for t, column in zip(torques, columns)), 0.0) for k, start in enumerate(qdd)]
    return tau, moved, pivots


def is_decoupled(plant: Plant, driven: tuple[int, ...]) -> bool:
    """Return True if the torque of each motor in `driven` accelerates this motor only; conservative: False for carried rotors."""
    return not plant.rotors and all(plant.motors[i].elastic for i in driven)


def state_size(robot: Robot) -> int:
    """Return the number of scalars in the state (q, qd, theta, thetad) of a simulated robot."""
    return robot.nq + robot.n + 2 * robot.m
