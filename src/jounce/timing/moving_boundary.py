"""Minimum-time scaling between moving ends, which cannot be slowed down as a whole: the first of a few solutions that satisfies
all limits."""

from collections.abc import Callable
from typing import Any

import numpy as np

from jounce.errors import InputError, LimitError
from jounce.inverse.motor_motion import filters
from jounce.numbers.packing import Array
from jounce.timing.infeasibility import ROUNDING, moving_ends_error
from jounce.timing.interval_proof import UtilisationBounds
from jounce.timing.limit_constraints import DYNAMIC, KINEMATIC, LimitConstraints, largest
from jounce.timing.moving_boundary_slp import constant_acceleration, optimise_moving_ends, path_derivatives
from jounce.timing.path_geometry import joint_motion
from jounce.timing.phase_plane import Profile, phase_plane
from jounce.timing.rest_boundary import FALLBACK_DURATION
from jounce.timing.time_scaling import approximate_scaling
from jounce.timing.time_scaling_slp import COARSEST, TimingSolution
from jounce.timing.verification import Verification

MARGINS_AND_PENALTIES = ((0.0, 2.0), (3e-4, 2.0), (1e-3, 2.0), (4e-3, 2.0), (1e-3, 20.0), (4e-3, 20.0), (1.6e-2, 20.0))
"""Fractions by which limits are tightened, one after the other, and penalties on the largest excess. A large penalty finds
motions that barely satisfy their limits, and is slow to find the fastest."""
EXCESS_TOLERANCE = 3e-7
"""Accepted excess of a bound: the prescribed motion at the ends may use all of a limit."""
TINY = 1e-300
"""Value in place of a speed of zero in a ratio."""
MovingSolver = Callable[[float, Array, float], TimingSolution | None]
"""Function (margin, places, penalty) -> solution, with places further samples; None if no profile has these speeds at its
ends."""


def boundary_motion(constraints: LimitConstraints, start: Any, end: Any, count: int) -> tuple[Array, Array] | None:
    """Return w and its time derivatives (count,) at start and end from joint velocities and higher derivatives; None for rest at
    both.

    Raises `InputError` for a moving start of damped elastic joints, `LimitError` if the prescribed motion exceeds a limit.
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
    """Return the first of a few solutions with growing margins that satisfies all limits, its verification, and bounds if proved.

    motion: w and its time derivatives at both ends. pieces: of the time scaling; 0 for rigid joints without friction. Raises
    `LimitError` with the speed that can be reached, or with the limit that is exceeded most by the solution that exceeds it
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
    """Return the solver of rigid joints without friction; its result is None if a profile cannot have these speeds."""

    def solve(margin: float, *_: Any) -> TimingSolution | None:
        profile = phase_plane(constraints.robot, constraints.geometry, places, margin, speeds)
        if not _has_speeds(profile, speeds):
            return None
        return TimingSolution(profile.time_scaling(), float(profile.t[-1]), 0)

    return solve


def _has_speeds(profile: Profile, speeds: tuple[float, float]) -> bool:
    """True if a profile has these speeds wdot at its ends, within rounding."""
    return bool(np.allclose(np.sqrt(profile.x[[0, -1]]), speeds, rtol=ROUNDING, atol=0.0))


def _elastic_solver(constraints: LimitConstraints, pieces: int, rigid: Profile, motion: tuple[Array, Array]) -> MovingSolver:
    """Return the solver of other robots; each call continues from the last solution. rigid: profile of the rigid robot."""
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
