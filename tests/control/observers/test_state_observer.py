"""Links from motors: poles where they are asked for, errors that vanish in motion, code that agrees."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.plant.plant import plant_of
from support.combinations import case, run_own_test
from support.random_robots import plainly
from support.tolerances import CHAIN, assert_close


def slopes_of_a_step(observer, state, theta, tau_m):
    """How the next estimate changes with the state before, by differences."""
    n, size = observer.robot.n, 1e-6
    columns = []
    for k in range(4 * n):
        ahead, behind = (observer.step(state + sign * size * np.eye(5 * n)[k], theta, tau_m)[0] for sign in (1.0, -1.0))
        columns.append((ahead - behind)[: 4 * n] / (2.0 * size))
    return np.array(columns).T


@pytest.mark.parametrize("features", ["", "D", "N", "F", "T"])
def test_poles_of_the_error(features):
    """At rest: -w twice for every motor, and those of links that swing on their springs, motors held, shifted by -w."""
    robot = case(features.replace("T", "")).robot.with_drives(coulomb_friction=0.0)  # which is left out of the gains
    if features != "N":  # links that swing well above w: poles that nearly coincide are not told by differences
        robot = robot.with_drives(stiffness={joint.name: 100.0 * joint.drive.stiffness for joint in robot.joints})
    if features == "T":
        robot = robot.with_transmission([[1.0, 0.0, 0.0], [0.3, 1.0, 0.0], [0.0, -0.4, 1.0]])
    n, w, h = robot.n, 40.0, 1e-3
    q = np.random.default_rng(1).normal(size=n)
    held = jn.dynamics.motor_statics(robot, q)
    observer = jn.control.StateObserver(robot, w)
    state = np.concatenate([q, held.theta, np.zeros(2 * n), held.theta])
    found = np.linalg.eigvals(slopes_of_a_step(observer, state, held.theta, held.tau_m))
    found = 2.0 / h * (found - 1.0) / (found + 1.0)  # from samples back to time, as the midpoint rule has it
    plant = plant_of(robot)
    K = np.diag([(m.spring.torque(x + 1e-6) - m.spring.torque(x - 1e-6)) / 2e-6 for m, x in zip(plant.motors, held.delta)])
    N, S = plant.transmission.matrix(n), jn.dynamics.rotor_coupling(robot, q)
    B = np.array([drive.reflected_inertia for drive in robot.drives])
    M = jn.mass_matrix(robot, q) - S / B @ S.T  # motors that are carried and not held take part
    swing = np.sqrt(np.linalg.eigvals(np.linalg.solve(M, N.T @ K @ N)).real)
    order = np.argsort(np.abs(found.imag))
    motors, links = found[order[: 2 * n]], found[order[2 * n :]]
    assert abs(motors.mean() + w) < 1e-4 * w
    assert np.abs(motors + w).max() < 0.2 * w  # a pole that comes 2n times moves by a root of what differences leave
    assert np.abs(np.sort(links.imag) - np.sort(np.concatenate([swing, -swing]))).max() < 1e-4 * swing.max()
    assert np.abs(links.real + w).max() < 1e-3 * w


def along(robot, path, end, rate):
    """A motion that is realised: the plan at samples, and the mean torque of the period before each (Simpson's rule)."""
    t = np.arange(0.0, end + 0.25 / rate, 0.5 / rate)
    plan = jn.feedforward(robot, path, t)
    tau = plan.tau_m
    means = np.concatenate([tau[:1], (tau[:-2:2] + 4.0 * tau[1:-1:2] + tau[2::2]) / 6.0])
    return plan.q[:2, ::2], plan.theta[:2, ::2], means


def estimated(observer, state, theta, tau_m):
    found = [(state[: observer.robot.n], state[2 * observer.robot.n : 3 * observer.robot.n])]
    for now, torque in zip(theta[1:], tau_m[1:]):
        state, estimate = observer.step(state, now, torque)
        found.append((estimate.q, estimate.qd))
    return np.array(found).swapaxes(0, 1)


@pytest.mark.native
@pytest.mark.parametrize("features", ["DN", "F"])
def test_errors_vanish_in_motion(features):
    """Begun beside the links: what is left at last is that of the midpoint rule, a quarter of it at half the period."""
    this = case(features)
    robot, w = this.robot, 100.0
    n, left = robot.n, []
    for rate in (1000.0, 2000.0):
        q, theta, tau_m = along(robot, this.path, 0.3, rate)
        observer = jn.control.StateObserver(robot, w, rate)
        off = 0.02 * np.random.default_rng(2).normal(size=n)
        state = np.concatenate([q[0, 0] + off, theta[0, 0], q[1, 0], theta[1, 0], theta[0, 0]])
        errors = np.abs(estimated(observer, state, theta[0], tau_m) - q).max(axis=-1)
        assert errors[0, 0] > 0.01
        left.append(errors[:, -100:].max(axis=1))
    assert left[0][0] < 2e-4
    assert (left[1] < 0.35 * left[0]).all()


@pytest.mark.native
def test_what_motors_alone_do_not_say():
    """Deflection and its rate, which a robot taken for rigid misses."""
    robot = jn.load("planar_2r").with_drives(damping=1.0, viscous_friction=2.0, coulomb_friction=3.0)
    path = jn.trajectory.rest_to_rest(np.zeros(2), [0.8, -0.6], 0.6, degree=9)
    q, theta, tau_m = along(robot, path, 0.6, 1000.0)
    observer = jn.control.StateObserver(robot, 60.0)
    found = estimated(observer, observer.begin(theta[0, 0]), theta[0], tau_m)
    assert np.abs(q[0] - theta[0]).max() > 100.0 * np.abs(q[0] - found[0]).max()
    assert np.abs(q[1] - theta[1]).max() > 100.0 * np.abs(q[1] - found[1]).max()


@pytest.mark.native
def test_kernel_and_c(tmp_path):
    robot = case("DN").robot
    observer = jn.control.StateObserver(robot, 60.0)
    rng = np.random.default_rng(3)
    theta, tau_m = rng.normal(size=(2, robot.n))
    state = observer.begin(theta)
    kernel = observer.compile()
    found = kernel(theta + 1e-4, tau_m, state, np.array([60.0]), np.array([1e-3]))
    plain = plainly(observer.step, state, theta + 1e-4, tau_m)
    for ours, theirs in zip(found, (plain[0], *plain[1][:4], plain[1].rejected)):
        assert_close(ours, theirs, CHAIN)
    kernel.write_c(tmp_path)
    run_own_test(tmp_path)


def test_refused():
    observer = jn.control.StateObserver
    with pytest.raises(InputError, match="'axis4' of robot 'manutec_r3' is not driven through a spring"):
        observer(jn.load("manutec_r3"), 50.0)
    with pytest.raises(InputError, match="is not driven through a spring"):
        observer(jn.load("moberg_5dof"), 50.0)
    with pytest.raises(InputError, match="is not driven through a spring"):
        observer(case("B").robot, 50.0)
    robot = jn.load("planar_2r")
    for wrong in (0.0, -1.0, np.nan, "fast"):
        with pytest.raises(InputError, match="bandwidth: expected a number above 0"):
            observer(robot, wrong)
    with pytest.raises(InputError, match="rate: expected a number above 0"):
        observer(robot, 50.0, 0.0)
    with pytest.raises(InputError, match="theta has 3 values"):
        observer(robot, 50.0).begin([0.0, 0.0, 0.0])
    with pytest.raises(InputError, match="expected theta, tau_m, got 1 arrays"):
        observer(robot, 50.0).step(observer(robot, 50.0).begin([0.0, 0.0]), [0.0, 0.0])
