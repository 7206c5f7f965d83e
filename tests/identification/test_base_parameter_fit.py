"""Base parameters of a pendulum by least squares: the two of its link, with its rotor, and its friction."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from identification.test_fit_result import G, pendulum, recording
from jounce.identification.base_parameter_fit import base_fit
from jounce.identification.friction_speeds import torque_equations
from support.tolerances import assert_close

NAMES = ("inertia", "rotor_inertia", "viscous_friction")


@pytest.fixture(scope="module")
def base():
    robot, equations = torque_equations(pendulum(), [recording(noise=0.02)], NAMES)
    return base_fit(robot, equations)


def test_the_values_are_those_of_the_formula(base):
    """J = I + m l^2 + r^2 B, m l, friction; gravity acts along z and not along x at q = 0, so m c_z is told as well: zero."""
    exact = base.map @ np.concatenate([pendulum().parameters, [1e-4, 0.7]])
    assert len(base.names) == 4
    assert (np.abs(base.values - exact) < 5.0 * base.deviation).all()
    assert (base.deviation < 0.01).all()
    J = next(value for name, value in zip(base.names, base.values) if "rotor_inertia" in name)
    assert J == pytest.approx(0.02 + 0.5 + 0.25, rel=1e-2)
    assert G * base.values[["bob.mx" in name for name in base.names]] == pytest.approx([9.81], rel=1e-2)


def test_noise_is_found_again(base):
    assert_close(base.noise, np.array([0.02]), 0.1)


def test_rotors_are_merged_with_their_links(base):
    merged = [name for name in base.names if "rotor_inertia" in name]
    assert merged == ["bob.Iyy + 2500 rotor_inertia.hinge"]


@pytest.mark.parametrize("free", [NAMES, NAMES[::-1], (NAMES[2], NAMES[0], NAMES[1])], ids=" ".join)
def test_columns_of_the_map_are_named(free):
    """In whatever order parameters are free: base parameters of the robot's values are those that are fitted without noise."""
    robot, equations = torque_equations(pendulum(), [recording()], free)
    base = base_fit(robot, equations)
    values = {"inertia": pendulum().parameters, "rotor_inertia": np.array([1e-4]), "viscous_friction": np.array([0.7])}
    assert sorted(base.kinds) == sorted(free)
    assert_close(base.map @ np.concatenate([values[kind] for kind in base.kinds]), base.values, 1e-5)


@pytest.mark.native
def test_kinds_that_torques_do_not_tell_have_no_columns():
    """Delay and stiffness are told by deflections: `free` has them, the base parameters have not."""
    robot = pendulum().with_drives(stiffness=2e4)
    log = recording()
    late = replace(log, q=log.theta - (log.tau_m - 0.7 * log.motion()[1] - 0.25 * log.motion()[2]) / 2e4)
    base = jn.identify(robot, late, free=("stiffness", "viscous_friction", "delay", "inertia")).base
    assert base.kinds == ("inertia", "viscous_friction")
    assert base.map.shape == (len(base.names), 11)
