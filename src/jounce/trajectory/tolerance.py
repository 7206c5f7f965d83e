"""How near a motion has to be to samples, noisy ones included.

A tolerance that is said holds for every sample. Unless said it is 1e-4 rad or m from what the samples measure, noise aside.
One noisy sample does not tell that distance, the average of many does: of independent noise with the standard deviation sigma an
average of k samples keeps sigma / sqrt(k). Two distances count then,

    every sample:                        |r_i|  <=  d + (sqrt(2 ln m) + 1.5) sigma
    every average over a time scale tau: |mean r|  <=  sqrt(d^2 + (sqrt(2 ln(T / tau)) + 1)^2 sigma^2 / k)

where r = q - s, d = 1e-4, T is the time of all m samples, and the largest of x independent normal numbers is about sqrt(2 ln x)
standard deviations. So noise that is smaller than d once averaged hardly changes the time scale that is found.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError
from jounce.trajectory.path import Floats, positive
from jounce.trajectory.scatter import scatter
from jounce.trajectory.smoothing import PIECES, Samples, Smooth

TOLERANCE = 1e-4
"""How far the motion may be from what the samples measure [rad or m], unless said."""
LEAST_NOISE, ROOM, AVERAGE_ROOM = 3.0, 1.5, 1.0
"""Standard deviations of the noise: the least tolerance that can be said, and what is added to the largest of all samples, and of
all averages."""


class Tolerance(NamedTuple):
    """Distances that are allowed, for n coordinates."""

    each: Floats
    """(n,): from every sample [rad or m]."""
    noise: Floats
    """(n,): standard deviation of the noise that averages are judged by [rad or m]; zero if every sample counts for itself."""
    duration: float
    """Of all samples [s]."""

    def of(self, columns: Any) -> "Tolerance":
        """Of some coordinates."""
        return Tolerance(self.each[columns], self.noise[columns], self.duration)

    def middle(self, scale: float, count: Any) -> Floats:
        """(..., n): how far averages of `count` samples (..., 1) over a time scale [s] may be from zero [rad or m]."""
        most = largest(self.duration / scale, AVERAGE_ROOM) * self.noise / np.sqrt(count)
        return np.where(self.noise > 0.0, np.hypot(TOLERANCE, most), self.each)

    def used(self, found: Smooth, t: Floats, near: Any = slice(None)) -> Floats:
        """(n,): the largest share of what is allowed, of a curve near samples at times t (m,): all of them, or those `near`.

        Of positions, and of h |qd - s'| and h^2 |qdd - s''|, which are distances too.
        """
        largest = [found.piece**k * np.abs(rows[near]).max(axis=0) for k, rows in enumerate(found.residuals)]
        share: Floats = np.max(largest, axis=0) / self.each
        if not self.noise.any():
            return share
        average, most = self.averages(found.residuals[0], t, PIECES * found.piece)
        return np.asarray(np.maximum(share, (np.abs(average) / most)[near].max(axis=0)))

    def averages(self, residuals: Floats, t: Floats, scale: float) -> tuple[Floats, Floats]:
        """(m, n) each: averages of residuals at times t (m,) over a time scale [s], and how far from zero they may be."""
        average, count = averages(residuals, t, scale)
        return average, self.middle(scale, count)


def averages(x: Floats, t: Floats, scale: float) -> tuple[Floats, NDArray[np.int64]]:
    """(m, n): averages of x at times t (m,) over a time scale [s] about each of them; (m, 1): of how many samples."""
    first, last = np.searchsorted(t, t - 0.5 * scale, "left"), np.searchsorted(t, t + 0.5 * scale, "right")
    total = np.concatenate([np.zeros((1, x.shape[1])), np.cumsum(x, axis=0)])
    count = (last - first)[:, None]
    return (total[last] - total[first]) / count, count


def largest(count: float, room: float) -> float:
    """Standard deviations that none of `count` independent normal numbers is from zero, and some room."""
    return math.sqrt(2.0 * math.log(max(count, 1.0))) + room


def tolerance(samples: Samples, said: float | None, joints: list[str]) -> Tolerance:
    """What is said, or what the noise of the samples takes; refused if it is said and below the noise."""
    noise = scatter(samples.q)
    duration = float(samples.t[-1] - samples.t[0])
    wide = largest(len(samples.t), ROOM) * noise
    if said is None:
        return Tolerance(TOLERANCE + wide, noise, duration)
    most = positive(said, "tolerance [rad or m]")
    worst = int(noise.argmax())
    if most < LEAST_NOISE * noise[worst]:
        raise InputError(
            f"samples: {joints[worst]} scatters with a standard deviation of about {noise[worst]:.2g} rad or m, so that a curve "
            f"within the tolerance of {most:g} would follow noise. Raise the tolerance to {wide[worst]:.2g} or more."
        )
    return Tolerance(np.full(samples.q.shape[1], most), np.zeros(samples.q.shape[1]), duration)
