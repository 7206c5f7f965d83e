"""Actuators: the current loop, the torque limit and ripple, against their integrals."""

import numpy as np
import pytest

import jounce as jn
from simulation.test_plant_dynamics import PLAN, ROBOT, STEP, J, Recorder, still, wheel
from support.tolerances import ALGEBRA, assert_close

pytestmark = pytest.mark.native


def test_current_loop():
    """A step of torque on a wheel: tau = u (1 - e^(-w t)), and its integrals; the ticks in between do not show."""
    robot, t, w, u = wheel(), np.linspace(0.0, 0.05, 26), 300.0, 2.0
    run = jn.simulate(robot, still(robot, t), Recorder(lambda _: np.array([u])), actuator=jn.simulation.Actuator(bandwidth=w))
    gone = -np.expm1(-w * t)
    assert_close(run.tau_m[:, 0], u * gone, ALGEBRA)
    assert_close(run.qd[:, 0], u / J * (t - gone / w), STEP)
    assert_close(run.q[:, 0], u / J * (t**2 / 2.0 - t / w + gone / w**2), STEP)


def test_torque_limit():
    """The wheel under too much torque: what is left of it acts."""
    robot, t = wheel(), np.linspace(0.0, 0.05, 26)
    run = jn.simulate(
        robot, still(robot, t), Recorder(lambda t: np.array([9.0 if t < 0.02 else -9.0])), actuator=jn.simulation.Actuator(2.0)
    )
    assert_close(run.tau_m[:, 0], np.where(t < 0.02 - 1e-9, 2.0, -2.0), ALGEBRA)
    assert_close(run.q[-1, 0], 2.0 / J * (0.02**2 / 2.0 + 0.02 * 0.03 - 0.03**2 / 2.0), STEP)
    assert run.peaks is not None
    two = jn.simulate(ROBOT, PLAN, Recorder(lambda t: np.array([1e3, -1e3])), actuator=jn.simulation.Actuator([1.0, 2.0]))
    assert (two.tau_m == [1.0, -2.0]).all()


@pytest.mark.parametrize("drive", [{"rotor_inertia": 0.0, "gear_ratio": 10.0}, {}], ids=["gear", "no drive"])
def test_ripple(drive):
    """tau (1 + c cos(k r q)) on a rigid wheel: its work tau (q + c sin(k r q) / (k r)) is the kinetic energy.

    A motor without drive data turns with its joint: r = 1."""
    robot, t, c = wheel(**drive), np.linspace(0.0, 0.5, 51), 0.2
    turns = 6.0 * drive.get("gear_ratio", 1.0)
    run = jn.simulate(robot, still(robot, t), Recorder(lambda _: np.array([3.0])), actuator=jn.simulation.Actuator(ripple={6: c}))
    q, qd = run.q[:, 0], run.qd[:, 0]
    assert q[-1] > 0.5
    assert_close(0.5 * J * qd**2, 3.0 * (q + c * np.sin(turns * q) / turns), STEP)
    assert_close(run.tau_m[:, 0], 3.0 * (1.0 + c * np.cos(turns * q)), STEP)
    assert np.abs(run.energy_balance).max() < STEP
