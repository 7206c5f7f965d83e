"""Simulated robots: against exact solutions, against their own energy, against the plan, and under controllers."""

import dataclasses
from functools import cache

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

import jounce as jn
from jounce.control import FeedbackLinearization, FeedforwardPD, RigidComputedTorque
from jounce.errors import ConvergenceError, InputError
from jounce.numerics.chebyshev_signal import ChebyshevSignal
from jounce.trajectory.path import Path
from support.experiments import DURATION, LWR, PATH, START, plan
from support.random_robots import random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close

INTEGRATION = 1e-8
"""Of adaptive steps to 1e-10 each, against the largest entry."""
B = [drive.reflected_inertia for drive in LWR.drives]
LOADED = LWR.with_payload(3.0, (0.0, 0.0, 0.08), (0.02, 0.02, 0.02, 0.0, 0.0, 0.0))
POLES = (-4.0, -40.0, -50.0, -60.0)


def wheel(gravity=0.0, arm=0.0, **drive):
    """One turning joint: inertia 0.7 about it, mass 2 hanging on an arm at q = 0."""
    links = [jn.Link("base"), jn.Link("wheel", 2.0, (0.0, 0.0, -arm), (0.7 - 2.0 * arm**2,) * 3 + (0.0,) * 3)]
    joints = [jn.Joint("j", "revolute", "base", "wheel", axis=(0.0, 1.0, 0.0))]
    robot = jn.Robot.build("wheel", links, joints, gravity=(0.0, 0.0, -gravity))
    return robot.with_drives(**drive) if drive else robot


def nothing(robot, t):
    """A plan of no torque: for the robot without weight, at rest."""
    rest = jn.trajectory.rest_to_rest(np.zeros(robot.n), np.zeros(robot.n), t[-1])
    return jn.feedforward(robot.with_gravity((0.0, 0.0, 0.0)), rest, t)


# ---------------------------------------------------------------- exact solutions


def test_pendulum():
    """Let go at 2 rad: sin(q/2) = k cd(w t), with k = sin 1 and w^2 = m g l / I; in Jacobi's functions."""
    robot, t = wheel(9.81, 0.4), np.linspace(0.0, 5.0, 101)
    k, w = np.sin(1.0), np.sqrt(2.0 * 9.81 * 0.4 / 0.7)
    sn, *_ = ellipj(w * t + ellipk(k**2), k**2)
    run = jn.simulate(robot, nothing(robot, t), start=([2.0], [0.0]))
    assert_close(run.q[:, 0], 2.0 * np.arcsin(k * sn), INTEGRATION)
    assert (run.theta == run.q).all()
    assert (run.thetad == run.qd).all()


def test_free_oscillation():
    """Link and motor swing against each other at w = sqrt(K/M + K/B), about where they would be together."""
    K, M, motor, bend, t = 300.0, 0.7, 0.2, 0.05, np.linspace(0.0, 1.0, 101)
    robot = wheel(stiffness=K, rotor_inertia=motor)
    run = jn.simulate(robot, nothing(robot, t), start=([0.0], [0.0], [bend], [0.0]))
    swing = bend * np.cos(np.sqrt(K / M + K / motor) * t)
    centre = motor * bend / (M + motor)
    assert_close(run.q[:, 0], centre - motor / (M + motor) * swing, INTEGRATION)
    assert_close(run.theta[:, 0], centre + M / (M + motor) * swing, INTEGRATION)
    assert_close(run.tau_j[:, 0], K * swing, INTEGRATION)


def test_damped_oscillation():
    """The same with damping D: w^2 = K/m, 2 a = D/m with the reduced mass m; delta'' + 2 a delta' + w^2 delta = 0."""
    K, D, t = 300.0, 0.8, np.linspace(0.0, 1.0, 101)
    robot, m = wheel(stiffness=K, rotor_inertia=0.2, damping=D), 0.7 * 0.2 / 0.9
    run = jn.simulate(robot, nothing(robot, t), start=([0.0], [0.0], [0.05], [0.0]))
    a, w = D / m / 2.0, np.sqrt(K / m - (D / m / 2.0) ** 2)
    delta = 0.05 * np.exp(-a * t) * (np.cos(w * t) + a / w * np.sin(w * t))
    assert_close((run.theta - run.q)[:, 0], delta, INTEGRATION)
    rate = -0.05 * np.exp(-a * t) * np.sin(w * t) * (a**2 + w**2) / w
    assert_close(run.tau_j[:, 0], K * delta + D * rate, INTEGRATION)
    assert_close(run.loss[-1], 0.5 * K * 0.05**2 - 0.5 * K * delta[-1] ** 2 - 0.5 * m * rate[-1] ** 2, INTEGRATION)


def test_held_torque():
    """A wheel under torque that is held: parabolas from tick to tick, added up. Samples need not be ticks."""
    path, t = jn.trajectory.rest_to_rest([0.0], [2.0], 1.0), np.linspace(0.0, 1.0, 38)
    robot = wheel()
    run = jn.simulate(robot, jn.feedforward(robot, path, t), rate=100.0)
    ticks = np.arange(100) / 100.0
    a = path(ticks, 2)[2, :, 0]  # torque over inertia
    qd = np.concatenate([[0.0], np.cumsum(a / 100.0)])
    q = np.concatenate([[0.0], np.cumsum(qd[:-1] / 100.0 + a / 2e4)])
    last = np.minimum((t * 100.0 + 1e-9).astype(int), 99)
    since = t - ticks[last]
    assert_close(run.q[:, 0], q[last] + qd[last] * since + a[last] * since**2 / 2.0, ALGEBRA)
    assert_close(run.qd[:, 0], qd[last] + a[last] * since, ALGEBRA)
    assert_close(run.tau_m[:-1, 0], 0.7 * a[last][:-1], ALGEBRA)


# ---------------------------------------------------------------- energy


def tree(**drives):
    robot = random_robot(3, 3, kinds=("revolute",), gravity=(0.0, 0.0, -9.81))
    return robot.with_drives(rotor_inertia=[5e-5, 3e-5, 2e-5], gear_ratio=100.0, **drives)


LOSSES = {"damping": [2.0, 0.0, 1.0], "viscous_friction": 1.5, "coulomb_friction": [2.0, 1.0, 0.0], "coulomb_speed": 0.2}
HARD, TABLE = (
    jn.robot.HardeningSpring(200.0, 3e4),
    jn.robot.TabulatedSpring((-0.2, -0.05, 0.0, 0.05, 0.2), (-90.0, -12.0, 0.0, 12.0, 90.0)),
)
TREES = {
    "springs": tree(stiffness=[400.0, 300.0, 500.0]),
    "losses": tree(stiffness=[400.0, 300.0, 500.0], **LOSSES),
    "laws": tree(stiffness=[HARD, 300.0, TABLE], **LOSSES),
    "rigid": tree(stiffness=[np.inf, 300.0, np.inf], **LOSSES),
    "carried": tree(stiffness=[400.0, 300.0, 500.0], coupling="full"),
}


@pytest.mark.native
@pytest.mark.parametrize("name", TREES)
def test_energy_balance(name):
    """What motors put in is in links, rotors and springs, or lost; under a torque that was made for another robot."""
    robot, path = TREES[name], jn.trajectory.rest_to_rest(np.zeros(3), [1.0, -1.0, 2.0], 1.0)
    run = jn.simulate(robot, jn.feedforward(TREES["springs"], path, np.linspace(0.0, 1.5, 31)), tolerance=1e-12)
    assert np.ptp(run.energy) > 1.0
    assert (run.loss == 0.0).all() if name in ("springs", "carried") else (np.diff(run.loss) > 0.0).all()
    assert np.abs(run.energy_balance).max() < 1e-9


@pytest.mark.native
def test_energy_balance_under_a_controller():
    """Held torque too: Runge-Kutta steps of fixed length lose little of 14 J."""
    robot, path = TREES["losses"], jn.trajectory.rest_to_rest(np.zeros(3), [1.0, -1.0, 2.0], 1.0)
    run = jn.simulate(robot, jn.feedforward(robot, path, np.linspace(0.0, 1.5, 31)), FeedforwardPD(robot, 100.0, 5.0))
    assert np.abs(run.energy_balance).max() < 1e-7


# ---------------------------------------------------------------- the experiment


@cache
def open_loop():
    return jn.simulate(LWR, plan())


@pytest.mark.native
def test_planned_torque_gives_the_planned_motion():
    """Links, motors and joint torques; no motor moves but by this torque."""
    run = open_loop()
    assert run.tracking_error < 1e-8
    assert_close(run.theta, run.plan.theta[0], INTEGRATION)
    assert_close(run.thetad, run.plan.theta[1], INTEGRATION)
    assert_close(run.tau_j, run.plan.tau_j[0], INTEGRATION)
    assert np.abs(run.energy_balance).max() < 1e-9


@pytest.mark.native
def test_torque_for_rigid_joints_does_not():
    """On the same robot, whose joints bend."""
    run = jn.simulate(LWR, plan(LWR.with_rigid_joints()))
    assert run.tracking_error > 1e5 * open_loop().tracking_error
    assert run.tracking_error > 0.1


@pytest.mark.native
def test_a_damped_robot_follows_its_plan():
    """The filter's torque, taken between samples and over the end of the path, drives the robot along the path."""
    robot = TREES["losses"]
    path = jn.trajectory.rest_to_rest(np.zeros(3), [1.0, -1.0, 2.0], 1.0)
    run = jn.simulate(robot, jn.feedforward(robot, path, np.linspace(-0.05, 1.35, 281)), tolerance=1e-12)
    assert run.tracking_error < 1e-9
    assert_close(run.theta, run.plan.theta[0], INTEGRATION)


@pytest.mark.native
def test_held_torque_is_late():
    """The torque is half a sample late on average, so the error falls with the rate."""
    robot, rates = TREES["springs"], np.array([500.0, 1000.0, 2000.0, 4000.0])
    whole = jn.feedforward(robot, jn.trajectory.rest_to_rest(np.zeros(3), [1.0, -1.0, 2.0], 1.0), np.linspace(0.0, 1.0, 21))
    errors = [jn.simulate(robot, whole, rate=rate).tracking_error for rate in rates]
    slope = np.polyfit(np.log(rates), np.log(errors), 1)[0]
    assert abs(slope + 1.0) < 0.05
    assert jn.simulate(robot, whole).tracking_error < 1e-6 * errors[-1]


# ---------------------------------------------------------------- controllers


def from_aside(robot, controller):
    """The experiment, begun 0.1 rad off on every joint."""
    return jn.simulate(robot, plan(LOADED), controller, start=(START + 0.1, np.zeros(7)))


@pytest.mark.native
@pytest.mark.parametrize("sensors", ["torque", "motor"])
def test_feedback_linearization(sensors):
    """Every link's error decays at the slowest pole, -4, whatever the others do."""
    run = from_aside(LOADED, FeedbackLinearization(LOADED, poles=POLES, sensors=sensors))
    then = (run.t >= 0.3) & (run.t <= 1.0)
    rates = [np.polyfit(run.t[then], np.log(np.abs(error[then])), 1)[0] for error in run.error.T]
    assert np.abs(np.array(rates) + 4.0).max() < 0.05 * 4.0
    assert np.abs(run.error[-1]).max() < 1e-3


@pytest.mark.native
def test_feedback_linearization_of_one_wheel():
    """e^(4) + K3 e^(3) + ... + K0 e = 0 from e = 0.1 at rest with the spring as planned: a sum of four exponentials, exactly."""
    poles = np.array([-3.0, -5.0, -8.0, -12.0])
    robot, t = wheel(stiffness=80.0, rotor_inertia=0.3), np.linspace(0.0, 2.0, 41)
    steady = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0], [0.0], 2.0), t)
    start = np.linalg.solve(poles ** np.arange(4)[:, None], [0.1, 0.0, 0.0, 0.0])
    errors = []
    for rate in (1000.0, 2000.0):
        run = jn.simulate(robot, steady, FeedbackLinearization(robot, poles=poles), start=([0.1], [0.0]), rate=rate)
        errors.append(np.abs(run.q[:, 0] - np.exp(np.outer(t, poles)) @ start).max())
    assert errors[0] < 1e-4
    assert 1.9 < errors[0] / errors[1] < 2.1  # what is left is the held torque


@pytest.mark.native
@pytest.mark.parametrize("factor", [0.9, 1.1])
def test_wrong_stiffness(factor):
    """With joint torque sensors, a tenth more or less than the controller believes: the error is still gone in the end."""
    plant = LOADED.with_drives(stiffness=factor * 1000.0, rotor_inertia=B)
    run = from_aside(plant, FeedbackLinearization(LOADED, poles=POLES))
    error = np.abs(run.error).max(axis=1)
    assert error.max() < 0.11
    assert error[run.t > 3.9].max() < 1e-3


@pytest.mark.native
def test_what_knowing_the_springs_is_worth():
    """The same motor PD at 1 kHz around either plan: hundreds of times less error with the elastic one."""
    controller = FeedforwardPD(LOADED, 1000.0, 100.0)
    elastic, rigid = (jn.simulate(LOADED, plan(robot), controller) for robot in (LOADED, LOADED.with_rigid_joints()))
    assert 300.0 * elastic.tracking_error < rigid.tracking_error


@pytest.mark.native
def test_rigid_computed_torque_on_a_robot_that_bends():
    """Slow poles, and still far worse than no feedback at all with the right torque."""
    computed = jn.simulate(LOADED, plan(LOADED), RigidComputedTorque(LOADED, poles=(-2.0, -2.0)))
    held = jn.simulate(LOADED, plan(LOADED), rate=1000.0)
    assert computed.tracking_error > 3.0 * held.tracking_error


@pytest.mark.native
def test_rigid_computed_torque_on_a_rigid_robot():
    """There it is exact: e'' + K1 e' + K0 e = 0, but for the held torque."""
    robot = LOADED.with_rigid_joints()
    run = jn.simulate(robot, plan(robot), RigidComputedTorque(robot, poles=(-5.0, -5.0)), start=(START + 0.1, np.zeros(7)))
    decay = 0.1 * (1.0 + 5.0 * run.t) * np.exp(-5.0 * run.t)
    assert np.abs(run.error - decay[:, None]).max() < 1e-3


def test_unstable_loop():
    """Link feedback through an undamped spring: s^4 + w^2 s^2 + ... has no s^3, so some root is to the right for any gains."""
    robot = wheel(stiffness=80.0, rotor_inertia=0.3)
    motion = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0], [1.0], 20.0), np.linspace(0.0, 20.0, 5))
    with pytest.raises(ConvergenceError, match=r"robot 'wheel' runs away at t = .* s: the closed loop is unstable"):
        jn.simulate(robot, motion, RigidComputedTorque(robot, poles=(-5.0, -5.0)), rate=200.0)


def test_what_a_controller_gets_to_see():
    """At every tick the plan and the state, the joint torque and its rate as sensors measure them."""
    robot = wheel(9.81, 0.3, stiffness=80.0, rotor_inertia=0.3, damping=0.5)
    motion = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0], [1.0], 1.0), np.linspace(0.0, 1.0, 101))
    seen = []

    def controller(reference, state):
        seen.append((reference, state))
        return reference.tau_m + 0.01

    run = jn.simulate(robot, motion, controller, rate=100.0)
    assert [reference.t for reference, _ in seen] == pytest.approx(list(motion.t), abs=1e-12)
    assert_close(run.tau_m, motion.tau_m + 0.01, CHAIN)
    for k in (0, 40, 100):
        reference, state = seen[k]
        assert_close(reference.q, motion.q[:, k], CHAIN)
        assert_close(reference.theta, motion.theta[:, k], CHAIN)
        assert_close([state.q, state.qd, state.theta, state.thetad], [x[k] for x in (run.q, run.qd, run.theta, run.thetad)], 0.0)
        slip = state.thetad - state.qd
        assert_close(state.tau_j, 80.0 * (state.theta - state.q) + 0.5 * slip, ALGEBRA)
        acted = run.tau_m[max(k - 1, 0)] - 0.01 * (k == 0)
        qdd, thetadd = jn.elastic_forward_dynamics(robot, *state[:4], acted)
        assert_close(state.tau_jd, 80.0 * slip + 0.5 * (thetadd - qdd), ALGEBRA)


# ---------------------------------------------------------------- where it starts


def test_start():
    robot, t = wheel(9.81, 0.3, stiffness=80.0, rotor_inertia=0.3), [1.0, 1.1]
    softer = wheel(9.81, 0.3, stiffness=50.0, rotor_inertia=0.3)
    path = jn.trajectory.rest_to_rest([0.0], [1.0], 2.0)
    motion, own = jn.feedforward(robot, path, t), jn.feedforward(softer, path, t)

    def first(plant, **more):
        run = jn.simulate(plant, motion, **more)
        return [x[0, 0] for x in (run.q, run.qd, run.theta, run.thetad)]

    q, qd = motion.q[:2, 0, 0]
    assert_close(first(robot), [q, qd, *motion.theta[:2, 0, 0]], 0.0)
    assert_close(first(softer), [q, qd, *own.theta[:2, 0, 0]], ALGEBRA)
    theta, thetad = own.theta[:2, 0, 0]
    assert_close(first(softer, start=([q + 0.2], [qd - 0.1])), [q + 0.2, qd - 0.1, theta + 0.2, thetad - 0.1], ALGEBRA)
    assert_close(first(softer, start=(1, 2, 3, 4)), [1, 2, 3, 4], 0.0)
    assert_close(first(softer.with_rigid_joints(), start=(1, 2, 3, 4)), [1, 2, 1, 2], 0.0)


def test_start_from_rest_on_a_robot_that_asks_for_more():
    """A plan of degree 5 is smooth enough for rigid joints; what it does to elastic ones can be seen all the same."""
    robot = wheel(9.81, 0.3, stiffness=80.0, rotor_inertia=0.3)
    path = jn.trajectory.rest_to_rest([0.5], [1.0], 1.0, degree=5)
    run = jn.simulate(robot, jn.feedforward(robot.with_rigid_joints(), path, np.linspace(0.0, 1.0, 11)))
    assert_close([run.theta[0, 0], run.thetad[0, 0]], [0.5 + 2.0 * 9.81 * 0.3 * np.sin(0.5) / 80.0, 0.0], ALGEBRA)
    assert 1e-3 < run.tracking_error < 1.0


MOTION = jn.feedforward(wheel(), jn.trajectory.rest_to_rest([0.0], [1.0], 1.0), [0.0, 0.5, 1.0])
BAD = [
    ({"rate": 0.0}, r"rate \[Hz\]: expected a finite number above zero"),
    ({"rate": np.nan}, r"rate \[Hz\]: expected a finite number above zero"),
    ({"rate": "fast"}, r"rate \[Hz\]: expected a number"),
    ({"tolerance": 0.0}, "tolerance: expected a finite number above zero"),
    ({"start": 0.1}, r"expected \(q, qd\) or \(q, qd, theta, thetad\), got 0\.1"),
    ({"start": (0.0, 0.0, 0.0)}, r"expected \(q, qd\) or"),
    ({"start": ([0.0, 0.0], [0.0])}, "start, q: expected 1 numbers"),
    ({"start": ([0.0], [np.inf])}, "start, qd: expected finite"),
    ({"start": (0.0, 0.0, 0.0, "fast")}, "start, thetad: expected 1 numbers"),
    ({"robot": LWR}, "robot 'kuka_lwr' has 7 joints, but the plan was made for 1"),
    ({"plan": MOTION.path}, r"plan: expected what jn.feedforward\(robot, path, t\) gives, got RestToRest"),
    ({"plan": MOTION.at(0.5)}, "at least two times"),
    ({"controller": 3}, r"controller: expected a function of \(reference, state\).*got 3"),
    ({"wrench": "tool"}, r"wrench: expected \{link: path or function.*got 'tool'"),
    ({"wrench": {"nowhere": MOTION.path}}, "no link or frame 'nowhere'"),
    ({"wrench": {"tool": MOTION.path}}, r"wrench\['tool'\]: expected a path of 6 coordinates"),
    ({"wrench": {"tool": lambda t, q, qd: [1.0]}}, r"wrench\['tool'\] gave \[1.0\] at t = .* s; expected 6 finite numbers"),
    ({"wrench": {"tool": lambda t, q, qd: "hard"}}, r"wrench\['tool'\] gave 'hard'"),
    ({"controller": lambda *_: np.zeros(3)}, r"the controller gave torque array.* at t = 0 s; expected 1 numbers"),
    ({"controller": lambda *_: None}, "the controller gave torque None"),
    ({"controller": lambda *_: "more"}, "the controller gave torque 'more'"),
]


@pytest.mark.parametrize(("given", "words"), BAD, ids=range(len(BAD)))
def test_bad_input(given, words):
    with pytest.raises(InputError, match=words):
        jn.simulate(**{"robot": wheel(), "plan": MOTION, **given})


def test_a_controller_that_loses_count():
    with pytest.raises(ConvergenceError, match=r"torque \[nan\] at t = 0.25 s; expected finite"):
        jn.simulate(wheel(), MOTION, lambda reference, _: np.array([np.nan if reference.t >= 0.25 else 0.0]), rate=8.0)


# ---------------------------------------------------------------- torque between samples


@pytest.mark.native
def test_signal_of_the_experiment():
    motion, t = plan(), np.random.default_rng(0).uniform(0.0, DURATION, 500)
    t.sort()
    signal = ChebyshevSignal(lambda t: motion.at(t).tau_m, [0.0, DURATION])
    assert_close([signal(x) for x in t], jn.feedforward(LWR, PATH, t).tau_m, ALGEBRA)


class SomeChanged(Path):
    """K(t) of joint 1 of two; nan at joint 0, whose spring is its own."""

    n, start_time, end_time, smoothness, max_order = 2, 0.0, 0.4, 4, 9

    def derivatives(self, t, order):
        changed = jn.trajectory.rest_to_rest([200.0], [350.0], 0.4, degree=9)(t, order)
        return np.concatenate([np.full_like(changed, np.nan), changed], axis=-1)


@pytest.mark.native
@pytest.mark.parametrize("damping", [0.0, 3.0])
def test_a_stiffness_that_is_changed_at_some_joints_only(damping):
    """Joint 0 has a spring that hardens: planned, simulated and controlled as if K(t) were not there."""
    robot = jn.load("planar_2r").with_drives(rotor_inertia=0.02, gear_ratio=2.0, damping=damping)
    names = robot.joint_names
    robot = robot.with_drives(stiffness={names[0]: jn.robot.HardeningSpring(200.0, 4000.0), names[1]: 200.0})
    path = jn.trajectory.rest_to_rest([-1.0, 0.5], [0.5, -0.5], 0.5, degree=9)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 0.5, 501), stiffness=SomeChanged())
    run = jn.simulate(robot, plan, tolerance=1e-11)
    assert run.tracking_error < 1e-9
    assert np.abs(run.energy_balance).max() < 1e-8
    spring, slip = robot.joints[0].drive.law, run.thetad[:, 0] - run.qd[:, 0]
    carried = spring.torque(run.theta[:, 0] - run.q[:, 0]) + damping * slip
    np.testing.assert_allclose(run.tau_j[:, 0], carried, rtol=1e-12)
    poles = (-20.0, -22.0, -24.0, -26.0)
    law = jn.control.FeedbackLinearization(robot, poles=poles, sensors="motor", stiffness=SomeChanged())
    assert jn.simulate(robot, plan, law, rate=4000.0).tracking_error < 0.05


def test_a_plan_for_positions_of_another_kind():
    """Three freedoms each: a ball joint with four numbers in a position, and three hinges."""
    body = {"mass": 1.0, "inertia": (0.1, 0.1, 0.1, 0, 0, 0)}
    ball = jn.Robot.build("ball", [jn.Link("w"), jn.Link("a", **body)], [jn.Joint("s", "spherical", "w", "a")])
    names = "wabc"
    hinges = jn.Robot.build(
        "hinges",
        [jn.Link("w"), *(jn.Link(name, **body) for name in "abc")],
        [jn.Joint(f"j{k}", "revolute", names[k], names[k + 1]) for k in range(3)],
    )
    plan = jn.feedforward(hinges, jn.trajectory.rest_to_rest(np.zeros(3), np.ones(3), 1.0), [0.0, 1.0])
    with pytest.raises(InputError, match="robot 'ball' has 4 numbers in a position, but the plan was made for 3"):
        jn.simulate(ball, plan)


class Blow(Path):
    """Up and down again in a tenth of a second: 25 Nm about the joint's axis at most, 1.25 Nm s in all."""

    n, start_time, end_time, smoothness, max_order = 6, 7.3, 7.4, 4, 9

    def derivatives(self, t, order):
        up, down = (
            jn.trajectory.rest_to_rest(np.zeros(6), [0, 0, size, 0, 0, 0], 0.05, degree=9, start_time=start)(t, order)
            for size, start in ((25.0, 7.3), (-25.0, 7.35))
        )
        return up + down


def test_a_blow_that_hits_a_robot_at_rest():
    """A wheel of 2 kg m^2 without gravity, a rigid drive and no friction: afterwards it turns by 1.25 / 2 rad/s."""
    links = [jn.Link("base"), jn.Link("wheel", 1.0, inertia=(2.0, 2.0, 2.0, 0, 0, 0))]
    robot = jn.Robot.build("wheel", links, [jn.Joint("axle", "revolute", "base", "wheel")], gravity=(0.0, 0.0, 0.0))
    rest = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0], [0.0], 1.0), np.linspace(0.0, 10.0, 3))
    run = jn.simulate(robot, rest, wrench={"wheel": Blow()})
    assert_close(run.qd[-1], [1.25 / 2.0], 1e-8)
    assert_close(run.q[-1], [1.25 / 2.0 * (10.0 - 7.35)], 1e-8)


def brake(start, end):
    """A moment of up to 3 Nm about the wheel's axis that begins and ends between two output times."""
    return {"wheel": jn.trajectory.rest_to_rest(np.zeros(6), [0.0, 3.0, 0.0, 0.0, 0.0, 0.0], end - start, start_time=start)}


UNSEEN = {
    "path": {},
    "wrench": {"wrench": brake(0.2, 0.4)},
    "wrench and function": {"wrench": brake(0.2, 0.4) | {"base": lambda t, q, qd: np.zeros(6)}},
    "motor motion": {"motor_motion": jn.trajectory.rest_to_rest([0.0], [0.3], 0.2, start_time=0.2)},
    "controller": {"controller": lambda reference, state: reference.tau_m},
}
"""Arguments of `simulate` whose path begins and ends between two output times; "path" is the plan's own."""


@pytest.mark.native
@pytest.mark.parametrize("name", UNSEEN)
def test_output_times_with_no_sample_between_two_ends_of_paths(name):
    """States at two output times are those of a run with many: integration stops at ends of paths that nobody asks for."""
    robot = wheel(9.81, 0.4, stiffness=300.0, rotor_inertia=0.2)
    path = jn.trajectory.rest_to_rest([0.0], [0.5], 0.3, start_time=0.1)
    few, many = (
        jn.simulate(robot, jn.feedforward(robot, path, t), **UNSEEN[name]) for t in ([-0.5, 1.0], np.linspace(-0.5, 1.0, 301))
    )
    for x in ("q", "qd", "theta", "thetad", "work", "gain"):
        assert_close(getattr(few, x), getattr(many, x)[[0, -1]], INTEGRATION)


@pytest.mark.native
def test_output_times_with_no_sample_while_stiffness_changes():
    """The same where K(t) changes between the two output times and the path ends there."""
    robot = wheel(9.81, 0.4, stiffness=300.0, rotor_inertia=0.2)
    path = jn.trajectory.rest_to_rest([0.0], [0.5], 0.3, degree=9, start_time=0.1)
    K = jn.trajectory.rest_to_rest([300.0], [450.0], 0.2, degree=9, start_time=0.2)
    few, many = (
        jn.simulate(robot, jn.feedforward(robot, path, t, stiffness=K)) for t in ([-0.5, 1.0], np.linspace(-0.5, 1.0, 301))
    )
    for x in ("q", "qd", "theta", "thetad", "work", "gain"):
        assert_close(getattr(few, x), getattr(many, x)[[0, -1]], INTEGRATION)


def test_a_short_blow_by_a_function_is_not_stepped_over():
    """A robot at rest, hit for 20 ms by a half wave: what is left is the impulse over the inertia, one link without gravity."""
    link = jn.Link("bar", 2.0, (0.5, 0.0, 0.0), (0.1, 0.2, 0.2, 0.0, 0.0, 0.0))
    robot = jn.Robot.build("one", [jn.Link("base"), link], [jn.Joint("j", "revolute", "base", "bar")], gravity=(0.0, 0.0, 0.0))
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0], [0.0], 0.1), np.linspace(0.0, 3.0, 4))
    blow = lambda t, q, qd: [0.0, 0.0, 3.0 * np.sin(np.pi * (t - 1.5) / 0.02) * (1.5 < t < 1.52), 0.0, 0.0, 0.0]  # noqa: E731
    run = jn.simulate(robot, plan, wrench={"bar": blow})
    assert np.isclose(run.qd[-1, 0], 3.0 * 0.02 * 2.0 / np.pi / (0.2 + 2.0 * 0.25), rtol=1e-6)  # a blow with corners
    assert np.isclose(run.gain[-1], 0.5 * 0.7 * run.qd[-1, 0] ** 2, rtol=1e-6)


@pytest.mark.parametrize("varied", [False, True])
def test_another_plant_with_a_second_drive_begins_at_rest(varied):
    """Its motors begin where its own plan has them, also where the torque of the second drive varies in time."""
    arm = jn.load("planar_2r")
    second = jn.robot.SecondDrive(arm.joints[0].drive, preload=2.0)
    arm = dataclasses.replace(arm, joints=(dataclasses.replace(arm.joints[0], second=second), arm.joints[1]))
    heavy = arm.with_parameters({"payload": [0.5, 0.05, 0.0, 0.0, 0.0, 0.01, 0.01, 0.0, 0.0, 0.0]})
    path = jn.trajectory.rest_to_rest([0.2, 0.3], [0.8, 0.1], 0.4, degree=9)
    preload = jn.trajectory.rest_to_rest([3.0], [5.0], 0.4, degree=9) if varied else None
    plan, own = (jn.feedforward(robot, path, np.linspace(0.0, 0.1, 5), preload=preload) for robot in (arm, heavy))
    run = jn.simulate(arm, plan, plant=heavy)
    assert_close(run.theta[0], own.theta[0, 0], ALGEBRA)
    assert (run.thetad[0] == 0.0).all()
