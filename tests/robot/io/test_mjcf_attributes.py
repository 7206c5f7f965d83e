"""Attributes of MJCF: default classes and orientations, against SciPy."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from jounce.errors import LoadError
from jounce.robot.io.mjcf_attributes import Angles, Attributes, attributes_of, classes_of
from jounce.robot.io.xml import parse_xml
from jounce.robot.rounded_angles import RoundedAngles
from support.tolerances import assert_close

ROUND = {"rounded": RoundedAngles(exact=True)}


def element(**values):
    return Attributes("geom", 5, values)


ANGLES = [17.0, -40.0, 110.0]
ORIENTATIONS = [
    ({"quat": "2 0.3 -0.4 0.5"}, Rotation.from_quat([0.3, -0.4, 0.5, 2.0])),
    ({"axisangle": "1 2 3 25"}, Rotation.from_rotvec(np.radians(25) * np.array([1, 2, 3]) / np.sqrt(14))),
    ({"euler": "17 -40 110"}, Rotation.from_euler("XYZ", ANGLES, degrees=True)),
    ({}, Rotation.identity()),
]


@pytest.mark.parametrize(("values", "turn"), ORIENTATIONS)
def test_orientations(values, turn):
    assert_close(Angles(**ROUND).rotation(element(**values)), turn.as_matrix(), 1e-15)


@pytest.mark.parametrize("sequence", ["xyz", "XYZ", "zyx", "ZYX", "xzx"])
def test_sequences_of_angles(sequence):
    """Small letters turn with the body, capital letters about fixed axes; SciPy has it the other way round."""
    turn = Rotation.from_euler(sequence.swapcase(), ANGLES, degrees=True)
    assert_close(Angles(sequence=sequence, **ROUND).rotation(element(euler="17 -40 110")), turn.as_matrix(), 1e-15)


def test_radians():
    assert_close(
        Angles(degrees=False, **ROUND).rotation(element(euler="0.3 0 0")), Rotation.from_rotvec([0.3, 0, 0]).as_matrix(), 1e-15
    )


def test_axes():
    R = np.array(Angles(**ROUND).rotation(element(xyaxes="1 2 3 3 0 1")))
    assert_close(R[:, 0], np.array([1, 2, 3]) / np.sqrt(14))
    assert_close(np.linalg.det(R), 1.0)
    assert abs(R[:, 2] @ [3, 0, 1]) < 1e-15
    lean = np.array(Angles(**ROUND).rotation(element(zaxis="0 3 4")))
    assert_close(lean, Rotation.from_rotvec([-np.arccos(0.8), 0, 0]).as_matrix())
    assert_close(Angles(**ROUND).rotation(element(zaxis="0 0 -2")), np.diag([1.0, -1.0, -1.0]))


def test_placement():
    at = Angles().placement(element(pos="1 2 3"))
    assert at.origin == (1.0, 2.0, 3.0)
    assert np.array_equal(at.rotation, np.eye(3))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"quat": "0 0 0 0"}, "line 5: <geom> quat: expected a quaternion w x y z, got zeros"),
        ({"quat": "1 0 0"}, "line 5: <geom> quat: expected 4 numbers, got '1 0 0'"),
        ({"zaxis": "0 0 0"}, "line 5: <geom> zaxis: 0 0 0 has no direction"),
        ({"xyaxes": "1 0 0 2 0 0"}, "line 5: <geom> xyaxes: 0 0 0 has no direction"),
        ({"euler": "1 2 x"}, "line 5: <geom> euler: expected a finite number"),
        ({"euler": "1 2 3", "quat": "1 0 0 0"}, "line 5: <geom>: quat and euler exclude each other"),
    ],
)
def test_refused(values, words):
    with pytest.raises(LoadError, match=words):
        Angles().rotation(element(**values))


def test_numbers_and_words():
    geom = element(size="1 2", type="box", user=" ".join("1" * 21))
    assert geom.numbers("size", (9.0, 8.0, 7.0), 1) == (1.0, 2.0, 7.0)
    assert geom.numbers("mass", (9.0,)) == (9.0,)
    assert geom.several("size") == (1.0, 2.0)
    assert geom.several("nothing") == ()
    assert geom.word("type", "sphere", ("box", "sphere")) == "box"
    with pytest.raises(LoadError, match="line 5: <geom> size: expected 3 numbers, got '1 2'"):
        geom.three("size")
    with pytest.raises(LoadError, match="line 5: <geom> type: expected sphere or plane, got 'box'"):
        geom.word("type", "sphere", ("sphere", "plane"))
    with pytest.raises(LoadError, match="expected 20 numbers at most, got 21"):
        geom.several("user")


DEFAULTS = parse_xml(b"""<mujoco><default>
  <joint damping="1" stiffness="2"/> <geom quat="0 1 0 0" rgba="1 1 1 1"/>
  <default class="arm"><joint damping="3"/></default>
</default></mujoco>""")


def test_classes_inherit():
    classes = classes_of(DEFAULTS)
    plain, arm, own = (
        attributes_of(parse_xml(text), classes, around).values
        for text, around in ((b"<joint/>", None), (b"<joint/>", "arm"), (b'<joint class="arm" stiffness="7"/>', None))
    )
    assert (plain["damping"], plain["stiffness"]) == ("1", "2")
    assert (arm["damping"], arm["stiffness"]) == ("3", "2")
    assert (own["damping"], own["stiffness"]) == ("3", "7")


def test_an_orientation_replaces_that_of_its_class():
    geom = attributes_of(parse_xml(b'<geom euler="0 0 90"/>'), classes_of(DEFAULTS))
    assert "quat" not in geom.values
    assert "rgba" not in geom.values  # nothing is stored that is not read


def test_no_such_class():
    with pytest.raises(LoadError, match="line 1: <joint>: no default class 'leg'. Known: main, arm"):
        attributes_of(parse_xml(b'<joint class="leg"/>'), classes_of(DEFAULTS))
