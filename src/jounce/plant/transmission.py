"""Motors that do not turn each with its own joint: coupled wrists and differentials, and two drives on one joint.

    theta_rigid = N q,    tau_j = N^T tau_a

N (m, n) on the link side of the gears, one row a motor: first one for each freedom, then one for each second drive, which turns
with its joint. tau_a is what the drives' springs carry, motor by motor, and tau_j what the joints get of it. What second drives
carry is given; what is left for the first n follows.
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
    """N, and the inverse of its first n rows. Nothing where every motor turns with its own joint: then nothing is done."""

    N: Rows = ()
    inverse: Rows = ()
    seconds: tuple[int, ...] = ()
    """Freedoms that have a second drive."""

    def matrix(self, n: int) -> Array:
        """N (m, n) as an array: positions q (..., n) are q @ N.T at the motors, torques tau_a are tau_a @ N at joints."""
        return np.array(self.N) if self.N else np.eye(n)

    def inverse_matrix(self, n: int) -> Array:
        """The inverse of its first n rows: torques tau_j (..., n) are tau_j @ inverse at these motors, without second drives."""
        return np.array(self.inverse) if self.N else np.eye(n)

    def to_motors(self, q: Sequence[Number]) -> Sequence[Number]:
        """N q: what each motor sees of positions, velocities or any other derivatives of the joints."""
        return [_sum(row, q) for row in self.N] if self.N else q

    def torques_at_motors(self, tau: Sequence[Number], preload: Sequence[Number] = ()) -> Sequence[Number]:
        """tau_a: of first drives N^-T tau_j, less what second ones carry; then that of second drives, which is given."""
        if not self.N:
            return tau
        left = list(tau)
        for i, carried in zip(self.seconds, preload, strict=True):
            left[i] = left[i] - carried
        return [*(_sum(column, left) for column in zip(*self.inverse)), *preload]

    def torques_at_joints(self, tau: Sequence[Number]) -> Sequence[Number]:
        """tau_j = N^T tau_a."""
        return [_sum(column, tau) for column in zip(*self.N)] if self.N else tau

    def inertia_at_joints(self, inertia: Sequence[Number]) -> list[list[Number]]:
        """N^T diag(inertia) N."""
        n = len(self.inverse)
        return [[_sum([row[i] * row[j] for row in self.N], inertia) for j in range(n)] for i in range(n)]


def transmission(N: Rows, n: int, seconds: Sequence[int] = ()) -> Transmission:
    """Of n first drives with their N, or each with its own joint where that is nothing, and of second drives at some joints."""
    if not N and not seconds:
        return Transmission()
    own = tuple(tuple(float(i == j) for j in range(n)) for i in range(n))
    inverse = np.linalg.inv(np.array(N or own))
    inverse[np.abs(inverse) < ROUNDING * np.abs(inverse).max()] = 0.0  # zeros are zeros
    return Transmission((*(N or own), *(own[i] for i in seconds)), tuple(map(tuple, inverse.tolist())), tuple(seconds))


def _sum(weights: Sequence[float], values: Sequence[Number]) -> Number:
    """sum w x, without the terms that are nothing."""
    terms = [x if w == 1.0 else w * x for w, x in zip(weights, values) if w != 0.0 and not is_constant(x, 0.0)]
    return sum(terms[1:], terms[0]) if terms else 0.0
