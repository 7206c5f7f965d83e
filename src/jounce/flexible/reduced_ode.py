"""The strangeness-free form of a flexible arm's equation: an ordinary differential equation in the states that remain free.

Two differentiations of the tool's equation may not determine the accelerations. Further differentiations, also of the motorless
joints' equations, may then do so: they are the derivative array `jounce.flexible.derivative_array` with K = 2 + more. The
hypothesis of Kunkel and Mehrmann ([Moberg2010], section 5) is tested on the array's Jacobian, with A_X its columns of (q, qd)
and A_h its columns of higher derivatives:

    rank A_h = equations - a        Z2 with Z2^T A_h = 0: a equations of the array in (q, qd) alone
    rank Z2^T A_X = a               T2 with Z2^T A_X T2 = 0: d = 2 n - a directions in which (q, qd) is free
    A_h z = 0 has no qdd            accelerations follow from (q, qd)

The states are s = S (q_e, qd_e), d fixed combinations of the deflections q_e and their rates. At an instant the array and s
determine (q, qd, qdd), and with a larger K further derivatives. The array does not determine the highest derivatives of the
jet, for which Newton's method takes the step of least norm.
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
"""Singular values below this count as zero; the largest entries of the array are of size one."""
MOST = 12
"""Largest number of differentiations beyond two that is tried."""
NEWTON_STEPS = 30
CLOSE = 1e-11
"""Newton's method ends when the step of each derivative is below this fraction of the derivative."""
NOISE = 1e-2
"""Newton's method also ends when its step is below this fraction of the jet and no longer shrinks, because of rounding."""
SMALL = 1e-6
"""Least scale of a derivative in the convergence test, as a fraction of the largest scaled derivative."""
SHRINKING = 0.1
"""The Jacobian is computed anew if a Newton step exceeds this fraction of the preceding step."""
FARTHEST = 0.5
"""Longest Newton step of a joint, in its unit `Units.columns`; longer steps are shortened."""
FAR = 1e-2
"""Scaled residual above which the driven joints are first moved so that the tool is on its path."""
ROOM = 4_000_000
"""Largest number of entries of Jacobians computed together, to bound memory."""


class FreeDirections(NamedTuple):
    """Directions of (q_e, qd_e) that the derivative array leaves free in one pose at rest."""

    more: int
    """Number of differentiations, beyond two, after which the accelerations are determined."""
    tangent: Array
    """Orthonormal directions (2 passive, d) of scaled (q_e, qd_e) in which the arm can move while its tool stands still."""


class ReducedRate(NamedTuple):
    """Motion of the joints at states s (..., d) of a `ReducedOde`, rate of the states and its Jacobian."""

    jet: Array
    """Jet of all joints, positions and derivatives to order K = 2 + `ReducedOde.more` (K+1, ..., n)."""
    f: Array
    """Rate sd (..., d) [1/s]."""
    jacobian: Array
    """Jacobian d sd / d s (..., d, d)."""


def free_directions(dae: Dae, q: Array, target: Target, units: Units) -> FreeDirections | None:
    """Return the number of differentiations that determine accelerations at rest in q (n,), and the free directions.

    None if no number up to 2 + min(2 passive, `MOST`) determines them, or if the constraints on (q, qd) are dependent.
    """
    n, passive = dae.n, dae.passive
    orders = range(2, min(2 * len(passive), MOST) + 3)
    for order, A in zip(orders, array_jacobians_at_rest(dae, q, target, units, orders)):
        left, sigma, _ = np.linalg.svd(A[:, 2 * n :])
        rank = int((sigma > TOLERANCE).sum())
        rest = np.linalg.svd(A[:, 3 * n :], compute_uv=False)
        if rank != n + int((rest > TOLERANCE).sum()):
            continue
        constraints = left[:, rank:].T @ A[:, : 2 * n]
        _, sigma, right = np.linalg.svd(constraints)
        if len(sigma) < len(constraints) or (sigma < TOLERANCE).any():
            return None
        free = right[len(constraints) :].T
        springs = free[[*passive, *(n + i for i in passive)]]
        return FreeDirections(order - 2, np.linalg.qr(springs)[0])
    return None


@by_value
class ReducedOde:
    """Reduced ordinary differential equation sd = f(t, s) of a flexible arm of any index, in states s = S (q_e, qd_e).

    q_e, qd_e: positions and velocities of the motorless joints. S: constant matrix, see the module.
    """

    def __init__(self, dae: Dae, units: Units, more: int, rows: Array) -> None:
        """Set up the equation sd = f(t, s); rows: matrix S (d, 2 passive) of the states s, for scaled (q_e, qd_e).

        units: units of the derivative array. more: number of differentiations beyond two that determine the accelerations.
        """
        self.dae, self.units, self.more, self.rows = dae, units, more, rows
        self.size = len(rows)
        self.across = np.zeros((self.size, 2 * dae.n))
        self.across[:, [*dae.passive, *(dae.n + i for i in dae.passive)]] = rows

    def state(self, Z: Array, order: int = 0) -> Array:
        """Return the states s and their derivatives to `order` (order+1, ..., d) from a jet Z (order+2, ..., n) or longer."""
        jet = self.units.jet(Z)
        pairs = [np.concatenate([jet[k], jet[k + 1]], axis=-1) @ self.across.T for k in range(order + 1)]
        return np.array([pair * self.units.rate**k for k, pair in enumerate(pairs)])

    def jet(self, near: Array, s: Array, target: Target, order: int) -> Array:
        """Return the motion of all joints with derivatives to `order` (order+1, T, n) at states s (T, d).

        near: a nearby jet (k, T, n), from which Newton's method starts. target: target of the tool at the T instants.
        """
        jets = [
            self._solved(near[:, some], s[some], target.at(some), order)[0][: order + 1] for some in self._chunks(len(s), order)
        ]
        return np.concatenate(jets, axis=1)

    def rate(self, near: Array, s: Array, target: Target) -> ReducedRate:
        """Return the jet of all joints, the rate sd and the Jacobian d sd / d s at states s (T, d).

        near: a nearby jet (k, T, n), from which Newton's method starts. target: target of the tool at the T instants.
        """
        n, parts = self.dae.n, []
        for some in self._chunks(len(s), 2):
            Z, moved = self._solved(near[:, some], s[some], target.at(some), 2)
            parts.append((np.moveaxis(Z, 0, 1), self.state(Z[:3], 1)[1], self.across @ moved[:, n : 3 * n] * self.units.rate))
        jets, f, jacobian = (np.concatenate(arrays) for arrays in zip(*parts))
        return ReducedRate(np.moveaxis(jets, 1, 0), f, jacobian)

    def _chunks(self, count: int, order: int) -> list[slice]:
        """Split `count` instants into slices whose Jacobians, for derivatives to `order`, have about `ROOM` entries."""
        chunk = 1 + ROOM // ((order + self.more + 1) * self.dae.n) ** 2
        return [slice(i, i + chunk) for i in range(0, count, chunk)]

    def jacobian_at_rest(self, q: Array, target: Target) -> Array:
        """Return the Jacobian d sd / d s (d, d) of the states' rate at rest in q (n,); the eigenvalues are zeros of the arm."""
        n = self.dae.n
        (A,) = array_jacobians_at_rest(self.dae, q, target, self.units, [2 + self.more])
        moved = self._inverse(A)[:, -self.size :]
        jacobian: Array = self.across @ moved[n : 3 * n] * self.units.rate
        return jacobian

    def _inverse(self, A: Array) -> Array:
        """Return the least-norm right inverse (..., unknowns, equations + d) of [A; S], with A the array's Jacobian."""
        below = np.zeros((*A.shape[:-2], self.size, A.shape[-1]))
        below[..., : 2 * self.dae.n] = self.across
        Q, R = np.linalg.qr(np.concatenate([A, below], axis=-2).swapaxes(-2, -1))
        inverse: Array = Q @ np.linalg.inv(R.swapaxes(-2, -1))
        return inverse

    def _solved(self, near: Array, s: Array, target: Target, order: int) -> tuple[Array, Array]:
        """Return the jet (K+1, T, n) and its scaled derivative by the states (T, (K+1) n, d); K = order + more.

        Newton's method starts from a nearby jet near (k, T, n). Far from the solution the driven joints are first moved so that
        the tool is on its path: the Jacobian of a crane can be singular with the tool off its path. The Jacobian is reused
        while steps shrink fast.
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
            size, change = (np.abs(stack[: order + 1]).max(axis=(1, 2)) for stack in (jet, step))
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
    """Return the reduced equation of an arm along a path with poses at rest q (T, n).

    The states are the d combinations of deflections and rates closest, in least squares, to the free directions of all poses.
    None if the index differs among these poses or is not determined in one of them.
    """
    units = units_at(dae, q[0], targets.at(0))
    directions = [free_directions(dae, at, targets.at(i), units) for i, at in enumerate(q)]
    same = {(directions_at.more, directions_at.tangent.shape[1]) for directions_at in directions if directions_at is not None}
    if None in directions or len(same) != 1:
        return None
    both = sum(directions_at.tangent @ directions_at.tangent.T for directions_at in directions if directions_at is not None)
    ((more, size),) = same
    vectors = np.linalg.eigh(np.asarray(both))[1]
    return ReducedOde(dae, units, more, vectors[:, vectors.shape[1] - size :].T)
