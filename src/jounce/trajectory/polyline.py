"""Polylines in tool space: straight legs through corner points, with blended corners."""

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.numbers import Jet
from jounce.numbers.packing import assemble
from jounce.trajectory.path import Floats, Path, frozen, real
from jounce.trajectory.polynomial import Timing, integrated_step, smooth_step


class Polyline(Path):
    """Polygon with blended corners and a polynomial timing law.

    With u the length along the polygon, a corner P with incoming direction d1 and outgoing direction d2 has a zone u = u_P + r
    v, |v| <= 1. In this zone

        x = P + r ((v - g) d1 + g d2),        g(v) = integral of the smooth step from -1 to v, g(-1) = 0, g(1) = 1

    which joins the leg along d1 at v = -1 and the leg along d2 at v = 1, with one more continuous derivative than the smooth
    step has.
    """

    space = "tool"

    def __init__(self, points: Floats, zones: Floats, timing: Timing) -> None:
        legs = np.diff(points, axis=0)
        lengths = np.linalg.norm(legs, axis=1)
        self.points, self.zones, self.timing = points, zones, timing
        self.directions = legs / lengths[:, None]
        self.stations = np.concatenate([[0.0], np.cumsum(lengths)])
        self.n = points.shape[1]
        self.start_time, self.end_time = timing.start, timing.end
        self.smoothness, self.max_order = timing.smoothness, timing.degree

    def derivatives(self, t: Floats, order: int) -> Floats:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        flat = t.reshape(-1)
        u = self.timing(flat, order) * self.stations[-1]
        out = np.zeros((order + 1, flat.size, self.n))
        leg = np.clip(np.searchsorted(self.stations, u[0], side="right") - 1, 0, len(self.directions) - 1)
        corner = np.zeros(flat.size, dtype=int)  # 0: none
        for i, r in enumerate(self.zones, start=1):
            corner[np.abs(u[0] - self.stations[i]) < r] = i
        for i in range(len(self.directions)):
            inside = (leg == i) & (corner == 0)
            straight = (u[:, inside])[..., None] * self.directions[i]
            straight[0] += self.points[i] - self.stations[i] * self.directions[i]
            out[:, inside] = straight
        for i, r in enumerate(self.zones, start=1):
            inside = corner == i
            if inside.any():
                out[:, inside] = self._zone(i, float(r), u[:, inside], order)
        return out.reshape(order + 1, *t.shape, self.n)

    def _zone(self, i: int, r: float, u: Floats, order: int) -> Floats:
        """Return x and its time derivatives (order+1, N, n) within the zone of corner i of size r [m], from u and its time
        derivatives."""
        v = (Jet.from_derivatives(list(u)) - float(self.stations[i])) / r
        w = np.clip(0.5 * (1.0 + v.coeffs[0]), 0.0, 1.0)
        step = smooth_step(w, self.timing.degree, max(order - 1, 0))
        g = v.compose([2.0 * integrated_step(w, self.timing.degree), *(row / 2.0**m for m, row in enumerate(step))])
        corner, d1, d2 = self.points[i].tolist(), self.directions[i - 1].tolist(), self.directions[i].tolist()
        x = [p + r * ((v - g) * a + g * b) for p, a, b in zip(corner, d1, d2)]
        return assemble(x, order, (u.shape[1],), np.float64)


def polyline(points: ArrayLike, duration: float, zone: ArrayLike, degree: int = 11, start_time: float = 0.0) -> Polyline:
    """Return the tool motion along straight legs through points, with blended corners, at rest before and after.

    Lengths and zones are Euclidean in all outputs together, so mix metres and radians with care.

    Parameters
    ----------
    points : array_like (m, k)
        Corner points in the robot's controlled outputs [m, rad], base frame.
    duration : float
        Duration [s].
    zone : float or array_like (m-2,)
        Distance from an inner corner within which the path leaves its straight legs [m]. Zones may touch but not overlap.
    degree : int
        Odd degree of the polynomial timing law and of the blends.
    start_time : float
        Start [s].

    Returns
    -------
    Polyline
        Path in tool space.

    Raises
    ------
    InputError
        If zones overlap, points coincide, or an argument is not finite.

    Examples
    --------
    >>> import jounce as jn
    >>> path = jn.trajectory.polyline([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], duration=2.0, zone=0.1)
    >>> path(2.0)[0]
    array([1., 1.])
    """
    try:
        P = frozen(points)
        r = np.broadcast_to(real(zone), (max(len(P) - 2, 0),))
    except (TypeError, ValueError) as error:
        raise InputError(f"points or zone: {error}.") from None
    if P.ndim != 2 or len(P) < 2 or not np.isfinite(P).all():
        raise InputError(f"points: expected finite numbers of shape (m, outputs) with m >= 2, got shape {P.shape}.")
    if not np.isfinite(r).all() or (r <= 0.0).any():
        raise InputError("zone: expected lengths above zero; a sharp corner would take an infinite acceleration.")
    lengths = np.linalg.norm(np.diff(P, axis=0), axis=1)
    if (lengths == 0.0).any():
        i = int(np.argmin(lengths))
        raise InputError(f"points {i} and {i + 1} are the same.")
    room = lengths - np.concatenate([[0.0], r]) - np.concatenate([r, [0.0]])
    if (room < -1e-12 * lengths).any():
        i = int(np.argmin(room))
        raise InputError(f"zone: on the leg from point {i} to {i + 1} ({lengths[i]:g} long) the zones overlap by {-room[i]:g}.")
    return Polyline(P, frozen(r), Timing(duration, degree, start_time))
