"""Wrenches along a motion: where they act, and what is refused."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.viewer.wrenches import read_wrenches

ROBOT = jn.load("planar_2r")
MOVING = np.arange(18.0).reshape(3, 6)


def test_places_and_rows():
    first, second = read_wrenches(ROBOT, {0: (MOVING, 0 * MOVING), "base": ([1.0] * 6,)}, 3)
    assert (first.link, second.link) == (0, -1)
    assert np.array_equal(first.values, MOVING)
    assert np.array_equal(second.values, np.ones((3, 6)))
    (last,) = read_wrenches(ROBOT, (MOVING,), 3)
    assert last.link == ROBOT.n - 1
    assert read_wrenches(ROBOT, {}, 3) == ()


def test_derivatives_may_be_constant_where_the_wrench_is_not():
    (one,) = read_wrenches(ROBOT, {0: (MOVING, np.zeros(6))}, 3)
    assert np.array_equal(one.values, MOVING)


def test_stacks():
    (one,) = read_wrenches(ROBOT, {0: np.stack([MOVING, MOVING])}, 3)
    assert np.array_equal(one.values, MOVING)


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        (MOVING, r"wrench\[0\]: expected \(W,\), or \(W, Wdot, ...\)"),
        (np.zeros(6), r"expected \(W,\)"),
        (np.array(3.0), r"expected \(W,\)"),
        ((), r"expected \(W,\)"),
        ("abc", r"expected \(W,\)"),
        (None, r"expected \(W,\)"),
        ((MOVING[:2],), r"W of shape \(3, 6\), a row for each time, or \(6,\); got \(2, 6\)"),
        ((["a"] * 6,), r"expected moment \[Nm\] and force \[N\]"),
        (([np.inf] * 6,), "expected finite moments"),
    ],
    ids=range(9),
)
def test_refused(entries, words):
    with pytest.raises(InputError, match=words):
        read_wrenches(ROBOT, {0: entries}, 3)
