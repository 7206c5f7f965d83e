"""Rest-to-rest polynomials along a straight line, in joint space or in tool space."""

from typing import Any

import numpy as np

from jounce.trajectory.path import Floats, Path, coordinates, same_length
from jounce.trajectory.smooth_step import Timing

PIECES = 8
"""Pieces whose Taylor series keep all digits at degree 31, measured; powers of one variable lose 5e-12 at degree 21."""


class RestToRest(Path):
    """Path start + p(t) (goal - start) with the polynomial p of `smooth_step`."""

    def __init__(self, start: Floats, goal: Floats, timing: Timing, space: str) -> None:
        same_length("start and goal", start, goal)
        self.start, self.goal, self.timing = start, goal, timing
        self.n = start.size
        self.start_time, self.end_time = timing.start, timing.end
        self.smoothness, self.max_order = timing.smoothness, timing.degree
        self.space = space

    @property
    def piece_ends(self) -> Floats:
        """See `Path`: one polynomial, cut into pieces whose Taylor series keep all its digits."""
        return np.linspace(self.start_time, self.end_time, PIECES + 1)

    def derivatives(self, t: Floats, order: int) -> Floats:
        """See `Path`."""
        out = self.timing(t, order)[..., None] * (self.goal - self.start)
        out[0] += self.start
        return out


def rest_to_rest(start: Any, goal: Any, duration: float, degree: int = 7, start_time: float = 0.0) -> RestToRest:
    """Return the joint motion from start to goal by a polynomial timing law, at rest before and after.

    The polynomial of odd degree 2k+1 has k derivatives that vanish at both ends: degree 5 for continuous acceleration, 7 for
    continuous jerk, as elastic joints need it ([Buondonno2015], section V), 11 in [Moberg2010].

    Parameters
    ----------
    start, goal : array_like (n,)
        Positions [rad or m].
    duration : float
        Duration [s].
    degree : int
        Odd degree of the polynomial.
    start_time : float
        Start [s].

    Returns
    -------
    RestToRest
        Path in joint space.

    Raises
    ------
    InputError
        If start and goal differ in size, or an argument is out of range.

    Examples
    --------
    >>> import jounce as jn
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, -2.0], duration=2.0)
    >>> path(1.0)[0]
    array([ 0.5, -1. ])
    """
    timing = Timing(duration, degree, start_time)
    return RestToRest(coordinates(start, "start"), coordinates(goal, "goal"), timing, "joint")


def line(start: Any, end: Any, duration: float, degree: int = 11, start_time: float = 0.0) -> RestToRest:
    """Return the straight tool motion from start to end, at rest before and after.

    [Moberg2010], eq. (24), with degree 11.

    Parameters
    ----------
    start, end : array_like (k,)
        Values of the robot's controlled outputs [m, rad], base frame.
    duration : float
        Duration [s].
    degree : int
        Odd degree of the polynomial timing law.
    start_time : float
        Start [s].

    Returns
    -------
    RestToRest
        Path in tool space.

    Raises
    ------
    InputError
        If start and end differ in size, or an argument is out of range.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.trajectory.line([1.5, -1.5], [1.7, -1.3], duration=0.5).space
    'tool'
    """
    timing = Timing(duration, degree, start_time)
    return RestToRest(coordinates(start, "start"), coordinates(end, "end"), timing, "tool")
