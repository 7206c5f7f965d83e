"""URDF that is written: read again it is the same robot, and Pinocchio finds the same numbers in it."""

import math
import warnings

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from jounce.errors import InputError, ModelError
from jounce.robot.io.urdf_writer import roll_pitch_yaw
from jounce.robot.limits import JointLimits
from jounce.spatial.geometry import rotation_rpy
from support.peer_pinocchio import Pinocchio
from support.random_robots import random_robot, rotation
from support.several_freedoms import random_tree
from support.tolerances import assert_close

pytestmark = pytest.mark.filterwarnings("ignore:(?s).*URDF has no words for")

ROUNDING = 2e-15
"""Random rotations are orthonormal to half of that."""


def bodies(robot):
    return {link.name: (link.mass, link.com, link.inertia) for link in (robot.base_link, *robot.links)}


def limits(joint):
    """URDF has one effort for motor and joint."""
    stated = joint.limits
    return stated.position, stated.velocity, stated.acceleration, stated.jerk, min(stated.motor_torque, stated.joint_torque)


def same(found, expected):
    """Two robots, rotations to rounding, joints and frames in any order."""
    assert bodies(found) == bodies(expected)
    for kind in ("joints", "frames"):
        mine, theirs = ({part.name: part for part in getattr(robot, kind)} for robot in (found, expected))
        mine = {name: part for name, part in mine.items() if name != "tool"}  # URDF knows none, so it is a frame
        assert mine.keys() == theirs.keys()
        for name, part in mine.items():
            other = theirs[name]
            assert part.placement.origin == other.placement.origin
            assert np.abs(np.subtract(part.placement.rotation, other.placement.rotation)).max() <= ROUNDING
            if kind == "joints":
                for field in ("type", "parent", "child", "axis", "mimic", "friction"):
                    assert getattr(part, field) == getattr(other, field), (name, field)
                assert limits(part) == limits(other)
            else:
                assert part.link == other.link


@pytest.mark.parametrize("seed", range(20))
def test_random_robots(seed, tmp_path):
    rng = np.random.default_rng(seed)
    hand = random_robot(seed + 50, 3)
    robot = random_robot(seed).with_gravity((0.0, 0.0, -9.81)).attach(hand, "link0", prefix="hand & <foot>_")
    robot = robot.with_drives(stiffness=math.inf, rotor_inertia=rng.uniform(size=robot.n), gear_ratio=rng.uniform(1, 9, robot.n))
    file = tmp_path / "robot.urdf"
    assert robot.to_urdf(file) == file.read_text(encoding="utf-8")
    found = jn.load(file)
    same(found, robot)
    assert {j.name: j.drive for j in found.joints} == {j.name: j.drive for j in robot.joints}
    peer = Pinocchio(pin.buildModelFromUrdf(str(file)), robot.joint_names)
    q, v, a = rng.normal(size=(3, robot.n))
    assert_close(jn.rnea(robot, q, v, a), peer.rnea(q, v, a))
    assert_close(jn.mass_matrix(robot, q), peer.mass_matrix(q))


@pytest.mark.parametrize("name", jn.library())
def test_the_library(name, tmp_path):
    robot = jn.load(name)
    robot.to_urdf(tmp_path / "robot.urdf")
    found = jn.load(tmp_path / "robot.urdf", physical=False)  # two robots have links that no body is
    same(found, robot)
    q = np.random.default_rng(0).normal(size=robot.n)
    order = [robot.joint_names.index(joint) for joint in found.joint_names]
    for mine, theirs in zip(jn.tool_pose(found, q[order], link="tool"), jn.tool_pose(robot, q, link="tool")):
        assert_close(mine, theirs)


def test_limits_mimics_and_friction(tmp_path):
    links = [jn.Link("base"), *(jn.Link(name, 1.0, (0.1, 0.0, 0.0)) for name in "abcd")]
    joints = [
        jn.Joint("ab", "revolute", "base", "a", limits=JointLimits((-1.0, 2.0), 3.0, 4.0, 5.0, 6.0, joint_torque=6.0)),
        jn.Joint("bc", "prismatic", "a", "b", limits=JointLimits((-math.inf, 2.0), velocity=0.5), friction=jn.Friction(0.1, 0.2)),
        jn.Joint("cd", "continuous", "b", "c", limits=JointLimits(velocity=7.0), friction=jn.Friction(0.3)),
        jn.Joint("de", "revolute", "c", "d", mimic=jn.robot.Mimic("ab", -2.0, 0.1)),
    ]
    robot = jn.Robot.build("all", links, joints)
    robot.to_urdf(tmp_path / "all.urdf")
    same(jn.load(tmp_path / "all.urdf"), robot)
    model = pin.buildModelFromUrdf(str(tmp_path / "all.urdf"))
    assert model.lowerPositionLimit[0] == -1.0
    assert model.effortLimit[0] == 6.0


def test_floating_joints_and_those_that_urdf_has_not(tmp_path):
    robot = jn.load("kuka_lwr").attach(jn.load("planar_2r"), "base", prefix="p_")
    with pytest.raises(ModelError, match="joint 'joint0': URDF has no spherical joints"):
        random_tree(0).to_urdf()
    body = jn.Link("body", 1.0, (0.1, 0.2, 0.3), (0.1, 0.1, 0.1, 0.0, 0.0, 0.0))
    free = jn.Robot.build("free", [jn.Link("world"), body], [jn.Joint("fly", "floating", "world", "body")])
    free.to_urdf(tmp_path / "free.urdf")
    same(jn.load(tmp_path / "free.urdf"), free)
    with pytest.raises(InputError, match="ends in .urdf"):
        robot.to_urdf(tmp_path / "robot.xml")


def test_names_of_bolts_are_free(tmp_path):
    links = [jn.Link("base"), jn.Link("tip", 1.0, (0.1, 0.0, 0.0))]
    frame = jn.robot.Frame("eye", "tip", jn.placement((0.1, 0.0, 0.0)))
    robot = jn.Robot.build("one", links, [jn.Joint("eye_joint", "revolute", "base", "tip")], [frame])
    robot.to_urdf(tmp_path / "one.urdf")
    same(jn.load(tmp_path / "one.urdf"), robot)


@pytest.mark.parametrize("seed", range(200))
def test_angles_give_the_rotation_back(seed):
    """Near the singularity too: pitch of a right angle to many digits."""
    rng = np.random.default_rng(seed)
    if seed % 2:
        R = rotation(rng)
    else:
        pitch = rng.choice([-1, 1]) * (math.pi / 2 - 10.0 ** rng.uniform(-18, -2))
        R = np.array(rotation_rpy(*map(float, (rng.normal(), pitch, rng.normal()))))
    back = rotation_rpy(*roll_pitch_yaw(tuple(map(tuple, R.tolist()))))
    assert np.abs(np.array(back) - R).max() <= ROUNDING


def test_what_is_left_out_is_said(recwarn):
    jn.load("kuka_iiwa").with_gravity((0.0, 0.0, -9.81)).to_urdf()
    assert not recwarn
    with pytest.warns(UserWarning, match=r"'kuka_kr300'.*no words for gravity \(0.0, 0.0, 9.81\), springs, stiffness"):
        jn.load("kuka_kr300").to_urdf()
    with pytest.warns(UserWarning, match="friction of motors, motors that turn with several joints; left out"):
        jn.load("staubli_tx40").to_urdf()


def hinge(kind="revolute", **more):
    """A pendulum on one joint."""
    links = [jn.Link("base"), jn.Link("rod", 1.0, (0.1, 0.0, 0.0))]
    return jn.Robot.build("hinge", links, [jn.Joint("j", kind, "base", "rod", **more)], gravity=(0.0, 0.0, -9.81))


LEFT_OUT = {
    "limits of torque rate": {"limits": JointLimits(torque_rate=5.0)},
    "limits of deflection": {"limits": JointLimits(deflection=0.1)},
    "limits of motor velocity": {"limits": JointLimits(motor_velocity=3.0)},
    "different limits of motor and joint torque": {"limits": JointLimits(motor_torque=6.0, joint_torque=4.0)},
    "position limits from zero to zero": {"limits": JointLimits((0.0, 0.0))},
    "position limits of continuous joints": {"kind": "continuous", "limits": JointLimits((-1.0, 2.0))},
    "the speed of link-side Coulomb friction": {"friction": jn.Friction(0.1, 0.2, speed=0.05)},
}


@pytest.mark.parametrize("words", LEFT_OUT)
def test_limits_and_friction_that_urdf_cannot_state(words, tmp_path):
    """One warning names each, and what is read again differs there."""
    robot = hinge(**LEFT_OUT[words])
    with pytest.warns(UserWarning, match=f"robot 'hinge': URDF has no words for {words}; left out") as notes:
        robot.to_urdf(tmp_path / "hinge.urdf")
    assert len(notes) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of zeros, which are read as no limit
        assert jn.load(tmp_path / "hinge.urdf").joints[0] != robot.joints[0]


STATED = {
    "all": {"limits": JointLimits((-1.0, 2.0), 3.0, 4.0, 5.0, 6.0, joint_torque=6.0)},
    "continuous": {"kind": "continuous", "limits": JointLimits(velocity=1.0)},
    "viscous": {"friction": jn.Friction(0.1)},
    "Coulomb": {"friction": jn.Friction(0.1, 0.2)},
}


@pytest.mark.parametrize("case", STATED)
def test_limits_and_friction_that_urdf_states(case, tmp_path, recwarn):
    robot = hinge(**STATED[case])
    robot.to_urdf(tmp_path / "hinge.urdf")
    assert jn.load(tmp_path / "hinge.urdf").joints[0] == robot.joints[0]
    assert not recwarn
