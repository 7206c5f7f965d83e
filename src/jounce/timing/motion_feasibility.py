"""Feasibility of a motion spline between its samples: check at dense samples, interval proof where possible, repair of
violations.

A motion that is optimal at its samples exceeds limits between them. Slowing the whole motion down is no remedy in general: with
springs or dry friction a slower motion may need more of a limit (a motion along which a motor runs at its velocity limit,
slowed down by 1 %, exceeds that limit by 0.96 %). Therefore the times at which dense samples exceed a limit become samples, and
the quadratic programs are solved again. Only the remaining excess is removed by a longer duration, searched upwards, or by a
small margin.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.errors import SingularityError
from jounce.numbers.packing import Array
from jounce.timing.certificate import PROOF_RESERVE, REFINEMENT, SPANS, peak_bounds
from jounce.timing.interval_proof import NO_FINITE_BOUND, UtilisationBounds, prove, span_ends, spline_enclosure, unproven
from jounce.timing.limit_constraints import largest
from jounce.timing.minimum_duration import DURATIONS, bisect_duration
from jounce.timing.motion_constraints import SAMPLES, dense_utilisation, evaluate
from jounce.timing.motion_spline import MotionSpline, polynomial_motion
from jounce.timing.motion_sqp import SqpResult
from jounce.timing.move_problem import MoveProblem
from jounce.timing.time_scaling import samples

LEAST_SAMPLES = 2048
"""Approximate least number of dense samples."""
LEAST_SPANS = 256
"""Approximate least number of spans with which the proof starts."""
ROUNDS = 8
"""Maximum number of repair rounds."""
SAMPLING_ROUNDS = 3
"""Number of initial repair rounds, in which the margin grows by `LEAST_MARGIN_STEP` only, since additional samples may
suffice."""
SLACK = 1e-3
"""Relative increase of the duration up to which a feasible motion is accepted without another repair round."""
MARGIN_GROWTH = 1.2
"""Increase of the margin per round after the first `SAMPLING_ROUNDS`, as a multiple of the excess of the utilisation over 1."""
LEAST_MARGIN_STEP = 2e-6
"""Increase of the margin in every repair round, in addition to that by `MARGIN_GROWTH`."""
FIRST_MARGIN_STEP = 0.01
"""Largest excess that counts in `MARGIN_GROWTH`, in the first round after `SAMPLING_ROUNDS`; doubled in every further round."""
MOST_EXCESS = 0.1
"""Excess of the utilisation over 1, after the first `SAMPLING_ROUNDS`, above which repair stops."""
SAMPLE_EXCESS = 2e-6
"""Excess of the utilisation over 1 at samples that is accepted."""
COARSE_EXCESS = 0.02
"""Excess of the utilisation over 1 at samples above which repair stops, since the motion needs more pieces."""
DURATION_STEP = 0.01
"""First relative step of the duration in the search for the minimum duration."""
BISECTION_TOLERANCE = 1e-4
"""Relative tolerance of the duration in the bisection for the minimum duration."""
PROOFS = 5
"""Maximum number of durations for which a proof is tried."""
LITTLE_EXCESS = 1.01
"""Bound of the utilisation below which a proof is tried again with a longer duration."""
DURATION_TOLERANCE = 1e-7
"""Relative tolerance of the feasible duration."""
SHARP_PEAK = 1.1
"""Utilisation above which samples are also added on both sides of a peak. Where a motor with dry friction reverses, peaks are
short and move with every SQP step."""
PEAK_NEIGHBOURS = np.array([-12, -6, -2, 2, 6, 12])
"""Offsets, counted in dense samples, of the samples that are added on both sides of a sharp peak."""
DEGREE = 9
"""Least degree of the rest-to-rest polynomial in `slowed_polynomial`."""
POLYNOMIAL_DURATIONS = 32
"""Number of durations that are tried for the rest-to-rest polynomial."""
SHORTEST_POLYNOMIAL = 0.5
"""Shortest duration tried for the rest-to-rest polynomial, as a fraction of the longest one (`most` of `slowed_polynomial`)."""
SLOWEST = 1e3
"""Factor on the first duration beyond which the search for a longer duration stops."""
SqpSolver = Callable[[MoveProblem, SqpResult], SqpResult]
"""Function (problem, result) -> SQP result, improved from the motion of `result`."""


class FeasibleMotion(NamedTuple):
    """Motion spline that satisfies all limits at all times, and its cost, as in `MotionEvaluation`."""

    spline: MotionSpline
    cost: float
    bounds: UtilisationBounds | None
    """Proved bounds of the utilisation; None without a proof."""
    why: str
    """Reason for a missing proof; empty if the limits are proved, or if nothing is limited."""


class DenseSamples:
    """Dense samples of the utilisation of one motion spline, for any duration."""

    def __init__(self, problem: MoveProblem, spline: MotionSpline) -> None:
        """Choose the samples: 2 `REFINEMENT` times as dense as in the optimisation, and at least about `LEAST_SAMPLES` in all."""
        self.task, self.spline, self.robot = problem, spline, problem.constraints.robot
        pieces = len(np.unique(spline.knots)) - 1
        self.x = samples(spline.knots, max(2 * REFINEMENT * SAMPLES, 2 * (LEAST_SAMPLES // (2 * pieces))))
        self.why = unproven(problem.constraints)
        """Reason for a missing proof; empty if limits can be proved."""

    def shares(self, duration: float) -> dict[str, Array]:
        """Return the utilisation of each limited quantity at the N samples for a duration [s], (N, n) for joints or (N, m) for
        motors.

        The torque rate is its mean between consecutive samples, (N-1, m).
        """
        return dense_utilisation(self.task, self.spline._replace(duration=duration), self.x)

    def _span_shares(self, duration: float) -> dict[str, Array]:
        """Return the largest utilisation on each span of two sample steps, from the parabola through its three samples.

        Without a proof, the estimated excess over the parabola is added.
        """
        return peak_bounds(self.shares(duration), remainder=bool(self.why))

    def worst(self, duration: float) -> float:
        """Return the largest utilisation for a duration [s], increased by `PROOF_RESERVE` if limits can be proved.

        Infinite if a spring would have to carry more than its law allows; 0 if nothing is limited.
        """
        if not self.task.constraints.quantities:
            return 0.0
        try:
            share = largest(self._span_shares(duration))
        except SingularityError:
            return np.inf
        return share if self.why else share * (1.0 + PROOF_RESERVE)

    def violations(self, duration: float) -> Array:
        """Return the fractions of the duration (k,) at which a utilisation has a local peak above 1, and samples on both sides
        of sharp peaks."""
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
        """Return rigorous bounds of the utilisation for a duration [s]."""
        knots = np.unique(self.spline.knots)
        ends = span_ends(knots, max(SPANS, LEAST_SPANS // (len(knots) - 1)))
        return prove(self.task.constraints, spline_enclosure(self.spline._replace(duration=duration)), duration, ends)


def stretched_duration(worst: Callable[[float], float], duration: float, longest: float) -> float | None:
    """Return the first feasible duration [s] found from `duration` upwards, or None if there is none up to `longest` [s].

    worst: function of the duration that returns the largest utilisation. Since the utilisation may rise and fall with the
    duration, the search begins with small steps, which grow.
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
    """Return a feasible duration [s] by bisection between `low` (infeasible) and `high` (feasible).

    worst: see `stretched_duration`.
    """
    while high > (1.0 + DURATION_TOLERANCE) * low:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if worst(middle) <= 1.0 else (middle, high)
    return high


def slowed_polynomial(problem: MoveProblem, most: float) -> FeasibleMotion | None:
    """Return the rest-to-rest polynomial, slowed down until its limits hold; None if no tried duration up to `most` [s] is
    feasible."""
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
    """Return (motion, excess): the motion of `dense`, slowed down if allowed and needed, or None if its limits do not hold.

    excess: how far the utilisation before slowing down, or the bound of a failed proof, exceeds 1, whichever is larger.
    """
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
    """Return the duration of the spline, or a longer one if allowed, with which limits hold at dense samples; None if there is
    none."""
    problem, duration = dense.task, dense.spline.duration
    if problem.can_stretch:
        return stretched_duration(dense.worst, duration, problem.longest)
    return duration if dense.worst(duration) <= 1.0 else None


def _with_cost(dense: DenseSamples, duration: float, bounds: UtilisationBounds | None) -> FeasibleMotion:
    """Return the feasible motion with this duration [s], its cost and its bounds (None without a proof)."""
    spline = dense.spline._replace(duration=duration)
    why = dense.why if dense.task.constraints.quantities else ""
    cost = evaluate(dense.task, spline).cost if dense.task.energy else dense.task.time * duration
    return FeasibleMotion(spline, cost, bounds, why)


def _proved_motion(dense: DenseSamples) -> tuple[FeasibleMotion | None, float] | None:
    """Return (motion, excess) with a motion, slowed down if allowed, whose limits are proved; the motion is None if no proof
    succeeds.

    excess: how far the bounds of failed proofs exceed 1. Return None in place of the pair if bounds are not finite.
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
    """Return (best feasible motion near an SQP result, last SQP result); the motion is None if no feasible motion was found.

    improve: the SQP solver. Where the SQP ends above a limit although the duration is free, no small change of the duration
    helps. The minimum duration is then searched by bisection, with SQP steps for each duration.
    """
    best_feasible: FeasibleMotion | None = None
    result, places, margin, steps = improve(problem, best), problem.places, 0.0, 0
    step, infeasible = DURATION_STEP, False
    for k in range(ROUNDS):
        violation = result.evaluation.worst - 1.0
        if not problem.energy and (
            (violation > SAMPLE_EXCESS and result.locally_infeasible) or (violation > COARSE_EXCESS and not problem.can_stretch)
        ):
            other = bisect_duration(
                problem._replace(places=places, margin=margin), result.evaluation, step, BISECTION_TOLERANCE, SAMPLE_EXCESS
            )
            result, step = other._replace(steps=result.steps + other.steps), 0.1 * DURATION_STEP
            infeasible = result.evaluation.worst > 1.0 + SAMPLE_EXCESS
        steps += result.steps
        dense = DenseSamples(problem, result.evaluation.spline)
        candidate, excess = make_feasible(dense)
        if candidate is not None and (best_feasible is None or candidate.cost < best_feasible.cost):
            best_feasible = candidate
        duration = result.evaluation.spline.duration
        done = candidate is not None and candidate.spline.duration <= (1.0 + SLACK) * duration
        if (
            done
            or infeasible
            or result.evaluation.worst > 1.0 + COARSE_EXCESS
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
        result = result._replace(evaluation=evaluate(tighter, result.evaluation.spline), steps=0, locally_infeasible=True)
        if step == DURATION_STEP:
            result = improve(tighter, result)
    return best_feasible, result._replace(steps=steps)
