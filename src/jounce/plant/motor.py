"""A drive as the equations read it: constants of motor and spring on the link side of the gear."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from jounce.numbers import Jet, Number, derivatives
from jounce.robot import Drive, Joint
from jounce.robot.springs import SpringLaw


class SpringLike(Protocol):
    """Interface of a spring between motor and link: tau = f(delta) on any scalar type."""

    def torque(self, delta: Number) -> Number:
        """Return f(delta)."""

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """Return the deflection and its time derivatives from a torque and its time derivatives (tau, taud, ...)."""

    def stiffness(self, delta: Number) -> Number:
        """Return f'(delta)."""

    def energy(self, delta: Number) -> Number:
        """Return the spring energy [J]."""


class LinearSpring(NamedTuple):
    """Linear spring tau = K delta; 1/K is stored, so that there is one division."""

    K: Number
    """[Nm/rad or N/m]."""
    compliance: Number
    """1/K."""

    def torque(self, delta: Number) -> Number:
        """Return K delta."""
        return self.K * delta

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """Return tau / K and its derivatives."""
        return [self.compliance * x for x in torques]

    def stiffness(self, delta: Number) -> Number:
        """Return K."""
        return self.K

    def energy(self, delta: Number) -> Number:
        """Return K delta^2 / 2."""
        return 0.5 * self.K * delta * delta


class VaryingSpring(NamedTuple):
    """Linear spring tau = K(t) delta of varying stiffness, a jet in time."""

    K: Jet

    def torque(self, delta: Number) -> Number:
        """Return K delta at the present K."""
        return self.K.coeffs[0] * delta

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """Return tau / K and its derivatives, by jets."""
        return derivatives(Jet.from_derivatives(torques) / self.K)

    def stiffness(self, delta: Number) -> Number:
        """Return the present K."""
        return self.K.coeffs[0]

    def energy(self, delta: Number) -> Number:
        """Return K delta^2 / 2 at the present K."""
        return 0.5 * self.K.coeffs[0] * delta * delta


def linear(K: Number) -> LinearSpring | VaryingSpring:
    """Return the spring of a stiffness, constant or a jet in time."""
    return VaryingSpring(K) if isinstance(K, Jet) else LinearSpring(K, 1.0 / K)


def without_motor(K: Number) -> LinearSpring | VaryingSpring:
    """Return the spring of a joint without a motor; K may be zero, since its compliance is not used."""
    return VaryingSpring(K) if isinstance(K, Jet) else LinearSpring(K, 0.0)


class Motor(NamedTuple):
    """Constants of a drive; a joint without a drive has a motor without inertia."""

    inertia: Number = 0.0
    """B = r^2 Ir [kg m^2 or kg]."""
    spring: SpringLike | None = None
    """Spring between motor and link, None for a rigid joint; the passive spring of a joint without a motor."""
    damping: Number = 0.0
    """D, parallel to the spring [Nm s/rad or N s/m]."""
    viscous: Number = 0.0
    """[Nm s/rad or N s/m]."""
    coulomb: Number = 0.0
    """[Nm or N]."""
    speed: Number = 1.0
    """Speed scale of the sign change of Coulomb friction [rad/s or m/s]."""
    stribeck: Number = 0.0
    """Stribeck friction, the excess near standstill [Nm or N]."""
    stribeck_speed: Number = 1.0
    """Speed at which half of the Stribeck friction is left [rad/s or m/s]."""
    absent: bool = False
    """True for a joint without a motor, whose spring acts between its links."""

    @property
    def elastic(self) -> bool:
        """Return True if the motor can move relative to the link."""
        return not self.absent and self.spring is not None

    @property
    def law(self) -> SpringLaw | None:
        """Return the spring law if the spring is nonlinear, else None."""
        return self.spring if isinstance(self.spring, SpringLaw) else None

    @property
    def is_linear(self) -> bool:
        """Return True if there is no nonlinear spring."""
        return self.law is None


def motor(joint: Joint) -> Motor:
    """Return the motor of a joint of one DOF: its drive, its passive spring, or a motor without inertia."""
    if joint.spring is not None:
        return Motor(spring=without_motor(joint.spring.stiffness), damping=joint.spring.damping, absent=True)
    return Motor() if joint.drive is None else driven(joint.drive)


def driven(drive: Drive) -> Motor:
    """Return the motor of a drive."""
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
