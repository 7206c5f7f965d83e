"""Joints that stand still: the robot that is left moves as the whole one does while nobody moves them."""

import dataclasses

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from jounce.errors import InputError, LoadError, ModelError
from support.peer_pinocchio import Pinocchio
from support.rotors import random_rotors
from support.several_freedoms import random_state, random_tree
from support.tolerances import assert_close


def held(robot, q, names):
    """{joint: its part of q}."""
    found, at = {}, 0
    for joint in robot.joints:
        own = q[at : at + joint.positions]
        if joint.name in names:
            found[joint.name] = float(own[0]) if joint.freedoms == 1 else tuple(own)
        at += joint.positions
    return found


def split(robot, names):
    """Which positions and which velocities stay."""
    positions = np.repeat([joint.name not in names for joint in robot.joints], [joint.positions for joint in robot.joints])
    velocities = np.array([robot.joints[i].name not in names for i in robot.velocity_joints])
    return positions, velocities


@pytest.mark.parametrize("seed", range(30))
def test_as_the_whole_robot_whose_joints_stand_still(seed):
    robot = random_tree(seed, n=6, floating=seed % 3 == 0)
    rng = np.random.default_rng(seed)
    names = {str(name) for name in rng.choice(robot.joint_names, size=int(rng.integers(1, 6)), replace=False)}
    q, v, a = random_state(robot, seed)
    positions, velocities = split(robot, names)
    v, a = v * velocities, a * velocities
    less = robot.locked(held(robot, q, names))
    assert less.joint_names == tuple(name for name in robot.joint_names if name not in names)
    assert (less.gravity, less.base) == (robot.gravity, robot.base)
    few = q[positions], v[velocities], a[velocities]
    assert_close(jn.rnea(less, *few), jn.rnea(robot, q, v, a)[velocities])
    M = jn.mass_matrix(robot, q)
    assert_close(jn.mass_matrix(less, few[0]), M[np.ix_(velocities, velocities)])
    for link in robot.links:  # a link that was merged is a frame of its name
        expected = jn.tool_pose(robot, q, link=link.name)
        found = jn.tool_pose(less, few[0], link=link.name)
        assert_close(found[0], expected[0])
        assert_close(found[1], expected[1])


@pytest.mark.filterwarnings("ignore:.*at right angles to joint")  # a random pose may lock a rotor near a right angle
@pytest.mark.parametrize("seed", range(12))
def test_rotors_that_are_carried_along(seed):
    """Motors on merged links, on links beyond a locked joint, along axes that count from all joints at zero."""
    robot = random_rotors(seed, 5, rigid=1.0)
    name = robot.joint_names[seed % 4]
    i = robot.joint_names.index(name)
    robot = dataclasses.replace(
        robot, joints=tuple(dataclasses.replace(j, drive=None) if j.name == name else j for j in robot.joints)
    )
    rng = np.random.default_rng(seed)
    q, v, a = rng.normal(size=(3, 5))
    v[i] = a[i] = 0.0
    less = robot.locked({name: q[i]})
    rest = [k for k in range(5) if k != i]
    assert_close(
        jn.inverse_dynamics(less, q[rest], v[rest], a[rest]).tau_m, jn.inverse_dynamics(robot, q, v, a).tau_m[rest], 1e-11
    )


def test_names_and_patterns():
    robot = jn.load("kuka_lwr")
    assert robot.locked({"A[67]": 0.1, "A1": 0.0}).joint_names == ("A2", "A3", "A4", "A5")
    # a name counts before a pattern, a later pattern before an earlier one
    assert robot.locked({"A7": 0.2, "A*7": 0.1}) == robot.locked({"A7": 0.2})
    assert robot.locked({"A[2-7]": 0.3, "A[2-6]": 0.1}) == robot.locked({"A7": 0.3, "A[2-6]": 0.1})
    less = robot.locked({"A[67]": 0.1, "A7": 0.2})
    assert less == robot.locked({"A6": 0.1, "A7": 0.2})
    assert {frame.name for frame in less.frames} == {"link6", "link7"}
    assert sum(link.mass for link in less.links) == pytest.approx(sum(link.mass for link in robot.links), rel=1e-15)
    assert jn.load("kuka_lwr", lock={"A[67]": 0.1, "A7": 0.2}) == less
    assert less.tool == robot.tool  # on what is a frame now


def test_a_locked_joint_takes_its_drive_with_it():
    robot = jn.load("planar_2r")
    first = robot.locked({robot.joint_names[1]: 0.4})
    assert first.drives == robot.drives[:1]
    M = jn.mass_matrix(robot, [0.0, 0.4])
    assert_close(jn.mass_matrix(first, [0.0]), M[:1, :1])


def test_springs():
    bushing = jn.robot.Bushing(np.array([[300.0, 20.0, 0.0], [20.0, 200.0, 0.0], [0.0, 0.0, 100.0]]), (1.0, 2.0, 3.0))
    links = [jn.Link("base"), jn.Link("a", 1.0, (0.1, 0.0, 0.0)), jn.Link("b", 1.0, (0.1, 0.0, 0.0))]
    joints = [jn.Joint("foot", "bushing", "base", "a", bushing=bushing), jn.Joint("hip", "revolute", "a", "b")]
    robot = jn.Robot.build("soft", links, joints)
    less = robot.locked({"foot_rx": 0.0})
    assert less.joint_names == ("foot_ry", "foot_rz", "hip")
    assert less.joints[0].spring == jn.Spring(200.0, 2.0)
    with pytest.raises(ModelError, match="'foot_rx' is coupled to the spring of 'foot_ry'.*lock it at 0, or both"):
        robot.locked({"foot_rx": 0.1})
    assert robot.locked({"foot_r[xy]": 0.1}).joint_names == ("foot_rz", "hip")


FREE = random_tree(0, n=3, floating=True)


@pytest.mark.parametrize(
    ("robot", "lock", "words"),
    [
        ("kuka_lwr", {"A_1": 0.0}, "no moving joint is named 'A_1'.*Did you mean 'A1'"),
        ("kuka_lwr", {"finger*": 0.0}, r"no moving joint is named 'finger\*'.*Known: A1, A2"),
        ("kuka_lwr", {"A*": 0.0}, "all joints of robot 'kuka_lwr'; a robot needs one that moves"),
        ("kuka_lwr", {"A1": float("nan")}, "joint 'A1'.*finite number"),
        ("kuka_lwr", {"A1": "0.1"}, r"joint 'A1' \[rad\]: expected a number, got '0.1'"),
        ("kuka_lwr", {"A1": (0.1, 0.2)}, "joint 'A1'.*expected a number"),
        ("kuka_lwr", {1: 0.0}, "expected a name"),
        ("kuka_lwr", ["A1"], "expected {joint name or pattern: position}"),
        (FREE, {"joint0": 0.0}, "'joint0', a quaternion x, y, z, w, then the origin .m.: expected 7 numbers, got 0.0"),
        (FREE, {"joint0": (0, 0, 0, 0, 1, 2, 3)}, "quaternion .* is zero"),
    ],
)
def test_refused(robot, lock, words):
    with pytest.raises(ModelError, match=words):
        (jn.load(robot) if isinstance(robot, str) else robot).locked(lock)


# ---------------------------------------------------------------- in files

HAND = """<robot name="hand"><link name="base"/><link name="palm">{body}</link><link name="left">{body}</link>
<link name="right">{body}</link><link name="tip">{body}</link>
<joint name="wrist" type="revolute"><parent link="base"/><child link="palm"/><axis xyz="0 0 1"/>{limit}</joint>
<joint name="left_finger" type="prismatic"><parent link="palm"/><child link="left"/><axis xyz="0 1 0"/>{limit}</joint>
<joint name="right_finger" type="prismatic"><parent link="palm"/><child link="right"/><axis xyz="0 1 0"/>{limit}
  <mimic joint="left_finger" multiplier="-2" offset="0.01"/></joint>
<joint name="right_tip" type="revolute"><parent link="right"/><child link="tip"/><axis xyz="1 0 0"/>{limit}
  <mimic joint="right_finger" multiplier="3"/></joint>
<transmission name="t"><joint name="left_finger"/><mechanicalReduction>5</mechanicalReduction></transmission>
</robot>"""
BODY = """<inertial><origin xyz="0.1 0 0.02"/><mass value="1.5"/>
<inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.025"/></inertial>"""


@pytest.fixture
def hand(tmp_path):
    file = tmp_path / "hand.urdf"
    file.write_text(HAND.format(body=BODY, limit='<limit lower="-1" upper="1" effort="1" velocity="1"/>'))
    return file


def test_joints_that_mimic_a_locked_one_stand_still_too(hand):
    robot = jn.load(hand, lock={"left_finger": 0.04})
    assert robot.joint_names == ("wrist",)
    places = {frame.name: frame.placement for frame in robot.frames}
    assert places["left"].origin == (0.0, 0.04, 0.0)
    assert_close(places["right"].origin, (0.0, -2 * 0.04 + 0.01, 0.0), 1e-15)
    angle = 3 * (-2 * 0.04 + 0.01)
    assert_close(places["tip"].rotation[1], (0.0, np.cos(angle), -np.sin(angle)), 1e-15)
    # what the user says of the follower counts
    places = {f.name: f.placement for f in jn.load(hand, lock={"left_finger": 0.04, "right_finger": 0.0}).frames}
    assert places["right"].origin == (0.0, 0.0, 0.0)
    model = pin.buildModelFromUrdf(str(hand))
    q = np.zeros(model.nq)
    for name, value in {"left_finger": 0.04, "right_finger": -0.07, "right_tip": -0.21}.items():
        q[model.joints[model.getJointId(name)].idx_q] = value
    ids = [model.getJointId(name) for name in ("left_finger", "right_finger", "right_tip")]
    peer = Pinocchio(pin.buildReducedModel(model, ids, q), robot.joint_names)
    assert_close(jn.rnea(robot, [0.3], [0.5], [0.7]), peer.rnea([0.3], [0.5], [0.7]))


def test_joints_that_mimic_follow_unless_they_stand_still(hand):
    robot = jn.load(hand)
    assert robot.joint_names == ("wrist", "left_finger")
    assert robot.joints[3].mimic == jn.robot.Mimic("left_finger", -6.0, 0.03)  # through the one that it mimics
    less, read = robot.locked({"left_finger": 0.04}), jn.load(hand, lock={"left_finger": 0.04})
    assert less.joint_names == read.joint_names
    assert_close(less.parameters, read.parameters)  # -6 q + 0.03 here, 3 (-2 q + 0.01) there
    assert jn.load(hand, lock={"right_*": 0.0}).joint_names == ("wrist", "left_finger")
    hand.write_text(hand.read_text().replace('"right_finger" type="prismatic"', '"right_finger" type="fixed"'))
    assert jn.load(hand).joint_names == ("wrist", "left_finger")  # a fixed joint is fixed; what follows it stands at its offset
    hand.write_text(hand.read_text().replace('joint="left_finger" multiplier="-2"', 'joint="nobody" multiplier="x"'))
    assert jn.load(hand).joint_names == ("wrist", "left_finger")


def test_mimics_of_nobody_are_reported_all_at_once(hand):
    text = hand.read_text().replace('mimic joint="left_finger"', 'mimic joint="left"')
    hand.write_text(text.replace('mimic joint="right_finger"', 'mimic joint="right"'))
    with pytest.raises(LoadError, match=r"(?s)2 problems:.*'right_finger' mimics 'left'.*lock={'right_finger': 0.0}.*_tip'"):
        jn.load(hand)
    assert jn.load(hand, lock={"right_*": 0.0}).joint_names == ("wrist", "left_finger")


def test_locked_joints_in_a_side_file(hand, tmp_path):
    side = tmp_path / "drives.toml"
    side.write_text("[joint.left_finger]\nstiffness = 1e5\n[joint.wrist]\nstiffness = 1e4\n")
    robot = jn.load(hand, drives=side, lock={"*finger": 0.0})
    assert robot.drives == (jn.Drive(stiffness=1e4),)


def test_links_that_stand_still_need_no_body(hand):
    hand.write_text(hand.read_text().replace('mass value="1.5"', 'mass value="-1.5"', 1))
    with pytest.raises(jn.errors.UnphysicalError, match="line 1: link 'palm': its mass is negative"):
        jn.load(hand, lock={"left_finger": 0.0})
    with pytest.raises(LoadError, match="robot 'hand' has no moving joint; lock holds all of them"):
        jn.load(hand, lock={"*": 0.0})
    with pytest.raises(LoadError, match="lock: no moving joint is named 'wirst'.*Did you mean 'wrist'"):
        jn.load(hand, lock={"left_finger": 0.0, "wirst": 0.1})
    with pytest.raises(LoadError, match="joint 'left_finger'.*expected a number, got 'open'"):
        jn.load(hand, lock={"left_finger": "open"})


def test_composite_joints_are_locked_by_their_parts(tmp_path):
    file = tmp_path / "cart.urdf"
    file.write_text(
        f'<robot name="cart"><link name="a"/><link name="b">{BODY}</link><joint name="base" type="planar"><parent link="a"/>'
        '<child link="b"/><axis xyz="0 0 1"/></joint></robot>'
    )
    assert jn.load(file, lock={"base_[xy]": 0.1}).joint_names == ("base_angle",)


@pytest.mark.parametrize("value", [1, "", None, 2.0])
def test_floating_base_takes_a_name(hand, value):
    with pytest.raises(InputError, match="expected True, False or the name"):
        jn.load(hand, floating_base=value)
