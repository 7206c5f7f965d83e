"""The shortest duration with which a motion that begins or ends moving can be within the limits.

Such a motion cannot be slowed down as a whole, and near the largest velocity that can be reached its duration grows with the
square root of what is left of a limit. So the duration is found by bisection: for each one, steps are made until limits hold or
no step brings them nearer.
"""

import numpy as np

from jounce.timing.motion_constraints import MotionEvaluation, evaluate
from jounce.timing.motion_spline import MotionSpline
from jounce.timing.motion_sqp import SqpResult, project, solve_sqp
from jounce.timing.move_problem import MoveProblem

DURATIONS = np.geomspace(1e-3, 1e3, 31)
"""Tried where nothing is known [s]."""
STEPS = 8
"""Quadratic programs for each duration."""
COARSE_STEPS = 4
"""The same while nothing is known."""
COARSE_EXCESS = 0.02
"""Share of a limit by which it may be exceeded by coarse pieces."""
LEAST_GAIN = 1e-6
"""Share of a limit that the last step is worth."""
MOST_DURATIONS = 9
"""Most durations on the way up or down."""
HOPELESS_UTILISATION = 1e3
"""Share of a limit: where the first course takes more, no other one of that duration is looked for."""


def first_feasible_duration(problem: MoveProblem, spline: MotionSpline) -> SqpResult:
    """The first of some durations with which limits can hold; if there is none, the one with the least that is exceeded."""
    best: MotionEvaluation | None = None
    steps = 0
    for duration in DURATIONS:
        if duration <= problem.longest:
            if evaluate(problem, project(problem, spline._replace(duration=float(duration)))).worst > HOPELESS_UTILISATION:
                continue
            found = _at_duration(problem, spline, float(duration), COARSE_STEPS)
            steps += found.steps
            best = found.evaluation if best is None or found.evaluation.worst < best.worst else best
            if best.worst <= 1.0 + COARSE_EXCESS:
                break
    if best is None:
        best = evaluate(problem, project(problem, spline))
    return SqpResult(best, steps, 1.0)


def bisect_duration(problem: MoveProblem, evaluation: MotionEvaluation, apart: float, close: float, over: float) -> SqpResult:
    """The shortest duration near that of a course, and the course for it.

    apart: share of the duration by which the first other one is longer or shorter, twice as much for the next ones; close: share
    to which the shortest is found; over: share of a limit by which it may be exceeded.
    """

    def holds(evaluation: MotionEvaluation) -> bool:
        return evaluation.worst <= 1.0 + over

    found = _at_duration(problem, evaluation.spline, evaluation.spline.duration)
    steps, best = found.steps, found.evaluation
    down = holds(best)
    good, bad = (best, None) if down else (None, best.spline.duration)
    last = best
    for k in range(MOST_DURATIONS):
        duration = last.spline.duration * (1.0 + apart * 2.0**k) ** (-1.0 if down else 1.0)
        if not duration <= problem.longest:
            break
        found = _at_duration(problem, last.spline, duration)
        steps += found.steps
        last = found.evaluation
        best = min(best, last, key=lambda evaluation: evaluation.worst)
        if holds(last):
            good = last
        else:
            bad = duration
        if holds(last) != down:
            break
    while good is not None and bad is not None and good.spline.duration > (1.0 + close) * bad:
        middle = float(np.sqrt(good.spline.duration * bad))
        found = _at_duration(problem, good.spline, middle)
        steps += found.steps
        if holds(found.evaluation):
            good = found.evaluation
        else:
            bad = middle
    return SqpResult(best if good is None else good, steps, 1.0)


def _at_duration(problem: MoveProblem, spline: MotionSpline, duration: float, steps: int = STEPS) -> SqpResult:
    """A course of that duration as near to the limits as can be."""
    fixed = problem._replace(shortest=duration, longest=duration)
    return solve_sqp(fixed, evaluate(fixed, project(fixed, spline._replace(duration=duration))), 1.0, steps, LEAST_GAIN)
