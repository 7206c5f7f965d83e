"""Springs that are not linear: a torque over the deflection, and the way back.

A law is a function on numbers. On a jet it gives the time derivatives of the torque; its inverse on a jet follows from its
inverse on values, one Taylor coefficient after the other.
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
from jounce.numbers.computed_once import ComputedOnce
from jounce.numbers.elementary import more_steps
from jounce.robot.piecewise import piece_at, subdivide
from jounce.robot.validation import LARGEST, number, numbers, short

START = (0.4281908, 6.746979, 212.0435, 159.2057, 160.3661)
"""Constants that make the largest error of the value from which the root of a cubic is sought as small as it can be."""
NEWTON_STEPS = 4
"""On a piece of a table or of a function; pieces are made so short that one less is enough at all points that are tried."""
FAR = 1e300
"""How far a straight piece reaches [rad or m]: as far as anyone can go."""
ROUNDING = float(np.finfo(np.float64).eps)
GAUSS_POINTS = 24
FEWEST_POINTS = 3


class SpringLaw(ABC):
    """tau = f(delta), strictly increasing. Deflection delta = theta - q [rad or m], torque or force tau [Nm or N]."""

    @property
    def knots(self) -> tuple[float, ...]:
        """Rising deflections [rad or m] where f is less smooth than elsewhere."""
        return ()

    @abstractmethod
    def torque(self, delta: Number) -> Number:
        """f(delta), on any number."""

    @abstractmethod
    def rest(self, torque: Number) -> Number:
        """The deflection that carries this torque: f^-1 on any number that is no jet."""

    def deflection(self, torque: Number) -> Number:
        """f^-1 on any number; on a jet f(delta) = tau is solved for one coefficient of delta after the other."""
        if not isinstance(torque, Jet):
            return self.rest(torque)
        delta = [self.deflection(torque.coeffs[0])]  # which is a jet where jets are of jets
        compliance = 1.0 / self.stiffness(delta[0])
        for wanted in torque.coeffs[1:]:
            without = self.torque(Jet([*delta, 0.0])).coeffs[-1]
            delta.append((wanted - without) * compliance)
        return Jet(delta)

    def _refined(self, delta: Number, torque: Number) -> Number:
        """A deflection with the digits of a float in all that numbers such as `torque` have."""
        for _ in range(more_steps(torque)):
            delta = delta - (self.torque(delta) - torque) / self.stiffness(delta)
        return delta

    def deflection_rows(self, torques: Sequence[Number]) -> list[Number]:
        """(delta, deltad, ...) that carry a torque with its time derivatives (tau, taud, ...)."""
        return derivatives(self.deflection(Jet.from_derivatives(torques)))

    def stiffness(self, delta: Number) -> Number:
        """f'(delta) [Nm/rad or N/m], on any number."""
        if not isinstance(delta, Jet):
            return self.torque(Jet([delta, 1.0])).coeffs[1]
        along = self.torque(Jet([delta.coeffs[0], 1.0, *[0.0] * delta.order]))
        return delta.compose(along.derivatives()[1:])

    def energy(self, delta: Any) -> Any:
        """What the spring holds [J]: the integral of f from 0 to delta, by Gauss' rule between knots. Any shape, as delta."""
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
    """tau = linear delta + cubic delta^3, cubic >= 0: stiffer the further it bends, as harmonic drives are."""

    linear: float
    """[Nm/rad or N/m]."""
    cubic: float
    """[Nm/rad^3 or N/m^3]."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "linear", number(self.linear, "hardening spring, linear"))
        object.__setattr__(self, "cubic", number(self.cubic, "hardening spring, cubic"))
        if self.linear <= 0.0 or self.cubic < 0.0:
            raise ModelError(f"hardening spring: expected linear > 0 and cubic >= 0, got {self.linear} and {self.cubic}.")

    def torque(self, delta: Number) -> Number:
        """linear delta + cubic delta^3."""
        return (self.linear + self.cubic * (delta * delta)) * delta

    def rest(self, torque: Number) -> Number:
        """The one real root of the cubic: delta = scale y with y^3 + 3 y = 2 s.

        y is s (1 + |s|)^(-2/3) but for constants, both where s is small and where it is large. Chosen well, they leave 4.7 %. Two
        steps of fourth order then have all digits, from the smallest number to s = 1e170. Divisions and roots take the most time:
        here three, where square roots for the start and steps of second and third order had eight.
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
    """About y: s w^(-2/3) up to a factor, w = 1 + c |s|. The power is a fraction of polynomials where w is below 2^9."""
    y, w = s, abs(s) * START[0] + 1.0
    for power in (288, 144, 72, 36, 18, 9):
        room = 2.0**power - w
        y = select(room, y * 2.0 ** (-2 * power // 3), y)
        w = select(room, w * 2.0**-power, w)
    return y * (w * START[1] + START[2]) / ((w + START[3]) * w + START[4])


def _nearer(y: Number, s: Number) -> Number:
    """A step to the root of f = y^3 + 3 y - 2 s, the fourth power of its error being left.

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
    """A measured curve: the natural cubic spline through points (deflection, torque), continued by straight lines.

    Twice continuously differentiable, so that the motor torque it asks for has no jumps. Refused unless it rises everywhere.
    """

    deflections: tuple[float, ...]
    """Rising [rad or m]."""
    torques: tuple[float, ...]
    """[Nm or N]."""

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
        """The points: the third derivative jumps there."""
        return self.deflections

    @ComputedOnce
    def _spline(self) -> Any:
        from scipy.interpolate import CubicSpline

        return CubicSpline(self.deflections, self.torques, bc_type="natural")

    @ComputedOnce
    def _pieces(self) -> list[tuple[float, ...]]:
        """(x, y, a, b, c) of each piece: y + a s + b s^2 + c s^3 with s = delta - x. The first and the last are straight."""
        ends = [(self.deflections[k], self.torques[k], float(self._spline(self.deflections[k], 1)), 0.0, 0.0) for k in (0, -1)]
        inner = [
            (x, y, *coefficients) for x, y, *coefficients in zip(self.deflections, self.torques, *self._spline.c[2::-1].tolist())
        ]
        return [ends[0], *inner, ends[1]]

    @ComputedOnce
    def _inverse(self) -> tuple[list[float], list[tuple[float, ...]]]:
        """Rising torques, and of the pieces between and beyond (x, y, a, b, c, guess, reach): s is sought from guess (tau - y).

        A piece is about its middle, reach long on both sides, and short enough for Newton's steps to arrive from its chord.
        """
        curve, rounding = self._spline, 8.0 * ROUNDING * float(np.abs(self.torques).max())

        def piece(low: float, high: float) -> tuple[float, ...]:
            x = 0.5 * (low + high)
            y, a, b, c = (float(curve(x, k)) / math.factorial(k) for k in range(4))
            rise = float(curve(high) - curve(low))
            return x, y, a, b, c, (high - low) / rise if rise > 0.0 else 0.0, 0.5 * (high - low)

        def solved(low: float, high: float, delta: Any) -> Any:
            torque = curve(delta)
            found = _on_piece(piece(low, high), torque, NEWTON_STEPS - 1)
            return np.abs(curve(found) - torque) <= rounding

        edges = subdivide(self.deflections, solved)
        ends = [(x, y, slope, 0.0, 0.0, 1.0 / slope, FAR) for x, y, slope, *_ in (self._pieces[0], self._pieces[-1])]
        return curve(edges).tolist(), [ends[0], *(piece(a, b) for a, b in pairwise(edges)), ends[1]]

    def torque(self, delta: Number) -> Number:
        """The spline at delta."""
        x, y, a, b, c = piece_at(delta, self.deflections, self._pieces)
        s = delta - x
        return ((c * s + b) * s + a) * s + y

    def rest(self, torque: Number) -> Number:
        """By Newton's method on the piece that has the torque: the curve rises, so there is one deflection."""
        edges, rows = self._inverse
        return self._refined(_on_piece(piece_at(torque, edges, rows), torque, NEWTON_STEPS), torque)


def _on_piece(row: Sequence[Number], torque: Number, steps: int) -> Number:
    """The deflection on one piece of a table, never outside of it."""
    x, y, a, b, c, guess, reach = row
    over = torque - y
    s = over * guess
    for _ in range(steps):
        s = s - (((c * s + b) * s + a) * s - over) / ((3.0 * c * s + 2.0 * b) * s + a)
        s = select(s + reach, -reach, select(reach - s, reach, s))
    return x + s
