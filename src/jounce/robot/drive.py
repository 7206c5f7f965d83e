"""What moves a joint, or merely holds it: motor and gear, or a spring nobody actuates."""

import math
from dataclasses import dataclass
from numbers import Real

from jounce.errors import ModelError
from jounce.robot.values import number, short

COUPLINGS = ("spong", "full")


@dataclass(frozen=True, slots=True)
class Drive:
    """A motor that turns a joint through a gear and a spring. Link-side quantities, but for the rotor's own inertia.

    tau_j = stiffness (theta - q) + damping (thetad - qd),    gear_ratio^2 rotor_inertia thetadd + tau_j = tau_m
    """

    rotor_inertia: float = 0.0
    """Ir, about the rotor's axis, at the motor [kg m^2]."""
    gear_ratio: float = 1.0
    """r: the rotor turns r times as far as the joint; negative if it turns the other way. A prismatic joint: [rad/m]."""
    stiffness: float = math.inf
    """K [Nm/rad or N/m]; infinite for a rigid joint."""
    damping: float = 0.0
    """D, beside the spring [Nm s/rad or N s/m]."""
    coupling: str = "spong"
    """'spong': the rotor turns about its own axis only. 'full': it is also carried along by the links."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "rotor_inertia", _not_negative(self.rotor_inertia, "rotor_inertia [kg m^2]"))
        put(self, "gear_ratio", number(self.gear_ratio, "gear_ratio"))
        put(self, "stiffness", _stiffness(self.stiffness))
        put(self, "damping", _not_negative(self.damping, "damping"))
        if self.gear_ratio == 0.0:
            raise ModelError("gear_ratio: a gear of ratio 0 moves nothing; 1 means no gear.")
        if not isinstance(self.coupling, str) or self.coupling not in COUPLINGS:
            raise ModelError(f"coupling: expected one of {', '.join(COUPLINGS)}, got {short(self.coupling)}.")

    @property
    def reflected_inertia(self) -> float:
        """B = r^2 Ir, the rotor's inertia as felt at the joint [kg m^2 or kg]."""
        return self.gear_ratio**2 * self.rotor_inertia


@dataclass(frozen=True, slots=True)
class Spring:
    """A joint that bends and has no motor: tau = -stiffness q - damping qd."""

    stiffness: float
    """[Nm/rad or N/m]."""
    damping: float = 0.0
    """[Nm s/rad or N s/m]."""

    def __post_init__(self) -> None:
        stiffness = _stiffness(self.stiffness)
        if math.isinf(stiffness):
            raise ModelError("stiffness of a spring: expected a finite number; a joint that cannot move is a fixed joint.")
        object.__setattr__(self, "stiffness", stiffness)
        object.__setattr__(self, "damping", _not_negative(self.damping, "damping"))


def _not_negative(value: float, what: str) -> float:
    result = number(value, what)
    if result < 0.0:
        raise ModelError(f"{what}: expected zero or more, got {result}.")
    return result


def _stiffness(value: float) -> float:
    if isinstance(value, Real) and value == math.inf:
        return math.inf
    result = number(value, "stiffness")
    if result <= 0.0:
        raise ModelError(f"stiffness: expected more than zero (inf for a rigid joint), got {result}.")
    return result
