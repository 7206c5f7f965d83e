"""Functions of time of which a motion is a sum, joint by joint: Fourier series and splines."""

import math
from typing import NamedTuple, Protocol

import numpy as np

from jounce.numbers.packing import Array


class MotionBasis(Protocol):
    """Functions b_k(t) from 0 to `period`; a joint moves by the sum of c_k b_k(t)."""

    @property
    def period(self) -> float:
        """[s]."""

    @property
    def max_order(self) -> float:
        """How many derivatives there are."""

    def rows(self, t: Array, order: int) -> Array:
        """(order+1, *t.shape, size): the functions with their derivatives in time; t (...) from 0 to the period."""

    def sizes(self) -> Array:
        """(size,): coefficients that make joints about equally fast."""

    def at_rest(self, order: int, again: bool) -> Array:
        """(conditions, size): what vanishes of coefficients with which derivatives 1 to `order` vanish at both ends, and, if the
        motion is run through again, the way from its beginning to its end."""


class FourierBasis(NamedTuple):
    """1, cos(h w t), sin(h w t) for h = 1 to `harmonics`, w = 2 pi / period: periodic."""

    period: float
    harmonics: int

    @property
    def max_order(self) -> float:
        """Every one."""
        return math.inf

    def rows(self, t: Array, order: int) -> Array:
        """See `MotionBasis`: 1, the cosines, then the sines."""
        h = 2.0 * math.pi / self.period * np.arange(self.harmonics + 1)
        cosine, sine = np.cos(t[..., None] * h), np.sin(t[..., None] * h)
        turned = (cosine, -sine, -cosine, sine)
        rows = [np.concatenate([h**k * turned[k % 4], (h**k * turned[(k + 3) % 4])[..., 1:]], axis=-1) for k in range(order + 1)]
        return np.stack(rows)

    def sizes(self) -> Array:
        """See `MotionBasis`: the faster, the smaller."""
        h = np.maximum(1, np.arange(self.harmonics + 1))
        found = self.period / (2.0 * math.pi * np.concatenate([h, h[1:]]))
        found[0] = 1.0
        return found

    def at_rest(self, order: int, again: bool) -> Array:
        """See `MotionBasis`: what holds at the beginning holds at the end."""
        found: Array = self.rows(np.zeros(1), order)[1:, 0]
        return found


class SplineBasis(NamedTuple):
    """B-splines of a degree on `pieces` pieces of equal length."""

    period: float
    pieces: int
    degree: int

    @property
    def max_order(self) -> float:
        """Beyond its degree a spline has none."""
        return self.degree

    def rows(self, t: Array, order: int) -> Array:
        """See `MotionBasis`."""
        from scipy.interpolate import BSpline

        ends = [0.0] * self.degree, [self.period] * self.degree
        knots = np.concatenate([ends[0], np.linspace(0.0, self.period, self.pieces + 1), ends[1]])
        curve = BSpline(knots, np.eye(self.pieces + self.degree), self.degree)
        return np.stack([curve(t, nu=k) for k in range(order + 1)])

    def sizes(self) -> Array:
        """See `MotionBasis`: all alike."""
        return np.full(self.pieces + self.degree, self.period / self.pieces)

    def at_rest(self, order: int, again: bool) -> Array:
        """See `MotionBasis`."""
        ends = self.rows(np.array([0.0, self.period]), order)
        found = [*ends[1:, 0], *ends[1:, 1]]
        return np.array([*found, ends[0, 1] - ends[0, 0]] if again else found)
