"""Of all small changes of a motion that leave it within its tolerance, the one that lowers the peaks of motor torque most.

    minimal:   sum_i c_i g_i  +  eps/2 mean |G x|^2
    such that  |u + G x|_it <= g_i  or  e_it,    g_i >= 1,    |r - A x| <= b

u (..., m) are torques and G x what a change of the motion adds to them, both as shares of what each motor may take; g_i is then
the peak of motor i, which need not be below 1. At some instants torque is bounded by a number e instead. x (pieces + degree, n)
are coefficients of a spline on equal pieces, the first and the last `degree` of them zero, so that all derivatives to degree-1
vanish at both ends; A x is what that adds to the motion at samples, r how far those are from it. The small term makes the change
unique, and none where none is needed.

A convex quadratic programme, solved by a primal-dual interior-point method with predictor and corrector [Mehrotra1992]. Its
normal equations are banded in time and have the peaks as border. Cost: some 10 factorisations, each linear in the pieces and
with the square of (degree + 1) n.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.trajectory.path import Floats

CHANGE = 0.01
"""eps: what a change of torque costs beside the peaks."""
GAP = 2e-3
"""The sum of peaks is found to this share of the number of motors."""
ITERATIONS = 60
INTERIOR = 0.99
"""Share of the way to the boundary that a step goes."""


class Problem(NamedTuple):
    """`pieces` equal pieces, `looks` instants of torque in each, `rows` conditions of n coordinates, `m` motors."""

    effect: Floats
    """G: (pieces, looks, m, (degree+1) n), of the coefficients that are felt in a piece, coordinates next to each other."""
    torque: Floats
    """u: (pieces, looks, m)."""
    most: Floats
    """e: (pieces, looks, m), nan where the peaks are the bounds."""
    cost: Floats
    """c: (m,), at most 1."""
    values: Floats
    """A: (rows, degree+1), of the coefficients from the piece that a sample is in on."""
    piece: NDArray[np.int64]
    """(rows,): which piece that is."""
    distance: Floats
    """r: (rows, n)."""
    bound: Floats
    """b: (rows, n)."""


def least_peak(problem: Problem) -> tuple[Floats, Floats]:
    """The change x (pieces + degree, n) and the peaks g (m,); no change where double precision does not find one."""
    method = _Method(problem)
    try:
        return method.solve()
    except (np.linalg.LinAlgError, ValueError):  # not positive definite, or not finite
        return np.zeros((method.size, method.n)), np.abs(problem.torque).max(axis=(0, 1))


class _Method:
    """Slacks s = F z + f of z = (x, g), in four groups: peaks from above and below, distances from above and below; and g - 1."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.pieces, looks, self.m, self.width = problem.effect.shape
        self.n = problem.distance.shape[1]
        self.degree = self.width // self.n - 1
        self.effect = problem.effect.reshape(self.pieces, looks * self.m, self.width)
        self.shape = (self.pieces, looks, self.m)
        self.inner = slice(self.degree * self.n, self.pieces * self.n)
        self.size = self.pieces + self.degree
        low = np.arange(self.width)
        self.pairs = [(a, b) for a in range(self.degree + 1) for b in range(a + 1)]
        rows, columns = np.tril_indices(self.width)
        self.lower = rows * self.width + columns
        starts = self.n * np.arange(self.pieces)[:, None]
        total = self.size * self.n
        self.block_places = ((rows - columns) * total + starts + columns).reshape(-1)
        first = self.n * problem.piece[:, None, None] + low[: self.n]
        offsets = np.array([self.n * ((a - b) * total + b) for a, b in self.pairs])
        self.row_places = (first + offsets[:, None]).reshape(-1)
        self.row_products = np.stack([problem.values[:, a] * problem.values[:, b] for a, b in self.pairs], axis=1)
        self.peak = np.isnan(problem.most).astype(np.float64)
        self.rest = np.nan_to_num(problem.most)
        self.strength = CHANGE / problem.torque.size

    def effects(self, x: Floats) -> Floats:
        """G x."""
        near = np.stack([x[a : a + self.pieces] for a in range(self.degree + 1)], axis=1).reshape(self.pieces, self.width, 1)
        return (self.effect @ near).reshape(self.shape)

    def pulls(self, y: Floats) -> Floats:
        """G^T y, (pieces + degree, n)."""
        return self.gathered(self.effect.transpose(0, 2, 1) @ y.reshape(self.pieces, -1, 1))[..., 0]

    def gathered(self, blocks: Floats) -> Floats:
        """Blocks (pieces, width, k), added up for each coefficient: (pieces + degree, n, k)."""
        out = np.zeros((self.size, self.n, blocks.shape[-1]))
        for a in range(self.degree + 1):
            out[a : a + self.pieces] += blocks[:, a * self.n : (a + 1) * self.n]
        return out

    def moves(self, x: Floats) -> Floats:
        """A x."""
        p = self.problem
        return np.asarray(np.einsum("ra,raj->rj", p.values, x[p.piece[:, None] + np.arange(self.degree + 1)]))

    def moved(self, y: Floats) -> Floats:
        """A^T y."""
        p = self.problem
        out = np.zeros((self.size, self.n))
        for a in range(self.degree + 1):
            np.add.at(out, p.piece + a, p.values[:, a, None] * y)
        return out

    def slacks(self, x: Floats, g: Floats) -> tuple[Floats, ...]:
        """F z + f."""
        p = self.problem
        torque, distance = p.torque + self.effects(x), p.distance - self.moves(x)
        most = self.peak * g + self.rest
        return most - torque, most + torque, p.bound - distance, p.bound + distance, g - 1.0

    def along(self, dx: Floats, dg: Floats) -> tuple[Floats, ...]:
        """F dz."""
        torque, distance = self.effects(dx), self.moves(dx)
        return self.peak * dg - torque, self.peak * dg + torque, distance, -distance, dg

    def back(self, y: tuple[Floats, ...]) -> tuple[Floats, Floats]:
        """F^T y."""
        return self.pulls(y[1] - y[0]) + self.moved(y[2] - y[3]), (self.peak * (y[0] + y[1])).sum(axis=(0, 1)) + y[4]

    def factor(self, w: tuple[Floats, ...]) -> tuple[Floats, Floats, Floats]:
        """Of H + F^T W F: the factor of its band, its border behind that, and the peaks' own block."""
        from scipy.linalg import cho_solve_banded, cholesky_banded

        both = (w[0] + w[1] + self.strength).reshape(self.pieces, -1, 1)
        blocks = (self.effect.transpose(0, 2, 1) @ (both * self.effect)).reshape(self.pieces, -1)[:, self.lower]
        total = self.size * self.n
        band = np.bincount(self.block_places, blocks.reshape(-1), minlength=self.width * total)
        held = (self.row_products[:, :, None] * (w[2] + w[3])[:, None, :]).reshape(-1)
        band += np.bincount(self.row_places, held, minlength=len(band))
        inside = band.reshape(self.width, total)[:, self.inner]
        inside[0] *= 1.0 + 1e-12
        inside[0] += 1e-12 * inside[0].max()
        band_factor = cholesky_banded(inside, lower=True)
        difference = (self.peak * (w[1] - w[0]))[..., None] * np.eye(self.m)
        columns = self.effect.transpose(0, 2, 1) @ difference.reshape(self.pieces, -1, self.m)
        border = self.gathered(columns).reshape(total, self.m)[self.inner]
        solved = cho_solve_banded((band_factor, True), border)
        own = np.diag((self.peak * (w[0] + w[1])).sum(axis=(0, 1)) + w[4]) - border.T @ solved
        return band_factor, np.concatenate([border, solved], axis=1), own

    def step(self, factor: tuple[Floats, Floats, Floats], rx: Floats, rg: Floats) -> tuple[Floats, Floats]:
        """The solution of the equations with this right-hand side."""
        from scipy.linalg import cho_solve_banded

        band, borders, own = factor
        border, solved = borders[:, : self.m], borders[:, self.m :]
        right = rx.reshape(-1)[self.inner]
        alone = cho_solve_banded((band, True), right)
        dg = np.linalg.solve(own, rg - border.T @ alone)
        dx = np.zeros(self.size * self.n)
        dx[self.inner] = alone - solved @ dg
        return dx.reshape(self.size, self.n), dg

    def solve(self) -> tuple[Floats, Floats]:
        """Iterate until the gap between the sum and its lower bound is small."""
        p = self.problem
        x = np.zeros((self.size, self.n))
        g = 1.1 * np.maximum((self.peak * np.abs(p.torque)).max(axis=(0, 1)), 1.0)
        s = tuple(np.maximum(a, 0.01) for a in self.slacks(x, g))
        count = sum(a.size for a in s)
        parts = p.cost / sum((self.peak / a).sum(axis=(0, 1)) + 1e-6 for a in s[:2])  # peaks are then weighed as they cost
        y = (*(parts / a for a in s[:2]), *(parts.mean() / a for a in s[2:]))
        for _ in range(ITERATIONS):
            missing = tuple(a - b for a, b in zip(self.slacks(x, g), s))
            bx, bg = self.back(y)
            gx, gg = self.strength * self.pulls(self.effects(x)) - bx, p.cost - bg
            gap = sum(float((a * b).sum()) for a, b in zip(s, y))
            if gap < GAP * self.m and max(float(np.abs(a).max()) for a in missing) < 1e-6:
                break
            w = tuple(b / a for a, b in zip(s, y))
            factor = self.factor(w)
            target = tuple(a * b for a, b in zip(s, y))
            for corrector in (False, True):
                push = tuple(c / a + v * d for a, c, v, d in zip(s, target, w, missing))
                px, pg = self.back(push)
                dx, dg = self.step(factor, -gx - px, -gg - pg)
                ds = tuple(a + b for a, b in zip(self.along(dx, dg), missing))
                dy = tuple(-c / a - v * b for a, b, c, v in zip(s, ds, target, w))
                long = [min(1.0, INTERIOR * _reach(a, b)) for a, b in ((s, ds), (y, dy))]
                if corrector:
                    break
                after = sum(float(((a + long[0] * b) * (c + long[1] * d)).sum()) for a, b, c, d in zip(s, ds, y, dy))
                centre = (after / gap) ** 3 * gap / count
                target = tuple(c + b * d - centre for b, c, d in zip(ds, target, dy))
            x, g = x + long[0] * dx, g + long[0] * dg
            s = tuple(a + long[0] * b for a, b in zip(s, ds))
            y = tuple(a + long[1] * b for a, b in zip(y, dy))
        return x, g


def _reach(values: tuple[Floats, ...], steps: tuple[Floats, ...]) -> float:
    """How many of these steps lead to the boundary, where the first value vanishes."""
    most = max(float((-step / value).max()) for value, step in zip(values, steps))
    return 1.0 / most if most > 0.0 else np.inf
