"""Mass moments of a moving body: against a cloud of points."""

import numpy as np

from jounce.dynamics.momentum_series import Moments
from support.tolerances import assert_close

RNG = np.random.default_rng(0)
POINTS, MASSES = RNG.normal(size=(12, 3)), RNG.uniform(0.5, 2.0, 12)
W, U = RNG.normal(size=(2, 3))


def moments(points):
    second = np.einsum("k,ki,kj->ij", MASSES, points, points)
    six = (second[0, 0], second[1, 1], second[2, 2], second[0, 1], second[0, 2], second[1, 2])
    return Moments(MASSES.sum(), tuple(MASSES @ points), tuple(map(float, six)))


def velocities(points):
    return U + np.cross(W, points)


def test_momentum_is_that_of_the_points():
    L, p = moments(POINTS).momentum((tuple(W), tuple(U)))
    rates = velocities(POINTS)
    assert_close(np.array(p), MASSES @ rates)
    assert_close(np.array(L), MASSES @ np.cross(POINTS, rates))


def test_rates_are_differences():
    h = 1e-6
    first, second = moments(POINTS).rates((tuple(W), tuple(U)))
    more, less = (moments(POINTS + s * h * velocities(POINTS)) for s in (1.0, -1.0))
    assert_close(np.array(first), (np.array(more.first) - less.first) / (2.0 * h), 1e-8)
    assert_close(np.array(second), (np.array(more.second) - less.second) / (2.0 * h), 1e-8)
    assert_close(np.array(first), np.array(moments(POINTS).momentum((tuple(W), tuple(U)))[1]))  # d h / dt = p


def test_moments_of_an_inertia():
    """The tensor tr(Sigma) - Sigma and back."""
    from jounce.spatial.inertia import Inertia

    a = moments(POINTS)
    S = np.einsum("k,ki,kj->ij", MASSES, POINTS, POINTS)
    tensor = np.trace(S) * np.eye(3) - S
    body = Inertia(a.mass, a.first, tuple(tensor[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]].tolist()))
    again = Moments.of(body)
    assert_close(np.array(again.second), np.array(a.second))
    assert (again.mass, again.first) == (a.mass, a.first)
