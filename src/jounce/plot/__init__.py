"""OUTLETS: figures of plans and runs. Needs matplotlib: pip install "jounce[plot]"."""

from jounce.plot.curves import (
    deflection,
    difference,
    limits_used,
    overview,
    positions,
    tool_error,
    torque,
    tracking,
    velocities,
)
from jounce.plot.frequency import bode, frequency_response
from jounce.plot.recording import recording
from jounce.plot.spread import spread

__all__ = [
    "bode",
    "deflection",
    "difference",
    "frequency_response",
    "limits_used",
    "overview",
    "positions",
    "recording",
    "spread",
    "tool_error",
    "torque",
    "tracking",
    "velocities",
]
