"""Durations with which a timing keeps every limit, with proof where there is one."""

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
"""Share of the duration to which it is found in the end."""
LITTLE_EXCESS = 1.01
"""Share of a limit up to which the duration is stretched by as much as it is exceeded."""
MOST_DURATIONS = 60
"""Durations that a scan proves at most."""
MOST_GROWTH = 0.1
"""Largest fraction by which one step of the scan stretches the duration."""
BISECTIONS = 2
"""Bisections between the last duration that is not proved, or one that would make the largest share 1, and the first that is."""
BISECTION_GAP = 2e-3
"""Fraction by which they have to be apart for that."""


class CertifiedTiming(NamedTuple):
    """A timing whose limits hold with its duration; bounds: with proof, not always tight."""

    solution: TimingSolution
    verification: Verification
    bounds: UtilisationBounds | None


def certify(
    found: TimingSolution, verification: Verification, longest: float = np.inf
) -> tuple[CertifiedTiming | None, UtilisationBounds | None]:
    """Return the timing with a duration, its own or a longer one up to the longest [s], with which every limit holds with proof.

    None where no such duration is found, and then the last bounds. A slower motion may take more of a limit: the part of dry
    friction in a torque rate rises with the duration where motors are much faster than their `coulomb_speed`, and springs do it
    to motor velocities. So durations are scanned upwards, each with its own bound. Only where bounds are not finite, limits hold
    by the estimate.
    """
    if not verification.proves_first:
        return CertifiedTiming(found, verification, None), None
    duration, before, growth = found.duration, found.duration, 0.5 * DURATION_TOLERANCE
    for _ in range(MOST_DURATIONS):
        bounds = verification.proof(duration, 1.0)
        if bounds.largest <= 1.0:
            low = min(before, duration * max(bounds.reached, 0.5) ** 0.5)
            return _bisect(found, verification, low, duration, bounds), None
        if bounds.reached <= 1.0 and not np.isfinite(bounds.largest):
            duration = feasible_duration(lambda T: largest(verification.shares(T, True)), found.duration)
            return CertifiedTiming(found._replace(duration=duration), verification, verification.proof(duration)), None
        growth = min(max(2.0 * growth, min(bounds.reached, LITTLE_EXCESS) - 1.0 + DURATION_TOLERANCE), MOST_GROWTH)
        before, duration = duration, duration * (1.0 + growth)
        if duration > longest:
            break
    return None, bounds


def _bisect(
    found: TimingSolution, verification: Verification, low: float, high: float, bounds: UtilisationBounds
) -> CertifiedTiming:
    """Return the timing with a duration between a short one and one that is proved, closer to the first, proved too."""
    for _ in range(BISECTIONS):
        if high - low < BISECTION_GAP * high:
            break
        middle = 0.5 * (low + high)
        other = verification.proof(middle, 1.0)
        if other.largest <= 1.0:
            high, bounds = middle, other
        else:
            low = middle
    return CertifiedTiming(found._replace(duration=high), verification, bounds)


def violated_spans(bounds: UtilisationBounds) -> Array:
    """Return the middles (k,) of the spans whose bounds are above 1, as shares of the duration."""
    beyond = np.max([share.max(axis=1) for share in bounds.shares.values()], axis=0) > 1.0
    middles: Array = 0.5 * (bounds.ends[1:] + bounds.ends[:-1])[beyond]
    return middles


def feasible_duration(largest: Callable[[float], float], guess: float, close: float = DURATION_TOLERANCE) -> float:
    """Return a duration [s] near the guess with which the largest share is at most 1.

    Shares need not fall with the duration: it is looked for upwards in growing steps, and below the guess only next to a duration
    that will do.
    """
    high, share, growth = guess, largest(guess), close
    low = guess
    while share > 1.0:
        if not high < MOST_STRETCH * guess:
            raise LimitError("no duration is long enough")
        low, growth = high, min(max(2.0 * growth, min(share, LITTLE_EXCESS) - 1.0), MOST_GROWTH)
        if low * (1.0 + growth) < LITTLE_EXCESS * guess:  # shares may fall with the duration
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
