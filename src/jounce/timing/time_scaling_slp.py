"""The timing of least duration: a B-spline, found by sequential linear programming, coarse pieces first.

Unknown are the coefficients c of w(x), x = t/T, and T. Every step solves

    min dT/T + mu s   s.t.   |share + slopes (dc, dT)| <= 1 - eps + s at samples,   c + dc rising,   |dc| <= rho

by HiGHS and is taken where log T + mu (largest excess of a share over 1) becomes less. Slowing a motion down need not make its
shares less: where dry friction meets a limit of the torque rate, or springs one of the motor velocity, it may raise them. So T is
free, and an iterate may exceed its limits by a little; programs aim below 1 by eps so that curvature does not refuse their steps.
Formulations in the square of the speed along the curve, as for rigid joints, are singular where an elastic robot rests.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.errors import LimitError
from jounce.numbers.packing import Array
from jounce.timing.constraint_sampling import sample_instants
from jounce.timing.limit_constraints import LimitConstraints, SampledConstraints
from jounce.timing.linear_program import linear_program
from jounce.timing.reversals import has_reversals, sample_shift
from jounce.timing.time_scaling import TimeScaling, refine, refine_ends

LEAST_UTILISATION = 0.1
"""Shares below this one are not looked at in a step from given motion."""
COARSEST = 12
"""Most pieces of the first spline."""
STEPS = 20
"""Linear programs for each number of pieces."""
REVERSING_STEPS = {True: (20, 40), False: (10, 24)}
"""The same along lines and curves where dry friction meets a limit of the torque rate, and of the last number of pieces."""
LEAST_GAIN = 3e-4
"""Gain of a step, as a share of the duration, below which no other step is made; coarser splines three times that."""
DURATION_TOLERANCE = 1e-5
"""Share of a duration to which it is found in between."""
MOST_STRETCH = 1e7
"""Times the first guess: a motion that is slower still exceeds its limits however slow it is."""
PENALTY, PENALTY_GROWTH, MOST_PENALTY = 2.0, 4.0, 1e3
"""mu, the factor by which it grows where a program leaves an excess as it is, and its largest value."""
CONSIDERED, ROW_ADDITIONS, ROW_TOLERANCE = 0.2, 8, 1e-7
"""Distance from its limit within which a row is in a program at first; how often those are added that it exceeds, and by what."""
SECANT_STEPS, LEAST_EXPONENT = 4, 0.3
"""Durations at most that are tried after a step, one where motors reverse; the power of 1/T with which shares must fall for
another one."""
FIRST_STRETCH, STRETCHES, STEPS_AFTER_STRETCH = 0.005, 4, 20
"""Share by which the duration grows at first where no step lessens an excess, twice as much each time; how often, and steps after
the last: near a resonance the least excess of a spline hardly depends on T, and has local minima."""
CLOSEST_MARGIN = 1e-6
"""eps then."""
UNCHANGED_EXCESS = 0.9
"""Of an excess: where a program leaves more, the penalty grows."""
SMALL_STEPS = 3
"""Steps of little gain, one after the other, after which a margin is halved or no other step is made."""
ACCEPTED_RATIO, POOR_RATIO, GOOD_RATIO = 0.05, 0.25, 0.6
"""Of what the linear program promised: a step that brings more is taken; below and above, the next one may be half and twice as
long."""
REJECTED_SHRINK = 0.3
"""Of a step that was not taken: the next one may be that long."""
SMALLEST_REGION, REVERSING_REGION = 1e-4, 16.0
"""Size of the trust region, 1 at first, below which no other step is made, and its largest where motors reverse."""
SPEED_CHANGE = 0.3
"""First bound of changes of the speed of motors that are slow, as a share of it or of `coulomb_speed`."""
MARGIN, LEAST_MARGIN, SMOOTH_MARGIN = 0.02, 1e-3, 1e-4
"""First and last eps where dry friction meets a limit of the torque rate, and the only one elsewhere."""
FRACTIONS = (1.0, 0.5, 0.25, 0.1, 0.03)
"""Of a step that are tried."""
FIRST_RELATIVE_CHANGE = 0.03
"""First bound of changes of coefficients, as a share of the coefficient, where a curve leaves rest by itself."""
MOST_RELATIVE_CHANGE = 0.12
"""Most of that share."""
TINY = 1e-12
"""What coefficients of zero are taken for."""
FIRST_CHANGE = 2.0
"""First bound of changes of coefficients, times the square of the number of pieces."""
MOST_DURATION_CHANGE = 0.3
"""Most that a step makes of the duration, as a share of it."""
LEAST_GROWTH = 1.05
"""Least factor by which durations rise in search of one with which limits hold."""


def least_duration(largest: Callable[[float], float], guess: float, close: float = DURATION_TOLERANCE) -> float:
    """The duration [s] at which the largest share is 1, looked for near the guess: with it no share is above 1."""
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
    found: float = brentq(lambda T: math.log(largest(T)), low, high, xtol=close * high, rtol=1e-12)
    while largest(found) > 1.0:
        found *= 1.0 + close
    return found


class TimingSolution(NamedTuple):
    """A timing, its duration [s] and how many linear programs it took."""

    scaling: TimeScaling
    duration: float
    steps: int


class _Iterate(NamedTuple):
    """A timing, its samples, and by how much it exceeds its limits there."""

    sampled: SampledConstraints
    duration: float
    excess: float

    def merit(self, penalty: float) -> float:
        """Return log T + mu excess."""
        return math.log(self.duration) + penalty * self.excess


class _LinearPrograms:
    """Linear programs for the timings of one demand with one number of pieces."""

    def __init__(self, constraints: LimitConstraints, left: int, places: Array | None) -> None:
        """left: how often pieces will be halved; places: more samples, shares of the duration."""
        self.constraints, self.left, self.places = constraints, left, places
        self.has_reversals = has_reversals(constraints)

    def sample(self, scaling: TimeScaling, duration: float) -> _Iterate:
        """Return the timing with samples of its own."""
        x = sample_instants(self.constraints, scaling, self.left, self.places, duration if self.has_reversals else None)
        sampled = self.constraints.sample(scaling, x, twins=self.constraints.has_rate_limit)
        return self._of(sampled, duration)

    def _of(self, sampled: SampledConstraints, duration: float) -> _Iterate:
        return _Iterate(sampled, duration, max(0.0, sampled.largest(duration) - 1.0))

    def with_best_duration(self, scaling: TimeScaling, duration: float, penalty: float) -> _Iterate:
        """Return the timing with this duration, or with one near which its largest share is 1, whichever has the least merit.

        The other is found by secants, in logarithms, if shares fall with the duration, first as 1/T^2.
        """
        best = self.sample(scaling, duration)
        share, power = best.sampled.largest(duration), 2.0
        for _ in range(1 if self.has_reversals else SECANT_STEPS):
            longer = duration * min(max(share * (1.0 + DURATION_TOLERANCE), 0.25), 4.0) ** (1.0 / power)
            other = self.sample(scaling, longer) if self.has_reversals else self._of(best.sampled, longer)
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
        """Return the most by which a step changes each coefficient, and the logarithm of the duration, (c+1,)."""
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
        """Return (dc, dT/T, s) of the linear program; None where it has no solution, as rounding may have it.

        shorter: whether the duration may become less.
        """
        from scipy.sparse import csr_array, vstack

        sampled, scaling, reach = now.sampled, now.sampled.scaling, self.reach(now, region)
        count = len(scaling.coefficients)
        columns, blocks, limits, shift = sampled.columns, [], [], None

        def add(i: Array, local: Array, by_duration: Array, slack: float, limit: Array) -> None:
            """Add rows at samples i (k,)."""
            data = np.concatenate([local, by_duration[:, None], np.full((len(i), 1), slack)], axis=1)
            where = np.concatenate([columns[i], np.tile([count, count + 1], (len(i), 1))], axis=1)
            ends = np.arange(len(i) + 1) * data.shape[1]
            blocks.append(csr_array((data.ravel(), where.ravel(), ends), shape=(len(i), count + 2)))
            limits.append(limit)

        if self.has_reversals:
            shift, slow_motors = sample_shift(sampled, now.duration, reach)
            change = SPEED_CHANGE * region
            for i, local, by_duration in slow_motors:
                for sign in (1.0, -1.0):
                    add(i, sign * local, sign * by_duration, 0.0, np.full(len(i), change))
        for share, local, by_duration in sampled.jacobians(now.duration, shift).values():
            far = np.einsum("snc,sc->sn", np.abs(local), reach[columns]) + np.abs(by_duration) * reach[-1]
            for sign in (1.0, -1.0):
                i, j = np.nonzero(sign * share + far > 1.0 - margin)  # those that can reach their limit within the step
                add(i, sign * local[i, j], sign * by_duration[i, j], -1.0, 1.0 - margin - sign * share[i, j])
        rising = csr_array(np.pad(-difference_matrix(scaling, now.duration), ((0, 0), (0, 1))))
        rows, upper = vstack([rising, *blocks]).tocsr(), np.concatenate([np.maximum(np.diff(scaling.coefficients), 0.0), *limits])
        slackened = np.asarray(rows[:, [-1]].todense()).ravel() < 0.0  # others bound the trust region
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
    """Return the fastest timing whose pieces are those of the first shape, halved so often.

    duration [s]: to begin with; limits may be exceeded. places: more samples, shares of the duration (k,).
    """
    steps = 0
    for left in range(halvings, -1, -1):
        programs = _LinearPrograms(constraints, left, places)
        now, first = programs.sample(scaling, duration), penalty
        region = 1.0
        enough = LEAST_GAIN * (3 if left else 1)
        margin, least = (MARGIN, LEAST_MARGIN) if programs.has_reversals else (SMOOTH_MARGIN, SMOOTH_MARGIN)
        small, stretches, shorter = 0, 0, True
        most = REVERSING_STEPS[constraints.geometry.power == 1][left == 0] if programs.has_reversals else STEPS
        while most > 0:
            steps, most = steps + 1, most - 1
            reach = programs.reach(now, region)
            program = programs.step(now, region, penalty, margin, shorter)
            if program is None:
                region *= 0.1
                continue
            dc, dT, slack = program
            over = max(0.0, slack - margin)
            if over > UNCHANGED_EXCESS * now.excess and now.excess > 0.0 and penalty < MOST_PENALTY:
                penalty *= PENALTY_GROWTH
            promised = -dT + penalty * (now.excess - over)
            if promised < enough * (min(region, 1.0) if programs.has_reversals else 1.0):
                if margin > least and not stretches:
                    margin = max(least, margin / 3.0)
                elif now.excess > 0.0 and penalty < MOST_PENALTY:
                    penalty = MOST_PENALTY
                elif now.excess > 0.0 and left == 0 and not programs.has_reversals and stretches < STRETCHES:
                    now = programs.sample(now.sampled.scaling, (1.0 + FIRST_STRETCH * 2**stretches) * now.duration)
                    stretches, shorter, region, margin, most = stretches + 1, False, 1.0, CLOSEST_MARGIN, STEPS_AFTER_STRETCH
                else:
                    break
                continue
            for fraction in FRACTIONS[:: 2 if programs.has_reversals else 1]:
                there = scaling._replace(coefficients=now.sampled.scaling.coefficients + fraction * dc)
                new = programs.with_best_duration(there, now.duration * (1.0 + fraction * dT), penalty)
                gain = now.merit(penalty) - new.merit(penalty)
                if gain > POOR_RATIO * fraction * promised:
                    break
            if gain > ACCEPTED_RATIO * fraction * promised:
                now = new
                shorter = shorter or now.excess == 0.0
                region *= 2.0 if gain > GOOD_RATIO * promised else 0.5 if gain < POOR_RATIO * promised else 1.0
                region = min(region, REVERSING_REGION) if programs.has_reversals else region
                small = small + 1 if gain < enough else 0
            else:
                used = float((np.abs(np.append(dc, dT)) / (reach + TINY)).max())
                region *= REJECTED_SHRINK * max(min(1.0, used), REJECTED_SHRINK)
                if region < SMALLEST_REGION:
                    break
            if small >= SMALL_STEPS:
                if margin <= least and now.excess == 0.0:
                    break
                small, margin = 0, max(least, margin / 3.0)
        scaling, duration, penalty = now.sampled.scaling, now.duration, first
        if left:
            scaling = refine(scaling)
        if left == 1 and constraints.geometry.power == 1:
            scaling = refine_ends(scaling)
    return TimingSolution(scaling, duration, steps)


def first_duration(constraints: LimitConstraints, scaling: TimeScaling, guess: float, halvings: int) -> float:
    """Return a duration [s] with which limits hold at samples; shares may rise with it, so that it is looked for upwards."""
    programs = _LinearPrograms(constraints, halvings, None)

    def share(duration: float) -> float:
        return programs.sample(scaling, duration).sampled.largest(duration)

    duration, most = guess, share(guess)
    while most <= 1.0 and duration > guess / MOST_STRETCH:
        duration *= max(math.sqrt(most), 0.5) / LEAST_GROWTH
        most = share(duration)
    while most > 1.0:
        if not duration < MOST_STRETCH * guess:
            raise LimitError("no duration is long enough")
        duration *= min(max(math.sqrt(most), LEAST_GROWTH), 2.0)
        most = share(duration)
    return duration


def linearised_rows(sampled: SampledConstraints, duration: float, allowed: Array | float = 1.0) -> tuple[Array, Array]:
    """Return shares (k,) not far below 1 and their derivatives by (dc, dT/T), (k, c+1); allowed: in the place of 1, (N,)."""
    scaling = sampled.scaling
    held, count = scaling.by_duration(duration), len(scaling.coefficients)
    over = np.broadcast_to(1.0 - np.asarray(allowed), sampled.x.shape)[:: 2 if sampled.twins else 1, None]
    rows, values = [], []
    for share, local, by_duration in sampled.jacobians(duration).values():
        i, j = np.nonzero(np.abs(share) > LEAST_UTILISATION)
        block = np.zeros((len(i), count + 1))
        np.put_along_axis(block, sampled.columns[i], local[i, j], axis=1)
        block[:, -1] = by_duration[i, j] + block[:, :-1] @ held
        rows.append(block)
        values.append((share + np.sign(share) * over)[i, j])
    return np.concatenate(rows), np.concatenate(values)


def difference_matrix(scaling: TimeScaling, duration: float) -> Array:
    """How differences of coefficients change with (dc, dT/T), (c-1, c+1)."""
    count = len(scaling.coefficients)
    found = np.zeros((count - 1, count + 1))
    i = np.arange(count - 1)
    found[i, i], found[i, i + 1] = -1.0, 1.0
    found[:, -1] = np.diff(scaling.by_duration(duration))
    return found
