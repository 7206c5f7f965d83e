"""Recordings with a sign, a sense of time, a unit or a joint that is wrong are refused, by joint; good ones are not."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from identification.recorded import kr300, tx40
from jounce.errors import InputError
from jounce.identification import log_checks
from jounce.identification.identify import prepared
from jounce.identification.torque_regression import FilteredColumns
from jounce.identification.torque_signs import least_squares, shares, unexplained
from support.tolerances import assert_close

T = 2.0 * np.pi * np.arange(200) / 200


def columns(keep=None):
    """Two joints, a column for each: cos at joint 1, 1 and sin at joint 2."""
    by = {"inertia": np.zeros((200, 2, 1)), "friction": np.zeros((200, 2, 2))}
    by["inertia"][:, 0, 0], by["friction"][:, 1, 0], by["friction"][:, 1, 1] = np.cos(T), 1.0, np.sin(T)
    torque = np.stack([3.0 * np.cos(T), 5.0 + 2.0 * np.sin(T)], axis=1)
    keep = np.ones((200, 2), dtype=bool) if keep is None else keep
    return FilteredColumns(by, torque, keep, torque)


def test_torques_that_the_columns_contain():
    assert unexplained(columns(), columns().torque) < 1e-20
    assert_close(least_squares(columns(), columns().torque, columns().keep), np.array([3.0, 5.0, 2.0]))


def test_what_is_orthogonal_to_the_columns_is_left():
    """The variance of cos t + sin t is half that of cos t."""
    torque = np.stack([np.cos(T) + np.sin(T), np.sin(2.0 * T)], axis=1)
    assert_close(shares(columns(), torque), np.array([0.5, 1.0]))
    assert unexplained(columns(), torque) == pytest.approx(0.75)


def test_a_joint_without_rows_has_none():
    keep = np.ones((200, 2), dtype=bool)
    keep[:, 1] = False
    left = shares(columns(keep), np.stack([np.cos(T) + np.sin(T), np.zeros(200)], axis=1))
    assert left[0] == pytest.approx(0.5)
    assert np.isnan(left[1])


def test_a_torque_of_zero_is_explained():
    assert unexplained(columns(), np.zeros((200, 2))) == 0.0


def test_columns_that_are_alike_share_the_value():
    """Two equal columns: the minimum norm halves it."""
    by = {"a": np.cos(T)[:, None, None], "b": np.cos(T)[:, None, None]}
    torque = 4.0 * np.cos(T)[:, None]
    keep = np.ones((200, 1), dtype=bool)
    assert_close(least_squares(FilteredColumns(by, torque, keep, torque), torque, keep), np.array([2.0, 2.0]))


def moved(name, seed, noise=0.02, duration=10.0, **drives):
    """(robot, recording): sums of five sines, torque of rigid joints with noise on it."""
    robot = jn.load(name).with_drives(**drives) if drives else jn.load(name)
    rng, t = np.random.default_rng(seed), np.arange(0.0, duration, 2e-3)
    w = 2.0 * np.pi * 0.2 * np.arange(1, 6)[:, None, None]
    a, p = rng.uniform(0.1, 0.4, (5, 1, robot.n)), rng.uniform(0.0, 6.0, (5, 1, robot.n))
    phase = w * t[:, None] + p
    Q = (a * np.sin(phase)).sum(0), (a * w * np.cos(phase)).sum(0), -(a * w**2 * np.sin(phase)).sum(0)
    tau = jn.inverse_dynamics(robot.with_rigid_joints(), *Q).tau_m
    theta = Q[0] + 2e-6 * rng.normal(size=Q[0].shape)
    return robot, jn.Log(t=t, theta=theta, tau_m=tau + noise * tau.std(axis=0) * rng.normal(size=tau.shape))


CASES = {
    "planar": lambda: moved("planar_2r", 0),
    "planar with friction": lambda: moved("planar_2r", 1, viscous_friction=3.0, coulomb_friction=2.0),
    "lwr": lambda: moved("kuka_lwr", 2, viscous_friction=5.0, coulomb_friction=3.0),
    "noisy iiwa": lambda: moved("kuka_iiwa", 3, noise=0.2),
    "tx40": lambda: (jn.load("staubli_tx40"), tx40()),
    "kr300 A": lambda: (jn.load("kuka_kr300").with_payload(150.0, (0.0, 0.0, 0.1)), kr300("A")),
    "kr300 B": lambda: (jn.load("kuka_kr300").with_payload(150.0, (0.0, 0.0, 0.1)), kr300("B")),
}
FAST = ("planar", "planar with friction", "kr300 A")
EVERY = [name if name in FAST else pytest.param(name, marks=pytest.mark.slow) for name in CASES]


@pytest.fixture(scope="module", params=EVERY)
def recording(request):
    return CASES[request.param]()


def ask(robot, log):
    """The checks before a fit."""
    log_checks.check(robot, log)
    log_checks.check_torque(robot, [prepared(log)], 10)


def test_good_recordings_pass_without_a_word(recording):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ask(*recording)


@pytest.mark.parametrize("channel", ["tau_m", "theta"])
def test_the_other_sign_of_one_joint(recording, channel):
    robot, log = recording
    joints = range(robot.n) if robot.n < 3 else (0, 2, robot.n - 1)
    for i in joints:
        sign = np.where(np.arange(robot.n) == i, -1.0, 1.0)
        with pytest.raises(InputError, match="has the other sign") as refused:
            ask(robot, replace(log, **{channel: getattr(log, channel) * sign}))
        if channel == "tau_m":
            assert f"'{robot.joint_names[i]}'" in str(refused.value)


def test_the_other_sign_of_all(recording):
    robot, log = recording
    with pytest.raises(InputError, match="the other sign"):
        ask(robot, replace(log, tau_m=-log.tau_m))


def test_positions_reversed_in_time(recording):
    robot, log = recording
    with pytest.raises(InputError, match="reversed in time|other sign|unexplained"):
        ask(robot, replace(log, theta=log.theta[::-1]))


@pytest.mark.parametrize("seed", range(3))
def test_random_torque(recording, seed):
    robot, log = recording
    rng = np.random.default_rng(seed)
    with pytest.raises(InputError, match="% of the torque of joints .* unexplained"):
        ask(robot, replace(log, tau_m=log.tau_m.std(axis=0) * rng.normal(size=log.tau_m.shape)))
    i = int(rng.integers(robot.n))
    torque = log.tau_m.copy()
    torque[:, i] = torque[:, i].std() * rng.normal(size=len(torque))
    with pytest.raises(InputError, match="unexplained|has the other sign") as refused:
        ask(robot, replace(log, tau_m=torque))
    assert f"'{robot.joint_names[i]}'" in str(refused.value)


def test_other_units(recording):
    robot, log = recording
    for factor in (1e3, 1.0 / 400.0):
        with pytest.raises(InputError, match="times what the masses of robot .* ask for"):
            ask(robot, replace(log, tau_m=factor * log.tau_m))
    one = np.where(np.arange(robot.n) == 1, 1e3, 1.0)
    with pytest.raises(InputError, match="times what the masses of robot .* ask|far better"):
        ask(robot, replace(log, tau_m=log.tau_m * one))
    with pytest.raises(InputError, match="degrees"):
        ask(robot, replace(log, theta=np.degrees(log.theta)))


def test_swapped_columns(recording):
    robot, log = recording
    order = [1, 0, *range(2, robot.n)]
    with pytest.raises(InputError):
        ask(robot, replace(log, tau_m=log.tau_m[:, order]))


@pytest.mark.parametrize("late", [0.05, 0.3, -0.5])
@pytest.mark.parametrize("name", ["planar", "planar with friction"])
def test_shifted_in_time(name, late):
    robot, log = CASES[name]()
    by = round(late / log.step)
    ahead = log.tau_m[max(-by, 0) : len(log) - max(by, 0)]
    shifted = jn.Log(t=log.t[: len(ahead)], theta=log.theta[max(by, 0) : len(log) - max(-by, 0)], tau_m=ahead)
    with pytest.raises(InputError, match=r"s (behind|ahead of) the positions"):
        ask(robot, shifted)


def test_currents_are_doubted():
    """A tenth of the torque may be a current, or masses that were only guessed: a fit is made, and says so."""
    robot, log = CASES["planar with friction"]()
    with pytest.warns(UserWarning, match=r"0\.1 times what the masses .* no currents"):
        ask(robot, replace(log, tau_m=0.1 * log.tau_m))


def test_identify_refuses_before_the_fit():
    robot, log = CASES["planar"]()
    with pytest.raises(InputError, match="joint 'joint2' has the other sign"):
        jn.identify(robot, replace(log, tau_m=log.tau_m * [1.0, -1.0]))
    with pytest.raises(InputError, match="recording 2, tau_m: .*joint 'joint1' has the other sign"):
        jn.identify(robot, [log, replace(log, tau_m=log.tau_m * [-1.0, 1.0])])


def test_a_fit_that_explains_little_says_so():
    """Friction alone is sought, and the masses are four times too small."""
    robot, log = CASES["planar with friction"]()
    light = robot.with_parameters({"inertia": 0.25 * robot.parameters})
    with pytest.warns(UserWarning, match="the fit leaves .* % of 'joint1'"):
        jn.identify(light, log, free=("viscous_friction", "coulomb_friction"))


@pytest.mark.native
@pytest.mark.parametrize("wrong", ["sign", "reversed", "random"])
def test_response_and_output_error(wrong):
    """Motors alone, swinging about a pose: of a torque that is not that of the motion no springs are told."""
    robot = jn.load("planar_2r").with_drives(viscous_friction=2.0).with_gravity((0.0, 0.0, 0.0))
    w = 2.0 * np.pi * np.array([1.0, 1.5, 2.0, 3.5, 5.0, 8.0])
    t = np.arange(0.0, 5.0, 2e-3)
    rng = np.random.default_rng(0)
    tau = sum(0.5 * rng.normal(size=2) * np.sin(f * t + p)[:, None] for f, p in zip(w, rng.uniform(0.0, 6.0, 6)))
    x = np.zeros(8)
    states = []
    for k in range(len(t)):  # Runge and Kutta's method, torque straight between samples
        states.append(x)
        if k + 1 < len(t):
            x = _stepped(robot, x, tau[k], 0.5 * (tau[k] + tau[k + 1]), tau[k + 1], t[1])
    theta = np.array(states)[:, 2:4]
    good = jn.Log(t=t, theta=theta, tau_m=tau)
    torque = {"sign": tau * [1.0, -1.0], "reversed": tau[::-1], "random": tau.std(axis=0) * rng.normal(size=tau.shape)}[wrong]
    bad = jn.Log(t=t, theta=theta, tau_m=torque)
    fit = jn.identification.identify_output_error(robot, [good], free=("stiffness", "viscous_friction"))
    assert np.allclose(fit.parameters["stiffness"], robot.parameter_values("stiffness"), rtol=0.05)
    with pytest.raises(InputError, match="identify_output_error: the torques leave .* % of 'joint"):
        jn.identification.identify_output_error(robot, [bad], free=("stiffness", "viscous_friction"))
    cut = slice(len(t) // 3, None)  # settled
    settled = [jn.Log(t=t[cut], theta=theta[cut], tau_m=each[cut]) for each in (tau, torque)]
    free = ("stiffness", "viscous_friction")
    assert np.isfinite(jn.identification.identify_response(robot, settled[:1], w, free=free).residual).all()
    with pytest.raises(InputError, match="identify_response: springs and motors, whatever they are, leave .* % of 'joint"):
        jn.identification.identify_response(robot, settled[1:], w, free=free)


def _stepped(robot, x, before, between, after, h):
    def rate(y, torque):
        q, theta, qd, thetad = np.split(y, 4)
        return np.concatenate([qd, thetad, *jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, torque)])

    k1 = rate(x, before)
    k2 = rate(x + 0.5 * h * k1, between)
    k3 = rate(x + 0.5 * h * k2, between)
    k4 = rate(x + h * k3, after)
    return x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
