"""Paths are values: equal if they were made from the same, whatever they have found since."""

import copy
import pickle

import numpy as np
import pytest

import jounce as jn
from jounce.trajectory.polynomial import RestToRest, Timing

T = np.linspace(0.0, 1.0, 41)
ROBOT = jn.load("planar_2r")
LINE = ([1.2, 0.3], [0.5, 1.2])
make = jn.trajectory
MAKERS = {
    "rest_to_rest": lambda x=0.0: make.rest_to_rest([x, 1.0], [1.0, 2.0], 1.0),
    "line": lambda x=0.0: make.line([x, 1.0], [1.0, 2.0], 1.0),
    "circle": lambda x=0.0: make.circle([x, 1.0], [1.0, 2.0], 1.0),
    "polyline": lambda x=0.0: make.polyline([[x, 0.0], [1.0, 0.0], [1.0, 1.0]], 1.0, 0.1),
    "spline": lambda x=0.0: make.spline([0.0, 0.5, 1.0], [[x], [1.0], [0.5]]),
    "harmonic": lambda x=0.0: make.harmonic([[0.3, 0.2]], [[2.0]], offset=[x, 1.0]),
    "filtered_step": lambda x=0.0: make.filtered_step([x], [1.0], 0.05),
    "fit": lambda x=0.0: make.fit(T, x + make.rest_to_rest([0.0], [1.0], 1.0)(T)[0]),
    "inverse_kinematics": lambda x=0.0: jn.inverse_kinematics(ROBOT, make.line(*LINE, 1.0), np.array([0.2 + x, 1.0])),
}


@pytest.mark.parametrize("what", MAKERS)
def test_equal_by_value(what):
    one, two, other = MAKERS[what](), MAKERS[what](), MAKERS[what](1e-9)
    assert one == two
    assert hash(one) == hash(two)
    assert one != other
    assert len({one, two, other}) == 2
    assert one != "text"


@pytest.mark.parametrize("what", MAKERS)
@pytest.mark.parametrize(
    "way", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))], ids=["copy", "deep", "pickle"]
)
def test_a_copy_is_equal(what, way):
    path = MAKERS[what]()
    again = way(path)
    assert again == path
    assert hash(again) == hash(path)
    assert (again(T, 2) == path(T, 2)).all()


@pytest.mark.parametrize("what", MAKERS)
def test_use_changes_nothing(what):
    """A path in joint space keeps what it has solved; it is still the same path."""
    used, fresh = MAKERS[what](), MAKERS[what]()
    before = hash(used)
    used(T, 1)
    assert used == fresh
    assert hash(used) == hash(fresh) == before


def test_space_counts():
    path = MAKERS["rest_to_rest"]()
    assert path.in_tool_space() != path
    assert path.in_tool_space() == path.in_tool_space()
    assert MAKERS["circle"]().in_tool_space() == MAKERS["circle"]()


def test_classes_are_told_apart():
    assert make.rest_to_rest([0.0], [1.0], 1.0) != make.filtered_step([0.0], [1.0], 1.0)


def test_arguments_by_name_or_place():
    start, goal, timing = np.zeros(1), np.ones(1), Timing(1.0, 7)
    assert RestToRest(start, goal, timing, "joint") == RestToRest(start, goal, space="joint", timing=Timing(1.0, 7))
    assert RestToRest(start, goal, timing, "joint") != RestToRest(start, goal, Timing(1.0, 9), "joint")


@pytest.mark.parametrize(
    "maker",
    [
        lambda x: make.rest_to_rest(x, [1.0, 2.0], 1.0),
        lambda x: make.spline([0.0, 1.0], np.stack([x, x + 1.0])),
        lambda x: make.harmonic(x, 2.0),
        lambda x: make.harmonic([1.0, 2.0], 2.0, offset=x),
        lambda x: make.filtered_step(x, [1.0, 2.0], 0.1),
        lambda x: make.circle(x, [1.0, 2.0], 1.0),
        lambda x: jn.inverse_kinematics(ROBOT, make.line(*LINE, 1.0), x),
    ],
    ids=["rest_to_rest", "spline", "harmonic", "offset", "filtered_step", "circle", "inverse_kinematics"],
)
def test_what_the_caller_does_to_its_arrays_later(maker):
    mine = np.array([0.2, 1.0])
    path = maker(mine)
    before, position = hash(path), path(0.3)
    mine += 1.0
    assert hash(path) == before
    assert (path(0.3) == position).all()
    assert path == maker(np.array([0.2, 1.0]))


def test_samples_and_points_are_copies():
    points = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    q = make.rest_to_rest([0.0], [1.0], 1.0)(T)[0]
    for path, given in ((make.polyline(points, 1.0, 0.1), points), (make.fit(T, q), q)):
        before, position = hash(path), path(0.3)
        given += 1.0
        assert hash(path) == before
        assert (path(0.3) == position).all()
