"""Refusals of equations with motors: springs without a motor, damped joints, rotors that came later."""

import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.functions.drive_checks import damped, refuse, refuse_damping, with_motors
from jounce.plant.plant import plant_of

ROBOT = jn.load("planar_2r")


def test_robots_that_are_accepted():
    assert refuse(ROBOT) is None
    assert refuse_damping(ROBOT, plant_of(ROBOT)) is plant_of(ROBOT)
    assert with_motors(ROBOT, plant_of(ROBOT)) is plant_of(ROBOT)


def test_a_spring_without_a_motor():
    with pytest.raises(InputError, match="of robot 'moberg_5dof' has a spring and no motor: its motion cannot be chosen"):
        refuse(jn.load("moberg_5dof"))


def test_a_damped_joint_is_named():
    robot = ROBOT.with_drives(damping=[0.0, 3.0])
    with pytest.raises(InputError, match="joint 'joint2' of robot 'planar_2r' is elastic and damped: .*feedforward"):
        refuse_damping(robot, plant_of(robot))
    assert refuse_damping(robot.with_rigid_joints(), plant_of(robot.with_rigid_joints())) is not None
    assert "joint 'joint1'" in str(damped(ROBOT, 0))


def test_a_rotor_without_inertia_that_a_link_carries_must_not_get_one():
    robot = ROBOT.with_drives(rotor_inertia=0.0, coupling="full")
    live = plant_of(robot)
    assert with_motors(robot, live) is live
    heavy = live._replace(motors=tuple(motor._replace(inertia=0.1) for motor in live.motors))
    with pytest.raises(InputError, match="rotor_inertia: joint 'joint2' of robot 'planar_2r' has a rotor without inertia"):
        with_motors(robot, heavy)
