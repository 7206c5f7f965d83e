"""Interfaces of controllers and observers: the reference, the measured state, the controller, the estimate."""

from typing import Any, NamedTuple, Protocol

from jounce.numbers.packing import Array
from jounce.numbers.value import by_value


@by_value
class Reference(NamedTuple):
    """The plan at one instant."""

    t: float
    q: Any
    """Link positions and derivatives (k, n); a tuple of k arrays if joints have several DOFs."""
    theta: Array
    """Motor position, velocity and acceleration (3, n)."""
    tau_m: Array
    """Planned motor torque (n,)."""


class Measured(Protocol):
    """The measured state, (n,) each. A controller reads the fields it needs."""

    @property
    def q(self) -> Array:
        """Return the link positions [rad or m]."""

    @property
    def qd(self) -> Array:
        """Return the link velocities [rad/s or m/s]."""

    @property
    def theta(self) -> Array:
        """Return the motor positions [rad or m]."""

    @property
    def thetad(self) -> Array:
        """Return the motor velocities [rad/s or m/s]."""

    @property
    def tau_j(self) -> Array:
        """Return the joint torque [Nm or N]."""

    @property
    def tau_jd(self) -> Array:
        """Return the rate of the joint torque [Nm/s or N/s]."""

    @property
    def tau_m(self) -> Any:
        """Return the motor torque that acted just before this instant, as measured from motor currents [Nm or N]."""


class Controller(Protocol):
    """A function from plan and measured state to motor torque, called at every tick of the control rate."""

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Return the motor torque, link side (n,) [Nm or N]."""


@by_value
class Estimate(NamedTuple):
    """Links and motors as estimated by an observer."""

    q: Array
    """Link positions (n,) [rad or m]."""
    qd: Array
    """Link velocities (n,) [rad/s or m/s]."""
    theta: Array
    """Motor positions (m,) [rad or m]."""
    thetad: Array
    """Motor velocities (m,) [rad/s or m/s]."""
    external: Array | None = None
    """Estimated external joint torque (n,) [Nm or N]; None if the observer does not estimate it."""
    rejected: Any = False
    """True if the reading was rejected: all other fields are those of the last good reading."""
