"""Gains from bandwidth and damping: poles of the closed loop."""

import numpy as np
import pytest

import jounce as jn
from control.test_decay import ARM
from jounce.control import FeedforwardPD, FeedforwardPID
from jounce.control.tuning.pole_placement import near
from support.tolerances import ALGEBRA, assert_close


@pytest.mark.parametrize("damping", [0.6, 1.0])
def test_pd_and_pid_from_bandwidth_and_damping(damping):
    """Poles of the linearised loop: the pair twice, and with an integral a pole at half the bandwidth, twice."""
    q, w = np.array([0.4, 0.9]), 8.0
    here, pair = near(ARM, q), np.roots([1.0, 2 * damping * w, w * w])
    pd, pid = (law.tuned(ARM, q, bandwidth=w, damping=damping) for law in (FeedforwardPD, FeedforwardPID))
    poles = np.linalg.eigvals(here.closed(pd.kp, pd.kd))
    A, B, C = here.closed(pid.kp, pid.kd), here.model.B, here.model.C[:2]
    more = np.linalg.eigvals(np.block([[A, -B @ pid.ki], [C, np.zeros((2, 2))]]))
    for s in pair:
        assert (np.abs(poles - s) < 1e-3 * w).sum() >= 2  # double ones are known to half the digits
        assert (np.abs(more - s) < 1e-3 * w).sum() >= 2
    assert (np.abs(more + 0.5 * w) < 1e-3 * w).sum() == 2
    theta = np.arange(6.0).reshape(3, 2)
    reference = jn.control.Reference(0.0, np.zeros((5, 2)), theta, np.ones(2))
    state = jn.simulation.State(*[q] * 6)
    assert_close(pd(reference, state), 1.0 + pd.kp @ (theta[0] - q) + pd.kd @ (theta[1] - q), ALGEBRA)
