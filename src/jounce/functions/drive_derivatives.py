"""Jacobians of the terms that drives, springs and friction add to the equations of motion, at any number of states.

They are differentiated from `dynamics.elastic_joints.drive_forces` by reverse mode on the expression graph, which is traced once
per robot. Few entries depend on the state: those of friction and of nonlinear springs. The others are constants.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.gradient import gradient
from jounce.dynamics.elastic_joints import drive_forces
from jounce.functions.state_model import motors_of, size
from jounce.numbers import Graph, Number, Symbol
from jounce.numbers.packing import Array
from jounce.plant.plant import at_freedoms, read
from jounce.robot import Robot
from jounce.robot.parameters import parameter_size

Values = Mapping[Symbol, Number]


class Instant(NamedTuple):
    """Motion of links and motors at one instant, or at several: axes of instants come first."""

    q: Array
    """(..., nq); qd and qdd (..., n)."""
    qd: Array
    qdd: Array
    theta: Array
    """Positions of all motors (..., m); thetad and thetadd (..., m)."""
    thetad: Array
    thetadd: Array


class Derivative:
    """A matrix of partial derivatives (rows, columns) as a function of the state."""

    def __init__(self, graph: Graph, entries: Sequence[Sequence[Number]]) -> None:
        places = [(i, j) for i, row in enumerate(entries) for j, x in enumerate(row) if isinstance(x, Symbol)]
        self.rows, self.columns = [i for i, _ in places], [j for _, j in places]
        self.constant = np.array([[0.0 if isinstance(x, Symbol) else x for x in row] for row in entries], dtype=np.float64)
        """Constant entries (rows, columns); zero where an entry depends on the state."""
        self.evaluate: Callable[[Values], list[Number]] = graph.evaluator([entries[i][j] for i, j in places])

    def matrix(self, varying: Array) -> Array:
        """Return the matrix (..., rows, columns) from the entries that depend on the state (..., entries)."""
        matrix = np.zeros((*varying.shape[:-1], *self.constant.shape)) + self.constant
        matrix[..., self.rows, self.columns] = varying
        return matrix


class DriveDerivatives(NamedTuple):
    """Jacobians of `drive_forces` by x, xd, xdd (s each), x = (q, theta of motors behind springs), and by motor torques."""

    robot: Robot
    elastic: list[int]
    """Indices of the motors behind springs."""
    symbols: Mapping[str, Sequence[Symbol]]
    """Inputs of the graph: x, xd, and live parameters by name."""
    mass: Derivative
    """(s, s), as loss and stiffness."""
    loss: Derivative
    stiffness: Derivative
    input: Array
    """(s, driven): Jacobian of the generalised forces by motor torques; its transpose maps x to motor positions."""

    def varying(self, by: Derivative, at: Instant, parameters: Mapping[str, Any] | None = None) -> Array:
        """Return the entries (..., entries) of one of the derivatives that depend on the state or on live parameters."""
        entries = np.zeros((*at.qd.shape[:-1], len(by.rows)))
        if by.rows:
            x = [*np.moveaxis(at_freedoms(self.robot, at.q), -1, 0), *(at.theta[..., i] for i in self.elastic)]
            xd = [*np.moveaxis(at.qd, -1, 0), *(at.thetad[..., i] for i in self.elastic)]
            rows = {"x": x, "xd": xd, **(parameters or {})}
            values = {symbol: value for name, symbols in self.symbols.items() for symbol, value in zip(symbols, rows[name])}
            for k, entry in enumerate(by.evaluate(values)):
                entries[..., k] = entry
        return entries

    def matrix(self, by: Derivative, at: Instant, parameters: Mapping[str, Any] | None = None) -> Array:
        """Return one of the derivatives (..., s, s)."""
        return by.matrix(self.varying(by, at, parameters))


@lru_cache(maxsize=64)
def drive_derivatives(robot: Robot, live: tuple[str, ...] = ()) -> DriveDerivatives:
    """Trace the Jacobians of a robot's drives. live: names of parameters whose values are passed with the state."""
    graph = Graph()
    parameters = {name: [graph.symbol(f"{name}{i}") for i in range(parameter_size(robot, name))] for name in live}
    plant = read(robot, parameters)
    n, s = plant.tree.freedoms, size(plant)
    x, xd, xdd = ([graph.symbol(f"{name}{i}") for i in range(s)] for name in ("x", "xd", "xdd"))
    u = {i: graph.symbol(f"u{i}") for i in plant.driven}
    theta = [motors_of(plant, row[:n], row[n:]) for row in (x, xd, xdd)]
    tau_m = [u.get(i, 0.0) for i in range(len(plant.motors))]
    links, motors = drive_forces(plant, x[:n], xd[:n], theta[0], theta[1], theta[2], tau_m)
    inputs = [*x, *xd, *xdd, *u.values()]
    rows = [gradient(graph, force, inputs) for force in (*links, *(motors[i] for i in plant.elastic))]
    stiffness, loss, mass = (Derivative(graph, [row[k * s : (k + 1) * s] for row in rows]) for k in range(3))
    torque = -np.array([row[3 * s :] for row in rows], dtype=np.float64).reshape(s, len(u))
    return DriveDerivatives(robot, plant.elastic, {"x": x, "xd": xd, **parameters}, mass, loss, stiffness, torque)
