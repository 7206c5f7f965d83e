"""Enclosures of a motion: on short spans of time, q and its time derivatives as balls (midpoint-radius intervals) that contain
all their values.

Where a motion is a polynomial of degree d between knots, its derivatives at the middle m of a span of half length h determine it,
and

    |x^(k)(t) - x^(k)(m)| <= sum_j=1^(d-k) |x^(k+j)(m)| h^j / j!        |t - m| <= h

A piecewise polynomial path q(w) with a spline w(t) is composed from the balls of both. By the mean value theorem the radius of a
derivative is at most h times the magnitude of the next one. [Moore2009].
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
"""Function (m, h, order) -> balls (N, n) of q and its time derivatives to that order, on spans with middles m (N,) and half
lengths h (N,), as fractions of the duration."""


def path_enclosure(geometry: PathGeometry, scaling: TimeScaling, duration: float) -> MotionEnclosure:
    """Return the enclosure of the motion along a piecewise polynomial path with a time scaling and a duration [s]."""
    degree = geometry.degree
    assert degree is not None

    def balls(m: Array, h: Array, order: int) -> list[Ball]:
        scale = duration ** -np.arange(scaling.degree + 1, dtype=np.float64)
        W = taylor_balls(scaling.evaluate(m, scaling.degree)[..., None] * scale[:, None, None], duration * h[:, None], order)
        D = taylor_balls(geometry(W[0].centre[:, 0], degree), W[0].radius, order)
        return _mean_value_radii(Jet.from_derivatives(W).compose(D).derivatives(), duration * h)

    return balls


def spline_enclosure(spline: MotionSpline) -> MotionEnclosure:
    """Return the enclosure of a motion spline."""
    scale = spline.duration ** -np.arange(spline.degree + 1, dtype=np.float64)

    def balls(m: Array, h: Array, order: int) -> list[Ball]:
        from scipy.interpolate import BSpline

        curve = BSpline(spline.knots, spline.coefficients, spline.degree)
        rows = [np.asarray(curve(m, nu=k)) * scale[k] for k in range(spline.degree + 1)]
        return taylor_balls(rows, spline.duration * h[:, None], order)

    return balls


def polynomial_breaks(geometry: PathGeometry, scaling: TimeScaling) -> Array:
    """Return the fractions of the duration (k,) between which the motion is one polynomial: knots of the scaling and pieces of
    the path."""
    knots = np.unique(scaling.knots)
    inner = geometry.breaks[1:-1]
    low, high = np.zeros(len(inner)), np.ones(len(inner))
    for _ in range(BISECTIONS if len(inner) else 0):  # bisection, as w(x) is monotone
        middle = 0.5 * (low + high)
        before = scaling.evaluate(middle, 0)[0] < inner
        low, high = np.where(before, middle, low), np.where(before, high, middle)
    return np.unique(np.concatenate([knots, high]))


def taylor_balls(rows: Sequence[Array] | Array, reach: Array, order: int) -> list[Ball]:
    """Return balls of a polynomial and its derivatives to an order within `reach` of the middle, from all its derivatives
    there."""
    zero = np.zeros_like(rows[0])
    return [Ball(rows[k] if k < len(rows) else zero, _taylor_radius(rows[k + 1 :], reach, zero)) for k in range(order + 1)]


def _taylor_radius(higher: Sequence[Array] | Array, reach: Array, zero: Array) -> Array:
    """Return |x'| reach + |x''| reach^2 / 2 + ..., by Horner's rule."""
    total = zero
    for j in range(len(higher), 0, -1):
        total = (total + np.abs(higher[j - 1])) * (reach / j)
    return total


def _mean_value_radii(balls: Sequence[Ball], h: Array) -> list[Ball]:
    """Reduce each radius to at most h times the magnitude of the next derivative."""
    tightened = [balls[-1]]
    for ball in balls[-2::-1]:
        tightened.insert(0, Ball(ball.centre, np.minimum(ball.radius, h[:, None] * tightened[0].size)))
    return tightened
