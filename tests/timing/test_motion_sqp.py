"""Steps of the quadratic programs: constraints hold after each, and an energy optimum in closed form."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.motion_constraints import evaluate
from jounce.timing.motion_spline import approximate_motion
from jounce.timing.motion_sqp import _via_constraints, apply_step, project, solve_sqp
from support.slider import move_problem
from support.tolerances import assert_close


def spline(problem, duration, passing=()):
    path = jn.trajectory.rest_to_rest([0.0], [1.0], 1.0, degree=9)
    return approximate_motion(
        lambda x: path(x)[0], problem.inner_knots(3), problem.degree, duration, np.array(passing, dtype=float)
    )


def test_a_projection_has_ends_and_via_points_and_is_the_nearest():
    problem = move_problem(via=[[0.3]], velocity=1.0)
    raw = spline(problem, 1.0, [0.5])
    projected = project(problem, raw)
    assert_close(projected.motion(np.array([0.0, 0.5, 1.0]), 0)[0, :, 0], np.array([0.0, 0.3, 1.0]))
    assert_close(projected.motion(np.array([0.0, 1.0]), 1)[1], np.zeros((2, 1)))
    assert_close(project(problem, projected).coefficients, projected.coefficients)
    change = (projected.coefficients - raw.with_boundary(problem.boundary).coefficients)[:, 0]
    row = raw.design(np.array([0.5]), 0)[0, 0] * (change != 0.0)
    assert_close(change, row * (row @ change) / (row @ row))  # along the gradient of the condition


def test_a_step_keeps_them():
    problem = move_problem(via=[[0.3]], velocity=1.0)
    first = project(problem, spline(problem, 1.0, [0.5]))
    d = 0.05 * np.random.default_rng(0).normal(size=first.coefficients.size + 2)
    moved = apply_step(problem, first, d)
    assert moved.duration == pytest.approx(np.exp(d[-2]))
    assert_close(moved.passing, np.array([0.5 + d[-1]]))
    assert_close(moved.motion(moved.passing, 0)[0], np.array([[0.3]]))


def test_via_constraints_are_the_linearised_distance():
    problem = move_problem(via=[[0.3]], velocity=1.0)
    first = spline(problem, 1.0, [0.5])
    V, v = _via_constraints(problem, first)
    d = 1e-6 * np.random.default_rng(1).normal(size=V.shape[1])

    def q(sign):
        c = first.coefficients + sign * d[: first.coefficients.size, None]
        return first._replace(coefficients=c).motion(first.passing + sign * d[-1], 0)[0].ravel()

    assert_close(V @ d, 0.5 * (q(1.0) - q(-1.0)), 1e-8)
    assert_close(v, 0.3 - first.motion(first.passing, 0)[0].ravel())


def test_least_heat_of_one_mass():
    """From rest to rest in T the force is (6 - 12 t/T) / T^2, and E = 12 / T^3: a cubic, which the splines contain."""
    problem = move_problem(objective="energy", duration=2.0)
    result = solve_sqp(problem, evaluate(problem, project(problem, spline(problem, 2.0))), 1.0, 20, 1e-10)
    assert result.evaluation.energy == pytest.approx(1.5, rel=1e-6)
    x = np.linspace(0.0, 1.0, 11)
    assert_close(result.evaluation.spline.motion(x, 0)[0, :, 0], 3.0 * x**2 - 2.0 * x**3, 1e-3)


def test_a_limit_that_cannot_hold_is_reported():
    """1 m in 0.5 s with 1 m/s: at least twice the limit."""
    problem = move_problem(velocity=1.0)._replace(shortest=0.5, longest=0.5)
    result = solve_sqp(problem, evaluate(problem, project(problem, spline(problem, 0.5))), 1.0, 12, 1e-6)
    assert result.evaluation.worst >= 2.0
    assert result.locally_infeasible
