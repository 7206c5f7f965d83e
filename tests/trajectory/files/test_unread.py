"""The warning about joints that a robot does not have: of those that move, once, by name."""

import warnings

import numpy as np
import pytest

from jounce.trajectory.files.unread import LISTED, STILL, warn_of_unread


def test_joints_that_stand_still_are_no_matter():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_unread(["a", "b"], np.array([[1.0, 2.0], [1.0, 2.0 + 0.5 * STILL]]), "here")
        warn_of_unread([], np.zeros((2, 0)), "here")


def test_those_that_move_are_named():
    with pytest.warns(UserWarning, match=r"^here: joints that move .* no effect: 'b' \(-0.5 to 1\)\. A locked"):
        warn_of_unread(["a", "b"], np.array([[1.0, -0.5], [1.0, 1.0]]), "here")


def test_many_are_counted():
    count = LISTED + 3
    with pytest.warns(UserWarning, match=r"'j3' \(0 to 1\), and 3 more\."):
        warn_of_unread([f"j{k}" for k in range(count)], np.array([np.zeros(count), np.ones(count)]), "here")
