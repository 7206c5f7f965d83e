"""Newton steps of collocation over all intervals of a grid in compiled code, see collocation.c.

The unknowns are those of the Python solver, but eliminated in another order. Stages store positions, velocities and accelerations
of all joints, which Newton's method changes together instead of solving for those of the driven joints in every step. In place
of a band matrix, the rows of the unstable boundary condition are propagated backward, orthonormal, from the end to the beginning,
and d s forward with these rows satisfied at every instant: each component is propagated in the direction in which it decays.
"""

from typing import NamedTuple

import numpy as np

from jounce.codegen.build.library import allocated
from jounce.flexible.native_solvers import Arm
from jounce.numbers.packing import Array
from jounce.numerics.two_point_boundary import Ends


class NewtonStep(NamedTuple):
    """Sizes of a Newton step."""

    size: float
    """Largest change of a deflection, at the grid or at a stage [rad or m]; nan if a matrix is singular."""
    residual: float
    """Largest gap between an interval and the next, before the step."""
    condition: float
    """A lower bound of the condition number."""


class Intervals:
    """Unknowns of all intervals: s (T, size), and the motion of all joints at the stages (T-1, 3, 3, n)."""

    def __init__(self, arm: Arm, h: Array, inputs: Array, s: Array, stages: Array, at: Ends) -> None:
        """Set up the unknowns; inputs: targets at the Gauss points, see `Arm.solver_inputs`; s and stages are changed in
        place."""
        self.arm, self.h, self.inputs, self.s, self.stages = arm, h, inputs, s, stages
        self.at = Ends(*(np.ascontiguousarray(array) for array in at))
        self.ds = np.zeros((*s.shape, 2))
        count, size, rows = len(h), s.shape[1], len(at.unstable)
        self.work = np.empty((count + 1) * rows * (size + 2) + count * 2 * size)
        self.sizes = np.zeros(3)
        self.factors = np.empty(0)
        (self.factors,) = allocated([(count * self._run(0),)])  # tens of megabytes, which take as long to clear as to fill

    def _run(self, what: int, share: float = 0.0) -> int:
        """Call `flexible_arm_collocation` of collocation_run.c."""
        at = self.at
        ends = (at.stable, len(at.stable), at.first, at.unstable, at.last)
        unknowns = (len(self.h), self.h, self.inputs, self.s, self.stages)
        return self.arm.solver("collocation", what, *unknowns, *ends, self.ds, self.factors, self.work, share, self.sizes)

    def step(self) -> NewtonStep:
        """Take the next full Newton step."""
        if self._run(1):
            return NewtonStep(np.nan, np.nan, np.inf)
        residual = float(self.sizes[0])
        if self._run(2, 1.0):
            return NewtonStep(np.nan, residual, np.inf)
        return NewtonStep(float(self.sizes[0]), residual, float(self.sizes[1]))

    def damp(self, share: float) -> float:
        """Reduce the last step to a fraction; return the largest deflection at a stage afterwards [rad or m]."""
        if share != 1.0:
            self._run(3, share - 1.0)
        return float(self.sizes[2])
