"""What `fastest_move` accepts, and what it says of arguments that cannot be."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.move_problem import checked_problem
from support.slider import move_problem, slider

REFUSED = [
    ({"start": [np.nan]}, "start: expected 1 finite numbers, one for each joint of robot 'slider'"),
    ({"start": [1.0, 2.0]}, "start: expected 1 finite numbers"),
    ({"start": ["a"]}, "start: expected numbers"),
    ({"via": [[1.0, 2.0]]}, "via: expected 1 finite numbers"),
    ({"objective": "speed"}, "objective: expected 'time', 'energy', or what both cost"),
    ({"objective": {}}, "objective: expected"),
    ({"objective": {"time": -1.0}}, r"objective\['time'\]"),
    ({"duration": 1.0}, "duration: expected none, as time is to be least"),
    ({"objective": "energy"}, "objective: least energy needs a duration"),
    ({"objective": "energy", "duration": 1.0, "within": 2.0}, "duration, within: expected one of them, got both"),
    ({"objective": "energy", "duration": 0.0}, r"duration \[s\]"),
    ({"goal": [0.0]}, "goal: it is the start, so there is no motion"),
    ({"velocity": np.inf}, "limits: robot 'slider' has none"),
    ({"position": (-1.0, 0.5)}, "joint 'x': goal is at 1, outside its position limits -1 and 0.5"),
    ({"goal_velocity": [3.0]}, "joint 'x': its velocity at the goal, 3, is 150 % of its limit"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED, ids=[message[:40] for _, message in REFUSED])
def test_refused(arguments, message):
    with pytest.raises((jn.errors.InputError, jn.errors.LimitError), match=message):
        move_problem(**{"velocity": 2.0, **arguments})


@pytest.mark.parametrize("constant", [0.0, -1.0, np.inf, "strong", [1.0, 2.0, 3.0]])
def test_motor_constants_are_above_zero(constant):
    with pytest.raises(jn.errors.InputError, match="motor_constant: expected a finite number above zero"):
        checked_problem(slider(velocity=1.0), [0.0], [1.0], None, (), "energy", constant, 1.0, None)


def test_a_weight_that_the_motor_cannot_hold_at_the_goal():
    robot = jn.load("planar_2r").with_limits(motor_torque=1.0).with_gravity((0.0, -9.81, 0.0))
    with pytest.raises(jn.errors.LimitError, match="at rest at the start it takes .* of its limit of motor torque"):
        checked_problem(robot, [0.0, 0.0], [1.0, 1.0], None, (), "time", 1.0, None, None)


def test_rest_to_rest():
    problem = move_problem(velocity=1.0)
    assert problem.boundary.start.tolist() == [[0.0], [0.0]]
    assert problem.boundary.goal.tolist() == [[1.0], [0.0]]
    assert (problem.moving, problem.can_stretch, problem.needs_bisection) == ((False, False), True, False)
    assert (problem.time, problem.energy, problem.shortest, problem.longest) == (1.0, 0.0, 0.0, np.inf)
    assert problem.degree == 4
    assert len(problem.inner_knots(5)) == 10  # two halvings at either end


def test_a_goal_in_motion():
    problem = move_problem(velocity=1.0, jerk=1.0, goal_velocity=[0.5])
    assert problem.boundary.goal.tolist() == [[1.0], [0.5]]  # the acceleration is free
    assert (problem.moving, problem.can_stretch, problem.needs_bisection) == ((False, True), False, True)
    with pytest.raises(jn.errors.InputError, match="goal_velocity: expected none, as the goal has rows of its own"):
        checked_problem(slider(velocity=1.0), [0.0], [[1.0], [0.2]], [0.5], (), "time", 1.0, None, None)


def test_a_prescribed_duration():
    problem = move_problem(objective="energy", duration=1.5)
    assert (problem.shortest, problem.longest, problem.can_stretch, problem.has_constant_cost) == (1.5, 1.5, False, False)
    assert problem._replace(energy=0.0).has_constant_cost


def test_arms_that_cannot_be_timed_this_way():
    flexible = jn.load("moberg_5dof")
    with pytest.raises(jn.errors.InputError, match="has joints that no motor drives; motions of such arms cannot be found yet"):
        checked_problem(flexible, np.zeros(flexible.n), np.ones(flexible.n), None, (), "time", 1.0, None, None)
