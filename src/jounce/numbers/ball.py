"""Ball (midpoint-radius) arithmetic: a ball stands for every number between centre - radius and centre + radius.

Each operation returns a ball that contains the results for all operands within their radii; the centre of the result is the
operation on the centres. One evaluation of an equation therefore gives its value at a point and a bound on its change around
that point [Johansson2017]. The radius does not include rounding errors of double precision.

    x = Ball(np.array([1.0]), np.array([0.1]))
    (x * x).centre, (x * x).radius      # 1.0, 0.21

The radius of a result is infinite if the function is not finite on the whole ball, and if `select` or `signum` decides by the
sign of a ball that contains both signs, since derivatives jump at zero. Zero counts as positive: sign(0) = 1.
"""

from collections.abc import Callable

import numpy as np

from jounce.numbers.elementary import Number, real_exponent, whole_power
from jounce.numbers.packing import Array


class Ball:
    """A batch of N balls, a scalar type: centre (N,) and radius (N,), radius >= 0."""

    __slots__ = ("centre", "radius")
    __array_ufunc__ = None

    def __init__(self, centre: Array, radius: Array) -> None:
        self.centre, self.radius = centre, radius

    @property
    def size(self) -> Array:
        """Return |centre| + radius (N,), the largest absolute value in each ball."""
        magnitude: Array = np.abs(self.centre) + self.radius
        return magnitude

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
        """Return other / x for the ball x with centre c and radius r; the radius is infinite if x contains zero.

        The radius follows from 1/x - 1/c = (c - x) / (c x), which is largest where |x| = |c| - r.
        """
        size, r = np.abs(self.centre), self.radius
        with np.errstate(divide="ignore"):
            return Ball(other / self.centre, _divide(size > r, abs(other) * r, size * (size - r)))

    def __pow__(self, exponent: float) -> "Ball":
        """Return the ball of x**p for real p, by repeated multiplication for integer p."""
        p = real_exponent(exponent)
        if p.is_integer() and p != 0.0:
            return whole_power(self, int(p)) if p > 0.0 else 1.0 / whole_power(self, -int(p))  # type: ignore[no-any-return]
        return (
            self._increasing(lambda x: np.sign(p) * x**p) * np.sign(p)
            if p
            else Ball(np.ones_like(self.centre), 0.0 * self.radius)
        )

    def __abs__(self) -> "Ball":
        return Ball(np.abs(self.centre), self.radius)

    def sincos(self) -> tuple["Ball", "Ball"]:
        """Return (sin x, cos x) for the ball x with centre c and radius r.

        The radius of the sine is r |cos c| + r^2 / 2, of the cosine r |sin c| + r^2 / 2; both are 2 at most.
        """
        sine, cosine, r = np.sin(self.centre), np.cos(self.centre), self.radius
        rest = 0.5 * r * r
        s, c = np.minimum(np.abs(cosine) * r + rest, 2.0), np.minimum(np.abs(sine) * r + rest, 2.0)
        return Ball(sine, s), Ball(cosine, c)

    def sqrt(self) -> "Ball":
        """Return the ball of the square roots of all numbers in the ball."""
        return self._increasing(np.sqrt)

    def exp(self) -> "Ball":
        """Return the ball of exp(x) for all numbers x in the ball."""
        return self._increasing(np.exp)

    def log(self) -> "Ball":
        """Return the ball of the natural logarithms of all numbers in the ball."""
        return self._increasing(np.log)

    def tanh(self) -> "Ball":
        """Return the ball of tanh(x) for all numbers x in the ball."""
        return self._increasing(np.tanh)

    def atan(self) -> "Ball":
        """Return the ball of the arc tangents of all numbers in the ball."""
        return self._increasing(np.arctan)

    def signum(self) -> "Ball":
        """Return the ball of the sign: centre -1 where this ball's centre is negative, else 1.

        The radius is 0, or inf where this ball contains numbers of both signs.
        """
        return Ball(1.0 - 2.0 * (self.centre < 0.0), self._sign_radius)

    @staticmethod
    def select(x: Number, below: Number, otherwise: Number) -> Number:
        """Return `below` where the centre of x is negative, else `otherwise`; the radius is inf if the ball x has both signs."""
        if not isinstance(x, Ball):
            return below if x < 0 else otherwise
        (a, r), (b, s) = ((y.centre, y.radius) if isinstance(y, Ball) else (y, 0.0) for y in (below, otherwise))
        chosen = x.centre < 0.0
        return Ball(np.where(chosen, a, b), np.where(chosen, r, s) + x._sign_radius)

    @property
    def _sign_radius(self) -> Array:
        """Return the radius (N,) of a value that depends on the sign of x: zero if all of x are negative or none is, else inf.

        Zero counts as positive, as in `sign` and `select`.
        """
        is_of_one_sign = (self.centre + self.radius < 0.0) | (self.centre - self.radius >= 0.0)
        return np.where(is_of_one_sign, 0.0, np.inf)

    def _increasing(self, f: Callable[[Array], Array]) -> "Ball":
        """Return the ball that contains f(x) for an increasing function f, whose extreme values are at the ends of x."""
        with np.errstate(all="ignore"):
            middle = f(self.centre)
            radius = np.maximum(f(self.centre + self.radius) - middle, middle - f(self.centre - self.radius))
        return Ball(middle, np.where(np.isfinite(radius), radius, np.inf))


def _divide(finite: Array, numerator: Array, denominator: Array) -> Array:
    """Return numerator / denominator where `finite` is True, and infinity elsewhere."""
    quotient: Array = np.where(finite, numerator / np.where(finite, denominator, 1.0), np.inf)
    return quotient
