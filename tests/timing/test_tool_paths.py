"""Joints that move a tool along a line, an arc or a polyline, and samples of a planner: the way is kept, and limits hold."""

import numpy as np
import pytest

import jounce as jn
from timing.test_fastest import planar, worst

pytestmark = pytest.mark.native
POSTURE = np.array([0.3, 0.9])


def tool(robot, q):
    return jn.tool_pose(robot, q)[0][..., :2]


def start():
    return tool(planar(), POSTURE)


def off_line(x):
    way = np.array([-0.25, 0.1])
    away = x - start()
    return np.abs(away @ [-way[1], way[0]]) / np.linalg.norm(way)


def off_circle(x):
    return np.abs(np.linalg.norm(x - (start() - [0.1, 0.0]), axis=-1) - 0.1)


PATHS = {
    "line": (lambda x: jn.trajectory.line(x, x + [-0.25, 0.1], 1.0), off_line),
    "circle": (lambda x: jn.trajectory.circle(x, x - [0.1, 0.0], 1.0), off_circle),
    "polyline": (lambda x: jn.trajectory.polyline([x, x + [-0.2, 0.1], x + [-0.2, -0.1]], 1.0, 0.04), None),
}


@pytest.mark.parametrize("kind", PATHS)
def test_the_tool_stays_on_its_way(kind):
    robot = planar()
    make, off = PATHS[kind]
    path = jn.inverse_kinematics(robot, make(start()), POSTURE)
    fast = jn.fastest(robot, path, pieces=24)
    t = np.linspace(fast.start_time, fast.end_time, 401)
    if off is not None:
        assert off(tool(robot, fast(t)[0])).max() < 1e-12
    else:
        u = path(np.linspace(0.0, 1.0, 8001))[0]
        assert np.linalg.norm(fast(t)[0][:, None] - u[None], axis=-1).min(axis=1).max() < 2e-4  # half the way between samples
    assert np.abs(fast([fast.start_time, fast.end_time])[0] - path([0.0, 1.0])[0]).max() < 1e-12
    assert worst(robot, fast, 2001) < 1.0 + 1e-6
    assert fast.status.time > fast.status.rigid_time


def test_a_line_does_not_depend_on_its_timing():
    """Degree and duration of the tool's path do not count, as they do not for lines of the joints."""
    robot = planar()
    times = [
        jn.fastest(
            robot, jn.inverse_kinematics(robot, jn.trajectory.line(start(), start() + [-0.25, 0.1], T, degree), POSTURE), pieces=8
        ).status.time
        for T, degree in ((1.0, 11), (3.0, 9))
    ]
    assert abs(times[0] / times[1] - 1.0) < 1e-6


def test_samples_of_a_planner():
    robot = planar()
    t = np.linspace(0.0, 2.0, 101)
    samples = jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0, 0.0], [0.8, -0.5], [1.2, 0.4]], degree=9)(t)[0]
    fast = jn.fastest(robot, jn.trajectory.fit(t, samples, degree=9), pieces=16)
    assert worst(robot, fast, 2001) < 1.0 + 1e-6
