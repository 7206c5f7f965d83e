"""Tool paths that no bounded motion of a flexible arm follows exactly: plan the motion with the least tool error instead.

`flexible_motion` computes the motion that keeps the tool on its path exactly and is bounded for all times. Where a zero changes
stability along the path or runs through infinity, this motion does not exist, or its equation does not determine it. This
module then returns the bounded motion with the least tool error if this error is accepted, else raises an exception with the
reason.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.errors import ConvergenceError, JounceError
from jounce.flexible.dae import Dae
from jounce.flexible.least_error_motion import DrivenMotion, least_error_motion
from jounce.flexible.refinement import PlanErrors, estimate
from jounce.flexible.solver_choice import FORGOTTEN, LARGEST_STEP, ROUGH, FlexibleMotion
from jounce.flexible.solvers.problem import Problem
from jounce.flexible.zeros.zero_crossings import ZeroCrossing, zero_crossings
from jounce.flexible.zeros.zero_dynamics import zero_dynamics
from jounce.inverse.inverse_kinematics import inverse_kinematics
from jounce.inverse.status import Status
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.trajectory.path import Path

ROOM, MOST_ROOM = 0.3, 1.0
"""Least and largest time before and after the path in which the motors may act, as a fraction of the duration of path and
wrenches."""
FINE = 0.1
"""The grid step is halved while the estimated tool error exceeds the tool error at the grid by more than this fraction of the
latter or, if larger, of `ROUGH`."""
REFINEMENTS = 3


def motion_near_path(
    robot: Robot, path: Path, t: Array, guess: Any, wrench: Mapping[Any, Path] | None, allowed: float, reason: JounceError
) -> FlexibleMotion:
    """Return the motion of all joints of a flexible arm with the least tool error.

    Raises an exception of the type of `reason` if no motion is found, or its tool error exceeds `allowed` [m or rad]. reason:
    exception of `flexible_motion` that says why no bounded motion keeps the tool on the path.
    """
    try:
        dae, problem = _problem(robot, path, t, guess, wrench)
    except JounceError:
        raise reason from None
    crossings = zero_crossings(dae, path, problem.flat)
    told = f" At rest along the path, {'; '.join(map(str, crossings))}." if crossings else ""
    try:
        motion, status, errors = _refined(problem, t)
    except (ConvergenceError, np.linalg.LinAlgError):
        raise type(reason)(f"{reason}{told}") from None
    if errors.tool > allowed:
        raise type(reason)(
            f"{reason}{told} The nearest motion that is bounded leaves the path by {errors.tool:.2g} m or rad: a larger "
            "allow_error takes it."
        ) from None
    driven: Any = motion
    return FlexibleMotion(
        driven, "nearest", _why(reason, crossings), replace(status, tool_error=errors.tool, torque_error=errors.torque)
    )


def _why(reason: JounceError, crossings: list[ZeroCrossing]) -> str:
    """Return the sentence for `Plan.why`: the crossings of zeros, else why no motion keeps the tool on its path."""
    if crossings:
        return f"{'; '.join(map(str, crossings))}, so the tool stays as near to its path as it can"
    first = str(reason).split(". ")[0]
    return f"no motion was found that keeps the tool on its path exactly ({first}), so it stays as near as it can"


def _problem(robot: Robot, path: Path, t: Array, guess: Any, wrench: Mapping[Any, Path] | None) -> tuple[Dae, Problem]:
    """Return the arm's equation, and the problem over a time span that lets the motors act before and after the path."""
    dae = Dae(robot, wrench)
    moving = (path, *dae.outputs.pushes.values())
    started, ended = min(x.start_time for x in moving), max(x.end_time for x in moving)
    start = dae.at_rest(dae.outputs.target(path, np.array([started]), 0).at(0), guess)
    flat = inverse_kinematics(robot, path, start, {robot.joint_names[i]: start[i] for i in dae.passive})
    growing = zero_dynamics(robot, start).zeros.real
    slowest = growing[growing > 0.0].min(initial=np.inf)
    room = (ended - started) * float(np.clip(FORGOTTEN / slowest / (ended - started), ROOM, MOST_ROOM))
    h = float(min(np.median(np.diff(t)) if len(t) > 1 else LARGEST_STEP, LARGEST_STEP))
    return dae, Problem(dae, path, start, flat, min(t[0], started - room), max(t[-1], ended + room), h)


def _refined(problem: Problem, t: Array) -> tuple[DrivenMotion, Status, PlanErrors]:
    """Return the least-error motion, its status and its errors; halve the step while it adds much to the tool error."""
    for further in reversed(range(REFINEMENTS)):
        motion, status = least_error_motion(problem)
        within = (motion.grid >= min(t[0], problem.path.start_time)) & (motion.grid <= max(t[-1], problem.path.end_time))
        errors = estimate(problem.dae, motion, motion.grid[within], problem.path)
        off = status.path or 0.0
        if errors.tool - off <= FINE * max(off, ROUGH) or not further:
            break
        problem = replace(problem, h=0.5 * problem.h, near=motion)
    return motion, replace(status, step=problem.h, acts_from=problem.begin, acts_until=problem.end), errors
