"""Figures of recordings: each step of their preparation."""

import matplotlib
import matplotlib.pyplot
import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

matplotlib.use("Agg")


def test_steps_of_a_recording(tmp_path):
    """The channels as they are beside those before, what filters leave of a line above them, equations and standstill."""
    t = np.arange(2000) / 500.0
    swing = np.sin(2.0 * np.pi * np.outer(t, [0.5, 0.8]))
    ripple = 0.01 * np.sin(2.0 * np.pi * 100.0 * t)[:, None]
    raw = jn.Log(t=t, theta=swing + ripple, tau_m=3.0 * swing + ripple)
    ready = raw.filtered(25.0).decimated(10).moving([0.3, 0.3])
    figure = jn.plot.recording(ready, before=raw)
    (positions, of_positions), (torques, _) = figure.axes[:2], figure.axes[2:4]
    assert_close(positions.lines[2].get_ydata(), ready.theta[:, 0])
    assert_close(positions.lines[0].get_ydata(), raw.theta[:, 0])
    hertz, before = of_positions.lines[0].get_data()
    at = np.argmin(np.abs(hertz - 100.0))
    np.testing.assert_allclose(before[at], 0.01, rtol=0.02)  # a whole number of swings, but for the last sample
    hertz, after = of_positions.lines[2].get_data()
    assert after[np.argmin(np.abs(hertz - 100.0))] < 1e-5
    assert of_positions.lines[-1].get_xdata()[0] == 25.0
    dots = next(line for line in torques.lines if line.get_marker() == ".")
    assert len(dots.get_xdata()) == len(ready.t[::10])
    slow = torques.lines[-1].get_ydata()
    assert_close(np.isfinite(slow), np.abs(ready.motion()[1][:, 1]) < 0.3)
    figure.savefig(tmp_path / "steps.png")
    assert len(jn.plot.recording(raw).axes) == 4
    rates = jn.plot.recording(ready, before=raw, order=2).axes
    assert [ax.get_title() for ax in rates[2:6:2]] == ["thetad: velocity of motors", "thetadd: acceleration of motors"]
    assert_close(rates[4].lines[2].get_ydata(), ready.motion()[2][:, 0])
    assert rates[4].get_ylabel() == "[rad/s^2, m/s^2]"
    with pytest.raises(jn.errors.InputError, match="expected 0, 1 or 2"):
        jn.plot.recording(raw, order=3)
    with pytest.raises(jn.errors.InputError, match="expected a Log"):
        jn.plot.recording(t)
