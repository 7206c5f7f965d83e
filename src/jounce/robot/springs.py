"""Nonlinear spring laws: the torque as a function of the deflection, and its inverse.

A law is a function on any scalar type. On a jet it gives the time derivatives of the torque; its inverse on a jet follows from
the inverse on values, one Taylor coefficient after the other.
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
"""Constants of the initial guess for the root of the cubic; they minimise its largest error."""
NEWTON_STEPS = 4
"""Newton steps on a piece of a table or a function; pieces are so short that one step fewer suffices at all tested points."""
FAR = 1e300
"""Length of the straight end pieces [rad or m]: practically infinite."""
ROUNDING = float(np.finfo(np.float64).eps)
GAUSS_POINTS = 24
FEWEST_POINTS = 3


class SpringLaw(ABC):
    """Spring law tau = f(delta), strictly increasing: deflection delta = theta - q [rad or m], torque or force tau [Nm or N]."""

    @property
    def knots(self) -> tuple[float, ...]:
        """Return the increasing deflections [rad or m] at which f is less smooth than elsewhere."""
        return ()

    @abstractmethod
    def torque(self, delta: Number) -> Number:
        """Return f(delta) on any scalar type."""

    @abstractmethod
    def rest(self, torque: Number) -> Number:
        """Return the deflection f^-1(torque) on any scalar type but jets."""

    def deflection(self, torque: Number) -> Number:
        """Return f^-1(torque) on any scalar type; on a jet f(delta) = tau is solved coefficient by coefficient."""
        if not isinstance(torque, Jet):
            return self.rest(torque)
        delta = [self.deflection(torque.coeffs[0])]  # itself a jet for jets of jets
        compliance = 1.0 / self.stiffness(delta[0])
        for target in torque.coeffs[1:]:
            without = self.torque(Jet([*delta, 0.0])).coeffs[-1]
            delta.append((target - without) * compliance)
        return Jet(delta)

    def _refined(self, delta: Number, torque: Number) -> Number:
        """Refine a deflection of double precision to the precision of `torque` by Newton's method."""
        for _ in range(more_steps(torque)):
            delta = delta - (self.torque(delta) - torque) / self.stiffness(delta)
        return delta

    def deflection_rows(self, torques: Sequence[Number]) -> list[Number]:
        """Return the deflection and its time derivatives from a torque and its time derivatives (tau, taud, ...)."""
        return derivatives(self.deflection(Jet.from_derivatives(torques)))

    def stiffness(self, delta: Number) -> Number:
        """Return f'(delta) [Nm/rad or N/m] on any scalar type."""
        if not isinstance(delta, Jet):
            return self.torque(Jet([delta, 1.0])).coeffs[1]
        along = self.torque(Jet([delta.coeffs[0], 1.0, *[0.0] * delta.order]))
        return delta.compose(along.derivatives()[1:])

    def energy(self, delta: Any) -> Any:
        """Return the energy [J], the integral of f from 0 to delta by Gauss quadrature between knots, in the shape of delta."""
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
    """Hardening spring tau = linear delta + cubic delta^3, cubic >= 0, as of harmonic drives.

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
        """Return linear delta + cubic delta^3."""
        return (self.linear + self.cubic * (delta * delta)) * delta

    def rest(self, torque: Scalar) -> Number:
        """Return the real root of the cubic: delta = scale y with y^3 + 3 y = 2 s.

        For small and for large s, y is s (1 + |s|)^(-2/3) up to constants; well chosen, these leave an error of 4.7 %. Two steps
        of fourth order then give all digits, from the smallest float to s = 1e170. Divisions and roots take the most time: there
        are three, whereas square roots for the initial guess and steps of second and third order took eight.
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
    """Return the initial guess of y: s w^(-2/3) up to a factor, w = 1 + c |s|; a rational function where w is below 2^9."""
    y, w = s, abs(s) * START[0] + 1.0
    for power in (288, 144, 72, 36, 18, 9):
        room = 2.0**power - w
        y = select(room, y * 2.0 ** (-2 * power // 3), y)
        w = select(room, w * 2.0**-power, w)
    return y * (w * START[1] + START[2]) / ((w + START[3]) * w + START[4])


def _nearer(y: Number, s: Number) -> Number:
    """Return y after one step of fourth order to the root of f = y^3 + 3 y - 2 s.

    The step d solves u + d + a d^2 + b d^3 = 0 with u = f / f', f' = 3 y^2 + 3, a = 3 y / f', b = 1 / f'; as a series in u it is
    -u (1 + a u + (2 a^2 - b) u^2 + ...).
    """
    square = y * y
    b = 1.0 / (3.0 * square + 3.0)
    u = ((square + 3.0) * y - 2.0 * s) * b
    a = 3.0 * y * b
    return y - u * ((a * a * 2.0 - b) * u + a) * u - u


@dataclass(frozen=True)
class TabulatedSpring(SpringLaw):
    """A measured spring: the natural cubic spline through points (deflection, torque), continued by straight lines.

    The curve is twice continuously differentiable, so that the motor torque has no jumps, and must increase everywhere.

    Examples
    --------
    >>> import jounce as jn
    >>> spring = jn.robot.TabulatedSpring((-0.02, 0.0, 0.02), (-30.0, 0.0, 30.0))
    >>> round(spring.torque(0.01), 9)
    15.0
    """

    deflections: tuple[float, ...]
    """Increasing deflections [rad or m]."""
    torques: tuple[float, ...]
    """Increasing torques [Nm or N]."""

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
        """Return SciPy's natural cubic spline through the points."""
        from scipy.interpolate import CubicSpline

        return CubicSpline(self.deflections, self.torques, bc_type="natural")

    @ComputedOnce
    def _pieces(self) -> list[tuple[float, ...]]:
        """Return (x, y, a, b, c) of each piece of the spline, y + a s + b s^2 + c s^3, s = delta - x; end pieces are straight."""
        ends = [(self.deflections[k], self.torques[k], float(self._spline(self.deflections[k], 1)), 0.0, 0.0) for k in (0, -1)]
        inner = [
            (x, y, *coefficients) for x, y, *coefficients in zip(self.deflections, self.torques, *self._spline.c[2::-1].tolist())
        ]
        return [ends[0], *inner, ends[1]]

    @ComputedOnce
    def _inverse(self) -> tuple[list[float], list[tuple[float, ...]]]:
        """Return the increasing torques at the ends of pieces, and (x, y, a, b, c, guess, reach) of each piece of the inverse.

        A piece is expanded about its middle x, `reach` long on both sides, and short enough for Newton's method to converge from
        its chord s = guess (tau - y).
        """
        curve, rounding = self._spline, 8.0 * ROUNDING * float(np.abs(self.torques).max())

        def piece(low: float, high: float) -> tuple[float, ...]:
            """Return (x, y, a, b, c, guess, reach) of the piece between two deflections, see `_inverse`."""
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
        """Return the spline at delta."""
        x, y, a, b, c = piece_at(delta, self.deflections, self._pieces)
        s = delta - x
        return ((c * s + b) * s + a) * s + y

    def rest(self, torque: Scalar) -> Number:
        """Return the deflection by Newton's method on the piece that contains the torque."""
        edges, rows = self._inverse
        return self._refined(_on_piece(piece_at(torque, edges, rows), torque, NEWTON_STEPS), torque)


def _on_piece(row: Sequence[Number], torque: Number, steps: int) -> Number:
    """Return the deflection at a torque on one piece of a table, clipped to the piece after each Newton step."""
    x, y, a, b, c, guess, reach = row
    over = torque - y
    s = over * guess
    for _ in range(steps):
        s = s - (((c * s + b) * s + a) * s - over) / ((3.0 * c * s + 2.0 * b) * s + a)
        s = select(s + reach, -reach, select(reach - s, reach, s))
    return x + s
