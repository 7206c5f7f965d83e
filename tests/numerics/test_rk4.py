"""One Runge-Kutta step: the method's polynomial by hand, its order measured, and arrays of several shapes at once."""

import numpy as np
import pytest

from jounce.numerics.rk4 import rk4_step

EXACT = 1e-15


def solved(steps, end=2.0):
    """y(2) of y'' = -y + cos(3 t) with y(0) = 1, y'(0) = 0, in equal steps."""
    h = end / steps
    y = (np.array([1.0]), np.array([0.0]))
    for k in range(steps):
        at = h * (k + 0.5 * np.arange(3))
        y = rk4_step(lambda i, y, at=at: (y[1], -y[0] + np.cos(3.0 * at[i])), y, h)
    return y[0][0]


def test_a_linear_step_is_the_polynomial_of_the_exponential():
    """y' = a y: one step multiplies by 1 + x + x^2/2 + x^3/6 + x^4/24, x = a h."""
    x = 0.3
    (y,) = rk4_step(lambda i, y: (y[0],), (np.array([1.0]),), x)
    assert y[0] == pytest.approx(1.0 + x + x**2 / 2 + x**3 / 6 + x**4 / 24, rel=EXACT)


def test_the_order_is_four():
    """The error against y = (9/8) cos t - (1/8) cos 3t falls by 2^4 when the step is halved."""
    exact = 9.0 / 8.0 * np.cos(2.0) - 1.0 / 8.0 * np.cos(6.0)
    errors = [abs(solved(steps) - exact) for steps in (20, 40, 80, 160)]
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    assert (np.abs(orders - 4.0) < 0.1).all(), orders


def test_derivatives_beside_the_state_are_those_of_the_step():
    """The variational equation of a pendulum, against central differences of the step itself."""

    def rates(i, y):
        x, J = y
        A = np.array([[0.0, 1.0], [-np.cos(x[0]), 0.0]])
        return np.array([x[1], -np.sin(x[0])]), A @ J

    x, h, small = np.array([0.7, -0.4]), 0.2, 1e-6
    _, J = rk4_step(rates, (x, np.eye(2)), h)
    ends = [[rk4_step(rates, (x + sign * small * e, np.eye(2)), h)[0] for e in np.eye(2)] for sign in (1.0, -1.0)]
    differences = (np.array(ends[0]) - np.array(ends[1])).T / (2.0 * small)
    np.testing.assert_allclose(J, differences, atol=1e-9)
