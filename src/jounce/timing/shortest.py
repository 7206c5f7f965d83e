"""The shortest duration with which a motion that begins or ends moving can be within the limits.

Such a motion cannot be slowed down as a whole, and near the largest velocity that can be reached its duration grows with the
square root of what is left of a limit. So the duration is found by bisection: for each one, steps are made until limits hold or
no step brings them nearer.
"""

import numpy as np

from jounce.timing.course import Course
from jounce.timing.course_programs import Best, improve, through
from jounce.timing.course_view import Task, View, look

DURATIONS = np.geomspace(1e-3, 1e3, 31)
"""Tried where nothing is known [s]."""
STEPS = 8
"""Quadratic programs for each duration."""
FEW = 4
"""The same while nothing is known."""
LOOSE = 0.02
"""Share of a limit by which it may be exceeded by coarse pieces."""
ENOUGH = 1e-6
"""Share of a limit that the last step is worth."""
TIMES = 9
"""Most durations on the way up or down."""
HOPELESS = 1e3
"""Share of a limit: where the first course takes more, no other one of that duration is looked for."""


def first_feasible(task: Task, course: Course) -> Best:
    """The first of some durations with which limits can hold; if there is none, the one with the least that is exceeded."""
    best: View | None = None
    steps = 0
    for duration in DURATIONS:
        if duration <= task.longest:
            if look(task, through(task, course._replace(duration=float(duration)))).worst > HOPELESS:
                continue
            found = _at(task, course, float(duration), FEW)
            steps += found.steps
            best = found.view if best is None or found.view.worst < best.worst else best
            if best.worst <= 1.0 + LOOSE:
                break
    if best is None:
        best = look(task, through(task, course))
    return Best(best, steps, 1.0)


def shortest(task: Task, view: View, apart: float, close: float, over: float) -> Best:
    """The shortest duration near that of a course, and the course for it.

    apart: share of the duration by which the first other one is longer or shorter, twice as much for the next ones; close: share
    to which the shortest is found; over: share of a limit by which it may be exceeded.
    """

    def holds(view: View) -> bool:
        return view.worst <= 1.0 + over

    found = _at(task, view.course, view.course.duration)
    steps, best = found.steps, found.view
    down = holds(best)
    good, bad = (best, None) if down else (None, best.course.duration)
    last = best
    for k in range(TIMES):
        duration = last.course.duration * (1.0 + apart * 2.0**k) ** (-1.0 if down else 1.0)
        if not duration <= task.longest:
            break
        found = _at(task, last.course, duration)
        steps += found.steps
        last = found.view
        best = min(best, last, key=lambda view: view.worst)
        if holds(last):
            good = last
        else:
            bad = duration
        if holds(last) != down:
            break
    while good is not None and bad is not None and good.course.duration > (1.0 + close) * bad:
        middle = float(np.sqrt(good.course.duration * bad))
        found = _at(task, good.course, middle)
        steps += found.steps
        if holds(found.view):
            good = found.view
        else:
            bad = middle
    return Best(best if good is None else good, steps, 1.0)


def _at(task: Task, course: Course, duration: float, steps: int = STEPS) -> Best:
    """A course of that duration as near to the limits as can be."""
    fixed = task._replace(shortest=duration, longest=duration)
    return improve(fixed, look(fixed, through(fixed, course._replace(duration=duration))), 1.0, steps, ENOUGH)
