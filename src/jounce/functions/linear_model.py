"""Linear model of a robot with motors and springs near a state: mass, loss and stiffness matrices.

    mass xdd + loss xd + stiffness x = input u

x: positions of links, then of the motors of elastic joints; u: motor torques ([Moberg2010], section 3). Forces of the tree and of
carried rotors are differentiated as kernels, those of drives, springs and friction by `drive_derivatives`. States may have
velocity and acceleration; axes of states come first.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.program import Slot
from jounce.dynamics import gyrostat
from jounce.functions.drive_derivatives import Instant, drive_derivatives
from jounce.functions.gyrostat import rotor_coupling
from jounce.functions.partials import rnea_partials
from jounce.functions.rigid import mass_matrix
from jounce.kernel.arguments import NOTHING, Wrenches
from jounce.kernel.dispatch import call
from jounce.kernel.equation import Auxiliary, DerivativeOrders, Equation, Inputs, Output, Partials, ResultRule
from jounce.numbers.packing import Array
from jounce.plant.plant import Plant, at_freedoms, plant_of
from jounce.robot import Robot


class LinearModel(NamedTuple):
    """Matrices of mass xdd + loss xd + stiffness x = input u."""

    mass: Array
    """Mass matrix (..., s, s)."""
    loss: Array
    """Damping matrix, with friction (..., s, s)."""
    stiffness: Array
    """Stiffness matrix, with gravity (..., s, s)."""
    input: Array
    """Input matrix (s, driven)."""


class GyrostatPartials(NamedTuple):
    """Jacobians of the forces on links, then on motors, of a robot with carried rotors, (..., 2n, n) each."""

    dq: Array
    dqd: Array
    dqdd: Array
    dthetad: Array
    dthetadd: Array


def _gyrostat(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, qdd = x.motion
    links, motors = gyrostat.torques(plant, q, qd, qdd, x.auxiliary["thetad"][0], x.auxiliary["thetadd"][0], x.loads)
    return ([*links, *motors],)


GYROSTAT = Equation(
    "gyrostat_partials",
    ("q", "qd", "qdd"),
    _gyrostat,
    lambda robot: (Output("forces", (2 * robot.n,), 0),),
    takes="wrench",
    auxiliary=Auxiliary(lambda robot: (Slot("thetad", 1, robot.n), Slot("thetadd", 1, robot.n))),
    partials=Partials("forces", by=("motion", "thetad", "thetadd")),
    result=ResultRule(GyrostatPartials),
    orders=DerivativeOrders(motion=lambda robot: 0),
)


def linear_model(robot: Robot, at: Instant) -> LinearModel:
    """Return the linear model at one state or several."""
    return with_drives(robot, tree_model(robot, at), at)


def at_rest(robot: Robot, q: Array, delta: Array) -> Instant:
    """Return the state of rest at positions q (..., nq) and drive deflections delta (..., m)."""
    x = at_freedoms(robot, q)
    still, none = np.zeros_like(x), np.zeros_like(delta)
    return Instant(q, still, still, x @ plant_of(robot).transmission.matrix(robot.n).T + delta, none, none)


def tree_model(robot: Robot, at: Instant, wrench: Wrenches = NOTHING) -> LinearModel:
    """Return the contribution of links and carried rotors to the model, under wrenches as in `rnea`."""
    torque, n = drive_derivatives(robot).input, robot.n
    if not plant_of(robot).rotors:
        by = rnea_partials(robot, *at[:3], wrench=wrench)
        mass, loss, stiffness = (_padded(matrix, len(torque)) for matrix in (by.dqdd, by.dqd, by.dq))
        return LinearModel(mass, loss, stiffness, torque)
    of = call(GYROSTAT, robot, (*at[:3], at.thetad[..., :n], at.thetadd[..., :n]), wrench, by=("motion", "thetad", "thetadd"))
    links, turns = np.eye(n, len(torque)), _turning(robot, torque)
    forces = np.concatenate([links, turns]).T  # motor torques act through the transmission
    mass = forces @ (of.dqdd @ links + of.dthetadd @ turns)
    loss = forces @ (of.dqd @ links + of.dthetad @ turns)
    return LinearModel(mass, loss, forces @ of.dq @ links, torque)


def with_drives(robot: Robot, tree: LinearModel, at: Instant, parameters: Mapping[str, Any] | None = None) -> LinearModel:
    """Return the model of a tree plus the terms of drives, springs and friction. parameters: values of live parameters."""
    drives = drive_derivatives(robot, tuple(parameters or ()))
    derivatives = (drives.mass, drives.loss, drives.stiffness)
    mass, loss, stiffness = (matrix + drives.matrix(by, at, parameters) for matrix, by in zip(tree, derivatives))
    return LinearModel(mass, loss, stiffness, tree.input)


def inertia(robot: Robot, q: Array) -> Array:
    """Return the mass matrix (..., s, s) of links and motors at positions q (..., nq)."""
    drives = drive_derivatives(robot)
    M = _padded(mass_matrix(robot, q), len(drives.input)) + drives.mass.constant
    if not plant_of(robot).rotors:
        return M
    coupled = np.eye(M.shape[-1], robot.n) @ rotor_coupling(robot, q) @ _turning(robot, drives.input)
    with_rotors: Array = M + coupled + coupled.swapaxes(-1, -2)
    return with_rotors


def _turning(robot: Robot, torque: Array) -> Array:
    """Return the Jacobian (n, s) of the motor positions by x; zero at DOFs without a motor."""
    columns = np.zeros((robot.n, len(torque)))
    for column, i in zip(torque.T, plant_of(robot).driven):
        if i < robot.n:
            columns[i] = column
    return columns


def _padded(matrix: Array, size: int) -> Array:
    """Return matrices of links (..., n, n) with zeros for the motors behind springs (..., size, size)."""
    padded = np.zeros((*matrix.shape[:-2], size, size))
    padded[..., : matrix.shape[-2], : matrix.shape[-1]] = matrix
    return padded


def unforced(force: Array) -> Array:
    """Return Z (size, size - motors) with Z^T input = 0: motions x = Z y during which all motors stand still."""
    from scipy.linalg import null_space

    if (np.count_nonzero(force, axis=0) == 1).all():
        return np.eye(len(force))[:, ~force.any(axis=1)]
    kernel: Array = null_space(force.T)
    return kernel
