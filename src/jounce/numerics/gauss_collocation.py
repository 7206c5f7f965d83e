"""Collocation of ds/dt = f(s) at three Gauss points per interval, of order 6 at the grid, with the stages eliminated.

    stages = s + h A f(stages),    s' = s + h b f(stages)

s and s' are the values at the beginning and end of an interval of length h, stages the values at its three Gauss points; A is
MATRIX and b is WEIGHTS. Newton's method on all intervals at once linearises f with Jacobians F_l at the Gauss points l. With
A x F the matrix of the blocks A_jl F_l, each interval has

    (1 - h A x F) d stages = d s + r,    d s' = d s + sum h b F d stages - gap

with r and gap the residuals of the two equations. Elimination of the stages leaves one equation in d s and d s'.
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
    """Eliminate the stages of all intervals, linearised about grid values s (T, size) and stages (intervals, 3, size).

    f: rates ds/dt at the stages (intervals, 3, size). h: steps (intervals,). eliminate: function that solves
    (1 - h A x F) d stages = right for d stages, both (intervals, 3, size, columns).

    Returns sum h b F d stages (intervals, size, size + 1), d stages (intervals, 3, size, size + 1), and gap (intervals, size).
    In the first two arrays the first `size` columns are derivatives by d s, and the last column is the value at d s = 0.
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
    """Solve d stages = h A x (d v, F d stages) + right for d stages (intervals, 3, size, columns), for second-order equations.

    F: derivatives of accelerations by positions and velocities (intervals, 3, size / 2, size). d v: velocities in d stages. The
    positions in d stages are h A d v plus the right side, so the linear system has velocities as unknowns only.
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
    """Solve (1 - h A x F) d stages = right for d stages (intervals, 3, size, columns), for first-order equations.

    F: Jacobians of the rates at the stages (intervals, 3, size, size). h: steps (intervals,).
    """
    size = F.shape[2]
    within = (h[:, None, None, None, None] * np.einsum("jl,iluv->ijulv", MATRIX, F)).reshape(-1, 3 * size, 3 * size)
    dstages: Array = np.linalg.solve(np.eye(3 * size) - within, right.reshape(-1, 3 * size, right.shape[-1])).reshape(right.shape)
    return dstages
