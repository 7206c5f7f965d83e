"""Motion splines: knots, insertion, boundary conditions, and polynomials as splines."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.motion_spline import BoundaryConditions, approximate_motion, graded_knots, polynomial_motion
from support.tolerances import assert_close


@pytest.mark.parametrize("halvings", [(0, 0), (2, 2), (2, 0), (0, 3)])
@pytest.mark.parametrize("pieces", [2, 6, 11])
def test_knots_of_twice_as_many_pieces_contain_those_of_half_as_many(pieces, halvings):
    coarse, fine = graded_knots(pieces, halvings), graded_knots(2 * pieces, halvings)
    assert len(coarse) == pieces + 1 + sum(halvings)
    assert all(np.abs(fine - x).min() < 1e-15 for x in coarse)
    assert (np.diff(fine) > 0.0).all()


def test_more_knots_are_the_same_motion():
    course = approximate_motion(lambda x: np.stack([np.sin(3.0 * x), x**2], axis=1), graded_knots(5, (2, 1)), 6, 1.3, np.zeros(0))
    finer = course.with_knots(graded_knots(10, (2, 1)))
    x = np.linspace(0.0, 1.0, 101)
    assert_close(finer.motion(x, 4), course.motion(x, 4), 1e-9)
    assert len(np.unique(finer.knots)) == 14


@pytest.mark.parametrize("degree", [5, 9, 13])
def test_the_polynomial_is_that_of_the_library(degree):
    start, goal = np.array([0.3, -1.0]), np.array([1.0, 2.0])
    t = np.linspace(0.0, 1.7, 51)
    path = jn.trajectory.rest_to_rest(start, goal, 1.7, degree=degree)
    assert_close(polynomial_motion(start, goal, degree, 1.7).motion(t / 1.7, 4), path(t, 4), 1e-9)


def wave():
    return approximate_motion(lambda x: np.stack([np.sin(3.0 * x), x**2], axis=1), graded_knots(5, (2, 1)), 6, 1.3, np.zeros(0))


def test_boundary_conditions_hold():
    start, goal = np.random.default_rng(0).normal(size=(2, 3, 2))
    ends = BoundaryConditions(start, goal[:2])
    bounded = wave().with_boundary(ends)
    assert_close(bounded.motion(np.zeros(1), 2)[:, 0], start, 1e-11)
    assert_close(bounded.motion(np.ones(1), 1)[:, 0], goal[:2], 1e-11)
    assert np.array_equal(bounded.coefficients[3:-2], wave().coefficients[3:-2])


def test_how_they_change_with_the_duration():
    start, goal = np.random.default_rng(1).normal(size=(2, 3, 2))
    ends, step = BoundaryConditions(start, goal), 1e-6
    longer, shorter = (wave()._replace(duration=1.3 * np.exp(h)).with_boundary(ends).coefficients for h in (step, -step))
    assert_close(wave().duration_derivative(ends), (longer - shorter) / (2.0 * step), 1e-8)


def test_a_straight_line_is_reproduced():
    """Schoenberg's spline of a straight line is the line."""
    line = approximate_motion(lambda x: np.stack([2.0 * x - 1.0], axis=1), graded_knots(4, (1, 0)), 5, 2.0, np.zeros(0))
    x = np.linspace(0.0, 1.0, 31)
    assert_close(line.motion(x, 2), np.stack([2.0 * x - 1.0, np.ones(31), np.zeros(31)])[..., None], 1e-11)
    assert (line.degree, line.pieces) == (5, 5)
