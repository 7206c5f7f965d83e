"""Initial guesses of a motion spline: along the reference path, and with a detour of one joint each (multistart).

Where folding an arm reduces its inertia, the straight line may be a saddle point, from which no small change is better.
Therefore a few guesses are tried, always the same ones. The best guess after some SQP steps with coarse pieces is continued.
"""

from collections.abc import Iterator

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.minimum_duration import COARSE_EXCESS, HOPELESS_UTILISATION, first_feasible_duration
from jounce.timing.motion_constraints import MotionEvaluation, evaluate
from jounce.timing.motion_spline import MotionSpline, approximate_motion
from jounce.timing.motion_sqp import FIRST_RADIUS, SqpResult, project, solve_sqp
from jounce.timing.move_problem import MoveProblem
from jounce.trajectory.path import Path

DETOURS = (1.0, 2.0, -1.0, -2.0)
"""Amplitudes of detours: [rad] for revolute joints, multiples of the extent of the motion for prismatic joints."""
DETOUR_JOINTS = 4
"""Number of joints, the most promising ones, whose detours are optimised for some SQP steps, in addition to the reference
path."""
STEPS = 10
"""Maximum number of SQP steps for each guess."""
ENOUGH = 2e-3
"""Predicted decrease of the merit, relative to the cost, below which the SQP steps of a guess stop."""
DURATIONS = np.geomspace(1e-3, 1e3, 61)
"""Durations [s] that are tried for the spline along the reference path."""
DURATION_FACTORS = np.geomspace(0.5, 8.0, 15)
"""Factors on the best duration of the reference path that are tried for each detour."""
TIE = 1e-3
"""Relative cost reduction by which a detour must be better than the best guess so far to replace it."""


def best_initial_guess(problem: MoveProblem, reference: Path, pieces: int) -> SqpResult:
    """Return the SQP result of the best of a few guesses after some SQP steps.

    reference: a path from start to goal through all via points; pieces: number of spline pieces.
    """
    spline = _spline_along(problem, reference, pieces)
    first = _with_best_duration(problem, spline, DURATIONS)
    durations = DURATION_FACTORS * first.spline.duration
    by_joint = [
        min((_with_best_duration(problem, other, durations) for other in detours), key=_rank)
        for detours in _detours(problem, spline)
    ]
    if min(evaluation.worst for evaluation in (first, *by_joint)) > HOPELESS_UTILISATION:
        return SqpResult(first, 0, FIRST_RADIUS)
    best = solve_sqp(problem, first, FIRST_RADIUS, STEPS, ENOUGH)
    for evaluation in sorted(by_joint, key=_rank)[:DETOUR_JOINTS]:
        other = solve_sqp(problem, evaluation, FIRST_RADIUS, STEPS, ENOUGH)
        before, after = _violation_and_cost(best.evaluation), _violation_and_cost(other.evaluation)
        best = other if after < (before[0], before[1] * (1.0 - TIE)) else best
    if problem.needs_bisection and best.evaluation.worst > 1.0 + COARSE_EXCESS:
        other = first_feasible_duration(problem, spline)
        best = other if _violation_and_cost(other.evaluation) < _violation_and_cost(best.evaluation) else best
    return best


def _violation_and_cost(evaluation: MotionEvaluation) -> tuple[float, float]:
    """Return (excess of the largest utilisation over 1, rounded to 0.01; cost), by which guesses are compared."""
    return max(0.0, round(evaluation.worst - 1.0, 2)), evaluation.cost


def _rank(evaluation: MotionEvaluation) -> tuple[float, float, float]:
    """Return (rounded excess over limits, cost, largest utilisation), the sort key of guesses; the last entry breaks ties."""
    return (*_violation_and_cost(evaluation), evaluation.worst)


def _spline_along(problem: MoveProblem, path: Path, pieces: int) -> MotionSpline:
    """Return a motion spline near a path; each via point is passed at the time when the path is nearest to it."""
    duration = path.end_time - path.start_time

    def q(x: Array) -> Array:
        positions: Array = path(path.start_time + duration * x)[0]
        return positions

    x = np.linspace(0.0, 1.0, 1001)
    distance = np.linalg.norm(q(x)[:, None] - problem.points, axis=-1)
    return project(
        problem, approximate_motion(q, problem.inner_knots(pieces), problem.degree, duration, x[distance.argmin(axis=0)])
    )


def _with_best_duration(problem: MoveProblem, spline: MotionSpline, durations: Array) -> MotionEvaluation:
    """Evaluate a spline with each of `durations` [s]; return the evaluation of least violation of limits, then of least
    cost."""
    durations = np.unique(np.clip(durations, problem.shortest, problem.longest))
    best: MotionEvaluation | None = None
    for duration in durations:
        evaluation = evaluate(problem, project(problem, spline._replace(duration=float(duration))))
        if best is None or _violation_and_cost(evaluation) < _violation_and_cost(best):
            best = evaluation
    assert best is not None
    return best


def _detours(problem: MoveProblem, spline: MotionSpline) -> Iterator[list[MotionSpline]]:
    """Yield for each joint a list of splines with detours of that joint to either side, within the range of the joint."""
    robot = problem.constraints.robot
    lower, upper = robot.limits.position.T
    x = spline.centres
    hump: Array = (4.0 * x * (1.0 - x)) ** 2
    extent = float(np.ptp(spline.coefficients, axis=0).max())
    for j, joint in enumerate(robot.axes):
        splines = []
        for detour in DETOURS:
            c = spline.coefficients.copy()
            size = detour * (extent if joint.prismatic else 1.0)
            c[:, j] = np.clip(c[:, j] + size * hump, np.minimum(lower[j], c[:, j]), np.maximum(upper[j], c[:, j]))
            splines.append(project(problem, spline._replace(coefficients=c)))
        yield splines
