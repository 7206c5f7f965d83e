"""Highest derivatives of link positions in motor torques: known cases."""

import numpy as np
import pytest

import jounce as jn
from jounce.functions.essential_orders import essential_orders

ROBOT = jn.load("planar_2r")


@pytest.mark.parametrize(
    ("robot", "orders"),
    [
        (ROBOT, (4, 4)),
        (ROBOT.with_drives(damping=3.0), (3, 3)),
        (ROBOT.with_rigid_joints(), (2, 2)),
        (ROBOT.with_drives(damping=[0.0, 3.0]), (4, 4)),
    ],
    ids=["elastic", "damped", "rigid", "one of each"],
)
def test_what_torques_read(robot, orders):
    """Elastic joints read the snap, damped ones the jerk; each joint's torque reads both accelerations."""
    assert essential_orders(robot).links == orders


def test_rotors_that_are_carried_raise_the_order():
    """[Buondonno2015]: of a chain of n joints the torque of the first reads derivative 2 (n + 1) of the last."""
    carried = ROBOT.with_drives(coupling="full")
    assert max(essential_orders(carried).links) == carried.motion_order == 6


def test_a_dependence_that_vanishes_does_not_count():
    """Two sliding joints at a right angle do not feel each other: the rigid one reads two derivatives of itself."""
    links = [jn.Link("base"), jn.Link("a", 1.0), jn.Link("b", 1.0)]
    joints = [jn.Joint("x", "prismatic", "base", "a", axis=(1, 0, 0)), jn.Joint("y", "prismatic", "a", "b", axis=(0, 1, 0))]
    robot = jn.Robot.build("cross", links, joints).with_drives(stiffness=[1e3, np.inf], rotor_inertia=1.0, gear_ratio=1.0)
    assert essential_orders(robot).links == (4, 2)
