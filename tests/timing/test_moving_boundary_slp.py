"""Motions at the ends of a path: derivatives of its parameter by hand, and refusals."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.moving_boundary_slp import constant_acceleration, optimise_moving_ends, path_derivatives
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.time_scaling import approximate_scaling
from support.slider import line_constraints
from support.tolerances import assert_close

LINE = PathGeometry(jn.trajectory.rest_to_rest([0.0, 1.0], [2.0, 0.0], 1.0, degree=9))


def test_derivatives_along_a_line():
    """q' = (2, -1): a velocity of (1, -0.5) is half of it, (-4, 2) is an acceleration of -2."""
    W = path_derivatives(LINE, [[1.0, -0.5], [-4.0, 2.0]], 1, 4, "end")
    assert_close(W, np.array([1.0, 0.5, -2.0, 0.0]))
    assert path_derivatives(LINE, [1.0, -0.5], 0, 3, "start").tolist() == [0.0, 0.5, 0.0]
    assert path_derivatives(LINE, [0.0, 0.0], 1, 3, "end").tolist() == [1.0, 0.0, 0.0]


def test_on_a_tool_path_the_curvature_counts():
    """The acceleration of a motion with constant speed along an arc is its centripetal one; it gives w'' = 0."""
    robot = jn.load("planar_2r")
    line = jn.trajectory.line([1.2, 0.6], [0.8, 1.0], 1.0, degree=9)
    geometry = PathGeometry(jn.inverse_kinematics(robot, line, [0.2, 0.6]))
    D = geometry(np.zeros(1), 2)[:, 0]
    W = path_derivatives(geometry, [0.7 * D[1], 0.49 * D[2]], 0, 4, "start")
    assert_close(W[:3], np.array([0.0, 0.7, 0.0]), 1e-9)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([1.0, 0.5], "start: derivative 1, .* does not run along the path, by .* at coordinate .* Expected a multiple of"),
        ([-1.0, 0.5], "start: this speed runs along the path backwards"),
        ([1.0], r"start: expected finite numbers \(k, 2\)"),
        ([np.nan, 1.0], "start: expected finite numbers"),
        ([[[1.0, 1.0]]], "start: expected finite numbers"),
        ("fast", "start: expected velocities, accelerations, ... of 2 coordinates"),
    ],
)
def test_motions_that_no_path_has(rows, message):
    with pytest.raises(jn.errors.InputError, match=message):
        path_derivatives(LINE, rows, 0, 3, "start")


def test_a_path_with_a_timing_of_its_own_is_at_rest_at_its_ends():
    curve = PathGeometry(jn.trajectory.spline([0.0, 0.5, 1.0], [[0.0], [0.7], [1.0]], degree=5))
    with pytest.raises(jn.errors.InputError, match="this path is at rest there by its own timing"):
        path_derivatives(curve, [1.0], 0, 3, "start")


@pytest.mark.parametrize("speeds", [(0.0, 2.0), (1.0, 0.0), (0.5, 1.5)])
def test_constant_acceleration(speeds):
    duration, w = constant_acceleration(speeds)
    x, h = np.linspace(0.0, 1.0, 5), 1e-4
    assert_close(w(np.array([0.0, 1.0])), np.array([0.0, 1.0]))
    speed = (w(x + h) - w(x - h)) / (2.0 * h * duration)
    assert_close(speed, speeds[0] + (speeds[1] - speeds[0]) * x, 1e-9)


def test_one_mass_that_passes_through():
    """From 0.5 to 0.5 m/s within 1 m/s the mass may do with 1 m in a little more than 1 s, and not in less."""
    constraints = line_constraints(velocity=1.0)
    duration, w = constant_acceleration((0.5, 0.5))
    motion = (np.array([0.0, 0.5]), np.array([1.0, 0.5]))
    scaling = approximate_scaling(w, 6, 3, 2).with_motion(motion, duration)
    solution = optimise_moving_ends(constraints, scaling, duration, 0, 0.0, np.zeros(0), 10.0)
    assert 1.0 < solution.duration < 1.4
    speed = solution.scaling.evaluate(np.linspace(0.0, 1.0, 101), 1)[1] / solution.duration
    assert_close(speed[[0, -1]], np.array([0.5, 0.5]), 1e-9)
    assert speed.max() < 1.02
