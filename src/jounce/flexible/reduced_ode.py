"""The strangeness-free form of the arm's equation: an ordinary differential equation in as many states as it has freedoms left.

Where two differentiations of the tool's equation do not determine accelerations, more of them do, of the springs' equations too:
the derivative array `jounce.flexible.derivative_array` with K = 2 + more. The hypothesis of Kunkel and Mehrmann ([Moberg2010],
section 5) on it, with A_X its columns of (q, qd) and A_h those of higher derivatives:

    rank A_h = equations - a        Z2 with Z2^T A_h = 0: a equations that the array holds for (q, qd) alone
    rank Z2^T A_X = a               T2 with Z2^T A_X T2 = 0: d = 2 n - a directions in which (q, qd) is free
    A_h z = 0 has no qdd            accelerations follow from (q, qd)

States are s = S (q_e, qd_e), d fixed combinations of the springs' deflections and their rates. At an instant the array and s
determine (q, qd, qdd), and further derivatives with a larger K; what is still free in the highest ones is taken the smallest.
"""

from typing import NamedTuple

import numpy as np

from jounce.errors import ConvergenceError
from jounce.flexible.dae import Dae
from jounce.flexible.derivative_array import Units, array_jacobian, array_jacobians_at_rest, array_residual, units_at
from jounce.flexible.tool_targets import Target
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value

TOLERANCE = 1e-10
"""Singular values below this are taken for zero; the largest entries of the array are of size one."""
MOST = 12
"""Differentiations beyond two up to which it is looked for."""
NEWTON_STEPS = 30
CLOSE = 1e-11
"""Newton's method ends with a step below this share of the jet, order by order."""
NOISE = 1e-2
"""A step below this share that no longer shrinks is rounding."""
SMALL = 1e-6
"""Derivatives, in units, that are smaller than this share of the largest one count as that large."""
SHRINKING = 0.1
"""Slopes are computed anew where a step is a larger share of the one before."""
FARTHEST = 0.5
"""Longest step of a joint, in units."""
FAR = 1e-2
"""What is left of an equation, in units, where driven joints are made to follow the others."""
ROOM = 4_000_000
"""Numbers of the slopes of the instants that are treated together: those of all at once would take too much memory."""


class FreeDirections(NamedTuple):
    """What the array leaves free at one pose at rest."""

    more: int
    """Differentiations beyond two that determine accelerations."""
    tangent: Array
    """Orthonormal directions (2 passive, d) of (q_e, qd_e), in units, in which the arm can move while its tool is where it is."""


class ReducedRate(NamedTuple):
    """The motion that belongs to states s (..., d)."""

    jet: Array
    """Of all joints (K+1, ..., n)."""
    f: Array
    """sd (..., d) [1/s]."""
    slope: Array
    """d sd / d s (..., d, d)."""


def free_directions(dae: Dae, q: Array, target: Target, units: Units) -> FreeDirections | None:
    """How often to differentiate, and what is left free, where the arm rests in q (n,); None if nothing determines it."""
    n, passive = dae.n, dae.passive
    orders = range(2, min(2 * len(passive), MOST) + 3)
    for order, A in zip(orders, array_jacobians_at_rest(dae, q, target, units, orders)):
        left, sigma, _ = np.linalg.svd(A[:, 2 * n :])
        rank = int((sigma > TOLERANCE).sum())
        rest = np.linalg.svd(A[:, 3 * n :], compute_uv=False)
        if rank != n + int((rest > TOLERANCE).sum()):
            continue
        known = left[:, rank:].T @ A[:, : 2 * n]
        _, sigma, right = np.linalg.svd(known)
        if len(sigma) < len(known) or (sigma < TOLERANCE).any():
            return None
        free = right[len(known) :].T
        springs = free[[*passive, *(n + i for i in passive)]]
        return FreeDirections(order - 2, np.linalg.qr(springs)[0])
    return None


@by_value
class ReducedOde:
    """The equation of an arm along a path, with states."""

    def __init__(self, dae: Dae, units: Units, more: int, rows: Array) -> None:
        """rows: S (d, 2 passive), of deflections and rates in units."""
        self.dae, self.units, self.more, self.rows = dae, units, more, rows
        self.size = len(rows)
        self.across = np.zeros((self.size, 2 * dae.n))
        self.across[:, [*dae.passive, *(dae.n + i for i in dae.passive)]] = rows

    def state(self, Z: Array, order: int = 0) -> Array:
        """s and its derivatives to an order (order+1, ..., d), of a jet with one derivative more."""
        jet = self.units.jet(Z)
        pairs = [np.concatenate([jet[k], jet[k + 1]], axis=-1) @ self.across.T for k in range(order + 1)]
        return np.array([pair * self.units.rate**k for k, pair in enumerate(pairs)])

    def jet(self, near: Array, s: Array, target: Target, order: int) -> Array:
        """All joints' motion with derivatives to an order (order+1, T, n) where the states are s (T, d).

        near: a jet close to it (k, T, n), from which Newton's method starts.
        """
        found = [
            self._solved(near[:, some], s[some], target.at(some), order)[0][: order + 1] for some in self._chunks(len(s), order)
        ]
        return np.concatenate(found, axis=1)

    def rate(self, near: Array, s: Array, target: Target) -> ReducedRate:
        """How fast the states s (T, d) change, and with which slopes."""
        n, parts = self.dae.n, []
        for some in self._chunks(len(s), 2):
            Z, moved = self._solved(near[:, some], s[some], target.at(some), 2)
            parts.append((np.moveaxis(Z, 0, 1), self.state(Z[:3], 1)[1], self.across @ moved[:, n : 3 * n] * self.units.rate))
        jets, f, slope = (np.concatenate(part) for part in zip(*parts))
        return ReducedRate(np.moveaxis(jets, 1, 0), f, slope)

    def _chunks(self, count: int, order: int) -> list[slice]:
        """Of so many instants, where derivatives to an order are looked for."""
        chunk = 1 + ROOM // ((order + self.more + 1) * self.dae.n) ** 2
        return [slice(i, i + chunk) for i in range(0, count, chunk)]

    def jacobian_at_rest(self, q: Array, target: Target) -> Array:
        """d sd / d s (d, d) where the robot rests in q (n,): its eigenvalues are the zeros there."""
        n = self.dae.n
        (A,) = array_jacobians_at_rest(self.dae, q, target, self.units, [2 + self.more])
        moved = self._inverse(A)[:, -self.size :]
        found: Array = self.across @ moved[n : 3 * n] * self.units.rate
        return found

    def _inverse(self, A: Array) -> Array:
        """By which the jet changes least (..., unknowns, equations + d) where equations and states change by one, of slopes A."""
        below = np.zeros((*A.shape[:-2], self.size, A.shape[-1]))
        below[..., : 2 * self.dae.n] = self.across
        Q, R = np.linalg.qr(np.concatenate([A, below], axis=-2).swapaxes(-2, -1))
        found: Array = Q @ np.linalg.inv(R.swapaxes(-2, -1))
        return found

    def _solved(self, near: Array, s: Array, target: Target, order: int) -> tuple[Array, Array]:
        """Return the jet (K+1, T, n), and its derivatives by the states (T, (K+1) n, d) in units; K = order + more.

        Newton's method. Far from the solution driven joints follow the others, so that the tool stays on its path: where the
        load of a crane is off its path, slopes can be singular. They are kept while steps shrink fast.
        """
        dae, units, count = self.dae, self.units, len(s)
        Z = np.zeros((order + self.more + 1, count, dae.n))
        Z[: len(near)] = near[: len(Z)]
        share, fresh, inverse = np.inf, True, np.zeros(0)
        for _ in range(NEWTON_STEPS):
            left = array_residual(dae, Z, target, units)
            if np.abs(left).max(initial=0.0) > FAR:
                Z = dae.with_tool(Z, target)
                left = array_residual(dae, Z, target, units)
            if fresh:
                inverse = self._inverse(array_jacobian(dae, Z, target, units))
            missing = np.concatenate([left, self.state(Z)[0] - s], axis=-1)
            step = np.moveaxis((inverse @ missing[..., None]).reshape(count, len(Z), dae.n), 1, 0)
            jet = units.jet(Z)
            longest = np.abs(step[0]).max(axis=-1, keepdims=True)
            Z = units.motion(jet - step * np.minimum(1.0, FARTHEST / np.maximum(longest, 1e-300)))
            size, change = (np.abs(part[: order + 1]).max(axis=(1, 2)) for part in (jet, step))
            before, share = share, float((change / (size + SMALL * size.max() + 1e-300)).max())
            if not np.isfinite(share):
                break
            if share < CLOSE or (fresh and NOISE > share > 0.3 * before):
                return Z, inverse[..., inverse.shape[-1] - self.size :]
            fresh = share > SHRINKING * before
        raise ConvergenceError(
            f"robot {dae.robot.name!r}: along the path no motion was found that the equation and its derivatives allow; the last "
            f"step of Newton's method was {share:.2g} of it. Is the path within reach? Move more slowly."
        )


def reduced_ode(dae: Dae, q: Array, targets: Target) -> ReducedOde | None:
    """The form of an arm along a path with poses at rest q (T, n) on it, first one first; None if its index changes among them.

    States are those combinations of deflections and rates that are free at all of these poses as nearly as can be.
    """
    units = units_at(dae, q[0], targets.at(0))
    found = [free_directions(dae, at, targets.at(i), units) for i, at in enumerate(q)]
    same = {(part.more, part.tangent.shape[1]) for part in found if part is not None}
    if None in found or len(same) != 1:
        return None
    both = sum(part.tangent @ part.tangent.T for part in found if part is not None)
    ((more, size),) = same
    vectors = np.linalg.eigh(np.asarray(both))[1]
    return ReducedOde(dae, units, more, vectors[:, vectors.shape[1] - size :].T)
