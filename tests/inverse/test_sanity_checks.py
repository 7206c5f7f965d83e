"""Numbers in a wrong unit, or on the wrong side of the gear, are doubted; those of the library are not."""

import math
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_robot

UR5 = next(Path(f.locate()) for f in metadata.files("example-robot-data") if f.name == "ur5_robot.urdf")
STIFFNESS, ROTORS = np.array([2e4] * 3 + [4e3] * 3), np.array([1e-4] * 3 + [2e-5] * 3)
MOVE = np.radians([[0, -90, 90, 0, 90, 0], [60, -60, 60, -30, 90, 45]])


def ur5(stiffness=1.0, rotors=1.0):
    robot = jn.load(UR5).with_drives(stiffness=stiffness * STIFFNESS, rotor_inertia=rotors * ROTORS, gear_ratio=101.0)
    return plan(robot, *MOVE)


def lwr(stiffness=1.0, gear_ratio=1.0):
    robot = jn.load("kuka_lwr")
    K, B = ([getattr(drive, name) for drive in robot.drives] for name in ("stiffness", "rotor_inertia"))
    return plan(
        robot.with_drives(stiffness=stiffness * np.array(K), rotor_inertia=B, gear_ratio=gear_ratio), np.zeros(7), np.ones(7)
    )


def plan(robot, start, goal, duration=1.0):
    path = jn.trajectory.rest_to_rest(start, goal, duration, degree=9)
    return jn.feedforward(robot, path, np.linspace(0.0, duration, 101))


def only(doubts, *words):
    """As many doubts as words, one for each, on a line of bounded length."""
    assert len(doubts) == len(words), doubts
    for sentence, word in zip(doubts, words):
        assert word in sentence
        assert "\n" not in sentence
        assert len(sentence) < 300


def test_plausible_robots():
    assert ur5().doubts == lwr().doubts == ()
    for name in jn.library():
        robot = jn.load(name)
        if all(joint.spring is None for joint in robot.joints):
            assert plan(robot, np.zeros(robot.n), np.ones(robot.n), 2.0).doubts == ()


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("moberg_5dof", jn.trajectory.line([0.5, -1.6], [0.5, 0.6], 1.0)),
        ("moberg_5dof_nmp", jn.trajectory.line([1.9, -1.0], [1.9, -0.975], 0.3)),
    ],
)
def test_plausible_flexible_arms(name, line):
    assert jn.feedforward(jn.load(name), line, np.linspace(0.0, line.end_time, 101)).doubts == ()


@pytest.mark.native
def test_a_plausible_arm_of_twelve_freedoms():
    arm = jn.load("flexible_3axis")
    q = np.zeros(arm.n)
    q[[3, 4, 8]] = 0.3, 0.4, 0.4
    start = jn.tool_pose(arm, q)[0]
    path = jn.trajectory.line(start, start + [0.0, 0.2, 0.0], 0.4)
    assert jn.feedforward(arm, path, np.arange(0.0, 0.4, 2e-3), guess=q).doubts == ()


def test_an_arm_that_is_moved_too_fast():
    """2.2 m in 0.3 s: the paper's numbers, 650 kNm and 84 deg."""
    line = jn.trajectory.line([0.5, -1.6], [0.5, 0.6], 0.3)
    only(jn.feedforward(jn.load("moberg_5dof"), line, np.linspace(0.0, 0.3, 101)).doubts, "bends by")


def test_stiffness_per_milliradian():
    only(ur5(stiffness=1e-3).doubts, "bends by")
    only(lwr(stiffness=1e-3).doubts, "bends by", "eigenfrequency")
    only(lwr(stiffness=1e3).doubts, "eigenfrequency")  # the other way about


def test_rotor_inertia_reflected_twice():
    only(ur5(rotors=101.0**2).doubts, "times the limit of its motor torque", "is rotor_inertia stated at the joint already?")
    only(lwr(gear_ratio=100.0).doubts, "eigenfrequency", "is rotor_inertia stated at the joint already?")
    only(lwr(gear_ratio=-100.0).doubts, "eigenfrequency", "is rotor_inertia stated at the joint already?")


def test_a_rotor_of_a_joint_that_slides():
    """Its inertia at the joint is a mass, and compared with those of the links."""
    joint = jn.Joint("x", "prismatic", "base", "body", axis=(1.0, 0.0, 0.0))
    robot = jn.Robot.build("slider", [jn.Link("base"), jn.Link("body", 2.0)], [joint])
    for inertia, words in ((2.4e-3, ()), (2.6e-3, ("is rotor_inertia stated at the joint already?",))):  # 96 kg and 104 kg
        only(plan(robot.with_drives(stiffness=math.inf, rotor_inertia=inertia, gear_ratio=200.0), [0.0], [0.1]).doubts, *words)


def test_degrees_taken_for_radians():
    robot = jn.load("planar_2r").with_rigid_joints()
    only(plan(robot, [0.0, 0.0], [25.0, -25.0], 10.0).doubts)
    only(plan(robot, [0.0, 0.0], [90.0, -45.0], 10.0).doubts, "joint 'joint1' (the worst of 2) goes to 90 rad, 14.3 turns")
    wheel = jn.Robot.build("wheel", [jn.Link("a"), jn.Link("b", 1.0)], [jn.Joint("j", "continuous", "a", "b")])
    only(plan(wheel, [0.0], [90.0]).doubts)


def test_motor_torque_above_its_limit_tenfold():
    """0.1 turns of 1 kg m^2 about a vertical axis: the torque is the acceleration."""
    robot = jn.Robot.build(
        "top", [jn.Link("a"), jn.Link("b", 1.0, inertia=(1, 1, 1, 0, 0, 0))], [jn.Joint("j", "revolute", "a", "b")]
    )
    free = plan(robot, [0.0], [0.6])
    peak = np.abs(free.q[2]).max()
    only(plan(robot.with_limits(motor_torque=peak / 9.9), [0.0], [0.6]).doubts)
    only(plan(robot.with_limits(motor_torque=peak / 10.1), [0.0], [0.6]).doubts, "joint 'j' needs 10.1 times the limit")


@pytest.mark.parametrize(("hertz", "doubted"), [(0.11, False), (0.09, True), (9.9e3, False), (1.01e4, True)])
@pytest.mark.parametrize("of", ["link", "motor"])
def test_eigenfrequencies(hertz, doubted, of):
    """One body of 1 kg m^2 on a spring, and a rotor: sqrt(K/M) and sqrt(K/B)."""
    body = jn.Link("b", 1.0, inertia=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0))
    robot = jn.Robot.build("top", [jn.Link("a"), body], [jn.Joint("j", "revolute", "a", "b")])
    K = (math.tau * (hertz if of == "link" else 10.0)) ** 2
    B = 1.0 if of == "link" else K / (math.tau * hertz) ** 2
    found = plan(robot.with_drives(stiffness=K, rotor_inertia=B), [0.0], [0.0]).doubts
    only(found, *["eigenfrequency of about"] * doubted)


def test_links_without_mass_and_springs_of_all_kinds_are_not_doubted():
    links = [jn.Link("a"), jn.Link("b"), jn.Link("c", 1.0, (0.3, 0.0, 0.0), (0.01, 0.01, 0.01, 0, 0, 0)), jn.Link("tip")]
    joints = [
        jn.Joint(f"j{k}", "revolute", a.name, b.name, axis=x) for k, (a, b, x) in enumerate(zip(links, links[1:], np.eye(3)))
    ]
    robot = jn.Robot.build("bare", links, joints).with_gravity((0.0, 0.0, 0.0))
    table = jn.robot.TabulatedSpring([-0.1, 0.0, 0.1], [-100.0, 0.0, 100.0])
    for springs in (1e3, [jn.robot.HardeningSpring(500.0, 1e4), table, math.inf]):
        assert plan(robot.with_drives(stiffness=springs, rotor_inertia=0.1), [0.0] * 3, [0.1] * 3).doubts == ()


@pytest.mark.parametrize(("hertz", "doubted"), [(0.11, False), (0.09, True), (9.9e3, False), (1.01e4, True)])
def test_two_drives_on_one_joint(hertz, doubted):
    """A body of 1 kg m^2 on both springs together, w^2 = (K1 + K2) / M, and rotors of 10 Hz."""
    body = jn.Link("b", 1.0, inertia=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0))
    K = (math.tau * hertz) ** 2
    drives = [jn.Drive(share * K / (math.tau * 10.0) ** 2, stiffness=share * K) for share in (0.7, 0.3)]
    joint = jn.Joint("j", "revolute", "a", "b", drive=drives[0], second=jn.robot.SecondDrive(drives[1]))
    found = plan(jn.Robot.build("top", [jn.Link("a"), body], [joint]), [0.0], [0.0]).doubts
    only(found, *["eigenfrequency of about"] * doubted)


@pytest.mark.parametrize(("hertz", "doubted"), [(0.11, False), (0.09, True), (9.9e3, False), (1.01e4, True)])
@pytest.mark.parametrize("rigid", [False, True])
def test_motors_that_turn_with_several_joints(hertz, doubted, rigid):
    """Two wheels of 1 kg m^2 beside each other: w^2 are eigenvalues of N^T K N, on the motion that a rigid motor allows."""
    body = (1.0, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 0.0, 0.0, 0.0))
    links = [jn.Link("a"), jn.Link("b", *body), jn.Link("c", *body)]
    N = np.array([[3.0, 0.0], [4.0, 1.0]])
    free = np.array([[0.0], [1.0]]) if rigid else np.eye(2)
    K = np.array([1.0, 2.0])
    squares = np.linalg.eigvalsh(free.T @ N.T @ np.diag([0.0 if rigid else K[0], K[1]]) @ N @ free)
    K = K * (math.tau * hertz) ** 2 / (squares[0] if hertz < 1.0 else squares[-1])
    drives = [jn.Drive(k / (math.tau * 10.0) ** 2, stiffness=k) for k in K]
    drives[0] = jn.Drive(1.0) if rigid else drives[0]
    joints = [
        jn.Joint(f"j{i}", "revolute", "a", link.name, drive=drive) for i, (link, drive) in enumerate(zip(links[1:], drives))
    ]
    robot = jn.Robot.build("wheels", links, joints).with_transmission(N)
    only(plan(robot, [0.0, 0.0], [0.0, 0.0]).doubts, *["eigenfrequency of about"] * doubted)


def test_many_joints_are_one_sentence():
    robot = random_robot(1, n=30).with_drives(stiffness=1e-2, rotor_inertia=1e3, gear_ratio=50.0)
    found = plan(robot, np.zeros(30), np.full(30, 40.0)).doubts
    assert len(found) <= 6
    assert all(len(sentence) < 300 for sentence in found)


def test_a_robot_on_a_floating_base():
    """A wheel of 2 kg m^2 on a spring of 0.02 Nm/rad, on a body that floats: held, the body leaves it 0.1 rad/s."""
    links = [
        jn.Link("world"),
        jn.Link("body", 5.0, inertia=(1.0, 1.0, 1.0, 0, 0, 0)),
        jn.Link("wheel", 1.0, inertia=(2.0, 2.0, 2.0, 0, 0, 0)),
    ]
    joints = [jn.Joint("free", "floating", "world", "body"), jn.Joint("axle", "revolute", "body", "wheel")]
    robot = jn.Robot.build("hopper", links, joints, gravity=(0.0, 0.0, 0.0))
    soft, stiff = (robot.with_drives(stiffness={"axle": K}, rotor_inertia={"axle": 1e-4}) for K in (0.02, 2e3))
    assert plan(stiff, np.zeros(7), np.full(7, 0.01)).doubts == ()
    only(plan(soft, np.zeros(7), np.zeros(7)).doubts, f"an eigenfrequency of about {0.1 / math.tau:.3g} Hz")
