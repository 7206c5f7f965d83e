"""The model: what it refuses, what its variations do, how it prints."""

import dataclasses
import math

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, ModelError, UnphysicalError
from jounce.robot.joint import rpy_placement
from jounce.spatial.geometry import Placement
from support.random_robots import inertia, random_motion, random_robot
from support.tolerances import assert_close

BODY = (2.0, (0.1, 0.0, 0.0), (0.01, 0.02, 0.02, 0.0, 0.0, 0.0))


def pendulum(**more):
    links = [jn.Link("base"), jn.Link("rod", *BODY)]
    return jn.Robot.build("pendulum", links, [jn.Joint("hinge", "revolute", "base", "rod", axis=(0, 1, 0))], **more)


def test_frozen():
    robot = pendulum()
    for thing, name in ((robot, "name"), (robot.links[0], "mass"), (robot.joints[0], "axis"), (jn.Drive(), "damping")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(thing, name, None)
    with pytest.raises(ValueError, match="read-only"):
        robot.parameters[0] = 1.0


UNPHYSICAL = [
    ((-1.0, (0, 0, 0), (0,) * 6), "mass is negative"),
    ((0.0, (0, 0, 0), (0.1, 0.1, 0.1, 0, 0, 0)), "inertia but no mass"),
    ((1.0, (0, 0, 0), (0.1, 0.1, -0.1, 0, 0, 0)), "principal moment .* negative"),
    ((1.0, (0, 0, 0), (0.1, 0.1, 0.1, 0.2, 0, 0)), "principal moment .* negative"),
    ((1.0, (0, 0, 0), (0.1, 0.1, 0.21, 0, 0, 0)), "triangle inequality"),
    ((1.0, (0, 0, 0), (0.1, 0.1, 0.2002, 0, 0, 0)), "triangle inequality"),
]


@pytest.mark.parametrize(("body", "words"), UNPHYSICAL, ids=range(len(UNPHYSICAL)))
def test_unphysical_links_are_refused_by_name(body, words):
    with pytest.raises(UnphysicalError, match=rf"link 'arm': .*{words}.*physical=False"):
        jn.Link("arm", *body)
    assert not jn.Link("arm", *body, physical=False).physical


def test_rounded_and_special_inertia_is_accepted():
    jn.Link("flat", 1.0, inertia=(0.1, 0.1, 0.2, 0, 0, 0))
    jn.Link("flat, rounded to five digits", 1.0, inertia=(0.08333, 0.08333, 0.16667, 0, 0, 0))
    jn.Link("point", 1.0)
    jn.Link("nothing")
    jn.Link("rod", 1.0, inertia=(0.0, 0.1, 0.1, 0, 0, 0))


NONSENSE = [
    (lambda: jn.Link("a", math.nan), "link 'a', mass"),
    (lambda: jn.Link("a", 1.0, (0, 0, math.inf)), "link 'a', com"),
    (lambda: jn.Link("a", 1.0, (0, 0)), "3 numbers"),
    (lambda: jn.Link("a", "heavy"), "expected a number"),
    (lambda: jn.Link("a", True), "expected a number"),
    (lambda: jn.Link("a", 1e300), "finite"),
    (lambda: jn.Link(""), "name"),
    (lambda: jn.Link("a\nb"), "name"),
    (lambda: jn.Joint("j", "screw", "a", "b"), "joint 'j': expected a type"),
    (lambda: jn.Joint("j", "floating", "a", "b", drive=jn.Drive()), "floating joint cannot have a drive"),
    (lambda: jn.Robot("r", (jn.Link("b"),), (jn.Joint("j", "planar", "base", "b"),)), "joint 'j' is planar; Robot.build"),
    (lambda: jn.Joint("j", "revolute", "a", "b", axis=(0, 0, 0)), "joint 'j'.*no direction"),
    (lambda: jn.Joint("j", "revolute", "a", "b", drive=jn.Drive(), spring=jn.Spring(1.0)), "not both"),
    (lambda: jn.Joint("j", "fixed", "a", "b", drive=jn.Drive()), "fixed joint cannot"),
    (lambda: jn.Joint("j", "revolute", "a", "b", Placement(((1, 0, 0), (0, 2, 0), (0, 0, 1)))), "rotation is not one"),
    (lambda: jn.Drive(stiffness=0.0), "stiffness"),
    (lambda: jn.Drive(stiffness=math.nan), "stiffness"),
    (lambda: jn.Drive(rotor_inertia=-1.0), "rotor_inertia"),
    (lambda: jn.Drive(gear_ratio=0.0), "gear_ratio"),
    (lambda: jn.Drive(damping=-1.0), "damping"),
    (lambda: jn.Drive(coupling="loose"), "coupling"),
    (lambda: jn.Spring(math.inf), "finite"),
    (lambda: jn.robot.Tool("a", outputs=("x", "q")), "outputs"),
    (lambda: jn.robot.Tool("a", outputs=("z", "x")), "outputs"),
    (lambda: jn.robot.Tool("a", outputs=("x", "roll", "yaw")), "outputs"),
    (lambda: jn.robot.Tool("a", outputs=()), "outputs"),
    (lambda: pendulum(gravity=(0, 0)), "gravity"),
    (lambda: pendulum(tool=jn.robot.Tool("hand")), "no link or frame 'hand'"),
]


@pytest.mark.parametrize(("call", "words"), NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_refused(call, words):
    with pytest.raises((ModelError, InputError), match=words):
        call()


def test_topology_is_checked():
    a, b, c = jn.Link("a"), jn.Link("b", *BODY), jn.Link("c", *BODY)

    def hinge(name, parent, child):
        return jn.Joint(name, "revolute", parent, child)

    cases = [
        ([a, b], [hinge("1", "a", "b"), hinge("2", "a", "b")], "link 'b' is moved by two joints, '1' and '2'"),
        ([a, b, c], [hinge("1", "a", "b")], "several base links"),
        ([b, c], [hinge("1", "c", "b"), hinge("2", "b", "c")], "cycle"),
        ([a, b, c], [hinge("1", "c", "b"), hinge("2", "b", "c")], "cycle that is not connected"),
        ([a, b], [hinge("1", "a", "d")], "joint '1': no link 'd'"),
        ([a, b, b], [hinge("1", "a", "b")], "named 'b'"),
        ([a, b, c], [hinge("1", "a", "b"), hinge("1", "b", "c")], "named '1'"),
        ([a, b], [jn.Joint("1", "fixed", "a", "b")], "no moving joint"),
        ([], [], "no links"),
        ([a], [hinge("1", "a", "a")], "cycle"),
    ]
    for links, joints, words in cases:
        with pytest.raises(ModelError, match=words):
            jn.Robot.build("x", links, joints)


def test_build_sorts_depth_first():
    links = [jn.Link(name, *BODY) for name in "edcba"]
    joints = [jn.Joint(f"{p}{c}", "revolute", p, c) for p, c in ("de", "ab", "bc", "ad")]
    robot = jn.Robot.build("tree", links, joints)
    assert robot.base == "a"
    assert robot.joint_names == ("ab", "bc", "ad", "de")
    assert robot.parents == (-1, 0, -1, 2)
    assert [link.name for link in robot.links] == ["b", "c", "d", "e"]


@pytest.mark.parametrize("seed", range(10))
def test_fixed_joints_are_merged(seed):
    """Weld a second body on every link: the same robot as with payloads there, and the welded bodies' frames are known."""
    rng = np.random.default_rng(seed)
    bare = random_robot(seed, n=6)
    places = {link.name: rpy_placement(tuple(rng.normal(size=3)), tuple(rng.normal(size=3)), "weld") for link in bare.links}
    parts = {name: jn.Link(f"{name}_part", 0.7, tuple(rng.normal(scale=0.1, size=3)), inertia(rng, 0.7)) for name in places}
    welds = [jn.Joint(f"{name}_weld", "fixed", name, f"{name}_part", place) for name, place in places.items()]
    links = [*parts.values(), jn.Link("base"), *bare.links]
    merged = jn.Robot.build("merged", links, [*welds, *bare.joints], gravity=bare.gravity)
    assert merged.joint_names == bare.joint_names
    loaded = dataclasses.replace(bare, frames=tuple(jn.robot.Frame(f"{name}_at", name, place) for name, place in places.items()))
    for name, part in parts.items():
        loaded = loaded.with_payload(part.mass, part.com, part.inertia, link=f"{name}_at")
    Q = random_motion(bare, seed, 4)
    assert_close(jn.rnea(merged, *Q), jn.rnea(loaded, *Q))
    p, R = jn.tool_pose(merged, Q[0], link="link3_part")
    p0, R0 = jn.tool_pose(bare, Q[0], link="link3")
    assert_close(p, p0 + R0 @ places["link3"].origin)
    assert_close(R, R0 @ np.array(places["link3"].rotation))


def test_with_drives():
    robot = jn.load("kuka_iiwa")
    one = robot.with_drives(stiffness=1e4, rotor_inertia=1e-4, gear_ratio=100.0)
    assert all(j.drive == jn.Drive(1e-4, 100.0, 1e4) for j in one.joints)
    assert one.joints[0].drive.reflected_inertia == pytest.approx(1.0, rel=1e-15)
    many = robot.with_drives(stiffness=np.arange(1, 8) * 1e3, rotor_inertia={n: i for i, n in enumerate(robot.joint_names)})
    assert [j.drive.stiffness for j in many.joints] == [1e3, 2e3, 3e3, 4e3, 5e3, 6e3, 7e3]
    assert [j.drive.rotor_inertia for j in many.joints] == [0, 1, 2, 3, 4, 5, 6]
    assert all(j.drive is None for j in robot.joints)
    with pytest.raises(ModelError, match="6 values for 7 joints"):
        robot.with_drives(stiffness=[1.0] * 6, rotor_inertia=0.0)
    with pytest.raises(ModelError, match="no joint 'A8' here. Known: A1"):
        robot.with_drives(stiffness={"A8": 1.0}, rotor_inertia=0.0)
    with pytest.raises(ModelError, match="joint 'A1': stiffness"):
        robot.with_drives(stiffness=-1.0, rotor_inertia=0.0)


def test_with_drives_changes_what_is_named():
    robot = jn.load("manutec_r3")
    stiffer = robot.with_drives(stiffness=1e6)
    for old, new in zip(robot.joints, stiffer.joints):
        assert new.drive == dataclasses.replace(old.drive, stiffness=1e6)
    one = robot.with_drives(stiffness={"axis2": 1e6}, damping={"axis3": 7.0})
    assert one.joints[1].drive == dataclasses.replace(robot.joints[1].drive, stiffness=1e6)
    assert one.joints[2].drive == dataclasses.replace(robot.joints[2].drive, damping=7.0)
    assert one.joints[3:] == robot.joints[3:]
    bare = jn.load("kuka_iiwa").with_drives(rotor_inertia={"A1": 1e-4})
    assert bare.joints[0].drive == jn.Drive(1e-4)
    assert bare.joints[1].drive is None
    assert robot.with_drives() == robot


def test_with_drives_leaves_springs_alone():
    robot = jn.load("moberg_5dof").with_drives(stiffness=[1e4, 2e4], rotor_inertia=1.0)
    assert [j.drive.stiffness for j in robot.joints[:2]] == [1e4, 2e4]
    assert robot.joints[2].spring == jn.Spring(1e5, 250.0)


def test_with_gravity_turns_the_weight():
    robot, q = jn.load("kuka_lwr"), np.linspace(-1, 1, 7)
    assert not jn.gravity_torque(robot.with_gravity((0, 0, 0)), q).any()
    assert_close(jn.gravity_torque(robot.with_gravity((0, 0, 9.81)), q), -jn.gravity_torque(robot, q))


def test_with_payload():
    """A payload is one more body: its kinetic energy adds J^T I J to the mass matrix."""
    robot, q = jn.load("kuka_lwr"), np.linspace(-1, 1, 7)
    load = jn.Link("load", 3.0, (0.1, -0.05, 0.2), (0.02, 0.03, 0.04, 0.001, 0.002, -0.003))
    heavy = robot.with_payload(load.mass, load.com, load.inertia)
    m, h, tensor = load.about_origin
    xx, yy, zz, xy, xz, yz = tensor
    H = np.array([[0, -h[2], h[1]], [h[2], 0, -h[0]], [-h[1], h[0], 0]])
    six = np.block([[np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), H], [H.T, m * np.eye(3)]])
    J = jn.jacobian(robot, q)
    assert_close(jn.mass_matrix(heavy, q) - jn.mass_matrix(robot, q), J.T @ six @ J)
    with pytest.raises(UnphysicalError, match="payload"):
        robot.with_payload(-1.0)
    with pytest.raises(InputError, match="on the base"):
        robot.with_payload(1.0, link="base")


def test_with_tool():
    robot = jn.load("kuka_lwr").with_tool("link7", (0, 0, 0.1), (0, math.pi / 2, 0), outputs=("x", "y", "z"))
    p, R = jn.tool_pose(robot, np.zeros(7))
    p7, R7 = jn.tool_pose(robot, np.zeros(7), link="link7")
    assert_close(p, p7 + 0.1 * R7[:, 2])
    assert_close(R, R7 @ np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]))


def test_tool_is_a_frame():
    robot = jn.load("planar_2r")
    q, qd = np.array([[0.3, -0.7], [1.0, 2.0]])
    position, rotation = jn.tool_pose(robot, q, qd)
    v = jn.jacobian(robot, q, link="tool")[3:] @ qd
    assert_close(rotation[0] @ v, position[1])
    assert_close(jn.tool_pose(robot, q, link="tool")[0], jn.tool_pose(robot, q)[0])


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


def test_prints_a_table_with_units():
    text = str(jn.load("manutec_r3"))
    assert "6 joints on 'base', gravity (0, -9.81, 0) m/s^2" in text
    assert "mass [kg]" in text
    assert "474075" in text
    assert "rigid" in text
    assert "spring, no motor" in str(jn.load("moberg_5dof"))
    assert max(map(len, text.splitlines())) < 140


def test_parameters():
    robot = pendulum()
    expected = [2.0, 0.2, 0, 0, 0.01, 0.02 + 2 * 0.01, 0.02 + 2 * 0.01, 0, 0, 0]
    assert robot.parameters.shape == (10,)
    assert_close(robot.parameters, expected)
