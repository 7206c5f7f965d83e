"""A path run through with another timing."""

from collections.abc import Callable
from math import factorial
from typing import Any

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.path_geometry import PathGeometry, joint_motion
from jounce.timing.timing_status import TimingStatus
from jounce.trajectory.path import Path


class TimedPath(Path):
    """q(w(t)): the curve of a path, run along by a B-spline w of the time, from 0 to 1 in `duration` [s].

    Outside it rests. Where it moves at an end, it goes on from there as a polynomial in time with the derivatives that it has.
    """

    _status: TimingStatus | Callable[[], TimingStatus]

    def __init__(self, path: Path, knots: Array, coefficients: Array, rest: int, duration: float) -> None:
        """knots: of w over t / duration, 0 to 1; rest: the power of t with which w leaves 0 and reaches 1."""
        from scipy.interpolate import BSpline

        self.path, self.knots, self.coefficients, self.duration = path, knots, coefficients, duration
        self.geometry, self.space = PathGeometry(path), path.space
        degree = len(knots) - len(coefficients) - 1
        self._rows = [BSpline(knots, coefficients, degree)]
        for _ in range(degree):
            self._rows.append(self._rows[-1].derivative())
        self.n = path.n
        self.start_time, self.end_time = path.start_time, path.start_time + duration
        self.inner_smoothness = min(degree - 1, self.geometry.smoothness)
        self.smoothness = min(self.inner_smoothness, rest * self.geometry.power - 1)
        self.max_order = min(degree, self.geometry.max_order)
        motion = joint_motion(self.geometry, self.timing(np.array([0.0, 1.0]), rest - 1)).transpose(1, 0, 2)
        self.motion: tuple[Array | None, ...] = tuple(rows if rows[1:].any() else None for rows in motion)
        """Positions and derivatives (rest, n) at both ends; none where it rests."""
        self.kinks = (self.start_time + duration * np.unique(knots)[1:-1]).tolist()

    @property
    def status(self) -> TimingStatus:
        """How fast it is and what keeps it from being faster; of rigid joints proved when it is first asked for."""
        if not isinstance(self._status, TimingStatus):
            self._status = self._status()
        return self._status

    def set_status(self, status: TimingStatus | Callable[[], TimingStatus]) -> None:
        """Its status, or how to find it."""
        self._status = status

    def __getstate__(self) -> dict[str, Any]:
        """A function is not kept, what it finds is."""
        return {**self.__dict__, "_status": self.status} if hasattr(self, "_status") else self.__dict__

    def timing(self, x: Array, order: int) -> Array:
        """w and its time derivatives (order+1, N) at shares x (N,) of the duration."""
        return np.stack([self._rows[k](x) / self.duration**k for k in range(order + 1)])

    def derivatives(self, t: Array, order: int) -> Array:
        """See `Path`."""
        x = (t.ravel() - self.start_time) / self.duration
        out = joint_motion(self.geometry, self.timing(np.clip(x, 0.0, 1.0), order))
        for outside, end, rows in (
            (t.ravel() < self.start_time, self.start_time, self.motion[0]),
            (t.ravel() > self.end_time, self.end_time, self.motion[1]),
        ):
            if rows is None:
                out[1:, outside] = 0.0
            else:
                out[:, outside] = _taylor_polynomial(rows, t.ravel()[outside] - end, order)
        return out.reshape(order + 1, *t.shape, self.n)


class Move(Path):
    """q(t / duration), a B-spline in time, from 0 to `duration` [s].

    Outside it rests. Where it moves at an end, it goes on from there as the polynomial that its last piece is.
    """

    status: TimingStatus
    """How fast it is and what keeps it from being faster."""

    def __init__(self, knots: Array, coefficients: Array, duration: float, moving: tuple[bool, bool], rest: int) -> None:
        """knots: over t / duration, 0 to 1; coefficients (c, n) [rad or m]; moving: whether it begins, and ends, in motion; rest:
        how many coefficients are equal at an end at rest."""
        from scipy.interpolate import BSpline

        self.knots, self.coefficients, self.duration, self.moving = knots, coefficients, duration, moving
        degree = len(knots) - len(coefficients) - 1
        self._rows = [BSpline(knots, coefficients, degree)]
        for _ in range(degree):
            self._rows.append(self._rows[-1].derivative())
        self.n = coefficients.shape[1]
        self.start_time, self.end_time = 0.0, duration
        self.inner_smoothness = degree - 1
        self.smoothness = self.inner_smoothness if all(moving) else min(self.inner_smoothness, rest - 1)
        self.max_order = degree
        self.kinks = (duration * np.unique(knots)[1:-1]).tolist()

    def derivatives(self, t: Array, order: int) -> Array:
        """See `Path`."""
        x = t / self.duration
        still = ((x < 0.0) & (not self.moving[0])) | ((x > 1.0) & (not self.moving[1]))
        inside = np.where(still, np.clip(x, 0.0, 1.0), x)
        out = np.stack([np.asarray(self._rows[k](inside)) / self.duration**k for k in range(order + 1)])
        out[1:, still] = 0.0
        return out


def _taylor_polynomial(rows: Array, t: Array, order: int) -> Array:
    """The polynomial in t (N,) with these derivatives (k, n) at zero, and its derivatives (order+1, N, n)."""
    out = np.zeros((order + 1, len(t), rows.shape[1]))
    for j in range(min(order + 1, len(rows))):
        for k in range(j, len(rows)):
            out[j] += t[:, None] ** (k - j) / factorial(k - j) * rows[k]
    return out
