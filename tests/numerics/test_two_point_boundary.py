"""Two-point boundary-value problems: the band against a dense matrix, the split of a deviation against eigenvectors."""

import numpy as np
import pytest

from jounce.numerics.two_point_boundary import Ends, bidiagonal, stable_rows, unstable_rows
from support.tolerances import assert_close


@pytest.mark.parametrize("known", [0, 1, 2, 4])
def test_bidiagonal_against_a_dense_matrix(known):
    rng = np.random.default_rng(known)
    size, count = 4, 6
    step, gap, s = rng.normal(size=(count - 1, size, size)), rng.normal(size=(count - 1, size)), rng.normal(size=(count, size))
    stable, unstable = rng.normal(size=(known, size)), rng.normal(size=(size - known, size))
    first, last = rng.normal(size=(2, size))
    A, b = np.zeros((count * size, count * size)), []
    A[:known, :size] = stable
    b += list(-stable @ (s[0] - first))
    for i in range(count - 1):
        rows = slice(known + i * size, known + (i + 1) * size)
        A[rows, i * size : (i + 1) * size], A[rows, (i + 1) * size : (i + 2) * size] = -step[i], np.eye(size)
        b += list(gap[i])
    A[count * size - (size - known) :, -size:] = unstable
    b += list(-unstable @ (s[-1] - last))
    ds, condition = bidiagonal(step, gap, Ends(stable, first, unstable, last), s)
    assert_close(ds.ravel(), np.linalg.solve(A, b), 1e-9)
    assert 1e-3 < condition / np.linalg.cond(A, 1) < count * size  # of one right side, in another norm: the order of magnitude


@pytest.mark.parametrize("seed", range(5))
def test_rows_vanish_on_the_other_part(seed):
    """A matrix from its eigenvectors: two stable, one unstable, one stable only within the margin."""
    rng = np.random.default_rng(seed)
    vectors, values = rng.normal(size=(4, 4)), np.array([-3.0, -0.5, 2.0, 0.01])
    slope = vectors @ np.diag(values) @ np.linalg.inv(vectors)
    stable, unstable = stable_rows(slope, 0.1), unstable_rows(slope, 0.1)
    assert (len(stable), len(unstable)) == (3, 1)
    assert np.abs(stable @ vectors[:, [2]]).max() < 1e-12 * np.linalg.cond(vectors)
    assert np.abs(unstable @ vectors[:, [0, 1, 3]]).max() < 1e-12 * np.linalg.cond(vectors)


def test_a_singular_band_has_no_solution():
    ends = Ends(np.zeros((1, 2)), np.zeros(2), np.zeros((1, 2)), np.zeros(2))
    ds, condition = bidiagonal(np.zeros((2, 2, 2)), np.ones((2, 2)), ends, np.zeros((3, 2)))
    assert np.isnan(ds).all()
    assert condition == np.inf
