"""Limits in URDF: `<limit>` in full, in part, and wrong."""

import math
import warnings
from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.errors import LoadError
from jounce.robot import JointLimits

INF = math.inf


def arm(tmp_path, limit, kind="revolute"):
    """Return a URDF of one joint with such a <limit>."""
    file = tmp_path / "arm.urdf"
    joint = f'<joint name="elbow" type="{kind}"><parent link="a"/><child link="b"/>{limit}</joint>'
    file.write_text(f'<robot name="arm"><link name="a"/><link name="b"/>{joint}</robot>')
    return file


def test_urdf_in_full(tmp_path):
    text = '<limit lower="-1.5" upper=" 2 " effort="30" velocity="4" acceleration="50" deceleration="40" jerk="600"/>'
    file = arm(tmp_path, text)
    expected = JointLimits((-1.5, 2.0), 4.0, 50.0, 600.0, motor_torque=30.0, joint_torque=30.0)
    assert jn.load(file).joints[0].limits == expected
    assert jn.load(arm(tmp_path, text, "prismatic")).joints[0].limits == expected
    turning = jn.load(arm(tmp_path, text, "continuous")).joints[0].limits
    assert turning == replace(expected, position=(-INF, INF))


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ("", {}),
        ("<limit/>", {}),
        ('<limit effort="0" velocity="0"/>', {}),
        ('<limit lower="0" upper="0" effort="0" velocity="0"/>', {}),
        ('<limit effort="35" velocity="20"/>', {"velocity": 20.0, "motor_torque": 35.0, "joint_torque": 35.0}),
        ('<limit upper="1.5"/>', {"position": (0.0, 1.5)}),
        ('<limit lower="-1.5"/>', {"position": (-1.5, 0.0)}),
        ('<limit lower="0.5" upper="0.5"/>', {"position": (0.5, 0.5)}),
        ('<limit lower="-inf" upper="Infinity" velocity="+INF" effort="1e999"/>', {}),
        ('<limit lower="-1e31" upper="1.7976931348623157e+308"/>', {}),
    ],
)
def test_urdf_that_states_little(tmp_path, limit, expected):
    """Zeros mean that nothing is known; that they are read so is said, once and by name."""
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        assert jn.load(arm(tmp_path, limit)).joints[0].limits == JointLimits(**expected)
    assert len(notes) == ('effort="0"' in limit)
    if notes:
        assert "zero are read as no limit: joint 'elbow' effort velocity" in str(notes[0].message)


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ('<limit lower="1" upper="-1"/>', "line 1: joint 'elbow', <limit> position: expected a lower limit below .*got 1 and -1"),
        ('<limit lower="1"/>', "joint 'elbow', <limit> position: .*got 1 and 0"),
        ('<limit velocity="-3"/>', "joint 'elbow', <limit> velocity: expected a limit above zero.*got -3"),
        ('<limit effort="-3"/>', "joint 'elbow', <limit> motor_torque: expected a limit above zero"),
        ('<limit velocity="nan"/>', "joint 'elbow', <limit> velocity: expected a number such as 2.5, got 'nan'"),
        ('<limit velocity="3,5"/>', "expected a number such as 2.5, got '3,5'"),
        ('<limit velocity="-inf"/>', "joint 'elbow', <limit> velocity: expected a limit above zero"),
        ('<limit lower="inf" upper="inf"/>', "joint 'elbow', <limit> position"),
        ("<limit/><limit/>", "a second <limit>"),
    ],
)
def test_urdf_refused(tmp_path, limit, words):
    with pytest.raises(LoadError, match=words):
        jn.load(arm(tmp_path, limit))


@pytest.mark.parametrize("kind", ["floating", "planar", "fixed"])
def test_urdf_limits_of_other_joints_are_not_read(tmp_path, kind):
    file = tmp_path / "arm.urdf"
    ends = '<parent link="b"/><child link="c"/><limit lower="3" upper="1" effort="x" velocity="-1"/>'
    more = '<joint name="j" type="revolute"><parent link="a"/><child link="b"/></joint>'
    links = "".join(f'<link name="{name}"/>' for name in "abc")
    file.write_text(f'<robot name="arm">{links}{more}<joint name="k" type="{kind}">{ends}</joint></robot>')
    assert np.isinf(jn.load(file).limits.velocity).all()
