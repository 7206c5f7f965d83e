"""Arms that bend where no motor acts: their tool's path in less time than a polynomial slowed down, within limits."""

import numpy as np
import pytest

import jounce as jn
from timing.test_fastest import refused

pytestmark = pytest.mark.native


def arm(name, **limits):
    return jn.load(name).with_limits(**{"motor_torque": [2000.0, 1600.0, np.inf], **limits})


def line(duration=1.0, degree=9):
    return jn.trajectory.line([1.2, -1.2], [1.5, -1.5], duration, degree, start_time=0.6)


def share(robot, path, samples=3001):
    plan = jn.feedforward(robot, path, np.linspace(0.1, path.end_time + 0.5, samples))
    return max(row.share for row in plan.peaks)


@pytest.mark.parametrize(
    ("name", "pieces", "gain"),
    [
        ("moberg_5dof_nmp", 8, 1.0),
        pytest.param("moberg_5dof_nmp", None, 1.07, marks=pytest.mark.slow),
        pytest.param("moberg_5dof", None, 1.1, marks=pytest.mark.slow),
    ],
)
def test_a_line_of_the_tool(name, pieces, gain):
    robot = arm(name)
    fast = jn.fastest(robot, line(), pieces=pieces)
    assert fast.space == "tool"
    assert 0.99 < share(robot, fast) < 1.0 + 1e-6
    assert fast.status.rigid_time < fast.status.time
    assert share(robot, line(gain * fast.status.time)) > 1.0  # so long, the polynomial of degree 9 would exceed the limit
    plan = jn.feedforward(robot, fast, np.linspace(0.1, fast.end_time + 0.5, 1001))
    assert np.abs(jn.simulate(robot, plan).tool_error).max() < 1e-8


def test_what_cannot_be():
    limit, wrong = jn.errors.LimitError, jn.errors.InputError
    robot = arm("moberg_5dof_nmp")
    assert "Give a path of its tool" in refused(wrong, robot, jn.trajectory.rest_to_rest(np.zeros(3), np.ones(3), 1.0))
    assert "start, end" in refused(wrong, robot, line(), start=[1.0, 0.0])
    assert "any time will do" in refused(wrong, jn.load("moberg_5dof"), line())
    message = refused(limit, arm("moberg_5dof", position=(-0.01, 0.01)), line())
    assert "joint 'joint1'" in message
    assert "0.6 s" in message
    heavy = jn.load("moberg_5dof").with_gravity((0.0, 0.0, -9.81)).with_limits(motor_torque=10.0)
    message = refused(limit, heavy, line())
    assert "% of its limit of motor torque, however slow" in message
    assert "guess" in refused(wrong, jn.load("planar_2r").with_limits(velocity=1.0), _still(2), guess=[0.0, 0.0])


def _still(n):
    return jn.trajectory.rest_to_rest(np.zeros(n), np.full(n, 0.1), 1.0)
