"""Ten inertial parameters against clouds of point masses, summed by definition."""

import numpy as np
import pytest

from jounce.spatial.geometry import Placement, acceleration_matrix
from jounce.spatial.inertia import Inertia, full, inertial_wrench, point_inertia, second_moments, six
from support.random_robots import rotation
from support.tolerances import assert_close

SEEDS = range(5)


def cloud(seed, count=6):
    """Return point masses (count,) and their places (count, 3)."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 2.0, size=count), rng.normal(size=(count, 3))


def tensor(m, r):
    """Return the inertia (3, 3) of point masses about the origin: the sum of m (r.r 1 - r r^T)."""
    return np.einsum("k,ki,ki->", m, r, r) * np.eye(3) - np.einsum("k,ki,kj->ij", m, r, r)


def inertia(m, r):
    """Return the ten parameters of point masses, about the centre of mass and from there by Steiner's theorem."""
    com = m @ r / m.sum()
    return Inertia.about_com(m.sum(), tuple(com), six(tensor(m, r - com)))


def assert_inertia(body, m, r):
    """Assert that a body is these point masses."""
    assert_close(body.parameters, [m.sum(), *(m @ r), *six(tensor(m, r))])


@pytest.mark.parametrize("seed", SEEDS)
def test_about_the_origin(seed):
    m, r = cloud(seed)
    assert_inertia(inertia(m, r), m, r)
    assert_close(full(inertia(m, r).tensor), tensor(m, r))
    assert_close(sum(np.array(point_inertia(mass, place)) for mass, place in zip(m, r)), six(tensor(m, r)))
    S = np.einsum("k,ki,kj->ij", m, r, r)
    assert_close(second_moments(inertia(m, r).tensor), six(S))


@pytest.mark.parametrize("seed", SEEDS)
def test_of_bodies_joined_and_moved(seed):
    (m, r), (m2, r2), rng = cloud(seed), cloud(seed + 50), np.random.default_rng(seed)
    body, p, R, angle = inertia(m, r), rng.normal(size=3), rotation(rng), rng.normal()
    assert_inertia(body.plus(inertia(m2, r2)), np.append(m, m2), np.vstack([r, r2]))
    assert_inertia(body.shifted(tuple(p)), m, r + p)
    assert_inertia(body.seen_from(Placement(tuple(map(tuple, R)), tuple(p))), m, r @ R.T + p)
    s, c = np.sin(angle), np.cos(angle)
    assert_inertia(body.turned(s, c), m, r @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]).T)


@pytest.mark.parametrize("seed", SEEDS)
def test_wrench_of_moving_point_masses(seed):
    m, r = cloud(seed)
    w, al, a = np.random.default_rng(seed + 9).normal(size=(3, 3))
    forces = m[:, None] * (a + np.cross(al, r) + np.cross(w, np.cross(w, r)))
    moment, force = inertial_wrench(inertia(m, r), acceleration_matrix(tuple(w), tuple(al)), tuple(a))
    assert_close(force, forces.sum(axis=0))
    assert_close(moment, np.cross(r, forces).sum(axis=0))


def test_nothing_has_no_inertia():
    assert Inertia().parameters == (0.0,) * 10
    assert Inertia().plus(Inertia()) == Inertia()
