"""One drive: what the motor must do for the joint it turns, and what the joint gets from the motor."""

from collections.abc import Sequence
from typing import Protocol

from jounce.numbers import Number, sqrt
from jounce.numbers.elementary import is_constant
from jounce.plant.motor import Motor


class Rubbing(Protocol):
    """A motor or a joint with friction."""

    @property
    def viscous(self) -> Number:
        """Fv."""

    @property
    def coulomb(self) -> Number:
        """Fc."""

    @property
    def speed(self) -> Number:
        """v0."""

    @property
    def stribeck(self) -> Number:
        """Fs."""

    @property
    def stribeck_speed(self) -> Number:
        """vs."""


def friction(what: Rubbing, v: Number) -> Number:
    """Smooth friction at a speed: Fv v + (Fc + Fs / (1 + (v / vs)^2)) v / sqrt(v^2 + v0^2); [Hess1990] for Fs."""
    if is_constant(what.stribeck, 0.0):
        if is_constant(what.coulomb, 0.0):
            return what.viscous * v
        return what.viscous * v + what.coulomb * (v / sqrt(v * v + what.speed * what.speed))
    near = v / what.stribeck_speed
    dry = what.coulomb + what.stribeck / (1.0 + near * near)
    return what.viscous * v + dry * (v / sqrt(v * v + what.speed * what.speed))


def motor_torque(motor: Motor, q: Sequence[Number], tau: Sequence[Number]) -> tuple[Number, list[Number], Number]:
    """(tau_m, (theta, thetad, ...), delta) of a joint that moves by q, qd, qdd, ... under spring torque tau, taud, ...

        theta = q + tau_j / K,    tau_m = B thetadd + tau_j + friction(thetad)

    [Buondonno2015] (9), (10). A rigid joint needs tau alone. theta has as many rows as both have, three at least.
    """
    if motor.spring is None or motor.absent:
        theta, delta = list(q), 0.0
    else:
        bend = motor.spring.deflection_rows(tau)
        theta, delta = [x + d for x, d in zip(q, bend)], bend[0]
    return shaft_torque(motor, theta, tau[0]), theta, delta


def shaft_torque(motor: Motor, theta: Sequence[Number], tau: Number) -> Number:
    """tau_m = B thetadd + tau_j + friction(thetad); what moves a motor that moves by theta, thetad, thetadd."""
    return motor.inertia * theta[2] + tau + friction(motor, theta[1])


def spring_torque(motor: Motor, q: Number, qd: Number, theta: Number, thetad: Number) -> Number:
    """tau_j = f(theta - q) + D (thetad - qd), with the spring's f."""
    held = 0.0 if motor.spring is None else motor.spring.torque(theta - q)
    return held + motor.damping * (thetad - qd)
