"""The mass matrix: symmetric, positive, and made of torques of unit accelerations."""

import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, assert_close


@pytest.mark.parametrize("seed", range(30))
def test_mass_matrix(seed):
    robot = random_robot(seed)
    q = random_motion(robot, seed, 0)[0]
    M = jn.mass_matrix(robot, q)
    assert (M == M.T).all()
    assert np.linalg.eigvalsh(M).min() > 0
    weightless = robot.with_gravity((0, 0, 0))
    columns = [jn.rnea(weightless, q, 0 * q, e) for e in np.eye(robot.n)]
    assert_close(np.stack(columns, axis=-1), M, ALGEBRA, "columns of M by rnea")
