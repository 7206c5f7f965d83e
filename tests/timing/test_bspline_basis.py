"""Nonzero B-splines against SciPy, and their extrapolation."""

import numpy as np
import pytest
from scipy.interpolate import BSpline

from jounce.timing.bspline_basis import knot_intervals, local_basis
from support.tolerances import CHAIN, assert_close

INNER = np.array([0.0, 0.1, 0.35, 0.4, 0.8, 1.0])


def clamped(degree):
    return np.concatenate([np.zeros(degree), INNER, np.ones(degree)])


@pytest.mark.parametrize("degree", [1, 3, 6])
def test_scipy_has_the_same_splines(degree):
    knots, x = clamped(degree), np.linspace(0.0, 1.0, 41)
    basis = BSpline(knots, np.eye(len(knots) - degree - 1), degree)
    interval = knot_intervals(knots, degree, x)
    rows = local_basis(knots, degree, x, degree, interval)
    columns = interval[:, None] + np.arange(-degree, 1)
    for k in range(degree + 1):
        full = np.zeros((len(x), len(knots) - degree - 1))
        np.put_along_axis(full, columns, rows[k], axis=1)
        assert_close(full, basis(x, nu=k), CHAIN)


def test_they_sum_to_one_and_derivatives_beyond_the_degree_vanish():
    knots, x = clamped(3), np.linspace(0.0, 1.0, 23)
    rows = local_basis(knots, 3, x, 5, knot_intervals(knots, 3, x))
    assert_close(rows[0].sum(axis=1), np.ones(23))
    assert not rows[4:].any()


def test_intervals_are_closed_at_the_last_end():
    knots = clamped(2)
    assert knot_intervals(knots, 2, np.array([0.0, 0.1, 0.0999, 0.4, 1.0])).tolist() == [2, 3, 2, 5, 6]


def test_outside_its_interval_a_polynomial_is_extrapolated():
    """The hat functions of the interval [0.1, 0.35] are straight lines there, and beyond."""
    rows = local_basis(clamped(1), 1, np.array([0.0, 0.6]), 1, np.array([2, 2]))
    assert_close(rows[0], np.array([[1.4, -0.4], [-1.0, 2.0]]))
    assert_close(rows[1], np.array([[-4.0, 4.0], [-4.0, 4.0]]))
