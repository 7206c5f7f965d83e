"""Truncated Taylor series in time: one evaluation of an equation on jets yields all its time derivatives.

A `Jet` of order K stores the coefficients (c_0, ..., c_K) of

    x(t0 + h) = c_0 + c_1 h + ... + c_K h^K + O(h^(K+1)),      c_k = x^(k)(t0) / k!

over any scalar type: floats, NumPy arrays, symbols, mpmath. The derivative x^(k) is k! times the coefficient c_k; the word
`coeffs` always means coefficients. Products cost O(K^2). So do the elementary functions, whose recurrences follow from their
differential equations (Griewank & Walther, Evaluating Derivatives, 2008, section 13.2). An operation on jets of different orders
returns a jet of the lower order.
"""

import math
from collections.abc import Callable, Sequence
from typing import Self

from jounce.numbers.elementary import (
    Number,
    Scalar,
    as_exact,
    atan,
    exp,
    is_constant,
    log,
    power,
    real_exponent,
    sech_squared,
    select,
    sign,
    sincos,
    sqrt,
    tanh,
    whole_power,
)
from jounce.numbers.value import hashed, same


class Jet:
    """A scalar together with its first K time derivatives.

    Parameters
    ----------
    coeffs : sequence of scalars
        Taylor coefficients (c_0, ..., c_K); see `from_derivatives` for derivatives.

    Examples
    --------
    >>> import jounce as jn
    >>> t = jn.numbers.Jet([2.0, 1.0, 0.0])
    >>> (t * t).derivatives()
    [4.0, 4.0, 2.0]
    """

    __slots__ = ("coeffs",)
    __array_ufunc__ = None  # array * Jet: let the jet answer, do not take it for an array element
    coeffs: tuple[Number, ...]

    def __init__(self, coeffs: Sequence[Scalar]) -> None:
        self.coeffs = tuple(coeffs)

    @classmethod
    def from_derivatives(cls, derivatives: Sequence[Scalar]) -> Self:
        """Return the jet of x from its derivatives (x, x', x'', ...)."""
        return cls([d if k < 2 else d / math.factorial(k) for k, d in enumerate(derivatives)])

    def derivatives(self) -> list[Number]:
        """Return the value and the derivatives (x, x', x'', ...): coefficient k times k!."""
        return [c if k < 2 else c * math.factorial(k) for k, c in enumerate(self.coeffs)]

    @property
    def order(self) -> int:
        """Return K, the order of the highest time derivative that the jet contains."""
        return len(self.coeffs) - 1

    def derivative(self) -> "Jet":
        """Return the jet of the time derivative x', whose order is lower by one."""
        return Jet([c if k == 1 else k * c for k, c in enumerate(self.coeffs) if k > 0])

    def __eq__(self, other: object) -> bool:
        return same(self.coeffs, other.coeffs) if isinstance(other, Jet) else NotImplemented

    def __hash__(self) -> int:
        return hashed(self.coeffs)

    def __repr__(self) -> str:
        return f"Jet({', '.join(map(repr, self.coeffs))})"

    def __neg__(self) -> "Jet":
        return Jet([-c for c in self.coeffs])

    def __pos__(self) -> "Jet":
        return self

    def __add__(self, other: Number) -> "Jet":
        if isinstance(other, Jet):
            return Jet([a + b for a, b in zip(self.coeffs, other.coeffs)])
        if is_constant(other, 0):
            return self
        return Jet([self.coeffs[0] + other, *self.coeffs[1:]])

    __radd__ = __add__

    def __sub__(self, other: Number) -> "Jet":
        if isinstance(other, Jet):
            return Jet([a - b for a, b in zip(self.coeffs, other.coeffs)])
        return self.__add__(-other)

    def __rsub__(self, other: Number) -> "Jet":
        return self.__neg__().__add__(other)

    def __mul__(self, other: Number) -> Number:
        if isinstance(other, Jet):
            a, b = self.coeffs, other.coeffs
            return Jet([_convolve(a, b, k) for k in range(min(len(a), len(b)))])
        if is_constant(other, 0):
            return 0.0
        if is_constant(other, 1):
            return self
        return Jet([c * other for c in self.coeffs])

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> "Jet":
        if isinstance(other, Jet):
            # a = b c, solved for c one coefficient after the other
            return _series(lambda k, c: _less(self.coeffs[k], other.coeffs, c, k) / other.coeffs[0], self, other)
        return Jet([c / other for c in self.coeffs])

    def __rtruediv__(self, other: Number) -> "Jet":
        return Jet([other, *[0.0] * self.order]) / self

    def __pow__(self, exponent: float) -> "Jet":
        """Return x**p for real p: by multiplication for integer p, else by `compose` with p (p-1) ... (p-k+1) x^(p-k).

        At x = 0, derivatives of order k < p are zero and derivatives of higher order are not finite. The recurrence from
        x y' = p x' y is cheaper by a factor K, but would divide by x.
        """
        p = real_exponent(exponent)
        if p.is_integer():
            if p == 0.0:
                return Jet([1.0, *[0.0] * self.order])
            return whole_power(self, int(p)) if p > 0.0 else 1 / whole_power(self, -int(p))  # type: ignore[no-any-return]
        powers, factor = [], 1.0
        p = as_exact(p, self.coeffs[0])
        for k in range(len(self.coeffs)):
            powers.append(factor * power(self.coeffs[0], p - k))
            factor *= p - k
        return self.compose(powers)

    def __abs__(self) -> "Jet":
        """Return the jet of |x|; if the value of x is zero, the result is x."""
        s = sign(self.coeffs[0])
        return Jet([c * s for c in self.coeffs])

    def signum(self) -> Number:
        """Return -1 where the value of x is negative, otherwise 1; the result is no jet, since the sign is constant in time."""
        return sign(self.coeffs[0])

    @staticmethod
    def select(x: Scalar, below: Scalar, otherwise: Scalar) -> Number:
        """Return `below` where the value of x is negative, else `otherwise`; jets are selected coefficient by coefficient."""
        value = x.coeffs[0] if isinstance(x, Jet) else x
        jets = [branch for branch in (below, otherwise) if isinstance(branch, Jet)]
        if not jets:
            return select(value, below, otherwise)
        order = min(jet.order for jet in jets)
        rows = [y.coeffs if isinstance(y, Jet) else (y, *[0.0] * order) for y in (below, otherwise)]
        return Jet([select(value, a, b) for a, b in zip(*rows)])

    def sqrt(self) -> "Jet":
        """Return the jet of y = sqrt(x), from y y = x."""
        x = self.coeffs

        def coefficient(k: int, y: list[Number]) -> Number:
            if k == 0:
                return sqrt(x[0])
            rest = x[k]
            for j in range(1, k):
                rest = rest - y[j] * y[k - j]
            return rest / (2 * y[0])

        return _series(coefficient, self)

    def sincos(self) -> tuple["Jet", "Jet"]:
        """Return the jets (s, c) of sine and cosine of x, from s' = x' c and c' = -x' s, in O(K^2)."""
        rate = self.derivative().coeffs
        sine, cosine = ([value] for value in sincos(self.coeffs[0]))
        for k in range(1, len(self.coeffs)):
            s = sum_products(rate[:k], cosine[::-1])
            c = sum_products(rate[:k], sine[::-1])
            sine.append(s if k == 1 else s / k)
            cosine.append(-c if k == 1 else -(c / k))
        return Jet(sine), Jet(cosine)

    def exp(self) -> "Jet":
        """Return the jet of y = exp(x), from y' = x' y."""
        rate = self.derivative().coeffs
        return _series(lambda k, y: sum_products(rate[:k], y[::-1]) / k if k else exp(self.coeffs[0]), self)

    def log(self) -> "Jet":
        """Return the jet of the natural logarithm y = log(x), from x y' = x'."""
        x = self.coeffs

        def coefficient(k: int, y: list[Number]) -> Number:
            if k == 0:
                return log(x[0])
            rest = k * x[k]
            for j in range(1, k):
                rest = rest - j * (y[j] * x[k - j])
            return rest / (k * x[0])

        return _series(coefficient, self)

    def tanh(self) -> "Jet":
        """Return the jet of y = tanh(x), from y' = x' u with u = 1 - y^2, whose value is 1 / cosh(x)^2."""
        rate = self.derivative().coeffs
        y, u = [tanh(self.coeffs[0])], [sech_squared(self.coeffs[0])]
        for k in range(1, len(self.coeffs)):
            y.append(sum_products(rate[:k], u[::-1]) / k)
            u.append(-_convolve(y, y, k))
        return Jet(y)

    def atan(self) -> "Jet":
        """Return the jet of y = atan(x), from u y' = x' with u = 1 + x^2."""
        x, u = self.coeffs, (self * self + 1.0).coeffs

        def coefficient(k: int, y: list[Number]) -> Number:
            if k == 0:
                return atan(x[0])
            rest = k * x[k]
            for j in range(1, k):
                rest = rest - j * (y[j] * u[k - j])
            return rest / (k * u[0])

        return _series(coefficient, self)

    def compose(self, derivatives: Sequence[Scalar]) -> "Jet":
        """Return the jet of f(x) from the derivatives (f, f', f'', ...) of f at the value of x, to the order of x.

        Horner's rule evaluates f + f' d + f''/2 d^2 + ... with d = x - x_0 in O(K^3). Since d has no constant term, coefficient k
        depends only on the derivatives of f to order k.
        """
        coeffs = Jet.from_derivatives(derivatives[: self.order + 1]).coeffs
        coeffs += (0.0,) * (self.order + 1 - len(coeffs))
        x = self.coeffs
        result = [coeffs[-1]]
        for c in coeffs[-2::-1]:
            result = [c, *(sum_products(x[j + 1 : 0 : -1], result) for j in range(len(result)))]
        return Jet(result)


def derivatives(x: Scalar) -> list[Number]:
    """Return the derivatives (x, x', x'', ...) of a jet; [x] for any other scalar.

    Parameters
    ----------
    x : scalar
        A jet, or any other scalar.

    Returns
    -------
    list of scalars

    Examples
    --------
    >>> jn.numbers.derivatives(jn.numbers.Jet.from_derivatives([1.0, 2.0, 6.0]))
    [1.0, 2.0, 6.0]
    """
    return x.derivatives() if isinstance(x, Jet) else [x]


def derivative_rows(numbers: Sequence[Scalar], order: int) -> list[list[Number]]:
    """Return order + 1 rows; row k contains the k-th time derivatives of the scalars `numbers`, zero beyond their orders."""
    columns = [[*rows, *[0.0] * (order + 1 - len(rows))] for rows in map(derivatives, numbers)]
    return [list(row) for row in zip(*columns)]


def sum_products(a: Sequence[Number], b: Sequence[Number]) -> Number:
    """Return a_0 b_0 + a_1 b_1 + ...; the sum starts from the first product, so that a trace has no addition of zero."""
    total = a[0] * b[0]
    for x, y in zip(a[1:], b[1:]):
        total = total + x * y
    return total


def _convolve(a: Sequence[Number], b: Sequence[Number], k: int) -> Number:
    """Return coefficient k of the product of the series a and b: a_0 b_k + ... + a_k b_0."""
    return sum_products(a[: k + 1], b[k::-1])


def _less(total: Number, b: Sequence[Number], c: Sequence[Number], k: int) -> Number:
    """Return total - (b_1 c_{k-1} + ... + b_k c_0)."""
    for j in range(1, k + 1):
        total = total - b[j] * c[k - j]
    return total


def _series(coefficient: Callable[[int, list[Number]], Number], *arguments: Jet) -> Jet:
    """Return the jet whose k-th coefficient is coefficient(k, earlier coefficients); its order is the lowest of `arguments`."""
    coeffs: list[Number] = []
    for k in range(min(len(x.coeffs) for x in arguments)):
        coeffs.append(coefficient(k, coeffs))
    return Jet(coeffs)
