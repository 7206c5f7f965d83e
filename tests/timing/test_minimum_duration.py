"""Bisection of durations: one mass that arrives moving, in closed form."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.minimum_duration import COARSE_EXCESS, bisect_duration, first_feasible_duration
from jounce.timing.motion_constraints import evaluate
from jounce.timing.motion_spline import approximate_motion
from jounce.timing.motion_sqp import project
from support.slider import move_problem


def spline(problem, duration=1.0, pieces=3):
    path = jn.trajectory.rest_to_rest([0.0], [1.0], 1.0, degree=9)
    return project(
        problem, approximate_motion(lambda x: path(x)[0], problem.inner_knots(pieces), problem.degree, duration, np.zeros(0))
    )


def test_the_first_of_the_tried_durations_with_which_the_limit_holds():
    """With |v| <= 1 m/s alone, from 0.5 to 0.5 m/s, 1 m takes 1 s at least; durations 10^(k/5 - 3) are tried."""
    problem = move_problem([[0.0], [0.5]], goal_velocity=[0.5], velocity=1.0)
    result = first_feasible_duration(problem, spline(problem, pieces=2))
    assert result.evaluation.worst <= 1.0 + COARSE_EXCESS
    assert result.evaluation.spline.duration == pytest.approx(10.0**0.2)


def test_the_bisection_ends_between_a_duration_that_will_do_and_one_that_will_not():
    problem = move_problem([[0.0], [0.5]], goal_velocity=[0.5], velocity=1.0)
    result = bisect_duration(problem, evaluate(problem, spline(problem, 1.3, 2)), 0.1, 0.05, 1e-3)
    assert result.evaluation.worst <= 1.0 + 1e-3
    assert 1.0 < result.evaluation.spline.duration < 1.2


def test_durations_beyond_the_longest_are_not_tried():
    problem = move_problem(goal_velocity=[0.5], velocity=1.0, within=0.5)
    evaluation = evaluate(problem, spline(problem, 0.5))
    result = bisect_duration(problem, evaluation, 0.1, 1e-2, 1e-3)
    assert result.evaluation.spline.duration == pytest.approx(0.5)
    assert result.evaluation.worst > 1.9  # 1 m in 0.5 s with 1 m/s
