"""Regressor columns of links and drives: the motor torque, and base parameters."""

import numpy as np
import pytest

import jounce as jn
from identification.test_excitation import ALL, arm, coupled
from jounce.identification.regressor_columns import columns_of, independent
from support.tolerances import assert_close


@pytest.mark.parametrize("robot", [arm(), coupled(), arm(4, 2, coulomb_speed=0.5)], ids=["arm", "coupled", "rubbing"])
def test_columns_give_the_motor_torque(robot):
    """Columns times the robot's own numbers are the motor torque of inverse dynamics."""
    columns = columns_of(robot, ALL)
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 7, robot.n))
    drives = [robot.motor_drives[i] for _, i in columns.drives]
    names = {"rotor_inertia": "reflected_inertia"}
    own = [getattr(drive, names.get(name, name)) for (name, _), drive in zip(columns.drives, drives)]
    numbers = np.concatenate([robot.parameters, own])
    assert len(columns.names) == len(numbers) == columns.at(q, qd, qdd).shape[-1]
    assert_close(columns.at(q, qd, qdd) @ numbers, jn.inverse_dynamics(robot, q, qd, qdd).tau_m, 1e-11)
    base, combined = independent(columns)
    assert_close(columns.at(q, qd, qdd)[..., base] @ (combined @ numbers), columns.at(q, qd, qdd) @ numbers, 1e-8)


def test_base_of_the_library():
    """43 combinations of the LWR's inertia, as of any arm of its kind; of its drives all but the inertia of the first two
    rotors."""
    robot = jn.load("kuka_lwr").with_rigid_joints()
    assert len(independent(columns_of(robot, ("inertia",)))[0]) == jn.dynamics.base_parameters(robot).dimension == 43
    assert len(independent(columns_of(robot, ALL))[0]) == 43 + 5 + 14
