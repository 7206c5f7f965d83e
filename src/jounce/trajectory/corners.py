"""What noisy samples measure, if their motion is smooth but for corners, where the acceleration jumps.

A corner keeps the time scale of a smoothed motion small, and at that scale noise passes along the whole motion. But a corner is
told by two numbers, and what is left without corners can be smoothed at a larger scale:

    q  =  c + g + noise,     c(t) = sum_j a_j max(t - t_j, 0)^2 / 2,     g smooth

A corner of height a has a jerk of 0.32 a / tau where the motion is smoothed at the scale tau, noise of a standard deviation sigma
at samples dt apart one of 0.19 sigma sqrt(dt / tau^7). Corners are looked for where that jerk has its peaks. Instants and heights
are those of least squares over 24 tau on either side, together with a cubic polynomial. What is left is smoothed at 4 tau.
It counts only if the samples are then no further from it than noise is, each of them and their averages over tau and over
the larger scale: a corner that was missed is rounded by a distance that shows there.
"""

import math
from typing import NamedTuple

import numpy as np

from jounce.numbers.value import by_value
from jounce.trajectory.path import Floats
from jounce.trajectory.smoothing import LEAD, Samples, Smooth, penalty_order, smooth
from jounce.trajectory.tolerance import ROOM, averages, largest

WIDER = 4.0
"""The larger time scale for what is left, of that with corners: acceleration keeps a thirtieth of its noise."""
ROUNDS = 2
"""How often corners are looked for at most, each time without those that are known."""
CERTAIN = 6.0
"""Standard deviations of the noise: what counts as a corner."""
APART = 4.0
"""Time scales between two corners at least: their jerk is that long."""
REACH = 24.0
"""Time scales about a corner within which samples tell it."""
EDGE = 0.02
"""Of that: a corner as near to the end of these samples is none to them."""
STEPS = 2
"""Of Gauss and Newton, for the instants of corners."""
RIDGE = 1e-13
"""Added to the equations of least squares, columns of length 1, so that they have a solution."""
LOOKS = 4
"""Instants in a time scale at which jerk is looked at."""


@by_value
class Corners(NamedTuple):
    """Instants t_j [s] that rise, and heights a_j [rad/s^2 or m/s^2], (k,) each."""

    times: Floats
    heights: Floats

    def curve(self, t: Floats) -> Floats:
        """c at times t (m,), by sums over the corners before."""
        sums = [np.append(0.0, np.cumsum(self.heights * self.times**k)) for k in range(3)]
        before = np.searchsorted(self.times, t)
        return np.asarray(0.5 * t**2 * sums[0][before] - t * sums[1][before] + 0.5 * sums[2][before])

    def mirrored(self, first: float, last: float) -> "Corners":
        """With those that samples have once continued by q(first - t) = q(first + t), and likewise after the last."""
        times = np.concatenate([2.0 * first - self.times[::-1], self.times, 2.0 * last - self.times[::-1]])
        return Corners(times, np.concatenate([-self.heights[::-1], self.heights, -self.heights[::-1]]))


def measured(t: Floats, q: Floats, noise: float, scale: float, degree: int) -> tuple[Floats, float] | None:
    """One coordinate without its noise (m,), at times t (m,), from samples q (m,); and the instant of its highest corner [s].

    noise: its standard deviation [rad or m]. scale: the time scale [s] at which the coordinate is near enough to the samples,
    corners and all. None if it has no corners, or is not smooth without them.
    """
    corners, start = Corners(np.zeros(0), np.zeros(0)), float(t[0])
    t = t - start
    for _ in range(ROUNDS):
        seen = len(corners.times)
        corners = _found(t, q, noise, corners, scale, degree)
        if len(corners.times) == seen:
            break
        smoothed = _without(t, q, corners, WIDER * scale, degree)
        if _is_noise(t, smoothed.residuals[0], noise, scale):
            return q - smoothed.residuals[0][:, 0], start + float(corners.times[np.abs(corners.heights).argmax()])
    return None


def _is_noise(t: Floats, residuals: Floats, noise: float, scale: float) -> bool:
    """Whether no sample, and no average over the time scale [s] or WIDER ones, is further from zero than noise is."""
    if (np.abs(residuals) > largest(len(t), ROOM) * noise).any():
        return False
    most = largest((t[-1] - t[0]) / scale, ROOM) * noise
    found = (averages(residuals, t, time) for time in (scale, WIDER * scale))
    return all((np.abs(average) * np.sqrt(count) <= most).all() for average, count in found)


def _found(t: Floats, q: Floats, noise: float, known: Corners, scale: float, degree: int) -> Corners:
    """Known corners and those that the jerk of the smoothed motion shows without them."""
    from scipy.ndimage import maximum_filter1d, median_filter

    looks = np.linspace(t[0], t[-1], int(LOOKS * (t[-1] - t[0]) / scale) + 2)
    jerk = _without(t, q, known, scale, degree).curve(looks, nu=3)[:, 0]
    height = np.abs(jerk - median_filter(jerk, int(2.0 * LEAD * LOOKS) + 1, mode="nearest"))
    least = CERTAIN * noise * _jerk((t[-1] - t[0]) / (len(t) - 1), scale, degree)
    peak = height == maximum_filter1d(height, int(2.0 * APART * LOOKS) + 1, mode="nearest")
    new = looks[(height > least) & peak]
    taken = np.abs(new[:, None] - known.times).min(axis=1, initial=np.inf) < 0.5 * APART * scale
    if taken.all():
        return known
    return _refined(t, q, noise, np.sort(np.concatenate([known.times, new[~taken]])), scale)


def _without(t: Floats, q: Floats, corners: Corners, scale: float, degree: int) -> Smooth:
    """The samples without corners, smoothed; they are continued at both ends as a motion that rests there."""
    times, values, first = _continued(t, q, LEAD * scale)
    rest = values - corners.mirrored(float(t[0]), float(t[-1])).curve(times)
    found = smooth(Samples(times, rest[:, None]), scale, degree, (False, False))
    return found._replace(residuals=(found.residuals[0][first : first + len(t)],))


def _continued(t: Floats, q: Floats, reach: float) -> tuple[Floats, Floats, int]:
    """Samples continued by q(t0 - t) = q(t0 + t), and likewise after the last, for a time [s]; and the place of the first."""
    early = int(np.searchsorted(t, t[0] + reach, "right"))
    late = len(t) - int(np.searchsorted(t, t[-1] - reach, "left"))
    times = np.concatenate([2.0 * t[0] - t[early - 1 : 0 : -1], t, 2.0 * t[-1] - t[-2 : -late - 1 : -1]])
    return times, np.concatenate([q[early - 1 : 0 : -1], q, q[-2 : -late - 1 : -1]]), early - 1


def _jerk(step: float, scale: float, degree: int) -> float:
    """The standard deviation of the jerk of smoothed noise, of one that is independent with standard deviation 1.

    The integral of w^6 / (1 + (w tau)^(2p))^2 over all waves, with p as in `smoothing`.
    """
    order = 2.0 * penalty_order(degree)
    x = 7.0 / order
    return math.sqrt(math.gamma(x) * math.gamma(2.0 - x) / (order * math.pi) * step / scale**7)


def _refined(t: Floats, q: Floats, noise: float, times: Floats, scale: float) -> Corners:
    """Corners near instants (k,) by least squares; those that are not certain are left out."""
    reach, steps, heights = REACH * scale, 0, times
    first, last = float(t[0]), float(t[-1])
    t, q, _ = _continued(t, q, reach)
    while len(times) and steps < STEPS:
        around = Corners(times, times).mirrored(first, last).times
        heights, shifts, spreads = np.array([_corner(t, q, around, at, reach) for at in times]).T
        good = np.abs(heights) > CERTAIN * noise * spreads
        if good.all():
            times, steps = times + np.clip(shifts, -scale, scale), steps + 1
            good = (times > first) & (times < last) & np.append(True, np.diff(times) > scale)
        times, heights = times[good], heights[good]
    return Corners(times, heights)


def _corner(t: Floats, q: Floats, corners: Floats, at: float, reach: float) -> tuple[float, float, float]:
    """Height of one of several corners by least squares about it, how much later it is, and the height's spread for noise of 1.

    With x = t - t_j a later corner is a max(x - e, 0)^2 / 2 = a max(x, 0)^2 / 2 - a e max(x, 0) to first order in e. All corners
    within `reach` [s] are free to move, and a cubic polynomial is added.
    """
    rows = slice(*np.searchsorted(t, (at - reach, at + reach)))
    x = (t[rows] - at) / reach
    others = (corners - at) / reach
    others = others[(others > x[0] + EDGE) & (others < x[-1] - EDGE) & (corners != at)]
    after = np.maximum(x[:, None] - np.append(0.0, others), 0.0)
    columns = np.concatenate([0.5 * after**2, after, x[:, None] ** np.arange(4)], axis=1)
    size = np.sqrt((columns**2).sum(axis=0))
    columns /= size
    count = columns.shape[1]
    matrix = columns.T @ columns + RIDGE * np.eye(count)
    z, inverse = (np.linalg.solve(matrix, np.stack([columns.T @ q[rows], np.eye(count)[0]], axis=1)) / size[:, None]).T
    height = z[0] if z[0] else 1.0
    return z[0] / reach**2, -reach * z[len(others) + 1] / height, math.sqrt(max(inverse[0] / size[0], 0.0)) / reach**2
