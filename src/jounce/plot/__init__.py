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

__all__ = ["deflection", "difference", "limits_used", "overview", "positions", "tool_error", "torque", "tracking", "velocities"]
