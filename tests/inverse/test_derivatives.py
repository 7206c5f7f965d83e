"""Partial derivatives of the motor torque: forty digits and central differences, exact blocks, native code."""

import dataclasses

import mpmath
import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support.random_robots import plainly, random_motion, random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close

LWR = jn.load("kuka_lwr")
FRICTION = {"viscous_friction": 2.0, "coulomb_friction": 3.0, "coulomb_speed": 0.1}
STEP = mpmath.mpf(10) ** -12
"""At forty digits differences are exact to 1e-24."""


def slopes(robot, Q, offsets, weights, number):
    """d tau_m / d q^(k): sum of weight tau_m(Q + offset e_kj), for every k and j; (k, i, j)."""
    rows, n = len(Q), robot.n
    Q = np.vectorize(number, otypes=[object if number is mpmath.mpf else float])(Q)
    unit = np.eye(rows * n, dtype=int).reshape(rows, n, rows, n)  # (k, j) moved, of (derivative, joint)
    moved = [jn.inverse_dynamics(robot, *np.moveaxis(Q + offset * unit, -2, 0)).tau_m for offset in offsets]
    return np.swapaxes(sum(w * tau for w, tau in zip(weights, moved)), -1, -2).astype(float)


def exact(robot, Q):
    with mpmath.workdps(40):
        return slopes(robot, Q, (STEP, -STEP), (0.5 / STEP, -0.5 / STEP), mpmath.mpf)


def compare(found, expected, tolerance):
    """Each derivative against its own largest entry."""
    assert len(found) == len(expected)
    for k, (a, b) in enumerate(zip(found, expected)):
        assert_close(a, b, tolerance, f"d tau_m / d q^({k})")


def driven(seed):
    """A tree with elastic, rigid and undriven joints, turning and sliding."""
    robot = random_robot(seed, 5, kinds=("revolute", "prismatic"))
    stiffness = np.random.default_rng(seed).permutation([300.0, 5e3, np.inf, 800.0, np.inf])
    robot = robot.with_drives(stiffness=list(stiffness), rotor_inertia=0.3, gear_ratio=-2.0, **FRICTION)
    last = int(np.flatnonzero(np.isinf(stiffness))[-1])
    joints = [dataclasses.replace(j, drive=None) if i == last else j for i, j in enumerate(robot.joints)]
    return dataclasses.replace(robot, joints=tuple(joints))


@pytest.mark.parametrize("seed", range(3))
def test_lwr(seed):
    Q = random_motion(LWR, seed, 4)
    compare(jn.inverse_dynamics_derivatives(LWR, *Q), exact(LWR, Q), CHAIN)


@pytest.mark.parametrize("seed", range(6))
def test_trees_with_drives_of_all_kinds(seed):
    robot = driven(seed)
    Q = random_motion(robot, seed, 4)
    compare(jn.inverse_dynamics_derivatives(robot, *Q), exact(robot, Q), CHAIN)


@pytest.mark.parametrize("robot", [LWR.with_rigid_joints(), driven(1).with_rigid_joints(), random_robot(2, 4)], ids=range(3))
def test_rigid_joints(robot):
    Q = random_motion(robot, 1, 2)
    compare(jn.inverse_dynamics_derivatives(robot, *Q), exact(robot, Q), CHAIN)


def test_springs_that_are_not_linear():
    """Eighth-order differences of floats over 0.004: rounding over the step, and friction that turns in 0.1, leave 1e-9."""
    robot = random_robot(4, 3).with_drives(stiffness=jn.robot.HardeningSpring(300.0, 2e4), rotor_inertia=0.3, **FRICTION)
    Q, h = random_motion(robot, 2, 4), 0.004
    weights = np.array([4 / 5, -1 / 5, 4 / 105, -1 / 280]) / h
    offsets = h * np.arange(1, 5)
    expected = slopes(robot, Q, [*offsets, *-offsets], [*weights, *-weights], float)
    compare(jn.inverse_dynamics_derivatives(robot, *Q), expected, 1e-9)


def test_a_law_that_is_linear():
    linear, law = (driven(2).with_drives(stiffness=k, rotor_inertia=0.3) for k in (50.0, jn.robot.HardeningSpring(50.0, 0.0)))
    Q = random_motion(linear, 2, 4)
    compare(jn.inverse_dynamics_derivatives(law, *Q), jn.inverse_dynamics_derivatives(linear, *Q), ALGEBRA)


# ---------------------------------------------------------------- blocks known in closed form


@pytest.mark.parametrize("seed", range(5))
def test_snap(seed):
    """d tau_m / d q^(4) = B K^-1 M, and for rigid joints d tau_m / d qdd = M + B."""
    robot = random_robot(seed, 6)
    rng = np.random.default_rng(seed)
    K, B = 10 ** rng.uniform(2, 5, size=6), rng.uniform(0.1, 3.0, size=6)
    robot = robot.with_drives(stiffness=K, rotor_inertia=B, **FRICTION)
    Q = random_motion(robot, seed, 4)
    M = jn.mass_matrix(robot, Q[0])
    assert_close(jn.inverse_dynamics_derivatives(robot, *Q)[4], (B / K)[:, None] * M, ALGEBRA)
    assert_close(jn.inverse_dynamics_derivatives(robot.with_rigid_joints(), *Q[:3])[2], M + np.diag(B), ALGEBRA)


def test_pendulum():
    """By hand: tau_m = tau + B (qdd + taudd / K), tau = I qdd + w cos q, all five slopes."""
    rod = jn.Robot.build(
        "rod", [jn.Link("base"), jn.Link("rod", 2.0, (0.5, 0, 0))], [jn.Joint("j", "revolute", "base", "rod", axis=(0, -1, 0))]
    ).with_drives(stiffness=40.0, rotor_inertia=0.3)
    inertia, w, c = 2.0 * 0.25, 2.0 * 9.81 * 0.5, 0.3 / 40.0
    q, qd, qdd, *_ = Q = random_motion(rod, 0, 4)[..., 0]
    by_q = -w * np.sin(q) + c * w * (np.cos(q) * qdd * -1.0 + np.sin(q) * qd**2)
    by_qd, by_qdd = -2.0 * c * w * np.cos(q) * qd, inertia + 0.3 - c * w * np.sin(q)
    found = jn.inverse_dynamics_derivatives(rod, *Q[:, None])
    assert_close(found[:, 0, 0], [by_q, by_qd, by_qdd, 0.0, c * inertia], ALGEBRA)


# ---------------------------------------------------------------- shapes and native code


@pytest.mark.parametrize("robot", [driven(0), driven(0).with_rigid_joints()], ids=["elastic", "rigid"])
def test_shapes(robot):
    """Batches sample by sample; rows for derivatives that the torque does not depend on are there, and zero."""
    Q = random_motion(robot, 3, 6, (2, 3))
    found = jn.inverse_dynamics_derivatives(robot, *Q)
    assert found.shape == (7, 2, 3, 5, 5)
    assert not found[robot.motion_order + 1 :].any()
    for index in np.ndindex(2, 3):
        here = jn.inverse_dynamics_derivatives(robot, *Q[: robot.motion_order + 1, *index])
        compare(found[: robot.motion_order + 1, *index], here, ALGEBRA)


@pytest.mark.native
def test_native():
    robot = random_robot(1, 3).with_drives(stiffness=[300.0, np.inf, 800.0], rotor_inertia=0.3, **FRICTION)
    Q = random_motion(robot, 4, 4, (5,))
    compare(jn.inverse_dynamics_derivatives(robot, *Q), plainly(jn.inverse_dynamics_derivatives, robot, *Q), ALGEBRA)


def test_refusals():
    Q = random_motion(LWR, 0, 4)
    with pytest.raises(InputError, match="needs q and its derivatives to order 4"):
        jn.inverse_dynamics_derivatives(LWR, *Q[:3])
    with pytest.raises(InputError, match="'A1' of robot 'kuka_lwr' is elastic and damped"):
        jn.inverse_dynamics_derivatives(LWR.with_drives(stiffness=1e3, rotor_inertia=1.0, damping=1.0), *Q)
    with pytest.raises(InputError, match="no derivative by 'damping'"):
        jn.inverse_dynamics_derivatives(LWR, *Q, by=("damping",))
