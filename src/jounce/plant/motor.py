"""Motors as the equations read them: constants of each drive on the link side of its gear, and the transmission to the joints.

    theta_rigid = N q,    tau_j = N^T tau_a

The transmission matrix N (m, n), on the link side of the gears, has one row per motor: one for each DOF, then one for each second
drive, which turns with its joint. theta_rigid (m,) are the motor positions without deflection, tau_a (m,) the torques of the
drives' springs, tau_j (n,) the torques at the joints. The torques of second drives are inputs, from which the torques of the
first n motors follow.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from jounce.numbers import Jet, Number, derivatives
from jounce.numbers.elementary import is_constant
from jounce.numbers.packing import Array
from jounce.robot import Drive, Joint
from jounce.robot.springs import SpringLaw

Rows = tuple[tuple[float, ...], ...]
ROUNDING = 1e-14
"""Magnitude, relative to the largest entry of the inverse of N, below which an entry of the inverse is set to zero."""


class Transmission(NamedTuple):
    """Transmission matrix N (m, n) and the inverse (n, n) of its first n rows; both are () if N is the identity.

    If N is (), the methods that map vectors between joints and motors return their input.
    """

    N: Rows = ()
    inverse: Rows = ()
    seconds: tuple[int, ...] = ()
    """Indices of the DOF with a second drive."""

    def matrix(self, n: int) -> Array:
        """Return N (m, n): q (..., n) gives the motor positions q @ N.T, tau_a (..., m) the joint torques tau_a @ N."""
        return np.array(self.N) if self.N else np.eye(n)

    def inverse_matrix(self, n: int) -> Array:
        """Return the inverse (n, n) of the first n rows of N: tau_j (..., n) gives the motor torques tau_j @ inverse."""
        return np.array(self.inverse) if self.N else np.eye(n)

    def to_motors(self, q: Sequence[Number]) -> Sequence[Number]:
        """Return N q (m scalars), the motor positions without deflection; from qd or qdd likewise the motor rates."""
        return [_sum(row, q) for row in self.N] if self.N else q

    def torques_at_motors(self, tau: Sequence[Number], preload: Sequence[Number] = ()) -> Sequence[Number]:
        """Return the torques tau_a of the m springs from the joint torques `tau` (n scalars) and the torques of second drives.

        preload: torques of the second drives, the last entries of tau_a. The first n motors carry the rest: N^-T times the joint
        torques less `preload`, with the first n rows of N.
        """
        if not self.N:
            return tau
        left = list(tau)
        for i, carried in zip(self.seconds, preload, strict=True):
            left[i] = left[i] - carried
        return [*(_sum(column, left) for column in zip(*self.inverse)), *preload]

    def torques_at_joints(self, tau: Sequence[Number]) -> Sequence[Number]:
        """Return the joint torques tau_j = N^T tau_a (n scalars) from the torques `tau` of the m springs."""
        return [_sum(column, tau) for column in zip(*self.N)] if self.N else tau

    def inertia_at_joints(self, inertia: Sequence[Number]) -> list[list[Number]]:
        """Return N^T diag(inertia) N (n, n), the inertia matrix of m rigid motors at the joints; not for the identity N = ()."""
        n = len(self.inverse)
        return [[_sum([row[i] * row[j] for row in self.N], inertia) for j in range(n)] for i in range(n)]


def transmission(N: Rows, n: int, seconds: Sequence[int] = ()) -> Transmission:
    """Return the transmission of n first drives with the matrix N (n, n), () for the identity, and of second drives.

    seconds: indices of the DOF with a second drive.
    """
    if not N and not seconds:
        return Transmission()
    identity = tuple(tuple(float(i == j) for j in range(n)) for i in range(n))
    inverse = np.linalg.inv(np.array(N or identity))
    inverse[np.abs(inverse) < ROUNDING * np.abs(inverse).max()] = 0.0  # zeros are zeros
    return Transmission((*(N or identity), *(identity[i] for i in seconds)), tuple(map(tuple, inverse.tolist())), tuple(seconds))


def _sum(weights: Sequence[float], values: Sequence[Number]) -> Number:
    """Return the sum of weights times values; terms with a constant zero factor are skipped to keep traces short."""
    terms = [x if w == 1.0 else w * x for w, x in zip(weights, values) if w != 0.0 and not is_constant(x, 0.0)]
    return sum(terms[1:], terms[0]) if terms else 0.0


class SpringLike(Protocol):
    """Interface of a spring between motor and link: torque tau = f(delta) at the deflection delta, on any scalar type."""

    def torque(self, delta: Number) -> Number:
        """Return the torque f(delta) [Nm or N] at the deflection delta [rad or m]."""

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """Return the deflection and its time derivatives from a torque and its time derivatives (tau, taud, ...)."""

    def stiffness(self, delta: Number) -> Number:
        """Return the stiffness f'(delta) [Nm/rad or N/m] at the deflection delta."""

    def energy(self, delta: Number) -> Number:
        """Return the energy of the spring [J] at the deflection delta."""


class LinearSpring(NamedTuple):
    """Linear spring tau = K delta; the compliance 1/K is stored, so that it is computed once."""

    K: Number
    """Stiffness [Nm/rad or N/m]."""
    compliance: Number
    """Compliance 1/K [rad/Nm or m/N]."""

    def torque(self, delta: Number) -> Number:
        """Return the torque K delta."""
        return self.K * delta

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """Return the deflection tau / K and its time derivatives from a torque and its time derivatives (tau, taud, ...)."""
        return [self.compliance * x for x in torques]

    def stiffness(self, delta: Number) -> Number:
        """Return the stiffness K."""
        return self.K

    def energy(self, delta: Number) -> Number:
        """Return the energy K delta^2 / 2."""
        return 0.5 * self.K * delta * delta


class VaryingSpring(NamedTuple):
    """Linear spring tau = K(t) delta whose stiffness varies in time; K is a jet of the stiffness in time."""

    K: Jet

    def torque(self, delta: Number) -> Number:
        """Return the torque K delta, with the value of the jet K."""
        return self.K.coeffs[0] * delta

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """Return the deflection tau / K(t) and its time derivatives from a torque and its time derivatives (tau, taud, ...)."""
        return derivatives(Jet.from_derivatives(torques) / self.K)

    def stiffness(self, delta: Number) -> Number:
        """Return the value of the jet K, without its derivatives."""
        return self.K.coeffs[0]

    def energy(self, delta: Number) -> Number:
        """Return the energy K delta^2 / 2, with the value of the jet K."""
        return 0.5 * self.K.coeffs[0] * delta * delta


def linear(K: Number) -> LinearSpring | VaryingSpring:
    """Return the linear spring of stiffness K: a `VaryingSpring` if K is a jet in time, else a `LinearSpring`."""
    return VaryingSpring(K) if isinstance(K, Jet) else LinearSpring(K, 1.0 / K)


def without_motor(K: Number) -> LinearSpring | VaryingSpring:
    """Return the passive spring of stiffness K of a joint without a motor; K may be zero, since the compliance is not used."""
    return VaryingSpring(K) if isinstance(K, Jet) else LinearSpring(K, 0.0)


class Motor(NamedTuple):
    """Constants of a drive on the link side of its gear; a joint without a drive has a rigid motor without inertia."""

    inertia: Number = 0.0
    """Reflected inertia B = r^2 Ir [kg m^2 or kg]."""
    spring: SpringLike | None = None
    """Spring between motor and link, None for a rigid joint; for a joint without a motor its passive spring."""
    damping: Number = 0.0
    """D: damping parallel to the spring [Nm s/rad or N s/m]."""
    viscous: Number = 0.0
    """Coefficient of viscous friction of the motor [Nm s/rad or N s/m]."""
    coulomb: Number = 0.0
    """Coulomb friction of the motor at speeds far above `speed` [Nm or N]."""
    speed: Number = 1.0
    """Motor speed at which the Coulomb friction torque is 71 % of `coulomb` [rad/s or m/s]."""
    stribeck: Number = 0.0
    """Stribeck friction: excess over Coulomb friction near standstill [Nm or N]."""
    stribeck_speed: Number = 1.0
    """Motor speed at which the Stribeck friction is half of `stribeck` [rad/s or m/s]."""
    absent: bool = False
    """True for a joint without a motor, whose passive spring acts between its two links."""

    @property
    def elastic(self) -> bool:
        """Return True if there is a motor behind a spring, which can move relative to the link; exact."""
        return not self.absent and self.spring is not None

    @property
    def law(self) -> SpringLaw | None:
        """Return the spring law if the spring is nonlinear, else None."""
        return self.spring if isinstance(self.spring, SpringLaw) else None

    @property
    def is_linear(self) -> bool:
        """Return True if the motor has no nonlinear spring; exact."""
        return self.law is None


def motor(joint: Joint) -> Motor:
    """Return the motor of a joint of one DOF, from its drive or its passive spring; without them a motor without inertia."""
    if joint.spring is not None:
        return Motor(spring=without_motor(joint.spring.stiffness), damping=joint.spring.damping, absent=True)
    return Motor() if joint.drive is None else driven(joint.drive)


def driven(drive: Drive) -> Motor:
    """Return the motor with the constants of a drive, converted to the link side of the gear."""
    spring: SpringLike | None = None
    if drive.elastic:
        spring = drive.law or linear(drive.stiffness)
    return Motor(
        drive.reflected_inertia,
        spring,
        drive.damping if drive.elastic else 0.0,
        drive.viscous_friction,
        drive.coulomb_friction,
        drive.coulomb_speed,
        drive.stribeck_friction,
        drive.stribeck_speed,
    )
