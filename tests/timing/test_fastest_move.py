"""The least time between two postures: optima known in closed form, limits between samples, every kind of joint, and refusals."""

import math
import pickle

import numpy as np
import pytest
from scipy.linalg import expm

import jounce as jn
from support.slider import slider
from support.tolerances import assert_close

pytestmark = pytest.mark.native

OPTIMUM = 4.21787
"""[s], Liu and Wie 1992: two masses of 1 kg and a spring of 1 N/m, moved by 1 m with a force of at most 1 N on the first."""
OVER = 1e-6
"""By which share a limit may be exceeded on a finer grid."""
MOTORS = np.array([176.0, 176.0, 100.0, 100.0, 100.0, 38.0, 38.0])


def two_masses(mass=1.0, rotor=1.0, stiffness=1.0, **limits):
    """A motor and a mass with a spring between them."""
    drive = jn.Drive(rotor_inertia=rotor, gear_ratio=1.0, stiffness=stiffness)
    joint = jn.Joint("x", "prismatic", "base", "body", axis=(1.0, 0.0, 0.0), drive=drive, limits=jn.robot.JointLimits(**limits))
    return jn.Robot.build("two_masses", [jn.Link("base"), jn.Link("body", mass)], [joint], gravity=(0.0, 0.0, 0.0))


def planar(**limits):
    return jn.load("planar_2r").with_limits(**{"motor_torque": [60.0, 60.0], **limits})


def worst(robot, move, samples=4001):
    """The largest share of a limit, by `Plan.peaks`, which knows nothing of how the motion was found."""
    plan = jn.feedforward(robot, move, np.linspace(move.start_time, move.end_time, samples))
    return max(row.share for row in plan.peaks)


# ---------------------------------------------------------------- optima in closed form


@pytest.mark.parametrize("pieces", [16, 32])
def test_two_masses_and_a_spring(pieces):
    """One joint has one way only: the bang-bang optimum is approached and never undercut."""
    found = jn.fastest_move(two_masses(motor_torque=1.0), [0.0], [1.0], pieces=pieces).status.time
    assert 1.0 < found / OPTIMUM < 1.0 + 2.4 / pieces**2


def test_one_mass_that_arrives_moving():
    """From rest by s with end velocity v under |f| <= a m: with v^2 = 2 a s the force is never turned, T = v / a."""
    a, s = 4.0, 2.0
    robot = slider(motor_torque=a)
    move = jn.fastest_move(robot, [0.0], [s], goal_velocity=[0.999 * math.sqrt(2.0 * a * s)])
    assert_close(move(move.end_time, 1), [[s], [0.999 * math.sqrt(2.0 * a * s)]], 1e-9)
    v = 0.999 * math.sqrt(2.0 * a * s)
    # back by b first, then forward by s + b: v^2 = 2 a (s + b) needs b < 0, so it is forward, then braked
    x = (s + v * v / (2.0 * a)) / 2.0  # way with +a; the rest with -a
    time = 2.0 * math.sqrt(2.0 * x / a) - v / a
    assert time <= move.status.time < 1.01 * time


@pytest.mark.parametrize(
    ("k", "pieces", "most"),
    [(1, 16, 1.1), pytest.param(2, 32, 1.1, marks=pytest.mark.slow), pytest.param(3, 64, 1.1, marks=pytest.mark.slow)],
)
def test_the_spring_as_a_store(k, pieces, most):
    """A motor that turns at u at most brings the link to 2 k u in k half swings, [Haddadin2011].

    With thetad = +-u, turned whenever the spring is relaxed, qd = u (1 - cos wt), then -u + 3u cos wt, and so on: after k half
    periods pi/w, w = sqrt(K/M), it is 2 k u, and no motion is as fast sooner. The link is then at u pi/w after an odd number, and
    back at its start after an even one.
    """
    K, M, u = 100.0, 1.0, 0.5
    w = math.sqrt(K / M)
    robot = two_masses(M, 1e-3, K, motor_velocity=u)
    sign = -1.0 if k % 2 == 0 else 1.0
    goal = u * math.pi / w if k % 2 else 0.0
    move = jn.fastest_move(robot, [0.0], [goal], goal_velocity=[sign * 2.0 * k * u], pieces=pieces)
    assert_close(move(move.end_time, 1)[1], [sign * 2.0 * k * u], 1e-9)
    assert 1.0 < move.status.time / (k * math.pi / w) < most
    plan = jn.feedforward(robot, move, np.linspace(0.0, move.end_time, 4001))
    assert np.abs(plan.theta[1]).max() < u * (1.0 + OVER)
    run = jn.simulate(robot, plan)
    assert_close(run.qd[-1], [sign * 2.0 * k * u], 1e-6)


def test_least_energy_of_one_mass():
    """A cubic: the integral of f^2 is 12 m^2 s^2 / T^3."""
    move = jn.fastest_move(slider(2.0), [0.0], [1.5], objective="energy", duration=0.7, motor_constant=0.5)
    assert_close(move.status.energy, 12.0 * 4.0 * 1.5**2 / 0.7**3 / 0.5**2, 1e-9)
    x = np.linspace(0.0, 1.0, 11)
    assert_close(move(0.7 * x)[0][:, 0], 1.5 * (3.0 * x**2 - 2.0 * x**3), 1e-9)


def test_least_energy_of_two_masses():
    """From rest to rest with a spring: z W^-1 z, W the controllability Gramian, by a matrix exponential."""
    M, B, K, T = 1.5, 0.4, 30.0, 0.9
    A = np.zeros((4, 4))
    A[0, 2] = A[1, 3] = 1.0
    A[2, :2], A[3, :2] = [-K / M, K / M], [K / B, -K / B]
    b = np.array([0.0, 0.0, 0.0, 1.0 / B])
    E = expm(T * np.block([[-A, np.outer(b, b)], [np.zeros((4, 4)), A.T]]))
    W = E[4:, 4:].T @ E[:4, 4:]
    goal = np.array([1.0, 1.0, 0.0, 0.0])
    least = goal @ np.linalg.solve(W, goal)
    found = [
        jn.fastest_move(two_masses(M, B, K), [0.0], [1.0], objective="energy", duration=T, pieces=pieces).status.energy
        for pieces in (16, 32)
    ]
    assert 0.0 < found[1] / least - 1.0 < 3e-5 < found[0] / least - 1.0 < 3e-4


def test_energy_within_a_time():
    """Without gravity more time is always better: all of it is taken; with a weight on time, less."""
    robot = two_masses(1.5, 0.4, 30.0, motor_torque=60.0)
    long = jn.fastest_move(robot, [0.0], [1.0], objective="energy", within=0.9)
    given = jn.fastest_move(robot, [0.0], [1.0], objective="energy", duration=0.9)
    assert_close(long.status.time, 0.9, 1e-9)
    assert_close(long.status.energy, given.status.energy, 1e-6)
    both = jn.fastest_move(robot, [0.0], [1.0], objective={"time": 1.0, "energy": 1e-3})
    # of T + e E(T) with E about T^-3 and more: neither is better
    for other in (long, jn.fastest_move(robot, [0.0], [1.0])):
        assert both.status.time + 1e-3 * both.status.energy < other.status.time + 1e-3 * other.status.energy


# ---------------------------------------------------------------- arms


def test_folding_an_arm():
    """Swung against gravity, or half around, an arm that folds on the way is more than 20 % faster than one that does not."""
    for start, goal in (([0.0, 0.0], [2.0, 0.0]), ([-1.57, 0.0], [1.57, 0.0])):
        move = jn.fastest_move(planar(), start, goal, pieces=16)
        straight = jn.fastest(planar(), jn.trajectory.rest_to_rest(start, goal, 1.0), pieces=16)
        assert move.status.straight_time == straight.status.time
        assert move.status.time < 0.8 * straight.status.time
        assert worst(planar(), move) < 1.0 + OVER
        assert_close(move([0.0, move.end_time])[0], [start, goal], 1e-12)
        assert np.abs(move(move.end_time / 2.0)[0][1]) > 1.0  # folded


@pytest.mark.slow
def test_lifting_an_lwr():
    """From stretched out on one side over the top to the other side, with motors of 40 %."""
    robot = jn.load("kuka_lwr").with_limits(motor_torque=0.4 * MOTORS)
    move = jn.fastest_move(robot, [0, 1.5, 0, 0, 0, 0, 0], [0, -1.5, 0, 0, 0, 0, 0], pieces=16)
    assert move.status.time < 0.8 * move.status.straight_time
    assert worst(robot, move) < 1.0 + OVER


def test_where_the_straight_way_cannot_be_gone():
    """Half way gravity would exceed the first motor; folded, the arm passes."""
    robot = planar(motor_torque=[28.0, 60.0])
    line = jn.trajectory.rest_to_rest([-1.57, 0.0], [1.57, 0.0], 1.0)
    with pytest.raises(jn.errors.LimitError):
        jn.fastest(robot, line)
    move = jn.fastest_move(robot, [-1.57, 0.0], [1.57, 0.0], pieces=16)
    assert math.isnan(move.status.straight_time)
    assert worst(robot, move) < 1.0 + OVER


KINDS = {
    "elastic": lambda: planar(),
    "rigid": lambda: planar().with_rigid_joints(),
    "damped": lambda: planar().with_drives(damping=5.0),
    "hardening springs": lambda: planar().with_drives(stiffness=[jn.robot.HardeningSpring(500.0, 1e5)] * 2),
    "friction": lambda: planar().with_drives(viscous_friction=2.0, coulomb_friction=3.0),
    "carried rotors": lambda: planar().with_drives(coupling="full", gear_ratio=10.0, rotor_inertia=1e-3),
    "torque rate": lambda: planar(torque_rate=[2000.0, 1000.0]),
    "deflection": lambda: planar(deflection=0.03, velocity=3.0),
    "joint torque": lambda: planar(joint_torque=[40.0, 15.0]),
    "jerk": lambda: planar(jerk=100.0),
    "motor velocity": lambda: planar(motor_velocity=2.5),
    "position": lambda: planar(position=[(-0.05, 1.22), (-0.82, 0.05)]),
}
QUICK = ("elastic", "deflection", "motor velocity", "position")


@pytest.mark.parametrize("kind", [kind if kind in QUICK else pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS])
def test_limits_hold_and_it_is_not_slower(kind):
    robot = KINDS[kind]()
    move = jn.fastest_move(robot, [0.0, 0.0], [1.2, -0.8], pieces=16)
    share = worst(robot, move)
    assert 0.95 < share < 1.0 + OVER
    assert move.status.time <= move.status.straight_time
    assert move.smoothness >= robot.motion_order - 1
    if kind != "damped":  # filters run along other samples
        assert share <= (1.0 + OVER) * max(x.max() for x in move.status.shares.values())


def test_points_are_passed():
    points = [[0.9, 0.4], [1.3, -0.2]]
    move = jn.fastest_move(planar(), [0.0, 0.0], [1.2, -0.8], via=points, pieces=16)
    t = np.linspace(0.0, move.end_time, 20001)
    q = move(t)[0]
    gaps = np.linalg.norm(q[:, None] - np.array(points), axis=-1)
    step = np.linalg.norm(np.diff(q, axis=0), axis=1).max()
    assert gaps.min(axis=0).max() < step
    assert gaps[:, 0].argmin() < gaps[:, 1].argmin()
    assert move.status.time < move.status.straight_time
    assert worst(planar(), move) < 1.0 + OVER


def test_a_throw_and_the_motion_after_it():
    """The next move begins as the throw ends: with its position, velocity, acceleration and jerk."""
    robot = planar()
    throw = jn.fastest_move(robot, [0.0, 0.0], [1.2, -0.8], goal_velocity=[3.0, 1.0], pieces=16)
    last = throw(throw.end_time, 3)
    assert_close(last[:2], [[1.2, -0.8], [3.0, 1.0]], 1e-9)
    after = jn.fastest_move(robot, last, [0.0, 0.0])
    assert_close(after(0.0, 3), last, 1e-9)
    assert_close(after(after.end_time, 3), np.zeros((4, 2)), 1e-9)
    for move in (throw, after):
        assert worst(robot, move) < 1.0 + OVER
    for move, t in ((throw, throw.end_time), (after, 0.0)):  # it goes on
        assert_close(move(t + np.array([-1e-9, 1e-9]), 3), np.stack([last] * 2, axis=1), 1e-5)
    assert_close(after(after.end_time + 1.0, 2), np.zeros((3, 2)), 1e-9)


def test_the_plant_follows_open_loop_and_rests():
    robot = planar()
    move = jn.fastest_move(robot, [0.0, 0.0], [1.2, -0.8], pieces=16)
    t = np.linspace(0.0, move.end_time + 0.3, 1201)
    run = jn.simulate(robot, jn.feedforward(robot, move, t), tolerance=1e-12)
    assert np.abs(run.q - move(t)[0]).max() < 1e-8


def test_a_value():
    robot = two_masses(motor_torque=1.0)
    move = jn.fastest_move(robot, [0.0], [1.0], objective="energy", duration=6.0, pieces=8)
    again = pickle.loads(pickle.dumps(move))
    assert again == move
    assert hash(again) == hash(move)
    assert again.status == move.status
    assert isinstance(move.status, jn.trajectory.MoveStatus)
    assert move == jn.fastest_move(robot, [0.0], [1.0], objective="energy", duration=6.0, pieces=8)
    assert move.status.time == 6.0
    assert move.status.active


# ---------------------------------------------------------------- refused


def refused(error, robot, *ends, **more):
    with pytest.raises(error) as caught:
        jn.fastest_move(robot, *ends, **more)
    return str(caught.value)


def test_what_cannot_be():
    """Each with joint and reason."""
    limit = jn.errors.LimitError
    message = refused(limit, planar(position=(-1.0, 1.0)), [0.0, 0.0], [0.5, 1.2])
    assert "joint 'joint2': goal is at 1.2" in message
    assert "via[0]" in refused(limit, planar(position=(-1.0, 1.0)), [0.0, 0.0], [0.5, 0.2], via=[0.1, -1.1])
    weak = planar(motor_torque=[20.0, 60.0])
    message = refused(limit, weak, [0.0, 0.0], [1.57, 0.0])
    share = abs(float(jn.gravity_torque(weak, np.zeros(2))[0])) / 20.0
    assert f"joint 'joint1': at rest at the start it takes {100 * share:.4g} %" in message
    assert "at rest at the goal" in refused(limit, weak, [1.57, 0.0], [0.0, 0.0])
    message = refused(limit, planar(velocity=2.0), [0.0, 0.0], [1.0, 0.0], goal_velocity=[0.0, 2.5])
    assert "joint 'joint2': its velocity at the goal, 2.5, is 125 %" in message
    message = refused(limit, two_masses(motor_torque=1.0), [0.0], [1.0], objective="energy", duration=4.0, pieces=16)
    assert "joint 'x': no motion within the limits was found" in message
    assert "motor torque" in message


def test_wrong_use():
    wrong, robot = jn.errors.InputError, planar()
    ends = [0.0, 0.0], [1.0, 0.5]
    assert "any time will do" in refused(wrong, jn.load("planar_2r"), *ends)
    assert "it is the start" in refused(wrong, robot, [0.1, 0.2], [0.1, 0.2])
    assert "goal: expected 2 finite numbers" in refused(wrong, robot, [0.0, 0.0], [1.0, 0.5, 0.2])
    assert "start: expected" in refused(wrong, robot, [0.0, math.nan], [1.0, 0.5])
    assert "start: expected numbers" in refused(wrong, robot, "here", [1.0, 0.5])
    assert "goal_velocity: expected none" in refused(wrong, robot, [0.0, 0.0], np.ones((2, 2)), goal_velocity=[1.0, 0.0])
    assert "objective" in refused(wrong, robot, *ends, objective="speed")
    assert "objective" in refused(wrong, robot, *ends, objective={})
    assert "objective['time']" in refused(wrong, robot, *ends, objective={"time": -1.0})
    assert "needs a duration" in refused(wrong, robot, *ends, objective="energy")
    assert "time is to be least" in refused(wrong, robot, *ends, duration=1.0)
    assert "got both" in refused(wrong, robot, *ends, objective="energy", duration=1.0, within=1.0)
    assert "duration" in refused(wrong, robot, *ends, objective="energy", duration=0.0)
    assert "motor_constant" in refused(wrong, robot, *ends, motor_constant=[1.0, -1.0])
    assert "pieces" in refused(wrong, robot, *ends, pieces=0)
    assert "limits" in refused(wrong, robot, *ends, limits=3.0)
    damped = robot.with_drives(damping=5.0)
    assert "joint 'joint1' is elastic and damped" in refused(wrong, damped, [[0.0, 0.0], [1.0, 0.0]], [1.0, 0.0])
    assert "no motor drives" in refused(wrong, jn.load("moberg_5dof"), np.zeros(5), np.ones(5))
