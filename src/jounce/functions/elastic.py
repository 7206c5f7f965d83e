"""Dynamics of a robot with motors, as the user calls them: accelerations of links and motors from motor torques."""

from typing import Any

import numpy as np

from jounce.dynamics import elastic, forward, gyrostat
from jounce.dynamics.elastic import Plant
from jounce.errors import ModelError, SingularityError
from jounce.functions.equation import Equation, Numbers, Output, Place
from jounce.functions.evaluate import evaluate, public
from jounce.functions.plant import armature, floats, has_laws, linear_plant, plant
from jounce.functions.rigid import check_pivots
from jounce.numbers.packing import Array
from jounce.robot import Robot

ARGUMENTS = ("q", "qd", "theta", "thetad", "tau_m")


def _forward(read: Plant, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Numbers, Numbers, Numbers]:
    equation = gyrostat.forward_dynamics if read.rotors else elastic.elastic_forward_dynamics
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # a zero pivot is found and named afterwards
        q, qd, theta, thetad, tau_m = motion
        return equation(read, q, qd, theta, thetad, tau_m)


def _linear_with_rotors(robot: Robot) -> Plant:
    refuse_without_rotor(robot)
    return linear_plant(robot)


def refuse_without_rotor(robot: Robot) -> None:
    """Raise where the acceleration of a motor is not determined."""
    for joint, m in zip(robot.joints, plant(robot).motors):
        if m.elastic and m.inertia == 0.0:
            raise ModelError(
                f"joint {joint.name!r} has a spring but no rotor inertia, so its motor's acceleration is not determined. Give "
                "its drive a rotor_inertia, or make it rigid (stiffness = inf)."
            )


def _links(read: Any, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Numbers, Numbers]:
    tree, riding = read
    q, qd, tau = motion
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return forward.forward_dynamics(tree, q, qd, tau, riding)


def _check(robot: Robot, q: Any, outputs: tuple[Any, ...] | None) -> None:
    if plant(robot).rotors and outputs is not None:
        pivots = outputs[-1]
        if isinstance(pivots, np.ndarray) and pivots.dtype != object and pivots.size and pivots.min() <= 0.0:
            raise SingularityError(
                f"forward dynamics of robot {robot.name!r}: its rotors have more inertia than the links that carry them, which "
                "are stated with the rotors in them; no such robot exists. Lower rotor_inertia, or raise the links' inertia."
            )
    check_pivots(robot, q, outputs, armature(robot))


FORWARD = Equation(
    "elastic_forward_dynamics",
    5,
    _forward,
    lambda n, _: (Output("qdd", (n,), 0), Output("thetadd", (n,), 0), Output("pivots", (n,), 0)),
    read=_linear_with_rotors,
    arguments=ARGUMENTS,
    differentiable=False,
    inner=("pivots",),
    check=_check,
)
LINKS = Equation(
    "forward_dynamics_with_armature",
    3,
    _links,
    lambda n, _: (Output("qdd", (n,), 0), Output("pivots", (n,), 0)),
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
    given = (q, qd, theta, thetad, tau_m)
    try:
        if _laws(robot):
            return _with_laws(robot, given, threads)
        qdd, thetadd, pivots = evaluate(FORWARD, robot, given, threads=threads)
    except ZeroDivisionError:
        _check(robot, q, None)
        raise
    _check(robot, q, (qdd, pivots))
    return qdd, thetadd


def _laws(robot: Robot) -> bool:
    """Whether a spring is not linear; raises where a motor's acceleration is not determined."""
    known = robot.memory.get("forward with laws")
    if known is None:
        refuse_without_rotor(robot)
        known = robot.memory["forward with laws"] = has_laws(robot)
    return bool(known)


def _with_laws(robot: Robot, given: tuple[Any, ...], threads: int | None) -> tuple[Array, Array]:
    """The springs in NumPy, the links natively; where rotors are carried along, all of it in NumPy."""
    arrays = floats(robot, list(zip(ARGUMENTS, given)))
    q, qd, theta, thetad, tau_m = (list(np.moveaxis(x, -1, 0)) for x in np.broadcast_arrays(*arrays))
    motors = plant(robot).motors
    if plant(robot).rotors:
        accelerations, motor_accelerations, inner = gyrostat.forward_dynamics(plant(robot), q, qd, theta, thetad, tau_m)
        qdd, pivots = (np.stack(np.broadcast_arrays(*x), axis=-1) for x in (accelerations, inner))
        _check(robot, arrays[0], (qdd, pivots))
        return qdd, np.stack(np.broadcast_arrays(*motor_accelerations), axis=-1)
    tau, _ = elastic.joint_torque(plant(robot), q, qd, theta, thetad, tau_m)
    torque = np.stack(np.broadcast_arrays(*tau), axis=-1)
    qdd, pivots = evaluate(LINKS, robot, (arrays[0], arrays[1], torque), threads=threads)
    _check(robot, arrays[0], (qdd, pivots))
    thetadd = elastic.motor_acceleration(motors, tau, thetad, tau_m, list(np.moveaxis(qdd, -1, 0)))
    return qdd, np.stack(np.broadcast_arrays(*thetadd), axis=-1)
