"""Rest-to-rest polynomials along a straight line, in joint space or in tool space, and their smooth step.

The smooth step p(s) is the polynomial of degree 2k+1 from p(0) = 0 to p(1) = 1 with k vanishing derivatives at both ends: p' is
proportional to (s (1-s))^k. In powers of s, the coefficients of p are large with alternating signs and lose digits with the
degree (5e-12 at degree 21, measured); the Bernstein and Gegenbauer forms do not lose digits.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.numbers.value import by_value
from jounce.robot.validation import positive
from jounce.trajectory.path import Floats, Path, coordinates, finite, same_length

LARGEST_DEGREE = 99
"""Largest degree of a smooth step."""


def check_degree(degree: int) -> int:
    """Return an odd degree from 1 to `LARGEST_DEGREE`; raise `InputError` for any other."""
    number = isinstance(degree, (int, float, np.integer, np.floating)) and not isinstance(degree, bool)
    if not number or not 1 <= degree <= LARGEST_DEGREE or degree % 2 != 1:
        raise InputError(
            f"degree: expected an odd number from 1 to {LARGEST_DEGREE}, got {degree!r}. "
            "Degree 2k+1 has k derivatives that vanish at the ends."
        )
    return int(degree)


def smooth_step(s: Floats, degree: int, order: int) -> Floats:
    """Return the smooth step and its derivatives by s, (order+1, *s.shape), for 0 <= s <= 1.

    The step is a sum of Bernstein polynomials, p = sum_{i>k} C(n, i) s^i (1-s)^(n-i) with n = 2k+1, in which no term is
    negative. With x = 2s-1, derivative j of (1-x^2)^k is, by Rodrigues' formula and the derivatives of Legendre polynomials,

        (-2)^j j! (1-x^2)^(k-j) (k-j+1)_j / (2k-2j+1)_j  C_j^(k-j+1/2)(x)    for j <= k
        (-2)^k k! (2m-1)!!  C_(k-m)^(m+1/2)(x),   m = j-k,                   for j > k

    with rising factorials (a)_j and Gegenbauer polynomials C by their three-term recurrence.
    """
    k = (degree - 1) // 2
    r = 1.0 - s
    x = s - r
    out = np.zeros((order + 1, *s.shape))
    factor, power = np.zeros_like(s), np.ones_like(s)
    for i in range(k + 1):  # factor = p / s^(k+1) is a sum of C(n, n-i) s^(k-i) r^i
        factor = factor * s + math.comb(degree, i) * power
        power = power * r
    powers = [np.ones_like(s)]  # powers of 1 - x^2
    for _ in range(k):
        powers.append(4.0 * s * r * powers[-1])
    out[0] = s ** (k + 1) * factor
    total = math.factorial(degree) // math.factorial(k) ** 2
    for j in range(min(order, degree)):
        if j <= k:
            a = k - j
            ratio = math.perm(a + j, j) / math.perm(2 * a + j, j)
            value = (-2.0) ** j * math.factorial(j) * ratio * powers[a] * _gegenbauer(j, a + 0.5, x)
        else:
            m = j - k
            value = (-2.0) ** k * math.factorial(k) * math.prod(range(1, 2 * m, 2)) * _gegenbauer(k - m, m + 0.5, x)
        out[j + 1] = total * 2.0**j / 4.0**k * value
    return out


def _gegenbauer(j: int, a: float, x: Floats) -> Floats:
    """Return the Gegenbauer polynomial C_j^(a) at x."""
    before, now = np.zeros_like(x), np.ones_like(x)
    for i in range(j):
        before, now = now, (2.0 * (i + a) * x * now - (i + 2.0 * a - 1.0) * before) / (i + 1)
    return now


def integrated_step(s: Floats, degree: int) -> Floats:
    """Return the integral of the smooth step from 0 to s, as a sum of Bernstein polynomials with no negative term."""
    k, n = (degree - 1) // 2, degree + 1
    terms = (((i - k - 1) * math.comb(n, i)) * s**i * (1.0 - s) ** (n - i) for i in range(k + 2, n + 1))
    return np.asarray(sum(terms) / n)


@by_value
class Timing:
    """Timing law from 0 to 1: `smooth_step` in time between start and end, constant before and after."""

    def __init__(self, duration: float, degree: int, start_time: float = 0.0) -> None:
        """Create the timing law; duration [s]; degree: odd degree of the smooth step; start_time [s]."""
        self.degree = check_degree(degree)
        self.duration = positive(duration, "duration [s]")
        self.start = finite(start_time, "start_time [s]")
        self.end = self.start + self.duration
        self.smoothness = (self.degree - 1) // 2

    def __call__(self, t: Floats, order: int) -> Floats:
        """Return the completed fraction and its time derivatives, (order+1, *t.shape), at times t [s]."""
        out = smooth_step(np.clip((t - self.start) / self.duration, 0.0, 1.0), self.degree, order)
        moving = (t >= self.start) & (t <= self.end)
        for k in range(1, order + 1):
            out[k] = np.where(moving, out[k] / self.duration**k, 0.0)
        return out


PIECES = 8
"""Number of pieces with which Taylor series of the polynomial keep all digits at degree 31, measured; powers of one variable
lose 5e-12 at degree 21."""


class RestToRest(Path):
    """Straight path start + p(t) (goal - start) with the timing law p, a `Timing`."""

    def __init__(self, start: Floats, goal: Floats, timing: Timing, space: str) -> None:
        same_length("start and goal", start, goal)
        self.start, self.goal, self.timing = start, goal, timing
        self.n = start.size
        self.start_time, self.end_time = timing.start, timing.end
        self.smoothness, self.max_order = timing.smoothness, timing.degree
        self.space = space

    @property
    def piece_ends(self) -> Floats:
        """Return the ends [s] of `PIECES` pieces of the polynomial, whose Taylor series keep all its digits; see `Path`."""
        return np.linspace(self.start_time, self.end_time, PIECES + 1)

    def derivatives(self, t: Floats, order: int) -> Floats:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        out = self.timing(t, order)[..., None] * (self.goal - self.start)
        out[0] += self.start
        return out


def rest_to_rest(start: ArrayLike, goal: ArrayLike, duration: float, degree: int = 7, start_time: float = 0.0) -> RestToRest:
    """Return the joint motion from start to goal by a polynomial timing law, at rest before and after.

    The polynomial of odd degree 2k+1 has k derivatives that vanish at both ends. Degree 5 makes the acceleration continuous;
    degree 7 the jerk, as elastic joints need it ([Buondonno2015], section V); degree 11 is used in [Moberg2010].

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


def line(start: ArrayLike, end: ArrayLike, duration: float, degree: int = 11, start_time: float = 0.0) -> RestToRest:
    """Return the straight tool motion from start to end, at rest before and after.

    With degree 11 it is eq. (24) of [Moberg2010].

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
