"""What acts at a joint beside its drive: a spring between the two links, and friction on the link side of the gear.

The drive then carries tau_j = tau_tree - spring(q) + friction(qd), where tau_tree is what the rigid tree needs (`jounce.rnea`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jounce.errors import ModelError
from jounce.numbers import Graph, Jet, Number, Symbol, sincos, sqrt
from jounce.robot.drive import not_negative
from jounce.robot.function_trace import trace_text
from jounce.robot.springs import HardeningSpring
from jounce.robot.validation import number, short

GAUSS_POINTS, SPANS = 24, 8
"""Points of a span, and spans, of the integral that is a function's energy."""


@dataclass(frozen=True, slots=True)
class Friction:
    """Friction on the link side of a joint: viscous qd + coulomb qd / sqrt(qd^2 + speed^2)."""

    viscous: float = 0.0
    """[Nm s/rad or N s/m]."""
    coulomb: float = 0.0
    """[Nm or N]."""
    speed: float = 0.01
    """Speed at which 71 % of the Coulomb friction is there [rad/s or m/s]: it is smooth through standstill."""

    def __post_init__(self) -> None:
        for name in ("viscous", "coulomb", "speed"):
            object.__setattr__(self, name, not_negative(getattr(self, name), f"friction, {name}"))
        if self.speed == 0.0:
            raise ModelError("friction, speed: expected more than zero; friction that jumps at standstill has no inverse.")


@dataclass(frozen=True, slots=True)
class Counterbalance:
    """A gas cylinder between two links, as heavy robots have at their second axis. Torque on the joint, at delta = q + angle:

        l = sqrt(D^2 + k^2 - 2 D k cos delta),    s = l - |D - k|,    torque = sign (D k sin(delta) / l) p A,    p = c / (V - s A)

    The gas is kept at one temperature: pressure times volume is c = Z m R T.
    """

    distance: float
    """D: from the axis to the cylinder's end on one link [m]."""
    radius: float
    """k: from the axis to its end on the other [m]."""
    area: float
    """A: of the piston, less its rod [m^2]."""
    volume: float
    """V: of the gas where the cylinder is shortest [m^3]."""
    gas: float
    """c: pressure times volume [J]."""
    angle: float = 0.0
    """delta at q = 0 [rad]."""
    sign: float = 1.0
    """1 where the cylinder drives the joint towards larger delta, -1 towards smaller: it pulls at one side, or pushes."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        for name in ("distance", "radius", "area", "volume", "gas"):
            value = number(getattr(self, name), f"counterbalance, {name}")
            if value <= 0.0:
                raise ModelError(f"counterbalance, {name}: expected more than zero, got {value}.")
            put(self, name, value)
        put(self, "angle", number(self.angle, "counterbalance, angle [rad]"))
        if number(self.sign, "counterbalance, sign") not in (1.0, -1.0):
            raise ModelError(f"counterbalance, sign: expected 1 or -1, got {self.sign}.")
        put(self, "sign", float(self.sign))
        if self.distance == self.radius:
            raise ModelError("counterbalance: distance and radius are equal, so that its two ends meet and it has no direction.")
        swept = 2.0 * min(self.distance, self.radius) * self.area
        if swept >= self.volume:
            raise ModelError(f"counterbalance: its stroke takes up to {swept:g} m^3, and there are {self.volume:g} m^3 of gas.")

    def torque(self, q: Number) -> Number:
        """On the joint [Nm]."""
        sine, cosine = sincos(q + self.angle)
        D, k = self.distance, self.radius
        length = sqrt(D * D + k * k - 2.0 * D * k * cosine)
        lever = self.sign * D * k * sine / length
        return lever * (self.gas * self.area / (self.volume - (length - abs(D - k)) * self.area))


@dataclass(frozen=True, slots=True)
class ParallelSpring:
    """A spring between the two links of a joint, beside its drive: a gravity balancer, a counterbalance.

    law is a stiffness, torque = K (rest - q); a `HardeningSpring`, torque = f(rest - q); a `Counterbalance`; or any function of
    q - rest that takes every kind of number, written with the functions of `jounce.numbers`.
    """

    law: "float | HardeningSpring | Counterbalance | Callable[[Any], Any]"
    """What makes the torque on the joint [Nm or N]: a stiffness [Nm/rad or N/m], or a law."""
    rest: float = 0.0
    """Where a spring is relaxed, and where a function has its zero [rad or m]."""
    trace: str = field(default="", init=False, repr=False)
    """What a function does, operation by operation: two springs are equal, and share compiled code, only if theirs do the same,
    whatever else of their module they read."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "rest", number(self.rest, "parallel spring, rest"))
        if isinstance(self.law, (HardeningSpring, Counterbalance)):
            return
        if callable(self.law):
            self._try(self.law)
            return
        if isinstance(self.law, str):
            raise ModelError(f"parallel spring: expected a stiffness or a law, got {short(self.law)}.")
        put(self, "law", not_negative(self.law, "parallel spring, stiffness"))

    def _try(self, law: Callable[[Any], Any]) -> None:
        """Refuse a function that does not take every kind of number."""
        x = Graph().symbol("q")
        for what, at in (("a float", 0.1), ("a Jet", Jet([0.1, 1.0, 0.0])), ("a symbol", x)):
            try:
                found = law(at)
            except Exception as error:  # whatever a user's function does
                raise ModelError(
                    f"parallel spring: its function does not take {what}: {type(error).__name__}: {short(str(error))}. Write it "
                    "with + - * / ** and the functions of jounce.numbers."
                ) from None
            if not isinstance(found, (int, float, np.floating, Jet, Symbol)):
                raise ModelError(f"parallel spring: its function gave {short(found)} for {what}; expected a number.")
        object.__setattr__(self, "trace", trace_text(law))

    def torque(self, q: Number) -> Number:
        """On the joint [Nm or N]."""
        if isinstance(self.law, HardeningSpring):
            return self.law.torque(self.rest - q)
        if isinstance(self.law, Counterbalance):
            return self.law.torque(q - self.rest)
        if callable(self.law):
            return self.law(q - self.rest)
        return self.law * (self.rest - q)

    def energy(self, q: Any) -> Any:
        """What the spring holds [J], against `rest`: minus the integral of the torque from there to q. Any shape, as q."""
        x, w = np.polynomial.legendre.leggauss(GAUSS_POINTS)
        step = (np.asarray(q, dtype=np.float64) - self.rest) / SPANS
        total: Any = 0.0
        for span in range(SPANS):
            for at, weight in zip(x, w):
                total = total - weight * 0.5 * step * self.torque(self.rest + step * (span + 0.5 * (1.0 + at)))
        return total

    def stiffness(self, q: Number) -> Number:
        """- d torque / d q [Nm/rad or N/m] at one position."""
        found = self.torque(Jet([q, 1.0]))
        return -found.coeffs[1] if isinstance(found, Jet) and len(found.coeffs) > 1 else 0.0
