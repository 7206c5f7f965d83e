"""How much of measured torques a model explains, by least squares without a prior: what channels are judged by."""

import numpy as np
from numpy.typing import NDArray

from jounce.identification.torque_regression import FilteredColumns
from jounce.trajectory.path import Floats

LOST = 1e-6
"""Of the largest singular value: smaller ones tell nothing."""


def unexplained(found: FilteredColumns, torque: Floats) -> float:
    """Share of the torques' variance that the model leaves, mean over the joints, with what is known taken for free."""
    return float(np.nanmean(shares(found, torque)))


def shares(found: FilteredColumns, torque: Floats) -> Floats:
    """The same of each joint (n,); nan where a joint has no equation."""
    wide, y, _ = _scaled(found, torque, found.keep)
    U, s, _ = np.linalg.svd(wide, full_matrices=False)
    U = U[:, s > LOST * s[0]]
    rest = y - U @ (U.T @ y)
    joint, n = np.nonzero(found.keep.T)[0], torque.shape[1]
    counts = np.bincount(joint, minlength=n)
    return np.where(counts > 0, np.bincount(joint, rest**2, minlength=n) / np.maximum(counts, 1), np.nan)


def _scaled(found: FilteredColumns, torque: Floats, keep: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
    """Columns and torques of all joints, one after the other, over each torque's spread; columns over their lengths; these."""
    wide = np.concatenate(list(found.by.values()), axis=2)
    spread = np.array([y[rows].std() if rows.any() else 1.0 for y, rows in zip(torque.T, keep.T)])
    spread[spread == 0.0] = 1.0
    A = np.concatenate([wide[rows, i] / spread[i] for i, rows in enumerate(keep.T)])
    y = np.concatenate([torque[rows, i] / spread[i] for i, rows in enumerate(keep.T)])
    sizes = np.linalg.norm(A, axis=0)
    sizes[sizes == 0.0] = 1.0
    return A / sizes, y, sizes


def least_squares(found: FilteredColumns, torque: Floats, keep: NDArray[np.bool_]) -> Floats:
    """Values of all columns, the smallest that explain the torques best."""
    A, y, sizes = _scaled(found, torque, keep)
    return np.asarray(np.linalg.lstsq(A, y, rcond=LOST)[0] / sizes)
