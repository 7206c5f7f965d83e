"""Gauss collocation with three stages: its conditions of order, its stability function, and its order measured."""

import math

import numpy as np
import pytest

from jounce.numerics.gauss_collocation import (
    LAST,
    MATRIX,
    NODES,
    WEIGHTS,
    condensed,
    eliminated,
    eliminated_rates,
    gauss_times,
)
from support.tolerances import assert_close

EXACT = 1e-14


def test_conditions_of_order():
    """Weights integrate powers to 5, rows of the matrix powers to 2, both exactly [Hairer1993]."""
    for k in range(6):
        assert WEIGHTS @ NODES**k == pytest.approx(1.0 / (k + 1), rel=EXACT)
    for k in range(3):
        assert_close(MATRIX @ NODES**k, NODES ** (k + 1) / (k + 1), EXACT)
    assert_close(LAST @ MATRIX, WEIGHTS, EXACT)


def onward(slope, h):
    """d s' by d s of one interval of sd = slope s, linearised at any stages."""
    size = len(slope)
    F = np.tile(slope, (1, 3, 1, 1))
    s = np.zeros((2, size))
    step, _, _ = condensed(np.zeros((1, 3, size)), s, np.zeros((1, 3, size)), h, lambda right: eliminated_rates(F, h, right))
    return np.eye(size) + step[0, :, :size]


def test_a_linear_interval_is_the_approximation_of_pade():
    """sd = a s: s' = P(x) / P(-x) s with x = a h, P(x) = 1 + x/2 + x^2/10 + x^3/120."""
    x = -0.7

    def P(x):
        return 1.0 + x / 2 + x**2 / 10 + x**3 / 120

    assert onward(np.array([[x]]), np.ones(1))[0, 0] == pytest.approx(P(x) / P(-x), rel=EXACT)


def test_the_order_is_six():
    """s' = e^(a h) s with an error of h^7 a step."""
    slope = np.array([[0.0, 1.0], [-4.0, -0.5]])
    values, vectors = np.linalg.eig(slope)
    errors = []
    for h in (0.4, 0.2):
        exact = (vectors @ np.diag(np.exp(h * values)) @ np.linalg.inv(vectors)).real
        errors.append(np.abs(onward(slope, np.array([h])) - exact).max())
    assert math.log2(errors[0] / errors[1]) == pytest.approx(7.0, abs=0.2)


def test_second_order_equations_are_eliminated_alike():
    """Positions and velocities: the short way with accelerations alone, and all rates at once."""
    rng = np.random.default_rng(0)
    count, h = 2, np.array([0.1, 0.3, 0.2])
    F = rng.normal(size=(3, 3, count, 2 * count))
    rates = np.concatenate([np.broadcast_to(np.eye(count, 2 * count, count), F.shape), F], axis=2)
    right = rng.normal(size=(3, 3, 2 * count, 5))
    assert_close(eliminated(F, h, right), eliminated_rates(rates, h, right), 1e-13)


def test_residuals_vanish_on_a_polynomial():
    """s = t^3 on an uneven grid: the method of order 6 has no gap."""
    grid = np.array([0.0, 0.2, 0.5, 1.1])
    t = gauss_times(grid).reshape(-1, 3, 1)
    zero = np.zeros((3, 3, 1, 1))
    h = np.diff(grid)
    step, dstages, gap = condensed(3.0 * t**2, grid[:, None] ** 3, t**3, h, lambda right: eliminated_rates(zero, h, right))
    assert np.abs(gap).max() < EXACT
    assert np.abs(dstages[..., -1]).max() < EXACT
    assert np.abs(step).max() < EXACT
