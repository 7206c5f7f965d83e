"""One drive as the equations read it: the constants of motor and spring, on the link side of the gear."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from jounce.numbers import Jet, Number, derivatives
from jounce.robot import Drive, Joint
from jounce.robot.springs import SpringLaw


class SpringLike(Protocol):
    """A spring between motor and link: tau = f(delta), on any number."""

    def torque(self, delta: Number) -> Number:
        """f(delta)."""

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """(delta, deltad, ...) that carry a torque with its time derivatives (tau, taud, ...)."""

    def stiffness(self, delta: Number) -> Number:
        """f'(delta)."""

    def energy(self, delta: Number) -> Number:
        """What the spring holds [J]."""


class LinearSpring(NamedTuple):
    """tau = K delta. The reciprocal is a number of its own, so that it is divided once."""

    K: Number
    """[Nm/rad or N/m]."""
    compliance: Number
    """1/K."""

    def torque(self, delta: Number) -> Number:
        """K delta."""
        return self.K * delta

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """tau / K, and the same of the derivatives."""
        return [self.compliance * x for x in torques]

    def stiffness(self, delta: Number) -> Number:
        """K."""
        return self.K

    def energy(self, delta: Number) -> Number:
        """K delta^2 / 2."""
        return 0.5 * self.K * delta * delta


class VaryingSpring(NamedTuple):
    """tau = K(t) delta, with K known as a jet in time."""

    K: Jet

    def torque(self, delta: Number) -> Number:
        """K delta, K as it is now."""
        return self.K.coeffs[0] * delta

    def deflection_rows(self, torques: Sequence[Number]) -> Sequence[Number]:
        """tau / K as jets."""
        return derivatives(Jet.from_derivatives(torques) / self.K)

    def stiffness(self, delta: Number) -> Number:
        """K as it is now."""
        return self.K.coeffs[0]

    def energy(self, delta: Number) -> Number:
        """K delta^2 / 2, K as it is now."""
        return 0.5 * self.K.coeffs[0] * delta * delta


def linear(K: Number) -> LinearSpring | VaryingSpring:
    """The spring of a stiffness, constant or a jet in time."""
    return VaryingSpring(K) if isinstance(K, Jet) else LinearSpring(K, 1.0 / K)


def without_motor(K: Number) -> LinearSpring | VaryingSpring:
    """Return the spring of a joint that no motor drives. K may be zero: nothing asks for its compliance."""
    return VaryingSpring(K) if isinstance(K, Jet) else LinearSpring(K, 0.0)


class Motor(NamedTuple):
    """The constants of a drive. A joint without a drive has a motor without inertia."""

    inertia: Number = 0.0
    """B = r^2 Ir [kg m^2 or kg]."""
    spring: SpringLike | None = None
    """Between motor and link; None where the joint is rigid. Of a joint without a motor: what holds it."""
    damping: Number = 0.0
    """D, beside the spring [Nm s/rad or N s/m]."""
    viscous: Number = 0.0
    """[Nm s/rad or N s/m]."""
    coulomb: Number = 0.0
    """[Nm or N]."""
    speed: Number = 1.0
    """Speed over which Coulomb friction changes sign [rad/s or m/s]."""
    stribeck: Number = 0.0
    """What dry friction is more near standstill [Nm or N]."""
    stribeck_speed: Number = 1.0
    """Speed at which half of that is gone [rad/s or m/s]."""
    absent: bool = False
    """No motor: the spring holds the joint against the link that carries it."""

    @property
    def elastic(self) -> bool:
        """Whether the motor can move against the link."""
        return not self.absent and self.spring is not None

    @property
    def law(self) -> SpringLaw | None:
        """The spring, if it is not linear."""
        return self.spring if isinstance(self.spring, SpringLaw) else None

    @property
    def is_linear(self) -> bool:
        """Whether there is no spring but a linear one."""
        return self.law is None


def motor(joint: Joint) -> Motor:
    """The drive of a joint of one freedom, or what stands for it."""
    if joint.spring is not None:
        return Motor(spring=without_motor(joint.spring.stiffness), damping=joint.spring.damping, absent=True)
    return Motor() if joint.drive is None else driven(joint.drive)


def driven(drive: Drive) -> Motor:
    """A drive."""
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
