"""The shape of a timing: a B-spline w(x) of the share x = t/T of the duration, rising from 0 to 1."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.timed_path import TimedPath
from jounce.trajectory.path import Path
from jounce.trajectory.smooth_step import smooth_step


class TimeScaling(NamedTuple):
    """A timing but for its duration."""

    knots: Array
    coefficients: Array
    rest: int
    """How many coefficients at each end are held."""
    motion: tuple[Array, Array] | None = None
    """Time derivatives of w at both ends, (rest,) each, from w itself on; none where it rests there."""

    @property
    def degree(self) -> int:
        """Of the spline."""
        return len(self.knots) - len(self.coefficients) - 1

    @property
    def pieces(self) -> int:
        """How many there are."""
        return len(self.coefficients) - self.degree

    def evaluate(self, x: Array, order: int) -> Array:
        """w and its derivatives by x (order+1, N) at shares x (N,) of the duration."""
        from scipy.interpolate import BSpline

        found = BSpline(self.knots, self.coefficients, self.degree)
        return np.stack([found(x, nu=k) for k in range(order + 1)])

    def design(self, x: Array, order: int) -> Array:
        """Every B-spline and its derivatives by x (order+1, N, c)."""
        from scipy.interpolate import BSpline

        found = BSpline(self.knots, np.eye(len(self.coefficients)), self.degree)
        return np.stack([found(x, nu=k) for k in range(order + 1)])

    def with_motion(self, motion: tuple[Array, Array], duration: float) -> "TimeScaling":
        """The same with this motion at its ends, which takes this duration [s]."""
        there, c = self._replace(motion=motion), self.coefficients.copy()
        base = there._boundary_spline(duration)
        c[: self.rest], c[-self.rest :] = base[: self.rest], base[-self.rest :]
        return there._replace(coefficients=c)

    def with_duration(self, duration: float, other: float) -> "TimeScaling":
        """A timing that takes a duration [s], changed so that with the other it has the same motion at its ends."""
        if self.motion is None:
            return self
        return self._replace(coefficients=self.coefficients + self._boundary_spline(other) - self._boundary_spline(duration))

    def by_duration(self, duration: float) -> Array:
        """How coefficients (c,) then change with the logarithm of the duration."""
        return self._boundary_spline(duration, 1)

    def _boundary_spline(self, duration: float, order: int = 0) -> Array:
        """Coefficients (c,) that have the motion at the ends and change smoothly with the duration T: those of its Taylor
        polynomials at both ends, blended. If only those that are held changed with T, the highest derivatives of w near the ends
        would change with T times the power of the number of pieces. order 1: T times their derivatives by T."""
        count = len(self.coefficients)
        if self.motion is None:
            return np.zeros(count)
        x = np.array([self.knots[i + 1 : i + self.degree + 1].mean() for i in range(count)])
        k = np.arange(self.rest)
        values = self.design(x, 0)[0]
        way = (np.arange(count) - self.rest + 1) / (count - 2 * self.rest + 1)
        blend = smooth_step(np.clip(way, 0.0, 1.0), 2 * self.rest + 1, 0)[0]
        found = np.zeros(count)
        for end, rows, part in ((0.0, self.motion[0], 1.0 - blend), (1.0, self.motion[1], blend)):
            terms = rows * (duration**k * k**order / np.cumprod(np.maximum(k, 1)))
            found += part * np.linalg.solve(values, (x[:, None] - end) ** k @ terms)
        return found

    def timed_path(self, path: Path, duration: float) -> TimedPath:
        """The motion."""
        return TimedPath(path, self.knots, self.coefficients, self.rest, duration)


def approximate_scaling(timing: Callable[[Array], Array], pieces: int, degree: int, rest: int) -> TimeScaling:
    """A timing w(x) as such a spline, near enough: rising as it is, and at rest as the ends are."""
    knots = _clamped_knots(pieces, degree)
    centres = np.array([knots[i + 1 : i + degree + 1].mean() for i in range(pieces + degree)])
    coefficients = timing(centres)
    coefficients[:rest], coefficients[-rest:] = 0.0, 1.0
    return TimeScaling(knots, coefficients, rest)


def refine(scaling: TimeScaling) -> TimeScaling:
    """Return the same timing with every piece halved."""
    inner = np.unique(scaling.knots)
    return _insert_knots(scaling, 0.5 * (inner[1:] + inner[:-1]))


def refine_ends(scaling: TimeScaling) -> TimeScaling:
    """Return the same timing with the first and the last piece cut into a half and two quarters, those at the ends."""
    inner = np.unique(scaling.knots)
    share = np.array([0.25, 0.5])
    return _insert_knots(scaling, np.concatenate([inner[1] * share, 1.0 - (1.0 - inner[-2]) * share]))


def _insert_knots(scaling: TimeScaling, places: Array) -> TimeScaling:
    """Return the same timing with more knots."""
    from scipy.interpolate import BSpline, insert

    found = BSpline(scaling.knots, scaling.coefficients, scaling.degree)
    for x in places:
        found = insert(x, found)
    count = len(found.t) - scaling.degree - 1
    return scaling._replace(knots=found.t, coefficients=found.c[:count])


def _clamped_knots(pieces: int, degree: int) -> Array:
    return np.concatenate([np.zeros(degree), np.linspace(0.0, 1.0, pieces + 1), np.ones(degree)])


def samples(knots: Array, each: int) -> Array:
    """Shares of the duration, `each` in every piece between two knots, and the last knot."""
    inner = np.unique(knots)
    return np.append((inner[:-1, None] + np.diff(inner)[:, None] * np.arange(each) / each).ravel(), 1.0)
