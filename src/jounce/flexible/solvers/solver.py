"""The interface of the solvers of a flexible arm's inverse dynamics: a problem in, the motion of all joints out."""

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

from jounce.flexible.array_motion import ArrayMotion
from jounce.flexible.joint_motion import SplineMotion
from jounce.flexible.solvers.problem import Problem
from jounce.flexible.tool_targets import Target
from jounce.inverse.status import Status
from jounce.numbers.packing import Array


class Solution(NamedTuple):
    """Motion of all joints at the grid of a solver."""

    times: Array
    """Grid (T,) [s], rising."""
    q: Array
    """Positions (T, n) [rad or m]."""
    v: Array
    """Velocities (T, n) [rad/s or m/s]."""
    status: Status
    """Iterations, residuals and the like; only the fields of the solver are set."""
    motion: SplineMotion | ArrayMotion | None = None
    """The motion as a path, from solvers that do not use `JointMotion`; None: `JointMotion` of q and v."""
    targets: Target | None = None
    """Targets at the grid with `joint_motion.KNOWN` derivatives, if the solver has computed them."""


class Solver(ABC):
    """A method that solves load(q, v, a) = 0, e(q, t) = 0 along a path."""

    forward: ClassVar[bool] = False
    """True if the solver integrates forward in time, which needs stable zeros; others solve for all instants at once."""
    free_ends: ClassVar[bool] = False
    """True if the solver has no boundary conditions: its grid must then reach so far beyond the path that the motion along every
    stable zero has decayed at its ends."""

    @abstractmethod
    def solve(self, problem: Problem) -> Solution:
        """Return the motion from problem.begin to problem.end, or just beyond; raise `ConvergenceError` if none is found."""
