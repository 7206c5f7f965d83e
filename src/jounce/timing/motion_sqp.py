"""Sequential quadratic programming (SQP) of a motion spline between two boundary conditions.

Unknowns are the coefficients c of q(x), x = t/T, log T, and the times x_p at which via points p are passed. Every step d solves

    minimise   cost + gradient.d + 1/2 d.hessian d + weight s
    subject to |u + du.d| <= 1 + s at samples,    |d| <= rho,    B(x_p) dc + q'(x_p) dx_p = p - q(x_p)

with u the utilisation of limits and s a slack. A line search on the merit cost + weight max(0, largest u - 1) follows. The
weight is twice the least one with which s vanishes, so that a step may exceed a limit a little where that pays. Coefficients
stay within the position limits, and therefore the whole spline does (convex hull).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.numbers.packing import Array
from jounce.numerics.quadratic_program import QuadraticProgram, solve
from jounce.timing.motion_constraints import Linearisation, MotionEvaluation, evaluate, linearise
from jounce.timing.motion_spline import MotionSpline
from jounce.timing.move_problem import MoveProblem

FIRST_RADIUS = 0.1
"""First trust-region radius rho, as a fraction of the extent of the motion."""
LARGEST_RADIUS = 1.0
"""Largest trust-region radius, as a fraction of the extent of the motion."""
SMALLEST_RADIUS = 1e-7
"""Trust-region radius, as a fraction of the extent of the motion, below which the iteration stops."""
FRACTIONS = (1.0, 0.5, 0.25, 0.1, 0.03)
"""Fractions of a step that the line search tries."""
ARMIJO = 0.25
"""Ratio of actual to predicted decrease of the merit above which the line search stops (Armijo condition)."""
GOOD_RATIO = 0.5
"""Ratio of actual to predicted decrease of the merit by a whole step above which the trust region is doubled."""
MOST_DURATION_CHANGE = 0.3
"""Largest change of log T in a step, T the duration; less in a small trust region."""
REGULARISATION = 0.1
"""Weight of the mean square change of utilisations in the cost of a step, which regularises the program."""
SLACK_TOLERANCE = 1e-6
"""Slack s up to which limits count as satisfied."""
LEAST_WEIGHT = 1.0
"""Least weight of the slack: cost of a utilisation that exceeds 1 by 1, relative to the cost of the motion."""
EXCESS_REDUCTION = 0.9
"""A step that leaves less than this fraction of the excess over limits is tried even if the merit hardly decreases."""
CONSIDERED = 0.9
"""Utilisation that a limit must be able to reach within the bounds of a step to be included in the program."""
MOST_WEIGHT = 1e5
"""Weight of the slack above which the weight no longer grows, since limits then count as contradictory."""


class SqpResult(NamedTuple):
    """Result of an SQP iteration: the last motion and the state of the iteration."""

    evaluation: MotionEvaluation
    """Last motion of the iteration, evaluated."""
    steps: int
    """Number of quadratic programs solved."""
    rho: float
    """Last trust-region radius, as a fraction of the extent of the motion."""
    locally_infeasible: bool = False
    """True if limits are exceeded and the last program could not reduce the excess below the fraction `EXCESS_REDUCTION`."""


def solve_sqp(problem: MoveProblem, evaluation: MotionEvaluation, rho: float, steps: int, enough: float) -> SqpResult:
    """Improve an evaluated motion by SQP steps with the same knots; return the last motion, a local optimum if steps suffice.

    rho: first trust-region radius; steps: maximum number of programs; enough: predicted decrease of the merit, relative to the
    cost, below which the iteration stops.
    """
    weight, used = LEAST_WEIGHT, 0
    while used < steps and rho > SMALLEST_RADIUS:
        used += 1
        size = evaluation.cost if evaluation.cost > 0.0 else 1.0
        program = _quadratic_program(problem, evaluation, linearise(problem, evaluation), size, rho, weight)
        solution = solve(program)
        if solution is None:
            rho *= 0.3
            continue
        d, s, needed = solution
        excess = max(0.0, evaluation.worst - 1.0)
        gain = -float(program.gradient @ d) - (0.0 if program.hessian is None else 0.5 * float(d @ program.hessian @ d))
        predicted = gain + weight * (excess - s)
        if s > SLACK_TOLERANCE and needed > 0.99 * weight and weight < MOST_WEIGHT:
            weight *= 3.0
            if predicted < enough and not problem.has_constant_cost:
                continue
        if predicted < enough and not (excess > SLACK_TOLERANCE and s < EXCESS_REDUCTION * excess):
            return SqpResult(evaluation, used, rho, excess > SLACK_TOLERANCE)
        fraction, candidate, ratio = _line_search(problem, evaluation, d, predicted, size, weight)
        evaluation = candidate
        rho = min(2.0 * rho, LARGEST_RADIUS) if fraction == 1.0 and ratio > GOOD_RATIO else max(fraction, FRACTIONS[-1]) * rho
        if s < SLACK_TOLERANCE:
            weight = max(0.5 * weight, 2.0 * needed, LEAST_WEIGHT)
    return SqpResult(evaluation, used, rho)


def _line_search(
    problem: MoveProblem, evaluation: MotionEvaluation, d: Array, predicted: float, size: float, weight: float
) -> tuple[float, MotionEvaluation, float]:
    """Return (fraction of the step d, evaluation there, ratio of actual to predicted decrease) of least merit.

    The fraction is 0 if no fraction of the step reduces the merit. predicted: predicted decrease of the merit by the whole step;
    size: unit of the cost; weight: weight of the excess in the merit.
    """

    def merit(evaluation: MotionEvaluation) -> float:
        return evaluation.cost / size + weight * max(0.0, evaluation.worst - 1.0)

    first = merit(evaluation)
    best_fraction, best = 0.0, evaluation
    for fraction in FRACTIONS:
        if best_fraction and first - merit(best) > ARMIJO * best_fraction * predicted:
            break
        new = _stretched(problem, evaluate(problem, apply_step(problem, evaluation.spline, fraction * d)), merit)
        if merit(new) < merit(best):
            best_fraction, best = fraction, new
    return best_fraction, best, (first - merit(best)) / predicted


def _stretched(
    problem: MoveProblem, evaluation: MotionEvaluation, merit: Callable[[MotionEvaluation], float]
) -> MotionEvaluation:
    """Return the evaluated motion or, if its merit is less, a slower motion: a correction of the second-order excess of a
    step."""
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
    problem: MoveProblem, evaluation: MotionEvaluation, linear: Linearisation, size: float, rho: float, weight: float
) -> QuadraticProgram:
    """Return the quadratic program of a step in (dc, dlogT, dx_p): spline coefficients, log duration, via-point times.

    size: unit of the cost; rho: trust-region radius; weight: weight of the slack.
    """
    spline, limits = evaluation.spline, problem.constraints.robot.limits.position
    c, points, T = spline.coefficients, len(problem.points), spline.duration
    reach = np.full(c.shape, rho * _path_extent(problem, spline))
    reach[: len(problem.boundary.start)] = reach[len(c) - len(problem.boundary.goal) :] = 0.0
    shrink = min(MOST_DURATION_CHANGE, max(3.0 * rho, 0.02))
    low, high = (np.clip(np.log(bound / T), -shrink, shrink) for bound in (max(problem.shortest, 1e-300), problem.longest))
    gaps = np.diff(np.concatenate([[0.0], spline.passing, [1.0]]))
    least = [np.maximum(-reach, np.minimum(limits[:, 0] - c, 0.0)).ravel(), [low], -np.minimum(0.5 * rho, 0.3 * gaps[:-1])]
    most = [np.minimum(reach, np.maximum(limits[:, 1] - c, 0.0)).ravel(), [high], np.minimum(0.5 * rho, 0.3 * gaps[1:])]
    bounds = np.concatenate(least), np.concatenate(most)
    # limits out of reach of every step within the bounds are left out
    used = np.abs(linear.shares) + np.abs(linear.rows) @ np.maximum(-bounds[0], bounds[1])[: linear.rows.shape[1]] > CONSIDERED
    rows, shares = np.concatenate([linear.rows, np.zeros((len(linear.rows), points))], axis=1)[used], linear.shares[used]
    hessian = REGULARISATION / max(len(rows), 1) * rows.T @ rows
    if linear.hessian is not None:
        hessian[: len(linear.gradient), : len(linear.gradient)] += linear.hessian / size
    gradient = np.append(linear.gradient / size, np.zeros(points))
    equal, value = _via_constraints(problem, spline)
    return QuadraticProgram(gradient, hessian, rows, -1.0 - shares, 1.0 - shares, *bounds, equal, value, weight)


def _path_extent(problem: MoveProblem, spline: MotionSpline) -> float:
    """Return the extent of the motion [rad or m]: the largest range of a joint's coefficients or, if larger, the largest boundary
    velocity times the duration."""
    ends = [float(np.abs(rows[1:2]).max(initial=0.0)) * spline.duration for rows in problem.boundary]
    return max(float(np.ptp(spline.coefficients, axis=0).max()), *ends)


def _via_constraints(problem: MoveProblem, spline: MotionSpline) -> tuple[Array, Array]:
    """Return V (k n, unknowns) and v (k n,) of the linearised via-point constraints V d = v on a step d."""
    n, size, k = problem.constraints.robot.n, spline.coefficients.size, len(problem.points)
    V = np.zeros((k, n, size + 1 + k))
    B = spline.design(spline.passing, 1)
    q, tangent = B @ spline.coefficients
    V[..., :size] = np.einsum("kc,ab->kacb", B[0], np.eye(n)).reshape(k, n, size)
    V[np.arange(k), :, size + 1 + np.arange(k)] = tangent
    return V.reshape(k * n, size + 1 + k), (problem.points - q).ravel()


def apply_step(problem: MoveProblem, spline: MotionSpline, d: Array) -> MotionSpline:
    """Return the spline after a step d in (dc, dlogT, dx_p), see `_quadratic_program`; boundary and via points are restored."""
    size = spline.coefficients.size
    coefficients = spline.coefficients + d[:size].reshape(spline.coefficients.shape)
    moved = MotionSpline(spline.knots, coefficients, spline.duration * float(np.exp(d[size])), spline.passing + d[size + 1 :])
    return project(problem, moved)


def project(problem: MoveProblem, spline: MotionSpline) -> MotionSpline:
    """Return the spline with the nearest coefficients that satisfies the boundary conditions and passes the via points."""
    bounded = spline.with_boundary(problem.boundary)
    inner = slice(len(problem.boundary.start), len(bounded.coefficients) - len(problem.boundary.goal))
    B = bounded.design(bounded.passing, 0)[0]
    c = bounded.coefficients.copy()
    c[inner] += np.linalg.pinv(B[:, inner]) @ (problem.points - B @ c)
    return bounded._replace(coefficients=c)
