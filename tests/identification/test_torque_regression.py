"""Regression of motor torques: columns, both encoders, QR."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from identification.test_identify import TRUE, motion
from jounce.errors import InputError
from jounce.identification.torque_regression import (
    RecordedMotion,
    TorqueEquations,
    columns,
    model_torque,
    own_values,
    smooth_sign,
    stribeck_sign,
)
from jounce.identification.torque_regression import motion as recorded_motion


def test_both_encoders_are_read():
    """Links move with q, motors with theta: rotors and friction see the motor."""
    t, q, qd, qdd = motion()
    w = 2.0 * np.pi * 0.8
    wave = 1e-2 * np.sin(w * t)[:, None]
    theta, thetad, thetadd = q + wave, qd + 1e-2 * w * np.cos(w * t)[:, None], qdd - w * w * wave
    bare = TRUE.with_drives(rotor_inertia=0.0, viscous_friction=0.0, coulomb_friction=0.0)
    B, v = TRUE.parameter_values("rotor_inertia") * 1e4, TRUE.parameter_values("viscous_friction")
    tau = jn.inverse_dynamics(bare, q, qd, qdd).tau_m + B * thetadd + v * thetad
    start = TRUE.with_drives(coulomb_friction=0.0, rotor_inertia=1e-4, viscous_friction=1.0)
    log, free = jn.Log(t=t, theta=theta, q=q, tau_m=tau), ("rotor_inertia", "viscous_friction")
    # the same recording without a filter is exact, so what is left with it (1.6e-5 when this was written) is the filter's
    for each, most in ((replace(log, cutoff=1e9).cut(0.2, 11.8), 1e-9), (log, 5e-5)):
        found = jn.identify(start, each, free=free)
        np.testing.assert_allclose(found.parameters["rotor_inertia"], 2e-4, rtol=most)
        np.testing.assert_allclose(found.parameters["viscous_friction"], v, rtol=most)


def test_columns_times_own_values_are_the_torque():
    """Inertia, rotors and friction: all that the torque of the arm consists of."""
    rng = np.random.default_rng(0)
    q, qd, qdd = rng.normal(size=(3, 9, 3))
    names = ("inertia", "rotor_inertia", "viscous_friction", "coulomb_friction")
    regressor = columns(TRUE, RecordedMotion(q, qd, qdd, qd, qdd), names)
    torque = sum(regressor[name] @ own_values(TRUE, name) for name in names)
    np.testing.assert_allclose(torque, jn.inverse_dynamics(TRUE, q, qd, qdd).tau_m, rtol=1e-10, atol=1e-9)
    np.testing.assert_allclose(model_torque(TRUE, RecordedMotion(q, qd, qdd, qd, qdd)), torque, rtol=1e-10, atol=1e-9)


def test_compressed_rows_have_the_squares_of_all():
    rng = np.random.default_rng(1)
    A, y = rng.normal(size=(50, 3)), rng.normal(size=50)
    equations = TorqueEquations(("a",), ("x", "z"), (1, 2), (A,), (y,), 1.0, white=0.25)
    values = {"x": np.array([2.0]), "z": np.array([-1.0, 0.5])}
    (r, by), *_ = equations.rows(values)
    residual = A @ [2.0, -1.0, 0.5] - y
    assert len(r) == 4
    np.testing.assert_allclose(r @ r, 0.25 * residual @ residual, rtol=1e-12)
    np.testing.assert_allclose(by["z"].T @ r, 0.25 * A[:, 1:].T @ residual, rtol=1e-10)
    assert equations.counts == (12,)


def test_dry_friction_of_one():
    v = np.array([-2.0, 0.0, 0.3])
    np.testing.assert_allclose(smooth_sign(v, np.array(0.1)), v / np.sqrt(v**2 + 0.01), rtol=1e-12)
    np.testing.assert_allclose(
        stribeck_sign(v, np.array(0.1), np.array(0.5)), v / np.sqrt(v**2 + 0.01) / (1.0 + 4.0 * v**2), rtol=1e-12
    )


def test_a_recording_without_positions_of_all_joints():
    t, q, *_ = motion()
    q = q.copy()
    q[:, 1] = np.nan
    with pytest.raises(InputError, match="the recording has neither theta nor q of all joints"):
        recorded_motion(TRUE, jn.Log(t=t, theta=q))
