"""Transmission matrices of robots: what is refused, and what is left when joints are locked."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ModelError
from jounce.robot.transmission import check_transmission, unlocked_transmission

DRIVEN = [jn.Joint(name, "revolute", "a", "b", drive=jn.Drive()) for name in "xyz"]


def check(matrix, axes=DRIVEN):
    return check_transmission("r", axes, matrix)


def test_matrices():
    assert check(()) == ()
    assert check(np.eye(3).tolist()) == ()
    N = ((1.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.5, 0.0, 1.0))
    assert check([list(row) for row in N]) == N


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        ("abc", "robot 'r', transmission: expected a matrix with a row for each motor, got 'abc'"),
        (5.0, "expected a matrix"),
        ([[1.0, 0.0], [0.0, 1.0]], "expected 3 rows, one for each motor"),
        ([[1.0, 0.0, 0.0], [0.0, 1.0], [0.0, 0.0, 1.0]], "row 2: expected 3 numbers"),
        ([[1.0, 0.0, 0.0], [0.0, np.nan, 0.0], [0.0, 0.0, 1.0]], "row 2: expected a finite number"),
        ([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 1.0]], "it is singular"),
        (np.zeros((3, 3)).tolist(), "it is singular"),
    ],
)
def test_refused(matrix, words):
    with pytest.raises(ModelError, match=words):
        check(matrix)


def test_joints_that_cannot_be_coupled():
    bare = jn.Joint("x", "revolute", "a", "b")
    carried = jn.Joint("x", "revolute", "a", "b", drive=jn.Drive(coupling="full"))
    coupled = [[1.0, 0.5, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]]
    with pytest.raises(ModelError, match="joint 'x' has no drive, and its row or column"):
        check(coupled, [bare, *DRIVEN[1:]])
    assert check([[1.0, 0.0, 0.0], [0.0, 1.0, 0.5], [0.0, 0.0, 2.0]], [bare, *DRIVEN[1:]])
    with pytest.raises(ModelError, match="joint 'x' has a rotor that is carried along"):
        check(coupled, [carried, *DRIVEN[1:]])


def test_locked_joints_take_their_motors_with_them():
    N = ((1.0, 0.0, 0.0), (0.0, 2.0, 3.0), (0.0, 4.0, 5.0))
    assert unlocked_transmission(N, "xyz", {"x": 0.7}) == ((2.0, 3.0), (4.0, 5.0))
    assert unlocked_transmission(N, "xyz", {"y": 0.1, "z": 0.2}) == ((1.0,),)
    assert unlocked_transmission(N, "xyz", {}) == N


def test_half_of_a_pair_is_not_locked():
    """A motor that stays may turn with a joint that is locked at zero; the motor of a locked joint turns with nothing."""
    N = ((1.0, 0.5), (0.0, 1.0))
    assert unlocked_transmission(N, "xy", {"y": 0.0}) == ((1.0,),)
    with pytest.raises(ModelError, match="joints 'x' and 'y', and only the second one is held"):
        unlocked_transmission(N, "xy", {"y": 0.1})
    with pytest.raises(ModelError, match="joints 'y' and 'x'"):
        unlocked_transmission(N, "xy", {"x": 0.0})
