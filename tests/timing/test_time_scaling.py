"""Time scalings: refinement leaves the function, boundary motions hold for every duration."""

import numpy as np
import pytest
from scipy.interpolate import BSpline

from jounce.timing.time_scaling import (
    approximate_scaling,
    knot_intervals,
    local_basis,
    refine,
    refine_ends,
    samples,
)
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


X = np.linspace(0.0, 1.0, 41)
MOTION = (np.array([0.0, 0.4, -0.2]), np.array([1.0, 0.7, 0.5]))


def scaling(rest=2):
    return approximate_scaling(lambda x: x**2 * (3.0 - 2.0 * x), 5, 5, rest)


def test_it_is_monotone_and_rests_at_its_ends():
    rows = scaling(3).evaluate(X, 3)
    assert (np.diff(rows[0]) > 0.0).all()
    assert_close(rows[0, [0, -1]], np.array([0.0, 1.0]))
    assert np.abs(rows[1:3, [0, -1]]).max() < 1e-12
    assert np.abs(rows[3, [0, -1]]).min() > 1.0
    assert (scaling().degree, scaling().pieces) == (5, 5)


def test_a_line_is_reproduced():
    assert_close(approximate_scaling(lambda x: x, 4, 3, 1).evaluate(X, 1), np.stack([X, np.ones(41)]))


@pytest.mark.parametrize(("finer", "pieces"), [(refine, 10), (refine_ends, 9)])
def test_more_knots_are_the_same_function(finer, pieces):
    fine = finer(scaling())
    assert fine.pieces == pieces
    assert_close(fine.evaluate(X, 4), scaling().evaluate(X, 4), 1e-9)


def test_ends_are_cut_in_quarters():
    assert_close(np.unique(refine_ends(scaling()).knots), np.array([0.0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1.0]))


@pytest.mark.parametrize("duration", [0.3, 2.0])
def test_boundary_motions_hold_whatever_the_duration(duration):
    moving = scaling(3).with_motion(MOTION, 1.0).with_duration(1.0, duration)
    rows = moving.evaluate(np.array([0.0, 1.0]), 2) / duration ** np.arange(3)[:, None]
    assert_close(rows.T, np.stack(MOTION), CHAIN)


def test_how_coefficients_change_with_the_duration():
    moving, step = scaling(3).with_motion(MOTION, 1.3), 1e-6
    longer, shorter = (moving.with_duration(1.3, 1.3 * np.exp(h)).coefficients for h in (step, -step))
    assert_close(moving.by_duration(1.3), (longer - shorter) / (2.0 * step), 1e-8)
    assert not scaling().by_duration(1.3).any()


def test_at_rest_the_duration_does_not_count():
    rest = scaling()
    assert rest.with_duration(1.0, 7.0) is rest


def test_samples_of_pieces():
    assert_close(samples(np.array([0.0, 0.0, 0.5, 1.0, 1.0]), 2), np.array([0.0, 0.25, 0.5, 0.75, 1.0]))
