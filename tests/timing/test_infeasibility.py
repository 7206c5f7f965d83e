"""Refusals of problems without a solution: joint, time and utilisation by hand."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.certificate import Verification
from jounce.timing.infeasibility import static_limit_error, static_utilisation, unproved_error, without_zero_limits
from jounce.timing.interval_proof import UtilisationBounds
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.time_scaling import approximate_scaling
from support.slider import line_constraints, slider
from support.tolerances import assert_close


def pendulum(**limits):
    """1 kg, 1 m from a horizontal axis: at q the weight takes 9.81 cos q Nm."""
    joint = jn.Joint("hinge", "revolute", "base", "bob", axis=(0.0, -1.0, 0.0), limits=jn.robot.JointLimits(**limits))
    links = [jn.Link("base"), jn.Link("bob", 1.0, (1.0, 0.0, 0.0))]
    return jn.Robot.build("pendulum", links, [joint], gravity=(0.0, 0.0, -9.81))


def constraints(robot, start, goal):
    return LimitConstraints(robot, PathGeometry(jn.trajectory.rest_to_rest(start, goal, 2.0)))


def test_the_weight_of_a_pendulum():
    assert_close(static_utilisation(constraints(pendulum(motor_torque=12.0), [-0.5], [1.0])), 9.81 / 12.0, 1e-5)  # 401 places


def test_a_weight_above_the_limit():
    with pytest.raises(
        jn.errors.LimitError, match=r"joint 'hinge': at rest, where the path is at 2 s, it takes 109 % of its limit"
    ):
        static_utilisation(constraints(pendulum(motor_torque=9.0), [-1.0], [0.0]))


def test_a_path_that_does_not_move():
    with pytest.raises(jn.errors.InputError, match="it does not move, so there is no time to make least"):
        static_utilisation(constraints(slider(velocity=1.0), [0.3], [0.3]))


@pytest.mark.parametrize(("goal", "place"), [(2.0, "2"), (-2.0, "-2")])
def test_positions_outside_their_range(goal, place):
    robot = slider(velocity=1.0).with_limits(position=(-1.0, 1.0))
    with pytest.raises(jn.errors.LimitError, match=f"the path is at {place} at 2 s, outside its position limits -1 and 1"):
        static_utilisation(constraints(robot, [0.0], [goal]))


def test_a_position_range_of_rounding_is_no_violation():
    robot = slider(velocity=1.0).with_limits(position=(-1.0, 1.0 - 1e-12))
    assert static_utilisation(constraints(robot, [0.0], [1.0])) == 0.0


def test_zero_limits_of_a_joint_that_stands_still_are_dropped():
    robot, path = jn.load("planar_2r"), jn.trajectory.rest_to_rest([0.0, 0.4], [1.0, 0.4], 1.0)
    assert without_zero_limits(robot, path, {"velocity": [2.0, 0.0]})["velocity"] == {"joint1": 2.0, "joint2": np.inf}
    assert without_zero_limits(robot, path, {"velocity": {"joint2": 0.0}}) == {"velocity": {"joint2": np.inf}}
    with pytest.raises(jn.errors.LimitError, match="joint 'joint1': its limit of velocity is zero"):
        without_zero_limits(robot, path, {"velocity": [0.0, 2.0]})
    with pytest.raises(jn.errors.LimitError, match="joint 'joint2': its limit of motor torque is zero"):
        without_zero_limits(robot, path, {"motor_torque": [1.0, 0.0]})


def test_wrong_limits_are_left_to_the_robot():
    path = jn.trajectory.rest_to_rest([0.0], [1.0], 1.0)
    assert without_zero_limits(slider(), path, {"velocity": "fast", "jerk": False}) == {"velocity": "fast", "jerk": False}


def test_a_static_excess_is_named():
    error = static_limit_error(constraints(pendulum(motor_torque=5.0), [-1.0], [0.0]), approximate_scaling(lambda x: x, 4, 3, 1))
    assert "joint 'hinge': where the path is at 2 s, 196.2 % of its limit of motor torque are taken" in str(error)


def test_what_is_not_proved_is_named():
    verification = Verification(line_constraints(velocity=1.0), approximate_scaling(lambda x: x, 4, 3, 1))
    bounds = UtilisationBounds(np.array([0.0, 0.25, 1.0]), {"velocity": np.array([[0.9], [1.5]])}, 0.8)
    message = str(unproved_error(verification, 2.0, bounds))
    assert "joint 'x': from 2 s upwards no duration was found with which its limit of velocity is proved to hold" in message
    assert "150 % of it may be taken between 25 and 100 % of the duration" in message
