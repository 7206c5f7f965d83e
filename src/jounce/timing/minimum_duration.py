"""Minimum duration of a motion with a moving end, by bisection on the feasibility of fixed durations.

Such a motion cannot be slowed down as a whole, and near the largest reachable velocity its duration grows with the square root
of the unused part of a limit. Therefore durations are bisected: for each duration, SQP steps reduce the excess over limits
until limits hold or no step reduces it further.
"""

import numpy as np

from jounce.timing.motion_constraints import MotionEvaluation, evaluate
from jounce.timing.motion_spline import MotionSpline
from jounce.timing.motion_sqp import SqpResult, project, solve_sqp
from jounce.timing.move_problem import MoveProblem

DURATIONS = np.geomspace(1e-3, 1e3, 31)
"""Durations [s] that `first_feasible_duration` tries."""
STEPS = 8
"""Maximum number of quadratic programs for each duration of the bisection."""
COARSE_STEPS = 4
"""Maximum number of quadratic programs for each duration in `first_feasible_duration`."""
COARSE_EXCESS = 0.02
"""Excess of the utilisation over 1 with which `first_feasible_duration` accepts a duration."""
LEAST_GAIN = 1e-6
"""Predicted decrease of the merit, relative to the cost, below which the SQP steps for a duration stop."""
MOST_DURATIONS = 9
"""Maximum number of durations tried upwards or downwards from the first one, before bisection."""
HOPELESS_UTILISATION = 1e3
"""Utilisation above which a duration is skipped without SQP steps."""


def first_feasible_duration(problem: MoveProblem, spline: MotionSpline) -> SqpResult:
    """Return the SQP result for the first of `DURATIONS` with which limits are exceeded by at most `COARSE_EXCESS`;
    otherwise the result of least excess."""
    best: MotionEvaluation | None = None
    steps = 0
    for duration in DURATIONS:
        if duration <= problem.longest:
            if evaluate(problem, project(problem, spline._replace(duration=float(duration)))).worst > HOPELESS_UTILISATION:
                continue
            result = _at_duration(problem, spline, float(duration), COARSE_STEPS)
            steps += result.steps
            best = result.evaluation if best is None or result.evaluation.worst < best.worst else best
            if best.worst <= 1.0 + COARSE_EXCESS:
                break
    if best is None:
        best = evaluate(problem, project(problem, spline))
    return SqpResult(best, steps, 1.0)


def bisect_duration(
    problem: MoveProblem, evaluation: MotionEvaluation, step: float, tolerance: float, excess: float
) -> SqpResult:
    """Return the SQP result for the shortest feasible duration near the duration of an evaluated motion.

    If no tried duration is feasible, return the result of least excess. step: relative change from the first duration to the
    next, doubled for each further duration; tolerance: relative tolerance of the resulting duration; excess: accepted excess of
    the utilisation over 1.
    """

    def holds(evaluation: MotionEvaluation) -> bool:
        return evaluation.worst <= 1.0 + excess

    result = _at_duration(problem, evaluation.spline, evaluation.spline.duration)
    steps, best = result.steps, result.evaluation
    shrinks = holds(best)
    feasible, infeasible_duration = (best, None) if shrinks else (None, best.spline.duration)
    last = best
    for k in range(MOST_DURATIONS):
        duration = last.spline.duration * (1.0 + step * 2.0**k) ** (-1.0 if shrinks else 1.0)
        if not duration <= problem.longest:
            break
        result = _at_duration(problem, last.spline, duration)
        steps += result.steps
        last = result.evaluation
        best = min(best, last, key=lambda evaluation: evaluation.worst)
        if holds(last):
            feasible = last
        else:
            infeasible_duration = duration
        if holds(last) != shrinks:
            break
    while (
        feasible is not None
        and infeasible_duration is not None
        and feasible.spline.duration > (1.0 + tolerance) * infeasible_duration
    ):
        middle = float(np.sqrt(feasible.spline.duration * infeasible_duration))
        result = _at_duration(problem, feasible.spline, middle)
        steps += result.steps
        if holds(result.evaluation):
            feasible = result.evaluation
        else:
            infeasible_duration = middle
    return SqpResult(best if feasible is None else feasible, steps, 1.0)


def _at_duration(problem: MoveProblem, spline: MotionSpline, duration: float, steps: int = STEPS) -> SqpResult:
    """Return the result of SQP steps from `spline` at a fixed duration [s], at most `steps`, to reduce the excess over limits."""
    fixed = problem._replace(shortest=duration, longest=duration)
    return solve_sqp(fixed, evaluate(fixed, project(fixed, spline._replace(duration=duration))), 1.0, steps, LEAST_GAIN)
