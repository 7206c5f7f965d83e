"""Forward dynamics of robots with drives: accelerations of links and motors from motor torques."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.dynamics import elastic_joints, gyrostat
from jounce.errors import ModelError, SingularityError
from jounce.functions.drive_checks import with_motors
from jounce.functions.rigid import refuse_singular, suspicious
from jounce.kernel import arguments
from jounce.kernel.arguments import NOTHING, Link, Parameters, Wrenches
from jounce.kernel.dispatch import call, public
from jounce.kernel.equation import Equation, Inputs, Output, ResultRule
from jounce.numbers.elementary import is_constant
from jounce.numbers.packing import Array
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot


def _forward(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    equation = gyrostat.forward_dynamics if plant.rotors else elastic_joints.elastic_forward_dynamics
    q, qd, theta, thetad, tau_m = x.motion
    return equation(plant, q, qd, theta, thetad, tau_m, x.loads)


def _with_inertia(robot: Robot, plant: Plant) -> Plant:
    """Return the plant; raise if a motor has no inertia, so that its acceleration is not determined."""
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
    result=ResultRule(check=_check, internal=1),
    motor_arguments=3,
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
    a spring and no motor tau_j = -K q - D qd, and tau_m is not read. Parallel springs, link friction and transmissions as in
    `inverse_dynamics`, of which this is the inverse. Articulated bodies, O(n).

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
    InputError
        If a motor of an elastic joint has no inertia, so that its acceleration is not determined.
    SingularityError
        If M is singular: a joint moves no mass. The message names the joint.

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
