"""How fast a timed motion is, and what keeps it from being faster."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from jounce.numbers.packing import Array
from jounce.numbers.value import by_value


@by_value
class Active(NamedTuple):
    """A span of time during which one limit is the one that is used most."""

    begin: float
    """[s]."""
    end: float
    """[s]."""
    joint: str
    quantity: str
    """A name of `JointLimits`."""
    share: float
    """The largest during the span."""


@by_value
@dataclass(frozen=True, eq=False)
class TimingStatus:
    """What `fastest` found."""

    time: float
    """Of the motion [s]."""
    shares: Mapping[str, Array]
    """Of every limited quantity the largest share of its limit at each joint (n,), between the samples too; 1 is all of it."""
    t: Array
    """Times (N,) at which limits were looked at [s], from the start of the motion to its end."""
    share: Array
    """The largest share of any limit at each of these times (N,)."""
    active: tuple[Active, ...]
    """Which limit it is, span by span."""
    rigid_time: float
    """The least time of the same robot with rigid joints along the same curve, within the same limits but of jerk, torque rate
    and deflection [s]. It is no bound where springs store energy."""
    pieces: int
    """Of the timing."""
    steps: int
    """Linear programs that were solved."""

    def __repr__(self) -> str:
        worst = {name: round(float(x.max()), 6) for name, x in self.shares.items()}
        return f"TimingStatus(time={self.time:.6g}, rigid_time={self.rigid_time:.6g}, shares={worst})"
