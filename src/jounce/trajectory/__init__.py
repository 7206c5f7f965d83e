"""Paths in joint space and in tool space, with exact derivatives of any order that they have.

Joint space: `rest_to_rest`, `spline`, `harmonic`, `filtered_step`, `fit`, and `load` from a file. Tool space: `line`, `circle`,
`polyline`. Either: `shaped`. `motion` samples a path as the functions read it. The classes of a timed `path.status` are here too.
"""

from typing import TYPE_CHECKING

from jounce.lazy_names import lazy_names
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

if TYPE_CHECKING:
    from jounce.inverse import motion as motion
    from jounce.timing import Active as Active
    from jounce.timing import MoveStatus as MoveStatus
    from jounce.timing import TimingStatus as TimingStatus

NAMES = {
    "Active": "jounce.timing",
    "MoveStatus": "jounce.timing",
    "TimingStatus": "jounce.timing",
    "motion": "jounce.inverse",
}
"""{public name: module above this package that defines it}."""

__all__ = [
    "Active",
    "MoveStatus",
    "Path",
    "TimingStatus",
    "circle",
    "filtered_step",
    "fit",
    "harmonic",
    "line",
    "load",
    "motion",
    "polyline",
    "rest_to_rest",
    "shaped",
    "spline",
]

if not TYPE_CHECKING:  # a type checker reads the imports above
    __getattr__, __dir__ = lazy_names(__name__, NAMES)
