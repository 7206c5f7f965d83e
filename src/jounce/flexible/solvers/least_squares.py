"""Solver by least squares over the whole motion, without boundary conditions.

    min |load|^2 + |e|^2 + weight^2 |q_e - rest|^2    over the positions of all joints at all instants

The method is that of [Moberg2010], section 10.1, with differences of sixth order in place of backward differences. The load is
a residual at inner instants only, which leaves the ends free; the small weight on the deflections selects the bounded motion.
Each residual involves at most seven instants, so the normal equations are banded and the cost is linear in the number of
instants.
"""

from typing import ClassVar, final

import numpy as np

from jounce.errors import ConvergenceError
from jounce.flexible.solvers.problem import Problem, Solution, Solver
from jounce.flexible.solvers.symmetric_differences import FIRST, SECOND, WIDTH, differences
from jounce.inverse.status import Status
from jounce.numbers.packing import Array

WEIGHT = 1e-4
"""Weight of a deflection, relative to the residuals of load over stiffness and of the tool."""
STEPS = 30
"""Largest number of Gauss-Newton steps; `ConvergenceError` beyond."""
TOLERANCE = 1e-10
"""Gauss-Newton ends when its largest joint step is at most this, relative to 1 + the largest absolute position [rad or m]."""


@final
class LeastSquares(Solver):
    """Least squares of the discretised equations by Gauss-Newton."""

    free_ends: ClassVar[bool] = True

    def solve(self, problem: Problem) -> Solution:
        """Return the motion from problem.begin to problem.end that solves the problem; see `Solver`."""
        dae, grid, h = problem.dae, problem.grid, problem.h
        targets = dae.outputs.target(problem.path, grid, 2)
        between = targets.at(slice(WIDTH, -WIDTH))
        q = problem.warm(grid)
        stiffness = problem.holding
        rest = (
            problem.start[dae.passive] + np.linspace(0.0, 1.0, len(grid))[:, None] * (problem.last - problem.start)[dae.passive]
        )
        for iteration in range(1, STEPS + 1):
            v, a = differences(q, h)
            inner = q[WIDTH:-WIDTH]
            load = dae.load(inner, v, a, between) / stiffness
            by = dae.load_jacobians(inner, v, a, between)
            e, J = dae.outputs.errors(q[None], targets)[0], dae.outputs.jacobians(q[None])[0]
            blocks = [
                (FIRST[k] / h * by.v + SECOND[k] / h**2 * by.a + (k == WIDTH) * by.q) / stiffness[:, None]
                for k in range(2 * WIDTH + 1)
            ]
            deflection = WEIGHT * (q[:, dae.passive] - rest)
            try:
                step = _banded(blocks, load, J, e, deflection, dae.passive)
            except np.linalg.LinAlgError:  # so far off that rounding makes the normal equations indefinite
                break
            q = q - step
            if not np.isfinite(q).all():
                break
            if np.abs(step).max() <= TOLERANCE * (1.0 + np.abs(q).max()):
                v, _ = differences(q, h)
                edge = np.zeros((WIDTH, dae.n))
                status = Status(iterations=iteration, residual=float(np.abs(load).max()), path=float(np.abs(e).max()))
                return Solution(grid, q, np.concatenate([edge, v, edge]), status)
        raise ConvergenceError(
            f"inverse dynamics of robot {dae.robot.name!r} by least squares did not converge in {STEPS} steps: is the path "
            f"within reach, and the spacing of {h:.3g} s short enough?"
        )


def _banded(blocks: list[Array], load: Array, J: Array, e: Array, deflection: Array, passive: list[int]) -> Array:
    """Return the Gauss-Newton step (T, n), to be subtracted from q, from the banded normal equations A^T A step = A^T r.

    A is the Jacobian of the residuals r = (load, e, deflection). blocks: derivatives of the load at inner instants by the
    positions at the seven instants around each. J: Jacobian of the tool's error e.
    """
    from scipy.linalg import solveh_banded

    count, n = len(J), J.shape[-1]
    normal = np.zeros((2 * WIDTH + 1, count, n, n))  # [d, i]: between instants i and i + d
    right = np.einsum("imn,im->in", J, e)
    normal[0] += np.einsum("imn,imk->ink", J, J)
    normal[0][:, passive, passive] += WEIGHT**2
    right[:, passive] += WEIGHT * deflection
    inner = len(load)
    for k, first in enumerate(blocks):
        right[k : k + inner] += np.einsum("imn,im->in", first, load)
        for d in range(len(blocks) - k):
            normal[d, k : k + inner] += np.einsum("imn,imk->ink", first, blocks[k + d])
    above = (2 * WIDTH + 1) * n - 1
    band = np.zeros((above + 1, count * n))
    for d in range(2 * WIDTH + 1):
        for r in range(n):
            for c in range(n):
                offset = d * n + c - r
                if offset >= 0:
                    columns = (np.arange(count - d) + d) * n + c
                    band[above - offset, columns] = normal[d, : count - d, r, c]
    step: Array = solveh_banded(band, right.ravel(), check_finite=False).reshape(count, n)
    return step
