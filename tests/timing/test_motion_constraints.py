"""Utilisation and energy of a motion spline, by hand; their derivatives by differences."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.motion_constraints import _boole_weights, dense_utilisation, evaluate, linearise
from jounce.timing.motion_spline import MotionSpline, approximate_motion, polynomial_motion
from jounce.timing.motion_sqp import project
from jounce.timing.move_problem import checked_problem
from jounce.timing.time_scaling import samples
from support.slider import move_problem
from support.tolerances import CHAIN, assert_close

STEP = 1e-6
DIFFERENCES = 1e-6


def cubic(duration):
    """q = 3 x^2 - 2 x^3: velocity 6 x (1 - x) / T, acceleration (6 - 12 x) / T^2."""
    return polynomial_motion(np.zeros(1), np.ones(1), 3, duration)


def test_the_rest_to_rest_cubic():
    evaluation = evaluate(move_problem(velocity=1.0, acceleration=4.0, motor_torque=2.0), cubic(2.0))
    x = evaluation.x
    assert_close(evaluation.shares["velocity"][:, 0], 3.0 * x * (1.0 - x))
    assert_close(evaluation.shares["acceleration"][:, 0], (1.5 - 3.0 * x) / 4.0)
    assert_close(evaluation.shares["motor_torque"][:, 0], (1.5 - 3.0 * x) / 2.0, CHAIN)
    assert (evaluation.worst, evaluation.cost) == (pytest.approx(0.75), 2.0)
    assert np.isnan(evaluation.energy)


def test_the_heat_of_the_cubic():
    """E = integral of (6 - 12 x)^2 / T^3 dx = 12 / T^3, for 1 kg and 1 N/sqrt(W)."""
    evaluation = evaluate(move_problem(objective={"time": 2.0, "energy": 0.5}, velocity=9.0), cubic(2.0))
    assert evaluation.energy == pytest.approx(12.0 / 8.0, rel=1e-12)
    assert evaluation.cost == pytest.approx(4.0 + 0.75, rel=1e-12)


def test_boole_weights_integrate_quintics():
    knots = np.concatenate([np.zeros(4), [0.2, 0.7], np.ones(4)])
    spline = MotionSpline(knots, np.zeros((6, 1)), 1.0, np.zeros(0))
    weights, x = _boole_weights(spline), samples(knots, 4)
    for power in range(6):
        assert_close(weights @ x**power, 1.0 / (power + 1))


def test_between_samples():
    problem, x = move_problem(velocity=1.0, torque_rate=1.0), np.array([0.0, 0.1, 0.4])
    shares = dense_utilisation(problem, cubic(2.0), x)
    assert_close(shares["velocity"][:, 0], 3.0 * x * (1.0 - x))
    assert_close(shares["torque_rate"], np.full((2, 1), -12.0 / 8.0), CHAIN)


def test_a_margin_spares_what_is_prescribed_at_the_ends():
    problem = move_problem(goal_velocity=[0.5], velocity=1.0)._replace(margin=0.5)
    spline = project(problem, cubic(2.0)._replace(knots=np.repeat([0.0, 1.0], 6), coefficients=np.linspace(0.0, 1.0, 6)[:, None]))
    share, plain = (evaluate(p, spline).shares["velocity"][:, 0] for p in (problem, problem._replace(margin=0.0)))
    assert share[-1] == pytest.approx(0.5)
    assert_close(share[1:-1], 2.0 * plain[1:-1])


def test_derivatives_are_differences():
    """Utilisation, cost: along a random direction of coefficients and log T; energy has its Gauss-Newton Hessian."""
    robot = jn.load("planar_2r").with_limits(velocity=2.0, motor_torque=60.0, torque_rate=900.0, jerk=80.0)
    problem = checked_problem(robot, [0.0, 0.0], [1.0, -0.5], [0.3, 0.2], (), {"time": 1.0, "energy": 0.1}, 2.0, None, None)
    path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, -0.5], 1.0)
    spline = project(problem, approximate_motion(lambda x: path(x)[0], problem.inner_knots(2), problem.degree, 1.3, np.zeros(0)))
    evaluation = evaluate(problem, spline)
    linear = linearise(problem, evaluation)
    d = np.random.default_rng(0).normal(size=spline.coefficients.size + 1)
    moved = d[:-1].reshape(spline.coefficients.shape)
    moved[: len(problem.boundary.start)] = moved[-len(problem.boundary.goal) :] = 0.0

    def at(h):
        stretched = spline._replace(coefficients=spline.coefficients + h * moved, duration=1.3 * np.exp(h * d[-1]))
        return evaluate(problem, project(problem, stretched))

    more, less = at(STEP), at(-STEP)
    by_d = np.concatenate([((more.shares[k] - less.shares[k]) / (2.0 * STEP)).ravel() for k in problem.constraints.quantities])
    assert_close(linear.rows @ d, by_d, DIFFERENCES)
    assert linear.gradient @ d == pytest.approx((more.cost - less.cost) / (2.0 * STEP), rel=1e-6)
    assert_close(linear.hessian, linear.hessian.T)
    assert np.linalg.eigvalsh(linear.hessian).min() > -1e-9 * np.abs(linear.hessian).max()
