"""Checks of the structure of a robot: its tree of links, joints and frames, its mimic joints, and its transmission matrix."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.errors import ModelError
from jounce.robot.frame import Frame
from jounce.robot.joint import FOLLOWING, MOVING, Joint, Mimic
from jounce.robot.link import Link
from jounce.robot.passive import spring_couplings
from jounce.robot.validation import closest, entries, numbers, short


def check_topology(name: str, base: str, links: tuple[Link, ...], joints: tuple[Joint, ...], frames: tuple[Frame, ...]) -> None:
    """Raise `ModelError` unless links, joints and frames form a tree, parents before children, with unique names."""
    if not joints:
        raise ModelError(f"robot {name!r} has no moving joint.")
    if len(links) != len(joints):
        raise ModelError(f"robot {name!r}: {len(links)} moving links, but {len(joints)} moving joints.")
    unique([j.name for j in joints], "joint")
    unique([base, *[link.name for link in links], *[f.name for f in frames]], "link or frame")
    seen = {base}
    for link, joint in zip(links, joints):
        if joint.type not in MOVING:
            raise ModelError(
                f"joint {joint.name!r} is {joint.type}; Robot.build merges fixed joints and takes composite ones apart, "
                f"Robot() takes joints of type {', '.join(MOVING)}."
            )
        if joint.child != link.name:
            raise ModelError(f"joint {joint.name!r} moves {joint.child!r}, but the link in its place is {link.name!r}.")
        if joint.parent not in seen:
            raise ModelError(
                f"joint {joint.name!r}: its parent link {joint.parent!r} is unknown or comes later; Robot.build sorts them."
            )
        seen.add(link.name)
    if any(joint.spring for joint in joints):
        spring_couplings([joint.name for joint in joints], [joint.spring for joint in joints])
    for frame in frames:
        if frame.link not in seen:
            raise ModelError(f"frame {frame.name!r} is on link {frame.link!r}, which does not exist.")


def resolve_mimics(joints: tuple[Joint, ...]) -> tuple[Joint, ...]:
    """Return the joints with mimic chains resolved: every mimic joint then refers to a joint that is no mimic joint.

    Raise `ModelError` for circular references and for references to joints that cannot be mimicked.
    """
    by_name = {joint.name: joint for joint in joints}

    def resolve(joint: Joint) -> Joint:
        """Return the joint with the multiplier and offset relative to the last joint of its chain of mimic joints."""
        ratio, offset, at = 1.0, 0.0, joint
        for _ in joints:
            if at.mimic is None:
                return joint if joint.mimic is None else replace(joint, mimic=Mimic(at.name, ratio, offset))
            ratio, offset = ratio * at.mimic.multiplier, ratio * at.mimic.offset + offset
            if at.mimic.joint not in by_name:
                hint = closest(at.mimic.joint, list(by_name))
                raise ModelError(f"joint {at.name!r} follows {at.mimic.joint!r}, which is no moving joint.{hint}")
            at = by_name[at.mimic.joint]
            if at.type not in FOLLOWING:
                raise ModelError(f"joint {joint.name!r} follows {at.name!r}, a {at.type} joint; expected {', '.join(FOLLOWING)}.")
        raise ModelError(f"joint {joint.name!r} follows itself, through {joint.mimic and joint.mimic.joint!r}.")

    return tuple(map(resolve, joints))


def unique(names: Sequence[str], what: str) -> None:
    """Raise `ModelError` if a name in `names` occurs twice; what: what to call the named objects in the message."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ModelError(f"two of them are named {name!r}: every {what} needs a name of its own.")
        seen.add(name)


SINGULAR = 1e-9
"""Ratio of the smallest to the largest singular value of a transmission matrix, below which the matrix is refused."""


def check_transmission(name: str, axes: Sequence[Joint], matrix: Any) -> tuple[tuple[float, ...], ...]:
    """Return the transmission matrix N (n, n) as tuples of rows, () for the identity; raise `ModelError` if N is invalid.

    axes: joint of each DOF. N must be regular, and equal to the identity in rows and columns of joints without a drive; no drive
    may have coupling 'full' unless N is the identity.
    """
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
    """Return the transmission matrix N reduced to the DOF that are not locked.

    names: joint of each DOF; locked: {joint name: position}. Raise `ModelError` if the motor of a locked joint, which is removed,
    turns with a moving joint, or if the motor of a moving joint turns with a joint that is locked at a position other than zero.
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
