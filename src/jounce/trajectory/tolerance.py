"""Tolerance of a fit to samples, noisy ones included.

A stated tolerance holds for every sample. The default is 1e-4 rad or m from the noise-free motion. One noisy sample does not
reveal that distance, the average of many does: of white noise with standard deviation sigma an average of k samples keeps sigma
/ sqrt(k). Two distances count then,

    every sample:                        |r_i|  <=  d + (sqrt(2 ln m) + 1.5) sigma
    every average over a time scale tau: |mean r|  <=  sqrt(d^2 + (sqrt(2 ln(T / tau)) + 1)^2 sigma^2 / k)

where r = q - s, d = 1e-4, T is the duration of all m samples, and the largest of x independent normal numbers is about sqrt(2
ln x) standard deviations. So noise that is smaller than d once averaged hardly changes the resulting time scale.

The noise level sigma is estimated from the samples alone, by high-order differences (`scatter`).
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError
from jounce.robot.validation import positive
from jounce.trajectory.path import Floats
from jounce.trajectory.smoothing import PIECES, Samples, Smooth

ORDERS = range(3, 9)
"""Orders of the differences."""
QUANTILE, NORMAL = 0.9, 1.6448536269514722
"""Quantile of the magnitudes of differences, and the standard deviations of a normal distribution at that quantile."""


def scatter(q: Floats) -> Floats:
    """Return the standard deviations (n,) of the white noise in samples q (m, n).

    The k-th difference of white noise has binomial(2k, k) times its variance; that of a motion falls with k, if it is sampled
    closely. The result is the least over several k, each from the 0.9 quantile of the magnitudes, which a few corners do not
    change.
    """
    least = np.full(q.shape[1], np.inf)
    for k in ORDERS:
        if len(q) < 4 * k:
            break
        size = np.quantile(np.abs(np.diff(q, n=k, axis=0)), QUANTILE, axis=0)
        least = np.minimum(least, size / (NORMAL * math.sqrt(math.comb(2 * k, k))))
    return np.where(np.isfinite(least), least, 0.0)


TOLERANCE = 1e-4
"""Default distance of the motion from the noise-free one [rad or m]."""
LEAST_NOISE, ROOM, AVERAGE_ROOM = 3.0, 1.5, 1.0
"""Standard deviations of the noise: the least tolerance that may be stated, and margins on the largest of all samples and of all
averages."""


class Tolerance(NamedTuple):
    """Allowed distances of n coordinates from their samples."""

    each: Floats
    """Largest distance from each sample, (n,) [rad or m]."""
    noise: Floats
    """Standard deviation of the noise for the test of averages, (n,) [rad or m]; zero if each sample is tested by itself."""
    duration: float
    """Duration of all samples [s]."""

    def of(self, columns: Any) -> "Tolerance":
        """Return the tolerance of the coordinates `columns`."""
        return Tolerance(self.each[columns], self.noise[columns], self.duration)

    def middle(self, scale: float, count: Any) -> Floats:
        """Return the tolerance of averages of `count` samples (..., 1) over a time scale [s], (..., n) [rad or m]."""
        most = largest(self.duration / scale, AVERAGE_ROOM) * self.noise / np.sqrt(count)
        return np.where(self.noise > 0.0, np.hypot(TOLERANCE, most), self.each)

    def used(self, smoothed: Smooth, t: Floats, near: Any = slice(None)) -> Floats:
        """Return the largest ratio (n,) of distance to tolerance of a spline, at all samples t (m,) or at those `near`.

        Distances are those of positions, and h |qd - s'| and h^2 |qdd - s''|.
        """
        largest = [smoothed.piece**k * np.abs(rows[near]).max(axis=0) for k, rows in enumerate(smoothed.residuals)]
        share: Floats = np.max(largest, axis=0) / self.each
        if not self.noise.any():
            return share
        average, most = self.averages(smoothed.residuals[0], t, PIECES * smoothed.piece)
        return np.asarray(np.maximum(share, (np.abs(average) / most)[near].max(axis=0)))

    def averages(self, residuals: Floats, t: Floats, scale: float) -> tuple[Floats, Floats]:
        """Return averages of residuals at times t (m,) over a time scale [s], and their tolerances, (m, n) each."""
        average, count = averages(residuals, t, scale)
        return average, self.middle(scale, count)


def averages(x: Floats, t: Floats, scale: float) -> tuple[Floats, NDArray[np.int64]]:
    """Return averages (m, n) of x at times t (m,) over a time scale [s] around each of them, and the counts of samples (m, 1)."""
    first, last = np.searchsorted(t, t - 0.5 * scale, "left"), np.searchsorted(t, t + 0.5 * scale, "right")
    total = np.concatenate([np.zeros((1, x.shape[1])), np.cumsum(x, axis=0)])
    count = (last - first)[:, None]
    return (total[last] - total[first]) / count, count


def largest(count: float, room: float) -> float:
    """Return the bound on the largest of `count` independent normal numbers, plus `room`, in standard deviations."""
    return math.sqrt(2.0 * math.log(max(count, 1.0))) + room


def tolerance(samples: Samples, stated: float | None, joints: list[str]) -> Tolerance:
    """Return the stated tolerance, or by default the one that the noise of the samples requires; raise `InputError` if the
    stated one is below the noise."""
    noise = scatter(samples.q)
    duration = float(samples.t[-1] - samples.t[0])
    wide = largest(len(samples.t), ROOM) * noise
    if stated is None:
        return Tolerance(TOLERANCE + wide, noise, duration)
    most = positive(stated, "tolerance [rad or m]")
    worst = int(noise.argmax())
    if most < LEAST_NOISE * noise[worst]:
        raise InputError(
            f"samples: {joints[worst]} scatters with a standard deviation of about {noise[worst]:.2g} rad or m, so that a curve "
            f"within the tolerance of {most:g} would follow noise. Raise the tolerance to {wide[worst]:.2g} or more."
        )
    return Tolerance(np.full(samples.q.shape[1], most), np.zeros(samples.q.shape[1]), duration)
