"""Rest to rest along a straight line, in joint space or in tool space."""

from typing import Any

import numpy as np

from jounce.trajectory.path import Floats, Path, coordinates, same_length
from jounce.trajectory.smooth_step import Timing

PIECES = 8
"""Pieces in which all digits are left at degree 31, measured; in powers of one variable 5e-12 are lost at degree 21."""


class RestToRest(Path):
    """start + p(t) (goal - start) with the polynomial p of `smooth_step`."""

    def __init__(self, start: Floats, goal: Floats, timing: Timing, space: str) -> None:
        same_length("start and goal", start, goal)
        self.start, self.goal, self.timing = start, goal, timing
        self.n = start.size
        self.start_time, self.end_time = timing.start, timing.end
        self.smoothness, self.max_order = timing.smoothness, timing.degree
        self.space = space

    @property
    def piece_ends(self) -> Floats:
        """See `Path`: one polynomial, in pieces in whose middle its Taylor series is as good as it is itself."""
        return np.linspace(self.start_time, self.end_time, PIECES + 1)

    def derivatives(self, t: Floats, order: int) -> Floats:
        """See `Path`."""
        out = self.timing(t, order)[..., None] * (self.goal - self.start)
        out[0] += self.start
        return out


def rest_to_rest(start: Any, goal: Any, duration: float, degree: int = 7, start_time: float = 0.0) -> RestToRest:
    """Joint motion from start to goal (n,) [rad or m] in `duration` [s], at rest before and after.

    A polynomial of odd degree 2k+1 with k derivatives that vanish at both ends: degree 5 for continuous acceleration, 7 for
    continuous jerk, as elastic joints want it ([Buondonno2015], section V), 11 in [Moberg2010].
    """
    timing = Timing(duration, degree, start_time)
    return RestToRest(coordinates(start, "start"), coordinates(goal, "goal"), timing, "joint")


def line(start: Any, end: Any, duration: float, degree: int = 11, start_time: float = 0.0) -> RestToRest:
    """Straight tool motion from start to end, in the robot's controlled outputs [m, rad], in `duration` [s].

    [Moberg2010], eq. (24), with degree 11.
    """
    timing = Timing(duration, degree, start_time)
    return RestToRest(coordinates(start, "start"), coordinates(end, "end"), timing, "tool")
