"""Certificates of feasibility: durations with which a time scaling satisfies every limit, by interval proof where there is
one."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.errors import LimitError
from jounce.numbers.packing import Array
from jounce.timing.interval_proof import UtilisationBounds
from jounce.timing.limit_constraints import largest
from jounce.timing.time_scaling_slp import MOST_STRETCH, TimingSolution
from jounce.timing.verification import Verification

DURATION_TOLERANCE = 1e-7
"""Relative tolerance of the final duration."""
LITTLE_EXCESS = 1.01
"""Utilisation up to which the duration grows by as much as the limit is exceeded."""
MOST_DURATIONS = 60
"""Most durations that a scan tries to prove."""
MOST_GROWTH = 0.1
"""Largest relative growth of the duration in one step of the scan."""
BISECTIONS = 2
"""Bisections between the first proved duration and a lower bound: the last unproved one, or one that would make the largest
utilisation 1."""
BISECTION_GAP = 2e-3
"""Relative distance of the two durations below which bisection stops."""


class CertifiedTiming(NamedTuple):
    """Time scaling and duration that satisfy every limit; bounds: those of the proof, not always tight, None without a proof."""

    solution: TimingSolution
    verification: Verification
    bounds: UtilisationBounds | None


def certify(
    solution: TimingSolution, verification: Verification, longest: float = np.inf
) -> tuple[CertifiedTiming | None, UtilisationBounds | None]:
    """Return the solution with a duration, its own or a longer one up to `longest` [s], with which every limit is proved to hold.

    Returns (None, last bounds) if no such duration is found. A slower motion may need more of a limit: the friction part of a
    torque rate rises with the duration where motors are much faster than their `coulomb_speed`, and springs do the same to motor
    velocities. So durations are scanned upwards, each with its own bound. Only if bounds are not finite does the estimate count.
    """
    if not verification.proves_first:
        return CertifiedTiming(solution, verification, None), None
    duration, before, growth = solution.duration, solution.duration, 0.5 * DURATION_TOLERANCE
    for _ in range(MOST_DURATIONS):
        bounds = verification.proof(duration, 1.0)
        if bounds.largest <= 1.0:
            low = min(before, duration * max(bounds.reached, 0.5) ** 0.5)
            return _bisect(solution, verification, low, duration, bounds), None
        if bounds.reached <= 1.0 and not np.isfinite(bounds.largest):
            duration = feasible_duration(lambda T: largest(verification.shares(T, True)), solution.duration)
            return CertifiedTiming(solution._replace(duration=duration), verification, verification.proof(duration)), None
        growth = min(max(2.0 * growth, min(bounds.reached, LITTLE_EXCESS) - 1.0 + DURATION_TOLERANCE), MOST_GROWTH)
        before, duration = duration, duration * (1.0 + growth)
        if duration > longest:
            break
    return None, bounds


def _bisect(
    solution: TimingSolution, verification: Verification, low: float, high: float, bounds: UtilisationBounds
) -> CertifiedTiming:
    """Return the solution with a proved duration near `low` [s], by bisection down from the proved duration `high` [s]."""
    for _ in range(BISECTIONS):
        if high - low < BISECTION_GAP * high:
            break
        middle = 0.5 * (low + high)
        tighter = verification.proof(middle, 1.0)
        if tighter.largest <= 1.0:
            high, bounds = middle, tighter
        else:
            low = middle
    return CertifiedTiming(solution._replace(duration=high), verification, bounds)


def violated_spans(bounds: UtilisationBounds) -> Array:
    """Return the middles (k,) of the spans whose bounds exceed 1, as fractions of the duration."""
    beyond = np.max([share.max(axis=1) for share in bounds.shares.values()], axis=0) > 1.0
    middles: Array = 0.5 * (bounds.ends[1:] + bounds.ends[:-1])[beyond]
    return middles


def feasible_duration(largest: Callable[[float], float], guess: float, close: float = DURATION_TOLERANCE) -> float:
    """Return a duration [s] near the guess with which the largest utilisation is at most 1.

    The utilisation need not fall with the duration: the search goes upwards in growing steps, and below the guess only next to a
    feasible duration.
    """
    high, share, growth = guess, largest(guess), close
    low = guess
    while share > 1.0:
        if not high < MOST_STRETCH * guess:
            raise LimitError("no duration is long enough")
        low, growth = high, min(max(2.0 * growth, min(share, LITTLE_EXCESS) - 1.0), MOST_GROWTH)
        if low * (1.0 + growth) < LITTLE_EXCESS * guess:  # a shorter one may do where utilisation rises with the duration
            shorter = guess * guess / (low * (1.0 + growth))
            if largest(shorter) <= 1.0:
                return shorter
        high *= 1.0 + growth
        share = largest(high)
    while low == high:
        low = high * max(np.sqrt(share), 0.5) * (1.0 - close)
        share = largest(low)
        if share <= 1.0:
            high = low
    while high - low > close * high:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if largest(middle) <= 1.0 else (middle, high)
    return high
