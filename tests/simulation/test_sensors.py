"""Sensors: resolution, noise, delay, speeds by differences, and what is not measured."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from simulation.test_plant_dynamics import PATH, PD, PLAN, ROBOT, STEP, Recorder
from support.tolerances import ALGEBRA, assert_close

pytestmark = pytest.mark.native


def test_resolution_noise_and_the_record():
    """Readings are whole steps; noise has its deviation; what was read is in the record, as a Log takes it."""
    encoder = jn.simulation.Sensor.encoder(12)
    assert encoder.resolution == 2.0 * np.pi / 4096.0
    sensors = jn.Sensors(
        theta=encoder, q=jn.simulation.Sensor(noise=1e-3), tau_j=jn.simulation.Sensor([0.5, 0.0]), tau_m=jn.simulation.Sensor()
    )
    t = np.arange(2001) / 5000.0
    plan = jn.feedforward(ROBOT, PATH, t)
    run = jn.simulate(ROBOT, plan, PD, sensors=sensors, rate=5000.0, seed=3)
    counts = run.measured.theta / encoder.resolution
    assert np.abs(counts - np.round(counts)).max() < 1e-9
    assert np.abs(run.measured.theta - run.theta).max() <= 0.5 * encoder.resolution * (1.0 + 1e-9)
    noise = (run.measured.q - run.q) / 1e-3
    assert abs(noise.mean()) < 4.0 / np.sqrt(noise.size)
    assert abs(noise.std() - 1.0) < 4.0 / np.sqrt(2.0 * noise.size)
    assert_close(run.measured.tau_j[:, 0] % 0.5 % 0.5, 0.0 * t, ALGEBRA)
    assert_close(run.measured.tau_j[:, 1], run.tau_j[:, 1], ALGEBRA)
    log = jn.Log(*run.measured._replace(tau_j=None))  # which looks cut off where it is coarse
    assert (log.theta == run.measured.theta).all()
    assert (log.tau_m == run.measured.tau_m).all()
    again, other = (jn.simulate(ROBOT, plan, PD, sensors=sensors, rate=5000.0, seed=seed) for seed in (3, 4))
    assert again == run
    assert (other.measured.q != run.measured.q).any()


@pytest.mark.parametrize("delay", [1e-3, 2.3e-3])
def test_delay(delay):
    """What is read is the state as it was, also between ticks."""
    ages = np.arange(61) * 5e-3
    t = np.unique(np.round(np.concatenate([ages, np.maximum(ages - delay, 0.0)]), 9))
    plan = jn.feedforward(ROBOT, PATH, t)
    sensors = jn.Sensors(
        theta=jn.simulation.Sensor(delay=delay), q=jn.simulation.Sensor(), tau_j=jn.simulation.Sensor(delay=delay)
    )
    controller = Recorder(lambda t: np.zeros(2), ("theta", "q", "tau_j"))
    run = jn.simulate(ROBOT, plan, controller, sensors=sensors, rate=200.0)
    theta, q, tau_j = np.array(controller.seen).swapaxes(0, 1)
    now, before = (np.searchsorted(t, np.round(x, 9)) for x in (ages, np.maximum(ages - delay, 0.0)))
    assert_close(q, run.q[now], ALGEBRA)
    assert np.abs(theta - run.theta[before]).max() < STEP
    assert np.abs(tau_j - run.tau_j[before]).max() < STEP * np.abs(run.tau_j).max()


def test_speeds_are_differences():
    """thetad of a drive: differences of what was read, through a filter of first order."""
    sensors = jn.Sensors(theta=jn.simulation.Sensor(1e-4), tau_m=None, bandwidth=300.0)
    controller = Recorder(lambda t: np.zeros(2), ("theta", "thetad"))
    jn.simulate(ROBOT, PLAN, controller, sensors=sensors)
    theta, thetad = np.array(controller.seen).swapaxes(0, 1)
    speed = thetad[0]
    assert (speed == 0.0).all()
    for k in range(1, len(theta)):
        speed = speed + (1.0 - np.exp(-0.3)) * ((theta[k] - theta[k - 1]) * 1000.0 - speed)
        assert_close(thetad[k], speed, ALGEBRA)


def test_what_is_not_measured():
    law = jn.control.FeedbackLinearization(ROBOT, poles=[-50.0] * 4)
    with pytest.raises(InputError, match=r"the controller reads tau_j, which nothing measures: .* has theta, thetad, tau_m"):
        jn.simulate(ROBOT, PLAN, law, sensors=jn.Sensors())
    with pytest.raises(InputError, match=r"reads tau_jd.*jn\.Sensors\(tau_j=jn\.simulation\.Sensor"):
        jn.simulate(ROBOT, PLAN, Recorder(names=("tau_jd",)), sensors=jn.Sensors())
    run = jn.simulate(ROBOT, PLAN, PD, sensors=jn.Sensors())
    assert run.measured.q is None
    assert run.tracking_error < 0.05


def test_motor_torque_is_measured():
    """What acts, also behind a current loop; with and without sensors."""
    actuator = jn.simulation.Actuator(bandwidth=500.0)
    controller = Recorder(lambda t: np.array([5.0, -3.0]), ("tau_m",))
    run = jn.simulate(ROBOT, PLAN, controller, sensors=jn.Sensors(), actuator=actuator, rate=200.0)
    assert_close(run.measured.tau_m[1:], run.tau_m[1:], ALGEBRA)
    other = Recorder(lambda t: np.array([5.0, -3.0]), ("tau_m",))
    jn.simulate(ROBOT, PLAN, other, actuator=actuator, rate=200.0)
    assert_close(np.array(other.seen), np.array(controller.seen), ALGEBRA)
