"""A robot with motors and springs, linearised where it stands still.

    mass xdd + loss xd + stiffness x = input u,    y = output x

x holds the links, then the motors of elastic joints; u the torques of the motors; y the tool's outputs ([Moberg2010], section 3).
"""

from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError, SingularityError
from jounce.functions.gyrostat import rotor_coupling
from jounce.functions.partials import rnea_partials
from jounce.functions.plant import armature, plant
from jounce.functions.rigid import mass_matrix
from jounce.inverse.flexible.outputs import Outputs
from jounce.numbers.packing import Array
from jounce.robot import Robot

ROUNDING = 1e-12


class Linear(NamedTuple):
    """The matrices above."""

    mass: Array
    loss: Array
    stiffness: Array
    input: Array
    output: Array


class Eigenfrequencies(NamedTuple):
    """Undamped, rising [rad/s]; a rigid-body motion has zero."""

    free: Array
    """All motors turn freely."""
    locked: Array
    """All motors hold their positions."""


def position(robot: Robot, q: Any) -> Array:
    """q as a checked vector (n,)."""
    try:
        found = np.asarray(q, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"q: expected {robot.n} numbers, {error}.") from None
    if found.shape != (robot.n,) or not np.isfinite(found).all():
        raise InputError(f"q: expected {robot.n} finite numbers, one a joint of robot {robot.name!r}, got shape {found.shape}.")
    return found


def linearise(robot: Robot, q: Array) -> Linear:
    """At rest in q, held there by constant torques where it would not stay by itself."""
    motors = plant(robot).motors
    n = robot.n
    turning = [i for i, m in enumerate(motors) if m.elastic]
    driven = [i for i, m in enumerate(motors) if not m.absent]
    size = n + len(turning)
    mass, loss, stiffness = (np.zeros((size, size)) for _ in range(3))
    still = np.zeros(n)
    mass[:n, :n] = mass_matrix(robot, q)[0] + np.diag(armature(robot))
    stiffness[:n, :n] = rnea_partials(robot, q, still, still)[0][0]
    S = rotor_coupling(robot, q)[0]
    torque = np.zeros((size, len(driven)))
    for i, m in enumerate(motors):
        rubbing = m.viscous + m.coulomb / m.speed
        spring = m.law.stiffness(0.0) if m.law is not None else m.stiffness or 0.0
        if not m.elastic:
            stiffness[i, i] += spring
            loss[i, i] += m.damping + rubbing
            if not m.absent:
                torque[i, driven.index(i)] = 1.0
                mass[:n, i] += S[:, i]
                mass[i, :n] += S[:, i]
            continue
        k = n + turning.index(i)
        mass[k, k] = m.inertia
        mass[:n, k] = mass[k, :n] = S[:, i]
        torque[k, driven.index(i)] = 1.0
        loss[k, k] = rubbing
        for matrix, value in ((stiffness, spring), (loss, m.damping)):
            matrix[i, i] += value
            matrix[k, k] += value
            matrix[i, k] -= value
            matrix[k, i] -= value
    for i, j, k, d in plant(robot).cross:
        stiffness[[i, j], [j, i]] += k
        loss[[i, j], [j, i]] += d
    output = np.zeros((len(robot.tool.outputs), size))
    output[:, :n] = Outputs(robot).jacobians(q[None])[0]
    return Linear(mass, loss, stiffness, torque, output)


def eigenfrequencies(robot: Robot, q: Any) -> Eigenfrequencies:
    """Undamped eigenfrequencies [rad/s] at rest in q (n,), with motors free and with motors locked.

    Rigid joints count as motors with their links: locked, they do not move.
    """
    from scipy.linalg import eigvals

    linear = linearise(robot, position(robot, q))
    inertia = np.linalg.eigvalsh(linear.mass)
    if inertia[0] < -ROUNDING * inertia[-1]:
        raise SingularityError(
            f"robot {robot.name!r}: its rotors have more inertia than the links that carry them, which are stated with the "
            "rotors in them; no such robot exists. Lower rotor_inertia, or raise the links' inertia."
        )
    moved: Array = np.abs(linear.input).sum(axis=1) > 0.0

    def frequencies(keep: Array) -> Array:
        part = np.ix_(keep, keep)
        squares = np.real(eigvals(linear.stiffness[part], linear.mass[part])) if keep.any() else np.zeros(0)
        tiny = 1e-9 * np.abs(squares).max(initial=1.0)
        return np.sort(np.sqrt(np.where(np.abs(squares) < tiny, 0.0, np.maximum(squares, 0.0))))

    return Eigenfrequencies(frequencies(np.ones(len(moved), dtype=bool)), frequencies(~moved))
