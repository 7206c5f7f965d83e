"""The wrench at a link that joint torques come from."""

from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.functions.arguments import Link, check_robot
from jounce.functions.kinematics import jacobian
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.validation import LARGEST, short

SMALLEST = 1e-9
"""Of the largest singular value of J: below, joints do not feel a direction."""


@by_value
class ExternalWrench(NamedTuple):
    """What pushes at one place."""

    wrench: Array
    """(moment, force) (..., 6) [Nm, N], in the frame of the link or frame: of all that fit best the smallest."""
    rank: Array
    """How many of its six directions the joints feel there (...): below 6 the rest is not known, and stands as zero."""
    felt: Array
    """(..., 6, 6): projection on the directions that they feel, felt @ W is what is known of a wrench W."""
    unexplained: Array
    """Joint torque that no wrench at this place makes (..., n) [Nm or N]: large where the place is not the right one."""


def external_wrench(robot: Robot, q: Any, external: Any, link: Link = None) -> ExternalWrench:
    """The wrench at a link or frame, the tool unless said, that explains external joint torques (..., n) at q (..., nq) best.

    min |J^T W - external|,    of these W the smallest; J in the frame of the link, by its singular values
    """
    robot = check_robot(robot)
    try:
        torque = np.asarray(external, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"external: expected finite numbers (..., {robot.n}), got {short(external)}.") from None
    if torque.shape[-1:] != (robot.n,):
        raise InputError(f"external: expected finite numbers (..., {robot.n}) for {robot.name!r}, got shape {torque.shape}.")
    wrong = ~(np.abs(torque) <= LARGEST)
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise InputError(
            f"external: {torque[at]} at index {at}; expected finite numbers of {LARGEST:g} at most (..., {robot.n}) for "
            f"{robot.name!r}."
        )
    J = jacobian(robot, q, link=robot.tool if link is None else link)[0]
    left, values, right = np.linalg.svd(J, full_matrices=False)  # J = left values right, W = left values^-1 right torque
    there = values > SMALLEST * values[..., :1]
    inverse = np.where(there, 1.0 / np.where(there, values, 1.0), 0.0)
    wrench = np.einsum("...ik,...k,...kj,...j->...i", left, inverse, right, torque)
    felt = np.einsum("...ik,...k,...jk->...ij", left, there.astype(float), left)
    return ExternalWrench(wrench, there.sum(axis=-1), felt, torque - np.einsum("...ij,...i->...j", J, wrench))
