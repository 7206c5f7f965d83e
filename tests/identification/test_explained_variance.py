"""The unexplained fraction of torques: zero, all, and half, by hand."""

import numpy as np
import pytest

from jounce.identification.explained_variance import least_squares, shares, unexplained
from jounce.identification.torque_regression import FilteredColumns
from support.tolerances import assert_close

T = 2.0 * np.pi * np.arange(200) / 200


def columns(keep=None):
    """Two joints, a column for each: cos at joint 1, 1 and sin at joint 2."""
    by = {"inertia": np.zeros((200, 2, 1)), "friction": np.zeros((200, 2, 2))}
    by["inertia"][:, 0, 0], by["friction"][:, 1, 0], by["friction"][:, 1, 1] = np.cos(T), 1.0, np.sin(T)
    torque = np.stack([3.0 * np.cos(T), 5.0 + 2.0 * np.sin(T)], axis=1)
    keep = np.ones((200, 2), dtype=bool) if keep is None else keep
    return FilteredColumns(by, torque, keep, torque)


def test_torques_that_the_columns_contain():
    assert unexplained(columns(), columns().torque) < 1e-20
    assert_close(least_squares(columns(), columns().torque, columns().keep), np.array([3.0, 5.0, 2.0]))


def test_what_is_orthogonal_to_the_columns_is_left():
    """The variance of cos t + sin t is half that of cos t."""
    torque = np.stack([np.cos(T) + np.sin(T), np.sin(2.0 * T)], axis=1)
    assert_close(shares(columns(), torque), np.array([0.5, 1.0]))
    assert unexplained(columns(), torque) == pytest.approx(0.75)


def test_a_joint_without_rows_has_none():
    keep = np.ones((200, 2), dtype=bool)
    keep[:, 1] = False
    left = shares(columns(keep), np.stack([np.cos(T) + np.sin(T), np.zeros(200)], axis=1))
    assert left[0] == pytest.approx(0.5)
    assert np.isnan(left[1])


def test_a_torque_of_zero_is_explained():
    assert unexplained(columns(), np.zeros((200, 2))) == 0.0


def test_columns_that_are_alike_share_the_value():
    """Two equal columns: the minimum norm halves it."""
    by = {"a": np.cos(T)[:, None, None], "b": np.cos(T)[:, None, None]}
    torque = 4.0 * np.cos(T)[:, None]
    keep = np.ones((200, 1), dtype=bool)
    assert_close(least_squares(FilteredColumns(by, torque, keep, torque), torque, keep), np.array([2.0, 2.0]))
