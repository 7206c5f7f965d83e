"""Courses to begin with: along the straight way, and bent aside at one joint each.

Where folding an arm makes it lighter to swing, the straight way may be a saddle from which no small change is better. So a few
courses are begun with, the same ones every time, and the best after some steps with coarse pieces is gone on with.
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
"""How far bends go [rad]; of joints that slide, times the longest way."""
DETOUR_JOINTS = 4
"""How many joints are bent at for some steps, each as promises most, besides the straight way."""
STEPS = 10
"""So many."""
ENOUGH = 2e-3
"""Share of the cost that the last of these steps is worth."""
DURATIONS = np.geomspace(1e-3, 1e3, 61)
"""Tried where nothing is known of the duration [s]."""
DURATION_FACTORS = np.geomspace(0.5, 8.0, 15)
"""The same, times a duration that is near."""
TIE = 1e-3
"""Share of the cost by which a bend must be better than the straight way."""


def best_initial_guess(problem: MoveProblem, straight: Path, pieces: int) -> SqpResult:
    """Return the best of a few courses after some steps.

    straight: a path from the start to the goal past all points.
    """
    spline = _spline_along(problem, straight, pieces)
    first = _with_best_duration(problem, spline, DURATIONS)
    around = DURATION_FACTORS * first.spline.duration
    of_joints = [
        min((_with_best_duration(problem, other, around) for other in bent), key=_rank) for bent in _detours(problem, spline)
    ]
    if min(evaluation.worst for evaluation in (first, *of_joints)) > HOPELESS_UTILISATION:
        return SqpResult(first, 0, FIRST_RADIUS)
    best = solve_sqp(problem, first, FIRST_RADIUS, STEPS, ENOUGH)
    for evaluation in sorted(of_joints, key=_rank)[:DETOUR_JOINTS]:
        other = solve_sqp(problem, evaluation, FIRST_RADIUS, STEPS, ENOUGH)
        before, after = _violation_and_cost(best.evaluation), _violation_and_cost(other.evaluation)
        best = other if after < (before[0], before[1] * (1.0 - TIE)) else best
    if problem.needs_bisection and best.evaluation.worst > 1.0 + COARSE_EXCESS:
        other = first_feasible_duration(problem, spline)
        best = other if _violation_and_cost(other.evaluation) < _violation_and_cost(best.evaluation) else best
    return best


def _violation_and_cost(evaluation: MotionEvaluation) -> tuple[float, float]:
    """What is exceeded counts first."""
    return max(0.0, round(evaluation.worst - 1.0, 2)), evaluation.cost


def _rank(evaluation: MotionEvaluation) -> tuple[float, float, float]:
    """The same; among equal ones, what is left of limits."""
    return (*_violation_and_cost(evaluation), evaluation.worst)


def _spline_along(problem: MoveProblem, path: Path, pieces: int) -> MotionSpline:
    """A course near a path."""
    long = path.end_time - path.start_time

    def q(x: Array) -> Array:
        found: Array = path(path.start_time + long * x)[0]
        return found

    x = np.linspace(0.0, 1.0, 1001)
    away = np.linalg.norm(q(x)[:, None] - problem.points, axis=-1)
    return project(problem, approximate_motion(q, problem.inner_knots(pieces), problem.degree, long, x[away.argmin(axis=0)]))


def _with_best_duration(problem: MoveProblem, spline: MotionSpline, durations: Array) -> MotionEvaluation:
    """The course with the shortest of these durations with which no limit is exceeded; if there is none, the least is."""
    durations = np.unique(np.clip(durations, problem.shortest, problem.longest))
    best: MotionEvaluation | None = None
    for duration in durations:
        evaluation = evaluate(problem, project(problem, spline._replace(duration=float(duration))))
        if best is None or _violation_and_cost(evaluation) < _violation_and_cost(best):
            best = evaluation
    assert best is not None
    return best


def _detours(problem: MoveProblem, spline: MotionSpline) -> Iterator[list[MotionSpline]]:
    """For each joint the same, bent aside there, to either side, within its range."""
    robot = problem.constraints.robot
    lower, upper = robot.limits.position.T
    x = spline.centres
    hump: Array = (4.0 * x * (1.0 - x)) ** 2
    way = float(np.ptp(spline.coefficients, axis=0).max())
    for j, joint in enumerate(robot.axes):
        found = []
        for aside in DETOURS:
            c = spline.coefficients.copy()
            far = aside * (way if joint.prismatic else 1.0)
            c[:, j] = np.clip(c[:, j] + far * hump, np.minimum(lower[j], c[:, j]), np.maximum(upper[j], c[:, j]))
            found.append(project(problem, spline._replace(coefficients=c)))
        yield found
