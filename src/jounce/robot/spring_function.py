"""Springs by a function that a user writes, and its inverse where nobody wrote it."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from jounce.errors import ModelError, SingularityError
from jounce.numbers import Jet, Number, select, sqrt
from jounce.numbers.computed_once import ComputedOnce
from jounce.numbers.elementary import more_steps
from jounce.robot.function_trace import trace_text
from jounce.robot.piecewise import piece_at, subdivide
from jounce.robot.spring_inverse import invert_law
from jounce.robot.springs import GAUSS_POINTS, NEWTON_STEPS, SpringLaw
from jounce.robot.validation import short

REACH, HALVINGS = 1e3, 60
"""How far a function is followed for compiled code [rad or m], and how closely its end is looked for."""
FLAT = 1e-6
"""Share of its torque by which a curve must rise to be followed further."""
NEARLY = 1e-9
"""Share of a deflection that the last step but one may leave: the last one squares it."""


@dataclass(frozen=True)
class SpringFunction(SpringLaw):
    """A spring by a function of your own that takes every number: with + - * / **, abs and the functions of `jounce.numbers`.

    SpringFunction(lambda d: 500 * d + 2e4 * d**3)

    The function must rise. Its inverse is found by Newton's method, or you give it, on floats and arrays: where you know it, it
    is faster; where the function has a pole or is not defined everywhere, it is needed. Compiled code and symbols find it for
    deflections to 1000 rad or m and torques to 1000 times the stiffness at rest, and give nan beyond; or by the inverse you
    give, if it takes symbols.
    """

    function: Callable[[Number], Number]
    inverse: Callable[[Number], Number] | None = None
    trace: str = field(default="", init=False, repr=False)
    """What the functions do, operation by operation: two springs are equal only if theirs do the same."""

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
        """What the inverse does, if it takes symbols; it need not."""
        try:
            return "" if self.inverse is None else trace_text(self.inverse)
        except Exception:  # whatever a user's function does
            return ""

    def torque(self, delta: Number) -> Number:
        """function(delta)."""
        return self.function(delta)

    def rest(self, torque: Number) -> Number:
        """inverse(torque), or the root of function(delta) = torque."""
        if isinstance(torque, np.ndarray) and torque.dtype == object:
            return np.frompyfunc(self.rest, 1, 1)(torque)
        if isinstance(torque, (float, int, np.ndarray)):
            return invert_law(self.function, torque) if self.inverse is None else self.inverse(torque)
        if more_steps(torque):
            return self._refined(type(torque)(self.rest(float(torque))), torque)
        if self.inverse is not None and self._inverse_trace():
            return self.inverse(torque)
        edges, rows = self._starts
        delta = self._from_start(piece_at(torque, edges[1:-1], rows), torque, NEWTON_STEPS)
        inside = select(select(torque - edges[0], -1.0, edges[-1] - torque), -1.0, 1.0)
        return delta * sqrt(inside)  # nan where it is not

    def deflection_rows(self, torques: Sequence[Number]) -> list[Number]:
        """As of every law; nan where no deflection carries the torque, as in compiled code: who knows the joint says so."""
        try:
            return super().deflection_rows(torques)
        except SingularityError:
            return [torque * math.nan for torque in torques]

    def _from_start(self, row: Sequence[Number], torque: Number, steps: int) -> Number:
        """The deflection on one piece of the curve, from its chord."""
        middle, held, chord = row
        delta = middle + (torque - held) * chord
        for _ in range(steps):
            value, slope = self.function(Jet([delta, 1.0])).coeffs
            delta = delta - (value - torque) / slope
        return delta

    @ComputedOnce
    def _starts(self) -> tuple[list[float], list[tuple[float, ...]]]:
        """Rising torques, and between them the middle of each piece, its torque and its chord."""
        held, stiffness = (float(x) for x in self.function(Jet([0.0, 1.0])).coeffs)

        def curve(delta: Any) -> Any:
            """(torque, stiffness)."""
            return self.function(Jet([delta, 1.0])).coeffs

        def rises(last: float, delta: float) -> bool:
            """Whether the curve is known from `last` on to `delta`."""
            try:
                value, slope = (float(x) for x in curve(delta))
            except ArithmeticError:
                return False
            return (
                0.0 < slope < math.inf
                and abs(value) <= REACH * stiffness + abs(held)
                and ((value - float(curve(last)[0])) * math.copysign(1.0, delta - last) > FLAT * abs(value - held))
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
            a, b = (float(curve(x)[0]) for x in (low, high))
            return 0.5 * (low + high), 0.5 * (a + b), (high - low) / (b - a) if b > a else 0.0

        def solved(low: float, high: float, delta: Any) -> Any:
            found = self._from_start(piece(low, high), curve(delta)[0], NEWTON_STEPS - 1)
            return np.abs(found - delta) <= NEARLY * (np.abs(delta) + high - low)

        with np.errstate(all="ignore"):
            edges = subdivide(ends, solved)
            return [float(curve(x)[0]) for x in edges], [piece(a, b) for a, b in pairwise(edges)]

    def energy(self, delta: Any) -> Any:
        """By Gauss' rule in s, with deflection delta s^2: a power that is not whole has no kink at rest then."""
        x, w = np.polynomial.legendre.leggauss(2 * GAUSS_POINTS)
        delta = np.asarray(delta, dtype=np.float64)
        s = 0.5 * (1.0 + x)
        return delta * sum(wk * sk * self.torque(delta * (sk * sk)) for sk, wk in zip(s, w))
