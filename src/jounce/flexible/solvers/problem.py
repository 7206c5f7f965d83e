"""The inverse dynamics problem of a flexible arm (`Problem`), its solution, and the interface of its solvers."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, NamedTuple

import numpy as np

from jounce.flexible.dae import Dae
from jounce.flexible.joint_motion import ArrayMotion, SplineMotion
from jounce.flexible.native_solvers import motion, settled
from jounce.flexible.reduced_ode import ReducedOde
from jounce.flexible.tool_targets import Target
from jounce.inverse.inverse_kinematics import JointPath
from jounce.inverse.status import Status
from jounce.numbers.packing import Array
from jounce.numbers.value import ComputedOnce
from jounce.trajectory.path import Path

SAME = 1e-6
"""Fraction of a step below which two times count as equal."""


@dataclass(frozen=True, eq=False)
class Problem:
    """The problem that a solver solves: a flexible arm, a path of its tool, and the time span of the motion."""

    dae: Dae
    path: Path
    """Path of the tool, one coordinate for each of its outputs."""
    start: Array
    """Pose at rest before the path (n,)."""
    flat: Path
    """Motion of all joints with which the tool follows the path at the constant deflections of `start`."""
    begin: float
    """First time of the motion [s]."""
    end: float
    """Last time of the motion [s]."""
    h: float
    """Largest spacing of the times of a grid [s]."""
    margin: float = 0.0
    """Largest real part of a zero that counts as stable [rad/s]."""
    near: Path | None = None
    """A motion of all joints close to the solution, as a first guess; None if none is known."""
    form: ReducedOde | None = None
    """The strangeness-free form of the arm's equation, for `ArrayCollocation`; None for other solvers."""
    plan_times: tuple[float, ...] = ()
    """First and last time of the plan, which the grid `aligned` contains besides the ends of the path [s]; may be empty."""

    @ComputedOnce
    def last(self) -> Array:
        """Return the pose at rest after the path (n,)."""
        end = np.array([self.end])
        pose: Array = settled(self.dae, self._nearly(end), self.dae.outputs.target(self.path, end, 0), end)[0]
        return pose

    @ComputedOnce
    def at_start(self) -> Target:
        """Return the target of the tool and the wrenches at rest before the path."""
        return self.dae.outputs.target(self.path, np.array([self.begin]), 0).at(0)

    @ComputedOnce
    def at_end(self) -> Target:
        """Return the target of the tool and the wrenches at rest after the path."""
        return self.dae.outputs.target(self.path, np.array([self.end]), 0).at(0)

    @ComputedOnce
    def holding(self) -> Array:
        """Return the stiffness scale of the motorless joints, see `Dae.holding` (passive,) [Nm/rad or N/m]."""
        return self.dae.holding(self.start, self.at_start)

    @ComputedOnce
    def grid(self) -> Array:
        """Return the times (T,) of a grid with equal steps h, from `begin` to `end` or just beyond [s]."""
        count = int(np.ceil((self.end - self.begin) / self.h - 1e-9)) + 1
        times: Array = self.begin + self.h * np.arange(count)
        return times

    @ComputedOnce
    def aligned(self) -> Array:
        """Return the times (T,) of a grid with steps of at most h that contains the ends of the path and `plan_times` [s]."""
        within = (x for x in (self.path.start_time, self.path.end_time, *self.plan_times) if self.begin < x < self.end)
        ends = np.array(sorted({self.begin, *within, self.end}))
        ends = ends[np.append(np.diff(ends) > SAME * self.h, True)]
        parts = [np.linspace(a, b, int(np.ceil((b - a) / self.h - 1e-9)) + 1)[:-1] for a, b in pairwise(ends)]
        return np.append(np.concatenate(parts), self.end)

    def _nearly(self, t: Array) -> Array:
        """Return poses (T, n) at times t (T,) close to those of `flat`, without the cost of Newton's method."""
        poses: Array = self.flat.near(t) if isinstance(self.flat, JointPath) else self.flat(t)[0]
        return poses

    def warm(self, grid: Array) -> Array:
        """Return a first guess q (T, n) at the times `grid`: the motion `near` if there is one, else `flat` with deflections.

        The deflections are static, under the load of `flat`, with the stiffness of springs and gravity.
        """
        if self.near is not None:
            poses: Array = self.near(grid)[0]
            return poses
        passive, targets = self.dae.passive, self.dae.outputs.target(self.path, grid, 1)
        q: Array
        q, v = motion(self.dae, self._nearly(grid), np.zeros((len(grid), len(passive))), targets, 1)
        a = np.gradient(v, grid, axis=0)  # for the deflections of a first guess only
        load = self.dae.load(q, v, a, targets)
        q[:, passive] -= np.linalg.solve(self.dae.stiffness(q, targets), load[..., None])[..., 0]
        return q


class Solution(NamedTuple):
    """Result of a solver: the motion of all joints at the times of its grid."""

    times: Array
    """Grid (T,) [s], rising."""
    q: Array
    """Positions (T, n) [rad or m]."""
    v: Array
    """Velocities (T, n) [rad/s or m/s]."""
    status: Status
    """Iterations, residuals and other diagnostics, with only the fields of the solver set."""
    motion: SplineMotion | ArrayMotion | None = None
    """The motion as a path, from solvers with a class of their own; None: the motion is a `JointMotion` of q and v."""
    targets: Target | None = None
    """Targets at the grid with `joint_motion.KNOWN` derivatives, if the solver has computed them."""


class Solver(ABC):
    """Interface of the solvers of the inverse dynamics problem of a flexible arm, for the motion q(t) of all joints.

    The equations are load(q, v, a) = 0, the equations of motion of the joints without motors (v, a: joint velocities and
    accelerations), and e(q, t) = 0, the constraint that the tool is on its path at time t.
    """

    forward: ClassVar[bool] = False
    """True if the solver integrates forward in time, which needs stable zeros; False if it solves all instants at once."""
    free_ends: ClassVar[bool] = False
    """True if the solver has no boundary conditions.

    The grid must then reach so far beyond the path that the motion along every stable zero has decayed at the ends."""

    @abstractmethod
    def solve(self, problem: Problem) -> Solution:
        """Return the motion from problem.begin to problem.end, or just beyond; raise `ConvergenceError` if none is found."""
