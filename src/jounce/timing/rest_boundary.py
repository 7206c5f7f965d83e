"""Minimum-time scaling of a path from rest to rest, by optimisation; the motion is slowed down as a whole until all limits hold.

Of a few solutions, the first that needs hardly any slowing down is used; if there is none, the one that is fastest when slowed
down. A polynomial time scaling replaces this solution if it is faster."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from jounce.errors import LimitError
from jounce.numbers.packing import Array
from jounce.timing.certificate import (
    DURATION_TOLERANCE,
    CertifiedTiming,
    Verification,
    certify,
    feasible_duration,
    violated_spans,
)
from jounce.timing.constraint_sampling import has_reversals
from jounce.timing.infeasibility import static_limit_error, unproved_error
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.path_geometry import geometric_path, timing_law
from jounce.timing.phase_plane import Profile, phase_plane
from jounce.timing.time_scaling import TimeScaling, approximate_scaling
from jounce.timing.time_scaling_slp import COARSEST, LEAST_GROWTH, TimingSolution, first_duration, optimise
from jounce.trajectory.polynomial import smooth_step

MARGINS = (1e-5, 3e-4, 1e-3, 4e-3)
"""Fractions by which limits are tightened during optimisation, tried one after the other."""
PENALTIES = (2.0, 10.0, 50.0)
"""Penalties mu on the excess over limits, see `time_scaling_slp`. The optimisation starts anew with each penalty, until a
solution need not be slowed down by more than `MOST_STRETCH`."""
MOST_STRETCH = 2e-3
"""Fraction by which a solution may be slowed down without another attempt."""
REVERSING_STRETCH, REVERSING_TOLERANCE = 1e-2, 1e-5
"""Values in place of `MOST_STRETCH` and of `DURATION_TOLERANCE` for robots with dry friction and a torque rate limit, whose
verification takes longer."""
MARGIN_FACTOR, MOST_MARGIN = 1.5, 0.05
"""Increase of the margin by which limits are tightened, as a multiple of the excess of the utilisation over 1; largest margin."""
FALLBACK_DURATION = 1e-3
"""Least first guess of the duration [s], used if nothing limits the rigid robot."""
INSTANTS, SHORTER_DURATIONS = 513, 16
"""Number of samples of a polynomial scaling, and number of durations, from the best one downwards and 5 % apart, that are
tried with polynomials."""
TimingSolver = Callable[[float, Array, float], TimingSolution]
"""Function (margin, places (k,), penalty) -> solution, with `places` further samples. Without places the optimisation starts
anew, otherwise from the last solution."""


def fastest_from_rest(
    constraints: LimitConstraints, solver: TimingSolver, room: float, penalties: tuple[float, ...] = PENALTIES
) -> CertifiedTiming:
    """Return the first of a few solutions that satisfies all limits if slowed down by at most `MOST_STRETCH`; otherwise the
    solution that is the fastest when slowed down.

    Where a solution exceeds a limit between samples, the next solution is optimised with a margin and with samples there. The
    polynomials of `polynomial_time_scalings` are tried too, and replace the solution if they are faster. room: smallest distance
    of the static utilisation from 1, half of which a margin may use. penalties: see `PENALTIES`.
    """
    reversing = has_reversals(constraints)
    most_stretch, tolerance = (REVERSING_STRETCH, REVERSING_TOLERANCE) if reversing else (MOST_STRETCH, DURATION_TOLERANCE)
    stretched: list[tuple[TimingSolution, Verification]] = []
    best: CertifiedTiming | None = None
    for penalty in penalties[:1] if reversing else penalties:
        places, least_margin = np.zeros(0), 0.0
        for margin in MARGINS:
            solution = solver(min(max(margin, least_margin), 0.5 * room), places, penalty)
            verification = Verification(constraints, solution.scaling)
            longest = (1.0 + most_stretch) * solution.duration
            needed = verification.required(solution.duration) if reversing else np.inf
            duration = (
                solution.duration if needed <= 1.0 else feasible_duration(verification.required, solution.duration, tolerance)
            )
            stretched.append((solution._replace(duration=duration), verification))
            places = np.union1d(np.append(places, 0.5), verification.violations(solution.duration))
            if duration > longest:
                if reversing:  # a slower motion may need more of a limit
                    least_margin = min(MARGIN_FACTOR * (needed - 1.0) + max(margin, least_margin), MOST_MARGIN)
                continue
            best, bounds = certify(solution._replace(duration=duration), verification, longest)
            if best is not None:
                break
            if bounds is not None:
                places = np.union1d(places, violated_spans(bounds))
                least_margin = min(MARGIN_FACTOR * (bounds.reached - 1.0) + margin, MOST_MARGIN)
        if best is not None:
            break
    if best is None:
        shortest, verification = min(stretched, key=lambda row: row[0].duration)
        best, bounds = certify(shortest, verification)
    else:
        shortest, bounds = best.solution, None
    for solution, polynomial in _faster_polynomials(constraints, shortest if best is None else best.solution):
        other, _ = certify(solution, polynomial, np.inf if best is None else best.solution.duration)
        if other is not None and (best is None or other.solution.duration < best.solution.duration):
            best = other
    if best is None:
        assert bounds is not None  # of the shortest solution, which was not certified
        raise unproved_error(verification, shortest.duration, bounds)
    return best


def _faster_polynomials(constraints: LimitConstraints, best: TimingSolution) -> list[tuple[TimingSolution, Verification]]:
    """Return the polynomial time scalings whose limits hold at samples with a duration no longer than that of the best solution.

    Each scaling has the least duration found at which its limits hold, and comes with its verification.
    """
    faster: list[tuple[TimingSolution, Verification]] = []
    if best.scaling.degree == constraints.order:  # rigid joints: the phase plane is faster than any polynomial
        return faster
    for scaling in polynomial_time_scalings(constraints, best.scaling.rest):
        sampled = constraints.sample(scaling, np.linspace(0.0, 1.0, INSTANTS))
        durations = best.duration / LEAST_GROWTH ** np.arange(SHORTER_DURATIONS)
        within = [T for T in durations if sampled.largest(T) <= 1.0]
        if within:
            verification = Verification(constraints, scaling)
            duration = feasible_duration(verification.required, within[-1], REVERSING_TOLERANCE)
            faster.append((TimingSolution(scaling, duration, best.steps), verification))
    return faster


def rigid_solver(constraints: LimitConstraints, places: int, first: Profile) -> TimingSolver:
    """Return the `TimingSolver` for rigid joints without friction, whose solution depends on the margin alone.

    places: number of grid points of the path; first: the profile without a margin.
    """

    def solve(margin: float, *_: Any) -> TimingSolution:
        profile = phase_plane(constraints.robot, constraints.geometry, places, margin) if margin else first
        return TimingSolution(profile.time_scaling(), float(profile.t[-1]), 0)

    return solve


def elastic_solver(constraints: LimitConstraints, pieces: int, rigid: Profile) -> TimingSolver:
    """Return the `TimingSolver` for elastic joints, friction, or limits of jerk or torque rate.

    pieces: number of pieces of the final time scaling; rigid: profile of the robot with rigid joints, used as a first guess.
    """
    rest = max(1, int(np.ceil(constraints.order / constraints.geometry.power)))
    halvings = max(0, int(np.ceil(np.log2(pieces / COARSEST))))
    first = max(int(np.ceil(pieces / 2**halvings)), rest)
    long = float(rigid.t[-1])

    def rigid_timing(x: Array) -> Array:
        return np.interp(x, rigid.t / long, rigid.w)

    def polynomial(x: Array) -> Array:
        w: Array = smooth_step(x, 2 * rest - 1, 0)[0]
        return w

    @cache
    def start() -> TimingSolution:
        """Return the first guess with the shortest duration among approximations of the rigid profile and of a polynomial."""
        starts, timings = [], [polynomial]
        if long > FALLBACK_DURATION:
            timings = [rigid_timing, polynomial] if has_reversals(constraints) else [rigid_timing]
        for timing in timings:
            scaling = approximate_scaling(timing, first, constraints.order + 1, rest)
            try:
                starts.append(
                    TimingSolution(scaling, first_duration(constraints, scaling, max(long, FALLBACK_DURATION), halvings), 0)
                )
            except LimitError:
                raise static_limit_error(constraints, scaling) from None
        return min(starts, key=lambda start: start.duration)

    last: TimingSolution | None = None

    def solve(margin: float, places: Array, penalty: float) -> TimingSolution:
        nonlocal last
        warm = last is not None and len(places) > 0
        begin = last if last is not None and warm else start()
        improved = optimise(
            constraints.with_margin(margin), begin.scaling, begin.duration, 0 if warm else halvings, places, penalty
        )
        last = improved._replace(steps=begin.steps + improved.steps)
        return last

    return solve


def polynomial_time_scalings(constraints: LimitConstraints, rest: int) -> list[TimeScaling]:
    """Return the rest-to-rest polynomial of least degree that leaves rest smoothly enough, as a time scaling.

    For lines and tool paths, the polynomial with the degree of their own timing law is added if that degree is higher. rest:
    power of x with which w must leave 0. A path that is parametrised by its own time and leaves rest fast enough has rest = 1:
    then the first polynomial is w = x.
    """
    degrees = [2 * rest - 1]
    if geometric_path(constraints.geometry.path) is not None:
        path_degree = int(timing_law(constraints.geometry.path).degree)
        degrees += [path_degree] if path_degree > degrees[0] else []
    return [_polynomial_scaling(degree, constraints.order + 1) for degree in degrees]


def _polynomial_scaling(degree: int, least: int) -> TimeScaling:
    """Return the rest-to-rest polynomial of odd `degree` from 0 to 1 as one spline piece, whose degree is raised to `least` if
    it is lower."""
    rest = (degree + 1) // 2
    c = np.repeat([0.0, 1.0], rest)
    for d in range(degree + 1, least + 1):
        c = _elevate_degree(c, d)
    return TimeScaling(np.repeat([0.0, 1.0], len(c)), c, rest)


def _elevate_degree(c: Array, degree: int) -> Array:
    """Return the Bernstein coefficients (degree+1,), in the basis of `degree`, of the polynomial with the Bernstein coefficients
    c (degree,) in the basis of one degree less."""
    weight = np.arange(degree + 1) / degree
    elevated: Array = weight * np.append(0.0, c) + (1.0 - weight) * np.append(c, 0.0)
    return elevated
