"""Courses to begin with: along the straight way, and bent aside at one joint each.

Where folding an arm makes it lighter to swing, the straight way may be a saddle from which no small change is better. So a few
courses are begun with, the same ones every time, and the best after some steps with coarse pieces is gone on with.
"""

from collections.abc import Iterator

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.course import Course, near
from jounce.timing.course_programs import FIRST, Best, improve, through
from jounce.timing.course_view import Task, View, look
from jounce.timing.shortest import HOPELESS, LOOSE, first_feasible
from jounce.trajectory.path import Path

ASIDE = (1.0, 2.0, -1.0, -2.0)
"""How far bends go [rad]; of joints that slide, times the longest way."""
BENDS = 4
"""How many joints are bent at for some steps, each as promises most, besides the straight way."""
STEPS = 10
"""So many."""
ENOUGH = 2e-3
"""Share of the cost that the last of these steps is worth."""
DURATIONS = np.geomspace(1e-3, 1e3, 61)
"""Tried where nothing is known of the duration [s]."""
AROUND = np.geomspace(0.5, 8.0, 15)
"""The same, times a duration that is near."""
TIE = 1e-3
"""Share of the cost by which a bend must be better than the straight way."""


def begun(task: Task, straight: Path, pieces: int) -> Best:
    """Return the best of a few courses after some steps.

    straight: a path from the start to the goal past all points.
    """
    course = _along(task, straight, pieces)
    first = _settled(task, course, DURATIONS)
    around = AROUND * first.course.duration
    of_joints = [min((_settled(task, other, around) for other in bent), key=_promise) for bent in _bent(task, course)]
    if min(view.worst for view in (first, *of_joints)) > HOPELESS:
        return Best(first, 0, FIRST)
    best = improve(task, first, FIRST, STEPS, ENOUGH)
    for view in sorted(of_joints, key=_promise)[:BENDS]:
        other = improve(task, view, FIRST, STEPS, ENOUGH)
        before, after = _score(best.view), _score(other.view)
        best = other if after < (before[0], before[1] * (1.0 - TIE)) else best
    if task.bisects and best.view.worst > 1.0 + LOOSE:
        other = first_feasible(task, course)
        best = other if _score(other.view) < _score(best.view) else best
    return best


def _score(view: View) -> tuple[float, float]:
    """What is exceeded counts first."""
    return max(0.0, round(view.worst - 1.0, 2)), view.cost


def _promise(view: View) -> tuple[float, float, float]:
    """The same; among equal ones, what is left of limits."""
    return (*_score(view), view.worst)


def _along(task: Task, path: Path, pieces: int) -> Course:
    """A course near a path."""
    long = path.end_time - path.start_time

    def q(x: Array) -> Array:
        found: Array = path(path.start_time + long * x)[0]
        return found

    x = np.linspace(0.0, 1.0, 1001)
    away = np.linalg.norm(q(x)[:, None] - task.points, axis=-1)
    return through(task, near(q, task.inner_knots(pieces), task.degree, long, x[away.argmin(axis=0)]))


def _settled(task: Task, course: Course, durations: Array) -> View:
    """The course with the shortest of these durations with which no limit is exceeded; if there is none, the least is."""
    durations = np.unique(np.clip(durations, task.shortest, task.longest))
    best: View | None = None
    for duration in durations:
        view = look(task, through(task, course._replace(duration=float(duration))))
        if best is None or _score(view) < _score(best):
            best = view
    assert best is not None
    return best


def _bent(task: Task, course: Course) -> Iterator[list[Course]]:
    """For each joint the same, bent aside there, to either side, within its range."""
    robot = task.demand.robot
    lower, upper = robot.limits.position.T
    x = course.centres
    hump: Array = (4.0 * x * (1.0 - x)) ** 2
    way = float(np.ptp(course.coefficients, axis=0).max())
    for j, joint in enumerate(robot.axes):
        found = []
        for aside in ASIDE:
            c = course.coefficients.copy()
            far = aside * (way if joint.prismatic else 1.0)
            c[:, j] = np.clip(c[:, j] + far * hump, np.minimum(lower[j], c[:, j]), np.maximum(upper[j], c[:, j]))
            found.append(through(task, course._replace(coefficients=c)))
        yield found
