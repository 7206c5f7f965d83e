"""Newton steps of collocation over all intervals of a grid: in compiled code, see collocation.c.

The step of all unknowns at once is the same as the one in plain Python, in another order. Stages keep positions, velocities and
accelerations of all joints, which Newton's method moves together instead of solving for those of driven joints in every step. The
rows that see the unstable part at the end are carried backward, orthonormal, to the beginning, and d s follows forward with these
rows put right at every instant, instead of by a band matrix: each part goes the way on which it dies out.
"""

from typing import NamedTuple

import numpy as np

from jounce.flexible.native_solvers import Arm
from jounce.functions.backends.memory import allocated
from jounce.numbers.packing import Array
from jounce.numerics.two_point_boundary import Ends


class NewtonStep(NamedTuple):
    """A Newton step."""

    size: float
    """Largest change of a deflection, at the grid or at a stage [rad or m]; nan where there is none."""
    residual: float
    """Largest gap between an interval and the next, before it."""
    condition: float
    """A lower bound of the condition number."""


class Intervals:
    """Unknowns of all intervals: s (T, size), and the motion of all joints at stages (T-1, 3, 3, n)."""

    def __init__(self, arm: Arm, h: Array, given: Array, s: Array, stages: Array, at: Ends) -> None:
        """given: at the Gauss points, see `Arm.solver_inputs`. s and stages are changed."""
        self.arm, self.h, self.given, self.s, self.stages = arm, h, given, s, stages
        self.at = Ends(*(np.ascontiguousarray(part) for part in at))
        self.ds = np.zeros((*s.shape, 2))
        count, size, rows = len(h), s.shape[1], len(at.unstable)
        self.work = np.empty((count + 1) * rows * (size + 2) + count * 2 * size)
        self.sizes = np.zeros(3)
        self.kept = np.empty(0)
        (self.kept,) = allocated([(count * self._run(0),)])  # tens of megabytes, which take as long to clear as to fill

    def _run(self, what: int, share: float = 0.0) -> int:
        at = self.at
        ends = (at.stable, len(at.stable), at.first, at.unstable, at.last)
        known = (len(self.h), self.h, self.given, self.s, self.stages)
        return self.arm.solver("collocation", what, *known, *ends, self.ds, self.kept, self.work, share, self.sizes)

    def step(self) -> NewtonStep:
        """Take the next Newton step, all of it."""
        if self._run(1):
            return NewtonStep(np.nan, np.nan, np.inf)
        residual = float(self.sizes[0])
        if self._run(2, 1.0):
            return NewtonStep(np.nan, residual, np.inf)
        return NewtonStep(float(self.sizes[0]), residual, float(self.sizes[1]))

    def keep(self, share: float) -> float:
        """Keep a share of it; the largest deflection at a stage afterwards [rad or m]."""
        if share != 1.0:
            self._run(3, share - 1.0)
        return float(self.sizes[2])
