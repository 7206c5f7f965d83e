"""Result of minimum-time planning: duration, utilisation of every limit, and the active limit at each time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from jounce.numbers.packing import Array
from jounce.numbers.value import by_value


@by_value
class Active(NamedTuple):
    """Time span during which one limit has the largest utilisation."""

    begin: float
    """Start of the span [s]."""
    end: float
    """End of the span [s]."""
    joint: str
    """Name of the joint, or of its second motor as in `Robot.motor_names`."""
    quantity: str
    """Name of the limited quantity, a field of `JointLimits`."""
    share: float
    """Largest utilisation (value / limit) during the span."""


@by_value
@dataclass(frozen=True, eq=False)
class TimingStatus:
    """Duration and limit utilisation of the motion that `fastest` returns."""

    time: float
    """Duration of the motion [s]."""
    shares: Mapping[str, Array]
    """Largest utilisation |value| / limit of every limited quantity: (n,) for joints, (m,) for motors. Each value is a bound over
    all times, proved unless `unproven` gives a reason; otherwise an estimate from dense samples plus the largest likely excess
    between samples."""
    t: Array
    """Midpoints (N,) of the verified time spans [s], from the start of the motion to its end."""
    share: Array
    """Largest utilisation of any limit during each of the verified time spans (N,)."""
    active: tuple[Active, ...]
    """Time spans with the limit that has the largest utilisation in each."""
    rigid_time: float
    """Minimum time [s] of the same robot with rigid joints without friction along the same path, within the same limits except
    jerk, torque rate and deflection. No lower bound where springs store energy."""
    pieces: int
    """Number of polynomial pieces of the time scaling, or of the motion spline."""
    steps: int
    """Number of linear or quadratic programs solved."""
    unproven: str
    """Reason why `shares` are estimates; empty if they are proved."""

    def __repr__(self) -> str:
        """Show the duration, the rigid-joint duration and the largest utilisation of every quantity."""
        worst = {name: round(float(x.max()), 6) for name, x in self.shares.items()}
        proved = "" if self.unproven else ", proved"
        return f"TimingStatus(time={self.time:.6g}, rigid_time={self.rigid_time:.6g}, shares={worst}{proved})"
