"""Linear model of a robot with motors and springs near a state: mass, loss and stiffness matrices.

    mass xdd + loss xd + stiffness x = input u

x: positions of links, then of the motors of elastic joints (s scalars); u: motor torques ([Moberg2010], section 3). Forces of the
tree and of carried rotors are differentiated by kernels such as `rnea_partials`. Forces of drives, springs and friction
(`dynamics.elastic_joints.drive_forces`) are differentiated by reverse mode on the expression graph, which is traced once per
robot: `drive_derivatives`. Only the derivatives of friction and of nonlinear springs depend on the state. States may have
velocity and acceleration; their batch axes come first.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.gradient import gradient
from jounce.codegen.program import Slot
from jounce.dynamics import gyrostat
from jounce.dynamics.elastic_joints import drive_forces
from jounce.functions.gyrostat import rotor_coupling
from jounce.functions.partials import rnea_partials
from jounce.functions.rigid import mass_matrix
from jounce.kernel.arguments import NOTHING, Wrenches
from jounce.kernel.dispatch import call
from jounce.kernel.equation import Auxiliary, DerivativeOrders, Equation, Inputs, Output, Partials, ResultRule
from jounce.numbers import Graph, Number, Symbol
from jounce.numbers.packing import Array
from jounce.plant.plant import Plant, at_freedoms, plant_of, read
from jounce.robot import Robot
from jounce.robot.parameters import parameter_size

Values = Mapping[Symbol, Number]


class Instant(NamedTuple):
    """Motion of links and motors at one instant or at several instants, whose batch axes come first."""

    q: Array
    """Joint positions (..., nq); qd and qdd: velocities and accelerations (..., n)."""
    qd: Array
    qdd: Array
    theta: Array
    """Positions of all motors (..., m); thetad and thetadd: velocities and accelerations (..., m)."""
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
    """Jacobians of `drive_forces` by x, xd and xdd (s scalars each) and by motor torques; x = (q, theta of elastic motors)."""

    robot: Robot
    elastic: list[int]
    """Indices of the motors behind springs."""
    symbols: Mapping[str, Sequence[Symbol]]
    """Inputs of the graph: {"x", "xd" or name of a live parameter: its symbols}."""
    mass: Derivative
    """Jacobian of the drive forces by xdd (s, s); loss: by xd (s, s); stiffness: by x (s, s)."""
    loss: Derivative
    stiffness: Derivative
    input: Array
    """Jacobian (s, motors) of the generalised forces by motor torques; the transposed Jacobian maps x to motor positions."""
    by_parameters: Mapping[str, tuple[Derivative, Derivative, Derivative]] = {}
    """{live parameter: derivatives of mass, loss and stiffness by its entries}, (entries * s, s): one matrix below another."""

    def varying(self, by: Derivative, at: Instant, parameters: Mapping[str, Any] | None = None) -> Array:
        """Return those entries (..., entries) of the matrix `by` that depend on the state or on live parameters."""
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
        """Return the Jacobian `by` (mass, loss or stiffness) of the drive forces (..., s, s)."""
        return by.matrix(self.varying(by, at, parameters))


@lru_cache(maxsize=64)
def drive_derivatives(robot: Robot, live: tuple[str, ...] = ()) -> DriveDerivatives:
    """Return the traced Jacobians of a robot's drive forces. live: names of parameters whose values are passed with the state."""
    graph = Graph()
    parameters = {name: [graph.symbol(f"{name}{i}") for i in range(parameter_size(robot, name))] for name in live}
    plant = read(robot, parameters)
    n, s = plant.tree.freedoms, plant.size
    x, xd, xdd = ([graph.symbol(f"{name}{i}") for i in range(s)] for name in ("x", "xd", "xdd"))
    u = {i: graph.symbol(f"u{i}") for i in plant.driven}
    theta = [plant.motors_of(row[:n], row[n:]) for row in (x, xd, xdd)]
    tau_m = [u.get(i, 0.0) for i in range(len(plant.motors))]
    links, motors = drive_forces(plant, x[:n], xd[:n], theta[0], theta[1], theta[2], tau_m)
    inputs = [*x, *xd, *xdd, *u.values()]
    rows = [gradient(graph, force, inputs) for force in (*links, *(motors[i] for i in plant.elastic))]
    stiffness, loss, mass = (Derivative(graph, [row[k * s : (k + 1) * s] for row in rows]) for k in range(3))
    torque = -np.array([row[3 * s :] for row in rows], dtype=np.float64).reshape(s, len(u))
    by_parameters = {
        name: tuple(_by_parameter(graph, [row[k * s : (k + 1) * s] for row in rows], parameters[name]) for k in (2, 1, 0))
        for name in live
    }
    symbols = {"x": x, "xd": xd, **parameters}
    return DriveDerivatives(robot, plant.elastic, symbols, mass, loss, stiffness, torque, by_parameters)  # type: ignore[arg-type]


def _by_parameter(graph: Graph, matrix: Sequence[Sequence[Number]], parameter: Sequence[Symbol]) -> Derivative:
    """Return the derivatives (size * s, s) of a matrix (s, s) by the `size` entries of a parameter, one matrix below another."""
    slopes = [[gradient(graph, entry, parameter) for entry in row] for row in matrix]
    return Derivative(graph, [[slope[k] for slope in row] for k in range(len(parameter)) for row in slopes])


class LinearModel(NamedTuple):
    """Matrices of the linear model mass xdd + loss xd + stiffness x = input u near a state, or near several states."""

    mass: Array
    """Mass matrix (..., s, s)."""
    loss: Array
    """Damping matrix, with friction (..., s, s)."""
    stiffness: Array
    """Stiffness matrix, with gravity (..., s, s)."""
    input: Array
    """Input matrix (s, motors): generalised forces per unit torque of each existing motor."""


class GyrostatPartials(NamedTuple):
    """Jacobians of the forces on links (n rows), then on motors (n rows), by q, qd, qdd, thetad and thetadd, (..., 2n, n) each.

    The robot has carried rotors; the forces are those of links and rotors without drives, as in `dynamics.gyrostat.torques`.
    """

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
    """Return the linear model of a robot at one state or at several states, drives and springs included."""
    return with_drives(robot, tree_model(robot, at), at)


def at_rest(robot: Robot, q: Array, delta: Array) -> Instant:
    """Return the state of rest at positions q (..., nq) and drive deflections delta (..., m)."""
    x = at_freedoms(robot, q)
    still, none = np.zeros_like(x), np.zeros_like(delta)
    return Instant(q, still, still, x @ plant_of(robot).transmission.matrix(robot.n).T + delta, none, none)


def tree_model(robot: Robot, at: Instant, wrench: Wrenches = NOTHING) -> LinearModel:
    """Return the contribution of links and carried rotors to the linear model. wrench: external wrenches as in `rnea`."""
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
    """Return the linear model of a tree plus the terms of drives, springs and friction.

    parameters: {name: values of a live parameter}.
    """
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
    """Return the Jacobian (n, s) of the motor positions by x; zero at DOFs without a motor. torque: `DriveDerivatives.input`."""
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
    """Return Z (s, s - motors) with Z^T force = 0: motions x = Z y during which all motors stand still.

    force: the input matrix (s, motors) of a `LinearModel`.
    """
    if (np.count_nonzero(force, axis=0) == 1).all():
        return np.eye(len(force))[:, ~force.any(axis=1)]
    from scipy.linalg import null_space  # not above: most robots end there, and importing it takes 0.2 s

    kernel: Array = null_space(force.T)
    return kernel
