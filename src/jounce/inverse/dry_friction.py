"""Times that resolve the dry friction of links between the samples of a motion.

    friction v / sqrt(v^2 + s^2),    s the speed over which the friction changes sign

is smooth in u = asinh(v / s): points at equal steps of u resolve it between two times. A link that reverses with acceleration a
is within the transition during s / a only, often far less than the spacing of samples.
"""

import numpy as np

from jounce.numbers.packing import Array
from jounce.plant.plant import LinkFriction, plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Path

SAME = 1e-6
"""Fraction of the shortest interval below which two times count as the same."""
MOST = 400
"""Largest number of pieces of an interval, for one joint."""


def has_dry_friction(robot: Robot) -> bool:
    """Return True if a link has Coulomb friction."""
    return bool(_dry_frictions(robot))


def _dry_frictions(robot: Robot) -> list[tuple[int, LinkFriction]]:
    """Return the Coulomb frictions of links, each with its DOF."""
    return [
        (i, friction) for i, elements in enumerate(plant_of(robot).beside) for friction in elements.rubbing if friction.coulomb
    ]


def resolve_dry_friction(robot: Robot, motion: Path, t: Array, step: float) -> Array:
    """Return increasing times t (T,) and times between them, at most `step` apart in asinh(v / s) of every dry friction.

    The speed is assumed linear between two times of t: v = s sinh(u). An interval has at most `MOST` pieces.
    """
    frictions = _dry_frictions(robot)
    if not frictions or len(t) < 2:
        return t
    speeds, more = motion(t, 1)[1], [np.zeros(0)]
    for i, friction in frictions:
        v = friction.ratio * speeds[:, i] / friction.speed
        u = np.arcsinh(v)
        for k in np.flatnonzero(np.abs(np.diff(u)) > step):
            count = min(int(np.ceil(abs(u[k + 1] - u[k]) / step)), MOST)
            fraction = (np.sinh(np.linspace(u[k], u[k + 1], count + 1)[1:-1]) - v[k]) / (v[k + 1] - v[k])
            more.append(t[k] + fraction * (t[k + 1] - t[k]))
    union = np.sort(np.concatenate([t, *more]))
    apart = np.append(True, np.diff(union) > SAME * np.diff(t).min())
    added = union[apart & ~np.isin(union, t)]
    near = np.abs(added - t[np.clip(np.searchsorted(t, added) + np.array([[-1], [0]]), 0, len(t) - 1)]).min(axis=0)
    return np.sort(np.concatenate([t, added[near > SAME * np.diff(t).min()]]))
