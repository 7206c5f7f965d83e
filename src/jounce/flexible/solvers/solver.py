"""What a solver of a flexible arm's inverse dynamics is: a problem in, the motion of all joints out."""

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

from jounce.flexible.array_motion import ArrayMotion
from jounce.flexible.joint_motion import SplineMotion
from jounce.flexible.solvers.problem import Problem
from jounce.flexible.tool_targets import Target
from jounce.inverse.status import Status
from jounce.numbers.packing import Array


class Solution(NamedTuple):
    """The motion of all joints at the times of a solver's grid."""

    times: Array
    """(T,) [s], rising."""
    q: Array
    """(T, n) [rad or m]."""
    v: Array
    """(T, n) [rad/s or m/s]."""
    status: Status
    """How it went; only the fields of the solver are set."""
    motion: SplineMotion | ArrayMotion | None = None
    """The same at any time, from a solver whose motion is not that of the arm's equation differentiated twice; None: it is."""
    targets: Target | None = None
    """What was wanted of the tool at these times, with `motion.KNOWN` derivatives, where a solver looked that far."""


class Solver(ABC):
    """A way to solve load(q, v, a) = 0, e(q, t) = 0 along a path."""

    forward: ClassVar[bool] = False
    """Whether it goes forward in time, which needs stable zeros; others solve for all instants at once."""
    free_ends: ClassVar[bool] = False
    """Whether it leaves open how the motion begins and ends: its times must then reach so far before and after the path that the
    motion along every stable zero has died out where they begin and end."""

    @abstractmethod
    def solve(self, problem: Problem) -> Solution:
        """The motion from problem.begin to problem.end, or just beyond. Raises `ConvergenceError` if it finds none."""
