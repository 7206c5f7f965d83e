"""A motion enclosed: during short spans of time, q and its time derivatives as balls that hold all of their values there.

Where a motion is a polynomial of degree d between knots, its derivatives at the middle m of a span of half length h are the whole
polynomial, and

    |x^(k)(t) - x^(k)(m)| <= sum_j=1^(d-k) |x^(k+j)(m)| h^j / j!        |t - m| <= h

A curve q(w) of polynomials that is run along by a spline w(t) is composed of balls of both. By the mean value theorem the radius
of a derivative is at most h times the size of the next one. [Moore2009].
"""

from collections.abc import Callable, Sequence

import numpy as np

from jounce.numbers import Jet
from jounce.numbers.ball import Ball
from jounce.numbers.packing import Array
from jounce.timing.motion_spline import MotionSpline
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.time_scaling import TimeScaling

BISECTIONS = 60
MotionEnclosure = Callable[[Array, Array, int], list[Ball]]
"""From the middles m (N,) and half lengths h (N,) of spans, as shares of the duration, and an order: balls (N, n) of q and its
time derivatives to that order."""


def path_enclosure(geometry: PathGeometry, scaling: TimeScaling, duration: float) -> MotionEnclosure:
    """The motion along a curve of polynomials."""
    degree = geometry.degree
    assert degree is not None

    def balls(m: Array, h: Array, order: int) -> list[Ball]:
        scale = duration ** -np.arange(scaling.degree + 1, dtype=np.float64)
        W = taylor_balls(scaling.evaluate(m, scaling.degree)[..., None] * scale[:, None, None], duration * h[:, None], order)
        D = taylor_balls(geometry(W[0].centre[:, 0], degree), W[0].radius, order)
        return _mean_value_radii(Jet.from_derivatives(W).compose(D).derivatives(), duration * h)

    return balls


def spline_enclosure(spline: MotionSpline) -> MotionEnclosure:
    """The motion that is a spline itself."""
    scale = spline.duration ** -np.arange(spline.degree + 1, dtype=np.float64)

    def balls(m: Array, h: Array, order: int) -> list[Ball]:
        from scipy.interpolate import BSpline

        found = BSpline(spline.knots, spline.coefficients, spline.degree)
        rows = [np.asarray(found(m, nu=k)) * scale[k] for k in range(spline.degree + 1)]
        return taylor_balls(rows, spline.duration * h[:, None], order)

    return balls


def polynomial_breaks(geometry: PathGeometry, scaling: TimeScaling) -> Array:
    """Shares of the duration (k,) between which the motion is one polynomial after another: of the timing, and of the curve."""
    own = np.unique(scaling.knots)
    places = geometry.breaks[1:-1]
    low, high = np.zeros(len(places)), np.ones(len(places))
    for _ in range(BISECTIONS if len(places) else 0):  # w rises
        middle = 0.5 * (low + high)
        before = scaling.evaluate(middle, 0)[0] < places
        low, high = np.where(before, middle, low), np.where(before, high, middle)
    return np.unique(np.concatenate([own, high]))


def taylor_balls(rows: Sequence[Array] | Array, reach: Array, order: int) -> list[Ball]:
    """Balls of a polynomial and its derivatives to an order, from all of its derivatives at the middle, within a reach."""
    zero = np.zeros_like(rows[0])
    return [Ball(rows[k] if k < len(rows) else zero, _taylor_radius(rows[k + 1 :], reach, zero)) for k in range(order + 1)]


def _taylor_radius(higher: Sequence[Array] | Array, reach: Array, zero: Array) -> Array:
    """|x'| reach + |x''| reach^2 / 2 + ..."""
    total = zero
    for j in range(len(higher), 0, -1):
        total = (total + np.abs(higher[j - 1])) * (reach / j)
    return total


def _mean_value_radii(balls: Sequence[Ball], h: Array) -> list[Ball]:
    """No radius is above h times the size of the next derivative."""
    found = [balls[-1]]
    for ball in balls[-2::-1]:
        found.insert(0, Ball(ball.centre, np.minimum(ball.radius, h[:, None] * found[0].size)))
    return found
