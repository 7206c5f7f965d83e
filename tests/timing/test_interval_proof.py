"""Bounds of shares with proof: exact extremes of polynomials, many instants of every kind of robot, and what samples miss."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.certificate import Verification, peak_bounds
from jounce.timing.interval_proof import path_enclosure, polynomial_breaks, spline_enclosure, taylor_balls
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.motion_spline import approximate_motion, graded_knots
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.time_scaling import approximate_scaling
from support.tolerances import assert_close
from timing.test_fastest import KINDS, MOTORS, planar, swing, two_masses

CURVE = jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0, 0.0], [0.8, -0.5], [1.2, 0.4]], degree=5)
SCALING = approximate_scaling(lambda x: x**2 * (3.0 - 2.0 * x), 4, 4, 1)


def test_the_ball_of_a_parabola():
    """x^2 within 0.5 of 1 is 1 - 0.75 to 1 + 1.25; its derivative 2 - 1 to 2 + 1, and the second is 2."""
    balls = taylor_balls([np.array([1.0]), np.array([2.0]), np.array([2.0])], np.array([0.5]), 3)
    assert [ball.centre[0] for ball in balls] == [1.0, 2.0, 2.0, 0.0]
    assert [ball.radius[0] for ball in balls] == [1.25, 1.0, 0.0, 0.0]


def contained(balls, values, slack=1e-12):
    """values (k, N, each, n) in balls of N spans."""
    return all(
        (np.abs(row - ball.centre[:, None]) <= ball.radius[:, None] * (1.0 + slack) + slack * np.abs(row).max()).all()
        for ball, row in zip(balls, values)
    )


def spans(ends, each):
    m, h = 0.5 * (ends[1:] + ends[:-1]), 0.5 * np.diff(ends)
    return m, h, m[:, None] + h[:, None] * np.linspace(-1.0, 1.0, each)


@pytest.mark.parametrize("cuts", [1, 4])
def test_a_timed_path_is_inside(cuts):
    geometry, duration = PathGeometry(CURVE), 1.7
    breaks = polynomial_breaks(geometry, SCALING)
    ends = np.unique(np.concatenate([breaks[:-1] + np.diff(breaks) * i / cuts for i in range(cuts)] + [[1.0]]))
    m, h, x = spans(ends, 9)
    balls = path_enclosure(geometry, SCALING, duration)(m, h, 3)
    values = SCALING.timed_path(CURVE, duration)(duration * x, 3)
    assert contained(balls[:3], values[:3])
    assert contained(balls[3:], values[3:, :, 1:-1])  # at ends the third derivative may jump


def test_a_motion_spline_is_inside():
    motion = approximate_motion(lambda x: np.stack([np.sin(3.0 * x), x**2], axis=1), graded_knots(5, (1, 0)), 5, 1.3, np.zeros(0))
    m, h, x = spans(np.unique(motion.knots), 9)
    balls = spline_enclosure(motion)(m, h, 4)
    assert contained(balls, motion.motion(x.ravel(), 4).reshape(5, *x.shape, 2), 1e-9)


def test_spans_half_as_long_have_balls_at_most_half_as_large():
    geometry = PathGeometry(CURVE)
    wide, narrow = (path_enclosure(geometry, SCALING, 1.7)(np.array([0.3]), np.array([h]), 2) for h in (0.02, 0.01))
    for a, b in zip(wide, narrow):
        assert (b.radius < 0.55 * a.radius).all()


def test_breaks_are_knots_and_the_times_at_which_pieces_of_the_path_begin():
    breaks = polynomial_breaks(PathGeometry(CURVE), SCALING)
    assert_close(breaks, np.array([0.0, 0.25, 0.5, 0.75, 1.0]))  # the scaling is symmetric: it is half way at half time
    late = approximate_scaling(lambda x: x**2, 2, 2, 1)  # Schoenberg's spline of x^2
    inside = np.setdiff1d(polynomial_breaks(PathGeometry(CURVE), late), np.unique(late.knots))
    assert_close(late.evaluate(inside, 0)[0], np.array([0.5]))


def test_a_line_has_the_knots_of_its_scaling_alone():
    line = PathGeometry(jn.trajectory.rest_to_rest([0.0], [1.0], 1.0))
    assert np.array_equal(polynomial_breaks(line, SCALING), np.unique(SCALING.knots))


pytestmark = pytest.mark.native
TIGHT = 1e-6
"""By which share of a limit a bound may be above what is reached."""
ROUNDED = 1e-12
"""Ends of spans, by the sum of a thousand lengths, are off by no more [s]."""
SPLINE = jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0, 0.0], [0.8, -0.5], [1.2, 0.4]], degree=9)
COARSE = jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0, 0.0], [0.8, -0.5], [1.2, 0.4]], degree=5)
"""Whose fifth derivative jumps, and with it the rate of the torque of elastic joints."""


def extremes(fast, factor, second, fourth):
    """The largest of |factor (second w'' + fourth w'''')| of a spline w: by roots of polynomials, piece by piece."""
    from scipy.interpolate import BSpline, PPoly

    degree = len(fast.knots) - len(fast.coefficients) - 1
    w = PPoly.from_spline(BSpline(fast.knots * fast.duration, fast.coefficients, degree))
    found = 0.0
    for i, (a, b) in enumerate(zip(w.x[:-1], w.x[1:])):
        if b > a:
            p = np.poly1d(w.c[:, i])
            f = factor * (second * p.deriv(2) + fourth * p.deriv(4))
            inner = [r.real for r in f.deriv().roots if abs(r.imag) < 1e-9 and 0.0 < r.real < b - a]
            found = max(found, *(abs(f(u)) for u in (0.0, b - a, *inner)))
    return found


@pytest.mark.parametrize("pieces", [16, 40])
def test_two_masses_exactly(pieces):
    """tau_m = (B + m) qdd + (B m / K) q'''' is a polynomial on each piece, and so is its rate."""
    fast = jn.fastest(two_masses(), jn.trajectory.rest_to_rest([0.0], [1.0], 1.0, degree=9), pieces=pieces)
    exact = extremes(fast, 1.0, 2.0, 1.0)
    assert fast.status.unproven == ""
    assert exact <= fast.status.shares["motor_torque"][0] < exact + TIGHT
    assert fast.status.shares["motor_torque"][0] <= 1.0


def instants(fast, status, each):
    """Return random instants (N, each) inside the spans of a status, which states their middles, and which spans have an inside.

    Where a knot of the path meets one of the timing, a span is as short as rounding; a torque that jumps there has two values.
    """
    ends = [fast.start_time]
    for t in status.t:
        ends.append(2.0 * t - ends[-1])
    assert_close(ends[-1], fast.end_time, 1e-9)
    width = np.diff(ends)
    assert width.min() > -ROUNDED
    x = np.random.default_rng(0).uniform(1e-3, 1.0 - 1e-3, (len(status.t), each))
    return np.array(ends[:-1])[:, None] + width[:, None] * x, width > ROUNDED


def test_instants_may_be_equal():
    """A knot of the path that meets one of the timing, but for rounding, leaves a span in which all instants are one."""
    robot = KINDS["rigid"]()
    fast = jn.fastest(robot, COARSE)
    t = np.full((3, 5), 0.5 * fast.end_time)
    assert np.array_equal(seen(robot, fast, t), np.full((3, 5), seen(robot, fast, t[:1, :1])[0, 0]))


def seen(robot, fast, instants):
    """Return the largest share of a limit (N, each) at instants in any order, some of them equal, by the plan alone."""
    t, inverse = np.unique(instants, return_inverse=True)
    plan, limits = jn.feedforward(robot, fast, t), robot.limits
    curves = {"velocity": plan.q[1], "acceleration": plan.q[2], "motor_torque": plan.tau_m, "joint_torque": plan.tau_j[0]}
    curves |= {"jerk": fast(plan.t, 3)[3] if fast.max_order > 2 else 0.0 * plan.q[1], "deflection": plan.delta}
    share = np.max([np.abs(x / getattr(limits, name)).max(axis=1) for name, x in curves.items()], axis=0)
    return share[inverse.reshape(instants.shape)]


CASES = [(kind, path) for kind in KINDS for path in ("line", "spline")] + [("elastic", "coarse"), ("rigid", "coarse")]
UNPROVEN = ("damped",)


@pytest.mark.parametrize(("kind", "path"), [case for case in CASES if case[0] not in UNPROVEN])
def test_no_instant_is_above_the_bound(kind, path):
    """Of each span, and in all of the motion the bound is nearly reached."""
    robot = KINDS[kind]()
    fast = jn.fastest(robot, {"line": swing(), "spline": SPLINE, "coarse": COARSE}[path], pieces=None if kind == "rigid" else 12)
    status = fast.status
    assert status.unproven == ""
    t, inside = instants(fast, status, 5)
    share = seen(robot, fast, t)
    assert (share.max(axis=1) <= status.share * (1.0 + 1e-9) + 1e-11)[inside].all()
    most = max(x.max() for x in status.shares.values())
    assert most <= 1.0
    if kind != "torque rate":
        assert share.max() <= most < share.max() + 1e-3  # of what so many instants see, which is less than what is reached
        return
    plan = jn.feedforward(robot, fast, np.linspace(fast.start_time, fast.end_time, 10001))
    rate = np.abs(np.diff(plan.tau_m, axis=0) / np.diff(plan.t)[:, None] / robot.limits.torque_rate).max()
    assert rate <= max(status.shares["torque_rate"]) < rate + 1e-2  # mean rates are less


def test_the_lwr():
    """The probe: proved to be within its limits, by less than a millionth."""
    robot = jn.load("kuka_lwr").with_limits(motor_torque=MOTORS)
    fast = jn.fastest(robot, jn.trajectory.rest_to_rest(np.zeros(7), [1.0, -0.5, 0.8, 1.2, 0.3, -0.7, 0.5], 2.0, degree=9))
    assert fast.status.unproven == ""
    assert 1.0 - TIGHT < fast.status.shares["motor_torque"].max() <= 1.0
    t, inside = instants(fast, fast.status, 10)
    share = seen(robot, fast, t)
    assert (share.max(axis=1) <= fast.status.share * (1.0 + 1e-9))[inside].all()


def test_what_samples_do_not_see():
    """Friction that is large only while a motor turns back, during some microseconds: samples miss it, the proof does not."""
    rubbing = two_masses().with_drives(coulomb_speed=1e-6, stribeck_friction=0.4, stribeck_speed=1e-5)
    path = jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0], [1.0], [0.2]], degree=9)
    verification = Verification(LimitConstraints(rubbing, PathGeometry(path)), approximate_scaling(lambda x: x, 16, 5, 1))
    inner = (0.3 < verification.sampled.x[1:-1:2]) & (verification.sampled.x[1:-1:2] < 0.7)
    estimate, proof = peak_bounds(verification.sampled.shares(40.0))["motor_torque"][inner].max(), verification.proof(40.0)
    inside = (0.3 < proof.ends[:-1]) & (proof.ends[1:] < 0.7)
    largest = proof.shares["motor_torque"][inside].max()
    v = np.linspace(0.0, 1e-4, 10**5)
    peak = (0.4 / (1.0 + (v / 1e-5) ** 2) * v / np.sqrt(v**2 + 1e-12)).max()
    assert estimate < 0.1 < 0.3 < peak
    assert peak <= largest < peak + 0.1


def test_positions_between_samples():
    """A spline that overshoots between its waypoints, by its own largest value, which no sample has: a little less is refused."""
    path = jn.trajectory.spline([0.0, 1.0, 1.37, 2.0], [[0.0, 0.0], [0.8, -0.5], [0.8, 0.4], [0.3, 0.2]], degree=9)
    fine = np.linspace(0.0, 2.0, 2_000_001)
    most = path(fine)[0][:, 0].max()
    seen = path(np.linspace(0.0, 2.0, 401))[0][:, 0].max()
    assert most > seen + 1e-8
    with pytest.raises(jn.errors.LimitError, match="joint 'joint1': the path is at .* outside its position limits") as caught:
        jn.fastest(planar(), path, limits={"position": (-2.0, 0.5 * (most + seen))})
    assert f"{fine[path(fine)[0][:, 0].argmax()]:.2f}" in str(caught.value)
    assert jn.fastest(planar(), path, limits={"position": (-2.0, most + 1e-7)}, pieces=8).status.time > 0.0


def test_where_there_is_none():
    damped = jn.fastest(KINDS["damped"](), swing(), pieces=8).status
    assert "joint 'joint1' is elastic and damped" in damped.unproven
    assert "proved" not in repr(damped)
    robot = planar()
    line = jn.trajectory.line([1.2, 0.6], [0.8, 1.0], 1.0, degree=9)
    tool = jn.fastest(robot, jn.inverse_kinematics(robot, line, [0.2, 0.6]), pieces=8).status
    assert "polynomials" in tool.unproven
    assert max(tool.shares["motor_torque"]) <= 1.0 + 1e-6


def test_moves_are_proved():
    robot = planar()
    move = jn.fastest_move(robot, [0.0, 0.0], [1.2, -0.8], pieces=16)
    assert move.status.unproven == ""
    assert "proved" in repr(move.status)
    t, inside = instants(move, move.status, 10)
    share = seen(robot, move, t)
    assert (share.max(axis=1) <= move.status.share * (1.0 + 1e-9))[inside].all()
    assert 1.0 - 1e-3 < max(move.status.shares["motor_torque"]) <= 1.0


def test_from_motion_is_proved():
    way = np.array([1.2, -0.8])
    fast = jn.fastest(planar(), swing(), end=2.0 * way, pieces=16)
    assert fast.status.unproven == ""
    t, inside = instants(fast, fast.status, 10)
    share = seen(planar(), fast, t)
    assert (share.max(axis=1) <= fast.status.share * (1.0 + 1e-9))[inside].all()
    assert max(fast.status.shares["motor_torque"]) <= 1.0 + TIGHT
