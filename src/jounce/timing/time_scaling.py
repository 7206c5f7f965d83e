"""Time scaling: a monotone B-spline w(x) from 0 to 1 of the normalised time x = t/T, independent of the duration T.

B-splines and their derivatives are evaluated by the Cox-de Boor recursion.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.path_geometry import TimedPath
from jounce.trajectory.path import Path
from jounce.trajectory.polynomial import smooth_step


def knot_intervals(knots: Array, degree: int, x: Array) -> Array:
    """Return the index (N,) of the knot interval that contains each x (N,); the last interval includes its end."""
    return np.clip(np.searchsorted(knots, x, side="right") - 1, degree, len(knots) - degree - 2)


def local_basis(knots: Array, degree: int, x: Array, order: int, interval: Array) -> Array:
    """Return B-splines `interval` - degree to `interval` at x (N,) and their derivatives by x, (order+1, N, degree+1).

    interval (N,): index of the knot interval whose polynomials are evaluated; they are extrapolated where x lies outside the
    interval.
    """
    near = knots[interval[:, None] + np.arange(1 - degree, degree + 1)]
    lower, inverse_widths = [np.ones((len(x), 1))], [np.zeros((len(x), 0))]  # by degree 0, 1, ...
    for d in range(1, degree + 1):
        left, right = near[:, degree - d : degree], near[:, degree : degree + d]
        inverse_widths.append(1.0 / (right - left))
        weights = lower[-1] * inverse_widths[-1]
        values = np.zeros((len(x), d + 1))
        values[:, :-1] = (right - x[:, None]) * weights
        values[:, 1:] += (x[:, None] - left) * weights
        lower.append(values)
    rows = np.zeros((order + 1, len(x), degree + 1))
    for k in range(min(order, degree) + 1):
        values = lower[degree - k]
        for d in range(degree - k + 1, degree + 1):
            difference = d * values * inverse_widths[d]
            values = np.zeros((len(x), d + 1))
            values[:, :-1] = -difference
            values[:, 1:] += difference
        rows[k] = values
    return rows


class TimeScaling(NamedTuple):
    """Time scaling w(x): a B-spline of the normalised time x = t/T, with knots from 0 to 1."""

    knots: Array
    coefficients: Array
    rest: int
    """Number of coefficients at each end that the boundary conditions determine."""
    motion: tuple[Array, Array] | None = None
    """Time derivatives of w at start and end, (rest,) each, from order 0 on; None for rest at both ends."""

    @property
    def degree(self) -> int:
        """Return the degree of the spline."""
        return len(self.knots) - len(self.coefficients) - 1

    @property
    def pieces(self) -> int:
        """Return the number of polynomial pieces."""
        return len(self.coefficients) - self.degree

    def evaluate(self, x: Array, order: int) -> Array:
        """Return w and its derivatives by x, (order+1, N), at x (N,)."""
        from scipy.interpolate import BSpline

        spline = BSpline(self.knots, self.coefficients, self.degree)
        return np.stack([spline(x, nu=k) for k in range(order + 1)])

    def design(self, x: Array, order: int) -> Array:
        """Return all B-splines of the basis and their derivatives by x, (order+1, N, c), at x (N,)."""
        from scipy.interpolate import BSpline

        basis = BSpline(self.knots, np.eye(len(self.coefficients)), self.degree)
        return np.stack([basis(x, nu=k) for k in range(order + 1)])

    def with_motion(self, motion: tuple[Array, Array], duration: float) -> "TimeScaling":
        """Return the time scaling with prescribed time derivatives of w at its ends, for a duration [s].

        motion: derivatives at start and end, as in the field `motion`.
        """
        moving, c = self._replace(motion=motion), self.coefficients.copy()
        boundary = moving._boundary_spline(duration)
        c[: self.rest], c[-self.rest :] = boundary[: self.rest], boundary[-self.rest :]
        return moving._replace(coefficients=c)

    def with_duration(self, duration: float, other: float) -> "TimeScaling":
        """Return the time scaling for the duration `other` [s] with the boundary motion that this time scaling has for
        `duration` [s]."""
        if self.motion is None:
            return self
        return self._replace(coefficients=self.coefficients + self._boundary_spline(other) - self._boundary_spline(duration))

    def by_duration(self, duration: float) -> Array:
        """Return dc/dlogT (c,), the change of the coefficients with the duration T that keeps the motion at the ends."""
        return self._boundary_spline(duration, 1)

    def _boundary_spline(self, duration: float, order: int = 0) -> Array:
        """Return the coefficients (c,) of a spline that has the boundary motion; with order 1, their derivatives T d/dT.

        The spline blends the Taylor polynomials of both ends, so that it changes smoothly with the duration T. Changing only
        the coefficients that the boundary conditions determine was rejected: the highest derivatives of w near the ends would
        then change with T times a power of the number of pieces.
        """
        count = len(self.coefficients)
        if self.motion is None:
            return np.zeros(count)
        x = np.array([self.knots[i + 1 : i + self.degree + 1].mean() for i in range(count)])
        k = np.arange(self.rest)
        values = self.design(x, 0)[0]
        progress = (np.arange(count) - self.rest + 1) / (count - 2 * self.rest + 1)
        blend = smooth_step(np.clip(progress, 0.0, 1.0), 2 * self.rest + 1, 0)[0]
        coefficients = np.zeros(count)
        for at, rows, weight in ((0.0, self.motion[0], 1.0 - blend), (1.0, self.motion[1], blend)):
            terms = rows * (duration**k * k**order / np.cumprod(np.maximum(k, 1)))
            coefficients += weight * np.linalg.solve(values, (x[:, None] - at) ** k @ terms)
        return coefficients

    def timed_path(self, path: Path, duration: float) -> TimedPath:
        """Return the path with this time scaling as its timing law, and this duration [s]."""
        return TimedPath(path, self.knots, self.coefficients, self.rest, duration)


def approximate_scaling(timing: Callable[[Array], Array], pieces: int, degree: int, rest: int) -> TimeScaling:
    """Return Schoenberg's variation-diminishing spline of a timing law w(x): coefficients are w at the Greville abscissae.

    The spline is monotone if the timing law is. The first and last `rest` coefficients are 0 and 1, so that the ends are at
    rest.
    """
    knots = _clamped_knots(pieces, degree)
    centres = np.array([knots[i + 1 : i + degree + 1].mean() for i in range(pieces + degree)])
    coefficients = timing(centres)
    coefficients[:rest], coefficients[-rest:] = 0.0, 1.0
    return TimeScaling(knots, coefficients, rest)


def refine(scaling: TimeScaling) -> TimeScaling:
    """Return the same function w(x) on a spline with every piece halved, by knot insertion."""
    inner = np.unique(scaling.knots)
    return _insert_knots(scaling, 0.5 * (inner[1:] + inner[:-1]))


def refine_ends(scaling: TimeScaling) -> TimeScaling:
    """Return the same function w(x) on a spline with the first and last piece cut into two quarters and a half.

    The quarters lie next to the ends.
    """
    inner = np.unique(scaling.knots)
    share = np.array([0.25, 0.5])
    return _insert_knots(scaling, np.concatenate([inner[1] * share, 1.0 - (1.0 - inner[-2]) * share]))


def _insert_knots(scaling: TimeScaling, places: Array) -> TimeScaling:
    """Return the same function w(x) on a spline with further knots at `places` (k,)."""
    from scipy.interpolate import BSpline, insert

    spline = BSpline(scaling.knots, scaling.coefficients, scaling.degree)
    for x in places:
        spline = insert(x, spline)
    count = len(spline.t) - scaling.degree - 1
    return scaling._replace(knots=spline.t, coefficients=spline.c[:count])


def _clamped_knots(pieces: int, degree: int) -> Array:
    """Return uniform knots on [0, 1] with full multiplicity at both ends."""
    return np.concatenate([np.zeros(degree), np.linspace(0.0, 1.0, pieces + 1), np.ones(degree)])


def samples(knots: Array, each: int) -> Array:
    """Return normalised times (N,): `each` evenly spaced times in every knot interval, and 1."""
    inner = np.unique(knots)
    return np.append((inner[:-1, None] + np.diff(inner)[:, None] * np.arange(each) / each).ravel(), 1.0)
