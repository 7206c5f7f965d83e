"""Timings from rest to rest: the fastest of a few, slowed down as a whole until limits hold everywhere."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from jounce.errors import LimitError
from jounce.numbers.packing import Array
from jounce.timing.certificate import LAST, Certified, above_one, certified, feasible_duration
from jounce.timing.demand import Demand
from jounce.timing.look import Look
from jounce.timing.phase_plane import Profile, phase_plane
from jounce.timing.polynomial_timing import polynomial_timings
from jounce.timing.programs import COARSEST, UPWARD, Found, first_duration, optimise
from jounce.timing.refusals import above, never
from jounce.timing.reversals import has_reversals
from jounce.timing.shape import shape_of
from jounce.trajectory.smooth_step import smooth_step

MARGINS = (1e-5, 3e-4, 1e-3, 4e-3)
"""Shares of limits that are left unused while a timing is found, one after the other."""
PENALTIES = (2.0, 10.0, 50.0)
"""Penalties on what is exceeded, see `programs`: a timing is found from the beginning with each, until one need not be slowed
down by more than `SLACK`."""
SLACK = 2e-3
"""Share by which a try may be slowed down without another one."""
REVERSING_SLACK, REVERSING_LAST = 1e-2, 1e-5
"""The same, and the share of the duration to which it is found, where dry friction meets a limit of the torque rate: there each
look takes longer."""
BEYOND, MOST = 1.5, 0.05
"""Of what a bound exceeds its limit: the next margin, and its largest value."""
LITTLE = 1.01
"""Share of a limit up to which a little more time may help a move."""
SHORT = 1e-3
"""A duration [s] to begin with where rigid joints would have no limit."""
PROOFS = 5
"""Durations of a move of which a proof is tried."""
INSTANTS, FASTER = 513, 16
"""Samples of a polynomial timing, and durations below the best, 5 % apart, at which it is looked whether it is faster."""
Tries = Callable[[float, Array, float], Found]
"""A timing by margin, by places (k,) at which limits are sampled besides, and by penalty; from the beginning without places, then
from the last one."""


def settled(demand: Demand, tries: Tries, room: float, penalties: tuple[float, ...] = PENALTIES) -> Certified:
    """Return the first of a few timings whose limits hold everywhere with hardly more time, or the shortest of all, slowed down.

    Where a timing exceeds a limit between samples, another one is found with a margin and with samples there too. No polynomial
    timing of the path is faster than the result.
    """
    reversing = has_reversals(demand)
    slack, close = (REVERSING_SLACK, REVERSING_LAST) if reversing else (SLACK, LAST)
    slower: list[tuple[Found, Look]] = []
    best: Certified | None = None
    for penalty in penalties[:1] if reversing else penalties:
        places, more = np.zeros(0), 0.0
        for margin in MARGINS:
            found = tries(min(max(margin, more), 0.5 * room), places, penalty)
            look = Look(demand, found.shape)
            longest = (1.0 + slack) * found.duration
            needed = look.needed(found.duration) if reversing else np.inf
            duration = found.duration if needed <= 1.0 else feasible_duration(look.needed, found.duration, close)
            slower.append((found._replace(duration=duration), look))
            places = np.union1d(np.append(places, 0.5), look.beyond(found.duration))
            if duration > longest:
                if reversing:  # a slower motion may ask for more
                    more = min(BEYOND * (needed - 1.0) + max(margin, more), MOST)
                continue
            best, bounds = certified(found._replace(duration=duration), look, longest)
            if best is not None:
                break
            if bounds is not None:
                places = np.union1d(places, above_one(bounds))
                more = min(BEYOND * (bounds.reached - 1.0) + margin, MOST)
        if best is not None:
            break
    if best is None:
        shortest, look = min(slower, key=lambda row: row[0].duration)
        best, bounds = certified(shortest, look)
        polynomials = _polynomials(demand, shortest if best is None else best.found)
        if best is None and not polynomials:
            assert bounds is not None
            raise above(look, shortest.duration, bounds)
    else:
        polynomials = _polynomials(demand, best.found)
    for found, look in polynomials:
        other, _ = certified(found, look, np.inf if best is None else best.found.duration)
        best = best if other is None else other
    assert best is not None
    return best


def _polynomials(demand: Demand, best: Found) -> list[tuple[Found, Look]]:
    """Return the polynomial timings that are faster than the best timing, each with the least duration found for it."""
    faster: list[tuple[Found, Look]] = []
    if best.shape.degree == demand.order:  # rigid joints: found in the phase plane, which is faster
        return faster
    for shape in polynomial_timings(demand, best.shape.rest):
        trial = demand.trial(shape, np.linspace(0.0, 1.0, INSTANTS))
        durations = best.duration / UPWARD ** np.arange(FASTER)
        within = [T for T in durations if trial.largest(T) <= 1.0]
        if within:
            look = Look(demand, shape)
            duration = feasible_duration(look.needed, within[-1], REVERSING_LAST)
            faster.append((Found(shape, duration, best.steps), look))
    return faster


def rigid_tries(demand: Demand, places: int, first: Profile) -> Tries:
    """Timings of rigid joints without friction, by margin."""

    def found(margin: float, *_: Any) -> Found:
        profile = phase_plane(demand.robot, demand.curve, places, margin) if margin else first
        return Found(profile.shape(), float(profile.t[-1]), 0)

    return found


def elastic_tries(demand: Demand, pieces: int, rigid: Profile) -> Tries:
    """Timings of a robot whose motors need more than accelerations, or have friction, by margin and by places that are looked at
    besides; each goes on from the last."""
    rest = max(1, int(np.ceil(demand.order / demand.curve.power)))
    halvings = max(0, int(np.ceil(np.log2(pieces / COARSEST))))
    first = max(int(np.ceil(pieces / 2**halvings)), rest)
    long = float(rigid.t[-1])

    def rigid_timing(x: Array) -> Array:
        return np.interp(x, rigid.t / long, rigid.w)

    def polynomial(x: Array) -> Array:
        w: Array = smooth_step(x, 2 * rest - 1, 0)[0]
        return w

    @cache
    def start() -> Found:
        """Return the shortest of a few first guesses."""
        starts, timings = [], [polynomial]
        if long > SHORT:
            timings = [rigid_timing, polynomial] if has_reversals(demand) else [rigid_timing]
        for timing in timings:
            shape = shape_of(timing, first, demand.order + 1, rest)
            try:
                starts.append(Found(shape, first_duration(demand, shape, max(long, SHORT), halvings), 0))
            except LimitError:
                raise never(demand, shape) from None
        return min(starts, key=lambda start: start.duration)

    last: Found | None = None

    def found(margin: float, places: Array, penalty: float) -> Found:
        nonlocal last
        again = last is not None and len(places) > 0
        begin = last if last is not None and again else start()
        more = optimise(demand.with_margin(margin), begin.shape, begin.duration, 0 if again else halvings, places, penalty)
        last = more._replace(steps=begin.steps + more.steps)
        return last

    return found
