"""Step response of a chain of first-order lags as a path: smooth to any order, approaching its goal asymptotically."""

import math

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.robot.validation import positive
from jounce.trajectory.path import Floats, Path, coordinates, finite, same_length, whole

LARGEST_ORDER = 1000
"""Largest accepted number of lags."""


class FilteredStep(Path):
    """Path start + y(t) (goal - start), with y the step response of `order` equal first-order lags."""

    def __init__(self, start: Floats, goal: Floats, time_constant: float, order: int, start_time: float) -> None:
        same_length("start and goal", start, goal)
        self.start, self.goal = start, goal
        self.time_constant, self.order = time_constant, order
        self.n = start.size
        self.start_time, self.end_time = start_time, math.inf
        self.smoothness, self.max_order = order - 1, order
        self.settled = start_time + time_constant * (order + 10.0 * math.sqrt(order) + 60.0)

    def derivatives(self, t: Floats, order: int) -> Floats:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; the derivatives are filter states in closed
        form.

        With x = t/T and m lags, y = P(m, x) (the incomplete gamma function), y' = x^(m-1) e^-x / (T (m-1)!), and

            T^(j+1) y^(j+1) = j!/(m-1)! x^(m-1-j) e^-x L_j^(m-1-j)(x)

        with Laguerre polynomials L by their three-term recurrence; a sum of powers in their place would lose four digits.
        """
        from scipy.special import gammainc

        m, T = self.order, self.time_constant
        x = np.maximum((t - self.start_time) / T, 0.0)
        moving = t >= self.start_time
        y = np.zeros((order + 1, *t.shape))
        y[0] = gammainc(m, x)
        for k in range(1, order + 1):
            j = k - 1
            a = m - 1 - j
            log = np.log(np.where(x > 0.0, x, 1.0))
            scale = np.exp(a * log - x + math.lgamma(j + 1) - math.lgamma(m))
            weight = np.where(x > 0.0, scale, 1.0 * (a == 0))
            y[k] = np.where(moving, weight * _laguerre(j, a, x) / T**k, 0.0)
        out = y[..., None] * (self.goal - self.start)
        out[0] += self.start
        return out

    def remedy(self, order: int) -> str:
        """Return advice, for error messages, on how to obtain a path with a continuous derivative of this order; see `Path`."""
        return f"A filter of order {order} or more has it."


def _laguerre(j: int, a: int, x: Floats) -> Floats:
    """Return the generalised Laguerre polynomial L_j^(a) at x."""
    before, now = np.zeros_like(x), np.ones_like(x)
    for i in range(j):
        before, now = now, ((2 * i + 1 + a - x) * now - (i + a) * before) / (i + 1)
    return now


def filtered_step(
    start: ArrayLike, goal: ArrayLike, time_constant: float, order: int = 16, start_time: float = 0.0
) -> FilteredStep:
    """Return the joint motion of a step at `start_time` through the filter 1 / (1 + T s)^order, s the Laplace variable.

    Derivatives to order-1 are continuous; derivative `order` exists and jumps at the step. [Hoepler2004] uses order 16.

    Parameters
    ----------
    start, goal : array_like (n,)
        Positions [rad or m].
    time_constant : float
        Time constant T of each lag [s]; half of the motion is done after about order * T.
    order : int
        Number of first-order lags.
    start_time : float
        Time of the step [s].

    Returns
    -------
    FilteredStep
        Path in joint space without an end.

    Raises
    ------
    InputError
        If start and goal differ in size, or an argument is not finite or out of range.

    Examples
    --------
    >>> import jounce as jn
    >>> path = jn.trajectory.filtered_step([0.0], [1.0], time_constant=0.05, order=4)
    >>> bool(abs(path(2.0)[0, 0] - 1.0) < 1e-9)
    True
    """
    filter_order = whole(order, 1, "order")
    if filter_order > LARGEST_ORDER:
        raise InputError(f"order: expected a whole number from 1 to {LARGEST_ORDER}, got a larger one.")
    T, begin = positive(time_constant, "time_constant [s]"), finite(start_time, "start_time [s]")
    return FilteredStep(coordinates(start, "start"), coordinates(goal, "goal"), T, filter_order, begin)
