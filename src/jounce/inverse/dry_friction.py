"""Where dry friction of links changes so fast that samples of a motion miss it.

    friction v / sqrt(v^2 + s^2),    s the speed over which it changes sign

is smooth in u = asinh(v / s): between two times it is resolved by points at equal steps of u. A link that turns round with
acceleration a is within the transition for s / a only, often far less than the spacing of samples.
"""

import numpy as np

from jounce.numbers.packing import Array
from jounce.plant.plant import LinkFriction, plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Path

SAME = 1e-6
"""Share of the shortest interval below which two times are the same."""
MOST = 400
"""Points between two times, for one joint."""


def has_dry_friction(robot: Robot) -> bool:
    """Return True if some link rubs with a force that changes its sign with the speed."""
    return bool(_dry(robot))


def _dry(robot: Robot) -> list[tuple[int, LinkFriction]]:
    """Return links with dry friction, by freedom."""
    return [(i, rub) for i, here in enumerate(plant_of(robot).beside) for rub in here.rubbing if rub.coulomb]


def resolve_dry_friction(robot: Robot, motion: Path, t: Array, step: float) -> Array:
    """Return rising times t (T,), and times between them, so that asinh(v / s) of no link with dry friction changes by more than
    `step` in between. The speed is taken for linear between two times of t: v = s sinh(u)."""
    dry = _dry(robot)
    if not dry or len(t) < 2:
        return t
    speeds, more = motion(t, 1)[1], [np.zeros(0)]
    for i, rub in dry:
        v = rub.ratio * speeds[:, i] / rub.speed
        u = np.arcsinh(v)
        for k in np.flatnonzero(np.abs(np.diff(u)) > step):
            count = min(int(np.ceil(abs(u[k + 1] - u[k]) / step)), MOST)
            share = (np.sinh(np.linspace(u[k], u[k + 1], count + 1)[1:-1]) - v[k]) / (v[k + 1] - v[k])
            more.append(t[k] + share * (t[k + 1] - t[k]))
    every = np.sort(np.concatenate([t, *more]))
    apart = np.append(True, np.diff(every) > SAME * np.diff(t).min())
    found = every[apart & ~np.isin(every, t)]
    near = np.abs(found - t[np.clip(np.searchsorted(t, found) + np.array([[-1], [0]]), 0, len(t) - 1)]).min(axis=0)
    return np.sort(np.concatenate([t, found[near > SAME * np.diff(t).min()]]))
