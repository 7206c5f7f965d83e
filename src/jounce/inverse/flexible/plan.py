"""Along a tool path: which solver, over which time, and the plan that comes of it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from jounce.errors import ConvergenceError, InputError, SingularityError, SmoothnessError
from jounce.inverse.feedforward import Plan, drive_along
from jounce.inverse.flexible import adaptive, basis, bdf, collocation, constrained, least_squares
from jounce.inverse.flexible.dae import Dae
from jounce.inverse.flexible.motion import Motion
from jounce.inverse.flexible.problem import Problem
from jounce.inverse.flexible.zero_dynamics import MARGIN, zero_dynamics
from jounce.inverse.kinematics import JointPath, inverse_kinematics
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.trajectory.path import Path

Solution = tuple[Array, Array, Array, dict[str, Any]]
ORDER = 6
"""Of backward differentiation with constant steps."""
TOLERANCE = 1e-9
"""Of a step of backward differentiation that chooses its steps [rad or m]."""
LARGEST_STEP = 1e-3
"""[s]."""
TURN = 0.3
"""A zero that turns farther than this in a step [rad] is too fast for backward differentiation of order 6."""
POSES = 9
"""Along the path, at which the zeros are looked at."""
FORGOTTEN = 25.0
"""Time constants of a zero after which nothing is left of its motion: e^-25 = 1e-11."""
MOST = 20_000
"""Instants for which a plan waits for a zero's motion to die out, before the path or after it."""
MANY = 200
"""Instants at which a reason is looked for where a solver failed."""
SMOOTHNESS = 3


def _bdf(index: int) -> Callable[[Problem], Solution]:
    def solve(problem: Problem) -> Solution:
        targets = problem.dae.outputs.target(problem.path, problem.grid, 2)
        q, v, status = bdf.solve(problem.dae, problem.start, targets, problem.h, ORDER, index)
        return problem.grid, q, v, status

    return solve


def _adaptive(problem: Problem) -> Solution:
    return adaptive.solve(problem.dae, problem.start, problem.path, problem.begin, problem.end, TOLERANCE)


FORWARD = {"bdf": _bdf(3), "bdf-index-2": _bdf(2), "bdf-index-1": _bdf(1), "bdf-adaptive": _adaptive}
"""From the beginning on: for arms whose zeros are all stable."""
WHOLE = {
    "collocation": collocation.solve,
    "least-squares": least_squares.solve,
    "constrained": constrained.solve,
    "basis": basis.solve,
}
"""All instants at once."""
FREE = ("least-squares", "constrained", "basis")
"""Of these, those that do not say where the motion begins: nothing may be left there of what the stable zeros do."""
METHODS = FORWARD | WHOLE


def flexible_plan(robot: Robot, path: Path, t: Array, method: str, guess: Any) -> Plan:
    """The plan of a robot with joints that no motor drives, along a path of its tool."""
    dae = Dae(robot)
    _check(robot, path, method)
    start = dae.at_rest(dae.outputs.target(path, np.array([path.start_time]), 0).at(0), guess)
    dae.refuse_high_index(start)
    flat = inverse_kinematics(robot, path, start, {robot.joint_names[i]: start[i] for i in dae.passive})
    zeros = _zeros(dae, path, flat)
    margin = MARGIN * np.abs(zeros).max(initial=0.0)  # within it a zero swings on for ever, and grows no more than it dies out
    unstable, stable = zeros.real[zeros.real > margin], zeros.real[zeros.real <= margin]
    slowest = float(np.where(stable > -margin, 0.0, -stable).min(initial=np.inf))
    h = float(min(np.median(np.diff(t)) if len(t) > 1 else LARGEST_STEP, LARGEST_STEP))
    chosen, why = _choose(robot, zeros, unstable, h, method)
    lead = FORGOTTEN / unstable.min(initial=np.inf)
    if lead / h > MOST:
        raise InputError(
            f"robot {robot.name!r} has an unstable zero at {unstable.min():.4g} rad/s along this path, so slow that the motors "
            f"would have to act {lead:.3g} s before the tool moves. Move the path, or choose another posture."
        )
    begin, end = min(t[0], path.start_time - lead), max(t[-1], path.end_time) + lead
    if chosen in FREE:
        fade = _fade(robot, chosen, slowest, h)
        begin, end = min(begin, path.start_time - fade), max(end, path.end_time + fade)
    try:
        grid, q, v, status = METHODS[chosen](Problem(dae, path, start, flat, begin, end, h))
    except (np.linalg.LinAlgError, ConvergenceError, InputError) as error:
        _refuse_singular(dae, path, flat)
        if isinstance(error, np.linalg.LinAlgError):
            raise ConvergenceError(f"robot {robot.name!r}: method {chosen!r} met a singular matrix along the path.") from None
        raise
    status |= {
        "zeros": zeros,
        "step": h,
        "acts_from": float(path.start_time - lead),
        "acts_until": float(path.end_time + FORGOTTEN / slowest if slowest else np.inf),
    }
    return drive_along(robot, path, Motion(dae, path, grid, q, v), t, f"{chosen}: {why}", status)


def _check(robot: Robot, path: Path, method: str) -> None:
    if path.n != len(robot.tool.outputs):
        raise InputError(f"path: it has {path.n} coordinates, but the tool's outputs are {', '.join(robot.tool.outputs)}.")
    if not np.isfinite([path.start_time, path.end_time]).all():
        raise InputError("path: expected one that begins and ends at rest; this one has no end.")
    if path.smoothness < SMOOTHNESS:
        raise SmoothnessError(
            f"path: derivative {path.smoothness + 1:g} jumps, but the motors of an elastic arm need derivatives to order "
            f"{SMOOTHNESS} without jumps. {path.remedy(SMOOTHNESS + 1)}"
        )
    if method not in ("auto", *METHODS):
        raise InputError(f"method: expected one of auto, {', '.join(METHODS)} for a tool path, got {method!r}.")


def _refuse_singular(dae: Dae, path: Path, flat: JointPath) -> None:
    """Why a solver failed, if it is that: accelerations that are not determined somewhere along the path."""
    times = np.linspace(path.start_time, path.end_time, MANY)
    before = 0.0
    for time, q in zip(times, flat(times)[0]):
        where = f"At t = {time:.6g} s, with joints at {np.array2string(q, precision=4)}."
        try:
            sign = dae.refuse_high_index(q)
        except SingularityError as error:
            raise SingularityError(f"{error} {where}") from None
        if before * sign < 0.0:
            raise SingularityError(
                f"robot {dae.robot.name!r}: along the path it passes a pose where the tool's motion does not determine that of "
                f"the springs: a zero runs through infinity there. {where} Move the path, or choose another posture."
            )
        before = sign


def _zeros(dae: Dae, path: Path, flat: JointPath) -> Array:
    """Zeros at poses at rest along the path."""
    times = np.linspace(path.start_time, path.end_time, POSES)
    targets = dae.outputs.target(path, times, 0)
    found = []
    for i, (time, near) in enumerate(zip(times, flat(times)[0])):
        q = dae.settled(near, targets.at([i]), times[i : i + 1])[0]
        try:
            found.append(zero_dynamics(dae.robot, q).zeros)
        except SingularityError as error:
            raise SingularityError(f"{error} At t = {time:.6g} s, with joints at {np.array2string(q, precision=4)}.") from None
    return np.concatenate(found)


def _fade(robot: Robot, method: str, slowest: float, h: float) -> float:
    """How long before and after the path the slowest stable zero needs [s]."""
    fade = FORGOTTEN / slowest if slowest else np.inf
    if 2.0 * fade / h > MOST:
        raise InputError(
            f"robot {robot.name!r} has a stable zero at {-slowest:.4g} rad/s along this path, whose motion takes {fade:.3g} s to "
            f"die out; method {method!r} would have to reach that far back, in more than {MOST} steps. Use 'collocation'."
        )
    return fade


def _choose(robot: Robot, zeros: Array, unstable: Array, h: float, method: str) -> tuple[str, str]:
    """The method, and why."""
    if len(unstable):
        worst = f"an unstable zero at {unstable.max():.4g} rad/s"
        if method in FORWARD:
            raise InputError(
                f"robot {robot.name!r} has {worst} along this path: forward in time the motor torque would grow without bounds. "
                "Use method='collocation', which lets the motors act before the tool moves."
            )
        return ("collocation" if method == "auto" else method), f"there is {worst}, so the motors act before the tool moves"
    swinging = np.abs(zeros.imag).max(initial=0.0)
    if swinging * h > TURN and method == "auto":
        return "collocation", f"all zeros along the path are stable, but one swings at {swinging:.4g} rad/s, too fast for bdf"
    return ("bdf" if method == "auto" else method), "all zeros along the path are stable"
