"""The motion of all joints of an arm of any index, as a path with derivatives at any time."""

from math import factorial

import numpy as np

from jounce.flexible.joint_motion import HermitePieces
from jounce.flexible.reduced_ode import ReducedOde
from jounce.numbers.packing import Array
from jounce.trajectory.path import Path

KNOWN = 3
"""Highest derivative of q at the grid from which the states between grid points are interpolated."""


class ArrayMotion(Path):
    """Motion q(t) of all joints along a path of the tool; at rest before the grid in its first pose, after it in its last.

    Between grid points the states are polynomials of degree 5, through value and two derivatives at both ends. The joints follow
    from the states and the path at each instant, so the tool is on its path, and the springs' equations hold, between grid
    points as well.
    """

    def __init__(self, form: ReducedOde, path: Path, grid: Array, jets: Array) -> None:
        """Create the motion; jets: all joints at the grid (k, T, n), with derivatives to `KNOWN` at least if there are states."""
        self.form, self.path, self.grid, self.jets = form, path, grid, jets
        self.n = form.dae.n
        self.start_time, self.end_time = float(grid[0]), float(grid[-1])
        self.smoothness, self.max_order = path.smoothness - form.more, path.max_order - form.more
        self.states = HermitePieces(grid, form.state(jets, KNOWN - 1)) if form.size else None

    def derivatives(self, t: Array, order: int) -> Array:
        """See `Path`."""
        at = np.clip(t.reshape(-1), self.start_time, self.end_time)
        still = (t.reshape(-1) < self.start_time) | (t.reshape(-1) > self.end_time)
        near = np.clip(np.searchsorted(self.grid, at), 0, len(self.grid) - 1)
        needed = max(order, 2)
        apart, k = (at - self.grid[near])[:, None], len(self.jets)
        guess = np.array([sum(self.jets[i + j, near] * apart**j / factorial(j) for j in range(k - i)) for i in range(k)])
        target = self.form.dae.outputs.target(self.path, at, needed + self.form.more)
        states = np.zeros((len(at), 0)) if self.states is None else self.states(at)[0]
        out = self.form.jet(guess, states, target, needed)[: order + 1]
        out[1:, still] = 0.0
        return out.reshape(order + 1, *t.shape, self.n)

    def remedy(self, order: int) -> str:
        """See `Path`."""
        return self.path.remedy(order + self.form.more)
