"""Spring laws defined by a user's function tau = f(delta), with a numerical inverse unless the user passes the inverse."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from jounce.errors import ModelError, SingularityError
from jounce.numbers import Jet, Number, select, sqrt
from jounce.numbers.elementary import Scalar, more_steps
from jounce.numbers.value import ComputedOnce
from jounce.robot.function_trace import trace_text
from jounce.robot.piecewise import piece_at, subdivide
from jounce.robot.spring_inverse import invert_law
from jounce.robot.springs import GAUSS_POINTS, NEWTON_STEPS, SpringLaw
from jounce.robot.validation import short

REACH, HALVINGS = 1e3, 60
"""REACH: largest deflection of the inverse in compiled code, and largest |torque| as a multiple of the stiffness at zero
deflection [rad or m]; HALVINGS: number of bisections that locate the deflection at which the law ends or flattens."""
FLAT = 1e-6
"""Increase of the torque between two deflections, relative to the torque f(delta) - f(0): below, the curve counts as ended."""
NEARLY = 1e-9
"""Error of the deflection, relative to |delta| + length of the piece, that is allowed before the last Newton step, which squares
the error."""


@dataclass(frozen=True)
class SpringFunction(SpringLaw):
    """Spring law defined by a function: the torque as an increasing function of the deflection, on any scalar type.

    The function is written with + - * / **, abs and the functions of `jounce.numbers`. For floats and arrays its inverse is
    computed by Newton's method unless `inverse` is passed; `inverse` is faster, and is needed where the function has a pole or is
    not defined everywhere. Compiled code and symbols use `inverse` if it takes symbols. Otherwise they compute the inverse for
    deflections up to 1000 rad or m and torques up to 1000 times the stiffness at rest, and return nan beyond.

    Examples
    --------
    >>> import jounce as jn
    >>> spring = jn.robot.SpringFunction(lambda d: 500.0 * d + 2e4 * d**3)
    >>> round(spring.torque(0.1), 9)
    70.0
    """

    function: Callable[[Number], Number]
    inverse: Callable[[Number], Number] | None = None
    trace: str = field(default="", init=False, repr=False)
    """Traces of `function` and `inverse` as text: springs are equal, and share compiled code, only if their traces are."""

    def __post_init__(self) -> None:
        for what in ("function", "inverse"):
            function = getattr(self, what)
            if not callable(function) and not (what == "inverse" and function is None):
                raise ModelError(f"spring function: {what} is {short(function)}, expected a function.")
        for delta in (-1e-3, 0.0, 1e-3):
            try:
                torque, slope = self.function(Jet([delta, 1.0])).coeffs
                back = delta if self.inverse is None else float(self.inverse(torque))
                if not (math.isfinite(torque) and math.isfinite(slope)):
                    raise ValueError(f"the torque is {torque}, the stiffness {slope}")
                trace = trace_text(self.function)
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
        object.__setattr__(self, "trace", f"{trace} {self._inverse_trace()}")

    def _inverse_trace(self) -> str:
        """Return the trace of `inverse` as text; empty if `inverse` is None or does not take symbols."""
        try:
            return "" if self.inverse is None else trace_text(self.inverse)
        except Exception:  # a user's function may raise anything
            return ""

    def torque(self, delta: Scalar) -> Number:
        """Return the torque function(delta) [Nm or N]."""
        return self.function(delta)

    def rest(self, torque: Scalar) -> Number:
        """Return the deflection at a torque: inverse(torque), or without `inverse` the root of function(delta) = torque."""
        if isinstance(torque, np.ndarray) and torque.dtype == object:
            return np.frompyfunc(self.rest, 1, 1)(torque)
        if isinstance(torque, (float, int, np.ndarray)):
            return invert_law(self.function, torque) if self.inverse is None else self.inverse(torque)
        if more_steps(torque):
            target: Number = torque
            return self._refined(type(target)(self.rest(float(target))), target)
        if self.inverse is not None and self._inverse_trace():
            return self.inverse(torque)
        edges, rows = self._starts
        delta = self._from_start(piece_at(torque, edges[1:-1], rows), torque, NEWTON_STEPS)
        inside = select(select(torque - edges[0], -1.0, edges[-1] - torque), -1.0, 1.0)
        return delta * sqrt(inside)  # nan where it is not

    def deflection_rows(self, torques: Sequence[Scalar]) -> list[Number]:
        """Return the deflection and its time derivatives from a torque and its time derivatives (tau, taud, ...).

        The result is nan, as in compiled code, if the law does not reach the torque; callers, which know the joint, raise the
        error.
        """
        try:
            return super().deflection_rows(torques)
        except SingularityError:
            return [torque * math.nan for torque in torques]

    def _from_start(self, row: Sequence[Number], torque: Number, steps: int) -> Number:
        """Return the deflection at a torque by Newton steps that start on the chord `row` of a piece of the curve.

        row: (middle deflection, torque of the chord there, 1 / slope of the chord), see `_starts`.
        """
        middle, chord_torque, chord = row
        delta = middle + (torque - chord_torque) * chord
        for _ in range(steps):
            value, slope = self.function(Jet([delta, 1.0])).coeffs
            delta = delta - (value - torque) / slope
        return delta

    @ComputedOnce
    def _starts(self) -> tuple[list[float], list[tuple[float, ...]]]:
        """Return (increasing torques at the ends of the pieces, chord of each piece) for the inverse of the curve.

        A chord is (middle deflection, torque of the chord there, 1 / slope of the chord).
        """
        rest_torque, stiffness = (float(x) for x in self.function(Jet([0.0, 1.0])).coeffs)

        def curve(delta: Any) -> Any:
            """Return (torque, stiffness) of the law at the deflection delta."""
            return self.function(Jet([delta, 1.0])).coeffs

        def rises(last: float, delta: float) -> bool:
            """Return True if the torque rises from `last` outwards to `delta` by more than `FLAT`, and stays within `REACH`."""
            try:
                value, slope = (float(x) for x in curve(delta))
            except ArithmeticError:
                return False
            return (
                0.0 < slope < math.inf
                and abs(value) <= REACH * stiffness + abs(rest_torque)
                and ((value - float(curve(last)[0])) * math.copysign(1.0, delta - last) > FLAT * abs(value - rest_torque))
            )

        ends = [0.0]
        for side in (-1.0, 1.0):
            at = 0.0
            for size in (*(2.0**k for k in range(-10, 10)), REACH):
                if rises(at, side * size):
                    at = side * size
                    ends.append(at)
                    continue
                beyond = side * size
                for _ in range(HALVINGS):
                    middle = 0.5 * (at + beyond)
                    at, beyond = (middle, beyond) if rises(at, middle) else (at, middle)
                ends.append(at)
                break
        ends = sorted(set(ends))

        def piece(low: float, high: float) -> tuple[float, ...]:
            """Return the chord from deflection low to high: (middle deflection, torque of the chord there, 1 / slope)."""
            a, b = (float(curve(x)[0]) for x in (low, high))
            return 0.5 * (low + high), 0.5 * (a + b), (high - low) / (b - a) if b > a else 0.0

        def solved(low: float, high: float, delta: Any) -> Any:
            """Return True where `NEWTON_STEPS` - 1 steps on the piece (low, high) invert the curve at delta within `NEARLY`."""
            solution = self._from_start(piece(low, high), curve(delta)[0], NEWTON_STEPS - 1)
            return np.abs(solution - delta) <= NEARLY * (np.abs(delta) + high - low)

        with np.errstate(all="ignore"):
            edges = subdivide(ends, solved)
            return [float(curve(x)[0]) for x in edges], [piece(a, b) for a, b in pairwise(edges)]

    def energy(self, delta: Scalar) -> Any:
        """Return the energy [J] in the shape of delta: the integral of the torque from 0 to delta by Gauss quadrature.

        The quadrature runs over s from 0 to 1 at deflections delta s^2, which smooths fractional powers at zero deflection.
        """
        x, w = np.polynomial.legendre.leggauss(2 * GAUSS_POINTS)
        delta = np.asarray(delta, dtype=np.float64)
        s = 0.5 * (1.0 + x)
        return delta * sum(wk * sk * self.torque(delta * (sk * sk)) for sk, wk in zip(s, w))
