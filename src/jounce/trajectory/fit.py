"""Fit of a smooth joint motion to samples: the smoothest motion that stays within a tolerance of all samples."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jounce.errors import InputError
from jounce.robot import Robot
from jounce.trajectory.corners import measured
from jounce.trajectory.fitted import Fitted
from jounce.trajectory.path import Floats, Path, called, coordinates, frozen, whole
from jounce.trajectory.smoothing import LEAD, Samples, Smooth, smooth
from jounce.trajectory.tolerance import TOLERANCE, Tolerance
from jounce.trajectory.tolerance import tolerance as tolerance_of
from jounce.trajectory.torque_peak_reduction import with_lower_peaks

STEPS = 32
"""Number of time scales per octave among which the fit searches."""
LARGEST_SCALE = 0.125
"""Largest time scale, as a fraction of the duration of the motion."""
SMALLEST_SCALE = 0.25
"""Smallest time scale, as a fraction of the largest time between two samples; at this scale the curve merely joins the
samples."""
WINDOW = 24.0
"""Width, in time scales, of the window at an end whose samples decide if the motion can rest there. The end has no effect on
samples that are further away than half of this width."""
KINK = 0.33
"""Smoothing error at a corner where the velocity jumps from 0 to v: the spline of time scale tau misses the corner by about
KINK v tau. The value is measured for orders 3 to 6 of the penalty, see `smoothing`."""
LEAST_NOISE = 0.01
"""Least standard deviation of noise that is removed, as a fraction of `TOLERANCE`."""
EARLIER = STEPS
"""Largest number of steps (one octave) by which a time scale is reduced so that the motion begins and ends with the samples.
Samples that begin with a jump of the acceleration would need more than three octaves."""


def fit(
    t: ArrayLike,
    q: ArrayLike,
    qd: ArrayLike | None = None,
    tolerance: float | None = None,
    degree: int = 9,
    *,
    qdd: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    jerk: ArrayLike | None = None,
    keeps: Callable[[Path], bool] | None = None,
    names: Sequence[str] = (),
    robot: Robot | None = None,
) -> Fitted:
    """Return the smoothest joint motion within a tolerance of samples.

    Every coordinate is smoothed at its own time scale tau, the largest one at which no sample is farther than the tolerance
    from the motion. Deviations within the tolerance count as noise, which would grow with every differentiation. The motion is
    at rest at both ends, and its derivatives to degree-1 are continuous everywhere.

    Samples must begin and end at rest. If samples begin with a jump of the acceleration, as velocity trapezoids do, the motion
    begins 12 tau before the first sample and ends 12 tau after the last sample; otherwise it begins and ends at these samples.

    Parameters
    ----------
    t : array (m,)
        Increasing times [s].
    q : array (m, n)
        Positions [rad or m].
    qd : array (m, n)
        Velocities [rad/s or m/s], which are fitted too. With s the motion and h = tau/2, h |qd - s'| has the weight of
        |q - s| in the least squares, and is compared with the same tolerance.
    tolerance : float
        Largest distance of the motion from a sample [rad or m]. Default: 1e-4 from the noise-free samples, and sqrt(2 ln m) +
        1.5 standard deviations of the noise more from each noisy sample. Noise-free samples are estimated by averages over tau
        or, if the motion is smooth except at corners of the acceleration, by a fit of these corners.
    degree : int
        Odd degree of the splines, 3 to 25.
    qdd : array (m, n)
        Accelerations [rad/s^2 or m/s^2], fitted like velocities, with the weight h^2.
    acceleration, jerk : float or array (n,)
        Bounds of acceleration and jerk [rad/s^2 or m/s^2, per s]. The motion is smoothed until it satisfies the bounds; without
        a tolerance, its distance from the samples is then not bounded.
    keeps : callable
        Function that returns True for an acceptable motion, for example
        `lambda path: jn.feedforward(robot, path, t).within_limits` for motor torque. The motion is smoothed until this
        function accepts it.
    names : sequence of str
        Names of the coordinates, for messages.
    robot : Robot
        Robot that executes the motion. With elastic joints, motor torque contains the fourth derivative of the motion and has
        peaks at corners of the samples. These peaks are reduced as far as the tolerance allows, by changes of all joints.

    Returns
    -------
    Fitted
        Path with `.deviation` (n,), the largest distances from the samples [rad or m], `.residuals` of the samples, and `.pieces`
        (n,), the lengths of the spline pieces [s].

    Raises
    ------
    InputError
        If the samples do not determine such a motion, or begin or end in motion.

    Examples
    --------
    >>> t = np.linspace(0.0, 1.0, 101)
    >>> path = jn.trajectory.fit(t, 0.5 - 0.5 * np.cos(np.pi * t)[:, None] ** 3, tolerance=1e-3)
    >>> bool(path.deviation[0] <= 1e-3)
    True
    """
    samples, k = _checked(t, q, qd, qdd), whole(degree, 3, "degree")
    n = samples.q.shape[1]
    joints = called(names, n)
    if k > 25:
        raise InputError(f"degree: expected at most 25, got {k}; beyond that the spline is not found to useful accuracy.")
    if len(samples.t) <= k:
        raise InputError(f"samples: a curve of degree {k} takes at least {k + 1}, got {len(samples.t)}.")
    if robot is not None:
        _check_robot(robot, n, bounded=acceleration is not None or jerk is not None)
    allowed = tolerance_of(samples, tolerance, joints)
    search = _Search(samples, k)
    within = search.first(lambda curve, some: allowed.of(some).used(curve, samples.t) <= 1.0)
    _refuse_motion(samples, k, search.scale(np.minimum(within, search.last)), allowed, joints)
    if tolerance is None and qd is None and qdd is None:
        search, within, allowed = _without_noise(search, within, allowed)
    bounds = {
        order: _bound(x, n, what) for order, x, what in ((2, acceleration, "acceleration"), (3, jerk, "jerk")) if x is not None
    }
    level = within
    if bounds:
        bounded = search.first(lambda curve, some: ~_keeps_bounds(curve, bounds, some)) - 1
        level = np.minimum(within, bounded)
    if (level > search.last).any():
        raise InputError(
            f"samples: the nearest curve of degree {k} is {_worst(search.at(search.last), samples.t, allowed.each, joints)}. "
            "Raise the tolerance, or give samples that are closer together and less noisy."
        )
    if (level < 0).any():
        i = int(np.argmin(level))
        raise InputError(f"acceleration, jerk: no curve keeps these bounds within the time that {joints[i]} has.")
    path = search.fitted(level, allowed, 0 if bounds else EARLIER)
    if robot is not None:
        path = with_lower_peaks(path, robot, allowed)
    if keeps is not None:
        path = _smoothed_until(search, level, allowed, path, keeps)
    if (bounds or keeps is not None) and tolerance is not None and (path.deviation > allowed.each).any():
        i = int(np.argmax(path.deviation - allowed.each))
        raise InputError(
            f"acceleration, jerk, keeps: a curve that keeps these bounds is {path.deviation[i]:.3g} rad or m from {joints[i]}; "
            f"the tolerance is {allowed.each[i]:g}. Raise the tolerance or the bounds."
        )
    return path


def _without_noise(
    search: "_Search", within: NDArray[np.int64], allowed: Tolerance
) -> tuple["_Search", NDArray[np.int64], Tolerance]:
    """Remove noise from coordinates that are smooth except at corners; return (search, levels (n,), tolerance) for the new
    samples.

    within (n,): levels at which the noisy samples are within the tolerance `allowed`.
    """
    t, q, levels = search.samples.t, search.samples.q.copy(), within.copy()
    each, noise = allowed.each.copy(), allowed.noise.copy()
    for i in np.flatnonzero((noise > LEAST_NOISE * TOLERANCE) & (within <= search.last)):
        clean = measured(t, q[:, i], float(noise[i]), float(search.scale(within[i])), search.degree)
        if clean is None:
            continue
        level = _Search(Samples(t, clean[0][:, None]), search.degree).from_corner(clean[1], TOLERANCE)
        if level <= search.last:
            q[:, i], levels[i], each[i], noise[i] = clean[0], level, TOLERANCE, 0.0
    if (noise == allowed.noise).all():
        return search, within, allowed
    return _Search(Samples(t, frozen(q)), search.degree, search.samples.q), levels, Tolerance(each, noise, allowed.duration)


def _smoothed_until(
    search: "_Search", level: NDArray[np.int64], allowed: Tolerance, path: Fitted, keeps: Callable[[Path], bool]
) -> Fitted:
    """Return the first motion that `keeps` accepts, beginning with `path`; time scales grow by a quarter of an octave in each
    step.

    level (n,): levels of the time scales of `path`, see `_Search`. Raises `InputError` if `keeps` accepts no motion.
    """
    if not callable(keeps):
        raise InputError(f"keeps: expected a function that says of a path whether it is as it has to be, got {keeps!r}.")
    for step in range(0, int(level.max()) + STEPS, STEPS // 4):
        if step:
            path = search.fitted(np.maximum(level - step, 0), allowed, 0)
        if keeps(path):
            return path
    raise InputError("keeps: no curve is as it has to be, however far from the samples. Give the motion more time.")


class _Search:
    """Search for the time scales of a fit.

    Levels 0 to `last` number the time scales from the largest down, in equal logarithmic steps.
    """

    def __init__(self, samples: Samples, degree: int, recorded: Floats | None = None) -> None:
        """Number the time scales for these samples.

        recorded (m, n): original positions, if noise was removed from the samples.
        """
        self.samples, self.degree, self.recorded = samples, degree, recorded
        self.largest = LARGEST_SCALE * float(samples.t[-1] - samples.t[0])
        self.last = max(0, math.floor(STEPS * math.log2(self.largest / (SMALLEST_SCALE * samples.gap))))

    def scale(self, level: Any) -> Any:
        """Return the time scale [s] of a level, or of an array of levels."""
        return self.largest * 2.0 ** (-np.asarray(level) / STEPS)

    def at(self, level: int, columns: Any = slice(None)) -> Smooth:
        """Return the smoothing spline of all coordinates, or of the coordinates `columns`, at the time scale of a level."""
        scale = float(self.scale(level))
        return smooth(self.samples.subset(slice(None), columns), scale, self.degree, lead=(LEAD * scale, LEAD * scale))

    def first(self, holds: Callable[[Smooth, NDArray[np.int64]], NDArray[np.bool_]]) -> NDArray[np.int64]:
        """Return for each coordinate the first level from which on `holds` is True, by bisection; last + 1 if there is none.

        holds: function (smoothing spline, columns) -> (columns,) of bool, assumed monotone in the level.
        """
        n = self.samples.q.shape[1]
        low, high = np.zeros(n, dtype=np.int64), np.full(n, self.last + 1)
        while (is_open := low < high).any():
            i = int(is_open.argmax())
            level = int(low[i] + high[i]) // 2
            columns = np.flatnonzero(is_open & (low <= level) & (level < high))
            holding = holds(self.at(level, columns), columns)
            high[columns[holding]] = level
            low[columns[~holding]] = level + 1
        return low

    def from_corner(self, at: float, most: float) -> int:
        """Return the first level with all samples of a coordinate within `most` [rad or m] of the motion; last + 1 or more if
        none.

        at: time [s] of the highest corner, near which the distance is tested first.
        """
        t = self.samples.t
        low, high = 0, self.last + 1
        while low < high:
            level = (low + high) // 2
            scale = float(self.scale(level))
            rows = slice(*np.searchsorted(t, (at - WINDOW * scale, at + WINDOW * scale)))
            curve = smooth(self.samples.subset(rows), scale, self.degree, (False, False))
            near = np.abs(t[rows] - at) <= 0.25 * WINDOW * scale
            low, high = (low, level) if np.abs(curve.residuals[0][near]).max(initial=0.0) <= most else (level + 1, high)
        while low <= self.last and (far := np.abs(self.at(low).residuals[0]).max() / most) > 1.0:
            low += max(1, int(STEPS / 4 * math.log2(far)))  # half of the levels of a corner, whose distance is as tau^2
        return low

    def fitted(self, level: NDArray[np.int64], allowed: Tolerance, later: int) -> Fitted:
        """Return the fitted motion, with coordinate i at the time scale of level[i]; level (n,).

        A coordinate is fitted at a level up to `later` levels beyond, with a smaller time scale, if its motion can then begin
        and end with the samples within the tolerance `allowed`.
        """
        scales, leads = self.scale(level), np.zeros((len(level), 2))
        for i in range(len(level)):
            most = max(1.0, self.at_ends(i, scales[i], LEAD, allowed))
            smaller = self.scale(level[i] + np.arange(0, later + 1, STEPS // 8))
            resting = next((scale for scale in smaller if self.at_ends(i, scale, 0.0, allowed) <= most), None)
            scales[i], leads[i] = (scales[i], LEAD * scales[i]) if resting is None else (resting, 0.0)
        return Fitted(self.samples, self.degree, frozen(scales), frozen(leads), (), self.recorded)

    def at_ends(self, i: int, scale: float, lead: float, allowed: Tolerance) -> float:
        """Return the largest utilisation of the tolerance near both ends by coordinate i, if the motion rests before and after.

        lead: time from an end of the motion to the nearest sample, in time scales; scale: time scale [s].
        """
        far = 0.0
        for end in (0, 1):
            window = _window(self.samples, scale, end, i, self.degree)
            first, last = end == 0, end == 1
            curve = smooth(window, scale, self.degree, (first, last), (lead * scale * first, lead * scale * last))
            near = np.abs(window.t - self.samples.t[-end]) <= 0.5 * WINDOW * scale
            far = max(far, float(allowed.of([i]).used(curve, window.t, near)[0]))
        return far


def _window(samples: Samples, scale: float, end: int, i: int, degree: int) -> Samples:
    """Return the samples of coordinate i within `WINDOW` time scales of the start (end = 0) or of the end (end = 1).

    At least degree + 1 samples are returned.
    """
    near = int((np.abs(samples.t - samples.t[-end]) <= WINDOW * scale).sum())
    count = max(near, degree + 1)
    return samples.subset(slice(-count, None) if end else slice(count), [i])


def _refuse_motion(samples: Samples, degree: int, scales: Floats, allowed: Tolerance, joints: list[str]) -> None:
    """Raise `InputError` for samples that begin or end in motion, since a fitted motion rests before and after.

    scales (n,): for each coordinate the largest time scale tau at which a motion from rest to rest is within the tolerance. The
    samples are refused if, at one end, a spline with free ends is within the tolerance even at 2 tau, and forcing its end speed v
    to rest would displace the motion by `KINK` v tau, more than half of the tolerance. Then tau is limited by the end speed.
    """
    for end, what in ((0, "begin"), (1, "end")):
        at = float(samples.t[-end])
        for i, scale in enumerate(scales.tolist()):
            window = _window(samples, 2.0 * scale, end, i, degree)
            free, coarse = (smooth(window, factor * scale, degree, (False, False)) for factor in (1.0, 2.0))
            near = np.abs(window.t - at) <= WINDOW * scale
            speed, later = (float(curve.curve(at, nu=1)[0]) for curve in (free, coarse))
            most = allowed.of([i]).middle(scale, max(1.0, scale * len(samples.t) / allowed.duration))[0]
            within = allowed.of([i]).used(coarse._replace(residuals=coarse.residuals[:1]), window.t, near)[0] <= 1.0
            if within and KINK * min(abs(speed), abs(later)) * scale > 0.5 * most:
                raise InputError(
                    f"samples: they {what} in motion, {joints[i]} at {speed:.3g} rad/s or m/s at t = {at:.6g} s; a motion "
                    "begins and ends at rest. Add samples in which the robot slows down and stands still."
                )


def _worst(curve: Smooth, t: Floats, most: Floats, joints: list[str]) -> str:
    """Return text for an error message: the sample that is farthest from a curve relative to the tolerance, and the distance.

    t (m,): times of the samples; most (n,): tolerances; joints: names of the coordinates.
    """
    distances = np.stack([curve.piece**k * np.abs(rows) for k, rows in enumerate(curve.residuals)])
    k, row, i = (int(x) for x in np.unravel_index(int((distances / most).argmax()), distances.shape))
    what = ("", "the velocity of ", "the acceleration of ")[k]
    unit = ("rad or m", "rad/s or m/s", "rad/s^2 or m/s^2")[k]
    piece = f", {distances[k, row, i]:.3g} rad or m within a piece" if k else ""
    far = abs(curve.residuals[k][row, i])
    return f"{far:.3g} {unit} from {what}{joints[i]} at t = {t[row]:.6g} s{piece}; the tolerance is {most[i]:g}"


def _keeps_bounds(curve: Smooth, bounds: dict[int, Floats], columns: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return True for each coordinate in `columns` whose derivatives keep their bounds at knots and three instants between
    knots.

    bounds: {order of the derivative: bounds (n,)}. The test is not exact between the instants.
    """
    count = int(4 * (curve.end - curve.begin) / curve.piece)
    t = np.linspace(curve.begin, curve.end, count + 1)
    within = [np.abs(curve.curve(t, nu=order)).max(axis=0) <= bound[columns] for order, bound in bounds.items()]
    return np.asarray(np.all(within, axis=0))


def _check_robot(robot: Any, n: int, bounded: bool) -> None:
    """Raise `InputError` if the robot does not match n coordinates, or if bounds on derivatives are stated besides the
    robot."""
    if not isinstance(robot, Robot):
        raise InputError(f"robot: expected a robot, or none, got {type(robot).__name__}.")
    if robot.n != n:
        raise InputError(f"robot: robot {robot.name!r} has {robot.n} joints, but the samples have {n} coordinates.")
    if bounded:
        raise InputError(
            "robot: expected none beside bounds on acceleration or jerk. Peaks of motor torque are lowered within the tolerance, "
            "but a motion is smoothed beyond it until it keeps bounds. Give the robot or the bounds."
        )


def _bound(values: Any, n: int, what: str) -> Floats:
    """Return positive bounds (n,) from a scalar or (n,) values; what: argument named in errors."""
    bound = coordinates(values, what)
    if bound.size not in (1, n) or not (bound > 0.0).all():
        raise InputError(f"{what}: expected one number above zero, or {n}, got {np.array2string(bound, threshold=8)}.")
    return np.broadcast_to(bound, n)


def _checked(t: Any, q: Any, qd: Any, qdd: Any) -> Samples:
    """Return the samples; raise `InputError` unless the shapes agree, all numbers are finite and times increase."""
    try:
        at, points = frozen(t), frozen(q)
        rates = [None if x is None else frozen(x) for x in (qd, qdd)]
    except (TypeError, ValueError) as error:
        raise InputError(f"t, q, qd and qdd: expected numbers, {error}.") from None
    if points.ndim != 2 or points.shape[1] == 0 or at.shape != points.shape[:1]:
        raise InputError(f"samples: expected t of shape (m,) and q (m, n); got {at.shape} and {points.shape}.")
    for x, what in zip(rates, ("qd", "qdd")):
        if x is not None and x.shape != points.shape:
            raise InputError(f"samples: expected {what} of the shape of q, {points.shape}; got {x.shape}.")
    if not all(np.isfinite(x).all() for x in (at, points, *rates) if x is not None) or (np.diff(at) <= 0.0).any():
        raise InputError("samples: expected finite numbers and increasing times.")
    return Samples(at, points, *rates)
