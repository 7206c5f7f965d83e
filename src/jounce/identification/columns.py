"""Motor torques of a rigid robot as linear functions of its own numbers, and how the columns change with the motion.

With motors that turn with N q, and the regressor Y of the links,

    tau_m = N^-T Y(q, qd, qdd) pi + B N qdd + viscous N qd + coulomb f(N qd),    f(x) = x / sqrt(x^2 + speed^2).

The columns are those of the ten parameters of each link, then of the drives: reflected rotor inertia B, viscous and Coulomb
friction.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from jounce.dynamics.motor import friction
from jounce.functions.base_parameters import NAMES, told_by_motion
from jounce.functions.matrices import regressor
from jounce.functions.partials import rnea_partials
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.plant.motor import Motor
from jounce.plant.plant import plant_of
from jounce.robot import Robot

OF_DRIVES = ("rotor_inertia", "viscous_friction", "coulomb_friction")
"""Which numbers of drives motor torque depends on linearly, in the order of their columns."""
SAMPLES = 60
"""Motions at random, of which each tells as many rows as there are motors."""


class Columns(NamedTuple):
    """The columns of a robot whose joints have one freedom and a motor each."""

    robot: Robot
    inertia: bool
    """Whether the parameters of links are among them."""
    drives: tuple[tuple[str, int], ...]
    """(number, motor) of each column of the drives."""

    @property
    def names(self) -> tuple[str, ...]:
        """What each column belongs to: 'link2.Izz', 'A2.viscous_friction'."""
        links = [f"{link.name}.{name}" for link in self.robot.links for name in NAMES] if self.inertia else []
        return (*links, *(f"{self.robot.motor_names[i]}.{number}" for number, i in self.drives))

    def at(self, q: Array, qd: Array, qdd: Array) -> Array:
        """(T, n, columns) at motions (T, n)."""
        turns = plant_of(self.robot).transmission.matrix(self.robot.n)
        parts = []
        if self.inertia:
            parts.append(through(turns.T, regressor(self.robot, q, qd, qdd)[0]))
        own = np.zeros((*q.shape, len(self.drives)))
        for k, (number, i) in enumerate(self.drives):
            own[..., i, k] = self._drive(number, i, qd @ turns.T, qdd @ turns.T)[0]
        return np.concatenate([*parts, own], axis=-1)

    def slopes(self, q: Array, qd: Array, qdd: Array, weights: Array) -> Array:
        """(3, T, n): derivatives by q, qd, qdd of the sum of weights (T, n, columns) times columns, exact.

        The sum over the columns of links is the joint force of n robots with weights for inertia, of which each gives one row.
        """
        turns = plant_of(self.robot).transmission.matrix(self.robot.n)
        found = np.zeros((3, *q.shape))
        count = weights.shape[-1] - len(self.drives)
        if self.inertia:
            pulled = through(turns, weights[..., :count])
            twin = unphysical_twin(self.robot)
            by = rnea_partials(twin, *(x[:, None] for x in (q, qd, qdd)), parameters={"inertia": pulled})
            found += [np.einsum("tiij->tj", part) for part in by]
        rates = np.zeros((2, *q.shape))
        for k, (number, i) in enumerate(self.drives):
            order, slope = self._drive(number, i, qd @ turns.T, qdd @ turns.T)[1:]
            rates[order - 1, :, i] += weights[..., i, count + k] * slope
        found[1:] += rates @ turns
        return found

    def _drive(self, number: str, i: int, thetad: Array, thetadd: Array) -> tuple[Array, int, Array]:
        """A column of motor i (T,), the derivative of the motion that it is a function of, and its slope by that."""
        if number == "rotor_inertia":
            return thetadd[..., i], 2, np.ones(len(thetadd))
        if number == "viscous_friction":
            return thetad[..., i], 1, np.ones(len(thetad))
        one = Motor(coulomb=1.0, speed=plant_of(self.robot).motors[i].speed)
        column, slope = friction(one, Jet([thetad[..., i], 1.0])).coeffs
        return column, 1, slope


@lru_cache(maxsize=64)
def unphysical_twin(robot: Robot) -> Robot:
    """Return the robot with links that take any inertial parameters: weights of regressor columns are no bodies."""
    return replace(robot, links=tuple(replace(link, physical=False) for link in robot.links))


def through(turns: Array, rows: Array) -> Array:
    """turns^-1 rows (..., n, k); most robots have motors that turn with their own joint alone."""
    alone = (turns == np.eye(len(turns))).all()
    found: Array = rows if alone else np.linalg.solve(turns, rows)
    return found


def columns_of(robot: Robot, free: Sequence[str]) -> Columns:
    """The columns of what is free: 'inertia' and numbers of drives."""
    drives = [(name, i) for name in OF_DRIVES if name in free for i, drive in enumerate(robot.motor_drives) if drive is not None]
    return Columns(robot, "inertia" in free, tuple(drives))


def independent(columns: Columns, seed: int = 0) -> tuple[list[int], Array]:
    """Which columns stand for all of them, and the combinations (base, columns) of numbers that they belong to.

    Taken from the first to the last at motions drawn at random, as `base_parameters` takes them; a drive's inertia goes into that
    of its link where motion cannot tell them apart.
    """
    n = columns.robot.n
    rng = np.random.default_rng(seed)
    motion = [scale * rng.normal(size=(SAMPLES, n)) for scale in (2.0, 3.0, 10.0)]
    if not columns.names:
        return [], np.zeros((0, 0))
    _, base, K = told_by_motion(columns.robot, lambda robot: columns._replace(robot=robot).at(*motion).reshape(SAMPLES * n, -1))
    return base, K
