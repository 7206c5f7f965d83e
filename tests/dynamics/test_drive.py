"""One drive at an instant: friction and torque by hand, and the spring that gives back what it takes."""

import math

import numpy as np
import pytest

from jounce.dynamics.drive import friction, motor_torque, shaft_torque, spring_torque
from jounce.numbers import Jet
from jounce.plant.motor import Motor, linear
from support.tolerances import assert_close

RUBBING = Motor(viscous=2.0, coulomb=3.0, speed=0.1, stribeck=1.5, stribeck_speed=0.4)


@pytest.mark.parametrize("v", [-2.0, -0.05, 0.0, 0.3, 50.0])
def test_friction_by_hand(v):
    dry = v / math.sqrt(v * v + 0.01)
    assert math.isclose(friction(RUBBING, v), 2.0 * v + (3.0 + 1.5 / (1.0 + (v / 0.4) ** 2)) * dry, abs_tol=1e-15)
    assert math.isclose(friction(RUBBING._replace(stribeck=0.0), v), 2.0 * v + 3.0 * dry, abs_tol=1e-15)
    assert friction(RUBBING._replace(stribeck=0.0, coulomb=0.0), v) == 2.0 * v


def test_friction_never_pushes():
    v = np.linspace(-5.0, 5.0, 201)
    assert (friction(RUBBING, v) * v >= 0.0).all()
    assert_close(friction(RUBBING, -v), -friction(RUBBING, v))


def test_a_motor_behind_a_spring():
    """q = sin t, tau = cos t: theta = q + tau / K with its derivatives, tau_m = B thetadd + tau + viscous thetad."""
    K, B, t = 40.0, 0.5, 0.3
    q, tau = [math.sin(t), math.cos(t), -math.sin(t)], [math.cos(t), -math.sin(t), -math.cos(t)]
    motor = Motor(inertia=B, spring=linear(K), viscous=2.0)
    tau_m, theta, delta = motor_torque(motor, q, tau)
    assert_close(np.array(theta[:3], dtype=float), np.array(q) + np.array(tau) / K)
    assert math.isclose(delta, tau[0] / K)
    assert math.isclose(tau_m, B * theta[2] + tau[0] + 2.0 * theta[1])
    assert math.isclose(spring_torque(motor, q[0], q[1], theta[0], theta[1]), tau[0])


def test_a_rigid_motor_moves_with_its_joint():
    tau_m, theta, delta = motor_torque(Motor(inertia=0.5), [0.1, 0.2, 0.3], [7.0])
    assert (theta, delta) == ([0.1, 0.2, 0.3], 0.0)
    assert math.isclose(tau_m, 0.5 * 0.3 + 7.0)


def test_derivatives_in_time_by_jets():
    """d/dt of the friction of a motor at constant acceleration."""
    v, a, h = 0.3, 2.0, 1e-6
    by_jet = friction(RUBBING, Jet([v, a])).coeffs[1]
    assert math.isclose(by_jet, (friction(RUBBING, v + h * a) - friction(RUBBING, v - h * a)) / (2.0 * h), rel_tol=1e-8)
    assert shaft_torque(Motor(inertia=2.0), [0.0, 0.0, 3.0], 1.0) == 7.0
