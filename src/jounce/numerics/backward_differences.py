"""Coefficients of backward differentiation formulas, on any grid, and the stability of their steps."""

from functools import lru_cache

import numpy as np

from jounce.numbers.packing import Array


def coefficients(nodes: Array) -> Array:
    """Return the weights (k+1,) that give the derivative at the first of the times `nodes` (k+1,) [s] from values at all times.

    The derivative is that of the Lagrange polynomial. Equal steps of 1 s back in time give the k-step BDF: 1, -1; 3/2, -2, 1/2;
    and so on.
    """
    x = np.asarray(nodes, dtype=np.float64)
    out = np.zeros(len(x))
    for j in range(1, len(x)):
        others = [k for k in range(1, len(x)) if k != j]
        out[j] = np.prod([(x[0] - x[k]) / (x[j] - x[k]) for k in others]) / (x[j] - x[0])
    out[0] = -out[1:].sum()
    return out


def extrapolation(nodes: Array) -> Array:
    """Return the weights (k,) that give the value at time zero from values at the times `nodes` (k,), by their polynomial."""
    return np.array([np.prod([-other / (node - other) for other in nodes if other != node]) for node in nodes])


@lru_cache(maxsize=8)
def steps_of_one(order: int) -> tuple[Array, Array]:
    """Return the BDF weights (order+1,) for steps of 1 s, and weights (order,) that predict the latest value.

    Values are sorted latest first. The prediction extrapolates the `order` earlier values.
    """
    return coefficients(-np.arange(order + 1.0)), extrapolation(-np.arange(1.0, order + 1))


def growth(eigenvalues: Array, h: float, order: int) -> float:
    """Return the largest factor by which a BDF step of h [s] multiplies an error along the eigenvalues [rad/s] of a system.

    Above 1 the error grows. Formulas of orders above 2 amplify oscillations (eigenvalues near the imaginary axis) that are too
    fast for the step.
    """
    c, _ = steps_of_one(order)
    return max((float(np.abs(np.roots(c - h * s * np.eye(order + 1)[0])).max()) for s in eigenvalues), default=0.0)
