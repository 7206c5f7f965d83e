"""How paths behave at their ends, beyond their order, and on bad input."""

import math

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, SmoothnessError
from jounce.trajectory import circle, filtered_step, harmonic, line, polyline, rest_to_rest, spline
from support.tolerances import assert_close


def test_shapes():
    path = rest_to_rest([0, 0, 0], [1, 2, 3], 1.0)
    assert path(0.5).shape == (1, 3)
    assert path(0.5, 2).shape == (3, 3)
    assert path(np.zeros((4, 5)), 3).shape == (4, 4, 5, 3)
    assert path([], 2).shape == (3, 0, 3)
    assert path.n == 3
    assert harmonic(1.0, 2.0)(0.3, 2).shape == (3, 1)


@pytest.mark.parametrize("make", [rest_to_rest, line])
def test_rests_outside(make):
    path = make([1.0, -1.0], [3.0, 0.0], 2.0, degree=7, start_time=0.5)
    outside = path(np.array([-10.0, 0.4, 2.6, 100.0]), 5)
    assert outside[0].tolist() == [[1, -1], [1, -1], [3, 0], [3, 0]]
    assert not outside[1:].any()
    assert path(2.5)[0].tolist() == [3.0, 0.0]
    assert path.start_time == 0.5
    assert path.end_time == 2.5


def test_paths_say_their_space():
    assert rest_to_rest([0], [1], 1).space == "joint"
    assert line([0], [1], 1).space == circle([1, 0], [0, 0], 1).space == polyline([[0], [1]], 1, 0.1).space == "tool"


@pytest.mark.parametrize(
    ("path", "limit", "smooth"),
    [
        (rest_to_rest([0], [1], 1, degree=15), 15, 7),
        (filtered_step([0], [1], 0.1, order=16), 16, 15),
        (spline([0, 1, 2], [0, 1, 0], degree=9), 9, 4),
        (circle([1, 0], [0, 0], 1), 11, 5),
        (polyline([[0, 0], [1, 0], [1, 1]], 1, 0.2, degree=9), 9, 4),
    ],
    ids=lambda p: type(p).__name__,
)
def test_order_limit(path, limit, smooth):
    assert path.max_order == limit
    assert path.smoothness == smooth
    assert path(0.3, limit).shape[0] == limit + 1
    with pytest.raises(SmoothnessError, match=f"derivative {limit + 1} .* order {limit}"):
        path(0.3, limit + 1)


def test_harmonics_have_every_order():
    path = harmonic([1.0], [2.0])
    assert path.max_order == math.inf
    assert path(0.0, 40)[40, 0] == 2.0**40


def test_spline_goes_through_its_waypoints():
    points, times = np.random.default_rng(0).normal(size=(6, 3)), [0.0, 0.3, 0.5, 1.1, 1.5, 2.0]
    for degree in (1, 2, 3, 5, 7, 9):
        path = spline(times, points, degree=degree)
        y = path(times, degree)
        assert np.abs(y[0] - points).max() < 1e-12
        assert np.abs(y[1 : 1 + (degree - 1) // 2, [0, -1]]).max(initial=0.0) < 1e-8 * np.abs(y).max()
        assert path.inner_smoothness == degree - 1


def test_polyline_follows_its_legs_and_cuts_corners_within_the_zone():
    points = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]])
    path = polyline(points, 1.0, 0.5)
    x = path(np.linspace(0, 1, 2001))[0]
    assert np.abs(x[0] - points[0]).max() == 0.0
    assert np.abs(x[-1] - points[-1]).max() < 1e-15
    on_first, on_second = x[:, 1] == 0.0, np.abs(x[:, 0] - 2.0) < 1e-15
    off = ~(on_first | on_second)
    assert off.any()
    assert (np.abs(x[off] - points[1]).max(axis=1) <= 0.5).all()
    assert np.linalg.norm(x - points[1], axis=1).min() < 0.25


def test_circle_holds_its_radius_and_the_other_outputs():
    path = circle([1.0, 0.5, 0.2, 0.1, -0.2, 0.3], [0.6, 0.5, 0.2], 2.0, normal=[0, 0, 1])
    y = path(np.linspace(0, 2, 101), 2)
    assert np.abs(np.linalg.norm(y[0, :, :3] - [0.6, 0.5, 0.2], axis=1) - 0.4).max() < 1e-15
    assert (y[0, :, 3:] == [0.1, -0.2, 0.3]).all()
    assert not y[1:, :, 3:].any()
    quarter = circle([1.0, 0.0], [0.0, 0.0], 1.0, angle=math.pi / 2)(1.0)[0]
    assert np.abs(quarter - [0.0, 1.0]).max() < 1e-15


BAD = [
    (lambda: rest_to_rest([0], [1], 0.0), "duration"),
    (lambda: rest_to_rest([0], [1], math.nan), "duration"),
    (lambda: rest_to_rest([0], [1], "long"), "duration"),
    (lambda: rest_to_rest([0], [1], 1.0, degree=8), "odd"),
    (lambda: rest_to_rest([0], [1], 1.0, degree=7.5), "odd"),
    (lambda: rest_to_rest([0, 1], [1], 1.0), "as many"),
    (lambda: rest_to_rest([0, math.inf], [1, 1], 1.0), "start"),
    (lambda: rest_to_rest(["a"], [1], 1.0), "start"),
    (lambda: rest_to_rest([[0]], [[1]], 1.0), "one row"),
    (lambda: rest_to_rest([0], [1], 1.0)(math.nan), "finite"),
    (lambda: rest_to_rest([0], [1], 1.0)("now"), "times"),
    (lambda: rest_to_rest([0], [1], 1.0)(0.0, -1), "order"),
    (lambda: rest_to_rest([0], [1], 1.0)(0.0, 1.5), "order"),
    (lambda: rest_to_rest([0], [1], 1.0)(0.0, True), "order"),
    (lambda: rest_to_rest([0], [1], 1.0)(0.0, None), "order"),
    (lambda: filtered_step([0], [1], -1.0), "time_constant"),
    (lambda: filtered_step([0], [1], 1.0, order=0), "order"),
    (lambda: filtered_step([0], [1], 1.0, order=2.5), "order"),
    (lambda: harmonic([1, 2], [1, 2, 3]), "fit together"),
    (lambda: harmonic([1, math.nan], 1.0), "finite"),
    (lambda: harmonic([1, 2], 1.0, offset=[1, 2, 3]), "offset"),
    (lambda: spline([0, 0], [[0], [1]]), "increasing"),
    (lambda: spline([0, 1, 2], [[0], [1]]), "waypoints"),
    (lambda: spline([0, 1], [[0], [1]], degree=0), "degree"),
    (lambda: spline([0, 1], [[0], [1]], degree=40), "degree"),
    (lambda: circle([0, 0], [0, 0], 1.0), "radius"),
    (lambda: circle([1, 0, 0], [0, 0, 0], 1.0), "centre"),
    (lambda: circle([1, 0, 0], [0, 0, 0], 1.0, normal=[1, 0, 0]), "normal"),
    (lambda: polyline([[0, 0], [1, 0], [1, 1]], 1.0, 0.0), "zone"),
    (lambda: polyline([[0, 0], [1, 0], [1, 1]], 1.0, 1.5), "overlap"),
    (lambda: polyline([[0, 0], [0, 0], [1, 1]], 1.0, 0.1), "the same"),
    (lambda: polyline([[0, 0], [1, 0], [1, 1]], 1.0, [0.1, 0.2]), "zone"),
    (lambda: polyline([0, 1], 1.0, 0.1), "points"),
]


@pytest.mark.parametrize(("call", "word"), BAD, ids=range(len(BAD)))
def test_bad_input(call, word):
    with pytest.raises(InputError, match=word):
        call()


def test_paths_are_public():
    assert isinstance(rest_to_rest([0], [1], 1), jn.trajectory.Path)


JUNK = [None, "7", [], {}, object(), 1j, 10**400, math.inf, math.nan, b"1"]


@pytest.mark.parametrize("junk", JUNK, ids=lambda x: type(x).__name__)
def test_arguments_that_are_no_numbers(junk):
    path = jn.trajectory
    masked = np.ma.masked_array([0.0, 1.0], [True, False])
    for make in (
        lambda: path.rest_to_rest([0.0], [1.0], 1.0, degree=junk),
        lambda: path.rest_to_rest([0.0], [1.0], junk),
        lambda: path.rest_to_rest([0.0], [1.0], 1.0, start_time=junk),
        lambda: path.rest_to_rest([0.0, 0.0], [1.0, junk], 1.0),
        lambda: path.rest_to_rest([0.0, 0.0], masked, 1.0),
        lambda: path.rest_to_rest([0.0], [1.0], 1.0, start_time=[0.0, 1.0]),
        lambda: path.rest_to_rest([0.0, 0.0], np.ones(2) * 1j, 1.0),
        lambda: path.spline([0.0, 1.0], [[0.0], [junk]]),
        lambda: path.harmonic([1.0], [junk]),
        lambda: path.filtered_step([0.0], [1.0], 1.0, order=junk),
        lambda: path.polyline([[0.0], [1.0], [2.0]], 1.0, [junk]),
        lambda: path.rest_to_rest([0.0], [1.0], 1.0)([0.0, junk]),
    ):
        with pytest.raises(jn.errors.InputError):
            make()


def test_velocities_that_are_free_at_all_inner_waypoints():
    """Given at the ends alone, as a planner may do; it is then the spline without velocities."""
    points, times = [[0.0], [0.3], [0.5]], [0.0, 1.0, 2.0]
    free = jn.trajectory.spline(times, points, 9, [[0.0], [np.nan], [0.0]])
    t = np.linspace(0.0, 2.0, 50)
    np.testing.assert_allclose(free(t, 4), jn.trajectory.spline(times, points, 9)(t, 4), rtol=0, atol=1e-10)


@pytest.mark.parametrize("apart", [5e-324, 1e-300, 1e-10])
def test_waypoints_that_are_one_and_the_same_are_refused(apart):
    with pytest.raises(InputError, match="t: two times are"):
        jn.trajectory.spline([0.0, apart, 2.0], [[0.0], [0.1], [0.5]], 9, [[0.0], [0.1], [0.0]])


def test_times_of_waypoints_follow_from_their_distances():
    """Chord lengths 3, 4 and 5 of 12: waypoints are met at these shares of one second, whatever their number of coordinates."""
    points = np.array([[0.0, 0.0], [3.0, 0.0], [3.0, 4.0], [0.0, 0.0]])
    path = jn.trajectory.spline(None, points, degree=9)
    assert (path.start_time, path.end_time) == (0.0, 1.0)
    assert_close(path(np.array([0.0, 3.0, 7.0, 12.0]) / 12.0)[0], points, 1e-12)
    assert path == jn.trajectory.spline(np.array([0.0, 3.0, 7.0, 12.0]) / 12.0, points, 9)
    assert_close(jn.trajectory.spline(None, [0.0, 1.0, 4.0])(0.25)[0], [1.0], 1e-12)


def test_times_of_waypoints_that_do_not_follow():
    points = [[0.0, 1.0], [0.5, 1.0], [0.5, 1.0]]
    with pytest.raises(InputError, match="q: waypoints 2 and 3 are 0 apart"):
        jn.trajectory.spline(None, points)
    with pytest.raises(InputError, match=r"t: expected times \(m,\) of the waypoints, since their velocities"):
        jn.trajectory.spline(None, points[:2], degree=9, qd=[[0.0, 0.0], [0.0, 0.0]])
    for wrong in ([[0.0, np.nan], [1.0, 1.0]], [[0.0, 1.0]], [[[0.0]], [[1.0]]]):
        with pytest.raises(InputError, match="q: expected waypoints"):
            jn.trajectory.spline(None, wrong)
    with pytest.raises(InputError, match="expected numbers"):
        jn.trajectory.spline(None, "ab")


def test_waypoints_alone_and_waypoints_before_times():
    points, times = [[0.0, 1.0], [0.3, 0.2], [1.0, 0.4]], [0.0, 0.4, 1.0]
    t = np.linspace(0.0, 1.0, 11)
    np.testing.assert_array_equal(jn.trajectory.spline(points)(t, 2), jn.trajectory.spline(None, points)(t, 2))
    with pytest.warns(DeprecationWarning, match="times first"):
        swapped = jn.trajectory.spline(points, times)
    np.testing.assert_array_equal(swapped(t, 2), jn.trajectory.spline(times, points)(t, 2))
