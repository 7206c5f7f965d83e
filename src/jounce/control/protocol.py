"""Interfaces of controllers and observers: the reference, the measured state, the controller, the estimate."""

from typing import Any, NamedTuple, Protocol

from jounce.numbers.packing import Array
from jounce.numbers.value import by_value


@by_value
class Reference(NamedTuple):
    """The plan at one instant."""

    t: float
    q: Any
    """Links: position and derivatives (k, n); a tuple of k arrays where joints have several freedoms."""
    theta: Array
    """Motors: position, velocity, acceleration (3, n)."""
    tau_m: Array
    """Planned motor torque (n,)."""


class Measured(Protocol):
    """The state as it is measured, (n,) each. A controller reads of it what it needs."""

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
    """Called at every tick of the control rate."""

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Motor torque, link side (n,) [Nm or N]."""


@by_value
class Estimate(NamedTuple):
    """Links and motors as an observer sees them."""

    q: Array
    """(n,) [rad or m]."""
    qd: Array
    """(n,) [rad/s or m/s]."""
    theta: Array
    """(m,) [rad or m]."""
    thetad: Array
    """(m,) [rad/s or m/s]."""
    external: Array | None = None
    """Torque at the joints that no drive gives (n,) [Nm or N], where it is estimated."""
    rejected: Any = False
    """Whether the reading was no reading: all else is that of the last good one."""
