"""Collisions: no alarm for masses that are off by what was said, whatever the motion; 20 N at the elbow within 5 ms."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support.combinations import case, run_own_test
from support.random_robots import plainly
from support.tolerances import assert_close

H = 1e-3


@pytest.mark.native
@pytest.mark.parametrize("features", ["N", "F", "B"])
def test_errors_of_links_stay_below_the_threshold(features):
    """Every link heavier or lighter by 5 %, exactly measured, in a fast motion: what that makes of the residual is bounded."""
    this = case(features)
    rng = np.random.default_rng(3)
    factors = 1.0 + 0.05 * rng.choice([-1.0, 1.0], len(this.robot.links))
    inertia = (this.robot.parameters.reshape(-1, 10) * factors[:, None]).ravel()
    true = this.robot.with_parameters({"inertia": inertia})
    plan = jn.feedforward(true, this.path, np.arange(0.0, 0.3, H))
    names = ("q", "qd", "thetad", "tau_j")
    rows = [plan.q[0], plan.q[1], plan.theta[1], plan.tau_j[0]]
    detector = jn.control.CollisionDetector(this.robot, 1e-12, 0.05, measured=names)
    state = detector.begin(*(row[0] for row in rows))
    rest = 2e-4 * np.abs(plan.tau_j[0]).max()  # what the trapezoidal rule leaves at 1 ms, of an exact model too
    largest, found = 0.0, []
    for k in range(1, 300):
        state, now = detector.step(state, *(row[k] for row in rows))
        assert (np.abs(now.external) <= now.threshold + rest).all()
        assert (np.abs(now.sudden) <= now.sudden_threshold + rest).all()
        largest = max(largest, np.abs(now.external).max())
        found.append(now.threshold)
    assert largest > 0.05 * np.abs(found).max()  # a bound that is not far above


def test_no_alarm_at_rest_on_coupled_springs():
    """The force of springs that act on each other is neither external torque nor torque that moves a link."""
    robot = jn.load("flexible_3axis")
    theta = np.where([joint.spring is None for joint in robot.motor_joints], 0.3, 0.0)
    q = jn.statics(robot, theta).q
    detector = jn.control.CollisionDetector(robot, 1e-6, 0.05, measured=("q", "theta"))
    state = detector.begin(q, theta)
    for _ in range(150):  # filters of 300/s at 1 kHz settle to e^-45
        state, now = detector.step(state, q, theta)
    still = np.zeros(robot.n)
    columns = (jn.regressor(robot, q, still, still) * robot.parameters).reshape(robot.n, -1, 10)
    weights = np.abs(columns.sum(axis=2)).sum(axis=1)
    assert_close(now.threshold, 1e-6 + 0.05 * weights, 1e-10)
    assert np.abs(now.external).max() < 1e-9 * weights.max()


def encoded(values, bits, gear=1.0):
    """Positions as an encoder of so many bits a turn says them, before a gear."""
    step = 2.0 * np.pi / 2.0**bits / gear
    return step * np.round(values / step)


class Machine:
    """The LWR, links off by 5 % each, one way or the other, in fast motion for 60 s, and how it is measured.

    Encoders at the links: 20 bits, as ring encoders have (AksIM-2 of RLS: up to 20); at the motors: 19 bits a turn before a gear
    of 100 (ECI 1319 of Heidenhain: 19). Torque from currents: white, 0.5 % of the largest of a drive at every sample.
    """

    largest = np.array([100.0, 100.0, 60.0, 60.0, 30.0, 15.0, 15.0])

    def __init__(self, seed, rigid):
        self.rng = np.random.default_rng(seed)
        self.model = jn.load("kuka_lwr").with_rigid_joints() if rigid else jn.load("kuka_lwr")
        far = np.array([1.5, 1.0, 1.5, 1.5, 1.5, 1.0, 1.5])
        points = self.rng.uniform(-far, far, (61, 7))
        factors = 1.0 + 0.05 * self.rng.choice([-1.0, 1.0], 7)
        inertia = (self.model.parameters.reshape(-1, 10) * factors[:, None]).ravel()
        self.true = self.model.with_parameters({"inertia": inertia})
        self.path = jn.trajectory.spline(np.arange(61.0), points, 9)
        self.t = np.arange(0.0, 60.0, H)
        self.plan = jn.feedforward(self.true, self.path, self.t)

    def measured(self, names, q, theta, tau_m):
        rows = {
            "q": lambda: encoded(q, 20),
            "theta": lambda: encoded(theta, 19, 100.0),
            "tau_m": lambda: tau_m + 0.005 * self.largest * self.rng.normal(size=tau_m.shape),
        }
        return [rows[name]() for name in names]

    def hit(self, k, names):
        """What is measured for 10 ms from sample k on, while 20 N push the elbow, across the upper arm."""
        window = jn.feedforward(self.true, self.path, self.t[k] + H * np.arange(11))
        pull = jn.jacobian(self.model, self.plan.q[0, k], link="link4")[3:, 1]
        W = np.concatenate([np.zeros(3), 20.0 * pull / np.linalg.norm(pull)])
        follow = jn.control.FeedforwardPD(self.true, 2000.0, 100.0)
        run = jn.simulate(self.true, window, follow, wrench={"link4": lambda t, q, qd: W}, rate=1.0 / H)
        return zip(*self.measured(names, run.q, run.theta, run.tau_m))


ELASTIC = ("q", "theta"), [1.6, 1.9, 0.9, 1.1, 0.15, 0.1, 0.1]
MOTORS = ("theta", "tau_m"), [1.0, 1.0, 0.6, 0.6, 0.3, 0.15, 0.15]


def watched(seed, names, noise, hits):
    """Largest excess in 60 s without a hit, and samples until each hit is found."""
    machine = Machine(seed, rigid="tau_m" in names)
    assert np.abs(machine.plan.q[1]).max() > 3.0  # rad/s
    detector = jn.control.CollisionDetector(machine.model, noise, 0.05, measured=names)
    rows = machine.measured(names, machine.plan.q[0], machine.plan.theta[0], machine.plan.tau_m)
    state, largest, late = detector.begin(*(row[0] for row in rows)), 0.0, []
    for k in range(1, len(machine.t)):
        state, found = detector.step(state, *(row[k] for row in rows))
        largest = max(largest, found.excess.max())
        if k in hits:
            late.append(samples_until_found(detector, state, list(machine.hit(k, names))[1:]))
    return largest, late


def samples_until_found(detector, state, rows):
    for k, row in enumerate(rows, 1):
        state, found = detector.step(state, *row)
        if found.detected:
            return k
    return np.inf


@pytest.mark.native
def test_20_newtons_at_the_elbow():
    """Encoders on both sides of elastic joints: found within 5 ms, and no alarm in 60 s of fast motion."""
    largest, late = watched(1, *ELASTIC, hits=range(5000, 60000, 14000))
    assert largest < 1.0
    assert max(late) <= 5


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("case", [ELASTIC, MOTORS])
def test_20_newtons_at_the_elbow_often(seed, case):
    """Also with motors and currents alone, where joints are rigid."""
    largest, late = watched(seed, *case, hits=range(2000, 58000, 4000))
    assert largest < 1.0
    assert max(late) <= 5


@pytest.mark.native
def test_kernel_and_c(tmp_path):
    robot = case("DN").robot
    detector = jn.control.CollisionDetector(robot, 0.3, measured=("q", "theta"))
    q, theta = np.random.default_rng(0).normal(size=(2, robot.n))
    state = detector.begin(q, theta)
    kernel = detector.compile()
    found = kernel(q, theta + 1e-3, state, detector.gain, detector.noise, *(np.array([x]) for x in (0.05, 30.0, H)))
    plain = plainly(detector.step, state, q, theta + 1e-3)
    for ours, theirs in zip(found, (plain[0], *plain[1])):
        assert_close(ours, theirs)
    kernel.write_c(tmp_path)
    run_own_test(tmp_path)


def test_refused():
    robot, make = jn.load("planar_2r"), jn.control.CollisionDetector
    for noise in (0.0, [1.0, -1.0], np.nan):
        with pytest.raises(InputError, match="noise: expected numbers above 0"):
            make(robot, noise)
    for noise, share in (("much", 0.1), ([1.0, 2.0, 3.0], 0.1), (1.0, "some")):
        with pytest.raises(InputError, match="expected noise as a number, or one per joint"):
            make(robot, noise, share)
    with pytest.raises(InputError, match="share: expected a number from 0 to below 1"):
        make(robot, 1.0, 1.0)
    with pytest.raises(InputError, match="forget: expected a number above 0"):
        make(robot, 1.0, forget=0.0)
    with pytest.raises(InputError, match="measured: expected one of"):
        make(robot, 1.0, measured=("q",))
    with pytest.raises(InputError, match="external: nan at index .*expected finite numbers"):
        jn.control.external_wrench(robot, [0.0, 0.0], [1.0, np.nan])
