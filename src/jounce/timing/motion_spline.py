"""Motion splines: B-splines q(x) of the normalised time x = t/T with free geometry, free duration T and prescribed boundary
conditions."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from jounce.numbers.packing import Array

KNOT_TOLERANCE = 1e-12
"""Distance, as a fraction of the duration, below which two knots count as the same knot."""


class BoundaryConditions(NamedTuple):
    """Boundary conditions: prescribed q and time derivatives of q at start and goal, (k, n) each, a row for each order [rad or
    m, per s^k]."""

    start: Array
    goal: Array

    def coefficients(self, knots: Array, degree: int, duration: float) -> tuple[Array, Array]:
        """Return the first and the last coefficients, (k, n) each, of a spline with these boundary conditions and a duration
        [s]."""
        coefficients = []
        for rows, at in ((self.start, 0), (self.goal, -1)):
            k = len(rows)
            scale = duration ** np.arange(k, dtype=np.float64)
            coefficients.append(_derivatives_to_coefficients(tuple(knots), degree, k, at) @ (scale[:, None] * rows))
        return coefficients[0], coefficients[1]


@lru_cache(maxsize=64)
def _derivatives_to_coefficients(knots: tuple[float, ...], degree: int, k: int, at: int) -> Array:
    """Return the matrix (k, k) from the derivatives of a spline by x at an end (at = 0 or -1) to the k coefficients at this
    end."""
    from scipy.interpolate import BSpline

    count = len(knots) - degree - 1
    basis = BSpline(np.array(knots), np.eye(count), degree)
    rows = np.stack([basis(0.0 if at == 0 else 1.0, nu=j) for j in range(k)])
    square = rows[:, :k] if at == 0 else rows[:, count - k :]
    return np.linalg.inv(square)


class MotionSpline(NamedTuple):
    """Motion q(x) as a B-spline of the normalised time x = t/T, and its duration T."""

    knots: Array
    coefficients: Array
    """Coefficients (c, n) [rad or m]."""
    duration: float
    """Duration T [s]."""
    passing: Array
    """Normalised times x (k,) at which the via points are passed."""

    @property
    def degree(self) -> int:
        """Return the degree of the spline."""
        return len(self.knots) - len(self.coefficients) - 1

    @property
    def pieces(self) -> int:
        """Return the number of polynomial pieces."""
        return len(self.coefficients) - self.degree

    @property
    def centres(self) -> Array:
        """Return the Greville abscissae (c,) of the coefficients, as values of x."""
        return np.array([self.knots[i + 1 : i + self.degree + 1].mean() for i in range(len(self.coefficients))])

    def design(self, x: Array, order: int) -> Array:
        """Return all B-splines of the basis and their derivatives by x, (order+1, N, c), at x (N,)."""
        return _basis_derivatives(self.knots.tobytes(), self.degree, x.tobytes(), order)

    def motion(self, x: Array, order: int) -> Array:
        """Return q and its time derivatives (order+1, N, n) [rad or m, per s^k] at normalised times x (N,)."""
        scale = self.duration ** -np.arange(order + 1, dtype=np.float64)
        return (self.design(x, order) @ self.coefficients) * scale[:, None, None]

    def with_boundary(self, ends: BoundaryConditions) -> "MotionSpline":
        """Return the spline with its first and last coefficients determined by the boundary conditions."""
        c = self.coefficients.copy()
        first, last = ends.coefficients(self.knots, self.degree, self.duration)
        c[: len(first)], c[len(c) - len(last) :] = first, last
        return self._replace(coefficients=c)

    def duration_derivative(self, ends: BoundaryConditions) -> Array:
        """Return dc/dlogT (c, n), which is nonzero only for the coefficients that the boundary conditions determine."""
        faster = BoundaryConditions(*(np.arange(len(rows))[:, None] * rows for rows in ends))
        return self._replace(coefficients=np.zeros_like(self.coefficients)).with_boundary(faster).coefficients

    def with_knots(self, inner: Array) -> "MotionSpline":
        """Return the same motion on a refined spline: knots of `inner` (k,), from 0 to 1, that the spline lacks are inserted."""
        from scipy.interpolate import BSpline, insert

        present = np.unique(self.knots)
        new = [x for x in inner if np.abs(present - x).min() > KNOT_TOLERANCE]
        columns = []
        for column in self.coefficients.T:
            spline = BSpline(self.knots, column, self.degree)
            for x in new:
                spline = insert(x, spline)
            columns.append(spline.c[: len(spline.t) - self.degree - 1])
        return self._replace(knots=spline.t, coefficients=np.stack(columns, axis=1))


@lru_cache(maxsize=32)
def _basis_derivatives(knots: bytes, degree: int, x: bytes, order: int) -> Array:
    """Return all B-splines of a basis and their derivatives by x, (order+1, N, c), cached.

    knots, x: the bytes of arrays of doubles.
    """
    from scipy.interpolate import BSpline

    t = np.frombuffer(knots)
    basis = BSpline(t, np.eye(len(t) - degree - 1), degree)
    return np.stack([basis(np.frombuffer(x), nu=k) for k in range(order + 1)])


def graded_knots(pieces: int, halvings: tuple[int, int]) -> Array:
    """Return knots from 0 to 1 of equal pieces, with the first and the last piece halved towards the end repeatedly.

    halvings: how often, (at the start, at the end). The knots of twice as many pieces contain the knots of `pieces`.
    """
    inner = np.linspace(0.0, 1.0, pieces + 1)
    ends = [0.5 ** np.arange(1, count + 1) / pieces for count in halvings]
    return np.unique(np.concatenate([inner, ends[0], 1.0 - ends[1]]))


def approximate_motion(q: Callable[[Array], Array], inner: Array, degree: int, duration: float, passing: Array) -> MotionSpline:
    """Return Schoenberg's variation-diminishing spline of a path q(x): its coefficients are q at the Greville abscissae.

    inner: distinct knots from 0 to 1; passing (k,): normalised times at the via points.
    """
    knots = np.concatenate([np.zeros(degree), inner, np.ones(degree)])
    spline = MotionSpline(knots, np.zeros((len(inner) - 1 + degree, 1)), duration, passing)
    return spline._replace(coefficients=q(spline.centres))


def polynomial_motion(start: Array, goal: Array, degree: int, duration: float) -> MotionSpline:
    """Return the rest-to-rest polynomial of odd degree from start to goal as a motion spline of one piece."""
    knots = np.repeat([0.0, 1.0], degree + 1)
    coefficients = np.repeat([start, goal], (degree + 1) // 2, axis=0)
    return MotionSpline(knots, coefficients, duration, np.zeros(0))
