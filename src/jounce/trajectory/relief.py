"""Corners of a fitted motion that cost motor torque, relieved within the tolerance.

A fit that does not know the robot has a snap in proportion to a^2 / d where the acceleration jumps by a and the tolerance is d.
What that costs depends on the robot, on inertias that couple the joints above all. Wherever a motor takes more than it does
without jerk and snap, at its peak along the whole motion, a short spline is added to the motion of all joints that lowers the
peak as far as the tolerance allows, see `peak_program`. Everything else stays as it is.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from jounce.numbers.value import by_value
from jounce.trajectory.path import Floats, frozen
from jounce.trajectory.peak_program import PeakProgram, least_peaks
from jounce.trajectory.smoothing import PIECES, Smooth, design_matrix
from jounce.trajectory.tolerance import Tolerance
from jounce.trajectory.torque import Torque

if TYPE_CHECKING:
    from jounce.trajectory.fit import Fitted

ROOM = 1.05
"""What a motor may take, of its peak without jerk and snap."""
LEAST = 0.01
"""Of the largest of these peaks: what counts as torque at all."""
REACH = 18.0
"""Time scales about a peak within which the motion is changed: with 13 peaks are up to 3 % higher, with more hardly lower."""
INNER = 0.6
"""Share of that within which peaks are lowered. Further out they are kept from growing: the change has too little room there."""
LOOKS = np.array([1.0, 3.0, 5.0]) / 6.0
"""Where in a piece torque is looked at."""
NEAR = 0.999
"""Of the tolerance: what a change may use."""
LARGEST_COUNT = 2000
"""Peaks that are lowered at most, a minute or two; a motion with more of them follows noise."""
DENSE = 3.0
"""Instants in a time scale at which torque along the whole motion is looked at."""
STILL = 0.01
"""Of the tolerance: a coordinate that moves less about a peak stands still there, and goes on to do so."""
SHARES = (1.0, 0.9, 0.7, 0.4)
"""Of a change: those that are tried, where the whole is not within the tolerance."""


@by_value
class Relief(NamedTuple):
    """A spline on equal pieces that is added to a motion. Its derivatives to degree-1 vanish at both ends, as it does itself."""

    begin: float
    """[s]."""
    piece: float
    """[s]."""
    degree: int
    coefficients: Floats
    """(pieces + degree, n) [rad or m], the first and the last `degree` of them zero."""

    @property
    def knots(self) -> Floats:
        """Those within, and `degree` on either side [s]."""
        return self.begin + self.piece * np.arange(-self.degree, len(self.coefficients) + 1, dtype=np.float64)

    @property
    def end(self) -> float:
        """[s]."""
        return float(self.knots[-self.degree - 1])

    @property
    def curve(self) -> Any:
        """As SciPy's spline."""
        from scipy.interpolate import BSpline

        return BSpline(self.knots, self.coefficients, self.degree)

    def covers(self, t: Floats) -> Any:
        """Which times are within."""
        return (t > self.begin) & (t < self.end)


def reliefs(path: "Fitted", torque: Torque, allowed: Tolerance) -> tuple[Relief, ...]:
    """What is to be added to a motion, the worst peak first."""
    scale = max(float(path.scales.min()), path.samples.gap)
    t = np.linspace(path.start_time, path.end_time, int(DENSE * (path.end_time - path.start_time) / scale) + 2)
    rows = path(t, torque.order)
    most = ROOM * np.abs(torque.steady(rows)).max(axis=0)
    most = np.maximum(most, LEAST * most.max())
    now = np.abs(torque.along(rows))
    if most.max() == 0.0 or not np.isfinite(now).all():
        return ()
    work, share = _Work(path, torque, allowed, most), now / most
    left = (share > 1.0).any(axis=1)
    for _ in range(LARGEST_COUNT):
        if not left.any():
            break
        worst = int(np.where(left, share.max(axis=1), 0.0).argmax())
        scale = work.scale(rows[:, worst], int(share[worst].argmax()))
        left &= np.abs(t - t[worst]) > INNER * REACH * scale
        found = work.relief(float(t[worst]), scale)
        inside = found.covers(t)
        changed = rows[:, inside] + np.stack([found.curve(t[inside], nu=k) for k in range(torque.order + 1)])
        lower = np.abs(torque.along(changed)) / most
        if _peaks(lower) @ most < _peaks(share[inside]) @ most:
            work.add(found)
            rows[:, inside], share[inside] = changed, lower
            left &= (share > 1.0).any(axis=1)
    return tuple(work.added)


def _peaks(share: Floats) -> Floats:
    """(m,): the peak of each motor, which need not be below 1."""
    return np.asarray(np.maximum(share.max(axis=0, initial=0.0), 1.0))


class _Work:
    """A motion, and what has been added to it so far."""

    def __init__(self, path: "Fitted", torque: Torque, allowed: Tolerance, most: Floats) -> None:
        """most (m,): what each motor may take [Nm or N]."""
        self.path, self.torque, self.allowed, self.most = path, torque, allowed, most
        self.samples = path.samples
        self.wanted = [k for k, x in enumerate(self.samples[1:]) if x is not None]
        self.residuals = [path.residuals[k].copy() for k in self.wanted]
        self.added: list[Relief] = []

    def rows(self, t: Floats) -> Floats:
        """The motion and its derivatives at times t (T,), (order+1, T, n)."""
        out = self.path(t, self.torque.order)
        for relief in self.added:
            inside = relief.covers(t)
            if inside.any():
                out[:, inside] += np.stack([relief.curve(t[inside], nu=k) for k in range(len(out))])
        return out

    def add(self, relief: Relief) -> None:
        inside = relief.covers(self.samples.t)
        for k, rows in zip(self.wanted, self.residuals):
            rows[inside] -= relief.curve(self.samples.t[inside], nu=k)
        self.added.append(relief)

    def scale(self, rows: Floats, motor: int) -> float:
        """The time scale [s] of the coordinate that has most to do with the torque of a motor, by its highest derivative."""
        highest = self.torque.slopes(rows, float(self.path.scales.min()))[-1, motor]
        return max(float(self.path.scales[int(np.abs(highest * rows[-1]).argmax())]), self.samples.gap)

    def relief(self, centre: float, scale: float) -> Relief:
        """The change about an instant [s] that lowers peaks of torque there as far as can be."""
        path, degree, order = self.path, self.path.degree, self.torque.order
        begin, end = centre - REACH * scale, centre + REACH * scale
        if path.start_time == self.samples.t[0]:
            begin = max(begin, path.start_time)
        if path.end_time == self.samples.t[-1]:
            end = min(end, path.end_time)
        pieces = max(int((end - begin) * PIECES / scale), 2 * degree + 2)
        h = (end - begin) / pieces
        none = Relief(begin, h, degree, np.zeros((pieces + degree, path.n)))
        unit = self.allowed.middle(scale, max(1.0, scale * len(self.samples.t) / self.allowed.duration))

        looks = (begin + h * (np.arange(pieces)[:, None] + LOOKS)).reshape(-1)
        rows = self.rows(looks)
        slopes = self.torque.slopes(rows, scale)
        bases = np.stack([_values(looks, none, k)[0] / h**k for k in range(order + 1)])
        moves = np.abs(rows[1]).max(axis=0) * (end - begin) > STILL * unit
        effect = np.einsum("ktij,kta->tiaj", slopes, bases) * (unit * moves) / self.most[:, None, None]
        now = self.torque.along(rows) / self.most
        outer = np.abs(looks - centre) > INNER * REACH * scale
        kept = np.where(outer[:, None] & (np.abs(now) > 1.0), np.abs(now), np.nan)

        shape = (pieces, len(LOOKS), len(self.most))
        values, place, distance, bound = self.conditions(none, unit)
        torques = effect.reshape(*shape, -1), now.reshape(shape), kept.reshape(shape), self.most / self.most.max()
        change = least_peaks(PeakProgram(*torques, values, place, distance / unit, bound / unit))[0] * (unit * moves)
        for share in SHARES:
            found = Relief(begin, h, degree, frozen(share * change))
            if self.within(found):
                return found
        return none

    def conditions(self, none: Relief, unit: Floats) -> tuple[Floats, Any, Floats, Floats]:
        """What samples ask of a change: values and pieces as `PeakProgram` has them, distances and bounds in rad or m."""
        t, allowed, path = self.samples.t, self.allowed, self.path
        inside = np.flatnonzero(none.covers(t))
        near = slice(inside[0], inside[-1] + 1) if len(inside) else slice(0)
        found = []
        for k, residuals in zip(self.wanted, self.residuals):
            here = none.piece**k * residuals[near]
            bound = np.broadcast_to(NEAR * allowed.each * (none.piece / path.pieces) ** k, here.shape).copy()
            for j in np.flatnonzero(allowed.noise > 0.0) if k == 0 else ():
                average, most = allowed.of([j]).averages(residuals[:, [j]], t, PIECES * path.pieces[j])
                here[:, j], bound[:, j] = average[near, 0], NEAR * most[near, 0]
            found.append((*_values(t[near], none, k), here, bound))
        step = (t[-1] - t[0]) / (len(t) - 1)
        for resting, end, row in (
            (np.arange(t[0] - step, none.begin, -step)[::-1], path.start_time, 0),
            (np.arange(t[-1] + step, none.end, step), path.end_time, -1),
        ):
            if len(resting):
                place = np.where(allowed.noise > 0.0, path(end)[0], self.samples.q[row])
                away = place - self.rows(resting)[0]
                found.append((*_values(resting, none, 0), away, np.broadcast_to(NEAR * unit, away.shape)))
        values, places, distance, bounds = zip(*found)
        return np.concatenate(values), np.concatenate(places), np.concatenate(distance), np.concatenate(bounds)

    def within(self, relief: Relief) -> bool:
        """Whether the motion is still near enough to the samples."""
        t, path = self.samples.t, self.path
        inside = np.flatnonzero(relief.covers(t))
        if not len(inside):
            return True
        for j in range(path.n):
            margin = PIECES * path.pieces[j]
            wide = slice(*np.searchsorted(t, [relief.begin - margin, relief.end + margin]))
            moved = [rows[wide, j : j + 1].copy() for rows in self.residuals]
            covered = relief.covers(t[wide])
            for k, rows in zip(self.wanted, moved):
                rows[covered, 0] -= relief.curve(t[wide][covered], nu=k)[:, j]
            lists = dict(zip(self.wanted, moved))
            residuals = tuple(lists.get(k, np.zeros_like(moved[0])) for k in range(max(self.wanted) + 1))
            found = Smooth(None, 0.0, 0.0, residuals, float(path.pieces[j]))
            if self.allowed.of([j]).used(found, t[wide], covered)[0] > 1.0:
                return False
        return True


def _values(t: Floats, relief: Relief, order: int) -> tuple[Floats, Any]:
    """h^order times a derivative of the splines that are felt at times t (T,): (T, degree+1), and the piece of each (T,)."""
    matrix = design_matrix(t, relief.knots, relief.degree, order)
    return matrix.data.reshape(len(t), -1), matrix.indices[:: relief.degree + 1].astype(np.int64)
