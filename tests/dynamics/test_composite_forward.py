"""Forward dynamics by the mass matrix: through the inverse, with an armature, and against the articulated bodies."""

import numpy as np
import pytest

import jounce as jn
from jounce.dynamics.composite_forward import forward_dynamics
from jounce.plant.plant import plant_of
from support.random_robots import random_motion, random_robot
from support.tolerances import CHAIN, assert_close


@pytest.mark.parametrize("seed", range(4))
def test_the_inverse_gives_the_torque_back(seed):
    robot = random_robot(seed, 6)
    q, qd, tau = random_motion(robot, seed, 2)
    qdd, pivots = forward_dynamics(plant_of(robot).tree, q.tolist(), qd.tolist(), tau.tolist())
    assert_close(jn.rnea(robot, q, qd, np.array(qdd)), tau, CHAIN)
    assert_close(np.array(qdd), jn.forward_dynamics(robot, q, qd, tau), 1e-9)
    assert min(pivots) > 0.0


def test_an_armature_adds_to_the_mass_matrix():
    robot = random_robot(7, 4)
    q, qd, tau = random_motion(robot, 7, 2)
    extra = np.diag([0.5, 1.0, 2.0, 3.0]) + 0.1
    qdd, _ = forward_dynamics(plant_of(robot).tree, q.tolist(), qd.tolist(), tau.tolist(), extra.tolist())
    bias = jn.rnea(robot, q, qd, 0.0 * q)
    assert_close(np.array(qdd), np.linalg.solve(jn.mass_matrix(robot, q) + extra, tau - bias), CHAIN)
