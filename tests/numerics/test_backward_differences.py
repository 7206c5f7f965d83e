"""Backward differentiation: the textbooks' coefficients, exactness for polynomials, and the growth of errors by hand."""

import numpy as np
import pytest

from jounce.numerics.backward_differences import coefficients, extrapolation, growth
from support.tolerances import assert_close


def test_coefficients_are_the_textbooks():
    for order, weights in {1: [1, -1], 2: [3 / 2, -2, 1 / 2], 3: [11 / 6, -3, 3 / 2, -1 / 3]}.items():
        assert_close(coefficients(-np.arange(order + 1.0)), weights, 1e-14)
    # at unequal times: exact for the polynomial of that degree
    t = np.array([0.3, 0.1, -0.05, -0.4])
    assert abs(coefficients(t) @ (t**3 - 2.0 * t) - (3.0 * 0.3**2 - 2.0)) < 1e-13
    nodes = t[1:] - t[0]
    assert abs(extrapolation(nodes) @ (nodes**2 + 3.0 * nodes + 5.0) - 5.0) < 1e-13


@pytest.mark.parametrize("eigenvalue", [-3.0, -0.5, 2.0])
def test_growth_of_the_first_order_formula(eigenvalue):
    """y1 - y0 = h s y1: a step multiplies by 1 / (1 - h s)."""
    h = 0.1
    assert growth(np.array([eigenvalue]), h, 1) == pytest.approx(abs(1.0 / (1.0 - h * eigenvalue)), rel=1e-14)


def test_growth_tends_to_that_of_the_equation():
    """A step of order 6 multiplies by e^(s h), up to h^7."""
    s = np.array([-1.0 + 2.0j])
    assert growth(s, 0.01, 6) == pytest.approx(np.exp(-0.01), rel=1e-11)
    assert growth(np.zeros(0), 0.01, 6) == 0.0
