"""The polynomial that goes from 0 to 1 and rests at both ends, and the timing law made of it."""

import math
from functools import lru_cache

import numpy as np

from jounce.errors import InputError
from jounce.trajectory.path import Floats, finite, positive


def check_degree(degree: int) -> int:
    """An odd degree of at least 1; beyond 61 the coefficients have no digit in double precision left to be exact with."""
    if isinstance(degree, bool) or degree != int(degree) or not 1 <= degree <= 61 or degree % 2 == 0:
        raise InputError(
            f"degree: expected an odd number from 1 to 61, got {degree!r}. Degree 2k+1 has k derivatives that vanish at the ends."
        )
    return int(degree)


@lru_cache(maxsize=64)
def step_coefficients(degree: int) -> tuple[int, ...]:
    """Coefficients of s^0 ... s^degree of the step; whole numbers.

    p' is proportional to s^k (1-s)^k with degree = 2k+1, hence p = sum_j (-1)^j C(k, j) C s^(k+1+j) / (k+1+j).
    """
    k = (degree - 1) // 2
    total = math.factorial(degree) // math.factorial(k) ** 2
    inner = [(-1) ** j * math.comb(k, j) * total // (k + 1 + j) for j in range(k + 1)]
    return (*[0] * (k + 1), *inner)


def smooth_step(s: Floats, degree: int, order: int) -> Floats:
    """(order+1, *s.shape): the step and its derivatives with respect to s, for 0 <= s <= 1.

    Symmetric about its middle, p(s) = 1 - p(1-s): each half is evaluated from its own end, where no digits cancel.
    """
    coefficients = step_coefficients(degree)
    late = s > 0.5
    u = np.where(late, 1.0 - s, s)
    out = np.zeros((order + 1, *s.shape))
    for k in range(min(order, degree) + 1):
        value = np.zeros_like(u)
        for power in range(degree, k - 1, -1):  # Horner, on p^(k)
            value = value * u + float(coefficients[power] * math.perm(power, k))
        if k == 0:
            out[0] = np.where(late, 1.0 - value, value)
        else:
            out[k] = np.where(late & (k % 2 == 0), -value, value)
    return out


class Timing:
    """From 0 to 1 between two instants: `smooth_step` in time, at rest outside."""

    def __init__(self, duration: float, degree: int, start_time: float = 0.0) -> None:
        self.degree = check_degree(degree)
        self.duration = positive(duration, "duration [s]")
        self.start = finite(start_time, "start_time [s]")
        self.end = self.start + self.duration
        self.smoothness = (self.degree - 1) // 2

    def __call__(self, t: Floats, order: int) -> Floats:
        """(order+1, *t.shape): the fraction done, and its time derivatives."""
        out = smooth_step(np.clip((t - self.start) / self.duration, 0.0, 1.0), self.degree, order)
        moving = (t >= self.start) & (t <= self.end)
        for k in range(1, order + 1):
            out[k] = np.where(moving, out[k] / self.duration**k, 0.0)
        return out
