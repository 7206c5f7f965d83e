"""Balls: whatever the numbers within their radii are, the result is within its own; and centres are plain numbers."""

import numpy as np
import pytest

from jounce.numbers import Graph, Jet, atan, exp, log, select, sign, sincos, sqrt, tanh
from jounce.numbers.ball import Ball
from support.tolerances import assert_close

ROUNDING = 1e-13
ONE = {
    "sin": lambda x: sincos(x)[0],
    "cos": lambda x: sincos(x)[1],
    "sqrt": lambda x: sqrt(x * x + 0.3),
    "exp": exp,
    "log": lambda x: log(abs(x) + 2.5),
    "tanh": tanh,
    "atan": atan,
    "abs": abs,
    "negative": lambda x: -x,
    "reciprocal": lambda x: 1.0 / (x + 3.5),
    "square": lambda x: x**2,
    "inverse cube": lambda x: (x + 3.5) ** -3,
    "power": lambda x: (x + 3.5) ** 0.4,
    "falling power": lambda x: (x + 3.5) ** -1.3,
    "constants": lambda x: 2.0 - (x * -3.0 + 1.0) / 4.0 - 0.5,
}
TWO = {
    "sum": lambda x, y: x + y,
    "difference": lambda x, y: x - y,
    "product": lambda x, y: x * y,
    "quotient": lambda x, y: x / (y + 3.5),
    "mixed": lambda x, y: sqrt(x * x + y * y + 1.0) * sincos(x - y)[0] - tanh(x) / (y * y + 0.5),
}


def inside(f, *numbers):
    """Random numbers within the balls, and whether what comes of them is within what comes of the balls."""
    rng = np.random.default_rng(0)
    found = f(*numbers)
    for _ in range(200):
        some = [x.centre + x.radius * rng.choice([-1.0, 1.0, rng.uniform(-1.0, 1.0)], x.centre.shape) for x in numbers]
        away = np.abs(f(*some) - found.centre)
        assert (away <= found.radius * (1.0 + ROUNDING) + ROUNDING).all()
    assert_close(found.centre, f(*(x.centre for x in numbers)), ROUNDING)
    return found


def balls(seed, widest):
    rng = np.random.default_rng(seed)
    return Ball(rng.uniform(-2.0, 2.0, 300), 10.0 ** rng.uniform(-6.0, widest, 300))


@pytest.mark.parametrize("name", ONE)
def test_functions_of_one(name):
    found = inside(ONE[name], balls(1, -1.0))
    assert np.isfinite(found.radius).all()


@pytest.mark.parametrize("name", TWO)
def test_functions_of_two(name):
    found = inside(TWO[name], balls(1, -0.3), balls(2, -0.3))
    assert np.isfinite(found.radius).all()


@pytest.mark.parametrize("name", ONE)
def test_small_radii_are_those_of_the_slope(name):
    """Where a ball is small, its image is as wide as the derivative says: by a jet."""
    x = Ball(np.linspace(0.2, 1.8, 50), np.full(50, 1e-7))
    slope = ONE[name](Jet([x.centre, 1.0 + 0.0 * x.centre])).coeffs[1]
    if name in ("log", "sqrt", "square", "inverse cube"):  # x is in them more than once
        assert (ONE[name](x).radius >= np.abs(slope) * 1e-7 * (1.0 - 1e-6)).all()
    else:
        assert_close(ONE[name](x).radius, np.abs(slope) * 1e-7, 1e-6)


def test_what_is_not_finite_within():
    x = Ball(np.array([0.5, 1.0, 2.0]), np.array([1.0, 1.0, 1.0]))
    for f in (lambda x: 1.0 / x, lambda x: sqrt(x - 1e-9), lambda x: log(x - 1e-9), lambda x: x**-1.5):
        assert np.isfinite(f(x).radius).tolist() == [False, False, True]
    assert np.isfinite(sign(x - 0.9).radius).tolist() == [False, False, True]
    assert np.isfinite(select(x - 0.9, x, 2.0 * x).radius).tolist() == [False, False, True]
    assert (x**0).centre.tolist() == [1.0, 1.0, 1.0]


def test_the_branch_that_is_taken():
    x = Ball(np.array([-3.0, 3.0]), np.array([1.0, 1.0]))
    found = select(x, -x, 10.0)
    assert found.centre.tolist() == [3.0, 10.0]
    assert found.radius.tolist() == [1.0, 0.0]
    assert sign(x).centre.tolist() == [-1.0, 1.0]
    assert select(-1.0, x, 0.0) is x


@pytest.mark.parametrize(
    ("centre", "radius", "is_of_one_sign"),
    [
        (-1.0, 1.0, False),  # up to zero, whose sign is 1
        (1.0, 1.0, True),  # from zero
        (0.0, 0.0, True),
        (-0.0, 0.0, True),
        (-1.0, np.nextafter(1.0, 0.0), True),
        (1.0, np.nextafter(1.0, 2.0), False),
        (-5e-324, 5e-324, False),
        (1.0, np.nan, False),  # of a radius that is none, nothing is known
    ],
)
def test_zero_counts_as_positive(centre, radius, is_of_one_sign):
    """A ball that touches zero from below has both signs, as the sign of its end says; from above it has one."""
    x = Ball(np.array([centre]), np.array([radius]))
    if np.isfinite(radius):
        assert is_of_one_sign == (sign(centre - radius) == sign(centre + radius))
    assert (sign(x).radius == (0.0 if is_of_one_sign else np.inf)).all()
    assert (select(x, -2.0, 3.0).radius == (0.0 if is_of_one_sign else np.inf)).all()


def test_an_expression_graph_on_balls():
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    z = sqrt(x * x + y * y) * sincos(x)[0] - y / (2.0 + x)
    inside(lambda a, b: graph.evaluate([z], {x: a, y: b})[0], balls(3, -1.0) + 3.0, balls(4, -1.0) + 3.0)


def test_series_of_balls_hold_derivatives_all_over_a_span():
    """Coefficients of sin(x(t)) exp(x(t)) during a span: those of series at any instant of it are within."""
    m, h = np.linspace(0.0, 2.0, 21), 0.05

    def x(t):  # 0.3 + t - t^2 and its derivatives
        return [0.3 + t - t * t, 1.0 - 2.0 * t, -2.0 + 0.0 * t]

    def f(rows):
        jet = Jet.from_derivatives(rows)
        return (sincos(jet)[0] * exp(jet)).coeffs

    found = f([Ball(row, np.abs(slope) * h + h * h) for row, slope in zip(x(m), [*x(m)[1:], 0.0 * m])])
    for u in np.linspace(-h, h, 11):
        for ball, value in zip(found, f(x(m + u))):
            assert (np.abs(value - ball.centre) <= ball.radius + ROUNDING).all()


def test_in_words():
    assert repr(Ball(np.array([1.0]), np.array([0.5]))) == "Ball(array([1.]), array([0.5]))"
    assert Ball(np.array([-1.0]), np.array([0.5])).size.tolist() == [1.5]
