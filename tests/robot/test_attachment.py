"""Robots on robots, and robots in another place: the same numbers as one robot that was described as a whole."""

import dataclasses

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, ModelError
from support.random_robots import inertia, random_robot, rotation
from support.rotors import random_rotors
from support.tolerances import assert_close


def somewhere(rng):
    return jn.robot.Placement(tuple(map(tuple, rotation(rng).tolist())), tuple(rng.normal(scale=0.3, size=3)))


def heavy_base(robot, rng):
    body = jn.Link("base", 2.0, tuple(rng.normal(scale=0.1, size=3)), inertia(rng, 2.0))
    return dataclasses.replace(robot, base_link=body)


def renamed(robot, prefix):
    """Links and joints of a robot, as they stand in no other file."""
    links = [dataclasses.replace(link, name=prefix + link.name) for link in (robot.base_link, *robot.links)]
    joints = [
        dataclasses.replace(j, name=prefix + j.name, parent=prefix + j.parent, child=prefix + j.child) for j in robot.joints
    ]
    return links, joints


@pytest.mark.parametrize("seed", range(12))
def test_as_one_robot_that_was_built_with_a_fixed_joint(seed):
    rng = np.random.default_rng(seed)
    arm, hand = random_robot(seed, 5), heavy_base(random_robot(seed + 100, 4), rng)
    at = somewhere(rng)
    link = "base" if seed % 4 == 0 else "link2"
    both = arm.attach(hand, link, at, prefix="hand_")
    links, joints = renamed(hand, "hand_")
    bolt = jn.Joint("bolt", "fixed", link, "hand_base", at)
    whole = jn.Robot.build("all", [jn.Link("base"), *arm.links, *links], [*arm.joints, bolt, *joints], gravity=arm.gravity)
    assert both.joint_names == (*arm.joint_names, *(f"hand_{name}" for name in hand.joint_names))
    order = [both.joint_names.index(name) for name in whole.joint_names]
    q, v, a = rng.normal(size=(3, 9))
    assert_close(jn.rnea(both, q, v, a)[order], jn.rnea(whole, q[order], v[order], a[order]))
    for name in ("hand_base", "hand_link3", "link4"):
        for found, expected in zip(jn.tool_pose(both, q, link=name), jn.tool_pose(whole, q[order], link=name)):
            assert_close(found, expected)
    assert both.tool == arm.tool


@pytest.mark.parametrize("seed", range(6))
def test_drives_and_their_rotors_come_along(seed):
    """An arm on a rail that stands still is the arm, where its motors do not sit on the ground."""
    rng = np.random.default_rng(seed)
    arm = random_rotors(seed, 4)
    at = somewhere(rng)
    links = [jn.Link("ground"), jn.Link("carriage", 10.0)]
    rail = jn.Robot.build("rail", links, [jn.Joint("slide", "prismatic", "ground", "carriage")], gravity=(0.0, 1.0, -9.0))
    both = rail.attach(arm, "carriage", at, prefix="arm/")
    alone = arm.with_gravity(tuple(np.array(at.rotation).T @ rail.gravity))
    order = max(both.motion_order, alone.motion_order)
    Q = rng.normal(size=(order + 1, 4))
    still = np.concatenate([np.zeros((order + 1, 1)), Q], axis=1)
    found = jn.inverse_dynamics(both, *still[: both.motion_order + 1])
    expected = jn.inverse_dynamics(alone, *Q[: alone.motion_order + 1])
    assert_close(found.tau_m[1:], expected.tau_m, 1e-9)  # up to eight derivatives of soft springs
    assert_close(found.theta[:, 1:], expected.theta, 1e-9)


def test_springs_that_are_coupled_keep_their_partners():
    bushing = jn.robot.Bushing(np.array([[300.0, 20.0, 0.0], [20.0, 200.0, 0.0], [0.0, 0.0, 100.0]]))
    links = [jn.Link("base"), jn.Link("a", 1.0, (0.1, 0.0, 0.0))]
    soft = jn.Robot.build("soft", links, [jn.Joint("foot", "bushing", "base", "a", bushing=bushing)])
    both = jn.load("kuka_lwr").attach(soft, "tool", prefix="soft_")
    assert both.joints[-2].spring.cross[0].joint == "soft_foot_rx"


def test_two_arms_on_one_base_and_a_gripper_on_one_of_them():
    arm = jn.load("kuka_lwr")
    both = arm.attach(arm, "base", jn.placement((0.0, 0.5, 0.0), (0.0, 0.0, np.pi)), prefix="left_")
    assert both.n == 14
    q = np.random.default_rng(0).normal(size=(3, 7))
    single = jn.rnea(arm, *q)
    assert_close(jn.rnea(both, *np.concatenate([q, q], axis=1)), np.concatenate([single, single]))
    again = both.attach(jn.load("planar_2r"), "left_link7", prefix="grip_")
    assert again.parents[14] == 13


def test_the_base_has_a_body_from_files_too(tmp_path):
    """What was lost when a robot stood on the ground: mass of its base, and of links bolted to it."""
    file = tmp_path / "hand.urdf"
    body = '<inertial><mass value="{}"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>'
    file.write_text(
        f'<robot name="hand"><link name="palm">{body.format(2)}</link><link name="lid">{body.format(1)}</link>'
        f'<link name="finger">{body.format(1)}</link>'
        '<joint name="screw" type="fixed"><parent link="palm"/><child link="lid"/><origin xyz="0 0 0.3"/></joint>'
        '<joint name="curl" type="revolute"><parent link="palm"/><child link="finger"/><axis xyz="0 1 0"/></joint></robot>'
    )
    hand = jn.load(file)
    assert hand.base_link.mass == 3.0
    assert_close(hand.base_link.com, (0.0, 0.0, 0.1))
    arm = jn.load("kuka_lwr")
    both = arm.attach(hand, "tool")
    assert both.links[6].mass == arm.links[6].mass + 3.0
    hand.save(tmp_path / "hand.toml")
    assert jn.load(tmp_path / "hand.toml") == hand
    two = arm.locked({"A1": 0.3})
    assert two.base_link.mass == arm.links[0].mass
    assert arm.subchain("link7", base="link4").base_link == arm.links[3]


@pytest.mark.parametrize("seed", range(6))
def test_a_robot_in_another_place(seed):
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, 5)
    at = somewhere(rng)
    moved = robot.placed(at)
    assert moved.gravity == robot.gravity
    assert (moved.base, moved.joint_names) == ("world", robot.joint_names)
    q, v, a = rng.normal(size=(3, 5))
    R, p = np.array(at.rotation), np.array(at.origin)
    turned = robot.with_gravity(tuple(R.T @ robot.gravity))
    assert_close(jn.rnea(moved, q, v, a), jn.rnea(turned, q, v, a))
    for name in ("base", "link3"):
        position, turn = jn.tool_pose(robot, q, link=name)
        found = jn.tool_pose(moved, q, link=name)
        assert_close(found[0], p + R @ position)
        assert_close(found[1], R @ turn)
    assert moved.placed(jn.robot.Placement()).base == "world_"


ARM = jn.load("planar_2r")


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda: ARM.attach(ARM, "tool"),
            ModelError,
            r"a link or frame 'base', 'link1', 'link2'; .*prefix='planar_2r_'",
        ),
        (lambda: ARM.attach(jn.load("kuka_lwr"), "tool"), ModelError, "both have a link or frame 'base', 'link1', 'link2'"),
        (lambda: ARM.attach("planar_2r", "tool"), InputError, "attach: expected a Robot, got 'planar_2r'"),
        (lambda: ARM.attach(ARM, "nobody", prefix="b_"), InputError, "no link or frame 'nobody'"),
        (lambda: ARM.attach(ARM, "tool", (0, 0, 1), prefix="b_"), ModelError, "attach, placement: expected a Placement"),
        (lambda: ARM.attach(ARM, "tool", prefix=1), InputError, "attach, prefix: expected text"),
        (lambda: ARM.attach(ARM, "tool", prefix="\n"), ModelError, "attach, prefix: expected a name"),
        (lambda: ARM.placed("up"), ModelError, "placed: expected a Placement"),
        (lambda: dataclasses.replace(ARM, base_link=jn.Link("ground")), ModelError, "base_link: expected a Link named 'base'"),
        (lambda: dataclasses.replace(ARM, base_link=3), ModelError, "base_link: expected a Link named 'base'"),
    ],
)
def test_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_joints_that_clash_are_named():
    other = jn.Robot.build("one", [jn.Link("ground"), jn.Link("tip", 1.0)], [jn.Joint("joint2", "revolute", "ground", "tip")])
    with pytest.raises(ModelError, match="both have a joint 'joint2'"):
        ARM.attach(other, "tool")
