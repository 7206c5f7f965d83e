"""Kinds of free parameters: names, priors, and values that come back from the robot they were put into."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.identification.free_parameters import KINDS, RecordingScales, free_names
from support.random_robots import random_robot
from support.tolerances import assert_close

SCALES = RecordingScales(np.array([20.0, 10.0]), np.array([2.0, 1.0]), np.array([5.0, 4.0]))


def robot():
    arm = jn.load("planar_2r").with_drives(
        viscous_friction=2.0, coulomb_friction=3.0, stribeck_friction=1.0, stribeck_speed=0.1, damping=5.0
    )
    springs = [jn.robot.ParallelSpring(80.0), None]
    joints = tuple(
        replace(joint, friction=jn.Friction(viscous=0.5, coulomb=0.25), parallel=spring)
        for joint, spring in zip(arm.joints, springs)
    )
    return replace(arm, joints=joints)


READ = {
    "stribeck_friction": lambda r: [d.stribeck_friction for d in r.drives],
    "link_viscous_friction": lambda r: [j.friction.viscous for j in r.joints],
    "link_coulomb_friction": lambda r: [j.friction.coulomb for j in r.joints],
    "parallel_spring": lambda r: [r.joints[0].parallel.law / 80.0, 1.0],
}
IN_THE_ROBOT = [name for name in KINDS if name not in ("inertia", "payload", "delay", "torque_offset")]


@pytest.mark.parametrize("name", IN_THE_ROBOT)
def test_values_come_back_from_the_robot(name):
    arm, kind = robot(), KINDS[name]
    read = READ.get(name, lambda r: r.parameter_values(name))
    block = kind.block(arm, SCALES)
    prior = block.values(np.zeros(block.coordinates))[0]
    assert_close(np.asarray(read(arm)), prior)
    values = 1.25 * prior if name != "parallel_spring" else np.array([1.25, 1.0])
    assert_close(np.asarray(read(kind.put(arm, values))), values)
    assert block.coordinates > 0
    assert kind.what


def test_bodies_come_back_from_the_robot():
    arm = random_robot(2, n=2)
    block = KINDS["inertia"].block(arm, SCALES)
    values = block.values(0.1 * np.random.default_rng(0).normal(size=block.coordinates))[0]
    assert_close(KINDS["inertia"].put(arm, values).parameters, values)


@pytest.mark.parametrize("name", ["delay", "torque_offset"])
def test_numbers_of_the_measurement_leave_the_robot_as_it_is(name):
    arm = robot()
    block = KINDS[name].block(arm, SCALES)
    assert not block.values(np.zeros(block.coordinates))[0].any()
    assert KINDS[name].put(arm, np.ones(2)) is arm


def test_each_recording_has_a_delay_of_its_own():
    labels = KINDS["delay"].block(robot(), SCALES._replace(recordings=2)).labels
    assert labels == ("encoders at links, recording 1", "encoders at links, recording 2")


def test_spreads_of_friction_are_the_larger_of_value_and_typical_size():
    block = KINDS["viscous_friction"].block(robot(), SCALES)
    assert_close(block.spread, np.array([10.0, 10.0]))  # torque over speed
    assert_close(
        KINDS["coulomb_friction"].block(robot().with_drives(coulomb_friction=50.0), SCALES).spread, np.array([50.0, 50.0])
    )


def test_rigid_joints_have_no_stiffness_to_find():
    block = KINDS["stiffness"].block(robot().with_rigid_joints(), SCALES)
    assert block.coordinates == 0


def test_a_load_is_a_tenth_of_the_robot():
    arm = robot()
    block = KINDS["payload"].block(arm, SCALES)
    mass = 0.1 * sum(link.mass for link in arm.links)
    assert_close(block.mean, np.array([mass, 0, 0, 0, 0.01 * mass, 0.01 * mass, 0.01 * mass, 0, 0, 0]))


@pytest.mark.parametrize(
    ("free", "names"),
    [
        ("friction", ("viscous_friction", "coulomb_friction")),
        (("stiffness", "friction", "coulomb_friction"), ("stiffness", "viscous_friction", "coulomb_friction")),
        (["delay"], ("delay",)),
    ],
)
def test_names_are_expanded_once(free, names):
    assert free_names(free) == names


@pytest.mark.parametrize(
    ("free", "message"),
    [
        ("stifness", "free: no parameter 'stifness'. Did you mean 'stiffness'"),
        ((), "free: expected names such as inertia"),
        (7, "free: expected names such as inertia"),
        ((None,), "free: no parameter None"),
        (("stribeck_friction",), "expected coulomb_friction too"),
        (("inertia", "payload"), "expected 'inertia' or 'payload', not both"),
    ],
)
def test_names_that_are_none(free, message):
    with pytest.raises(jn.errors.InputError, match=message):
        free_names(free)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("link_viscous_friction", "no joint of robot 'planar_2r' has friction on the link side"),
        ("parallel_spring", "no joint of robot 'planar_2r' has a spring beside its drive"),
    ],
)
def test_kinds_that_a_robot_does_not_have(name, message):
    with pytest.raises(jn.errors.InputError, match=message):
        KINDS[name].block(jn.load("planar_2r"), SCALES)


def test_a_spring_that_is_a_function_has_no_size():
    arm = robot()
    function = replace(arm.joints[0], parallel=jn.robot.ParallelSpring(lambda q: 3.0 * q))
    with pytest.raises(jn.errors.InputError, match="the parallel spring of joint .* is a function"):
        KINDS["parallel_spring"].block(replace(arm, joints=(function, arm.joints[1])), SCALES)
