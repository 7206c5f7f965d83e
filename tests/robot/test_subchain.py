"""Subchains: the same joints as in the whole robot, and what cannot be cut out."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.robot import Frame, Mimic, Tool
from support.random_robots import random_robot
from support.tolerances import assert_close


def test_subchain():
    robot = random_robot(12, n=9, chain=True)
    arm = robot.subchain("link5")
    assert arm.joint_names == robot.joint_names[:6]
    q = np.random.default_rng(0).normal(size=9)
    assert_close(jn.tool_pose(arm, q[:6])[0], jn.tool_pose(robot, q, link="link5")[0])
    outer = robot.subchain("link8", base="link2")
    assert outer.base == "link2"
    assert outer.joint_names == robot.joint_names[3:]
    # with the inner joints at zero, the outer ones feel the same weight
    q[:3] = 0.0
    assert_close(jn.gravity_torque(outer, q[3:]), jn.gravity_torque(robot, q)[3:])
    with pytest.raises(InputError, match="no joint leads from 'link5' to 'link2'"):
        robot.subchain("link2", base="link5")
    with pytest.raises(InputError, match="no link or frame"):
        robot.subchain("hand")


def test_gravity_turns_into_the_frame_of_the_new_base():
    links = [jn.Link("base"), jn.Link("a", 1.0), jn.Link("b", 1.0)]
    turned = jn.placement(rpy=(np.pi / 2, 0.0, 0.0))
    robot = jn.Robot.build("l", links, [jn.Joint("1", "revolute", "base", "a", turned), jn.Joint("2", "revolute", "a", "b")])
    assert_close(robot.subchain("b", base="a").gravity, (0.0, -9.81, 0.0))


def test_tool_and_frames_of_the_chain():
    robot = random_robot(12, n=5, chain=True)
    frames = (Frame("near", "link0"), Frame("far", "link4"))
    robot = jn.Robot.build("x", [robot.base_link, *robot.links], robot.joints, frames=frames, tool=Tool("far", outputs=("x",)))
    outer = robot.subchain("link4", base="link1")
    assert outer.tool == robot.tool
    assert [frame.name for frame in outer.frames] == ["far"]
    inner = robot.subchain("near")
    assert inner.tool == Tool("link0")
    assert inner.n == 1


def test_mimic_joints_need_the_joint_that_they_follow():
    links = [jn.Link("base"), *(jn.Link(name, 1.0) for name in "abc")]
    joints = [
        jn.Joint("1", "revolute", "base", "a"),
        jn.Joint("2", "revolute", "a", "b"),
        jn.Joint("3", "revolute", "b", "c", mimic=Mimic("1")),
    ]
    robot = jn.Robot.build("hand", links, joints)
    assert robot.subchain("c").n == 2
    with pytest.raises(InputError, match="joint '3' follows '1', which is not between 'a' to 'c'"):
        robot.subchain("c", base="a")


def test_coupled_motors_stay_together():
    robot = random_robot(3, n=3, chain=True, kinds=("revolute",)).with_drives(rotor_inertia=1.0)
    robot = robot.with_transmission([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 2.0, 3.0]])
    assert robot.subchain("link0").transmission == ()  # the identity
    assert robot.subchain("link2", base="link0").transmission == ((1.0, 0.0), (2.0, 3.0))
    with pytest.raises(InputError, match="couples the motors of joints 'joint1' and 'joint2', and only one"):
        robot.subchain("link1")
