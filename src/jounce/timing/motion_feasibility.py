"""Courses whose limits hold between samples: dense samples, a proof where there is one, and repair of what they show.

A course found at samples exceeds limits between them. Slowing it down as a whole is no remedy in general: with springs or dry
friction a slower motion may ask for more (a motion along which a motor turns at its largest speed, slowed down by 1 %, exceeds
that speed by 0.96 %). So the instants where dense samples exceed a limit become samples, the quadratic programs are solved again,
and only what is left is slowed down, upwards from the duration found, or answered by a small margin.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.errors import SingularityError
from jounce.numbers.packing import Array
from jounce.timing.enclosures import spline_enclosure
from jounce.timing.intersample_bounds import peak_bounds
from jounce.timing.interval_proof import NO_FINITE_BOUND, UtilisationBounds, prove, span_ends, unproven
from jounce.timing.limit_constraints import largest
from jounce.timing.minimum_duration import DURATIONS, bisect_duration
from jounce.timing.motion_constraints import SAMPLES, dense_utilisation, evaluate
from jounce.timing.motion_spline import MotionSpline, polynomial_motion
from jounce.timing.motion_sqp import SqpResult
from jounce.timing.move_problem import MoveProblem
from jounce.timing.time_scaling import samples
from jounce.timing.verification import PROOF_RESERVE, REFINEMENT, SPANS

LEAST_SAMPLES = 2048
"""Least number of dense samples."""
LEAST_SPANS = 256
"""Least number of spans whose limits are proved first."""
ROUNDS = 8
"""Rounds of repair."""
SAMPLING_ROUNDS = 3
"""Rounds with more samples and no margin but the smallest."""
SLACK = 1e-3
"""Fraction by which a course may be slowed down without another round."""
MARGIN_GROWTH = 1.2
"""Times what is exceeded: by which a margin grows after these rounds."""
LEAST_MARGIN_STEP = 2e-6
"""And this fraction."""
FIRST_MARGIN_STEP = 0.01
"""Most that a margin grows by at first; then twice as much in every round."""
MOST_EXCESS = 0.1
"""What may be exceeded after these rounds: more is not answered by a margin."""
SAMPLE_EXCESS = 2e-6
"""Share by which a limit may be exceeded at samples."""
COARSE_EXCESS = 0.02
"""The same: a course that exceeds a limit by more needs more pieces."""
DURATION_STEP = 0.01
"""Fraction by which the first other duration is longer or shorter, where durations are tried."""
BISECTION_TOLERANCE = 1e-4
"""Fraction to which the duration is then found."""
PROOFS = 5
"""Durations of which a proof is tried."""
LITTLE_EXCESS = 1.01
"""Share of a limit up to which a little more time may help."""
DURATION_TOLERANCE = 1e-7
"""Fraction of the duration to which it is found."""
SHARP_PEAK = 1.1
"""Share of a limit from which a peak is sampled on both sides too: where a motor with dry friction is turned, peaks are short and
move with every step."""
PEAK_NEIGHBOURS = np.array([-12, -6, -2, 2, 6, 12])
"""Dense samples from the peak."""
DEGREE = 9
"""Of the polynomial that is slowed down, or what the robot needs."""
POLYNOMIAL_DURATIONS = 32
"""Durations of it that are tried."""
SHORTEST_POLYNOMIAL = 0.5
"""The first of them, as a fraction of what is to be undercut."""
SLOWEST = 1e3
"""Times the duration: a course that is slower still is of no use."""
SqpSolver = Callable[[MoveProblem, SqpResult], SqpResult]
"""A better course near that of a view, by quadratic programs."""


class FeasibleMotion(NamedTuple):
    """A course whose limits hold everywhere."""

    spline: MotionSpline
    cost: float
    bounds: UtilisationBounds | None
    """Of its limits, where they are proved."""
    why: str
    """Why there is no proof; empty where there is one, or nothing is limited."""


class DenseSamples:
    """Shares of limits of one course at dense samples, for any duration."""

    def __init__(self, problem: MoveProblem, spline: MotionSpline) -> None:
        self.task, self.spline, self.robot = problem, spline, problem.constraints.robot
        pieces = len(np.unique(spline.knots)) - 1
        self.x = samples(spline.knots, max(2 * REFINEMENT * SAMPLES, 2 * (LEAST_SAMPLES // (2 * pieces))))
        self.why = unproven(problem.constraints)
        """Why there is no proof; empty where there is one."""

    def shares(self, duration: float) -> dict[str, Array]:
        """Return the shares (N, n) of each quantity, of the torque rate (N-1, m)."""
        return dense_utilisation(self.task, self.spline._replace(duration=duration), self.x)

    def _span_shares(self, duration: float) -> dict[str, Array]:
        """Return the largest shares during spans of two steps: estimates, or where they will be proved, those of parabolas."""
        return peak_bounds(self.shares(duration), remainder=bool(self.why))

    def worst(self, duration: float) -> float:
        """Return the largest share; infinite where a spring would have to carry more than it can."""
        if not self.task.constraints.quantities:
            return 0.0
        try:
            share = largest(self._span_shares(duration))
        except SingularityError:
            return np.inf
        return share if self.why else share * (1.0 + PROOF_RESERVE)

    def violations(self, duration: float) -> Array:
        """Return the fractions of the duration (k,) at which a limit is exceeded more than right before and after."""
        try:
            spans = self._span_shares(duration)
        except SingularityError:
            return np.zeros(0)
        peaks = []
        for share in spans.values():
            beside = np.pad(np.nan_to_num(share, nan=np.inf), ((1, 1), (0, 0)))
            peak = (share > 1.0) & (share >= beside[:-2]) & (share >= beside[2:])
            at = 1 + 2 * np.flatnonzero(peak.any(axis=1))
            sharp = 1 + 2 * np.flatnonzero((peak & (share > SHARP_PEAK)).any(axis=1))
            around = np.clip(sharp[:, None] + PEAK_NEIGHBOURS, 0, len(self.x) - 1)
            peaks.append(self.x[np.append(at, around)])
        return np.unique(np.concatenate(peaks))

    def proof(self, duration: float) -> UtilisationBounds:
        """Bound the shares of limits with proof."""
        knots = np.unique(self.spline.knots)
        ends = span_ends(knots, max(SPANS, LEAST_SPANS // (len(knots) - 1)))
        return prove(self.task.constraints, spline_enclosure(self.spline._replace(duration=duration)), duration, ends)


def stretched_duration(worst: Callable[[float], float], duration: float, longest: float) -> float | None:
    """Return the first duration [s] found on the way up from that one with which the largest share is at most 1, if there is one.

    A larger share may follow a smaller one: the way up begins with the smallest steps that can matter.
    """
    share = worst(duration)
    if share <= 1.0:
        return duration
    step, low = max(DURATION_TOLERANCE, 0.25 * (min(share, 2.0) - 1.0)), duration
    high = low
    while share > 1.0:
        if high >= min(longest, SLOWEST * duration):
            return None
        low, high = high, min(high * (1.0 + step), longest)
        step = min(1.5 * step, 1.0)
        share = worst(high)
    return _bisect_duration(worst, low, high)


def _bisect_duration(worst: Callable[[float], float], low: float, high: float) -> float:
    """Return a duration [s] with which the largest share is at most 1, as it is with `high` and is not with `low`."""
    while high > (1.0 + DURATION_TOLERANCE) * low:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if worst(middle) <= 1.0 else (middle, high)
    return high


def slowed_polynomial(problem: MoveProblem, most: float) -> FeasibleMotion | None:
    """Return the polynomial from rest to rest, slowed down until limits hold, if it takes less than `most` [s]."""
    ends = problem.boundary
    spline = polynomial_motion(ends.start[0], ends.goal[0], max(DEGREE, 2 * problem.constraints.order - 1), 1.0)
    durations = np.geomspace(SHORTEST_POLYNOMIAL * most, most, POLYNOMIAL_DURATIONS) if np.isfinite(most) else DURATIONS
    dense, low = DenseSamples(problem, spline), 0.0
    for duration in durations:
        if dense.worst(duration) <= 1.0:
            dense.spline = spline._replace(duration=_bisect_duration(dense.worst, low, duration) if low else duration)
            return make_feasible(dense)[0]
        low = duration
    return None


def make_feasible(dense: DenseSamples) -> tuple[FeasibleMotion | None, float]:
    """Return the course if its limits hold, slowed down where that is allowed, and by how much a limit is exceeded as it is."""
    problem, spline = dense.task, dense.spline
    excess = dense.worst(spline.duration) - 1.0
    if problem.constraints.quantities and not dense.why:
        result = _proved_motion(dense)
        if result is not None:
            return result[0], max(excess, result[1])
        dense.why = NO_FINITE_BOUND
        excess = dense.worst(spline.duration) - 1.0
    duration = _sampled_duration(dense)
    return None if duration is None else _with_cost(dense, duration, None), excess


def _sampled_duration(dense: DenseSamples) -> float | None:
    """Return the duration with which limits hold at dense samples: that of the course, or a longer one where that is allowed."""
    problem, duration = dense.task, dense.spline.duration
    if problem.can_stretch:
        return stretched_duration(dense.worst, duration, problem.longest)
    return duration if dense.worst(duration) <= 1.0 else None


def _with_cost(dense: DenseSamples, duration: float, bounds: UtilisationBounds | None) -> FeasibleMotion:
    spline = dense.spline._replace(duration=duration)
    why = dense.why if dense.task.constraints.quantities else ""
    cost = evaluate(dense.task, spline).cost if dense.task.energy else dense.task.time * duration
    return FeasibleMotion(spline, cost, bounds, why)


def _proved_motion(dense: DenseSamples) -> tuple[FeasibleMotion | None, float] | None:
    """Return the course if limits hold with proof, slowed down where that is allowed, and by how much a bound is above 1.

    None where bounds are not finite.
    """
    duration, excess = _sampled_duration(dense), 0.0
    for _ in range(PROOFS if duration is not None else 0):
        assert duration is not None
        bounds = dense.proof(duration)
        if bounds.largest <= 1.0:
            return _with_cost(dense, duration, bounds), excess
        if not np.isfinite(bounds.largest):
            return None
        excess = max(excess, bounds.largest - 1.0)
        if not dense.task.can_stretch or bounds.largest >= LITTLE_EXCESS:
            break
        duration = stretched_duration(dense.worst, duration * (bounds.largest + DURATION_TOLERANCE), dense.task.longest)
        if duration is None:
            break
    return None, excess


def repair(problem: MoveProblem, best: SqpResult, improve: SqpSolver) -> tuple[FeasibleMotion | None, SqpResult]:
    """Return the best course near that one whose limits hold everywhere, if there is one, and the last that was tried.

    Where the quadratic programs end above a limit with the duration free, no small change of the duration helps: the duration is
    then found by trying others, each with a course of its own.
    """
    settled: FeasibleMotion | None = None
    tried, places, margin, steps = improve(problem, best), problem.places, 0.0, 0
    apart, excluded = DURATION_STEP, False
    for k in range(ROUNDS):
        beyond = tried.evaluation.worst - 1.0
        if not problem.energy and (
            (beyond > SAMPLE_EXCESS and tried.locally_infeasible) or (beyond > COARSE_EXCESS and not problem.can_stretch)
        ):
            other = bisect_duration(
                problem._replace(places=places, margin=margin), tried.evaluation, apart, BISECTION_TOLERANCE, SAMPLE_EXCESS
            )
            tried, apart = other._replace(steps=tried.steps + other.steps), 0.1 * DURATION_STEP
            excluded = tried.evaluation.worst > 1.0 + SAMPLE_EXCESS
        steps += tried.steps
        dense = DenseSamples(problem, tried.evaluation.spline)
        candidate, excess = make_feasible(dense)
        if candidate is not None and (settled is None or candidate.cost < settled.cost):
            settled = candidate
        duration = tried.evaluation.spline.duration
        done = candidate is not None and candidate.spline.duration <= (1.0 + SLACK) * duration
        if (
            done
            or excluded
            or tried.evaluation.worst > 1.0 + COARSE_EXCESS
            or (k >= SAMPLING_ROUNDS and excess > MOST_EXCESS)
            or k == ROUNDS - 1
        ):
            break
        places = np.union1d(places, dense.violations(duration))
        margin += (
            MARGIN_GROWTH * min(excess, FIRST_MARGIN_STEP * 2.0 ** (k - SAMPLING_ROUNDS)) * (k >= SAMPLING_ROUNDS)
            + LEAST_MARGIN_STEP
        )
        tighter = problem._replace(places=places, margin=margin)
        tried = tried._replace(evaluation=evaluate(tighter, tried.evaluation.spline), steps=0, locally_infeasible=True)
        if apart == DURATION_STEP:
            tried = improve(tighter, tried)
    return settled, tried._replace(steps=steps)
