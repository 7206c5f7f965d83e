"""Timings from rest to rest: the fastest of a few, slowed down as a whole until limits hold everywhere."""

from collections.abc import Callable

import numpy as np

from jounce.errors import LimitError
from jounce.numbers.packing import Array
from jounce.timing.demand import Demand, largest
from jounce.timing.look import Look
from jounce.timing.phase_plane import Profile, phase_plane
from jounce.timing.programs import COARSEST, Found, least_duration, optimise
from jounce.timing.proof import Bounds
from jounce.timing.refusals import above, never
from jounce.timing.shape import shape_of
from jounce.trajectory.smooth_step import smooth_step

LAST = 1e-7
"""Share of the duration to which it is found in the end."""
MARGINS = (0.0, 0.0, 1e-3, 4e-3, 1.6e-2)
"""Shares of limits that are left unused while a timing is found, one after the other."""
SLACK = 2e-3
"""Share by which a try may be slowed down without another one."""
SHORT = 1e-3
"""A duration [s] to begin with where rigid joints would have no limit."""
PROOFS = 5
"""Durations of a move of which a proof is tried."""
LITTLE = 1.01
"""Share of a limit up to which the duration is stretched by as much as it is exceeded."""
DURATIONS = 60
"""Durations that a scan proves at most."""
STRIDE = 0.1
"""Largest fraction by which one step of the scan stretches the duration."""
Tries = Callable[[float, Array], Found]
"""A timing by the margin that it leaves, and places (k,) at which limits are looked at besides."""


def settled(demand: Demand, tries: Tries, room: float) -> tuple[Found, Look, Bounds | None]:
    """The shortest of a few tries, slowed down until limits hold everywhere, and bounds of them if they are proved.

    A motion that exceeds a limit between samples usually needs a little more time. Where it needs more than that, another one is
    found, for which limits are looked at there too. But where gravity takes most of a torque, a slower motion may need more
    torque: then a margin costs less.
    """
    best: tuple[Found, Look] | None = None
    places = np.zeros(0)
    for margin in MARGINS:
        found = tries(min(margin, 0.5 * room), places)
        look = Look(demand, found.shape)
        duration = least_duration(look.needed, found.duration, LAST)
        if best is None or duration < best[0].duration:
            best = found._replace(duration=duration), look
        if duration <= (1.0 + SLACK) * found.duration:
            break
        places = np.union1d(places, look.beyond(found.duration))
    assert best is not None
    found, look = best
    if not look.at_once:
        return found, look, None
    duration, bounds = proved_duration(look, found.duration)
    return found._replace(duration=duration), look, bounds


def proved_duration(look: Look, duration: float) -> tuple[float, Bounds]:
    """Return a duration [s], this one or a longer one, with which every limit holds with proof, and the bounds.

    A slower motion may take more of a limit: the part of dry friction in a torque rate rises with the duration where motors are
    much faster than their `coulomb_speed`, and springs do it to motor velocities. So durations are scanned upwards, each with its
    own bound. Only where bounds are not finite, limits hold by the estimate.
    """
    longer, growth = duration, 0.5 * LAST
    for _ in range(DURATIONS):
        bounds = look.proof(longer)
        if bounds.largest <= 1.0:
            return longer, bounds
        if not np.isfinite(bounds.largest):
            longer = least_duration(lambda T: largest(look.shares(T, True)), duration, LAST)
            return longer, look.proof(longer)
        growth = min(max(2.0 * growth, min(bounds.largest, LITTLE) - 1.0 + LAST), STRIDE)
        longer *= 1.0 + growth
    raise above(look, longer / (1.0 + growth), bounds)


def rigid_tries(demand: Demand, places: int, first: Profile) -> Tries:
    """Timings of rigid joints without friction, by margin."""

    def found(margin: float, _: Array) -> Found:
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

    def timing(x: Array) -> Array:
        """A first guess: that of rigid joints, unless those have no limit."""
        found: Array = smooth_step(x, 2 * rest - 1, 0)[0] if long < SHORT else np.interp(x, rigid.t / long, rigid.w)
        return found

    last = Found(shape_of(timing, first, demand.order + 1, rest), max(long, SHORT), 0)

    def found(margin: float, places: Array) -> Found:
        nonlocal last, halvings
        try:
            more = optimise(demand.with_margin(margin), last.shape, last.duration, halvings, places)
        except LimitError:
            raise never(demand, last.shape) from None
        last, halvings = more._replace(steps=last.steps + more.steps), 0
        return last

    return found
