"""Angles with the digits of CAD: read as the right angles that they round, said once, kept with exact=True."""

import math
import warnings

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, LoadError
from jounce.robot.rounded_angles import IDEAL_NEAR, NEAR, ideal_geometry, snapped_axis, snapped_rotation
from jounce.spatial.geometry import rotation_rpy
from support.random_robots import random_robot
from support.tolerances import ALGEBRA, assert_close

URDF = """<robot name="a"><link name="base"/>
<link name="l1"><inertial><origin xyz="0.05 0 -0.1" rpy="{inertial}"/><mass value="5"/>
<inertia ixx="1" iyy="1.2" izz="1.1" ixy="0" ixz="0" iyz="0"/></inertial></link><link name="flange"/>
<link name="l2"><inertial><origin xyz="0.24 0.01 0.07"/><mass value="4"/>
<inertia ixx="0.55" iyy="3.2" izz="3.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="a1" type="continuous"><parent link="base"/><child link="l1"/><axis xyz="{axis}"/></joint>
<joint name="bolt" type="fixed"><parent link="l1"/><child link="flange"/><origin xyz="0 0 0.3" rpy="{bolt}"/></joint>
<joint name="a2" type="continuous"><parent link="flange"/><child link="l2"/>
<origin xyz="0.15 0 0" rpy="{rpy}"/><axis xyz="0 0 1"/></joint>
</robot>"""
PLAIN = {"rpy": "0 0 0", "axis": "0 0 1", "bolt": "0 0 0", "inertial": "0 0 0"}
PI = math.pi


def urdf(folder, **words):
    file = folder / "arm.urdf"
    file.write_text(URDF.format(**{**PLAIN, **words}))
    return file


def loaded(file, **options):
    """(robot, notes)."""
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        robot = jn.load(file, **options)
    return robot, [str(note.message) for note in notes]


def digits(*angles):
    return " ".join(repr(angle) for angle in angles)


ROUNDED = {
    "1.5708 0 0": (PI / 2, 0, 0),
    "-1.5708 0 0": (-PI / 2, 0, 0),
    "0 1.5708 0": (0, PI / 2, 0),
    "0 0 -1.5708": (0, 0, -PI / 2),
    "3.1416 0 1.5708": (PI, 0, PI / 2),
    "-3.14159 1.57079 0.7854": (-PI, PI / 2, PI / 4),
    "0.3 -0.78540 2.3562": (0.3, -PI / 4, 3 * PI / 4),
    "6.2832 4.7124 0": (2 * PI, 3 * PI / 2, 0),
    "4.9e-5 0 -4e-5": (0, 0, 0),
    "1.57084 1 2": (PI / 2, 1, 2),
    "12.5664 0 0": (0, 0, 0),
}


@pytest.mark.parametrize("place", ["rpy", "bolt", "inertial"])
@pytest.mark.parametrize("text", ROUNDED)
def test_angles_of_a_urdf(tmp_path, text, place):
    robot, notes = loaded(urdf(tmp_path, **{place: text}))
    meant, silent = loaded(urdf(tmp_path, **{place: digits(*ROUNDED[text])}))
    assert robot == meant
    assert not silent
    assert len(notes) == 1
    assert "exact=True" in notes[0]
    kept, silent = loaded(urdf(tmp_path, **{place: text}), exact=True)
    assert not silent
    assert kept != meant
    assert_close(kept.parameters, meant.parameters, 30 * NEAR)  # the first link of 5 kg has moments of inertia of about 1


@pytest.mark.parametrize("text", ["1.571 0 0", "1.57 0 3.14", "0.3 0.4 0.5", "1.57086 0 0", "6e-5 0 0", "1.0472 0 0"])
def test_other_angles_stay(tmp_path, text):
    robot, notes = loaded(urdf(tmp_path, rpy=text))
    assert not notes
    assert robot == jn.load(urdf(tmp_path, rpy=text), exact=True)


@pytest.mark.parametrize("text", ["1.57079632679 0 0", "1e-17 -2e-16 1.5707963267948966", "3.14159265359 0 -1.570796327"])
def test_nine_digits_are_snapped_without_a_word(tmp_path, text):
    robot, notes = loaded(urdf(tmp_path, rpy=text))
    assert not notes
    entries = np.array(robot.joints[1].placement.rotation)
    assert set(np.abs(entries).ravel().tolist()) == {0.0, 1.0}


AXES = {
    "0 0.70711 0.70711": (0, math.sqrt(0.5), math.sqrt(0.5)),
    "0.7071 -0.7071 1e-17": (math.sqrt(0.5), -math.sqrt(0.5), 0),
    "1e-5 0 1": (0, 0, 1),
    "0 -0.99999 4e-5": (0, -1, 0),
    "2.2e-16 1.1e-16 -1": (0, 0, -1),
    "0.6 0.8 1e-6": (0.6, 0.8, 0),
    "0 3 3.0001": (0, math.sqrt(0.5), math.sqrt(0.5)),
}


@pytest.mark.parametrize("text", AXES)
def test_axes(tmp_path, text):
    robot, notes = loaded(urdf(tmp_path, axis=text))
    assert_close(robot.joints[0].axis, AXES[text], 2e-16)
    assert [x == 0.0 for x in robot.joints[0].axis] == [x == 0 for x in AXES[text]]
    assert len(notes) == (text not in ("0 0.70711 0.70711", "0.7071 -0.7071 1e-17", "2.2e-16 1.1e-16 -1"))
    kept = jn.load(urdf(tmp_path, axis=text), exact=True).joints[0].axis
    values = np.array([float(word) for word in text.split()])
    assert_close(kept, values / np.linalg.norm(values), ALGEBRA)


def test_one_note_for_all(tmp_path):
    _, notes = loaded(urdf(tmp_path, rpy="1.5708 3.1416 0.7854", bolt="1.5708 0 0", axis="0 1e-5 1"))
    assert len(notes) == 1
    assert "joint 'a1' axis 0 1e-05 1; joint 'bolt' rpy 1.5708 as pi/2; joint 'a2' rpy 1.5708 as pi/2, and 2 more" in notes[0]


def test_exact_is_true_or_false(tmp_path):
    with pytest.raises(InputError, match="exact: expected True or False"):
        jn.load(urdf(tmp_path), exact=1)


MJCF = """<mujoco><compiler angle="{unit}"/><worldbody><body name="a" {turn}><joint axis="{axis}"/>
<inertial mass="1" pos="0.1 0 0" diaginertia="1 1 1"/></body></worldbody></mujoco>"""
TURNS = {
    'quat="0.7071 0.70711 0 0"': (PI / 2, 0, 0),
    'quat="0.92388 0 0 0.382683"': (0, 0, PI / 4),
    'quat="0.5 0.5 0.50001 0.5"': (PI / 2, 0, PI / 2),
    'quat="1 0 0 1e-5"': (0, 0, 0),
    'quat="0.707107 0 0.707107 0"': (0, PI / 2, 0),
    'euler="1.5708 0 0.3"': None,
    'axisangle="0 0 1 1.5708"': (0, 0, PI / 2),
    'axisangle="0 0.70711 0.7071 3.1416"': None,
    'zaxis="0 1e-5 1"': (0, 0, 0),
    'zaxis="0 -0.70711 0.7071"': (PI / 4, 0, 0),
    'xyaxes="0 1 1e-5 -1 0 0"': (0, 0, PI / 2),
}


@pytest.mark.parametrize("turn", TURNS)
def test_orientations_of_mjcf(tmp_path, turn):
    file = tmp_path / "arm.xml"
    file.write_text(MJCF.format(turn=turn, axis="0 0 1", unit="radian"))
    robot, notes = loaded(file)
    R = robot.joints[0].placement.rotation
    kept, silent = loaded(file, exact=True)
    assert not silent
    assert np.abs(np.array(kept.joints[0].placement.rotation) - R).max() < 2 * NEAR
    assert len(notes) == 1 or np.abs(np.array(kept.joints[0].placement.rotation) - R).max() < 1e-6
    if TURNS[turn] is not None:
        assert_close(R, rotation_rpy(*TURNS[turn]), 4e-16)
        assert (np.abs(R) > 1e-9).sum() == (np.array(R) != 0.0).sum()  # zeros are zeros


def test_mjcf_in_degrees_and_axes(tmp_path):
    file = tmp_path / "arm.xml"
    file.write_text(MJCF.format(turn='euler="90.001 0 0"', axis="0.70711 0 0.7071", unit="degree"))
    robot, notes = loaded(file)
    assert robot.joints[0].axis == (math.sqrt(0.5), 0.0, math.sqrt(0.5))
    assert robot.joints[0].placement.rotation[1] == (0.0, 0.0, -1.0)
    assert len(notes) == 1


def test_a_general_rotation_stays_to_the_bit(tmp_path):
    """One angle of a quaternion that happens to be near a multiple of pi/4 is chance."""
    rng = np.random.default_rng(0)
    for _ in range(2000):
        roll, pitch = rng.uniform(-1.4, 1.4, 2)
        R = rotation_rpy(roll, pitch, 0.5 * PI + 1e-6)
        again, off = snapped_rotation(R, NEAR, PI / 4)
        near = [abs(x - PI / 4 * round(4 * x / PI)) < NEAR for x in (roll, pitch)]
        assert (off == 0.0 and again == R) or any(near)


@pytest.mark.parametrize("seed", range(200))
def test_snapping_against_the_angles(seed):
    """A rotation of multiples of pi/4, turned by less than NEAR about any axis, comes back; its own angles say which one."""
    rng = np.random.default_rng(seed)
    meant = np.array(rotation_rpy(*(PI / 4 * rng.integers(-4, 5, 3))))
    w = rng.normal(size=3)
    w *= 0.4 * NEAR / np.linalg.norm(w)
    K = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
    turned = meant @ (np.eye(3) + K + K @ K / 2)
    R, off = snapped_rotation(tuple(map(tuple, turned.tolist())), NEAR, PI / 4)
    assert_close(R, meant, 1e-15)
    assert 0.0 < off <= NEAR


@pytest.mark.parametrize("near", [NEAR, IDEAL_NEAR])
def test_an_axis_in_a_coordinate_plane_is_the_projection_with_length_one(near):
    """A component within the tolerance of zero is left out; the others keep their ratio."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        turn, small = rng.uniform(0.1, 0.6) + 0.5 * np.pi * rng.integers(4), rng.uniform(-0.9, 0.9) * near
        order = rng.permutation(3)
        flat = np.array([np.cos(turn), np.sin(turn), 0.0])[order]
        axis, off = snapped_axis(tuple(rng.uniform(0.5, 2.0) * (flat + np.array([0.0, 0.0, small])[order])), near)
        assert abs(math.hypot(*axis) - 1.0) < 1e-15
        assert np.abs(np.array(axis) - flat).max() < 1e-15
        assert abs(off - abs(small)) < small**2


def test_axes_without_direction_are_left_to_the_joint():
    assert snapped_axis((0.0, 0.0, 0.0), NEAR) == ((0.0, 0.0, 0.0), 0.0)


TOML = """
[[joint]]
name = "a"
type = "revolute"
parent = "base"
child = "l"
{turn}
axis = {axis}
[[link]]
name = "l"
mass = 1.0
inertia = {{ xx = 1.0, yy = 1.0, zz = 1.0 }}
[[frame]]
name = "f"
link = "l"
rpy = [0.0, 1.5708, 0.0]
[tool]
link = "f"
rpy = [3.1416, 0.0, 0.0]
"""
ROTATIONS = ["rpy = [1.5708, 0, 0]", "rpy_deg = [90.001, 0, 0]", "rotation = [[1, 0, 0], [0, -3.7e-6, -1], [0, 1, -3.7e-6]]"]


@pytest.mark.parametrize("turn", ROTATIONS)
def test_toml(tmp_path, turn):
    file = tmp_path / "arm.toml"
    file.write_text(TOML.format(turn=turn, axis="[0.0, 1e-6, 1.0]"))
    robot, notes = loaded(file)
    assert len(notes) == 1
    assert robot.joints[0].placement.rotation == ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0))
    assert robot.joints[0].axis == (0.0, 0.0, 1.0)
    assert robot.frames[0].placement.rotation == ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0))
    assert robot.tool.placement.rotation == ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))
    for kept, silent in (loaded(file, exact=True), loaded(marked(file))):
        assert not silent
        assert kept.joints[0].placement.rotation[1][1] != 0.0
        kept.save(tmp_path / "again.toml")
        assert loaded(tmp_path / "again.toml") == (kept, [])  # a saved robot is the same to the bit, without a word


def marked(file):
    file.write_text("exact = true\n" + file.read_text())
    return file


def test_exact_in_a_file_is_a_flag(tmp_path):
    file = tmp_path / "arm.toml"
    file.write_text('exact = "yes"\n' + TOML.format(turn="", axis="[0, 0, 1]"))
    with pytest.raises(LoadError, match="exact is true or false"):
        jn.load(file)


DH = """dh = "standard"
[[link]]
name = "l"
mass = 1.0
[[joint]]
name = "a"
alpha = 1.5708
theta = -0.7854
a = 0.3
"""


def _written(file, text):
    file.write_text(text)
    return file


def test_denavit_hartenberg(tmp_path):
    table = {"a": [0.3, 0.2], "d": [0.1, 0.0], "mass": 1.0, "com": (0.1, 0.0, 0.0)}
    with pytest.warns(
        UserWarning, match="joint 'joint1' theta 3.1416 as pi; joint 'joint1' alpha 1.5708 as pi/2; joint"
    ) as notes:
        robot = jn.Robot.from_dh(alpha=[1.5708, -1.5708], theta=[3.1416, 0.3], **table)
    assert len(notes) == 1
    meant = jn.Robot.from_dh(alpha=[PI / 2, -PI / 2], theta=[PI, 0.3], **table)
    assert robot == meant
    kept = jn.Robot.from_dh(alpha=[1.5708, -1.5708], theta=[3.1416, 0.3], exact=True, **table)
    assert kept != meant
    file = tmp_path / "arm.toml"
    file.write_text(DH)
    robot, said = loaded(file)
    assert len(said) == 1
    assert str(file) in said[0]
    assert robot == jn.load(_written(file, DH.replace("1.5708", repr(PI / 2)).replace("-0.7854", repr(-PI / 4))))
    kept, silent = loaded(_written(file, DH), exact=True)
    assert not silent
    assert kept != robot


def one(rpy, xyz=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0)):
    joint = jn.Joint("j", "revolute", "a", "b", jn.placement(xyz, rpy), axis)
    return jn.Robot.build("r", [jn.Link("a"), jn.Link("b", 1.0)], [joint])


def test_angles_of_few_digits():
    (joint,) = ideal_geometry(one((1.57, 0.0, 3.14), axis=(0.001, 0.0, 1.0))).joints
    assert_close(joint.placement.rotation, jn.placement(rpy=(math.pi / 2, 0.0, math.pi)).rotation, 1e-15)
    assert joint.axis == (0.0, 0.0, 1.0)


def test_small_offsets_are_zero():
    (joint,) = ideal_geometry(one((0.0, 0.0, 0.0), (0.3, 4e-5, -6e-5))).joints
    assert joint.placement.origin == (0.3, 0.0, -6e-5)


def test_other_angles_of_ideal_geometry_stay():
    robot = one((0.1, 0.0, 0.0), (0.3, 0.0, 0.0))
    assert ideal_geometry(robot) is robot


def test_exact_robots_stay_the_same_objects():
    robot = one((math.pi / 2, 0.0, math.pi / 12), (0.3, 0.0, 0.0))
    assert ideal_geometry(robot) is robot
    free = random_robot(0, 5)
    assert ideal_geometry(free).parameters is not None
    assert [joint.axis for joint in ideal_geometry(free).joints] == [joint.axis for joint in free.joints]
