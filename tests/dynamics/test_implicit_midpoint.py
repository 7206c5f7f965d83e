"""One period by the midpoint rule: the matrix formula, an oscillator that keeps its size, and order two."""

import numpy as np
import pytest
from scipy.linalg import expm

from jounce.dynamics.implicit_midpoint import dot, midpoint
from support.tolerances import CHAIN, assert_close


def system(a_p, a_v):
    s = len(a_p)
    return np.block([[np.zeros((s, s)), np.eye(s)], [np.array(a_p), np.array(a_v)]])


@pytest.mark.parametrize(("size", "links"), [(1, 1), (4, 2), (5, 3)])
def test_the_matrix_formula(size, links):
    """F = W^-1 (1 + h/2 A), and W solved."""
    rng = np.random.default_rng(size)
    a_p, a_v, h = rng.normal(size=(size, size)), rng.normal(size=(size, size)), 0.3
    A, W = system(a_p, a_v), np.eye(2 * size) - 0.5 * h * system(a_p, a_v)
    step = midpoint(a_p.tolist(), a_v.tolist(), h, links)
    assert_close(np.array(step.transition()), np.linalg.solve(W, np.eye(2 * size) + 0.5 * h * A), CHAIN)
    x = rng.normal(size=2 * size)
    p, v = step.solve(x[:size].tolist(), x[size:].tolist())
    assert_close(np.array([*p, *v]), np.linalg.solve(W, x), CHAIN)


@pytest.mark.parametrize("w", [1.0, 1e2, 1e5])
def test_an_oscillator_keeps_its_size(w):
    """However stiff: it turns by 2 atan(w h / 2)."""
    h = 0.01
    values = np.linalg.eigvals(np.array(midpoint([[-w * w]], [[0.0]], h, 1).transition()))
    assert_close(np.abs(values), np.ones(2), 1e-9)
    assert_close(np.sort(np.angle(values)), 2.0 * np.arctan(0.5 * w * h) * np.array([-1.0, 1.0]), 1e-9)


def test_order_two():
    a_p, a_v = [[-4.0, 1.0], [1.0, -9.0]], [[-0.1, 0.0], [0.0, -0.2]]
    errors = [np.abs(np.array(midpoint(a_p, a_v, h, 1).transition()) - expm(h * system(a_p, a_v))).max() for h in (0.02, 0.01)]
    assert 7.0 < errors[0] / errors[1] < 9.0  # of one step: h^3


def test_products():
    assert dot([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]) == 32.0
    assert dot([], []) == 0.0
