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
from jounce.timing.motion_constraints import Linearisation, MotionEvaluation, evaluate, linearise
from jounce.timing.motion_spline import MotionSpline
from jounce.timing.move_problem import MoveProblem
from jounce.timing.quadratic import Program, solve

FIRST_RADIUS = 0.1
"""First bound rho of changes, as a share of the way."""
LARGEST_RADIUS = 1.0
"""Largest bound."""
SMALLEST_RADIUS = 1e-7
"""Smallest bound: no step is better then."""
FRACTIONS = (1.0, 0.5, 0.25, 0.1, 0.03)
"""Of a step that are tried."""
ARMIJO = 0.25
"""Of what was promised: a fraction of a step that brings more is taken."""
GOOD_RATIO = 0.5
"""Of what was promised: after a step that brings more the next one may be twice as long."""
MOST_DURATION_CHANGE = 0.3
"""Most that a step makes of the duration, as a share of it."""
REGULARISATION = 0.1
"""What a change of shares costs, the mean of their squares."""
SLACK_TOLERANCE = 1e-6
"""A slack below this one is none."""
LEAST_WEIGHT = 1.0
"""Least weight of the slack: what a share of a limit is worth, as a share of the cost."""
EXCESS_REDUCTION = 0.9
"""A step is made, whatever it is worth, that leaves less than this fraction of what a limit is exceeded by."""
CONSIDERED = 0.9
"""Share of a limit: one that a step can bring above it is in its program."""
MOST_WEIGHT = 1e5
"""Weight of the slack beyond which limits are taken not to hold together."""


class SqpResult(NamedTuple):
    """What was found."""

    evaluation: MotionEvaluation
    steps: int
    """How many programs it took."""
    rho: float
    locally_infeasible: bool = False
    """Whether the last program found no change within its bounds that exceeds a limit by less."""


def solve_sqp(problem: MoveProblem, evaluation: MotionEvaluation, rho: float, steps: int, enough: float) -> SqpResult:
    """The best course with the pieces that a course has, near that one.

    steps: at most so many; enough: the share of the cost that the last one is worth.
    """
    weight, used = LEAST_WEIGHT, 0
    while used < steps and rho > SMALLEST_RADIUS:
        used += 1
        size = evaluation.cost if evaluation.cost > 0.0 else 1.0
        program = _quadratic_program(problem, evaluation, linearise(problem, evaluation), size, rho, weight)
        found = solve(program)
        if found is None:
            rho *= 0.3
            continue
        d, s, needed = found
        over = max(0.0, evaluation.worst - 1.0)
        gain = -float(program.gradient @ d) - (0.0 if program.hessian is None else 0.5 * float(d @ program.hessian @ d))
        promised = gain + weight * (over - s)
        if s > SLACK_TOLERANCE and needed > 0.99 * weight and weight < MOST_WEIGHT:
            weight *= 3.0
            if promised < enough and not problem.has_constant_cost:
                continue
        if promised < enough and not (over > SLACK_TOLERANCE and s < EXCESS_REDUCTION * over):
            return SqpResult(evaluation, used, rho, over > SLACK_TOLERANCE)
        part, better, ratio = _line_search(problem, evaluation, d, promised, size, weight)
        evaluation = better
        rho = min(2.0 * rho, LARGEST_RADIUS) if part == 1.0 and ratio > GOOD_RATIO else max(part, FRACTIONS[-1]) * rho
        if s < SLACK_TOLERANCE:
            weight = max(0.5 * weight, 2.0 * needed, LEAST_WEIGHT)
    return SqpResult(evaluation, used, rho)


def _line_search(
    problem: MoveProblem, evaluation: MotionEvaluation, d: Array, promised: float, size: float, weight: float
) -> tuple[float, MotionEvaluation, float]:
    """The fraction of a step that is best, what it leads to, and the share of what was promised; 0 where none is better."""

    def merit(evaluation: MotionEvaluation) -> float:
        return evaluation.cost / size + weight * max(0.0, evaluation.worst - 1.0)

    here = merit(evaluation)
    taken, best = 0.0, evaluation
    for part in FRACTIONS:
        if taken and here - merit(best) > ARMIJO * taken * promised:
            break
        new = _stretched(problem, evaluate(problem, apply_step(problem, evaluation.spline, part * d)), merit)
        if merit(new) < merit(best):
            taken, best = part, new
    return taken, best, (here - merit(best)) / promised


def _stretched(
    problem: MoveProblem, evaluation: MotionEvaluation, merit: Callable[[MotionEvaluation], float]
) -> MotionEvaluation:
    """A course, or the same slower if that is better: what a limit is exceeded by, of second order in a step, is made up for."""
    if not (problem.can_stretch and problem.time) or not 1.0 < evaluation.worst < 2.0:
        return evaluation
    best = evaluation
    for _ in range(3):
        duration = min(evaluation.spline.duration * float(np.sqrt(evaluation.worst)), problem.longest)
        evaluation = evaluate(problem, evaluation.spline._replace(duration=duration))
        best = min(best, evaluation, key=merit)
        if evaluation.worst < 1.0 + SLACK_TOLERANCE:
            break
    return best


def _quadratic_program(
    problem: MoveProblem, evaluation: MotionEvaluation, parts: Linearisation, size: float, rho: float, weight: float
) -> Program:
    """The program of a step in dc, dlogT and dx_p."""
    spline, limits = evaluation.spline, problem.constraints.robot.limits.position
    c, points, T = spline.coefficients, len(problem.points), spline.duration
    reach = np.full(c.shape, rho * _path_extent(problem, spline))
    reach[: len(problem.boundary.start)] = reach[len(c) - len(problem.boundary.goal) :] = 0.0
    shrink = min(MOST_DURATION_CHANGE, max(3.0 * rho, 0.02))
    low, high = (np.clip(np.log(bound / T), -shrink, shrink) for bound in (max(problem.shortest, 1e-300), problem.longest))
    apart = np.diff(np.concatenate([[0.0], spline.passing, [1.0]]))
    least = [np.maximum(-reach, np.minimum(limits[:, 0] - c, 0.0)).ravel(), [low], -np.minimum(0.5 * rho, 0.3 * apart[:-1])]
    most = [np.minimum(reach, np.maximum(limits[:, 1] - c, 0.0)).ravel(), [high], np.minimum(0.5 * rho, 0.3 * apart[1:])]
    bounds = np.concatenate(least), np.concatenate(most)
    # limits that no step within the bounds reaches are left out
    used = np.abs(parts.shares) + np.abs(parts.rows) @ np.maximum(-bounds[0], bounds[1])[: parts.rows.shape[1]] > CONSIDERED
    rows, here = np.concatenate([parts.rows, np.zeros((len(parts.rows), points))], axis=1)[used], parts.shares[used]
    hessian = REGULARISATION / max(len(rows), 1) * rows.T @ rows
    if parts.hessian is not None:
        hessian[: len(parts.gradient), : len(parts.gradient)] += parts.hessian / size
    gradient = np.append(parts.gradient / size, np.zeros(points))
    equal, value = _via_constraints(problem, spline)
    return Program(gradient, hessian, rows, -1.0 - here, 1.0 - here, *bounds, equal, value, weight)


def _path_extent(problem: MoveProblem, spline: MotionSpline) -> float:
    """How long the way is [rad or m], at least what the ends' velocities make of it."""
    ends = [float(np.abs(rows[1:2]).max(initial=0.0)) * spline.duration for rows in problem.boundary]
    return max(float(np.ptp(spline.coefficients, axis=0).max()), *ends)


def _via_constraints(problem: MoveProblem, spline: MotionSpline) -> tuple[Array, Array]:
    """V (k n, unknowns) and v (k n,): points are passed where V d = v."""
    n, size, k = problem.constraints.robot.n, spline.coefficients.size, len(problem.points)
    V = np.zeros((k, n, size + 1 + k))
    B = spline.design(spline.passing, 1)
    q, slope = B @ spline.coefficients
    V[..., :size] = np.einsum("kc,ab->kacb", B[0], np.eye(n)).reshape(k, n, size)
    V[np.arange(k), :, size + 1 + np.arange(k)] = slope
    return V.reshape(k * n, size + 1 + k), (problem.points - q).ravel()


def apply_step(problem: MoveProblem, spline: MotionSpline, d: Array) -> MotionSpline:
    """A course after a step, its ends as they are given and its points passed."""
    size = spline.coefficients.size
    coefficients = spline.coefficients + d[:size].reshape(spline.coefficients.shape)
    there = MotionSpline(spline.knots, coefficients, spline.duration * float(np.exp(d[size])), spline.passing + d[size + 1 :])
    return project(problem, there)


def project(problem: MoveProblem, spline: MotionSpline) -> MotionSpline:
    """The nearest course that has the ends and passes the points."""
    there = spline.with_boundary(problem.boundary)
    inner = slice(len(problem.boundary.start), len(there.coefficients) - len(problem.boundary.goal))
    B = there.design(there.passing, 0)[0]
    c = there.coefficients.copy()
    c[inner] += np.linalg.pinv(B[:, inner]) @ (problem.points - B @ c)
    return there._replace(coefficients=c)
