"""Poses and Jacobians: velocities of a frame are its Jacobian times those of the joints."""

import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close


@pytest.mark.parametrize("seed", range(30))
def test_kinematics(seed):
    """Velocity of a link by its pose's derivatives and by its Jacobian; acceleration through Jdot."""
    robot = random_robot(seed)
    q, qd, qdd = random_motion(robot, seed, 2)
    link = seed % robot.n
    p, R = jn.tool_pose(robot, q, qd, qdd, link=link)
    J, Jd = jn.jacobian(robot, q, qd, link=link)
    spin = R[0].T @ R[1]  # [w] in the link's axes
    w = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
    v = R[0].T @ p[1]
    assert_close(J @ qd, np.concatenate([w, v]), ALGEBRA, "J qd")
    # body-frame derivative of v is R^T p'' - w x v
    assert_close((Jd @ qd + J @ qdd)[3:], R[0].T @ p[2] - np.cross(w, v), CHAIN, "d/dt (J qd)")
