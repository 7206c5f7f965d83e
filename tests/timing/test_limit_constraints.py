"""Utilisation of limits along a path, by hand and by differences."""

import math

import numpy as np
import pytest

import jounce as jn
from jounce.timing.limit_constraints import LimitConstraints, SampleShift, largest
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.time_scaling import approximate_scaling
from support.slider import line_constraints, slider
from support.tolerances import CHAIN, assert_close

X = np.linspace(0.0, 1.0, 7)
STEP = 1e-6
DIFFERENCES = 1e-6
"""Of central differences with that step."""


def parabola():
    """w = x^2 as a spline of degree 4 with two pieces: Schoenberg's operator is not exact, so by interpolation."""
    from scipy.interpolate import make_interp_spline

    scaling = approximate_scaling(lambda x: x, 2, 4, 1)
    sites = np.linspace(0.0, 1.0, 6)
    return scaling._replace(coefficients=make_interp_spline(sites, sites**2, 4, t=scaling.knots).c)


def test_a_mass_with_constant_acceleration():
    """q = (t/T)^2 with T = 2 s: velocity 2 x / T, acceleration 2 / T^2, force m a."""
    constraints = line_constraints(3.0, velocity=2.0, acceleration=4.0, motor_torque=6.0)
    shares = constraints.sample(parabola(), X).shares(2.0)
    assert_close(shares["velocity"][:, 0], X / 2.0)
    assert_close(shares["acceleration"][:, 0], np.full(7, 0.125))
    assert_close(shares["motor_torque"][:, 0], np.full(7, 0.25), CHAIN)
    assert constraints.quantities == ["velocity", "acceleration", "motor_torque"]


def test_a_margin_tightens_limits():
    constraints = line_constraints(velocity=2.0).with_margin(0.2)
    assert_close(constraints.sample(parabola(), X).shares(1.0)["velocity"][:, 0], 2.0 * X / 1.6)


def test_mean_rates_and_those_of_twins():
    sampled = line_constraints(torque_rate=1.0).sample(parabola(), np.array([0.0, 0.5, 1.0]))
    assert sampled.mean_rates(np.array([1.0, 3.0, 0.0]), 4.0).tolist() == [1.0, -1.5]
    twins = line_constraints(torque_rate=1.0).sample(parabola(), np.array([0.0, 0.1, 0.9, 1.0]), twins=True)
    assert_close(twins.mean_rates(np.array([0.0, 1.0, 7.0, 9.0]), 1.0), np.array([10.0, 20.0]))
    assert len(twins.columns) == 2


def curved(**more):
    robot = jn.load("planar_2r").with_limits(motor_torque=[60.0, 25.0], torque_rate=[2e3, 1e3], velocity=2.0, jerk=50.0, **more)
    path = jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0, 0.0], [0.8, -0.5], [1.2, 0.4]], degree=9)
    scaling = approximate_scaling(lambda x: x**1.5, 4, 6, 1)
    x = np.sort(np.random.default_rng(0).uniform(size=8))
    return LimitConstraints(robot, PathGeometry(path)).sample(scaling, x)


def with_coefficients(sampled, c):
    return sampled.constraints.sample(sampled.scaling._replace(coefficients=c), sampled.x)


def test_jacobians_are_differences():
    sampled, T = curved(deflection=0.1, joint_torque=30.0), 1.3
    rows, c = sampled.jacobians(T), sampled.scaling.coefficients
    assert set(rows) == {"velocity", "jerk", "motor_torque", "joint_torque", "deflection", "torque_rate"}
    assert all(np.array_equal(row.share, sampled.shares(T)[name]) for name, row in rows.items())
    direction = np.random.default_rng(1).normal(size=len(c)) * (np.arange(len(c)) > 0)
    more, less = (with_coefficients(sampled, c + sign * STEP * direction).shares(T) for sign in (1.0, -1.0))
    longer, shorter = (sampled.shares(T * math.exp(sign * STEP)) for sign in (1.0, -1.0))
    for name, row in rows.items():
        if name != "torque_rate":  # whose samples depend on the coefficients of two
            by_c = np.einsum("snc,sc->sn", row.by_coefficients, direction[sampled.columns])
            assert_close(by_c, (more[name] - less[name]) / (2.0 * STEP), DIFFERENCES, name)
        assert_close(row.by_duration, (longer[name] - shorter[name]) / (2.0 * STEP), DIFFERENCES, name)


def test_samples_that_move_with_the_duration():
    """Where samples shift by s, utilisations change by their slope times s besides."""
    sampled = line_constraints(velocity=2.0).sample(parabola(), X[:-1])
    shift = SampleShift(np.zeros((6, 5)), np.full(6, 0.3))
    still, moved = (sampled.jacobians(1.0, x)["velocity"].by_duration[:, 0] for x in (None, shift))
    assert_close(moved - still, np.full(6, 0.3), 1e-6)  # of the velocity 2 x / 2


def test_at_rest_only_the_weight_counts():
    joint = jn.Joint(
        "lift", "prismatic", "base", "body", axis=(0.0, 0.0, 1.0), limits=jn.robot.JointLimits(motor_torque=100.0, velocity=1.0)
    )
    robot = jn.Robot.build("lift", [jn.Link("base"), jn.Link("body", 2.0)], [joint], gravity=(0.0, 0.0, -9.81))
    shares = LimitConstraints(robot, PathGeometry(jn.trajectory.rest_to_rest([0.0], [1.0], 1.0))).at_rest(X)
    assert list(shares) == ["motor_torque"]
    assert_close(shares["motor_torque"], np.full((7, 1), 0.1962))


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_the_largest_utilisation(bad):
    assert largest({"velocity": np.array([0.5, -2.0]), "jerk": np.array([1.0])}) == 2.0
    assert largest({"velocity": np.array([0.5, bad]), "jerk": np.array([1.0])}) == math.inf
    assert largest({"jerk": np.array([1.0]), "velocity": np.array([bad, 0.5])}) == math.inf


def test_the_order_that_limits_need():
    line = PathGeometry(jn.trajectory.rest_to_rest([0.0], [1.0], 1.0))
    orders = [LimitConstraints(slider(**{name: 1.0}), line).order for name in ("velocity", "jerk", "torque_rate")]
    assert orders == [2, 3, 3]
