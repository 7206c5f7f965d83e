"""Samples of a path in joint space as a motion: positions, velocities and higher derivatives at given times."""

from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.kernel.arguments import check_robot
from jounce.numbers.packing import Array
from jounce.plant.multi_dof_joints import from_coordinates
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Path, check_path, whole

MotionStack = Any
"""q and its time derivatives, order on axis 0: an array (k, ..., n), or a tuple of k arrays if q has other than n coordinates."""


def motion(robot: Robot, path: Path, t: Any, order: int | None = None) -> MotionStack:
    """Sample a path in joint space as a motion of the robot, for `f(robot, *jn.motion(robot, path, t))`.

    Parameters
    ----------
    robot : Robot
        The robot.
    path : Path
        Path in joint space with n coordinates, one for each DOF [rad or m]. For a spherical joint: roll, pitch, yaw of its child
        in the joint frame, R = Rz(yaw) Ry(pitch) Rx(roll). For a floating joint: these angles, then x, y, z of the child's
        origin in the joint frame.
    t : array_like (...)
        Times [s].
    order : int, optional
        Order of the highest derivative; `robot.motion_order` by default.

    Returns
    -------
    array (order+1, ..., n), or tuple of order + 1 arrays
        Positions, velocities and their time derivatives. A tuple if a joint has several DOF: positions (..., nq) with
        quaternions, then velocity and its derivatives (..., n).

    Raises
    ------
    InputError
        If the path is not in joint space or does not have n coordinates, or if it has no derivative of this order.

    Examples
    --------
    >>> import jounce as jn
    >>> robot = jn.load("planar_2r")
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, -1.0], duration=2.0)
    >>> Q = jn.motion(robot, path, [0.0, 1.0, 2.0], order=2)
    >>> Q.shape, jn.rnea(robot, *Q).shape
    ((3, 3, 2), (3, 2))
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
    """Sample a path as `motion` does, for checked arguments."""
    coordinates = path(t, order)
    if robot.nq == robot.n:
        return coordinates
    columns = from_coordinates(plant_of(robot).tree, [list(np.moveaxis(row, -1, 0)) for row in coordinates])
    return tuple(np.stack(row, axis=-1) for row in columns)


def select_samples(Q: MotionStack, index: Any) -> MotionStack:
    """Select samples of a motion (k, T, n) by an index, an array of indices or a slice."""
    return Q[:, index] if isinstance(Q, np.ndarray) else tuple(row[index] for row in Q)
