"""Stiffness and rotor inertia from motors that swing about poses: nothing is measured at the links."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.identification.response import ResponseEquations, _swing
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
    fit = jn.identify_response(believed(), recordings, W)
    for name, most in (("stiffness", 0.03), ("rotor_inertia", 0.03), ("damping", 0.15), ("viscous_friction", 0.15)):
        truth = robot.parameter_values(name)
        assert (np.abs(fit.parameters[name] - truth) <= most * truth).all(), name
        assert (fit.informed[name] > 0.99).all()
        assert (fit.deviation[name] < most * truth).all()
        np.testing.assert_array_equal(fit.robot.parameter_values(name), fit.parameters[name])
    found, true = (jn.frequency_response(each, POSES[0], [10.0]) for each in (fit.robot, robot))
    np.testing.assert_allclose(found.resonances[3:], true.resonances[3:], rtol=0.01)
    for a, b in zip(found.antiresonances, true.antiresonances):
        np.testing.assert_allclose(a[2:], b[2:], rtol=0.01)


def test_derivatives_are_exact(recordings):
    robot = arm()
    equations = ResponseEquations(robot, FREE, tuple(_swing(robot, log, W, "") for log in recordings))
    own = {name: robot.parameter_values(name) for name in FREE}
    rng = np.random.default_rng(0)
    for name in FREE:
        along = rng.normal(size=3) * own[name]
        h = 1e-4
        ends = [equations.rows({**own, name: own[name] + sign * h * along}) for sign in (1.0, -1.0)]
        for (_, by), (a, _), (b, _) in zip(equations.rows(own), *ends):
            difference = (a - b) / (2.0 * h)
            assert np.abs(by[name] @ along - difference).max() <= 1e-5 * np.abs(difference).max()


def test_what_is_not_free_stays(recordings):
    fit = jn.identify_response(arm(), recordings, W, free=("stiffness",))
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
        ({"robot": jn.load("planar_2r")}, "has 3 joints"),
        ({"robot": robot.with_drives(coupling="full")}, "carry along"),
    ):
        given = {"robot": robot, "recordings": [log], "frequency": W, **change}
        with pytest.raises(InputError, match=message):
            jn.identify_response(**given)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuka_lwr", "panda", "ur5"])
def test_whole_arms(name):
    """K and B within 3 %, of all joints behind which there is enough inertia to tell: where the deviation is below 1 %.

    Springs and rotors were believed up to 30 % off. 100 s of a periodic motion, averaged over its 25 periods; encoders of 1
    urad and torques of 0.02 Nm before that.
    """
    robot = whole_arm(name)
    K = robot.parameter_values("stiffness")
    robot = robot.with_drives(coulomb_friction=0.0, damping=(2e-4 * K).tolist())
    rng = np.random.default_rng(0)
    lines = np.unique(np.round(2.0 * np.geomspace(1.5, 320.0, 130))) / 2.0
    amplitude = np.array([0.8, 0.8, 0.6, 0.6, 0.4, 0.25, 0.25])[: robot.n]
    middle = robot.limits.position.mean(axis=1)
    recordings = [
        swinging(
            robot,
            middle + rng.uniform(-0.8, 0.8, robot.n),
            2.0 * np.pi * lines,
            amplitude,
            duration=4.0,
            settle=2.0,
            seed=seed,
            noise=(0.2e-6, 0.004),
        )
        for seed in range(2)
    ]
    rotors = robot.parameter_values("rotor_inertia")
    wrong = {"stiffness": K * rng.uniform(0.7, 1.3, robot.n), "rotor_inertia": rotors * rng.uniform(0.7, 1.3, robot.n)}
    fit = jn.identify_response(robot.with_parameters(wrong), recordings, 2.0 * np.pi * lines)
    told = fit.deviation["stiffness"] <= 0.01 * K
    assert told.sum() >= robot.n - 3
    assert (np.abs(fit.parameters["stiffness"] / K - 1.0)[told] <= 0.03).all()
    assert (np.abs(fit.parameters["rotor_inertia"] / rotors - 1.0) <= 0.03).all()
