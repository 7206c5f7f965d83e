"""Taylor series of paths: exact for polynomials, as near as stated for all others."""

import math

import numpy as np
import pytest

from jounce.errors import InputError
from jounce.trajectory import circle, filtered_step, harmonic, rest_to_rest
from jounce.trajectory.taylor_pieces import ACCURACY, series
from support.tolerances import assert_close

ORDER = 3


def values(ends, coefficients, t, k):
    """Return the k-th derivative (T, n) at times t, from the piece of each."""
    piece = np.clip(np.searchsorted(ends, t, "right") - 1, 0, len(ends) - 2)
    x = t - 0.5 * (ends[piece] + ends[piece + 1])
    powers = np.array([math.perm(j, k) * x ** max(j - k, 0) for j in range(coefficients.shape[2])])
    return np.einsum("tnj,jt->tn", coefficients[piece], powers)


PATHS = {
    "polynomial": rest_to_rest([0.0, 1.0], [2.0, -1.0], 1.5, degree=9),
    "circle": circle([1.0, 0.0], [0.0, 0.0], 2.0),
    "filtered step": filtered_step([0.0, 1.0], [1.0, -1.0], 0.1, order=6),
}


@pytest.mark.parametrize("name", PATHS)
def test_series_are_the_path(name):
    path = PATHS[name]
    ends, coefficients = series(path, ORDER)
    assert (np.diff(ends) > 0.0).all()
    t = np.linspace(ends[0] + 1e-9, ends[-1] - 1e-9, 301)
    exact = path(t, ORDER)
    for k in range(ORDER + 1):
        assert_close(values(ends, coefficients, t, k), exact[k], 10.0 * ACCURACY, f"derivative {k}")


def test_a_piecewise_polynomial_keeps_its_pieces():
    path = PATHS["polynomial"]
    ends, coefficients = series(path, ORDER)
    assert np.array_equal(ends, path.piece_ends)
    assert coefficients.shape == (len(ends) - 1, 2, 10)


def test_a_path_for_ever_has_no_pieces():
    with pytest.raises(InputError, match="expected one that begins and ends, got Harmonic, which goes on for ever"):
        series(harmonic([1.0], 2.0), ORDER)
