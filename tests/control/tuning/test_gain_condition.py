"""When springs at the motors hold a robot up: thresholds by hand, and a bound on the slope of gravity."""

import numpy as np
import pytest

import jounce as jn
from control.laws.test_gravity_pd import DOUBLE, HELD, PENDULUM, WEIGHT
from jounce.control import GravityPD, gravity_slope
from jounce.control.tuning.pole_placement import near
from support.random_robots import random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close


@pytest.mark.parametrize(("robot", "kp", "threshold"), HELD, ids=["pendulum", "double"])
def test_threshold_by_hand(robot, kp, threshold):
    """What the condition says is where the energy's slopes become singular; scaled gains, whatever their size."""
    q = np.zeros(robot.n)
    for scale in (0.3, 1.0, 20.0):
        said = GravityPD(robot, scale * kp, 1.0).condition(q)
        assert_close(said.threshold * scale, threshold, 1e-12)
        assert (said.goal > 0.0) == (scale > threshold)
    assert "stable" in str(said)


@pytest.mark.parametrize(("robot", "kp", "threshold"), HELD, ids=["pendulum", "double"])
@pytest.mark.parametrize(("share", "stable"), [(0.9, False), (1.1, True)])
def test_poles_at_the_threshold(robot, kp, threshold, share, stable):
    """Poles of the exact linearisation: one on the right below the threshold, none above."""
    law = GravityPD(robot, share * threshold * kp, 8.0)
    here = near(robot, np.zeros(robot.n))
    poles = np.linalg.eigvals(here.closed(law.kp, law.kd))
    assert (poles.real.max() < 0.0) == stable
    assert (law.condition(np.zeros(robot.n)).goal > 0.0) == stable


def test_everywhere_and_tomei():
    """alpha of links in a plane is reached when they are stretched; Tomei's own condition asks for more than is needed."""
    assert_close(gravity_slope(PENDULUM), 9.81, 1e-12)
    assert_close(gravity_slope(DOUBLE), -np.linalg.eigvalsh(WEIGHT)[0], 1e-12)
    K, a = 40.0, 9.81
    for kp, exact, tomei in ((12.0, False, False), (15.0, True, False), (26.0, True, True)):
        said = GravityPD(PENDULUM, kp, 1.0).condition([0.0])
        assert_close(said.everywhere, K * kp / (K + kp) - a, ALGEBRA)
        assert_close(said.tomei, np.linalg.eigvalsh([[K, -K], [-K, K + kp]])[0] - a, CHAIN)
        assert (said.everywhere > 0.0, said.tomei > 0.0) == (exact, tomei)
    assert_close(near(DOUBLE, [0.0, 0.0]).weight, WEIGHT, CHAIN)


@pytest.mark.parametrize("seed", range(6))
def test_alpha_is_a_bound(seed):
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, 5, kinds=("revolute",), gravity=(1.0, -2.0, -9.81))
    Q = rng.uniform(-np.pi, np.pi, size=(500, 5))
    slopes = jn.state_derivatives(robot, Q, 0 * Q).dg_dq
    assert np.linalg.norm(slopes, 2, axis=(1, 2)).max() <= gravity_slope(robot)
