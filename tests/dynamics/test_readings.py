"""Readings that cannot be: counted, and replaced by harmless values."""

import numpy as np
import pytest

import jounce as jn
from jounce.dynamics.readings import LARGEST, chosen, implausible, judged
from jounce.plant.plant import plant_of

TREE = plant_of(jn.load("planar_2r")).tree


def floating():
    links = [jn.Link("world"), jn.Link("body", 2.0, inertia=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0))]
    return plant_of(jn.Robot.build("hopper", links, [jn.Joint("free", "floating", "world", "body")])).tree


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1.01 * LARGEST, -2.0 * LARGEST])
def test_one_bad_number_rejects_the_whole_reading(bad):
    rows, count = judged(TREE, {"q": [1.0, 2.0], "theta": [bad, 3.0]})
    assert count == 1.0
    assert rows == {"q": [0.0, 0.0], "theta": [0.0, 0.0]}


def test_good_readings_stay():
    rows, count = judged(TREE, {"q": [1.0, 0.99 * LARGEST], "theta": [-3.0, 0.0]})
    assert count == 0.0
    assert rows == {"q": [1.0, 0.99 * LARGEST], "theta": [-3.0, 0.0]}


def test_a_quaternion_of_zero_is_none():
    tree = floating()
    position = [0.0] * 7
    rows, count = judged(tree, {"q": position})
    assert count == 1.0
    assert sorted(rows["q"]) == [0.0] * 6 + [1.0]  # no rotation
    at = tree.chains[0].position
    position[at + 3] = 1.0
    assert judged(tree, {"q": position})[1] == 0.0


def test_how_many():
    assert implausible([]) == 0.0
    assert implausible([1.0, np.nan, 1e9, -np.inf]) == 3.0
    assert (chosen(1.0, "a", "b"), chosen(3.0, "a", "b"), chosen(0.0, "a", "b")) == ("a", "a", "b")
