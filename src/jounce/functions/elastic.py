"""Dynamics of a robot with motors, as the user calls them: accelerations of links and motors from motor torques."""

from typing import Any

import numpy as np

from jounce.dynamics import elastic, forward, gyrostat
from jounce.dynamics.elastic import Plant
from jounce.errors import ModelError
from jounce.functions.equation import Equation, Numbers, Output, Place
from jounce.functions.evaluate import evaluate, public
from jounce.functions.plant import armature, has_laws, linear_plant, plant
from jounce.functions.rigid import check_pivots
from jounce.numbers.packing import Array
from jounce.robot import Robot


def _forward(read: Plant, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Numbers, Numbers, Numbers]:
    equation = gyrostat.forward_dynamics if read.rotors else elastic.elastic_forward_dynamics
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # a zero pivot is found and named afterwards
        q, qd, theta, thetad, tau_m = motion
        return equation(read, q, qd, theta, thetad, tau_m)


def _links(read: Any, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Numbers, Numbers]:
    tree, riding = read
    q, qd, tau = motion
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return forward.forward_dynamics(tree, q, qd, tau, riding)


def _check(robot: Robot, q: Any, outputs: tuple[Any, ...] | None) -> None:
    check_pivots(robot, q, outputs, armature(robot))


FORWARD = Equation(
    "elastic_forward_dynamics",
    5,
    _forward,
    lambda n: (Output("qdd", (n,), 0), Output("thetadd", (n,), 0), Output("pivots", (n,), 0)),
    read=linear_plant,
    arguments=("q", "qd", "theta", "thetad", "tau_m"),
    differentiable=False,
    inner=("pivots",),
    check=_check,
)
LINKS = Equation(
    "forward_dynamics_with_armature",
    3,
    _links,
    lambda n: (Output("qdd", (n,), 0), Output("pivots", (n,), 0)),
    read=lambda robot: (robot.tree, armature(robot)),
    arguments=("q", "qd", "tau"),
    differentiable=False,
)


@public(FORWARD)
def elastic_forward_dynamics(
    robot: Robot, q: Any, qd: Any, theta: Any, thetad: Any, tau_m: Any, *, threads: int | None = None
) -> tuple[Array, Array]:
    """Accelerations of links and motors, qdd and thetadd (..., n) each [rad/s^2 or m/s^2], under motor torques tau_m.

        M(q) qdd + C qd + g = tau_j,    tau_j = K (theta - q) + D (thetad - qd),    B thetadd + tau_j + friction = tau_m

    Rigid joints: the motor's inertia rides on the joint, theta and thetad are not read, thetadd = qdd. Joints with a spring
    and no motor: tau_j = -K q - D qd, tau_m is not read. Articulated bodies, O(n). Inverse of `inverse_dynamics`.
    """
    if _laws_and_rotors(robot):
        return _with_laws(robot, q, qd, theta, thetad, tau_m, threads)
    try:
        qdd, thetadd, pivots = evaluate(FORWARD, robot, (q, qd, theta, thetad, tau_m), threads=threads)
    except ZeroDivisionError:
        _check(robot, q, None)
        raise
    _check(robot, q, (qdd, pivots))
    return qdd, thetadd


def _laws_and_rotors(robot: Robot) -> bool:
    """Whether a spring is not linear; raises where a rotor without inertia makes the question void."""
    known = robot.memory.get("laws and rotors")
    if known is None:
        for joint, m in zip(robot.joints, plant(robot).motors):
            if m.elastic and m.inertia == 0.0:
                raise ModelError(
                    f"joint {joint.name!r} has a spring but no rotor inertia, so its motor's acceleration is not determined. "
                    "Give its drive a rotor_inertia, or make it rigid (stiffness = inf)."
                )
        known = robot.memory["laws and rotors"] = has_laws(robot)
    return bool(known)


def _with_laws(robot: Robot, q: Any, qd: Any, theta: Any, thetad: Any, tau_m: Any, threads: int | None) -> tuple[Array, Array]:
    """The springs in NumPy, the links natively."""
    motors = plant(robot).motors
    arrays = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (q, qd, theta, thetad, tau_m)))
    qs, qds, thetas, thetads, torques = (list(np.moveaxis(x, -1, 0)) for x in arrays)
    tau, _ = elastic.joint_torque(motors, qs, qds, thetas, thetads, torques)
    torque = np.stack(np.broadcast_arrays(*tau), axis=-1)
    qdd, pivots = evaluate(LINKS, robot, (q, qd, torque), threads=threads)
    _check(robot, q, (qdd, pivots))
    thetadd = elastic.motor_acceleration(motors, tau, thetads, torques, list(np.moveaxis(qdd, -1, 0)))
    return qdd, np.stack(np.broadcast_arrays(*thetadd), axis=-1)
