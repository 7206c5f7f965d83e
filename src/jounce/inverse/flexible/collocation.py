"""The whole motion at once: the motion of the joints without a motor as a boundary-value problem.

    sd = f(t, s),    s = (q_e, qd_e), positions and velocities of the joints without a motor

The motion along a stable zero dies out forward in time, the motion along an unstable zero backward in time. So part of s is
prescribed where the motion begins and the rest where it ends. At both places the robot is near rest, and the zeros of the arm at
rest split a deviation s - rest in two: at the beginning its part along the stable zeros is zero, at the end its part along the
unstable zeros. One solution is left, the one that is bounded for all times ([Moberg2010], section 10).

Collocation at three Gauss points per interval has order 6 at the grid. Newton's method treats all intervals at once. The stages
of each interval are eliminated, which leaves a banded system of the grid values: the time grows with the number of instants.
"""

from collections.abc import Callable
from typing import final

import numpy as np
from numpy.lib.stride_tricks import as_strided

from jounce.errors import ConvergenceError, SingularityError
from jounce.inverse.flexible.dae import Dae
from jounce.inverse.flexible.instants import motion, slope_at_rest
from jounce.inverse.flexible.intervals import Ends, Intervals
from jounce.inverse.flexible.motion import KNOWN, JointMotion
from jounce.inverse.flexible.native import arm
from jounce.inverse.flexible.outputs import Target
from jounce.inverse.flexible.problem import Problem
from jounce.inverse.flexible.solver import Solution, Solver
from jounce.inverse.flexible.steps import FARTHEST, NEWTON_STEPS, Steps
from jounce.inverse.status import Status
from jounce.numbers.packing import Array
from jounce.trajectory.path import Path

ROOT = 15.0**0.5
NODES = np.array([0.5 - ROOT / 10, 0.5, 0.5 + ROOT / 10])
WEIGHTS = np.array([5 / 18, 4 / 9, 5 / 18])
MATRIX = np.array(
    [
        [5 / 36, 2 / 9 - ROOT / 15, 5 / 36 - ROOT / 30],
        [5 / 36 + ROOT / 24, 2 / 9, 5 / 36 - ROOT / 24],
        [5 / 36 + ROOT / 30, 2 / 9 + ROOT / 15, 5 / 36],
    ]
)
"""The method of Gauss with three stages."""
LAST = np.array([5 / 3, -4 / 3, 5 / 3])
"""WEIGHTS times the inverse of MATRIX."""
ROOM = 400_000
"""Numbers of d stages of the intervals that are linearised together: they stay in the processor's cache."""


@final
class Collocation(Solver):
    """Collocation at Gauss points, with conditions at both ends from the zeros there."""

    def solve(self, problem: Problem) -> Solution:
        """See `Solver`."""
        dae, grid = problem.dae, problem.aligned
        targets, between = dae.outputs.target(problem.path, grid, KNOWN), dae.outputs.target(problem.path, gauss_times(grid), 2)
        at = _ends(problem)
        known = None if problem.near is None else problem.near(grid, 1)
        guess = problem.warm(grid) if known is None else known[0]
        rates = np.gradient(guess, grid, axis=0) if known is None else known[1]
        count, size = len(dae.passive), 2 * len(dae.passive)
        h = np.diff(grid)
        s = np.concatenate([guess[:, dae.passive], rates[:, dae.passive]], axis=1)
        stages = s[:-1, None] + NODES[:, None] * (s[1:] - s[:-1])[:, None]  # (T-1, 3, size)
        q = np.repeat(guess[:-1], 3, axis=0)
        every = None if problem.near is None else _nearly(problem.near, gauss_times(grid))
        if every is not None:
            q = every[0]
            stages = np.concatenate([q[:, dae.passive], every[1][:, dae.passive]], axis=1).reshape(stages.shape)
        compiled = arm(dae, "collocation")
        if compiled is not None:
            way = Intervals(compiled, h, compiled.given(between), s.copy(), _motion(dae, every, guess, grid, stages), at)
            found = _natively(way, Steps(near=problem.near is not None))
            if found is not None:
                start = np.array(guess)
                start[:, dae.passive] = found[0][:, :count]
                pose, rate = motion(dae, start, found[0][:, count:], targets, 1)
                return Solution(grid, pose, rate, found[1], targets=targets)
        onward, moved = np.empty((len(h), size, size + 1)), np.empty((len(h), 3, size, size + 1))
        gap = np.empty((len(h), size))
        steps, chunk = Steps(near=problem.near is not None), 1 + ROOM // moved[0].size
        while steps.count < NEWTON_STEPS:
            for i in range(0, len(h), chunk):
                some, points = slice(i, i + chunk), slice(3 * i, 3 * (i + chunk))
                q[points], onward[some], moved[some], gap[some] = _condensed(
                    dae, q[points], between.at(points), s[i : i + chunk + 1], stages[some], h[some]
                )
            ds, condition = bidiagonal(np.eye(size) + onward[..., :-1], onward[..., -1] - gap, at, s)
            dstages = np.einsum("ijuv,iv->iju", moved[..., :-1], ds[:-1]) + moved[..., -1]
            share = steps.take(float(max(np.abs(ds[:, :count]).max(), np.abs(dstages[..., :count]).max())))
            s, stages = s + share * ds, stages + share * dstages
            if not np.isfinite(stages).all() or np.abs(stages[..., :count]).max() > FARTHEST:
                break
            largest = float(np.abs(s[:, :count]).max())
            if steps.enough(largest):
                start = np.array(guess)
                start[:, dae.passive] = s[:, :count]
                pose = dae.pose(start, targets)
                left = float(np.abs(gap).max()) * steps.shrinking(largest)
                status = Status(iterations=steps.count, residual=left, condition=condition)
                return Solution(grid, pose, dae.motion(pose, s[:, count:], targets, 1)[1], status, targets=targets)
        raise ConvergenceError(
            f"inverse dynamics of robot {dae.robot.name!r} over the whole motion did not converge in {steps.count} Newton steps "
            f"of {len(h)} intervals: the springs may bend too far along this path, or the spacing of {h.max():.3g} s be too long."
        )


def _nearly(near: Path, t: Array) -> Array:
    """A motion that is near, with two derivatives (3, T, n): accelerations, linear in the equations, may be rough."""
    return near.polynomials(t, 2) if isinstance(near, JointMotion) else near(t, 2)


def _motion(dae: Dae, every: Array | None, guess: Array, grid: Array, stages: Array) -> Array:
    """A first guess of the motion of all joints at the stages (T-1, 3, 3, n); every: one that is near (3, 3 (T-1), n)."""
    passive, count = dae.passive, stages.shape[-1] // 2
    if every is not None:
        return np.ascontiguousarray(np.moveaxis(every, 0, 1)).reshape(len(stages), 3, 3, -1)
    v = np.gradient(guess, grid, axis=0)
    known = np.stack([guess, v, np.gradient(v, grid, axis=0)], axis=1)  # (T, 3, n)
    found: Array = known[:-1, None] + NODES[:, None, None] * (known[1:] - known[:-1])[:, None]
    found[:, :, 0, passive], found[:, :, 1, passive] = stages[..., :count], stages[..., count:]
    return found


def _natively(way: Intervals, steps: Steps) -> tuple[Array, Status] | None:
    """s at the grid, by compiled code; None where it does not converge."""
    count = way.s.shape[1] // 2
    while steps.count < NEWTON_STEPS:
        step, residual, condition = way.step()
        if not way.keep(steps.take(step)) <= FARTHEST:
            return None
        largest = float(np.abs(way.s[:, :count]).max())
        if steps.enough(largest):
            left = residual * steps.shrinking(largest)
            return way.s, Status(iterations=steps.count, residual=left, condition=condition)
    return None


def _condensed(dae: Dae, q: Array, between: Target, s: Array, stages: Array, h: Array) -> tuple[Array, Array, Array, Array]:
    """Some intervals, linearised about s and their stages, with the stages eliminated.

        (1 - h A x F) d stages = d s + r,    d s' = d s + sum h b F d stages - gap

    Returns poses q at the stages; sum h b F d stages (intervals, size, size + 1); d stages (intervals, 3, size, size + 1); gap
    (intervals, size). The first `size` columns are derivatives by d s, the last column is the value at d s = 0.
    """
    count = s.shape[1] // 2
    size = 2 * count
    rate = dae.rate(q, stages.reshape(-1, size), between)
    f = np.concatenate([rate.v[:, dae.passive], rate.a[:, dae.passive]], axis=1).reshape(-1, 3, size)
    F = rate.slope[:, count:].reshape(-1, 3, count, size)
    return rate.q, *condensed(f, s, stages, h, lambda known: eliminated(F, h, known))


def condensed(f: Array, s: Array, stages: Array, h: Array, eliminate: Callable[[Array], Array]) -> tuple[Array, Array, Array]:
    """The same without the poses, of rates f at the stages (intervals, 3, size).

    eliminate: d stages (intervals, 3, size, columns) of (1 - h A x F) d stages = known.
    """
    size = s.shape[1]
    r = s[:-1, None] + h[:, None, None] * np.einsum("jl,ilu->iju", MATRIX, f) - stages
    known = np.zeros((len(h), 3, size, size + 1))  # d s + r, by d s and by itself
    known[..., :size], known[..., size] = np.eye(size), r
    moved = eliminate(known)
    onward = np.tensordot(moved, LAST, axes=(1, 0))  # sum h b F d stages = b A^-1 (d stages - d s - r)
    onward[..., :size] -= LAST.sum() * np.eye(size)
    onward[..., size] -= np.einsum("j,iju->iu", LAST, r)
    gap = s[1:] - s[:-1] - h[:, None] * np.einsum("j,iju->iu", WEIGHTS, f)
    return onward, moved, gap


def eliminated(F: Array, h: Array, known: Array) -> Array:
    """d stages (intervals, 3, size, columns) of d stages = h A x (d v, F d stages) + known.

    F: d acceleration by positions and velocities (intervals, 3, size / 2, size). Positions of the stages are h A times their
    velocities, and what is known, so velocities alone are left to solve for.
    """
    count = F.shape[2]
    step = h[:, None, None, None]
    by_v = np.einsum("jl,iluv->ijulv", MATRIX, step * F[..., count:])
    by_q = np.tensordot(step**2 * F[..., :count], np.einsum("jl,lk->jlk", MATRIX, MATRIX), axes=(1, 1)).transpose(0, 3, 1, 4, 2)
    left = np.eye(3 * count) - (by_v + by_q).reshape(-1, 3 * count, 3 * count)
    pushed = step * (F[..., :count] @ known[:, :, :count])
    right = known[:, :, count:] + np.tensordot(pushed, MATRIX, axes=(1, 1)).transpose(0, 3, 1, 2)
    fast = np.linalg.solve(left, right.reshape(-1, 3 * count, right.shape[-1])).reshape(right.shape)
    slow = known[:, :, :count] + step * np.tensordot(fast, MATRIX, axes=(1, 1)).transpose(0, 3, 1, 2)
    return np.concatenate([slow, fast], axis=2)


def eliminated_rates(F: Array, h: Array, known: Array) -> Array:
    """The same of slopes F of all rates (intervals, 3, size, size), where none of them is the velocity of another."""
    size = F.shape[2]
    within = (h[:, None, None, None, None] * np.einsum("jl,iluv->ijulv", MATRIX, F)).reshape(-1, 3 * size, 3 * size)
    found: Array = np.linalg.solve(np.eye(3 * size) - within, known.reshape(-1, 3 * size, known.shape[-1])).reshape(known.shape)
    return found


def gauss_times(grid: Array) -> Array:
    """The Gauss points of all intervals, one after the other."""
    found: Array = (grid[:-1, None] + np.diff(grid)[:, None] * NODES).ravel()
    return found


def _ends(problem: Problem) -> Ends:
    """Boundary conditions from the zeros at rest before the path and after it."""
    dae, margin = problem.dae, problem.margin
    targets = dae.outputs.target(problem.path, np.array([problem.begin, problem.end]), 0)
    before, after = slope_at_rest(dae, np.array([problem.start, problem.last]), targets)
    stable, start = _rows(before, margin, False), _state(dae, problem.start)
    unstable, finish = _rows(after, margin, True), _state(dae, problem.last)
    if len(stable) + len(unstable) != len(start):
        raise SingularityError(
            f"robot {dae.robot.name!r} has {len(start) - len(stable)} unstable zeros where the path begins and {len(unstable)} "
            "where it ends: a zero changes its kind on the way, and there is no bounded motion that is one for all times."
        )
    return Ends(stable, start, unstable, finish)


def _state(dae: Dae, q: Array) -> Array:
    return np.concatenate([q[dae.passive], np.zeros(len(dae.passive))])


def split(slope: Array, margin: float) -> tuple[Array, Array]:
    """Rows that vanish on all but the stable part of a deviation from rest, and rows that vanish on all but the unstable part."""
    return _rows(slope, margin, False), _rows(slope, margin, True)


def _rows(slope: Array, margin: float, unstable: bool) -> Array:
    """One of the two."""
    from scipy.linalg import schur

    margin = max(margin, 1e-9 * np.abs(np.linalg.eigvals(slope)).max())
    # an invariant subspace of the transpose vanishes on the other part
    _, basis, count = schur(slope.T, sort=lambda re, im: (re > margin) == unstable)
    found: Array = basis[:, :count].T
    return found


def bidiagonal(step: Array, gap: Array, at: Ends, s: Array) -> tuple[Array, float]:
    """d s (T, size) of d s_(i+1) = step_i d s_i + gap_i and the boundary conditions; a lower bound of the condition number."""
    from scipy.linalg.lapack import dgbtrf, dgbtrs

    size, count = len(at.first), len(s)
    known = len(at.stable)
    below, above = known + size - 1, max(size - 1, size - known)
    tall = 2 * below + above + 1  # rows of the band, and room for what pivots fill in
    columns = np.zeros((count * size, tall))
    right = np.concatenate([-at.stable @ (s[0] - at.first), gap.ravel(), -at.unstable @ (s[-1] - at.last)])

    def block(first_row: int, first_column: int, rows: int, times: int = 1) -> Array:
        """The places of dense blocks (times, size, rows), column by column, each `size` rows and columns after the one before."""
        offset = first_column * tall + below + above + first_row - first_column
        return as_strided(columns.reshape(-1)[offset:], (times, size, rows), (8 * size * tall, 8 * (tall - 1), 8))

    block(known, 0, size, count - 1)[:] = -step.transpose(0, 2, 1)
    np.einsum("iuu->iu", block(known, size, size, count - 1))[:] = 1.0
    block(0, 0, known)[0] = at.stable.T
    block(count * size - len(at.unstable), (count - 1) * size, len(at.unstable))[0] = at.unstable.T
    norm = np.abs(columns).sum(axis=1).max()
    factors, pivots, fault = dgbtrf(columns.T, below, above, overwrite_ab=1)
    if fault:
        return np.full((count, size), np.nan), np.inf
    probe = np.where(
        np.arange(len(right)) % 2, 1.0, -1.0
    )  # the solution for a right side of size one bounds the norm of the inverse from below
    both = dgbtrs(factors, below, above, np.column_stack([right, probe]), pivots)[0]
    found: Array = both[:, 0].reshape(count, size)
    return found, float(norm * np.abs(both[:, 1]).max())
