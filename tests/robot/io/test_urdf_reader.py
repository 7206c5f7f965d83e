"""URDF details that decide about right and wrong."""

import numpy as np
import pinocchio as pin
import pytest

import jounce as jn
from jounce.errors import LoadError, UnphysicalError
from support.peer_pinocchio import Pinocchio
from support.tolerances import assert_close
from support.urdf_texts import INERTIAL, THREE, TWO, joint, link, urdf


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
    assert_close(jn.rnea(robot, q, qd, qdd), peer.rnea(q, qd, qdd))
    for i in range(3):
        assert_close(jn.tool_pose(robot, q, link=i)[1], peer.pose(q, i)[1])
    # a frame on a merged link, too
    pin.framesForwardKinematics(peer.model, peer.data, peer.q(q))
    placement = peer.data.oMf[peer.model.getFrameId("f")]
    position, rotation = jn.tool_pose(robot, q, link="f")
    assert_close(position, placement.translation)
    assert_close(rotation, placement.rotation)


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


def test_dynamics_is_friction_on_the_link_side(tmp_path):
    rubbing = '<axis xyz="0 0 1"/><dynamics damping="0.7" friction="1.5"/>'
    robot = jn.load(urdf(tmp_path, link("a") + link("b") + joint("ab", "a", "b", more=rubbing)))
    assert robot.joints[0].friction == jn.Friction(0.7, 1.5)
    q, qd, qdd = np.array([[0.2], [3.0], [0.1]])
    done = jn.inverse_dynamics(robot, q, qd, qdd)
    assert_close(done.tau_m, jn.rnea(robot, q, qd, qdd) + 0.7 * 3.0 + 1.5 * 3.0 / np.sqrt(9.0 + 1e-4))
    wrong = rubbing.replace("0.7", "-0.7")
    with pytest.raises(LoadError, match="joint 'ab', <dynamics> friction, viscous"):
        jn.load(urdf(tmp_path, link("a") + link("b") + joint("ab", "a", "b", more=wrong)))


def test_a_mimic_follows(tmp_path):
    following = '<axis xyz="0 0 1"/><mimic joint="ab" multiplier="-2" offset="0.1"/>'
    robot = jn.load(urdf(tmp_path, THREE.replace(joint("bc", "b", "c"), joint("bc", "b", "c", more=following))))
    assert robot.joint_names == ("ab",)
    assert robot.joints[1].mimic == jn.robot.Mimic("ab", -2.0, 0.1)
    fixed = joint("bc", "b", "c", "fixed", more=following)
    assert jn.load(urdf(tmp_path, THREE.replace(joint("bc", "b", "c"), fixed))).joints[0].name == "ab"


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


def test_all_problems_at_once(tmp_path):
    bad = [
        link("a"),
        link("b", INERTIAL.replace("1.5", "heavy").replace('ixx="0.02"', 'ixx="x"')),
        link("c", INERTIAL.replace("1.5", "-1")),
        link("c"),
        joint("ab", "a", "b", "screw", '<axis xyz="0 0"/>'),
        joint("bc", "b", "c", more='<axis xyz="0 0 0"/>'),
        joint("ac", "a", "c") + joint("bc", "b", "d"),
        joint("ca", "b", "c", more='<mimic joint="ac"/>'),
        '<transmission><joint name="ac"/><motorInertia>-1</motorInertia></transmission>',
        "<joint/>",
    ]
    expected = [
        ("line 4", "<mass> value: expected a finite number such as 0.25, got 'heavy'"),
        ("line 5", "<inertia> ixx: expected a finite number such as 0.25, got 'x'"),
        ("line 6", "link 'c': its mass is negative"),
        ("line 8", "two of them are named 'c'"),
        ("line 10", "joint 'ab' is of type 'screw'"),
        ("line 10", "<axis> xyz: expected three numbers, got '0 0'"),
        ("line 11", "joint 'bc', axis (0.0, 0.0, 0.0) has no direction"),
        ("line 12", "joint 'bc': no link 'd'"),
        ("line 13", "link 'c' is moved by two joints, 'ac' and 'ca'"),
        ("line 14", "<transmission> of joint 'ac': rotor_inertia [kg m^2]: expected zero or more, got -1"),
        ("line 15", "<joint> needs the attribute 'name'"),
        ("line 15", "<joint> needs the attribute 'type'"),
        ("line 15", "<joint> needs a <parent>"),
        ("line 15", "<joint> needs a <child>"),
        ("lock", "lock: no moving joint is named 'nobody'"),
    ]
    with pytest.raises(LoadError) as refused:
        jn.load(urdf(tmp_path, "\n" + "\n".join(bad)), lock={"nobody": 0.0})
    first, *lines = str(refused.value).splitlines()
    assert first.endswith(f"arm.urdf: {len(expected)} problems:")
    numbers = [int(found.split(":")[0].split()[1]) for found in lines if found.startswith("  line")]
    assert numbers == sorted(numbers)
    for line, words in expected:
        assert any(found.strip().startswith(line) and words in found for found in lines), (line, words, lines)


def test_many_problems_are_counted_and_few_listed(tmp_path):
    bad = "\n".join(joint(f"j{i}", "a", f"x{i}") for i in range(300))
    with pytest.raises(LoadError, match=r"(?s)300 problems:.* and 28\d more\.$") as refused:
        jn.load(urdf(tmp_path, link("a") + bad))
    assert len(str(refused.value)) < 6000
    heavy = "".join(link(f"l{i}", INERTIAL.replace("1.5", "-1")) + joint(f"j{i}", "a", f"l{i}") for i in range(3))
    with pytest.raises(UnphysicalError, match=r"(?s)3 problems:.*'l0'.*'l1'.*'l2'"):  # nothing that physical=False would not cure
        jn.load(urdf(tmp_path, link("a") + heavy))
