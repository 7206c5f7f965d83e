"""Frequency response at a pose: closed forms of one link, the sum rule of trees, and the state-space model as a witness."""

import dataclasses

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support.motor_tree import with_random_drives
from support.random_robots import random_robot
from support.tolerances import assert_close

CLOSED_FORM = 1e-10
SUM_RULE = 1e-8
"""Of the largest square that stands in the sum: what rounding leaves of the difference of two traces."""
M, B, K, D = 1.7, 0.4, 300.0, 2.5


def one_link(**drive):
    """A link about a vertical axis, on which gravity does nothing."""
    link = jn.Link("arm", 2.0, (0.0, 0.0, 0.3), (M, M, M, 0.0, 0.0, 0.0))
    joint = jn.Joint("j", "revolute", "base", "arm", axis=(0.0, 0.0, 1.0))
    return jn.Robot.build("one", [jn.Link("base"), link], [joint]).with_drives(**drive)


@pytest.mark.parametrize("ratio", [1.0, -20.0])
def test_one_link_on_its_spring(ratio):
    """sqrt(K/M), where the motor stands, and sqrt(K (1/M + 1/B)), where both swing."""
    found = jn.identification.frequency_response(one_link(stiffness=K, rotor_inertia=B / ratio**2, gear_ratio=ratio), [0.3])
    assert found.motors == ("j",)
    assert_close(found.resonances, [0.0, np.sqrt(K * (1 / M + 1 / B))], CLOSED_FORM)
    assert_close(found.antiresonances[0], [np.sqrt(K / M)], CLOSED_FORM)


def test_response_of_one_link_with_losses():
    """Two masses by hand: theta = (k - w^2 M) / d, q = k / d, with k = K + i w D and viscous friction at the motor."""
    rub = 0.8
    w = np.geomspace(0.1, 200.0, 37)
    found = jn.identification.frequency_response(
        one_link(stiffness=K, rotor_inertia=B, damping=D, viscous_friction=rub, coulomb_friction=5.0), [0.0], w
    )
    k = K + 1j * w * D
    d = (k - w**2 * M) * (k - w**2 * B + 1j * w * rub) - k**2
    for row, expected in ((found.motor[:, 0, 0], (k - w**2 * M) / d), (found.link[:, 0, 0], k / d)):
        np.testing.assert_allclose(row, expected, rtol=1e-12)


def test_a_rigid_joint_has_no_resonance():
    found = jn.identification.frequency_response(one_link(rotor_inertia=B), [0.0], [2.0])
    assert_close(found.resonances, [0.0])
    assert found.antiresonances[0].size == 0
    np.testing.assert_allclose(found.motor[0, 0, 0], -1 / (4.0 * (M + B)), rtol=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_sum_rule_of_trees(seed):
    """K_i = B_i (sum of resonances^2 - sum of anti-resonances^2), runaway motions under gravity included."""
    robot = with_random_drives(random_robot(seed, n=1 + seed % 9), seed)
    q = np.random.default_rng(seed).normal(size=robot.n)
    found = jn.identification.frequency_response(robot, q, [1.0])
    assert len(found.antiresonances) == robot.n
    total = (found.resonances**2).sum()
    elastic = 0
    for joint, zeros in zip(robot.joints, found.antiresonances):
        if joint.drive.elastic:
            elastic += 1
            apart = joint.drive.stiffness / joint.drive.reflected_inertia
            difference = total - (zeros**2).sum()
            assert abs(difference - apart) <= SUM_RULE * max(apart, (np.abs(found.resonances) ** 2).max())
    assert elastic or robot.n < 4


@pytest.mark.parametrize("seed", range(6))
def test_response_is_that_of_the_state_space_model(seed):
    """C (s - A)^-1 B with A, B from the partial derivatives of the elastic forward dynamics, which are computed another way."""
    robot = with_random_drives(random_robot(seed, n=4), seed, rigid=0.0, damping=0.3, coulomb_friction=0.0)
    n, q = robot.n, np.random.default_rng(seed).normal(size=robot.n)
    theta = q + jn.gravity_torque(robot, q) / robot.parameter_values("stiffness")
    still, weight = np.zeros(n), jn.gravity_torque(robot, q)
    parts = jn.elastic_forward_dynamics_derivatives(robot, q, still, theta, still, weight)
    position, speed = np.hstack([parts.dq, parts.dtheta]), np.hstack([parts.dqd, parts.dthetad])
    w = np.geomspace(0.3, 100.0, 9)
    found = jn.identification.frequency_response(robot, q, w)
    for k, s in enumerate(1j * w):
        x = np.linalg.solve(s**2 * np.eye(2 * n) - s * speed - position, parts.dtau_m)
        for part, expected in ((found.link[k], x[:n]), (found.motor[k], x[n:])):
            assert np.abs(part - expected).max() <= 1e-9 * np.abs(x).max()


def test_a_motor_stands_still_at_its_antiresonances():
    """Without losses the response of a motor to its own torque changes sign there."""
    robot = random_robot(2, n=3, kinds=("revolute",), chain=True).with_drives(stiffness=200.0, rotor_inertia=0.5)
    q = np.array([0.4, 0.9, -0.5])
    for i, zeros in enumerate(jn.identification.frequency_response(robot, q, [1.0]).antiresonances):
        zeros = zeros.real[zeros.real > 0.0]
        near = (
            jn.identification.frequency_response(robot, q, np.concatenate([zeros * (1 - 1e-6), zeros * (1 + 1e-6)]))
            .motor[:, i, i]
            .real
        )
        assert (near[: len(zeros)] * near[len(zeros) :] < 0.0).all()


def test_antiresonances_lie_between_resonances():
    """Cauchy: a motor that is held takes one freedom away. On the LWR, with the frequencies that the function chooses."""
    robot = jn.load("kuka_lwr")
    found = jn.identification.frequency_response(robot, [0.1, 0.7, -0.3, 1.2, 0.4, -0.8, 0.2])
    assert found.frequency.shape == (400,)
    assert found.motor.shape == (400, 7, 7)
    assert found.link.shape == (400, 7, 7)
    squares = (found.resonances.astype(complex) ** 2).real
    slack = 1e-9 * squares.max()
    for zeros in found.antiresonances:
        held = (zeros.astype(complex) ** 2).real
        assert (squares[:-1] - slack <= held).all()
        assert (held <= squares[1:] + slack).all()


def test_a_pose_from_which_the_robot_runs_away():
    """Upright: the square of the rigid-body motion is below zero, its frequency imaginary."""
    link = jn.Link("arm", 2.0, (0.0, 0.0, 0.5), (0.1, 0.1, 0.1, 0.0, 0.0, 0.0))
    joint = jn.Joint("j", "revolute", "base", "arm", axis=(0.0, 1.0, 0.0))
    robot = jn.Robot.build("up", [jn.Link("base"), link], [joint]).with_drives(rotor_inertia=B)
    found = jn.identification.frequency_response(robot, [0.0], [1.0])
    np.testing.assert_allclose(found.resonances, [1j * np.sqrt(9.81 * 2.0 * 0.5 / (0.1 + 0.5 + B))], rtol=1e-9)


def test_wrong_use():
    robot = one_link(stiffness=K, rotor_inertia=B)
    with pytest.raises(InputError, match="expected 1 finite numbers"):
        jn.identification.frequency_response(robot, [0.0, 1.0])
    with pytest.raises(InputError, match="frequency"):
        jn.identification.frequency_response(robot, [0.0], [1.0, np.nan])
    with pytest.raises(InputError, match="infinite"):
        jn.identification.frequency_response(robot, [0.0], [0.0])
    sprung = dataclasses.replace(robot.joints[0], drive=None, spring=jn.Spring(10.0))
    bare = dataclasses.replace(robot, joints=(sprung,))
    with pytest.raises(InputError, match="no motor"):
        jn.identification.frequency_response(bare, [0.0])
