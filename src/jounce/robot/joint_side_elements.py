"""Elements on the link side of a joint, parallel to its drive: springs between the two links, and friction.

The drive exerts tau_j = tau_tree - spring(q) + friction(qd). tau_tree is the joint torque of the rigid tree (`jounce.rnea`),
spring(q) the torque of the parallel spring on the joint, and friction(qd) the friction torque.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jounce.errors import ModelError
from jounce.numbers import Graph, Jet, Number, Symbol, sincos, sqrt
from jounce.numbers.elementary import Scalar
from jounce.robot.drive import not_negative
from jounce.robot.function_trace import trace_text
from jounce.robot.springs import HardeningSpring
from jounce.robot.validation import number, short

GAUSS_POINTS, SPANS = 24, 8
"""Number of Gauss points per span, and number of spans, of the integral in `ParallelSpring.energy`."""


@dataclass(frozen=True, slots=True)
class Friction:
    """Friction on the link side of a joint, the torque viscous qd + coulomb qd / sqrt(qd^2 + speed^2) against the velocity qd.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.Friction(viscous=0.5, coulomb=2.0).speed
    0.01
    """

    viscous: float = 0.0
    """Coefficient of viscous friction [Nm s/rad or N s/m]."""
    coulomb: float = 0.0
    """Coulomb friction at joint speeds far above `speed` [Nm or N]."""
    speed: float = 0.01
    """Joint speed at which Coulomb friction is 71 % of `coulomb` [rad/s or m/s]; the friction is a smooth function of speed."""

    def __post_init__(self) -> None:
        for name in ("viscous", "coulomb", "speed"):
            object.__setattr__(self, name, not_negative(getattr(self, name), f"friction, {name}"))
        if self.speed == 0.0:
            raise ModelError("friction, speed: expected more than zero; friction that jumps at standstill has no inverse.")


@dataclass(frozen=True, slots=True)
class Counterbalance:
    """A gas cylinder between two links, as at the second axis of heavy robots.

    With delta = q + angle, length l, stroke s and gas pressure p, the torque on the joint is

        l = sqrt(D^2 + k^2 - 2 D k cos delta),    s = l - |D - k|,    torque = sign (D k sin(delta) / l) p A,    p = c / (V - s A)

    The gas is isothermal, so pressure times volume is constant: c = Z m R T.

    Examples
    --------
    >>> import jounce as jn
    >>> cylinder = jn.robot.Counterbalance(distance=0.5, radius=0.2, area=0.002, volume=0.003, gas=4e4)
    >>> float(cylinder.torque(0.0))
    0.0
    """

    distance: float
    """D: distance from the joint axis to the end of the cylinder on one of the two links [m]; which one is free."""
    radius: float
    """k: distance from the joint axis to the end of the cylinder on the link that does not have the end of `distance` [m]."""
    area: float
    """A: area of the piston less the area of its rod [m^2]."""
    volume: float
    """V: volume of the gas where the cylinder is shortest [m^3]."""
    gas: float
    """c: pressure times volume of the gas [J]."""
    angle: float = 0.0
    """Angle delta between the two levers D and k at q = 0 [rad]."""
    sign: float = 1.0
    """1 if the cylinder drives the joint towards larger delta, -1 if it drives the joint towards smaller delta."""

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

    def torque(self, q: Scalar) -> Number:
        """Return the torque of the cylinder on the joint [Nm] at the joint position q [rad]."""
        sine, cosine = sincos(q + self.angle)
        D, k = self.distance, self.radius
        length = sqrt(D * D + k * k - 2.0 * D * k * cosine)
        lever = self.sign * D * k * sine / length
        return lever * (self.gas * self.area / (self.volume - (length - abs(D - k)) * self.area))


@dataclass(frozen=True, slots=True)
class ParallelSpring:
    """A spring between the two links of a joint, parallel to the drive of the joint, such as a gravity balancer.

    `law` is one of: a stiffness K, with torque = K (rest - q); a `HardeningSpring` f, with torque = f(rest - q); a
    `Counterbalance`, evaluated at q - rest; a function that returns the torque at q - rest for any scalar type, written with the
    functions of `jounce.numbers`.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.robot.ParallelSpring(50.0, rest=0.1).torque(0.3)
    -10.0
    """

    law: "float | HardeningSpring | Counterbalance | Callable[[Any], Any]"
    """Stiffness K [Nm/rad or N/m], or law of the torque on the joint [Nm or N] as listed in the class."""
    rest: float = 0.0
    """Joint position at which the argument of `law` is zero [rad or m]; a linear or hardening spring is relaxed there."""
    trace: str = field(default="", init=False, repr=False)
    """Trace of a law that is a function, as text; '' for other laws. Springs are equal only if their traces are equal."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "rest", number(self.rest, "parallel spring, rest"))
        if isinstance(self.law, (HardeningSpring, Counterbalance)):
            return
        if callable(self.law):
            self._check_function(self.law)
            return
        if isinstance(self.law, str):
            raise ModelError(f"parallel spring: expected a stiffness or a law, got {short(self.law)}.")
        put(self, "law", not_negative(self.law, "parallel spring, stiffness"))

    def _check_function(self, law: Callable[[Any], Any]) -> None:
        """Check that the function `law` takes floats, jets and symbols, and store its trace; raise `ModelError` otherwise."""
        x = Graph().symbol("q")
        for what, at in (("a float", 0.1), ("a Jet", Jet([0.1, 1.0, 0.0])), ("a symbol", x)):
            try:
                value = law(at)
            except Exception as error:  # a user's function may raise anything
                raise ModelError(
                    f"parallel spring: its function does not take {what}: {type(error).__name__}: {short(str(error))}. Write it "
                    "with + - * / ** and the functions of jounce.numbers."
                ) from None
            if not isinstance(value, (int, float, np.floating, Jet, Symbol)):
                raise ModelError(f"parallel spring: its function gave {short(value)} for {what}; expected a number.")
        object.__setattr__(self, "trace", trace_text(law))

    def torque(self, q: Scalar) -> Number:
        """Return the torque on the joint [Nm or N] at position q [rad or m]."""
        if isinstance(self.law, HardeningSpring):
            return self.law.torque(self.rest - q)
        if isinstance(self.law, Counterbalance):
            return self.law.torque(q - self.rest)
        if callable(self.law):
            return self.law(q - self.rest)
        return self.law * (self.rest - q)

    def energy(self, q: Scalar) -> Any:
        """Return the energy [J] in the shape of q: minus the integral of the torque from `rest` to the joint position q."""
        x, w = np.polynomial.legendre.leggauss(GAUSS_POINTS)
        step = (np.asarray(q, dtype=np.float64) - self.rest) / SPANS
        total: Any = 0.0
        for span in range(SPANS):
            for at, weight in zip(x, w):
                total = total - weight * 0.5 * step * self.torque(self.rest + step * (span + 0.5 * (1.0 + at)))
        return total

    def stiffness(self, q: Scalar) -> Number:
        """Return the stiffness -d torque / d q [Nm/rad or N/m] at the joint position q [rad or m]."""
        torque = self.torque(Jet([q, 1.0]))
        return -torque.coeffs[1] if isinstance(torque, Jet) and len(torque.coeffs) > 1 else 0.0
