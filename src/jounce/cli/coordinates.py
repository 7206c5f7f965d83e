"""Names and units of the coordinates of a motion, one a DOF, joints of several DOFs included."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import jounce as jn

Array = NDArray[Any]
COORDINATES = {"spherical": ("roll", "pitch", "yaw"), "floating": ("roll", "pitch", "yaw", "x", "y", "z")}
"""Coordinates of a path, see `jn.trajectory.motion`."""
POSITIONS = {"spherical": ("qx", "qy", "qz", "qw"), "floating": ("qx", "qy", "qz", "qw", "x", "y", "z")}
FREEDOMS = {"spherical": ("rx", "ry", "rz"), "floating": ("rx", "ry", "rz", "x", "y", "z")}
"""Components of velocities, forces and errors, in the child's axes."""


class Named(NamedTuple):
    """Name of a coordinate, and whether it is a length [m]; None for components of a quaternion."""

    name: str
    slides: bool | None


def _named(robot: jn.Robot, of: dict[str, tuple[str, ...]]) -> list[Named]:
    """Return the name and unit of each coordinate of all joints; of: components of joints of several DOFs by type."""
    named = []
    for joint in robot.joints:
        for component in of.get(joint.type, ("",) * joint.freedoms):
            straight = component in ("x", "y", "z") or joint.prismatic
            named.append(
                Named(f"{joint.name}_{component}" if component else joint.name, None if component.startswith("q") else straight)
            )
    return named


def coordinates(robot: jn.Robot) -> list[Named]:
    """Return name and unit of the n coordinates of a path."""
    return _named(robot, COORDINATES)


def positions(robot: jn.Robot) -> list[Named]:
    """Return name and unit of the nq components of a position."""
    return _named(robot, POSITIONS)


def freedoms(robot: jn.Robot) -> list[Named]:
    """Return name and unit of the n components of a velocity."""
    return _named(robot, FREEDOMS)


def pose(robot: jn.Robot, at: Array) -> Array:
    """Return the position (nq,) of coordinates (n,)."""
    position: Array = jn.trajectory.motion(robot, jn.trajectory.rest_to_rest(at, at, 1.0), 0.0, 0)[0]
    return position


def missing(plan: jn.Plan) -> dict[str, dict[str, float]]:
    """Return the peak moment [Nm] (and force [N] if floating) that no motor supplies, for each joint of several DOFs."""
    by_joint = {}
    for k, joint in enumerate(plan.robot.joints):
        if joint.freedoms > 1:
            torque = plan.tau_m[:, [i for i, j in enumerate(plan.robot.velocity_joints) if j == k]]
            parts = {"moment": torque[:, :3], "force": torque[:, 3:]}
            by_joint[joint.name] = {what: np.linalg.norm(x, axis=1).max() for what, x in parts.items() if x.shape[1]}
    return by_joint
