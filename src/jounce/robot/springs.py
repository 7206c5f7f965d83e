"""Nonlinear spring laws: the torque as a function of the deflection, and the deflection as a function of the torque.

Both functions take any scalar type. For a jet of deflections they return the time derivatives of the torque, and vice versa; the
deflection for a jet of torques is computed from the deflection at its value, one Taylor coefficient after the other.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from jounce.errors import ModelError
from jounce.numbers import Jet, Number, derivatives, select
from jounce.numbers.elementary import Scalar, more_steps
from jounce.numbers.value import ComputedOnce
from jounce.robot.piecewise import piece_at, subdivide
from jounce.robot.validation import LARGEST, number, numbers, short

START = (0.4281908, 6.746979, 212.0435, 159.2057, 160.3661)
"""Constants of the initial guess of `_start`; they minimise the largest relative error of this guess."""
NEWTON_STEPS = 4
"""Number of Newton steps for the deflection on one piece of a spring law; pieces are bisected until one less suffices."""
FAR = 1e300
"""Half length of the straight end pieces of a tabulated spring [rad or m]: practically infinite."""
ROUNDING = float(np.finfo(np.float64).eps)
GAUSS_POINTS = 24
FEWEST_POINTS = 3


class SpringLaw(ABC):
    """Spring law tau = f(delta), strictly increasing: deflection delta = theta - q [rad or m], torque or force tau [Nm or N]."""

    @property
    def knots(self) -> tuple[float, ...]:
        """Return the increasing deflections [rad or m] at which a derivative of f jumps; empty for a smooth law."""
        return ()

    @abstractmethod
    def torque(self, delta: Number) -> Number:
        """Return the torque f(delta) [Nm or N] at the deflection delta, on any scalar type."""

    @abstractmethod
    def rest(self, torque: Number) -> Number:
        """Return the deflection f^-1(torque) [rad or m] on any scalar type except jets."""

    def deflection(self, torque: Number) -> Number:
        """Return the deflection f^-1(torque) [rad or m] on any scalar type; for a jet coefficient by coefficient."""
        if not isinstance(torque, Jet):
            return self.rest(torque)
        delta = [self.deflection(torque.coeffs[0])]  # itself a jet for jets of jets
        compliance = 1.0 / self.stiffness(delta[0])
        for target in torque.coeffs[1:]:
            without = self.torque(Jet([*delta, 0.0])).coeffs[-1]
            delta.append((target - without) * compliance)
        return Jet(delta)

    def _refined(self, delta: Number, torque: Number) -> Number:
        """Return the deflection at `torque` in the precision of `torque`, by Newton's method from its double-precision value."""
        for _ in range(more_steps(torque)):
            delta = delta - (self.torque(delta) - torque) / self.stiffness(delta)
        return delta

    def deflection_rows(self, torques: Sequence[Number]) -> list[Number]:
        """Return the deflection and its time derivatives from a torque and its time derivatives (tau, taud, ...)."""
        return derivatives(self.deflection(Jet.from_derivatives(torques)))

    def stiffness(self, delta: Number) -> Number:
        """Return the stiffness f'(delta) [Nm/rad or N/m] at the deflection delta, on any scalar type."""
        if not isinstance(delta, Jet):
            return self.torque(Jet([delta, 1.0])).coeffs[1]
        along = self.torque(Jet([delta.coeffs[0], 1.0, *[0.0] * delta.order]))
        return delta.compose(along.derivatives()[1:])

    def energy(self, delta: Any) -> Any:
        """Return the energy [J], an array of the shape of delta: the integral of f from 0 to delta by Gauss quadrature."""
        x, w = np.polynomial.legendre.leggauss(GAUSS_POINTS)
        delta = np.asarray(delta, dtype=np.float64)
        low, high = np.minimum(delta, 0.0), np.maximum(delta, 0.0)
        edges = [low, *(np.clip(knot, low, high) for knot in self.knots), high]
        total = 0.0
        for a, b in pairwise(edges):
            half = 0.5 * (b - a)
            total = total + sum(wk * half * self.torque(a + half * (1.0 + xk)) for xk, wk in zip(x, w))
        return np.sign(delta) * total


@dataclass(frozen=True)
class HardeningSpring(SpringLaw):
    """Hardening spring tau = linear delta + cubic delta^3 with linear > 0 and cubic >= 0, as in harmonic drives.

    Examples
    --------
    >>> import jounce as jn
    >>> spring = jn.robot.HardeningSpring(linear=1000.0, cubic=5e6)
    >>> spring.torque(0.01)
    15.0
    """

    linear: float
    """Stiffness at zero deflection [Nm/rad or N/m]."""
    cubic: float
    """Coefficient of the cubic term [Nm/rad^3 or N/m^3]."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "linear", number(self.linear, "hardening spring, linear"))
        object.__setattr__(self, "cubic", number(self.cubic, "hardening spring, cubic"))
        if self.linear <= 0.0 or self.cubic < 0.0:
            raise ModelError(f"hardening spring: expected linear > 0 and cubic >= 0, got {self.linear} and {self.cubic}.")

    def torque(self, delta: Scalar) -> Number:
        """Return the torque linear delta + cubic delta^3 [Nm or N]."""
        return (self.linear + self.cubic * (delta * delta)) * delta

    def rest(self, torque: Scalar) -> Number:
        """Return the deflection at a torque: scale y with the real root y of y^3 + 3 y = 2 s and s proportional to the torque.

        For small and for large s the root y is s (1 + |s|)^(-2/3) up to constants. An initial guess of this form has a largest
        error of 4.7 %; two steps of fourth order then give all digits, from the smallest float to s = 1e170. Divisions and roots
        take the most time: this method has three, a guess by square roots with steps of second and third order had eight.
        """
        if self.cubic == 0.0:
            return torque / self.linear
        scale = math.sqrt(self.linear / (3.0 * self.cubic))
        s = torque / (2.0 * self.linear * scale / 3.0)
        y = _start(s)
        for _ in range(2):
            y = _nearer(y, s)
        return self._refined(scale * y, torque)


def _start(s: Number) -> Number:
    """Return the initial guess of the root y of y^3 + 3 y = 2 s: s w^(-2/3) up to a factor, with w = 1 + c |s|.

    Powers of two scale w to less than 2^9, where a rational function approximates w^(-2/3).
    """
    y, w = s, abs(s) * START[0] + 1.0
    for power in (288, 144, 72, 36, 18, 9):
        room = 2.0**power - w
        y = select(room, y * 2.0 ** (-2 * power // 3), y)
        w = select(room, w * 2.0**-power, w)
    return y * (w * START[1] + START[2]) / ((w + START[3]) * w + START[4])


def _nearer(y: Number, s: Number) -> Number:
    """Return y after one step of fourth order towards the root of f(y) = y^3 + 3 y - 2 s.

    The step d solves u + d + a d^2 + b d^3 = 0 with u = f / f', f' = 3 y^2 + 3, a = 3 y / f', b = 1 / f'. Its series in u is
    d = -u (1 + a u + (2 a^2 - b) u^2 + ...), of which the stated terms are used.
    """
    square = y * y
    b = 1.0 / (3.0 * square + 3.0)
    u = ((square + 3.0) * y - 2.0 * s) * b
    a = 3.0 * y * b
    return y - u * ((a * a * 2.0 - b) * u + a) * u - u


@dataclass(frozen=True)
class TabulatedSpring(SpringLaw):
    """A measured spring: the natural cubic spline through points (deflection, torque), continued by straight lines.

    The curve is twice continuously differentiable, so that the motor torque has no jumps. A curve that does not increase
    everywhere is refused.

    Examples
    --------
    >>> import jounce as jn
    >>> spring = jn.robot.TabulatedSpring((-0.02, 0.0, 0.02), (-30.0, 0.0, 30.0))
    >>> round(spring.torque(0.01), 9)
    15.0
    """

    deflections: tuple[float, ...]
    """Increasing deflections of the points, three or more [rad or m]."""
    torques: tuple[float, ...]
    """Increasing torques at these deflections [Nm or N]."""

    def __post_init__(self) -> None:
        for name in ("deflections", "torques"):
            values = getattr(self, name)
            values = values.tolist() if isinstance(values, np.ndarray) else values
            count = len(values) if isinstance(values, Sequence) else FEWEST_POINTS
            values = numbers(values, count, f"tabulated spring, {name}")
            if not (np.diff(values) >= 1.0 / LARGEST).all():
                raise ModelError(f"tabulated spring: expected {name} that rise, got {short(values)}.")
            object.__setattr__(self, name, values)
        x, y = len(self.deflections), len(self.torques)
        if x < FEWEST_POINTS or x != y:
            raise ModelError(f"tabulated spring: expected {FEWEST_POINTS} points or more, got {x} deflections and {y} torques.")
        slopes = self._spline.derivative()
        turns = self._spline.derivative(2).roots(extrapolate=False)
        candidates = np.concatenate([self.deflections, turns[np.isfinite(turns)]])  # SciPy adds NaN where a piece is straight
        lowest = candidates[slopes(candidates).argmin()]
        if slopes(lowest) <= 0.0:
            raise ModelError(
                f"tabulated spring: the curve through these points does not rise at deflection {lowest:.6g}; a spring has one "
                "deflection for each torque. Give points on a smooth, rising curve."
            )

    @property
    def knots(self) -> tuple[float, ...]:
        """Return the deflections of the points, where the third derivative jumps."""
        return self.deflections

    @ComputedOnce
    def _spline(self) -> Any:
        """Return SciPy's natural cubic spline of the torque over the deflection."""
        from scipy.interpolate import CubicSpline

        return CubicSpline(self.deflections, self.torques, bc_type="natural")

    @ComputedOnce
    def _pieces(self) -> list[tuple[float, ...]]:
        """Return (x, y, a, b, c) of each piece of the spline, whose torque is y + a s + b s^2 + c s^3 with s = delta - x.

        The first and the last piece are the straight lines beyond the points.
        """
        ends = [(self.deflections[k], self.torques[k], float(self._spline(self.deflections[k], 1)), 0.0, 0.0) for k in (0, -1)]
        inner = [
            (x, y, *coefficients) for x, y, *coefficients in zip(self.deflections, self.torques, *self._spline.c[2::-1].tolist())
        ]
        return [ends[0], *inner, ends[1]]

    @ComputedOnce
    def _inverse(self) -> tuple[list[float], list[tuple[float, ...]]]:
        """Return (edges, rows) of the inverse: increasing torques between pieces, (x, y, a, b, c, guess, reach) of each piece.

        On a piece the torque is tau = y + a s + b s^2 + c s^3 with s = delta - x and |s| <= reach; x is the middle of the piece.
        Newton's method for s starts at the chord s = guess (tau - y), and pieces are short enough for its convergence.
        """
        curve, rounding = self._spline, 8.0 * ROUNDING * float(np.abs(self.torques).max())

        def piece(low: float, high: float) -> tuple[float, ...]:
            """Return (x, y, a, b, c, guess, reach), see `_inverse`, of the piece between the deflections low and high."""
            x = 0.5 * (low + high)
            y, a, b, c = (float(curve(x, k)) / math.factorial(k) for k in range(4))
            rise = float(curve(high) - curve(low))
            return x, y, a, b, c, (high - low) / rise if rise > 0.0 else 0.0, 0.5 * (high - low)

        def solved(low: float, high: float, delta: Any) -> Any:
            """Return True where `NEWTON_STEPS` - 1 steps on the piece (low, high) invert the spline at delta within rounding."""
            torque = curve(delta)
            solution = _on_piece(piece(low, high), torque, NEWTON_STEPS - 1)
            return np.abs(curve(solution) - torque) <= rounding

        edges = subdivide(self.deflections, solved)
        ends = [(x, y, slope, 0.0, 0.0, 1.0 / slope, FAR) for x, y, slope, *_ in (self._pieces[0], self._pieces[-1])]
        return curve(edges).tolist(), [ends[0], *(piece(a, b) for a, b in pairwise(edges)), ends[1]]

    def torque(self, delta: Scalar) -> Number:
        """Return the torque [Nm or N] at the deflection delta: of the spline, beyond the points of the straight lines."""
        x, y, a, b, c = piece_at(delta, self.deflections, self._pieces)
        s = delta - x
        return ((c * s + b) * s + a) * s + y

    def rest(self, torque: Scalar) -> Number:
        """Return the deflection at a torque, by Newton's method on the piece of the curve that contains this torque."""
        edges, rows = self._inverse
        return self._refined(_on_piece(piece_at(torque, edges, rows), torque, NEWTON_STEPS), torque)


def _on_piece(row: Sequence[Number], torque: Number, steps: int) -> Number:
    """Return the deflection at a torque by Newton steps on one piece of a table, clipped to the piece after each step.

    row: (x, y, a, b, c, guess, reach) of the piece, see `TabulatedSpring._inverse`.
    """
    x, y, a, b, c, guess, reach = row
    over = torque - y
    s = over * guess
    for _ in range(steps):
        s = s - (((c * s + b) * s + a) * s - over) / ((3.0 * c * s + 2.0 * b) * s + a)
        s = select(s + reach, -reach, select(reach - s, reach, s))
    return x + s
