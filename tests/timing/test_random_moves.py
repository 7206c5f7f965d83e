"""Motions whose curve is free: random robots, limits and ends, finer pieces, slowed polynomials, refusals."""

import math
import re

import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

pytestmark = pytest.mark.native
OVER = 1e-6
"""By which share a limit may be exceeded on a grid 20 times finer, by rounding of mean rates."""
FINER = 20


def on_a_spring(mass, stiffness, **limits):
    """A mass on a rail, pushed by a motor through a spring, without gravity."""
    drive = jn.Drive(rotor_inertia=1e-3, gear_ratio=1.0, stiffness=stiffness)
    joint = jn.Joint("x", "prismatic", "base", "body", axis=(1.0, 0.0, 0.0), drive=drive)
    links = [jn.Link("base"), jn.Link("body", mass)]
    return jn.Robot.build("on a spring", links, [joint], gravity=(0.0, 0.0, 0.0)).with_limits(**limits)


def rpr():
    """Two joints that turn and one that slides between them."""
    links = [
        jn.Link("base"),
        jn.Link("a", 2.0, (0.1, 0.0, 0.0), (0.01, 0.02, 0.02, 0.0, 0.0, 0.0)),
        jn.Link("b", 1.5, (0.0, 0.0, 0.1), (0.01, 0.01, 0.01, 0.0, 0.0, 0.0)),
        jn.Link("c", 0.8, (0.1, 0.0, 0.0), (0.004, 0.01, 0.01, 0.0, 0.0, 0.0)),
    ]
    joints = [
        jn.Joint("r1", "revolute", "base", "a", drive=jn.Drive(2e-5, 100.0, 3e3)),
        jn.Joint("p", "prismatic", "a", "b", axis=(1.0, 0.0, 0.0), drive=jn.Drive(1e-5, 300.0, 5e4)),
        jn.Joint("r2", "revolute", "b", "c", drive=jn.Drive(1e-5, 80.0, 1.5e3)),
    ]
    return jn.Robot.build("rpr", links, joints)


def random_case(seed):
    """(robot, start, goal, more arguments): arms with and without dry friction, limits in random subsets, throws and points."""
    rng = np.random.default_rng(seed)
    kind = ("planar", "planar", "rpr", "lwr")[seed % 4]
    if kind == "planar":
        robot, torque, reach = jn.load("planar_2r"), np.array([60.0, 25.0]), np.ones(2)
        others = {"velocity": 3.0, "torque_rate": rng.uniform(800, 4000), "motor_velocity": rng.uniform(1.5, 4.0)}
        others |= {"deflection": rng.uniform(0.02, 0.08), "jerk": rng.uniform(200, 2000)}
        if rng.random() < 0.5:
            robot = robot.with_drives(coulomb_friction=rng.uniform(0.5, 5.0), coulomb_speed=10.0 ** rng.uniform(-2.5, -1.3))
    elif kind == "rpr":
        robot, torque, reach = rpr(), np.array([20.0, 60.0, 8.0]), np.array([1.0, 0.2, 1.0])
        others = {"velocity": [2.0, 0.5, 3.0], "torque_rate": [1500.0, 5000.0, 600.0], "motor_velocity": [2.0, 0.6, 3.0]}
    else:
        robot, torque = jn.load("kuka_lwr"), np.array([176.0, 176.0, 100.0, 100.0, 100.0, 38.0, 38.0])
        others, reach = {"velocity": 2.0, "torque_rate": 5000.0}, 0.7 * np.ones(7)
    robot = robot.with_limits(motor_torque=torque, **{name: x for name, x in others.items() if rng.random() < 0.5})
    start, goal = (reach * rng.uniform(-1.0, 1.0, robot.n) for _ in range(2))
    more = {"pieces": 16}
    if rng.random() < 0.3:
        more["via"] = [0.5 * (start + goal) + 0.2 * reach * rng.uniform(-1.0, 1.0, robot.n)]
    if rng.random() < 0.4:
        more["goal_velocity"] = 0.6 * reach * rng.uniform(-1.0, 1.0, robot.n)
    return robot, start, goal, more


def largest_share(robot, path, samples):
    """By arrays of a plan alone."""
    plan = jn.feedforward(robot, path, np.linspace(path.start_time, path.end_time, samples))
    return max(row.share for row in plan.peaks)


def slowed(robot, start, goal):
    """The least duration, of many, with which the polynomial of degree 9 keeps its limits."""
    for duration in np.geomspace(0.05, 20.0, 600):
        path = jn.trajectory.rest_to_rest(start, goal, duration, degree=9)
        if largest_share(robot, path, 801) <= 1.0:
            return duration
    return math.inf


SLOW = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 24)]


@pytest.mark.parametrize("seed", [0, 1, *SLOW])
def test_no_limit_is_exceeded_and_the_polynomial_is_not_faster(seed):
    robot, start, goal, more = random_case(seed)
    move = jn.fastest_move(robot, start, goal, **more)
    assert max(float(x.max()) for x in move.status.shares.values()) <= 1.0
    assert largest_share(robot, move, FINER * 4 * move.status.pieces * 4 + 1) < 1.0 + OVER
    assert_close(move([0.0, move.end_time])[0], [start, goal], 1e-9)
    if not set(more) & {"via", "goal_velocity"}:
        assert move.status.time <= slowed(robot, start, goal)
        assert move.status.time <= move.status.straight_time
    if "goal_velocity" in more:
        assert_close(move(move.end_time, 1)[1], more["goal_velocity"], 1e-9)


@pytest.mark.parametrize(
    ("mass", "stiffness", "speed", "periods"),
    [(1.0, 100.0, 0.5, 1), pytest.param(2.0, 300.0, 0.2, 1, marks=pytest.mark.slow), (1.0, 100.0, 0.5, 2)],
)
def test_a_motor_at_its_largest_speed(mass, stiffness, speed, periods):
    """Over u T, T a multiple of the period of the mass on its spring, the motor may turn at u all the time: no motion is shorter.

    Slowed down a little, such a motion exceeds the speed, and one of pieces reaches it to their own accuracy.
    """
    robot = on_a_spring(mass, stiffness, motor_velocity=speed)
    best = periods * math.tau * math.sqrt(mass / stiffness)
    move = jn.fastest_move(robot, [0.0], [speed * best])
    assert 1.0 < move.status.time / best < 1.03
    plan = jn.feedforward(robot, move, np.linspace(0.0, move.end_time, 20_001))
    assert np.abs(plan.theta[1]).max() <= speed * (1.0 + 1e-9)
    assert not move.status.unproven


def test_finer_pieces_are_never_slower():
    """A motion of half as many pieces is one of them: of a throw past a point, where nothing else made it so."""
    robot = jn.load("planar_2r").with_limits(motor_torque=[60.0, 25.0], torque_rate=[4000.0, 2000.0], velocity=[3.0, 4.0])
    more = {"via": [[0.6, 0.3]], "goal_velocity": [1.0, 0.5]}
    moves = [jn.fastest_move(robot, [0.0, 0.0], [1.2, -0.8], pieces=pieces, **more) for pieces in (16, 32)]
    times = [move.status.time for move in moves]
    assert times[1] <= times[0] < 1.06
    for move in moves:
        assert largest_share(robot, move, 8001) < 1.0 + OVER
        assert max(float(x.max()) for x in move.status.shares.values()) > 0.98  # what is left of all limits is little


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_finer_random_moves_are_never_slower(seed):
    robot, start, goal, more = random_case(100 + 4 * seed + seed % 3)
    coarse, fine = (jn.fastest_move(robot, start, goal, **{**more, "pieces": pieces}) for pieces in (8, 16))
    assert fine.status.time <= coarse.status.time * (1.0 + 1e-12)


@pytest.mark.parametrize(
    "more",
    [
        {"duration": 1e-3},
        pytest.param({"within": 0.3}, marks=pytest.mark.slow),
        {"duration": 1e-3, "goal_velocity": [1.0, 0.5]},
    ],
)
def test_a_time_that_is_too_short_is_refused_with_one_that_will_do(more):
    robot = jn.load("planar_2r").with_limits(motor_torque=[60.0, 25.0], velocity=[3.0, 4.0])
    ends = [0.0, 0.0], [1.2, -0.8]
    with pytest.raises(jn.errors.LimitError) as refused:
        jn.fastest_move(robot, *ends, objective="energy", pieces=16, **more)
    said = str(refused.value)
    shortest = float(re.search(r"the shortest one that was found takes ([0-9.e+-]+) s", said)[1])
    assert re.match(r"joint 'joint[12]': no motion within the limits was found that takes", said)
    assert any(name in said for name in ("motor torque", "velocity"))
    enough = {key: value if key == "goal_velocity" else 1.02 * shortest for key, value in more.items()}
    move = jn.fastest_move(robot, *ends, objective="energy", pieces=16, **enough)
    assert move.status.time <= 1.02 * shortest * (1.0 + 1e-12)
    assert largest_share(robot, move, 8001) < 1.0 + OVER


def test_least_time_within_a_time():
    robot = jn.load("planar_2r").with_limits(motor_torque=[60.0, 25.0])
    move = jn.fastest_move(robot, [0.0, 0.0], [1.2, -0.8], pieces=8)
    again = jn.fastest_move(robot, [0.0, 0.0], [1.2, -0.8], pieces=8, within=1.01 * move.status.time)
    assert again.status.time == move.status.time
    with pytest.raises(jn.errors.LimitError, match="the shortest one that was found takes"):
        jn.fastest_move(robot, [0.0, 0.0], [1.2, -0.8], pieces=8, within=0.9 * move.status.time)
