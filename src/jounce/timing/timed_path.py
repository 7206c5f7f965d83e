"""Paths with a time scaling: a geometric path q(w) composed with a B-spline w(t), and a motion that is a B-spline q(t) itself."""

from collections.abc import Callable
from math import factorial
from typing import Any

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.path_geometry import PathGeometry, joint_motion
from jounce.timing.timing_status import TimingStatus
from jounce.trajectory.path import Path


class TimedPath(Path):
    """Geometric path q(w) composed with a time scaling w(t), a B-spline from 0 to 1 within `duration` [s].

    Before its start and after its end the motion rests. At an end with nonzero velocity the motion continues as the Taylor
    polynomial of its derivatives there.
    """

    _status: TimingStatus | Callable[[], TimingStatus]

    def __init__(self, path: Path, knots: Array, coefficients: Array, rest: int, duration: float) -> None:
        """Compose the path with w; knots of w over t / duration, from 0 to 1; coefficients (c,) of w; rest: number of derivatives
        of w, from order 0 on, that are prescribed at each end (at rest, w leaves 0 as t^rest)."""
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
        """Positions and derivatives (rest, n) at both ends [rad or m, per s^k]; None at an end at rest."""
        self.kinks = (self.start_time + duration * np.unique(knots)[1:-1]).tolist()

    @property
    def status(self) -> TimingStatus:
        """Return duration and limit utilisation; for rigid joints the proof runs on first access."""
        if not isinstance(self._status, TimingStatus):
            self._status = self._status()
        return self._status

    def set_status(self, status: TimingStatus | Callable[[], TimingStatus]) -> None:
        """Set the status, or a function that computes it on first access."""
        self._status = status

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the computed status in place of the function that computes it."""
        return {**self.__dict__, "_status": self.status} if hasattr(self, "_status") else self.__dict__

    def timing(self, x: Array, order: int) -> Array:
        """Return w and its time derivatives (order+1, N) at fractions x (N,) of the duration."""
        return np.stack([self._rows[k](x) / self.duration**k for k in range(order + 1)])

    def derivatives(self, t: Array, order: int) -> Array:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
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
    """Motion q(t / duration), a B-spline in time from 0 to `duration` [s], whose geometry and timing were optimised together.

    Before its start and after its end the motion rests. At an end with nonzero velocity the motion continues as the polynomial of
    its first or last piece.
    """

    status: TimingStatus
    """Duration and limit utilisation."""

    def __init__(self, knots: Array, coefficients: Array, duration: float, moving: tuple[bool, bool], rest: int) -> None:
        """Create the motion; knots over t / duration, from 0 to 1; coefficients (c, n) [rad or m]; moving: True for an end with
        nonzero velocity; rest: number of equal coefficients at an end at rest."""
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
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        x = t / self.duration
        still = ((x < 0.0) & (not self.moving[0])) | ((x > 1.0) & (not self.moving[1]))
        inside = np.where(still, np.clip(x, 0.0, 1.0), x)
        out = np.stack([np.asarray(self._rows[k](inside)) / self.duration**k for k in range(order + 1)])
        out[1:, still] = 0.0
        return out


def _taylor_polynomial(rows: Array, t: Array, order: int) -> Array:
    """Return the polynomial in t (N,) with derivatives rows (k, n) at t = 0, and its derivatives, (order+1, N, n)."""
    out = np.zeros((order + 1, len(t), rows.shape[1]))
    for j in range(min(order + 1, len(rows))):
        for k in range(j, len(rows)):
            out[j] += t[:, None] ** (k - j) / factorial(k - j) * rows[k]
    return out
