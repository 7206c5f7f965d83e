"""Equation of motion of the links, including carried rotors that turn with rigid joints, for flexible arms.

    M qdd + C qd + g + S thetadd + C_rotor = tau,    theta = q of rigid joints                  [Hoepler2004] (2), (4)

Rotors of elastic joints are left out, because they turn independently. Without carried rotors the equation equals that of `rnea`.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from jounce.dynamics import gyrostat
from jounce.dynamics.rnea_derivatives import newton_euler_slopes
from jounce.functions.gyrostat import rotor_coupling
from jounce.functions.partials import PARTIALS, RneaPartials
from jounce.functions.rigid import RNEA, mass_matrix
from jounce.kernel.arguments import NOTHING, Wrenches
from jounce.kernel.dispatch import call, call_stack
from jounce.kernel.equation import DerivativeOrders, Equation, Inputs, Loop, Numbers, Output, Partials
from jounce.kernel.evaluation import flat, record
from jounce.numbers.packing import Array
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot


def turned_by_joints(robot: Robot) -> list[int]:
    """Return the indices of the rigid joints whose rotors are carried by links, so that the rotor turns with the joint."""
    return [j for j, rotor in enumerate(plant_of(robot).rigid_rotors) if rotor is not None]


def _carried(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, qdd = x.motion
    return gyrostat.torques(plant, q, qd, qdd, qd, qdd, x.loads)[:1]


CARRIED = Equation(
    "carried_rnea",
    ("q", "qd", "qdd"),
    _carried,
    lambda robot: (Output("tau", (robot.n,)),),
    takes="wrench",
    prepare=lambda robot, plant: plant._replace(rotors=plant.rigid_rotors),
    loop=Loop(record),
)


def _slopes(plant: Plant, x: Inputs) -> dict[str, list[Numbers]]:
    q, qd, qdd = x.motion
    _, *matrices = newton_euler_slopes(plant.tree, q, qd, qdd, x.loads, rotors=plant.rotors)
    return {"motion": [flat(rows) for rows in matrices]}


CARRIED_PARTIALS = replace(
    CARRIED,
    name="carried_rnea_partials",
    orders=DerivativeOrders(motion=lambda robot: 0),
    result=CARRIED.result._replace(kind=RneaPartials),
    partials=Partials("tau", structured=_slopes),
    loop=PARTIALS.loop,
)


def carried_rnea(robot: Robot, *motion: Any, wrench: Wrenches = NOTHING) -> Array:
    """Return the joint forces tau of the links, including rotors of rigid joints, and their time derivatives.

    motion: q, qd, qdd, ... (..., n) each. Result (len(motion) - 2, ..., n) [Nm or N, per s, ...].
    """
    return call_stack(CARRIED if turned_by_joints(robot) else RNEA, robot, motion, wrench)  # type: ignore[no-any-return]


def carried_rnea_partials(robot: Robot, q: Any, qd: Any, qdd: Any, *, wrench: Wrenches = NOTHING) -> RneaPartials:
    """Return d tau / d q, d tau / d qd and d tau / d qdd of `carried_rnea`, (..., n, n) each."""
    equation = CARRIED_PARTIALS if turned_by_joints(robot) else PARTIALS
    return call(equation, robot, (q, qd, qdd), wrench)  # type: ignore[no-any-return]


def carried_mass_matrix(robot: Robot, q: Any) -> Array:
    """Return d tau / d qdd of `carried_rnea` (..., n, n): M plus the columns of S for rigid joints; not symmetric."""
    M: Array = mass_matrix(robot, q)
    rigid = turned_by_joints(robot)
    if rigid:
        M = M + np.where(np.isin(np.arange(robot.n), rigid), rotor_coupling(robot, q), 0.0)
    return M
