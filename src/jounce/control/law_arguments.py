"""Checks of arguments that several control laws share: joints that can be linearised, known wrenches, stiffness K(t)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.control.protocol import Measured, Reference
from jounce.errors import InputError
from jounce.functions.inverse_dynamics import with_linear_springs
from jounce.numbers.elementary import is_constant
from jounce.numbers.packing import Array
from jounce.plant.motor import Motor
from jounce.plant.plant import locate
from jounce.robot import Joint, Robot
from jounce.robot.validation import short
from jounce.trajectory.path import Path

KnownWrench = Path | Callable[..., Sequence[ArrayLike]]
"""External wrench that a control law compensates: a path of 6 coordinates, or a function of (reference, state)
that returns (W, Wdot, Wddot)."""


def check_joints(robot: Robot, motors: Sequence[Motor], rigid: bool = False) -> None:
    """Raise InputError unless feedback can turn every joint into a chain of integrators; rigid: True if joints may be rigid."""
    if robot.m != robot.n:
        double = robot.motor_joints[robot.n].name
        raise InputError(
            f"joint {double!r} has two drives: what the second one carries is free, so the torque of both does not follow "
            "from a law for the link alone."
        )
    for joint, motor in zip(robot.axes, motors):
        _check_joint(joint, motor, rigid)


def _check_joint(joint: Joint, motor: Motor, rigid: bool) -> None:
    what = f"feedback linearisation needs joints that are elastic and driven by a rotor with inertia; joint {joint.name!r}"
    if joint.freedoms > 1:
        raise InputError(
            f"{what} has {joint.freedoms} freedoms and no motor: with fewer motors than freedoms no feedback gives every freedom "
            "an error of its own. Follow a plan of `feedforward` with FeedforwardPD."
        )
    if joint.spring is not None:
        raise InputError(f"{what} has a spring and no motor. Follow a plan of `feedforward` with FeedforwardPD.")
    if not motor.elastic and not rigid:
        raise InputError(
            f"{what} is rigid. For a rigid robot there is RigidComputedTorque, for rigid joints among elastic ones "
            "DynamicFeedbackLinearization."
        )
    if motor.elastic and is_constant(motor.inertia, 0.0):
        raise InputError(f"{what} has a rotor without inertia. State rotor_inertia, or take FeedforwardPD along a plan.")


def with_stiffness(robot: Robot, stiffness: Any) -> Robot:
    """Return the robot with linear springs, for a law with a stiffness path K(t); the robot unchanged if `stiffness` is None."""
    if stiffness is None:
        return robot
    if not isinstance(stiffness, Path) or stiffness.n != robot.n:
        raise InputError(f"stiffness: expected a path of {robot.n} coordinates K(t), got {short(stiffness)}.")
    return with_linear_springs(robot, stiffness(0.0)[0])


def check_wrenches(robot: Robot, wrench: Any) -> Mapping[Any, Any]:
    """Return the known wrenches {link or frame: path or function} of a law, {} for None; raise InputError for other values."""
    if wrench is None:
        return {}
    if not isinstance(wrench, Mapping):
        raise InputError(f"wrench: expected {{link: path or function}}, got {short(wrench)}.")
    for link, push in wrench.items():
        locate(robot, link)
        if not (push.n == 6 if isinstance(push, Path) else callable(push)):
            raise InputError(
                f"wrench[{link!r}]: expected a path of 6 coordinates, moment and force, or a function of (reference, state) that "
                f"gives (W, Wdot, Wddot), got {short(push)}."
            )
    return dict(wrench)


def to_snap(q: Array) -> Array:
    """Return the planned link position and its derivatives to order 4 (5, n); raise InputError if q has fewer rows."""
    if len(q) < 5:
        raise InputError(f"reference: expected q to its 4th derivative, (5, n), got {np.shape(q)}.")
    return q[:5]


def wrenches_at(wrench: Mapping[Any, Any], order: int, reference: Reference, state: Measured) -> dict[Any, Any]:
    """Return the known wrenches at the instant of the reference: {link or frame: (W, Wdot, ...)}, derivatives up to `order`."""
    return {
        link: tuple(push(reference.t, order)) if isinstance(push, Path) else push(reference, state)
        for link, push in wrench.items()
    }
