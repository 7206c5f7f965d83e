"""The Kalman filter: the textbook's on a linear robot, honest about its own error on another, loops as straight-line code."""

import dataclasses

import mpmath as mp
import numpy as np
import pytest
from scipy.stats import chi2

import jounce as jn
from jounce.control.observers.kalman_filter import LARGEST_STRAIGHT
from jounce.errors import InputError
from support.combinations import case, run_own_test
from support.random_robots import plainly
from support.tolerances import CHAIN, assert_close


def test_joints_without_motors_have_no_torque_sensor():
    """Readings of tau_j there, the torque of a spring or zero, do not count; before, one of 750 Nm was beyond the gate."""
    robot = jn.load("flexible_3axis")
    driven = np.array([joint.spring is None for joint in robot.motor_joints])
    theta = np.where(driven, 0.3, 0.0)
    rest = jn.statics(robot, theta)
    observer = jn.control.KalmanFilter(robot, {"tau_j": 1e-2, "theta": 1e-5}, {"tau_m": 0.1})
    assert np.abs(rest.tau_j[~driven]).max() > 100.0
    steps = [
        observer.step(observer.begin(theta), tau_j=tau_j, theta=theta, tau_m=np.where(driven, rest.tau_j, 0.0))
        for tau_j in (rest.tau_j, np.where(driven, rest.tau_j, 0.0))
    ]
    for state, estimate in steps:
        assert not estimate.rejected
        assert (state == steps[0][0]).all()
        assert np.abs(estimate.q - rest.q).max() < 1e-12


def gantry():
    """Two slides one on the other, along axes that are not at right angles: M is constant, nothing else moves with the pose."""
    links = [jn.Link("base"), jn.Link("first", 3.0), jn.Link("second", 2.0)]
    drive = jn.Drive(stiffness=4000.0, damping=6.0, rotor_inertia=1.5, viscous_friction=2.0)
    joints = [
        jn.Joint("x", "prismatic", "base", "first", axis=(1, 0, 0), drive=drive),
        jn.Joint("y", "prismatic", "first", "second", axis=(0.6, 0.8, 0), drive=dataclasses.replace(drive, stiffness=900.0)),
    ]
    return jn.Robot.build("gantry", links, joints, gravity=(0.0, -9.81, 0.0))


def textbook(x, P, u, y, h, noise, sigma):
    """One step of the linear Kalman filter for the gantry, all of it written down again: 40 digits, y all at once."""
    M, K, B, D, Fv = (
        np.array([[5.0, 1.2], [1.2, 2.0]]),
        np.diag([4000.0, 900.0]),
        1.5 * np.eye(2),
        6.0 * np.eye(2),
        2.0 * np.eye(2),
    )
    M, K, B, D, Fv, sigma = (mp.matrix(part.tolist()) for part in (M, K, B, D, Fv, np.diag(sigma)))
    m, b, none = M**-1, B**-1, mp.zeros(2)
    A = _blocks(
        [
            [none, none, mp.eye(2), none],
            [none, none, none, mp.eye(2)],
            [-m * K, m * K, -m * D, m * D],
            [b * K, -b * K, b * D, -b * (D + Fv)],
        ]
    )
    torque = _blocks([[none, none], [none, none], [none, m], [b, none]])  # of motors, of joints
    c = torque * mp.matrix([*u, 0, mp.mpf("-0.8") * mp.mpf("9.81") * 2])
    forward, back = mp.eye(8) + h / 2 * A, (mp.eye(8) - h / 2 * A) ** -1
    x = x + back * (h * (A * x + c))
    G = back * (h * torque) * sigma
    P = back * forward * P * (back * forward).T + G * G.T
    H = _blocks([[-K, K, -D, D], [none, mp.eye(2), none, none]])  # tau_j, theta
    gain = P * H.T * (H * P * H.T + mp.diag([r**2 for r in noise])) ** -1
    return x + gain * (mp.matrix(y) - H * x), (mp.eye(8) - gain * H) * P


def _blocks(rows):
    found = mp.zeros(2 * len(rows), 2 * len(rows[0]))
    for i, row in enumerate(rows):
        for j, block in enumerate(row):
            found[2 * i : 2 * i + 2, 2 * j : 2 * j + 2] = block
    return found


def test_the_textbook_on_a_linear_robot():
    robot = gantry()
    noise, disturbance = {"theta": [1e-4, 2e-4], "tau_j": 0.3}, {"tau_m": [0.5, 1.0], "external": 0.2}
    observer = jn.control.KalmanFilter(robot, noise, disturbance, rate=500.0)
    assert observer.measured == ("tau_j", "theta")
    rng = np.random.default_rng(0)
    # known ten times worse than measured: an update takes off nearly all of a covariance, and as many digits
    state = observer.begin([0.1, -0.2], 0.001 * rng.uniform(1.0, 2.0, 8))
    assert_close(state[:2], [0.1, -0.2 - 0.8 * 9.81 * 2.0 / 900.0])
    with mp.workdps(40):
        x, P = mp.matrix(state[:8].tolist()), mp.matrix(observer.covariance(state).tolist())
        for _ in range(20):
            u, tau_j, theta = 5.0 * rng.normal(size=2), rng.normal(size=2), [0.1, -0.2] + 1e-3 * rng.normal(size=2)
            state, estimate = observer.step(state, tau_j=tau_j, theta=theta, tau_m=u)
            deviations = [mp.mpf(r) for r in (0.3, 0.3, 1e-4, 2e-4)]
            x, P = textbook(x, P, u, [*tau_j, *theta], mp.mpf(1.0 / 500.0), deviations, [0.5, 1.0, 0.2, 0.2])
            wanted, spread = np.array(x.tolist(), dtype=float)[:, 0], np.array(P.tolist(), dtype=float)
            assert np.abs(state[:8] - wanted).max() < 1e-12 * np.abs(wanted).max()
            assert np.abs(observer.covariance(state) - spread).max() < 1e-12 * np.abs(spread).max()
    assert_close(np.concatenate([estimate.q, estimate.theta, estimate.qd, estimate.thetad]), state[:8])
    assert estimate.external is None


def integrated(robot, state, torque, external, h):
    """A batch of robots a period on, by Runge-Kutta steps of a quarter. external: as a torque of both sides of the joints."""
    M = jn.mass_matrix

    def rate(y):
        q, theta, qd, thetad = np.split(y, 4, axis=-1)
        qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, torque)
        qdd = qdd + np.linalg.solve(M(robot, q), external[..., None])[..., 0]
        return np.concatenate([qd, thetad, qdd, thetadd], axis=-1)

    for _ in range(4):
        k1 = rate(state)
        k2 = rate(state + 0.125 * h * k1)
        k3 = rate(state + 0.125 * h * k2)
        k4 = rate(state + 0.25 * h * k3)
        state = state + 0.25 * h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return state


@pytest.mark.native
def test_errors_are_as_large_as_the_filter_says():
    """NEES of 60 runs of an elastic arm in motion: within the bounds of chi-square at 99.98 %, every 50 ms."""
    robot = jn.load("planar_2r")
    runs, h, N = 60, 1e-3, 8
    noise, pushes = 1e-4, {"tau_m": 3.0, "external": 2.0}
    observer = jn.control.KalmanFilter(robot, {"theta": noise}, pushes)
    rng = np.random.default_rng(4)
    path = jn.trajectory.rest_to_rest(np.zeros(2), [0.8, -0.6], 0.4, degree=9)
    plan = jn.feedforward(robot, path, np.arange(0.0, 0.3, h))
    start = np.concatenate([plan.q[0, 0], plan.theta[0, 0], np.zeros(4)])
    deviation = np.array([1e-3] * 4 + [1e-2] * 4)
    true = np.tile(start, (runs, 1))
    x = true + deviation * rng.normal(size=(runs, N))
    state = np.concatenate([x, np.tile(np.diag(deviation**2).ravel(), (runs, 1))], axis=1)
    low, high = chi2.ppf([1e-4, 1.0 - 1e-4], N * runs) / runs
    for k, torque in enumerate(plan.tau_m, 1):
        acting = torque + 3.0 * rng.normal(size=(runs, 2))
        true = integrated(robot, true, acting, 2.0 * rng.normal(size=(runs, 2)), h)
        state, _ = observer.step(state, true[:, 2:4] + noise * rng.normal(size=(runs, 2)), np.tile(torque, (runs, 1)))
        if k % 50 == 0:
            error = true - state[:, :N]
            P = state[:, N:].reshape(runs, N, N)
            nees = np.einsum("ri,ri->r", error, np.linalg.solve(P, error[..., None])[..., 0])
            assert low < nees.mean() < high


@pytest.mark.native
def test_what_pushes_the_robot_from_motors_alone():
    """A joint torque that begins in the middle of a motion, from theta and tau_m: there to 3 % after 60 ms."""
    robot = jn.load("planar_2r")
    observer = jn.control.KalmanFilter(robot, {"theta": 1e-6}, {"tau_m": 0.01, "wander": 50.0})
    path = jn.trajectory.rest_to_rest(np.zeros(2), [0.8, -0.6], 0.4, degree=9)
    plan = jn.feedforward(robot, path, np.arange(0.0, 0.3, 1e-3))
    true = np.concatenate([plan.q[0, 0], plan.theta[0, 0], np.zeros(4)])
    state, found = observer.begin(plan.theta[0, 0], 1e-6), []
    pushing = np.array([0.0, -4.0])
    for k, torque in enumerate(plan.tau_m):
        true = integrated(robot, true, torque, pushing * (k >= 200), 1e-3)
        state, estimate = observer.step(state, true[2:4], torque)
        found.append(estimate.external)
    assert np.abs(found[100:200]).max() < 0.05
    assert np.abs(found[260:] - pushing).max() < 0.03 * 4.0


@pytest.mark.native
@pytest.mark.parametrize("features", ["DN", "F"])
def test_loops_are_straight_line_code(features):
    robot = case(features).robot
    rng = np.random.default_rng(1)
    theta, tau_m = rng.normal(size=(2, robot.n))
    observer = jn.control.KalmanFilter(robot, {"theta": 1e-4, "q": 1e-3}, {"tau_m": 0.1, "external": 0.2, "wander": 1.0})
    state = observer.begin(theta)
    assert observer.size > LARGEST_STRAIGHT
    kernel = observer.compile()
    x, P = np.split(state, [observer.size])
    found = kernel(theta, theta, tau_m, x, P, observer._noise, observer._disturbance, np.array([1.0 / observer.rate]))
    plain = plainly(observer.step, state, theta=theta, q=theta, tau_m=tau_m)
    for ours, theirs in zip(found, (*np.split(plain[0], [observer.size]), *plain[1])):
        assert_close(ours, theirs, CHAIN)
    covariance = found[1].reshape(observer.size, observer.size)
    assert (covariance == covariance.T).all()
    assert np.linalg.eigvalsh(covariance).min() > 0.0


@pytest.mark.native
def test_c(tmp_path):
    robot = jn.load("planar_2r")
    jn.control.KalmanFilter(robot, {"theta": 1e-4}, {"tau_m": 0.1}).compile().write_c(tmp_path / "small")
    run_own_test(tmp_path / "small")
    robot = case("N").robot
    jn.control.KalmanFilter(robot, {"theta": 1e-4}, {"tau_m": 0.1, "wander": 1.0}).compile().write_c(tmp_path / "loops")
    run_own_test(tmp_path / "loops")


@pytest.mark.parametrize("name", ["manutec_r3", "moberg_5dof", "staubli_tx40"])
def test_rigid_joints_springs_without_motors_and_coupled_wrists(name):
    """A robot at rest that is measured without noise stays where it is."""
    robot = jn.load(name)
    theta = np.random.default_rng(5).uniform(-0.5, 0.5, robot.m)
    observer = jn.control.KalmanFilter(robot, {"theta": 1e-6}, {"tau_m": 0.1})
    rest = jn.statics(robot, theta)
    state, start = observer.begin(theta), observer.begin(theta)[: observer.size]
    held = plant_torques(robot, rest)
    for _ in range(3):
        state, estimate = observer.step(state, theta, held)
    assert np.abs(state[: observer.size] - start).max() < 1e-9
    assert np.abs(estimate.q - rest.q).max() < 1e-12


def plant_torques(robot, rest):
    """What holds the motors at rest: what their drives carry, N^-T tau_j."""
    from jounce.plant.plant import plant_of

    N = plant_of(robot).transmission.matrix(robot.n)
    held = np.linalg.solve(N.T, rest.tau_j)
    held[plant_of(robot).passive] = 0.0
    return held


def test_refused():
    robot, make = jn.load("planar_2r"), jn.control.KalmanFilter
    for noise in ({}, {"tau_m": 1.0}, None):
        with pytest.raises(InputError, match="noise: expected"):
            make(robot, noise, {"tau_m": 1.0})
    with pytest.raises(InputError, match="disturbance: expected"):
        make(robot, {"theta": 1e-4}, {"wind": 1.0})
    with pytest.raises(InputError, match="noise\\['theta'\\]: expected numbers above 0"):
        make(robot, {"theta": 0.0}, {"tau_m": 1.0})
    with pytest.raises(InputError, match="noise\\['theta'\\]: expected one number or 2"):
        make(robot, {"theta": [1.0, 2.0, 3.0]}, {"tau_m": 1.0})
    with pytest.raises(InputError, match="disturbance\\['tau_m'\\]: expected numbers from 0"):
        make(robot, {"theta": 1e-4}, {"tau_m": -1.0})
    observer = make(robot, {"theta": 1e-4}, {"tau_m": 1.0})
    with pytest.raises(InputError, match="expected theta, tau_m, got 1 arrays"):
        observer.step(observer.begin([0.0, 0.0]), [0.0, 0.0])
    with pytest.raises(InputError, match="has several freedoms, which this filter does not know"):
        make(case("B").robot, {"theta": 1e-4}, {"tau_m": 1.0})
    with pytest.raises(InputError, match="'tau_j' is what springs carry, and joint 'axis4'"):
        make(jn.load("manutec_r3"), {"tau_j": 1.0}, {"tau_m": 1.0})
