"""Interpolating splines through waypoints, optionally with prescribed velocities and accelerations at the waypoints."""

from collections.abc import Sequence
from typing import Any
from warnings import warn

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.trajectory.path import Floats, Path, between, called, frozen, whole

CLOSEST = 1e-9
"""Least time between two waypoints, as a fraction of the duration: closer waypoints coincide for a spline in double
precision."""
REST = 1e-6
"""Velocity [rad/s or m/s] up to which a waypoint counts as at rest."""


class Spline(Path):
    """Interpolating B-spline of odd or even degree through all waypoints, at rest before and after."""

    def __init__(self, times: Floats, points: Floats, degree: int) -> None:
        """Compute the spline; times (m,) [s]; points (m, n) [rad or m]; degree: degree of the spline."""
        from scipy.interpolate import make_interp_spline

        # degree - 1 conditions are free: derivatives vanish at both ends, one more at the start if their number is odd
        at_start, at_end = degree // 2, (degree - 1) // 2
        still = np.zeros(points.shape[1])
        ends = [[(k, still) for k in range(1, count + 1)] or None for count in (at_start, at_end)]
        self._curve = make_interp_spline(times, points, k=degree, bc_type=tuple(ends))
        self.times, self.points = times, points
        self.n = points.shape[1]
        self.start_time, self.end_time = float(times[0]), float(times[-1])
        self.smoothness = at_end
        self.inner_smoothness = degree - 1
        self.max_order = degree

    @property
    def piece_ends(self) -> Floats:
        """Return the ends [s] of the polynomial pieces; see `Path`."""
        return between(self._curve.t, self.start_time, self.end_time)

    def derivatives(self, t: Floats, order: int) -> Floats:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        return within(self._curve, self.start_time, self.end_time, t, order)


class Osculating(Path):
    """Interpolating B-spline of odd degree 2p-1 through waypoints and their prescribed derivatives, at rest at both ends.

    Of all curves with these values and derivatives, the spline has the least integral of |d^p q / dt^p|^2. Each inner waypoint
    is a knot, repeated as often as there are conditions at the waypoint, so that there are as many coefficients as conditions.
    The first p coefficients are equal, and so are the last p, which makes derivatives 1 to p-1 vanish at the ends.
    """

    def __init__(self, times: Floats, points: Floats, rates: tuple[Floats, ...], degree: int) -> None:
        """Compute the spline; times (m,) [s]; points (m, n) [rad or m].

        rates: (velocities,) or (velocities, accelerations), (m, n) each, with rows of NaN where a derivative is free.
        """
        from scipy.interpolate import BSpline
        from scipy.sparse import csc_array, vstack
        from scipy.sparse.linalg import splu

        p = (degree + 1) // 2
        prescribed = [np.ones(len(times) - 2, dtype=bool), *(np.isfinite(x[1:-1]).all(axis=1) for x in rates)]
        inner = np.repeat(times[1:-1], np.sum(prescribed, axis=0))
        knots = np.concatenate([[times[0]] * (degree + 1), inner, [times[-1]] * (degree + 1)])
        count = len(knots) - degree - 1
        coefficients = np.concatenate([np.repeat(points[:1], p, axis=0), np.zeros((count - 2 * p, points.shape[1]))])
        coefficients = np.concatenate([coefficients, np.repeat(points[-1:], p, axis=0)])
        if count > 2 * p:
            span = float(times[-1] - times[0]) / (len(times) - 1)
            rows = [_design(times[1:-1][mask], knots, degree, k) * span**k for k, mask in enumerate(prescribed) if mask.any()]
            values = [x[1:-1][mask] * span**k for k, (x, mask) in enumerate(zip((points, *rates), prescribed))]
            order = np.argsort(
                np.concatenate([np.flatnonzero(mask) + 0.1 * k for k, mask in enumerate(prescribed)]), kind="stable"
            )
            design = csc_array(vstack(rows).tocsr()[order])
            target = np.concatenate(values)[order] - design @ coefficients
            coefficients[p:-p] = splu(design[:, p:-p]).solve(target)
        self._curve = BSpline(knots, coefficients, degree)
        self.times, self.points, self.n = times, points, points.shape[1]
        self.start_time, self.end_time = float(times[0]), float(times[-1])
        self.inner_smoothness = degree - len(prescribed)
        self.smoothness, self.max_order = min(p - 1, self.inner_smoothness), degree

    @property
    def piece_ends(self) -> Floats:
        """Return the ends [s] of the polynomial pieces; see `Path`."""
        return between(self._curve.t, self.start_time, self.end_time)

    def derivatives(self, t: Floats, order: int) -> Floats:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        return within(self._curve, self.start_time, self.end_time, t, order)


def _design(times: Floats, knots: Floats, degree: int, order: int) -> Any:
    """Return the sparse matrix from spline coefficients to derivative `order` of the spline at times (m,)."""
    from scipy.interpolate import BSpline
    from scipy.sparse import diags_array

    design = BSpline.design_matrix(times, knots[order : len(knots) - order], degree - order)
    for k in range(order, 0, -1):  # s' has the coefficients d (c_(i+1) - c_i) / (t_(i+d+1) - t_(i+1)), d the degree of s
        inner, d = knots[k - 1 : len(knots) - k + 1], degree - k + 1
        width = inner[d + 1 : -1] - inner[1 : -d - 1]
        factor = d / width
        design = design @ diags_array([-factor, factor], offsets=[0, 1], shape=(len(factor), len(factor) + 1))
    return design


def within(curve: Any, begin: float, end: float, t: Floats, order: int) -> Floats:
    """Return derivatives 0 to `order` of a spline at times t [s], (order+1, *t.shape, n); the spline rests before `begin` and
    after `end` [s]."""
    inside = np.clip(t, begin, end)
    moving = ((t >= begin) & (t <= end))[..., None]
    rows = [np.asarray(curve(inside, nu=k)) for k in range(order + 1)]
    return np.stack([rows[0], *(np.where(moving, row, 0.0) for row in rows[1:])])


def spline(
    t: ArrayLike | None,
    q: ArrayLike | None = None,
    degree: int = 7,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
    *,
    names: Sequence[str] = (),
) -> Spline | Osculating:
    """Return the joint motion through waypoints at increasing times, at rest at both ends.

    The times shape the geometry: other times make another path through the same waypoints, even if `jn.fastest` then computes a
    new time scaling. Between the ends, derivatives to degree-1 are continuous, to degree-2 with `qd`, to degree-3 with `qdd`
    (`path.inner_smoothness`). At the ends, derivatives to (degree-1)//2 vanish, so that derivatives to this order, or to
    `path.inner_smoothness` if it is lower, are continuous everywhere (`path.smoothness`).

    Parameters
    ----------
    t : array_like (m,) or None
        Increasing times of the waypoints [s]; None for times from 0 to 1 s in proportion to the distances of the waypoints
        (chord-length parametrisation). `spline(q)` is `spline(None, q)`.
    q : array_like (m, n)
        Waypoints: positions [rad or m].
    degree : int
        Degree of the spline; if derivatives are prescribed, an odd number from 5.
    qd, qdd : array_like (m, n), optional
        Velocities and accelerations at the waypoints [rad/s, rad/s^2, or with m]; rows of nan where a derivative is free. The
        velocity at both ends must be zero; the accelerations at both ends are not used.
    names : sequence of str
        Names of the coordinates, for messages.

    Returns
    -------
    Spline or Osculating
        Path in joint space: `Osculating` if derivatives are prescribed, otherwise `Spline`.

    Raises
    ------
    InputError
        If shapes do not match, times do not increase, or the degree does not suit.

    Examples
    --------
    >>> import jounce as jn
    >>> path = jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0], [1.0], [0.5]])
    >>> path(1.0)[0].round(12)
    array([1.])
    """
    k = whole(degree, 1, "degree")
    if q is None:
        t, q = None, t
    try:
        points = frozen(q)
        at = _chord_times(points, qd is not None or qdd is not None) if t is None else frozen(t)
    except (TypeError, ValueError) as error:
        raise InputError(f"t and q: expected numbers, {error}.") from None
    if points.ndim == 1 and at.ndim == 2:
        warn("spline takes times first: spline(t, q). Version 1 will refuse waypoints before times.", DeprecationWarning, 2)
        points, at = at, points
    points = points[:, None] if points.ndim == 1 else points
    if points.ndim != 2 or at.ndim != 1 or len(points) != len(at) or len(at) < 2:
        raise InputError(f"q: expected waypoints (m, n) with m >= 2, and times t (m,); got {points.shape} and {at.shape}.")
    if not (np.isfinite(points).all() and np.isfinite(at).all() and (np.diff(at) > 0.0).all()):
        raise InputError("t and q: expected finite numbers and increasing times.")
    joints = called(names, points.shape[1])
    closest = float(np.diff(at).min())
    if closest < CLOSEST * float(at[-1] - at[0]):
        raise InputError(f"t: two times are {closest:.3g} s apart; expected at least {CLOSEST:g} of the whole time.")
    if k > 25:
        raise InputError(f"degree: expected at most 25, got {k}; beyond that the spline is not found to useful accuracy.")
    if qd is None and qdd is None:
        return Spline(at, points, k)
    if k % 2 == 0 or k < 5:
        raise InputError(f"degree: expected an odd number from 5 with velocities or accelerations, got {k}.")
    rates = tuple(_rates(x, points.shape, what) for x, what in ((qd, "qd"), (qdd, "qdd")))
    if (np.isnan(rates[0]) & ~np.isnan(rates[1])).any():
        raise InputError("qdd: expected accelerations at waypoints only where velocities are given too.")
    _refuse_motion(rates[0], at, joints)
    return Osculating(at, points, rates if qdd is not None else rates[:1], k)


def _chord_times(waypoints: Floats, rates: bool) -> Floats:
    """Return times (m,) from 0 to 1 s in proportion to the Euclidean distances of consecutive waypoints (m, n).

    rates: True if derivatives are prescribed. Raises `InputError` then, since derivatives need stated times.
    """
    if rates:
        raise InputError("t: expected times (m,) of the waypoints, since their velocities or accelerations are given.")
    points = waypoints[:, None] if waypoints.ndim == 1 else waypoints
    if points.ndim != 2 or len(points) < 2 or not np.isfinite(points).all():
        raise InputError(f"q: expected waypoints of finite numbers (m, n) with m >= 2, got shape {points.shape}.")
    chords = np.sqrt((np.diff(points, axis=0) ** 2).sum(axis=1))
    if not (chords > CLOSEST * chords.sum()).all():
        i = int(chords.argmin())
        raise InputError(
            f"q: waypoints {i + 1} and {i + 2} are {chords[i]:.3g} apart, so that no times follow from their distances. "
            "Leave one out, or give times."
        )
    return np.concatenate([[0.0], np.cumsum(chords)[:-1] / chords.sum(), [1.0]])


def _rates(values: Any, shape: tuple[int, ...], what: str) -> Floats:
    """Return derivatives (m, n) at waypoints, with rows of finite numbers or of nan; raise `InputError` for anything else."""
    try:
        rates = frozen(np.full(shape, np.nan) if values is None else values)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: expected numbers, {error}.") from None
    if rates.shape != shape:
        raise InputError(f"{what}: expected the shape of the waypoints, {shape}, got {rates.shape}.")
    rows = np.isfinite(rates).all(axis=1)
    if np.isinf(rates).any() or (np.isnan(rates).all(axis=1) == rows).any():
        raise InputError(f"{what}: expected rows of finite numbers, or of nan where they are free.")
    return rates


def _refuse_motion(qd: Floats, times: Floats, names: list[str]) -> None:
    """Raise `InputError` if the first or last velocity is not zero."""
    for row, what in ((0, "begin"), (-1, "end")):
        speed = np.nan_to_num(qd[row])
        i = int(np.abs(speed).argmax())
        if abs(speed[i]) > REST:
            raise InputError(
                f"waypoints: they {what} in motion, {names[i]} at {speed[i]:.3g} rad/s or m/s at t = {times[row]:.6g} s; a "
                "motion begins and ends at rest. Add waypoints at which the robot slows down and stands still."
            )
