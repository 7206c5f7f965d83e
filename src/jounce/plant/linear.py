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


def linear_model(plant: Plant, M: Array, S: Array, by_q: Array, by_qd: Array, delta: Array, thetad: Array) -> LinearModel:
    """Near a state.

    M (n, n) mass matrix of the links, S (n, n) coupling of carried rotors, by_q and by_qd (n, n) slopes of the links' forces,
    delta (n,) deflections at which springs have their stiffness, thetad (n,) motor speeds at which friction has its slope.
    """
    n = len(plant.motors)
    elastic, driven = plant.elastic, plant.driven
    size = n + len(elastic)
    mass, loss, stiffness = (np.zeros((size, size)) for _ in range(3))
    torque = np.zeros((size, len(driven)))
    K, D = spring_matrices(plant)
    mass[:n, :n] = M + np.diag(plant.armature)
    stiffness[:n, :n], loss[:n, :n] = by_q + K, by_qd + D
    for column, i in enumerate(driven):
        m = plant.motors[i]
        rubbing = m.viscous + m.coulomb * m.speed**2 / (thetad[i] ** 2 + m.speed**2) ** 1.5
        if m.spring is None:
            torque[i, column] = 1.0
            loss[i, i] += rubbing
            mass[:n, i] += S[:, i]
            mass[i, :n] += S[:, i]
            continue
        k = n + elastic.index(i)
        torque[k, column] = 1.0
        loss[k, k] = rubbing
        mass[k, k] = m.inertia
        mass[:n, k] = mass[k, :n] = S[:, i]
        for matrix, value in ((stiffness, m.spring.stiffness(delta[i])), (loss, m.damping)):
            matrix[i, i] += value
            matrix[k, k] += value
            matrix[i, k] -= value
            matrix[k, i] -= value
    return LinearModel(mass, loss, stiffness, torque)
