"""Feedforward with PD control of the motors, by hand."""

import numpy as np

from control.laws.test_feedback_linearization import LWR, random_state
from jounce.control import FeedforwardPD, Reference
from support.tolerances import ALGEBRA, assert_close


def test_feedforward_pd():
    theta, tau = np.arange(21.0).reshape(3, 7), np.arange(7.0)
    reference, state = Reference(0.0, np.zeros((5, 7)), theta, tau), random_state(LWR, 7)
    found = FeedforwardPD(LWR, 100.0, np.linspace(1.0, 2.0, 7))(reference, state)
    by_hand = tau + 100.0 * (theta[0] - state.theta) + np.linspace(1.0, 2.0, 7) * (theta[1] - state.thetad)
    assert_close(found, by_hand, ALGEBRA)
