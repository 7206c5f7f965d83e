"""Linear two-point boundary-value problems on a grid, with stable motions fixed at the beginning, unstable ones at the end.

    d s_(i+1) = step_i d s_i + gap_i,    stable (s_0 + d s_0 - first) = 0,    unstable (s_T + d s_T - last) = 0

A deviation from rest along a stable eigenvalue dies out forward in time, a deviation along an unstable eigenvalue backward in
time. So the stable part of the deviation is prescribed at the beginning and its unstable part at the end.
"""

from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided

from jounce.numbers.packing import Array


class Ends(NamedTuple):
    """Boundary conditions: stable @ (s - first) = 0 at the beginning, unstable @ (s - last) = 0 at the end."""

    stable: Array
    """Rows (stable, size) whose product with the unstable part of a deviation is zero."""
    first: Array
    """Value of s (size,) at rest before the beginning."""
    unstable: Array
    """Rows (unstable, size) whose product with the stable part of a deviation is zero."""
    last: Array
    """Value of s (size,) at rest after the end."""


def stable_rows(slope: Array, margin: float) -> Array:
    """Return rows whose product with every unstable deviation from rest is zero, from d sd / d s (size, size) at rest.

    margin: real part [1/s] above which an eigenvalue is unstable, raised to 1e-9 of the largest magnitude of an eigenvalue.
    """
    return _rows(slope, margin, False)


def unstable_rows(slope: Array, margin: float) -> Array:
    """Return rows whose product with every stable deviation from rest is zero; arguments as of `stable_rows`."""
    return _rows(slope, margin, True)


def _rows(slope: Array, margin: float, unstable: bool) -> Array:
    """Return orthonormal rows that span the left invariant subspace of the unstable (or stable) eigenvalues of `slope`."""
    from scipy.linalg import schur

    margin = max(margin, 1e-9 * np.abs(np.linalg.eigvals(slope)).max())
    _, basis, count = schur(slope.T, sort=lambda re, im: (re > margin) == unstable)
    rows: Array = basis[:, :count].T
    return rows


def bidiagonal(step: Array, gap: Array, at: Ends, s: Array) -> tuple[Array, float]:
    """Solve d s_(i+1) = step_i d s_i + gap_i with boundary conditions for d s (T, size); return (d s, condition number).

    s: values at the grid (T, size), about which the boundary conditions `at` are stated for d s. The band matrix is factorised by
    LU; d s is nan and the condition number inf if the matrix is singular. The condition number is a lower bound.
    """
    from scipy.linalg.lapack import dgbtrf, dgbtrs

    size, count = len(at.first), len(s)
    lead = len(at.stable)
    below, above = lead + size - 1, max(size - 1, size - lead)
    tall = 2 * below + above + 1  # rows of the band, and of the fill-in by pivoting
    columns = np.zeros((count * size, tall))
    right = np.concatenate([-at.stable @ (s[0] - at.first), gap.ravel(), -at.unstable @ (s[-1] - at.last)])

    def block(first_row: int, first_column: int, rows: int, times: int = 1) -> Array:
        """Return a view of `times` dense blocks (times, size, rows) along the band's diagonal, each column by column."""
        offset = first_column * tall + below + above + first_row - first_column
        return as_strided(columns.reshape(-1)[offset:], (times, size, rows), (8 * size * tall, 8 * (tall - 1), 8))

    block(lead, 0, size, count - 1)[:] = -step.transpose(0, 2, 1)
    np.einsum("iuu->iu", block(lead, size, size, count - 1))[:] = 1.0
    block(0, 0, lead)[0] = at.stable.T
    block(count * size - len(at.unstable), (count - 1) * size, len(at.unstable))[0] = at.unstable.T
    norm = np.abs(columns).sum(axis=1).max()
    factors, pivots, fault = dgbtrf(columns.T, below, above, overwrite_ab=1)
    if fault:
        return np.full((count, size), np.nan), np.inf
    # the solution for a right side of size one bounds the norm of the inverse from below
    probe = np.where(np.arange(len(right)) % 2, 1.0, -1.0)
    both = dgbtrs(factors, below, above, np.column_stack([right, probe]), pivots)[0]
    ds: Array = both[:, 0].reshape(count, size)
    return ds, float(norm * np.abs(both[:, 1]).max())
