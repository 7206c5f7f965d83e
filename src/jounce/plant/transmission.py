"""Motors that turn with several joints: coupled wrists and differentials.

    theta_rigid = N q,    tau_j = N^T tau_a

N (n, n) on the link side of the gears, one row a motor; tau_a is what the drives' springs carry, motor by motor, and tau_j what
the joints get of it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jounce.numbers import Number
from jounce.numbers.elementary import is_constant
from jounce.numbers.packing import Array

Rows = tuple[tuple[float, ...], ...]
ROUNDING = 1e-14
"""Entries of the inverse this small against the largest are what rounding leaves of zeros."""


class Transmission(NamedTuple):
    """N and its inverse. The identity where every motor turns with its own joint: then nothing is done."""

    N: Rows = ()
    inverse: Rows = ()

    def matrix(self, n: int) -> Array:
        """N (n, n) as an array: positions q (..., n) are q @ N.T at the motors, torques tau_a are tau_a @ N at joints."""
        return np.array(self.N) if self.N else np.eye(n)

    def inverse_matrix(self, n: int) -> Array:
        """Its inverse: torques tau_j (..., n) are tau_j @ inverse at the motors."""
        return np.array(self.inverse) if self.N else np.eye(n)

    def to_motors(self, q: Sequence[Number]) -> Sequence[Number]:
        """N q: what each motor sees of positions, velocities or any other derivatives of the joints."""
        return [_sum(row, q) for row in self.N] if self.N else q

    def torques_at_motors(self, tau: Sequence[Number]) -> Sequence[Number]:
        """tau_a = N^-T tau_j."""
        return [_sum(column, tau) for column in zip(*self.inverse)] if self.N else tau

    def torques_at_joints(self, tau: Sequence[Number]) -> Sequence[Number]:
        """tau_j = N^T tau_a."""
        return [_sum(column, tau) for column in zip(*self.N)] if self.N else tau

    def inertia_at_joints(self, inertia: Sequence[Number]) -> list[list[Number]]:
        """N^T diag(inertia) N."""
        n = len(inertia)
        return [[_sum([self.N[k][i] * self.N[k][j] for k in range(n)], inertia) for j in range(n)] for i in range(n)]


def transmission(N: Rows) -> Transmission:
    """With its inverse, in which zeros are zeros."""
    if not N:
        return Transmission()
    inverse = np.linalg.inv(np.array(N))
    inverse[np.abs(inverse) < ROUNDING * np.abs(inverse).max()] = 0.0
    return Transmission(N, tuple(map(tuple, inverse.tolist())))


def _sum(weights: Sequence[float], values: Sequence[Number]) -> Number:
    """sum w x, without the terms that are nothing."""
    terms = [x if w == 1.0 else w * x for w, x in zip(weights, values) if w != 0.0 and not is_constant(x, 0.0)]
    return sum(terms[1:], terms[0]) if terms else 0.0
