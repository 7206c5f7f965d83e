"""Checks that the equations with motors apply to a robot; errors name the joint and the reason."""

from jounce.errors import InputError
from jounce.numbers.elementary import is_constant
from jounce.plant.plant import Plant
from jounce.robot import Joint, Robot


def with_motors(robot: Robot, plant: Plant) -> Plant:
    """Return the plant; raise InputError if a rotor without inertia at tracing time, and so not carried along, now has
    inertia."""
    for joint, m in zip(robot.axes, plant.motors):
        if _could_be_carried(robot, joint) and not is_constant(m.inertia, 0.0):
            raise InputError(
                f"rotor_inertia: joint {joint.name!r} of robot {robot.name!r} has a rotor without inertia, so what a carried "
                "rotor does to the other joints is not among its equations. Give its drive a rotor_inertia above zero, or "
                "build the robot with it: robot.with_parameters({'rotor_inertia': ...})."
            )
    return plant


def _could_be_carried(robot: Robot, joint: Joint) -> bool:
    """Return True if the joint has a rotor that a link would carry along if the rotor had inertia."""
    drive = joint.drive
    if drive is None or drive.coupling != "full" or drive.rotor_inertia > 0.0:
        return False
    return robot.locate(joint.parent if drive.rotor_mount is None else drive.rotor_mount)[0] >= 0


def refuse(robot: Robot) -> None:
    """Raise InputError if a motion of all joints does not determine motor torques, not even along the whole motion."""
    for joint in robot.joints:
        if joint.spring is not None:  # checked first, since it excludes all other cases
            raise InputError(
                f"joint {joint.name!r} of robot {robot.name!r} has a spring and no motor: its motion cannot be chosen, so the "
                "motion of all joints does not have a motor torque."
            )


def refuse_damping(robot: Robot, plant: Plant) -> Plant:
    """Return the plant; raise InputError at a damped elastic joint, whose inverse dynamics exists only along a motion."""
    refuse(robot)
    for i, m in enumerate(plant.motors):
        if m.elastic and not is_constant(m.damping, 0.0):
            raise damped(robot, i)
    return plant


def damped(robot: Robot, freedom: int) -> InputError:
    """Return the error for a damped elastic joint whose motor torque at an instant was requested."""
    return InputError(
        f"joint {robot.motor_joints[freedom].name!r} of robot {robot.name!r} is elastic and damped: its motor "
        "torque depends on the motion before this instant. Use jn.feedforward(robot, path, t), step along the motion with "
        "jn.dynamics.inverse_dynamics_step, or take drives with damping = 0."
    )
