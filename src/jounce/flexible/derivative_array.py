"""The derivative array of a flexible arm: its equation and the equation's time derivatives, at one instant of a joint motion.

    load^(i)(q, ..., q^(i+2)) = 0,   i = 0, ..., K - 2
    e^(j)(q, ..., q^(j), t) = 0,     j = 0, ..., K

This is [Moberg2010] (12) in q alone; `jounce.flexible.dae` defines load and e. The unknowns are the jet (q, qd, ..., q^(K)).
The array leaves two unknowns per motorless joint free: states of the zero dynamics, and highest derivatives that only further
differentiations would determine. With L_q, L_v, L_a the partial derivatives of the load by q, qd, qdd, and J the Jacobian of e,
Leibniz' rule gives the partial derivatives of the array:

    d load^(i) / d q^(j) = binomial(i, j) L_q^(i-j) + binomial(i, j-1) L_v^(i-j+1) + binomial(i, j-2) L_a^(i-j+2)
    d e^(i) / d q^(j) = binomial(i, j) J^(i-j)

The array is scaled: time by the springs' frequency, each equation and each joint so that its largest coefficient is about one.
Plain Python evaluates the array at all instants at once: orders differ from arm to arm, and compiling the array for one order
takes longer than computing a plan.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import comb
from typing import NamedTuple

import numpy as np

from jounce.flexible.dae import Dae, load_under
from jounce.flexible.tool_targets import Target
from jounce.functions.partials import spring_slopes
from jounce.functions.rigid_rotors import carried_rnea
from jounce.kernel.backends.backend_selection import backend
from jounce.numbers.packing import Array

SCALINGS = 12
"""Number of scalings of the rows and columns of the derivative array, each by the square root of the row's or column's largest
entry; afterwards all largest entries are about one."""


class Units(NamedTuple):
    """Units of time, equations and joints in which the largest entries of the derivative array's rows and columns are about 1."""

    rate: float
    """Inverse of the unit of time [1/s]."""
    rows: Array
    """Units of the n equations (n,): of the load of each motorless joint, then of each entry of e."""
    columns: Array
    """Units of the joints (n,) [rad or m], with geometric mean one."""

    def jet(self, Z: Array) -> Array:
        """Convert a jet Z = (q, qd, ...) (k, ..., n) from SI units to the units `columns` of joints and 1/`rate` of time."""
        k = np.arange(len(Z)).reshape(-1, *(1,) * (Z.ndim - 1))
        scaled: Array = Z / self.columns * self.rate ** -k.astype(np.float64)
        return scaled

    def motion(self, jet: Array) -> Array:
        """Convert a jet (k, ..., n) from the units `columns` and 1/`rate` to SI units; the inverse of `jet`."""
        k = np.arange(len(jet)).reshape(-1, *(1,) * (jet.ndim - 1))
        Z: Array = jet * self.columns * self.rate ** k.astype(np.float64)
        return Z


def units_at(dae: Dae, q: Array, target: Target) -> Units:
    """Return the units in which rows and columns of the derivative array at rest in q (n,) have largest entries of about one."""
    still = np.zeros_like(q)
    by = dae.load_jacobians(q, still, still, target)
    stiffness, inertia = np.log(dae.holding(q, target)).sum(), np.linalg.slogdet(by.a[:, dae.passive])[1]
    rate = float(np.exp(0.5 * (stiffness - inertia) / max(len(dae.passive), 1)))  # geometric mean of the joints' own frequencies
    loads = np.maximum(np.maximum(np.abs(by.q), rate * np.abs(by.v)), rate**2 * np.abs(by.a))
    size = np.concatenate([loads, np.abs(dae.outputs.jacobians(q[None])[0])])
    rows, columns = np.ones(dae.n), np.ones(dae.n)
    for _ in range(SCALINGS):
        scaled = size / rows[:, None] * columns
        down, across = (np.sqrt(scaled.max(axis=axis)) for axis in (1, 0))
        rows, columns = rows * np.where(down > 0.0, down, 1.0), columns / np.where(across > 0.0, across, 1.0)
    middle = float(np.exp(np.log(columns).mean()))
    return Units(rate, rows / middle, columns / middle)


def array_residual(dae: Dae, Z: Array, target: Target, units: Units) -> Array:
    """Return the scaled residual (..., equations) of the derivative array at a jet Z (K+1, ..., n).

    Equations are sorted by order, with the load before e in each order. The two highest orders have no load, which would need
    derivatives beyond the jet.
    """
    order = len(Z) - 1
    residual = np.zeros((*Z.shape[1:-1], order + 1, dae.n))
    count = len(dae.passive)
    with backend("python"):
        tau = carried_rnea(dae.robot, *Z, wrench=target.wrench(order - 2))
        error = dae.outputs.errors(Z, target)
    load = load_under(dae.robot, tau, Z[: order - 1], Z[1:order])
    residual[..., : order - 1, :count] = np.moveaxis(load, 0, -2)
    residual[..., count:] = np.moveaxis(error, 0, -2)
    residual = residual / units.rows * units.rate ** -np.arange(order + 1.0)[:, None]
    return residual.reshape(*Z.shape[1:-1], -1)[..., _equation_mask(dae, order)]


def array_jacobian(dae: Dae, Z: Array, target: Target, units: Units) -> Array:
    """Return the Jacobian of `array_residual` with respect to the scaled jet (..., equations, (K+1) n)."""
    with backend("python"):
        by, J = spring_slopes(dae.robot, *Z, wrench=target.wrench(len(Z) - 3)), dae.outputs.jacobians(Z)
    for matrix, spring in zip(by, (dae.K, dae.D)):
        matrix[0][..., dae.passive] += spring
    return _leibniz(dae, by, J, len(Z) - 1, units)


def array_jacobians_at_rest(dae: Dae, q: Array, target: Target, units: Units, orders: Iterable[int]) -> Iterator[Array]:
    """Yield the Jacobian of the derivative array at rest in q (n,), all time derivatives zero, for each order K in `orders`."""
    still = np.zeros_like(q)
    by, J = [matrix[None] for matrix in dae.load_jacobians(q, still, still, target)], dae.outputs.jacobians(q[None])
    for order in orders:
        yield _leibniz(dae, by, J, order, units)


def _leibniz(dae: Dae, by: Sequence[Array], J: Array, order: int, units: Units) -> Array:
    """Assemble the scaled Jacobian of the derivative array by Leibniz' rule.

    by: partial derivatives of the load by q, v and a; J: Jacobian of the outputs; each with its first k - 1 time derivatives
    (k, ..., rows, n), higher ones being zero or not needed. order: highest derivative K of the jet.
    """
    n, count, batch = dae.n, len(dae.passive), J.shape[1:-2]
    jacobian = np.zeros((*batch, order + 1, n, order + 1, n))
    for i in range(order + 1):
        for j in range(max(0, i + 1 - len(J)), i + 1):
            jacobian[..., i, count:, j, :] = comb(i, j) * units.rate ** (j - i) * J[i - j]
        for j in range(i + 3 if i <= order - 2 else 0):
            for k, rows in enumerate(by):
                if 0 <= j - k <= i < len(rows) + j - k:
                    jacobian[..., i, :count, j, :] += comb(i, j - k) * units.rate ** (j - i) * rows[i - j + k]
    jacobian = jacobian / units.rows[:, None, None] * units.columns
    size = (order + 1) * n
    return jacobian.reshape(*batch, size, size)[..., _equation_mask(dae, order), :]


def _equation_mask(dae: Dae, order: int) -> Array:
    """Return a mask ((order+1) n,), False for the loads of the two highest orders, which need derivatives beyond the jet."""
    mask = np.ones((order + 1, dae.n), dtype=bool)
    mask[order - 1 :, : len(dae.passive)] = False
    return mask.ravel()
