"""Springs and dampers of joints without a motor, and the equation of such joints ([Moberg2010] (17b)).

    tau_e = - K_e q_e - D_e qd_e,    load = (M qdd + C qd + g)_e - tau_e

K_e and D_e have entries off the diagonal where springs are coupled. Springs without a motor are linear: time derivatives of tau
and of load are the same functions of the time derivatives of their arguments.
"""

from collections.abc import Sequence

from jounce.dynamics.drive import spring_torque
from jounce.numbers import Number
from jounce.plant.plant import Plant

Row = list[Number]


def motorless_torques(plant: Plant, q: Sequence[Number], qd: Sequence[Number]) -> Row:
    """Return the torque (n) of springs and dampers on the joints without a motor, 0.0 on all others. q: one number a freedom."""
    tau = [spring_torque(m, x, xd, 0.0, 0.0) if m.absent else 0.0 for m, x, xd in zip(plant.motors, q, qd)]
    for i, j, stiffness, damping in plant.coupled:
        tau[i] = tau[i] - stiffness * q[j] - damping * qd[j]
        tau[j] = tau[j] - stiffness * q[i] - damping * qd[i]
    return tau


def spring_load(plant: Plant, tau: Sequence[Number], q: Sequence[Number], qd: Sequence[Number]) -> Row:
    """Return the load of each joint without a motor: the joint force tau (n) of the links, less the torque of its spring."""
    held = motorless_torques(plant, q, qd)
    return [tau[i] - held[i] for i in plant.passive]


def motorless_matrices(plant: Plant) -> tuple[list[Row], list[Row]]:
    """Return K_e and D_e, derivatives of the load by q and qd of joints without a motor: of a linear text at unit vectors."""
    none: Row = [0.0] * plant.tree.freedoms
    units: list[Row] = [[1.0 if i == j else 0.0 for i in range(len(none))] for j in plant.passive]
    columns = [spring_load(plant, none, one, none) for one in units], [spring_load(plant, none, none, one) for one in units]
    K, D = ([list(row) for row in zip(*part)] for part in columns)
    return K, D
