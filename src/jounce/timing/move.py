"""A motion that was found together with its curve."""

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.status import TimingStatus
from jounce.trajectory.path import Path


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
