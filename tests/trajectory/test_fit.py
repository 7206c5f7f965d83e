"""Smooth curves near samples: at rest at both ends, no rougher than the tolerance asks for, and right about what rests."""

import inspect
from importlib import metadata

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.trajectory import fit, rest_to_rest
from jounce.trajectory.smoothing import Samples, smooth
from jounce.trajectory.tolerance import scatter
from support.tolerances import assert_close

PATH = rest_to_rest([0.0, 1.0], [1.0, -1.0], 2.0, degree=13)
T = np.linspace(0.0, 2.0, 801)
RANGE = np.array([1.0, 0.5, -0.5, 0.5, 0.3, 0.8])


def trapezoid(t, duration, acceleration):
    """From 0 to 1 with constant acceleration, constant speed, constant deceleration."""
    ramp = 0.5 * (duration - np.sqrt(duration**2 - 4.0 / acceleration))
    speeding, braking = 0.5 * acceleration * t**2, 1.0 - 0.5 * acceleration * (duration - t) ** 2
    return np.where(t < ramp, speeding, np.where(t > duration - ramp, braking, acceleration * ramp * (t - 0.5 * ramp)))


@pytest.fixture(scope="module")
def ur10():
    robot = jn.load(next(f.locate() for f in metadata.files("example-robot-data") if f.name == "ur10_robot.urdf"))
    return robot.with_drives(stiffness=1e4, rotor_inertia=1e-4, gear_ratio=101.0)


def peak(robot, path):
    return np.abs(jn.feedforward(robot, path, np.arange(path.start_time, path.end_time, 5e-4)).tau_m).max(axis=0)


@pytest.mark.parametrize("degree", [3, 5, 9, 11])
def test_it_rests_at_both_ends(degree):
    found = fit(T, PATH(T)[0], degree=degree)
    ends = np.array([found.start_time, found.end_time])
    scale = np.abs(found(T, degree - 1)).max(axis=(1, 2))
    assert (
        np.abs(found(ends, degree - 1)[1:]).max(axis=(1, 2)) < 1e-6 * scale[1:]
    ).all()  # the tenth derivative loses nine digits
    assert_close(found(ends + [-1.0, 1.0])[0], found(ends)[0])
    assert found.smoothness == degree - 1


def test_a_smooth_motion_begins_and_ends_with_its_samples():
    found = fit(T, PATH(T)[0])
    assert (found.start_time, found.end_time) == (0.0, 2.0)


def test_derivatives_come_nearer_with_the_tolerance():
    exact = PATH(T, 4)
    errors = [np.abs(fit(T, PATH(T)[0], tolerance=most)(T, 4) - exact).max(axis=(1, 2)) for most in (1e-3, 1e-6, 1e-9)]
    assert (errors[1] < 0.2 * errors[0]).all()
    assert (errors[2] < 0.2 * errors[1]).all()


def test_derivatives_are_derivatives():
    found = fit(T, PATH(T)[0])
    h = 1e-5
    inside = np.linspace(0.1, 1.9, 50)
    difference = (found(inside + h, 3) - found(inside - h, 3)) / (2 * h)
    assert np.abs(difference - found(inside, 4)[1:]).max() < 1e-5 * np.abs(found(inside, 4)[1:]).max()


def test_deviation_is_the_largest_distance():
    found = fit(T, PATH(T)[0], tolerance=1e-4)
    assert_close(found.deviation, np.abs(found(T)[0] - PATH(T)[0]).max(axis=0), 1e-8)
    assert found.deviation.max() <= 1e-4


def test_samples_at_uneven_times():
    t = 2.0 * np.linspace(0.0, 1.0, 400) ** 1.5
    found = fit(t, PATH(t)[0], tolerance=1e-5)
    assert np.abs(found(T)[0] - PATH(T)[0]).max() < 1e-4


def test_a_gap_is_not_filled_with_swings():
    t = T[(T < 0.8) | (T > 1.1)]
    found = fit(t, PATH(t)[0], tolerance=2e-2)
    assert np.abs(found(T)[0] - PATH(T)[0]).max() < 4e-2


# What it minimises


def test_it_is_the_least_sum():
    """No other spline of that form has a smaller sum: a push of any coefficient raises it."""
    rng = np.random.default_rng(3)
    t = np.sort(rng.uniform(0.0, 1.0, 60))
    q, qd = rng.normal(size=(60, 1)), rng.normal(size=(60, 1))
    scale, degree, p = 0.1, 5, 3
    found = smooth(Samples(t, q, qd), scale, degree, rest=(False, False))
    h = found.piece
    weights = 0.5 * (np.append(np.diff(t), t[-1] - t[-2]) + np.insert(np.diff(t), 0, t[1] - t[0]))

    def total(push):
        curve = type(found.curve)(found.curve.t, found.curve.c + push[:, None], degree)
        rows = (q - curve(t)) ** 2 + h**2 * (qd - curve(t, nu=1)) ** 2
        return weights @ rows[:, 0] + h * (scale / h) ** (2 * p) * (np.diff(curve.c, n=p, axis=0) ** 2).sum()

    count = len(found.curve.c)
    least = total(np.zeros(count))
    for k in range(count):
        for size in (-1e-4, 1e-4):
            assert total(size * (np.arange(count) == k)) > least


@pytest.mark.parametrize("turns", [2.0, 5.0, 8.0])
def test_waves_pass_as_the_time_scale_says(turns):
    """Far from the ends a wave is multiplied by 1 / (1 + (w tau)^(2p)), to a few percent: differences for derivatives."""
    t = np.linspace(0.0, 10.0, 4001)
    w, scale, p = 2.0 * np.pi * turns / 2.0, 0.05, 5
    found = smooth(Samples(t, np.cos(w * t)[:, None]), scale, 2 * p - 1, rest=(False, False))
    middle = np.abs(t - 5.0) < 1.0
    passed = (found.curve(t)[middle, 0] * np.cos(w * t[middle])).sum() / (np.cos(w * t[middle]) ** 2).sum()
    assert abs(passed - 1.0 / (1.0 + (w * scale) ** (2 * p))) < 0.06


# Motions that have corners: the torque of elastic joints holds the fourth derivative


@pytest.mark.parametrize("acceleration", [4.5, 6.0, 10.0])
def test_torque_along_trapezoids_hardly_depends_on_the_tolerance(ur10, acceleration):
    t = np.arange(1001) * 1e-3
    q = np.array([0.0, -1.57, 1.57, 0.0, 1.57, 0.0]) + trapezoid(t, 1.0, acceleration)[:, None] * RANGE
    found = [fit(t, q, tolerance=most) for most in (1e-3, 1e-4, 1e-5)]
    peaks = np.array([peak(ur10, path).max() for path in found])
    assert peaks.max() < 1.2 * peaks.min()
    for path, most in zip(found, (1e-3, 1e-4, 1e-5)):
        assert path.start_time < 0.0 < 1.0 < path.end_time  # it begins before the acceleration that is there at once
        assert np.abs(path(t)[0] - q).max() <= most


@pytest.mark.parametrize("duration", [1.0, 2.0])
def test_noise_hardly_changes_the_torque(ur10, duration):
    """1e-4 rad at 1 kHz: less than 2 % of the peak torque, against samples without noise and against the motion itself."""
    start = np.array([0.0, -1.57, 1.57, 0.0, 1.57, 0.0])
    motion = rest_to_rest(start, start + RANGE, duration, degree=9)
    t = np.arange(round(1000 * duration) + 1) * 1e-3
    q = motion(t)[0]
    noisy = q + 1e-4 * np.random.default_rng(5).normal(size=q.shape)
    exact = jn.feedforward(ur10, motion, t).tau_m
    with_noise, without = (jn.feedforward(ur10, fit(t, x), t).tau_m for x in (noisy, q))
    assert np.abs(with_noise - without).max() < 0.02 * np.abs(exact).max()
    assert np.abs(with_noise - exact).max() < 0.02 * np.abs(exact).max()


@pytest.mark.parametrize("acceleration", [4.5, 6.0])
@pytest.mark.parametrize("seed", [0, 5])  # in one of them the first sample of a joint is far off
def test_noise_hardly_changes_the_torque_along_trapezoids(ur10, acceleration, seed):
    """1e-4 rad at 1 kHz: less than 2 % of the peak torque, against the same samples without noise."""
    t = np.arange(1001) * 1e-3
    q = np.array([0.0, -1.57, 1.57, 0.0, 1.57, 0.0]) + trapezoid(t, 1.0, acceleration)[:, None] * RANGE
    noisy = q + 1e-4 * np.random.default_rng(seed).normal(size=q.shape)
    dense = np.arange(-0.4, 1.4, 1e-3)
    with_noise, without = (jn.feedforward(ur10, fit(t, x), dense).tau_m for x in (noisy, q))
    assert np.abs(with_noise - without).max() < 0.02 * np.abs(without).max()


@pytest.mark.parametrize("make", [fit, lambda t, q, names: jn.trajectory.spline(t, q, names=names)], ids=["fit", "spline"])
def test_names_are_counted(make):
    with pytest.raises(InputError, match="names: expected one for each of 2 coordinates, or none, got 3: a, b, c"):
        make(T, PATH(T)[0], names=("a", "b", "c"))
    for names in ("ab", [1, 2], 3):
        with pytest.raises(InputError, match="names: expected names of the coordinates"):
            make(T, PATH(T)[0], names=names)


@pytest.mark.parametrize("most", [1e-4, 1e-5])  # for which corners are far apart
def test_no_curve_is_much_smoother(most):
    """At a corner of the acceleration, of height a, no curve within d has less snap than 0.0111 a^2 / d (linear programming)."""
    t = np.arange(2001) * 1e-3
    found = fit(t, trapezoid(t, 2.0, 2.0)[:, None], tolerance=most)
    snap = np.abs(found(np.linspace(found.start_time, found.end_time, 20001), 4)[4]).max()
    assert 0.0111 < snap * most / 2.0**2 < 2.5 * 0.0111


def test_a_bound_on_jerk_and_acceleration():
    """A trapezoid of acceleration 10 rad/s^2: smoothed until both are kept, as far from the samples as that takes."""
    t = np.arange(1001) * 1e-3
    q = trapezoid(t, 1.0, 10.0)[:, None] * [1.0, 0.5]
    free, bound = fit(t, q), fit(t, q, jerk=100.0, acceleration=[12.0, 100.0])
    dense = np.linspace(bound.start_time, bound.end_time, 20001)
    assert np.abs(free(dense, 3)[3]).max() > 200.0
    assert np.abs(bound(dense, 3)[3]).max() <= 100.0
    assert np.abs(bound(dense, 2)[2, :, 0]).max() <= 12.0
    assert 1e-4 < bound.deviation.max() < 1e-2
    with pytest.raises(InputError, match=r"keeps these bounds is 0\.00\d+ rad or m from coordinate 1; the tolerance is 0\.0001"):
        fit(t, q, tolerance=1e-4, jerk=100.0)
    with pytest.raises(InputError, match="no curve keeps these bounds"):
        fit(t, q, acceleration=1e-3)
    with pytest.raises(InputError, match="jerk: expected one number above zero, or 2"):
        fit(t, q, jerk=[1.0, 2.0, 3.0])


# Rest


def test_samples_that_begin_in_motion_are_refused():
    """0.15 rad/s at the start, a fifth of the top speed and less: as rest it would be a torque of mega-newton metres."""
    t = np.linspace(0.0, 1.0, 1001)
    p = rest_to_rest([0], [0.5], 1, degree=9)(t)[0][:, 0] + 0.15 * t * (1 - t) ** 3
    q = np.stack([p, -p / 2], axis=1)
    for most in (None, 1e-3, 1e-4, 1e-5, 1e-6):
        with pytest.raises(InputError, match=r"begin in motion, joint 'elbow' at 0\.1[56]\d* rad/s or m/s at t = 0 s"):
            fit(t, q, tolerance=most, names=("elbow", "wrist"))
        with pytest.raises(InputError, match=r"end in motion, coordinate 1 at -0\.1[56]\d* rad/s or m/s at t = 1 s"):
            fit(t, q[::-1], tolerance=most)


@pytest.mark.parametrize("speed", [0.05, 0.3, 2.0, 30.0])
def test_the_speed_at_the_start_is_told(speed):
    t = np.arange(1001) * 1e-3
    q = (speed * t * (1 - t) ** 3)[:, None]
    with pytest.raises(InputError, match="begin in motion, coordinate 1 at") as error:
        fit(t, q)
    assert abs(float(str(error.value).split(" at ")[1].split()[0]) / speed - 1.0) < 0.05


def test_long_recordings_rest_where_they_rest():
    """Twenty cycles of three seconds, each with a dwell: the first window of a fiftieth of it would hold a whole motion."""
    t = np.arange(60001) * 1e-3
    there = rest_to_rest([0.0, 0.0], [1.0, -1.0], 1.0, degree=9)
    cycle = t % 3.0
    q = np.where((cycle < 1.5)[:, None], there(cycle - 0.2)[0], there(2.9 - cycle)[0])
    found = fit(t, q)
    assert found.deviation.max() <= 1e-4
    assert (found.start_time, found.end_time) == (0.0, t[-1])


@pytest.mark.parametrize("seed", range(5))
def test_noisy_recordings_rest_where_they_rest(seed):
    t = np.arange(301) * 1e-2
    motion = rest_to_rest([0.0, 0.0], [1.0, -1.0], 2.0, degree=9, start_time=0.5)
    q = motion(t)[0] + 1e-4 * np.random.default_rng(seed).normal(size=(301, 2))
    for most in (None, 5e-4, 1e-3):
        found = fit(t, q, tolerance=most)
        assert np.abs(found(t)[0] - motion(t)[0]).max() < (5e-4 if most is None else most)


def test_an_acceleration_that_is_there_at_once_is_no_motion():
    """Constant acceleration from rest, then a smooth stop: nothing in it has a corner but its start."""
    t = np.arange(1001) * 1e-3
    q = (t**2 * (1.0 - t) ** 6)[:, None] * [5.0, 50.0]
    for most in (1e-3, 1e-4, 1e-5):
        assert fit(t, q, tolerance=most).deviation.max() <= most


# Noise


@pytest.mark.parametrize("sigma", [1e-6, 1e-4, 1e-2])
def test_scatter(sigma):
    rng = np.random.default_rng(0)
    assert_close(scatter(PATH(T)[0] + sigma * rng.normal(size=(801, 2))), np.full(2, sigma), 0.15)  # of 801 samples
    corners = trapezoid(np.linspace(0.0, 1.0, 1001), 1.0, 6.0)[:, None]
    assert scatter(corners).max() < 1e-12
    assert scatter(np.zeros((3, 2))).tolist() == [0.0, 0.0]


def test_a_tolerance_below_the_noise_is_refused():
    noisy = PATH(T)[0] + 1e-3 * np.random.default_rng(0).normal(size=(801, 2))
    with pytest.raises(
        InputError, match=r"joint '[ab]' scatters with a standard deviation of about 0\.001 .*tolerance to 0\.005"
    ):
        fit(T, noisy, tolerance=1e-4, names=("a", "b"))
    assert 1e-3 < fit(T, noisy).deviation.max() < 6e-3


# Velocities and accelerations


@pytest.mark.parametrize("degree", [3, 5, 11])
def test_exact_velocities_change_nothing_but_the_accuracy(degree):
    q, qd, qdd = PATH(T, 2)
    found = fit(T, q, qd, 1e-3, degree, qdd=qdd)
    assert np.abs(found(T)[0] - q).max() <= 1e-3
    assert_close(found.deviation, np.abs(found(T)[0] - q).max(axis=0), 1e-8)
    assert_close(found.velocity_deviation, np.abs(found(T, 1)[1] - qd).max(axis=0), 1e-6)
    assert_close(found.acceleration_deviation, np.abs(found(T, 2)[2] - qdd).max(axis=0), 1e-6)
    assert (fit(T, q, tolerance=1e-3).velocity_deviation == 0.0).all()


def test_velocities_help_against_noise():
    """Coarse encoders, good tachometers: the velocity of the fit is nearer to the true one."""
    rng = np.random.default_rng(1)
    q, qd = PATH(T, 1)
    noisy, measured = q + 1e-2 * rng.normal(size=q.shape), qd + 1e-3 * rng.normal(size=qd.shape)
    without, within = (smooth(Samples(T, noisy, speeds), 0.05, 9) for speeds in (None, measured))
    errors = [np.sqrt(np.mean((found.curve(T, nu=1) - qd) ** 2)) for found in (without, within)]
    assert errors[1] < 0.95 * errors[0]  # at w = 1/tau velocities have a fifth of the weight


def test_velocities_that_contradict_the_positions():
    q, qd, qdd = PATH(T, 2)
    with pytest.raises(InputError, match=r"rad/s or m/s from the velocity of coordinate [12] at t = .* within a piece"):
        fit(T, q, np.rad2deg(qd), tolerance=1e-4)
    with pytest.raises(InputError, match=r"rad/s\^2 or m/s\^2 from the acceleration of coordinate [12] at t = "):
        fit(T, q, qd, qdd=1e3 * qdd, tolerance=1e-4)


@pytest.mark.parametrize(
    ("qd", "words"),
    [(np.zeros((801, 1)), r"shape of q, \(801, 2\); got \(801, 1\)"), (np.full((801, 2), np.inf), "finite"), ("fast", "numbers")],
    ids=["shape", "inf", "text"],
)
def test_velocities_refused(qd, words):
    with pytest.raises(InputError, match=words):
        fit(T, PATH(T)[0], qd)
    with pytest.raises(InputError, match=words):
        fit(T, PATH(T)[0], qdd=qd)


@pytest.mark.parametrize(
    ("samples", "times", "degree", "tolerance", "words"),
    [
        (np.zeros((3, 2)), np.arange(3.0), 5, 1e-4, "at least 6, got 3"),
        (np.zeros((9, 2)), np.arange(8.0), 5, 1e-4, "shape"),
        (np.zeros((9, 2)), np.zeros(9), 5, 1e-4, "increasing"),
        (np.full((9, 2), np.nan), np.arange(9.0), 5, 1e-4, "finite"),
        ([["a"]], [0.0], 5, 1e-4, "expected numbers"),
        (np.zeros((0, 2)), np.zeros(0), 5, 1e-4, "at least 6, got 0"),
        (np.zeros((9, 0)), np.arange(9.0), 5, 1e-4, "shape"),
        (np.zeros((99, 2)), np.arange(99.0), 26, 1e-4, "at most 25"),
        (np.zeros((99, 2)), np.arange(99.0), 2, 1e-4, "degree: expected a whole number from 3"),
        (np.zeros((99, 2)), np.arange(99.0), 5, 0.0, "tolerance"),
        (np.outer(np.arange(50.0), [1.0, 0.0]), np.arange(50.0), 5, 1e-4, "begin in motion, coordinate 1"),
    ],
)
def test_refused(samples, times, degree, tolerance, words):
    with pytest.raises(InputError, match=words):
        fit(times, samples, None, tolerance, degree)


def test_joints_that_stand_still():
    found = fit(np.arange(50.0), np.ones((50, 2)) * [0.3, -1.0])
    assert_close(found(np.linspace(-1.0, 60.0, 20))[0], np.ones((20, 2)) * [0.3, -1.0])


def test_it_is_reachable_with_the_contract_signature():
    names = list(inspect.signature(jn.trajectory.fit).parameters)
    assert names == ["t", "q", "qd", "tolerance", "degree", "qdd", "acceleration", "jerk", "keeps", "names", "robot"]
    assert isinstance(jn.trajectory.fit(T, PATH(T)[0]), jn.trajectory.Path)


def test_keeps_a_bound_on_motor_torque():
    """Of the motions that the motors can follow the nearest, within a quarter of an octave of the time scale."""
    t = np.linspace(0.0, 1.0, 1001)
    ramp = np.where(t < 0.25, 8 / 3 * t**2, np.where(t > 0.75, 1 - 8 / 3 * (1 - t) ** 2, 4 / 3 * (t - 0.125)))
    q = np.stack([ramp, -0.5 * ramp], axis=1)
    arm = jn.load("planar_2r").with_limits(motor_torque=50.0)
    asked = []

    def possible(path):
        plan = jn.feedforward(arm, path, np.arange(path.start_time, path.end_time, 1e-3))
        asked.append((path.scales.min(), np.abs(plan.tau_m).max()))
        return plan.within_limits

    found = jn.trajectory.fit(t, q, keeps=possible)
    scales, torques = np.array(asked).T
    assert torques[-1] <= 50.0 < torques[-2]
    assert 1.0 < scales[-1] / scales[-2] <= 2.0**0.26
    assert found.deviation.max() > 1e-4
    with pytest.raises(InputError, match="a curve that keeps these bounds is"):
        jn.trajectory.fit(t, q, tolerance=1e-5, keeps=possible)
    with pytest.raises(InputError, match="no curve is as it has to be"):
        jn.trajectory.fit(t, q, keeps=lambda path: False)
    with pytest.raises(InputError, match="expected a function"):
        jn.trajectory.fit(t, q, keeps=3.0)
