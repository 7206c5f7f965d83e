"""Motors: springs and constants of drives by hand, and transmissions through which power and torque pass unchanged."""

import math

import numpy as np
import pytest

import jounce as jn
from jounce.numbers import Jet
from jounce.plant.motor import (
    LinearSpring,
    Motor,
    Transmission,
    VaryingSpring,
    driven,
    linear,
    motor,
    transmission,
    without_motor,
)
from jounce.robot import HardeningSpring
from support.tolerances import assert_close


def joint(**parts):
    return jn.Joint("j", "revolute", "a", "b", **parts)


def test_linear_spring():
    spring = linear(250.0)
    assert spring == LinearSpring(250.0, 0.004)
    assert spring.torque(0.02) == 5.0
    assert spring.stiffness(0.3) == 250.0
    assert_close(spring.energy(0.02), 0.05)
    assert_close(spring.deflection_rows([5.0, -1.0, 0.5]), [0.02, -0.004, 0.002])


def test_spring_of_varying_stiffness():
    """tau = K(t) delta(t) for polynomials of time: the deflection comes back with its derivatives."""
    K, delta = np.polynomial.Polynomial([100.0, 30.0, -4.0]), np.polynomial.Polynomial([0.3, -0.2, 0.7, 0.1])
    rows = [(K * delta).deriv(k)(0.0) for k in range(4)]
    spring = linear(Jet([*K.coef, 0.0]))
    assert isinstance(spring, VaryingSpring)
    assert_close(spring.deflection_rows(rows), [delta.deriv(k)(0.0) for k in range(4)])
    assert_close(spring.torque(0.3), rows[0])
    assert spring.stiffness(0.3) == 100.0
    assert_close(spring.energy(0.3), 0.5 * 100.0 * 0.3**2)


def test_energy_is_the_work_of_the_torque():
    delta = Jet([0.03, 0.7])
    spring = linear(400.0)
    assert_close(spring.energy(delta).coeffs[1], spring.torque(0.03) * 0.7)


def test_a_spring_without_motor_may_have_no_stiffness():
    assert without_motor(0.0).torque(1.0) == 0.0
    passive = motor(joint(spring=jn.Spring(0.0, damping=3.0)))
    assert passive.absent
    assert not passive.elastic
    assert passive.damping == 3.0


def test_motor_of_a_drive():
    drive = jn.Drive(
        rotor_inertia=2e-4, gear_ratio=-50.0, stiffness=900.0, damping=2.0, viscous_friction=0.5, coulomb_friction=1.5,
        coulomb_speed=0.2, stribeck_friction=0.7, stribeck_speed=0.3,
    )  # fmt: skip
    drive_motor = driven(drive)
    assert_close(drive_motor.inertia, 2e-4 * 2500.0)
    assert drive_motor[1:] == (linear(900.0), 2.0, 0.5, 1.5, 0.2, 0.7, 0.3, False)
    assert drive_motor.elastic
    assert drive_motor.is_linear


def test_rigid_drives_and_joints_without_a_drive():
    rigid = driven(jn.Drive(rotor_inertia=2.0, stiffness=math.inf, damping=5.0))
    assert rigid[:3] == Motor(inertia=2.0)[:3]  # no spring, and no damping beside it
    assert not rigid.elastic
    assert motor(joint()) == Motor()


def test_a_spring_law_stays():
    law = HardeningSpring(100.0, 50.0)
    drive_motor = driven(jn.Drive(stiffness=law))
    assert drive_motor.law is law
    assert drive_motor.elastic
    assert not drive_motor.is_linear


@pytest.mark.parametrize("batch", [3])
def test_batches(batch):
    x = np.linspace(-1.0, 1.0, batch)
    assert_close(linear(4.0).torque(x), 4.0 * x)


SEEDS = range(5)


def coupled(seed, n=4, seconds=(1, 3)):
    """Return a transmission of random N, and N with a row for each second drive."""
    N = np.random.default_rng(seed).normal(size=(n, n))
    return transmission(tuple(map(tuple, N.tolist())), n, seconds), np.vstack([N, np.eye(n)[list(seconds)]])


@pytest.mark.parametrize("seed", SEEDS)
def test_matrices(seed):
    shafts, N = coupled(seed)
    x, tau = np.random.default_rng(seed + 9).normal(size=(2, 6)).tolist()
    assert_close(shafts.matrix(4), N)
    assert_close(shafts.inverse_matrix(4) @ N[:4], np.eye(4))
    assert_close(shafts.to_motors(x[:4]), N @ x[:4])
    assert_close(shafts.torques_at_joints(tau), N.T @ tau)
    assert_close(shafts.inertia_at_joints(x), N.T @ np.diag(x) @ N)


@pytest.mark.parametrize("seed", SEEDS)
def test_motors_carry_the_torque_of_the_joints(seed):
    """Whatever second drives add: N^T tau_a = tau_j, and the last torques are theirs."""
    shafts, N = coupled(seed)
    tau, preload = np.random.default_rng(seed + 9).normal(size=4).tolist(), [3.0, -2.0]
    at_motors = shafts.torques_at_motors(tau, preload)
    assert at_motors[4:] == preload
    assert_close(N.T @ at_motors, tau)


def test_motors_that_turn_with_their_joints():
    alone = transmission((), 3)
    x = [1.0, 2.0, 3.0]
    assert alone == Transmission()
    assert alone.to_motors(x) is x
    assert alone.torques_at_motors(x) is x
    assert alone.torques_at_joints(x) is x
    assert np.array_equal(alone.matrix(3), np.eye(3))
    assert np.array_equal(alone.inverse_matrix(3), np.eye(3))


def test_a_second_drive_needs_no_coupling():
    shafts = transmission((), 2, (1,))
    assert shafts.N == ((1.0, 0.0), (0.0, 1.0), (0.0, 1.0))
    assert shafts.torques_at_motors([5.0, 7.0], [3.0]) == [5.0, 4.0, 3.0]
    with pytest.raises(ValueError, match="zip"):
        shafts.torques_at_motors([5.0, 7.0])


def test_zeros_of_the_inverse_are_zeros():
    """Of a chain of belts, each over the next joint, the inverse is triangular: rounding leaves nothing above the diagonal."""
    N = np.tril(np.random.default_rng(0).normal(size=(6, 6)), -1) * 1e3 + np.eye(6)
    inverse = np.array(transmission(tuple(map(tuple, N.tolist())), 6).inverse)
    assert not np.triu(inverse, 1).any()
