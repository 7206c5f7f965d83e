"""Names and units of the entries of paths, positions and velocities, for robots with joints of several DOFs too."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import jounce as jn

Array = NDArray[Any]
COORDINATES = {"spherical": ("roll", "pitch", "yaw"), "floating": ("roll", "pitch", "yaw", "x", "y", "z")}
"""{type of a joint of several DOFs: names of its coordinates in a path}, see `jn.trajectory.motion`."""
POSITIONS = {"spherical": ("qx", "qy", "qz", "qw"), "floating": ("qx", "qy", "qz", "qw", "x", "y", "z")}
FREEDOMS = {"spherical": ("rx", "ry", "rz"), "floating": ("rx", "ry", "rz", "x", "y", "z")}
"""{type of a joint of several DOFs: names of its components in velocities, forces and errors}, in the child's axes."""


class Named(NamedTuple):
    """Name and unit of a coordinate; slides: True for a length [m], False for an angle [rad], None in a quaternion."""

    name: str
    slides: bool | None


def _named(robot: jn.Robot, of: dict[str, tuple[str, ...]]) -> list[Named]:
    """Return name and unit of each coordinate of all joints; of: {joint type: components} of joints of several DOFs."""
    named = []
    for joint in robot.joints:
        for component in of.get(joint.type, ("",) * joint.freedoms):
            straight = component in ("x", "y", "z") or joint.prismatic
            named.append(
                Named(f"{joint.name}_{component}" if component else joint.name, None if component.startswith("q") else straight)
            )
    return named


def coordinates(robot: jn.Robot) -> list[Named]:
    """Return name and unit of each of the n coordinates of a path in joint space."""
    return _named(robot, COORDINATES)


def positions(robot: jn.Robot) -> list[Named]:
    """Return name and unit of each of the nq components of a position q."""
    return _named(robot, POSITIONS)


def freedoms(robot: jn.Robot) -> list[Named]:
    """Return name and unit of each of the n components of a velocity, force or error."""
    return _named(robot, FREEDOMS)


def pose(robot: jn.Robot, at: Array) -> Array:
    """Convert path coordinates `at` (n,) to a position q (nq,), which has quaternions for joints of several DOFs."""
    position: Array = jn.trajectory.motion(robot, jn.trajectory.rest_to_rest(at, at, 1.0), 0.0, 0)[0]
    return position


def missing(plan: jn.Plan) -> dict[str, dict[str, float]]:
    """Return the largest moment [Nm] and force [N] that no motor supplies, as {joint: {"moment": norm, "force": norm}}.

    The joints are those of several DOFs; a spherical joint has no entry "force".
    """
    by_joint = {}
    for k, joint in enumerate(plan.robot.joints):
        if joint.freedoms > 1:
            torque = plan.tau_m[:, [i for i, j in enumerate(plan.robot.velocity_joints) if j == k]]
            parts = {"moment": torque[:, :3], "force": torque[:, 3:]}
            by_joint[joint.name] = {what: np.linalg.norm(x, axis=1).max() for what, x in parts.items() if x.shape[1]}
    return by_joint
