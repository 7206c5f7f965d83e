"""Timings from and to given motion, which cannot be slowed down as a whole: the first of a few that keeps all limits."""

from collections.abc import Callable
from typing import Any

import numpy as np

from jounce.errors import InputError, LimitError
from jounce.inverse.along import filters
from jounce.numbers.packing import Array
from jounce.timing.curve import run_along
from jounce.timing.demand import DYNAMIC, KINEMATIC, Demand, largest
from jounce.timing.from_rest import SHORT
from jounce.timing.look import Look
from jounce.timing.moving import motion_along, optimise_moving, steady
from jounce.timing.phase_plane import Profile, phase_plane
from jounce.timing.programs import COARSEST, Found
from jounce.timing.proof import Bounds
from jounce.timing.refusals import ROUNDING, beyond
from jounce.timing.shape import shape_of

MOVING = ((0.0, 2.0), (3e-4, 2.0), (1e-3, 2.0), (4e-3, 2.0), (1e-3, 20.0), (4e-3, 20.0), (1.6e-2, 20.0))
"""Shares of limits that are left unused while a timing is found, one after the other, and penalties on the largest share beyond
1. A large one finds motions that hardly keep their limits, and is slow to find the fastest."""
ROUNDED = 3e-7
"""Share by which bounds of limits may be exceeded in the end: they may be used up by what is given."""
TINY = 1e-300
Moving = Callable[[float, Array, float], Found | None]
"""A timing by margin, places that are looked at besides, and penalty; none if there is none with such speeds at its ends."""


def motion_at_ends(demand: Demand, start: Any, end: Any, count: int) -> tuple[Array, Array] | None:
    """w and its derivatives (count,) at both ends; None where it rests at both of them."""
    still = np.zeros(demand.curve.n)
    given = [still if rows is None else rows for rows in (start, end)]
    rows = [motion_along(demand.curve, x, k, count, what) for k, (x, what) in enumerate(zip(given, ("start", "end")))]
    if not any(row[1:].any() for row in rows):
        return None
    if demand.damped and rows[0][1:].any():
        name = demand.robot.motor_names[int(filters(demand.robot).damped.argmax())]
        raise InputError(
            f"start: joint {name!r} is elastic and damped, so that where its motor is at a start in motion depends on all of the "
            "motion before, which is not known. Expected none, a start at rest."
        )
    W = np.zeros((demand.order + 1, 2))
    W[:count] = np.transpose(rows)
    values = demand.values(run_along(demand.curve, W))
    names = [name for name in demand.names if name in KINEMATIC[: count - 1] or (name in DYNAMIC[1:] and count > 2)]
    for name in names:
        share = np.abs(values[name]) / demand.limits[name]
        if share.max() > 1.0 + ROUNDING:
            k, j = np.unravel_index(int(share.argmax()), share.shape)
            raise LimitError(
                f"joint {demand.robot.motor_names[j]!r}: the motion given at the {('start', 'end')[k]}, at "
                f"{demand.curve.time(float(k)):.4g} s of the path, takes {100 * share[k, j]:.4g} % of its limit of "
                f"{name.replace('_', ' ')}. Be slower there, or change the limit."
            )
    return rows[0], rows[1]


def kept(demand: Demand, profile: Profile, motion: tuple[Array, Array], pieces: int) -> tuple[Found, Look, Bounds | None]:
    """The first of a few tries with larger and larger margins that keeps all limits, from and to given motion, and bounds of them
    if they are proved.

    Such a motion cannot be slowed down as a whole. pieces: none for rigid joints without friction.
    """
    speeds = float(motion[0][1]), float(motion[1][1])
    tries = _elastic_moving(demand, pieces, profile, motion) if pieces else _rigid_moving(demand, len(profile.w), speeds)
    places = np.zeros(0)
    least: tuple[float, Found, Look] | None = None
    for margin, penalty in MOVING:
        found = tries(margin, places, penalty)
        if found is None:
            break
        look = Look(demand, found.shape)
        share = look.largest(found.duration)
        bounds = look.proof(found.duration) if look.at_once and share <= 1.0 + ROUNDED else None
        if bounds is not None:
            share = bounds.largest if np.isfinite(bounds.largest) else largest(look.shares(found.duration, True))
        if share <= 1.0 + ROUNDED:
            return found, look, bounds
        if least is None or share < least[0]:
            least = share, found, look
        places = np.union1d(places, look.beyond(found.duration))
    if least is None:
        reached = np.sqrt(profile.x[[0, -1]])
        k = int(np.argmin([have / want if want else np.inf for have, want in zip(reached, speeds)]))
        raise LimitError(
            f"{('start', 'end')[k]}: a speed of {speeds[k]:.4g} ways a second is given, at "
            f"{demand.curve.time(float(k)):.4g} s of the path, but within the limits of robot {demand.robot.name!r} at most "
            f"{reached[k]:.4g} can be: {100 * speeds[k] / max(reached[k], TINY):.4g} %. Be slower, or change path or limits."
        )
    raise beyond(demand, least[1], least[2])


def _rigid_moving(demand: Demand, places: int, speeds: tuple[float, float]) -> Moving:
    """Timings of rigid joints without friction, by margin; none if they cannot have these speeds."""

    def found(margin: float, *_: Any) -> Found | None:
        profile = phase_plane(demand.robot, demand.curve, places, margin, speeds)
        if not _has(profile, speeds):
            return None
        return Found(profile.shape(), float(profile.t[-1]), 0)

    return found


def _has(profile: Profile, speeds: tuple[float, float]) -> bool:
    """Whether a profile has these speeds at its ends."""
    return bool(np.allclose(np.sqrt(profile.x[[0, -1]]), speeds, rtol=ROUNDING, atol=0.0))


def _elastic_moving(demand: Demand, pieces: int, rigid: Profile, motion: tuple[Array, Array]) -> Moving:
    """Timings of other robots, by margin, places that are looked at besides, and penalty; each goes on from the last."""
    rest = demand.order
    speeds = float(motion[0][1]), float(motion[1][1])
    halvings = max(0, int(np.ceil(np.log2(pieces / COARSEST))))
    first = max(int(np.ceil(pieces / 2**halvings)), rest)
    long = float(rigid.t[-1])
    if _has(rigid, speeds) and long > SHORT:
        shape = shape_of(lambda x: np.interp(x, rigid.t / long, rigid.w), first, demand.order + 1, rest)
    else:
        long, timing = steady(speeds)
        shape = shape_of(timing, first, demand.order + 1, rest)
    last = Found(shape.with_motion(motion, long), long, 0)

    def found(margin: float, places: Array, penalty: float) -> Found:
        nonlocal last, halvings
        more = optimise_moving(demand, last.shape, last.duration, halvings, margin, places, penalty)
        last, halvings = more._replace(steps=last.steps + more.steps), 0
        return last

    return found
