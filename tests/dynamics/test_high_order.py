"""Twelve time derivatives of the torque against fifty digits that never saw a jet."""

import numpy as np
import pytest

import jounce as jn
from support import reference
from support.cases import some
from support.random_robots import random_motion, random_robot
from support.tolerances import CHAIN, assert_close

ORDER = 12


def check(robot, seed, order, with_wrench=False):
    Q = random_motion(robot, seed, order + 2)
    link = robot.n // 2
    W = np.random.default_rng(seed).normal(scale=10.0, size=(order + 1, 6)) if with_wrench else ()
    found = jn.rnea(robot, *Q, wrench=W, link=link)
    truth = reference.torque_derivatives(robot, Q, order, W if with_wrench else None, link)
    for k in range(order + 1):
        assert_close(found[k], [float(x) for x in truth[k]], CHAIN, f"derivative {k}")


@pytest.mark.parametrize("seed", [1, 2])
def test_lwr(seed):
    check(jn.load("kuka_lwr"), seed, ORDER)


@pytest.mark.parametrize("seed", range(8))
def test_random_trees(seed):
    check(random_robot(seed, n=2 + seed), seed, ORDER, with_wrench=seed % 2 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_many_random_trees(seed):
    check(random_robot(seed), seed, ORDER, with_wrench=True)


@pytest.mark.parametrize("seed", some(range(20), 10))
def test_first_and_second_derivative_with_wrench(seed):
    check(random_robot(seed + 50), seed, 2, with_wrench=True)
