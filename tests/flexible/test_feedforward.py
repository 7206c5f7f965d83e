"""Motor torque along a motion: instant by instant without damping; with damping, a filter held against exact solutions."""

import dataclasses
from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jounce as jn
from jounce.errors import InputError, SmoothnessError
from jounce.plant import spring_filter
from support.experiments import DURATION, LWR, PATH, plan
from support.random_robots import random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close

B, K, D = np.array([drive.reflected_inertia for drive in LWR.drives]), 1000.0, 50.0
TIME_CONSTANT = D / K


def damped(value, **more):
    return LWR.with_drives(stiffness=K, rotor_inertia=B, damping=value, **more)


DAMPED = damped(D)
RESULTS = ("theta", "tau_m", "delta")


def compare(found, expected, tolerance):
    for name in ("q", "tau_j", *RESULTS):
        assert_close(getattr(found, name), getattr(expected, name), tolerance, name)


def samples(given, index):
    """The same plan at some of its times."""
    rows = {name: getattr(given, name)[index] for name in ("t", "tau_m", "delta")}
    return dataclasses.replace(given, **rows, **{name: getattr(given, name)[:, index] for name in ("q", "theta", "tau_j")})


# ---------------------------------------------------------------- without damping


@pytest.mark.parametrize(("robot", "method"), [(LWR, "algebraic"), (LWR.with_rigid_joints(), "rigid"), (DAMPED, "filter")])
def test_shapes(robot, method):
    found = jn.feedforward(robot, PATH, np.linspace(0.0, 4.0, 5), method)
    rows = robot.motion_order + 1
    assert found.method == method
    assert found.status.motion_order == robot.motion_order
    assert found.q.shape == (rows, 5, 7)
    assert found.tau_j.shape == (rows - 2, 5, 7)
    assert found.theta.shape == (3, 5, 7)
    assert found.tau_m.shape == found.delta.shape == (5, 7)
    assert jn.feedforward(robot, PATH, 1.0).tau_m.shape == (1, 7)


@pytest.mark.parametrize(
    "robot", [LWR, LWR.with_rigid_joints(), random_robot(3, 4).with_drives(stiffness=9e3, rotor_inertia=1.0)]
)
def test_instant_by_instant(robot):
    path = jn.trajectory.rest_to_rest(np.zeros(robot.n), np.linspace(1.0, -1.0, robot.n), 2.0)
    t = np.array([-1.0, 0.0, 0.3, 1.1, 2.0, 5.0])
    found = jn.feedforward(robot, path, t)
    assert_close(found.q, path(t, robot.motion_order), 0.0)
    for k in range(len(t)):
        one = jn.inverse_dynamics(robot, *path(t[k], robot.motion_order))
        for name in ("tau_j", "theta"):
            assert_close(getattr(found, name)[:, k], getattr(one, name), ALGEBRA, name)
        for name in ("tau_m", "delta"):
            assert_close(getattr(found, name)[k], getattr(one, name), ALGEBRA, name)


def test_stiffness_on_the_way():
    """K(t): theta = q + tau / K(t) and its derivatives by the quotient rule."""
    stiffness = jn.trajectory.rest_to_rest(np.full(7, 500.0), np.linspace(800.0, 2000.0, 7), 4.0)
    t = np.linspace(0.5, 3.5, 7)
    found = jn.feedforward(LWR, PATH, t, stiffness=stiffness)
    (k, kd, kdd), tau = stiffness(t, 2), jn.rnea(LWR, *PATH(t, 4))
    delta = tau[0] / k
    rate = (tau[1] - kd * delta) / k
    bend = (tau[2] - 2.0 * kd * rate - kdd * delta) / k
    assert_close(found.theta, found.q[:3] + [delta, rate, bend], ALGEBRA)
    assert_close(found.tau_m, tau[0] + B * found.theta[2], ALGEBRA)
    compare(found.at(t[1:3]), samples(found, slice(1, 3)), ALGEBRA)


@pytest.mark.parametrize("robot", [LWR, LWR.with_rigid_joints()])
def test_other_times(robot):
    t = [-0.5, 0.2, 3.0, 6.0]
    compare(plan(robot, 5).at(t), jn.feedforward(robot, PATH, t), 0.0)


# ---------------------------------------------------------------- damping: exact solutions


def wheel(stiffness, damping):
    """One turning joint without gravity: tau = I qdd."""
    links = [jn.Link("base"), jn.Link("wheel", 1.0, inertia=(1.0, 1.0, 0.7, 0.0, 0.0, 0.0))]
    robot = jn.Robot.build("wheel", links, [jn.Joint("j", "revolute", "base", "wheel")], gravity=(0.0, 0.0, 0.0))
    return robot.with_drives(stiffness=stiffness, rotor_inertia=0.3, damping=damping, viscous_friction=0.2)


@pytest.mark.parametrize("ratio", [1e-9, 1e-6, 1e-3, 0.03, 1.0, 10.0])
def test_harmonic_motion(ratio):
    """K d + D d' = -I A w^2 cos(w t) has the steady solution Re c e^(iwt), c = -I A w^2 / (K + i w D), for any w D/K.

    Rounding is what differences of the torque over 1 ms lose (ratio 1e-3), and torque less damping, 30 times as large (10).
    """
    w, A, inertia, stiffness = 3.0, 0.4, 0.7, 80.0
    robot = wheel(stiffness, ratio * stiffness)
    t = np.linspace(0.0, 1.0, 201)
    found = jn.feedforward(robot, jn.trajectory.harmonic([A], w), t)
    c = -inertia * A * w**2 / (stiffness + 1j * w * ratio * stiffness)
    bend = np.stack([((1j * w) ** k * c * np.exp(1j * w * t)).real for k in range(3)])[..., None]
    theta = found.q[:3] + bend
    assert_close(found.delta, bend[0], CHAIN, "delta")
    for k in range(3):
        assert_close(found.theta[k], theta[k], CHAIN, f"theta, derivative {k}")
    assert_close(found.tau_m, found.tau_j[0] + 0.3 * theta[2] + 0.2 * theta[1], CHAIN, "tau_m")
    assert found.status.time_constants == {"j": pytest.approx(ratio, rel=1e-14)}


def test_against_another_integrator():
    """K d + D d' = tau_j(t) by an adaptive method of order 8, from rest; and B theta'' + tau_j + friction = tau_m."""
    robot = damped(D, viscous_friction=2.0, coulomb_friction=3.0, coulomb_speed=0.1)

    def torque(t):
        return jn.rnea(robot, *PATH(t, 2))

    def rate(t, delta):
        return (torque(t) - K * delta) / D

    t = np.linspace(0.0, DURATION, 401)
    exact = solve_ivp(rate, (0.0, DURATION), torque(0.0) / K, "DOP853", t, rtol=1e-12, atol=1e-14).y.T
    found = jn.feedforward(robot, PATH, t)
    assert_close(found.delta, exact, CHAIN, "delta")
    assert_close(found.theta[1] - found.q[1], rate(t, exact), 1e-10, "its rate: what is left of the torque, over D")
    thetad, thetadd = found.theta[1:]
    motor = B * thetadd + found.tau_j[0] + 2.0 * thetad + 3.0 * thetad / np.hypot(thetad, 0.1)
    assert_close(found.tau_m, motor, ALGEBRA, "motor equation")
    assert_close(K * found.delta + D * (thetad - found.q[1]), found.tau_j[0], ALGEBRA, "spring and damper carry the link")


def test_order_of_accuracy():
    """Sixth order in the spacing of t, in the torque as in the motor's acceleration."""
    exact, counts = plan(DAMPED, 2561), 2 ** np.arange(5, 9) * 5
    found = [plan(DAMPED, count // 2 + 1) for count in counts]
    for name in ("tau_m", "delta"):
        errors = [np.abs(getattr(p, name) - getattr(exact, name)[:: 2560 // (len(p.t) - 1)]).max() for p in found]
        slope = np.polyfit(np.log(counts), np.log(errors), 1)[0]
        assert abs(slope + 6.0) < 0.3, (name, errors)
    assert found[0].status.order_of_accuracy == 6


def test_moments():
    """I_m(z) = int_0^1 e^(-z (1-x)) x^m dx by Gauss' rule, where series and recursion meet too."""
    x, w = np.polynomial.legendre.leggauss(60)
    x, w = 0.5 * (x + 1.0), 0.5 * w
    z = np.array([0.0, 1e-12, 1e-3, 0.5, 1.0 - 1e-15, 1.0, 3.0, 20.0])
    for m, found in enumerate(spring_filter.moments(z)):
        assert_close(found, [(w * np.exp(-k * (1.0 - x)) * x**m).sum() for k in z], 1e-14, f"m = {m}")


# ---------------------------------------------------------------- damping: limits


def test_little_damping():
    """The plan tends to that of the undamped joint as D, inside the motion; at its ends the undamped motor jumps."""
    undamped, inside = plan(LWR), slice(5, -5)
    errors = []
    for value in (1.0, 1e-2, 1e-4):
        found = plan(damped(value))
        errors.append(np.abs(found.tau_m - undamped.tau_m)[inside].max() / value)
    assert max(errors) < 1.01 * min(errors)
    vanishing = plan(damped(1e-13))
    assert_close(vanishing.tau_m[inside], undamped.tau_m[inside], ALGEBRA)
    assert_close(vanishing.theta[:, inside], undamped.theta[:, inside], ALGEBRA)


def test_motors_come_to_rest():
    """After the end of the path the motor relaxes with e^(-K t / D) to where it holds the link."""
    t = np.linspace(3.9, 4.5, 61)
    found, last = jn.feedforward(DAMPED, PATH, t), 10
    decay = np.exp(-(t[last:] - DURATION) / TIME_CONSTANT)[:, None]
    held = jn.gravity_torque(LWR, PATH.goal) / K
    assert t[last] == DURATION
    for k, final in enumerate((PATH.goal + held, 0.0, 0.0)):
        still_going = found.theta[k, last:] - final
        assert_close(still_going, decay * still_going[0], 1e-10, f"derivative {k}")  # 1 ulp of theta against 1e-5 rad
    assert np.abs(found.theta[1, last]).max() > 1e-4


def test_at_rest_before_and_long_after():
    found = jn.feedforward(DAMPED, PATH, [-2.0, -1.0, 0.0, 1.0, 9.0, 10.0])
    held = jn.gravity_torque(LWR, np.stack([PATH.start, PATH.goal]))
    for k, end in ((0, 0), (1, 0), (2, 0), (4, 1), (5, 1)):
        assert_close(found.tau_m[k], held[end], ALGEBRA)
        assert_close(found.delta[k], held[end] / K, ALGEBRA)
        assert (found.theta[1:, k] == 0.0).all() or k > 2


# ---------------------------------------------------------------- damping: which times


SPACING_ERROR = 1e-12
"""Of a plan whose times are 5 ms apart, against its largest entries."""


@cache
def whole():
    return jn.feedforward(DAMPED, PATH, np.linspace(-0.5, 4.5, 1001))


def of_the_whole(t):
    index = np.rint((np.asarray(t) + 0.5) / 0.005).astype(int)
    np.testing.assert_allclose(whole().t[index], t, rtol=0, atol=1e-12)
    return samples(whole(), index)


@pytest.mark.parametrize("begin", [-0.3, 0.0, 0.1, 2.0, 3.95, 4.0, 4.2])
def test_from_any_time_on(begin):
    """A plan that begins within the motion, or after it, is that part of the whole plan; even if it is one instant."""
    t = np.linspace(begin, 4.5, round((4.5 - begin) / 0.005) + 1)
    compare(jn.feedforward(DAMPED, PATH, t), of_the_whole(t), SPACING_ERROR)
    compare(jn.feedforward(DAMPED, PATH, begin), of_the_whole([begin]), SPACING_ERROR)


def test_irregular_times():
    index = np.sort(np.random.default_rng(0).choice(1001, 700, replace=False))
    gap = np.diff(index).max()  # of 5 ms; the error grows with its sixth power
    compare(jn.feedforward(DAMPED, PATH, whole().t[index]), samples(whole(), index), gap**6 * SPACING_ERROR)
    hasty = jn.feedforward(DAMPED, PATH, [2.0, 2.0 + 1e-9, 2.005, 2.010])
    compare(samples(hasty, [0, 2, 3]), of_the_whole([2.0, 2.005, 2.010]), SPACING_ERROR)


def test_ends_of_the_path_between_samples():
    """The torque's second derivative jumps there: no step goes over it, in a plan nor in `at`."""
    shifted = whole().t[:-1] + 0.002
    coarse = jn.feedforward(DAMPED, PATH, shifted)
    compare(coarse.at(whole().t[1:]), samples(whole(), slice(1, None)), SPACING_ERROR)
    compare(whole().at(shifted), coarse, SPACING_ERROR)
    near = [-0.001, 0.001, 3.999, 4.001]
    compare(coarse.at(near), whole().at(near), SPACING_ERROR)


def test_other_times_of_a_damped_plan():
    """Its own to the last bit, those between, and those after it, to where it goes on by itself."""
    compare(whole().at(whole().t), whole(), 0.0)
    early = jn.feedforward(DAMPED, PATH, np.linspace(0.0, 1.0, 201))
    compare(early.at([0.3, 1.0, 2.0, 4.2]), of_the_whole([0.3, 1.0, 2.0, 4.2]), SPACING_ERROR)
    compare(early.at(2.0).at([2.0, 3.0]), of_the_whole([2.0, 3.0]), SPACING_ERROR)
    with pytest.raises(InputError, match=r"begins at -0\.1 s, before the plan, which begins at 0 s"):
        early.at([-0.1, 0.5])


def test_joints_of_all_kinds():
    """Damped, undamped, hardening and rigid ones beside each other: each does what it does in a robot of its kind."""
    stiffness, value = [K, K, jn.robot.HardeningSpring(K, 1e5), np.inf, K, K, K], np.array([D, 0.0, 0.0, 0.0, 0.0, D, 0.0])
    found = plan(LWR.with_drives(stiffness=stiffness, rotor_inertia=B, damping=value))
    with_damping, without, rigid = plan(DAMPED), plan(LWR), plan(LWR.with_rigid_joints())
    hardening = plan(LWR.with_drives(stiffness=stiffness[2], rotor_inertia=B))
    alike = [with_damping, without, hardening, rigid, without, with_damping, without]
    for i, one in enumerate(alike):
        for name in RESULTS:
            assert_close(getattr(found, name)[..., i], getattr(one, name)[..., i], ALGEBRA, f"{name} of joint {i}")


# ---------------------------------------------------------------- refusals


QUINTIC = jn.trajectory.rest_to_rest(np.zeros(7), np.ones(7), 1.0, degree=5)
PASSIVE = jn.load("moberg_5dof")
REFUSED = [
    (LWR, PATH.in_tool_space(), {}, "tool space; jn.inverse_kinematics"),
    (LWR, np.zeros, {}, "expected a path"),
    (jn.load("planar_2r"), PATH, {}, "7 coordinates, but robot 'planar_2r' has 2 joints"),
    (LWR, PATH, {"t": [0.0, np.nan]}, "finite, rising times"),
    (LWR, PATH, {"t": [1.0, 0.5]}, "finite, rising times"),
    (LWR, PATH, {"t": [1.0, 1.0]}, "finite, rising times"),
    (LWR, PATH, {"t": []}, "finite, rising times"),
    (LWR, PATH, {"t": [[0.0, 1.0]]}, "finite, rising times"),
    (LWR, PATH, {"t": "soon"}, "expected times in s"),
    (LWR, PATH, {"method": "rigid"}, "'auto' or 'algebraic' for robot 'kuka_lwr', got 'rigid'"),
    (LWR.with_rigid_joints(), PATH, {"method": "algebraic"}, "'auto' or 'rigid'"),
    (DAMPED, PATH, {"method": "algebraic"}, "'auto' or 'filter'"),
    (LWR, PATH, {"method": "inverse"}, "auto, rigid, algebraic, filter, got 'inverse'"),
    (LWR, PATH, {"stiffness": 800.0}, r"7 coordinates K\(t\), got 800"),
    (PASSIVE, jn.trajectory.rest_to_rest(np.zeros(PASSIVE.n), np.ones(PASSIVE.n), 1.0), {}, "has a spring and no motor"),
]


@pytest.mark.parametrize(("robot", "path", "more", "words"), REFUSED, ids=range(len(REFUSED)))
def test_bad_input(robot, path, more, words):
    with pytest.raises(InputError, match=words):
        jn.feedforward(robot, path, **{"t": [0.0, 1.0], **more})


@pytest.mark.parametrize("robot", [LWR, DAMPED], ids=["undamped", "damped"])
def test_paths_that_are_not_smooth_enough(robot):
    """A jerk that jumps is a motor that jumps; for rigid joints degree 5 will do."""
    with pytest.raises(SmoothnessError, match=r"derivative 3 jumps, .*'kuka_lwr' needs derivatives to order 3.*of higher degree"):
        jn.feedforward(robot, QUINTIC, [0.0, 1.0])
    assert jn.feedforward(LWR.with_rigid_joints(), QUINTIC, [0.0, 1.0]).method == "rigid"
