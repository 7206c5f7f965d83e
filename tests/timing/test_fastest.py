"""The least time along a curve: an optimum known in closed form, limits between samples, the plant, and every kind of joint."""

import itertools
import math
import pickle

import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

pytestmark = pytest.mark.native

OPTIMUM = 4.21787
"""[s], Liu and Wie, Robust time-optimal control of uncertain flexible spacecraft, J. Guidance 15 (1992), the undamped case: two
masses of 1 kg and a spring of 1 N/m, moved by 1 m with a force of at most 1 N on the first."""
OVER = 1e-6
"""By which share a limit may be exceeded on a grid 20 times finer than that on which the timing was found."""
PROBE = [1.0, -0.5, 0.8, 1.2, 0.3, -0.7, 0.5]
MOTORS = [176.0, 176.0, 100.0, 100.0, 100.0, 38.0, 38.0]
"""[Nm], of the KUKA LWR."""


def two_masses(**more):
    drive = jn.Drive(rotor_inertia=1.0, gear_ratio=1.0, stiffness=1.0, **more)
    limits = jn.robot.JointLimits(motor_torque=1.0)
    joint = jn.Joint("x", "prismatic", "base", "body", axis=(1.0, 0.0, 0.0), drive=drive, limits=limits)
    return jn.Robot.build("two_masses", [jn.Link("base"), jn.Link("body", 1.0)], [joint], gravity=(0.0, 0.0, 0.0))


def planar(**limits):
    return jn.load("planar_2r").with_limits(**{"motor_torque": [60.0, 25.0], **limits})


def swing(duration=1.0, degree=9):
    return jn.trajectory.rest_to_rest([0.0, 0.0], [1.2, -0.8], duration, degree)


def worst(robot, fast, samples=6001):
    """The largest share of a limit, by `Plan.peaks`, which knows nothing of the timing."""
    plan = jn.feedforward(robot, fast, np.linspace(fast.start_time, fast.end_time, samples))
    return max(row.share for row in plan.peaks)


def test_two_masses_and_a_spring():
    """The bang-bang optimum is approached and never undercut."""
    path = jn.trajectory.rest_to_rest([0.0], [1.0], 1.0, degree=9)
    excess = [jn.fastest(two_masses(), path, pieces=pieces).status.time / OPTIMUM - 1.0 for pieces in (16, 32, 64)]
    assert all(0.0 < x < 0.01 for x in excess)
    assert excess[0] > 3.0 * excess[1] > 6.0 * excess[2]


@pytest.mark.slow
@pytest.mark.parametrize("periods", [1.0, 2.0])
def test_more_pieces_are_never_slower(periods):
    """A limit u of the motor's velocity qd + qddd m/K, over whole periods of the spring: the optimum is d/u."""
    m, K, u = 1.0, 100.0, 0.5
    d = u * 2.0 * np.pi * np.sqrt(m / K) * periods
    joint = jn.Joint("x", "prismatic", "base", "body", axis=(1, 0, 0), drive=jn.Drive(rotor_inertia=1e-3, stiffness=K))
    robot = jn.Robot.build("one", [jn.Link("base"), jn.Link("body", m)], [joint], gravity=(0.0, 0.0, 0.0))
    path = jn.trajectory.rest_to_rest([0.0], [d], 1.0, degree=9)
    usual, more = (jn.fastest(robot, path, {"motor_velocity": u}, pieces=pieces).status.time for pieces in (64, 128))
    assert d / u <= more <= usual <= 1.04 * d / u


def test_the_switches_of_two_masses():
    """Force changes its sign where the optimum does."""
    fast = jn.fastest(two_masses(), jn.trajectory.rest_to_rest([0.0], [1.0], 1.0, degree=9), pieces=64)
    t = np.linspace(0.0, fast.end_time, 4001)
    force = jn.feedforward(two_masses(), fast, t).tau_m[:, 0]
    switches = t[:-1][np.diff(np.sign(force)) != 0]
    assert np.abs(switches / fast.end_time - np.array([1.00268, 2.10893, 3.21519]) / OPTIMUM).max() < 0.01


def test_the_probe_of_the_lwr():
    """IPOPT with 60 pieces took 0.475 s, the polynomial of degree 9 slowed down 0.657 s, rigid joints would take 0.431 s."""
    robot = jn.load("kuka_lwr").with_limits(motor_torque=MOTORS)
    fast = jn.fastest(robot, jn.trajectory.rest_to_rest(np.zeros(7), PROBE, 2.0, degree=9))
    assert 0.431 < fast.status.time < 0.475
    assert_close(fast.status.rigid_time, 0.431, 2e-3)  # to the digits it is known to
    plan = jn.feedforward(robot, fast, np.linspace(0.0, fast.end_time, 20 * 4 * 32 + 1))
    share = np.abs(plan.tau_m) / MOTORS
    assert 0.999 < share.max() < 1.0 + OVER
    assert_close(fast.status.shares["motor_torque"].max(), 1.0, OVER)


def test_the_curve_is_the_same():
    """At each instant the joints are where the path is at some time, and they begin and end with it."""
    robot = planar()
    path = jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0, 0.0], [0.8, -0.5], [1.2, 0.4]], degree=9)
    fast = jn.fastest(robot, path)
    q = fast(np.linspace(fast.start_time, fast.end_time, 301))[0]
    assert_close(q[[0, -1]], path([0.0, 2.0])[0], 1e-12)
    u = np.linspace(0.0, 2.0, 20001)
    gaps = np.linalg.norm(q[:, None] - path(u)[0][None], axis=-1).min(axis=1)
    assert gaps.max() < 1e-4  # half the way between two samples of the path, 2e-4 rad apart


def test_derivatives_are_those_of_the_motion():
    """Each row integrates to the one before: against Gauss-Legendre quadrature over short spans."""
    fast = jn.fastest(planar(), jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0, 0.0], [0.8, -0.5], [1.2, 0.4]], degree=9))
    x, weights = np.polynomial.legendre.leggauss(12)
    ends = fast.start_time + np.unique(fast.knots) * fast.duration
    for a, b in itertools.pairwise(ends):
        rows = fast(0.5 * (a + b) + 0.5 * (b - a) * x, 5)
        rise = fast(b, 5) - fast(a, 5)
        for k in range(4):
            area = 0.5 * (b - a) * (weights[:, None] * rows[k + 1]).sum(axis=0)
            assert np.abs(area - rise[k]).max() < 1e-9 * np.abs(rows[k]).max()


def test_the_plant_follows_open_loop_and_rests():
    robot = planar()
    fast = jn.fastest(robot, swing())
    t = np.linspace(0.0, fast.end_time + 0.5, 1501)
    run = jn.simulate(robot, jn.feedforward(robot, fast, t))
    assert np.abs(run.q - fast(t)[0]).max() < 1e-8
    after = t > fast.end_time
    assert np.abs(run.q[after] - [1.2, -0.8]).max() < 1e-8
    assert np.ptp((run.theta - run.q)[after], axis=0).max() < 1e-8


def test_the_lwr_follows_open_loop_and_rests():
    robot = jn.load("kuka_lwr").with_limits(motor_torque=MOTORS)
    fast = jn.fastest(robot, jn.trajectory.rest_to_rest(np.zeros(7), PROBE, 2.0, degree=9))
    t = np.linspace(0.0, fast.end_time + 0.5, 1001)
    run = jn.simulate(robot, jn.feedforward(robot, fast, t))
    assert np.abs(run.q - fast(t)[0]).max() < 1e-8
    assert np.ptp((run.theta - run.q)[t > fast.end_time], axis=0).max() < 1e-8


KINDS = {
    "elastic": lambda: planar(),
    "rigid": lambda: planar().with_rigid_joints(),
    "damped": lambda: planar().with_drives(damping=5.0),
    "hardening springs": lambda: planar().with_drives(stiffness=[jn.robot.HardeningSpring(500.0, 1e5)] * 2),
    "friction": lambda: planar().with_drives(viscous_friction=2.0, coulomb_friction=3.0),
    "rigid with friction": lambda: planar().with_rigid_joints().with_drives(viscous_friction=2.0, coulomb_friction=3.0),
    "carried rotors": lambda: planar().with_drives(coupling="full", gear_ratio=10.0, rotor_inertia=1e-3),
    "torque rate": lambda: planar(torque_rate=[2000.0, 1000.0]),
    "deflection": lambda: planar(deflection=0.02, velocity=3.0),
    "joint torque": lambda: planar(joint_torque=[40.0, 15.0]),
    "acceleration": lambda: planar(acceleration=8.0, velocity=2.0),
    "jerk": lambda: planar(jerk=100.0),
    "jerk of rigid joints": lambda: planar(jerk=100.0).with_rigid_joints(),
    "velocity alone": lambda: jn.load("planar_2r").with_limits(velocity=2.0),
}


@pytest.mark.parametrize("kind", KINDS)
def test_limits_hold_and_one_of_them_is_used(kind):
    robot = KINDS[kind]()
    fast = jn.fastest(robot, swing())
    share = worst(robot, fast)
    assert 0.985 < share < 1.0 + OVER, share
    largest = max(x.max() for x in fast.status.shares.values())
    assert share <= largest * (1.0 + 1e-6) or kind == "damped"  # filters run along other samples
    assert fast.smoothness >= robot.motion_order - 1


@pytest.mark.parametrize("kind", KINDS)
def test_faster_than_the_polynomial(kind):
    """Slowed down as a whole until limits hold; of the degree with which torque does not jump."""
    robot = KINDS[kind]()
    fast = jn.fastest(robot, swing())
    duration, step = fast.status.time, 1.02
    while worst(robot, swing(duration, 2 * robot.motion_order + 3), 301) > 1.0:
        duration *= step
    assert fast.status.time < duration


def test_the_timing_of_the_path_does_not_count():
    """A straight line is one whatever its degree and duration; of a curve the same holds for the duration."""
    times = [jn.fastest(planar(), swing(T, degree)).status.time for T, degree in ((1.0, 9), (3.0, 9), (1.0, 15))]
    assert_close(times[1:], times[:2], 1e-9)
    points = [[0.0, 0.0], [0.8, -0.5], [1.2, 0.4]]
    a, b = (jn.fastest(planar(), jn.trajectory.spline([0.0, T, 2.0 * T], points, degree=9)).status.time for T in (1.0, 4.0))
    assert_close(a, b, 1e-6)


def test_a_curve_that_is_a_line_takes_hardly_longer():
    """A straight path in the guise of any other, along its own time, and 2 % for where it leaves rest."""
    robot = planar()
    straight = jn.fastest(robot, swing()).status.time
    for degree in (9, 15):
        points = swing(1.0, degree)(np.linspace(0.0, 1.0, 41))[0]
        assert jn.fastest(robot, jn.trajectory.spline(np.linspace(0.0, 1.0, 41), points, degree=9)).status.time < 1.02 * straight


def test_joints_that_are_almost_rigid():
    """With stiff springs and more and more pieces the time tends to that of rigid joints, from above."""
    rigid = jn.fastest(planar().with_rigid_joints(), swing()).status.time
    stiff = [jn.fastest(planar().with_drives(stiffness=1e6), swing(), pieces=pieces).status.time for pieces in (32, 64, 128)]
    assert stiff[0] > stiff[1] > stiff[2] > rigid
    assert stiff[2] < 1.02 * rigid


def test_status():
    robot = planar(velocity=3.0)
    fast = jn.fastest(robot, swing())
    status = fast.status
    assert status.time == fast.end_time - fast.start_time
    assert set(status.shares) == {"velocity", "motor_torque"}
    assert status.active[0].begin == fast.start_time
    assert_close(status.active[-1].end, fast.end_time, 1e-12)
    for before, after in zip(status.active[:-1], status.active[1:]):
        assert_close(before.end, after.begin, 1e-12)
        assert (before.joint, before.quantity) != (after.joint, after.quantity)
    used = sum(span.end - span.begin for span in status.active if span.share > 0.98)
    assert used > 0.7 * status.time  # most of the time some limit is nearly all used
    plan = jn.feedforward(robot, fast, status.t)
    seen = np.concatenate([np.abs(plan.q[1]) / 3.0, np.abs(plan.tau_m) / robot.limits.motor_torque], axis=1).max(axis=1)
    assert (seen <= status.share * (1.0 + 1e-9)).all()
    assert np.abs(seen - status.share).max() < 0.1  # spans are a sixteenth of a piece, and shares the largest of each
    assert "time=" in repr(status)


def test_limits_in_the_place_of_the_robots_own():
    robot, path = planar(), swing()
    same = jn.fastest(robot, path, limits=robot.limits)
    assert same.status.time == jn.fastest(robot, path).status.time
    stronger = jn.fastest(robot, path, limits={"motor_torque": [120.0, 50.0]})
    assert stronger.status.time < same.status.time
    assert stronger.status.time == jn.fastest(robot.with_limits(motor_torque=[120.0, 50.0]), path).status.time


def test_a_value():
    fast = jn.fastest(planar(), swing())
    again = pickle.loads(pickle.dumps(fast))
    assert again == fast
    assert hash(again) == hash(fast)
    assert again.status.time == fast.status.time
    assert fast != jn.fastest(planar(), swing(), pieces=16)


def refused(error, robot, path, **more):
    with pytest.raises(error) as caught:
        jn.fastest(robot, path, **more)
    return str(caught.value)


def test_what_cannot_be():
    """Each with joint, time and share where there are such."""
    limit = jn.errors.LimitError
    lwr = jn.load("kuka_lwr").with_limits(motor_torque=5.0)
    message = refused(limit, lwr, jn.trajectory.rest_to_rest(np.zeros(7), PROBE, 2.0))
    found = jn.gravity_torque(lwr, jn.trajectory.rest_to_rest(np.zeros(7), PROBE, 2.0)(2.0)[0])
    assert "joint 'A2'" in message
    assert "2 s" in message
    assert f"{100 * abs(found[1]) / 5.0:.4g} %" in message
    message = refused(limit, planar(position=(-0.5, 0.5)), swing())
    assert "joint 'joint1'" in message
    assert "1.2 at 1 s" in message
    for name in ("velocity", "acceleration", "jerk", "motor_torque", "torque_rate", "joint_torque", "deflection"):
        for values in ({"joint2": 0.0}, [1e6, 0.0], np.array([1e6, 0.0])):
            message = refused(limit, planar(), swing(), limits={name: values})
            assert f"joint 'joint2': its limit of {name.replace('_', ' ')} is zero" in message
            assert "inf %" in message
            assert "0.5 s" in message  # where the polynomial is fastest
    rubbing = planar().with_drives(coulomb_friction=500.0, coulomb_speed=1e-12)
    message = refused(limit, rubbing, swing())
    assert "however slow" in message
    assert "motor torque" in message


def test_a_limit_of_zero_where_a_joint_stands_still():
    path = jn.trajectory.rest_to_rest([0.0, 0.3], [1.0, 0.3], 1.0, degree=9)
    still = jn.fastest(planar(), path, limits={"velocity": {"joint2": 0.0}}, pieces=8)
    assert still.status.time == jn.fastest(planar(), path, pieces=8).status.time
    assert "joint2" in refused(jn.errors.LimitError, planar(), path, limits={"motor_torque": {"joint2": 0.0}})


def test_limits_that_are_none():
    """What is no limit is refused by the robot."""
    wrong = jn.errors.ModelError
    for values in (np.nan, -1.0, "fast", None, True, {"joint2": np.nan}, {"joint2": -1.0}):
        message = refused(wrong, planar(), swing(), limits={"velocity": values})
        assert "joint 'joint" in message
        assert "velocity" in message
    assert "'elbow'" in refused(wrong, planar(), swing(), limits={"velocity": {"elbow": 1.0}})
    assert "'speed'" in refused(wrong, planar(), swing(), limits={"speed": 1.0})
    assert "3 values for 2 joints" in refused(wrong, planar(), swing(), limits={"velocity": [1.0, 2.0, 3.0]})


def test_wrong_use():
    wrong = jn.errors.InputError
    assert "any time will do" in refused(wrong, jn.load("planar_2r"), swing())
    assert "does not move" in refused(wrong, planar(), jn.trajectory.rest_to_rest([0.1, 0.2], [0.1, 0.2], 1.0))
    assert "tool space" in refused(wrong, planar(), jn.trajectory.line([0.0, 0.0], [0.1, 0.1], 1.0))
    assert "3 coordinates" in refused(wrong, planar(), jn.trajectory.rest_to_rest([0.0] * 3, [1.0] * 3, 1.0))
    assert "expected a path" in refused(wrong, planar(), [0.0, 1.0])
    assert "pieces" in refused(wrong, planar(), swing(), pieces=0)
    assert "limits" in refused(wrong, planar(), swing(), limits=3.0)
    assert "never ends" in refused(wrong, planar(), jn.trajectory.harmonic([0.1, 0.1], 1.0, offset=[0.0, 0.0]))
    points, times = [[0.0, 0.0], [0.5, 0.2], [1.0, 0.1]], [0.0, 1.0, 2.0]
    assert "jumps" in refused(jn.errors.SmoothnessError, planar(), jn.trajectory.spline(times, points, degree=3))
    assert jn.fastest(planar().with_rigid_joints(), jn.trajectory.spline(times, points, degree=3)).status.time > 0.0
    floating = jn.Joint("base", "floating", "world", "body")
    body = jn.Robot.build("body", [jn.Link("world"), jn.Link("body", 1.0, inertia=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0))], [floating])
    assert "several freedoms" in refused(wrong, body, jn.trajectory.rest_to_rest(np.zeros(6), np.ones(6), 1.0))


def test_joints_that_move_little():
    """A joint that stands still is no limit, and a short way takes less time."""
    one = jn.fastest(planar(), jn.trajectory.rest_to_rest([0.0, 0.3], [0.5, 0.3], 1.0, degree=9))
    short = jn.fastest(planar(), jn.trajectory.rest_to_rest([0.0, 0.3], [0.005, 0.3], 1.0, degree=9))
    assert 0.0 < short.status.time < one.status.time
    assert math.isfinite(short.status.rigid_time)
