"""What must hold for every robot, whatever its numbers."""

import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close

SEEDS = range(30)


@pytest.mark.parametrize("seed", SEEDS)
def test_inverse_and_forward_dynamics(seed):
    robot = random_robot(seed)
    q, qd, qdd = random_motion(robot, seed, 2)
    tau = jn.rnea(robot, q, qd, qdd)
    M = jn.mass_matrix(robot, q)
    # the solve loses what the condition of M takes
    assert_close(jn.forward_dynamics(robot, q, qd, tau), qdd, 1e-15 * np.linalg.cond(M) + ALGEBRA, "forward o inverse")
    assert_close(M @ qdd + jn.rnea(robot, q, qd, 0 * q), tau, ALGEBRA, "tau = M qdd + n")


@pytest.mark.parametrize("seed", SEEDS)
def test_power_balance(seed):
    """tau . qd = d/dt (kinetic + potential energy), the kinetic part through M and Mdot."""
    robot = random_robot(seed)
    q, qd, qdd = random_motion(robot, seed, 2)
    M, Md = jn.mass_matrix(robot, q, qd)
    kinetic = qd @ M @ qdd + 0.5 * qd @ Md @ qd
    potential = jn.gravity_torque(robot, q) @ qd
    assert_close(jn.rnea(robot, q, qd, qdd) @ qd, kinetic + potential, CHAIN, "power")


@pytest.mark.parametrize("seed", SEEDS)
def test_derivatives_of_the_torque(seed):
    """Leibniz: tau' = M qddd + Mdot qdd + n', and the velocity terms follow from Mdot (Lagrange)."""
    robot = random_robot(seed, n=1 + seed % 9)
    q, qd, qdd, q3 = random_motion(robot, seed, 3)
    M, Md = jn.mass_matrix(robot, q, qd)
    bias = jn.rnea(robot, q, qd, qdd, 0 * q)[1]  # M' qdd + n', since the jerk is zero
    assert_close(jn.rnea(robot, q, qd, qdd, q3)[1], M @ q3 + bias, ALGEBRA, "tau'")
    # n = Mdot qd - 1/2 d(qd^T M qd)/dq + g, with the gradient along each joint as a directional derivative of M
    pushes = np.stack([qd @ jn.mass_matrix(robot, q, e)[1] @ qd for e in np.eye(robot.n)])
    n = Md @ qd - 0.5 * pushes + jn.gravity_torque(robot, q)
    assert_close(jn.rnea(robot, q, qd, 0 * q), n, CHAIN, "Lagrange")


@pytest.mark.parametrize("seed", SEEDS)
def test_wrench_acts_through_the_jacobian(seed):
    robot = random_robot(seed)
    q, qd, qdd, q3 = random_motion(robot, seed, 3)
    W, Wd = np.random.default_rng(seed).normal(scale=20.0, size=(2, 6))
    link = seed % robot.n
    free = jn.rnea(robot, q, qd, qdd, q3)
    loaded = jn.rnea(robot, q, qd, qdd, q3, wrench=(W, Wd), link=link)
    J, Jd = jn.jacobian(robot, q, qd, link=link)
    assert_close(free[0] - loaded[0], J.T @ W, CHAIN, "J^T W")
    assert_close(free[1] - loaded[1], Jd.T @ W + J.T @ Wd, CHAIN, "d/dt J^T W")


def test_hanging_mass():
    """One link, by hand: m l^2 qdd + m g l cos q for a point on a rod; m (qdd + g) for a lift."""
    rod = jn.Robot.build(
        "rod", [jn.Link("base"), jn.Link("rod", 2.0, (0.5, 0, 0))], [jn.Joint("j", "revolute", "base", "rod", axis=(0, -1, 0))]
    )
    q, qd, qdd = 0.3, 1.7, -0.4
    assert_close(jn.rnea(rod, [q], [qd], [qdd]), [2 * 0.25 * qdd + 2 * 9.81 * 0.5 * np.cos(q)], ALGEBRA)
    lift = jn.Robot.build("lift", [jn.Link("base"), jn.Link("car", 3.0)], [jn.Joint("j", "prismatic", "base", "car")])
    assert_close(jn.rnea(lift, [q], [qd], [qdd]), [3 * (qdd + 9.81)], ALGEBRA)
    assert_close(jn.forward_dynamics(lift, [q], [qd], [0.0]), [-9.81], ALGEBRA)
