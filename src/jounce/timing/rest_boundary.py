"""Timings from rest to rest: the fastest of a few, slowed down as a whole until limits hold everywhere."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from jounce.errors import LimitError
from jounce.numbers.packing import Array
from jounce.timing.certificate import DURATION_TOLERANCE, CertifiedTiming, certify, feasible_duration, violated_spans
from jounce.timing.infeasibility import static_limit_error, unproved_error
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.phase_plane import Profile, phase_plane
from jounce.timing.polynomial_time_scaling import polynomial_time_scalings
from jounce.timing.reversals import has_reversals
from jounce.timing.time_scaling import approximate_scaling
from jounce.timing.time_scaling_slp import COARSEST, LEAST_GROWTH, TimingSolution, first_duration, optimise
from jounce.timing.verification import Verification
from jounce.trajectory.smooth_step import smooth_step

MARGINS = (1e-5, 3e-4, 1e-3, 4e-3)
"""Shares of limits that are left unused while a timing is found, one after the other."""
PENALTIES = (2.0, 10.0, 50.0)
"""Penalties on what is exceeded, see `programs`: a timing is found from the beginning with each, until one need not be slowed
down by more than `SLACK`."""
MOST_STRETCH = 2e-3
"""Share by which a try may be slowed down without another one."""
REVERSING_STRETCH, REVERSING_TOLERANCE = 1e-2, 1e-5
"""The same, and the share of the duration to which it is found, where dry friction meets a limit of the torque rate: there each
look takes longer."""
MARGIN_FACTOR, MOST_MARGIN = 1.5, 0.05
"""Of what a bound exceeds its limit: the next margin, and its largest value."""
LITTLE = 1.01
"""Share of a limit up to which a little more time may help a move."""
FALLBACK_DURATION = 1e-3
"""A duration [s] to begin with where rigid joints would have no limit."""
PROOFS = 5
"""Durations of a move of which a proof is tried."""
INSTANTS, SHORTER_DURATIONS = 513, 16
"""Samples of a polynomial timing, and durations below the best, 5 % apart, at which it is looked whether it is faster."""
TimingSolver = Callable[[float, Array, float], TimingSolution]
"""A timing by margin, by places (k,) at which limits are sampled besides, and by penalty; from the beginning without places, then
from the last one."""


def fastest_from_rest(
    constraints: LimitConstraints, tries: TimingSolver, room: float, penalties: tuple[float, ...] = PENALTIES
) -> CertifiedTiming:
    """Return the first of a few timings whose limits hold everywhere with hardly more time, or the shortest of all, slowed down.

    Where a timing exceeds a limit between samples, another one is found with a margin and with samples there too. No polynomial
    timing of the path is faster than the result.
    """
    reversing = has_reversals(constraints)
    slack, close = (REVERSING_STRETCH, REVERSING_TOLERANCE) if reversing else (MOST_STRETCH, DURATION_TOLERANCE)
    slower: list[tuple[TimingSolution, Verification]] = []
    best: CertifiedTiming | None = None
    for penalty in penalties[:1] if reversing else penalties:
        places, more = np.zeros(0), 0.0
        for margin in MARGINS:
            found = tries(min(max(margin, more), 0.5 * room), places, penalty)
            verification = Verification(constraints, found.scaling)
            longest = (1.0 + slack) * found.duration
            needed = verification.required(found.duration) if reversing else np.inf
            duration = found.duration if needed <= 1.0 else feasible_duration(verification.required, found.duration, close)
            slower.append((found._replace(duration=duration), verification))
            places = np.union1d(np.append(places, 0.5), verification.violations(found.duration))
            if duration > longest:
                if reversing:  # a slower motion may ask for more
                    more = min(MARGIN_FACTOR * (needed - 1.0) + max(margin, more), MOST_MARGIN)
                continue
            best, bounds = certify(found._replace(duration=duration), verification, longest)
            if best is not None:
                break
            if bounds is not None:
                places = np.union1d(places, violated_spans(bounds))
                more = min(MARGIN_FACTOR * (bounds.reached - 1.0) + margin, MOST_MARGIN)
        if best is not None:
            break
    if best is None:
        shortest, verification = min(slower, key=lambda row: row[0].duration)
        best, bounds = certify(shortest, verification)
        polynomials = _faster_polynomials(constraints, shortest if best is None else best.solution)
        if best is None and not polynomials:
            assert bounds is not None
            raise unproved_error(verification, shortest.duration, bounds)
    else:
        polynomials = _faster_polynomials(constraints, best.solution)
    for found, verification in polynomials:
        other, _ = certify(found, verification, np.inf if best is None else best.solution.duration)
        best = best if other is None else other
    assert best is not None
    return best


def _faster_polynomials(constraints: LimitConstraints, best: TimingSolution) -> list[tuple[TimingSolution, Verification]]:
    """Return the polynomial timings that are faster than the best timing, each with the least duration found for it."""
    faster: list[tuple[TimingSolution, Verification]] = []
    if best.scaling.degree == constraints.order:  # rigid joints: found in the phase plane, which is faster
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
    """Timings of rigid joints without friction, by margin."""

    def found(margin: float, *_: Any) -> TimingSolution:
        profile = phase_plane(constraints.robot, constraints.geometry, places, margin) if margin else first
        return TimingSolution(profile.time_scaling(), float(profile.t[-1]), 0)

    return found


def elastic_solver(constraints: LimitConstraints, pieces: int, rigid: Profile) -> TimingSolver:
    """Timings of a robot whose motors need more than accelerations, or have friction, by margin and by places that are looked at
    besides; each goes on from the last."""
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
        """Return the shortest of a few first guesses."""
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

    def found(margin: float, places: Array, penalty: float) -> TimingSolution:
        nonlocal last
        again = last is not None and len(places) > 0
        begin = last if last is not None and again else start()
        more = optimise(constraints.with_margin(margin), begin.scaling, begin.duration, 0 if again else halvings, places, penalty)
        last = more._replace(steps=begin.steps + more.steps)
        return last

    return found
