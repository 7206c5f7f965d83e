"""The motion in a file."""

import os
from pathlib import Path as File

import numpy as np

from jounce.errors import InputError
from jounce.robot import Robot
from jounce.robot.load.file import text_of
from jounce.robot.values import short
from jounce.trajectory.files.message import read_message
from jounce.trajectory.files.table import read_table
from jounce.trajectory.fit import fit
from jounce.trajectory.path import Path
from jounce.trajectory.smoothing import Samples
from jounce.trajectory.spline import spline

LARGEST_TABLE, LARGEST_MESSAGE = 2**28, 2**26
"""[bytes]."""
MESSAGES = (".json", ".yaml", ".yml")
WAYPOINTS = 0.02
"""[s]: points of a message that are this far apart on average are waypoints; closer ones are samples."""
LARGEST_DEGREE = 25


def load(
    file: str | os.PathLike[str], robot: Robot, tolerance: float | None = None, degree: int | None = None, degrees: bool = False
) -> Path:
    """The joint motion of a robot that a file has, at rest at both ends.

    CSV: a header, a column `t` or `time` [s] and one per joint, by its name or q1, q2, ...; units in brackets are heeded, and
    `degrees` says that angles without one are in degrees. It is fitted, see `fit`, for this robot. JSON and YAML: a
    JointTrajectory of ROS, also within MoveIt's RobotTrajectory and DisplayTrajectory. Its points are gone through exactly, with
    the velocities and accelerations that they have, see `spline`; fitted, if a tolerance is said or if they are less than 20 ms
    apart.

    degree: of the spline, unless said the lowest with which the motor torque of the robot has no jump.
    """
    if not isinstance(file, (str, os.PathLike)) or not isinstance(robot, Robot):
        raise InputError(f"load: expected the name of a file and a robot, got {type(file).__name__} and {type(robot).__name__}.")
    if not isinstance(degrees, (bool, np.bool_)):
        raise InputError(f"degrees: expected True or False, got {short(degrees)}.")
    path = File(file)
    ending = path.suffix.lower()
    largest = LARGEST_TABLE if ending == ".csv" else LARGEST_MESSAGE
    text = text_of(path, largest, "a motion in CSV, or a message of ROS in JSON or YAML")
    if ending not in (".csv", *MESSAGES):
        raise InputError(f"{path}: expected a name that ends in .csv, {', '.join(MESSAGES)}.")
    if robot.nq != robot.n:
        raise InputError(
            f"{path}: robot {robot.name!r} has joints of several freedoms; a motion in a file is for joints of one each."
        )
    try:
        if ending == ".csv":
            return _fitted(read_table(text, robot, degrees), robot, tolerance, degree)
        if degrees:
            raise InputError("messages of ROS are in radians and metres; expected no degrees.")
        samples = read_message(text, ending, robot.joint_names, [joint.name for joint in robot.joints])
        span = (samples.t[-1] - samples.t[0]) / (len(samples.t) - 1)
        if tolerance is not None or span < WAYPOINTS:
            return _fitted(samples, robot, tolerance, degree)
        k = min(2 * robot.motion_order + 1, LARGEST_DEGREE) if degree is None else degree
        return spline(samples.q, samples.t, k, samples.qd, samples.qdd, names=robot.joint_names)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def _fitted(samples: Samples, robot: Robot, tolerance: float | None, degree: int | None) -> Path:
    """Rates count where every point has them."""
    qd, qdd = (None if x is None or np.isnan(x).any() else x for x in (samples.qd, samples.qdd))
    k = max(2 * min(robot.motion_order, 4), robot.motion_order) + 1 if degree is None else degree
    return fit(samples.t, samples.q, qd, tolerance, k, qdd=qdd, names=robot.joint_names, robot=robot)
