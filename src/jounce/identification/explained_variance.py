"""Unexplained variance of measured torques by least squares without a prior, by which channels are judged."""

import numpy as np
from numpy.typing import NDArray

from jounce.identification.torque_regression import FilteredColumns
from jounce.trajectory.path import Floats

LOST = 1e-6
"""Relative singular value below which a direction is dropped."""


def unexplained(columns: FilteredColumns, torque: Floats) -> float:
    """Return the unexplained fraction of the torques' variance, mean over the joints, with all columns free."""
    return float(np.nanmean(shares(columns, torque)))


def shares(columns: FilteredColumns, torque: Floats) -> Floats:
    """Return the unexplained fraction of each joint's variance (n,); nan where a joint has no equation."""
    A, y, _ = _scaled(columns, torque, columns.keep)
    U, s, _ = np.linalg.svd(A, full_matrices=False)
    U = U[:, s > LOST * s[0]]
    residual = y - U @ (U.T @ y)
    joint, n = np.nonzero(columns.keep.T)[0], torque.shape[1]
    counts = np.bincount(joint, minlength=n)
    return np.where(counts > 0, np.bincount(joint, residual**2, minlength=n) / np.maximum(counts, 1), np.nan)


def _scaled(columns: FilteredColumns, torque: Floats, keep: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
    """Return all joints' columns (unit length) and torques, stacked, over each torque's deviation; and the columns' lengths."""
    regressor = np.concatenate(list(columns.by.values()), axis=2)
    spread = np.array([y[rows].std() if rows.any() else 1.0 for y, rows in zip(torque.T, keep.T)])
    spread[spread == 0.0] = 1.0
    A = np.concatenate([regressor[rows, i] / spread[i] for i, rows in enumerate(keep.T)])
    y = np.concatenate([torque[rows, i] / spread[i] for i, rows in enumerate(keep.T)])
    sizes = np.linalg.norm(A, axis=0)
    sizes[sizes == 0.0] = 1.0
    return A / sizes, y, sizes


def least_squares(columns: FilteredColumns, torque: Floats, keep: NDArray[np.bool_]) -> Floats:
    """Return the minimum-norm least-squares values of all columns."""
    A, y, sizes = _scaled(columns, torque, keep)
    return np.asarray(np.linalg.lstsq(A, y, rcond=LOST)[0] / sizes)
