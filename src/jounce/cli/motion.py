"""Robot, path, plan and output times of a command, from the options and the job file of the user."""

import math
import warnings
from dataclasses import replace
from typing import Any, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

import jounce as jn
from jounce.cli.coordinates import coordinates
from jounce.cli.job import TRAVEL, Job, read_job
from jounce.cli.peak_tables import inside
from jounce.cli.text import letters, tell
from jounce.cli.waypoints import stop_times, tool_line
from jounce.errors import ConvergenceError, InputError
from jounce.robot.validation import positive
from jounce.trajectory.files.number_parser import LARGEST
from jounce.trajectory.fitted import Fitted

Array = NDArray[Any]
RATE = 1000.0
"""Default output rate [Hz]."""
MOST_SAMPLES = 1_000_000
TOOL_DEGREE = 11


class Task(NamedTuple):
    """Task of a command: robot, path of the motion, and output rate [Hz]."""

    robot: jn.Robot
    path: jn.trajectory.Path
    rate: float
    meshes: str | None = None
    """URDF file of the robot, whose meshes a viewer draws; None if the robot is not from a URDF."""
    allow_error: float | None = None
    """Largest accepted tool error of a flexible arm [m or rad]; None: the default of `jn.feedforward`."""

    @property
    def fitted(self) -> Fitted | None:
        """Return the path if it was fitted to samples, else None."""
        return self.path if isinstance(self.path, Fitted) else None


class Fastest(NamedTuple):
    """Options of a minimum-time motion, as of the command `jounce fastest`."""

    limits: dict[str, Any] | None = None
    """{quantity: limit} that replaces the robot's limit of the quantity; None: all limits of the robot apply."""
    start: tuple[float, ...] | None = None
    """Joint velocities at the start [rad/s or m/s, deg/s with --degrees]; None: at rest."""
    end: tuple[float, ...] | None = None
    """Joint velocities at the end, units as of `start`; None: at rest."""
    free: bool = False
    """True if the path is optimised as well."""


def make_task(job: Any, options: dict[str, Any], fastest: Fastest | None = None) -> Task:
    """Return the task that a job file (None: no file) and command-line options state; options override the file.

    fastest: options of a minimum-time motion; None for a motion of stated duration.
    """
    stated = read_job(job, options)
    if fastest and stated.trajectory is None and stated.duration is None:
        stated = replace(stated, duration=1.0 + sum(stop.time or 0.0 for stop in stated.via or ()))
    if stated.robot is None:
        raise click.UsageError("No robot: expected a name of the library, or a path; or a job file that names one.")
    robot = load_robot(
        stated.robot, stated.drives, stated.coupling, stated.lock, bool(stated.floating_base), stated.tool, bool(stated.exact)
    )
    rate = positive(RATE if stated.rate is None else stated.rate, "rate [Hz]")
    if fastest is not None and fastest.free:
        path = _free_motion(robot, stated, fastest)
    else:
        path = _sampled(robot, stated) if stated.trajectory is not None else _rest_to_rest(robot, stated)
        path = _fastest(robot, stated, path, fastest) if fastest is not None else path
    if fastest is not None and fastest.limits is not None:
        robot = robot.with_limits(**fastest.limits)
    if (path.end_time - path.start_time) * rate > MOST_SAMPLES:
        raise InputError(
            f"{path.end_time - path.start_time:g} s at {rate:g} Hz are more than {MOST_SAMPLES} samples; lower the rate."
        )
    return Task(robot, path, rate, stated.robot if stated.robot.lower().endswith(".urdf") else None, stated.allow_error)


def load_robot(
    name: str,
    drives: Any,
    coupling: str | None,
    lock: Any = None,
    floating_base: bool = False,
    tool: str | None = None,
    exact: bool = False,
) -> jn.Robot:
    """Load a robot with drives, locked joints, floating base and tool as `jn.load`, and print the warnings of `jn.load`.

    coupling: rotor coupling of all drives; None leaves the coupling of each drive unchanged.
    """
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        robot = jn.load(name, drives=drives, lock=lock, floating_base=floating_base, tool=tool, exact=exact)
    for note in notes:
        tell(letters(str(note.message)))
    if coupling is None:
        return robot
    if not any(joint.drive for joint in robot.joints):
        raise InputError(f"coupling: robot {robot.name!r} has no drives; give it some with --drives.")
    changed = [j if j.drive is None else replace(j, drive=replace(j.drive, coupling=coupling)) for j in robot.joints]
    return replace(robot, joints=tuple(changed))


def in_si(robot: jn.Robot, values: tuple[float, ...], degrees: bool | None, what: str) -> Array:
    """Convert the values of option `what`, one per DOF, to SI units (n,) [rad or m]; raise InputError if their number differs."""
    named = coordinates(robot)
    names = tuple(name for name, _ in named)
    if len(values) != robot.n:
        things = "joints" if robot.nq == robot.n else "freedoms"
        raise InputError(f"{what}: {len(values)} values, but robot {robot.name!r} has {robot.n} {things} ({', '.join(names)}).")
    turns = [math.radians(1.0) if degrees and not slides else 1.0 for _, slides in named]
    return _bounded(np.array(values) * turns, what, names)


def _bounded(values: Array, what: str, names: tuple[str, ...]) -> Array:
    for name, value in zip(names, values):
        if not abs(value) <= LARGEST:
            raise InputError(f"{what}, {name}: expected a finite number, {LARGEST:g} rad or m at most, got {value:g}.")
    return values


def _sampled(robot: jn.Robot, job: Job) -> jn.trajectory.Path:
    assert job.trajectory is not None
    if _has_passive_springs(robot):
        raise InputError(
            f"{job.trajectory}: robot {robot.name!r} has joints without a motor, whose motion cannot be chosen; give the tool's "
            "with --from and --to."
        )
    if any(getattr(job, name) is not None for name in TRAVEL):
        raise click.UsageError(
            "--trajectory states the whole motion; expected no --to, --from, --via, --tool-line or --duration."
        )
    return jn.trajectory.load(job.trajectory, robot, job.tolerance, job.degree, bool(job.degrees))


def _fastest(robot: jn.Robot, job: Job, path: jn.trajectory.Path, fastest: Fastest) -> jn.trajectory.Path:
    """Return the motion along a path in minimum time within the limits."""
    start, end = _velocities(robot, job, fastest)
    return jn.fastest(robot, path, fastest.limits, start=start, end=end)


def _velocities(robot: jn.Robot, job: Job, fastest: Fastest) -> tuple[Array | None, ...]:
    """Return the joint velocities (n,) at start and end [rad/s or m/s]; None for an end at rest."""
    ends = (("start-velocity", fastest.start), ("end-velocity", fastest.end))
    return tuple(None if values is None else in_si(robot, values, job.degrees, what) for what, values in ends)


def _free_motion(robot: jn.Robot, job: Job, fastest: Fastest) -> jn.trajectory.Path:
    """Return the minimum-time motion from --from through --via to --to, with both time scaling and path optimised."""
    if job.to is None or job.trajectory is not None or job.tool_line is not None:
        raise click.UsageError("--free finds a way of its own; expected --to, and no --trajectory or --tool-line.")
    if any(stop.time is not None for stop in job.via or ()):
        raise click.UsageError("--free finds when stops are passed; expected --via without @T.")
    start = inside(robot) if job.start is None else in_si(robot, job.start, job.degrees, "from")
    stops = [in_si(robot, stop.positions, job.degrees, "via") for stop in job.via or ()]
    first, last = _velocities(robot, job, fastest)
    rows = start if first is None else np.stack([start, first])
    goal = in_si(robot, job.to, job.degrees, "to")
    return jn.fastest_move(robot, rows, goal, fastest.limits, via=stops, goal_velocity=last)


def _rest_to_rest(robot: jn.Robot, job: Job) -> jn.trajectory.Path:
    """Return the rest-to-rest path of a job: in joint space, or in tool space for robots with joints without a motor."""
    if job.to is None and job.tool_line is None:
        raise click.UsageError("No motion: expected --to and --duration, or --trajectory; or --tool-line and --duration.")
    if job.duration is None:
        raise click.UsageError("No duration: expected --duration, in seconds.")
    if job.tolerance is not None:
        raise click.UsageError("--tolerance is for sampled motions; expected --trajectory beside it.")
    if job.tool_line is not None and (job.to is not None or job.via is not None):
        raise click.UsageError("--tool-line says where the tool goes; expected no --to or --via beside it.")
    if not _has_passive_springs(robot):
        start = inside(robot) if job.start is None else in_si(robot, job.start, job.degrees, "from")
        degree = 2 * robot.motion_order + 1 if job.degree is None else job.degree
        if job.tool_line is not None:
            if robot.nq != robot.n:
                raise InputError(
                    f"tool-line: robot {robot.name!r} has joints of several freedoms; a line of the tool is for robots whose "
                    "joints have one each. State the joints' motion with --to."
                )
            return tool_line(robot, start, job.tool_line, bool(job.degrees), job.duration, job.degree)
        assert job.to is not None
        goal = in_si(robot, job.to, job.degrees, "to")
        if job.via is None:
            return jn.trajectory.rest_to_rest(start, goal, job.duration, degree)
        points = [start, *(in_si(robot, stop.positions, job.degrees, "via") for stop in job.via), goal]
        when = stop_times(np.array(points), [stop.time for stop in job.via], positive(job.duration, "duration [s]"))
        return jn.trajectory.spline(when, points, degree)
    if job.tool_line is not None or job.via is not None:
        raise click.UsageError(
            f"robot {robot.name!r} has joints without a motor; expected --from and --to, which are the tool's, and no --via or "
            "--tool-line."
        )
    outputs = robot.tool.outputs
    ends = []
    for what, values in (("from", job.start), ("to", job.to)):
        if values is None or len(values) != len(outputs):
            came = "none" if values is None else len(values)
            raise InputError(
                f"{what}: expected {len(outputs)} values, the tool's {', '.join(outputs)} [m], got {came}: robot {robot.name!r} "
                "has joints without a motor, whose motion cannot be chosen."
            )
        ends.append(_bounded(np.array(values), what, outputs))
    start, end = ends
    return jn.trajectory.line(start, end, job.duration, TOOL_DEGREE if job.degree is None else job.degree)


def _has_passive_springs(robot: jn.Robot) -> bool:
    """Return True if any joint of the robot has a spring and no motor."""
    return any(joint.spring is not None for joint in robot.joints)


def plan_of(task: Task) -> jn.Plan:
    """Return the plan of a task over the time span of its path, extended to the instants at which motors act before or after.

    The plan is not extended if it would have more than `MOST_SAMPLES` samples. Raise ConvergenceError if a motor torque is not
    finite.
    """
    robot, path = task.robot, task.path
    with np.errstate(all="ignore"):  # overflows are reported below
        plan = jn.feedforward(robot, path, times(path.start_time, path.end_time, task.rate), allow_error=task.allow_error)
        begin, end = plan.status.acts_from, plan.status.acts_until
        begin, end = path.start_time if begin is None else begin, path.end_time if end is None else end
        if (begin < path.start_time or end > path.end_time) and (end - begin) * task.rate <= MOST_SAMPLES:
            # motors act before the tool moves, or after it
            plan = jn.feedforward(robot, path, times(begin, end, task.rate), allow_error=task.allow_error)
    for name, torque in zip(robot.motor_names, plan.tau_m.T):
        if not np.isfinite(torque).all():
            first = plan.t[~np.isfinite(torque)][0]
            raise ConvergenceError(
                f"the motor torque of joint {name!r} is not finite at t = {first:.6g} s: the motion is too fast."
            )
    return plan


def times(begin: float, end: float, rate: float) -> Array:
    """Return times [s] from `begin` to `end` at intervals of 1/rate, of which the last may be shorter."""
    ticks = begin + np.arange(math.floor((end - begin) * rate + 1e-9) + 1) / rate
    return np.append(ticks, end) if len(ticks) == 1 or end - ticks[-1] > 1e-9 / rate else ticks
