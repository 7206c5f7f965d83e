"""Reader of joint motions from files: a fit to CSV samples, or a spline through the points of a ROS message."""

import os
from pathlib import Path as File

import numpy as np

from jounce.errors import InputError
from jounce.robot import Robot
from jounce.robot.io.file_access import read_text
from jounce.robot.validation import short
from jounce.trajectory.files.message import read_message
from jounce.trajectory.files.table import read_table
from jounce.trajectory.fit import fit
from jounce.trajectory.path import Path
from jounce.trajectory.smoothing import Samples
from jounce.trajectory.spline import spline

LARGEST_TABLE, LARGEST_MESSAGE = 2**28, 2**26
"""Largest size of a CSV file, and of a file with a message [bytes]."""
MESSAGES = (".json", ".yaml", ".yml")
"""File endings of ROS messages."""
WAYPOINTS = 0.02
"""Least mean spacing [s] with which the points of a message count as waypoints; points that are closer count as samples."""
LARGEST_DEGREE = 25
"""Largest degree of the spline through waypoints."""


def load(
    file: str | os.PathLike[str], robot: Robot, tolerance: float | None = None, degree: int | None = None, degrees: bool = False
) -> Path:
    """Return the joint motion of a robot from a file, at rest at both ends.

    A CSV file has a header, a column `t` or `time` [s], and one column per joint, named after the joint or q1, q2, ...; units
    in brackets are respected. The samples are fitted for this robot, see `fit`. A JSON or YAML file has a JointTrajectory of
    ROS, which may be inside MoveIt's RobotTrajectory or DisplayTrajectory. The points of the trajectory are interpolated, with
    their velocities and accelerations if there are any, see `spline`. They are fitted instead if a tolerance is stated, or if
    they are less than 20 ms apart on average.

    Parameters
    ----------
    file : str or path
        Name of the file, which ends in .csv, .json, .yaml or .yml.
    robot : Robot
        Robot whose joints, of one DOF each, move as the file states.
    tolerance : float, optional
        Largest distance from the samples [rad or m]; see `fit`.
    degree : int, optional
        Degree of the spline, at most 25; by default a degree with which the motor torque of the robot has no jump, if 25
        suffices.
    degrees : bool
        True if angles without a unit are in degrees (CSV only).

    Returns
    -------
    Path
        Path in joint space.

    Raises
    ------
    InputError
        If the file cannot be read, or does not match the robot; the message names the file and the place in the file.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import jounce as jn
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "move.json")
    ...     points = '{"positions": [0, 0], "time_from_start": 0}, {"positions": [1, -1], "time_from_start": 2}'
    ...     _ = file.write_text('{"joint_names": ["joint1", "joint2"], "points": [' + points + "]}")
    ...     path = jn.trajectory.load(file, jn.load("planar_2r"))
    >>> path(1.0)[0].round(9)
    array([ 0.5, -0.5])
    """
    if not isinstance(file, (str, os.PathLike)) or not isinstance(robot, Robot):
        raise InputError(f"load: expected the name of a file and a robot, got {type(file).__name__} and {type(robot).__name__}.")
    if not isinstance(degrees, (bool, np.bool_)):
        raise InputError(f"degrees: expected True or False, got {short(degrees)}.")
    path = File(file)
    ending = path.suffix.lower()
    largest = LARGEST_TABLE if ending == ".csv" else LARGEST_MESSAGE
    text = read_text(path, largest, "a motion in CSV, or a message of ROS in JSON or YAML")
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
        return spline(samples.t, samples.q, k, samples.qd, samples.qdd, names=robot.joint_names)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def _fitted(samples: Samples, robot: Robot, tolerance: float | None, degree: int | None) -> Path:
    """Return the fit to the samples for this robot.

    Velocities and accelerations are used if every point has them.
    """
    qd, qdd = (None if x is None or np.isnan(x).any() else x for x in (samples.qd, samples.qdd))
    k = max(2 * min(robot.motion_order, 4), robot.motion_order) + 1 if degree is None else degree
    return fit(samples.t, samples.q, qd, tolerance, k, qdd=qdd, names=robot.joint_names, robot=robot)
