"""Choice of the solver and of its time span for a tool path of a flexible arm, from the zeros along the path."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError, SingularityError, SmoothnessError
from jounce.flexible.dae import Dae
from jounce.flexible.derivative_array import units_at
from jounce.flexible.joint_motion import KNOWN, ArrayMotion, JointMotion, SplineMotion
from jounce.flexible.native_solvers import at_rest, determines_accelerations, settled, tracked
from jounce.flexible.reduced_ode import FreeDirections, ReducedOde, free_directions, reduced_ode
from jounce.flexible.refinement import BY_ERROR, MOST, SOLVERS, refined, refuse_wrong, solved_by
from jounce.flexible.solvers.bdf import TURN
from jounce.flexible.solvers.problem import Problem
from jounce.flexible.tool_targets import Target
from jounce.flexible.zeros.zero_dynamics import MARGIN, zero_dynamics, zeros_at_rest
from jounce.functions.rigid_rotors import turned_by_joints
from jounce.inverse.inverse_kinematics import JointPath
from jounce.inverse.motor_motion import MotorMotion
from jounce.inverse.status import Status
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Path

LARGEST_STEP = 1e-3
"""Largest step of a solver before refinement [s]."""
POSES = 9
"""Number of poses at rest along the path at which the zeros are computed."""
FORGOTTEN = 25.0
"""Number of time constants of a zero after which the motion along it has decayed: e^-25 = 1e-11."""
LONGEST = 3.0
"""Longest time before and after the path that a solver with boundary conditions covers [s]."""
GROWTH = 0.01
"""A zero along which a motion grows by less than this fraction over the whole plan does not count as unstable."""
ROUGH, ROUGH_TORQUE = 8e-6, 1e-3
"""Estimated errors above which 'auto' uses collocation in place of 'bdf': of the tool [m or rad], of the torque (relative)."""
SMOOTHNESS = 3
"""Number of derivatives of the path that must be continuous on every robot; carried rotors may require more."""


class FlexibleMotion(NamedTuple):
    """The motion of all joints along a path of the tool, and the method that computed it."""

    motion: JointMotion | SplineMotion | ArrayMotion
    method: str
    """Key of the solver in `SOLVERS`, or 'nearest'."""
    why: str
    """Reason for the method, in one sentence."""
    status: Status
    samples: MotorMotion | None = None
    """Motion and torque of links and motors at the instants of the error estimate."""


class PathZeros(NamedTuple):
    """Zeros of a flexible arm at poses at rest along a path, with the slowest stable and unstable zeros."""

    every: Array
    """Zeros at all `POSES` poses, complex (z,) [rad/s]."""
    unstable: Array
    """Real parts of the unstable zeros [rad/s]."""
    before: float
    """Real part of the slowest unstable zero at rest before the path [rad/s]; inf if there is none."""
    after: float
    """Real part of the slowest unstable zero at rest after the path [rad/s]; inf if there is none."""
    slowest: float
    """Decay rate of the slowest stable zero [rad/s]: 0 if a zero is undamped, inf if there is no stable zero."""
    margin: float
    """Real part above which a zero counts as unstable [rad/s]."""
    poses: Array
    """Poses at rest along the path (POSES, n)."""
    targets: Target
    """Targets of the tool at `poses`."""


def flexible_motion(
    robot: Robot, path: Path, t: Array, method: str, guess: Any, wrench: Mapping[Any, Path] | None = None
) -> FlexibleMotion:
    """Return the motion of all joints of a flexible arm that keeps its tool on a path, covering at least the times t (T,) [s].

    Motors begin to act 25 time constants of the slowest unstable zero before the path. The solver begins as early, but at most
    `LONGEST` before the path: its boundary conditions hold for a small deviation from rest at any time. A solver with free ends
    begins so much earlier and ends so much later that the motion along the slowest stable zero has decayed at its ends.
    """
    dae = Dae(robot, wrench)
    _check(robot, path, method)
    for link, push in dae.outputs.pushes.items():
        if not np.isfinite([push.start_time, push.end_time]).all():
            raise InputError(f"wrench[{link!r}]: expected one that begins and ends; beside this one the arm is never at rest.")
    moving = (path, *dae.outputs.pushes.values())
    started, ended = min(x.start_time for x in moving), max(x.end_time for x in moving)
    before = dae.outputs.target(path, np.array([started]), 0).at(0)
    start = at_rest(dae, before, guess)
    higher = method == "derivative-array" or not determines_accelerations(dae, start)
    left = free_directions(dae, start, before, units_at(dae, start, before)) if higher else None
    if left is not None:
        _check_higher(dae, path, method, left)
    elif higher:
        dae.refuse_high_index(start)
    deflections = {robot.joint_names[i]: float(start[i]) for i in dae.passive}
    flat = JointPath(robot, path, start, deflections, knots=tracked(dae, path, start))
    first, last = min(t[0], started), max(t[-1], ended)
    zeros = _zeros(dae, path, flat, last - first, left is None)
    h = float(min(np.median(np.diff(t)) if len(t) > 1 else LARGEST_STEP, LARGEST_STEP))
    form = None if left is None else _form(dae, zeros)
    chosen, why = _choose(robot, zeros, h, method) if form is None else _by_array(zeros, form, method)
    begin = min(first, started - min(FORGOTTEN / zeros.before, LONGEST))
    end = last + min(FORGOTTEN / zeros.after, LONGEST)
    if SOLVERS[chosen].free_ends:
        fade = _fade(robot, chosen, zeros.slowest, h)
        begin, end = min(begin, started - fade), max(end, ended + fade)
    problem = Problem(dae, path, start, flat, begin, end, h, zeros.margin, form=form, plan_times=(first, last))
    result = solved_by(chosen, problem, (first, last))
    rough = result.errors.tool > ROUGH or result.errors.torque > ROUGH_TORQUE * result.errors.peak
    if method == "auto" and chosen == "bdf" and rough:
        why = f"{why}, but bdf would be too rough at steps of {h:.3g} s"
        chosen = "collocation"
        result = solved_by(chosen, replace(problem, near=result.motion), (first, last))
    if chosen in BY_ERROR:
        result = refined(chosen, problem, result, (first, last))
    refuse_wrong(chosen, problem, result)
    status = replace(
        result.status,
        zeros=zeros.every,
        step=result.step,
        tool_error=result.errors.tool,
        torque_error=result.errors.torque,
        acts_from=float(started - FORGOTTEN / zeros.before),
        acts_until=float(ended + FORGOTTEN / zeros.slowest if zeros.slowest else np.inf),
    )
    return FlexibleMotion(result.motion, chosen, why, status, result.errors.samples)


def _check(robot: Robot, path: Path, method: str) -> None:
    """Raise an error if the path does not fit the outputs, has no end or is not smooth, or if the method is unknown."""
    if path.n != len(robot.tool.outputs):
        raise InputError(f"path: it has {path.n} coordinates, but the tool's outputs are {', '.join(robot.tool.outputs)}.")
    if not np.isfinite([path.start_time, path.end_time]).all():
        raise InputError("path: expected one that begins and ends at rest; this one has no end.")
    needed = max(SMOOTHNESS, robot.motion_order - 1)  # more where rotors are carried along
    if path.smoothness < needed:
        raise SmoothnessError(
            f"path: derivative {path.smoothness + 1:g} jumps, but the motors of an elastic arm need derivatives to order "
            f"{needed} without jumps. {path.remedy(needed + 1)}"
        )
    if method not in ("auto", *SOLVERS):
        raise InputError(f"method: expected one of auto, {', '.join(SOLVERS)} for a tool path, got {method!r}.")


def _check_higher(dae: Dae, path: Path, method: str, left: FreeDirections) -> None:
    """Raise if the method does not solve arms of higher index, or if a path is not smooth enough for the differentiations."""
    robot = dae.robot
    if method not in ("auto", "derivative-array"):
        raise InputError(
            f"method: robot {robot.name!r} takes {2 + left.more} differentiations of its equation until accelerations are "
            f"determined, {method!r} makes two. Use 'auto' or 'derivative-array'."
        )
    carried = turned_by_joints(robot)
    if carried:
        raise InputError(
            f"joint {robot.joint_names[carried[0]]!r}: its rotor is carried along, and robot {robot.name!r} takes "
            f"{2 + left.more} differentiations of its equation, which are made without such rotors. Take coupling='spong' there."
        )
    damped = any(motor.elastic and motor.damping for motor in plant_of(robot).motors)  # their filters take no jump on the way
    lowest = max(robot.motion_order - 1 + damped, KNOWN if left.tangent.shape[1] else 0) + left.more
    named = [("path", path, lowest), *((f"wrench[{link!r}]", push, lowest - 2) for link, push in dae.outputs.pushes.items())]
    for name, motion, needed in named:
        if motion.smoothness < needed:
            raise SmoothnessError(
                f"{name}: derivative {motion.smoothness + 1:g} jumps, but robot {robot.name!r} needs derivatives to order "
                f"{needed} without jumps: its equation is differentiated {2 + left.more} times to determine accelerations. "
                f"{motion.remedy(needed + 1)}"
            )


def _zeros(dae: Dae, path: Path, flat: JointPath, duration: float, two_suffice: bool) -> PathZeros:
    """Return the zeros at poses at rest along the path.

    flat: joint motion along the path at constant deflections. duration: time [s] within which the motion along an unstable zero
    grows by more than the fraction `GROWTH`. two_suffice: True if two differentiations determine the accelerations.
    """
    times = np.linspace(path.start_time, path.end_time, POSES)
    targets = dae.outputs.target(path, times, 0)
    poses = settled(dae, flat.near(times), targets, times)
    zeros = zeros_at_rest(dae, poses, targets) if two_suffice else None
    if zeros is None:
        zeros = [_pencil(dae, q, time) for q, time in zip(poses, times)]
    ends = [zeros[0].real, zeros[-1].real]
    every = np.concatenate(zeros)
    steady = MARGIN * np.abs(every).max(initial=0.0)
    margin = max(steady, GROWTH / duration)
    before, after = (float(end[end > margin].min(initial=np.inf)) for end in ends)
    stable = every.real[every.real <= margin]
    slowest = float(np.where(stable > -steady, 0.0, -stable).min(initial=np.inf))
    return PathZeros(every, every.real[every.real > margin], before, after, slowest, margin, poses, targets)


def _pencil(dae: Dae, q: Array, time: float) -> Array:
    """Return the zeros at rest in q (n,) from the pencil of the linearised robot; error messages state the time [s]."""
    try:
        return zero_dynamics(dae.robot, q).zeros
    except SingularityError as error:
        raise SingularityError(f"{error} At t = {time:.6g} s, with joints at {np.array2string(q, precision=4)}.") from None


def _fade(robot: Robot, method: str, slowest: float, h: float) -> float:
    """Return the time in which the motion along the slowest stable zero decays [s]; raise if it is too long for the method."""
    fade = FORGOTTEN / slowest if slowest else np.inf
    if 2.0 * fade / h > MOST:
        raise InputError(
            f"robot {robot.name!r} has a stable zero at {-slowest:.4g} rad/s along this path, whose motion takes {fade:.3g} s to "
            f"die out; method {method!r} would have to reach that far back, in more than {MOST} steps. Use 'collocation'."
        )
    return fade


def _form(dae: Dae, zeros: PathZeros) -> ReducedOde:
    """Return the strangeness-free form of the equation along the path; raise `SingularityError` if the index changes."""
    form = reduced_ode(dae, zeros.poses, zeros.targets)
    if form is None:
        raise SingularityError(
            f"robot {dae.robot.name!r}: the index of its equation is not the same at all poses at rest along this path, or not "
            "determined. Move the path, or choose another posture."
        )
    return form


def _by_array(zeros: PathZeros, form: ReducedOde, method: str) -> tuple[str, str]:
    """Return the key of the solver for arms of higher index, and the reason as a sentence."""
    why = f"{2 + form.more} differentiations determine accelerations"
    if len(zeros.unstable):
        why += f", and there is an unstable zero at {zeros.unstable.max():.4g} rad/s, so the motors act before the tool moves"
    elif not form.size:
        why += ", and all joints follow from derivatives of the path"
    return "derivative-array", why if method == "auto" else f"method {method!r} was asked for; {why}"


def _choose(robot: Robot, zeros: PathZeros, h: float, method: str) -> tuple[str, str]:
    """Return the key of the solver and the reason; raise if the stated method runs forward in time and a zero is unstable."""
    explicit = method != "auto"
    if len(zeros.unstable):
        worst = f"an unstable zero at {zeros.unstable.max():.4g} rad/s"
        if explicit and SOLVERS[method].forward:
            raise InputError(
                f"robot {robot.name!r} has {worst} along this path: forward in time the motor torque would grow without bounds. "
                "Use method='collocation', which lets the motors act before the tool moves."
            )
        chosen, why = "collocation", f"there is {worst}, so the motors act before the tool moves"
    elif (swinging := np.abs(zeros.every.imag).max(initial=0.0)) * h > TURN and not explicit:
        chosen, why = (
            "collocation",
            f"all zeros along the path are stable, but one swings at {swinging:.4g} rad/s, too fast for bdf",
        )
    else:
        chosen, why = "bdf", "all zeros along the path are stable"
    return (method, f"method {method!r} was asked for; {why}") if explicit else (chosen, why)
