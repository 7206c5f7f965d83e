"""Identification of robots whose numbers are known: what comes out, how well it is known, and what is refused before."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError

RATE, DURATION = 500.0, 12.0
NOISE = 0.02
"""Of the torques' spread: standard deviation of the noise of currents."""
ENCODER = 1e-6
"""[rad]: standard deviation of the noise of encoders, behind the gear."""


def arm():
    """Three links, three drives with friction, a spring beside the second."""
    links = [
        jn.Link("upper", 8.0, (0.02, 0.0, 0.1), (0.08, 0.07, 0.03, 0.0, 0.0, 0.001)),
        jn.Link("fore", 5.0, (0.2, 0.01, 0.0), (0.02, 0.09, 0.08, 0.001, 0.0, 0.0)),
        jn.Link("hand", 2.0, (0.1, 0.0, 0.02), (0.004, 0.008, 0.009, 0.0, 0.001, 0.0)),
    ]
    half = np.pi / 2.0
    drives = [jn.Drive(2e-4, 100.0, viscous_friction=v, coulomb_friction=c) for v, c in ((8.0, 6.0), (6.0, 4.0), (3.0, 2.0))]
    joints = [
        jn.Joint("a", "revolute", "base", "upper", drive=drives[0]),
        jn.Joint("b", "revolute", "upper", "fore", jn.placement((0, 0, 0.2), (half, 0, 0)), drive=drives[1]),
        jn.Joint("c", "revolute", "fore", "hand", jn.placement((0.4, 0, 0)), drive=drives[2]),
    ]
    return jn.Robot.build("arm", [jn.Link("base"), *links], joints)


TRUE = arm()


def motion(seed=0):
    """Sums of sines: q, qd, qdd in closed form."""
    rng = np.random.default_rng(seed)
    t = np.arange(int(DURATION * RATE)) / RATE
    q, qd, qdd = (np.zeros((len(t), 3)) for _ in range(3))
    for k in range(1, 6):
        w = 2.0 * np.pi * 0.15 * k
        a, p = rng.uniform(0.2, 0.5, 3) / np.sqrt(k), rng.uniform(0.0, 2.0 * np.pi, 3)
        phase = w * t[:, None] + p
        q, qd, qdd = q + a * np.sin(phase), qd + a * w * np.cos(phase), qdd - a * w * w * np.sin(phase)
    return t, q, qd, qdd


def recorded(robot=TRUE, seed=0, noise=NOISE, offset=0.0):
    t, q, qd, qdd = motion(seed)
    rng = np.random.default_rng(100 + seed)
    tau = jn.inverse_dynamics(robot, q, qd, qdd).tau_m + offset
    tau = tau + noise * tau.std(axis=0) * rng.normal(size=tau.shape)
    return jn.Log(t=t, theta=q + ENCODER * rng.normal(size=q.shape), tau_m=tau)


def wrong(robot=TRUE, by=1.3):
    """Masses and friction that are off."""
    inertia = robot.parameters.reshape(-1, 10) * by
    drives = {"viscous_friction": 2.0, "coulomb_friction": 0.5, "rotor_inertia": 0.8}
    return robot.with_parameters({"inertia": inertia.ravel(), **{k: v * robot.parameter_values(k) for k, v in drives.items()}})


@pytest.fixture(scope="module")
def fit():
    return jn.identify(wrong(), recorded(), prior=wrong())


def test_a_wrong_prior_is_overcome_by_the_data(fit):
    """What the torque depends on: friction, and the base parameters, within four deviations each."""
    for name in ("viscous_friction", "coulomb_friction"):
        off = fit.parameters[name] - TRUE.parameter_values(name)
        assert (np.abs(off) < 4.0 * fit.deviation[name]).all(), name
        assert (np.abs(off) < 0.03 * TRUE.parameter_values(name)).all(), name
    values = {"inertia": TRUE.parameters, **{k: TRUE.parameter_values(k) for k in ("rotor_inertia", "viscous_friction")}}
    values |= {"coulomb_friction": TRUE.parameter_values("coulomb_friction"), "torque_offset": np.zeros(3)}
    exact = fit.base.map @ np.concatenate([values[name] for name in fit.free])
    assert (np.abs(fit.base.values - exact) < 4.0 * fit.base.deviation).all()
    found = fit.base.map @ np.concatenate([fit.parameters[name] for name in fit.free])
    assert (np.abs(found - exact) < 5.0 * fit.base.deviation).all()


@pytest.mark.slow
def test_deviations_are_those_over_many_recordings():
    """Over 100 seeds, 95 % of the base parameters are within two of their deviations, neither too large nor too small."""
    values = {name: TRUE.parameter_values(name) for name in ("rotor_inertia", "viscous_friction", "coulomb_friction")}
    values |= {"inertia": TRUE.parameters, "torque_offset": np.zeros(3)}
    plain, whole = [], []
    for seed in range(100):
        found = jn.identify(wrong(), recorded(seed=seed), prior=wrong())
        exact = found.base.map @ np.concatenate([values[name] for name in found.free])
        plain.append((found.base.values - exact) / found.base.deviation)
        whole.append(
            (found.base.map @ np.concatenate([found.parameters[name] for name in found.free]) - exact) / found.base.deviation
        )
        assert all(link.physical for link in found.robot.links)
    for rows in (plain, whole):
        assert (np.abs(rows) < 2.0).mean() > 0.94  # 2,500 numbers: 0.954 expected, 0.004 its own deviation
        assert 0.85 < np.std(rows) < 1.1


def test_noise_is_found_again(fit):
    """White noise of known size through a filter that passes 0.4 of the rows' band: what is left is less, and of that order."""
    spread = recorded().tau_m.std(axis=0)
    assert (fit.residual < 1.1 * NOISE * spread).all()
    assert fit.relative_residual < NOISE


def test_every_link_can_exist(fit):
    for link in fit.robot.links:
        assert link.physical
        assert link.mass > 0.0
    assert fit.robot.joint_names == TRUE.joint_names


def test_the_robot_that_was_found_predicts_another_motion(fit):
    other = recorded(seed=5, noise=0.0)
    errors = fit.validate(other)
    assert (errors["fit"] < 0.02).all()
    assert (errors["prior"] > 0.1).all()
    _, q, qd, qdd = motion(5)
    exact = jn.inverse_dynamics(fit.robot, q, qd, qdd).tau_m + fit.parameters["torque_offset"]
    inside = slice(50, -50)
    smooth = np.abs(qd[inside]).min(axis=1) > 0.05
    off = np.abs(fit.predict(other).tau_m - exact)[inside][smooth]
    assert off.max() < 0.02 * np.abs(exact).max()


def test_several_recordings_are_one_fit(fit):
    """Halves of a recording: what both say is what the whole one says, but for what filters take at the ends; and two
    recordings know friction better than one, by the square root of two where they say as much."""
    log = recorded()
    halves = jn.identify(wrong(), [log.cut(0.0, 6.0), log.cut(6.0, 12.0)], prior=wrong())
    for name in ("viscous_friction", "coulomb_friction"):
        assert (np.abs(halves.parameters[name] - fit.parameters[name]) < 2.0 * fit.deviation[name]).all()
        np.testing.assert_allclose(halves.deviation[name], fit.deviation[name], rtol=0.3)
    assert halves.base.names == fit.base.names
    assert (np.abs(halves.base.values - fit.base.values) < 3.0 * fit.base.deviation).all()
    np.testing.assert_allclose(halves.base.noise, fit.base.noise, rtol=0.2)
    np.testing.assert_allclose(halves.residual, fit.residual, rtol=0.2)
    both = jn.identify(wrong(), (log, recorded(seed=1)), prior=wrong())
    for name in ("viscous_friction", "coulomb_friction"):
        off = both.parameters[name] - TRUE.parameter_values(name)
        assert (np.abs(off) < 4.0 * both.deviation[name]).all(), name
        assert (both.deviation[name] < 0.85 * fit.deviation[name]).all(), name
    errors = both.validate([recorded(seed=5), recorded(seed=6)])
    each = [both.validate(recorded(seed=k))["fit"] for k in (5, 6)]
    np.testing.assert_allclose(errors["fit"], np.sqrt(np.mean(np.square(each), axis=0)), rtol=1e-12)
    assert both.report().to_html().count("<svg") == 6
    assert len(both.logs) == 2
    assert both.log == both.logs[0]


def test_the_same_recording_twice_is_the_same_fit(fit):
    """Twice as many rows: the values stay, the deviations of what the data alone say are less by the square root of two."""
    twice = jn.identify(wrong(), [recorded(), recorded()], prior=wrong())
    np.testing.assert_allclose(twice.base.values, fit.base.values, rtol=1e-10, atol=1e-12)
    # residuals have 2 N - p degrees of freedom instead of 2 (N - p)
    np.testing.assert_allclose(twice.base.deviation, fit.base.deviation / np.sqrt(2.0), rtol=0.05)
    assert [d.coulomb_speed for d in twice.robot.drives] == [d.coulomb_speed for d in fit.robot.drives]


def test_deviations_agree_with_the_bootstrap(fit):
    drawn = fit.bootstrap(15)
    for name in ("viscous_friction", "coulomb_friction"):
        ratio = drawn[name] / fit.deviation[name]
        assert (ratio > 0.3).all()
        assert (ratio < 2.0).all()


def test_the_report_says_what_only_the_prior_knows(fit):
    """Of the first link of an upright axis nothing but Izz acts."""
    known = {(kind, entry): by for kind, entry, _, _, _, by in fit.report().rows()}
    assert known["inertia", "upper m"] == "prior"
    assert known["inertia", "upper m cz"] == "prior"
    assert known["viscous_friction", "a"] == "data"
    text = str(fit.report())
    assert "only the prior's, the motion does not show them: inertia of upper m," in text
    assert "base parameters; condition number" in text
    page = fit.report().to_html()
    assert page.count("<svg") == 3
    assert "http" not in page


def test_base_parameters_have_the_names_of_jounce(fit):
    """Those of the links are the combinations of `base_parameters`, with rotors that act alike in them."""
    links = [name.split(" + 10000 rotor")[0] for name in fit.base.names if not name.startswith(("visc", "coul", "torq", "rotor"))]
    assert links == list(jn.dynamics.base_parameters(TRUE).names)


def test_a_load_alone():
    load = np.array([3.0, 0.3, 0.0, 0.15, 0.05, 0.06, 0.055, 0.0, -0.01, 0.0])
    log = recorded(TRUE.with_parameters({"payload": load}))
    found = jn.identify(TRUE, log, free="payload")
    assert found.parameters["payload"][0] == pytest.approx(3.0, rel=0.02)
    np.testing.assert_allclose(found.parameters["payload"][1:4], load[1:4], atol=0.03)
    assert found.robot.links[-1].mass == pytest.approx(5.0, rel=0.02)


def test_an_offset_and_a_spring_beside_a_drive():
    def sprung_by(K):
        joints = (replace(j, parallel=jn.robot.ParallelSpring(K, 0.2)) if j.name == "b" else j for j in TRUE.joints)
        return replace(TRUE, joints=tuple(joints))

    sprung, stiffer = sprung_by(40.0), sprung_by(50.0)
    log = recorded(stiffer, offset=np.array([0.5, -0.3, 0.2]))
    found = jn.identify(sprung, log, free=("torque_offset", "parallel_spring"))
    np.testing.assert_allclose(found.parameters["torque_offset"], [0.5, -0.3, 0.2], atol=0.02)
    assert found.parameters["parallel_spring"][1] == pytest.approx(1.25, abs=0.01)
    assert found.robot.joints[1].parallel.law == pytest.approx(50.0, rel=0.01)
    assert found.parameters["parallel_spring"][0] == 1.0


def test_friction_is_never_negative():
    """Data that ask for less than nothing get nothing."""
    free = TRUE.with_drives(viscous_friction=0.0, coulomb_friction=0.0)
    t, q, qd, qdd = motion()
    tau = jn.inverse_dynamics(free, q, qd, qdd).tau_m - 0.5 * qd
    found = jn.identify(free, jn.Log(t=t, theta=q, tau_m=tau), free="friction")
    assert (found.parameters["viscous_friction"] >= 0.0).all()
    assert found.parameters["viscous_friction"].max() < 1e-3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"free": ("inertie",)}, "no parameter 'inertie'. Did you mean 'inertia'"),
        ({"free": ()}, "expected names"),
        ({"free": 3}, "expected names"),
        ({"free": ("inertia", "payload")}, "a load is part of the link"),
        ({"free": ("link_viscous_friction",)}, "no joint of robot 'arm' has friction on the link side"),
        ({"free": ("parallel_spring",)}, "no joint of robot 'arm' has a spring beside its drive"),
        ({"prior": jn.load("planar_2r")}, "has other joints or links"),
        ({"prior": 3}, "expected a robot and a Log"),
        ({"spread": 0.0}, "spread: expected a finite number above zero"),
    ],
)
def test_wrong_use_is_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        jn.identify(TRUE, recorded(), **arguments)
