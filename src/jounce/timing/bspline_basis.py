"""Nonzero B-splines at given points and their derivatives, degree + 1 at each point, by the Cox-de Boor recursion."""

import numpy as np

from jounce.numbers.packing import Array


def knot_intervals(knots: Array, degree: int, x: Array) -> Array:
    """Return the index (N,) of the knot interval that contains each x (N,); the last interval includes its end."""
    return np.clip(np.searchsorted(knots, x, side="right") - 1, degree, len(knots) - degree - 2)


def local_basis(knots: Array, degree: int, x: Array, order: int, interval: Array) -> Array:
    """Return B-splines interval - degree to interval at x (N,) and their derivatives, (order+1, N, degree+1).

    interval (N,): the knot interval whose polynomials are evaluated; they are extrapolated where x lies outside of it.
    """
    near = knots[interval[:, None] + np.arange(1 - degree, degree + 1)]
    lower, inverse_widths = [np.ones((len(x), 1))], [np.zeros((len(x), 0))]  # of degrees 0, 1, ...
    for d in range(1, degree + 1):
        left, right = near[:, degree - d : degree], near[:, degree : degree + d]
        inverse_widths.append(1.0 / (right - left))
        weights = lower[-1] * inverse_widths[-1]
        values = np.zeros((len(x), d + 1))
        values[:, :-1] = (right - x[:, None]) * weights
        values[:, 1:] += (x[:, None] - left) * weights
        lower.append(values)
    rows = np.zeros((order + 1, len(x), degree + 1))
    for k in range(min(order, degree) + 1):
        values = lower[degree - k]
        for d in range(degree - k + 1, degree + 1):
            difference = d * values * inverse_widths[d]
            values = np.zeros((len(x), d + 1))
            values[:, :-1] = -difference
            values[:, 1:] += difference
        rows[k] = values
    return rows
