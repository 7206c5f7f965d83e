"""The curve of a path without its timing."""

import pickle

import numpy as np
import pytest

import jounce as jn
from jounce.timing.path_geometry import Move, PathGeometry, geometric_path, joint_motion, joint_tangents, timing_law
from jounce.timing.time_scaling import approximate_scaling
from jounce.timing.timing_status import TimingStatus
from support.tolerances import CHAIN, assert_close

SPLINE = jn.trajectory.spline([1.0, 2.0, 4.0], [[0.0, 0.0], [0.8, -0.5], [1.2, 0.4]], degree=5)


def test_a_line_is_parametrised_by_its_length():
    geometry = PathGeometry(jn.trajectory.rest_to_rest([0.0, 1.0], [2.0, 0.0], 3.0, degree=9))
    w = np.linspace(0.0, 1.0, 5)
    rows = geometry(w, 3)
    assert_close(rows[0], np.stack([2.0 * w, 1.0 - w], axis=1))
    assert_close(rows[1], np.tile([2.0, -1.0], (5, 1)))
    assert not rows[2:].any()
    assert (geometry.power, geometry.degree, geometry.breaks.tolist()) == (1, 1, [0.0, 1.0])
    assert_close(geometry.time(0.5), 1.5)  # half of the way at half of the time


def test_the_same_line_with_other_timings_is_one_geometry():
    slow, fast = (PathGeometry(jn.trajectory.rest_to_rest([0.0], [1.0], T, degree=d)) for T, d in ((9.0, 5), (0.1, 11)))
    w = np.linspace(0.0, 1.0, 7)
    assert np.array_equal(slow(w, 2), fast(w, 2))


def test_a_spline_is_parametrised_by_its_time():
    geometry = PathGeometry(SPLINE)
    w = np.linspace(0.0, 1.0, 7)
    assert_close(geometry(w, 2), SPLINE(1.0 + 3.0 * w, 2) * np.array([1.0, 3.0, 9.0])[:, None, None], CHAIN)
    assert (geometry.degree, geometry.power) == (5, SPLINE.smoothness + 1)
    assert_close(geometry.breaks, np.array([0.0, 1.0 / 3.0, 1.0]))
    assert geometry.time(0.5) == 2.5
    leaving = np.abs(geometry(np.array([1e-2, 2e-2]), 0)[0] - geometry(np.zeros(1), 0)[0]).max(axis=1)
    assert leaving[1] / leaving[0] == pytest.approx(2.0**geometry.power, rel=0.1)


def test_a_polyline_has_kinks_where_its_corners_are_rounded():
    path = jn.trajectory.polyline([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], 2.0, 0.2)
    geometry = PathGeometry(path)
    assert len(geometry.knots) == 2
    assert 0.0 < geometry.knots[0] < 0.5 < geometry.knots[1] < 1.0
    straight = geometry(np.array([0.5 * geometry.knots[0], 0.5 * (1.0 + geometry.knots[1])]), 1)[1]
    assert_close(straight / np.linalg.norm(straight, axis=1, keepdims=True), np.eye(2), CHAIN)


def test_the_chain_rule():
    """q = q(w), w = t^2: qd = 2 t q', qdd = 2 q' + 4 t^2 q''; tangents are q' and d/dt q' = 2 t q''."""
    geometry, t = PathGeometry(SPLINE), np.array([0.3, 0.6])
    W = np.stack([t**2, 2.0 * t, np.full(2, 2.0)])
    D, t = geometry(W[0], 3), t[:, None]
    assert_close(joint_motion(geometry, W), np.stack([D[0], 2.0 * t * D[1], 2.0 * D[1] + 4.0 * t**2 * D[2]]), CHAIN)
    A = joint_tangents(geometry, W)
    assert_close(A[:2], np.stack([D[1], 2.0 * t * D[2]]), CHAIN)
    assert_close(A[2], 2.0 * D[2] + 4.0 * t**2 * D[3], CHAIN)


def test_tool_paths_are_parametrised_by_the_length_of_the_tools_way():
    robot = jn.load("planar_2r")
    line = jn.trajectory.line([1.2, 0.6], [0.8, 1.0], 1.0, degree=9)
    geometry = PathGeometry(jn.inverse_kinematics(robot, line, [0.2, 0.6]))
    w = np.linspace(0.0, 1.0, 5)
    tool = jn.tool_pose(robot, geometry(w, 0)[0])[0]
    assert_close(tool[:, :2], np.array([1.2, 0.6]) + w[:, None] * np.array([-0.4, 0.4]), 1e-9)
    assert geometry.degree is None


def test_paths_without_a_timing_law_of_their_own():
    assert geometric_path(SPLINE) is None
    assert timing_law(jn.trajectory.rest_to_rest([0.0], [1.0], 2.0, degree=7)).degree == 7


def test_a_path_that_never_ends():
    class Endless(jn.trajectory.Path):
        n, start_time, end_time, smoothness, max_order = 1, 0.0, np.inf, 9, 9

        def derivatives(self, t, order):
            return np.zeros((order + 1, *t.shape, 1))

    with pytest.raises(jn.errors.InputError, match="path: it never ends, so there is no time to make least"):
        PathGeometry(Endless())


def test_a_derivative_that_jumps():
    with pytest.raises(
        jn.errors.SmoothnessError, match="path: its derivative 5 jumps on the way, .* robot 'arm' derivatives to order 6"
    ):
        PathGeometry(SPLINE).require(6, "arm")
    PathGeometry(SPLINE).require(4, "arm")


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
