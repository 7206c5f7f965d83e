"""Paths in joint space and in tool space, with exact time derivatives.

Joint space: `rest_to_rest`, `spline`, `harmonic`, `filtered_step`, `fit`, and `load` from a file. Tool space: `line`, `circle`,
`polyline`. Either space: `shaped`. `motion` samples a path as positions and derivatives, the arguments of the library's
functions. `TimingStatus`, `MoveStatus` and `Active` are the classes of the `status` of a path in minimum time.
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
"""{public name: module that defines it}, for names whose modules import this package."""

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
