"""Coupled motors: wrists and differentials, and two drives on one joint.

    theta_rigid = N q,    tau_j = N^T tau_a

N (m, n) on the link side of the gears has one row per motor: one for each DOF, then one for each second drive, which turns with
its joint. tau_a (m,) are the torques of the drives' springs, tau_j (n,) the torques at the joints. The torque of second drives is
an input, from which that of the first n motors follows.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jounce.numbers import Number
from jounce.numbers.elementary import is_constant
from jounce.numbers.packing import Array

Rows = tuple[tuple[float, ...], ...]
ROUNDING = 1e-14
"""Entries of the inverse below this, relative to the largest, are rounding errors of zeros."""


class Transmission(NamedTuple):
    """N and the inverse of its first n rows; empty if every motor turns with its own joint, and methods return their input."""

    N: Rows = ()
    inverse: Rows = ()
    seconds: tuple[int, ...] = ()
    """DOF with a second drive."""

    def matrix(self, n: int) -> Array:
        """Return N (m, n): positions q (..., n) are q @ N.T at the motors, torques tau_a (..., m) are tau_a @ N at the joints."""
        return np.array(self.N) if self.N else np.eye(n)

    def inverse_matrix(self, n: int) -> Array:
        """Return the inverse (n, n) of the first n rows: torques tau_j (..., n) are tau_j @ inverse at these motors."""
        return np.array(self.inverse) if self.N else np.eye(n)

    def to_motors(self, q: Sequence[Number]) -> Sequence[Number]:
        """Return N q: positions, velocities or higher derivatives of the joints at the motors."""
        return [_sum(row, q) for row in self.N] if self.N else q

    def torques_at_motors(self, tau: Sequence[Number], preload: Sequence[Number] = ()) -> Sequence[Number]:
        """Return tau_a: N^-T tau_j less the torque of second drives for the first n motors, then `preload` for second drives."""
        if not self.N:
            return tau
        left = list(tau)
        for i, carried in zip(self.seconds, preload, strict=True):
            left[i] = left[i] - carried
        return [*(_sum(column, left) for column in zip(*self.inverse)), *preload]

    def torques_at_joints(self, tau: Sequence[Number]) -> Sequence[Number]:
        """Return tau_j = N^T tau_a."""
        return [_sum(column, tau) for column in zip(*self.N)] if self.N else tau

    def inertia_at_joints(self, inertia: Sequence[Number]) -> list[list[Number]]:
        """Return N^T diag(inertia) N."""
        n = len(self.inverse)
        return [[_sum([row[i] * row[j] for row in self.N], inertia) for j in range(n)] for i in range(n)]


def transmission(N: Rows, n: int, seconds: Sequence[int] = ()) -> Transmission:
    """Return the transmission of n first drives with matrix N, () for the identity, and of second drives at some DOF."""
    if not N and not seconds:
        return Transmission()
    identity = tuple(tuple(float(i == j) for j in range(n)) for i in range(n))
    inverse = np.linalg.inv(np.array(N or identity))
    inverse[np.abs(inverse) < ROUNDING * np.abs(inverse).max()] = 0.0  # zeros are zeros
    return Transmission((*(N or identity), *(identity[i] for i in seconds)), tuple(map(tuple, inverse.tolist())), tuple(seconds))


def _sum(weights: Sequence[float], values: Sequence[Number]) -> Number:
    """Return the sum of w x without terms that are zero."""
    terms = [x if w == 1.0 else w * x for w, x in zip(weights, values) if w != 0.0 and not is_constant(x, 0.0)]
    return sum(terms[1:], terms[0]) if terms else 0.0
