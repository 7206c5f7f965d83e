"""The timing of least duration: a B-spline, found by sequential linear programming, coarse pieces first.

Unknown are the coefficients c of w(x), x = t/T, and T. Every step solves

    min T + dT   s.t.   |share + slopes (dc, dT)| <= 1 at samples,   c + dc rising,   |dc| <= rho

by HiGHS and then takes of w(x; c + a dc), 1 >= a > 0, the one whose least duration is least. That duration is found by slowing
the whole motion down until no share exceeds 1 at the samples, so that every iterate can be run, and each is faster than the one
before. Formulations in the square of the speed along the curve, as for rigid joints, are singular where an elastic robot rests.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.errors import LimitError
from jounce.numbers.packing import Array
from jounce.timing.demand import Demand, Trial
from jounce.timing.shape import Shape, finer, samples

SAMPLES = 4
"""For each piece of the spline."""
DENSE = 16
"""For each of the two pieces at either end, where a curve leaves rest by itself."""
APART = 1e-3
"""Of the way to the next sample: how far twins are from each other."""
NEAR = 0.1
"""Shares below this one are not looked at in a step."""
COARSEST = 12
"""Most pieces of the first spline."""
STEPS = 12
"""Linear programs for each number of pieces."""
ENOUGH = 3e-4
"""Gain of a step, as a share of the duration, below which no other step is made; coarser splines three times that."""
CLOSE = 1e-5
"""Share of a duration to which it is found in between."""
LONGEST = 1e7
"""Times the first guess: a motion that is slower still exceeds its limits however slow it is."""
GOOD = 0.5
"""Of what the linear program promised: after a step that brings more the next one may be twice as long."""
ARMIJO = 0.25
"""Of what the linear program promised: a fraction of a step that brings more is taken."""
FRACTIONS = (1.0, 0.5, 0.25, 0.1, 0.03)
"""Of a step that are tried."""
FIRST = 0.03
"""The same, as a share of the coefficient, where a curve leaves rest by itself."""
MOST = 0.12
"""Most of that share."""
TINY = 1e-12
"""What coefficients of zero are taken for."""
LEAST = 0.03
"""Of a step that failed: the next one is that long."""
REACH = 2.0
"""First bound of changes of coefficients, times the square of the number of pieces."""
SHRINK = 0.3
"""Most that a step makes of the duration, as a share of it."""


def least_duration(largest: Callable[[float], float], guess: float, close: float = CLOSE) -> float:
    """The duration [s] at which the largest share is 1, looked for near the guess: with it no share is above 1."""
    from scipy.optimize import brentq

    low = high = guess
    share = largest(guess)
    if share > 1.0:
        while share > 1.0:
            if not high < LONGEST * guess:
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


class Found(NamedTuple):
    """A timing, its duration [s] and how many linear programs it took."""

    shape: Shape
    duration: float
    steps: int


def optimise(demand: Demand, shape: Shape, guess: float, halvings: int, places: Array | None = None) -> Found:
    """The fastest timing whose pieces are those of the first shape, halved so often; places: more to look at, shares x (k,)."""
    steps, duration = 0, guess
    for left in range(halvings, -1, -1):
        trial = demand.trial(shape, looked_at(demand, shape, left, places), twins=demand.rate)
        duration = least_duration(trial.largest, duration)
        rho, most = (FIRST, MOST) if demand.curve.power > 1 else (REACH / shape.pieces**2, 1.0)
        for _ in range(STEPS):
            steps += 1
            found = _step(trial, duration, rho)
            if found is None:
                rho *= 0.1
                continue
            dc, dT = found
            if -dT < ENOUGH * duration * (3 if left else 1):
                break
            used = min(rho, float((np.abs(dc) / _scale(trial)).max()))
            part, trial, shorter = _best(trial, duration, dc, dT)
            gain, duration = (duration - shorter) / -dT, shorter
            rho = min(2.0 * rho, most) if part == 1.0 and gain > GOOD else max(part, LEAST) * used
        shape = finer(trial.shape) if left else trial.shape
    return Found(shape, duration, steps)


def looked_at(demand: Demand, shape: Shape, left: int, places: Array | None = None) -> Array:
    """Shares of the duration at which a timing is looked at that will be halved so often, and more places; with twins of all of
    them where torque rates are limited.

    On a straight line torque is smooth between a few samples. Where a curve leaves rest as w^p it is not: there coarse pieces
    have as many samples as fine ones, and those at the ends more.
    """
    if demand.curve.power == 1:
        x = samples(shape.knots, SAMPLES)
    else:
        inner = np.unique(shape.knots)
        x = np.concatenate([samples(shape.knots, SAMPLES * 2**left), _filled(inner[:3]), _filled(inner[-3:])])
    x = np.unique(x if places is None else np.append(x, places))
    return _twins(x) if demand.rate else x


def _twins(x: Array) -> Array:
    """Each sample, and another close by: after it, before the last."""
    apart = APART * np.diff(x)
    return np.stack([np.append(x[:-1], 1.0 - apart[-1]), np.append(x[:-1] + apart, 1.0)], axis=1).ravel()


def _filled(ends: Array) -> Array:
    """`DENSE` samples between each two of these, and the last."""
    return np.interp(np.arange(DENSE * (len(ends) - 1) + 1) / DENSE, np.arange(len(ends)), ends)


def _scale(trial: Trial) -> Array:
    """How far coefficients may be changed, relative to each other: where a curve leaves rest as w^p, relative to w."""
    c = trial.shape.coefficients
    return np.minimum(c, 1.0 - c) + TINY if trial.demand.curve.power > 1 else np.ones_like(c)


def _best(trial: Trial, duration: float, dc: Array, dT: float) -> tuple[float, Trial, float]:
    """A fraction of a step that makes the motion shorter, what it leads to, and its duration; 0 where none does."""
    shape, best = trial.shape, (0.0, trial, duration)
    for part in FRACTIONS:
        there = trial.demand.trial(shape._replace(coefficients=shape.coefficients + part * dc), trial.x, trial.twins)
        if there.largest(best[2]) < 1.0:
            found = least_duration(there.largest, duration + 0.9 * part * dT)
            if found < best[2]:
                best = part, there, found
            if found < duration + ARMIJO * part * dT:
                break
    return best


def _step(trial: Trial, duration: float, rho: float) -> tuple[Array, float] | None:
    """(dc, dT) of the linear program; None where it has no solution, as rounding may have it."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    shape, count = trial.shape, len(trial.shape.coefficients)
    slopes, here = linear(trial, duration)
    rising = rises(shape, duration)
    lower = np.concatenate([-1.0 - here, -np.diff(shape.coefficients)])
    upper = np.concatenate([1.0 - here, np.full(count - 1, np.inf)])
    reach = np.append(rho * _scale(trial), SHRINK)
    reach[: shape.rest] = reach[count - shape.rest : count] = 0.0
    limits = LinearConstraint(csr_array(np.concatenate([slopes, rising])), np.minimum(lower, 0.0), np.maximum(upper, 0.0))
    found = milp(np.append(np.zeros(count), 1.0), constraints=limits, bounds=Bounds(-reach, reach))
    return None if found.x is None else (found.x[:-1], float(found.x[-1]) * duration)


def linear(trial: Trial, duration: float, allowed: Array | float = 1.0) -> tuple[Array, Array]:
    """Shares (k,) that are not far below 1, and how they change with (dc, dT/T), (k, c+1); allowed: in the place of 1, (N,)."""
    shape, grid = trial.shape, trial.x
    B = shape.design(grid, trial.demand.order)
    shares, held = trial.shares(duration), shape.by_duration(duration)
    over = np.broadcast_to(1.0 - np.asarray(allowed), grid.shape)[:: 2 if trial.twins else 1, None]
    rows, values = [], []
    for name, (by_timing, by_duration) in trial.slopes(duration).items():
        share = shares[name]
        scale = duration ** -np.arange(len(by_timing), dtype=np.float64)
        block = np.einsum("ksn,ksc->snc", by_timing * scale[:, None, None], B[: len(by_timing)])
        block = np.concatenate([block, (by_duration + block @ held)[..., None]], axis=-1)  # by dT/T
        if name == "torque_rate":
            block = trial.rise(block, duration)
            block[..., -1] -= share
        elif trial.twins:
            block = block[::2]
        near = np.abs(share) > NEAR
        rows.append(block[near])
        values.append((share + np.sign(share) * over)[near])
    return np.concatenate(rows), np.concatenate(values)


def rises(shape: Shape, duration: float) -> Array:
    """How differences of coefficients change with (dc, dT/T), (c-1, c+1)."""
    count = len(shape.coefficients)
    found = np.zeros((count - 1, count + 1))
    i = np.arange(count - 1)
    found[i, i], found[i, i + 1] = -1.0, 1.0
    found[:, -1] = np.diff(shape.by_duration(duration))
    return found
