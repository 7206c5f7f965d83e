"""The factorisation L^T D L of the mass matrix, against NumPy."""

import numpy as np
import pytest

import jounce as jn
from jounce.dynamics.factorization import ltdl, solve
from jounce.plant.plant import plant_of
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, assert_close


def factors(robot, q):
    """M, L with its unit diagonal, D, and L as it came."""
    M = jn.mass_matrix(robot, q)
    tree = plant_of(robot).tree
    L = ltdl(tree.over, tree.parents, M.tolist())
    return M, np.tril(L, -1) + np.eye(robot.n), np.diag(L), L


@pytest.mark.parametrize("seed", range(20))
def test_product(seed):
    robot = random_robot(seed)
    M, L, D, _ = factors(robot, random_motion(robot, seed, 0)[0])
    assert_close(L.T @ np.diag(D) @ L, M, ALGEBRA)
    assert (D > 0.0).all()


@pytest.mark.parametrize("seed", range(20))
def test_branches_stay_apart(seed):
    """L has entries only where one joint carries the other, as M has."""
    robot = random_robot(seed, 12)
    M, L, _, _ = factors(robot, random_motion(robot, seed, 0)[0])
    carried = np.eye(12, dtype=bool)
    for i, parent in enumerate(robot.parents):
        if parent >= 0:
            carried[i] |= carried[parent]
    assert not carried.all()
    assert (M[~carried & ~carried.T] == 0.0).all()
    assert (L[~carried] == 0.0).all()


@pytest.mark.parametrize("seed", range(20))
def test_solve(seed):
    robot = random_robot(seed)
    q, b = random_motion(robot, seed, 1)
    M, _, _, L = factors(robot, q)
    tree = plant_of(robot).tree
    x = solve(tree.over, tree.parents, L, b.tolist())
    assert_close(x, np.linalg.solve(M, b), 1e-15 * np.linalg.cond(M) + ALGEBRA, "what the condition of M takes")
    assert_close(M @ x, b, 1e-15 * np.linalg.cond(M) + ALGEBRA, "residual")
