"""B-splines that are not zero at a place, and their derivatives: degree + 1 at each, by the recursions of Cox and de Boor."""

import numpy as np

from jounce.numbers.packing import Array


def intervals(knots: Array, degree: int, x: Array) -> Array:
    """Return the index (N,) of the knot interval that each x (N,) lies in; the last one holds the end too."""
    return np.clip(np.searchsorted(knots, x, side="right") - 1, degree, len(knots) - degree - 2)


def local_basis(knots: Array, degree: int, x: Array, order: int, interval: Array) -> Array:
    """Return the B-splines interval - degree to interval at x (N,) and their derivatives, (order+1, N, degree+1).

    interval: of each x; a polynomial is continued where x lies beside it.
    """
    lower = [np.ones((len(x), 1))]  # of degrees 0, 1, ...
    for d in range(1, degree + 1):
        left, right = knots[interval[:, None] + np.arange(1 - d, 1)], knots[interval[:, None] + np.arange(1, d + 1)]
        share = lower[-1] / (right - left)
        values = np.zeros((len(x), d + 1))
        values[:, :-1] = (right - x[:, None]) * share
        values[:, 1:] += (x[:, None] - left) * share
        lower.append(values)
    rows = np.zeros((order + 1, len(x), degree + 1))
    for k in range(min(order, degree) + 1):
        values = lower[degree - k]
        for d in range(degree - k + 1, degree + 1):
            share = d * values / (knots[interval[:, None] + np.arange(1, d + 1)] - knots[interval[:, None] + np.arange(1 - d, 1)])
            values = np.zeros((len(x), d + 1))
            values[:, :-1] = -share
            values[:, 1:] += share
        rows[k] = values
    return rows
