"""What every solver of a flexible arm's inverse dynamics is given, and what they have in common."""

from functools import cached_property
from itertools import pairwise

import numpy as np

from jounce.functions.rigid import rnea
from jounce.inverse.flexible.dae import Dae
from jounce.inverse.kinematics import JointPath
from jounce.numbers.packing import Array
from jounce.trajectory.path import Path


class Problem:
    """A robot, a path of its tool, and the times between which the motors may act."""

    def __init__(self, dae: Dae, path: Path, start: Array, flat: JointPath, begin: float, end: float, h: float) -> None:
        self.dae, self.path, self.flat = dae, path, flat
        self.start = start
        """At rest before the path (n,)."""
        self.begin, self.end, self.h = begin, end, h

    @cached_property
    def last(self) -> Array:
        """At rest after the path (n,)."""
        end = np.array([self.end])
        near = self.flat(end)[0]
        found: Array = self.dae.settled(near[0], self.dae.outputs.target(self.path, end, 0), end)[0]
        return found

    @cached_property
    def grid(self) -> Array:
        """Times h apart, from begin to end or just beyond."""
        count = int(np.ceil((self.end - self.begin) / self.h - 1e-9)) + 1
        found: Array = self.begin + self.h * np.arange(count)
        return found

    @cached_property
    def aligned(self) -> Array:
        """Times at most h apart, with the ends of the path among them."""
        ends = [self.begin, self.path.start_time, self.path.end_time, self.end]
        parts = [np.linspace(a, b, int(np.ceil((b - a) / self.h - 1e-9)) + 1)[:-1] for a, b in pairwise(ends) if b > a]
        return np.append(np.concatenate(parts), self.end)

    def warm(self, grid: Array) -> Array:
        """A first guess q (T, n): the motion of the arm with its springs locked, then each bent by the load of that motion."""
        Q = self.flat(grid, 2)
        q: Array = Q[0].copy()
        passive = self.dae.passive
        q[:, passive] = -np.linalg.solve(self.dae.K, rnea(self.dae.robot, *Q)[0][:, passive].T).T
        return q
