"""Structure and values of a plant: robots that differ in values alone have one structure."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.dynamics.newton_euler import newton_euler
from jounce.plant.plant import plant_of
from jounce.plant.structure import structure_of, with_values
from support.random_robots import random_robot
from support.rotors import random_rotors

LWR, PLANAR = jn.load("kuka_lwr"), jn.load("planar_2r")
RUBBING = replace(PLANAR.joints[0], friction=jn.robot.Friction(0.3, 2.0, 0.01))
ROBOTS = {
    "rigid tree": random_robot(3, n=9),
    "elastic": LWR.with_drives(damping=3.0, viscous_friction=0.2, coulomb_friction=1.5, coulomb_speed=0.01),
    "stribeck": LWR.with_drives(coulomb_friction=1.5, stribeck_friction=0.4, stribeck_speed=0.02),
    "carried rotors": LWR.with_drives(gear_ratio=100.0, coupling="full"),
    "carried rotors in a tree": random_rotors(5, 6),
    "motorless springs": jn.load("flexible_6axis"),
    "coupled springs": jn.load("flexible_3axis"),
    "friction of links": replace(PLANAR, joints=(RUBBING, PLANAR.joints[1])),
}


@pytest.mark.parametrize("name", ROBOTS)
def test_own_values_give_the_plant_back(name):
    plant = plant_of(ROBOTS[name])
    assert with_values(plant, structure_of(ROBOTS[name]).values.tolist()) == plant


@pytest.mark.parametrize("name", ROBOTS)
def test_all_values_are_replaced(name):
    """Ones in place of all values are what the structure keeps; a robot with other values has the same structure."""
    robot = ROBOTS[name]
    values, pattern, unit = structure_of(robot)
    assert with_values(plant_of(robot), [1.0] * len(values)) == unit
    assert pattern.count("x") == len(values)
    changed = robot.with_parameters({"gravity": 1.5 * robot.parameter_values("gravity")})
    assert structure_of(changed)[1:] == (pattern, unit)
    assert (structure_of(changed).values != values).sum() == np.count_nonzero(robot.gravity)


def test_the_values_of_another_robot_give_its_torque():
    factor = 1.0 + 0.3 * np.random.default_rng(2).random(70)
    other = LWR.with_parameters({"inertia": np.repeat(factor[:7], 10) * LWR.parameters})
    mixed = with_values(plant_of(LWR), structure_of(other).values.tolist())
    x = np.random.default_rng(3).normal(size=(3, 7)).tolist()
    assert newton_euler(mixed.tree, *x) == newton_euler(plant_of(other).tree, *x)


def test_zero_and_infinity_are_structure():
    pattern = structure_of(LWR).pattern
    others = [{"damping": 2.0}, {"viscous_friction": 0.1}, {"stiffness": np.inf}]
    assert all(structure_of(LWR.with_drives(**other)).pattern != pattern for other in others)
    assert structure_of(LWR.with_gravity((0.0, 1.0, -9.0))).pattern != pattern
    assert structure_of(LWR.with_drives(stiffness=123.0, rotor_inertia=1e-3)).pattern == pattern
    with pytest.raises(ValueError, match="read-only"):
        structure_of(LWR).values[0] = 1.0
