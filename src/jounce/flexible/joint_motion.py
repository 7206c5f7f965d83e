"""Joint motions of a flexible arm as `Path`s with derivatives at any time, from the grid values or splines of a solver."""

from functools import lru_cache
from math import comb, factorial, perm

import numpy as np

from jounce.flexible.dae import Dae
from jounce.flexible.native_solvers import motion
from jounce.flexible.reduced_ode import ReducedOde
from jounce.flexible.tool_targets import Target
from jounce.numbers.packing import Array
from jounce.trajectory.path import Path

KNOWN = 3
"""Number of derivatives at the grid that the polynomials between grid points interpolate."""
SPLINE_DEGREE = 9
"""Degree of a `SplineMotion`: eight derivatives are continuous."""


class JointMotion(Path):
    """Motion q(t) of all joints along a path of the tool, from grid values; at rest before and after the grid.

    Between grid points the positions of the motorless joints are polynomials of degree 7, through position and three
    derivatives at both ends. The positions of the driven joints follow from the tool's target, and all derivatives from the
    equation of the arm, so the tool is on its path between grid points as well.
    """

    def __init__(self, dae: Dae, path: Path, grid: Array, q: Array, v: Array, targets: Target | None = None) -> None:
        """Create the motion from poses q and velocities v (T, n) at the times `grid` (T,).

        targets: targets of the path at the grid with `KNOWN` derivatives, if already computed.
        """
        self.dae, self.path, self.grid, self.q = dae, path, grid, q
        self.n = dae.n
        self.start_time, self.end_time = float(grid[0]), float(grid[-1])
        self.smoothness, self.max_order = path.smoothness, path.max_order
        if targets is None:
            targets = dae.outputs.target(path, grid, KNOWN)
        rows = motion(dae, q, v[:, dae.passive], targets, KNOWN)  # (4, T, n)
        self.near = HermitePieces(grid, rows, rows[1:, :, dae.passive])

    def derivatives(self, t: Array, order: int) -> Array:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        at = np.clip(t.reshape(-1), self.start_time, self.end_time)
        still = (t.reshape(-1) < self.start_time) | (t.reshape(-1) > self.end_time)
        targets = self.dae.outputs.target(self.path, at, max(order, 1))
        near = self.near(at)[0]
        out = motion(self.dae, near[:, : self.n], near[:, self.n :], targets, order)
        out[1:, still] = 0.0
        return out.reshape(order + 1, *t.shape, self.n)

    def polynomials(self, t: Array, order: int) -> Array:
        """Return an approximate motion (order+1, T, n) at times t (T,) within the grid, from polynomials of all joints.

        The arm's equation is not solved between grid points, so the tool is only approximately on its path.
        """
        return self.near(t, order)[..., : self.n]

    def remedy(self, order: int) -> str:
        """Return advice, for error messages, on how to obtain a path with a continuous derivative of this order; see `Path`."""
        return self.path.remedy(order)


class SplineMotion(Path):
    """Motion q(t) of all joints as splines, at rest before and after; the tool follows its path within the splines' error."""

    def __init__(self, grid: Array, knots: Array, coefficients: Array) -> None:
        self.grid, self.knots, self.coefficients = grid, knots, coefficients
        self.n = coefficients.shape[1]
        self.start_time, self.end_time = float(knots[0]), float(knots[-1])
        self.smoothness, self.max_order = SPLINE_DEGREE - 1, SPLINE_DEGREE

    def derivatives(self, t: Array, order: int) -> Array:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        from scipy.interpolate import BSpline

        at = np.clip(t, self.start_time, self.end_time)
        out = np.array([BSpline(self.knots, self.coefficients, SPLINE_DEGREE)(at, nu=k) for k in range(order + 1)])
        out[1:, (t < self.start_time) | (t > self.end_time)] = 0.0
        return out


def spline_functions(knots: Array, t: Array, order: int) -> Array:
    """Return all B-splines of degree `SPLINE_DEGREE` on `knots`, with derivatives to `order`, at times t (T,).

    The result is an array (order+1, T, columns), one column for each B-spline.
    """
    from scipy.interpolate import BSpline

    every = BSpline(knots, np.eye(len(knots) - SPLINE_DEGREE - 1), SPLINE_DEGREE)
    return np.array([every(t, nu=k) for k in range(order + 1)])


class HermitePieces:
    """Piecewise Hermite polynomials through values and derivatives (k, T, columns) at the points of a grid (T,).

    groups: arrays of values and derivatives, the array with the most derivatives first; their columns are concatenated.
    """

    def __init__(self, grid: Array, *groups: Array) -> None:
        self.grid, self.step = grid, np.diff(grid)
        width = sum(values.shape[-1] for values in groups)
        self.coefficients = np.zeros((len(self.step), 2 * len(groups[0]), width))
        column = 0
        for values in groups:
            coefficients = _hermite(self.step, values)
            self.coefficients[:, : len(coefficients), column : column + coefficients.shape[-1]] = np.moveaxis(coefficients, 0, 1)
            column += coefficients.shape[-1]

    def __call__(self, t: Array, order: int = 0) -> Array:
        """Return values and derivatives (order+1, len(t), columns) at times t within the grid."""
        i = np.clip(np.searchsorted(self.grid, t, side="right") - 1, 0, len(self.step) - 1)
        coefficients, degree = self.coefficients[i], self.coefficients.shape[1] - 1
        powers = np.ones((len(t), degree + 1))
        powers[:, 1:] = ((t - self.grid[i]) / self.step[i])[:, None]
        powers = np.cumprod(powers, axis=1)
        out = np.empty((order + 1, len(t), coefficients.shape[-1]))
        for k in range(order + 1):
            weights = powers[:, : degree + 1 - k] * [perm(j, k) for j in range(k, degree + 1)]
            np.einsum("tj,tjc->tc", weights, coefficients[:, k:], out=out[k])
            out[k] /= self.step[i, None] ** k
        return out


def _hermite(step: Array, values: Array) -> Array:
    """Return coefficients (2k, T-1, columns) of powers of y = (t - t_i) / step_i from values and derivatives (k, T, columns)."""
    k = len(values)
    scale = step[:, None] ** np.arange(k)[:, None, None] / np.array([float(factorial(i)) for i in range(k)])[:, None, None]
    # the first k coefficients follow from the left end; the others correct the values at the right end
    left, right = values[:, :-1] * scale, values[:, 1:] * scale
    by_left, by_right = _binomials(k)
    missing = right - np.tensordot(by_left, left, axes=1)
    return np.concatenate([left, np.tensordot(by_right, missing, axes=1)])


@lru_cache(maxsize=8)
def _binomials(k: int) -> tuple[Array, Array]:
    """Return the two matrices (k, k) of `_hermite`.

    A polynomial sum_j c_j y^j of degree 2k - 1 has the i-th derivatives / i! at y = 1, i = 0, ..., k - 1. The first matrix maps
    c_0, ..., c_(k-1) to their contribution to these values, the second maps the remainder of the values to c_k, ..., c_(2k-1).
    """
    every = np.array([[comb(j, i) for j in range(2 * k)] for i in range(k)], dtype=np.float64)
    return every[:, :k], np.linalg.inv(every[:, k:])


class ArrayMotion(Path):
    """Motion q(t) of all joints of an arm of any index, from the states of its `ReducedOde`; at rest before and after the grid.

    Between grid points the states are polynomials of degree 5, through value and two derivatives at both ends. The joints follow
    from the states and the path at each instant. So the tool is on its path, and the equations of the motorless joints hold,
    between grid points as well.
    """

    def __init__(self, form: ReducedOde, path: Path, grid: Array, jets: Array) -> None:
        """Create the motion; jets: positions and derivatives of all joints (k, T, n) at the times `grid` (T,).

        With states, the jets need `KNOWN` derivatives or more.
        """
        self.form, self.path, self.grid, self.jets = form, path, grid, jets
        self.n = form.dae.n
        self.start_time, self.end_time = float(grid[0]), float(grid[-1])
        self.smoothness, self.max_order = path.smoothness - form.more, path.max_order - form.more
        self.states = HermitePieces(grid, form.state(jets, KNOWN - 1)) if form.size else None

    def derivatives(self, t: Array, order: int) -> Array:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        at = np.clip(t.reshape(-1), self.start_time, self.end_time)
        still = (t.reshape(-1) < self.start_time) | (t.reshape(-1) > self.end_time)
        near = np.clip(np.searchsorted(self.grid, at), 0, len(self.grid) - 1)
        needed = max(order, 2)
        apart, k = (at - self.grid[near])[:, None], len(self.jets)
        guess = np.array([sum(self.jets[i + j, near] * apart**j / factorial(j) for j in range(k - i)) for i in range(k)])
        target = self.form.dae.outputs.target(self.path, at, needed + self.form.more)
        states = np.zeros((len(at), 0)) if self.states is None else self.states(at)[0]
        out = self.form.jet(guess, states, target, needed)[: order + 1]
        out[1:, still] = 0.0
        return out.reshape(order + 1, *t.shape, self.n)

    def remedy(self, order: int) -> str:
        """Return advice, for error messages, on how to obtain a path with a continuous derivative of this order; see `Path`."""
        return self.path.remedy(order + self.form.more)
