"""Geometric paths: the curve q(w) of a path over a path parameter w from 0 to 1, without its timing law.

A motion along the path is the composition q(w(t)) of the geometric path with a time scaling w(t). Its time derivatives follow
by composing Taylor series.
"""

import copy
import math
from collections.abc import Callable
from math import factorial
from typing import Any

import numpy as np

from jounce.errors import InputError, SmoothnessError
from jounce.inverse.inverse_kinematics import JointPath
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.timing.timing_status import TimingStatus
from jounce.trajectory.circle import Circle
from jounce.trajectory.path import Path
from jounce.trajectory.polyline import Polyline
from jounce.trajectory.polynomial import RestToRest, Timing


class PathGeometry:
    """Geometric path q(w), 0 <= w <= 1, of a path in joint space or of a path of the tool.

    The parameter w of a line, an arc or a polyline is the fraction of the path length (see `geometric_path`). Any other path is
    parametrised by its own time u, w = (u - u_0) / (u_1 - u_0). Where such a path begins and ends at rest, q - q_0 grows as
    w^`power`, so that w(t) itself need not rest there.
    """

    def __init__(self, path: Path) -> None:
        """Split a path into geometry and timing law; raise `InputError` if the path has no end."""
        self.path, self.n = path, path.n
        self.begin, self.length = path.start_time, path.end_time - path.start_time
        if not np.isfinite(self.length):
            raise InputError("path: it never ends, so there is no time to make least. Use a path with a start and an end.")
        self._geometric_path = geometric_path(path)
        self.power: float = 1 if self._geometric_path is not None else path.smoothness + 1
        along = path if self._geometric_path is None else self._geometric_path
        self.smoothness: float = getattr(along, "inner_smoothness", along.smoothness)
        """Order of the highest derivative of q by w that is continuous between the ends."""
        self.max_order: float = along.max_order
        times = np.asarray([] if isinstance(path, JointPath) else getattr(path, "times", ()), dtype=np.float64)
        self.knots: Array = (
            (times - self.begin) / self.length if self._geometric_path is None else np.asarray(self._geometric_path.kinks)
        )
        """Known values of w at which higher derivatives jump: waypoints, zones around corners."""
        pieces = None if isinstance(path, JointPath) else path.piece_ends
        straight = isinstance(self._geometric_path, RestToRest)
        self.degree: int | None = (
            1 if straight else None if pieces is None or self._geometric_path is not None else int(path.max_order)
        )
        """Degree of the piecewise polynomial q(w); None if q(w) is not piecewise polynomial."""
        whole = pieces is None or straight
        self.breaks: Array = np.array([0.0, 1.0]) if whole else (np.asarray(pieces) - self.begin) / self.length
        """Ends (k+1,) of the polynomial pieces of q(w), from 0 to 1."""

    def __call__(self, w: Array, order: int) -> Array:
        """Return q and its derivatives by w, (order+1, N, n) [rad or m], at path parameters w (N,)."""
        if self._geometric_path is not None:
            return self._geometric_path(w, order)
        scale = self.length ** np.arange(order + 1)
        return self.path(self.begin + self.length * w, order) * scale[:, None, None]

    def time(self, w: float) -> float:
        """Return the time [s] at which the path, run with its own timing law, reaches the path parameter w."""
        if self._geometric_path is None:
            return float(self.begin + self.length * w)
        u = np.linspace(self.path.start_time, self.path.end_time, 1001)
        return float(np.interp(w, timing_law(self.path)(u, 0)[0], u))

    def require(self, order: int, robot: str) -> None:
        """Raise `SmoothnessError` if a derivative by w up to `order` jumps between the ends.

        robot: name of the robot, for the message.
        """
        if self.smoothness < order or self.max_order < order:
            raise SmoothnessError(
                f"path: its derivative {self.smoothness + 1:g} jumps on the way, but to run along it with the limits of robot "
                f"{robot!r} derivatives to order {order} must not jump. {self.path.remedy(order + 1)}"
            )


def joint_motion(geometry: PathGeometry, W: Array) -> Array:
    """Return q and its time derivatives (k+1, N, n) from w and its time derivatives W (k+1, N), by the chain rule."""
    jet = Jet.from_derivatives([row[:, None] for row in W])
    return np.stack(np.broadcast_arrays(*jet.compose(list(geometry(W[0], len(W) - 1))).derivatives()))


def joint_tangents(geometry: PathGeometry, W: Array) -> Array:
    """Return dq/dw along the motion and its time derivatives (k+1, N, n), from w and its time derivatives W (k+1, N).

    A variation v(t) of w changes q by q'(w(t)) v(t), and therefore changes derivative j of q by the sum over k of binomial(j,
    k) (q'(w(t)))^(j-k) v^(k).
    """
    jet = Jet.from_derivatives([row[:, None] for row in W])
    return np.stack(np.broadcast_arrays(*jet.compose(list(geometry(W[0], len(W))[1:])).derivatives()))


class IdentityTiming(Timing):
    """Timing law w = t: the fraction of the path length is the time."""

    def __init__(self, degree: int) -> None:
        """Create the law; degree: degree of the replaced timing law, which determines how a polyline rounds its corners."""
        super().__init__(1.0, degree)

    def __call__(self, t: Array, order: int) -> Array:
        """Return w = t and its derivatives (order+1, ...); see `Timing`."""
        out = np.zeros((order + 1, *t.shape))
        out[0] = t
        out[1:2] = 1.0
        return out


def timing_law(path: Path) -> Timing:
    """Return the timing law of a line, an arc or a polyline, or of the tool path that a joint path follows."""
    inner = path.path if isinstance(path, JointPath) else path
    assert isinstance(inner, RestToRest | Circle | Polyline)
    return inner.timing


def geometric_path(path: Path) -> Path | None:
    """Return the path q(w) with w from 0 to 1 the fraction of the path length; None if the path has no timing law to remove.

    Lines, arcs and polylines have a timing law, and so has a joint path that moves the tool along one of these.
    """
    if isinstance(path, JointPath):
        robot, inner, *arguments = path._made_from[0]
        untimed = geometric_path(inner)
        return None if untimed is None else JointPath(robot, untimed, *arguments)
    if not isinstance(path, RestToRest | Circle | Polyline):
        return None
    untimed = copy.copy(path)
    untimed.timing = IdentityTiming(path.timing.degree)
    untimed.start_time, untimed.end_time = 0.0, 1.0
    untimed.smoothness = untimed.max_order = math.inf
    if isinstance(path, Polyline):
        untimed.smoothness = path.timing.smoothness + 1
        zones = np.concatenate([path.stations[1:-1] - path.zones, path.stations[1:-1] + path.zones])
        untimed.kinks = np.sort(zones / path.stations[-1]).tolist()
    return untimed


class TimedPath(Path):
    """Path with a new timing law: geometric path q(w) composed with a time scaling w(t), a B-spline from 0 to 1 within
    `duration` [s].

    Before its start and after its end the motion rests. At an end with a nonzero derivative the motion continues as the Taylor
    polynomial of its derivatives there.
    """

    _status: TimingStatus | Callable[[], TimingStatus]

    def __init__(self, path: Path, knots: Array, coefficients: Array, rest: int, duration: float) -> None:
        """Compose the path with w; knots of w over t / duration, from 0 to 1; coefficients (c,) of w.

        rest: number of derivatives of w, from order 0 on, that are prescribed at each end; at rest, w leaves 0 as t^rest.
        """
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
        """Positions and their time derivatives (rest, n) at start and end [rad or m, per s^k]; None for an end at rest."""
        self.kinks = (self.start_time + duration * np.unique(knots)[1:-1]).tolist()

    @property
    def status(self) -> TimingStatus:
        """Return duration and limit utilisation; for rigid joints the interval proof runs on first access."""
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
    """Motion q(t / duration): a B-spline in time from 0 to `duration` [s] whose geometry and timing were optimised together.

    Before its start and after its end the motion rests. At an end that is not at rest the motion continues as the polynomial of
    its first or last piece.
    """

    status: TimingStatus
    """Duration and limit utilisation of the motion."""

    def __init__(self, knots: Array, coefficients: Array, duration: float, moving: tuple[bool, bool], rest: int) -> None:
        """Create the motion; knots over t / duration, from 0 to 1; coefficients (c, n) [rad or m]; duration [s].

        moving: (start, end), True for an end that is not at rest. rest: number of equal coefficients at an end at rest.
        """
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
    """Return the polynomial in t (N,) whose derivatives at t = 0 are rows (k, n), and its derivatives, (order+1, N, n)."""
    out = np.zeros((order + 1, len(t), rows.shape[1]))
    for j in range(min(order + 1, len(rows))):
        for k in range(j, len(rows)):
            out[j] += t[:, None] ** (k - j) / factorial(k - j) * rows[k]
    return out
