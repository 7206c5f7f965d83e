"""Rigid joints against TOPP-RA, and against what one joint alone does in closed form."""

import logging

import numpy as np
import pytest

import jounce as jn
from jounce.timing.path_geometry import PathGeometry
from support.tolerances import assert_close

pytestmark = pytest.mark.native
GOAL = np.array([1.0, -0.5, 0.8, 1.2, 0.3, -0.7, 0.5])
MOTORS = [176.0, 176.0, 100.0, 100.0, 100.0, 38.0, 38.0]


def lwr(**limits):
    return jn.load("kuka_lwr").with_rigid_joints().with_limits(motor_torque=MOTORS, **limits)


def mass(**limits):
    """1 kg on a rail, without gravity."""
    joint = jn.Joint("x", "prismatic", "base", "body", axis=(1.0, 0.0, 0.0), limits=jn.robot.JointLimits(**limits))
    return jn.Robot.build("mass", [jn.Link("base"), jn.Link("body", 1.0)], [joint], gravity=(0.0, 0.0, 0.0))


@pytest.mark.parametrize(
    ("limits", "time"),
    [
        ({"motor_torque": 4.0}, 2.0 * np.sqrt(2.0 / 4.0)),  # half the way forward, half of it back: 2 sqrt(s / a)
        ({"acceleration": 4.0}, 2.0 * np.sqrt(2.0 / 4.0)),
        ({"motor_torque": 4.0, "velocity": 1.0}, 2.0 / 1.0 + 1.0 / 4.0),  # s / v + v / a
    ],
)
def test_one_mass(limits, time):
    """By 2 m; the optimum is not undercut."""
    found = jn.fastest(mass(**limits), jn.trajectory.rest_to_rest([0.0], [2.0], 1.0)).status.time
    assert time * (1.0 - 1e-9) <= found < 1.002 * time


def topp_ra(robot, curve, grid, speeds=(0.0, 0.0)):
    """Its least time for motor torque, velocity and acceleration at these places of the curve, and the rates there."""
    toppra = pytest.importorskip("toppra")
    logging.getLogger("toppra").setLevel(logging.ERROR)

    class Same(toppra.interpolator.AbstractGeometricPath):
        dof, path_interval, waypoints = curve.n, np.array([0.0, 1.0]), None

        def __call__(self, w, order=0):
            found = curve(np.atleast_1d(np.asarray(w, dtype=float)), 2)[order]
            return found[0] if np.ndim(w) == 0 else found

    def both(limit):
        return np.stack([-limit, limit], axis=1)

    def torque(q, qd, qdd):
        return jn.inverse_dynamics(robot, q, qd, qdd).tau_m

    limits = robot.limits
    kinds = [toppra.constraint.JointTorqueConstraint(torque, both(limits.motor_torque), np.zeros(robot.n))]
    if np.isfinite(limits.velocity).all():
        kinds.append(toppra.constraint.JointVelocityConstraint(both(limits.velocity)))
    if np.isfinite(limits.acceleration).all():
        kinds.append(toppra.constraint.JointAccelerationConstraint(both(limits.acceleration)))
    solver = toppra.algorithm.TOPPRA(kinds, Same(), gridpoints=grid, solver_wrapper="seidel")
    rates = solver.compute_parameterization(*speeds)[1]
    return np.sum(2.0 * np.diff(grid) / (rates[1:] + rates[:-1]))


@pytest.mark.parametrize("limits", [{}, {"velocity": 2.5}, {"velocity": 3.0, "acceleration": 15.0}])
def test_a_line(limits):
    robot = lwr(**limits)
    path = jn.trajectory.rest_to_rest(np.zeros(7), GOAL, 2.0, degree=9)
    fast = jn.fastest(robot, path)
    assert_close(fast.status.time, topp_ra(robot, PathGeometry(path), np.linspace(0.0, 1.0, 500)), 1e-3)
    assert_close(fast.status.rigid_time, topp_ra(robot, PathGeometry(path), np.linspace(0.0, 1.0, 500)), 1e-4)


@pytest.mark.parametrize("degree", [3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_splines(degree, seed):
    """Within 1 % of TOPP-RA's time, and without torque beyond the limit between its points."""
    robot = lwr()
    points = np.random.default_rng(seed).uniform(-1.5, 1.5, (5, 7))
    path = jn.trajectory.spline(np.arange(5.0), points, degree=degree)
    fast = jn.fastest(robot, path)
    grid = 0.5 - 0.5 * np.cos(np.pi * np.linspace(0.0, 1.0, 500))
    assert abs(fast.status.time / topp_ra(robot, PathGeometry(path), grid) - 1.0) < 0.01
    plan = jn.feedforward(robot, fast, np.linspace(fast.start_time, fast.end_time, 20001))
    assert max(row.share for row in plan.peaks) < 1.0 + 1e-6


def test_where_gravity_takes_most_of_a_torque():
    """Slower need not be less: limits hold all the same, at hardly more than TOPP-RA's time."""
    robot = lwr()
    path = jn.trajectory.rest_to_rest(np.zeros(7), [0.5, 1.4, 0.1, 0.1, 0.0, 0.1, 0.2], 2.0, degree=9)
    stands = np.abs(jn.gravity_torque(robot, path(np.linspace(0.0, 2.0, 101))[0])).max(axis=0)
    robot = robot.with_limits(motor_torque=np.maximum(1.02 * stands, 30.0))
    fast = jn.fastest(robot, path)
    assert abs(fast.status.time / topp_ra(robot, PathGeometry(path), np.linspace(0.0, 1.0, 500)) - 1.0) < 0.02
    plan = jn.feedforward(robot, fast, np.linspace(fast.start_time, fast.end_time, 20001))
    assert max(row.share for row in plan.peaks) < 1.0 + 1e-6
