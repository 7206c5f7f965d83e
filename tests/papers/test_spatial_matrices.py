"""Matrices of twists and inertia, by what they do to vectors."""

import numpy as np
import pytest

import jounce as jn
from jounce.papers.spatial_matrices import bracket, spatial_inertia, tilde
from support.random_robots import inertia
from support.tolerances import assert_close


@pytest.mark.parametrize("seed", range(3))
def test_cross_product_and_bracket(seed):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, 3))
    assert_close(tilde(a) @ b, np.cross(a, b))
    u, v, w = rng.normal(size=(3, 6))
    assert_close(bracket(u) @ v, -bracket(v) @ u)
    jacobi = bracket(u) @ bracket(v) @ w + bracket(v) @ bracket(w) @ u + bracket(w) @ bracket(u) @ v
    assert_close(jacobi, np.zeros(6), terms=np.abs(bracket(u) @ bracket(v) @ w).max())


@pytest.mark.parametrize("seed", range(3))
def test_kinetic_energy(seed):
    """That of the centre of mass, and of the rotation about it."""
    rng = np.random.default_rng(seed)
    link = jn.Link("a", 2.5, tuple(rng.normal(size=3)), inertia(rng, 2.5))
    w, u = rng.normal(size=(2, 3))
    xx, yy, zz, xy, xz, yz = link.inertia
    central = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    speed = u + np.cross(w, link.com)
    twist = np.concatenate([w, u])
    assert_close(twist @ spatial_inertia(link) @ twist, w @ central @ w + 2.5 * speed @ speed)
