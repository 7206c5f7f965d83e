"""A short spline that is added to the motion of all joints, with zero derivatives at both ends."""

from typing import Any, NamedTuple

import numpy as np

from jounce.numbers.value import by_value
from jounce.trajectory.path import Floats


@by_value
class Relief(NamedTuple):
    """A spline on equal pieces. The spline and its derivatives to degree-1 vanish at both ends."""

    begin: float
    """First time [s]."""
    piece: float
    """Length of a piece [s]."""
    degree: int
    coefficients: Floats
    """Coefficients (pieces + degree, n) [rad or m]; the first and the last `degree` of them are zero."""

    @property
    def knots(self) -> Floats:
        """Return the knots between begin and end, and `degree` more on either side [s]."""
        return self.begin + self.piece * np.arange(-self.degree, len(self.coefficients) + 1, dtype=np.float64)

    @property
    def end(self) -> float:
        """Return the last time [s]."""
        return float(self.knots[-self.degree - 1])

    @property
    def curve(self) -> Any:
        """Return the spline as SciPy's BSpline."""
        from scipy.interpolate import BSpline

        return BSpline(self.knots, self.coefficients, self.degree)

    def covers(self, t: Floats) -> Any:
        """Return True for times t strictly between begin and end."""
        return (t > self.begin) & (t < self.end)
