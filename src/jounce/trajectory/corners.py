"""What noisy samples measure, if their motion is smooth but for corners, where the acceleration jumps.

A corner keeps the time scale of a smoothed motion small, and at that scale noise passes along the whole motion. But a corner is
told by two numbers, and what is left without corners can be smoothed at a larger scale:

    q  =  c + g + noise,     c(t) = sum_j a_j max(t - t_j, 0)^2 / 2,     g smooth

Corners are looked for where the jerk of two smoothed motions differs most, at the scale tau and at 2 tau. A corner of height a
has a jerk of 0.32 a / tau there, noise of a standard deviation sigma at samples dt apart one of 0.19 sigma sqrt(dt / tau^7).
Instant and height are those of least squares, together with a cubic polynomial, over the samples up to the next corner. Without
corners the motion is smoothed at 2 tau. If that is within the noise, it is tried again from there.
"""

import math
from typing import NamedTuple

import numpy as np

from jounce.numbers.value import by_value
from jounce.trajectory.path import Floats
from jounce.trajectory.smoothing import LEAD, Samples, Smooth, penalty_order, smooth
from jounce.trajectory.tolerance import TOLERANCE, Tolerance

OCTAVES = 2
"""How far the time scale is raised: acceleration keeps a thirtieth of its noise then."""
ROUNDS = 6
"""How often corners are looked for at most."""
CERTAIN = 6.0
"""Standard deviations of the noise: what counts as a corner."""
APART = 8.0
"""Time scales between two corners at least."""
STEPS = 3
"""Of Gauss and Newton, for the instant of a corner."""
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


def measured(t: Floats, q: Floats, allowed: Tolerance, scale: float, degree: int) -> Floats | None:
    """(m,): one coordinate without its noise, at times t (m,), from samples q (m,); none if there are no corners to be found.

    scale: the time scale [s] at which the coordinate is within what is allowed, corners and all.
    """
    noise, around = float(allowed.noise[0]), allowed._replace(each=allowed.each - TOLERANCE)
    found, corners, limit = None, Corners(np.zeros(0), np.zeros(0)), 2.0**OCTAVES * scale
    for _ in range(ROUNDS):
        if scale >= limit:
            break
        wide = _without(t, q, corners, 2.0 * scale, degree)
        if (around.used(wide, t) <= 1.0).all():
            found, scale = q - wide.residuals[0][:, 0], 2.0 * scale
            continue
        looks = np.linspace(t[0], t[-1], int(LOOKS * (t[-1] - t[0]) / scale) + 2)
        close = _without(t, q, corners, scale, degree)
        jerk = np.abs(close.curve(looks, nu=3) - wide.curve(looks, nu=3))[:, 0]
        step = (t[-1] - t[0]) / (len(t) - 1)
        new = _peaks(looks, jerk, CERTAIN * noise * _jerk(step, scale, degree), scale, corners.times)
        if not len(new):
            break
        corners = _refined(t, q, noise, np.sort(np.concatenate([corners.times, new])), 2.0 * LEAD * scale)
    return found if len(corners.times) else None


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


def _peaks(t: Floats, values: Floats, least: float, scale: float, taken: Floats) -> Floats:
    """Instants of maxima above `least`, none within APART time scales of another or of those that are taken."""
    from scipy.ndimage import maximum_filter1d

    near = 2 * math.ceil(APART * scale / (t[1] - t[0])) + 1
    found = t[(values > least) & (values == maximum_filter1d(values, near, mode="nearest"))]
    return np.array([x for x in found if not (np.abs(taken - x) < APART * scale).any()])


def _refined(t: Floats, q: Floats, noise: float, times: Floats, reach: float) -> Corners:
    """Corners near instants (k,), by least squares over samples up to the next one and not beyond `reach` [s]."""
    found = []
    limits = Corners(times, times).mirrored(float(t[0]), float(t[-1])).times
    t, q, _ = _continued(t, q, reach)
    for k, at in enumerate(times, len(times)):
        first, last = max(limits[k - 1], at - reach), min(limits[k + 1], at + reach)
        rows = slice(np.searchsorted(t, first, "left"), np.searchsorted(t, last, "right"))
        corner = _corner(t[rows], q[rows], noise, float(at))
        if corner is not None:
            found.append(corner)
    instants, heights = zip(*found) if found else ((), ())
    order = np.argsort(instants)
    return Corners(np.array(instants)[order], np.array(heights)[order])


def _corner(t: Floats, q: Floats, noise: float, at: float) -> tuple[float, float] | None:
    """Instant and height of the corner near an instant, none if it is not certain.

    With x = t - t_j a later corner is a max(x - e, 0)^2 / 2 = a max(x, 0)^2 / 2 - a e max(x, 0) to first order in e.
    """
    size = max(at - t[0], t[-1] - at)
    for step in range(STEPS + 1):
        x = (t - at) / size
        after = np.maximum(x, 0.0)
        columns = np.stack([0.5 * after**2, np.ones_like(x), x, x**2, x**3, after][: 6 if step < STEPS else 5], axis=1)
        matrix = columns.T @ columns
        try:
            inverse = np.linalg.inv(matrix)
        except np.linalg.LinAlgError:
            return None
        z = inverse @ (columns.T @ q)
        if abs(z[0]) < CERTAIN * noise * math.sqrt(max(inverse[0, 0], 0.0)):
            return None
        if step < STEPS:
            at -= size * z[5] / z[0]
        if not t[0] < at < t[-1]:
            return None
    return at, z[0] / size**2
