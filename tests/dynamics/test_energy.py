"""Energy against mass matrix, gravity torque and power."""

import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close

SEEDS = range(20)


def test_by_hand():
    """A point on a rod, m l^2 qd^2 / 2 and m g l sin q; a lift, m qd^2 / 2 and m g q."""
    rod = jn.Robot.build(
        "rod", [jn.Link("base"), jn.Link("rod", 2.0, (0.5, 0, 0))], [jn.Joint("j", "revolute", "base", "rod", axis=(0, -1, 0))]
    )
    q, qd = 0.3, 1.7
    kinetic, potential = jn.energy(rod, [q], [qd])
    assert_close([kinetic, potential], [0.5 * 2.0 * 0.25 * qd**2, 2.0 * 9.81 * 0.5 * np.sin(q)], ALGEBRA)
    lift = jn.Robot.build("lift", [jn.Link("base"), jn.Link("car", 3.0)], [jn.Joint("j", "prismatic", "base", "car")])
    kinetic, potential = jn.energy(lift, [q], [qd])
    assert_close([kinetic, potential], [0.5 * 3.0 * qd**2, 3.0 * 9.81 * q], ALGEBRA)


@pytest.mark.parametrize("seed", SEEDS)
def test_kinetic_energy(seed):
    """qd^T M qd / 2, and its rate qd^T M qdd + qd^T Mdot qd / 2."""
    robot = random_robot(seed)
    q, qd, qdd = random_motion(robot, seed, 2)
    M, Md = jn.mass_matrix(robot, q, qd)
    kinetic, _ = jn.energy(robot, q, qd, qdd)
    assert_close(kinetic, [0.5 * qd @ M @ qd, qd @ M @ qdd + 0.5 * qd @ Md @ qd], ALGEBRA)


@pytest.mark.parametrize("seed", SEEDS)
def test_gravity_torque_is_the_gradient(seed):
    """dV/dt along each joint alone is its gravity torque; along a motion dV/dt = g . qd, and so on for the next rate."""
    robot = random_robot(seed)
    q, qd, qdd, q3 = random_motion(robot, seed, 3)
    g, gd = jn.gravity_torque(robot, q, qd)
    slopes = [jn.energy(robot, q, unit, 0 * q)[1][1] for unit in np.eye(robot.n)]
    assert_close(slopes, g, ALGEBRA, "gradient")
    _, potential = jn.energy(robot, q, qd, qdd, q3)
    assert_close(potential[1:], [g @ qd, gd @ qd + g @ qdd], CHAIN, "rates")


@pytest.mark.parametrize("seed", SEEDS)
def test_power(seed):
    """dE/dt = tau . qd, and d2E/dt2 = taud . qd + tau . qdd."""
    robot = random_robot(seed)
    q, qd, qdd, q3 = random_motion(robot, seed, 3)
    kinetic, potential = jn.energy(robot, q, qd, qdd, q3)
    tau, taud = jn.rnea(robot, q, qd, qdd, q3)
    assert_close((kinetic + potential)[1:], [tau @ qd, taud @ qd + tau @ qdd], CHAIN)


def test_shapes():
    robot = random_robot(3, 4)
    q, qd, qdd = random_motion(robot, 0, 2, (2, 5))
    kinetic, potential = jn.energy(robot, q, qd, qdd)
    assert kinetic.shape == potential.shape == (2, 2, 5)
    one = jn.energy(robot, q[1, 3], qd[1, 3], qdd[1, 3])
    assert_close(kinetic[:, 1, 3], one[0])
    assert_close(potential[:, 1, 3], one[1])
