"""A motion that was found together with its curve."""

import numpy as np

from jounce.errors import InputError
from jounce.numbers.packing import Array
from jounce.timing.status import TimingStatus
from jounce.trajectory.path import Path

ROUNDING = 1e-9
"""Share of the duration by which a time may be beyond an end at which the joints move."""


class Move(Path):
    """q(t / duration), a B-spline in time, from 0 to `duration` [s]. At rest outside, where it begins and ends at rest.

    Where it begins or ends in motion nothing is said of what is before or after, and times there are refused.
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

    def derivatives(self, t: Array, order: int) -> Array:
        """See `Path`."""
        x = t / self.duration
        before, after = x < 0.0, x > 1.0
        for outside, moving, what in ((before, self.moving[0], "begins"), (after, self.moving[1], "ends")):
            if moving and (outside & (np.abs(x - 0.5) > 0.5 + ROUNDING)).any():
                raise InputError(
                    f"t: this motion {what} moving, from 0 to {self.duration:.6g} s, and nothing is said of times outside; got "
                    f"{t[outside].flat[0]:.6g} s."
                )
        out = np.stack([np.asarray(self._rows[k](np.clip(x, 0.0, 1.0))) / self.duration**k for k in range(order + 1)])
        still = (before & (not self.moving[0])) | (after & (not self.moving[1]))
        out[1:, still] = 0.0
        return out
