"""Stiffness and rotor inertia from motors that swing about poses: nothing is measured at the links."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.identification.frequency_domain_equations import ResponseEquations, swing_of
from support.random_robots import random_robot
from support.recordings import swinging, whole_arm

pytestmark = pytest.mark.native
W = 2.0 * np.pi * 0.5 * np.arange(3, 45)
"""1.5 to 22 Hz, whole numbers of swings in 4 s."""
NOISE = (2e-6, 0.02)
"""Encoders of 16 bit behind a gear of 50 or more [rad], torques from currents [Nm]; swings are 5 mrad and 1.5 Nm."""
POSES = ([0.1, 0.5, -0.4], [-1.0, -0.3, 1.2])
FREE = ("stiffness", "damping", "rotor_inertia", "viscous_friction")


def arm():
    robot = random_robot(2, n=3, kinds=("revolute",), chain=True)
    return robot.with_drives(
        stiffness=[2000.0, 1500.0, 800.0],
        rotor_inertia=[0.5, 0.4, 0.2],
        damping=[3.0, 2.0, 1.0],
        viscous_friction=[2.0, 1.0, 0.5],
    )


@pytest.fixture(scope="module")
def recordings():
    jn.set_backend("native")
    amplitude = np.full(3, 0.3)
    return [
        swinging(arm(), np.array(pose), W, amplitude, duration=4.0, rate=500.0, seed=k, noise=NOISE)
        for k, pose in enumerate(POSES)
    ]


def believed():
    """Springs up to 40 %, rotors up to 30 % off; no damping and no friction known."""
    robot = arm()
    stiffness = robot.parameter_values("stiffness") * [1.4, 0.7, 1.3]
    rotors = robot.parameter_values("rotor_inertia") * [0.8, 1.3, 1.2]
    return robot.with_parameters(
        {"stiffness": stiffness, "rotor_inertia": rotors, "damping": np.zeros(3), "viscous_friction": np.zeros(3)}
    )


def test_numbers_of_springs_and_motors(recordings):
    """K and B within 3 %, from the motors alone."""
    robot = arm()
    fit = jn.identification.identify_response(believed(), recordings, W)
    for name, most in (("stiffness", 0.03), ("rotor_inertia", 0.03), ("damping", 0.15), ("viscous_friction", 0.15)):
        truth = robot.parameter_values(name)
        assert (np.abs(fit.parameters[name] - truth) <= most * truth).all(), name
        assert (fit.informed[name] > 0.99).all()
        assert (fit.deviation[name] < most * truth).all()
        np.testing.assert_array_equal(fit.robot.parameter_values(name), fit.parameters[name])
    found, true = (jn.identification.frequency_response(each, POSES[0], [10.0]) for each in (fit.robot, robot))
    np.testing.assert_allclose(found.resonances[3:], true.resonances[3:], rtol=0.01)
    for a, b in zip(found.antiresonances, true.antiresonances):
        np.testing.assert_allclose(a[2:], b[2:], rtol=0.01)


def test_derivatives_are_exact(recordings):
    robot = arm()
    equations = ResponseEquations(robot, FREE, tuple(swing_of(robot, log, W, "") for log in recordings))
    own = {name: robot.parameter_values(name) for name in FREE}
    rng = np.random.default_rng(0)
    for name in FREE:
        along = rng.normal(size=3) * own[name]
        h = 1e-4
        ends = [equations.rows({**own, name: own[name] + sign * h * along}) for sign in (1.0, -1.0)]
        for (_, by), (a, _), (b, _) in zip(equations.rows(own), *ends):
            difference = (a - b) / (2.0 * h)
            assert np.abs(by[name] @ along - difference).max() <= 1e-5 * np.abs(difference).max()


def linear(pose, seed):
    """Swings that are those of the linear model, beside the noise."""
    robot, rng = arm(), np.random.default_rng(seed)
    t = np.arange(0.0, 4.0, 2e-3)
    torque = 0.3 * np.exp(2j * np.pi * rng.uniform(size=(len(W), 3)))
    theta = np.einsum("kij,kj->ki", jn.identification.frequency_response(robot, pose, W).motor, torque)
    hang = pose + jn.gravity_torque(robot, np.array(pose)) / robot.parameter_values("stiffness")
    turning = np.exp(1j * np.outer(t, W))
    noise = np.array(NOISE)[:, None, None] * rng.normal(size=(2, len(t), 3))
    return jn.Log(t=t, theta=hang + (turning @ theta).real + noise[0], tau_m=(turning @ torque).real + noise[1])


def test_rows_are_weighed_by_their_noise():
    """What is left, over the noise that is expected of it, is of size one at all motors (168 rows each: within 20 %); values are
    within their deviations, and these agree with the bootstrap."""
    fit = jn.identification.identify_response(believed(), [linear(pose, k) for k, pose in enumerate(POSES)], W)
    np.testing.assert_allclose(fit.estimate.noise, 1.0, rtol=0.2)
    drawn = fit.bootstrap(20)
    for name in FREE:
        assert (np.abs(fit.parameters[name] - arm().parameter_values(name)) <= 4.0 * fit.deviation[name]).all(), name
        assert (drawn[name] > 0.5 * fit.deviation[name]).all(), name
        assert (drawn[name] < 2.0 * fit.deviation[name]).all(), name


def test_what_is_not_free_stays(recordings):
    fit = jn.identification.identify_response(arm(), recordings, W, free=("stiffness",))
    assert set(fit.parameters) == {"stiffness"}
    assert fit.robot == arm().with_parameters(fit.parameters)
    assert fit.residual.shape == (3,)


def test_wrong_use(recordings):
    robot, log = arm(), recordings[0]
    for change, message in (
        ({"frequency": [-1.0]}, "above zero"),
        ({"frequency": [0.5]}, "less than 3 swings"),
        ({"frequency": [5e3]}, "above half the rate"),
        ({"free": ("inertia",)}, "a response tells stiffness"),
        ({"free": ()}, "one name in free"),
        ({"recordings": []}, "one recording at least"),
        ({"recordings": [jn.Log(t=log.t, theta=log.theta)]}, "theta and tau_m of all motors"),
        ({"robot": jn.load("planar_2r")}, "recording 1 has 3 joints"),
        ({"recordings": [replace(log, theta=np.degrees(log.theta))]}, "are these degrees"),
        ({"robot": robot.with_drives(coupling="full")}, "carry along"),
    ):
        given = {"robot": robot, "recordings": [log], "frequency": W, **change}
        with pytest.raises(InputError, match=message):
            jn.identification.identify_response(**given)


@pytest.mark.parametrize("name", ["moberg_5dof", "flexible_3axis"])
def test_joints_without_a_motor_are_refused(recordings, name):
    """By the function that was called, before a recording is looked at."""
    message = f"identify_response: expected joints of one freedom and one motor each; robot {name!r} has others"
    with pytest.raises(InputError, match=message):
        jn.identification.identify_response(jn.load(name), recordings, W)
    with pytest.raises(InputError, match="expected joints of one freedom, each with a motor"):
        jn.identification.identify_output_error(jn.load(name), recordings[0])


ENCODER = 1e-6
"""[rad]: noise of encoders of 16 bit behind gears of 100, one step of them."""
CURRENT = 1e-3
"""Noise of torques, of the largest one that the motor has: two steps of a converter of 12 bit."""
PERIODS = 25
"""That are averaged: 100 s of swings at each pose."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuka_lwr", "panda", "ur5"])
def test_whole_arms(name):
    """K and B within 3 % at all joints, from the motors alone, at two poses; springs and rotors were believed up to 30 % off,
    damping and friction not known. The tool of the LWR is held 0.12 m beside its last axis: without inertia behind a joint its
    spring does not show."""
    robot = whole_arm(name, beside=0.12)
    K, rotors = robot.parameter_values("stiffness"), robot.parameter_values("rotor_inertia")
    robot = robot.with_drives(coulomb_friction=0.0, damping=(2e-4 * K).tolist())
    lines = np.unique(np.round(2.0 * np.geomspace(1.5, 320.0, 130))) / 2.0
    amplitude = np.array([0.8, 0.8, 0.6, 0.6, 0.4, 0.25, 0.25])[: robot.n]
    middle, rng = robot.limits.position.mean(axis=1), np.random.default_rng(0)
    poses = [middle + rng.uniform(-0.8, 0.8, robot.n) for _ in range(2)]
    told = {"duration": 4.0, "settle": 8.0, "substeps": 4}
    clean = [swinging(robot, pose, 2.0 * np.pi * lines, amplitude, seed=k, **told) for k, pose in enumerate(poses)]
    sizes = np.array([np.full(robot.n, ENCODER), CURRENT * robot.limits.motor_torque]) / np.sqrt(PERIODS)
    for seed in range(5):
        rng = np.random.default_rng(seed)
        logs = []
        for log in clean:
            theta, tau = sizes[:, None] * rng.normal(size=(2, *log.theta.shape))
            logs.append(replace(log, theta=log.theta + theta, tau_m=log.tau_m + tau))
        wrong = {"stiffness": K * rng.uniform(0.7, 1.3, robot.n), "rotor_inertia": rotors * rng.uniform(0.7, 1.3, robot.n)}
        wrong |= {"damping": 0.0 * K, "viscous_friction": 0.0 * K}
        fit = jn.identification.identify_response(robot.with_parameters(wrong), logs, 2.0 * np.pi * lines)
        off = np.abs(fit.parameters["stiffness"] / K - 1.0)
        assert (off <= 0.03).all()
        assert (off <= 5.0 * fit.deviation["stiffness"] / K + 1e-3).all()  # 1e-3: swings are not quite linear
        assert (np.abs(fit.parameters["rotor_inertia"] / rotors - 1.0) <= 0.03).all()
