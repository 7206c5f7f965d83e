"""The curve that a path runs along, apart from when it is where."""

import copy
import math

import numpy as np

from jounce.errors import InputError, SmoothnessError
from jounce.inverse.kinematics import JointPath
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.trajectory.circle import Circle
from jounce.trajectory.path import Path
from jounce.trajectory.polyline import Polyline
from jounce.trajectory.polynomial import RestToRest
from jounce.trajectory.smooth_step import Timing


class PathGeometry:
    """q(w), 0 <= w <= 1, of a path, in joint space or of the tool.

    A path that says where it goes apart from when (see `by_place`) is run along by its share of the way. Any other path is run
    along by its own time, w = (u - u_0) / (u_1 - u_0): where it begins and ends at rest, q - q_0 grows as w^`power`, so that w
    itself need not rest there.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.n = path, path.n
        self.begin, self.length = path.start_time, path.end_time - path.start_time
        if not np.isfinite(self.length):
            raise InputError("path: it never ends, so there is no time to make least. Use a path with a start and an end.")
        self._geometric_path = geometric_path(path)
        self.power: float = 1 if self._geometric_path is not None else path.smoothness + 1
        along = path if self._geometric_path is None else self._geometric_path
        self.smoothness: float = getattr(along, "inner_smoothness", along.smoothness)
        """Highest derivative by w that is continuous between the ends."""
        self.max_order: float = along.max_order
        times = np.asarray([] if isinstance(path, JointPath) else getattr(path, "times", ()), dtype=np.float64)
        self.knots: Array = (
            (times - self.begin) / self.length if self._geometric_path is None else np.asarray(self._geometric_path.kinks)
        )
        """Where higher derivatives jump, as far as is known: waypoints, zones about corners."""
        pieces = None if isinstance(path, JointPath) else path.piece_ends
        straight = isinstance(self._geometric_path, RestToRest)
        self.degree: int | None = (
            1 if straight else None if pieces is None or self._geometric_path is not None else int(path.max_order)
        )
        """Of the polynomials that q(w) consists of; none where it is no such curve."""
        whole = pieces is None or straight
        self.breaks: Array = np.array([0.0, 1.0]) if whole else (np.asarray(pieces) - self.begin) / self.length
        """Where one polynomial ends and another begins, from 0 to 1."""

    def __call__(self, w: Array, order: int) -> Array:
        """q and its derivatives by w (order+1, N, n), at w (N,)."""
        if self._geometric_path is not None:
            return self._geometric_path(w, order)
        scale = self.length ** np.arange(order + 1)
        return self.path(self.begin + self.length * w, order) * scale[:, None, None]

    def time(self, w: float) -> float:
        """When the path itself is at w [s]."""
        if self._geometric_path is None:
            return float(self.begin + self.length * w)
        u = np.linspace(self.path.start_time, self.path.end_time, 1001)
        return float(np.interp(w, timing_law(self.path)(u, 0)[0], u))

    def require(self, order: int, robot: str) -> None:
        """Refuse a curve whose derivative `order` jumps between its ends."""
        if self.smoothness < order or self.max_order < order:
            raise SmoothnessError(
                f"path: its derivative {self.smoothness + 1:g} jumps on the way, but to run along it with the limits of robot "
                f"{robot!r} derivatives to order {order} must not jump. {self.path.remedy(order + 1)}"
            )


def joint_motion(geometry: PathGeometry, W: Array) -> Array:
    """q and its time derivatives (k+1, N, n) from w and its time derivatives (k+1, N)."""
    jet = Jet.from_derivatives([row[:, None] for row in W])
    return np.stack(np.broadcast_arrays(*jet.compose(list(geometry(W[0], len(W) - 1))).derivatives()))


def joint_tangents(geometry: PathGeometry, W: Array) -> Array:
    """dq/dw and its time derivatives along the motion (k+1, N, n).

    Where w is changed by a small v(t), q is changed by q'(w(t)) v(t): its derivative j by the sum over k of
    binomial(j, k) (q'(w(t)))^(j-k) v^(k).
    """
    jet = Jet.from_derivatives([row[:, None] for row in W])
    return np.stack(np.broadcast_arrays(*jet.compose(list(geometry(W[0], len(W))[1:])).derivatives()))


class IdentityTiming(Timing):
    """The share of the way is the time."""

    def __init__(self, degree: int) -> None:
        """degree: of the timing in whose place it is, by which a polyline rounds its corners."""
        super().__init__(1.0, degree)

    def __call__(self, t: Array, order: int) -> Array:
        """See `Timing`."""
        out = np.zeros((order + 1, *t.shape))
        out[0] = t
        out[1:2] = 1.0
        return out


def timing_law(path: Path) -> Timing:
    """When a path that has places is where."""
    inner = path.path if isinstance(path, JointPath) else path
    assert isinstance(inner, RestToRest | Circle | Polyline)
    return inner.timing


def geometric_path(path: Path) -> Path | None:
    """q(w), w = 0 to 1 the share of the way, of a straight line, an arc, a polyline, or joints that move a tool along one."""
    if isinstance(path, JointPath):
        robot, inner, *rest = path._made_from[0]
        even = geometric_path(inner)
        return None if even is None else JointPath(robot, even, *rest)
    if not isinstance(path, RestToRest | Circle | Polyline):
        return None
    even = copy.copy(path)
    even.timing = IdentityTiming(path.timing.degree)
    even.start_time, even.end_time = 0.0, 1.0
    even.smoothness = even.max_order = math.inf
    if isinstance(path, Polyline):
        even.smoothness = path.timing.smoothness + 1
        zones = np.concatenate([path.stations[1:-1] - path.zones, path.stations[1:-1] + path.zones])
        even.kinks = np.sort(zones / path.stations[-1]).tolist()
    return even
