"""Recordings: what is refused, what the steps do, and what files hold."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError

ROUNDING = 1e-12
RATE = 500.0
ROBOT = jn.load("planar_2r")


def swing(T=2.0, rate=RATE, frequency=(1.0, 1.7)):
    """Two joints that swing: t, q, and q to the second derivative in closed form."""
    t = np.arange(int(T * rate) + 1) / rate
    w = 2.0 * np.pi * np.array(frequency)
    rows = np.stack([np.sin(np.outer(t, w)), w * np.cos(np.outer(t, w)), -(w**2) * np.sin(np.outer(t, w))])
    return t, rows


def log(**more):
    t, rows = swing()
    return jn.Log(t=t, theta=rows[0], tau_m=rows[2], **more)


def test_a_recording_is_a_value():
    assert log() == log()
    assert hash(log()) == hash(log())
    assert log() != log().moving([0.1, 0.1])
    with pytest.raises(ValueError, match="read-only"):
        log().theta[0, 0] = 1.0
    assert "2 joints, 2 s, 1001 samples of theta, tau_m" in repr(log())


def spoiled(**changes):
    t, rows = swing()
    channels = {"t": t.copy(), "theta": rows[0].copy(), "tau_m": rows[2].copy()}
    for name, change in changes.items():
        channels[name] = change(channels[name])
    return channels


def put(index, value):
    def change(x):
        x[index] = value
        return x

    return change


def test_current_times_torque_constant_is_torque():
    t, rows = swing()
    found = jn.Log(t=t, theta=rows[0], current=rows[2], torque_constant=[0.5, 2.0])
    np.testing.assert_allclose(found.tau_m, rows[2] * [0.5, 2.0], rtol=ROUNDING)
    with pytest.raises(InputError, match="torque_constant .* is missing"):
        jn.Log(t=t, theta=rows[0], current=rows[2])
    with pytest.raises(InputError, match="both given"):
        jn.Log(t=t, theta=rows[0], tau_m=rows[2], current=rows[2], torque_constant=1.0)
    with pytest.raises(InputError, match="no current"):
        jn.Log(t=t, theta=rows[0], torque_constant=1.0)
    with pytest.raises(InputError, match="expected 2 values, one a motor"):
        jn.Log(t=t, theta=rows[0], current=rows[2], torque_constant=[1.0, 2.0, 3.0])


def test_a_column_of_nan_is_a_joint_that_was_not_measured():
    t, rows = swing()
    q = rows[0].copy()
    q[:, 1] = np.nan
    found = jn.Log(t=t, theta=rows[0], q=q).filtered(30.0)
    assert np.isnan(found.q[:, 1]).all()
    assert np.isfinite(found.q[:, 0]).all()
    assert np.isfinite(found.motion("q")[:, :, 0]).all()


def test_gears_bring_motor_readings_to_the_link_side():
    robot = ROBOT.with_drives(gear_ratio=[100.0, -50.0])
    found = log().geared(robot)
    np.testing.assert_allclose(found.theta, log().theta / [100.0, -50.0], rtol=ROUNDING)
    np.testing.assert_allclose(found.tau_m, log().tau_m * [100.0, -50.0], rtol=ROUNDING)


def test_channels_that_were_read_at_the_motors():
    robot = ROBOT.with_drives(gear_ratio=[100.0, -50.0])
    found = log().geared(robot, ["tau_m"])
    np.testing.assert_array_equal(found.theta, log().theta)
    np.testing.assert_allclose(found.tau_m, log().tau_m * [100.0, -50.0], rtol=ROUNDING)
    np.testing.assert_allclose(log().geared(robot, "theta").theta, log().theta / [100.0, -50.0], rtol=ROUNDING)
    with pytest.raises(InputError, match="expected theta or tau_m as readings at the motor shafts, got 'q'"):
        log().geared(robot, ["q"])


def test_channels_to_be_converted_were_recorded():
    """One of two may be missing, as in the default; where nothing is left to convert, the call was meant otherwise."""
    robot = ROBOT.with_drives(gear_ratio=[100.0, -50.0])
    alone = replace(log(), tau_m=None)
    np.testing.assert_array_equal(alone.geared(robot).theta, log().geared(robot).theta)
    for channels in ("tau_m", ["tau_m"], ("tau_m", "tau_m")):
        with pytest.raises(InputError, match="geared: the recording has no tau_m.* that could be converted; it has theta"):
            alone.geared(robot, channels)
    with pytest.raises(InputError, match="geared: the recording has no theta and no tau_m .*; it has q"):
        jn.Log(log().t, q=log().theta).geared(robot)
    assert alone.geared(robot, ()) == alone


def test_positions_relative_to_a_pose_are_moved():
    np.testing.assert_allclose(log().moved([1.0, 2.0]).theta, log().theta + [1.0, 2.0], rtol=ROUNDING)
    with pytest.raises(InputError, match="expected 2 positions"):
        log().moved([1.0])


def test_filtering_keeps_a_slow_motion_and_has_no_phase():
    """A sine far below the cut-off keeps its size: two passes of a Butterworth filter leave 1 / (1 + (f/fc)^8) of it, the
    cut-off moved so that this is a half there."""
    t, rows = swing()
    found = jn.Log(t=t, theta=rows[0]).filtered(30.0)
    inside = (found.t > 0.3) & (found.t < 1.7)
    exact = np.sin(2.0 * np.pi * np.outer(found.t, (1.0, 1.7)))
    assert np.abs(found.theta - exact)[inside].max() < 1e-6
    with pytest.raises(InputError, match="filtered already, at 30 Hz"):
        found.filtered(20.0)
    with pytest.raises(InputError, match="not below half the rate"):
        log().filtered(250.0)


def test_derivatives_are_those_of_the_motion():
    """A spline of degree 5 through samples of a sine: errors of order (w h)^4 in the acceleration."""
    t, rows = swing()
    found = jn.Log(t=t, theta=rows[0]).motion()
    inside = slice(20, -20)
    for k in range(3):
        assert np.abs(found[k] - rows[k])[inside].max() < 1e-6 * np.abs(rows[k]).max()


def test_uneven_times_are_refused_by_filters_and_resampled():
    t, _ = swing()
    uneven = t + 2e-4 * np.sin(40.0 * t)
    w = 2.0 * np.pi * np.array((1.0, 1.7))
    found = jn.Log(t=uneven, theta=np.sin(np.outer(uneven, w)))
    with pytest.raises(InputError, match=r"equal steps. Take\s+log.resampled\(500\)"):
        found.filtered(30.0)
    even = found.resampled(RATE)
    np.testing.assert_allclose(np.diff(even.t), 1.0 / RATE, rtol=1e-9)
    assert np.abs(even.theta - np.sin(np.outer(even.t, w))).max() < 1e-7
    even.filtered(30.0)


def test_standstill_is_a_thousandth_of_the_largest_speed_unless_said():
    peak = np.abs(log().motion()[1]).max(axis=0)
    np.testing.assert_allclose(log().moving().standstill, 0.001 * peak, rtol=ROUNDING)
    assert log().moving(0.2).standstill == (0.2, 0.2)
    with pytest.raises(InputError, match="expected 2 speeds from zero"):
        log().moving([0.1, -0.1])


def test_cut_takes_a_part():
    part = log().cut(0.5, 1.0)
    assert part.t[0] == 0.5
    assert part.t[-1] == 1.0
    assert len(part) == 251
    with pytest.raises(InputError, match="20 samples at least"):
        log().cut(5.0, 6.0)


def test_steps_that_cannot_be():
    with pytest.raises(InputError, match="gives more than 1e.08 samples"):
        log().resampled(1e15)
    for wrong in ("x", np.nan, [1.0, 2.0], 10**400):
        with pytest.raises(InputError, match="cut: expected times"):
            log().cut(wrong)
