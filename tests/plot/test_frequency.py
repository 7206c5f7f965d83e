"""Frequency responses and Bode plots show the numbers of the model."""

import matplotlib
import matplotlib.pyplot
import numpy as np
import pytest

import jounce as jn
from jounce.identification import frequency_response
from support.tolerances import assert_close

matplotlib.use("Agg")
PLAN = jn.feedforward(jn.load("planar_2r"), jn.trajectory.rest_to_rest([0.0, 0.1], [0.5, -0.3], 1.0), np.linspace(0.0, 1.0, 11))


def test_a_frequency_response():
    response = frequency_response(PLAN.robot, [0.1, 0.8])
    ax = jn.plot.frequency_response(response)
    assert [line.get_label() for line in ax.lines] == list(PLAN.robot.joint_names)
    for i, line in enumerate(ax.lines):
        assert_close(line.get_xdata() * 2.0 * np.pi, response.frequency)
        assert_close(line.get_ydata(), np.abs(response.motor[:, i, i]))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("frequency [Hz]", "[rad/Nm]")
    assert jn.plot.frequency_response(response, ax) is ax


def test_bode():
    model = jn.linearize(PLAN.robot, [0.1, 0.8], outputs=("theta",))
    size, phase = jn.plot.bode(model).axes
    assert len(size.lines) == len(phase.lines) == 4
    line = size.lines[0]
    own = model.frequency_response(2.0 * np.pi * line.get_xdata())[:, 0, 0]
    assert_close(line.get_ydata(), np.abs(own))
    assert line.get_label() == "theta[joint1] / tau_m[joint1]"
    with pytest.raises(jn.errors.InputError, match="bode: expected one system"):
        jn.plot.bode(jn.linearize(PLAN.robot, np.zeros((3, 2))))
    assert jn.plot.bode(model.sampled(1e-3)).axes[0].lines[0].get_xdata()[-1] == pytest.approx(500.0)
