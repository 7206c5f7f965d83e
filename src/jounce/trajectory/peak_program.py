"""Quadratic program that minimises motor torque peaks: a spline is added to a motion within the tolerance of the motion.

    min  sum_i c_i g_i  +  eps/2 mean |G x|^2
    s.t. |u + G x|_it <= g_i  or  e_it,    g_i >= 1,    |r - A x| <= b

u (..., m) are motor torques and G x their change by the spline, both divided by the torque that each motor may take. g_i is the
peak of motor i, which need not be below 1. At some instants t the torque is bounded by a constant e_it instead. x (pieces +
degree, n) are the coefficients of a spline on equal pieces. The first and the last `degree` coefficients are zero, so that all
derivatives to degree-1 vanish at both ends. A x is the change of the motion at samples, r the distance of the samples from the
motion, b the bound of this distance. The term with the small weight eps makes the change unique, and zero where no peak exceeds
1.

The convex quadratic program is solved by `interior_point`. Its normal equations are banded in time, with the peaks as border.
Cost: about 10 factorisations, each linear in the pieces and quadratic in (degree + 1) n.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.numerics.interior_point import Blocks, Iterate, Residuals, Settings, Solver, interior_point
from jounce.trajectory.path import Floats

CHANGE = 0.01
"""Weight eps of the mean square change of torque in the cost, small against the weights of the peaks."""
GAP = 2e-3
"""Largest accepted duality gap of a solution, divided by the number of motors."""
RESIDUAL = 1e-6
"""Largest accepted residual of the slacks of a solution."""
SETTINGS = Settings(iterations=60, boundary=0.99, common_step=False)
"""Settings of the interior-point method, with separate step lengths of slacks and multipliers, since eps is small."""
REGULARISATION = 1e-12
"""Increase of the diagonal of the banded matrix, relative to each entry and to the largest entry."""


class PeakProgram(NamedTuple):
    """Data of the quadratic program, with `pieces` spline pieces, `instants` torque samples in each piece, and `rows` motion
    samples."""

    effect: Floats
    """Matrix G (pieces, instants, m, (degree+1) n): derivatives of the torque by the coefficients that act on a piece. The n
    coordinates of a coefficient are adjacent."""
    torque: Floats
    """Torque u (pieces, instants, m), divided by the torque that each motor may take."""
    most: Floats
    """Bounds e (pieces, instants, m) of the torque; NaN where the peaks g are the bounds."""
    cost: Floats
    """Weights c (m,) of the peaks, at most 1."""
    values: Floats
    """Matrix A (rows, degree+1): for each sample, the values of the basis splines that act on the piece of the sample."""
    piece: NDArray[np.int64]
    """Index (rows,) of the piece of each sample."""
    distance: Floats
    """Distances r (rows, n) of the samples from the motion."""
    bound: Floats
    """Bounds b (rows, n) of the distances."""


def least_peaks(program: PeakProgram) -> tuple[Floats, Floats]:
    """Return the optimal change x (pieces + degree, n) and the torque peaks g (m,).

    If the solver fails, x is zero and g (m,) has the peaks without a change.
    """
    banded = _Banded(program)
    try:
        x, g = banded.split(interior_point(banded, banded.start(), SETTINGS).x)
    except (np.linalg.LinAlgError, ValueError):  # not positive definite, or not finite
        return np.zeros((banded.size, banded.n)), np.abs(program.torque).max(axis=(0, 1))
    return x, g


class _Banded:
    """The quadratic program in the vector (x, g), as a `ConvexProgram`.

    Its slacks are those of upper and lower torque bounds, of upper and lower distance bounds, and g - 1.
    """

    def __init__(self, program: PeakProgram) -> None:
        self.program = program
        self.pieces, instants, self.m, self.width = program.effect.shape
        self.n = program.distance.shape[1]
        self.degree = self.width // self.n - 1
        self.effect = program.effect.reshape(self.pieces, instants * self.m, self.width)
        self.shape = (self.pieces, instants, self.m)
        self.inner = slice(self.degree * self.n, self.pieces * self.n)
        self.size = self.pieces + self.degree
        self.total = self.size * self.n
        rows, columns = np.tril_indices(self.width)
        self.lower = rows * self.width + columns
        starts = self.n * np.arange(self.pieces)[:, None]
        self.block_places = ((rows - columns) * self.total + starts + columns).reshape(-1)
        pairs = [(a, b) for a in range(self.degree + 1) for b in range(a + 1)]
        first = self.n * program.piece[:, None, None] + np.arange(self.n)
        offsets = np.array([self.n * ((a - b) * self.total + b) for a, b in pairs])
        self.row_places = (first + offsets[:, None]).reshape(-1)
        self.row_products = np.stack([program.values[:, a] * program.values[:, b] for a, b in pairs], axis=1)
        self.is_peak = np.isnan(program.most).astype(np.float64)
        self.constant = np.nan_to_num(program.most)
        self.strength = CHANGE / program.torque.size

    def start(self) -> Iterate:
        """Return a first iterate: no change, peaks a tenth too high, multipliers in proportion to the cost of the peaks."""
        p = self.program
        g = 1.1 * np.maximum((self.is_peak * np.abs(p.torque)).max(axis=(0, 1)), 1.0)
        x = np.concatenate([np.zeros(self.total), g])
        z = [np.maximum(a, 0.01) for a in self.slacks(x)]
        y = p.cost / sum((self.is_peak / a).sum(axis=(0, 1)) + 1e-6 for a in z[:2])
        return Iterate(x, np.zeros(0), z, [*(y / a for a in z[:2]), *(y.mean() / a for a in z[2:])])

    def split(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the spline coefficients x (pieces + degree, n) and the peaks g (m,) of a vector (x, g)."""
        return x[: self.total].reshape(self.size, self.n), x[self.total :]

    def slacks(self, x: Floats) -> Blocks:
        """Return the slacks F x + f of the inequality constraints; see `ConvexProgram`."""
        p, (change, g) = self.program, self.split(x)
        torque, distance = p.torque + self._torques(change), p.distance - self._distances(change)
        most = self.is_peak * g + self.constant
        return [most - torque, most + torque, p.bound - distance, p.bound + distance, g - 1.0]

    def slack_steps(self, dx: Floats) -> Blocks:
        """Return F dx, the changes of the slacks by a step dx; see `ConvexProgram`."""
        change, dg = self.split(dx)
        torque, distance = self._torques(change), self._distances(change)
        return [self.is_peak * dg - torque, self.is_peak * dg + torque, distance, -distance, dg]

    def transposed(self, y: Blocks) -> Floats:
        """Return F^T y for multipliers y; see `ConvexProgram`."""
        x = self._torques_transposed(y[1] - y[0]) + self._distances_transposed(y[2] - y[3])
        return np.concatenate([x.reshape(-1), (self.is_peak * (y[0] + y[1])).sum(axis=(0, 1)) + y[4]])

    def stationarity(self, x: Floats, nu: Floats, y: Blocks) -> Floats:
        """Return c + H x - F^T y + V^T nu, the gradient of the Lagrangian; see `ConvexProgram`."""
        small = self.strength * self._torques_transposed(self._torques(self.split(x)[0]))
        return np.concatenate([small.reshape(-1), self.program.cost]) - self.transposed(y)

    def equations(self, x: Floats) -> Floats:
        """Return an empty vector of residuals, since the program has no equations; see `ConvexProgram`."""
        return np.zeros(0)

    def is_solved(self, residuals: Residuals) -> bool:
        """Return True if the residuals are within the tolerances of the program; see `ConvexProgram`."""
        return residuals.gap < GAP * self.m and max(float(np.abs(a).max()) for a in residuals.slacks) < RESIDUAL

    def factorized(self, w: Blocks) -> Solver:
        """Return a solver of the Newton equations, see `ConvexProgram`; w: weights of the slacks.

        The coefficients are solved by band Cholesky factorisation, the peaks by the Schur complement.
        """
        from scipy.linalg import cho_solve_banded, cholesky_banded

        both = (w[0] + w[1] + self.strength).reshape(self.pieces, -1, 1)
        blocks = (self.effect.transpose(0, 2, 1) @ (both * self.effect)).reshape(self.pieces, -1)[:, self.lower]
        entries = np.bincount(self.block_places, blocks.reshape(-1), minlength=self.width * self.total)
        products = (self.row_products[:, :, None] * (w[2] + w[3])[:, None, :]).reshape(-1)
        entries += np.bincount(self.row_places, products, minlength=len(entries))
        band = entries.reshape(self.width, self.total)[:, self.inner]
        band[0] *= 1.0 + REGULARISATION
        band[0] += REGULARISATION * band[0].max()
        factor = cholesky_banded(band, lower=True)
        difference = (self.is_peak * (w[1] - w[0]))[..., None] * np.eye(self.m)
        columns = self.effect.transpose(0, 2, 1) @ difference.reshape(self.pieces, -1, self.m)
        border = self._gathered(columns).reshape(self.total, self.m)[self.inner]
        solved = cho_solve_banded((factor, True), border)
        corner = np.diag((self.is_peak * (w[0] + w[1])).sum(axis=(0, 1)) + w[4]) - border.T @ solved

        def solver(right: Floats, equations: Floats) -> tuple[Floats, Floats]:
            alone = cho_solve_banded((factor, True), right[: self.total][self.inner])
            dx = np.zeros_like(right)
            dx[self.total :] = np.linalg.solve(corner, right[self.total :] - border.T @ alone)
            dx[self.inner] = alone - solved @ dx[self.total :]
            return dx, equations

        return solver

    def _torques(self, x: Floats) -> Floats:
        """Return the torque change G x (pieces, instants, m) by the coefficients x."""
        near = np.stack([x[a : a + self.pieces] for a in range(self.degree + 1)], axis=1).reshape(self.pieces, self.width, 1)
        return (self.effect @ near).reshape(self.shape)

    def _torques_transposed(self, y: Floats) -> Floats:
        """Return G^T y (pieces + degree, n) for y (pieces, instants, m)."""
        return self._gathered(self.effect.transpose(0, 2, 1) @ y.reshape(self.pieces, -1, 1))[..., 0]

    def _gathered(self, blocks: Floats) -> Floats:
        """Return (pieces + degree, n, k): for each coefficient, the sum of its rows in the blocks (pieces, width, k) of all
        pieces.

        width: (degree + 1) n, the rows of a block.
        """
        sums = np.zeros((self.size, self.n, blocks.shape[-1]))
        for a in range(self.degree + 1):
            sums[a : a + self.pieces] += blocks[:, a * self.n : (a + 1) * self.n]
        return sums

    def _distances(self, x: Floats) -> Floats:
        """Return the change A x (rows, n) of the motion at samples by the coefficients x."""
        p = self.program
        return np.asarray(np.einsum("ra,raj->rj", p.values, x[p.piece[:, None] + np.arange(self.degree + 1)]))

    def _distances_transposed(self, y: Floats) -> Floats:
        """Return A^T y (pieces + degree, n) for y (rows, n)."""
        p = self.program
        sums = np.zeros((self.size, self.n))
        for a in range(self.degree + 1):
            np.add.at(sums, p.piece + a, p.values[:, a, None] * y)
        return sums
