"""Ideal geometry: rounded angles become the angles that were meant, all else stays."""

import math

import jounce as jn
from jounce.robot.ideal_geometry import ideal_geometry
from support.random_robots import random_robot
from support.tolerances import assert_close


def one(rpy, xyz=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0)):
    joint = jn.Joint("j", "revolute", "a", "b", jn.placement(xyz, rpy), axis)
    return jn.Robot.build("r", [jn.Link("a"), jn.Link("b", 1.0)], [joint])


def test_angles_of_few_digits():
    (joint,) = ideal_geometry(one((1.57, 0.0, 3.14), axis=(0.001, 0.0, 1.0))).joints
    assert_close(joint.placement.rotation, jn.placement(rpy=(math.pi / 2, 0.0, math.pi)).rotation, 1e-15)
    assert joint.axis == (0.0, 0.0, 1.0)


def test_small_offsets_are_zero():
    (joint,) = ideal_geometry(one((0.0, 0.0, 0.0), (0.3, 4e-5, -6e-5))).joints
    assert joint.placement.origin == (0.3, 0.0, -6e-5)


def test_other_angles_stay():
    robot = one((0.1, 0.0, 0.0), (0.3, 0.0, 0.0))
    assert ideal_geometry(robot) is robot


def test_exact_robots_stay_the_same_objects():
    robot = one((math.pi / 2, 0.0, math.pi / 12), (0.3, 0.0, 0.0))
    assert ideal_geometry(robot) is robot
    free = random_robot(0, 5)
    assert ideal_geometry(free).parameters is not None
    assert [joint.axis for joint in ideal_geometry(free).joints] == [joint.axis for joint in free.joints]
