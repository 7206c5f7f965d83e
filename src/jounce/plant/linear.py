"""A robot with motors and springs near a state, as matrices.

    mass xdd + loss xd + stiffness x = input u

x holds the links, then the motors of elastic joints; u the torques of the motors ([Moberg2010], section 3). What the links give,
their mass matrix, the slopes of their own forces and the coupling of carried rotors, comes from outside; what motors and springs
add to it is written down here.
"""

from typing import NamedTuple

import numpy as np

from jounce.numbers.packing import Array
from jounce.plant.plant import Plant, spring_matrices


class LinearModel(NamedTuple):
    """The matrices above."""

    mass: Array
    loss: Array
    stiffness: Array
    input: Array


class FrictionSlopes(NamedTuple):
    """Derivatives of friction by speed [Nm s/rad or N s/m]."""

    links: Array
    """(..., n)."""
    motors: Array
    """(..., m)."""


def friction_slopes(plant: Plant, qd: Array, thetad: Array) -> FrictionSlopes:
    """Return how friction changes with speed where links move at qd (..., n) and motors at thetad (..., m)."""
    links, motors = np.zeros_like(qd), np.zeros_like(thetad)
    for i, here in enumerate(plant.beside):
        for rub in here.rubbing:
            v = rub.ratio * qd[..., i]
            links[..., i] += rub.ratio**2 * (rub.viscous + rub.coulomb * rub.speed**2 / (v**2 + rub.speed**2) ** 1.5)
    for i in plant.driven:
        m, v = plant.motors[i], thetad[..., i]
        away = 1.0 / (1.0 + (v / m.stribeck_speed) ** 2)
        sharp = m.speed**2 / (v**2 + m.speed**2) ** 1.5
        sign = v / np.sqrt(v**2 + m.speed**2)
        falling = 2.0 * m.stribeck * away**2 * sign * v / m.stribeck_speed**2
        motors[..., i] = m.viscous + (m.coulomb + m.stribeck * away) * sharp - falling
    return FrictionSlopes(links, motors)


def friction_at_rest(plant: Plant) -> FrictionSlopes:
    """Return how friction changes with speed where nothing moves."""
    return friction_slopes(plant, np.zeros(plant.tree.freedoms), np.zeros(len(plant.motors)))


def unforced(force: Array) -> Array:
    """Z (size, size - motors): what the motors do not act on, Z^T input = 0; and how x moves while all motors stand still."""
    from scipy.linalg import null_space

    if (np.count_nonzero(force, axis=0) == 1).all():
        return np.eye(len(force))[:, ~force.any(axis=1)]
    found: Array = null_space(force.T)
    return found


def linear_model(
    plant: Plant, M: Array, S: Array, by_q: Array, by_qd: Array, q: Array, delta: Array, friction: FrictionSlopes
) -> LinearModel:
    """Near a state, or near each of several: axes of states come first.

    M (..., n, n) mass matrix of the links, S (..., n, n) coupling of carried rotors, by_q and by_qd (..., n, n) slopes of the
    links' forces, q (..., n) joint positions, delta (..., m) deflections at which springs have their stiffness, friction: its
    derivatives by speed.
    """
    n = plant.tree.freedoms
    elastic, driven = plant.elastic, plant.driven
    size = n + len(elastic)
    mass, loss, stiffness = (np.zeros((*M.shape[:-2], size, size)) for _ in range(3))
    torque = np.zeros((size, len(driven)))
    K, D = spring_matrices(plant)
    N = plant.transmission.matrix(n)
    mass[..., :n, :n] = M
    stiffness[..., :n, :n], loss[..., :n, :n] = by_q + K, by_qd + D
    for i, here in enumerate(plant.beside):
        stiffness[..., i, i] += 0.0 if here.spring is None else here.spring.stiffness(q[..., i])
        loss[..., i, i] += friction.links[..., i]
    for column, i in enumerate(driven):
        m = plant.motors[i]
        turns = np.zeros(size)  # how the motor turns with x, and what its torque acts on
        if m.spring is None:
            turns[:n] = N[i]
            if i < n:
                mass[..., :n, i] += S[..., :, i]
                mass[..., i, :n] += S[..., :, i]
        else:
            k = n + elastic.index(i)
            turns[k] = 1.0
            if i < n:
                mass[..., :n, k] += S[..., :, i]
                mass[..., k, :n] += S[..., :, i]
            bends = turns.copy()
            bends[:n] -= N[i]
            stiffness += np.asarray(m.spring.stiffness(delta[..., i]))[..., None, None] * np.outer(bends, bends)
            loss += m.damping * np.outer(bends, bends)
        torque[:, column] = turns
        mass += m.inertia * np.outer(turns, turns)
        loss += friction.motors[..., i, None, None] * np.outer(turns, turns)
    return LinearModel(mass, loss, stiffness, torque)
