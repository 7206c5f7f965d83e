"""What every solver of a flexible arm's inverse dynamics is given, and what they have in common."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from jounce.flexible.dae import Dae
from jounce.flexible.native_evaluation import motion, settled
from jounce.flexible.reduced_ode import ReducedOde
from jounce.flexible.tool_targets import Target
from jounce.inverse.inverse_kinematics import JointPath
from jounce.numbers.computed_once import ComputedOnce
from jounce.numbers.packing import Array
from jounce.trajectory.path import Path

SAME = 1e-6
"""Share of a step below which two times are the same."""


@dataclass(frozen=True, eq=False)
class Problem:
    """A flexible arm, a path of its tool, and the times between which its motors may act."""

    dae: Dae
    path: Path
    """Of the tool, in its outputs."""
    start: Array
    """At rest before the path (n,)."""
    flat: Path
    """The motion of the joints with which the tool follows the path while every spring keeps its deflection in `start`."""
    begin: float
    """[s]."""
    end: float
    """[s]."""
    h: float
    """Largest spacing of the times of a grid [s]."""
    margin: float = 0.0
    """Zeros whose real part is not above this are taken for stable ones [rad/s]."""
    near: Path | None = None
    """A motion of all joints that is nearly the solution, if one is known."""
    form: ReducedOde | None = None
    """The strangeness-free form, for the solver that needs it."""
    asked: tuple[float, ...] = ()
    """Times that are among those of a grid with the ends of the path: steps of h then meet the times of a plan [s]."""

    @ComputedOnce
    def last(self) -> Array:
        """At rest after the path (n,)."""
        end = np.array([self.end])
        found: Array = settled(self.dae, self._nearly(end), self.dae.outputs.target(self.path, end, 0), end)[0]
        return found

    @ComputedOnce
    def at_start(self) -> Target:
        """What is wanted of the tool, and acts on links, before the path."""
        return self.dae.outputs.target(self.path, np.array([self.begin]), 0).at(0)

    @ComputedOnce
    def at_end(self) -> Target:
        """What is wanted of the tool, and acts on links, after the path."""
        return self.dae.outputs.target(self.path, np.array([self.end]), 0).at(0)

    @ComputedOnce
    def holding(self) -> Array:
        """Stiffness by which loads of joints without a motor are measured as deflections (passive,) [Nm/rad or N/m]."""
        return self.dae.holding(self.start, self.at_start)

    @ComputedOnce
    def grid(self) -> Array:
        """Times h apart, from begin to end or just beyond."""
        count = int(np.ceil((self.end - self.begin) / self.h - 1e-9)) + 1
        found: Array = self.begin + self.h * np.arange(count)
        return found

    @ComputedOnce
    def aligned(self) -> Array:
        """Times at most h apart, with the ends of the path among them."""
        within = (x for x in (self.path.start_time, self.path.end_time, *self.asked) if self.begin < x < self.end)
        ends = np.array(sorted({self.begin, *within, self.end}))
        ends = ends[np.append(np.diff(ends) > SAME * self.h, True)]
        parts = [np.linspace(a, b, int(np.ceil((b - a) / self.h - 1e-9)) + 1)[:-1] for a, b in pairwise(ends)]
        return np.append(np.concatenate(parts), self.end)

    def _nearly(self, t: Array) -> Array:
        """Poses (T, n) near those of `flat`."""
        found: Array = self.flat.near(t) if isinstance(self.flat, JointPath) else self.flat(t)[0]
        return found

    def warm(self, grid: Array) -> Array:
        """Return a first guess q (T, n): the motion nearby, or else `flat` with each joint without a motor bent as the load of
        that motion would bend it at rest, against its spring and gravity."""
        if self.near is not None:
            known: Array = self.near(grid)[0]
            return known
        passive, targets = self.dae.passive, self.dae.outputs.target(self.path, grid, 1)
        q: Array
        q, v = motion(self.dae, self._nearly(grid), np.zeros((len(grid), len(passive))), targets, 1)
        a = np.gradient(v, grid, axis=0)  # it bends springs for a first guess only
        load = self.dae.load(q, v, a, targets)
        q[:, passive] -= np.linalg.solve(self.dae.stiffness(q, targets), load[..., None])[..., 0]
        return q
