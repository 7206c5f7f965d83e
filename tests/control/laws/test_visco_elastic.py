"""Feedback linearisation of damped joints and under known wrenches: the jerk that was told, and errors that obey their poles."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import jounce as jn
from jounce.control import FeedbackLinearization, Reference
from jounce.errors import InputError
from support.experiments import LWR
from support.random_robots import plainly, random_motion, random_robot
from support.tolerances import CHAIN, assert_close

POLES = (-6.0, -8.0, -9.0, -11.0)
ALL, SOME, NONE = (3.0, 2.0, 4.0), (3.0, 0.0, 4.0), (0.0, 0.0, 0.0)
HARD = jn.robot.HardeningSpring(300.0, 5e3)


def driven(seed, damping, stiffness=(300.0, 500.0, 200.0)):
    robot = random_robot(seed, 3, kinds=("revolute",), gravity=(0.0, 0.0, -9.81))
    drives = {"rotor_inertia": (0.3, 0.2, 0.1), "viscous_friction": 0.5, "coulomb_friction": 0.3, "coulomb_speed": 0.5}
    return robot.with_drives(stiffness=stiffness, damping=list(damping), **drives)


def springs(robot):
    """f(delta), f'(delta) and D of all joints."""
    laws = [drive.law for drive in robot.drives]
    K = [drive.stiffness for drive in robot.drives]
    f = lambda d: np.array([k * x if law is None else law.torque(x) for law, k, x in zip(laws, K, d)])  # noqa: E731
    slope = lambda d: np.array([k if law is None else law.stiffness(x) for law, k, x in zip(laws, K, d)])  # noqa: E731
    return f, slope, np.array([drive.damping for drive in robot.drives])


@pytest.mark.parametrize("damping", [ALL, SOME, NONE])
@pytest.mark.parametrize("spring", [(300.0, 500.0, 200.0), HARD], ids=["linear", "hardening"])
@pytest.mark.parametrize("seed", range(3))
def test_links_get_the_jerk_or_snap_they_are_told(damping, spring, seed):
    """From the motors' accelerations under this torque: the rate of M qdd + n = tau_j, and for undamped joints the second one."""
    robot = driven(seed, damping, spring)
    q, qd, bend, rate = random_motion(robot, seed, 3)
    theta, thetad = q + 0.02 * bend, qd + 0.1 * rate
    wanted = random_motion(robot, seed + 50, 4)
    controller = FeedbackLinearization(robot, poles=POLES, sensors="motor")
    gains, damped = controller.gains, np.array(damping) > 0.0
    assert (gains[3] == np.where(damped, 0.0, 34.0)).all()
    state = jn.simulation.State(q, qd, theta, thetad, 0 * q, 0 * q)
    torque = controller(Reference(0.0, wanted, 0 * wanted[:3], 0 * q), state)
    qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, torque)
    f, slope, D = springs(robot)
    delta, deltad, deltadd = theta - q, thetad - qd, thetadd - qdd
    assert_close(f(delta) + D * deltad, jn.rnea(robot, q, qd, qdd), CHAIN)
    taud = slope(delta) * deltad + D * deltadd
    M = jn.mass_matrix(robot, q)
    jerk = np.linalg.solve(M, taud - jn.rnea(robot, q, qd, qdd, 0 * q)[1])
    told = wanted[3] + sum(k * (d - x) for k, d, x in zip(gains[:3], wanted, (q, qd, qdd)))
    assert_close(jerk[damped], told[damped], CHAIN, "jerk")
    snap = wanted[4] + sum(k * (d - x) for k, d, x in zip(gains, wanted, (q, qd, qdd, jerk)))
    snap[damped] = (wanted[4] + sum(k * (d - x) for k, d, x in zip(gains[:3], wanted[1:], (qd, qdd, jerk))))[damped]
    curvature = 6.0 * HARD.cubic * delta if spring is HARD else 0.0
    bends = slope(delta) * deltadd + curvature * deltad**2
    assert_close(bends[~damped], jn.rnea(robot, q, qd, qdd, jerk, snap)[2][~damped], 1e-10, "snap")


@pytest.mark.parametrize("damping", [ALL, SOME, NONE])
def test_errors_obey_their_poles(damping):
    """Continuous feedback, Dormand and Prince's method: e of each link is that of its own linear equation, wrenches known."""
    robot = driven(1, damping)
    path = jn.trajectory.rest_to_rest(np.zeros(3), np.array([0.8, -0.5, 0.4]), 1.0, degree=9)
    push = jn.trajectory.rest_to_rest(np.zeros(6), np.array([0.3, -0.2, 0.1, 2.0, -3.0, 1.0]), 1.0, degree=9)
    controller = FeedbackLinearization(robot, poles=POLES, sensors="motor", wrench={"link2": push})
    none = np.zeros((3, 3))

    def torque(t, y):
        state = jn.simulation.State(*y.reshape(4, 3), *none[:2])
        return controller(Reference(t, path(t, 4), none, none[0]), state)

    def rate(t, y):
        q, qd, theta, thetad = y.reshape(4, 3)
        qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, torque(t, y), wrench={"link2": push(t)})
        return np.concatenate([qd, qdd, thetad, thetadd])

    plan = jn.feedforward(robot, path, [0.0])
    begin = np.concatenate([plan.q[0][0], plan.q[1][0], plan.theta[0, 0], plan.theta[1, 0]])
    begin += np.random.default_rng(2).normal(scale=0.02, size=12)
    end = solve_ivp(rate, (0.0, 0.25), begin, "DOP853", rtol=1e-11, atol=1e-12).y[:, -1].reshape(4, 3)
    q, qd, theta, thetad = begin.reshape(4, 3)
    f, slope, D = springs(robot)
    qdd = jn.forward_dynamics(robot, q, qd, f(theta - q) + D * (thetad - qd), wrench=push(0.0))
    taud = slope(theta - q) * (thetad - qd)  # of undamped joints; the jerk of damped ones is chosen
    M, gains = jn.mass_matrix(robot, q), controller.gains
    wanted = path(0.0, 4)
    chosen = wanted[3] + sum(k * (d - x) for k, d, x in zip(gains[:3], wanted, (q, qd, qdd)))
    drift = jn.rnea(robot, q, qd, qdd, 0 * q, wrench=push(0.0, 1))[1]
    free = np.array(damping) == 0.0
    jerk = chosen.copy()
    jerk[free] = np.linalg.solve(M[np.ix_(free, free)], (taud - drift - M[:, ~free] @ chosen[~free])[free])
    for i, damped in enumerate(~free):
        order = 3 if damped else 4
        A = np.eye(order, k=1)
        A[-1] = -gains[:order, i]
        first = (wanted - np.stack([q, qd, qdd, jerk, 0 * q]))[:order, i]
        assert_close(path(0.25)[0][i] - end[0][i], (expm(0.25 * A) @ first)[0], 1e-7, f"joint {i}")


@pytest.mark.native
@pytest.mark.parametrize("spring", [(300.0, 500.0, 200.0), HARD], ids=["linear", "hardening"])
@pytest.mark.parametrize("damping", [ALL, SOME])
def test_sampled(damping, spring):
    """Held at 1 kHz the loop brings a wrong start back to the plan."""
    robot = driven(2, damping, spring)
    path = jn.trajectory.rest_to_rest(np.zeros(3), np.array([0.5, -0.4, 0.3]), 1.0)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 2.0, 201))
    start = plan.q[0][0] + 0.01, plan.q[1][0]
    controller = FeedbackLinearization(robot, poles=(-15.0, -20.0, -20.0, -40.0), sensors="motor")
    run = jn.simulate(robot, plan, controller, start=start)
    error = np.abs(run.q - plan.q[0]).max(axis=1)
    assert error[0] > 9e-3
    assert error[-1] < 1e-7


def test_motors_that_turn_with_several_joints():
    """All of them damped: the jerk that was told, from the rates of what the motors carry."""
    N = np.array([[1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.0, -0.3, 1.0]])
    robot = driven(6, ALL).with_transmission(N)
    q, qd, bend, rate = random_motion(robot, 9, 3)
    theta, thetad = N @ q + 0.02 * bend, N @ qd + 0.1 * rate
    controller = FeedbackLinearization(robot, poles=POLES[:3], sensors="motor")
    wanted = random_motion(robot, 10, 4)
    torque = controller(Reference(0.0, wanted, 0 * wanted[:3], 0 * q), jn.simulation.State(q, qd, theta, thetad, 0 * q, 0 * q))
    qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, torque)
    _, slope, D = springs(robot)
    taud = N.T @ (slope(bend) * 0.1 * rate + D * (thetadd - N @ qdd))
    jerk = np.linalg.solve(jn.mass_matrix(robot, q), taud - jn.rnea(robot, q, qd, qdd, 0 * q)[1])
    told = wanted[3] + sum(k * (d - x) for k, d, x in zip(controller.gains, wanted, (q, qd, qdd)))
    assert_close(jerk, told, CHAIN)


@pytest.mark.native
def test_one_kernel_with_wrenches():
    robot = driven(3, SOME)
    W = random_motion(robot, 4, 2, (2,)).reshape(3, 6)
    controller = FeedbackLinearization(robot, poles=POLES, sensors="motor", wrench={"link1": lambda reference, state: W})
    q, qd, bend, rate = random_motion(robot, 5, 3)
    state = jn.simulation.State(q, qd, q + 0.02 * bend, qd + 0.1 * rate, 0 * q, 0 * q)
    wanted = Reference(0.0, random_motion(robot, 6, 4), np.zeros((3, 3)), 0 * q)
    found = controller(wanted, state)
    assert_close(found, plainly(controller, wanted, state), CHAIN)
    kernel = controller.compile()
    again = kernel(*state[:4], *wanted.q, *controller.gains, wrench={"link1": W})[0]
    assert_close(again, found, CHAIN)


def test_torque_sensors_and_wrenches():
    """Of undamped joints the law is the same from either kind of sensor, wrenches or not."""
    robot = driven(4, NONE)
    push = jn.trajectory.rest_to_rest(np.zeros(6), np.ones(6), 1.0)
    q, qd, bend, rate = random_motion(robot, 7, 3)
    f, slope, _ = springs(robot)
    state = jn.simulation.State(q, qd, q + 0.02 * bend, qd + 0.1 * rate, f(0.02 * bend), slope(bend) * 0.1 * rate)
    wanted = Reference(0.4, random_motion(robot, 8, 4), np.zeros((3, 3)), 0 * q)
    laws = [FeedbackLinearization(robot, poles=POLES, sensors=s, wrench={"link0": push}) for s in ("torque", "motor")]
    assert_close(laws[0](wanted, state), laws[1](wanted, state), CHAIN)


def test_gains_of_mixed_joints():
    robot = driven(5, SOME)
    gains = FeedbackLinearization(robot, poles=[(-1, -2, -3, 7), (-1, -2, -3, -4), (-4, -4, -4, 0)], sensors="motor").gains
    assert_close(gains.T, [(6, 11, 6, 0), (24, 50, 35, 10), (64, 48, 12, 0)])
    three = FeedbackLinearization(driven(5, ALL), poles=(-1, -2, -3), sensors="motor").gains
    assert_close(three.T, np.tile([6, 11, 6, 0], (3, 1)))
    assert_close(FeedbackLinearization(driven(5, ALL), gains=(6, 11, 6), sensors="motor").gains, three)
    assert_close(FeedbackLinearization(driven(5, ALL), gains=(6, 11, 6, 5), sensors="motor").gains, three)


BENT = driven(6, NONE)
TURNED = driven(6, SOME).with_transmission([[1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]])
REFUSED = [
    (
        LWR.with_drives(stiffness=1e3, rotor_inertia=1.0, damping=[0, 0, 1.0, 0, 0, 0, 0]),
        {},
        "'motor', got 'torque': joint 'A3' is",
    ),
    (TURNED, {"sensors": "motor"}, "either all of them damped or none"),
    (driven(6, ALL), {"sensors": "motor", "poles": (-1.0, -2.0)}, "poles: expected 3 numbers"),
    (driven(6, ALL), {"sensors": "motor", "poles": (1.0, -2.0, -3.0)}, "leave a pole at 1"),
    (driven(6, ALL), {"sensors": "motor", "poles": [(-1.0, -2.0), (-1.0,)]}, "poles: expected 3 numbers"),
    (BENT, {"wrench": 3.0}, "wrench: expected"),
    (BENT, {"wrench": {"link0": 3.0}}, r"wrench\['link0'\]: expected a path of 6 coordinates"),
    (BENT, {"wrench": {"nothing": lambda reference, state: 0}}, "nothing"),
]


@pytest.mark.parametrize(("robot", "more", "words"), REFUSED, ids=range(len(REFUSED)))
def test_bad_input(robot, more, words):
    with pytest.raises(InputError, match=words):
        FeedbackLinearization(robot, **{"poles": POLES, **more})


def test_wrenches_of_another_shape():
    controller = FeedbackLinearization(BENT, poles=POLES, wrench={"link0": lambda reference, state: (np.ones(6),)})
    nothing = np.zeros((6, 3))
    with pytest.raises(InputError, match="has 1 entries.*needs 3"):
        controller(Reference(0.0, nothing[:5], nothing[:3], nothing[0]), jn.simulation.State(*nothing))
