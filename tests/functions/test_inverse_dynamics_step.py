"""Damped joints stepped along a motion: held against the equation of the spring by other means, and tested in simulation.

The witnesses know nothing of filters: the spring's own equation and the robot's forward dynamics, solved by Dormand and Prince's
method of order 8, the undamped joint, and differences.
"""

import dataclasses
import shutil
import subprocess

import casadi
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import make_interp_spline

import jounce as jn
from jounce.errors import InputError
from support.random_robots import plainly, random_robot
from support.rotors import random_rotors
from support.tolerances import ALGEBRA, CHAIN, assert_close

D = 2.0
LAWS = {
    "linear": 60.0,
    "hardening": jn.robot.HardeningSpring(60.0, 500.0),
    "tabulated": jn.robot.TabulatedSpring((-3.0, -1.0, 0.0, 1.0, 3.0), (-260.0, -70.0, 0.0, 70.0, 260.0)),
    "written": jn.robot.SpringFunction(lambda d: 60.0 * d + 15.0 * jn.numbers.tanh(2.0 * d)),
}
TAYLOR = 1e-13
"""Native against plain: a few ulp."""


def swing(robot, order, w=2.0):
    """q(t) and its derivatives, a sine at each joint with a phase of its own: never at rest, smooth for ever."""
    phase = np.linspace(0.0, 2.0, robot.n)

    def at(t):
        t = np.asarray(t)[..., None]
        return np.stack([0.3 * w**k * np.sin(w * t + phase + 0.5 * np.pi * k) for k in range(order + 1)])

    return at


def spong(seed, n, law, damping=D):
    robot = random_robot(seed, n, kinds=("revolute",), chain=True, gravity=(0.0, 0.0, -3.0))
    return robot.with_drives(stiffness=LAWS[law], rotor_inertia=0.4, damping=damping)


def full(seed, n, law, damping=D):
    robot = random_rotors(seed, n, chain=True, kinds=("revolute",), rigid=0, spong=0, moved=0)
    drives = [dataclasses.replace(d, stiffness=LAWS[law], damping=damping, coulomb_friction=0.0) for d in robot.drives]
    return dataclasses.replace(robot, joints=tuple(dataclasses.replace(j, drive=d) for j, d in zip(robot.joints, drives)))


def march(robot, at, t, state=None, **more):
    """All steps along times t, the first from the steady state."""
    Q = at(t)
    found = []
    state = jn.dynamics.steady_state(robot, *Q[:, 0]) if state is None else state
    for k in range(len(t)):
        found.append(jn.dynamics.inverse_dynamics_step(robot, state, t[k] - t[k - 1] if k else 0.0, *Q[:, k], **more))
        state = found[-1].state
    return found


# ---------------------------------------------------------------- against the equation of the spring


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("seed", range(2))
def test_against_the_equation_of_the_spring(law, seed):
    """f(delta) + D deltad = tau_j(t) by Dormand and Prince's method of order 8, from where the first step is."""
    robot = spong(seed, 3, law)
    at, t = swing(robot, 4), np.linspace(0.0, 0.5, 101)
    found = march(robot, at, t)
    spring = robot.joints[0].drive.law
    f = (lambda d: 60.0 * d) if spring is None else spring.torque

    def rate(time, delta):
        return (jn.rnea(robot, *at(time)[:3]) - f(delta)) / D

    exact = solve_ivp(rate, (0.0, 0.5), found[0].delta, "DOP853", rtol=1e-13, atol=1e-15, max_step=0.01).y[:, -1]
    last = found[-1]
    assert_close(last.delta, exact, CHAIN, "delta")
    speed = rate(0.5, exact)
    assert_close(last.theta[0], at(0.5)[0] + exact, CHAIN)
    assert_close(last.theta[1], at(0.5)[1] + speed, CHAIN)
    taud = jn.rnea(robot, *at(0.5)[:4])[1]
    slope = 60.0 if spring is None else spring.stiffness(exact)
    acceleration = (taud - slope * speed) / D
    assert_close(last.tau_m, last.tau_j[0] + 0.4 * (at(0.5)[2] + acceleration), 1e-10, "tau_m")  # the witness divides by D twice


@pytest.mark.parametrize("law", LAWS)
def test_sixth_order(law):
    """Half the step, a 64th of the error, where the spring's law is smooth."""
    if law == "tabulated":
        pytest.skip("the third derivative of this law jumps: the order is that of its smoothness")
    robot = spong(0, 2, law)
    at = swing(robot, 4, w=6.0)
    first = jn.dynamics.steady_state(robot, *at(0.0))
    ends = [march(robot, at, np.linspace(0.0, 0.6, count + 1), first)[-1].tau_m for count in (12, 24, 48, 384)]
    errors = [np.abs(end - ends[-1]).max() for end in ends[:-1]]
    slopes = -np.diff(np.log2(errors))
    assert (np.abs(slopes - 6.0) < 0.6).all(), errors


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("make", [spong, full])
def test_little_damping_is_none(make, law):
    """D -> 0 is the spring without a damper, and loses no digits on the way."""
    if make is full and law == "tabulated":
        pytest.skip("derivatives of this law beyond the second jump: at the knots the robot without damping has no inverse")
    robot, bare = make(1, 3, law, 1e-14), make(1, 3, law, 0.0)
    at = swing(robot, robot.motion_order, w=1.0)
    found, wanted = march(robot, at, np.linspace(0.0, 0.3, 4))[-1], jn.inverse_dynamics(bare, *at(0.3))
    for name in ("tau_m", "tau_j", "theta", "delta"):
        assert_close(getattr(found, name), getattr(wanted, name), CHAIN, name)


def test_live_damping_of_nothing():
    """Damping that is an argument may vanish, and so may its partial derivative's denominator."""
    robot = spong(1, 3, "linear")
    Q = swing(robot, 4)(0.3)
    none = {"damping": np.zeros(3)}
    state = jn.dynamics.steady_state(robot, *Q, parameters=none)
    found = jn.dynamics.inverse_dynamics_step(robot, state, 0.01, *Q, parameters=none)
    assert_close(found.tau_m, jn.inverse_dynamics(robot.with_drives(damping=0.0), *Q).tau_m, ALGEBRA)
    slopes = jn.dynamics.inverse_dynamics_step_derivatives(robot, state, 0.01, *Q, by=("damping", "stiffness"), parameters=none)
    assert all(np.isfinite(x).all() for x in slopes.values())


def test_rest():
    """At rest springs hold the gravity, and nothing happens however long the step; with a wrench they hold that, too."""
    robot = spong(2, 3, "hardening")
    q, W = np.array([0.3, -0.4, 1.0]), np.array([0.1, 0.2, -0.3, 4.0, 5.0, -6.0])
    still = np.zeros((4, 3))
    for more, rates in (({}, {}), ({"wrench": (W,)}, {"wrench": (W, 0 * W, 0 * W)})):
        state = jn.dynamics.steady_state(robot, q, **more)
        tau = jn.rnea(robot, q, *still[:2], **more)
        assert_close(LAWS["hardening"].torque(state[0]), tau, ALGEBRA)
        assert_close(state[1:], 0.0 * state[1:], ALGEBRA)
        done = jn.dynamics.inverse_dynamics_step(robot, state, 7.0, q, *still, **rates)
        assert_close(done.state, state, ALGEBRA)
        assert_close(done.tau_m, tau, ALGEBRA)


def test_stiffness_that_changes_on_the_way():
    """K(t) delta + D deltad = tau_j."""
    robot = spong(3, 2, "linear")
    at, t = swing(robot, 4), np.linspace(0.0, 0.5, 101)

    def K(time):
        return tuple(
            np.full(2, x) for x in (60.0 + 20.0 * np.sin(3.0 * time), 60.0 * np.cos(3.0 * time), -180.0 * np.sin(3.0 * time))
        )

    Q = at(t)
    state = first = jn.dynamics.steady_state(robot, *Q[:, 0], stiffness=K(0.0))
    for k in range(len(t)):
        done = jn.dynamics.inverse_dynamics_step(robot, state, t[k] - t[k - 1] if k else 0.0, *Q[:, k], stiffness=K(t[k]))
        state = done.state

    def rate(time, delta):
        return (jn.rnea(robot, *at(time)[:3]) - K(time)[0] * delta) / D

    exact = solve_ivp(rate, (0.0, 0.5), first[0], "DOP853", rtol=1e-13, atol=1e-15, max_step=0.01).y[:, -1]
    assert_close(done.delta, exact, CHAIN)
    path = jn.trajectory.rest_to_rest(np.zeros(2), np.ones(2), 1.0)
    stiffness = jn.trajectory.rest_to_rest(np.full(2, 60.0), np.full(2, 90.0), 1.0)
    plan = jn.feedforward(robot, path, np.linspace(-0.1, 1.2, 261), stiffness=stiffness)

    def along(time, delta):
        return (jn.rnea(robot, *path(time, 2)) - stiffness(time)[0] * delta) / D

    exact = solve_ivp(along, (0.0, 1.0), plan.delta[20], "DOP853", rtol=1e-13, atol=1e-15, max_step=0.01).y[:, -1]
    assert_close(plan.delta[220], exact, CHAIN)
    assert_close(plan.at([0.5]).tau_m[0], plan.tau_m[120], ALGEBRA)


def test_wrenches_on_the_way():
    """Of which one begins and ends inside the motion, where its second rate jumps, and goes on after it."""
    robot = spong(4, 2, "hardening")
    path = jn.trajectory.rest_to_rest(np.zeros(2), np.ones(2), 1.0)
    blow = jn.trajectory.rest_to_rest(np.zeros(6), np.array([0.1, -0.2, 0.3, 4.0, -5.0, 6.0]), 0.5, degree=5, start_time=0.3)
    late = jn.trajectory.rest_to_rest(np.zeros(6), np.array([0.0, 0.2, 0.0, 1.0, 2.0, 3.0]), 0.5, degree=5, start_time=0.85)
    plan = jn.feedforward(robot, path, np.linspace(-0.1, 1.5, 161), wrench={"link0": blow, "link1": late})

    def rate(time, delta):
        wrench = {"link0": blow(time), "link1": late(time)}
        return (jn.rnea(robot, *path(time, 2), wrench=wrench) - LAWS["hardening"].torque(delta)) / D

    delta, begin = plan.delta[0], -0.1
    for end in (0.0, 0.3, 0.8, 0.85, 1.0, 1.35, 1.5):
        delta = solve_ivp(rate, (begin, end), delta, "DOP853", rtol=1e-13, atol=1e-15, max_step=0.01).y[:, -1]
        begin = end
        assert_close(plan.at([end]).delta[0], delta, 3e-10, f"until {end}")
    assert_close(plan.delta[-1], delta, 3e-10)


def test_on_a_floating_base():
    """The joint of a body that flies: f(delta) + D deltad is what the other body takes."""
    body = {"mass": 1.0, "com": (0.2, 0.0, 0.1), "inertia": (0.1, 0.1, 0.1, 0.0, 0.0, 0.0)}
    drive = jn.Drive(rotor_inertia=0.1, stiffness=LAWS["hardening"], damping=D)
    joints = [jn.Joint("free", "floating", "world", "a"), jn.Joint("hinge", "revolute", "a", "b", drive=drive)]
    robot = jn.Robot.build("flying", [jn.Link("world"), jn.Link("a", **body), jn.Link("b", **body)], joints)
    path = jn.trajectory.rest_to_rest(np.zeros(7), np.linspace(0.3, 0.9, 7), 1.0, degree=9)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 1.0, 201))

    def rate(time, delta):
        return (jn.rnea(robot, *jn.trajectory.motion(robot, path, time, 2))[-1:] - LAWS["hardening"].torque(delta)) / D

    exact = solve_ivp(rate, (0.0, 1.0), plan.delta[0, -1:], "DOP853", rtol=1e-13, atol=1e-15, max_step=0.01).y[:, -1]
    assert_close(plan.delta[-1, -1:], exact, CHAIN)
    Q = jn.trajectory.motion(robot, path, 0.5)
    slopes = jn.dynamics.inverse_dynamics_step_derivatives(robot, plan.bend[:, 100], 0.005, *Q)
    assert slopes.shape == (5, 7, 7)


def test_stiffness_that_changes_and_rotors_that_are_carried():
    """K(t) as a jet of as many derivatives as the motion asks, of a constant the same as none."""
    robot = full(2, 2, "linear")
    order = robot.motion_order
    Q = swing(robot, order)(np.linspace(0.0, 0.1, 5))
    constant = (np.full(2, 60.0), *[np.zeros(2)] * (order - 2))
    state = jn.dynamics.steady_state(robot, *Q[:, 0])
    for k in range(1, 5):
        plain = jn.dynamics.inverse_dynamics_step(robot, state, 0.025, *Q[:, k])
        jet = jn.dynamics.inverse_dynamics_step(
            robot, state, 0.025, *Q[:, k], parameters={"stiffness": jn.numbers.Jet.from_derivatives(constant)}
        )
        state = plain.state
        for name in plain._fields:
            assert_close(getattr(jet, name), getattr(plain, name), CHAIN, name)


def test_motors_that_turn_with_several_joints():
    """At each motor K delta + D deltad is what that drive carries."""
    rng = np.random.default_rng(0)
    N = np.eye(3) + np.tril(rng.normal(size=(3, 3)), -1)
    robot = spong(6, 3, "linear").with_transmission(N)
    path = jn.trajectory.rest_to_rest(np.zeros(3), np.ones(3), 1.0)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 1.0, 201))
    carried = plan.tau_j[0] @ np.linalg.inv(N)
    assert_close(60.0 * plan.delta + D * (plan.theta[1] - plan.q[1] @ N.T), carried, CHAIN)
    done = march(robot, lambda t: path(t, 4), plan.t, jn.dynamics.steady_state(robot, path.start))
    assert_close(done[-1].tau_m, plan.tau_m[-1], CHAIN)


# ---------------------------------------------------------------- in simulation, by another integrator


def follow(robot, plan):
    """Where the robot's own equations take it under the planned torque: forward dynamics, Dormand and Prince's method."""
    n = robot.n
    torque = make_interp_spline(plan.t, plan.tau_m, k=7)

    def rate(t, y):
        q, qd, theta, thetad = y.reshape(4, n)
        qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, torque(t))
        return np.concatenate([qd, qdd, thetad, thetadd])

    begin = np.concatenate([plan.q[0][0], plan.q[1][0], plan.theta[0, 0], plan.theta[1, 0]])
    span = plan.t[0], plan.t[-1]
    return solve_ivp(rate, span, begin, "DOP853", rtol=1e-11, atol=1e-12).y[:, -1].reshape(4, n)


@pytest.mark.parametrize("law", ["linear", "hardening", "tabulated"])
@pytest.mark.parametrize("make", [spong, full])
def test_open_loop(make, law):
    """Under the planned torque the robot ends where the plan ends, to 1e-8 rad. The table has no knot on the way."""
    robot = make(3, 2, law)
    path = jn.trajectory.rest_to_rest(np.zeros(2), np.array([0.6, -0.4]), 1.0, degree=2 * robot.motion_order + 1)
    plan = jn.feedforward(robot, path, np.linspace(0.0, 1.0, 201))
    assert plan.method == "filter"
    if law == "tabulated" and make is full:
        assert np.abs(plan.delta).max() < 1.0
    end = follow(robot, plan)
    assert np.abs(end[0] - path.goal).max() < 1e-8
    assert np.abs(end[2] - plan.theta[0, -1]).max() < 1e-8


# ---------------------------------------------------------------- every backend


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("make", "n"), [(spong, 4), (full, 2)])
def test_plain_native_and_batches(make, n, law):
    robot = make(5, n, law)
    order = robot.motion_order
    Q = swing(robot, order)(np.linspace(0.0, 1.0, 6))
    state = jn.dynamics.steady_state(robot, *Q)
    h = np.linspace(0.001, 0.4, 6)
    W = np.random.default_rng(0).normal(size=(order - 1, 6, 6))
    batch = jn.dynamics.inverse_dynamics_step(robot, state, h, *Q, wrench=W)
    kernel = jn.compile(jn.dynamics.inverse_dynamics_step, robot, wrench=True)
    for k in range(6):
        one = jn.dynamics.inverse_dynamics_step(robot, state[:, k], h[k], *Q[:, k], wrench=W[:, k])
        plain = plainly(jn.dynamics.inverse_dynamics_step, robot, state[:, k], h[k], *Q[:, k], wrench=W[:, k])
        compiled = kernel(state[:, k], h[k], *Q[:, k], wrench=W[:, k])
        for name in one._fields:
            assert_close(getattr(one, name), getattr(plain, name), 1e-12, name)
            assert_close(getattr(compiled, name), getattr(one, name), 1e-12, name)
            stacked = getattr(batch, name)
            assert_close(stacked[k] if name in ("tau_m", "delta") else stacked[:, k], getattr(one, name), 1e-12, name)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("make", [spong, full])
def test_casadi(make, law):
    robot = make(6, 2, law)
    order = robot.motion_order
    Q = swing(robot, order)(0.4)
    state = jn.dynamics.steady_state(robot, *Q)
    wanted = jn.dynamics.inverse_dynamics_step(robot, state, 0.02, *Q)
    for kind in (casadi.SX, casadi.MX):
        rows, columns = [kind.sym(f"s{k}", 2) for k in range(order)], [kind.sym(f"q{k}", 2) for k in range(order + 1)]
        h = kind.sym("h")
        done = jn.dynamics.inverse_dynamics_step(robot, rows, h, *columns)
        function = casadi.Function("step", [*rows, h, *columns], [done.tau_m, *done.state])
        tau_m, *new = function(*state, 0.02, *Q)
        assert_close(np.array(tau_m).ravel(), wanted.tau_m, 1e-12)
        assert_close(np.array([np.array(row).ravel() for row in new]), wanted.state, 1e-12)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize("law", LAWS)
def test_exported_c(tmp_path, law):
    """The state is handed in and out; the test that is written along passes."""
    robot = spong(7, 2, law)
    jn.compile(jn.dynamics.inverse_dynamics_step, robot, parameters=("damping",)).write_c(tmp_path)
    header = (tmp_path / "inverse_dynamics_step.h").read_text()
    assert "next_state" in header
    assert "time since the state [s]" in header
    sources = sorted(str(path) for path in tmp_path.glob("*.c"))
    subprocess.run(["cc", "-std=c99", *sources, "-o", str(tmp_path / "test"), "-lm"], check=True)
    subprocess.run([str(tmp_path / "test")], check=True)


# ---------------------------------------------------------------- partial derivatives


@pytest.mark.parametrize(("make", "law"), [(spong, "linear"), (full, "linear"), (spong, "hardening"), (spong, "written")])
@pytest.mark.parametrize("of", ["tau_m", "state"])
def test_partial_derivatives(make, of, law):
    """Central differences, in steps of 1e-6 of what there is."""
    robot = make(8, 2, law)
    order, n = robot.motion_order, robot.n
    Q = swing(robot, order, w=1.0)(0.4)
    state = jn.dynamics.steady_state(robot, *Q)
    h, K, damping = np.array(0.05), np.full(n, 60.0), np.full(n, D)
    W = np.random.default_rng(1).normal(size=(order - 1, 6))
    given = {"motion": Q, "state": state, "h": h, "stiffness": K, "damping": damping}
    found = jn.dynamics.inverse_dynamics_step_derivatives(robot, state, h, *Q, of=of, by=tuple(given), wrench=W)

    def value(**other):
        now = {**given, **other}
        numbers = {"stiffness": now["stiffness"], "damping": now["damping"]}
        done = jn.dynamics.inverse_dynamics_step(robot, now["state"], now["h"], *now["motion"], wrench=W, parameters=numbers)
        return getattr(done, of)

    for name, x in given.items():
        slopes = []
        for index in np.ndindex(x.shape):
            step = np.zeros(x.shape)
            step[index] = 1e-6 * max(np.abs(x).max(), 1.0)
            slopes.append((value(**{name: x + step}) - value(**{name: x - step})) / (2.0 * step[index]))
        wanted = np.stack(slopes, axis=-1)
        if x.ndim == 2:  # rows of what they are by come before the motors, behind the rows of the state
            wanted = np.moveaxis(wanted.reshape(*wanted.shape[:-1], *x.shape), -2, wanted.ndim - 2)
        mine = found[name]
        assert_close(mine, wanted.reshape(mine.shape), 1e-6, f"{of} by {name}")


# ---------------------------------------------------------------- refusals


ARM = spong(0, 2, "linear")
STILL = np.zeros((5, 2))
STATE = np.zeros((4, 2))
BAD = [
    (lambda: jn.dynamics.inverse_dynamics_step(ARM, np.zeros((3, 2)), 0.1, *STILL), "state: expected 4 rows of 2 numbers"),
    (lambda: jn.dynamics.inverse_dynamics_step(ARM, None, 0.1, *STILL), "state: expected 4 rows"),
    (lambda: jn.dynamics.inverse_dynamics_step(ARM, np.zeros((4, 3)), 0.1, *STILL), r"state\[0\] has 3 values"),
    (lambda: jn.dynamics.inverse_dynamics_step(ARM, STATE, -0.1, *STILL), "h is -0.1; expected the time since"),
    (lambda: jn.dynamics.inverse_dynamics_step(ARM, STATE, np.nan, *STILL), "h is nan"),
    (lambda: jn.dynamics.inverse_dynamics_step(ARM, STATE, "soon", *STILL), "h has elements of type"),
    (lambda: jn.dynamics.inverse_dynamics_step(ARM, STATE, 0.1, *STILL[:4]), "missing: the snap"),
    (
        lambda: jn.dynamics.inverse_dynamics_step(ARM.with_rigid_joints(), STATE[:2], 0.1, *STILL),
        "are rigid, so there is nothing to step",
    ),
    (lambda: jn.compile(jn.dynamics.inverse_dynamics_step, ARM)(STATE, -1.0, *STILL), "h is -1"),
    (lambda: jn.compile(jn.dynamics.inverse_dynamics_step, ARM.with_rigid_joints()), "nothing to step"),
    (lambda: jn.dynamics.inverse_dynamics_step_derivatives(ARM, STATE, 0.1, *STILL, of="q"), "of: expected one of tau_m, state"),
    (
        lambda: jn.dynamics.inverse_dynamics_step_derivatives(ARM, STATE, 0.1, *STILL, by=("stat",)),
        "by: no parameter 'stat'.*state",
    ),
    (lambda: jn.dynamics.inverse_dynamics_step(jn.load("moberg_5dof"), STATE, 0.1, *STILL), "has a spring and no motor"),
]


@pytest.mark.parametrize(("call", "words"), BAD, ids=range(len(BAD)))
def test_bad_input(call, words):
    with pytest.raises(InputError, match=words):
        call()
