"""Denoising of samples whose motion is smooth except at corners, where the acceleration jumps.

Corners keep the time scale of a smoothed motion small, and at that scale noise passes along the whole motion. But each corner
has two parameters only, a time t_j and a height a_j, and the rest of the motion can be smoothed at a larger scale:

    q  =  c + g + noise,     c(t) = sum_j a_j max(t - t_j, 0)^2 / 2,     g smooth

If the motion is smoothed at the scale tau, a corner of height a has a jerk of 0.32 a / tau; noise of standard deviation sigma,
at samples dt apart, has a jerk of 0.19 sigma sqrt(dt / tau^7). The peaks of the jerk are candidates for corners. Times and
heights follow by least squares over 24 tau on either side, together with a cubic polynomial. The remaining motion g is smoothed
at 4 tau. The result is accepted only if the samples are no further from it than noise is: each sample, and averages over tau
and over the larger scale. A missed corner would be rounded by a distance that shows in these averages.
"""

import math
from typing import NamedTuple

import numpy as np

from jounce.numbers.value import by_value
from jounce.trajectory.path import Floats
from jounce.trajectory.smoothing import LEAD, Samples, Smooth, penalty_order, smooth
from jounce.trajectory.tolerance import ROOM, averages, largest

WIDER = 4.0
"""Ratio of the time scale at which the motion is smoothed without its corners to the time scale with corners; the larger scale
leaves a thirtieth of the acceleration noise."""
CERTAIN = 6.0
"""Number of standard deviations that noise causes, of jerk or of height, above which a corner counts as real."""
APART = 4.0
"""Least distance of two corners, in time scales: the jerk of a corner lasts that long."""
REACH = 24.0
"""Half width, in time scales, of the window of samples that determine a corner."""
EDGE = 0.02
"""Distance from an end of the window, as a fraction of its half width, within which other corners are left out of the fit."""
STEPS = 2
"""Number of Gauss-Newton steps for the times of corners."""
RIDGE = 1e-13
"""Regularisation of the normal equations, whose columns are scaled to length 1."""
LOOKS = 4
"""Number of instants per time scale at which the jerk is sampled."""


@by_value
class Corners(NamedTuple):
    """Corners of one coordinate: ascending times t_j [s] and heights a_j [rad/s^2 or m/s^2], (k,) each."""

    times: Floats
    heights: Floats

    def curve(self, t: Floats) -> Floats:
        """Return c(t) = sum_j a_j max(t - t_j, 0)^2 / 2 at times t (m,), by cumulative sums over the earlier corners."""
        sums = [np.append(0.0, np.cumsum(self.heights * self.times**k)) for k in range(3)]
        before = np.searchsorted(self.times, t)
        return np.asarray(0.5 * t**2 * sums[0][before] - t * sums[1][before] + 0.5 * sums[2][before])

    def mirrored(self, first: float, last: float) -> "Corners":
        """Return the corners of samples reflected at both ends, q(first - t) = q(first + t) and q(last + t) = q(last - t)."""
        times = np.concatenate([2.0 * first - self.times[::-1], self.times, 2.0 * last - self.times[::-1]])
        return Corners(times, np.concatenate([-self.heights[::-1], self.heights, -self.heights[::-1]]))


def measured(t: Floats, q: Floats, noise: float, scale: float, degree: int) -> tuple[Floats, float] | None:
    """Return (positions (m,) without noise, time of the highest corner [s]) of one coordinate, from samples q (m,) at times t
    (m,) [s].

    noise: standard deviation [rad or m]. scale: time scale [s] at which the smoothed coordinate, corners included, is within
    the tolerance. degree: degree of the smoothing spline. Return None if the coordinate has no corners, or is not smooth without
    them.
    """
    start = float(t[0])
    t = t - start
    corners = _corners(t, q, noise, scale, degree)
    if not len(corners.times):
        return None
    smoothed = _without(t, q, corners, WIDER * scale, degree)
    if not _is_noise(t, smoothed.residuals[0], noise, scale):
        return None
    return q - smoothed.residuals[0][:, 0], start + float(corners.times[np.abs(corners.heights).argmax()])


def _is_noise(t: Floats, residuals: Floats, noise: float, scale: float) -> bool:
    """Return True if residuals (m, 1) at times t (m,) are within the bounds for white noise of standard deviation `noise`.

    Each residual is tested, and the averages over the times `scale` and `WIDER` times `scale` [s].
    """
    if (np.abs(residuals) > largest(len(t), ROOM) * noise).any():
        return False
    most = largest((t[-1] - t[0]) / scale, ROOM) * noise
    smoothed = (averages(residuals, t, time) for time in (scale, WIDER * scale))
    return all((np.abs(average) * np.sqrt(count) <= most).all() for average, count in smoothed)


def _corners(t: Floats, q: Floats, noise: float, scale: float, degree: int) -> Corners:
    """Return the corners of samples q (m,) at times t (m,), where the jerk of the smoothed motion peaks above its local median.

    noise, scale, degree: see `measured`.
    """
    from scipy.ndimage import maximum_filter1d, median_filter

    instants = np.linspace(t[0], t[-1], int(LOOKS * (t[-1] - t[0]) / scale) + 2)
    jerk = _without(t, q, Corners(np.zeros(0), np.zeros(0)), scale, degree).curve(instants, nu=3)[:, 0]
    height = np.abs(jerk - median_filter(jerk, int(2.0 * LEAD * LOOKS) + 1, mode="nearest"))
    least = CERTAIN * noise * _jerk((t[-1] - t[0]) / (len(t) - 1), scale, degree)
    peak = height == maximum_filter1d(height, int(2.0 * APART * LOOKS) + 1, mode="nearest")
    return _refined(t, q, noise, instants[(height > least) & peak], scale)


def _without(t: Floats, q: Floats, corners: Corners, scale: float, degree: int) -> Smooth:
    """Return the smoothing spline of the samples minus their corners; scale: time scale [s].

    The samples are reflected at both ends, since the motion rests beyond them.
    """
    times, values, first = _continued(t, q, LEAD * scale)
    smooth_part = values - corners.mirrored(float(t[0]), float(t[-1])).curve(times)
    smoothed = smooth(Samples(times, smooth_part[:, None]), scale, degree, (False, False))
    return smoothed._replace(residuals=(smoothed.residuals[0][first : first + len(t)],))


def _continued(t: Floats, q: Floats, reach: float) -> tuple[Floats, Floats, int]:
    """Return the samples reflected at both ends over `reach` [s], (times, positions, index of the first original sample).

    Reflection at the start is q(t0 - t) = q(t0 + t).
    """
    early = int(np.searchsorted(t, t[0] + reach, "right"))
    late = len(t) - int(np.searchsorted(t, t[-1] - reach, "left"))
    times = np.concatenate([2.0 * t[0] - t[early - 1 : 0 : -1], t, 2.0 * t[-1] - t[-2 : -late - 1 : -1]])
    return times, np.concatenate([q[early - 1 : 0 : -1], q, q[-2 : -late - 1 : -1]]), early - 1


def _jerk(step: float, scale: float, degree: int) -> float:
    """Return the standard deviation of the jerk of smoothed white noise of standard deviation 1.

    step: time between samples [s]; scale: time scale tau [s]. The variance is step / (2 pi) times the integral of w^6 / (1 + (w
    tau)^(2p))^2 over all frequencies, with p as in `smoothing`.
    """
    order = 2.0 * penalty_order(degree)
    x = 7.0 / order
    return math.sqrt(math.gamma(x) * math.gamma(2.0 - x) / (order * math.pi) * step / scale**7)


def _refined(t: Floats, q: Floats, noise: float, times: Floats, scale: float) -> Corners:
    """Return the corners near times (k,), refined by least squares.

    Corners that are no higher than `CERTAIN` standard deviations of their height, outside the samples, or less than one time
    scale after another corner are dropped. noise, scale: see `measured`.
    """
    reach, steps, heights = REACH * scale, 0, times
    first, last = float(t[0]), float(t[-1])
    t, q, _ = _continued(t, q, reach)
    while len(times) and steps < STEPS:
        around = Corners(times, times).mirrored(first, last).times
        heights, shifts, spreads = np.array([_corner(t, q, around, at, reach) for at in times]).T
        certain = np.abs(heights) > CERTAIN * noise * spreads
        if certain.all():
            times, steps = times + np.clip(shifts, -scale, scale), steps + 1
            certain = (times > first) & (times < last) & np.append(True, np.diff(times) > scale)
        times, heights = times[certain], heights[certain]
    return Corners(times, heights)


def _corner(t: Floats, q: Floats, corners: Floats, at: float, reach: float) -> tuple[float, float, float]:
    """Return (height, shift [s], standard deviation of the height for unit noise) of the corner `at`, by least squares.

    With x = t - t_j, a later corner is a max(x - e, 0)^2 / 2 = a max(x, 0)^2 / 2 - a e max(x, 0) to first order in its shift e.
    All corners within `reach` [s] may move, and a cubic polynomial is added.
    """
    rows = slice(*np.searchsorted(t, (at - reach, at + reach)))
    x = (t[rows] - at) / reach
    others = (corners - at) / reach
    others = others[(others > x[0] + EDGE) & (others < x[-1] - EDGE) & (corners != at)]
    after = np.maximum(x[:, None] - np.append(0.0, others), 0.0)
    columns = np.column_stack([0.5 * after**2, after, np.ones_like(x), x, x**2, x**2 * x])
    size = np.sqrt((columns**2).sum(axis=0))
    columns /= size
    count = columns.shape[1]
    matrix = columns.T @ columns + RIDGE * np.eye(count)
    z, inverse = (np.linalg.solve(matrix, np.stack([columns.T @ q[rows], np.eye(count)[0]], axis=1)) / size[:, None]).T
    height = z[0] if z[0] else 1.0
    return z[0] / reach**2, -reach * z[len(others) + 1] / height, math.sqrt(max(inverse[0] / size[0], 0.0)) / reach**2
