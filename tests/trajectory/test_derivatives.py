"""Every path's derivatives against mpmath, which differentiates the same function of time to fifty digits."""

import math
from functools import partial

import mpmath
import numpy as np
import pytest
from mpmath import mpf

import jounce as jn
from jounce.trajectory import circle, filtered_step, harmonic, line, polyline, rest_to_rest
from support.tolerances import ALGEBRA, assert_close

DIGITS = 60
ORDER = 14


def derivatives(function, t, order):
    """d^k f/dt^k at t for k = 0..order, by mpmath's Taylor expansion at 60 digits."""
    with mpmath.workdps(DIGITS):
        return [float(c * mpmath.factorial(k)) for k, c in enumerate(mpmath.taylor(function, mpf(float(t)), order))]


def compare(path, functions, times, order):
    """Agreement relative to the largest value of each derivative along the motion."""
    found = path(times, order)
    expected = np.array([[derivatives(f, t, order) for f in functions] for t in times])  # (T, n, order+1)
    for k in range(order + 1):
        assert_close(found[k], expected[..., k], ALGEBRA, f"derivative {k}")


def step_polynomial(s, degree):
    """The integral of s^k (1-s)^k, normalised: the definition, not its expansion."""
    k = (degree - 1) // 2
    return mpmath.betainc(k + 1, k + 1, 0, s, regularized=True)


def expanded_step(degree):
    """The same as exact rational coefficients, from mpmath's own integration of binomials."""
    k = (degree - 1) // 2
    with mpmath.workdps(DIGITS):
        whole = mpmath.beta(k + 1, k + 1)
        return [(-1) ** j * mpmath.binomial(k, j) / (k + 1 + j) / whole for j in range(k + 1)], k + 1


def polynomial(s, degree):
    coefficients, first = expanded_step(degree)
    return sum(c * s ** (first + j) for j, c in enumerate(coefficients))


@pytest.mark.parametrize("degree", [1, 3, 5, 7, 11, 15, 21, 51])
def test_rest_to_rest(degree):
    T, start, goal = 1.7, [0.3, -1.0], [2.1, 0.5]
    path = rest_to_rest(start, goal, T, degree=degree)
    times = np.linspace(0.0, T, 23)
    functions = [partial(lambda t, a, b: a + polynomial(t / mpf(T), degree) * (b - a), a=a, b=b) for a, b in zip(start, goal)]
    compare(path, functions, times, min(ORDER, degree))


def test_the_polynomial_is_the_one_defined():
    with mpmath.workdps(DIGITS):
        for s in (0.1, 0.5, 0.9):
            assert abs(polynomial(mpf(s), 15) - step_polynomial(mpf(s), 15)) < mpf(10) ** -50


def test_degree_15_reaches_order_14():
    path = rest_to_rest([0.0] * 7, np.linspace(-1.5, 2.0, 7), 2.0, degree=15)
    assert path(np.linspace(0, 2, 50), 14).shape == (15, 50, 7)


@pytest.mark.parametrize("order", [1, 4, 16])
def test_filtered_step(order):
    T, start, goal = 0.08, 0.3, 2.0
    path = filtered_step([start], [goal], T, order=order)
    times = np.linspace(0.05, 2.5, 25)

    def answer(t):
        x = t / mpf(T)
        rest = mpmath.exp(-x) * sum(x**k / mpmath.factorial(k) for k in range(order))
        return mpf(start) + (mpf(goal) - mpf(start)) * (1 - rest)

    compare(path, [answer], times, min(ORDER, order))


def test_filtered_step_obeys_its_filter():
    """sum_k C(m, k) T^k y^(k) = goal after the step: the states of (1 + T s)^m."""
    m, T = 16, 0.1
    y = filtered_step([0.0], [1.0], T, order=m)(np.linspace(0.0, 4.0, 41), m)[..., 0]
    total = sum(math.comb(m, k) * T**k * y[k] for k in range(m + 1))
    # each term is a rounded number of size C(m, k) T^k |y^(k)|
    size = sum(math.comb(m, k) * T**k * np.abs(y[k]) for k in range(m + 1)).max()
    assert_close(total / size, np.ones(41) / size, ALGEBRA)


def test_harmonic():
    A, w, phase, offset = [0.7, -0.2], [3.1, 7.3], [0.2, -1.0], [0.5, 0.0]
    path = harmonic(A, w, phase, offset)
    functions = [
        partial(lambda t, a, b, c, d: mpf(d) + mpf(a) * mpmath.cos(mpf(b) * t + mpf(c)), a=a, b=b, c=c, d=d)
        for a, b, c, d in zip(A, w, phase, offset)
    ]
    compare(path, functions, np.linspace(-1.0, 3.0, 9), ORDER)


def test_several_harmonics_add_up():
    t = np.linspace(0, 1, 5)
    both = harmonic([[0.3, 0.1], [0.2, -0.4]], [[1.0], [2.0]])
    sum_ = harmonic([0.3, 0.1], [1.0, 1.0])(t, 3) + harmonic([0.2, -0.4], [2.0, 2.0])(t, 3)
    assert_close(both(t, 3), sum_)


def test_circle():
    T, start, centre, angle = 1.3, [0.9, 0.2, 0.7], [0.5, 0.2, 0.4], 2.4
    path = circle(start, centre, T, angle=angle, normal=[0, 2, 0], degree=11)
    times = np.linspace(0.0, T, 13)

    def phi(t):
        return mpf(angle) * polynomial(t / mpf(T), 11)

    u = [mpf(a) - mpf(b) for a, b in zip(start, centre)]
    v = [u[2], mpf(0), -u[0]]  # y x u
    functions = [
        partial(lambda t, k: mpf(centre[k]) + mpmath.cos(phi(t)) * u[k] + mpmath.sin(phi(t)) * v[k], k=k) for k in range(3)
    ]
    compare(path, functions, times, 11)


@pytest.mark.parametrize("degree", [3, 7, 11])
def test_polyline_in_a_zone(degree):
    """In the zone the path is P + r ((v-g) d1 + g d2) with g the integral of the smooth step over v."""
    points, r, T = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 2.0]]), 0.4, 2.0
    path = polyline(points, T, r, degree=degree)
    coefficients, first = expanded_step(degree)

    def g(v):
        w = (v + 1) / 2
        return 2 * sum(c * w ** (first + j + 1) / (first + j + 1) for j, c in enumerate(coefficients))

    def u(t):
        return 3 * polynomial(t / mpf(T), degree)

    fine = np.linspace(0, T, 4001)
    inside = fine[np.abs(3 * rest_to_rest([0.0], [1.0], T, degree)(fine)[0, :, 0] - 1.0) < 0.9 * r]
    times = inside[:: len(inside) // 8]
    x = lambda t: 1 + mpf(r) * ((u(t) - 1) / mpf(r) - g((u(t) - 1) / mpf(r)))  # noqa: E731
    y = lambda t: mpf(r) * g((u(t) - 1) / mpf(r))  # noqa: E731
    compare(path, [x, y], times, degree)


@pytest.mark.parametrize(
    "path",
    [
        rest_to_rest([0.1], [1.0], 1.0, degree=7),
        line([0.1, 0.2], [1.0, -0.3], 1.0, start_time=0.3),
        circle([1.0, 0.0], [0.0, 0.0], 1.0),
        polyline([[0, 0], [1, 0], [1, 1], [0, 2]], 1.0, [0.2, 0.3], degree=9),
        filtered_step([0.0], [1.0], 0.05, order=6),
        jn.trajectory.spline([0, 0.4, 0.7, 1.0], [[0.0, 1.0], [0.5, -1.0], [0.2, 0.3], [1.0, 0.0]], degree=7),
        jn.trajectory.spline([0, 0.5, 1.0], [0.0, 1.0, 0.5], degree=4),
        jn.trajectory.spline([0, 1.0], [[0.0], [1.0]], degree=1),
    ],
    ids=lambda p: type(p).__name__,
)
def test_continuity_as_stated(path):
    """Derivatives to `smoothness` are continuous everywhere, the next one is not; all are derivatives of each other."""
    t = np.linspace(-0.1, 1.5, 160_001)
    y = path(t, int(path.smoothness) + 1)
    h = t[1] - t[0]
    jumps = [np.abs(np.diff(row, axis=0)).max() for row in y]
    slopes = [np.abs(row).max() for row in y]
    for k in range(int(path.smoothness) + 1):
        assert jumps[k] <= 1.01 * h * slopes[k + 1] + 1e-12 * slopes[k], f"derivative {k} jumps"
        trapezoid = np.cumsum(0.5 * (y[k + 1][1:] + y[k + 1][:-1]), axis=0) * h
        # second-order rule, first order across a jump of the integrand
        assert np.abs(y[k][1:] - y[k][0] - trapezoid).max() <= 3 * h * slopes[k + 1], f"derivative {k + 1}"
    assert jumps[-1] > 100 * h * slopes[-1] or jumps[-1] > 0.1 * slopes[-1], "smoother than stated"
