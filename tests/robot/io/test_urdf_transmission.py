"""Transmissions of URDF: gears, rotors and coupled motors."""

import math
import warnings

import numpy as np
import pytest

import jounce as jn
from jounce.errors import LoadError
from support.tolerances import assert_close
from support.urdf_texts import THREE, TWO, joint, link, urdf


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
