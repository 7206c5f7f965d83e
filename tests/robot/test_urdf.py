"""URDF details that decide about right and wrong."""

import math

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from jounce.errors import LoadError, UnphysicalError
from support.peer_pinocchio import Pinocchio
from support.tolerances import assert_close

INERTIAL = """<inertial><origin xyz="0.1 -0.2 0.05" rpy="0.3 -0.7 1.1"/><mass value="1.5"/>
<inertia ixx="0.02" ixy="0.003" ixz="-0.001" iyy="0.03" iyz="0.002" izz="0.025"/></inertial>"""


def urdf(tmp_path, body, name="arm"):
    file = tmp_path / "arm.urdf"
    file.write_text(f'<?xml version="1.0"?><robot name="{name}">{body}</robot>', encoding="utf-8")
    return file


def link(name, inertial=INERTIAL):
    return f'<link name="{name}">{inertial}</link>'


def joint(
    name, parent, child, kind="revolute", more='<axis xyz="0 0 1"/>', origin='<origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/>'
):
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    limit = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{origin}{more}{limit}</joint>'


def test_everything_at_once_against_pinocchio(tmp_path):
    """rpy order, a turned inertial frame, axes of any length, prismatic and continuous joints, fixed links in between."""
    file = urdf(
        tmp_path,
        "".join(map(link, "abcdef"))
        + joint("ab", "a", "b", more='<axis xyz="1 2 -3"/>')
        + joint("bc", "b", "c", "fixed")
        + joint("cd", "c", "d", "prismatic", '<axis xyz="0 -10 0"/>')
        + joint("ce", "c", "e", "continuous", '<axis xyz="0.5 0 0"/>')
        + joint("df", "d", "f", "fixed"),
    )
    robot = jn.load(file)
    assert robot.joint_names == ("ab", "cd", "ce")
    assert robot.base == "a"
    assert {f.name: f.link for f in robot.frames} == {"c": "b", "f": "d"}
    peer = Pinocchio(pin.buildModelFromUrdf(str(file)), robot.joint_names)
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 3))
    assert_close(jn.rnea(robot, q, qd, qdd)[0], peer.rnea(q, qd, qdd))
    for i in range(3):
        assert_close(jn.tool_pose(robot, q, link=i)[1][0], peer.pose(q, i)[1])
    # a frame on a merged link, too
    pin.framesForwardKinematics(peer.model, peer.data, peer.q(q))
    placement = peer.data.oMf[peer.model.getFrameId("f")]
    position, rotation = jn.tool_pose(robot, q, link="f")
    assert_close(position[0], placement.translation)
    assert_close(rotation[0], placement.rotation)


def test_defaults(tmp_path):
    """No origin is the identity, no axis is x, no inertial is a massless link."""
    file = urdf(
        tmp_path, link("a", "") + link("b", "") + link("c") + joint("ab", "a", "b", more="", origin="") + joint("bc", "b", "c")
    )
    robot = jn.load(file)
    assert robot.joints[0].axis == (1.0, 0.0, 0.0)
    assert robot.joints[0].placement == jn.load(file).joints[0].placement
    assert robot.joints[0].placement.origin == (0.0, 0.0, 0.0)
    assert robot.links[0] == jn.Link("b")
    assert robot.gravity == (0.0, 0.0, -9.81)
    assert robot.name == "arm"


def test_transmissions(tmp_path):
    body = (
        "".join(map(link, "abcd"))
        + "".join(joint(p + c, p, c) for p, c in ("ab", "bc", "cd"))
        + '<transmission name="t1"><joint name="ab"/><actuator name="m1"><mechanicalReduction> -50 </mechanicalReduction>'
        "<motorInertia>2e-4</motorInertia></actuator></transmission>"
        '<transmission name="t2"><joint name="bc"><mechanicalReduction>80</mechanicalReduction></joint></transmission>'
        '<transmission name="t3"><joint name="bc"/><joint name="cd"/><actuator name="m2">'
        "<mechanicalReduction>7</mechanicalReduction></actuator></transmission>"
    )
    robot = jn.load(urdf(tmp_path, body))
    assert robot.joints[0].drive == jn.Drive(rotor_inertia=2e-4, gear_ratio=-50.0)
    assert robot.joints[1].drive == jn.Drive(gear_ratio=80.0)
    assert robot.joints[2].drive is None  # a differential has no ratio per joint
    side = tmp_path / "arm.drives.toml"
    side.write_text("[default]\nstiffness = 1e4\nrotor_inertia = 1e-4\n[joint.cd]\nstiffness = inf\ngear_ratio = 30\n")
    robot = jn.load(tmp_path / "arm.urdf", drives=side)
    assert robot.joints[0].drive == jn.Drive(1e-4, -50.0, 1e4)
    assert robot.joints[1].drive == jn.Drive(1e-4, 80.0, 1e4)
    assert robot.joints[2].drive == jn.Drive(1e-4, 30.0, math.inf)


TWO = link("a") + link("b")
REFUSED = [
    (TWO + joint("ab", "a", "b", "screw"), "joint 'ab' is of type 'screw'"),
    (TWO + joint("ab", "a", "b", more='<mimic joint="x"/>'), "joint 'ab' mimics"),
    (TWO + joint("ab", "a", "b", more='<axis xyz="0 0 0"/>'), "joint 'ab'.*no direction"),
    (TWO + joint("ab", "a", "b", more='<axis xyz="0 0"/>'), "expected three numbers"),
    (TWO + joint("ab", "a", "b", more='<axis xyz="0 0 nan"/>'), "finite number"),
    (TWO + joint("ab", "a", "b") + joint("ba", "b", "a"), "cycle"),
    (TWO + link("c") + joint("ab", "a", "b"), r"several base links \(a, c\)"),
    (TWO + link("b") + joint("ab", "a", "b"), "named 'b'"),
    (TWO + joint("ab", "a", "b") * 2, "named 'ab'"),
    (TWO + '<joint name="ab" type="revolute"><child link="b"/></joint>', "needs a <parent>"),
    (TWO + '<joint type="revolute"/>', "needs the attribute 'name'"),
    (link("a") + link("b", "<inertial><mass value='1'/></inertial>") + joint("ab", "a", "b"), "needs a <inertia>"),
    (link("a") + link("b", INERTIAL.replace("1.5", "1,5")) + joint("ab", "a", "b"), "finite number.*'1,5'"),
    (link("a") + link("b", INERTIAL.replace("1.5", "nan")) + joint("ab", "a", "b"), "finite number.*'nan'"),
    (link("a") + link("b", INERTIAL.replace("1.5", "1e999")) + joint("ab", "a", "b"), "finite number.*'1e999'"),
    (link("a") + link("b", INERTIAL.replace("1.5", "")) + joint("ab", "a", "b"), "finite number.*''"),
    ("<xacro:macro name='x'/>", "expand the file first"),
    ("<robot>", "not well-formed XML"),
]


@pytest.mark.parametrize(("body", "words"), REFUSED, ids=range(len(REFUSED)))
def test_refused_with_reason(tmp_path, body, words):
    file = urdf(tmp_path, body)
    with pytest.raises(LoadError, match=words) as refused:
        jn.load(file)
    assert str(file) in str(refused.value)


def test_unphysical_link_is_named_and_can_be_forced(tmp_path):
    body = link("a") + link("b", INERTIAL.replace('izz="0.025"', 'izz="0.25"')) + joint("ab", "a", "b")
    file = urdf(tmp_path, body)
    with pytest.raises(UnphysicalError, match="link 'b'.*triangle"):
        jn.load(file)
    robot = jn.load(file, physical=False)
    assert not robot.links[0].physical
    # what is bolted to the base never enters the equations
    file = urdf(tmp_path, link("a", INERTIAL.replace('izz="0.025"', 'izz="0.25"')) + link("b") + joint("ab", "a", "b"))
    assert jn.load(file).links[0].physical
