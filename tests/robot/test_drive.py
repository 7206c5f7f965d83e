"""Drives: what they refuse, what they reflect to the joint, and how a robot gets them."""

import dataclasses
import math

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ModelError
from jounce.robot import HardeningSpring, SecondDrive
from jounce.robot.drive import SOFTEST


def test_with_drives():
    robot = jn.load("kuka_iiwa")
    one = robot.with_drives(stiffness=1e4, rotor_inertia=1e-4, gear_ratio=100.0)
    assert all(j.drive == jn.Drive(1e-4, 100.0, 1e4) for j in one.joints)
    assert one.joints[0].drive.reflected_inertia == pytest.approx(1.0, rel=1e-15)
    many = robot.with_drives(stiffness=np.arange(1, 8) * 1e3, rotor_inertia={n: i for i, n in enumerate(robot.joint_names)})
    assert [j.drive.stiffness for j in many.joints] == [1e3, 2e3, 3e3, 4e3, 5e3, 6e3, 7e3]
    assert [j.drive.rotor_inertia for j in many.joints] == [0, 1, 2, 3, 4, 5, 6]
    assert all(j.drive is None for j in robot.joints)
    with pytest.raises(ModelError, match="6 values for 7 joints"):
        robot.with_drives(stiffness=[1.0] * 6, rotor_inertia=0.0)
    with pytest.raises(ModelError, match="no joint 'A8' here. Known: A1"):
        robot.with_drives(stiffness={"A8": 1.0}, rotor_inertia=0.0)
    with pytest.raises(ModelError, match="joint 'A1': stiffness"):
        robot.with_drives(stiffness=-1.0, rotor_inertia=0.0)


def test_with_drives_changes_what_is_named():
    robot = jn.load("manutec_r3")
    stiffer = robot.with_drives(stiffness=1e6)
    for old, new in zip(robot.joints, stiffer.joints):
        assert new.drive == dataclasses.replace(old.drive, stiffness=1e6)
    one = robot.with_drives(stiffness={"axis2": 1e6}, damping={"axis3": 7.0})
    assert one.joints[1].drive == dataclasses.replace(robot.joints[1].drive, stiffness=1e6)
    assert one.joints[2].drive == dataclasses.replace(robot.joints[2].drive, damping=7.0)
    assert one.joints[3:] == robot.joints[3:]
    bare = jn.load("kuka_iiwa").with_drives(rotor_inertia={"A1": 1e-4})
    assert bare.joints[0].drive == jn.Drive(1e-4)
    assert bare.joints[1].drive is None
    assert robot.with_drives() == robot


def test_with_drives_leaves_springs_alone():
    robot = jn.load("moberg_5dof").with_drives(stiffness=[1e4, 2e4], rotor_inertia=1.0)
    assert [j.drive.stiffness for j in robot.joints[:2]] == [1e4, 2e4]
    assert robot.joints[2].spring == jn.Spring(1e5, 250.0)


def test_reflected_inertia_and_compliance():
    drive = jn.Drive(rotor_inertia=3e-4, gear_ratio=-20.0, stiffness=500.0)
    assert drive.reflected_inertia == pytest.approx(0.12, rel=1e-15)
    assert drive.compliance == 0.002
    assert drive.elastic
    assert jn.Drive().compliance == 0.0
    assert not jn.Drive().elastic


def test_a_spring_law_is_elastic():
    law = HardeningSpring(100.0, 10.0)
    drive = jn.Drive(stiffness=law)
    assert drive.law is law
    assert drive.elastic
    assert jn.Drive(stiffness=100.0).law is None


WRONG = [
    ({"stiffness": True}, "stiffness: expected a number"),
    ({"stiffness": -math.inf}, "stiffness"),
    ({"stiffness": SOFTEST / 10}, "expected 1e-30 or more"),
    ({"coulomb_speed": 0.0}, "coulomb_speed: expected more than zero; friction that jumps"),
    ({"stribeck_speed": 0.0}, "stribeck_speed: expected more than zero"),
    ({"viscous_friction": -1e-9}, "viscous_friction: expected zero or more"),
    ({"rotor_axis": (0.0, 0.0, 1.0)}, "rotor_axis: it is stated in the frame of rotor_mount"),
    ({"rotor_mount": "a", "rotor_axis": (0.0, 0.0, 0.0)}, "has no direction"),
    ({"rotor_mount": ""}, "rotor_mount: expected a name"),
    ({"coupling": ["full"]}, "coupling: expected one of spong, full"),
]


@pytest.mark.parametrize(("fields", "words"), WRONG, ids=range(len(WRONG)))
def test_bad_drives(fields, words):
    with pytest.raises(ModelError, match=words):
        jn.Drive(**fields)


def test_second_drives():
    assert SecondDrive(jn.Drive(stiffness=5.0), preload=np.float64(2.0)).preload == 2.0
    with pytest.raises(ModelError, match="second drive: expected a Drive, got 5.0"):
        SecondDrive(5.0)
    with pytest.raises(ModelError, match="expected coupling='spong'"):
        SecondDrive(jn.Drive(coupling="full"))
    with pytest.raises(ModelError, match="preload"):
        SecondDrive(jn.Drive(), preload=math.nan)


def test_axis_of_a_rotor_has_length_one():
    assert jn.Drive(rotor_mount="a", rotor_axis=(0.0, 3.0, 4.0)).rotor_axis == (0.0, 0.6, 0.8)
