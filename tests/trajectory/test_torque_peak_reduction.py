"""A fit that knows the robot: torque along trapezoids of velocity hardly depends on the tolerance, or no curve does better."""

import pickle
from importlib import metadata

import numpy as np
import pytest
from scipy.interpolate import BSpline
from scipy.optimize import linprog

import jounce as jn
from jounce.errors import InputError
from jounce.trajectory import fit, rest_to_rest
from support.tolerances import assert_close

TOLERANCES = (1e-3, 1e-4, 1e-5)
MOST = 1.2
"""What the peak at one tolerance may be of that at another."""
UR10 = np.array([1.0, -0.6, 0.8, 0.5, -0.7, 0.9])
START = np.array([0.0, -1.57, 1.57, 0.0, 1.57, 0.0])


def trapezoid(acceleration, way=1.5, speed=1.5):
    """Times at 1 kHz, and a motion from 0 to `way` with accelerations that jump."""
    ramp = speed / acceleration
    end = way / speed + ramp
    t = np.arange(round(1000 * end) + 1) * 1e-3
    slow = 0.5 * acceleration * t**2, way - 0.5 * acceleration * np.clip(end - t, 0.0, None) ** 2
    return t, np.where(t < ramp, slow[0], np.where(t > end - ramp, slow[1], speed * (t - 0.5 * ramp)))


def ur10(rotor_inertia):
    robot = jn.load(next(f.locate() for f in metadata.files("example-robot-data") if f.name == "ur10_robot.urdf"))
    return robot.with_drives(stiffness=1e4, rotor_inertia=rotor_inertia, gear_ratio=101.0)


def peak(robot, path):
    """The largest motor torque [Nm], looked at five times between two samples."""
    return np.abs(jn.feedforward(robot, path, np.arange(path.start_time, path.end_time, 2e-4)).tau_m).max()


def assert_independent(robot, t, q):
    """Peaks at three tolerances, each held at every sample."""
    peaks = []
    for most in TOLERANCES:
        path = fit(t, q, tolerance=most, robot=robot)
        assert (np.abs(path(t)[0] - q).max(axis=0) <= most).all()
        assert_close(path.deviation, np.abs(path(t)[0] - q).max(axis=0), 1e-7)
        peaks.append(peak(robot, path))
    assert max(peaks) < MOST * min(peaks), peaks


@pytest.mark.parametrize("rotor_inertia", [1e-4, 1e-5])
@pytest.mark.parametrize("acceleration", [4.5, 6.0, 8.0, 10.0])
def test_torque_hardly_depends_on_the_tolerance(rotor_inertia, acceleration):
    """All joints of a UR10; a fit without the robot takes 160, 161 and 212 Nm at 10 rad/s^2."""
    t, q = trapezoid(acceleration)
    assert_independent(ur10(rotor_inertia), t, np.outer(q, UR10))


@pytest.mark.parametrize("acceleration", [8.0, 10.0])
def test_torque_of_one_joint_hardly_depends_on_the_tolerance(acceleration):
    t, q = trapezoid(acceleration)
    assert_independent(ur10(1e-4), t, START + np.outer(q, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]))


@pytest.mark.parametrize(
    ("name", "acceleration"), [("planar_2r", 4.5), ("planar_2r", 6.0), ("kuka_kr300", 10.0), ("manutec_r3", 10.0)]
)
def test_robots_of_the_library(name, acceleration):
    """Soft joints; a counterbalance and rigid wrists; damped joints."""
    robot = jn.load(name)
    t, q = trapezoid(acceleration)
    assert_independent(robot, t, np.outer(q, [1.0, -0.5, 0.8, 0.5, -0.7, 0.9][: robot.n]))


def least_peak_at_the_start(robot, posture, accelerations, most, half=0.05, knots=1e-3, degree=6):
    """Linear programming: the least peak [Nm] of all curves within `most` of samples that begin to accelerate at t = 0.

    Torque is linear about the posture at rest. Nothing is said about the curves' ends, so that this is a lower bound, but for
    the pieces and the instants at which torque is looked at.
    """
    grid = np.arange(round(-half / knots) - degree, round(half / knots) + degree + 1) * knots
    samples = np.arange(round(-1000 * half), round(1000 * half) + 1) * 1e-3
    looks = np.linspace(-half, half, round(4 * half / knots) + 1)
    still = [posture, *np.zeros((robot.motion_order, robot.n))]
    slopes = jn.inverse_dynamics_derivatives(robot, *still)
    rest = jn.inverse_dynamics(robot, *still).tau_m
    count = len(grid) - degree - 1
    splines = BSpline(grid, np.eye(count), degree)
    values = splines(samples)
    torque = sum(np.einsum("ij,ta->tiaj", slopes[k], splines(looks, nu=k)) for k in range(5))
    torque = most * torque.reshape(len(looks) * robot.n, -1)  # unknowns in units of the tolerance
    place = np.kron(values, np.eye(robot.n))
    wanted = (0.5 * np.clip(samples, 0.0, None)[:, None] ** 2 * accelerations).reshape(-1) / most
    one, nothing = np.ones((len(torque), 1)), np.zeros((len(place), 1))
    left = np.block([[torque, -one], [-torque, -one], [place, nothing], [-place, nothing]])
    steady = np.tile(rest, len(looks))
    right = np.concatenate([-steady, steady, wanted + 1.0, 1.0 - wanted])
    bounds = [(None, None)] * torque.shape[1] + [(0.0, None)]
    found = linprog(np.append(np.zeros(torque.shape[1]), 1.0), left, right, bounds=bounds, method="highs-ipm")
    assert found.success
    return found.fun


@pytest.mark.parametrize("acceleration", [8.0, 10.0])
def test_where_it_does_depend_no_curve_does_better(acceleration):
    """Soft joints at high accelerations: within 1e-5 rad every curve takes more than a wider one does, by linear programming."""
    robot = jn.load("planar_2r")
    t, q = trapezoid(acceleration)
    wide, close = (peak(robot, fit(t, np.outer(q, [1.0, -0.5]), tolerance=most, robot=robot)) for most in (1e-3, 1e-5))
    least = least_peak_at_the_start(robot, np.zeros(2), acceleration * np.array([1.0, -0.5]), 1e-5)
    assert least > MOST * wide
    assert close < 1.1 * least


# What it leaves alone


def test_a_motion_without_peaks_is_that_of_a_fit_without_robot():
    robot = jn.load("planar_2r")
    t = np.arange(1001) * 1e-3
    smooth = rest_to_rest([0.0, 0.0], [1.0, -0.5], 1.0, degree=9)(t)[0]
    assert fit(t, smooth, robot=robot) == fit(t, smooth)
    t, q = trapezoid(6.0)
    q = np.outer(q, [1.0, -0.5])
    rigid = robot.with_drives(stiffness=np.inf)
    assert fit(t, q, tolerance=1e-5, robot=rigid) == fit(t, q, tolerance=1e-5)
    assert fit(t, q, tolerance=1e-5, degree=3, robot=robot) == fit(t, q, tolerance=1e-5, degree=3)  # it has no torque at all
    arm = jn.load("moberg_5dof")  # a joint without a motor moves as it likes
    assert fit(t, np.outer(q[:, 0], np.ones(3)), robot=arm) == fit(t, np.outer(q[:, 0], np.ones(3)))


def test_only_corners_are_changed():
    robot = jn.load("planar_2r")
    t, q = trapezoid(6.0)
    q = np.outer(q, [1.0, -0.5])
    plain, found = fit(t, q, tolerance=1e-5), fit(t, q, tolerance=1e-5, robot=robot)
    assert found != plain
    assert len(found.reliefs) >= 4
    far = np.array([x for x in np.linspace(-0.2, 1.4, 3201) if not any(r.begin < x < r.end for r in found.reliefs)])
    assert len(far) > 1000
    assert (found(far, 4) == plain(far, 4)).all()
    for relief in found.reliefs:  # all derivatives but the last are continuous where a change begins and ends
        for end in (relief.begin, relief.end):
            before, after = relief.curve(end - 1e-9, nu=8), relief.curve(end + 1e-9, nu=8)
            middle = np.abs(relief.curve(np.linspace(relief.begin, relief.end, 500), nu=8)).max()
            assert max(np.abs(before).max(), np.abs(after).max()) < 1e-3 * middle
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(pickle.loads(pickle.dumps(found))) == hash(found)


def test_joints_that_stand_still_do_so():
    t, q = trapezoid(10.0)
    q = START + np.outer(q, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    found = fit(t, q, tolerance=1e-5, robot=ur10(1e-4))
    assert found.reliefs
    others = [0, 2, 3, 4, 5]
    assert np.abs(found(t)[0][:, others] - START[others]).max() < 1e-12


def test_velocities_are_heeded():
    """h |qd - s'| counts as a distance, h half the time scale."""
    robot = jn.load("planar_2r")
    t, q = trapezoid(6.0)
    speed = np.clip(np.minimum(6.0 * t, 6.0 * (t[-1] - t)), 0.0, 1.5)
    q, qd = np.outer(q, [1.0, -0.5]), np.outer(speed, [1.0, -0.5])
    plain, found = fit(t, q, qd, 1e-5), fit(t, q, qd, 1e-5, robot=robot)
    assert found.reliefs
    assert peak(robot, found) < 0.8 * peak(robot, plain)
    assert (found.deviation <= 1e-5).all()
    assert (found.pieces * np.abs(found(t, 1)[1] - qd).max(axis=0) <= 1e-5 * (1.0 + 1e-9)).all()


def test_noise_is_left_out():
    """1e-4 rad at 1 kHz: the peak is that of samples without noise, within 2 %."""
    robot = jn.load("planar_2r")
    t, q = trapezoid(10.0)
    q = np.outer(q, [1.0, -0.5])
    clean = peak(robot, fit(t, q, robot=robot))
    noisy = q + 1e-4 * np.random.default_rng(0).normal(size=q.shape)
    assert abs(peak(robot, fit(t, noisy, robot=robot)) / clean - 1.0) < 0.02


@pytest.mark.parametrize("acceleration", [6.0, 10.0])
def test_noise_hardly_changes_the_torque(acceleration):
    """1e-4 rad at 1 kHz: less than 2 % of the peak torque of a UR10, at every instant."""
    robot = ur10(1e-4)
    t, q = trapezoid(acceleration)
    q = np.outer(q, UR10)
    noisy = q + 1e-4 * np.random.default_rng(1).normal(size=q.shape)
    dense = np.arange(-0.4, t[-1] + 0.4, 1e-3)
    with_noise, without = (jn.feedforward(robot, fit(t, x, robot=robot), dense).tau_m for x in (noisy, q))
    assert np.abs(with_noise - without).max() < 0.02 * np.abs(without).max()


@pytest.mark.parametrize("motion", ["all joints", "one joint", "within a second"])
@pytest.mark.parametrize("noise", [201, 203, 204])
def test_noise_hardly_changes_the_torque_at_high_corners(motion, noise):
    """1e-4 rad at 1 kHz, corners of 10 rad/s^2, light rotors: less than 1 % of the peak torque of a UR10 at every instant.

    Three records of noise, not any: in about one of 80 the corners' model is refused, and the error is that of the usual fit."""
    t, q = trapezoid(10.0)
    if motion == "within a second":
        t, q = trapezoid(10.0, way=1.0, speed=5.0 - np.sqrt(15.0))
    ways = {"all joints": UR10, "one joint": np.eye(6)[1], "within a second": np.array([1.0, 0.5, -0.5, 0.5, 0.3, 0.8])}
    q = (0.0 if motion == "all joints" else START) + np.outer(q, ways[motion])
    noisy = q + 1e-4 * np.random.default_rng(noise).normal(size=q.shape)
    dense = np.arange(-0.4, t[-1] + 0.4, 1e-3)
    robot = ur10(1e-5)
    with_noise, without = (jn.feedforward(robot, fit(t, x, robot=robot), dense).tau_m for x in (noisy, q))
    assert np.abs(with_noise - without).max() < 0.01 * np.abs(without).max()


def test_a_motion_in_a_file_is_fitted_for_its_robot(tmp_path):
    robot = jn.load("planar_2r")
    t, q = trapezoid(6.0)
    rows = np.column_stack([t, q, -0.5 * q]) + 0.0
    np.savetxt(tmp_path / "motion.csv", rows, "%.17g", ",", header="t,q1,q2", comments="")
    assert jn.trajectory.load(tmp_path / "motion.csv", robot, 1e-5) == fit(
        t, rows[:, 1:], None, 1e-5, names=robot.joint_names, robot=robot
    )


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"robot": 3.0}, "robot: expected a robot, or none, got float"),
        ({"robot": jn.load("kuka_lwr")}, "robot 'kuka_lwr' has 7 joints, but the samples have 2 coordinates"),
        ({"robot": jn.load("planar_2r"), "jerk": 100.0}, "expected none beside bounds on acceleration or jerk"),
    ],
)
def test_refused(given, words):
    t, q = trapezoid(6.0)
    with pytest.raises(InputError, match=words):
        fit(t, np.outer(q, [1.0, -0.5]), **given)
