"""Courses whose limits hold between samples: dense samples, a proof where there is one, and repair of what they show.

A course found at samples exceeds limits between them. Slowing it down as a whole is no remedy in general: with springs or dry
friction a slower motion may ask for more (a motion along which a motor turns at its largest speed, slowed down by 1 %, exceeds
that speed by 0.96 %). So the instants where dense samples exceed a limit become samples, the quadratic programs are solved again,
and only what is left is slowed down, upwards from the duration found, or answered by a small margin.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.errors import SingularityError
from jounce.numbers.packing import Array
from jounce.timing.between import bounded
from jounce.timing.course import Course, polynomial
from jounce.timing.course_programs import Best
from jounce.timing.course_view import SAMPLES, Task, dense_shares, look
from jounce.timing.demand import largest
from jounce.timing.enclosed import of_course
from jounce.timing.look import ABOVE, EACH, FINER
from jounce.timing.proof import ENDLESS, Bounds, proved, spans, unproven
from jounce.timing.shape import samples
from jounce.timing.shortest import DURATIONS, shortest

DENSE = 2048
"""Least number of dense samples."""
SPANS = 256
"""Least number of spans whose limits are proved first."""
TRIES = 8
"""Rounds of repair."""
ALONE = 3
"""Rounds with more samples and no margin but the smallest."""
SLACK = 1e-3
"""Fraction by which a course may be slowed down without another round."""
MORE = 1.2
"""Times what is exceeded: by which a margin grows after these rounds."""
CLOSE = 2e-6
"""And this fraction."""
FIRST = 0.01
"""Most that a margin grows by at first; then twice as much in every round."""
MOST = 0.1
"""What may be exceeded after these rounds: more is not answered by a margin."""
OVER = 2e-6
"""Share by which a limit may be exceeded at samples."""
HOPELESS = 0.02
"""The same: a course that exceeds a limit by more needs more pieces."""
APART = 0.01
"""Fraction by which the first other duration is longer or shorter, where durations are tried."""
BISECTED = 1e-4
"""Fraction to which the duration is then found."""
PROOFS = 5
"""Durations of which a proof is tried."""
LITTLE = 1.01
"""Share of a limit up to which a little more time may help."""
LAST = 1e-7
"""Fraction of the duration to which it is found."""
SHARP = 1.1
"""Share of a limit from which a peak is sampled on both sides too: where a motor with dry friction is turned, peaks are short and
move with every step."""
AROUND = np.array([-12, -6, -2, 2, 6, 12])
"""Dense samples from the peak."""
DEGREE = 9
"""Of the polynomial that is slowed down, or what the robot needs."""
LOOKS = 32
"""Durations of it that are tried."""
FASTER = 0.5
"""The first of them, as a fraction of what is to be undercut."""
SLOWEST = 1e3
"""Times the duration: a course that is slower still is of no use."""
Improve = Callable[[Task, Best], Best]
"""A better course near that of a view, by quadratic programs."""


class Feasible(NamedTuple):
    """A course whose limits hold everywhere."""

    course: Course
    cost: float
    bounds: Bounds | None
    """Of its limits, where they are proved."""
    why: str
    """Why there is no proof; empty where there is one, or nothing is limited."""


class Dense:
    """Shares of limits of one course at dense samples, for any duration."""

    def __init__(self, task: Task, course: Course) -> None:
        self.task, self.course, self.robot = task, course, task.demand.robot
        pieces = len(np.unique(course.knots)) - 1
        self.x = samples(course.knots, max(2 * FINER * SAMPLES, 2 * (DENSE // (2 * pieces))))
        self.why = unproven(task.demand)
        """Why there is no proof; empty where there is one."""

    def shares(self, duration: float) -> dict[str, Array]:
        """Return the shares (N, n) of each quantity, of the torque rate (N-1, m)."""
        return dense_shares(self.task, self.course._replace(duration=duration), self.x)

    def _spans(self, duration: float) -> dict[str, Array]:
        """Return the largest shares during spans of two steps: estimates, or where they will be proved, those of parabolas."""
        return bounded(self.shares(duration), rest=bool(self.why))

    def worst(self, duration: float) -> float:
        """Return the largest share; infinite where a spring would have to carry more than it can."""
        if not self.task.demand.quantities:
            return 0.0
        try:
            share = largest(self._spans(duration))
        except SingularityError:
            return np.inf
        return share if self.why else share * (1.0 + ABOVE)

    def beyond(self, duration: float) -> Array:
        """Return the fractions of the duration (k,) at which a limit is exceeded more than right before and after."""
        try:
            spans = self._spans(duration)
        except SingularityError:
            return np.zeros(0)
        peaks = []
        for share in spans.values():
            beside = np.pad(np.nan_to_num(share, nan=np.inf), ((1, 1), (0, 0)))
            peak = (share > 1.0) & (share >= beside[:-2]) & (share >= beside[2:])
            at = 1 + 2 * np.flatnonzero(peak.any(axis=1))
            sharp = 1 + 2 * np.flatnonzero((peak & (share > SHARP)).any(axis=1))
            around = np.clip(sharp[:, None] + AROUND, 0, len(self.x) - 1)
            peaks.append(self.x[np.append(at, around)])
        return np.unique(np.concatenate(peaks))

    def proof(self, duration: float) -> Bounds:
        """Bound the shares of limits with proof."""
        knots = np.unique(self.course.knots)
        ends = spans(knots, max(EACH, SPANS // (len(knots) - 1)))
        return proved(self.task.demand, of_course(self.course._replace(duration=duration)), duration, ends)


def longer(worst: Callable[[float], float], duration: float, longest: float) -> float | None:
    """Return the first duration [s] found on the way up from that one with which the largest share is at most 1, if there is one.

    A larger share may follow a smaller one: the way up begins with the smallest steps that can matter.
    """
    share = worst(duration)
    if share <= 1.0:
        return duration
    step, low = max(LAST, 0.25 * (min(share, 2.0) - 1.0)), duration
    high = low
    while share > 1.0:
        if high >= min(longest, SLOWEST * duration):
            return None
        low, high = high, min(high * (1.0 + step), longest)
        step = min(1.5 * step, 1.0)
        share = worst(high)
    return _bisected(worst, low, high)


def _bisected(worst: Callable[[float], float], low: float, high: float) -> float:
    """Return a duration [s] with which the largest share is at most 1, as it is with `high` and is not with `low`."""
    while high > (1.0 + LAST) * low:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if worst(middle) <= 1.0 else (middle, high)
    return high


def slowed_polynomial(task: Task, most: float) -> Feasible | None:
    """Return the polynomial from rest to rest, slowed down until limits hold, if it takes less than `most` [s]."""
    ends = task.ends
    course = polynomial(ends.start[0], ends.goal[0], max(DEGREE, 2 * task.demand.order - 1), 1.0)
    durations = np.geomspace(FASTER * most, most, LOOKS) if np.isfinite(most) else DURATIONS
    dense, low = Dense(task, course), 0.0
    for duration in durations:
        if dense.worst(duration) <= 1.0:
            dense.course = course._replace(duration=_bisected(dense.worst, low, duration) if low else duration)
            return feasible(dense)[0]
        low = duration
    return None


def feasible(dense: Dense) -> tuple[Feasible | None, float]:
    """Return the course if its limits hold, slowed down where that is allowed, and by how much a limit is exceeded as it is."""
    task, course = dense.task, dense.course
    excess = dense.worst(course.duration) - 1.0
    if task.demand.quantities and not dense.why:
        result = _proved(dense)
        if result is not None:
            return result[0], max(excess, result[1])
        dense.why = ENDLESS
        excess = dense.worst(course.duration) - 1.0
    duration = _kept(dense)
    return None if duration is None else _priced(dense, duration, None), excess


def _kept(dense: Dense) -> float | None:
    """Return the duration with which limits hold at dense samples: that of the course, or a longer one where that is allowed."""
    task, duration = dense.task, dense.course.duration
    if task.stretches:
        return longer(dense.worst, duration, task.longest)
    return duration if dense.worst(duration) <= 1.0 else None


def _priced(dense: Dense, duration: float, bounds: Bounds | None) -> Feasible:
    course = dense.course._replace(duration=duration)
    why = dense.why if dense.task.demand.quantities else ""
    cost = look(dense.task, course).cost if dense.task.energy else dense.task.time * duration
    return Feasible(course, cost, bounds, why)


def _proved(dense: Dense) -> tuple[Feasible | None, float] | None:
    """Return the course if limits hold with proof, slowed down where that is allowed, and by how much a bound is above 1.

    None where bounds are not finite.
    """
    duration, excess = _kept(dense), 0.0
    for _ in range(PROOFS if duration is not None else 0):
        assert duration is not None
        bounds = dense.proof(duration)
        if bounds.largest <= 1.0:
            return _priced(dense, duration, bounds), excess
        if not np.isfinite(bounds.largest):
            return None
        excess = max(excess, bounds.largest - 1.0)
        if not dense.task.stretches or bounds.largest >= LITTLE:
            break
        duration = longer(dense.worst, duration * (bounds.largest + LAST), dense.task.longest)
        if duration is None:
            break
    return None, excess


def settle(task: Task, best: Best, improve: Improve) -> tuple[Feasible | None, Best]:
    """Return the best course near that one whose limits hold everywhere, if there is one, and the last that was tried.

    Where the quadratic programs end above a limit with the duration free, no small change of the duration helps: the duration is
    then found by trying others, each with a course of its own.
    """
    settled: Feasible | None = None
    tried, places, margin, steps = improve(task, best), task.places, 0.0, 0
    apart, excluded = APART, False
    for k in range(TRIES):
        beyond = tried.view.worst - 1.0
        if not task.energy and ((beyond > OVER and tried.excluded) or (beyond > HOPELESS and not task.stretches)):
            other = shortest(task._replace(places=places, margin=margin), tried.view, apart, BISECTED, OVER)
            tried, apart = other._replace(steps=tried.steps + other.steps), 0.1 * APART
            excluded = tried.view.worst > 1.0 + OVER
        steps += tried.steps
        dense = Dense(task, tried.view.course)
        candidate, excess = feasible(dense)
        if candidate is not None and (settled is None or candidate.cost < settled.cost):
            settled = candidate
        duration = tried.view.course.duration
        done = candidate is not None and candidate.course.duration <= (1.0 + SLACK) * duration
        if done or excluded or tried.view.worst > 1.0 + HOPELESS or (k >= ALONE and excess > MOST) or k == TRIES - 1:
            break
        places = np.union1d(places, dense.beyond(duration))
        margin += MORE * min(excess, FIRST * 2.0 ** (k - ALONE)) * (k >= ALONE) + CLOSE
        tighter = task._replace(places=places, margin=margin)
        tried = tried._replace(view=look(tighter, tried.view.course), steps=0, excluded=True)
        if apart == APART:
            tried = improve(tighter, tried)
    return settled, tried._replace(steps=steps)
