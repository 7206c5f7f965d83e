"""Sequential linear programming of a time scaling with moving ends.

A motion that starts or ends with a prescribed velocity cannot be slowed down as a whole. So iterates may violate limits: every
step solves

    min T/T_0 dT/T + mu s   s.t.   |u + du/dc dc + du/dlogT dT/T| <= 1 + s at samples,   c + dc monotone,   |dc| <= rho

with u the utilisation of limits, and is accepted if the merit T/T_0 + mu (largest excess) decreases. The coefficients that the
boundary conditions fix follow from the motion at the ends and from T.
"""

from collections.abc import Callable

import numpy as np

from jounce.errors import InputError
from jounce.numbers.packing import Array
from jounce.timing.constraint_sampling import sample_instants
from jounce.timing.limit_constraints import LimitConstraints, SampledConstraints
from jounce.timing.path_geometry import PathGeometry, joint_motion
from jounce.timing.phase_plane import margin_taper
from jounce.timing.time_scaling import TimeScaling, refine
from jounce.timing.time_scaling_slp import TimingSolution, difference_matrix, linearised_rows
from jounce.trajectory.path import real

STEPS = 25
"""Most linear programs for each number of pieces."""
LEAST_GAIN = 3e-4
"""Predicted gain of a step below which the iteration stops; three times as much for coarser splines."""
ACCEPTED_RATIO = 0.1
"""Ratio of actual to predicted gain above which a step is accepted; above 0.5 the trust region is doubled."""
FIRST_RADIUS = 4.0
"""First bound of coefficient changes, times the square of the number of pieces."""
SMALLEST_RADIUS = 1e-7
"""Bound of coefficient changes below which the iteration stops."""
MOST_DURATION_CHANGE = 0.3
"""Largest relative change of the duration in a step; less in proportion where the trust region has shrunk."""
DIRECTION_TOLERANCE = 1e-6
"""Fraction of a derivative that may point away from the path."""


def path_derivatives(geometry: PathGeometry, rows: object, end: int, count: int, what: str) -> Array:
    """Return w and its time derivatives (count,) at an end (0 or 1) of a path from the motion of the joints there.

    rows (n,) or (k, n): velocities, accelerations, ... [rad/s, rad/s^2, ..., or with m]. Further derivatives of w are zero: the
    speed along the path is constant. what: argument named in errors. Raises `InputError` for derivatives that no motion along the
    path has.
    """
    try:
        derivatives = np.atleast_2d(real(rows))
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: expected velocities, accelerations, ... of {geometry.n} coordinates, {error}.") from None
    if derivatives.ndim != 2 or derivatives.shape[1] != geometry.n or not np.isfinite(derivatives).all():
        raise InputError(
            f"{what}: expected finite numbers (k, {geometry.n}), a row for each derivative, got shape {derivatives.shape}."
        )
    W = np.zeros(count)
    W[0] = end
    if not derivatives.any():
        return W
    if geometry.power > 1:
        raise InputError(
            f"{what}: this path is at rest there by its own timing, and its curvature has no bound there, so that no motion "
            "with a speed runs along it. Expected a straight line, or an arc or polyline of the tool, or none."
        )
    tangent = geometry(np.array([float(end)]), 1)[1, 0]
    for k in range(1, min(len(derivatives), count - 1) + 1):
        curvature_terms = joint_motion(geometry, W[: k + 1, None])[k, 0]
        W[k] = (derivatives[k - 1] - curvature_terms) @ tangent / (tangent @ tangent)
        deviation = np.abs(derivatives[k - 1] - curvature_terms - W[k] * tangent)
        if deviation.max() > DIRECTION_TOLERANCE * max(
            float(np.abs(derivatives[k - 1]).max()), float(np.abs(curvature_terms).max())
        ):
            raise InputError(
                f"{what}: derivative {k}, {np.array2string(derivatives[k - 1], precision=6)}, does not run along the path, by "
                f"{deviation.max():.3g} at coordinate {int(deviation.argmax()) + 1}. Expected a multiple of "
                f"{np.array2string(tangent / np.linalg.norm(tangent), precision=6)}"
                + (f", and {np.array2string(curvature_terms, precision=6)} besides." if k > 1 else ".")
            )
    if W[1] < 0.0:
        raise InputError(f"{what}: this speed runs along the path backwards.")
    return W


def constant_acceleration(speeds: tuple[float, float]) -> tuple[float, Callable[[Array], Array]]:
    """Return duration [s] and w(t/T) of the scaling with constant acceleration and these end speeds [1/s], not both zero."""
    duration = 2.0 / sum(speeds)
    return duration, lambda x: duration * (speeds[0] * x + 0.5 * (speeds[1] - speeds[0]) * x**2)


def optimise_moving_ends(
    constraints: LimitConstraints, scaling: TimeScaling, guess: float, halvings: int, margin: float, places: Array, penalty: float
) -> TimingSolution:
    """Return the fastest scaling whose pieces are those of the first one, halved `halvings` times; if limits cannot hold, one
    that exceeds them little.

    guess [s]: first duration. margin: fraction by which limits are tightened away from the ends; places (k,): further samples,
    fractions of the duration; penalty: mu.
    """
    steps, duration = 0, guess
    for left in range(halvings, -1, -1):
        x = sample_instants(constraints, scaling, left, places)
        # Jacobians of damped joints are not exact, not even at the ends: no taper
        allowed = 1.0 - margin * margin_taper(x, not constraints.damped)
        first_radius, least_gain = FIRST_RADIUS / scaling.pieces**2, LEAST_GAIN * (3 if left else 1)
        rho = first_radius
        sampled = constraints.sample(scaling, x, constraints.has_rate_limit)
        merit = _merit(sampled, duration, guess, allowed, penalty)
        for _ in range(STEPS):
            steps += 1
            most_change = MOST_DURATION_CHANGE * min(rho / first_radius, 1.0)
            dc, change, predicted = _step(sampled, duration, rho, most_change, allowed, merit - duration / guess, guess, penalty)
            if predicted < least_gain or rho < SMALLEST_RADIUS:
                break
            longer = duration * (1.0 + change)
            moved = sampled.scaling._replace(coefficients=sampled.scaling.coefficients + dc).with_duration(duration, longer)
            candidate = constraints.sample(moved, x, constraints.has_rate_limit)
            decrease = merit - _merit(candidate, longer, guess, allowed, penalty)
            if decrease > ACCEPTED_RATIO * predicted:
                sampled, duration, merit = candidate, longer, merit - decrease
                rho = 2.0 * rho if decrease > 0.5 * predicted else rho
            else:
                rho *= 0.3
        scaling = refine(sampled.scaling) if left else sampled.scaling
    return TimingSolution(scaling, duration, steps)


def _merit(sampled: SampledConstraints, duration: float, unit: float, allowed: Array, penalty: float) -> float:
    """Return the merit function T/unit + mu (largest excess over the allowed utilisation)."""
    above = allowed[:: 2 if sampled.twins else 1, None]
    excess = max(float((np.abs(x) - above).max()) for x in sampled.shares(duration).values())
    return duration / unit + penalty * max(excess, 0.0)


def _step(
    sampled: SampledConstraints,
    duration: float,
    rho: float,
    most_change: float,
    allowed: Array,
    excess: float,
    unit: float,
    penalty: float,
) -> tuple[Array, float, float]:
    """Return dc, dT/T and the predicted decrease of the merit of a linear program; zeros if HiGHS finds no solution."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    scaling, count = sampled.scaling, len(sampled.scaling.coefficients)
    jacobian, utilisation = linearised_rows(sampled, duration, allowed)
    rising = difference_matrix(scaling, duration)
    slack, no_slack = np.ones((len(utilisation), 1)), np.zeros((count - 1, 1))
    rows = np.block([[jacobian, -slack], [-jacobian, -slack], [rising, no_slack]])
    upper = np.concatenate([1.0 - utilisation, 1.0 + utilisation, np.full(count - 1, np.inf)])
    lower = np.concatenate([np.full(2 * len(utilisation), -np.inf), np.minimum(-np.diff(scaling.coefficients), 0.0)])
    between = np.arange(count - 1)
    fixed = (between < scaling.rest - 1) | (between >= count - scaling.rest)
    lower[2 * len(utilisation) :][fixed] = -np.inf
    reach = np.concatenate([np.full(count, rho), [most_change, np.inf]])
    reach[: scaling.rest] = reach[count - scaling.rest : count] = 0.0
    least = np.append(-reach[:-1], 0.0)
    cost = np.concatenate([np.zeros(count), [duration / unit, penalty]])
    solution = milp(cost, constraints=LinearConstraint(csr_array(rows), lower, upper), bounds=Bounds(least, reach))
    if solution.x is None:
        return np.zeros(count), 0.0, 0.0
    return solution.x[:count], float(solution.x[count]), excess - float(solution.fun)
