"""The motion of all joints that a solver found at the times of its grid, as a path with all derivatives at any time."""

from math import comb, factorial

import numpy as np

from jounce.inverse.flexible.dae import Dae
from jounce.inverse.flexible.native import motion
from jounce.numbers.packing import Array
from jounce.trajectory.path import Path

SPLINE_DEGREE = 9
"""Of a motion that is a spline: eight derivatives do not jump."""


class JointMotion(Path):
    """q(t) of all joints along a path of the tool. Before the grid the robot rests in its first pose, after it in its last.

    Between grid points the positions of joints without a motor are polynomials of degree 7, through position and three
    derivatives at both ends. The positions of driven joints follow from where the tool is to be, and all derivatives from the
    equation of the arm; so the tool is on its path between grid points as well.
    """

    def __init__(self, dae: Dae, path: Path, grid: Array, q: Array, v: Array) -> None:
        self.dae, self.path, self.grid, self.q = dae, path, grid, q
        self.n = dae.n
        self.start_time, self.end_time = float(grid[0]), float(grid[-1])
        self.smoothness, self.max_order = path.smoothness, path.max_order
        targets = dae.outputs.target(path, grid, 3)
        known = motion(dae, q, v[:, dae.passive], targets, 3)  # (4, T, n)
        self.near, self.rate = Pieces(grid, known), Pieces(grid, known[1:, :, dae.passive])

    def derivatives(self, t: Array, order: int) -> Array:
        """See `Path`."""
        at = np.clip(t.reshape(-1), self.start_time, self.end_time)
        still = (t.reshape(-1) < self.start_time) | (t.reshape(-1) > self.end_time)
        targets = self.dae.outputs.target(self.path, at, max(order, 1))
        out = motion(self.dae, self.near(at)[0], self.rate(at)[0], targets, order)
        out[1:, still] = 0.0
        return out.reshape(order + 1, *t.shape, self.n)

    def polynomials(self, t: Array, order: int) -> Array:
        """The same nearly (order+1, T, n), at times within the grid: polynomials of all joints, which no equation puts right."""
        return self.near(t, order)

    def remedy(self, order: int) -> str:
        """See `Path`."""
        return self.path.remedy(order)


class SplineMotion(Path):
    """q(t) of all joints as splines, at rest before and after; the tool is on its path as nearly as they show the motion."""

    def __init__(self, grid: Array, knots: Array, coefficients: Array) -> None:
        self.grid, self.knots, self.coefficients = grid, knots, coefficients
        self.n = coefficients.shape[1]
        self.start_time, self.end_time = float(knots[0]), float(knots[-1])
        self.smoothness, self.max_order = SPLINE_DEGREE - 1, SPLINE_DEGREE

    def derivatives(self, t: Array, order: int) -> Array:
        """See `Path`."""
        from scipy.interpolate import BSpline

        at = np.clip(t, self.start_time, self.end_time)
        out = np.array([BSpline(self.knots, self.coefficients, SPLINE_DEGREE)(at, nu=k) for k in range(order + 1)])
        out[1:, (t < self.start_time) | (t > self.end_time)] = 0.0
        return out


def spline_functions(knots: Array, t: Array, order: int) -> Array:
    """Splines of degree `SPLINE_DEGREE` on these knots, and their derivatives, at times t (order+1, T, columns)."""
    from scipy.interpolate import BSpline

    every = BSpline(knots, np.eye(len(knots) - SPLINE_DEGREE - 1), SPLINE_DEGREE)
    return np.array([every(t, nu=k) for k in range(order + 1)])


class Pieces:
    """Polynomials through values and derivatives (k, T, columns) at both ends of every interval of a grid (T,)."""

    def __init__(self, grid: Array, known: Array) -> None:
        self.grid, self.step = grid, np.diff(grid)
        k = len(known)
        factorials = np.array([factorial(i) for i in range(k)])
        taylor = known * (self.step.max() ** np.arange(k) / factorials)[:, None, None]  # of x = (t - t_i) / largest step
        share = (self.step / self.step.max())[:, None]
        # In y = x / share the first k coefficients are the left end's; the others make up for what is missing at the right.
        left = np.stack([taylor[i, :-1] * share**i for i in range(k)])
        wanted = np.stack([taylor[i, 1:] * share**i for i in range(k)])
        binomial = np.array([[comb(j, i) for j in range(2 * k)] for i in range(k)], dtype=np.float64)
        missing = wanted - np.einsum("ij,jtc->itc", binomial[:, :k], left)
        self.coefficients = np.concatenate([left, np.einsum("ij,jtc->itc", np.linalg.inv(binomial[:, k:]), missing)])

    def __call__(self, t: Array, order: int = 0) -> Array:
        """With derivatives (order+1, len(t), columns) at times within the grid."""
        i = np.clip(np.searchsorted(self.grid, t, side="right") - 1, 0, len(self.step) - 1)
        y = ((t - self.grid[i]) / self.step[i])[:, None]
        out = np.zeros((order + 1, len(t), self.coefficients.shape[-1]))
        for c in self.coefficients[::-1]:
            for k in range(order, 0, -1):
                out[k] = out[k] * y + out[k - 1]
            out[0] = out[0] * y + c[i]
        for k in range(1, order + 1):
            out[k] *= factorial(k) / self.step[i, None] ** k
        return out
