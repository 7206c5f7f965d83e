"""Equations of one drive (friction, motor torque, spring torque), and of the springs of joints without a motor.

    tau_e = - K_e q_e - D_e qd_e,    load = (M qdd + C qd + g)_e - tau_e

The index e stands for the joints without a motor, tau_e is the torque of their springs, and load is zero along a motion. K_e and
D_e have entries off the diagonal where springs are coupled. These springs are linear: time derivatives of tau_e and of load are
the same functions of the time derivatives of their arguments.
"""

from collections.abc import Sequence
from typing import Protocol

from jounce.numbers import Number, sqrt
from jounce.numbers.elementary import is_constant
from jounce.plant.motor import Motor
from jounce.plant.plant import Plant


class Rubbing(Protocol):
    """Protocol of a motor or joint with friction."""

    @property
    def viscous(self) -> Number:
        """Return the viscous friction Fv [Nm s/rad or N s/m]."""

    @property
    def coulomb(self) -> Number:
        """Return the Coulomb friction Fc [Nm or N]."""

    @property
    def speed(self) -> Number:
        """Return the Coulomb speed v0 [rad/s or m/s]."""

    @property
    def stribeck(self) -> Number:
        """Return the Stribeck friction Fs [Nm or N]."""

    @property
    def stribeck_speed(self) -> Number:
        """Return the Stribeck speed vs [rad/s or m/s]."""


def friction(what: Rubbing, v: Number) -> Number:
    """Return the smooth friction at speed v: Fv v + (Fc + Fs / (1 + (v / vs)^2)) v / sqrt(v^2 + v0^2).

    what: the motor or joint with its friction parameters. The Stribeck term Fs is that of [Hess1990].
    """
    if is_constant(what.stribeck, 0.0):
        if is_constant(what.coulomb, 0.0):
            return what.viscous * v
        return what.viscous * v + what.coulomb * (v / sqrt(v * v + what.speed * what.speed))
    near = v / what.stribeck_speed
    dry = what.coulomb + what.stribeck / (1.0 + near * near)
    return what.viscous * v + dry * (v / sqrt(v * v + what.speed * what.speed))


def motor_torque(motor: Motor, q: Sequence[Number], tau: Sequence[Number]) -> tuple[Number, list[Number], Number]:
    """Return (tau_m, (theta, thetad, ...), delta) of a joint from its motion (q, qd, ...) and spring torque (tau, taud, ...).

        theta = q + tau_j / K,    tau_m = B thetadd + tau_j + friction(thetad)

    [Buondonno2015] (9), (10). At least q, qd, qdd and, if the joint is elastic, tau, taud, taudd are required. theta has as many
    rows as the shorter of q and tau; for a rigid joint it is q.
    """
    if motor.spring is None or motor.absent:
        theta, delta = list(q), 0.0
    else:
        bend = motor.spring.deflection_rows(tau)
        theta, delta = [x + d for x, d in zip(q, bend)], bend[0]
    return shaft_torque(motor, theta, tau[0]), theta, delta


def shaft_torque(motor: Motor, theta: Sequence[Number], tau: Number) -> Number:
    """Return tau_m = B thetadd + tau_j + friction(thetad) of a motor, from theta = (theta, thetad, thetadd), tau = tau_j."""
    return motor.inertia * theta[2] + tau + friction(motor, theta[1])


def spring_torque(motor: Motor, q: Number, qd: Number, theta: Number, thetad: Number) -> Number:
    """Return the torque tau_j = f(theta - q) + D (thetad - qd) of a drive's spring and damper; f: spring law, D: damping."""
    torque = 0.0 if motor.spring is None else motor.spring.torque(theta - q)
    return torque + motor.damping * (thetad - qd)


Row = list[Number]


def motorless_torques(plant: Plant, q: Sequence[Number], qd: Sequence[Number]) -> Row:
    """Return the torque (n) of springs and dampers on the joints without a motor, 0.0 on all others. q: one scalar per DOF."""
    tau = [motorless_torque(m, x, xd) if m.absent else 0.0 for m, x, xd in zip(plant.motors, q, qd)]
    return with_coupled_springs(plant, tau, q, qd)


def motorless_torque(motor: Motor, q: Number, qd: Number) -> Number:
    """Return the torque of the spring and damper on a joint without a motor; coupled springs are not included."""
    return spring_torque(motor, q, qd, 0.0, 0.0)


def with_coupled_springs(plant: Plant, tau: Sequence[Number], q: Sequence[Number], qd: Sequence[Number]) -> Row:
    """Return tau (n), the torque of each joint's own spring and damper, plus the torque of springs that couple two joints."""
    if not plant.coupled:
        return tau  # type: ignore[return-value]  # a list, or a field where loops are recorded
    tau = list(tau)
    for i, j, stiffness, damping in plant.coupled:
        tau[i] = tau[i] - stiffness * q[j] - damping * qd[j]
        tau[j] = tau[j] - stiffness * q[i] - damping * qd[i]
    return tau


def spring_load(plant: Plant, tau: Sequence[Number], q: Sequence[Number], qd: Sequence[Number]) -> Row:
    """Return the load of each joint without a motor: the joint force tau (n) of the links, less the torque of its spring."""
    springs = motorless_torques(plant, q, qd)
    return [tau[i] - springs[i] for i in plant.passive]


def motorless_matrices(plant: Plant) -> tuple[list[Row], list[Row]]:
    """Return (K_e, D_e), the Jacobians of `spring_load` by q and by qd of the joints without a motor, at a constant tau.

    Both are square, with a row and a column for each of these joints.
    """
    none: Row = [0.0] * plant.tree.freedoms
    units: list[Row] = [[1.0 if i == j else 0.0 for i in range(len(none))] for j in plant.passive]
    columns = [spring_load(plant, none, one, none) for one in units], [spring_load(plant, none, none, one) for one in units]
    K, D = ([list(row) for row in zip(*matrix)] for matrix in columns)
    return K, D
