"""Regressor of the motor torques of a rigid robot, with exact derivatives of its columns by the motion.

With motor positions N q and the regressor Y of the links,

    tau_m = N^-T Y(q, qd, qdd) pi + B N qdd + viscous N qd + coulomb f(N qd),    f(x) = x / sqrt(x^2 + speed^2).

The columns belong first to the ten inertial parameters of each link, then to the drives: reflected rotor inertia B, viscous
friction and Coulomb friction, with the Coulomb speed `speed` of the drive.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from jounce.dynamics.drive import friction
from jounce.functions.base_parameters import NAMES, told_by_motion
from jounce.functions.matrices import regressor
from jounce.functions.partials import rnea_partials
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.plant.motor import Motor
from jounce.plant.plant import plant_of
from jounce.robot import Robot

OF_DRIVES = ("rotor_inertia", "viscous_friction", "coulomb_friction")
"""Drive parameters in which the motor torque is linear, in the order of their columns."""
SAMPLES = 60
"""Number of random instants at which regressor columns are tested for linear dependence; one row per motor and instant."""


class RegressorColumns(NamedTuple):
    """Regressor columns of the free parameters of a rigid robot whose joints have one DOF and one motor each."""

    robot: Robot
    inertia: bool
    """True if the links' inertial parameters are among the columns."""
    drives: tuple[tuple[str, int], ...]
    """(parameter name, motor index) of each column of drive parameters."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the parameter name of each column, for example 'link2.Izz' or 'A2.viscous_friction'."""
        links = [f"{link.name}.{name}" for link in self.robot.links for name in NAMES] if self.inertia else []
        return (*links, *(f"{self.robot.motor_names[i]}.{number}" for number, i in self.drives))

    def at(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Return the regressor (T, n, columns) at positions q, velocities qd and accelerations qdd, (T, n) each."""
        N = plant_of(self.robot).transmission.matrix(self.robot.n)
        blocks = []
        if self.inertia:
            blocks.append(through(N.T, regressor(self.robot, q, qd, qdd)))
        of_drives = np.zeros((*q.shape, len(self.drives)))
        for k, (number, i) in enumerate(self.drives):
            of_drives[..., i, k] = self._drive(number, i, qd @ N.T, qdd @ N.T)[0]
        return np.concatenate([*blocks, of_drives], axis=-1)

    def slopes(self, q: Array, qd: Array, qdd: Array, weights: Array) -> Array:
        """Return the exact derivatives (3, T, n) by q, qd, qdd of sum(weights * regressor), with weights (T, n, columns).

        The part of the sum from link columns is computed as joint forces: weights[:, i] serve as inertial parameters of a
        fictitious robot, whose force at joint i is row i of the sum.
        """
        N = plant_of(self.robot).transmission.matrix(self.robot.n)
        derivatives = np.zeros((3, *q.shape))
        count = weights.shape[-1] - len(self.drives)
        if self.inertia:
            inertia = through(N, weights[..., :count])
            twin = unphysical_twin(self.robot)
            partials = rnea_partials(twin, *(x[:, None] for x in (q, qd, qdd)), parameters={"inertia": inertia})
            derivatives += [np.einsum("tiij->tj", partial) for partial in partials]
        rates = np.zeros((2, *q.shape))
        for k, (number, i) in enumerate(self.drives):
            order, derivative = self._drive(number, i, qd @ N.T, qdd @ N.T)[1:]
            rates[order - 1, :, i] += weights[..., i, count + k] * derivative
        derivatives[1:] += rates @ N
        return derivatives

    def _drive(self, number: str, i: int, thetad: Array, thetadd: Array) -> tuple[Array, int, Array]:
        """Return (f, k, df) (T,) for the drive parameter named `number` of motor i: f is the column in row i, a function of the
        k-th derivative of theta_i, and df the derivative of f by the k-th derivative of theta_i."""
        if number == "rotor_inertia":
            return thetadd[..., i], 2, np.ones(len(thetadd))
        if number == "viscous_friction":
            return thetad[..., i], 1, np.ones(len(thetad))
        unit = Motor(coulomb=1.0, speed=plant_of(self.robot).motors[i].speed)
        column, derivative = friction(unit, Jet([thetad[..., i], 1.0])).coeffs
        return column, 1, derivative


@lru_cache(maxsize=64)
def unphysical_twin(robot: Robot) -> Robot:
    """Return the robot with unchecked links, so that arbitrary weights are accepted as inertial parameters."""
    return replace(robot, links=tuple(replace(link, physical=False) for link in robot.links))


def through(turns: Array, rows: Array) -> Array:
    """Return turns^-1 @ rows for rows (..., n, k); turns (n, n): a transmission matrix or the transpose of one."""
    is_identity = (turns == np.eye(len(turns))).all()
    solution: Array = rows if is_identity else np.linalg.solve(turns, rows)
    return solution


def columns_of(robot: Robot, free: Sequence[str]) -> RegressorColumns:
    """Return the regressor columns of the free parameters; free: 'inertia' and names in `OF_DRIVES`."""
    drives = [(name, i) for name in OF_DRIVES if name in free for i, drive in enumerate(robot.motor_drives) if drive is not None]
    return RegressorColumns(robot, "inertia" in free, tuple(drives))


def independent(columns: RegressorColumns, seed: int = 0) -> tuple[list[int], Array]:
    """Return the indices of a maximal set of linearly independent columns, and the base-parameter map (indices, columns).

    Columns are tested from first to last at random motions (seed: of their generator), as in `base_parameters`. The reflected
    inertia of a drive becomes part of a combination with link inertia if motion cannot separate the two.
    """
    n = columns.robot.n
    rng = np.random.default_rng(seed)
    motion = [scale * rng.normal(size=(SAMPLES, n)) for scale in (2.0, 3.0, 10.0)]
    if not columns.names:
        return [], np.zeros((0, 0))
    _, base, K = told_by_motion(columns.robot, lambda robot: columns._replace(robot=robot).at(*motion).reshape(SAMPLES * n, -1))
    return base, K
