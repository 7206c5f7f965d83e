"""Interfaces of controllers and observers: reference, measured state, controller, and estimate."""

from typing import Any, NamedTuple, Protocol

from jounce.numbers.packing import Array
from jounce.numbers.value import by_value


@by_value
class Reference(NamedTuple):
    """Desired motion and torque of a plan at one instant."""

    t: float
    """Instant at which the plan is evaluated [s]."""
    q: Any
    """Desired link positions and their time derivatives (k, n); a tuple of k arrays if joints have several DOFs."""
    theta: Array
    """Desired motor position, velocity and acceleration (3, m), after the gear."""
    tau_m: Array
    """Planned motor torque (m,), link side [Nm or N]."""


class Measured(Protocol):
    """Measured state of a robot with n DOFs and m motors; a controller reads only the fields that its law needs."""

    @property
    def q(self) -> Array:
        """Return the link positions (n,) [rad or m]."""

    @property
    def qd(self) -> Array:
        """Return the link velocities (n,) [rad/s or m/s]."""

    @property
    def theta(self) -> Array:
        """Return the motor positions after the gear (m,) [rad or m]."""

    @property
    def thetad(self) -> Array:
        """Return the motor velocities after the gear (m,) [rad/s or m/s]."""

    @property
    def tau_j(self) -> Array:
        """Return the joint torques (n,) [Nm or N]."""

    @property
    def tau_jd(self) -> Array:
        """Return the rates of the joint torques (n,) [Nm/s or N/s]."""

    @property
    def tau_m(self) -> Any:
        """Return the motor torques (m,) that acted just before this instant, as measured from motor currents [Nm or N]."""


class Controller(Protocol):
    """Control law: a function of reference and measured state that returns the motor torque, called at every control tick."""

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Return the motor torque of this tick, link side (m,) [Nm or N]."""


@by_value
class Estimate(NamedTuple):
    """State of links and motors as estimated by an observer, and the external torque."""

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
    """True if the last reading was rejected; the other fields are then those of the last good reading, or a prediction."""
