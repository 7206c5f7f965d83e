"""Taylor coefficients order by order against Newton-Euler and forward kinematics on jets, on random trees."""

import numpy as np
import pytest

from jounce.dynamics.kinematic_sweep import stored_axes
from jounce.dynamics.kinematics import frame_pose
from jounce.dynamics.motion_series import force_series, frame_series, velocity_series
from jounce.dynamics.newton_euler import newton_euler
from jounce.numbers import Jet, derivatives
from jounce.numbers.packing import numbers
from jounce.plant.plant import plant_of
from jounce.spatial.geometry import Placement
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, assert_close

ORDERS = 4
"""Derivatives of the motion."""


def jets(rows):
    """A jet for each column of derivatives."""
    return [Jet.from_derivatives(column) for column in zip(*rows)]


def series(seed):
    """Tree, motion (q, qd, ...), and joint axes and velocities as jets."""
    robot = random_robot(seed, n=8)
    tree, Q = plant_of(robot).tree, random_motion(robot, seed, ORDERS).tolist()
    axes = stored_axes(tree, Q[0])
    return tree, Q, axes, *velocity_series(tree, axes.S, jets(Q[1:]))


@pytest.mark.parametrize("seed", range(6))
def test_joint_forces_are_those_of_newton_euler(seed):
    tree, Q, axes, S, v = series(seed)
    rng = np.random.default_rng(seed)
    wrench = rng.normal(size=(ORDERS - 1, 6)).tolist()
    for order in range(ORDERS - 1):
        W = jets(wrench[: order + 1])
        loads = [(3, (tuple(W[:3]), tuple(W[3:])))]
        expected = newton_euler(tree, *(jets(Q[k : k + order + 1]) for k in range(3)), loads)
        tau = force_series(tree, axes.pose, S, v, order, loads)
        assert_close(np.array(tau), np.array([derivatives(x)[order] for x in expected]), ALGEBRA)


@pytest.mark.parametrize("seed", range(6))
def test_frames_are_those_of_forward_kinematics(seed):
    tree, Q, axes, _, v = series(seed)
    frame = Placement(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)), (0.1, 0.2, -0.3))
    expected = frame_pose(tree, jets(Q), 7, frame)
    moving = frame_series(axes.pose[7].then(frame), v[7], ORDERS)
    origin = [x + c for x, c in zip(moving.origin, axes.origin)]
    for one, wanted in zip([*numbers(moving.rotation), *origin], [*numbers(expected.rotation), *expected.origin]):
        rows = [*derivatives(wanted), *[0.0] * ORDERS][: ORDERS + 1]
        assert_close(np.array(one.derivatives()), np.array(rows), ALGEBRA)
