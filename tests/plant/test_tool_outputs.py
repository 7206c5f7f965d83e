"""Errors of the tool's outputs: zero at the desired pose, first order in small turns, and their Jacobian by jets."""

import numpy as np
import pytest

from jounce.numbers import Jet
from jounce.plant.tool_outputs import OneAngle, ToolOutputs
from jounce.spatial.geometry import Placement, matmul, rotation_about, rotation_rpy
from support.random_robots import rotation
from support.tolerances import assert_close

NAMES = [("x", "z"), ("y", "roll", "pitch", "yaw"), ("x", "y", "z", "roll"), ("x", "pitch"), ("yaw",)]
ANGLES = range(3)
RPY = np.array([0.4, -0.7, 1.9])
"""Roll, pitch and yaw of a tool that tilts."""


def rows(array):
    return tuple(map(tuple, array.tolist()))


def of_one(angle, value):
    """Return the rotation by one angle alone."""
    rpy = [0.0, 0.0, 0.0]
    rpy[angle] = value
    return rotation_rpy(*rpy)


@pytest.mark.parametrize("names", NAMES)
def test_nothing_is_missing_at_the_desired_pose(names):
    outputs = ToolOutputs.of(names)
    p = [0.3, -0.2, 0.5]
    values = [p[k] for k in outputs.positions] + [RPY[k] for k in outputs.angles]
    assert [*outputs.positions, *outputs.angles] == [("x", "y", "z").index(n) for n in names if n in "xyz"] + [
        ("roll", "pitch", "yaw").index(n) for n in names if n not in "xyz"
    ]
    pose = Placement(rotation_rpy(*RPY), tuple(p))
    wanted = outputs.wanted_rotation(values)
    assert_close(outputs.errors(pose, values, wanted), np.zeros(len(names)), 1e-15)
    flat = [*values[: len(outputs.positions)], *np.ravel(wanted)]
    assert outputs.missing(pose, flat) == outputs.errors(pose, values, wanted)


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_rows_are_the_derivative_of_errors(names, seed):
    """The tool moves with body twist (w, v) from the desired pose: R(t) = R (1 + [w] t), p(t) = p + R v t."""
    rng, outputs = np.random.default_rng(seed), ToolOutputs.of(names)
    R, p, (w, v) = rotation_rpy(*RPY), rng.normal(size=3), rng.normal(size=(2, 3))
    size = float(np.linalg.norm(w))
    turned = matmul(R, rotation_about(tuple(w / size), Jet([0.0, size]).sincos()))
    moved = tuple(Jet([a, b]) for a, b in zip(p, np.array(R) @ v))
    values = [p[k] for k in outputs.positions] + [RPY[k] for k in outputs.angles]
    errors = outputs.errors(Placement(turned, moved), values, outputs.wanted_rotation(values))
    jacobian = np.eye(6).tolist()
    assert_close([e.coeffs[1] for e in errors], np.array(outputs.rows(R, jacobian)) @ [*w, *v])


@pytest.mark.parametrize("angle", ANGLES)
def test_one_angle_of_a_tool_that_tilts(angle):
    """cos(pitch) times the sine of the difference for roll and yaw; the difference of sines for pitch."""
    one, R, y = OneAngle(angle, flat=False), rotation_rpy(*RPY), 0.3
    error = one.error(R, of_one(angle, y))
    sines = np.sin(RPY[1]) - np.sin(y)
    assert_close(error, sines if angle == 1 else np.cos(RPY[1]) * np.sin(RPY[angle] - y))
    assert_close(one.difference(R, of_one(angle, y)), RPY[angle] - y)


def test_pitch_of_a_tool_that_turns_about_y_only():
    """Any angle, beyond a right one too."""
    one = OneAngle(1, flat=True)
    for pitch in (-2.8, 0.3, 2.2):
        R = rotation_rpy(0.0, pitch, 0.0)
        assert_close(one.error(R, of_one(1, 0.9)), np.sin(pitch - 0.9))
        assert_close(one.difference(R, of_one(1, 0.9)), (pitch - 0.9 + np.pi) % (2 * np.pi) - np.pi)


@pytest.mark.parametrize("angle", [0, 2])
def test_half_a_turn_away_is_the_other_side(angle):
    one, R = OneAngle(angle, flat=False), rotation_rpy(*RPY)
    here, away = of_one(angle, RPY[angle]), of_one(angle, RPY[angle] + np.pi)
    assert abs(one.error(R, here)) < 1e-15
    assert abs(one.error(R, away)) < 1e-15
    assert one.side(R, here) > 0.5
    assert one.side(R, away) < -0.5


@pytest.mark.parametrize("angle", [0, 2])
def test_an_angle_that_is_not_defined(angle):
    """Pitched by a right angle, roll and yaw are not told apart: the row is zero, not NaN."""
    R = ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0))
    assert np.isfinite(OneAngle(angle, flat=False).row(R, np.eye(3).tolist())).all()


def test_all_angles_are_a_rotation_vector():
    """Half the axial vector of wanted^T R: the sine of the angle along the axis."""
    rng = np.random.default_rng(0)
    outputs, wanted, axis = ToolOutputs.of(("roll", "pitch", "yaw")), rows(rotation(rng)), rotation(rng)[0]
    R = matmul(wanted, rotation_about(tuple(axis), (np.sin(0.2), np.cos(0.2))))
    assert_close(outputs.turning(R, wanted), np.sin(0.2) * axis)
