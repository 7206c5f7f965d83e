"""A step towards a better motion: a convex quadratic program with one slack for all of its limits.

    minimal:   g.d + 1/2 d.H d + weight s
    such that  lower - s <= A d <= upper + s,    s >= 0,    least <= d <= most,    V d = v

by a primal-dual interior-point method with predictor and corrector [Mehrotra1992]. There is a solution wherever V d = v has one
within the bounds. Cost: some 20 factorisations of a dense matrix as large as d.
"""

from typing import NamedTuple

import numpy as np

from jounce.numbers.packing import Array

GAP = 1e-6
"""To which the least value is found, as a share of what it is made of."""
WRONG = 1e-5
"""By which conditions may be missed, as a share of the weights."""
SMALL = 50_000
"""Entries of A up to which all rows are taken together."""
WIDE = 0.6
"""Share of the rows that a column is in, above which it is taken to be in all of them."""
ITERATIONS = 50
INTERIOR = 0.995
"""Share of the way to the boundary that a step goes."""


class Program(NamedTuple):
    """k unknowns, r rows, e equations."""

    gradient: Array
    """g (k,)."""
    hessian: Array | None
    """H (k, k); none where it is zero."""
    rows: Array
    """A (r, k)."""
    lower: Array
    """(r,)."""
    upper: Array
    """(r,)."""
    least: Array
    """(k,): bounds of d, below zero or zero."""
    most: Array
    """(k,): above zero or zero."""
    equal: Array
    """V (e, k)."""
    value: Array
    """v (e,)."""
    weight: float


def solve(program: Program) -> tuple[Array, float, float] | None:
    """d (k,), s, and the least weight with which s would be the same; None where double precision finds none.

    Unknowns whose bounds are both zero stay zero.
    """
    free = program.most - program.least > 0.0
    d = np.zeros(len(free))
    part = program._replace(
        gradient=program.gradient[free],
        hessian=None if program.hessian is None else program.hessian[np.ix_(free, free)],
        rows=np.ascontiguousarray(program.rows[:, free]),
        least=program.least[free],
        most=program.most[free],
        equal=program.equal[:, free],
    )
    try:
        with np.errstate(all="ignore"):  # what is not finite in the end is no solution
            d[free], s, least = _interior(part)
    except (np.linalg.LinAlgError, ValueError):
        return None
    return (d, s, least) if np.isfinite(d).all() else None


class _Products:
    """A^T W A for any diagonal W: rows that begin at the same column are taken together, as most are short and rise in time."""

    def __init__(self, A: Array) -> None:
        used = A != 0.0
        wide = used.mean(axis=0) > WIDE  # of all rows: the duration
        self.narrow, self.border = np.flatnonzero(~wide), np.flatnonzero(wide)
        inner = used[:, ~wide]
        first = np.where(inner.any(axis=1), inner.argmax(axis=1), 0)
        last = inner.shape[1] - inner[:, ::-1].argmax(axis=1) if inner.shape[1] else first
        order = np.argsort(first, kind="stable")
        cuts = np.flatnonzero(np.diff(first[order])) + 1
        self.groups = []
        small = A.size < SMALL
        if small:
            self.groups.append((order, np.ix_(self.narrow, self.narrow), A[np.ix_(order, self.narrow)]))
        for rows in np.split(order, cuts) if len(order) and not small else ():
            columns = self.narrow[first[rows[0]] : int(last[rows].max())]
            self.groups.append((rows, np.ix_(columns, columns), A[np.ix_(rows, columns)]))
        self.A, self.edge = A, A[:, self.border]

    def __call__(self, w: Array) -> Array:
        M = np.zeros((self.A.shape[1],) * 2)
        for rows, places, part in self.groups:
            M[places] += part.T @ (w[rows, None] * part)
        beside = self.A.T @ (w[:, None] * self.edge)
        M[:, self.border], M[self.border] = beside, beside.T
        return M


def _interior(p: Program) -> tuple[Array, float, float]:
    from scipy.linalg import cho_factor, cho_solve

    k, e = len(p.gradient), len(p.value)
    A, V = p.rows, p.equal
    d, s = np.zeros(k), 1.0 + max(0.0, float((p.lower).max(initial=0.0)), float((-p.upper).max(initial=0.0)))
    nu, products = np.zeros(e), _Products(A)

    def slacks(d: Array, s: float) -> list[Array]:
        """Of A d <= upper + s, A d >= lower - s, d <= most, d >= least, s >= 0."""
        Ad = A @ d
        return [p.upper + s - Ad, Ad - p.lower + s, p.most - d, d - p.least, np.array([s])]

    def back(y: list[Array]) -> tuple[Array, float]:
        """By d and s of the sum of y times slacks."""
        return A.T @ (y[1] - y[0]) - y[2] + y[3], float(y[0].sum() + y[1].sum() + y[4][0])

    def moved(dd: Array, ds: float) -> list[Array]:
        Ad = A @ dd
        return [ds - Ad, Ad + ds, -dd, dd, np.array([ds])]

    z = [np.maximum(x, 1e-3 * max(1.0, float(x.max(initial=0.0)))) for x in slacks(d, s)]
    count = sum(x.size for x in z)
    y = [p.weight / count / x for x in z]
    size = 1.0 + p.weight
    for _ in range(ITERATIONS):
        missing = [a - b for a, b in zip(slacks(d, s), z)]
        bd, bs = back(y)
        Hd = 0.0 if p.hessian is None else p.hessian @ d
        gd, gs = p.gradient + Hd - bd + V.T @ nu, p.weight - bs
        gap = sum(float(a @ b) for a, b in zip(z, y))
        off = V @ d - p.value
        wrong = max(float(np.abs(a).max(initial=0.0)) for a in (gd, off, *missing))
        if gap < GAP * size and max(wrong, abs(gs)) < WRONG * size:
            break
        w = [b / a for a, b in zip(z, y)]
        both, border = w[0] + w[1], A.T @ (w[1] - w[0])
        M = products(both)
        if p.hessian is not None:
            M += p.hessian
        M[np.diag_indices(k)] += w[2] + w[3]
        M[np.diag_indices(k)] *= 1.0 + 1e-13
        own = float(both.sum() + w[4][0])
        # d first, then s and the equations
        factor = cho_factor(M, lower=True, check_finite=False)
        edge = np.concatenate([border[:, None], V.T], axis=1)  # (k, 1 + e)
        solved = cho_solve(factor, edge, check_finite=False)
        corner = np.zeros((1 + e, 1 + e))
        corner[0, 0] = own
        corner -= edge.T @ solved
        target = [a * b for a, b in zip(z, y)]
        for corrector in (False, True):
            push = [c / a + v * m for a, c, v, m in zip(z, target, w, missing)]
            pd, ps = back(push)
            right, rest = -gd - pd, np.concatenate([[-gs - ps], -off])
            alone = cho_solve(factor, right, check_finite=False)
            tail = np.linalg.solve(corner, rest - edge.T @ alone)
            dd, ds, dnu = alone - solved @ tail, float(tail[0]), tail[1:]
            dz = [a + b for a, b in zip(moved(dd, ds), missing)]
            dy = [-c / a - v * b for a, b, c, v in zip(z, dz, target, w)]
            long = [min(1.0, INTERIOR * _reach(z, dz)), min(1.0, INTERIOR * _reach(y, dy))]
            if p.hessian is not None:
                long = [min(long)] * 2
            if corrector:
                break
            after = sum(float((a + long[0] * b) @ (c + long[1] * f)) for a, b, c, f in zip(z, dz, y, dy))
            centre = (after / gap) ** 3 * gap / count
            target = [c + b * f - centre for b, c, f in zip(dz, target, dy)]
        d, s, nu = d + long[0] * dd, s + long[0] * ds, nu + long[1] * dnu
        z = [a + long[0] * b for a, b in zip(z, dz)]
        y = [a + long[1] * b for a, b in zip(y, dy)]
    return d, s, float(y[0].sum() + y[1].sum())


def _reach(values: list[Array], steps: list[Array]) -> float:
    """How many of these steps lead to the boundary, where the first value vanishes."""
    most = max(float((-step / value).max(initial=0.0)) for value, step in zip(values, steps))
    return 1.0 / most if most > 0.0 else np.inf
