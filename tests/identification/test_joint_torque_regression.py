"""Joint torques that are measured: links from motors, and the derivative by stiffness."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.identification.joint_torque_regression import by_joint_torque, joint_torque_equations, senses_torque
from support.tolerances import assert_close

ROBOT = jn.load("planar_2r").with_gravity((0.0, -9.81, 0.0))
K = ROBOT.parameter_values("stiffness")
COUPLED = ROBOT.with_transmission([[1.0, 0.2], [-0.6, 1.3]])
BALANCED = replace(COUPLED, joints=tuple(replace(joint, parallel=jn.robot.ParallelSpring(300.0)) for joint in COUPLED.joints))
ROBOTS = pytest.mark.parametrize("robot", [ROBOT, COUPLED, BALANCED], ids=["plain", "coupled", "balanced"])


def recording(rate=1000.0, robot=ROBOT):
    """Exact motion of links, motors and joint torques."""
    path = jn.trajectory.rest_to_rest([0.1, -0.2], [0.9, 0.7], 1.0, degree=13)
    t = np.arange(int(rate)) / rate
    plan = jn.feedforward(robot, path, t)
    return jn.Log(t=t, theta=plan.theta[0], tau_j=plan.tau_j[0]), plan


@ROBOTS
def test_links_are_where_the_springs_leave_them(robot):
    log, plan = recording(robot=robot)
    assert_close(by_joint_torque(robot, log).q, plan.q[0], 1e-11)


def test_who_senses_torque():
    log, plan = recording()
    assert senses_torque(ROBOT, log)
    assert not senses_torque(ROBOT.with_rigid_joints(), log)
    assert not senses_torque(ROBOT, jn.Log(t=log.t, theta=log.theta))
    assert not senses_torque(ROBOT, jn.Log(t=log.t, theta=log.theta, q=plan.q[0], tau_j=log.tau_j))


@ROBOTS
def test_rows_vanish_at_the_truth(robot):
    log, _ = recording(robot=robot)
    equations = joint_torque_equations(robot, by_joint_torque(robot, log), ("inertia", "stiffness"))
    assert equations.labels == ("joint torque at joint1 [Nm]", "joint torque at joint2 [Nm]")
    values = {"inertia": robot.parameters, "stiffness": K}
    inner = slice(20, -20)  # the spline in time is worse at its ends
    columns, targets = equations.torque.columns, equations.torque.target
    stacked = np.concatenate([values[name] for name in equations.torque.names])
    for A, y in zip(columns, targets):
        assert np.abs(A @ stacked - y)[inner].max() < 1e-5 * np.abs(np.asarray(log.tau_j)).max()


@pytest.mark.parametrize("motor", [0, 1])
@ROBOTS
def test_the_column_of_stiffness_is_the_derivative_of_the_torque(robot, motor):
    """With another K the same torques mean another motion of the links, and with it another torque."""
    log, _ = recording(robot=robot)
    step = 1e-3
    equations = joint_torque_equations(robot, by_joint_torque(robot, log), ("stiffness",))
    torques = []
    for sign in (1.0, -1.0):
        other = robot.with_parameters({"stiffness": K * (1.0 + sign * step * np.eye(2)[motor])})
        q, qd, qdd = by_joint_torque(other, log).motion("q")
        torques.append(jn.rnea(robot, q, qd, qdd) + (300.0 * q if robot is BALANCED else 0.0))
    difference = (torques[0] - torques[1]) / (2.0 * step * K[motor])
    for i in range(2):
        column = equations.torque.columns[i][:, motor]
        assert_close(column[20:-20], difference[20:-20, i], 1e-4)


@pytest.mark.parametrize("names", [("inertia",), ("inertia", "stiffness")])
def test_resampled_equations_have_the_same_columns(names):
    log, _ = recording(200.0)
    equations = joint_torque_equations(ROBOT, by_joint_torque(ROBOT, log), names)
    values = {"inertia": ROBOT.parameters, "stiffness": K}
    drawn = equations.resampled({name: values[name] for name in names}, np.random.default_rng(0))
    assert drawn.counts == equations.counts
    assert all(a is b for a, b in zip(drawn.torque.columns, equations.torque.columns))
