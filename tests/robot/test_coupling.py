"""Which rotors act on which joints, and the derivatives that this takes: counted by hand, and by what torques depend on."""

import dataclasses
import math

import mpmath
import numpy as np
import pytest

import jounce as jn
from jounce.errors import LoadError, ModelError
from support import rotors
from support.random_robots import random_motion, random_robot
from support.rotors import random_rotors

FULL = {"stiffness": 30.0, "rotor_inertia": 0.1, "gear_ratio": -2.0, "coupling": "full"}
X, Y, Z = np.eye(3)


def arm(*axes, kinds=None):
    """A chain of links one behind the other, its axes given in the frame of the base."""
    names = [f"l{i}" for i in range(len(axes))]
    links = [jn.Link("base"), *(jn.Link(name, 1.0, (0.3, 0.2, 0.1), (0.3, 0.4, 0.5, 0, 0, 0)) for name in names)]
    joints = [
        jn.Joint(f"j{i}", kind, parent, name, jn.placement(xyz=(0.5, 0.1, 0.2)), tuple(axis))
        for i, (axis, kind, parent, name) in enumerate(zip(axes, kinds or ["revolute"] * len(axes), ["base", *names], names))
    ]
    return jn.Robot.build("arm", links, joints).with_drives(**FULL)


def changed(robot, **fields):
    """The same robot with other drives; one value for all joints or a list."""
    columns = {key: value if isinstance(value, list) else [value] * robot.n for key, value in fields.items()}
    drives = [dataclasses.replace(d, **{key: column[i] for key, column in columns.items()}) for i, d in enumerate(robot.drives)]
    return dataclasses.replace(robot, joints=tuple(dataclasses.replace(j, drive=d) for j, d in zip(robot.joints, drives)))


def library_arm(name):
    return jn.load(name).with_drives(stiffness=1e4, rotor_inertia=1e-4, gear_ratio=100, coupling="full")


GENERIC = arm(*np.random.default_rng(0).normal(size=(7, 3)))
GYROSCOPE = arm(Z, Y, X)
FORK = jn.Robot.build(
    "fork",
    [jn.Link("base"), *(jn.Link(name, 1.0, (0.1, 0.2, 0.3), (1.0, 1.0, 1.0, 0, 0, 0)) for name in ("trunk", "left", "right"))],
    [
        jn.Joint("turn", "revolute", "base", "trunk"),
        jn.Joint("a", "revolute", "trunk", "left", axis=(1, 1, 0)),
        jn.Joint("b", "revolute", "trunk", "right", axis=(0, 1, 1)),
    ],
).with_drives(**FULL)


# ---------------------------------------------------------------- counted by hand

COUNTED = {
    "generic: two per joint, and two": (GENERIC, 16),
    "right angles, 1 <- 3 <- 5 <- 7 by acceleration": (library_arm("kuka_lwr"), 10),
    "the same arm by another maker": (library_arm("kuka_iiwa"), 10),
    "parallel axes: S is constant": (arm(Z, Z, Z, Z), 10),
    "SCARA: the slide feels no rotor": (arm(Z, Z, Z, Z, kinds=["revolute", "revolute", "prismatic", "revolute"]), 8),
    "slides alone": (arm(X, Y, Z, kinds=["prismatic"] * 3), 4),
    "a <- c by acceleration": (GYROSCOPE, 6),
    "b <- c by speed alone, and a is rigid": (changed(GYROSCOPE, stiffness=[math.inf, 30.0, 30.0]), 5),
    "c is rigid": (changed(GYROSCOPE, stiffness=[30.0, 30.0, math.inf]), 4),
    "two arms on a trunk": (FORK, 6),
    "no inertia": (changed(GENERIC, rotor_inertia=0.0), 4),
    "Spong": (changed(GENERIC, coupling="spong"), 4),
    "on the base": (changed(GENERIC, rotor_mount="base"), 4),
    "one spring, the last": (changed(GENERIC, stiffness=[math.inf] * 6 + [30.0]), 4),
    "one spring, the first": (changed(GENERIC, stiffness=[30.0] + [math.inf] * 6), 4),
    "the first and the last": (changed(GENERIC, stiffness=[30.0] + [math.inf] * 5 + [30.0]), 6),
    "the last on link 1, at right angles to it": (
        changed(arm(Z, X, Y, X), rotor_mount=["base"] * 3 + ["l0"], rotor_axis=(1, 0, 0)),
        4,
    ),
    "rigid": (GENERIC.with_rigid_joints(), 2),
}


@pytest.mark.parametrize(("robot", "order"), COUNTED.values(), ids=COUNTED)
def test_motion_order(robot, order):
    assert robot.motion_order == order


def test_pattern():
    """z_a . n_c = -sin q_b; b meets the rotor at right angles and feels it when a turns; a motor never feels itself."""
    assert GYROSCOPE.coupling.pattern == ((0, 0, 2), (0, 0, 1), (0, 0, 0))
    assert GYROSCOPE.coupling.orders == (2, 2, 4)
    assert GYROSCOPE.coupling.sequence == (2, 1, 0)


@pytest.mark.parametrize("seed", range(20))
def test_pattern_is_that_of_s(seed):
    """S vanishes at all of many poses where the pattern says so and nowhere else."""
    robot = random_rotors(seed, 2 + seed % 7, spong=0)
    S = jn.dynamics.rotor_coupling(robot, random_motion(robot, seed, 0, (50,))[0])
    assert ((np.abs(S).max(axis=0) > 1e-9) == (np.array(robot.coupling.pattern) == 2)).all()


# ---------------------------------------------------------------- what torques depend on

RANDOM = {f"random {seed}": random_rotors(seed, 2 + seed % 4, chain=seed % 2 == 0) for seed in range(20)}
SQUARE = {f"square {seed}": arm(*np.eye(3)[np.random.default_rng(seed).integers(3, size=4)]) for seed in range(8)}
BY_HAND = {name: robot for name, (robot, _) in COUNTED.items() if robot.n < 5 and robot.motion_order > 2}


@pytest.mark.parametrize("robot", (RANDOM | SQUARE | BY_HAND).values(), ids=RANDOM | SQUARE | BY_HAND)
def test_torque_depends_on_the_last_derivative_and_on_no_further_one(robot):
    """Neither more nor less is asked for: q^(k) with k = motion_order is felt, q^(k+1) and q^(k+2) are not, to forty digits."""
    Q = random_motion(robot, 1, robot.motion_order + 2)
    last, further = Q.copy(), Q.copy()
    last[-3] += 1.0
    further[-2:] += 1.0
    with mpmath.workdps(60):
        torque, with_last, with_further = (rotors.motor(robot, each)[0][0] for each in (Q, last, further))
        assert max(abs(x - y) for x, y in zip(torque, with_last)) > 1e-20
        assert max(abs(x - y) for x, y in zip(torque, with_further)) < 1e-30


def test_they_ask_for_many_orders():
    assert {robot.motion_order for robot in (RANDOM | SQUARE | BY_HAND).values()} >= {4, 5, 6, 7, 8}


# ---------------------------------------------------------------- circles


def test_rotor_on_the_link_it_drives():
    robot = changed(FORK, rotor_mount=["base", "left", "trunk"])
    with pytest.raises(ModelError, match="rotor of joint a acts on that joint itself.*nearer to the base"):
        _ = robot.motion_order
    assert "acts on that joint itself" in str(robot)


def test_rotors_on_each_others_branches():
    robot = changed(FORK, rotor_mount=["base", "right", "left"])
    with pytest.raises(ModelError, match="rotors of joints a, b act on each other in a circle"):
        jn.inverse_dynamics(robot, *np.zeros((3, 3)))


def test_a_circle_of_three():
    """Joints that only wait for the circle are not named."""
    tree = random_robot(4, 9, ("revolute",))
    tips = [link.name for i, link in enumerate(tree.links) if i not in tree.parents]
    assert len(tips) > 2
    a, b, c = tips[:3]
    around = {a: b, b: c, c: a}
    tree = tree.with_drives(**FULL, rotor_mount=[around.get(joint.child) for joint in tree.joints])
    named = {joint.name for joint in tree.joints if joint.child in around}
    with pytest.raises(ModelError, match="act on each other in a circle") as refused:
        _ = tree.coupling
    assert set(str(refused.value).split(" act ")[0].removeprefix("the rotors of joints ").split(", ")) == named


@pytest.mark.parametrize("mounts", [["base", "left", "trunk"], ["base", "right", "left"]])
def test_a_rigid_joint_breaks_the_circle(mounts):
    """Its rotor moves as the joint does, whatever the torque."""
    robot = changed(FORK, rotor_mount=mounts, stiffness=[30.0, math.inf, 30.0])
    assert robot.motion_order >= 4


def test_right_angles_break_the_circle():
    """A rotor on the first link, across its axis: the bearing takes all of its moment."""
    robot = changed(arm(Z, Y), rotor_mount=["l0", "base"], rotor_axis=[(1, 0, 0), (0, 0, 1)])
    assert robot.coupling.pattern == ((0, 0), (0, 0))


# ---------------------------------------------------------------- as text


def test_picture():
    lines = str(GYROSCOPE).splitlines()
    assert lines[-4:] == ["j0  . . S", "j1  . . g", "j2  . . .", "inverse dynamics needs q and its derivatives to order 6"]
    assert "rotors (columns) on joints (rows)" in lines[-5]


def test_no_picture_without_carried_rotors():
    assert "rotors (columns)" not in str(changed(GYROSCOPE, coupling="spong"))


@pytest.mark.parametrize("seed", range(10))
def test_round_trip(tmp_path, seed):
    robot = random_rotors(seed, 2 + seed)
    robot.save(tmp_path / "robot.toml")
    again = jn.load(tmp_path / "robot.toml")
    assert again == robot
    assert again.rotors == robot.rotors
    assert again.coupling == robot.coupling


TOML = """
name = "x"
[[link]]
name = "a"
mass = 1.0
[[joint]]
name = "j"
type = "revolute"
parent = "base"
child = "a"
drive = {{ rotor_inertia = 1, stiffness = 9, coupling = "full", {} }}
"""


def test_from_a_file(tmp_path):
    (tmp_path / "robot.toml").write_text(TOML.format('rotor_mount = "base", rotor_axis = [0, 3, 4]'))
    (drive,) = jn.load(tmp_path / "robot.toml").drives
    assert (drive.coupling, drive.rotor_mount, drive.rotor_axis) == ("full", "base", (0.0, 0.6, 0.8))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rotor_axis = [0, 0, 1]", "'j', drive: rotor_axis: .*rotor_mount, which is missing"),
        ('rotor_mount = "base", rotor_axis = [0, 0, 0]', "'j', drive: rotor_axis.*no direction"),
        ('rotor_mount = "base", rotor_axis = [0, 0]', "'j', drive: rotor_axis: expected 3 numbers"),
        ("rotor_mount = 3", "'j', drive: rotor_mount: expected a name"),
        ('rotor_mout = "base"', "unknown key 'rotor_mout'. Did you mean 'rotor_mount'"),
    ],
)
def test_refused_in_a_file(tmp_path, line, words):
    (tmp_path / "robot.toml").write_text(TOML.format(line))
    with pytest.raises(LoadError, match=words):
        jn.load(tmp_path / "robot.toml")


BAD = [
    ({"rotor_mount": ["base", "left", "lft"]}, "joint 'b', rotor_mount: .*no link or frame 'lft'. Did you mean 'left'"),
    ({"rotor_axis": [None, (0, 0, 1), None]}, "joint 'a': rotor_axis: .*rotor_mount, which is missing"),
    ({"rotor_mount": "base", "rotor_axis": [(0, 0, 1), (0, 0, 0), None]}, "joint 'a': rotor_axis.*no direction"),
    ({"rotor_mount": "base", "rotor_axis": [(0, 0, 1), (0, 0, math.nan), None]}, "joint 'a': rotor_axis.*finite"),
    ({"coupling": ["full", "full", "half"]}, "joint 'b': coupling: expected one of spong, full, got 'half'"),
]


@pytest.mark.parametrize(("fields", "words"), BAD, ids=range(len(BAD)))
def test_bad_drives(fields, words):
    with pytest.raises(ModelError, match=words):
        _ = FORK.with_drives(**(FULL | fields)).motion_order


def test_a_rounded_right_angle_is_pointed_out():
    """pi/2 to five digits leaves 4e-6 in S, which would cost six derivatives."""
    links = [jn.Link("base"), *(jn.Link(f"l{i}", 1.0, (0.1, 0.0, 0.0), (0.1, 0.1, 0.1, 0, 0, 0)) for i in range(3))]
    rounded = jn.placement((0.0, 0.0, 0.3), (1.5708, 0.0, 0.0))
    joints = [jn.Joint(f"j{i}", "revolute", links[i].name, links[i + 1].name, rounded) for i in range(3)]
    robot = jn.Robot.build("rounded", links, joints).with_drives(stiffness=1e3, rotor_inertia=1e-3, coupling="full")
    with pytest.warns(UserWarning, match="'j1' is at right angles to joint 'j0' but for 4e-06 rad.*1.5707963267948966"):
        assert robot.motion_order == 8


def test_forward_dynamics_needs_no_order():
    """A rotor on the link that it drives: no inverse, but a motion all the same."""
    lwr = jn.load("kuka_lwr")
    mounts = [link.name for link in lwr.links]
    robot = lwr.with_drives(stiffness=1e3, rotor_inertia=1e-4, gear_ratio=100.0, coupling="full", rotor_mount=mounts)
    with pytest.raises(ModelError, match="acts on that joint itself"):
        _ = robot.motion_order
    assert np.isfinite(jn.elastic_forward_dynamics(robot, *np.full((5, 7), 0.1))[0]).all()
    assert jn.dynamics.rotor_coupling(robot, np.zeros(7)).any()


def test_rotors_heavier_than_their_links():
    heavy = jn.load("kuka_lwr").with_drives(stiffness=1e3, rotor_inertia=3.0, coupling="full")
    with pytest.raises(jn.errors.SingularityError, match="more inertia than the links"):
        jn.elastic_forward_dynamics(heavy, *np.full((5, 7), 0.1))
