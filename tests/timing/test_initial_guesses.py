"""First guesses: boundary conditions, via points and position limits hold from the start."""

import numpy as np

import jounce as jn
from jounce.timing.initial_guesses import DETOURS, _detours, _spline_along, _with_best_duration, best_initial_guess
from support.slider import move_problem
from support.tolerances import assert_close


def line(start=0.0, goal=1.0):
    return jn.trajectory.rest_to_rest([start], [goal], 1.0, degree=9)


def test_a_spline_along_a_path_passes_its_via_points():
    problem = move_problem(via=[[0.4]], velocity=1.0, acceleration=2.0)
    spline = _spline_along(problem, line(), 6)
    assert_close(spline.motion(np.array([0.0, 1.0]), 0)[0, :, 0], np.array([0.0, 1.0]))
    assert_close(spline.motion(spline.passing, 0)[0], np.array([[0.4]]))
    assert_close(spline.motion(np.array([0.0, 1.0]), 1)[1, :, 0], np.zeros(2))


def test_detours_stay_in_the_range_of_their_joint():
    problem = move_problem(velocity=1.0, position=(-0.25, 1.5))
    spline = _spline_along(problem, line(), 6)
    (splines,) = _detours(problem, spline)
    assert len(splines) == len(DETOURS)
    for other in splines:
        assert (other.coefficients >= -0.25).all()
        assert (other.coefficients <= 1.5).all()
        assert np.ptp(other.coefficients) > 1.1  # further than the path


def test_the_duration_of_least_violation_then_least_cost():
    problem = move_problem(velocity=1.0)
    best = _with_best_duration(problem, _spline_along(problem, line(), 6), np.array([0.5, 1.0, 8.0, 16.0]))
    assert best.spline.duration == 8.0
    prescribed = move_problem(objective="energy", duration=2.0)
    assert _with_best_duration(prescribed, _spline_along(prescribed, line(), 6), np.array([0.5, 8.0])).spline.duration == 2.0


def test_the_best_guess_is_near_the_bang_bang_time():
    """1 kg over 1 m with 1 N takes 2 s at least."""
    result = best_initial_guess(move_problem(motor_torque=1.0), line(), 3)
    assert 1.9 < result.evaluation.cost < 2.5
    assert result.evaluation.worst < 1.01
