"""Interfaces of controllers and observers: the reference, the measured state, the controller, the estimate."""

from typing import Any, NamedTuple, Protocol

from jounce.numbers.packing import Array
from jounce.numbers.value import by_value


@by_value
class Reference(NamedTuple):
    """The plan at one instant."""

    t: float
    q: Any
    """Links: position and derivatives (k, n); a tuple of k arrays where joints have several DOFs."""
    theta: Array
    """Motors: position, velocity, acceleration (3, n)."""
    tau_m: Array
    """Planned motor torque (n,)."""


class Measured(Protocol):
    """The measured state, (n,) each. A controller reads the fields it needs."""

    @property
    def q(self) -> Array:
        """Links [rad or m]."""

    @property
    def qd(self) -> Array:
        """Links [rad/s or m/s]."""

    @property
    def theta(self) -> Array:
        """Motors [rad or m]."""

    @property
    def thetad(self) -> Array:
        """Motors [rad/s or m/s]."""

    @property
    def tau_j(self) -> Array:
        """Joint torque [Nm or N]."""

    @property
    def tau_jd(self) -> Array:
        """Rate of the joint torque [Nm/s or N/s]."""

    @property
    def tau_m(self) -> Any:
        """Motor torque that has acted up to now, from currents [Nm or N]."""


class Controller(Protocol):
    """A function from plan and measured state to motor torque, called at every tick of the control rate."""

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Return the motor torque, link side (n,) [Nm or N]."""


@by_value
class Estimate(NamedTuple):
    """Links and motors as an observer estimates them."""

    q: Array
    """(n,) [rad or m]."""
    qd: Array
    """(n,) [rad/s or m/s]."""
    theta: Array
    """(m,) [rad or m]."""
    thetad: Array
    """(m,) [rad/s or m/s]."""
    external: Array | None = None
    """External joint torque (n,) [Nm or N], where it is estimated."""
    rejected: Any = False
    """True if the reading was rejected: all other fields are those of the last good reading."""
