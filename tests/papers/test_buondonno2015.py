"""jounce against the recursion that [Buondonno2015] writes out by hand: tau_e and its first two derivatives, motor torque."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from papers.ejnea import Arm, elastic_torque, motor_torque

RELATIVE = 1e-12
"""Against the largest entry of each order of derivative."""

# Table I, inertia rows re-read as xx, xy, xz, yy, yz, zz: the way in which all tensors are positive definite.
LWR_ALPHA = np.pi * np.array([0.5, -0.5, -0.5, 0.5, 0.5, -0.5, 0.0])
LWR_D = np.array([0.0, 0.0, 0.40, 0.0, 0.39, 0.0, 0.0])
LWR_MASS = np.array([2.7, 2.7, 2.7, 2.7, 1.7, 1.6, 0.3])
LWR_COM_CM = np.array(
    [
        [0.1340, 0.1340, 0.1340, 0.1340, 0.0993, 0.0259, 0.0],
        [8.7777, 2.6220, 8.7777, 2.6220, 11.1650, 0.5956, 0.0],
        [2.6220, 8.7777, 2.6220, 8.7777, 2.6958, 0.5328, 6.3],
    ]
)
LWR_INERTIA_G_M2 = np.array(
    [
        [16.341, 16.341, 16.341, 16.341, 9.818, 3.012, 0.102],
        [0.003, 0.001, 0.003, 0.001, 0.001, 0.0, 0.0],
        [0.001, 0.003, 0.001, 0.003, 0.001, 0.0, 0.0],
        [5.026, 16.173, 5.026, 16.173, 3.708, 3.023, 0.102],
        [3.533, 3.533, 3.533, 3.533, 3.094, 0.019, 0.0],
        [16.173, 5.026, 16.173, 5.026, 9.092, 3.414, 0.158],
    ]
)
LWR_B = np.array([3.20, 3.05, 1.98, 2.06, 0.801, 0.48, 0.381])
LWR_K = np.full(7, 1000.0)


def lwr() -> Arm:
    xx, xy, xz, yy, yz, zz = 1e-3 * LWR_INERTIA_G_M2
    inertia = np.moveaxis(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), -1, 0)
    zero = np.zeros(7)
    gravity = np.array([0.0, 0.0, -9.81])
    return Arm(zero, LWR_ALPHA, LWR_D, zero, zero.astype(bool), LWR_MASS, 1e-2 * LWR_COM_CM.T, inertia, gravity)


def random_arm(rng: np.random.Generator, n: int) -> Arm:
    """Any table, joints of both types, and bodies that could exist: I = tr(P) 1 - P of a positive definite P."""
    A = 0.3 * rng.normal(size=(n, 3, 3))
    P = A @ A.swapaxes(-1, -2)
    inertia = np.trace(P, axis1=-2, axis2=-1)[:, None, None] * np.eye(3) - P
    a, alpha, d, theta = rng.normal(size=(4, n))
    mass, prismatic = rng.uniform(0.5, 5.0, n), rng.random(n) < 0.4
    return Arm(a, alpha, d, theta, prismatic, mass, rng.normal(size=(n, 3)), inertia, 9.81 * rng.normal(size=3))


def robot_of(arm: Arm) -> jn.Robot:
    """The same arm as jounce builds it, with frame N of the table as a frame named `tip`."""
    robot = jn.Robot.from_dh(
        arm.a,
        arm.alpha,
        arm.d,
        arm.theta,
        types=["prismatic" if p else "revolute" for p in arm.prismatic],
        mass=arm.mass,
        com=arm.com,
        inertia=arm.inertia[:, [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]],
        gravity=arm.gravity,
    )
    return replace(robot, frames=(jn.robot.Frame("tip", robot.tool.link, robot.tool.placement),))


def assert_orders_agree(actual, expected):
    """Rows are orders of derivative; each is held against its own largest entry."""
    scale = np.max(np.abs(expected), axis=-1, keepdims=True)
    assert np.shape(actual) == np.shape(expected)
    assert np.max(np.abs(actual - expected) / scale) < RELATIVE


@pytest.mark.parametrize("seed", range(5))
def test_lwr(seed):
    motion = np.random.default_rng(seed).normal(size=(5, 7))
    assert_orders_agree(jn.rnea(jn.load("kuka_lwr"), *motion), elastic_torque(lwr(), motion))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n", range(1, 9))
def test_random_arms(n, seed):
    rng = np.random.default_rng([n, seed])
    arm, motion = random_arm(rng, n), rng.normal(size=(5, n))
    assert_orders_agree(jn.rnea(robot_of(arm), *motion), elastic_torque(arm, motion))


@pytest.mark.parametrize("types", [(False,), (True,), (False, True), (True, False)], ids=["R", "P", "RP", "PR"])
def test_joint_types(types):
    rng = np.random.default_rng(len(types))
    arm, motion = replace(random_arm(rng, len(types)), prismatic=np.array(types)), rng.normal(size=(5, len(types)))
    assert_orders_agree(jn.rnea(robot_of(arm), *motion), elastic_torque(arm, motion))


@pytest.mark.parametrize("n", range(1, 9))
def test_external_wrench(n):
    """f_{N+1}, n_{N+1}: a wrench that varies in frame N, its derivatives those of its components there."""
    rng = np.random.default_rng(n)
    arm, motion, wrench = random_arm(rng, n), rng.normal(size=(5, n)), 50.0 * rng.normal(size=(3, 6))
    assert_orders_agree(jn.rnea(robot_of(arm), *motion, wrench=wrench, link="tip"), elastic_torque(arm, motion, wrench))


def test_motor_torque():
    """(42)-(43) against tau = B (qdd + tau_e_ddot / K) + tau_e, with the library's drives and rnea."""
    robot = jn.load("kuka_lwr")
    motion = np.random.default_rng(0).normal(size=(5, 7))
    B = np.array([joint.drive.reflected_inertia for joint in robot.joints])
    K = np.array([joint.drive.stiffness for joint in robot.joints])
    tau_e, _, tau_e_ddot = jn.rnea(robot, *motion)
    expected = motor_torque(elastic_torque(lwr(), motion), motion[2], LWR_K, LWR_B)
    assert_orders_agree(B * (motion[2] + tau_e_ddot / K) + tau_e, expected)


def test_lwr_from_its_table():
    """The library's robot is the one that `from_dh` makes of Table I."""
    motion = np.random.default_rng(0).normal(size=(5, 7))
    assert_orders_agree(jn.rnea(robot_of(lwr()), *motion), jn.rnea(jn.load("kuka_lwr"), *motion))
