"""Motion splines with free geometry and duration: B-splines q(x) of the fraction x = t/T of the duration, with given ends."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from jounce.numbers.packing import Array

KNOT_TOLERANCE = 1e-12
"""Distance of two knots that are the same."""


class BoundaryConditions(NamedTuple):
    """q and its time derivatives at both ends, as many rows as are given: (k, n) each."""

    start: Array
    goal: Array

    def coefficients(self, knots: Array, degree: int, duration: float) -> tuple[Array, Array]:
        """The first and the last coefficients of a spline that begins and ends so, (k, n) each."""
        found = []
        for rows, at in ((self.start, 0), (self.goal, -1)):
            k = len(rows)
            scale = duration ** np.arange(k, dtype=np.float64)
            found.append(_derivatives_to_coefficients(tuple(knots), degree, k, at) @ (scale[:, None] * rows))
        return found[0], found[1]


@lru_cache(maxsize=64)
def _derivatives_to_coefficients(knots: tuple[float, ...], degree: int, k: int, at: int) -> Array:
    """(k, k): from derivatives at an end to the coefficients there."""
    from scipy.interpolate import BSpline

    count = len(knots) - degree - 1
    found = BSpline(np.array(knots), np.eye(count), degree)
    rows = np.stack([found(0.0 if at == 0 else 1.0, nu=j) for j in range(k)])
    here = rows[:, :k] if at == 0 else rows[:, count - k :]
    return np.linalg.inv(here)


class MotionSpline(NamedTuple):
    """A motion."""

    knots: Array
    coefficients: Array
    """(c, n)."""
    duration: float
    """[s]."""
    passing: Array
    """Shares of the duration at which points are passed."""

    @property
    def degree(self) -> int:
        """Of the spline."""
        return len(self.knots) - len(self.coefficients) - 1

    @property
    def pieces(self) -> int:
        """How many there are."""
        return len(self.coefficients) - self.degree

    @property
    def centres(self) -> Array:
        """Shares of the duration (c,) that coefficients belong to."""
        return np.array([self.knots[i + 1 : i + self.degree + 1].mean() for i in range(len(self.coefficients))])

    def design(self, x: Array, order: int) -> Array:
        """Every B-spline and its derivatives by x (order+1, N, c)."""
        return _basis_derivatives(self.knots.tobytes(), self.degree, x.tobytes(), order)

    def motion(self, x: Array, order: int) -> Array:
        """q and its derivatives by time (order+1, N, n)."""
        scale = self.duration ** -np.arange(order + 1, dtype=np.float64)
        return (self.design(x, order) @ self.coefficients) * scale[:, None, None]

    def with_boundary(self, ends: BoundaryConditions) -> "MotionSpline":
        """The same with its ends as they are given."""
        c = self.coefficients.copy()
        first, last = ends.coefficients(self.knots, self.degree, self.duration)
        c[: len(first)], c[len(c) - len(last) :] = first, last
        return self._replace(coefficients=c)

    def duration_derivative(self, ends: BoundaryConditions) -> Array:
        """How coefficients (c, n) change with the logarithm of the duration: those that the ends fix."""
        faster = BoundaryConditions(*(np.arange(len(rows))[:, None] * rows for rows in ends))
        return self._replace(coefficients=np.zeros_like(self.coefficients)).with_boundary(faster).coefficients

    def with_knots(self, inner: Array) -> "MotionSpline":
        """Return the same motion with those knots of `inner` inserted that it does not have."""
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
    from scipy.interpolate import BSpline

    t = np.frombuffer(knots)
    found = BSpline(t, np.eye(len(t) - degree - 1), degree)
    return np.stack([found(np.frombuffer(x), nu=k) for k in range(order + 1)])


def graded_knots(pieces: int, halvings: tuple[int, int]) -> Array:
    """Return knots from 0 to 1 of so many pieces of one length, the first and the last of them halved towards the end so often.

    Those of twice as many pieces contain those of `pieces`.
    """
    inner = np.linspace(0.0, 1.0, pieces + 1)
    ends = [0.5 ** np.arange(1, count + 1) / pieces for count in halvings]
    return np.unique(np.concatenate([inner, ends[0], 1.0 - ends[1]]))


def approximate_motion(q: Callable[[Array], Array], inner: Array, degree: int, duration: float, passing: Array) -> MotionSpline:
    """Return a course with knots `inner` near a curve q(x) of fractions x (N,) of the duration: its coefficients are on it."""
    knots = np.concatenate([np.zeros(degree), inner, np.ones(degree)])
    spline = MotionSpline(knots, np.zeros((len(inner) - 1 + degree, 1)), duration, passing)
    return spline._replace(coefficients=q(spline.centres))


def polynomial_motion(start: Array, goal: Array, degree: int, duration: float) -> MotionSpline:
    """Return the polynomial of odd degree from rest to rest, as a spline of one piece."""
    knots = np.repeat([0.0, 1.0], degree + 1)
    coefficients = np.repeat([start, goal], (degree + 1) // 2, axis=0)
    return MotionSpline(knots, coefficients, duration, np.zeros(0))
