"""Joint torques that are measured: links from motors, and the derivative by stiffness."""

import numpy as np
import pytest

import jounce as jn
from jounce.identification.joint_torque_regression import by_joint_torque, joint_torque_equations, senses_torque
from support.tolerances import assert_close

ROBOT = jn.load("planar_2r").with_gravity((0.0, -9.81, 0.0))
K = ROBOT.parameter_values("stiffness")


def recording(rate=1000.0):
    """Exact motion of links, motors and joint torques."""
    path = jn.trajectory.rest_to_rest([0.1, -0.2], [0.9, 0.7], 1.0, degree=13)
    t = np.arange(int(rate)) / rate
    plan = jn.feedforward(ROBOT, path, t)
    return jn.Log(t=t, theta=plan.theta[0], tau_j=plan.tau_j[0]), plan


def test_links_are_where_the_springs_leave_them():
    log, plan = recording()
    assert_close(by_joint_torque(ROBOT, log).q, plan.q[0], 1e-11)


def test_who_senses_torque():
    log, plan = recording()
    assert senses_torque(ROBOT, log)
    assert not senses_torque(ROBOT.with_rigid_joints(), log)
    assert not senses_torque(ROBOT, jn.Log(t=log.t, theta=log.theta))
    assert not senses_torque(ROBOT, jn.Log(t=log.t, theta=log.theta, q=plan.q[0], tau_j=log.tau_j))


def test_rows_vanish_at_the_truth():
    log, _ = recording()
    equations = joint_torque_equations(ROBOT, by_joint_torque(ROBOT, log), ("inertia", "stiffness"))
    assert equations.labels == ("joint torque at joint1 [Nm]", "joint torque at joint2 [Nm]")
    values = {"inertia": ROBOT.parameters, "stiffness": K}
    inner = slice(20, -20)  # the spline in time is worse at its ends
    columns, targets = equations.torque.columns, equations.torque.target
    stacked = np.concatenate([values[name] for name in equations.torque.names])
    for A, y in zip(columns, targets):
        assert np.abs(A @ stacked - y)[inner].max() < 1e-5 * np.abs(np.asarray(log.tau_j)).max()


def test_the_column_of_stiffness_is_the_derivative_of_the_torque():
    """With another K the same torques mean another motion of the links, and with it another torque."""
    log, _ = recording()
    step = 1e-3
    equations = joint_torque_equations(ROBOT, by_joint_torque(ROBOT, log), ("stiffness",))
    torques = []
    for sign in (1.0, -1.0):
        other = ROBOT.with_parameters({"stiffness": K * [1.0 + sign * step, 1.0]})
        moved = by_joint_torque(other, log)
        q, qd, qdd = moved.motion("q")
        torques.append(jn.rnea(ROBOT, q, qd, qdd))
    difference = (torques[0] - torques[1]) / (2.0 * step * K[0])
    for i in range(2):
        column = equations.torque.columns[i][:, 0]
        assert_close(column[20:-20], difference[20:-20, i], 1e-4)


@pytest.mark.parametrize("names", [("inertia",), ("inertia", "stiffness")])
def test_resampled_equations_have_the_same_columns(names):
    log, _ = recording(200.0)
    equations = joint_torque_equations(ROBOT, by_joint_torque(ROBOT, log), names)
    values = {"inertia": ROBOT.parameters, "stiffness": K}
    drawn = equations.resampled({name: values[name] for name in names}, np.random.default_rng(0))
    assert drawn.counts == equations.counts
    assert all(a is b for a, b in zip(drawn.torque.columns, equations.torque.columns))
