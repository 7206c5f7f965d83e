"""Circular arcs in tool space."""

import math
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.numbers import Jet, sincos
from jounce.numbers.packing import assemble
from jounce.trajectory.path import Floats, Path, coordinates, finite, same_length
from jounce.trajectory.smooth_step import Timing


class Circle(Path):
    """centre + cos(phi) u + sin(phi) v, with phi(t) from 0 to `angle` by a polynomial; coordinates beyond these are held."""

    space = "tool"

    def __init__(self, start: Floats, centre: Floats, across: Floats, angle: float, timing: Timing) -> None:
        self.start, self.centre, self.across = start, centre, across
        self.angle, self.timing = angle, timing
        self.n = start.size
        self.start_time, self.end_time = timing.start, timing.end
        self.smoothness, self.max_order = timing.smoothness, timing.degree

    def derivatives(self, t: Floats, order: int) -> Floats:
        """See `Path`."""
        phi = Jet.from_derivatives(list(self.angle * self.timing(t, order)))
        sine, cosine = sincos(phi)
        m = self.centre.size
        along = self.start[:m] - self.centre
        arc = [c + cosine * float(u) + sine * float(v) for c, u, v in zip(self.centre.tolist(), along, self.across)]
        return assemble([*arc, *self.start[m:].tolist()], order, t.shape, np.float64)


def circle(
    start: Any,
    centre: Any,
    duration: float,
    angle: float = 2.0 * math.pi,
    normal: Any = None,
    degree: int = 11,
    start_time: float = 0.0,
) -> Circle:
    """Tool motion from `start` around `centre` by `angle` [rad] in `duration` [s], at rest before and after.

    Without a normal the circle lies in the plane of the first two outputs, from the first to the second where the angle is
    positive; centre is (2,). With one, centre and normal are (3,), the first three outputs are x, y, z, and the turn is
    right-handed about the normal. Further outputs (orientation) stay as in `start`.
    """
    begin, middle = coordinates(start, "start"), coordinates(centre, "centre")
    m = 2 if normal is None else 3
    if middle.size != m or begin.size < m:
        raise InputError(
            f"centre has {middle.size} and start {begin.size} coordinates; expected {m} and at least {m} "
            f"({'in a plane, no normal given' if m == 2 else 'in space'})."
        )
    radius = begin[:m] - middle
    if np.linalg.norm(radius) == 0.0:
        raise InputError("the circle has no radius: start is its centre.")
    if normal is None:
        across = np.array([-radius[1], radius[0]])
    else:
        axis = coordinates(normal, "normal")
        same_length("centre and normal", middle, axis)
        length = float(np.linalg.norm(axis))
        if length == 0.0 or abs(radius @ axis) > 1e-9 * length * float(np.linalg.norm(radius)):
            raise InputError("normal: expected a direction at right angles to the radius from centre to start.")
        across = np.cross(axis / length, radius)
    return Circle(begin, middle, across, finite(angle, "angle [rad]"), Timing(duration, degree, start_time))
