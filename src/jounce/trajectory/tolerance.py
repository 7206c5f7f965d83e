"""Tolerance of a fit to samples, which may be noisy.

A stated tolerance holds for every sample. The default is 1e-4 rad or m from the noise-free motion. One noisy sample does not
reveal that distance, but the average of many samples does: an average of k samples with white noise of standard deviation sigma
keeps sigma / sqrt(k). Two distances are then bounded,

    every sample:                        |r_i|  <=  d + (sqrt(2 ln m) + 1.5) sigma
    every average over a time scale tau: |mean r|  <=  sqrt(d^2 + (sqrt(2 ln(T / tau)) + 1)^2 sigma^2 / k)

where r = q - s is the distance of a sample q from the motion s, d = 1e-4, and T is the duration of all m samples. The largest
of x independent normal numbers is about sqrt(2 ln x) standard deviations. Noise that is smaller than d once averaged hardly
changes the resulting time scale.

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
"""Orders k of the differences from which the noise is estimated."""
QUANTILE, NORMAL = 0.9, 1.6448536269514722
"""Quantile of the magnitudes of differences, and the standard deviations of a normal distribution at that quantile."""


def scatter(q: Floats) -> Floats:
    """Return the estimated standard deviations (n,) of the white noise in samples q (m, n).

    The k-th difference of white noise has binomial(2k, k) times the variance of the noise, while the k-th difference of a
    closely sampled motion falls with k. The result is the least estimate over several k, each from the 0.9 quantile of the
    magnitudes, on which a few corners have no effect.
    """
    least = np.full(q.shape[1], np.inf)
    for k in ORDERS:
        if len(q) < 4 * k:
            break
        size = np.quantile(np.abs(np.diff(q, n=k, axis=0)), QUANTILE, axis=0)
        least = np.minimum(least, size / (NORMAL * math.sqrt(math.comb(2 * k, k))))
    return np.where(np.isfinite(least), least, 0.0)


TOLERANCE = 1e-4
"""Default of the largest distance of the fitted motion from the noise-free motion [rad or m]."""
LEAST_NOISE, ROOM, AVERAGE_ROOM = 3.0, 1.5, 1.0
"""Numbers of standard deviations of the noise: least tolerance that may be stated, and margins added to sqrt(2 ln count) in the
bounds on samples and on averages."""


class Tolerance(NamedTuple):
    """Allowed distances of a fitted motion from its samples, for n coordinates."""

    each: Floats
    """Largest distance from each sample, (n,) [rad or m]."""
    noise: Floats
    """Standard deviation of the noise for the test of averages, (n,) [rad or m]; zero if only single samples are tested."""
    duration: float
    """Duration of all samples [s]."""

    def of(self, columns: Any) -> "Tolerance":
        """Return the tolerance of some coordinates; columns: their indices."""
        return Tolerance(self.each[columns], self.noise[columns], self.duration)

    def middle(self, scale: float, count: Any) -> Floats:
        """Return the tolerance (..., n) [rad or m] of averages of `count` samples (..., 1) over the time scale `scale` [s]."""
        most = largest(self.duration / scale, AVERAGE_ROOM) * self.noise / np.sqrt(count)
        return np.where(self.noise > 0.0, np.hypot(TOLERANCE, most), self.each)

    def used(self, smoothed: Smooth, t: Floats, near: Any = slice(None)) -> Floats:
        """Return the largest ratio (n,) of distance to tolerance, over all samples and averages, for a smoothing spline s.

        t (m,): times of the samples; near: mask or slice of the samples that count. Distances are |q - s|, h |qd - s'| and h^2
        |qdd - s''|, h the length of a piece; averages of q - s count if the tolerance has noise.
        """
        largest = [smoothed.piece**k * np.abs(rows[near]).max(axis=0) for k, rows in enumerate(smoothed.residuals)]
        share: Floats = np.max(largest, axis=0) / self.each
        if not self.noise.any():
            return share
        average, most = self.averages(smoothed.residuals[0], t, PIECES * smoothed.piece)
        return np.asarray(np.maximum(share, (np.abs(average) / most)[near].max(axis=0)))

    def averages(self, residuals: Floats, t: Floats, scale: float) -> tuple[Floats, Floats]:
        """Return averages of residuals at times t (m,) over the time scale `scale` [s], and the tolerances of the averages, (m,
        n) each."""
        average, count = averages(residuals, t, scale)
        return average, self.middle(scale, count)


def averages(x: Floats, t: Floats, scale: float) -> tuple[Floats, NDArray[np.int64]]:
    """Return averages (m, n) of x over windows of length `scale` [s] around each time of t (m,), and the sample counts (m,
    1)."""
    first, last = np.searchsorted(t, t - 0.5 * scale, "left"), np.searchsorted(t, t + 0.5 * scale, "right")
    total = np.concatenate([np.zeros((1, x.shape[1])), np.cumsum(x, axis=0)])
    count = (last - first)[:, None]
    return (total[last] - total[first]) / count, count


def largest(count: float, room: float) -> float:
    """Return the bound sqrt(2 ln count) on the largest of `count` independent normal numbers, plus `room`, in standard
    deviations."""
    return math.sqrt(2.0 * math.log(max(count, 1.0))) + room


def tolerance(samples: Samples, stated: float | None, joints: list[str]) -> Tolerance:
    """Return the stated tolerance or, by default, the tolerance that the noise of the samples requires.

    Raises `InputError` if the stated tolerance is below the noise; joints: names of the coordinates.
    """
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
