"""Convex quadratic programs with one slack s that all limits share, so that a solution exists even if the limits conflict.

    min g d + 1/2 d H d + weight s
    s.t. lower - s <= A d <= upper + s,    s >= 0,    least <= d <= most,    V d = v

The program has a solution if V d = v has one within the bounds of d. `interior_point` solves it with about 20 factorisations of
a dense matrix of the size of d.
"""

from typing import NamedTuple

import numpy as np

from jounce.numbers.packing import Array
from jounce.numerics.interior_point import Blocks, Iterate, Residuals, Settings, Solver, interior_point

GAP = 1e-6
"""Largest duality gap of a solution, relative to 1 + weight."""
RESIDUAL = 1e-5
"""Largest residual of the other optimality conditions, relative to 1 + weight."""
SMALL = 50_000
"""Number of entries of A below which A^T W A is computed as one dense product."""
WIDE = 0.6
"""Fraction of nonzero entries above which a column of A counts as dense."""
ITERATIONS = 50
BOUNDARY = 0.995
"""Fraction of the largest step that keeps slacks and multipliers above zero; see `Settings`."""
REGULARISATION = 1e-13
"""Relative increase of the diagonal of the normal matrix, against singularity."""


class QuadraticProgram(NamedTuple):
    """Data of a quadratic program with k unknowns d, r rows of limits and e equations; see the module for the symbols."""

    gradient: Array
    """Gradient g (k,) of the cost at d = 0."""
    hessian: Array | None
    """Hessian H (k, k) of the cost; None if it is zero."""
    rows: Array
    """Matrix A (r, k) of the limits."""
    lower: Array
    """Lower limits of A d (r,)."""
    upper: Array
    """Upper limits of A d (r,)."""
    least: Array
    """Lower bounds of the unknowns d (k,), zero or below."""
    most: Array
    """Upper bounds of the unknowns d (k,), zero or above."""
    equal: Array
    """Matrix V (e, k) of the equations."""
    value: Array
    """Right-hand side v (e,) of the equations."""
    weight: float


def solve(program: QuadraticProgram) -> tuple[Array, float, float] | None:
    """Return (d, s, least weight): unknowns d (k,), the slack s, and the smallest weight that gives this s.

    None if a matrix is singular or d is not finite. Unknowns whose bounds are both zero stay zero.
    """
    free = program.most - program.least > 0.0
    d = np.zeros(len(free))
    reduced = program._replace(
        gradient=program.gradient[free],
        hessian=None if program.hessian is None else program.hessian[np.ix_(free, free)],
        rows=np.ascontiguousarray(program.rows[:, free]),
        least=program.least[free],
        most=program.most[free],
        equal=program.equal[:, free],
    )
    settings = Settings(ITERATIONS, BOUNDARY, common_step=program.hessian is not None)
    method = _SharedSlack(reduced)
    try:
        with np.errstate(all="ignore"):  # values that are not finite in the end are no solution
            x, _, _, y = interior_point(method, method.start(), settings)
    except np.linalg.LinAlgError:
        return None
    d[free] = x[:-1]
    return (d, float(x[-1]), float(y[0].sum() + y[1].sum())) if np.isfinite(d).all() else None


class _SharedSlack:
    """A `QuadraticProgram` as a `ConvexProgram` in x = (d, s).

    Its blocks of slacks belong to A d <= upper + s, A d >= lower - s, d <= most, d >= least and s >= 0, in this order.
    """

    def __init__(self, program: QuadraticProgram) -> None:
        self.program, self.normal = program, _NormalMatrix(program.rows)
        self.size = 1.0 + program.weight

    def start(self) -> Iterate:
        """Return a first iterate: d = 0, s above all violations of limits, and multipliers y with z . y = weight."""
        p = self.program
        s = 1.0 + max(0.0, float(p.lower.max(initial=0.0)), float((-p.upper).max(initial=0.0)))
        x = np.append(np.zeros(len(p.gradient)), s)
        z = [np.maximum(a, 1e-3 * max(1.0, float(a.max(initial=0.0)))) for a in self.slacks(x)]
        count = sum(a.size for a in z)
        return Iterate(x, np.zeros(len(p.value)), z, [p.weight / count / a for a in z])

    def slacks(self, x: Array) -> Blocks:
        """Return the slacks F x + f of limits, bounds and s; see `ConvexProgram`."""
        p, d, s = self.program, x[:-1], x[-1]
        Ad = p.rows @ d
        return [p.upper + s - Ad, Ad - p.lower + s, p.most - d, d - p.least, x[-1:]]

    def slack_steps(self, dx: Array) -> Blocks:
        """Return F dx, the change of the slacks for a step dx of (d, s); see `ConvexProgram`."""
        dd, ds = dx[:-1], dx[-1]
        Ad = self.program.rows @ dd
        return [ds - Ad, Ad + ds, -dd, dd, dx[-1:]]

    def transposed(self, y: Blocks) -> Array:
        """Return F^T y (k + 1,), with y the multipliers of the slacks; see `ConvexProgram`."""
        return np.append(self.program.rows.T @ (y[1] - y[0]) - y[2] + y[3], y[0].sum() + y[1].sum() + y[4][0])

    def stationarity(self, x: Array, nu: Array, y: Blocks) -> Array:
        """Return the gradient of the Lagrangian c + H x - F^T y + V^T nu (k + 1,); see `ConvexProgram`."""
        p, d = self.program, x[:-1]
        slope = np.append(p.gradient + (0.0 if p.hessian is None else p.hessian @ d), p.weight) - self.transposed(y)
        slope[:-1] += p.equal.T @ nu
        return slope

    def equations(self, x: Array) -> Array:
        """Return V d - v (e,), the residual of the equations; see `ConvexProgram`."""
        return self.program.equal @ x[:-1] - self.program.value

    def is_solved(self, residuals: Residuals) -> bool:
        """Return True if the residuals are within the tolerances of the program; see `ConvexProgram`."""
        others = (residuals.stationarity, residuals.equations, *residuals.slacks)
        largest = max(float(np.abs(a).max(initial=0.0)) for a in others)
        return residuals.gap < GAP * self.size and largest < RESIDUAL * self.size

    def factorized(self, w: Blocks) -> Solver:
        """Factorise the Newton equations and return their solver, see `ConvexProgram`.

        d is eliminated by a Cholesky factorisation; s and nu follow from the Schur complement.
        """
        from scipy.linalg import cho_factor, cho_solve

        p, both = self.program, w[0] + w[1]
        M = self.normal(both)
        if p.hessian is not None:
            M += p.hessian
        M[np.diag_indices(len(M))] += w[2] + w[3]
        M[np.diag_indices(len(M))] *= 1.0 + REGULARISATION
        factor = cho_factor(M, lower=True, check_finite=False)
        edge = np.concatenate([(p.rows.T @ (w[1] - w[0]))[:, None], p.equal.T], axis=1)  # (k, 1 + e)
        solved = cho_solve(factor, edge, check_finite=False)
        corner = np.zeros((edge.shape[1],) * 2)
        corner[0, 0] = both.sum() + w[4][0]
        corner -= edge.T @ solved

        def solver(right: Array, equations: Array) -> tuple[Array, Array]:
            alone = cho_solve(factor, right[:-1], check_finite=False)
            tail = np.linalg.solve(corner, np.append(right[-1:], equations) - edge.T @ alone)
            return np.append(alone - solved @ tail, tail[0]), tail[1:]

        return solver


class _NormalMatrix:
    """A^T W A as a function of the diagonal W, with less work than a dense product if rows of A have few, adjacent nonzeros.

    Rows whose first nonzero entries are in the same column form one dense product; dense columns are treated separately.
    """

    def __init__(self, A: Array) -> None:
        self.A, self.whole = A, A.size < SMALL
        if self.whole:
            return
        used = A != 0.0
        wide = used.mean(axis=0) > WIDE  # columns of unknowns that all rows depend on, such as a duration
        narrow, self.border = np.flatnonzero(~wide), np.flatnonzero(wide)
        inner = np.concatenate([used[:, ~wide], np.ones((len(A), 1), dtype=bool)], axis=1)
        first, last = inner.argmax(axis=1), len(narrow) - inner[:, -2::-1].argmax(axis=1)
        order = np.argsort(first, kind="stable")
        self.groups = []
        for rows in np.split(order, np.flatnonzero(np.diff(first[order])) + 1):
            columns = narrow[first[rows[0]] : int(last[rows].max())]
            self.groups.append((rows, np.ix_(columns, columns), A[np.ix_(rows, columns)]))
        self.edge = A[:, self.border]

    def __call__(self, w: Array) -> Array:
        """Return A^T diag(w) A."""
        if self.whole:
            product: Array = self.A.T @ (w[:, None] * self.A)
            return product
        M = np.zeros((self.A.shape[1],) * 2)
        for rows, places, block in self.groups:
            M[places] += block.T @ (w[rows, None] * block)
        beside = self.A.T @ (w[:, None] * self.edge)
        M[:, self.border], M[self.border] = beside, beside.T
        return M
