"""Denavit-Hartenberg tables, against the matrix products that define them."""

import math

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ModelError
from support.tolerances import assert_close


def T(rotation=None, shift=(0, 0, 0)):
    out = np.eye(4)
    out[:3, 3] = shift
    if rotation is not None:
        axis, angle = rotation
        c, s = math.cos(angle), math.sin(angle)
        i, j = {"x": (1, 2), "z": (0, 1)}[axis]
        out[i, i] = out[j, j] = c
        out[i, j], out[j, i] = -s, s
    return out


def table_frame(convention, a, alpha, d, theta):
    turn, tilt = T(("z", theta)) @ T(shift=(0, 0, d)), T(("x", alpha)) @ T(shift=(a, 0, 0))
    return turn @ tilt if convention == "standard" else tilt @ turn


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("seed", range(5))
def test_tool_stands_in_the_last_frame_and_bodies_where_the_table_says(convention, seed):
    rng = np.random.default_rng(seed)
    n = 1 + seed
    a, alpha, d, theta = rng.normal(size=(4, n))
    types = [str(x) for x in rng.choice(["revolute", "prismatic"], size=n)]
    com, mass, q = rng.normal(scale=0.2, size=(n, 3)), rng.uniform(1, 2, size=n), rng.normal(size=n)
    robot = jn.Robot.from_dh(a, alpha, d, theta, convention=convention, types=types, mass=mass, com=com, exact=True)
    pose, height = np.eye(4), 0.0
    for i in range(n):
        slides = types[i] == "prismatic"
        pose = pose @ table_frame(convention, a[i], alpha[i], d[i] + q[i] * slides, theta[i] + q[i] * (not slides))
        height += mass[i] * (pose @ [*com[i], 1.0])[2]
    position, rotation = jn.tool_pose(robot, q)
    assert_close(position, pose[:3, 3])
    assert_close(rotation, pose[:3, :3])
    # potential energy of the bodies, through its derivative along a random direction
    v = rng.normal(size=n)
    h = 1e-5

    def energy(x):
        pose, total = np.eye(4), 0.0
        for i in range(n):
            slides = types[i] == "prismatic"
            pose = pose @ table_frame(convention, a[i], alpha[i], d[i] + x[i] * slides, theta[i] + x[i] * (not slides))
            total += 9.81 * mass[i] * (pose @ [*com[i], 1.0])[2]
        return total

    slope = (8 * (energy(q + h * v) - energy(q - h * v)) - (energy(q + 2 * h * v) - energy(q - 2 * h * v))) / (12 * h)
    # a fourth-order difference quotient with h = 1e-5: rounding leaves 1e-16 / 1e-5
    assert jn.gravity_torque(robot, q) @ v == pytest.approx(slope, rel=1e-8, abs=1e-8)
    assert energy(q) == pytest.approx(9.81 * height, rel=1e-12)


def test_right_angles_are_exact():
    robot = jn.Robot.from_dh(0.0, [math.pi / 2, -math.pi / 2], 0.0, mass=1.0, com=(0.1, 0.2, 0.3))
    entries = {abs(x) for row in robot.joints[1].placement.rotation for x in row}
    assert entries == {0.0, 1.0}


BAD = [
    (lambda: jn.Robot.from_dh([0, 0], [0, 0, 0]), "2 values for 3 joints"),
    (lambda: jn.Robot.from_dh([0, 0], convention="mixed"), "standard or modified"),
    (lambda: jn.Robot.from_dh([0, math.nan]), "joint 'joint2', a"),
    (lambda: jn.Robot.from_dh([0, 0], joint_names=["a"]), "2 rows"),
    (lambda: jn.Robot.from_dh([0, 0], com=[[1, 2]]), "com"),
    (lambda: jn.Robot.from_dh([0, 0], types="ball"), "type"),
]


@pytest.mark.parametrize(("call", "words"), BAD, ids=range(len(BAD)))
def test_bad_tables(call, words):
    with pytest.raises(ModelError, match=words):
        call()
