"""Springs, motors and masses from motors alone along any motion: a model that runs beside the recording."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import make_interp_spline

import jounce as jn
from jounce.errors import InputError
from jounce.identification.closed_loop_model import ClosedLoopModel
from jounce.identification.output_error import _equations
from support.random_robots import random_robot
from support.recordings import motors_alone, swinging, whole_arm

pytestmark = pytest.mark.native
W = 2.0 * np.pi * np.array([0.4, 0.9, 1.7, 3.1, 4.7, 6.5, 8.9, 11.3, 14.9, 19.3])
NOISE = (1e-6, 0.02)
"""Encoders of 16 bit behind a gear of 100 [rad], torques from currents [Nm]."""
FREE = ("stiffness", "damping", "rotor_inertia", "viscous_friction", "coulomb_friction")
SHORT = {"duration": 4.0, "settle": 0.0, "rate": 500.0, "stiff": 60.0}
CORRECTION = 20.0
"""[Hz]: sqrt(0.02 Nm / (0.6 kg m^2 1e-6 rad)) / 2 pi is 29."""


ALL = (*FREE, "inertia")
LOAD = np.array([0.5, 0.02, 0.0, 0.05, 0.012, 0.013, 0.008, 0.0, -0.002, 0.0])


def arm(**more):
    robot = random_robot(2, n=2, kinds=("revolute",), chain=True)
    numbers = {"stiffness": [2000.0, 900.0], "rotor_inertia": [0.6, 0.3], "damping": [3.0, 1.0]}
    rubbing = {"viscous_friction": [2.0, 1.0], "coulomb_friction": [1.5, 0.8], "coulomb_speed": 0.05}
    return robot.with_drives(**{**numbers, **rubbing, **more})


def believed(share=0.15):
    """Springs, rotors and friction off by a share, of either sign."""
    robot = arm()
    signs = {
        "stiffness": (1, -1),
        "rotor_inertia": (-1, 1),
        "damping": (-1, -1),
        "viscous_friction": (1, 1),
        "coulomb_friction": (1, -1),
    }
    return robot.with_parameters({k: robot.parameter_values(k) * (1.0 + share * np.array(s)) for k, s in signs.items()})


@pytest.fixture(scope="module")
def recording():
    """Motors that begin at rest and swing by some 0.1 rad, dry friction changing its sign all the time."""
    jn.set_backend("native")
    return swinging(arm(), np.array([0.2, 0.6]), W, np.array([2.0, 1.2]), noise=NOISE, **SHORT)


def at(robot, logs, names, w=2.0 * np.pi * CORRECTION):
    return _equations(robot, names, logs, np.full(robot.n, w))


def own(robot, names):
    return {name: robot.parameters if name == "inertia" else robot.parameter_values(name) for name in names}


def test_the_model_beside_a_recording_is_that_of_another_integrator(recording):
    """SciPy's DOP853 on the same equations: the error of Runge and Kutta's steps, of order (w h)^4 / 120, is what is left."""
    robot, log, w = believed(), recording.cut(0.0, 1.0), 2.0 * np.pi * CORRECTION
    equations = at(robot, [log], ALL)
    tau, theta = (make_interp_spline(log.t, x, k=3) for x in (log.tau_m, log.theta))
    follower = ClosedLoopModel(robot, own(robot, ALL), np.full(2, w))

    def rates(t, x):
        q, qd, th, thd = np.split(x, 4)
        e = theta(t) - th
        qdd, thdd = jn.elastic_forward_dynamics(robot, q, qd, th, thd, tau(t))
        return np.concatenate([qd, qdd, thd + np.sqrt(2.0) * w * e, thdd + w * w * e])

    start = follower.at_rest(log.theta[0])
    np.testing.assert_allclose(
        robot.parameter_values("stiffness") * (log.theta[0] - start[:2]), jn.gravity_torque(robot, start[:2])
    )
    exact = solve_ivp(rates, (0.0, log.t[-1]), start, "DOP853", log.t[250:], rtol=1e-9, atol=1e-11).y[4:6].T
    ours = equations.errors(own(robot, ALL)) + log.theta[250:]
    assert np.abs(ours - exact).max() <= 1e-5 * np.ptp(log.theta, axis=0).max()


def check_slopes(robot, log, names, values):
    """Of rows by each of the names, against differences."""
    equations = at(robot, [log], names)
    for name in names:
        along = np.random.default_rng(0).normal(size=values[name].shape) * np.abs(values[name])
        h = 1e-4
        ends = [equations.rows({**values, name: values[name] + s * h * along}) for s in (1.0, -1.0)]
        for (_, by), (a, _), (b, _) in zip(equations.rows(values), *ends):
            difference = (a - b) / (2.0 * h)
            assert np.abs(by[name] @ along - difference).max() <= 1e-5 * np.abs(difference).max(), name


def test_sensitivities_are_exact(recording):
    check_slopes(believed(), recording.cut(0.0, 1.2), ALL, own(believed(), ALL))


@pytest.mark.slow
def test_sensitivities_by_a_load_are_exact(recording):
    values = {"payload": LOAD, "stiffness": believed().parameter_values("stiffness")}
    check_slopes(believed(), recording.cut(0.0, 1.2), ("payload", "stiffness"), values)


def test_springs_motors_and_friction(recording):
    """K, B and friction within 3 %, from the motors alone; all were believed 15 % off."""
    robot = arm()
    fit = jn.identification.identify_output_error(believed(), [recording], free=FREE, correction=CORRECTION)
    for name, most in zip(FREE, (0.03, 0.1, 0.03, 0.03, 0.03)):
        truth = robot.parameter_values(name)
        assert (np.abs(fit.parameters[name] / truth - 1.0) <= most).all(), name
        assert (np.abs(fit.parameters[name] - truth) <= 4.0 * fit.deviation[name]).all(), name
        np.testing.assert_array_equal(fit.robot.parameter_values(name), fit.parameters[name])
    assert (fit.residual < 3.0 * NOISE[0]).all()
    drawn = fit.bootstrap(20)
    for name in FREE:
        assert (drawn[name] > 0.4 * fit.deviation[name]).all(), name
        assert (drawn[name] < 2.5 * fit.deviation[name]).all(), name


@pytest.mark.slow
def test_masses_and_springs_together():
    """Masses 20 % off and springs 10 %: the motors tell both."""
    robot = arm()
    log = swinging(robot, np.array([0.2, 0.6]), W, np.array([2.0, 1.2]), noise=NOISE, **SHORT)
    K = robot.parameter_values("stiffness")
    wrong = robot.with_parameters({"inertia": 1.2 * robot.parameters, "stiffness": K * [1.1, 0.9]})
    fit = jn.identification.identify_output_error(wrong, log, free=("stiffness", "inertia"), correction=CORRECTION)
    off = np.abs(fit.parameters["stiffness"] - K)
    assert (off <= np.minimum(0.03 * K, 4.0 * fit.deviation["stiffness"])).all()
    assert all(link.physical for link in fit.robot.links)
    q = np.random.default_rng(0).uniform(-0.1, 0.1, (20, 2)) + [0.2, 0.6]
    np.testing.assert_allclose(jn.gravity_torque(fit.robot, q), jn.gravity_torque(robot, q), atol=0.02)  # noise of a torque


def test_torques_that_a_controller_holds():
    """Run by `simulate`, without noise: a step of the controller later or earlier would be 4 % of the stiffness."""
    robot = arm()
    path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.4, -0.3], 0.7, degree=9)
    plan = jn.feedforward(robot.with_drives(damping=0.0), path, np.linspace(0.0, 1.2, 601))
    run = jn.simulate(robot, plan, jn.control.FeedforwardPD(robot, kp=60.0, kd=5.0), rate=500.0)
    log = jn.Log(t=run.t, theta=run.theta, tau_m=run.tau_m)
    fit = jn.identification.identify_output_error(believed(0.05), log, free=FREE, correction=CORRECTION, held=True)
    for name in ("stiffness", "rotor_inertia", "coulomb_friction"):
        np.testing.assert_allclose(fit.parameters[name], robot.parameter_values(name), rtol=1e-3)  # steps of Runge and Kutta


@pytest.mark.slow
def test_a_load_and_springs_together():
    robot = arm()
    loaded = robot.with_parameters({"payload": LOAD})
    log = swinging(loaded, np.array([0.2, 0.6]), W, np.array([2.0, 1.2]), noise=NOISE, **SHORT)
    fit = jn.identification.identify_output_error(robot, log, free=("stiffness", "payload"), correction=CORRECTION)
    assert (np.abs(fit.parameters["stiffness"] / robot.parameter_values("stiffness") - 1.0) <= 0.03).all()
    assert abs(fit.parameters["payload"][0] - 0.5) <= 3.0 * fit.deviation["payload"][0]
    assert all(link.physical for link in fit.robot.links)


def test_wrong_use(recording):
    robot = arm()
    for change, message in (
        ({"free": ("mass",)}, "output errors tell stiffness"),
        ({"free": ("inertia", "payload")}, "not both"),
        ({"free": ()}, "one name in free"),
        ({"recordings": []}, "one recording at least"),
        ({"recordings": [recording.filtered()]}, "it is filtered"),
        ({"recordings": [recording.cut(0.0, 0.5)]}, "too short"),
        ({"recordings": [jn.Log(t=recording.t, theta=recording.theta)]}, "theta and tau_m of all motors"),
        ({"correction": -1.0}, "correction"),
        ({"correction": [1.0, 2.0, 3.0]}, "or 2"),
        ({"robot": jn.load("kuka_lwr")}, "has 2 joints"),
        ({"recordings": [replace(recording, theta=np.degrees(recording.theta))]}, "are these degrees"),
        ({"recordings": [replace(recording, theta=recording.theta * [1.0, 0.0])]}, "stands still"),
        ({"robot": robot.with_rigid_joints()}, "behind a linear spring"),
        ({"robot": robot.with_drives(coupling="full")}, "carry along"),
    ):
        with pytest.raises(InputError, match=message):
            jn.identification.identify_output_error(**{"robot": robot, "recordings": [recording], **change})


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuka_lwr", "panda", "ur5"])
def test_whole_arms(name):
    """K and B within 3 % and friction within 3 % at all joints, with dry friction that sticks and slips: encoders of 1 urad,
    torques of 0.1 % of each motor's largest, two poses of 6 s; springs, rotors and friction were believed 10 % off."""
    robot = whole_arm(name, beside=0.12)
    K = robot.parameter_values("stiffness")
    robot = robot.with_drives(damping=(2e-4 * K).tolist())
    lines = np.unique(np.round(2.0 * np.geomspace(1.5, 320.0, 130))) / 2.0
    amplitude = np.array([2.4, 2.4, 1.8, 1.8, 1.0, 0.6, 0.6])[: robot.n]
    middle, rng = robot.limits.position.mean(axis=1), np.random.default_rng(0)
    noise, logs = (1e-6, 1e-3 * robot.limits.motor_torque), []
    for seed in range(2):
        pose = middle + rng.uniform(-0.8, 0.8, robot.n)
        told = {"duration": 6.0, "settle": 0.0, "substeps": 4, "noise": noise, "seed": seed}
        logs.append(swinging(robot, pose, 2.0 * np.pi * lines, amplitude, **told))
    wrong = {kind: robot.parameter_values(kind) * rng.uniform(0.9, 1.1, robot.n) for kind in FREE}
    B = np.array([drive.reflected_inertia for drive in robot.drives])
    best = np.sqrt(noise[1] / (B * noise[0])) / (2.0 * np.pi)
    fit = jn.identification.identify_output_error(robot.with_parameters(wrong), logs, free=FREE, correction=best)
    off = {kind: np.abs(fit.parameters[kind] / robot.parameter_values(kind) - 1.0) for kind in FREE}
    for kind in ("stiffness", "rotor_inertia", "viscous_friction", "coulomb_friction"):
        assert (off[kind] <= 0.03).all(), kind


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuka_lwr", "panda", "ur5"])
def test_whole_arms_whose_masses_are_not_known(name):
    """Masses, springs, rotors and friction from the motors alone, all believed up to 30 % off, in three calls: masses with joints
    taken for rigid, along a motion of our own design; springs and drives by swings about two poses; all together. Noise as above.
    K, B and friction within 3 %, the mass matrix within 1 % of what joins its diagonal."""
    robot, wrong, rich, swings, best = motors_alone(name)
    rigid = jn.identify(wrong, rich, free=("inertia", "rotor_inertia", "friction"))
    drives = jn.identification.identify_output_error(rigid.robot, swings, free=FREE, correction=best)
    fit = jn.identification.identify_output_error(drives.robot, [*swings, rich], free=ALL, correction=best)
    for kind in ("stiffness", "rotor_inertia", "viscous_friction", "coulomb_friction"):
        off = np.abs(fit.parameters[kind] / robot.parameter_values(kind) - 1.0)
        assert (off <= 0.03).all(), kind
    assert all(link.physical for link in fit.robot.links)
    for q in robot.limits.position.mean(axis=1) + np.random.default_rng(0).uniform(-1.0, 1.0, (20, robot.n)):
        found, true = (jn.mass_matrix(each, q) for each in (fit.robot, robot))
        size = np.sqrt(np.diag(true))
        assert np.abs((found - true) / np.outer(size, size)).max() <= 0.01
