"""The objective of an excitation: exact gradients, and assumed limits."""

import math
from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from identification.test_excitation import ALL, SLOPES, arm, coupled
from jounce.identification.excitation_design import ExcitationDesign, FourierBasis, SplineBasis, bounds_of
from jounce.identification.regressor_columns import columns_of, independent
from support.tolerances import CHAIN, assert_close

BASES = [FourierBasis(4.0, 3), SplineBasis(4.0, 6, 5)]
T = np.linspace(0.1, 3.8, 7)


def test_the_first_harmonic():
    w = math.pi / 2.0
    rows = FourierBasis(4.0, 1).rows(T, 2)
    cosine, sine = np.cos(w * T), np.sin(w * T)
    assert_close(rows[0], np.stack([np.ones(7), cosine, sine], axis=1))
    assert_close(rows[1], np.stack([np.zeros(7), -w * sine, w * cosine], axis=1))
    assert_close(rows[2], np.stack([np.zeros(7), -(w**2) * cosine, -(w**2) * sine], axis=1))


@pytest.mark.parametrize("basis", BASES, ids=["Fourier", "spline"])
def test_derivatives_are_differences(basis):
    h = 1e-4
    rows, more, less = (basis.rows(T + s * h, 3) for s in (0.0, 1.0, -1.0))
    for k in range(3):
        assert_close(rows[k + 1], (more[k] - less[k]) / (2.0 * h), 1e-6)
    assert len(basis.sizes()) == rows.shape[-1]


@pytest.mark.parametrize("basis", BASES, ids=["Fourier", "spline"])
@pytest.mark.parametrize("again", [False, True])
def test_conditions_of_rest(basis, again):
    """A random motion among those that satisfy the conditions is at rest at both ends; repeated, it is where it began."""
    from scipy.linalg import null_space

    inside = null_space(basis.at_rest(2, again))
    c = inside @ np.random.default_rng(0).normal(size=inside.shape[1])
    ends = basis.rows(np.array([0.0, 4.0]), 2) @ c
    assert np.abs(ends[1:]).max() <= CHAIN * np.abs(basis.rows(T, 2) @ c).max() * 10.0
    closed = abs(ends[0, 1] - ends[0, 0]) < 1e-11
    assert closed == (again or isinstance(basis, FourierBasis))


def test_a_fourier_series_is_periodic_and_has_every_derivative():
    basis = FourierBasis(4.0, 3)
    assert_close(basis.rows(T + 4.0, 6), basis.rows(T, 6), CHAIN)
    assert (basis.max_order, SplineBasis(4.0, 6, 5).max_order) == (math.inf, 5)


def test_sizes_give_one_speed():
    """The largest speed of a harmonic of its size is one."""
    basis = FourierBasis(4.0, 5)
    t = np.linspace(0.0, 4.0, 4001)
    speeds = np.abs(basis.rows(t, 1)[1] * basis.sizes()).max(axis=0)
    assert_close(speeds[1:], np.ones(10), 1e-5)


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "coupled, balanced"])
def test_utilisations_are_those_of_the_inverse_dynamics(plain):
    """Torque at the joints and deflection of the motors' springs, each over its own limit."""
    robot = (arm if plain else coupled)().with_drives(stiffness=[900.0, 700.0, 300.0], damping=0.0)
    if not plain:
        spring = jn.robot.ParallelSpring(40.0, 0.2)
        robot = replace(robot, joints=tuple(replace(joint, parallel=spring) for joint in robot.joints))
    torque, deflection = np.array([30.0, 20.0, 10.0]), np.array([0.01, 0.02, 0.03])
    robot = robot.with_limits(joint_torque=torque.tolist(), deflection=deflection.tolist())
    columns = columns_of(robot.with_rigid_joints(), ALL)
    basis, base = FourierBasis(5.0, 5), independent(columns)[0]
    design = ExcitationDesign(columns, base, bounds_of(robot)[0], np.ones(3), "condition", basis, 80, 4)
    Q = design.motion(design.start(np.random.default_rng(0)))
    exact = jn.inverse_dynamics(robot, *Q[:3], *np.zeros((2, *Q.shape[1:])))  # snap moves the motor alone
    shares = design.shares(Q)
    assert_close(shares["joint_torque"][0], exact.tau_j[0] / torque)
    assert_close(shares["spring_torque"][0], exact.delta / deflection)


@pytest.mark.parametrize("criterion", ["determinant", "condition"])
@pytest.mark.parametrize(
    ("robot", "basis"), [(arm(), FourierBasis(5.0, 5)), (coupled(), FourierBasis(5.0, 5)), (arm(), SplineBasis(5.0, 10, 5))]
)
def test_slopes_are_exact(robot, basis, criterion):
    """Of the whole Lagrangian by the coefficients, against fourth-order differences, with limits active."""
    rigid = robot.with_drives(coulomb_speed=0.5).with_limits(jerk=10.0, motor_torque=10.0, joint_torque=5.0)
    columns = columns_of(rigid, ALL)
    bounds = bounds_of(rigid.with_drives(stiffness=500.0).with_limits(deflection=0.01))[0]
    design = ExcitationDesign(columns, independent(columns)[0], bounds, np.array([1.0, 2.0, 0.5]), criterion, basis, 80, 4)
    rng = np.random.default_rng(3)
    x = 3.0 * design.start(rng)
    shares = design.shares(design.motion(x))
    assert len(shares) == 7
    assert all(np.abs(share).max() > 0.9 for share, _ in shares.values())
    held = {name: rng.uniform(0.0, 1.0, size=share.shape) for name, (share, _) in shares.items()}
    margins = {name: np.full(3, 0.9) for name in shares}

    def value(x):
        return design.value(x, held, 30.0, margins)

    slope = value(x)[1]
    for along in rng.normal(size=(3, x.size)):
        h = 1e-3 / np.abs(along).max()
        near = {k: value(x + k * h * along)[0] for k in (-2, -1, 1, 2)}
        by_difference = (8.0 * (near[1] - near[-1]) - (near[2] - near[-2])) / (12.0 * h)
        assert abs(slope @ along - by_difference) <= SLOPES * np.linalg.norm(slope) * np.linalg.norm(along)
