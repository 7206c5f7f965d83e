"""What the numbers of a motion are called and measured in, one coordinate a freedom: joints of several freedoms included."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import jounce as jn

Array = NDArray[Any]
COORDINATES = {"spherical": ("roll", "pitch", "yaw"), "floating": ("roll", "pitch", "yaw", "x", "y", "z")}
"""Of a path, see `jn.motion`."""
POSITIONS = {"spherical": ("qx", "qy", "qz", "qw"), "floating": ("qx", "qy", "qz", "qw", "x", "y", "z")}
FREEDOMS = {"spherical": ("rx", "ry", "rz"), "floating": ("rx", "ry", "rz", "x", "y", "z")}
"""Of velocities, forces and errors, in the child's axes."""


class Named(NamedTuple):
    """A number of a robot's: its name, and whether it is along a line [m]; neither where it is a quaternion's."""

    name: str
    slides: bool | None


def _named(robot: jn.Robot, of: dict[str, tuple[str, ...]]) -> list[Named]:
    found = []
    for joint in robot.joints:
        for part in of.get(joint.type, ("",) * joint.freedoms):
            straight = part in ("x", "y", "z") or joint.prismatic
            found.append(Named(f"{joint.name}_{part}" if part else joint.name, None if part.startswith("q") else straight))
    return found


def coordinates(robot: jn.Robot) -> list[Named]:
    """The n coordinates of a path."""
    return _named(robot, COORDINATES)


def positions(robot: jn.Robot) -> list[Named]:
    """The nq numbers of a position."""
    return _named(robot, POSITIONS)


def freedoms(robot: jn.Robot) -> list[Named]:
    """The n numbers of a velocity."""
    return _named(robot, FREEDOMS)


def pose(robot: jn.Robot, at: Array) -> Array:
    """The position (nq,) of coordinates (n,)."""
    found: Array = jn.motion(robot, jn.trajectory.rest_to_rest(at, at, 1.0), 0.0, 0)[0]
    return found


def missing(plan: jn.Plan) -> dict[str, dict[str, float]]:
    """For each joint of several freedoms the largest "moment" [Nm], and "force" [N] if it floats, that the plan lacks there."""
    found = {}
    for k, joint in enumerate(plan.robot.joints):
        if joint.freedoms > 1:
            own = plan.tau_m[:, [i for i, j in enumerate(plan.robot.velocity_joints) if j == k]]
            parts = {"moment": own[:, :3], "force": own[:, 3:]}
            found[joint.name] = {what: np.linalg.norm(x, axis=1).max() for what, x in parts.items() if x.shape[1]}
    return found
