"""200 random trees against Pinocchio: 1 to 30 joints, turning and sliding, branching, arbitrary axes."""

import numpy as np
import pytest

import jounce as jn
from support.peer_pinocchio import Pinocchio, model_of
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close


@pytest.mark.parametrize("seed", range(200))
def test_random_tree(seed):
    robot = random_robot(seed)
    peer = Pinocchio(model_of(robot), robot.joint_names)
    q, qd, qdd = random_motion(robot, seed, 2)
    assert_close(jn.rnea(robot, q, qd, qdd), peer.rnea(q, qd, qdd), ALGEBRA, "rnea")
    assert_close(jn.mass_matrix(robot, q), peer.mass_matrix(q), CHAIN, "mass_matrix")
    assert_close(jn.gravity_torque(robot, q), peer.gravity(q), CHAIN, "gravity_torque")
    assert_close(jn.forward_dynamics(robot, q, qd, qdd), peer.forward_dynamics(q, qd, qdd), CHAIN, "forward_dynamics")
    for i in np.unique([0, robot.n // 2, robot.n - 1]):
        assert_close(jn.jacobian(robot, q, link=int(i)), peer.jacobian(q, i), CHAIN, "jacobian")
        position, rotation = jn.tool_pose(robot, q, link=int(i))
        assert_close(position, peer.pose(q, i)[0], CHAIN, "position")
        assert_close(rotation, peer.pose(q, i)[1], CHAIN, "rotation")
