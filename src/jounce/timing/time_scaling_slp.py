"""Minimum-time scaling of elastic joints by sequential linear programming (SLP) on a B-spline, coarse pieces first.

Unknowns are the coefficients c of w(x), x = t/T, and T. Every step solves the linear program

    min dT/T + mu s   s.t.   |u + du/dc dc + du/dlogT dT/T| <= 1 - eps + s at samples,   c + dc monotone,   |dc| <= rho

with u the utilisation of limits and s a slack, by the solver HiGHS. A step is accepted if the merit log T + mu (largest excess
of u over 1) decreases. Slowing a motion down need not reduce its utilisation: with dry friction and a torque rate limit, or with
springs and a motor velocity limit, a slower motion may use more of a limit. Therefore T is free, and an iterate may exceed its
limits a little. The programs aim below 1 by eps so that curvature does not cause the rejection of their steps. Formulations in
the squared path velocity, as for rigid joints, are singular where an elastic robot is at rest.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.errors import LimitError
from jounce.numbers.packing import Array
from jounce.numerics.linear_program import linear_program
from jounce.timing.constraint_sampling import has_reversals, sample_instants, sample_shift
from jounce.timing.limit_constraints import LimitConstraints, SampledConstraints
from jounce.timing.time_scaling import TimeScaling, refine, refine_ends

LEAST_UTILISATION = 0.1
"""Utilisation up to which a limit at a sample is left out of the linear program of a scaling with moving ends."""
COARSEST = 12
"""Largest number of pieces of the first, coarsest spline, unless its boundary conditions need more pieces."""
STEPS = 20
"""Maximum number of linear programs for each number of pieces."""
REVERSING_STEPS = {True: (20, 40), False: (10, 24)}
"""Maximum number of linear programs for robots with dry friction and a torque rate limit: {`PathGeometry.power` is 1: (for
coarser splines, for the final number of pieces)}."""
LEAST_GAIN = 3e-4
"""Decrease of the merit by a step, below which the step counts as small; for coarser splines three times as much."""
DURATION_TOLERANCE = 1e-5
"""Relative tolerance of durations during the optimisation."""
MOST_STRETCH = 1e7
"""Multiple of the first guess of the duration beyond which no duration is tried: limits then count as violated at any speed."""
PENALTY, PENALTY_GROWTH, MOST_PENALTY = 2.0, 4.0, 1e3
"""First value of mu, the factor by which mu grows if a program hardly reduces the excess, and the largest mu."""
CONSIDERED, ROW_ADDITIONS, ROW_TOLERANCE = 0.2, 8, 1e-7
"""Distance of a utilisation from its bound below which its row is in the first linear program, maximum number of times that
violated rows are added, and the violation above which a row is added."""
SECANT_STEPS, LEAST_EXPONENT = 4, 0.3
"""Maximum number of durations tried after a step (one if motors reverse), and the exponent p of u ~ T^-p below which no further
duration is tried."""
FIRST_STRETCH, STRETCHES, STEPS_AFTER_STRETCH = 0.005, 4, 20
"""First relative increase of the duration if no step reduces an excess (doubled each time), maximum number of increases, and
number of steps after the last one. Near a resonance the least excess of a spline hardly depends on T, and has local minima."""
CLOSEST_MARGIN = 1e-6
"""Margin eps after an increase of the duration because of a remaining excess."""
UNCHANGED_EXCESS = 0.9
"""Fraction of the excess over limits. A linear program that leaves more than this fraction counts as ineffective, and the
penalty grows."""
SMALL_STEPS = 3
"""Number of consecutive small steps (see `LEAST_GAIN`) after which the margin is reduced or the iteration stops."""
ACCEPTED_RATIO, POOR_RATIO, GOOD_RATIO = 0.05, 0.25, 0.6
"""Ratios of actual to predicted decrease of the merit: a step is accepted above the first one; the trust region is halved below
the second and doubled above the third."""
REJECTED_SHRINK = 0.3
"""Largest factor on the size of the trust region after a rejected step."""
SMALLEST_REGION, REVERSING_REGION = 1e-4, 16.0
"""Size of the trust region, relative to that of the first step, below which the iteration stops, and its largest size for
robots with dry friction and a torque rate limit."""
SPEED_CHANGE = 0.3
"""First bound of velocity changes of slow motors in a step, relative to the velocity or, if that is larger, to
`coulomb_speed`."""
MARGIN, LEAST_MARGIN, SMOOTH_MARGIN = 0.02, 1e-3, 1e-4
"""First and last margin eps for robots with dry friction and a torque rate limit, and the only margin for all other problems."""
FRACTIONS = (1.0, 0.5, 0.25, 0.1, 0.03)
"""Fractions of a step that the line search tries."""
FIRST_RELATIVE_CHANGE = 0.03
"""First bound of the change of a coefficient c, relative to min(c, 1 - c), on a path with `PathGeometry.power` > 1."""
MOST_RELATIVE_CHANGE = 0.12
"""Largest value to which the bound `FIRST_RELATIVE_CHANGE` may grow with the trust region."""
TINY = 1e-12
"""Value in place of zero in denominators and relative bounds."""
FIRST_CHANGE = 2.0
"""Product of the first bound of coefficient changes and the square of the number of pieces, on a path with `PathGeometry.power`
of 1."""
MOST_DURATION_CHANGE = 0.3
"""Largest relative change of the duration in a step."""
LEAST_GROWTH = 1.05
"""Least ratio of consecutive durations in the search for a feasible duration."""


def least_duration(largest: Callable[[float], float], guess: float, close: float = DURATION_TOLERANCE) -> float:
    """Return a duration [s] near the guess for which the largest utilisation is 1 or slightly less, by Brent's method.

    largest: function of the duration that returns the largest utilisation; close: fraction by which the duration may be too long.
    """
    from scipy.optimize import brentq

    low = high = guess
    share = largest(guess)
    if share > 1.0:
        while share > 1.0:
            if not high < MOST_STRETCH * guess:
                raise LimitError("no duration is long enough")
            low, high = high, high * min(max(math.sqrt(share), 1.001), 10.0)
            share = largest(high)
    else:
        while share <= 1.0:
            low, high = low * min(max(math.sqrt(share), 0.1), 0.999), low
            share = largest(low)
    duration: float = brentq(lambda T: math.log(largest(T)), low, high, xtol=close * high, rtol=1e-12)
    while largest(duration) > 1.0:
        duration *= 1.0 + close
    return duration


class TimingSolution(NamedTuple):
    """Time scaling with its duration [s] and the number of linear programs solved for it."""

    scaling: TimeScaling
    duration: float
    steps: int


class _Iterate(NamedTuple):
    """Sampled time scaling with a duration [s] and the excess of the largest utilisation over 1, which is 0 if limits hold."""

    sampled: SampledConstraints
    duration: float
    excess: float

    def merit(self, penalty: float) -> float:
        """Return the merit log T + mu excess; penalty: mu."""
        return math.log(self.duration) + penalty * self.excess


class _LinearPrograms:
    """Linear programs for the time scaling of one robot along one path, for one number of pieces."""

    def __init__(self, constraints: LimitConstraints, left: int, places: Array | None) -> None:
        """Set up the programs.

        left: number of later halvings of the pieces; places: further samples, as fractions of the duration.
        """
        self.constraints, self.left, self.places = constraints, left, places
        self.has_reversals = has_reversals(constraints)

    def sample(self, scaling: TimeScaling, duration: float) -> _Iterate:
        """Choose the samples for a time scaling and a duration [s], and return the iterate with the constraints at these
        samples."""
        x = sample_instants(self.constraints, scaling, self.left, self.places, duration if self.has_reversals else None)
        sampled = self.constraints.sample(scaling, x, twins=self.constraints.has_rate_limit)
        return self._iterate(sampled, duration)

    def _iterate(self, sampled: SampledConstraints, duration: float) -> _Iterate:
        """Return the iterate of a sampled time scaling with a duration [s], which may differ from the duration for which the
        samples were chosen."""
        return _Iterate(sampled, duration, max(0.0, sampled.largest(duration) - 1.0))

    def with_best_duration(self, scaling: TimeScaling, duration: float, penalty: float) -> _Iterate:
        """Return the iterate of least merit among the stated duration [s] and a few durations near utilisation 1.

        These durations are found by secant steps in logarithms, first with u ~ T^-2, as long as the utilisation falls with the
        duration. penalty: mu.
        """
        best = self.sample(scaling, duration)
        share, power = best.sampled.largest(duration), 2.0
        for _ in range(1 if self.has_reversals else SECANT_STEPS):
            longer = duration * min(max(share * (1.0 + DURATION_TOLERANCE), 0.25), 4.0) ** (1.0 / power)
            other = self.sample(scaling, longer) if self.has_reversals else self._iterate(best.sampled, longer)
            changed = other.sampled.largest(longer)
            best = min(best, other, key=lambda x: x.merit(penalty))
            if abs(changed - 1.0) < 2.0 * DURATION_TOLERANCE or longer == duration or not 0.0 < changed < math.inf:
                break
            fall = math.log(share / changed) / math.log(longer / duration)
            if not fall > LEAST_EXPONENT:
                break
            duration, share, power = longer, changed, min(fall, 4.0)
        return best

    def reach(self, now: _Iterate, region: float) -> Array:
        """Return the trust region (c+1,): largest change of each coefficient and of log T in a step.

        region: factor on the bounds of the first step, such as `FIRST_CHANGE`; 1 for the first step.
        """
        scaling, c = now.sampled.scaling, now.sampled.scaling.coefficients
        near = np.minimum(c, 1.0 - c) + TINY
        if self.constraints.geometry.power > 1:
            reach = min(FIRST_RELATIVE_CHANGE * region, MOST_RELATIVE_CHANGE) * near
        else:
            reach = np.full(len(c), min(FIRST_CHANGE / scaling.pieces**2 * region, 1.0))
        reach[: scaling.rest] = reach[len(c) - scaling.rest :] = 0.0
        return np.append(reach, min(MOST_DURATION_CHANGE * region, MOST_DURATION_CHANGE))

    def step(
        self, now: _Iterate, region: float, penalty: float, margin: float, shorter: bool = True
    ) -> tuple[Array, float, float] | None:
        """Return (dc, dT/T, s) of the linear program; None if HiGHS finds no solution, which rounding may cause.

        region: see `reach`; penalty: mu; margin: eps; shorter: False if the duration must not decrease. At first only rows near
        their limit are in the program; violated rows are added.
        """
        from scipy.sparse import csr_array, vstack

        sampled, scaling, reach = now.sampled, now.sampled.scaling, self.reach(now, region)
        count = len(scaling.coefficients)
        columns, blocks, uppers, shift = sampled.columns, [], [], None

        def add(i: Array, by_coefficients: Array, by_duration: Array, slack: float, limit: Array) -> None:
            """Append to the program the rows of a quantity at samples i (k,); slack: factor of s; limit: right-hand sides."""
            data = np.concatenate([by_coefficients, by_duration[:, None], np.full((len(i), 1), slack)], axis=1)
            where = np.concatenate([columns[i], np.tile([count, count + 1], (len(i), 1))], axis=1)
            ends = np.arange(len(i) + 1) * data.shape[1]
            blocks.append(csr_array((data.ravel(), where.ravel(), ends), shape=(len(i), count + 2)))
            uppers.append(limit)

        if self.has_reversals:
            shift, slow_motors = sample_shift(sampled, now.duration, reach)
            change = SPEED_CHANGE * region
            for i, by_coefficients, by_duration in slow_motors:
                for sign in (1.0, -1.0):
                    add(i, sign * by_coefficients, sign * by_duration, 0.0, np.full(len(i), change))
        for share, by_coefficients, by_duration in sampled.jacobians(now.duration, shift).values():
            travel = np.einsum("snc,sc->sn", np.abs(by_coefficients), reach[columns]) + np.abs(by_duration) * reach[-1]
            for sign in (1.0, -1.0):
                i, j = np.nonzero(sign * share + travel > 1.0 - margin)  # rows that can reach their limit within the step
                add(i, sign * by_coefficients[i, j], sign * by_duration[i, j], -1.0, 1.0 - margin - sign * share[i, j])
        rising = csr_array(np.pad(-difference_matrix(scaling, now.duration), ((0, 0), (0, 1))))
        rows, upper = vstack([rising, *blocks]).tocsr(), np.concatenate([np.maximum(np.diff(scaling.coefficients), 0.0), *uppers])
        slackened = np.asarray(rows[:, [-1]].todense()).ravel() < 0.0  # rows without slack bound the trust region
        cost = np.append(np.zeros(count), [1.0, penalty])
        bounds = np.stack([np.append(-reach, 0.0), np.append(reach, np.inf)], axis=1)
        bounds[count, 0] *= shorter
        used = (upper < CONSIDERED) & slackened
        used[: count - 1] = True
        x = linear_program(cost, rows[used], upper[used], bounds, not self.has_reversals)
        for _ in range(ROW_ADDITIONS):
            if x is None:
                return None
            missed = (rows @ x - upper > ROW_TOLERANCE) & ~used
            if not missed.any():
                break
            used |= missed
            x = linear_program(cost, rows[used], upper[used], bounds, not self.has_reversals)
        return None if x is None else (x[:count], float(x[count]), float(x[-1]))


def optimise(
    constraints: LimitConstraints,
    scaling: TimeScaling,
    duration: float,
    halvings: int,
    places: Array | None = None,
    penalty: float = PENALTY,
) -> TimingSolution:
    """Optimise a time scaling by SLP; return the fastest one found, with the pieces of `scaling` halved `halvings` times.

    duration [s]: first guess, with which limits may be exceeded. places (k,): further samples, as fractions of the duration.
    penalty: mu.
    """
    steps = 0
    for left in range(halvings, -1, -1):
        programs = _LinearPrograms(constraints, left, places)
        now, first_penalty = programs.sample(scaling, duration), penalty
        region = 1.0
        enough = LEAST_GAIN * (3 if left else 1)
        margin, least = (MARGIN, LEAST_MARGIN) if programs.has_reversals else (SMOOTH_MARGIN, SMOOTH_MARGIN)
        small_steps, stretches, shorter = 0, 0, True
        budget = REVERSING_STEPS[constraints.geometry.power == 1][left == 0] if programs.has_reversals else STEPS
        while budget > 0:
            steps, budget = steps + 1, budget - 1
            reach = programs.reach(now, region)
            program = programs.step(now, region, penalty, margin, shorter)
            if program is None:
                region *= 0.1
                continue
            dc, dT, slack = program
            predicted_excess = max(0.0, slack - margin)
            if predicted_excess > UNCHANGED_EXCESS * now.excess and now.excess > 0.0 and penalty < MOST_PENALTY:
                penalty *= PENALTY_GROWTH
            predicted = -dT + penalty * (now.excess - predicted_excess)
            if predicted < enough * (min(region, 1.0) if programs.has_reversals else 1.0):
                if margin > least and not stretches:
                    margin = max(least, margin / 3.0)
                elif now.excess > 0.0 and penalty < MOST_PENALTY:
                    penalty = MOST_PENALTY
                elif now.excess > 0.0 and left == 0 and not programs.has_reversals and stretches < STRETCHES:
                    now = programs.sample(now.sampled.scaling, (1.0 + FIRST_STRETCH * 2**stretches) * now.duration)
                    stretches, shorter, region, margin, budget = stretches + 1, False, 1.0, CLOSEST_MARGIN, STEPS_AFTER_STRETCH
                else:
                    break
                continue
            for fraction in FRACTIONS[:: 2 if programs.has_reversals else 1]:
                moved = scaling._replace(coefficients=now.sampled.scaling.coefficients + fraction * dc)
                new = programs.with_best_duration(moved, now.duration * (1.0 + fraction * dT), penalty)
                gain = now.merit(penalty) - new.merit(penalty)
                if gain > POOR_RATIO * fraction * predicted:
                    break
            if gain > ACCEPTED_RATIO * fraction * predicted:
                now = new
                shorter = shorter or now.excess == 0.0
                region *= 2.0 if gain > GOOD_RATIO * predicted else 0.5 if gain < POOR_RATIO * predicted else 1.0
                region = min(region, REVERSING_REGION) if programs.has_reversals else region
                small_steps = small_steps + 1 if gain < enough else 0
            else:
                used = float((np.abs(np.append(dc, dT)) / (reach + TINY)).max())
                region *= REJECTED_SHRINK * max(min(1.0, used), REJECTED_SHRINK)
                if region < SMALLEST_REGION:
                    break
            if small_steps >= SMALL_STEPS:
                if margin <= least and now.excess == 0.0:
                    break
                small_steps, margin = 0, max(least, margin / 3.0)
        scaling, duration, penalty = now.sampled.scaling, now.duration, first_penalty
        if left:
            scaling = refine(scaling)
        if left == 1 and constraints.geometry.power == 1:
            scaling = refine_ends(scaling)
    return TimingSolution(scaling, duration, steps)


def first_duration(constraints: LimitConstraints, scaling: TimeScaling, guess: float, halvings: int) -> float:
    """Return a duration [s] near the guess with which limits hold at samples.

    The duration is reduced until a limit is violated, then increased until limits hold, since the utilisation may rise with the
    duration. halvings: number of later halvings of the pieces.
    """
    programs = _LinearPrograms(constraints, halvings, None)

    def largest(duration: float) -> float:
        return programs.sample(scaling, duration).sampled.largest(duration)

    duration, utilisation = guess, largest(guess)
    while utilisation <= 1.0 and duration > guess / MOST_STRETCH:
        duration *= max(math.sqrt(utilisation), 0.5) / LEAST_GROWTH
        utilisation = largest(duration)
    while utilisation > 1.0:
        if not duration < MOST_STRETCH * guess:
            raise LimitError("no duration is long enough")
        duration *= min(max(math.sqrt(utilisation), LEAST_GROWTH), 2.0)
        utilisation = largest(duration)
    return duration


def linearised_rows(sampled: SampledConstraints, duration: float, allowed: Array | float = 1.0) -> tuple[Array, Array]:
    """Return the Jacobian (k, c+1) by (dc, dT/T) of all utilisations above `LEAST_UTILISATION`, and these utilisations (k,).

    allowed (N,): utilisation allowed at each sample; the returned utilisations are shifted such that 1 is allowed everywhere.
    """
    scaling = sampled.scaling
    boundary, count = scaling.by_duration(duration), len(scaling.coefficients)
    offset = np.broadcast_to(1.0 - np.asarray(allowed), sampled.x.shape)[:: 2 if sampled.twins else 1, None]
    rows, values = [], []
    for share, by_coefficients, by_duration in sampled.jacobians(duration).values():
        i, j = np.nonzero(np.abs(share) > LEAST_UTILISATION)
        block = np.zeros((len(i), count + 1))
        np.put_along_axis(block, sampled.columns[i], by_coefficients[i, j], axis=1)
        block[:, -1] = by_duration[i, j] + block[:, :-1] @ boundary
        rows.append(block)
        values.append((share + np.sign(share) * offset)[i, j])
    return np.concatenate(rows), np.concatenate(values)


def difference_matrix(scaling: TimeScaling, duration: float) -> Array:
    """Return the Jacobian (c-1, c+1) of the differences of consecutive coefficients by (dc, dT/T), for the monotonicity
    constraint."""
    count = len(scaling.coefficients)
    matrix = np.zeros((count - 1, count + 1))
    row = np.arange(count - 1)
    matrix[row, row], matrix[row, row + 1] = -1.0, 1.0
    matrix[:, -1] = np.diff(scaling.by_duration(duration))
    return matrix
