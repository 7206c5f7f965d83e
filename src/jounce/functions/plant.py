"""The robot with its motors, as the equations read it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.dynamics.elastic import Plant
from jounce.dynamics.motor import Motor
from jounce.errors import InputError
from jounce.functions.motion import check_finite, check_rows
from jounce.functions.symbolic import is_symbolic
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.joint import Joint
from jounce.robot.passive import couplings


def motor(joint: Joint) -> Motor:
    """The drive of a joint, or what stands for it, as the equations read it."""
    if joint.spring is not None:
        return Motor(stiffness=joint.spring.stiffness, damping=joint.spring.damping, absent=True)
    drive = joint.drive
    if drive is None:
        return Motor()
    law = drive.law
    linear = drive.elastic and law is None
    return Motor(
        drive.reflected_inertia,
        drive.compliance if linear else 0.0,
        drive.viscous_friction,
        drive.coulomb_friction,
        drive.coulomb_speed,
        drive.stiffness if linear else None,
        drive.damping if drive.elastic else 0.0,
        law,
    )


def plant(robot: Robot) -> Plant:
    """The robot as the equations with motors read it."""
    found = robot.memory.get("plant")
    if found is None:
        for joint in robot.joints:
            if joint.freedoms > 1:
                raise InputError(
                    f"joint {joint.name!r} of robot {robot.name!r} has several freedoms; equations with motors are for robots "
                    "whose joints have one each. Those of the rigid tree, such as rnea, take it."
                )
        springs = [joint.spring for joint in robot.joints]
        cross = tuple(couplings(robot.joint_names, springs))
        found = Plant(robot.tree, tuple(map(motor, robot.joints)), cross=cross)
        if any(robot.rotors):
            found = found._replace(rotors=robot.rotors)
        robot.memory["plant"] = found
    return found


def linear_plant(robot: Robot) -> Plant:
    """The same for native code and symbols, which know no springs but linear ones."""
    found = plant(robot)
    for joint, m in zip(robot.joints, found.motors):
        if m.law is not None:
            raise InputError(
                f"joint {joint.name!r} has a {type(m.law).__name__}: compiled and symbolic dynamics of motors know linear "
                "springs only. Call the function on NumPy arrays."
            )
    return found


def solvable_plant(robot: Robot) -> Plant:
    """The same with the order in which joints can be solved, where rotors are carried along; raises where there is none."""
    found = linear_plant(robot)
    if not found.rotors:
        return found
    return found._replace(sequence=robot.coupling.sequence, orders=robot.coupling.orders)


def floats(robot: Robot, given: Sequence[tuple[str, Any]]) -> list[Array]:
    """Arguments (..., n) by name as checked float64 arrays, for robots whose springs take nothing else."""
    if any(is_symbolic(x) for _, x in given):
        linear_plant(robot)
        raise InputError("a stiffness K(t) goes with NumPy arrays, not with symbols.")
    rows, _ = check_rows(robot, given, (), 0)
    for name, array in rows:
        if array.dtype == object:
            raise InputError(f"{name}: springs that are not linear take floats, not numbers of another kind.")
    check_finite(rows)
    return [row.array for row in rows]


def spring_matrices(robot: Robot) -> tuple[Array, Array]:
    """Stiffness and damping (n, n) of the joints that no motor drives: tau = - K q - D qd there, zero elsewhere."""
    motors = plant(robot).motors
    K, D = (np.diag([getattr(m, name) if m.absent else 0.0 for m in motors]) for name in ("stiffness", "damping"))
    for i, j, stiffness, damping in plant(robot).cross:
        K[i, j] = K[j, i] = stiffness
        D[i, j] = D[j, i] = damping
    return K, D


def has_laws(robot: Robot) -> bool:
    """Whether a spring is not linear."""
    return any(m.law is not None for m in plant(robot).motors)


def armature(robot: Robot) -> tuple[float, ...]:
    """For each joint the motor inertia that rides on its link: all of it where the joint is rigid."""
    found = robot.memory.get("armature")
    if found is None:
        found = robot.memory["armature"] = tuple(0.0 if m.elastic else m.inertia for m in plant(robot).motors)
    return found
