"""The same curve in the least time."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from jounce.errors import InputError
from jounce.functions.arguments import check_robot
from jounce.functions.motors import refuse
from jounce.robot import Robot
from jounce.robot.limits import NAMES, Limits
from jounce.timing.flexible_time_scaling import flexible_timing
from jounce.timing.infeasibility import static_utilisation, without_zero_limits
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.moving_boundary import boundary_motion, fastest_with_moving_ends
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.phase_plane import phase_plane, without_friction
from jounce.timing.rest_boundary import elastic_solver, fastest_from_rest, rigid_solver
from jounce.timing.timed_path import TimedPath
from jounce.trajectory.path import Path, check_path, whole

PIECES = 64
"""Of the timing of elastic joints, unless said."""
GRID_POINTS = 500
"""On the curve for rigid joints, unless said."""


def fastest(
    robot: Robot,
    path: Path,
    limits: Limits | Mapping[str, Any] | None = None,
    *,
    pieces: int | None = None,
    start: Any = None,
    end: Any = None,
    guess: Any = None,
) -> TimedPath:
    """The curve of a path in joint space, run through in the least time within the robot's limits, from rest to rest.

    Limits are `robot.limits`: position, velocity, acceleration, jerk, motor torque, torque rate, joint torque and deflection,
    with the joints that the robot has: rigid, elastic, damped, with springs of any law, with rotors carried along. limits: others
    in their place, {quantity: value} as `Robot.with_limits` takes them, or such as `robot.limits`. The path's own duration does
    not count, nor does the timing of lines; times of a spline's waypoints shape its curve. The result is a path for
    `feedforward`, as smooth as the robot needs, and says in `.status` how long it takes and which limit holds it back when.

    start, end: the motion at the ends where they are not at rest, velocities (n,), or rows (k, n) of velocities, accelerations
    and so on, along the curve; a derivative that is not given is that of a steady speed along it. The path is then a straight
    line, or one of joints that move a tool along a line, an arc or a polyline: others rest at their ends by themselves. Before
    its start and after its end the result goes on as a polynomial with the derivatives that it has there.

    A flexible arm, with joints that no motor drives, takes a path of its tool instead. guess: a posture q (n,) near its start, as
    `feedforward` takes it. Its timing is a B-spline of few pieces (10), slopes are differences of whole plans, and limits hold
    half a second before and after the path too, where its motors may have to act.

    The timing of elastic joints is a B-spline of so many pieces (64), found by sequential linear programming on exact partial
    derivatives; that of rigid joints without friction has a constant acceleration along each piece of the curve (499), found in
    the phase plane. No motion is returned with which a limit is exceeded, neither at 20 times as many instants nor, with proof
    where there is one, between them, and none that is slower than a polynomial timing of the path. More pieces come closer to
    the optimum and take longer.
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
    refuse(robot)
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
    motion = boundary_motion(constraints, start, end, 2 if rigid else constraints.order)
    speeds = (0.0, 0.0) if motion is None else (float(motion[0][1]), float(motion[1][1]))
    profile = phase_plane(stiff, geometry, places, speeds=speeds)
    if motion is not None:
        found, verification, bounds = fastest_with_moving_ends(constraints, profile, motion, 0 if rigid else pieces)
    elif rigid:
        found, verification, bounds = fastest_from_rest(constraints, rigid_solver(constraints, places, profile), room, (0.0,))
    else:
        found, verification, bounds = fastest_from_rest(constraints, elastic_solver(constraints, pieces, profile), room)
    timed = found.scaling.timed_path(path, found.duration)
    status = partial(verification.status, timed, found, float(profile.t[-1]), bounds)
    timed.set_status(status if verification.has_jumps else status())
    return timed


def with_limits(robot: Robot, limits: Any) -> Robot:
    """The robot with other limits, as `fastest` takes them."""
    if limits is None:
        return robot
    if isinstance(limits, Limits):
        limits = {name: getattr(limits, name) for name in NAMES}
    if not isinstance(limits, Mapping):
        raise InputError(f"limits: expected {{quantity: value}} or limits as robot.limits are, got {type(limits).__name__}.")
    return robot.with_limits(**limits)


def _check_path(robot: Robot, path: Any) -> None:
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
