"""Paths in joint space and in tool space, with exact derivatives of any order that they have.

Joint space: `rest_to_rest`, `spline`, `harmonic`, `filtered_step`, `fit`, and `load` from a file. Tool space: `line`, `circle`,
`polyline`. Either: `shaped`.
"""

from jounce.trajectory.circle import circle
from jounce.trajectory.files.load import load
from jounce.trajectory.filtered_step import filtered_step
from jounce.trajectory.fit import fit
from jounce.trajectory.harmonic import harmonic
from jounce.trajectory.input_shaping import shaped
from jounce.trajectory.path import Path
from jounce.trajectory.polyline import polyline
from jounce.trajectory.polynomial import line, rest_to_rest
from jounce.trajectory.spline import spline

__all__ = [
    "Path",
    "circle",
    "filtered_step",
    "fit",
    "harmonic",
    "line",
    "load",
    "polyline",
    "rest_to_rest",
    "shaped",
    "spline",
]
