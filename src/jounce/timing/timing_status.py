"""Status of a minimum-time motion: duration, utilisation of every limit, and the active limit at each time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from jounce.numbers.packing import Array
from jounce.numbers.value import by_value


@by_value
class Active(NamedTuple):
    """Time span during which one limit has the largest utilisation of all limits."""

    begin: float
    """Start of the span [s]."""
    end: float
    """End of the span [s]."""
    joint: str
    """Name of the joint, or of its second motor, as in `Robot.motor_names`."""
    quantity: str
    """Name of the limited quantity: a field of `JointLimits`."""
    share: float
    """Largest utilisation (value / limit) during the span."""


@by_value
@dataclass(frozen=True, eq=False)
class TimingStatus:
    """Duration and limit utilisation of the motion that `fastest` returns."""

    time: float
    """Duration of the motion [s]."""
    shares: Mapping[str, Array]
    """Largest utilisation |value| / limit of every limited quantity: (n,) for joints, (m,) for motors.

    Each entry is a bound over all times, proved unless `unproven` states a reason. Without a proof it is an estimate: the
    largest utilisation at dense samples plus the likely excess between them.
    """
    t: Array
    """Midpoints (N,) [s] of the time spans on which limits were verified, from the start of the motion to its end."""
    share: Array
    """Largest utilisation (N,) of any limit during each of the time spans."""
    active: tuple[Active, ...]
    """Consecutive time spans, each with the limit whose utilisation is the largest during the span."""
    rigid_time: float
    """Minimum time [s] along the same path of the robot with rigid joints and without friction, within the same limits except
    jerk, torque rate and deflection. `rigid_time` is no lower bound of `time`, since springs may store energy."""
    pieces: int
    """Number of polynomial pieces of the time scaling, or of the motion spline."""
    steps: int
    """Number of linear or quadratic programs solved."""
    unproven: str
    """Reason why `shares` are estimates; empty if the bounds are proved."""

    def __repr__(self) -> str:
        """Show the duration, the rigid-joint duration and the largest utilisation of every quantity."""
        worst = {name: round(float(x.max()), 6) for name, x in self.shares.items()}
        proved = "" if self.unproven else ", proved"
        return f"TimingStatus(time={self.time:.6g}, rigid_time={self.rigid_time:.6g}, shares={worst}{proved})"
