"""Random trees against MuJoCo, through its own model format: a second witness that shares nothing with Pinocchio."""

import mujoco
import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_motion, random_robot
from support.tolerances import CHAIN, assert_close


def numbers(values):
    return " ".join(repr(float(x)) for x in values)


def quaternion(R):
    out = np.zeros(4)
    mujoco.mju_mat2Quat(out, np.array(R, dtype=float).ravel())
    return out


def mjcf(robot):
    """The robot as MJCF, with every digit."""

    def body(i):
        link, joint = robot.links[i], robot.joints[i]
        kind = "slide" if joint.prismatic else "hinge"
        xx, yy, zz, xy, xz, yz = link.inertia
        children = "".join(body(k) for k in range(robot.n) if robot.parents[k] == i)
        return (
            f'<body name="{link.name}" pos="{numbers(joint.placement.origin)}" '
            f'quat="{numbers(quaternion(joint.placement.rotation))}">'
            f'<inertial pos="{numbers(link.com)}" mass="{link.mass!r}" fullinertia="{numbers((xx, yy, zz, xy, xz, yz))}"/>'
            f'<joint name="{joint.name}" type="{kind}" axis="{numbers(joint.axis)}"/>{children}</body>'
        )

    roots = "".join(body(k) for k in range(robot.n) if robot.parents[k] < 0)
    option = f'<option gravity="{numbers(robot.gravity)}"><flag contact="disable" constraint="disable"/></option>'
    return f'<mujoco><compiler angle="radian"/>{option}<worldbody>{roots}</worldbody></mujoco>'


@pytest.mark.parametrize("seed", range(20))
def test_random_tree(seed):
    robot = random_robot(seed)
    model = mujoco.MjModel.from_xml_string(mjcf(robot))
    data = mujoco.MjData(model)
    order = [model.joint(name).dofadr[0] for name in robot.joint_names]
    q, qd, qdd = random_motion(robot, seed, 2)
    data.qpos[order], data.qvel[order], data.qacc[order] = q, qd, qdd
    mujoco.mj_inverse(model, data)
    # MuJoCo turns each inertia into principal axes and back through a quaternion: a few digits less than Pinocchio
    assert_close(jn.rnea(robot, q, qd, qdd)[0], data.qfrc_inverse[order], CHAIN, "rnea")
