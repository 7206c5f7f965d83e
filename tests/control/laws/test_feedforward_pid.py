"""Feedforward with PID control of the motors: the sum of rectangles, and a load that it removes."""

import numpy as np
import pytest

import jounce as jn
from control.laws.test_feedback_linearization import LWR, random_state
from jounce.control import FeedforwardPD, FeedforwardPID, Reference
from support.tolerances import ALGEBRA, assert_close


def test_feedforward_pid():
    """The integral is a sum of rectangles, each tick's error held since the tick before; a step back in time clears it."""
    theta, tau = np.arange(21.0).reshape(3, 7), np.arange(7.0)
    reference, state = Reference(0.5, np.zeros((5, 7)), theta, tau), random_state(LWR, 7)
    gains = (100.0, np.linspace(3.0, 4.0, 7), np.linspace(1.0, 2.0, 7))
    controller = FeedforwardPID(LWR, *gains)
    error = theta[0] - state.theta
    without = tau + gains[0] * error + gains[2] * (theta[1] - state.thetad)
    for t, total in ((0.5, 0.0), (0.6, 0.1), (0.9, 0.4), (0.2, 0.0), (0.3, 0.1)):
        assert_close(controller(reference._replace(t=t), state), without + gains[1] * total * error, ALGEBRA)


@pytest.mark.native
def test_pid_removes_a_constant_load():
    """A weight that the plan does not know: PD keeps an offset at the motors, PID takes it to zero."""
    robot = jn.load("planar_2r")
    loaded = robot.with_payload(0.3)
    q = np.array([0.3, 0.4])
    path = jn.trajectory.rest_to_rest(q, q + 0.2, 1.0)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 20.0, 401))
    kp, ki, kd = 200.0, 150.0, 40.0
    off = [
        np.abs(jn.simulate(loaded, plan, controller, rate=200.0).theta[-1] - plan.theta[0, -1]).max()
        for controller in (FeedforwardPD(robot, kp, kd), FeedforwardPID(robot, kp, ki, kd))
    ]
    weight = 0.3 * 9.81 * np.abs(jn.jacobian(robot, q + 0.2, link=robot.tool)[3:]).max()
    assert 0.1 * weight / kp < off[0] < 3.0 * weight / kp
    assert off[1] < 1e-3 * off[0]
