"""Regressor of a rigid robot's motor torques, with exact derivatives of its columns by the motion.

With motors at N q, and the regressor Y of the links,

    tau_m = N^-T Y(q, qd, qdd) pi + B N qdd + viscous N qd + coulomb f(N qd),    f(x) = x / sqrt(x^2 + speed^2).

The columns belong to the ten parameters of each link, then to the drives: reflected rotor inertia B, viscous and Coulomb
friction.
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
"""Number of random samples of the motion; each gives one row per motor."""


class RegressorColumns(NamedTuple):
    """The regressor columns of a robot whose joints have one DOF and one motor each."""

    robot: Robot
    inertia: bool
    """True if the links' inertial parameters are among the columns."""
    drives: tuple[tuple[str, int], ...]
    """(parameter, motor) of each column of the drives."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the parameter of each column: 'link2.Izz', 'A2.viscous_friction'."""
        links = [f"{link.name}.{name}" for link in self.robot.links for name in NAMES] if self.inertia else []
        return (*links, *(f"{self.robot.motor_names[i]}.{number}" for number, i in self.drives))

    def at(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Return the regressor (T, n, columns) at motions (T, n)."""
        N = plant_of(self.robot).transmission.matrix(self.robot.n)
        blocks = []
        if self.inertia:
            blocks.append(through(N.T, regressor(self.robot, q, qd, qdd)))
        of_drives = np.zeros((*q.shape, len(self.drives)))
        for k, (number, i) in enumerate(self.drives):
            of_drives[..., i, k] = self._drive(number, i, qd @ N.T, qdd @ N.T)[0]
        return np.concatenate([*blocks, of_drives], axis=-1)

    def slopes(self, q: Array, qd: Array, qdd: Array, weights: Array) -> Array:
        """Return the exact derivatives (3, T, n) by q, qd, qdd of the sum of weights (T, n, columns) times columns.

        The sum over the columns of links is the joint force of n robots with the weights as inertial parameters, of which robot i
        gives row i.
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
        """Return the column f (T,) of a drive parameter of motor i, the order k of theta^(k) in f, and df / d theta^(k) (T,)."""
        if number == "rotor_inertia":
            return thetadd[..., i], 2, np.ones(len(thetadd))
        if number == "viscous_friction":
            return thetad[..., i], 1, np.ones(len(thetad))
        unit = Motor(coulomb=1.0, speed=plant_of(self.robot).motors[i].speed)
        column, derivative = friction(unit, Jet([thetad[..., i], 1.0])).coeffs
        return column, 1, derivative


@lru_cache(maxsize=64)
def unphysical_twin(robot: Robot) -> Robot:
    """Return the robot without physical checks of its links: the parameters passed here are column weights, not inertias."""
    return replace(robot, links=tuple(replace(link, physical=False) for link in robot.links))


def through(turns: Array, rows: Array) -> Array:
    """Return turns^-1 rows (..., n, k), with the transmission matrix `turns` (n, n); an identity matrix is not solved."""
    is_identity = (turns == np.eye(len(turns))).all()
    solution: Array = rows if is_identity else np.linalg.solve(turns, rows)
    return solution


def columns_of(robot: Robot, free: Sequence[str]) -> RegressorColumns:
    """Return the regressor columns of the free parameters: 'inertia' and drive parameters."""
    drives = [(name, i) for name in OF_DRIVES if name in free for i, drive in enumerate(robot.motor_drives) if drive is not None]
    return RegressorColumns(robot, "inertia" in free, tuple(drives))


def independent(columns: RegressorColumns, seed: int = 0) -> tuple[list[int], Array]:
    """Return the indices of a maximal set of independent columns, and the base-parameter map (base, columns).

    Columns are chosen from first to last at random motions, as in `base_parameters`; a drive's inertia is merged into its link's
    where motion cannot separate them.
    """
    n = columns.robot.n
    rng = np.random.default_rng(seed)
    motion = [scale * rng.normal(size=(SAMPLES, n)) for scale in (2.0, 3.0, 10.0)]
    if not columns.names:
        return [], np.zeros((0, 0))
    _, base, K = told_by_motion(columns.robot, lambda robot: columns._replace(robot=robot).at(*motion).reshape(SAMPLES * n, -1))
    return base, K
