"""Where a path goes, apart from when: the same path with its share of the way in the place of time."""

import copy
import math

import numpy as np

from jounce.inverse.kinematics import JointPath
from jounce.numbers.packing import Array
from jounce.trajectory.circle import Circle
from jounce.trajectory.path import Path
from jounce.trajectory.polyline import Polyline
from jounce.trajectory.polynomial import RestToRest
from jounce.trajectory.smooth_step import Timing


class Even(Timing):
    """The share of the way is the time."""

    def __init__(self, degree: int) -> None:
        """degree: of the timing in whose place it is, by which a polyline rounds its corners."""
        super().__init__(1.0, degree)

    def __call__(self, t: Array, order: int) -> Array:
        """See `Timing`."""
        out = np.zeros((order + 1, *t.shape))
        out[0] = t
        out[1:2] = 1.0
        return out


def timing_of(path: Path) -> Timing:
    """When a path that has places is where."""
    inner = path.path if isinstance(path, JointPath) else path
    assert isinstance(inner, RestToRest | Circle | Polyline)
    return inner.timing


def by_place(path: Path) -> Path | None:
    """q(w), w = 0 to 1 the share of the way, of a straight line, an arc, a polyline, or joints that move a tool along one."""
    if isinstance(path, JointPath):
        robot, inner, *rest = path._made_from[0]
        even = by_place(inner)
        return None if even is None else JointPath(robot, even, *rest)
    if not isinstance(path, RestToRest | Circle | Polyline):
        return None
    even = copy.copy(path)
    even.timing = Even(path.timing.degree)
    even.start_time, even.end_time = 0.0, 1.0
    even.smoothness = even.max_order = math.inf
    if isinstance(path, Polyline):
        even.smoothness = path.timing.smoothness + 1
        zones = np.concatenate([path.stations[1:-1] - path.zones, path.stations[1:-1] + path.zones])
        even.kinks = np.sort(zones / path.stations[-1]).tolist()
    return even
