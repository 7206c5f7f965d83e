"""What joints may do: stated in Python, in URDF, in TOML and in a side file, and kept by all that makes a robot of another."""

import math
import pickle
from dataclasses import fields

import numpy as np
import pytest

import jounce as jn
from jounce.errors import LoadError, ModelError
from support.random_robots import random_robot
from support.several_freedoms import random_tree

INF = math.inf
NAMES = (
    "position",
    "velocity",
    "acceleration",
    "jerk",
    "motor_torque",
    "torque_rate",
    "joint_torque",
    "deflection",
    "motor_velocity",
)


def arm(tmp_path, limit, kind="revolute", name="elbow"):
    """A URDF of one joint with such a <limit>."""
    file = tmp_path / "arm.urdf"
    joint = f'<joint name="{name}" type="{kind}"><parent link="a"/><child link="b"/>{limit}</joint>'
    file.write_text(f'<robot name="arm"><link name="a"/><link name="b"/>{joint}</robot>')
    return file


def random_limits(robot, seed):
    rng = np.random.default_rng(seed)
    low = -rng.uniform(0.1, 3.0, robot.n)
    given = {name: rng.uniform(0.1, 300.0, robot.n) for name in NAMES[1:]}
    return robot.with_limits(position=np.column_stack([low, low + rng.uniform(0.1, 6.0, robot.n)]), **given)


# ---------------------------------------------------------------- in Python


def test_nothing_said():
    limits = jn.load("kuka_lwr").limits
    assert (limits.position == [[-INF, INF]] * 7).all()
    for name in NAMES[1:]:
        assert (getattr(limits, name) == np.full(7, INF)).all()
    assert tuple(field.name for field in fields(limits)) == NAMES


def test_with_limits_takes_one_value_a_sequence_or_names_and_keeps_the_rest():
    robot = jn.load("planar_2r").with_limits(velocity=2.0, motor_torque=[30, 20.0], position=(-1, 2))
    assert (robot.limits.position == [[-1.0, 2.0]] * 2).all()
    assert (robot.limits.velocity == [2.0, 2.0]).all()
    assert (robot.limits.motor_torque == [30.0, 20.0]).all()
    other = robot.with_limits(velocity={"joint2": 3.0}, position=[(-1, 1), (0.5, INF)], deflection={"joint1": np.float64(0.1)})
    assert (other.limits.velocity == [2.0, 3.0]).all()
    assert (other.limits.position == [[-1.0, 1.0], [0.5, INF]]).all()
    assert (other.limits.deflection == [0.1, INF]).all()
    assert (other.limits.motor_torque == [30.0, 20.0]).all()
    assert other.with_limits(motor_torque=INF).limits.motor_torque.tolist() == [INF, INF]
    again = jn.load("planar_2r").with_limits(**{name: getattr(other.limits, name) for name in NAMES})
    assert again == other
    assert hash(again) == hash(other) != hash(robot)


def test_limits_cannot_be_changed():
    for limits in (
        random_limits(random_robot(1), 1).limits,
        pickle.loads(pickle.dumps(random_limits(random_robot(1), 1).limits)),
    ):
        for name in NAMES:
            with pytest.raises(ValueError, match="read-only"):
                getattr(limits, name)[0] = 1.0


REFUSED = [
    ({"velocity": 0.0}, "joint 'joint1', limits: velocity: expected a limit above zero"),
    ({"velocity": [1.0, -2.0]}, "joint 'joint2', limits: velocity: .*got -2"),
    ({"velocity": math.nan}, "joint 'joint1', limits: velocity: expected a finite number"),
    ({"velocity": True}, "joint 'joint1', limits: velocity: expected a number"),
    ({"velocity": "fast"}, "joint 'joint1', limits: velocity: expected a number, got 'fast'"),
    ({"velocity": [1.0, 2.0, 3.0]}, "velocity: 3 values for 2 joints"),
    ({"velocity": {"joint3": 1.0}}, "velocity: no joint 'joint3' .*Did you mean"),
    ({"speed": 1.0}, "limits: there is none of 'speed'"),
    ({"motor_torqe": 1.0}, "Did you mean 'motor_torque'"),
    ({"position": (1.0, -1.0)}, "joint 'joint1', limits: position: expected a lower limit below the upper one, got 1 and -1"),
    ({"position": 1.0}, "joint 'joint1', limits: position: expected 2 numbers"),
    ({"position": (1.0, 2.0, 3.0)}, "joint 'joint1', limits: position: expected 2 numbers"),
    ({"position": {"joint2": (INF, INF)}}, "joint 'joint2', limits: position: expected a lower limit below"),
    ({"position": {"joint2": (0.0, math.nan)}}, "joint 'joint2', limits: position"),
    ({"jerk": 1e31}, "joint 'joint1', limits: jerk: expected a finite number"),
]


@pytest.mark.parametrize(("given", "words"), REFUSED, ids=range(len(REFUSED)))
def test_refused(given, words):
    with pytest.raises(ModelError, match=words):
        jn.load("planar_2r").with_limits(**given)


def test_joints_that_cannot_have_limits():
    with pytest.raises(ModelError, match="joint 'j': a floating joint cannot have limits"):
        jn.Joint("j", "floating", "a", "b", limits=jn.robot.JointLimits(velocity=1.0))
    with pytest.raises(ModelError, match="joint 'j', limits: expected JointLimits, got 3"):
        jn.Joint("j", "revolute", "a", "b", limits=3)


def test_joints_of_several_freedoms_have_none():
    robot = random_tree(5, n=6)
    single = [joint.freedoms == 1 for joint in robot.joints]
    limited = robot.with_limits(velocity=np.arange(1.0, 1.0 + sum(single)), position=(-1.0, 1.0))
    values = dict(zip([j.name for j, one in zip(robot.joints, single) if one], np.arange(1.0, 10.0)))
    assert limited.limits.position.shape == (robot.n, 2)
    for k, i in enumerate(robot.velocity_joints):
        assert limited.limits.velocity[k] == values.get(robot.joint_names[i], INF)
    assert not np.isinf(limited.limits.velocity).all()
    assert np.isinf(limited.limits.velocity).any()


# ---------------------------------------------------------------- kept


@pytest.mark.parametrize("seed", range(5))
def test_saved_and_loaded_to_the_last_bit(tmp_path, seed):
    robot = random_limits(random_robot(seed), seed)
    robot.save(tmp_path / "robot.toml")
    again = jn.load(tmp_path / "robot.toml")
    assert again == robot
    assert repr(again.limits) == repr(robot.limits)
    half = robot.with_limits(velocity={robot.joint_names[0]: INF}, position={robot.joint_names[0]: (-INF, 1 / 3)})
    half.save(tmp_path / "robot.toml")
    assert jn.load(tmp_path / "robot.toml") == half


def test_kept_by_whatever_changes_something_else():
    robot = random_limits(random_robot(7, n=4), 7)
    for other in (
        robot.with_drives(stiffness=1e3, rotor_inertia=0.1),
        robot.with_drives(stiffness=1e3, rotor_inertia=0.1).with_rigid_joints(),
        robot.with_gravity((0, 0, 0)),
        robot.with_payload(1.0),
        robot.with_tool("link0"),
        robot.with_parameters({"payload": [1.0, *[0.0] * 9], "gravity": [0, 0, 1]}),
        pickle.loads(pickle.dumps(robot)),
        jn.Robot.build("again", [jn.Link(robot.base), *robot.links], robot.joints[::-1]),
    ):
        for name in NAMES:
            found = dict(zip(other.joint_names, getattr(other.limits, name).tolist()))
            assert found == dict(zip(robot.joint_names, getattr(robot.limits, name).tolist()))
    part = robot.subchain("link1")
    keep = [robot.joint_names.index(name) for name in part.joint_names]
    assert (part.limits.jerk == robot.limits.jerk[keep]).all()


def test_limits_change_no_equation():
    robot = random_robot(3, n=3).with_drives(stiffness=1e3, rotor_inertia=0.1)
    Q = np.random.default_rng(0).normal(size=(5, 3))
    assert (jn.inverse_dynamics(random_limits(robot, 1), *Q).tau_m == jn.inverse_dynamics(robot, *Q).tau_m).all()


# ---------------------------------------------------------------- TOML and the side file

TOML = """
[[joint]]
name = "j"
type = "revolute"
parent = "base"
child = "a"
LIMITS
[[link]]
name = "a"
mass = 1.0
"""
DH = """
dh = "standard"
[[joint]]
name = "j"
a = 0.5
LIMITS
[[link]]
name = "a"
mass = 1.0
"""


@pytest.mark.parametrize("text", [TOML, DH])
def test_robot_file(tmp_path, text):
    file = tmp_path / "robot.toml"
    file.write_text(text.replace("LIMITS", "limits = { position = [-1, inf], velocity = 2.5, torque_rate = 1e3 }"))
    assert jn.load(file).joints[0].limits == jn.robot.JointLimits((-1.0, INF), 2.5, torque_rate=1e3)
    for limits, words in [
        ("{ velosity = 2 }", "joint 'j', limits: unknown key 'velosity'. Did you mean 'velocity'"),
        ("{ velocity = 0 }", "joint 'j', limits: velocity: expected a limit above zero"),
        ("{ position = 3 }", "joint 'j', limits: position: expected 2 numbers"),
        ("3", "joint 'j', limits: expected a table"),
    ]:
        file.write_text(text.replace("LIMITS", f"limits = {limits}"))
        with pytest.raises(LoadError, match=words):
            jn.load(file)


def test_side_file(tmp_path):
    """[default] and [joint.NAME] over what the URDF says, key by key; limits alone make no drive."""
    file, side = arm(tmp_path, '<limit lower="-1" upper="1" effort="30" velocity="4"/>'), tmp_path / "d.toml"
    side.write_text("[default]\nmotor_torque = 25\ntorque_rate = 1e3\nspeed = 3\n[joint.elbow]\ndeflection = 0.01\nspeed = 2\n")
    joint = jn.load(file, drives=side).joints[0]
    assert joint.drive is None
    assert joint.limits == jn.robot.JointLimits((-1, 1), 2.0, INF, INF, 25.0, 1e3, 30.0, 0.01)
    side.write_text(
        "[joint.elbow]\nvelocity = 2\nstiffness = 1e3\nposition = [-3, 3]\njoint_torque = 7\nacceleration = 8\njerk = 9\n"
    )
    joint = jn.load(file, drives=side).joints[0]
    assert joint.drive == jn.Drive(stiffness=1e3)
    assert joint.limits == jn.robot.JointLimits((-3, 3), 2.0, 8.0, 9.0, 30.0, INF, 7.0)
    for text, words in [
        ("[default]\nspeed = 3\nvelocity = 3\n", r"\[default\]: speed and velocity are the same"),
        ("[joint.elbow]\nmotor_torque = -3\n", "joint 'elbow', limits: motor_torque"),
        ("[joint.elbow]\nmotor_torqe = 3\n", "Did you mean 'motor_torque'"),
    ]:
        side.write_text(text)
        with pytest.raises(LoadError, match=words):
            jn.load(file, drives=side)


def test_side_file_of_a_joint_with_a_spring(tmp_path):
    side = tmp_path / "d.toml"
    side.write_text("[default]\nmotor_torque = 25\n[joint.joint3]\ndeflection = 0.01\n")
    limits = jn.load("moberg_5dof", drives=side).limits
    assert limits.deflection[2] == 0.01
    assert limits.motor_torque.tolist() == [25.0, 25.0, INF, INF, INF][: len(limits.motor_torque)]


def test_side_file_of_a_floating_robot(tmp_path):
    """[default] is for joints that a motor can drive."""
    side = tmp_path / "d.toml"
    side.write_text("[default]\nstiffness = 1e3\nmotor_torque = 25\n")
    file = arm(tmp_path, "")
    robot = jn.load(file, drives=side, floating_base=True)
    assert [joint.drive for joint in robot.joints] == [None, jn.Drive(stiffness=1e3)]
    assert robot.limits.motor_torque.tolist() == [INF] * 6 + [25.0]
    for key in ("stiffness", "motor_torque"):
        side.write_text(f"[joint.floating_base]\n{key} = 1e3\n")
        with pytest.raises(LoadError, match=r"\[joint.floating_base\]: this joint has several freedoms"):
            jn.load(file, drives=side, floating_base=True)


def test_a_missing_drives_file_says_so(tmp_path):
    with pytest.raises(LoadError, match=r"missing\.toml: no such file\. There is no drives file of that name") as refused:
        jn.load(arm(tmp_path, ""), drives=tmp_path / "missing.toml")
    assert "kuka_lwr" not in str(refused.value)


def test_print_shows_them():
    robot = jn.load("planar_2r")
    assert "limits" not in str(robot)
    lines = str(robot.with_limits(velocity={"joint2": 2.5}, position=(-1, 2))).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("limits"))
    assert lines[at].split() == ["limits", "position", "velocity"]
    assert [line.split() for line in lines[at + 2 :]] == [["joint1", "-1", "2", "-"], ["joint2", "-1", "2", "2.5"]]


def gripper(multiplier, offset, leader, follower):
    """Two fingers, the second one a mimic joint of the first."""
    links = [jn.Link("base"), jn.Link("left", 0.1), jn.Link("right", 0.1)]
    mimic = jn.robot.Mimic("a", multiplier, offset)
    joints = [
        jn.Joint("a", "prismatic", "base", "left", limits=leader),
        jn.Joint("b", "prismatic", "base", "right", mimic=mimic, limits=follower),
    ]
    return jn.Robot.build("gripper", links, joints)


@pytest.mark.parametrize("multiplier", [1.0, -1.0, 2.5, -0.4])
def test_a_joint_keeps_the_limits_of_its_mimic_joints(multiplier):
    """At both bounds of the joint that leads, the mimic joint is within its own bounds."""
    leader = jn.robot.JointLimits((-0.5, 0.6), velocity=1.0, acceleration=10.0)
    follower = jn.robot.JointLimits((-0.2, 0.3), velocity=0.7, jerk=50.0, motor_torque=3.0)
    robot = gripper(multiplier, 0.05, leader, follower)
    limits = robot.limits
    ends = sorted(multiplier * limits.position[0] + 0.05)
    assert ends[0] >= -0.2 - 1e-15
    assert ends[1] <= 0.3 + 1e-15
    for end, bound, own in zip(sorted(limits.position[0]), sorted((np.array([-0.2, 0.3]) - 0.05) / multiplier), (-0.5, 0.6)):
        assert end == (max if own < 0 else min)(bound, own)
    assert limits.velocity[0] == min(1.0, 0.7 / abs(multiplier))
    assert limits.acceleration[0] == 10.0
    assert limits.jerk[0] == 50.0 / abs(multiplier)
    assert math.isinf(limits.motor_torque[0])
    assert robot.joints[0].limits == leader


def test_a_mimic_joint_beyond_its_limits_is_no_plan_within_them():
    free, follower = jn.robot.JointLimits(), jn.robot.JointLimits((-0.1, 0.1), velocity=0.4)
    robot = gripper(2.0, 0.0, free, follower)
    t = np.linspace(0.0, 1.0, 101)
    for goal, beyond in ((0.04, set()), (0.06, {"position"}), (0.3, {"position", "velocity"})):
        plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0], [goal], 1.0, degree=5), t)
        assert {row.quantity for row in plan.peaks.exceeded if row.joint == "b"} == beyond
        assert plan.within_limits == (not beyond)
    assert gripper(0.0, 0.0, free, follower).limits == jn.load("planar_2r").locked({"joint2": 0.0}).limits
    with pytest.raises(jn.errors.LimitError, match="outside its position limits"):
        jn.fastest(robot, jn.trajectory.rest_to_rest([0.0], [0.06], 1.0, degree=5))
    fast = jn.fastest(robot, jn.trajectory.rest_to_rest([0.0], [0.04], 1.0, degree=5), {"acceleration": 100.0})
    qd = fast(np.linspace(0.0, fast.end_time, 1001), 1)[1]
    assert 0.399 < 2.0 * np.abs(qd).max() <= 0.4 * (1.0 + 1e-9)
