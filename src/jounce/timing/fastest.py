"""Minimum-time scaling of a path within the limits of a robot: public function `fastest`, with methods for elastic, rigid
and motorless joints, and for ends at rest or in motion."""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from numpy.typing import ArrayLike

from jounce.errors import InputError, LimitError
from jounce.kernel.arguments import check_robot
from jounce.numerics.blas_threads import single_threaded
from jounce.plant.plant import refuse_motorless
from jounce.robot import Robot
from jounce.robot.limits import Limits, LimitValues, limit_values
from jounce.timing.flexible_time_scaling import flexible_timing
from jounce.timing.infeasibility import static_utilisation, without_zero_limits
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.moving_boundary import boundary_motion, fastest_with_moving_ends
from jounce.timing.path_geometry import PathGeometry, TimedPath
from jounce.timing.phase_plane import phase_plane, without_friction
from jounce.timing.rest_boundary import elastic_solver, fastest_from_rest, rigid_solver
from jounce.trajectory.path import Path, check_path, whole

PIECES = 64
"""Default number of pieces of the time scaling, except for flexible arms and for rigid joints without friction."""
GRID_POINTS = 500
"""Default number of grid points on the path for rigid joints without friction."""


@single_threaded
def fastest(
    robot: Robot,
    path: Path,
    limits: Limits | LimitValues | None = None,
    *,
    pieces: int | None = None,
    start: ArrayLike | None = None,
    end: ArrayLike | None = None,
    guess: ArrayLike | None = None,
) -> TimedPath:
    """Return the path with the minimum-time scaling within the robot's limits; at rest at both ends by default.

    The path's own duration does not count, nor does the timing law of lines and tool paths; the times of a spline's waypoints
    count, since they shape its geometry. Joints may be rigid, elastic, damped, with nonlinear springs, friction and carried
    rotors. For elastic joints, friction, or limits of jerk or torque rate, the time scaling is a B-spline, optimised by
    sequential linear programming on exact partial derivatives. For other rigid joints the path acceleration is constant on each
    piece, from the phase plane [Pham2018]. The returned motion exceeds no limit, neither at samples that are denser than those
    of the optimisation nor between them (by interval proof where there is one, otherwise by an estimate). From rest to rest it
    is no slower than the rest-to-rest polynomial of the lowest sufficient degree (flexible arms excepted). More pieces come
    closer to the optimum but take longer to compute; with a B-spline from rest to rest, the motion of more than 64 pieces is
    never slower than the motion of 64 pieces (flexible arms excepted).

    Parameters
    ----------
    robot : Robot
        Robot whose limits count: position, velocity, acceleration, jerk, motor torque, torque rate, joint torque, deflection,
        motor velocity.
    path : Path
        Path in joint space; for a flexible arm (with joints that no motor drives) a path of the tool.
    limits : Limits or mapping, optional
        Limits in place of `robot.limits`: {quantity: value} as in `Robot.with_limits`, or an object like `robot.limits`.
    pieces : int, optional
        Number of pieces of the time scaling. Default: 64 for a B-spline, 499 from the phase plane, 10 for flexible arms.
    start, end : array_like (n,) or (k, n), optional
        Velocities, or rows of velocities, accelerations and so on, at moving ends [rad/s or m/s, per s^2, ...], along the path.
        Further derivatives are those of a constant speed along the path. Only for a straight line, or joints that move a tool
        along a line, an arc or a polyline: other paths are at rest at their ends by their own timing. Beyond a moving end the
        result continues as the Taylor polynomial of its derivatives at this end.
    guess : array_like (n,), optional
        Posture near the start of a flexible arm [rad or m], as in `feedforward`. The limits of a flexible arm also hold
        before and after the path, while its motors may have to act: for half a second each, or for the duration if it is less.

    Returns
    -------
    TimedPath
        Path for `feedforward`, as smooth as the robot needs. `.status` is a `TimingStatus`: duration, utilisation, active limits.

    Raises
    ------
    LimitError
        If no time scaling can satisfy a limit; the message names joint, time and utilisation.
    InputError
        If an argument is wrong, or the robot has no limits.
    SmoothnessError
        If the path has too few continuous derivatives.

    Examples
    --------
    >>> import jounce as jn
    >>> robot = jn.load("planar_2r").with_limits(motor_torque=[60.0, 25.0])
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.2, -0.8], duration=1.0, degree=9)
    >>> fast = jn.fastest(robot, path)
    >>> round(fast.status.time, 2)
    0.71
    """
    if pieces is not None:
        whole(pieces, 1, "pieces")
    _check_path(check_robot(robot), path)
    if isinstance(limits, Mapping) and path.space == "joint":
        limits = without_zero_limits(robot, path, limits)
    robot = with_limits(robot, limits)
    if path.space == "tool":
        if start is not None or end is not None:
            raise InputError(f"start, end: expected none, since robot {robot.name!r} has joints that no motor drives.")
        return flexible_timing(robot, path, pieces, guess)
    if guess is not None:
        raise InputError(f"guess: expected none, got {guess!r}. The path says where each joint of robot {robot.name!r} is.")
    refuse_motorless(robot)
    geometry = PathGeometry(path)
    constraints = LimitConstraints(robot, geometry)
    if not constraints.quantities:
        raise InputError(
            f"limits: robot {robot.name!r} has none of velocity, acceleration, jerk, torque or deflection, so any time will do."
        )
    geometry.require(constraints.order, robot.name)
    room = 1.0 - static_utilisation(constraints)
    stiff = without_friction(robot.with_rigid_joints())
    rigid = constraints.order == 2 and stiff == robot
    places, pieces = (GRID_POINTS if pieces is None else pieces + 1) if rigid else GRID_POINTS // 2, pieces or PIECES
    at_rest = start is None and end is None
    motion = None if at_rest else boundary_motion(constraints, start, end, 2 if rigid else constraints.order)
    speeds = (0.0, 0.0) if motion is None else (float(motion[0][1]), float(motion[1][1]))
    profile = phase_plane(stiff, geometry, places, speeds=speeds)
    if motion is not None:
        solution, verification, bounds = fastest_with_moving_ends(constraints, profile, motion, 0 if rigid else pieces)
    elif rigid:
        solution, verification, bounds = fastest_from_rest(constraints, rigid_solver(constraints, places, profile), room, (0.0,))
    else:
        certified = [fastest_from_rest(constraints, elastic_solver(constraints, pieces, profile), room)]
        if pieces > PIECES:  # local minima of many pieces may be worse
            with suppress(LimitError):
                certified.append(fastest_from_rest(constraints, elastic_solver(constraints, PIECES, profile), room))
        solution, verification, bounds = min(certified, key=lambda timing: timing.solution.duration)
    timed = solution.scaling.timed_path(path, solution.duration)
    status = partial(verification.status, timed, solution, float(profile.t[-1]), bounds)
    timed.set_status(status if verification.has_jumps else status())
    return timed


def with_limits(robot: Robot, limits: Limits | LimitValues | None) -> Robot:
    """Return the robot with `limits` (see the argument of `fastest`) in place of its limits; None leaves the robot unchanged."""
    return robot if limits is None else robot.with_limits(**limit_values(limits))


def _check_path(robot: Robot, path: Any) -> None:
    """Raise `InputError` if the path does not suit the robot: wrong space or number of coordinates, or a robot with joints of
    several DOFs."""
    check_path(path)
    if robot.nq != robot.n:
        raise InputError(
            f"robot {robot.name!r} has joints of several freedoms, which no motor drives and which have no limits: what moves "
            "them are wrenches, and how fast they may be is not known."
        )
    flexible = any(joint.spring is not None for joint in robot.joints)
    if flexible and path.space != "tool":
        raise InputError(
            f"path: this one is in joint space, but robot {robot.name!r} has joints that no motor drives, which move as they "
            "must. Give a path of its tool."
        )
    if path.space != "joint" and not flexible:
        raise InputError(
            "path: this one is in tool space; jn.inverse_kinematics(robot, path, guess) makes it one in joint space."
        )
    if path.space == "joint" and path.n != robot.n:
        raise InputError(f"path: it has {path.n} coordinates, but robot {robot.name!r} has {robot.n} joints.")
