"""Rest-to-rest polynomials as splines of one piece."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.polynomial_time_scaling import _elevate_degree, polynomial_time_scalings
from jounce.trajectory.polynomial import smooth_step
from support.slider import line_constraints, slider
from support.tolerances import assert_close

X = np.linspace(0.0, 1.0, 21)


@pytest.mark.parametrize(("limit", "rest", "degrees"), [("velocity", 2, [3, 9]), ("jerk", 3, [5, 9]), ("jerk", 5, [9])])
def test_they_are_smooth_steps(limit, rest, degrees):
    """The one of least degree, and that of the path's own timing, which has degree 9."""
    scalings = polynomial_time_scalings(line_constraints(**{limit: 1.0}), rest)
    assert len(scalings) == len(degrees)
    for scaling, degree in zip(scalings, degrees):
        assert_close(scaling.evaluate(X, 2), smooth_step(X, degree, 2), 1e-11)
        assert (scaling.pieces, scaling.rest) == (1, (degree + 1) // 2)


def test_the_parameter_of_a_spline_that_leaves_rest_by_itself_is_its_time():
    path = jn.trajectory.spline([0.0, 0.5, 1.0], [[0.0], [0.7], [1.0]], degree=5)
    (scaling,) = polynomial_time_scalings(LimitConstraints(slider(jerk=1.0), PathGeometry(path)), 1)
    assert_close(scaling.evaluate(X, 2), np.stack([X, np.ones(21), np.zeros(21)]), 1e-11)
    assert scaling.degree == 4  # as high as derivatives are continuous


def test_degree_elevation():
    """x^2 has the Bernstein coefficients 0, 0, 1 of degree 2 and 0, 0, 1/3, 1 of degree 3."""
    assert_close(_elevate_degree(np.array([0.0, 0.0, 1.0]), 3), np.array([0.0, 0.0, 1.0 / 3.0, 1.0]))
