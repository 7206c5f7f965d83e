"""A path run through with another timing."""

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.curve import Curve, run_along
from jounce.timing.status import TimingStatus
from jounce.trajectory.path import Path


class Timed(Path):
    """q(w(t)): the curve of a path, run along by a B-spline w of the time, from 0 to 1 in `duration` [s], at rest outside."""

    status: TimingStatus
    """How fast it is and what keeps it from being faster."""

    def __init__(self, path: Path, knots: Array, coefficients: Array, rest: int, duration: float) -> None:
        """knots: of w over t / duration, 0 to 1; rest: the power of t with which w leaves 0 and reaches 1."""
        from scipy.interpolate import BSpline

        self.path, self.knots, self.coefficients, self.duration = path, knots, coefficients, duration
        self.curve = Curve(path)
        degree = len(knots) - len(coefficients) - 1
        self._rows = [BSpline(knots, coefficients, degree)]
        for _ in range(degree):
            self._rows.append(self._rows[-1].derivative())
        self.n = path.n
        self.start_time, self.end_time = path.start_time, path.start_time + duration
        self.inner_smoothness = min(degree - 1, self.curve.smoothness)
        self.smoothness = min(self.inner_smoothness, rest * self.curve.power - 1)
        self.max_order = min(degree, self.curve.max_order)
        self.kinks = (self.start_time + duration * np.unique(knots)[1:-1]).tolist()

    def timing(self, x: Array, order: int) -> Array:
        """w and its time derivatives (order+1, N) at shares x (N,) of the duration."""
        return np.stack([self._rows[k](x) / self.duration**k for k in range(order + 1)])

    def derivatives(self, t: Array, order: int) -> Array:
        """See `Path`."""
        x = (t.ravel() - self.start_time) / self.duration
        out = run_along(self.curve, self.timing(np.clip(x, 0.0, 1.0), order))
        outside = (t.ravel() < self.start_time) | (t.ravel() > self.end_time)
        out[1:, outside] = 0.0
        return out.reshape(order + 1, *t.shape, self.n)
