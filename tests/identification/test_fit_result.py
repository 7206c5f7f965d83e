"""The result of an identification: a pendulum whose torque is known by hand."""

import pickle

import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

G = 9.81


def pendulum(mass=2.0, reach=0.5, viscous=0.7):
    """A mass at a distance from a horizontal axis: tau = (I + m l^2) qdd + m g l cos q + v qd."""
    link = jn.Link("bob", mass, (reach, 0.0, 0.0), (0.01, 0.02, 0.02, 0.0, 0.0, 0.0))
    drive = jn.Drive(1e-4, 50.0, viscous_friction=viscous)
    joint = jn.Joint("hinge", "revolute", "base", "bob", axis=(0.0, -1.0, 0.0), drive=drive)
    return jn.Robot.build("pendulum", [jn.Link("base"), link], [joint], gravity=(0.0, 0.0, -G))


def recording(seed=0, noise=0.0, torque=True, duration=6.0):
    t = np.arange(int(200 * duration)) / 200.0
    w, p = 2.0 * np.pi * np.array([0.3, 0.7, 1.1]), np.random.default_rng(seed).uniform(0.0, 6.0, 3)
    phase = w * t[:, None] + p
    q, qd, qdd = (0.4 * w**k * f(phase) for k, f in ((0, np.sin), (1, np.cos), (2, lambda x: -np.sin(x))))
    q, qd, qdd = (x.sum(axis=1) for x in (q, qd, qdd))
    J = 0.02 + 2.0 * 0.25 + 1e-4 * 2500.0
    tau = J * qdd + 2.0 * G * 0.5 * np.cos(q) + 0.7 * qd
    tau = tau + noise * np.random.default_rng(9).normal(size=len(t))
    return jn.Log(t=t, theta=q[:, None], **({"tau_m": tau[:, None]} if torque else {}))


@pytest.fixture(scope="module")
def fit():
    return jn.identify(pendulum(3.0, 0.4, 0.2), recording(noise=0.02), free=("inertia", "viscous_friction"))


def test_the_robot_predicts_another_recording(fit):
    other = recording(seed=3)
    prediction = fit.predict(other)
    assert prediction.tau_m.shape == prediction.measured.shape == (1200, 1)
    assert prediction.nrmse[0] < 0.01
    assert np.array_equal(prediction.t, other.t)
    errors = fit.validate([other, recording(seed=4)])
    assert errors["fit"][0] < 0.01 < 0.1 < errors["prior"][0]


def test_without_a_measured_torque_there_is_nothing_to_compare(fit):
    prediction = fit.predict(recording(seed=3, torque=False))
    assert (prediction.measured, prediction.nrmse) == (None, None)
    assert fit.validate(recording(torque=False)) == {}


def test_values_and_names(fit):
    assert fit.free == ("inertia", "viscous_friction")
    assert fit.log is fit.logs[0]
    assert_close(fit.parameters["viscous_friction"], np.array([0.7]), 0.02)
    assert fit.robot.parameter_values("viscous_friction")[0] == fit.parameters["viscous_friction"][0]
    assert "pendulum, inertia, viscous_friction; relative residual" in repr(fit)
    assert 0.0 < fit.relative_residual < 0.01


def test_a_fit_is_a_value(fit):
    assert pickle.loads(pickle.dumps(fit.base)) == fit.base
    assert fit == fit
    assert fit.predict(fit.log) == fit.predict(fit.log)
