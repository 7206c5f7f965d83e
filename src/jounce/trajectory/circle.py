"""Circular arcs as tool paths, with a polynomial timing law."""

import math

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.numbers import Jet, sincos
from jounce.numbers.packing import assemble
from jounce.trajectory.path import Floats, Path, coordinates, finite, same_length
from jounce.trajectory.polynomial import Timing


class Circle(Path):
    """Arc centre + cos(phi) u + sin(phi) v, with phi(t) from 0 to `angle` by a polynomial timing law.

    u is the radius at the start, v the vector `across`. Outputs beyond the dimension of the centre are constant.
    """

    space = "tool"

    def __init__(self, start: Floats, centre: Floats, across: Floats, angle: float, timing: Timing) -> None:
        """Create the arc; start: all outputs; centre (2,) or (3,) [m]; angle [rad].

        across: the radius at the start, turned by a right angle in the plane of the arc [m].
        """
        self.start, self.centre, self.across = start, centre, across
        self.angle, self.timing = angle, timing
        self.n = start.size
        self.start_time, self.end_time = timing.start, timing.end
        self.smoothness, self.max_order = timing.smoothness, timing.degree

    def derivatives(self, t: Floats, order: int) -> Floats:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        phi = Jet.from_derivatives(list(self.angle * self.timing(t, order)))
        sine, cosine = sincos(phi)
        m = self.centre.size
        radius = self.start[:m] - self.centre
        arc = [c + cosine * float(u) + sine * float(v) for c, u, v in zip(self.centre.tolist(), radius, self.across)]
        return assemble([*arc, *self.start[m:].tolist()], order, t.shape, np.float64)


def circle(
    start: ArrayLike,
    centre: ArrayLike,
    duration: float,
    angle: float = 2.0 * math.pi,
    normal: ArrayLike | None = None,
    degree: int = 11,
    start_time: float = 0.0,
) -> Circle:
    """Return the tool motion from `start` around `centre` by an angle, at rest before and after.

    Parameters
    ----------
    start : array_like (k,)
        Values of the robot's controlled outputs at the start [m, rad], base frame.
    centre : array_like (2,) or (3,)
        Centre of the circle [m]: (2,) in the plane of the first two outputs, (3,) with a normal.
    duration : float
        Duration [s].
    angle : float
        Angle of the arc [rad]. Positive: from the first output towards the second, or right-handed about the normal.
    normal : array_like (3,), optional
        Normal of the circle's plane; the first three outputs are then x, y, z. Further outputs (orientation) stay as in `start`.
    degree : int
        Odd degree of the polynomial timing law.
    start_time : float
        Start [s].

    Returns
    -------
    Circle
        Path in tool space.

    Raises
    ------
    InputError
        If sizes do not match, the radius is zero, or the normal is not perpendicular to it.

    Examples
    --------
    >>> import jounce as jn
    >>> path = jn.trajectory.circle([1.0, 0.0], [0.5, 0.0], duration=2.0)
    >>> path(1.0)[0].round(6)
    array([0., 0.])
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
