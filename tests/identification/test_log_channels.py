"""Channels of a recording: what is refused before any fit."""

import numpy as np
import pytest

import jounce as jn
from identification.test_log import RATE, put, spoiled, swing
from jounce.errors import InputError


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"t": lambda t: t[::-1]}, "times must rise, but sample 1"),
        ({"t": put(5, 0.008)}, "times must rise, but sample 5 at 0.008 s comes after 0.008 s"),
        ({"t": put(slice(500, None), np.arange(501) / RATE + 1.5)}, r"a gap of 0.502 s after 0.998 s \(sample 499\)"),
        ({"t": put(3, np.nan)}, "sample 3 is nan"),
        ({"t": lambda t: t[:12]}, "20 samples at least, this one has 12"),
        ({"t": lambda t: t[:, None]}, "one a sample"),
        ({"t": lambda t: ["a"] * len(t)}, "expected times in s, got elements"),
        ({"theta": put((7, 1), np.nan)}, "theta: sample 7 of joint 2 is nan"),
        ({"tau_m": put((9, 0), np.inf)}, "tau_m: sample 9 of joint 1 is inf"),
        ({"theta": lambda x: x[:-1]}, r"with T = 1001 as t; got shape \(1000, 2\)"),
        ({"theta": lambda x: x * np.nan}, "no joint was measured"),
        ({"theta": lambda x: None}, "needs positions"),
        ({"tau_m": lambda x: x[:, :1]}, "theta has 2 joints, tau_m has 1 joints"),
        ({"tau_m": lambda x: np.clip(x, -30.0, None)}, "tau_m: joint 1 stays at its extreme value -30"),
        ({"tau_m": lambda x: np.clip(x, None, 80.0)}, "tau_m: joint 2 stays at its extreme value 80"),
    ],
)
def test_bad_channels_are_refused_before_any_fit(changes, message):
    with pytest.raises(InputError, match=message):
        jn.Log(**spoiled(**changes))


@pytest.mark.parametrize("channel", ["theta", "tau_m"])
@pytest.mark.parametrize("value", [1e10, -1e30, 1e160, 1e300, -1.7e308])
def test_readings_of_no_sensor(channel, value):
    with pytest.raises(InputError, match=f"{channel}: sample 50 of joint 1 is .*no sensor reads this"):
        jn.Log(**spoiled(**{channel: put((50, 0), value)}))
    t, rows = swing()
    with pytest.raises(InputError, match="tau_m: sample"):
        jn.Log(t=t, theta=rows[0], current=1.0 + rows[2], torque_constant=abs(value))


@pytest.mark.parametrize("scale", [1e-320, 1e-12, 1e10, 1e300])
def test_times_of_no_recording(scale):
    with pytest.raises(InputError, match="Are these times in seconds|times must rise"):
        jn.Log(**spoiled(t=lambda t: t * scale))
