"""Taylor arithmetic against mpmath's own Taylor expansions of the same expressions."""

import math

import mpmath
import numpy as np
import pytest

from jounce.numbers import Jet, sincos, sqrt
from support.tolerances import ALGEBRA, assert_close

ORDER = 12
# Two analytic functions of time, as polynomials so that their jets are exact input.
X = [0.8, -0.3, 0.5, 0.1, -0.2, 0.05, 0.02, -0.01, 0.03, 0.01, -0.02, 0.004, 0.001]
Y = [1.7, 0.6, -0.2, 0.3, 0.1, -0.05, 0.02, 0.03, -0.01, 0.02, 0.01, -0.003, 0.002]


def series(coeffs):
    return lambda t: sum(mpmath.mpf(c) * t**k for k, c in enumerate(coeffs))


x, y = series(X), series(Y)
EXPRESSIONS = {
    "sum": (lambda a, b: a + b - 2.5, lambda t: x(t) + y(t) - 2.5),
    "reversed": (lambda a, b: 2.5 - a * 3.0, lambda t: 2.5 - 3 * x(t)),
    "product": (lambda a, b: a * b, lambda t: x(t) * y(t)),
    "quotient": (lambda a, b: a / b, lambda t: x(t) / y(t)),
    "reciprocal": (lambda a, b: 2.0 / b, lambda t: 2 / y(t)),
    "by a constant": (lambda a, b: a / 3.0, lambda t: x(t) / 3),
    "whole power": (lambda a, b: a**5, lambda t: x(t) ** 5),
    "zeroth power": (lambda a, b: a**0, lambda t: mpmath.mpf(1)),
    "negative power": (lambda a, b: b**-3, lambda t: y(t) ** -3),
    "real power": (lambda a, b: b**1.7, lambda t: y(t) ** mpmath.mpf(1.7)),
    "square root": (lambda a, b: sqrt(b), lambda t: mpmath.sqrt(y(t))),
    "sine": (lambda a, b: sincos(a)[0], lambda t: mpmath.sin(x(t))),
    "cosine": (lambda a, b: sincos(a)[1], lambda t: mpmath.cos(x(t))),
    "all together": (
        lambda a, b: sincos(a * b)[0] / sqrt(b) - a**3,
        lambda t: mpmath.sin(x(t) * y(t)) / mpmath.sqrt(y(t)) - x(t) ** 3,
    ),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_coefficients(name):
    ours, theirs = EXPRESSIONS[name]
    with mpmath.workdps(60):
        expected = [float(c) for c in mpmath.taylor(theirs, 0, ORDER)]
    assert_close(ours(Jet(X), Jet(Y)).coeffs, expected, ALGEBRA, name)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_over_arrays_and_over_mpf(name):
    ours, _ = EXPRESSIONS[name]
    expected = ours(Jet(X), Jet(Y)).coeffs
    arrays = [Jet([np.full((2, 3), c) for c in coeffs]) for coeffs in (X, Y)]
    for found, value in zip(ours(*arrays).coeffs, expected):
        assert_close(np.broadcast_to(found, (2, 3)), np.full((2, 3), value), ALGEBRA)
    exact = [Jet([mpmath.mpf(c) for c in coeffs]) for coeffs in (X, Y)]
    assert_close([float(c) for c in ours(*exact).coeffs], expected, ALGEBRA)


def test_derivatives_and_coefficients():
    jet = Jet.from_derivatives([1.0, 2.0, 3.0, 4.0])
    assert jet.coeffs == (1.0, 2.0, 1.5, 4.0 / 6)
    assert jet.derivatives() == [1.0, 2.0, 3.0, 4.0]
    assert jet.order == 3
    assert jet.derivative().derivatives() == [2.0, 3.0, 4.0]


def test_compose():
    """A function given by its derivatives: exp, and the square root against the jet's own."""
    value = math.exp(X[0])
    with mpmath.workdps(60):
        expected = [float(c) for c in mpmath.taylor(lambda t: mpmath.exp(x(t)), 0, ORDER)]
    assert_close(Jet(X).compose([value] * (ORDER + 1)).coeffs, expected, ALGEBRA)
    roots = [math.sqrt(Y[0]), 0.5 / math.sqrt(Y[0]), -0.25 * Y[0] ** -1.5]
    assert_close(Jet(Y[:3]).compose(roots).coeffs, Jet(Y[:3]).sqrt().coeffs, ALGEBRA)


def test_arrays_on_the_left():
    """array * jet is a jet over arrays, not an array of jets."""
    product = np.array([1.0, 2.0]) * Jet([3.0, 4.0])
    assert isinstance(product, Jet)
    assert product.coeffs[1].tolist() == [4.0, 8.0]
    assert isinstance(np.float64(2.0) - Jet([3.0, 4.0]), Jet)


def test_the_shorter_order_is_kept():
    assert (Jet([1.0, 2.0, 3.0]) * Jet([1.0, 1.0])).order == 1
    assert (Jet([1.0, 2.0, 3.0]) / Jet([1.0, 1.0])).order == 1


def test_constants_of_the_geometry_fold():
    jet = Jet([1.0, 2.0])
    assert jet * 0.0 == 0.0
    assert not isinstance(jet * 0.0, Jet)
    assert jet * 1.0 is jet
    assert 0.0 + jet is jet


def test_cost_is_quadratic():
    """Sine of a jet takes k products a coefficient, not a sum over partitions."""

    class Counting(float):
        products = 0

        def __mul__(self, other):
            Counting.products += 1
            return Counting(float(self) * float(other))

        __rmul__ = __mul__

        def __add__(self, other):
            return Counting(float(self) + float(other))

        def __truediv__(self, other):
            return Counting(float(self) / float(other))

        def __neg__(self):
            return Counting(-float(self))

        def sincos(self):
            return Counting(math.sin(self)), Counting(math.cos(self))

    counts = []
    for order in (10, 20, 40):
        Counting.products = 0
        Jet([Counting(0.1)] * (order + 1)).sincos()
        counts.append(Counting.products)
    assert counts[1] / counts[0] < 4.2
    assert counts[2] / counts[1] < 4.2
