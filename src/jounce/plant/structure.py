"""Split of a plant into structure and values: robots that differ in values alone share compiled code.

Values are the finite numbers other than zero among inertia, gravity, stiffness, damping, friction, rotor inertia, preload and
coupled springs. Structure is everything else: the tree with its geometry, transmissions, functions of nonlinear springs, and
which of the numbers are zero or infinite.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import isfinite
from typing import NamedTuple

import numpy as np

from jounce.numbers import Number
from jounce.numbers.packing import Array
from jounce.plant.motor import LinearSpring, Motor
from jounce.plant.plant import KEPT, Beside, Plant, plant_of
from jounce.robot import Robot
from jounce.spatial.inertia import Inertia

Change = Callable[[Number], Number]


def is_value(x: Number) -> bool:
    """Return True if a number of a plant is a value; False for zero and infinity, which are structure."""
    return bool(x != 0.0 and isfinite(x))


class Structure(NamedTuple):
    """Split of a robot's plant into values and structure."""

    values: Array
    """Values (count,), in the order in which `with_values` replaces them; read-only."""
    pattern: str
    """One character for each number of the plant that may be a value: "x" for a value, "0" for zero, "i" for infinity."""
    unit: Plant
    """Plant with 1.0 in place of every value: equal for robots of one structure."""


@lru_cache(maxsize=KEPT)
def structure_of(robot: Robot) -> Structure:
    """Return the split of the plant of a robot into values and structure."""
    numbers: list[Number] = []

    def collected(x: Number) -> Number:
        numbers.append(x)
        return 1.0 if is_value(x) else x

    unit = _mapped(plant_of(robot), collected)
    values = np.array([x for x in numbers if is_value(x)], dtype=np.float64)
    values.flags.writeable = False
    return Structure(values, "".join("x" if is_value(x) else "0" if x == 0.0 else "i" for x in numbers), unit)


def with_values(plant: Plant, values: Sequence[Number]) -> Plant:
    """Return the plant with its values replaced by `values`, scalars of any type in the order of `Structure.values`."""
    remaining = iter(values)
    return _mapped(plant, lambda x: next(remaining) if is_value(x) else x)


def _mapped(plant: Plant, value: Change) -> Plant:
    """Return the plant with every number x that may be a value replaced by value(x); calls are in a fixed order."""
    tree = plant.tree
    bodies = tuple(body._replace(inertia=_inertia(body.inertia, value)) for body in tree.bodies)
    x, y, z = map(value, tree.gravity)
    return plant._replace(
        tree=tree._replace(bodies=bodies, gravity=(x, y, z)),
        motors=tuple(_motor(motor, value) for motor in plant.motors),
        rotors=tuple(None if rotor is None else rotor._replace(momentum=value(rotor.momentum)) for rotor in plant.rotors),
        coupled=tuple(pair._replace(stiffness=value(pair.stiffness), damping=value(pair.damping)) for pair in plant.coupled),
        beside=tuple(_beside(beside, value) for beside in plant.beside),
        preload=tuple(map(value, plant.preload)),
    )


def _inertia(inertia: Inertia, value: Change) -> Inertia:
    """Return an inertia with each of its ten numbers x replaced by value(x)."""
    hx, hy, hz = map(value, inertia.moment)
    xx, yy, zz, xy, xz, yz = map(value, inertia.tensor)
    return Inertia(value(inertia.mass), (hx, hy, hz), (xx, yy, zz, xy, xz, yz))


def _motor(motor: Motor, value: Change) -> Motor:
    """Return a motor with each of its numbers x replaced by value(x); a nonlinear spring stays, since its law is structure."""
    spring = motor.spring
    return motor._replace(
        inertia=value(motor.inertia),
        spring=LinearSpring(value(spring.K), value(spring.compliance)) if isinstance(spring, LinearSpring) else spring,
        damping=value(motor.damping),
        viscous=value(motor.viscous),
        coulomb=value(motor.coulomb),
        speed=value(motor.speed),
        stribeck=value(motor.stribeck),
        stribeck_speed=value(motor.stribeck_speed),
    )


def _beside(beside: Beside, value: Change) -> Beside:
    """Return parallel spring and link friction of a joint with each number x of the friction replaced by value(x)."""
    rubbing = tuple(
        rub._replace(
            viscous=value(rub.viscous),
            coulomb=value(rub.coulomb),
            speed=value(rub.speed),
            stribeck=value(rub.stribeck),
            stribeck_speed=value(rub.stribeck_speed),
        )
        for rub in beside.rubbing
    )
    return beside._replace(rubbing=rubbing)
