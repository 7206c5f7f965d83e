"""Basis functions of time for excitation motions, joint by joint: Fourier series and splines."""

import math
from typing import NamedTuple, Protocol

import numpy as np

from jounce.numbers.packing import Array


class MotionBasis(Protocol):
    """Basis functions b_k(t) from 0 to `period`; the position of a joint is the sum of c_k b_k(t)."""

    @property
    def period(self) -> float:
        """Return the period [s]."""

    @property
    def max_order(self) -> float:
        """Return the highest derivative that exists."""

    def rows(self, t: Array, order: int) -> Array:
        """Return the basis functions with their time derivatives (order+1, *t.shape, size); t (...) from 0 to the period."""

    def sizes(self) -> Array:
        """Return coefficients (size,) with which the functions reach about the same speed."""

    def at_rest(self, order: int, again: bool) -> Array:
        """Return linear conditions A (conditions, size): A c = 0 for coefficients c of a motion from rest to rest.

        Derivatives 1 to `order` vanish at both ends; with `again`, for a motion that is repeated, it also ends where it begins.
        """


class FourierBasis(NamedTuple):
    """1, cos(h w t), sin(h w t) for h = 1 to `harmonics`, w = 2 pi / period: periodic."""

    period: float
    harmonics: int

    @property
    def max_order(self) -> float:
        """Return infinity: a Fourier series has derivatives of every order."""
        return math.inf

    def rows(self, t: Array, order: int) -> Array:
        """See `MotionBasis`: the constant, the cosines, then the sines."""
        h = 2.0 * math.pi / self.period * np.arange(self.harmonics + 1)
        cosine, sine = np.cos(t[..., None] * h), np.sin(t[..., None] * h)
        derivatives = (cosine, -sine, -cosine, sine)
        rows = [
            np.concatenate([h**k * derivatives[k % 4], (h**k * derivatives[(k + 3) % 4])[..., 1:]], axis=-1)
            for k in range(order + 1)
        ]
        return np.stack(rows)

    def sizes(self) -> Array:
        """See `MotionBasis`: inversely proportional to the frequency."""
        h = np.maximum(1, np.arange(self.harmonics + 1))
        sizes = self.period / (2.0 * math.pi * np.concatenate([h, h[1:]]))
        sizes[0] = 1.0
        return sizes

    def at_rest(self, order: int, again: bool) -> Array:
        """See `MotionBasis`: a periodic motion at rest at its beginning is at rest at its end."""
        conditions: Array = self.rows(np.zeros(1), order)[1:, 0]
        return conditions


class SplineBasis(NamedTuple):
    """B-splines of one degree on `pieces` intervals of equal length."""

    period: float
    pieces: int
    degree: int

    @property
    def max_order(self) -> float:
        """Return the degree: higher derivatives vanish or do not exist."""
        return self.degree

    def rows(self, t: Array, order: int) -> Array:
        """See `MotionBasis`."""
        from scipy.interpolate import BSpline

        ends = [0.0] * self.degree, [self.period] * self.degree
        knots = np.concatenate([ends[0], np.linspace(0.0, self.period, self.pieces + 1), ends[1]])
        curve = BSpline(knots, np.eye(self.pieces + self.degree), self.degree)
        return np.stack([curve(t, nu=k) for k in range(order + 1)])

    def sizes(self) -> Array:
        """See `MotionBasis`: equal for all functions."""
        return np.full(self.pieces + self.degree, self.period / self.pieces)

    def at_rest(self, order: int, again: bool) -> Array:
        """See `MotionBasis`."""
        ends = self.rows(np.array([0.0, self.period]), order)
        conditions = [*ends[1:, 0], *ends[1:, 1]]
        return np.array([*conditions, ends[0, 1] - ends[0, 0]] if again else conditions)
