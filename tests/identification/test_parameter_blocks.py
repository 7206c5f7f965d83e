"""Blocks of free parameters: values, priors and their derivatives."""

import numpy as np

import jounce as jn
from jounce.identification.parameter_blocks import BodyBlock, ScalarBlock
from support.random_robots import random_robot
from support.tolerances import assert_close

STEP = 1e-6


def bodies(spread=0.5):
    robot = random_robot(3, n=2)
    mean = robot.parameters.copy()
    mean[:10] = 0.0  # a body without mass
    return BodyBlock("inertia", ("a", "b"), mean, spread)


def differences(function, x):
    columns = [(function(x + STEP * d)[0] - function(x - STEP * d)[0]) / (2.0 * STEP) for d in np.eye(len(x))]
    return np.stack(columns, axis=1)


def test_bodies_begin_at_the_prior_and_those_without_mass_stay():
    block = bodies()
    values, jacobian = block.values(np.zeros(10))
    assert_close(values, block.mean)
    assert (block.there, block.coordinates) == ((1,), 10)
    assert not jacobian[:10].any()
    assert block.labels[0] == "a m"
    assert block.labels[10] == "b m"
    assert np.isneginf(block.lower).all()


def test_every_point_is_a_body_that_can_exist():
    """Mass above zero, and moments of inertia that satisfy the triangle inequality about the centre of mass."""
    block = bodies()
    for x in np.random.default_rng(0).normal(scale=2.0, size=(20, 10)):
        m, *h, xx, yy, zz, xy, xz, yz = block.values(x)[0][10:]
        c = np.array(h) / m
        inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - m * (c @ c * np.eye(3) - np.outer(c, c))
        moments = np.linalg.eigvalsh(inertia)
        assert m > 0.0
        assert moments[0] > 0.0
        assert moments[0] + moments[1] > moments[2] * (1.0 - 1e-9)


def test_derivatives_of_bodies_are_differences():
    block, x = bodies(), 0.3 * np.random.default_rng(1).normal(size=10)
    assert_close(block.values(x)[1], differences(block.values, x), 1e-7)
    assert_close(block.prior(x)[1], differences(block.prior, x), 1e-6)


def test_the_prior_of_a_heavier_body_is_its_relative_mass_over_the_spread():
    """All parameters 1 % larger: rows of norm 0.01 / spread."""
    from scipy.optimize import least_squares

    block = bodies(0.5)
    target = 1.01 * block.mean[10:]
    x = least_squares(lambda x: (block.values(x)[0][10:] - target) / np.abs(target).max(), np.zeros(10), xtol=1e-15).x
    assert abs(np.linalg.norm(block.prior(x)[0]) / 0.02 - 1.0) < 0.02


def test_scalars():
    block = ScalarBlock("stiffness", ("a", "b", "c"), np.array([100.0, 5.0, 30.0]), np.array([10.0, 0.0, 60.0]), 0.0)
    values, jacobian = block.values(np.array([2.0, -0.5]))
    assert values.tolist() == [120.0, 5.0, 0.0]
    assert jacobian.tolist() == [[10.0, 0.0], [0.0, 0.0], [0.0, 60.0]]
    assert block.free.tolist() == [0, 2]
    assert block.lower.tolist() == [-10.0, -0.5]
    rows, by = block.prior(np.array([2.0, -0.5]))
    assert rows.tolist() == [2.0, -0.5]
    assert by.tolist() == np.eye(2).tolist()


def test_a_robot_without_bodies_has_no_coordinates():
    block = BodyBlock("inertia", ("a",), np.zeros(10), 1.0)
    assert block.coordinates == 0
    assert block.prior(np.zeros(0))[0].shape == (0,)
    assert jn.load("planar_2r").parameters.size == 20
