"""Plausibility of recordings: degrees, swapped, turned and late channels, joints at standstill."""

import numpy as np
import pytest

import jounce as jn
from identification.test_identify import TRUE, motion, recorded
from jounce.errors import InputError


def small_in_degrees():
    """Of a motion so small that its degrees could be radians."""
    t, q, qd, qdd = (x if k == 0 else 0.08 * x for k, x in enumerate(motion()))
    return jn.Log(t=t, theta=np.degrees(q), tau_m=jn.inverse_dynamics(TRUE, q, qd, qdd).tau_m)


def changed(**changes):
    log = recorded()
    return jn.Log(**{"t": log.t, "theta": log.theta, "tau_m": log.tau_m, **{k: f(log) for k, f in changes.items()}})


def noisy_limit(tau):
    """Currents that were limited, with the noise of their measurement: no two samples are alike."""
    most = 0.6 * np.abs(tau).max(axis=0)
    return np.clip(tau, -most, most) + 1e-3 * most * np.random.default_rng(0).normal(size=tau.shape)


@pytest.mark.parametrize(
    ("log", "message"),
    [
        (lambda: changed(theta=lambda log: np.degrees(log.theta)), "are these degrees"),
        (lambda: changed(theta=lambda log: log.theta * 100.0), "readings at the motor shaft"),
        (lambda: small_in_degrees(), "far better if the positions are in degrees"),
        (lambda: changed(tau_m=lambda log: np.roll(log.tau_m, 1, axis=1)), "Are the columns shifted"),
        (lambda: changed(tau_m=lambda log: np.roll(log.tau_m, 40, axis=0)), "the torques are 0.08 s behind the positions"),
        (lambda: changed(tau_m=lambda log: np.roll(log.tau_m, -40, axis=0)), "the torques are 0.08 s ahead of the positions"),
        (lambda: changed(theta=lambda log: log.theta * [1.0, 0.0, 1.0]), "joint 'b' stands still at 0"),
        (lambda: changed(tau_m=lambda log: log.tau_m[:, [0, 2, 1]]), "joints a, c, b, in this order. Are the columns shifted or"),
        (lambda: changed(tau_m=lambda log: noisy_limit(log.tau_m)), "joint 'a' stays within .* current or torque was limited"),
        (lambda: changed(tau_m=lambda log: -log.tau_m), "the torques have the other sign"),
        (lambda: changed(tau_m=lambda log: 1e3 * log.tau_m), "e\\+03 times what the masses of robot 'arm' ask for"),
        (lambda: changed(tau_m=lambda log: 0.01 * log.tau_m), "times what the masses of robot 'arm' ask for"),
        (lambda: changed(tau_m=lambda log: 0.0 * log.tau_m), "the torque of joint 'a' is zero all the time"),
        (lambda: changed(tau_m=lambda log: np.where([True, False, True], log.tau_m, np.nan)), "not measured at 'b'"),
        (lambda: changed(t=lambda log: 1e3 * log.t), "samples are 2 s apart.* are these milliseconds"),
        (lambda: changed(tau_m=lambda log: None), "no motor torque"),
        (lambda: changed(q=lambda log: np.degrees(log.theta) / 100.0), "q moves 0.573 times as far as theta"),
        (lambda: changed(q=lambda log: np.roll(log.theta, 1, axis=1)), "not of the same motion"),
        (lambda: recorded().cut(0.0, 0.6), "the recording is too short"),
        (lambda: jn.Log(t=recorded().t, theta=recorded().theta[:, :2]), "the recording has 2 joints, robot 'arm' has 3"),
    ],
)
def test_bad_recordings_are_refused_before_the_fit(log, message):
    with pytest.raises(InputError, match=message):
        jn.identify(TRUE, log())


def test_of_several_recordings_the_bad_one_is_named():
    log = recorded()
    for bad, message in (
        (changed(theta=lambda log: np.degrees(log.theta)), "recording 2, theta: joint 'a' reaches"),
        (changed(tau_m=lambda log: np.roll(log.tau_m, 1, axis=1)), "recording 2, tau_m: the torques fit"),
        (changed(theta=lambda log: log.theta * [1.0, 0.0, 1.0]), "recording 2, theta: joint 'b' stands still"),
        (jn.Log(t=log.t, theta=log.theta), "recording 2 has the channels theta, the first one theta, tau_m"),
        (jn.Log(t=log.t, theta=log.theta[:, :2], tau_m=log.tau_m[:, :2]), "recording 2 has 2 joints"),
    ):
        with pytest.raises(InputError, match=message):
            jn.identify(TRUE, [log, bad])
    for given in ([], [log, 3], "log.csv", None):
        with pytest.raises(InputError, match="expected a robot and a Log, or several"):
            jn.identify(TRUE, given)


def test_robots_without_a_motor_a_joint_are_refused():
    with pytest.raises(InputError, match="a motor a joint"):
        jn.identify(jn.load("moberg_5dof"), recorded())
