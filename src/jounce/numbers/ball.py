"""A number that is known within a radius: every number between centre - radius and centre + radius, or an array of such.

Each operation encloses all that may come of it, whatever the numbers within their radii are, and the centre is what the same
operation makes of the centres. So one pass over an equation gives its value at a point and a bound of what it does about it:
midpoint-radius arithmetic [Johansson2017]. Rounding of double precision is not in the radius.

    x = Ball(np.array([1.0]), np.array([0.1]))
    (x * x).centre, (x * x).radius      # 1.0, 0.21

Where a function is not finite on all of the ball, the radius is infinite; and so it is where the sign of a number decides and
the ball holds both signs, since derivatives jump there.
"""

from collections.abc import Callable

import numpy as np

from jounce.numbers.elementary import Number, real_exponent, whole_power
from jounce.numbers.packing import Array


class Ball:
    """Centre and radius (N,), radius >= 0."""

    __slots__ = ("centre", "radius")
    __array_ufunc__ = None

    def __init__(self, centre: Array, radius: Array) -> None:
        self.centre, self.radius = centre, radius

    @property
    def size(self) -> Array:
        """The largest absolute value within."""
        found: Array = np.abs(self.centre) + self.radius
        return found

    def __repr__(self) -> str:
        return f"Ball({self.centre!r}, {self.radius!r})"

    def __neg__(self) -> "Ball":
        return Ball(-self.centre, self.radius)

    def __add__(self, other: Number) -> "Ball":
        if isinstance(other, Ball):
            return Ball(self.centre + other.centre, self.radius + other.radius)
        return Ball(self.centre + other, self.radius)

    __radd__ = __add__

    def __sub__(self, other: Number) -> "Ball":
        if isinstance(other, Ball):
            return Ball(self.centre - other.centre, self.radius + other.radius)
        return Ball(self.centre - other, self.radius)

    def __rsub__(self, other: Number) -> "Ball":
        return Ball(other - self.centre, self.radius)

    def __mul__(self, other: Number) -> "Ball":
        if isinstance(other, Ball):
            a, r, b, s = self.centre, self.radius, other.centre, other.radius
            return Ball(a * b, np.abs(a) * s + r * (np.abs(b) + s))
        return Ball(self.centre * other, self.radius * abs(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> "Ball":
        if isinstance(other, Ball):
            return self * (1.0 / other)
        return Ball(self.centre / other, self.radius / abs(other))

    def __rtruediv__(self, other: float) -> "Ball":
        """1/x - 1/c = (c - x) / (c x), largest where |x| = |c| - r."""
        size, r = np.abs(self.centre), self.radius
        with np.errstate(divide="ignore"):
            return Ball(other / self.centre, _where(size > r, abs(other) * r, size * (size - r)))

    def __pow__(self, exponent: float) -> "Ball":
        """x**p: by multiplication for whole p."""
        p = real_exponent(exponent)
        if p.is_integer() and p != 0.0:
            return whole_power(self, int(p)) if p > 0.0 else 1.0 / whole_power(self, -int(p))  # type: ignore[no-any-return]
        return self._rising(lambda x: np.sign(p) * x**p) * np.sign(p) if p else Ball(np.ones_like(self.centre), 0.0 * self.radius)

    def __abs__(self) -> "Ball":
        return Ball(np.abs(self.centre), self.radius)

    def sincos(self) -> tuple["Ball", "Ball"]:
        """sin x - sin c = (x - c) cos c, and at most (x - c)^2 / 2 besides; cos x the same."""
        sine, cosine, r = np.sin(self.centre), np.cos(self.centre), self.radius
        rest = 0.5 * r * r
        s, c = np.minimum(np.abs(cosine) * r + rest, 2.0), np.minimum(np.abs(sine) * r + rest, 2.0)
        return Ball(sine, s), Ball(cosine, c)

    def sqrt(self) -> "Ball":
        """Square root."""
        return self._rising(np.sqrt)

    def exp(self) -> "Ball":
        """e to the power of x."""
        return self._rising(np.exp)

    def log(self) -> "Ball":
        """Natural logarithm."""
        return self._rising(np.log)

    def tanh(self) -> "Ball":
        """Hyperbolic tangent."""
        return self._rising(np.tanh)

    def atan(self) -> "Ball":
        """Arc tangent."""
        return self._rising(np.arctan)

    def signum(self) -> "Ball":
        """-1 where x < 0, otherwise 1."""
        return Ball(1.0 - 2.0 * (self.centre < 0.0), self._unsure)

    @staticmethod
    def select(x: Number, below: Number, otherwise: Number) -> Number:
        """below where x < 0, else otherwise."""
        if not isinstance(x, Ball):
            return below if x < 0 else otherwise
        (a, r), (b, s) = ((y.centre, y.radius) if isinstance(y, Ball) else (y, 0.0) for y in (below, otherwise))
        chosen = x.centre < 0.0
        return Ball(np.where(chosen, a, b), np.where(chosen, r, s) + x._unsure)

    @property
    def _unsure(self) -> Array:
        """Infinite where the ball holds both signs, elsewhere zero."""
        return np.where(np.abs(self.centre) < self.radius, np.inf, 0.0)

    def _rising(self, f: Callable[[Array], Array]) -> "Ball":
        """A function that rises: it is largest and least at the ends."""
        with np.errstate(all="ignore"):
            middle = f(self.centre)
            radius = np.maximum(f(self.centre + self.radius) - middle, middle - f(self.centre - self.radius))
        return Ball(middle, np.where(np.isfinite(radius), radius, np.inf))


def _where(known: Array, above: Array, below: Array) -> Array:
    """above / below where it is known, elsewhere infinite."""
    found: Array = np.where(known, above / np.where(known, below, 1.0), np.inf)
    return found
