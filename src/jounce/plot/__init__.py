"""OUTLETS: figures of plans, runs, recordings and frequency responses. Needs matplotlib: pip install "jounce[plot]"."""

from typing import TYPE_CHECKING

from jounce.lazy_names import lazy_names
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

if TYPE_CHECKING:
    from jounce.viewer import View as View

NAMES = {"View": "jounce.viewer"}
"""{public name: module that defines it}, imported on first use: `View` is the page that `jn.view` returns."""

__all__ = [
    "View",
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

if not TYPE_CHECKING:  # a type checker reads the imports above
    __getattr__, __dir__ = lazy_names(__name__, NAMES)
