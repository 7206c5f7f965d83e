"""External torque from momentum: it follows what pushes the robot as the filter of first order that it is said to be."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import curve_fit

import jounce as jn
from jounce.errors import InputError
from support.combinations import case, run_own_test
from support.tolerances import assert_close

RATE = 1000.0


def pushed(robot, path, wrench, end, *, rate=RATE):
    """Time, what pushes the joints, and what is measured, where a motion is realised under a wrench."""
    t = np.arange(0.0, end + 0.5 / rate, 1.0 / rate)
    plan = jn.feedforward(robot, path, t, wrench=wrench)
    name, way = next(iter(wrench.items()))
    J = jn.jacobian(robot, plan.q[0], link=name)
    external = np.einsum("tij,ti->tj", J, way(t, 0)[0])
    rows = {"q": plan.q[0], "qd": plan.q[1], "theta": plan.theta[0], "thetad": plan.theta[1]}
    return t, external, {**rows, "tau_j": plan.tau_j[0], "tau_m": plan.tau_m}


def observed(observer, rows):
    state = observer.begin(*(rows[name][0] for name in observer.measured))
    found = [np.zeros(observer.robot.n)]
    for k in range(1, len(rows["q"])):
        state, external = observer.step(state, *(rows[name][k] for name in observer.measured))
        found.append(external)
    return np.array(found)


def filtered(t, u, gain):
    """rd = gain (u - r) for u made of straight lines, exactly."""
    r = [np.zeros(u.shape[1])]
    for k in range(1, len(t)):
        h = t[k] - t[k - 1]
        slope = (u[k] - u[k - 1]) / h
        kept = np.exp(-gain * h)
        steady = u[k - 1] - slope / gain  # r = steady + slope t + (r0 - steady) e^(-gain t)
        r.append(steady + slope * h + kept * (r[-1] - steady))
    return np.array(r)


@pytest.mark.parametrize(
    ("features", "measured"),
    [
        ("", ("q", "qd", "tau_j")),
        ("D", ("q", "qd", "theta", "thetad")),
        ("N", ("q", "qd", "theta", "thetad")),
        ("F", ("q", "qd", "thetad", "tau_j")),
        ("B", ("q", "qd", "tau_j")),
    ],
)
def test_a_filter_of_first_order(features, measured):
    """Elastic, damped, springs of other laws, carried rotors, a floating base, in motion, pushed at a link."""
    this = case(features)
    robot, gain = this.robot, 60.0
    rng = np.random.default_rng(1)
    way = jn.trajectory.rest_to_rest(np.zeros(6), 3.0 * rng.normal(size=6), 0.1, degree=2 * robot.motion_order - 1)
    errors = []
    for rate in (RATE, 2.0 * RATE):
        t, external, rows = pushed(robot, this.path, {robot.links[-1].name: way}, 0.3, rate=rate)
        found = observed(jn.control.MomentumObserver(robot, gain, measured, rate), rows)
        errors.append(np.abs(found - filtered(t, external, gain)).max())
    # what is left is that of the trapezoidal rule and of straight lines at 1 ms: a quarter of it at half the period
    assert errors[0] < 2e-3 * np.abs(external).max()
    assert errors[1] < 0.3 * errors[0]


def held_and_pushed(gain, measured, torque=5.0):
    """A robot that stands still; from one sample on a torque that the motors do not give acts at its second joint."""
    robot = jn.load("kuka_lwr")
    q = np.array([0.2, 0.6, -0.3, 1.0, 0.4, -0.5, 0.1])
    still, count = np.zeros(7), 200
    hold = jn.inverse_dynamics(robot, q, *[still] * 4)
    rows = {"q": np.tile(q, (count, 1)), "qd": np.zeros((count, 7)), "tau_j": np.tile(hold.tau_j[0], (count, 1))}
    rows["tau_j"][10:, 1] -= torque  # the weight is held by something else
    return observed(jn.control.MomentumObserver(robot, gain, measured), rows)[:, 1] / torque


def test_63_percent_after_one_time_constant():
    """A step between two samples, half way in the trapezoidal rule: 1 - 1/e after 20 ms at 50 per second, the rate to 1e-3."""
    found = held_and_pushed(50.0, ("q", "qd", "tau_j"))
    assert np.abs(found[:10]).max() < 1e-12
    t = 1e-3 * (np.arange(10, 100) - 9.5)
    (gain, height), _ = curve_fit(lambda t, g, a: a * (1.0 - np.exp(-g * t)), t, found[10:100], (40.0, 0.9))
    assert abs(gain - 50.0) < 50.0 * 1e-3
    assert abs(height - 1.0) < 1e-3
    assert abs(np.interp(0.020, t, found[10:100]) - (1.0 - np.exp(-1.0))) < 1e-3


POSITIONS = [("theta", "tau_j"), ("q", "theta"), ("q", "tau_j"), ("tau_j", "q"), ("theta", "thetad", "tau_j")]


@pytest.mark.parametrize("measured", POSITIONS)
@pytest.mark.parametrize("name", ["planar_2r", "kuka_lwr"])
def test_nobody_pushes(name, measured):
    """A fast motion without any push, speeds from positions: 1e-4 of what moves the links is seen, and a quarter at half the
    period.

    Momenta that were half a period late would leave 5e-3 of it.
    """
    robot = jn.load(name)
    goal = np.array([0.8, -0.6, 0.5, 0.9, -0.4, 0.6, 0.3])[: robot.n]
    path = jn.trajectory.rest_to_rest(np.zeros(robot.n), goal, 0.5, degree=9)
    none = jn.trajectory.rest_to_rest(np.zeros(6), np.zeros(6), 0.5, degree=9)
    errors = []
    for rate in (RATE, 2.0 * RATE):
        t, _, rows = pushed(robot, path, {robot.links[-1].name: none}, 0.5, rate=rate)
        errors.append(np.abs(observed(jn.control.MomentumObserver(robot, 50.0, measured, rate), rows)).max())
    momentum = np.einsum("tij,tj->ti", jn.mass_matrix(robot, rows["q"]), rows["qd"])
    assert errors[0] < 1e-4 * np.abs(np.gradient(momentum, t, axis=0)).max()
    assert errors[1] < 0.3 * errors[0]  # of second order


def with_joints(robot, **fields):
    """The robot with fields of its second joint replaced."""
    return replace(robot, joints=tuple(replace(joint, **fields) if i == 1 else joint for i, joint in enumerate(robot.joints)))


ELASTIC = jn.load("kuka_lwr")
RESTING = {
    "springs without motors": jn.load("moberg_5dof").with_gravity((0.0, 0.0, -9.81)),
    "coupled springs": jn.load("flexible_3axis"),
    "several coupled springs": jn.load("flexible_6axis"),
    "second drive": with_joints(ELASTIC, second=jn.robot.SecondDrive(ELASTIC.joints[1].drive, 4.0)),
    "mimic joint": with_joints(ELASTIC, drive=None, mimic=jn.robot.Mimic(ELASTIC.joints[0].name, -0.7, 0.2)),
    "parallel spring": with_joints(ELASTIC, parallel=jn.robot.ParallelSpring(80.0, 0.2)),
}


@pytest.mark.parametrize("sensed", [("q", "theta"), ("q", "tau_j"), ("theta", "tau_j"), ("q", "qd", "theta", "thetad")])
@pytest.mark.parametrize("name", RESTING)
def test_nobody_pushes_at_rest(name, sensed):
    """A robot that hangs in its springs: sensors read the drives' torque, which joints without motors do not have."""
    robot = RESTING[name]
    driven = np.array([joint.spring is None for joint in robot.motor_joints])
    theta = np.where(driven, np.random.default_rng(1).uniform(-0.5, 0.5, robot.m), 0.0)
    if name == "second drive":  # carries its preload, as motors that 'theta' and 'tau_j' alone are known of have to
        q = np.random.default_rng(2).uniform(-0.5, 0.5, robot.n)
        theta = jn.inverse_dynamics(robot, q, *[np.zeros(robot.n)] * 4).theta[0]
    rest = jn.statics(robot, theta)
    tau_j = np.where(driven[: robot.n], rest.tau_j, 0.0)
    rows = {"q": rest.q, "theta": theta, "tau_j": tau_j, "qd": np.zeros(robot.n), "thetad": np.zeros(robot.m)}
    if "q" not in sensed and not driven.all():
        with pytest.raises(InputError, match="has no motor, so 'q' is needed"):
            jn.control.MomentumObserver(robot, 50.0, sensed)
        return
    observer = jn.control.MomentumObserver(robot, 50.0, sensed)
    found = observed(observer, {name: np.tile(row, (40, 1)) for name, row in rows.items()})
    assert np.abs(found).max() < 1e-9 * np.abs(rest.tau_j).max()


@pytest.mark.parametrize("measured", [("theta", "tau_j"), ("q", "theta"), ("q", "tau_j")])
def test_speeds_from_positions(measured):
    """Differences of positions are those of half a period ago: the residual is late by so much, and by no more."""
    robot = jn.load("kuka_lwr")
    path = jn.trajectory.rest_to_rest(np.zeros(7), [0.5, -0.4, 0.3, 0.7, -0.2, 0.4, 0.1], 1.0, degree=9)
    way = jn.trajectory.rest_to_rest(np.zeros(6), [1.0, 0.0, 0.5, 5.0, -8.0, 3.0], 0.2, degree=7)
    t, external, rows = pushed(robot, path, {"link5": way}, 0.6)
    found = observed(jn.control.MomentumObserver(robot, 50.0, measured), rows)
    expected = filtered(t, external, 50.0)
    expected[1:] = 0.5 * (expected[1:] + expected[:-1])
    assert np.abs(found - expected).max() < 2e-3 * np.abs(external).max()


def test_motors_alone():
    """Rigid joints, friction and the motors' inertia: as exact as with encoders at the links."""
    robot = jn.load("planar_2r").with_rigid_joints().with_drives(viscous_friction=0.3, coulomb_friction=0.2)
    path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.8, -0.6], 0.5, degree=7)
    way = jn.trajectory.rest_to_rest(np.zeros(6), [0.0, 0.0, 0.3, 4.0, -2.0, 0.0], 0.2, degree=5)
    measured = ("theta", "thetad", "tau_m")
    t, external, rows = pushed(robot, path, {robot.links[-1].name: way}, 0.6)
    found = observed(jn.control.MomentumObserver(robot, 50.0, measured), rows)
    assert np.abs(found - filtered(t, external, 50.0)).max() < 2e-3 * np.abs(external).max()


def test_wrench_at_a_link():
    robot = jn.load("kuka_lwr")
    q = np.array([0.2, 0.6, -0.3, 1.0, 0.4, -0.5, 0.1])
    W = np.array([0.1, -0.2, 0.3, 5.0, -4.0, 2.0])
    observer = jn.control.MomentumObserver(robot, 50.0)
    assert_close(observer.wrench(q, jn.jacobian(robot, q).T @ W), W, 1e-10)
    J = jn.jacobian(robot, q, link="link3")
    found = observer.wrench(q, J.T @ W, link="link3")
    assert_close(J.T @ found, J.T @ W, 1e-10)  # three joints feel three of its components
    assert np.linalg.norm(found) <= np.linalg.norm(W)


@pytest.mark.native
def test_kernel_and_c(tmp_path):
    robot = jn.load("kuka_lwr")
    observer = jn.control.MomentumObserver(robot, 50.0)
    rng = np.random.default_rng(3)
    theta, tau_j = rng.normal(size=(2, 7))
    state = observer.begin(theta, tau_j)
    expected = observer.step(state, theta + 1e-4, tau_j)
    kernel = observer.compile()
    found = kernel(tau_j, theta + 1e-4, state, np.full(7, 50.0), np.array([1e-3]))
    for ours, theirs in zip(found, expected):
        assert_close(ours, theirs)
    kernel.write_c(tmp_path)
    run_own_test(tmp_path)


def test_a_long_run_does_not_drift():
    """10,000 samples of a robot that swings: the residual stays what it is in the first second."""
    robot = jn.load("planar_2r")
    observer = jn.control.MomentumObserver(robot, 50.0, ("q", "qd", "tau_j"))
    t = 1e-3 * np.arange(1000)
    w = 2.0 * np.pi  # once a second, so that samples repeat
    Q = np.array([w**k * np.sin(w * t + k * np.pi / 2)[:, None] * [0.4, -0.3] for k in range(5)])
    tau_j = jn.inverse_dynamics(robot, *Q).tau_j[0]
    state = observer.begin(Q[0, 0], Q[1, 0], tau_j[0])
    sizes = []
    for _ in range(10):
        largest = 0.0
        for k in [*range(1, 1000), 0]:
            state, external = observer.step(state, Q[0, k], Q[1, k], tau_j[k])
            largest = max(largest, np.abs(external).max())
        sizes.append(largest)
    assert max(sizes[1:]) - min(sizes[1:]) < 1e-12
    assert sizes[-1] < 1e-3 * np.abs(tau_j).max()


def test_refused():
    robot = jn.load("planar_2r")
    observer = jn.control.MomentumObserver
    for measured in (("theta",), ("q", "qd"), ("theta", "theta", "tau_j"), ("theta", "tau_j", "tau_m"), ("force",)):
        with pytest.raises(InputError, match="measured: expected one of"):
            observer(robot, 10.0, measured)
    with pytest.raises(InputError, match="'qd' goes with 'q'"):
        observer(robot, 10.0, ("qd", "theta", "tau_m"))
    with pytest.raises(InputError, match="gain: expected numbers above 0"):
        observer(robot, [1.0, 0.0])
    with pytest.raises(InputError, match="gain: expected a number, or one per joint"):
        observer(robot, [1.0, 2.0, 3.0])
    with pytest.raises(InputError, match="rate: expected samples a second above 0"):
        observer(robot, 1.0, rate=0.0)
    with pytest.raises(InputError, match="expected theta, tau_j, got 1 arrays"):
        observer(robot, 1.0).begin([0.0, 0.0])
    with pytest.raises(InputError, match="has no motor, so 'q' is needed"):
        observer(jn.load("moberg_5dof"), 1.0)
    with pytest.raises(InputError, match="joint 'axis1' of robot 'staubli_tx40' is rigid, .* Measure 'tau_j'"):
        observer(jn.load("staubli_tx40"), 1.0, ("q", "theta"))
    with pytest.raises(InputError, match="has several freedoms, so 'q' is needed"):
        observer(case("B").robot, 1.0)
    with pytest.raises(InputError, match="are carried along by links"):
        observer(case("F").robot, 1.0, ("theta", "tau_m"))
