"""Timings from and to given motion.

A motion that begins or ends with a given speed cannot be slowed down as a whole. So limits are not kept on the way: every step
solves

    min dT/T + mu s   s.t.   |share + slopes (dc, dT)| <= 1 + s at samples,   c + dc rising,   |dc| <= rho

and is taken where T/T_0 + mu (largest excess) becomes less. Coefficients that are held at
the ends follow from the motion there and from T.
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
"""Linear programs for each number of pieces."""
LEAST_GAIN = 3e-4
"""Promise of a step below which no other one is made; coarser splines three times that."""
ACCEPTED_RATIO = 0.1
"""Of what the linear program promised: a step that brings more is taken, and one that brings half of it may be twice as long."""
FIRST_RADIUS = 4.0
"""First bound of changes of coefficients, times the square of the number of pieces."""
SMALLEST_RADIUS = 1e-7
"""Bound of changes of coefficients below which no other step is made."""
MOST_DURATION_CHANGE = 0.3
"""Most by which a step changes the duration, as a share of it."""
DIRECTION_TOLERANCE = 1e-6
"""Share of a derivative that may point away from the curve."""


def path_derivatives(geometry: PathGeometry, rows: object, end: int, count: int, what: str) -> Array:
    """w and its time derivatives (count,) at an end (0 or 1) of a curve from velocities, accelerations, ... of the joints there.

    rows: (n,) or (k, n) [rad/s, rad/s^2, ..., or with m]. Derivatives of w that are not given are zero: the speed along the curve
    is steady. Derivatives that no motion along the curve has are refused.
    """
    try:
        given = np.atleast_2d(real(rows))
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: expected velocities, accelerations, ... of {geometry.n} coordinates, {error}.") from None
    if given.ndim != 2 or given.shape[1] != geometry.n or not np.isfinite(given).all():
        raise InputError(
            f"{what}: expected finite numbers (k, {geometry.n}), a row for each derivative, got shape {given.shape}."
        )
    found = np.zeros(count)
    found[0] = end
    if not given.any():
        return found
    if geometry.power > 1:
        raise InputError(
            f"{what}: this path is at rest there by its own timing, and its curvature has no bound there, so that no motion "
            "with a speed runs along it. Expected a straight line, or an arc or polyline of the tool, or none."
        )
    tangent = geometry(np.array([float(end)]), 1)[1, 0]
    for k in range(1, min(len(given), count - 1) + 1):
        turned = joint_motion(geometry, found[: k + 1, None])[k, 0]
        found[k] = (given[k - 1] - turned) @ tangent / (tangent @ tangent)
        missed = np.abs(given[k - 1] - turned - found[k] * tangent)
        if missed.max() > DIRECTION_TOLERANCE * max(float(np.abs(given[k - 1]).max()), float(np.abs(turned).max())):
            raise InputError(
                f"{what}: derivative {k}, {np.array2string(given[k - 1], precision=6)}, does not run along the path, by "
                f"{missed.max():.3g} at coordinate {int(missed.argmax()) + 1}. Expected a multiple of "
                f"{np.array2string(tangent / np.linalg.norm(tangent), precision=6)}"
                + (f", and {np.array2string(turned, precision=6)} besides." if k > 1 else ".")
            )
    if found[1] < 0.0:
        raise InputError(f"{what}: this speed runs along the path backwards.")
    return found


def constant_acceleration(speeds: tuple[float, float]) -> tuple[float, Callable[[Array], Array]]:
    """A timing with these speeds at the ends, not both zero, and a constant acceleration: its duration [s], and w of t / T."""
    duration = 2.0 / sum(speeds)
    return duration, lambda x: duration * (speeds[0] * x + 0.5 * (speeds[1] - speeds[0]) * x**2)


def optimise_moving_ends(
    constraints: LimitConstraints, scaling: TimeScaling, guess: float, halvings: int, margin: float, places: Array, penalty: float
) -> TimingSolution:
    """The fastest timing whose pieces are those of the first shape, halved so often; if limits cannot be kept, one that exceeds
    them little.

    margin: by which share of them limits are smaller, but near the ends; places: more to look at, shares x (k,); penalty: mu.
    """
    steps, duration = 0, guess
    for left in range(halvings, -1, -1):
        x = sample_instants(constraints, scaling, left, places)
        allowed = 1.0 - margin * margin_taper(
            x, not constraints.damped
        )  # of damped joints slopes are not exact, at the end neither
        rho, goal = FIRST_RADIUS / scaling.pieces**2, LEAST_GAIN * (3 if left else 1)
        sampled = constraints.sample(scaling, x, constraints.has_rate_limit)
        worth = _merit(sampled, duration, guess, allowed, penalty)
        for _ in range(STEPS):
            steps += 1
            dc, change, promise = _step(sampled, duration, rho, allowed, worth - duration / guess, guess, penalty)
            if promise < goal or rho < SMALLEST_RADIUS:
                break
            longer = duration * (1.0 + change)
            moved = sampled.scaling._replace(coefficients=sampled.scaling.coefficients + dc).with_duration(duration, longer)
            there = constraints.sample(moved, x, constraints.has_rate_limit)
            less = worth - _merit(there, longer, guess, allowed, penalty)
            if less > ACCEPTED_RATIO * promise:
                sampled, duration, worth = there, longer, worth - less
                rho = 2.0 * rho if less > 0.5 * promise else rho
            else:
                rho *= 0.3
        scaling = refine(sampled.scaling) if left else sampled.scaling
    return TimingSolution(scaling, duration, steps)


def _merit(sampled: SampledConstraints, duration: float, unit: float, allowed: Array, penalty: float) -> float:
    """What is made least: T, in units, and the weighted largest excess."""
    above = allowed[:: 2 if sampled.twins else 1, None]
    excess = max(float((np.abs(x) - above).max()) for x in sampled.shares(duration).values())
    return duration / unit + penalty * max(excess, 0.0)


def _step(
    sampled: SampledConstraints, duration: float, rho: float, allowed: Array, excess: float, unit: float, penalty: float
) -> tuple[Array, float, float]:
    """dc, dT/T and by how much the linear program promises to make the merit less."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    scaling, count = sampled.scaling, len(sampled.scaling.coefficients)
    slopes, here = linearised_rows(sampled, duration, allowed)
    rising = difference_matrix(scaling, duration)
    one, none = np.ones((len(here), 1)), np.zeros((count - 1, 1))
    rows = np.block([[slopes, -one], [-slopes, -one], [rising, none]])
    upper = np.concatenate([1.0 - here, 1.0 + here, np.full(count - 1, np.inf)])
    lower = np.concatenate([np.full(2 * len(here), -np.inf), np.minimum(-np.diff(scaling.coefficients), 0.0)])
    between = np.arange(count - 1)
    given = (between < scaling.rest - 1) | (between >= count - scaling.rest)
    lower[2 * len(here) :][given] = -np.inf
    reach = np.concatenate([np.full(count, rho), [MOST_DURATION_CHANGE, np.inf]])
    reach[: scaling.rest] = reach[count - scaling.rest : count] = 0.0
    least = np.append(-reach[:-1], 0.0)
    cost = np.concatenate([np.zeros(count), [duration / unit, penalty]])
    found = milp(cost, constraints=LinearConstraint(csr_array(rows), lower, upper), bounds=Bounds(least, reach))
    if found.x is None:
        return np.zeros(count), 0.0, 0.0
    return found.x[:count], float(found.x[count]), excess - float(found.fun)
