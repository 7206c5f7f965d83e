"""The transmission matrix N of coupled motors: theta = N q + deflection."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jounce.errors import ModelError
from jounce.robot.joint import Joint
from jounce.robot.validation import entries, numbers, short

SINGULAR = 1e-9
"""Ratio of the smallest to the largest singular value below which the matrix counts as singular."""


def check_transmission(name: str, axes: Sequence[Joint], matrix: Any) -> tuple[tuple[float, ...], ...]:
    """Check the transmission matrix N (n, n) and return it as tuples; () for the identity."""
    what = f"robot {name!r}, transmission"
    if not isinstance(matrix, Sequence) or isinstance(matrix, str):
        raise ModelError(f"{what}: expected a matrix with a row for each motor, got {short(matrix)}.")
    if not matrix:
        return ()
    n = len(axes)
    N = tuple(
        numbers(row, n, f"{what}, row {i + 1}") for i, row in enumerate(entries(matrix, n, what, "rows, one for each motor"))
    )
    unit = [tuple(float(i == j) for j in range(n)) for i in range(n)]
    if list(N) == unit:
        return ()
    for i, joint in enumerate(axes):
        if joint.drive is None and (N[i] != unit[i] or tuple(row[i] for row in N) != unit[i]):
            raise ModelError(f"{what}: joint {joint.name!r} has no drive, and its row or column is not that of the identity.")
        if joint.drive is not None and joint.drive.coupling == "full":
            raise ModelError(
                f"{what}: joint {joint.name!r} has a rotor that is carried along (coupling='full'), which needs motors that turn "
                "each with its own joint."
            )
    values = np.linalg.svd(np.array(N), compute_uv=False)
    if not values[-1] > SINGULAR * values[0]:
        raise ModelError(f"{what}: it is singular, so that the motors do not move all joints.")
    return N


def unlocked_transmission(
    N: Sequence[Sequence[float]], names: Sequence[str], locked: Mapping[str, Any]
) -> tuple[tuple[float, ...], ...]:
    """Return the transmission of the DOF that are not locked; raise `ModelError` if a locked joint is coupled to a moving one.

    names: joint of each DOF; locked: {joint: position}. The motor of a locked joint is removed, so it must not turn with a moving
    joint. Motors that remain measure from zero, so they must not turn with a joint that is locked at another position.
    """
    moving = [i for i, name in enumerate(names) if name not in locked]
    for i in moving:
        for j, name in enumerate(names):
            if name in locked and (N[j][i] != 0.0 or (N[i][j] != 0.0 and locked[name] != 0.0)):
                raise ModelError(
                    f"lock: the transmission couples the motors of joints {names[i]!r} and {name!r}, and only the second one is "
                    "held. Lock both, or take the coupling away first: robot.with_transmission(None).locked(...)."
                )
    return tuple(tuple(float(N[i][j]) for j in moving) for i in moving)
