"""Paths with a time scaling, and motions that are splines: inside, before the start, and after the end."""

import pickle

import numpy as np
import pytest

import jounce as jn
from jounce.timing.time_scaling import approximate_scaling
from jounce.timing.timed_path import Move
from jounce.timing.timing_status import TimingStatus
from support.tolerances import CHAIN, assert_close

LINE = jn.trajectory.rest_to_rest([0.0, 1.0], [2.0, 0.0], 1.0, degree=9, start_time=0.5)
STATUS = TimingStatus(2.0, {}, np.zeros(0), np.zeros(0), (), 1.0, 5, 3, "")
SCALING = approximate_scaling(lambda x: x**2 * (3.0 - 2.0 * x), 5, 4, 2)


def timed(motion=None, duration=2.0):
    scaling = SCALING if motion is None else SCALING.with_motion(motion, duration)
    return scaling.timed_path(LINE, duration)


def test_it_runs_along_its_path_as_its_scaling_says():
    path, t = timed(), np.linspace(0.5, 2.5, 9)
    W = SCALING.evaluate((t - 0.5) / 2.0, 2) / np.array([1.0, 2.0, 4.0])[:, None]
    assert_close(path(t, 2)[:, :, 0], 2.0 * W, CHAIN)
    assert_close(path(t, 2)[0, :, 1], 1.0 - W[0], CHAIN)
    assert (path.start_time, path.end_time, path.smoothness, path.max_order) == (0.5, 2.5, 1, 4)
    assert_close(path.kinks, 0.5 + 2.0 * np.array([0.2, 0.4, 0.6, 0.8]))


def test_outside_it_rests():
    rows = timed()(np.array([-1.0, 3.0]), 2)
    assert_close(rows[0], np.array([[0.0, 1.0], [2.0, 0.0]]))
    assert not rows[1:].any()
    assert timed().motion == (None, None)


def test_an_end_in_motion_goes_on_with_its_velocity():
    """w' = 0.3 at the end: q goes on with (0.6, -0.3)."""
    path = timed((np.zeros(2), np.array([1.0, 0.3])))
    rows = path(np.array([2.5, 3.5]), 2)
    assert_close(rows[0, 1], np.array([2.6, -0.3]), CHAIN)
    assert_close(rows[1], np.tile([0.6, -0.3], (2, 1)), CHAIN)
    assert not rows[2, 1].any()
    assert path.motion[0] is None


@pytest.mark.parametrize("moving", [(False, True), (True, False)])
def test_a_move_continues_its_polynomial_where_it_is_in_motion(moving):
    """q = x^3 - x, x = t / 2, has a slope at both ends."""
    from scipy.interpolate import make_interp_spline

    knots, x = np.repeat([0.0, 1.0], 4), np.linspace(0.0, 1.0, 4)
    move = Move(knots, make_interp_spline(x, (x**3 - x)[:, None], 3, t=knots).c, 2.0, moving, 2)
    rows = move(np.array([-1.0, 3.0]), 1)[..., 0]
    polynomial = np.array([[-0.125 + 0.5, 3.375 - 1.5], [0.5 * (0.75 - 1.0), 0.5 * (6.75 - 1.0)]])
    rest = np.array([[0.0, 0.0], [0.0, 0.0]])
    assert_close(rows, np.where(np.array(moving), polynomial, rest), CHAIN)


def test_a_status_is_computed_once_and_pickled():
    path, calls = timed(), []
    assert pickle.loads(pickle.dumps(path)).duration == 2.0  # without a status

    def compute():
        calls.append(1)
        return STATUS

    path.set_status(compute)
    assert path.status is path.status is STATUS
    assert calls == [1]
    other = timed()
    other.set_status(lambda: STATUS)
    assert pickle.loads(pickle.dumps(other)).status == STATUS
