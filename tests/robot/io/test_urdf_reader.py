"""URDF details that decide about right and wrong."""

import math
import warnings

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
    file = urdf(tmp_path, body)
    with pytest.warns(UserWarning, match="line 5: the <transmission> of joints bc, cd is passed over"):
        robot = jn.load(file)
    assert robot.joints[0].drive == jn.Drive(rotor_inertia=2e-4, gear_ratio=-50.0)
    assert robot.joints[1].drive == jn.Drive(gear_ratio=80.0)
    assert robot.joints[2].drive is None  # a differential has no ratio per joint
    side = tmp_path / "arm.drives.toml"
    side.write_text("[default]\nstiffness = 1e4\nrotor_inertia = 1e-4\n[joint.cd]\nstiffness = inf\ngear_ratio = 30\n")
    with pytest.warns(UserWarning, match="transmission"):
        robot = jn.load(tmp_path / "arm.urdf", drives=side)
    assert robot.joints[0].drive == jn.Drive(1e-4, -50.0, 1e4)
    assert robot.joints[1].drive == jn.Drive(1e-4, 80.0, 1e4)
    assert robot.joints[2].drive == jn.Drive(1e-4, 30.0, math.inf)


def coupled(kind, *reductions, roles=("joint1", "joint2", "actuator1", "actuator2")):
    """Two joints and two actuators, with the reductions j1, j2, a1, a2."""
    names = (("joint", "ab"), ("joint", "bc"), ("actuator", "m1"), ("actuator", "m2"))
    parts = [
        f'<{tag} name="{name}"><role>{role}</role><mechanicalReduction>{n}</mechanicalReduction>'
        f"{'<motorInertia>2e-4</motorInertia>' * (tag == 'actuator')}</{tag}>"
        for (tag, name), n, role in zip(names, reductions, roles)
    ]
    return f'<transmission name="t"><type>transmission_interface/{kind}</type>{"".join(parts)}</transmission>'


THREE = "".join(map(link, "abc")) + joint("ab", "a", "b") + joint("bc", "b", "c")


def test_a_differential_couples_its_motors(tmp_path):
    """Actuators turn by a1 (j1 q1 + j2 q2) and a2 (j1 q1 - j2 q2)."""
    robot = jn.load(urdf(tmp_path, THREE + coupled("DifferentialTransmission", 2.0, 3.0, 50.0, -40.0)))
    gears = np.array([joint.drive.gear_ratio for joint in robot.joints])
    q = np.array([0.3, -0.7])
    turned = gears * (np.array(robot.transmission) @ q)
    assert_close(turned, [50.0 * (2.0 * 0.3 + 3.0 * -0.7), -40.0 * (2.0 * 0.3 - 3.0 * -0.7)])
    assert_close(np.diag(robot.transmission), [1.0, 1.0])
    assert [joint.drive.rotor_inertia for joint in robot.joints] == [2e-4, 2e-4]
    still = np.zeros(2)
    assert_close(gears * jn.inverse_dynamics(robot, q, still, still).theta[0], turned)


def test_a_differential_is_locked_whole(tmp_path):
    file = urdf(tmp_path, THREE + link("d") + joint("cd", "c", "d") + coupled("DifferentialTransmission", 2.0, 3.0, 50.0, -40.0))
    assert jn.load(file, lock={"ab": 0.2, "bc": 0.0}).joint_names == ("cd",)
    assert len(jn.load(file, lock={"cd": 0.2}).transmission) == 2
    for name in ("ab", "bc"):
        with pytest.raises(LoadError, match="couples the motors of joints"):
            jn.load(file, lock={name: 0.0})


def test_a_differential_on_a_floating_base(tmp_path):
    """The base's six freedoms have no motor: theirs are rows of the identity."""
    file = urdf(tmp_path, THREE + coupled("DifferentialTransmission", 2.0, 3.0, 50.0, -40.0))
    fixed, floating = jn.load(file), jn.load(file, floating_base=True)
    expected = np.eye(8)
    expected[6:, 6:] = fixed.transmission
    assert np.array_equal(floating.transmission, expected)


def test_a_four_bar_linkage_couples_its_motors(tmp_path):
    """Actuators turn by a1 j1 q1 and a2 (q1 + j2 q2)."""
    robot = jn.load(urdf(tmp_path, THREE + coupled("FourBarLinkageTransmission", 2.0, 3.0, 50.0, -40.0)))
    gears = np.array([joint.drive.gear_ratio for joint in robot.joints])
    q = np.array([0.3, -0.7])
    assert_close(gears * (np.array(robot.transmission) @ q), [50.0 * 2.0 * 0.3, -40.0 * (0.3 + 3.0 * -0.7)])


def test_roles_say_which_joint_is_the_first(tmp_path):
    swapped = coupled("FourBarLinkageTransmission", 2.0, 3.0, 50.0, -40.0, roles=("joint2", "joint1", "actuator2", "actuator1"))
    robot = jn.load(urdf(tmp_path, THREE + swapped))
    q = np.array([0.3, -0.7])
    gears = np.array([joint.drive.gear_ratio for joint in robot.joints])
    turned = gears * (np.array(robot.transmission) @ q)
    assert_close(turned, [50.0 * (-0.7 + 2.0 * 0.3), -40.0 * 3.0 * -0.7])


def test_a_coupling_without_a_reduction_is_refused(tmp_path):
    with pytest.raises(LoadError, match="has a reduction of zero"):
        jn.load(urdf(tmp_path, THREE + coupled("DifferentialTransmission", 2.0, 0.0, 50.0, -40.0)))


def test_dynamics_is_friction_on_the_link_side(tmp_path):
    rubbing = '<axis xyz="0 0 1"/><dynamics damping="0.7" friction="1.5"/>'
    robot = jn.load(urdf(tmp_path, link("a") + link("b") + joint("ab", "a", "b", more=rubbing)))
    assert robot.joints[0].friction == jn.robot.Friction(0.7, 1.5)
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


def test_transmissions_in_the_dialect_of_drake(tmp_path):
    """Where and how they stand: Drake's own tests of its parser."""
    actuator = '<actuator name="m"><drake:rotor_inertia value="1.5"/><drake:gear_ratio value="300.0"/></actuator>'
    body = TWO + joint("ab", "a", "b") + f'<transmission name="t"><joint name="ab"/>{actuator}</transmission>'
    assert jn.load(urdf(tmp_path, body)).drives == (jn.Drive(rotor_inertia=1.5, gear_ratio=300.0),)
    with pytest.raises(LoadError, match="<drake:gear_ratio> needs the attribute 'value'"):
        jn.load(urdf(tmp_path, body.replace('gear_ratio value="300.0"', "gear_ratio")))


def test_a_transmission_of_nobody_is_passed_over_with_a_warning(tmp_path):
    nobody = '<transmission name="t"><joint name="abb"/><mechanicalReduction>2</mechanicalReduction></transmission>'
    with pytest.warns(
        UserWarning, match=r"arm.urdf: line 3: the <transmission> of joint 'abb' .* no such joint. Did you mean 'ab'"
    ):
        robot = jn.load(urdf(tmp_path, TWO + joint("ab", "a", "b") + nobody))
    assert robot.drives == (None,)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nothing is lost where nothing is said
        jn.load(urdf(tmp_path, TWO + joint("ab", "a", "b") + '<transmission name="t"><joint name="abb"/></transmission>'))


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


# ---------------------------------------------------------------- a base that floats


def on_world(more="", kind="fixed", inertial=""):
    return link("world", inertial) + TWO + joint("mount", "world", "a", kind) + joint("ab", "a", "b") + more


@pytest.mark.parametrize("name", [True, "trunk_joint"])
def test_a_world_stays_and_what_is_bolted_to_it_floats(tmp_path, name):
    robot = jn.load(urdf(tmp_path, on_world()), floating_base=name)
    assert robot.joint_names == ("floating_base" if name is True else name, "ab")
    assert (robot.base, robot.links[0].name, robot.n, robot.nq) == ("world", "a", 7, 8)
    bolted = jn.load(urdf(tmp_path, on_world()))
    neutral = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]  # stands where the file has it
    for found, expected in zip(jn.tool_pose(robot, [*neutral, 0.3]), jn.tool_pose(bolted, [0.3])):
        assert_close(found, expected)
    q, v, a = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.3], *np.random.default_rng(0).normal(size=(2, 7))
    file = urdf(tmp_path, TWO + joint("ab", "a", "b"))
    assert_close(
        jn.rnea(robot.with_gravity((0, 0, 0)), q, v, a),
        jn.rnea(jn.load(file, floating_base=True).with_gravity((0, 0, 0)), q, v, a),
    )


def test_names_of_a_floating_base(tmp_path):
    """A fixed joint leaves its name free; a moving one keeps it."""
    fixed = TWO + link("c") + joint("floating_base", "a", "b", "fixed") + joint("bc", "b", "c")
    assert jn.load(urdf(tmp_path, fixed), floating_base=True).joint_names == ("floating_base", "bc")
    moving = TWO + link("c") + joint("floating_base", "a", "b") + joint("bc", "b", "c")
    file = urdf(tmp_path, moving)
    assert jn.load(file, floating_base=True).joint_names == ("floating_base_2", "floating_base", "bc")
    with pytest.raises(LoadError, match="floating_base: joint 'bc' is there already"):
        jn.load(file, floating_base="bc")
    inner = link("a") + link("world") + joint("ab", "a", "world")
    assert jn.load(urdf(tmp_path, inner), floating_base=True).base == "world_2"
    world = link("world", "") + TWO + joint("floating_base", "world", "a", "fixed") + joint("ab", "a", "b")
    assert jn.load(urdf(tmp_path, world), floating_base=True).joint_names == ("floating_base", "ab")


def test_a_base_that_floats_already(tmp_path):
    file = urdf(tmp_path, on_world(kind="floating"))
    assert jn.load(file, floating_base=True) == jn.load(file) == jn.load(file, floating_base="mount")
    with pytest.raises(LoadError, match="floats already, on joint 'mount', which is not 'other'"):
        jn.load(file, floating_base="other")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (on_world(kind="revolute"), r"root link 'world' has the joints 'mount' \(revolute\); expected a single fixed one"),
        (on_world(link("c") + joint("ac", "world", "c", "fixed")), r"'mount' \(fixed\), 'ac' \(fixed\)"),
        (link("world"), "joints none"),
    ],
)
def test_a_world_that_is_something_else(tmp_path, body, words):
    with pytest.raises(LoadError, match=words):
        jn.load(urdf(tmp_path, body), floating_base=True)


def test_no_moving_joint_and_what_helps(tmp_path):
    file = urdf(tmp_path, TWO + joint("ab", "a", "b", "fixed"))
    with pytest.raises(LoadError, match="robot 'arm' has no moving joint; pass floating_base=True"):
        jn.load(file)
    assert jn.load(file, floating_base=True).n == 6
