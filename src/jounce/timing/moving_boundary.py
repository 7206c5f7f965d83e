"""Minimum-time scaling of a path between moving ends: the first of a few solutions that satisfies all limits.

Such a scaling cannot be slowed down as a whole. Iterates of its sequential linear programs may therefore violate limits. Every
step solves

    min T/T_0 dT/T + mu s   s.t.   |u + du/dc dc + du/dlogT dT/T| <= 1 + s at samples,   c + dc monotone,   |dc| <= rho

with u the utilisation of limits, c the coefficients of the time scaling, T the duration, T_0 its first guess, s a slack and mu
its penalty. A step is accepted if the merit T/T_0 + mu (largest excess of u over 1) decreases. The coefficients that the
boundary conditions determine follow from the motion at the ends and from T.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from jounce.errors import InputError, LimitError
from jounce.inverse.motor_motion import filters
from jounce.numbers.packing import Array
from jounce.timing.certificate import Verification
from jounce.timing.constraint_sampling import sample_instants
from jounce.timing.infeasibility import ROUNDING, moving_ends_error
from jounce.timing.interval_proof import UtilisationBounds
from jounce.timing.limit_constraints import DYNAMIC, KINEMATIC, LimitConstraints, SampledConstraints, largest
from jounce.timing.path_geometry import PathGeometry, joint_motion
from jounce.timing.phase_plane import Profile, margin_taper, phase_plane
from jounce.timing.rest_boundary import FALLBACK_DURATION
from jounce.timing.time_scaling import TimeScaling, approximate_scaling, refine
from jounce.timing.time_scaling_slp import COARSEST, TimingSolution, difference_matrix, linearised_rows
from jounce.trajectory.path import real

STEPS = 25
"""Maximum number of linear programs for each number of pieces."""
LEAST_GAIN = 3e-4
"""Predicted decrease of the merit by a step, below which the iteration stops; for coarser splines three times as much."""
ACCEPTED_RATIO = 0.1
"""Ratio of actual to predicted decrease of the merit above which a step is accepted. Above 0.5 the trust region is doubled."""
FIRST_RADIUS = 4.0
"""Initial trust-region radius rho of a linear program, times the square of the number of spline pieces: rho = FIRST_RADIUS / N^2.
rho bounds the changes of the spline coefficients of the time scaling."""
SMALLEST_RADIUS = 1e-7
"""Bound of coefficient changes below which the iteration stops."""
MOST_DURATION_CHANGE = 0.3
"""Largest relative change of the duration in a step with the first trust region; reduced in proportion as the trust region
shrinks."""
DIRECTION_TOLERANCE = 1e-6
"""Largest component across the path that a prescribed joint derivative may have, relative to the largest component of this
derivative or, if larger, of the term of the derivative that is due to path curvature."""


def path_derivatives(geometry: PathGeometry, rows: object, end: int, count: int, what: str) -> Array:
    """Return w and its time derivatives (count,) at one end of a path from the prescribed motion of the joints there.

    end: 0 for the start, 1 for the end. rows (n,) or (k, n): velocities, accelerations, ... [rad/s, rad/s^2, ..., or with m].
    Derivatives of w beyond these rows are zero: the speed along the path is constant. what: argument named in errors. Raises
    `InputError` for derivatives that no motion along the path has.
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
    """Return the duration T [s] and the function w(t/T) of the time scaling with constant acceleration along the path.

    w: path parameter from 0 to 1. speeds: its rates wdot at the start and at the end [1/s], not both zero.
    """
    duration = 2.0 / sum(speeds)
    return duration, lambda x: duration * (speeds[0] * x + 0.5 * (speeds[1] - speeds[0]) * x**2)


def optimise_moving_ends(
    constraints: LimitConstraints, scaling: TimeScaling, guess: float, halvings: int, margin: float, places: Array, penalty: float
) -> TimingSolution:
    """Optimise a time scaling with moving ends by SLP; return the fastest one found, with the pieces of `scaling` halved
    `halvings` times.

    If limits cannot hold, the result exceeds the limits little. guess [s]: first duration. margin: fraction by which limits are
    tightened away from the ends (everywhere if joints are damped). places (k,): further samples, as fractions of the duration.
    penalty: mu.
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
    """Return the merit function T/unit + mu (largest excess of the utilisation over `allowed`); penalty: mu."""
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
    """Return dc, dT/T and the predicted decrease of the merit from a linear program; zeros if HiGHS finds no solution.

    rho, most_change: bounds of dc and dT/T; allowed: utilisation allowed at the samples; excess: mu times the largest excess
    of the utilisation over `allowed`; unit: T_0; penalty: mu.
    """
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


MARGINS_AND_PENALTIES = ((0.0, 2.0), (3e-4, 2.0), (1e-3, 2.0), (4e-3, 2.0), (1e-3, 20.0), (4e-3, 20.0), (1.6e-2, 20.0))
"""Pairs of margin (fraction by which limits are tightened) and penalty mu, tried one after the other. A large penalty finds
motions that barely satisfy their limits, but is slow to find the fastest motion."""
EXCESS_TOLERANCE = 3e-7
"""Excess of a utilisation bound over 1 that is accepted, since the prescribed motion at the ends may use all of a limit."""
TINY = 1e-300
"""Value in place of a speed of zero in a ratio."""
MovingSolver = Callable[[float, Array, float], TimingSolution | None]
"""Function (margin, places, penalty) -> solution, with `places` further samples; None if no profile has the prescribed speeds
at its ends."""


def boundary_motion(constraints: LimitConstraints, start: Any, end: Any, count: int) -> tuple[Array, Array] | None:
    """Return w and its time derivatives (count,) at start and at end, from joint velocities and higher derivatives there.

    Return None if both ends are at rest. Raises `InputError` for a moving start of damped elastic joints, `LimitError` if the
    prescribed motion exceeds a limit.
    """
    rest = np.zeros(constraints.geometry.n)
    prescribed = [rest if rows is None else rows for rows in (start, end)]
    rows = [
        path_derivatives(constraints.geometry, x, k, count, what) for k, (x, what) in enumerate(zip(prescribed, ("start", "end")))
    ]
    if not any(row[1:].any() for row in rows):
        return None
    if constraints.damped and rows[0][1:].any():
        name = constraints.robot.motor_names[int(filters(constraints.robot).damped.argmax())]
        raise InputError(
            f"start: joint {name!r} is elastic and damped, so that where its motor is at a start in motion depends on all of the "
            "motion before, which is not known. Expected none, a start at rest."
        )
    W = np.zeros((constraints.order + 1, 2))
    W[:count] = np.transpose(rows)
    values = constraints.values(joint_motion(constraints.geometry, W))
    names = [name for name in constraints.names if name in KINEMATIC[: count - 1] or (name in DYNAMIC[1:] and count > 2)]
    for name in names:
        share = np.abs(values[name]) / constraints.limits[name]
        if share.max() > 1.0 + ROUNDING:
            k, j = np.unravel_index(int(share.argmax()), share.shape)
            raise LimitError(
                f"joint {constraints.robot.motor_names[j]!r}: the motion given at the {('start', 'end')[k]}, at "
                f"{constraints.geometry.time(float(k)):.4g} s of the path, takes {100 * share[k, j]:.4g} % of its limit of "
                f"{name.replace('_', ' ')}. Be slower there, or change the limit."
            )
    return rows[0], rows[1]


def fastest_with_moving_ends(
    constraints: LimitConstraints, profile: Profile, motion: tuple[Array, Array], pieces: int
) -> tuple[TimingSolution, Verification, UtilisationBounds | None]:
    """Return (solution, verification, bounds): the first of a few solutions with growing margins that satisfies all limits.

    bounds: proved bounds of the utilisation, or None. profile: phase-plane profile of the rigid robot. motion: w and its time
    derivatives at both ends. pieces: number of pieces of the time scaling; 0 for rigid joints without friction. Raises
    `LimitError` with the speed that can be reached, or with the limit that is exceeded most by the solution that exceeds limits
    least.
    """
    speeds = float(motion[0][1]), float(motion[1][1])
    solver = (
        _elastic_solver(constraints, pieces, profile, motion) if pieces else _rigid_solver(constraints, len(profile.w), speeds)
    )
    places = np.zeros(0)
    least: tuple[float, TimingSolution, Verification] | None = None
    for margin, penalty in MARGINS_AND_PENALTIES:
        solution = solver(margin, places, penalty)
        if solution is None:
            break
        verification = Verification(constraints, solution.scaling)
        utilisation = verification.largest(solution.duration)
        bounds = (
            verification.proof(solution.duration) if verification.proves_first and utilisation <= 1.0 + EXCESS_TOLERANCE else None
        )
        if bounds is not None:
            utilisation = bounds.largest if np.isfinite(bounds.largest) else largest(verification.shares(solution.duration, True))
        if utilisation <= 1.0 + EXCESS_TOLERANCE:
            return solution, verification, bounds
        if least is None or utilisation < least[0]:
            least = utilisation, solution, verification
        places = np.union1d(places, verification.violations(solution.duration))
    if least is None:
        reached = np.sqrt(profile.x[[0, -1]])
        k = int(np.argmin([speed / prescribed if prescribed else np.inf for speed, prescribed in zip(reached, speeds)]))
        raise LimitError(
            f"{('start', 'end')[k]}: a speed of {speeds[k]:.4g} ways a second is given, at "
            f"{constraints.geometry.time(float(k)):.4g} s of the path, but within the limits of robot {constraints.robot.name!r} "
            f"at most {reached[k]:.4g} can be: {100 * speeds[k] / max(reached[k], TINY):.4g} %. Be slower, or "
            "change path or limits."
        )
    raise moving_ends_error(constraints, least[1], least[2])


def _rigid_solver(constraints: LimitConstraints, places: int, speeds: tuple[float, float]) -> MovingSolver:
    """Return the `MovingSolver` for rigid joints without friction; places: number of grid points.

    The solver returns None if no profile has the end speeds `speeds` (wdot at start and end, [1/s]).
    """

    def solve(margin: float, *_: Any) -> TimingSolution | None:
        profile = phase_plane(constraints.robot, constraints.geometry, places, margin, speeds)
        if not _has_speeds(profile, speeds):
            return None
        return TimingSolution(profile.time_scaling(), float(profile.t[-1]), 0)

    return solve


def _has_speeds(profile: Profile, speeds: tuple[float, float]) -> bool:
    """Return True if a profile has these speeds wdot [1/s] at its ends, within rounding."""
    return bool(np.allclose(np.sqrt(profile.x[[0, -1]]), speeds, rtol=ROUNDING, atol=0.0))


def _elastic_solver(constraints: LimitConstraints, pieces: int, rigid: Profile, motion: tuple[Array, Array]) -> MovingSolver:
    """Return the `MovingSolver` for elastic joints, friction, or limits of jerk or torque rate.

    Each call of the solver starts from the last solution.

    rigid: phase-plane profile of the rigid robot; motion: w and its time derivatives at both ends.
    """
    rest = constraints.order
    speeds = float(motion[0][1]), float(motion[1][1])
    halvings = max(0, int(np.ceil(np.log2(pieces / COARSEST))))
    first = max(int(np.ceil(pieces / 2**halvings)), rest)
    long = float(rigid.t[-1])
    if _has_speeds(rigid, speeds) and long > FALLBACK_DURATION:
        scaling = approximate_scaling(lambda x: np.interp(x, rigid.t / long, rigid.w), first, constraints.order + 1, rest)
    else:
        long, timing = constant_acceleration(speeds)
        scaling = approximate_scaling(timing, first, constraints.order + 1, rest)
    last = TimingSolution(scaling.with_motion(motion, long), long, 0)

    def solve(margin: float, places: Array, penalty: float) -> TimingSolution:
        nonlocal last, halvings
        improved = optimise_moving_ends(constraints, last.scaling, last.duration, halvings, margin, places, penalty)
        last, halvings = improved._replace(steps=last.steps + improved.steps), 0
        return last

    return solve
