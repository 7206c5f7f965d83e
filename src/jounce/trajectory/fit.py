"""A smooth motion from samples: the smoothest one that stays within a tolerance of all of them."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError
from jounce.robot import Robot
from jounce.trajectory.corners import measured
from jounce.trajectory.path import Floats, Path, between, called, coordinates, frozen, whole
from jounce.trajectory.relief import Relief, reliefs
from jounce.trajectory.smoothing import LEAD, Samples, Smooth, smooth
from jounce.trajectory.tolerance import TOLERANCE, Tolerance
from jounce.trajectory.tolerance import tolerance as tolerance_of
from jounce.trajectory.torque import Torque, tells

STEPS = 32
"""Time scales that are tried, in an octave."""
LARGEST_SCALE = 0.125
"""Of the length of the motion: the largest time scale."""
SMALLEST_SCALE = 0.25
"""Of the largest time between two samples: the smallest time scale. It leaves nothing between samples but what joins them."""
WINDOW = 24.0
"""Time scales about an end that tell whether the motion can rest there; beyond half of that its end is not felt."""
KINK = 0.33
"""A speed v that begins at once is at most KINK v tau from what smoothing at the scale tau makes of it (measured, p = 3 to 6)."""
LEAST_NOISE = 0.01
"""Of the tolerance: the least standard deviation of noise that is worth a look."""
EARLIER = STEPS
"""Steps of the time scale, an octave, that are given up for a motion that begins and ends with its samples. Samples that begin
with an acceleration at once would need more than three octaves."""


class Fitted(Path):
    """Splines near samples, one for each coordinate at a time scale of its own, at rest at both ends. See `smoothing`.

    Short splines for all coordinates together may be added where a robot's motors need it, see `relief`.
    """

    def __init__(
        self,
        samples: Samples,
        degree: int,
        scales: Floats,
        leads: Floats,
        reliefs: tuple[Relief, ...] = (),
        given: Floats | None = None,
    ) -> None:
        """scales (n,) [s]; leads (n, 2) [s]: how long before the first and after the last sample a coordinate is in motion.

        given (m, n): positions as they were given, if samples are what these measure, see `corners`.
        """
        self.samples, self.degree, self.scales, self.leads, self.reliefs = samples, degree, scales, leads, reliefs
        self.given = samples.q if given is None else given
        self.n = samples.q.shape[1]
        self.smoothness, self.max_order = degree - 1, degree
        self._parts: list[tuple[NDArray[np.int64], Smooth]] = []
        self.residuals = tuple(np.zeros_like(samples.q) for _ in range(3))
        """What positions, velocities and accelerations of the samples are beyond the motion, (m, n) each; zero if not given."""
        self.pieces: Floats = np.zeros(self.n)
        """Length of the splines' pieces [s], (n,)."""
        for key in sorted(set(zip(scales.tolist(), *leads.T.tolist()))):
            scale, before, after = key
            columns = np.flatnonzero((scales == scale) & (leads == (before, after)).all(axis=1))
            found = smooth(samples.part(slice(None), columns), scale, degree, lead=(before, after))
            self._parts.append((columns, found))
            self.pieces[columns] = found.piece
            for all_, rows in zip(self.residuals, found.residuals):
                all_[:, columns] = rows
        for relief in reliefs:
            inside = relief.covers(samples.t)
            for k, (x, rows) in enumerate(zip(samples[1:], self.residuals)):
                rows[inside] -= 0.0 if x is None else relief.curve(samples.t[inside], nu=k)
        far = [np.abs(rows).max(axis=0) for rows in (self.residuals[0] + self.given - samples.q, *self.residuals[1:])]
        self.start_time = min([*(part.begin for _, part in self._parts), *(relief.begin for relief in reliefs)])
        self.end_time = max([*(part.end for _, part in self._parts), *(relief.end for relief in reliefs)])
        self.deviation: Floats = far[0]
        """How far the motion is from the samples at most [rad or m], (n,)."""
        self.velocity_deviation: Floats = far[1]
        """How far its velocity is from those given at most [rad/s or m/s], (n,); zero if there are none."""
        self.acceleration_deviation: Floats = far[2]
        """The same of accelerations [rad/s^2 or m/s^2]."""

    @property
    def breaks(self) -> Floats:
        """See `Path`: all knots of all splines."""
        ends = [time for _, part in self._parts for time in (part.begin, part.end)]
        knots = [*(part.curve.t for _, part in self._parts), *(relief.knots for relief in self.reliefs), ends]
        return between(np.concatenate(knots), self.start_time, self.end_time)

    def derivatives(self, t: Floats, order: int) -> Floats:
        """See `Path`."""
        out = np.zeros((order + 1, *t.shape, self.n))
        for columns, part in self._parts:
            inside = np.clip(t, part.begin, part.end)
            moving = ((t >= part.begin) & (t <= part.end))[..., None]
            out[0][..., columns] = part.curve(inside)
            for k in range(1, order + 1):
                out[k][..., columns] = np.where(moving, part.curve(inside, nu=k), 0.0)
        for relief in self.reliefs:
            covered = relief.covers(t)
            if covered.any():
                for k in range(order + 1):
                    out[k][covered] += relief.curve(t[covered], nu=k)
        return out


def fit(
    t: Any,
    q: Any,
    qd: Any = None,
    tolerance: float | None = None,
    degree: int = 9,
    *,
    qdd: Any = None,
    acceleration: Any = None,
    jerk: Any = None,
    keeps: Callable[[Path], bool] | None = None,
    names: Sequence[str] = (),
    robot: Robot | None = None,
) -> Fitted:
    """Joint motion near samples q (m, n) [rad or m] at increasing times t (m,) [s], at rest at both ends.

    Every coordinate is smoothed at a time scale tau of its own, the largest at which it is nowhere further than `tolerance`
    [rad or m] from a sample: what is within the tolerance is taken for noise, which would grow with every differentiation.
    Derivatives to degree-1 are continuous everywhere. tolerance: unless said 1e-4 from what the samples measure, their
    noise aside; from every sample sqrt(2 ln m) + 1.5 standard deviations of the noise more. What they measure is told by averages
    over tau, or better, where a motion is smooth but for corners of its acceleration, by these corners (see `corners`).

    qd, qdd: velocities and accelerations at the same times (m, n). They are fitted too, and weigh as the distance that their
    error makes within h = tau/2: h |qd - s'| and h^2 |qdd - s''| count as |q - s| does, in the sum and against the tolerance.

    robot: whose motion it is. Where its joints are elastic, the torque of a motor holds the fourth derivative of the motion of
    all joints. Peaks that it has at corners of the samples are then lowered as far as the tolerance allows, by curves that play
    the joints against each other: a closer tolerance costs torque only where every curve within it does.

    acceleration, jerk: bounds, one for all or (n,) [rad/s^2, rad/s^3, or with m]. keeps: whether a motion is as it has to be,
    such as `lambda path: jn.feedforward(robot, path, t).within_limits` for motor torque. The motion is smoothed until it keeps
    them, without a look at the robot. Unless a tolerance is said it is then as far from the samples as that takes.

    Samples have to begin and end at rest. If they do so with an acceleration that is there at once, as trapezoids of velocity do,
    the motion begins 12 tau before the first sample and ends 12 tau after the last; otherwise at these samples. names: of the
    coordinates, for messages.
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
    within = search.first(lambda found, some: allowed.of(some).used(found, samples.t) <= 1.0)
    _refuse_motion(samples, k, search.scale(np.minimum(within, search.last)), allowed, joints)
    if tolerance is None and qd is None and qdd is None:
        search, within, allowed = _without_noise(search, within, allowed)
    bounds = {
        order: _bound(x, n, what) for order, x, what in ((2, acceleration, "acceleration"), (3, jerk, "jerk")) if x is not None
    }
    level = within
    if bounds:
        bounded = search.first(lambda found, some: ~_kept(found, bounds, some)) - 1
        level = np.minimum(within, bounded)
    if (level > search.last).any():
        raise InputError(
            f"samples: the nearest curve of degree {k} is {_worst(search.at(search.last), samples.t, allowed.each, joints)}. "
            "Raise the tolerance, or give samples that are closer together and less noisy."
        )
    if (level < 0).any():
        i = int(np.argmin(level))
        raise InputError(f"acceleration, jerk: no curve keeps these bounds within the time that {joints[i]} has.")
    found = search.fitted(level, allowed, 0 if bounds else EARLIER)
    if robot is not None:
        found = _relieved(found, robot, allowed)
    if keeps is not None:
        found = _smoothed_until(search, level, allowed, found, keeps)
    if (bounds or keeps is not None) and tolerance is not None and (found.deviation > allowed.each).any():
        i = int(np.argmax(found.deviation - allowed.each))
        raise InputError(
            f"acceleration, jerk, keeps: a curve that keeps these bounds is {found.deviation[i]:.3g} rad or m from {joints[i]}; "
            f"the tolerance is {allowed.each[i]:g}. Raise the tolerance or the bounds."
        )
    return found


def _without_noise(
    search: "_Search", within: NDArray[np.int64], allowed: Tolerance
) -> tuple["_Search", NDArray[np.int64], Tolerance]:
    """The same for what the samples measure, of coordinates that are smooth but for corners; the others stay as they are."""
    t, q, levels = search.samples.t, search.samples.q.copy(), within.copy()
    each, noise = allowed.each.copy(), allowed.noise.copy()
    for i in np.flatnonzero((noise > LEAST_NOISE * TOLERANCE) & (within <= search.last)):
        known = measured(t, q[:, i], float(noise[i]), float(search.scale(within[i])), search.degree)
        if known is None:
            continue
        level = _Search(Samples(t, known[0][:, None]), search.degree).from_corner(known[1], TOLERANCE)
        if level <= search.last:
            q[:, i], levels[i], each[i], noise[i] = known[0], level, TOLERANCE, 0.0
    if (noise == allowed.noise).all():
        return search, within, allowed
    return _Search(Samples(t, frozen(q)), search.degree, search.samples.q), levels, Tolerance(each, noise, allowed.duration)


def _relieved(found: Fitted, robot: Robot, allowed: Tolerance) -> Fitted:
    """The same motion without peaks of motor torque that the tolerance does not ask for."""
    if not tells(robot, found.degree):
        return found
    added = reliefs(found, Torque(robot), allowed)
    return Fitted(found.samples, found.degree, found.scales, found.leads, added, found.given) if added else found


def _smoothed_until(
    search: "_Search", level: NDArray[np.int64], allowed: Tolerance, found: Fitted, keeps: Callable[[Path], bool]
) -> Fitted:
    """The first motion that is as it has to be, of those smoothed a quarter of an octave further each time."""
    if not callable(keeps):
        raise InputError(f"keeps: expected a function that says of a path whether it is as it has to be, got {keeps!r}.")
    for step in range(0, int(level.max()) + STEPS, STEPS // 4):
        if step:
            found = search.fitted(np.maximum(level - step, 0), allowed, 0)
        if keeps(found):
            return found
    raise InputError("keeps: no curve is as it has to be, however far from the samples. Give the motion more time.")


class _Search:
    """Time scales from the largest to the smallest, in equal steps of their logarithm; curves at each of them."""

    def __init__(self, samples: Samples, degree: int, given: Floats | None = None) -> None:
        self.samples, self.degree, self.given = samples, degree, given
        self.largest = LARGEST_SCALE * float(samples.t[-1] - samples.t[0])
        self.last = max(0, math.floor(STEPS * math.log2(self.largest / (SMALLEST_SCALE * samples.gap))))

    def scale(self, level: Any) -> Any:
        """The time scale [s] of a level, 0 to last."""
        return self.largest * 2.0 ** (-np.asarray(level) / STEPS)

    def at(self, level: int, columns: Any = slice(None)) -> Smooth:
        """All coordinates at one scale, or some."""
        scale = float(self.scale(level))
        return smooth(self.samples.part(slice(None), columns), scale, self.degree, lead=(LEAD * scale, LEAD * scale))

    def first(self, holds: Callable[[Smooth, NDArray[np.int64]], NDArray[np.bool_]]) -> NDArray[np.int64]:
        """(n,): the first level at which something holds, that holds at all later ones too; last + 1 if at none. By bisection."""
        n = self.samples.q.shape[1]
        low, high = np.zeros(n, dtype=np.int64), np.full(n, self.last + 1)
        while (open_ := low < high).any():
            i = int(open_.argmax())
            level = int(low[i] + high[i]) // 2
            asked = np.flatnonzero(open_ & (low <= level) & (level < high))
            good = holds(self.at(level, asked), asked)
            high[asked[good]] = level
            low[asked[~good]] = level + 1
        return low

    def from_corner(self, at: float, most: float) -> int:
        """The first level of one coordinate within a distance [rad or m] of samples: those near an instant [s], then all."""
        t = self.samples.t
        low, high = 0, self.last + 1
        while low < high:
            level = (low + high) // 2
            scale = float(self.scale(level))
            rows = slice(*np.searchsorted(t, (at - WINDOW * scale, at + WINDOW * scale)))
            found = smooth(self.samples.part(rows), scale, self.degree, (False, False))
            near = np.abs(t[rows] - at) <= 0.25 * WINDOW * scale
            low, high = (low, level) if np.abs(found.residuals[0][near]).max(initial=0.0) <= most else (level + 1, high)
        while low <= self.last and (far := np.abs(self.at(low).residuals[0]).max() / most) > 1.0:
            low += max(1, int(STEPS / 4 * math.log2(far)))  # half as far as the distance of a corner tells, which goes with tau^2
        return low

    def fitted(self, level: NDArray[np.int64], allowed: Tolerance, later: int) -> Fitted:
        """The motion at the level of each coordinate, or up to `later` further if it can then begin and end with its samples."""
        scales, leads = self.scale(level), np.zeros((len(level), 2))
        for i in range(len(level)):
            most = max(1.0, self.at_ends(i, scales[i], LEAD, allowed))
            tried = self.scale(level[i] + np.arange(0, later + 1, STEPS // 8))
            good = next((scale for scale in tried if self.at_ends(i, scale, 0.0, allowed) <= most), None)
            scales[i], leads[i] = (scales[i], LEAD * scales[i]) if good is None else (good, 0.0)
        return Fitted(self.samples, self.degree, frozen(scales), frozen(leads), (), self.given)

    def at_ends(self, i: int, scale: float, lead: float, allowed: Tolerance) -> float:
        """The share of the tolerance that coordinate i uses about its start and end, if it rests `lead` scales from there."""
        far = 0.0
        for end in (0, 1):
            part = _window(self.samples, scale, end, i, self.degree)
            here = [side == end for side in (0, 1)]
            found = smooth(part, scale, self.degree, (here[0], here[1]), (lead * scale * here[0], lead * scale * here[1]))
            near = np.abs(part.t - self.samples.t[-end]) <= 0.5 * WINDOW * scale
            far = max(far, float(allowed.of([i]).used(found, part.t, near)[0]))
        return far


def _window(samples: Samples, scale: float, end: int, i: int, degree: int) -> Samples:
    """Coordinate i near the start (end = 0) or the end (1), as many samples as a curve takes at least."""
    near = int((np.abs(samples.t - samples.t[-end]) <= WINDOW * scale).sum())
    count = max(near, degree + 1)
    return samples.part(slice(-count, None) if end else slice(count), [i])


def _refuse_motion(samples: Samples, degree: int, scales: Floats, allowed: Tolerance, joints: list[str]) -> None:
    """Refuse samples that begin or end in motion: before and after, the motion rests.

    Scales are the largest at which a motion from rest to rest is within the tolerance. If one that is free at its ends is so at
    twice the scale, and the speed that one has at the scale makes up half the distance allowed, it is the speed that kept the
    scale down.
    """
    for end, what in ((0, "begin"), (1, "end")):
        at = float(samples.t[-end])
        for i, scale in enumerate(scales.tolist()):
            part = _window(samples, 2.0 * scale, end, i, degree)
            free, coarse = (smooth(part, factor * scale, degree, (False, False)) for factor in (1.0, 2.0))
            near = np.abs(part.t - at) <= WINDOW * scale
            speed, later = (float(found.curve(at, nu=1)[0]) for found in (free, coarse))
            most = allowed.of([i]).middle(scale, max(1.0, scale * len(samples.t) / allowed.duration))[0]
            within = allowed.of([i]).used(coarse._replace(residuals=coarse.residuals[:1]), part.t, near)[0] <= 1.0
            if within and KINK * min(abs(speed), abs(later)) * scale > 0.5 * most:
                raise InputError(
                    f"samples: they {what} in motion, {joints[i]} at {speed:.3g} rad/s or m/s at t = {at:.6g} s; a motion "
                    "begins and ends at rest. Add samples in which the robot slows down and stands still."
                )


def _worst(found: Smooth, t: Floats, most: Floats, joints: list[str]) -> str:
    """Where a curve is furthest from samples for the tolerance there is, in words."""
    distances = np.stack([found.piece**k * np.abs(rows) for k, rows in enumerate(found.residuals)])
    k, row, i = (int(x) for x in np.unravel_index(int((distances / most).argmax()), distances.shape))
    what = ("", "the velocity of ", "the acceleration of ")[k]
    unit = ("rad or m", "rad/s or m/s", "rad/s^2 or m/s^2")[k]
    piece = f", {distances[k, row, i]:.3g} rad or m within a piece" if k else ""
    far = abs(found.residuals[k][row, i])
    return f"{far:.3g} {unit} from {what}{joints[i]} at t = {t[row]:.6g} s{piece}; the tolerance is {most[i]:g}"


def _kept(found: Smooth, bounds: dict[int, Floats], columns: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether derivatives of the curves of some coordinates keep their bounds (n,), at knots and between them."""
    count = int(4 * (found.end - found.begin) / found.piece)
    t = np.linspace(found.begin, found.end, count + 1)
    kept = [np.abs(found.curve(t, nu=order)).max(axis=0) <= bound[columns] for order, bound in bounds.items()]
    return np.asarray(np.all(kept, axis=0))


def _check_robot(robot: Any, n: int, bounded: bool) -> None:
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
    bound = coordinates(values, what)
    if bound.size not in (1, n) or not (bound > 0.0).all():
        raise InputError(f"{what}: expected one number above zero, or {n}, got {np.array2string(bound, threshold=8)}.")
    return np.broadcast_to(bound, n)


def _checked(t: Any, q: Any, qd: Any, qdd: Any) -> Samples:
    """Samples of the right shapes, finite, at times that rise."""
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
