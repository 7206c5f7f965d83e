"""Friction, parallel springs and gas cylinders: torque against energy, and the cylinder against its geometry."""

import math

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.numbers import Jet, sin
from jounce.robot import Counterbalance, Friction, HardeningSpring, ParallelSpring
from support.tolerances import assert_close

CYLINDER = {"distance": 0.5, "radius": 0.2, "area": 0.002, "volume": 0.003, "gas": 4e4}


@pytest.mark.parametrize(
    "law",
    [120.0, HardeningSpring(120.0, 30.0), Counterbalance(**CYLINDER, angle=0.3), lambda x: -50.0 * sin(x) - x * x * x],
    ids=["linear", "hardening", "gas", "function"],
)
def test_energy_torque_and_stiffness_belong_together(law):
    spring, q, h = ParallelSpring(law, rest=0.2), 0.9, 1e-4
    slope = (spring.energy(q + h) - spring.energy(q - h)) / (2 * h)
    assert slope == pytest.approx(-float(spring.torque(q)), rel=1e-7)  # a difference of second order
    assert_close(spring.stiffness(q), -spring.torque(Jet([q, 1.0])).coeffs[1])
    assert abs(spring.energy(0.2)) == 0.0
    batch = np.array([[q, 0.2], [-0.4, 0.1]])
    assert_close(spring.energy(batch)[0, 0], spring.energy(q))
    assert spring.energy(batch).shape == (2, 2)


def test_a_linear_spring_by_hand():
    spring = ParallelSpring(50.0, rest=0.1)
    assert_close(spring.torque(0.3), -10.0)
    assert_close(spring.energy(0.3), 1.0)
    assert spring.stiffness(0.3) == 50.0


def test_a_constant_torque_has_no_stiffness():
    spring = ParallelSpring(lambda x: 3.0)
    assert spring.stiffness(0.5) == 0.0
    assert_close(spring.energy(0.5), -1.5)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("q", [-2.0, -0.4, 0.5, 3.0])
def test_work_of_a_gas_cylinder_is_that_of_its_gas(q, sign):
    """c ln of the ratio of volumes, at constant temperature."""
    cylinder = Counterbalance(**CYLINDER, sign=sign)
    length = math.sqrt(0.5**2 + 0.2**2 - 2 * 0.5 * 0.2 * math.cos(q))
    volume = 0.003 - 0.002 * (length - 0.3)
    expected = sign * 4e4 * math.log(volume / 0.003)  # energy of the spring, zero where the cylinder is shortest
    assert_close(ParallelSpring(cylinder).energy(q), expected, 1e-9)


def test_a_gas_cylinder_pulls_to_one_side_and_back():
    cylinder = Counterbalance(**CYLINDER)
    assert cylinder.torque(0.7) == -cylinder.torque(-0.7)
    assert cylinder.torque(0.7) > 0.0
    assert cylinder.torque(0.0) == 0.0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"area": 0.0}, "counterbalance, area: expected more than zero"),
        ({"gas": math.nan}, "counterbalance, gas: expected a finite number"),
        ({"radius": 0.5}, "distance and radius are equal"),
        ({"volume": 0.0008}, "its stroke takes up to 0.0008 m.3, and there are 0.0008"),
        ({"sign": 0.5}, "sign: expected 1 or -1"),
        ({"angle": "x"}, "angle .rad.: expected a number"),
    ],
)
def test_bad_cylinders(change, words):
    with pytest.raises(ModelError, match=words):
        Counterbalance(**(CYLINDER | change))


@pytest.mark.parametrize(
    ("law", "words"),
    [
        (-1.0, "parallel spring, stiffness: expected zero or more"),
        ("stiff", "parallel spring: expected a stiffness or a law"),
        (None, "expected a number"),
        (math.sin, "its function does not take a Jet: TypeError"),
        (lambda x: "a", "its function gave 'a' for a float; expected a number"),
        (lambda x: 1 / 0, "does not take a float: ZeroDivisionError"),
    ],
)
def test_bad_springs(law, words):
    with pytest.raises(ModelError, match=words):
        ParallelSpring(law)


def test_springs_are_equal_if_their_functions_do_the_same():
    def one(gain):
        return lambda x: gain * sin(x)

    assert ParallelSpring(one(2.0)).trace == ParallelSpring(one(2.0)).trace
    assert ParallelSpring(one(2.0)).trace != ParallelSpring(one(3.0)).trace


@pytest.mark.parametrize(("field", "value"), [("viscous", -1.0), ("coulomb", math.inf), ("speed", 0.0), ("speed", None)])
def test_bad_friction(field, value):
    with pytest.raises(ModelError, match=f"friction, {field}"):
        Friction(**{field: value})
