"""A path in joint space as the functions read a motion: positions, velocities and their derivatives."""

from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.functions.arguments import check_robot
from jounce.numbers.packing import Array
from jounce.plant.multi_dof_joints import from_coordinates
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Path, check_path, whole

MotionStack = Any
"""q and its derivatives, a row each: (k, ..., n), or a tuple where positions have more numbers than velocities."""


def motion(robot: Robot, path: Path, t: Any, order: int | None = None) -> MotionStack:
    """q (..., nq), then velocity and its derivatives (..., n), at times t [s], for `f(robot, *jn.motion(robot, path, t))`.

    path: of n coordinates in joint space, one a freedom. Joints of one freedom: their positions. A spherical joint: roll, pitch,
    yaw [rad] of its child in the joint frame, R = Rz(yaw) Ry(pitch) Rx(roll); a floating one: these, then x, y, z [m] of its
    child's origin. order: of the highest derivative; `robot.motion_order` unless said. An array (order+1, ..., n) where all
    joints have one freedom each, else a tuple of order + 1 arrays.
    """
    check_robot(robot)
    check_path(path)
    if path.space != "joint" or path.n != robot.n:
        raise InputError(
            f"path: expected one in joint space of {robot.n} coordinates, one for each freedom of robot {robot.name!r}, got "
            f"{path.n} in {path.space} space."
        )
    return sample_path(robot, path, t, robot.motion_order if order is None else whole(order, 0, "order"))


def sample_path(robot: Robot, path: Path, t: Array, order: int) -> MotionStack:
    """The same, for checked arguments."""
    found = path(t, order)
    if robot.nq == robot.n:
        return found
    columns = from_coordinates(plant_of(robot).tree, [list(np.moveaxis(row, -1, 0)) for row in found])
    return tuple(np.stack(row, axis=-1) for row in columns)


def select_samples(Q: MotionStack, keep: Any) -> MotionStack:
    """Some instants of rows (k, T, n): by index, by indices, or a slice of them."""
    return Q[:, keep] if isinstance(Q, np.ndarray) else tuple(row[keep] for row in Q)
