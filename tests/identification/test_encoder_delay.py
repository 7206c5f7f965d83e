"""Delay of encoders at the links: shifted by hand, and averaged."""

import numpy as np

import jounce as jn
from jounce.identification.deflection_regression import ComplianceEstimate
from jounce.identification.encoder_delay import at_the_same_time, common_delay

T = np.arange(1000) / 500.0
LATE = 0.0031


def log(**more):
    theta = np.stack([np.sin(5.0 * T), np.cos(3.0 * T)], axis=1)
    late = np.stack([np.sin(5.0 * (T - LATE)), np.cos(3.0 * (T - LATE))], axis=1)
    return jn.Log(t=T, theta=theta, **{"q": late, **more})


def test_late_readings_are_brought_to_the_time_of_the_motors():
    moved = at_the_same_time(log(), LATE)
    assert np.abs(moved.q - moved.theta).max() < 1e-9
    assert 2.0 - 0.02 < moved.t[-1] - moved.t[0] < 2.0  # the ends, where a spline would be extrapolated, are cut
    again = at_the_same_time(moved, -LATE)
    assert (
        np.abs(
            again.q - np.sin(5.0 * (again.t - LATE))[:, None] * [1.0, 0.0] - np.cos(3.0 * (again.t - LATE))[:, None] * [0.0, 1.0]
        ).max()
        < 1e-6
    )


def test_joints_that_were_not_measured_stay_so():
    q = log().q.copy()
    q[:, 1] = np.nan
    moved = at_the_same_time(log(q=q), LATE)
    assert np.isnan(moved.q[:, 1]).all()
    assert np.abs(moved.q[:, 0] - moved.theta[:, 0]).max() < 1e-9


def test_without_a_delay_or_link_positions_nothing_changes():
    recording, motors = log(), jn.Log(t=T, theta=log().theta)
    assert at_the_same_time(recording, 0.0) is recording
    assert at_the_same_time(motors, LATE) is motors


def estimate(delay, deviation):
    return ComplianceEstimate("j", 1e-4, 1e-6, 0.0, delay, deviation, 1e-3, 1e-6, 100.0)


def test_the_weighted_mean_of_delays():
    """Weights 1 and 4: mean (1 + 4 * 2) / 5 ms; scatter 0.4 ms over sqrt(2), more than 1 / sqrt(5) of the deviations."""
    mean, deviation = common_delay([estimate(1e-3, 2e-6), estimate(2e-3, 1e-6)])
    assert np.isclose(mean, 1.8e-3)
    assert np.isclose(deviation, 0.4e-3 / np.sqrt(2.0))
    mean, deviation = common_delay([estimate(1e-3, 2e-6)] * 4)
    assert np.isclose(mean, 1e-3)
    assert np.isclose(deviation, 1e-6)
