"""Warning about joints that move in a file but are not joints of the robot, because they are locked or of another robot."""

import warnings
from collections.abc import Sequence

import numpy as np

from jounce.trajectory.path import Floats

STILL = 1e-6
"""Range of motion [rad or m] below which a joint counts as at rest."""
LISTED = 4
"""Largest number of joints that the warning names."""


def warn_of_unread(names: Sequence[str], q: Floats, what: str) -> None:
    """Warn once, by name, of the columns of q (T, joints) that move.

    names: names of the columns; what: the place in the file.
    """
    moving = [(name, column.min(), column.max()) for name, column in zip(names, q.T) if np.ptp(column) > STILL]
    if not moving:
        return
    texts = [f"{name[:60]!r} ({low:.4g} to {high:.4g})" for name, low, high in moving[:LISTED]]
    others = f", and {len(moving) - LISTED} more" if len(moving) > LISTED else ""
    warnings.warn(
        f"{what}: joints that move here are none of the robot, and their motion has no effect: {', '.join(texts)}{others}. A "
        "locked joint stands still; load the robot without locking it.",
        stacklevel=5,
    )
