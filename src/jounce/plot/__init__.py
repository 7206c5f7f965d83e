"""OUTLETS: figures of plans and runs. Needs matplotlib: pip install "jounce[plot]"."""

from jounce.plot.curves import deflection, difference, overview, positions, tool_error, torque, tracking, velocities

__all__ = ["deflection", "difference", "overview", "positions", "tool_error", "torque", "tracking", "velocities"]
