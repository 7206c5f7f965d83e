"""Splines through waypoints."""

from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.trajectory.path import Floats, Path, frozen, whole


class Spline(Path):
    """The B-spline of odd or even degree through all waypoints, at rest at both ends."""

    def __init__(self, times: Floats, points: Floats, degree: int) -> None:
        from scipy.interpolate import make_interp_spline

        # degree-1 conditions are free: derivatives that vanish, shared between the ends, the odd one to the start
        at_start, at_end = degree // 2, (degree - 1) // 2
        still = np.zeros(points.shape[1])
        ends = [[(k, still) for k in range(1, count + 1)] or None for count in (at_start, at_end)]
        self._curve = make_interp_spline(times, points, k=degree, bc_type=tuple(ends))
        self.points = points
        self.n = points.shape[1]
        self.start_time, self.end_time = float(times[0]), float(times[-1])
        self.smoothness = at_end
        self.inner_smoothness = degree - 1
        self.max_order = degree

    def derivatives(self, t: Floats, order: int) -> Floats:
        """See `Path`."""
        inside = np.clip(t, self.start_time, self.end_time)
        moving = ((t >= self.start_time) & (t <= self.end_time))[..., None]
        rows = [np.asarray(self._curve(inside, nu=k)) for k in range(order + 1)]
        return np.stack([rows[0], *(np.where(moving, row, 0.0) for row in rows[1:])])


def spline(waypoints: Any, times: Any, degree: int = 7) -> Spline:
    """Joint motion through waypoints (m, n) [rad or m] at increasing times (m,) [s], at rest at both ends.

    Between the ends, derivatives to degree-1 are continuous; at the two ends, where the motion begins and stops, those to
    (degree-1)//2 vanish and are continuous. `path.smoothness` states the smaller, `path.inner_smoothness` the larger number.
    """
    k = whole(degree, 1, "degree")
    try:
        points, at = frozen(waypoints), frozen(times)
    except (TypeError, ValueError) as error:
        raise InputError(f"waypoints and times: expected numbers, {error}.") from None
    points = points[:, None] if points.ndim == 1 else points
    if points.ndim != 2 or at.ndim != 1 or len(points) != len(at) or len(at) < 2:
        raise InputError(f"waypoints: expected shape (m, n) with m >= 2, and times (m,); got {points.shape} and {at.shape}.")
    if not (np.isfinite(points).all() and np.isfinite(at).all() and (np.diff(at) > 0.0).all()):
        raise InputError("waypoints and times: expected finite numbers and increasing times.")
    if k > 25:
        raise InputError(f"degree: expected at most 25, got {k}; beyond that the spline is not found to useful accuracy.")
    return Spline(at, points, k)
