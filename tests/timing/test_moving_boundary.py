"""From and to given motion: closed forms, parts of a motion whose optimum is known, TOPP-RA, limits, the plant."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.moving_boundary import constant_acceleration, optimise_moving_ends, path_derivatives
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.time_scaling import approximate_scaling
from support.slider import line_constraints
from support.tolerances import assert_close
from timing.test_fastest import OPTIMUM, planar, refused, swing, two_masses, worst
from timing.test_phase_plane import GOAL, lwr, mass, topp_ra

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


pytestmark = pytest.mark.native
WAY = np.array([1.2, -0.8])


def line(start, goal):
    return jn.trajectory.rest_to_rest(start, goal, 1.0, degree=9)


@pytest.mark.parametrize(("first", "last"), [(1.0, 2.0), (0.0, 3.0), (2.5, 0.0)])
def test_one_mass(first, last):
    """With a force of 4 N over 2 m: up to v, v^2 = (first^2 + last^2) / 2 + 4 * 2, and down again."""
    fastest = np.sqrt(0.5 * (first**2 + last**2) + 8.0)
    time = (2.0 * fastest - first - last) / 4.0
    fast = jn.fastest(mass(motor_torque=4.0), line([0.0], [2.0]), start=[first], end=[last])
    assert time * (1.0 - 1e-9) <= fast.status.time < 1.002 * time
    assert_close(fast([0.0, fast.end_time], 1)[1, :, 0], [first, last], 1e-9)


@pytest.mark.parametrize("when", [0.8, 2.5])
def test_what_is_left_of_two_masses_and_a_spring(when):
    """The known optimum, cut at some time: from there on it takes what is left, never less."""
    rows = jn.fastest(two_masses(), line([0.0], [1.0]))(when, 3)
    after = jn.fastest(two_masses(), line(rows[0], [1.0]), start=rows[1:])
    assert_close(after(after.start_time, 3), rows, 1e-9)
    assert OPTIMUM < when + after.status.time < 1.02 * OPTIMUM


def test_parts_of_a_slower_motion():
    """Of one with 70 % of the force: each part can be faster with all of it, and both together are not below the optimum."""
    slower = jn.fastest(two_masses(), line([0.0], [1.0]), limits={"motor_torque": 0.7})
    when = 0.6 * slower.end_time
    rows = slower(when, 3)
    before = jn.fastest(two_masses(), line([0.0], rows[0]), end=rows[1:])
    after = jn.fastest(two_masses(), line(rows[0], [1.0]), start=rows[1:])
    assert_close(before(before.end_time, 3), rows, 5e-9)  # of 64 pieces: a third derivative has 64^3 times a position's rounding
    assert before.status.time < when
    assert after.status.time < slower.end_time - when
    assert before.status.time + after.status.time > OPTIMUM
    assert max(worst(two_masses(), before), worst(two_masses(), after)) < 1.0 + 1e-6


@pytest.mark.parametrize("speeds", [(0.8, 1.5), (0.0, 1.0), (1.0, 0.0)])
def test_rigid_joints_beside_topp_ra(speeds):
    robot, path = lwr(), line(np.zeros(7), GOAL)
    fast = jn.fastest(robot, path, start=speeds[0] * GOAL, end=speeds[1] * GOAL)
    assert_close(fast.status.time, topp_ra(robot, PathGeometry(path), np.linspace(0.0, 1.0, 500), speeds), 1e-2)  # margins


def test_limits_hold_and_the_plant_follows():
    robot = planar(velocity=5.0, joint_torque=[60.0, 25.0])
    given = [WAY, 3.0 * WAY], [2.0 * WAY]
    fast = jn.fastest(robot, swing(), start=given[0], end=given[1])
    assert_close(fast(fast.start_time, 2)[1:], given[0], 1e-9)
    ends = fast(fast.end_time, 3)[1:]
    assert_close(ends[0], given[1][0], 1e-9)
    assert np.abs(ends[1:]).max() < 1e-6  # steady along a straight line
    assert 0.98 < worst(robot, fast) < 1.0 + 1e-6
    assert fast.status.time < jn.fastest(robot, swing()).status.time
    plan = jn.feedforward(robot, fast, np.linspace(fast.start_time, fast.end_time, 1001))
    assert np.abs(jn.simulate(robot, plan).q - plan.q[0]).max() < 1e-8


def test_it_goes_on_as_it_was():
    """No derivative that torque contains jumps at an end but the highest, as at rest."""
    fast = jn.fastest(planar(), swing(), start=WAY, end=WAY)
    assert fast.smoothness >= 3
    for end, side in ((fast.start_time, -1.0), (fast.end_time, 1.0)):
        inside, outside = fast(end, 3), fast(end + 1e-9 * side, 3)
        assert np.abs(inside - outside).max() < 1e-6 * np.abs(inside).max()
        assert_close(fast(end + 0.1 * side)[0], inside[0] + 0.1 * side * WAY, 1e-6)


def test_a_velocity_limit_that_is_used_up():
    """A motion that comes in at full speed goes on at full speed."""
    robot = jn.load("planar_2r").with_limits(velocity=2.0, motor_torque=[60.0, 25.0])
    fast = jn.fastest(robot, swing(), start=WAY / 0.6, end=WAY / 0.6)
    assert_close(fast.status.time, 0.6, 1e-3)
    assert worst(robot, fast) < 1.0 + 1e-6


def test_damped_joints_end_in_motion():
    """From rest what their motors do is known: the plant follows open loop, and is as fast as without damping, nearly."""
    robot = planar().with_drives(damping=5.0)
    fast = jn.fastest(robot, swing(), end=2.0 * WAY, pieces=32)
    assert_close(fast(fast.end_time, 1)[1], 2.0 * WAY, 1e-9)
    assert worst(robot, fast) < 1.0 + 1e-6
    assert abs(fast.status.time / jn.fastest(planar(), swing(), end=2.0 * WAY, pieces=32).status.time - 1.0) < 0.03
    t = np.linspace(0.0, fast.end_time, 1001)
    assert np.abs(jn.simulate(robot, jn.feedforward(robot, fast, t)).q - fast(t)[0]).max() < 1e-8


def test_a_line_of_the_tool():
    robot, posture = planar(), np.array([0.3, 0.9])
    x, y = jn.tool_pose(robot, posture)[0][:2]
    path = jn.inverse_kinematics(robot, jn.trajectory.line([x, y], [x - 0.25, y + 0.1], 1.0), posture)
    jacobian = jn.jacobian(robot, posture)
    rotation = jn.tool_pose(robot, posture)[1]
    qd = np.linalg.solve((rotation @ jacobian[3:])[:2], [-0.25, 0.1])
    fast = jn.fastest(robot, path, start=0.5 * qd)
    assert worst(robot, fast) < 1.0 + 1e-6
    assert_close(fast(fast.start_time, 1)[1], 0.5 * qd, 1e-6)


def test_what_cannot_be():
    limit, wrong = jn.errors.LimitError, jn.errors.InputError
    message = refused(limit, mass(motor_torque=4.0), line([0.0], [2.0]), start=[5.0])  # 4 m/s would stop within 2 m
    assert "start" in message
    assert "at most 2 can be: 125 %" in message
    message = refused(limit, planar(), swing(), end=8.0 * WAY, pieces=16)
    assert "joint 'joint1'" in message
    assert "motor torque" in message
    message = refused(limit, planar(velocity=1.0), swing(), start=WAY)
    assert "joint 'joint1'" in message
    assert "120 % of its limit of velocity" in message
    assert "does not run along the path" in refused(wrong, planar(), swing(), start=[1.2, -0.9])
    assert "backwards" in refused(wrong, planar(), swing(), start=-WAY)
    assert "shape (1, 3)" in refused(wrong, planar(), swing(), end=[1.0, 2.0, 3.0])
    assert "velocities" in refused(wrong, planar(), swing(), start="fast")
    spline = jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0, 0.0], [0.8, -0.5], [1.2, 0.4]], degree=9)
    assert "at rest there by its own timing" in refused(wrong, planar(), spline, start=[0.1, 0.1])
    assert "damped" in refused(wrong, planar().with_drives(damping=5.0), swing(), start=WAY)
    assert jn.fastest(planar(), swing(), start=[0.0, 0.0]) == jn.fastest(planar(), swing())
