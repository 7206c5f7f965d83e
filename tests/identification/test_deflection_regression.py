"""Stiffness, damping and the delay of encoders: found in data made by the robot's own equations, and in those of a real robot."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from identification.recorded import kr300 as recorded_kr300
from identification.recorded import table
from jounce.errors import InputError
from jounce.identification.deflection_regression import (
    ComplianceEstimate,
    DeflectionEquations,
    at_the_same_time,
    common_delay,
    compliances,
    deflection_equations,
    identifiable,
    uncorrelated,
)
from jounce.identification.parameter_blocks import pseudo_inertia
from support.random_robots import random_robot
from support.recordings import doubted, moving, whole_arm
from support.tolerances import assert_close

pytestmark = pytest.mark.native
ELASTIC = ("inertia", "rotor_inertia", "friction", "stiffness", "damping", "delay")
NOISE = (2e-6, 1e-5, 0.01)
"""Encoders of 16 bit at the motor behind a gear of 50 or more, of 18 bit at the link; currents that are known to 1 % of their
size."""
LATE = 0.0021
WHAT = ("parameters", "deviation")


def arm(**more):
    """Three joints that bend by a milliradian or two."""
    robot = random_robot(5, n=3, kinds=("revolute",), chain=True, gravity=(0.0, 0.0, -9.81))
    drives = {"stiffness": [9000.0, 6000.0, 2500.0], "rotor_inertia": [0.9, 0.5, 0.2], "damping": [12.0, 8.0, 4.0]}
    rubbing = {"viscous_friction": [6.0, 4.0, 2.0], "coulomb_friction": [4.0, 3.0, 1.0]}
    robot = robot.with_drives(**{**drives, **rubbing, **more})
    return robot.with_limits(position=(-2.5, 2.5), velocity=3.0, acceleration=15.0)


@pytest.fixture(scope="module")
def motion():
    """A motion of our own design."""
    jn.set_backend("native")
    return jn.excitation(arm(), 10.0)


def share(fit, robot, name):
    """How far found values are from the truth, relative."""
    return np.abs(fit.parameters[name] / robot.parameter_values(name) - 1.0)


# ---------------------------------------------------------------- equations


def test_rows_vanish_at_the_truth(motion):
    """Without noise, at the robot's own numbers, with the delay taken out: what is left is what the spline in time leaves."""
    robot = arm()
    log = replace(moving(robot, motion, delay=LATE), cutoff=1e3).cut(0.2, 9.8)
    equations = deflection_equations(robot, at_the_same_time(log, LATE), ("inertia",), LATE)
    own = {"inertia": robot.parameters, "stiffness": robot.parameter_values("stiffness"), "delay": np.array([LATE])}
    for k, (r, _) in enumerate(equations.rows(own)):
        assert np.abs(r).max() <= 1e-6 * np.ptp(equations.delta[:, k])


@pytest.mark.parametrize("name", ["inertia", "stiffness", "damping", "delay"])
def test_derivatives_of_rows(motion, name):
    robot = arm()
    log = replace(moving(robot, motion, delay=LATE), cutoff=25.0).decimated(50)
    equations = deflection_equations(robot, at_the_same_time(log, 0.002), ("inertia",), 0.002)
    own = {"inertia": robot.parameters, "delay": np.array([0.0022])}
    own |= {kind: robot.parameter_values(kind) for kind in ("stiffness", "damping")}
    rng = np.random.default_rng(0)
    along = rng.normal(size=own[name].shape) * np.maximum(np.abs(own[name]), 1e-3)
    h = 1e-4
    plus, minus = (equations.rows({**own, name: own[name] + sign * h * along}) for sign in (1.0, -1.0))
    for (r, by), (a, _), (b, _) in zip(equations.rows(own), plus, minus):
        difference = (a - b) / (2.0 * h)
        assert np.abs(by[name] @ along - difference).max() <= 1e-6 * max(np.abs(difference).max(), np.abs(r).max())


def test_rows_that_do_not_depend_on_each_other():
    """Of white noise all; of the mean of neighbours, in windows of m, one in m."""
    x = np.random.default_rng(0).normal(size=40_000)
    assert 0.8 <= uncorrelated(x) / len(x) <= 1.0
    smooth = np.convolve(x, np.ones(20) / 20, "valid")
    assert 0.8 <= uncorrelated(smooth) / (len(x) / 20) <= 1.25
    assert uncorrelated(np.zeros(7)) == 7.0


# ---------------------------------------------------------------- synthetic truth


@pytest.mark.parametrize("seed", [0, 1])
def test_both_sides_measured(motion, seed):
    """K within 1 %, B and friction within 3 %, the delay to 0.2 ms; masses, drives and springs were believed up to 30 % off."""
    robot = arm()
    log = moving(robot, motion, delay=LATE, noise=NOISE, seed=seed)
    fit = jn.identify(doubted(robot, seed), log, free=ELASTIC)
    assert share(fit, robot, "stiffness").max() <= 0.01
    assert share(fit, robot, "damping").max() <= 0.1
    for name in ("rotor_inertia", "viscous_friction", "coulomb_friction"):
        assert share(fit, robot, name).max() <= 0.03, name
    assert abs(fit.parameters["delay"][0] - LATE) <= 5.0 * fit.deviation["delay"][0] <= 2e-5
    for name in ("stiffness", "damping"):
        assert (np.abs(fit.parameters[name] - robot.parameter_values(name)) <= 4.0 * fit.deviation[name]).all()
    for link in fit.robot.links:  # bodies that can exist
        assert np.linalg.eigvalsh(pseudo_inertia(np.array(link.about_origin.parameters))).min() > 0.0
    t = np.linspace(0.5, 9.5, 200)
    error = jn.rnea(fit.robot, *motion(t, 2)) - jn.rnea(robot, *motion(t, 2))
    assert np.abs(error).max() <= 0.02 * np.abs(jn.rnea(robot, *motion(t, 2))).max()


def test_two_recordings_with_delays_of_their_own(motion):
    robot, late = arm(), (LATE, -0.0008)
    logs = [moving(robot, motion, delay=delay, noise=NOISE, seed=k) for k, delay in enumerate(late)]
    fit = jn.identify(doubted(robot, 3), logs, free=ELASTIC)
    assert share(fit, robot, "stiffness").max() <= 0.01
    np.testing.assert_allclose(fit.parameters["delay"], late, atol=2e-6)
    assert (np.abs(fit.parameters["delay"] - late) <= 5.0 * fit.deviation["delay"]).all()
    one = jn.identify(doubted(robot, 3), logs[0], free=ELASTIC)
    assert (fit.deviation["stiffness"] < 0.9 * one.deviation["stiffness"]).all()
    entries = [entry for kind, entry, *_ in fit.report().rows() if kind == "delay"]
    assert entries == ["encoders at links, recording 1", "encoders at links, recording 2"]


def test_joint_torque_measured(motion):
    robot = arm()
    log = moving(robot, motion, delay=LATE, noise=NOISE, channels=("theta", "q", "tau_m", "tau_j"))
    fit = jn.identify(doubted(robot, 3), log, free=ELASTIC)
    assert share(fit, robot, "stiffness").max() <= 0.01
    for name in ("rotor_inertia", "viscous_friction", "coulomb_friction"):
        assert share(fit, robot, name).max() <= 0.03, name
    assert any(label.startswith("joint torque at") for part in fit.equations for label in part.labels)


def test_joint_torque_and_no_encoder_at_the_links(motion):
    """As arms with torque sensors have it: q = theta - tau_j / K shows K by what it changes of the links' accelerations."""
    robot = arm(damping=0.0)
    log = moving(robot, motion, noise=NOISE, channels=("theta", "tau_m", "tau_j"))
    fit = jn.identify(doubted(robot, 3), log, free=("inertia", "rotor_inertia", "friction", "stiffness"))
    off = np.abs(fit.parameters["stiffness"] - robot.parameter_values("stiffness"))
    assert (off <= 3.0 * fit.deviation["stiffness"]).all()
    assert share(fit, robot, "stiffness").min() <= 0.01
    for name in ("rotor_inertia", "viscous_friction", "coulomb_friction"):
        assert share(fit, robot, name).max() <= 0.03, name
    without = jn.identify(doubted(robot, 3), replace(log, tau_m=None), free=("inertia", "stiffness"))
    assert "stiffness" in str(without.report())
    off = np.abs(without.parameters["stiffness"] - robot.parameter_values("stiffness"))
    assert (off <= 3.0 * without.deviation["stiffness"]).all()
    with pytest.raises(InputError, match="damping and delay are told by encoders at the links"):
        jn.identify(robot, log, free=("stiffness", "damping"))


def test_bootstrap_agrees_with_the_information_matrix(motion):
    robot = arm()
    log = moving(robot, motion, delay=LATE, noise=NOISE)
    fit = jn.identify(robot, log, free=("stiffness", "delay"))
    drawn = fit.bootstrap(60)
    ratio = drawn["stiffness"] / fit.deviation["stiffness"]
    assert (ratio > 0.4).all()
    assert (ratio < 2.5).all()


ARMS = ("kuka_lwr", "panda", "ur5")


@pytest.mark.slow
@pytest.mark.parametrize("name", ARMS)
def test_whole_arms(name):
    """The same on arms of six and seven joints, with a tool in the hand, by a motion of our own design within their limits."""
    robot = whole_arm(name)
    path = jn.excitation(robot, 20.0)
    for seed in range(3):
        log = moving(robot, path, delay=LATE, noise=NOISE, seed=seed)
        fit = jn.identify(doubted(robot, seed), log, free=ELASTIC)
        assert share(fit, robot, "stiffness").max() <= 0.01
        for kind in ("rotor_inertia", "viscous_friction", "coulomb_friction"):
            assert share(fit, robot, kind).max() <= 0.03, kind
        assert abs(fit.parameters["delay"][0] - LATE) <= 1e-6


@pytest.mark.slow
@pytest.mark.parametrize("name", ARMS)
def test_base_parameters_are_within_their_deviations(name):
    """Within two standard deviations for 95 % of them, over 100 seeds of noise and of what was believed; torques known to 3 %.

    Deviations that are right have 95.45 % of a normal distribution within two of them, and 100 seeds show that share with a
    deviation of their own of 0.3 % (parameters of one seed are not independent): a bound of 95 % sharp would refuse right ones
    once in fifteen times. It is three of these below."""
    robot = whole_arm(name)
    path = jn.excitation(robot, 20.0)
    kinds = ("rotor_inertia", "viscous_friction", "coulomb_friction")
    truth = np.concatenate([robot.parameters, *(robot.parameter_values(kind) for kind in kinds)])
    far = []
    for seed in range(100):
        log = moving(robot, path, noise=(2e-6, 1e-5, 0.03), seed=seed)
        base = jn.identify(doubted(robot, seed), log, free=("inertia", *kinds)).base
        far.append(np.abs(base.values - base.map @ truth) / base.deviation)
    shares = np.mean(np.array(far) <= 2.0, axis=1)
    assert shares.mean() >= 0.9545 - 3.0 * shares.std() / np.sqrt(len(shares))
    assert shares.std() / np.sqrt(len(shares)) < 0.004


# ---------------------------------------------------------------- what cannot be found


def test_a_joint_that_nothing_bends(motion):
    """A last link without mass to speak of: its stiffness stays what it was, and the report says why."""
    robot = arm(stiffness=[9000.0, 6000.0, 5e8])
    log = moving(robot, motion, delay=LATE, noise=NOISE)
    fit = jn.identify(doubted(robot, 1), log, free=ELASTIC)
    believed = doubted(robot, 1).parameter_values("stiffness")
    assert_close(fit.parameters["stiffness"][2], believed[2])
    assert share(fit, robot, "stiffness")[:2].max() <= 0.01
    assert fit.informed["stiffness"][2] < 1e-6
    (note,) = [note for note in fit.report().notes() if "does not tell its stiffness" in note]
    assert note.startswith("joint 'joint2'")


@pytest.mark.parametrize(("kind", "unit"), [("revolute", "rad"), ("prismatic", "m")])
def test_the_unit_of_a_deflection(kind, unit):
    """Of noise no stiffness is told; the message says how large it is, in metres where the joint slides."""
    robot = random_robot(1, n=1, kinds=(kind,)).with_drives(stiffness=1e4, rotor_inertia=0.1)
    noise = np.random.default_rng(0).normal(size=(4, 500, 1))
    equations = DeflectionEquations((0,), ("joint",), *noise, 0.0, noise[0] ** 2, {}, {}, (500.0,))
    (estimate,) = compliances(robot, equations)
    assert f"bends it by {estimate.bent:.2g} {unit} (standard" in estimate.verdict
    assert f"while {estimate.left:.2g} {unit} of the difference" in estimate.verdict


def test_recordings_that_tell_no_stiffness(motion):
    robot = arm()
    log = moving(robot, motion, channels=("theta", "tau_m"))
    with pytest.raises(InputError, match="no elastic joint .* measured at motor and link"):
        jn.identify(robot, log, free=("stiffness",))
    stiff = arm(stiffness=1e9)
    log = moving(stiff, motion, noise=NOISE)
    with pytest.raises(InputError, match="tells that of no joint.*'joint0'.*'joint1'.*'joint2'"):
        identifiable([deflection_equations(stiff, log.filtered().decimated(), ())])[0]


def test_channels_that_are_shifted(motion):
    """A tenth of a second is no delay of encoders."""
    robot = arm()
    log = moving(robot, motion, delay=0.1)
    with pytest.raises(InputError, match="ms behind those of the motors. That is no delay of encoders"):
        jn.identify(robot, log, free=("stiffness", "delay"))


# ---------------------------------------------------------------- a real robot


AUTHORS = 4.0999e6
"""Stiffness of axis 3 of a KUKA KR300 as its authors state it [Nm/rad]: recorded.kr300."""


def kr300(which):
    """Motor encoders of six axes, link-side encoders of the first three."""
    rows = table(f"kr300_{which}.csv.gz")
    q = np.full((len(rows), 6), np.nan)
    q[:, :3] = np.radians(rows[:, 7:10])
    start = np.radians([0.0, -90.0, 90.0, 0.0, 0.0, 0.0])
    return replace(recorded_kr300(which), q=q + start)


@pytest.fixture(scope="module")
def identified():
    """From each of two recordings. They fit a load of 150 kg at 0.1 m."""
    jn.set_backend("native")
    robot = jn.load("kuka_kr300").with_payload(150.0, (0.0, 0.0, 0.1))
    free = ("inertia", "rotor_inertia", "friction", "torque_offset", "stiffness", "delay")
    return {which: jn.identify(robot, kr300(which), free=free) for which in "AB"}


def test_stiffness_of_a_kr300(identified):
    """Axis 3 within 30 % of what its authors have, with a deviation that says so; axis 2 alike in both recordings."""
    for fit in identified.values():
        assert abs(fit.parameters["stiffness"][2] / AUTHORS - 1.0) <= 0.3
        assert abs(fit.parameters["stiffness"][2] - AUTHORS) <= 2.0 * fit.deviation["stiffness"][2] <= 0.7 * AUTHORS
    values, deviations = (np.array([getattr(fit, x)["stiffness"][1:3] for fit in identified.values()]) for x in WHAT)
    assert (np.abs(values[0] - values[1]) <= 2.0 * np.hypot(deviations[0], deviations[1])).all()
    assert (deviations > 0.0).all()


def test_delay_of_the_encoders_of_a_kr300(identified):
    """Known to 0.2 ms, and the same in both recordings."""
    late = [fit.parameters["delay"][0] for fit in identified.values()]
    assert abs(late[0] - late[1]) <= 0.2e-3
    assert all(2.0 * fit.deviation["delay"][0] <= 0.2e-3 for fit in identified.values())
    assert all(2.8e-3 <= each <= 3.3e-3 for each in late)  # about 3 ms, seen without any model of the robot


def test_the_first_axis_of_a_kr300_is_not_told(identified):
    """It turns about the vertical: no weight bends it. Its stiffness stays what was believed, and the report says why."""
    for fit in identified.values():
        assert_close(fit.parameters["stiffness"][0], fit.prior.parameter_values("stiffness")[0])
        assert fit.informed["stiffness"][0] < 1e-6
        (note,) = [note for note in fit.report().notes() if "does not tell its stiffness" in note]
        assert note.startswith("joint 'axis1'")
        assert np.isinf(fit.parameters["stiffness"][3:]).all()  # rigid in the model


T = np.arange(1000) / 500.0
SHIFT = 0.0031


def log(**more):
    theta = np.stack([np.sin(5.0 * T), np.cos(3.0 * T)], axis=1)
    late = np.stack([np.sin(5.0 * (T - SHIFT)), np.cos(3.0 * (T - SHIFT))], axis=1)
    return jn.Log(t=T, theta=theta, **{"q": late, **more})


def test_late_readings_are_brought_to_the_time_of_the_motors():
    moved = at_the_same_time(log(), SHIFT)
    assert np.abs(moved.q - moved.theta).max() < 1e-9
    assert 2.0 - 0.02 < moved.t[-1] - moved.t[0] < 2.0  # the ends, where a spline would be extrapolated, are cut
    again = at_the_same_time(moved, -SHIFT)
    assert (
        np.abs(
            again.q
            - np.sin(5.0 * (again.t - SHIFT))[:, None] * [1.0, 0.0]
            - np.cos(3.0 * (again.t - SHIFT))[:, None] * [0.0, 1.0]
        ).max()
        < 1e-6
    )


def test_joints_that_were_not_measured_stay_so():
    q = log().q.copy()
    q[:, 1] = np.nan
    moved = at_the_same_time(log(q=q), SHIFT)
    assert np.isnan(moved.q[:, 1]).all()
    assert np.abs(moved.q[:, 0] - moved.theta[:, 0]).max() < 1e-9


def test_without_a_delay_or_link_positions_nothing_changes():
    recording, motors = log(), jn.Log(t=T, theta=log().theta)
    assert at_the_same_time(recording, 0.0) is recording
    assert at_the_same_time(motors, SHIFT) is motors


def estimate(delay, deviation):
    return ComplianceEstimate("j", 1e-4, 1e-6, 0.0, delay, deviation, 1e-3, 1e-6, 100.0)


def test_the_weighted_mean_of_delays():
    """Weights 1 and 4: mean (1 + 4 * 2) / 5 ms; scatter 0.4 ms over sqrt(2), more than 1 / sqrt(5) of the deviations."""
    mean, deviation = common_delay([estimate(1e-3, 2e-6), estimate(2e-3, 1e-6)])
    assert np.isclose(mean, 1.8e-3)
    assert np.isclose(deviation, 0.4e-3 / np.sqrt(2.0))
    mean, deviation = common_delay([estimate(1e-3, 2e-6)] * 4)
    assert np.isclose(mean, 1e-3)
    assert np.isclose(deviation, 1e-6)
