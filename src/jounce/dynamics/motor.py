"""One drive: what the motor must do for the joint it turns, and what the joint gets from the motor."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from jounce.numbers import Jet, Number, sqrt


class Motor(NamedTuple):
    """The constants of a drive, on the link side of the gear. A joint without a drive has a motor without inertia."""

    inertia: Number = 0.0
    """B = r^2 Ir [kg m^2 or kg]."""
    compliance: Number = 0.0
    """1/K of a linear spring [rad/Nm or m/N]; zero for a rigid joint."""
    viscous: Number = 0.0
    """[Nm s/rad or N s/m]."""
    coulomb: Number = 0.0
    """[Nm or N]."""
    speed: Number = 1.0
    """Speed over which Coulomb friction changes sign [rad/s or m/s]."""
    stiffness: Number | None = None
    """K [Nm/rad or N/m]; None for a rigid joint."""
    damping: Number = 0.0
    """D [Nm s/rad or N s/m]."""
    law: Any = None
    """A spring that is not linear: `torque(delta)` and `deflection(tau)` on numbers."""
    absent: bool = False
    """No motor: the spring holds the joint against the link that carries it."""

    @property
    def elastic(self) -> bool:
        """Whether the motor can move against the link."""
        return not self.absent and (self.stiffness is not None or self.law is not None)


def friction(motor: Motor, thetad: Number) -> Number:
    """Smooth friction at the motor: Fv v + Fc v / sqrt(v^2 + v0^2)."""
    dry = motor.coulomb * (thetad / sqrt(thetad * thetad + motor.speed * motor.speed)) if motor.coulomb else 0.0
    return motor.viscous * thetad + dry


def deflection(motor: Motor, tau: Sequence[Number]) -> list[Number]:
    """delta and its time derivatives from the spring torque and its own: delta = tau / K, or the inverse of the spring's law."""
    if motor.law is not None:
        return motor.law.deflection(Jet.from_derivatives(tau)).derivatives()  # type: ignore[no-any-return]
    return [motor.compliance * x for x in tau]


def motor_torque(motor: Motor, q: tuple[Number, Number, Number], tau: Sequence[Number]) -> tuple[Number, list[Number], Number]:
    """(tau_m, (theta, thetad, thetadd), delta) of a joint that moves by q, qd, qdd under spring torque tau, taud, taudd.

        theta = q + tau_j / K,    tau_m = B thetadd + tau_j + friction(thetad)

    [Buondonno2015] (9), (10). A rigid joint needs tau alone.
    """
    if not motor.elastic:
        theta, delta = list(q), 0.0
    else:
        bend = deflection(motor, tau)
        theta, delta = [x + d for x, d in zip(q, bend, strict=True)], bend[0]
    return motor.inertia * theta[2] + tau[0] + friction(motor, theta[1]), theta, delta


def spring_torque(motor: Motor, q: Number, qd: Number, theta: Number, thetad: Number) -> Number:
    """tau_j = K (theta - q) + D (thetad - qd), or the spring's law in place of K."""
    delta = theta - q
    spring = motor.stiffness * delta if motor.law is None else motor.law.torque(delta)
    return spring + motor.damping * (thetad - qd)
