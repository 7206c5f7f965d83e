"""Arguments of control laws: joints that cannot be linearised, wrenches, a stiffness over time."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.control.law_arguments import check_joints, check_wrenches, to_snap, with_stiffness, wrenches_at
from jounce.errors import InputError
from jounce.plant.plant import plant_of

ROBOT = jn.load("planar_2r")
RIGID = ROBOT.with_drives(stiffness=[2000.0, np.inf])
WEIGHTLESS = ROBOT.with_drives(rotor_inertia=[0.0, 1e-3])
CONSTANT = jn.trajectory.rest_to_rest(np.zeros(6), np.arange(6.0), 1.0, degree=9)


@pytest.mark.parametrize(
    ("robot", "message"),
    [
        (RIGID, "joint 'joint2' is rigid. For a rigid robot there is RigidComputedTorque"),
        (WEIGHTLESS, "joint 'joint1' has a rotor without inertia. State rotor_inertia"),
        (jn.load("moberg_5dof"), "has a spring and no motor. Follow a plan"),
    ],
)
def test_joints_without_a_chain_of_integrators(robot, message):
    with pytest.raises(InputError, match=message):
        check_joints(robot, plant_of(robot).motors)


def test_rigid_joints_where_they_are_allowed():
    check_joints(RIGID, plant_of(RIGID).motors, rigid=True)
    check_joints(ROBOT, plant_of(ROBOT).motors)


def test_a_second_drive_is_refused():
    joints = (
        replace(ROBOT.joints[0], second=jn.robot.SecondDrive(jn.Drive(rotor_inertia=1e-3, stiffness=500.0))),
        ROBOT.joints[1],
    )
    robot = replace(ROBOT, joints=joints)
    with pytest.raises(InputError, match="joint 'joint1' has two drives"):
        check_joints(robot, plant_of(robot).motors)


def test_a_stiffness_over_time_begins_with_linear_springs():
    path = jn.trajectory.rest_to_rest([300.0, 400.0], [500.0, 600.0], 1.0)
    assert with_stiffness(ROBOT, None) is ROBOT
    hardening = ROBOT.with_drives(stiffness=[jn.robot.HardeningSpring(500.0, 1e5), 1000.0])
    assert [drive.law is None for drive in hardening.drives] == [False, True]
    assert [drive.law is None for drive in with_stiffness(hardening, path).drives] == [True, True]
    for wrong in (3.0, CONSTANT):
        with pytest.raises(InputError, match="stiffness: expected a path of 2 coordinates"):
            with_stiffness(ROBOT, wrong)


def test_wrenches_are_paths_or_functions():
    def push(reference, state):
        return np.full((2, 6), reference.t)

    link = ROBOT.links[1].name
    wrench = check_wrenches(ROBOT, {"tool": CONSTANT, link: push})
    reference = jn.control.Reference(0.25, np.zeros((5, 2)), np.zeros((3, 2)), np.zeros(2))
    at = wrenches_at(wrench, 1, reference, None)
    np.testing.assert_array_equal(at["tool"], CONSTANT(0.25, 1))
    np.testing.assert_array_equal(at[link], np.full((2, 6), 0.25))
    assert check_wrenches(ROBOT, None) == {}


@pytest.mark.parametrize(
    ("wrench", "message"),
    [
        (3.0, "wrench: expected {link: path or function}"),
        ({"tool": jn.trajectory.rest_to_rest([0.0], [1.0], 1.0)}, r"wrench\['tool'\]: expected a path of 6 coordinates"),
        ({"tool": np.ones(6)}, r"wrench\['tool'\]: expected a path of 6 coordinates"),
        ({"elbow": CONSTANT}, "elbow"),
    ],
)
def test_wrenches_that_are_none(wrench, message):
    with pytest.raises(InputError, match=message):
        check_wrenches(ROBOT, wrench)


def test_references_without_snap():
    assert to_snap(np.zeros((7, 2))).shape == (5, 2)
    with pytest.raises(InputError, match=r"expected q to its 4th derivative, \(5, n\), got \(4, 2\)"):
        to_snap(np.zeros((4, 2)))
