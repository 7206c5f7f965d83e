"""The drive of a joint: a motor behind a gear and a spring."""

import math
from dataclasses import dataclass
from numbers import Real

from jounce.errors import ModelError
from jounce.robot.springs import SpringLaw
from jounce.robot.validation import identifier, number, short, unit, vector

COUPLINGS = ("spong", "full")
SOFTEST = 1e-30
"""Smallest accepted stiffness [Nm/rad or N/m]: for a smaller stiffness, powers of 1/stiffness would overflow."""


@dataclass(frozen=True, slots=True)
class Drive:
    """A motor that drives a joint through a gear and a spring; all fields but `rotor_inertia` are on the link side of the gear.

    With the positions q of the link and theta of the motor, both on the link side,

    tau_j = stiffness (theta - q) + damping (thetad - qd)
    tau_m = gear_ratio^2 rotor_inertia thetadd + tau_j + viscous_friction thetad
            + (coulomb_friction + stribeck_friction / (1 + (thetad / stribeck_speed)^2)) thetad / sqrt(thetad^2 + coulomb_speed^2)

    Examples
    --------
    >>> import jounce as jn
    >>> jn.Drive(rotor_inertia=1e-4, gear_ratio=100.0, stiffness=1e4).reflected_inertia
    1.0
    """

    rotor_inertia: float = 0.0
    """Ir: inertia of the rotor about its axis, on the motor side of the gear [kg m^2]."""
    gear_ratio: float = 1.0
    """r: the rotor turns by r theta; negative if rotor and joint turn in opposite directions. Prismatic joint: [rad/m]."""
    stiffness: float | SpringLaw = math.inf
    """K [Nm/rad or N/m], infinite for a rigid joint; or a nonlinear spring law, such as `HardeningSpring`."""
    damping: float = 0.0
    """D: viscous damping parallel to the spring [Nm s/rad or N s/m]."""
    coupling: str = "spong"
    """'spong': the rotor's kinetic energy is that of its spin r thetad; 'full': also of the rotation of the carrying link."""
    viscous_friction: float = 0.0
    """Coefficient of viscous friction of the motor, reflected to the link side of the gear [Nm s/rad or N s/m]."""
    coulomb_friction: float = 0.0
    """Coulomb friction of the motor, reflected to the link side of the gear, at speeds far above `coulomb_speed` [Nm or N]."""
    coulomb_speed: float = 0.01
    """Motor speed at which Coulomb friction is 71 % of `coulomb_friction` [rad/s or m/s]; friction is smooth, also at zero."""
    stribeck_friction: float = 0.0
    """Stribeck friction [Nm or N]: excess over Coulomb friction near standstill, in the form of Hess and Soom."""
    stribeck_speed: float = 0.1
    """Motor speed at which the Stribeck friction is half of `stribeck_friction` [rad/s or m/s]."""
    rotor_mount: str | None = None
    """Name of the link, frame or base that carries the motor, read if coupling is 'full'; None: the joint's parent link."""
    rotor_axis: tuple[float, float, float] | None = None
    """Unit vector along the rotor's axis (3,) in the frame `rotor_mount`; None: along the joint axis at q = 0."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "rotor_inertia", not_negative(self.rotor_inertia, "rotor_inertia [kg m^2]"))
        put(self, "gear_ratio", number(self.gear_ratio, "gear_ratio"))
        put(self, "stiffness", _stiffness(self.stiffness))
        for name in ("damping", "viscous_friction", "coulomb_friction", "coulomb_speed", "stribeck_friction", "stribeck_speed"):
            put(self, name, not_negative(getattr(self, name), name))
        if self.stribeck_speed == 0.0:
            raise ModelError("stribeck_speed: expected more than zero.")
        if self.coulomb_speed == 0.0:
            raise ModelError("coulomb_speed: expected more than zero; friction that jumps at standstill has no inverse.")
        if self.gear_ratio == 0.0:
            raise ModelError("gear_ratio: a gear of ratio 0 moves nothing; 1 means no gear.")
        if self.rotor_mount is not None:
            put(self, "rotor_mount", identifier(self.rotor_mount, "rotor_mount"))
        if self.rotor_axis is not None:
            put(self, "rotor_axis", unit(vector(self.rotor_axis, "rotor_axis"), "rotor_axis"))
            if self.rotor_mount is None:
                raise ModelError("rotor_axis: it is stated in the frame of rotor_mount, which is missing.")
        if not isinstance(self.coupling, str) or self.coupling not in COUPLINGS:
            raise ModelError(f"coupling: expected one of {', '.join(COUPLINGS)}, got {short(self.coupling)}.")

    @property
    def reflected_inertia(self) -> float:
        """Return B = r^2 Ir, the rotor inertia reflected to the link side of the gear [kg m^2 or kg]."""
        return self.gear_ratio**2 * self.rotor_inertia

    @property
    def elastic(self) -> bool:
        """Return True if a finite stiffness or a spring law lets motor and link move relative to each other; exact."""
        return self.law is not None or math.isfinite(self.stiffness)  # type: ignore[arg-type]  # a number without a law

    @property
    def law(self) -> SpringLaw | None:
        """Return the spring law if the spring is nonlinear, else None."""
        return self.stiffness if isinstance(self.stiffness, SpringLaw) else None

    @property
    def compliance(self) -> float:
        """Return 1/K of a linear spring [rad/Nm or m/N], zero for a rigid joint; not for a nonlinear spring law."""
        return 1.0 / self.stiffness  # type: ignore[operator]  # asked only where there is no law


@dataclass(frozen=True, slots=True)
class SecondDrive:
    """A second drive on a joint that has a drive: an antagonist, or a motor that sets the stiffness of the joint.

    The joint torque is the sum tau_j = f1(theta1 - q) + f2(theta2 - q) of the torques of both springs, with the motor positions
    theta1 and theta2. A motion of the joint determines the sum only; the torque f2 of the second drive is a further input.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.robot.SecondDrive(jn.Drive(stiffness=500.0), preload=2.0).preload
    2.0
    """

    drive: Drive
    preload: float = 0.0
    """Default torque of the second drive's spring [Nm or N]; the first drive carries the rest of the joint torque."""

    def __post_init__(self) -> None:
        if not isinstance(self.drive, Drive):
            raise ModelError(f"second drive: expected a Drive, got {short(self.drive)}.")
        if self.drive.coupling != "spong":
            raise ModelError("second drive: expected coupling='spong'; a rotor that is carried along belongs to a first drive.")
        object.__setattr__(self, "preload", number(self.preload, "second drive, preload [Nm or N]"))


def not_negative(value: float, what: str) -> float:
    """Return `value` as a float; raise `ModelError` unless it is finite and not negative."""
    result = number(value, what)
    if result < 0.0:
        raise ModelError(f"{what}: expected zero or more, got {result}.")
    return result


def _stiffness(value: float | SpringLaw) -> float | SpringLaw:
    """Return a stiffness after checking that it is a spring law, infinity or a number of at least `SOFTEST`."""
    if isinstance(value, SpringLaw):
        return value
    if isinstance(value, Real) and value == math.inf:
        return math.inf
    result = number(value, "stiffness")
    if result <= 0.0:
        raise ModelError(f"stiffness: expected more than zero (inf for a rigid joint), got {result}.")
    return not_softer(result, "stiffness")


def not_softer(stiffness: float, what: str) -> float:
    """Return `stiffness` after checking that stiffness >= SOFTEST, so that powers of 1/stiffness are finite."""
    if stiffness < SOFTEST:
        raise ModelError(too_soft(stiffness, what))
    return stiffness


def too_soft(stiffness: float, what: str) -> str:
    """Return the error message for a stiffness between zero and `SOFTEST`."""
    return f"{what}: expected {SOFTEST:g} or more, got {stiffness:g}; a joint that nothing holds has no spring."
