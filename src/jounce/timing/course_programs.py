"""The best course between two ends: sequential quadratic programming.

Unknown are the coefficients c of q(x), x = t/T, log T, and the shares x_p at which points p are passed. Every step solves

    minimal:   cost + slopes.d + 1/2 d.curvature d + weight s
    such that  |share + slopes.d| <= 1 + s at samples,    |d| <= rho,    B(x_p) dc + q'(x_p) dx_p = p - q(x_p)

and takes the fraction of d after which cost + weight max(0, largest share - 1) is least. weight: twice the least with which s
vanishes, so that a step may exceed a limit a little where that pays. Coefficients are kept within the position limits, and with
them the whole curve.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.course import Course
from jounce.timing.course_view import Local, Task, View, local, look
from jounce.timing.quadratic import Program, solve

FIRST = 0.1
"""First bound rho of changes, as a share of the way."""
MOST = 1.0
"""Largest bound."""
SHORTEST = 1e-7
"""Smallest bound: no step is better then."""
FRACTIONS = (1.0, 0.5, 0.25, 0.1, 0.03)
"""Of a step that are tried."""
ARMIJO = 0.25
"""Of what was promised: a fraction of a step that brings more is taken."""
GOOD = 0.5
"""Of what was promised: after a step that brings more the next one may be twice as long."""
SHRINK = 0.3
"""Most that a step makes of the duration, as a share of it."""
SMOOTH = 0.1
"""What a change of shares costs, the mean of their squares."""
CLOSE = 1e-6
"""A slack below this one is none."""
LIGHTEST = 1.0
"""Least weight of the slack: what a share of a limit is worth, as a share of the cost."""
NEARER = 0.9
"""A step is made, whatever it is worth, that leaves less than this fraction of what a limit is exceeded by."""
REACHED = 0.9
"""Share of a limit: one that a step can bring above it is in its program."""
HEAVIEST = 1e5
"""Weight of the slack beyond which limits are taken not to hold together."""


class Best(NamedTuple):
    """What was found."""

    view: View
    steps: int
    """How many programs it took."""
    rho: float
    excluded: bool = False
    """Whether the last program found no change within its bounds that exceeds a limit by less."""


def improve(task: Task, view: View, rho: float, steps: int, enough: float) -> Best:
    """The best course with the pieces that a course has, near that one.

    steps: at most so many; enough: the share of the cost that the last one is worth.
    """
    weight, used = LIGHTEST, 0
    while used < steps and rho > SHORTEST:
        used += 1
        size = view.cost if view.cost > 0.0 else 1.0
        program = _program(task, view, local(task, view), size, rho, weight)
        found = solve(program)
        if found is None:
            rho *= 0.3
            continue
        d, s, needed = found
        over = max(0.0, view.worst - 1.0)
        gain = -float(program.gradient @ d) - (0.0 if program.hessian is None else 0.5 * float(d @ program.hessian @ d))
        promised = gain + weight * (over - s)
        if s > CLOSE and needed > 0.99 * weight and weight < HEAVIEST:
            weight *= 3.0
            if promised < enough and not task.constant:
                continue
        if promised < enough and not (over > CLOSE and s < NEARER * over):
            return Best(view, used, rho, over > CLOSE)
        part, better, ratio = _best(task, view, d, promised, size, weight)
        view = better
        rho = min(2.0 * rho, MOST) if part == 1.0 and ratio > GOOD else max(part, FRACTIONS[-1]) * rho
        if s < CLOSE:
            weight = max(0.5 * weight, 2.0 * needed, LIGHTEST)
    return Best(view, used, rho)


def _best(task: Task, view: View, d: Array, promised: float, size: float, weight: float) -> tuple[float, View, float]:
    """The fraction of a step that is best, what it leads to, and the share of what was promised; 0 where none is better."""

    def merit(view: View) -> float:
        return view.cost / size + weight * max(0.0, view.worst - 1.0)

    here = merit(view)
    taken, best = 0.0, view
    for part in FRACTIONS:
        if taken and here - merit(best) > ARMIJO * taken * promised:
            break
        new = _slowed(task, look(task, moved(task, view.course, part * d)), merit)
        if merit(new) < merit(best):
            taken, best = part, new
    return taken, best, (here - merit(best)) / promised


def _slowed(task: Task, view: View, merit: Callable[[View], float]) -> View:
    """A course, or the same slower if that is better: what a limit is exceeded by, of second order in a step, is made up for."""
    if not (task.stretches and task.time) or not 1.0 < view.worst < 2.0:
        return view
    best = view
    for _ in range(3):
        duration = min(view.course.duration * float(np.sqrt(view.worst)), task.longest)
        view = look(task, view.course._replace(duration=duration))
        best = min(best, view, key=merit)
        if view.worst < 1.0 + CLOSE:
            break
    return best


def _program(task: Task, view: View, parts: Local, size: float, rho: float, weight: float) -> Program:
    """The program of a step in dc, dlogT and dx_p."""
    course, limits = view.course, task.demand.robot.limits.position
    c, points, T = course.coefficients, len(task.points), course.duration
    reach = np.full(c.shape, rho * _way(task, course))
    reach[: len(task.ends.start)] = reach[len(c) - len(task.ends.goal) :] = 0.0
    shrink = min(SHRINK, max(3.0 * rho, 0.02))
    low, high = (np.clip(np.log(bound / T), -shrink, shrink) for bound in (max(task.shortest, 1e-300), task.longest))
    apart = np.diff(np.concatenate([[0.0], course.passing, [1.0]]))
    least = [np.maximum(-reach, np.minimum(limits[:, 0] - c, 0.0)).ravel(), [low], -np.minimum(0.5 * rho, 0.3 * apart[:-1])]
    most = [np.minimum(reach, np.maximum(limits[:, 1] - c, 0.0)).ravel(), [high], np.minimum(0.5 * rho, 0.3 * apart[1:])]
    bounds = np.concatenate(least), np.concatenate(most)
    # limits that no step within the bounds reaches are left out
    used = np.abs(parts.here) + np.abs(parts.rows) @ np.maximum(-bounds[0], bounds[1])[: parts.rows.shape[1]] > REACHED
    rows, here = np.concatenate([parts.rows, np.zeros((len(parts.rows), points))], axis=1)[used], parts.here[used]
    hessian = SMOOTH / max(len(rows), 1) * rows.T @ rows
    if parts.hessian is not None:
        hessian[: len(parts.gradient), : len(parts.gradient)] += parts.hessian / size
    gradient = np.append(parts.gradient / size, np.zeros(points))
    equal, value = _passing(task, course)
    return Program(gradient, hessian, rows, -1.0 - here, 1.0 - here, *bounds, equal, value, weight)


def _way(task: Task, course: Course) -> float:
    """How long the way is [rad or m], at least what the ends' velocities make of it."""
    ends = [float(np.abs(rows[1:2]).max(initial=0.0)) * course.duration for rows in task.ends]
    return max(float(np.ptp(course.coefficients, axis=0).max()), *ends)


def _passing(task: Task, course: Course) -> tuple[Array, Array]:
    """V (k n, unknowns) and v (k n,): points are passed where V d = v."""
    n, size, k = task.demand.robot.n, course.coefficients.size, len(task.points)
    V = np.zeros((k, n, size + 1 + k))
    B = course.design(course.passing, 1)
    q, slope = B @ course.coefficients
    V[..., :size] = np.einsum("kc,ab->kacb", B[0], np.eye(n)).reshape(k, n, size)
    V[np.arange(k), :, size + 1 + np.arange(k)] = slope
    return V.reshape(k * n, size + 1 + k), (task.points - q).ravel()


def moved(task: Task, course: Course, d: Array) -> Course:
    """A course after a step, its ends as they are given and its points passed."""
    size = course.coefficients.size
    coefficients = course.coefficients + d[:size].reshape(course.coefficients.shape)
    there = Course(course.knots, coefficients, course.duration * float(np.exp(d[size])), course.passing + d[size + 1 :])
    return through(task, there)


def through(task: Task, course: Course) -> Course:
    """The nearest course that has the ends and passes the points."""
    there = course.held(task.ends)
    inner = slice(len(task.ends.start), len(there.coefficients) - len(task.ends.goal))
    B = there.design(there.passing, 0)[0]
    c = there.coefficients.copy()
    c[inner] += np.linalg.pinv(B[:, inner]) @ (task.points - B @ c)
    return there._replace(coefficients=c)
