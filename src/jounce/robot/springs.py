"""Springs that are not linear: a torque over the deflection, and the way back.

A law is a function on numbers. On a jet it gives the time derivatives of the torque; its inverse on a jet follows from its
inverse on values, one Taylor coefficient after the other.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from jounce.errors import ModelError
from jounce.numbers import Jet, Number, derivatives, sqrt
from jounce.robot.inversion import inverted
from jounce.robot.values import LARGEST, number, numbers, short

NEWTON_STEPS = 60
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
        """The deflection that carries this torque: f^-1 on floats and arrays."""

    def deflection(self, torque: Number) -> Number:
        """f^-1 on any number; on a jet f(delta) = tau is solved for one coefficient of delta after the other."""
        if not isinstance(torque, Jet):
            return self.rest(torque)
        delta = [self.rest(torque.coeffs[0])]
        stiffness = self.stiffness(delta[0])
        for wanted in torque.coeffs[1:]:
            without = self.torque(Jet([*delta, 0.0])).coeffs[-1]
            delta.append((wanted - without) / stiffness)
        return Jet(delta)

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
        """The one real root of the cubic, by Cardano, with a Newton step that takes its rounding off."""
        if self.cubic == 0.0:
            return torque / self.linear
        scale = math.sqrt(self.linear / (3.0 * self.cubic))  # delta = scale y,  y^3 + 3 y = 2 s
        s = torque / (2.0 * self.linear * scale / 3.0)
        size = abs(s) + sqrt(s * s + 1.0)
        root = size ** (1.0 / 3.0)
        y = (root - 1.0 / root) * ((s > 0) * 2.0 - 1.0)
        for _ in range(2):
            y = y - ((y * y + 3.0) * y - 2.0 * s) / (3.0 * (y * y + 1.0))
        return scale * y


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

    @cached_property
    def _spline(self) -> Any:
        from scipy.interpolate import CubicSpline

        return CubicSpline(self.deflections, self.torques, bc_type="natural")

    def torque(self, delta: Number) -> Number:
        """The spline at delta."""
        if isinstance(delta, Jet):
            return delta.compose([self._derivative(delta.coeffs[0], k) for k in range(min(delta.order, 3) + 1)])
        return self._derivative(delta, 0)

    def _derivative(self, delta: Any, k: int) -> Any:
        low, high = self.deflections[0], self.deflections[-1]
        inside = np.clip(delta, low, high)
        value = self._spline(inside, k)
        if k == 0:
            value = value + self._spline(inside, 1) * (delta - inside)
        elif k > 1:
            value = np.where(inside == delta, value, 0.0)
        return value if np.ndim(delta) else float(value)

    def rest(self, torque: Number) -> Number:
        """By Newton's method, safe-guarded by bisection: the curve rises, so there is one deflection."""
        wanted = np.asarray(torque, dtype=np.float64)
        x, y = np.array(self.deflections), np.array(self.torques)
        first, last = self._spline(x[0], 1), self._spline(x[-1], 1)
        low = np.where(wanted < y[0], x[0] + 1.01 * (wanted - y[0]) / first, x[0])
        high = np.where(wanted > y[-1], x[-1] + 1.01 * (wanted - y[-1]) / last, x[-1])
        delta = np.clip(np.interp(wanted, y, x), low, high)
        rounding = 16.0 * np.finfo(np.float64).eps * np.maximum(np.abs(wanted), np.abs(y).max())
        for _ in range(NEWTON_STEPS):
            error = self._derivative(delta, 0) - wanted
            low, high = np.where(error < 0, delta, low), np.where(error > 0, delta, high)
            new = delta - error / self._derivative(delta, 1)
            delta = np.where((new >= low) & (new <= high), new, 0.5 * (low + high))
            if (np.abs(error) <= rounding).all():  # of the value before this last step
                break
        return delta if np.ndim(torque) else float(delta)


@dataclass(frozen=True)
class SpringFunction(SpringLaw):
    """A spring by a function of your own that takes jets: written with + - * / **, abs and the functions of `jounce.numbers`.

    SpringFunction(lambda d: 500 * d + 2e4 * d**3)

    The function must rise. Its inverse is found by Newton's method, or you give it, on floats and arrays: where you know it, it
    is faster; where the function has a pole or is not defined everywhere, it is needed.
    """

    function: Callable[[Number], Number]
    inverse: Callable[[Number], Number] | None = None

    def __post_init__(self) -> None:
        for what in ("function", "inverse"):
            given = getattr(self, what)
            if not callable(given) and not (what == "inverse" and given is None):
                raise ModelError(f"spring function: {what} is {short(given)}, expected a function.")
        for delta in (-1e-3, 0.0, 1e-3):
            try:
                torque, slope = self.function(Jet([delta, 1.0])).coeffs
                back = delta if self.inverse is None else float(self.inverse(torque))
                if not (math.isfinite(torque) and math.isfinite(slope)):
                    raise ValueError(f"the torque is {torque}, the stiffness {slope}")
            except Exception as error:
                raise ModelError(
                    f"spring function: it fails at deflection {delta} ({type(error).__name__}: {error}). It must take jets: "
                    "write it with + - * / **, abs and the functions of jounce.numbers."
                ) from None
            if not (slope > 0.0 and abs(back - delta) <= 1e-9):
                by = "" if self.inverse is None else f", and the inverse gives {back}"
                raise ModelError(
                    f"spring function: at deflection {delta} the torque is {torque}, the stiffness {slope}{by}; expected a "
                    f"rising function{'' if self.inverse is None else ' and its inverse'}."
                )

    def torque(self, delta: Number) -> Number:
        """function(delta)."""
        return self.function(delta)

    def rest(self, torque: Number) -> Number:
        """inverse(torque), or the root of function(delta) = torque."""
        return inverted(self.function, torque) if self.inverse is None else self.inverse(torque)

    def energy(self, delta: Any) -> Any:
        """By Gauss' rule in s, with deflection delta s^2: a power that is not whole has no kink at rest then."""
        x, w = np.polynomial.legendre.leggauss(2 * GAUSS_POINTS)
        delta = np.asarray(delta, dtype=np.float64)
        s = 0.5 * (1.0 + x)
        return delta * sum(wk * sk * self.torque(delta * (sk * sk)) for sk, wk in zip(s, w))
