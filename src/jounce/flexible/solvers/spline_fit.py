"""Solver with the whole motion as splines of degree 9, one per joint, fitted without solving for the accelerations.

    min |load|^2 + |e|^2    over all coefficients,    q(t) = sum_i c_i B_i(t)

The motions of most other solvers take their accelerations from the equation of the arm. This equation is badly conditioned, and
singular in some poses, if motions that leave the tool at rest have little inertia, as in a beam of many segments: a zero runs
through infinity.
A smooth motion passes such a pose. The intervals of the splines are long against the time constants of the fastest zeros and
short against the path, so that the splines represent smooth motions only; their derivatives are velocities and accelerations.
"""

from typing import Any, ClassVar, final

import numpy as np

from jounce.errors import ConvergenceError
from jounce.flexible.joint_motion import SPLINE_DEGREE, SplineMotion, spline_functions
from jounce.flexible.solvers.problem import Problem, Solution, Solver
from jounce.inverse.status import Status
from jounce.trajectory.path import Path

POINTS = 3
"""Number of instants per interval at which the equations are evaluated; each joint has one coefficient per interval."""
FIRST = 30
"""Initial number of spline intervals over the path."""
MORE = 1.5
"""Factor by which the number of spline intervals grows while the residual is above `FINE`."""
MOST = 1200
"""Largest number of coefficients of all joints: computing time grows with its third power."""
STEPS = 20
"""Largest number of Gauss-Newton steps for one number of spline intervals; the fit fails beyond."""
TOLERANCE = 1e-9
"""Gauss-Newton ends when its largest change of a joint position is at most this [rad or m]."""
FINE = 1e-8
"""Residual of load over stiffness [rad or m] and of the tool [m or rad] above which more intervals are tried."""
POOR = 1e-3
"""Largest residual of an accepted motion, as a fraction of the largest change of a deflection from the start."""
CUT = 1e-13
"""Singular values below this fraction of the largest count as zero in least squares: no equation determines these motions."""


@final
class SplineFit(Solver):
    """Gauss-Newton on the coefficients of splines, with more and more intervals until the residual is small."""

    free_ends: ClassVar[bool] = True

    def solve(self, problem: Problem) -> Solution:
        """Return the motion from problem.begin to problem.end that solves the problem; see `Solver`."""
        duration = problem.path.end_time - problem.path.start_time
        intervals = FIRST * (problem.end - problem.begin) / duration
        best: tuple[float, SplineMotion, Status] | None = None
        while best is None or (best[0] > FINE and (intervals + SPLINE_DEGREE) * problem.dae.n <= MOST):
            finer = _fitted(problem, int(np.ceil(intervals)), best[1] if best else problem.near)
            if finer is None or (best is not None and finer[0] >= best[0]):
                break
            best, intervals = finer, intervals * MORE
        if best is not None:
            q, v = best[1](problem.aligned, 1)
            deflections = q[:, problem.dae.passive]
            if best[0] <= POOR * np.abs(deflections - deflections[0]).max():
                return Solution(problem.aligned, q, v, best[2], best[1])
        raise ConvergenceError(
            f"inverse dynamics of robot {problem.dae.robot.name!r} as splines: {int(intervals)} intervals do not show it, "
            "or Gauss-Newton did not converge. Is the path within reach? Move more slowly, or in shorter pieces."
        )


def _fitted(problem: Problem, intervals: int, near: Path | None) -> tuple[float, SplineMotion, Status] | None:
    """Return the residual, the fitted motion and the status for a number of intervals; None if Gauss-Newton fails.

    near: a motion of all joints as first guess; None: `Problem.warm`.
    """
    dae, n = problem.dae, problem.dae.n
    edges = np.linspace(problem.begin, problem.end, intervals + 1)
    knots = np.concatenate([[edges[0]] * SPLINE_DEGREE, edges, [edges[-1]] * SPLINE_DEGREE])
    grid = np.linspace(edges[0], edges[-1], POINTS * intervals + 1)
    functions = spline_functions(knots, grid, 2)  # (3, T, columns)
    targets = dae.outputs.target(problem.path, grid, 2)
    columns, stiffness = functions.shape[-1], problem.holding
    rest = np.array([problem.start, problem.last, np.zeros(n), np.zeros(n)])
    ends = np.concatenate([functions[0][[0, -1]], functions[1][[0, -1]] * (edges[1] - edges[0])])  # (4, columns)
    still = np.einsum("ec,mn->emnc", ends, np.eye(n)).reshape(-1, n * columns)
    x = np.linalg.lstsq(functions[0], problem.warm(grid) if near is None else near(grid)[0], rcond=None)[0]
    for iteration in range(1, STEPS + 1):
        q, v, a = functions @ x
        by = dae.load_jacobians(q, v, a, targets)
        parts = zip((by.q, by.v, by.a), functions)
        rows: Any = sum(np.einsum("imn,ic->imnc", matrix / stiffness[:, None], f) for matrix, f in parts)
        J = np.einsum("imn,ic->imnc", dae.outputs.jacobians(q[None])[0], functions[0])
        A = np.concatenate([rows.reshape(-1, n * columns), J.reshape(-1, n * columns), still])
        load, off = dae.load(q, v, a, targets) / stiffness, dae.outputs.errors(q[None], targets)[0]
        residual = np.concatenate([load.ravel(), off.ravel(), (ends @ x - rest).ravel()])
        if not np.isfinite(A).all() or not np.isfinite(residual).all():
            return None
        step = np.linalg.lstsq(A, residual, rcond=CUT)[0].reshape(n, columns).T
        x = x - step
        if np.abs(functions[0] @ step).max() <= TOLERANCE:
            left = float(max(np.abs(load).max(), np.abs(off).max()))
            status = Status(iterations=iteration, residual=left, unknowns=int(x.size), equations=len(residual))
            return left, SplineMotion(problem.aligned, knots, x), status
    return None
