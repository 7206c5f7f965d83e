"""The arm's equation and its time derivatives, as equations for the motion of the joints and its derivatives at one instant.

    load^(i)(q, ..., q^(i+2)) = 0,   i = 0, ..., K - 2
    e^(j)(q, ..., q^(j), t) = 0,     j = 0, ..., K

The derivative array ([Moberg2010] (12)) in q alone. Its unknowns are the jet Z = (q, qd, ..., q^(K)), which leaves 2 passive of
them free: states of the zero dynamics, and highest derivatives that only further differentiations would determine. Its partial
derivatives are known from partial derivatives L_q, L_v, L_a of the load and J of the outputs, with their time derivatives, by
Leibniz:

    d load^(i) / d q^(j) = binomial(i, j) L_q^(i-j) + binomial(i, j-1) L_v^(i-j+1) + binomial(i, j-2) L_a^(i-j+2)
    d e^(i) / d q^(j) = binomial(i, j) J^(i-j)

Everything comes in units of its own: time in those of the springs, each equation and each joint so that its largest coefficient
is one. It is computed in plain Python, on all instants at once: orders differ from arm to arm, and compiling one takes longer
than a plan does.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import comb
from typing import NamedTuple

import numpy as np

from jounce.flexible.dae import Dae, load_under
from jounce.flexible.tool_targets import Target
from jounce.functions.backends.choice import backend
from jounce.functions.carried import carried_rnea
from jounce.functions.partials import spring_slopes
from jounce.numbers.packing import Array

SCALINGS = 12
"""Of rows and columns in turn; the largest entries are then within a thousandth of one."""


class Units(NamedTuple):
    """In which the array is stated."""

    rate: float
    """Of time [1/s]."""
    rows: Array
    """Of load, then e (n,)."""
    columns: Array
    """Of the joints (n,) [rad or m], of size one as a whole."""

    def jet(self, Z: Array) -> Array:
        """A jet Z (k, ..., n) in these units."""
        k = np.arange(len(Z)).reshape(-1, *(1,) * (Z.ndim - 1))
        found: Array = Z / self.columns * self.rate ** -k.astype(np.float64)
        return found

    def motion(self, jet: Array) -> Array:
        """Its inverse."""
        k = np.arange(len(jet)).reshape(-1, *(1,) * (jet.ndim - 1))
        found: Array = jet * self.columns * self.rate ** k.astype(np.float64)
        return found


def units_at(dae: Dae, q: Array, target: Target) -> Units:
    """Units that suit the arm where it rests in q (n,)."""
    still = np.zeros_like(q)
    by = dae.load_jacobians(q, still, still, target)
    held, heavy = np.log(dae.holding(q, target)).sum(), np.linalg.slogdet(by.a[:, dae.passive])[1]
    rate = float(np.exp(0.5 * (held - heavy) / max(len(dae.passive), 1)))  # geometric mean of the joints' own frequencies
    loads = np.maximum(np.maximum(np.abs(by.q), rate * np.abs(by.v)), rate**2 * np.abs(by.a))
    size = np.concatenate([loads, np.abs(dae.outputs.jacobians(q[None])[0])])
    rows, columns = np.ones(dae.n), np.ones(dae.n)
    for _ in range(SCALINGS):
        here = size / rows[:, None] * columns
        down, across = (np.sqrt(here.max(axis=axis)) for axis in (1, 0))
        rows, columns = rows * np.where(down > 0.0, down, 1.0), columns / np.where(across > 0.0, across, 1.0)
    middle = float(np.exp(np.log(columns).mean()))
    return Units(rate, rows / middle, columns / middle)


def array_residual(dae: Dae, Z: Array, target: Target, units: Units) -> Array:
    """What is left of all of them at a jet Z (K+1, ..., n), in units: (..., K+1, n) without the last two loads, flat."""
    order = len(Z) - 1
    found = np.zeros((*Z.shape[1:-1], order + 1, dae.n))
    count = len(dae.passive)
    with backend("python"):
        tau = carried_rnea(dae.robot, *Z, wrench=target.wrench(order - 2))
        error = dae.outputs.errors(Z, target)
    load = load_under(dae.robot, tau, Z[: order - 1], Z[1:order])
    found[..., : order - 1, :count] = np.moveaxis(load, 0, -2)
    found[..., count:] = np.moveaxis(error, 0, -2)
    found = found / units.rows * units.rate ** -np.arange(order + 1.0)[:, None]
    return found.reshape(*Z.shape[1:-1], -1)[..., _kept(dae, order)]


def array_jacobian(dae: Dae, Z: Array, target: Target, units: Units) -> Array:
    """Their partial derivatives by the jet, all in units: (..., equations, (K+1) n)."""
    with backend("python"):
        by, J = spring_slopes(dae.robot, *Z, wrench=target.wrench(len(Z) - 3)), dae.outputs.jacobians(Z)
    for part, spring in zip(by, (dae.K, dae.D)):
        part[0][..., dae.passive] += spring
    return _leibniz(dae, by, J, len(Z) - 1, units)


def array_jacobians_at_rest(dae: Dae, q: Array, target: Target, units: Units, orders: Iterable[int]) -> Iterator[Array]:
    """The same, to one order after another, where the arm rests in q (n,): nothing changes in time."""
    still = np.zeros_like(q)
    by, J = [part[None] for part in dae.load_jacobians(q, still, still, target)], dae.outputs.jacobians(q[None])
    for order in orders:
        yield _leibniz(dae, by, J, order, units)


def _leibniz(dae: Dae, by: Sequence[Array], J: Array, order: int, units: Units) -> Array:
    """The array of partial derivatives of load and outputs with as many time derivatives as do not vanish (k, ..., rows, n)."""
    n, count, batch = dae.n, len(dae.passive), J.shape[1:-2]
    found = np.zeros((*batch, order + 1, n, order + 1, n))
    for i in range(order + 1):
        for j in range(max(0, i + 1 - len(J)), i + 1):
            found[..., i, count:, j, :] = comb(i, j) * units.rate ** (j - i) * J[i - j]
        for j in range(i + 3 if i <= order - 2 else 0):
            for k, part in enumerate(by):
                if 0 <= j - k <= i < len(part) + j - k:
                    found[..., i, :count, j, :] += comb(i, j - k) * units.rate ** (j - i) * part[i - j + k]
    found = found / units.rows[:, None, None] * units.columns
    size = (order + 1) * n
    return found.reshape(*batch, size, size)[..., _kept(dae, order), :]


def _kept(dae: Dae, order: int) -> Array:
    """All equations of the array but the loads that would need derivatives beyond it, as a mask."""
    kept = np.ones((order + 1, dae.n), dtype=bool)
    kept[order - 1 :, : len(dae.passive)] = False
    return kept.ravel()
