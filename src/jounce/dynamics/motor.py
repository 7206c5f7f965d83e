"""One drive: what the motor must do for the joint it turns, and what the joint gets from the motor."""

from collections.abc import Sequence

from jounce.numbers import Number, sqrt
from jounce.numbers.elementary import is_constant
from jounce.plant.motor import Motor


def friction(motor: Motor, thetad: Number) -> Number:
    """Smooth friction at the motor: Fv v + Fc v / sqrt(v^2 + v0^2)."""
    if is_constant(motor.coulomb, 0.0):
        return motor.viscous * thetad
    return motor.viscous * thetad + motor.coulomb * (thetad / sqrt(thetad * thetad + motor.speed * motor.speed))


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
