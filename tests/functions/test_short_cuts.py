"""Calls of one sample that go straight to their kernel: the answer is that of the long way, for these arguments and no others."""

import gc

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support.several_freedoms import random_tree
from support.tolerances import ALGEBRA, assert_close

ROBOT = jn.load("planar_2r").with_drives(stiffness=100.0, rotor_inertia=0.1)
Q = np.random.default_rng(0).normal(size=(5, 2))
ROBOTS = 300
"""Made and thrown away: CPython gives the next one the place of the last in most cases."""


@pytest.mark.native
def test_robots_that_come_and_go():
    """A robot is known by its identity while a short cut holds it, also if an equal one was there before."""
    gravities = [(0.0, -float(k % 7), 0.0) for k in range(ROBOTS)]
    expected = {g: jn.inverse_dynamics(ROBOT, *Q, parameters={"gravity": np.array(g)}).tau_m for g in gravities}
    for g in np.random.default_rng(1).permutation(gravities).tolist():
        robot = ROBOT.with_gravity(g)
        assert_close(jn.inverse_dynamics(robot, *Q).tau_m, expected[tuple(g)], ALGEBRA)
        assert_close(jn.inverse_dynamics(robot, *Q).tau_m, expected[tuple(g)], ALGEBRA)
        del robot
        gc.collect(0)


@pytest.mark.native
def test_a_quaternion_that_is_zero_is_refused_every_time():
    robot = random_tree(0, 3, floating=True)
    q, v = np.random.default_rng(0).normal(size=robot.nq), np.ones(robot.n)
    kernel = jn.compile(jn.rnea, robot)
    for _ in range(3):
        assert_close(kernel(q, v, v), jn.rnea(robot, q, v, v), ALGEBRA)
        for call in (kernel, lambda *Q: jn.rnea(robot, *Q)):
            with pytest.raises(InputError, match="quaternion"):
                call(np.zeros(robot.nq), v, v)
