"""Random trees against MuJoCo, through its own model format: a second witness that shares nothing with Pinocchio."""

import mujoco
import pytest

import jounce as jn
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, assert_close


@pytest.mark.parametrize("seed", range(20))
def test_random_tree(seed):
    robot = random_robot(seed)
    model = mujoco.MjModel.from_xml_string(robot.to_mjcf())
    data = mujoco.MjData(model)
    order = [model.joint(name).dofadr[0] for name in robot.joint_names]
    q, qd, qdd = random_motion(robot, seed, 2)
    data.qpos[order], data.qvel[order], data.qacc[order] = q, qd, qdd
    mujoco.mj_inverse(model, data)
    assert_close(jn.rnea(robot, q, qd, qdd), data.qfrc_inverse[order], ALGEBRA, "rnea")
