"""The largest a motion asks of each joint: hand formulas, another way to the torque rate, and the share of every limit."""

import math

import numpy as np
import pytest

import jounce as jn
from support.random_robots import random_robot
from support.tolerances import assert_close

INF = math.inf
QUANTITIES = ("position", "velocity", "acceleration", "jerk", "motor_torque", "torque_rate", "joint_torque", "deflection")
T = np.linspace(0.0, 2.0, 2001)
DIFFERENCES = 1e-5
"""Of the mean of a smooth rate over a millisecond, against its largest value."""


def slider(**limits):
    """1 kg on a rail, without gravity: motor torque is acceleration."""
    joint = jn.Joint("x", "prismatic", "base", "body", axis=(1.0, 0.0, 0.0), limits=jn.robot.JointLimits(**limits))
    return jn.Robot.build("slider", [jn.Link("base"), jn.Link("body", 1.0)], [joint], gravity=(0.0, 0.0, 0.0))


def rows(found):
    return {(row.joint, row.quantity): row for row in found}


def test_a_known_motion():
    """q = -1 + 3 s(t/2), s the quintic: peaks of its derivatives are 15/8, 10/sqrt(3) and 60 times 3 over powers of 2 s."""
    robot = slider(position=(-1.5, 2.4), velocity=2.0, acceleration=10.0, jerk=20.0, motor_torque=5.0, joint_torque=10.0)
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([-1.0], [2.0], 2.0, degree=5), T)
    found = rows(plan.peaks)
    assert tuple(quantity for _, quantity in found) == QUANTITIES
    top = 0.5 - math.sqrt(3) / 6  # where the acceleration is largest
    late = 2.0 - 2.0 * top
    for quantity, peak, limit, times in (
        ("position", 2.0, 2.4, (2.0,)),
        ("velocity", 15 / 8 * 3 / 2, 2.0, (1.0,)),
        ("acceleration", 10 / math.sqrt(3) * 3 / 4, 10.0, (2.0 * top, late)),
        ("jerk", 60 * 3 / 8, 20.0, (0.0, 2.0)),
        ("motor_torque", 10 / math.sqrt(3) * 3 / 4, 5.0, (2.0 * top, late)),
        ("joint_torque", 10 / math.sqrt(3) * 3 / 4, 10.0, (2.0 * top, late)),
        ("deflection", 0.0, INF, (0.0,)),
    ):
        row = found["x", quantity]
        assert_close(row.peak, peak, 1e-6)  # at samples: a maximum is missed by the square of half a millisecond
        assert row.limit == limit
        assert min(abs(row.time - time) for time in times) < 1e-3
        if quantity != "position":
            assert row.share == row.peak / limit
    assert_close(found["x", "position"].share, 1.55 / 1.95)  # from the middle, 0.45, to the bound, 2.4
    assert_close(found["x", "torque_rate"].peak, 60 * 3 / 8, 2e-3)  # at the very ends
    assert not plan.within_limits
    assert {row.quantity for row in plan.peaks.exceeded} == {"velocity", "jerk"}
    assert jn.feedforward(robot.with_limits(velocity=3.0, jerk=23.0), plan.path, T).within_limits


@pytest.mark.parametrize(
    ("bounds", "start", "goal", "at", "nearer", "share"),
    [
        ((-INF, INF), 0.5, -2.0, -2.0, INF, 0.0),
        ((-1.0, 3.0), 1.0, 2.0, 2.0, 3.0, 0.5),
        ((-1.0, 3.0), 1.0, -2.0, -2.0, -1.0, 1.5),
        ((1.0, 3.0), 1.0, 2.0, 1.0, 1.0, 1.0),
        ((-INF, 4.0), 1.0, 3.0, 3.0, 4.0, 0.75),
        ((-INF, 4.0), -1.0, -3.0, -1.0, 4.0, 0.0),
        ((-0.5, INF), 1.0, 0.0, 0.0, -0.5, 0.5),
        ((-0.5, INF), 1.0, -1.0, -1.0, -0.5, 1.5),
        ((1.0, 1.0), 1.0, 1.0, 1.0, 1.0, 1.0),
        ((1.0, 1.0), 1.0, 1.5, 1.5, 1.0, INF),
    ],
)
def test_share_of_a_range(bounds, start, goal, at, nearer, share):
    plan = jn.feedforward(slider(position=bounds), jn.trajectory.rest_to_rest([start], [goal], 2.0), T)
    row = plan.peaks[0]
    assert (row.joint, row.quantity, row.limit) == ("x", "position", nearer)
    assert row.share == pytest.approx(share, rel=1e-12)
    if math.isfinite(share) and share > 0.0:
        assert_close(row.peak, at)
    assert plan.within_limits == (share <= 1.0)


def test_a_motion_that_ends_on_its_limit_is_within():
    """Whatever rounding makes of the last sample."""
    for goal in np.random.default_rng(0).uniform(0.1, 3.0, 50):
        robot = slider(position=(-goal, goal))
        assert jn.feedforward(robot, jn.trajectory.rest_to_rest([-goal], [goal], 2.0, degree=11), T[::100]).within_limits
        beyond = jn.trajectory.rest_to_rest([-goal], [goal * (1 + 1e-6)], 2.0)
        assert not jn.feedforward(robot, beyond, T[::100]).within_limits


@pytest.mark.parametrize("drives", [{}, {"coupling": "full"}], ids=["spong", "full"])
def test_torque_rate_against_the_chain_rule(drives):
    """d tau_m / dt = sum of d tau_m / d q^(k) times q^(k+1), with exact partial derivatives."""
    robot = random_robot(4, n=3).with_drives(stiffness=[900.0, 700.0, 500.0], rotor_inertia=0.3, **drives)
    order = robot.motion_order
    path = jn.trajectory.rest_to_rest([0.1, -0.4, 0.3], [1.0, 0.5, -0.8], 2.0, degree=2 * order + 3)
    plan = jn.feedforward(robot, path, T)
    Q = path(0.5 * (T[1:] + T[:-1]), order + 1)
    rate = np.einsum("ktij,ktj->ti", jn.inverse_dynamics_derivatives(robot, *Q[:-1]), Q[1:])
    found = rows(plan.peaks)
    for i, name in enumerate(robot.joint_names):
        row = found[name, "torque_rate"]
        assert_close(row.peak, np.abs(rate[:, i]).max(), DIFFERENCES)
        assert abs(row.time - 0.5 * (T[1:] + T[:-1])[np.abs(rate[:, i]).argmax()]) < 2e-3


@pytest.mark.parametrize("damping", [0.0, 3.0])
def test_every_row_of_an_elastic_plan(damping):
    robot = random_robot(6, n=3).with_drives(stiffness=400.0, rotor_inertia=0.2, damping=damping)
    robot = robot.with_limits(**{name: [3.0, 200.0, INF] for name in QUANTITIES[1:]})
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0] * 3, [1.0, -0.5, 0.7], 1.0, degree=9), T[:1001])
    found = rows(plan.peaks)
    assert len(found) == len(plan.peaks) == 3 * len(QUANTITIES)
    curves = dict(zip(QUANTITIES[1:4], plan.q[1:])) | {
        "motor_torque": plan.tau_m,
        "joint_torque": plan.tau_j[0],
        "deflection": plan.theta[0] - plan.q[0],
    }
    for name, values in curves.items():
        for i, limit in enumerate([3.0, 200.0, INF]):
            row = found[f"joint{i}", name]
            assert_close(row.peak, np.abs(values[:, i]).max())
            assert (row.limit, row.share) == (limit, row.peak / limit)
            assert_close(np.abs(values[plan.t == row.time, i])[0], row.peak)
    assert plan.within_limits == all(row.share <= 1.0 for row in plan.peaks)


def test_one_sample_has_no_rate():
    plan = jn.feedforward(slider(), jn.trajectory.rest_to_rest([0.0], [1.0], 2.0), 0.5)
    assert "torque_rate" not in {row.quantity for row in plan.peaks}


def test_a_joint_without_a_motor():
    """It bends by its own position, and has no motor torque."""
    robot = jn.load("moberg_5dof")
    plan = jn.feedforward(robot, jn.trajectory.line([0.5, -1.6], [0.5, 0.6], 0.3), np.linspace(0.0, 0.3, 301))
    found = rows(plan.peaks)
    for i, joint in enumerate(robot.joints):
        assert (joint.spring is None) == ((joint.name, "motor_torque") in found) == ((joint.name, "torque_rate") in found)
        if joint.spring is not None:
            assert found[joint.name, "deflection"].peak == np.abs(plan.q[0, :, i]).max()


def test_a_table_to_read():
    plan = jn.feedforward(slider(velocity=2.0), jn.trajectory.rest_to_rest([0.0], [1.0], 2.0, degree=5), T)
    lines = str(plan.peaks).splitlines()
    assert lines[0].split() == ["joint", "quantity", "peak", "limit", "share", "t", "[s]"]
    assert len(lines) == 1 + len(plan.peaks)
    assert lines[2].split() == ["x", "velocity", "0.9375", "2", "46.9", "%", "1"]
    assert lines[1].split() == ["x", "position", "1", "-", "-", "2"]


def test_a_run_has_peaks_of_its_own():
    robot = jn.load("planar_2r").with_limits(motor_torque=40.0, velocity=1.0)
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0, 0.0], [0.5, -0.3], 1.0, degree=9), T[:1001])
    run = jn.simulate(robot, plan)
    mine, planned = rows(run.peaks), rows(plan.peaks)
    assert {quantity for _, quantity in mine} == set(QUANTITIES) - {"acceleration", "jerk"}
    for key, row in mine.items():
        assert_close(row.peak, planned[key].peak, 1e-6)  # the tolerance of the simulation
        assert row.limit == planned[key].limit
    assert run.within_limits == plan.within_limits == False  # noqa: E712
    rigid = robot.with_rigid_joints()
    still = jn.simulate(rigid, jn.feedforward(rigid, plan.path, plan.t))
    assert "joint_torque" not in {row.quantity for row in still.peaks}
