"""Collocation at three Gauss points per interval, of order 6 at the grid: linearised intervals with their stages eliminated.

    stages = s + h A f(stages),    s' = s + h b f(stages)

with s at the beginning and s' at the end of an interval of length h, A = MATRIX, b = WEIGHTS. Newton's method on all intervals at
once linearises f with Jacobians F. Each interval then has

    (1 - h A x F) d stages = d s + r,    d s' = d s + sum h b F d stages - gap

with r and gap the residuals of the two equations, and without its stages one equation in d s and d s' is left.
"""

from collections.abc import Callable

import numpy as np

from jounce.numbers.packing import Array

ROOT = 15.0**0.5
NODES = np.array([0.5 - ROOT / 10, 0.5, 0.5 + ROOT / 10])
WEIGHTS = np.array([5 / 18, 4 / 9, 5 / 18])
MATRIX = np.array(
    [
        [5 / 36, 2 / 9 - ROOT / 15, 5 / 36 - ROOT / 30],
        [5 / 36 + ROOT / 24, 2 / 9, 5 / 36 - ROOT / 24],
        [5 / 36 + ROOT / 30, 2 / 9 + ROOT / 15, 5 / 36],
    ]
)
"""Coefficients A of the Gauss method with three stages (Butcher tableau)."""
LAST = np.array([5 / 3, -4 / 3, 5 / 3])
"""WEIGHTS times the inverse of MATRIX."""


def gauss_times(grid: Array) -> Array:
    """Return the Gauss points (3 (T-1),) of all intervals of a grid (T,), one interval after the other."""
    times: Array = (grid[:-1, None] + np.diff(grid)[:, None] * NODES).ravel()
    return times


def condensed(f: Array, s: Array, stages: Array, h: Array, eliminate: Callable[[Array], Array]) -> tuple[Array, Array, Array]:
    """Eliminate the stages of all intervals, linearised about grid values s and stages; f: rates (intervals, 3, size) there.

    eliminate: d stages (intervals, 3, size, columns) of (1 - h A x F) d stages = right side of that shape.

    Returns sum h b F d stages (intervals, size, size + 1); d stages (intervals, 3, size, size + 1); gap (intervals, size). Both
    arrays with columns are affine in d s: first `size` columns the derivatives by d s, last column the value at d s = 0.
    """
    size = s.shape[1]
    r = s[:-1, None] + h[:, None, None] * np.einsum("jl,ilu->iju", MATRIX, f) - stages
    right = np.zeros((len(h), 3, size, size + 1))  # d s + r, by d s and by itself
    right[..., :size], right[..., size] = np.eye(size), r
    dstages = eliminate(right)
    onward = np.tensordot(dstages, LAST, axes=(1, 0))  # sum h b F d stages = b A^-1 (d stages - d s - r)
    onward[..., :size] -= LAST.sum() * np.eye(size)
    onward[..., size] -= np.einsum("j,iju->iu", LAST, r)
    gap = s[1:] - s[:-1] - h[:, None] * np.einsum("j,iju->iu", WEIGHTS, f)
    return onward, dstages, gap


def eliminated(F: Array, h: Array, right: Array) -> Array:
    """Return d stages (intervals, 3, size, columns) of d stages = h A x (d v, F d stages) + right, for second-order equations.

    F: d acceleration by positions and velocities (intervals, 3, size / 2, size). Positions of the stages are h A times their
    velocities plus the right side, so velocities alone are left to solve for.
    """
    count = F.shape[2]
    step = h[:, None, None, None]
    by_v = np.einsum("jl,iluv->ijulv", MATRIX, step * F[..., count:])
    by_q = np.tensordot(step**2 * F[..., :count], np.einsum("jl,lk->jlk", MATRIX, MATRIX), axes=(1, 1)).transpose(0, 3, 1, 4, 2)
    left = np.eye(3 * count) - (by_v + by_q).reshape(-1, 3 * count, 3 * count)
    pushed = step * (F[..., :count] @ right[:, :, :count])
    rates = right[:, :, count:] + np.tensordot(pushed, MATRIX, axes=(1, 1)).transpose(0, 3, 1, 2)
    dv = np.linalg.solve(left, rates.reshape(-1, 3 * count, rates.shape[-1])).reshape(rates.shape)
    dq = right[:, :, :count] + step * np.tensordot(dv, MATRIX, axes=(1, 1)).transpose(0, 3, 1, 2)
    return np.concatenate([dq, dv], axis=2)


def eliminated_rates(F: Array, h: Array, right: Array) -> Array:
    """Return d stages as `eliminated` does, for first-order equations with Jacobians F (intervals, 3, size, size)."""
    size = F.shape[2]
    within = (h[:, None, None, None, None] * np.einsum("jl,iluv->ijulv", MATRIX, F)).reshape(-1, 3 * size, 3 * size)
    dstages: Array = np.linalg.solve(np.eye(3 * size) - within, right.reshape(-1, 3 * size, right.shape[-1])).reshape(right.shape)
    return dstages
