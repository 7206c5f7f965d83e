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
    """Of every limited quantity the largest share of its limit at each joint (n,), of motors (m,); 1 is all of it. It is a bound
    for all instants, with proof unless `unproven` says why there is none: then it is an estimate from many samples and what may
    be between them."""
    t: Array
    """Middles (N,) of the spans in which limits were looked at [s], from the start of the motion to its end."""
    share: Array
    """The largest share of any limit during each of these spans (N,)."""
    active: tuple[Active, ...]
    """Which limit it is, span by span."""
    rigid_time: float
    """The least time of the same robot with rigid joints along the same curve, within the same limits but of jerk, torque rate
    and deflection [s]. It is no bound where springs store energy."""
    pieces: int
    """Of the timing."""
    steps: int
    """Linear programs that were solved."""
    unproven: str
    """Why shares are estimates; empty where they are proved."""

    def __repr__(self) -> str:
        worst = {name: round(float(x.max()), 6) for name, x in self.shares.items()}
        proved = "" if self.unproven else ", proved"
        return f"TimingStatus(time={self.time:.6g}, rigid_time={self.rigid_time:.6g}, shares={worst}{proved})"
