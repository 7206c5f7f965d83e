"""Least-squares estimate of the external wrench at a link from external joint torques."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.functions.kinematics import jacobian
from jounce.kernel.arguments import Link, check_robot
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.validation import LARGEST, short

SMALLEST = 1e-9
"""A direction of the wrench is unobservable if its singular value of J is below this fraction of the largest singular value."""


@by_value
class ExternalWrench(NamedTuple):
    """External wrench at a link or frame estimated from joint torques, and which components are observable."""

    wrench: Array
    """Wrench (moment, force) (..., 6) [Nm, N] in the axes of the link or frame: of all best-fitting wrenches, the one
    with the smallest norm of the six SI values."""
    rank: Array
    """Number of observable directions (...), 0 to 6; unobservable components of `wrench` are zero."""
    felt: Array
    """Projection (..., 6, 6) onto the observable directions: felt @ W is the observable component of a wrench W."""
    unexplained: Array
    """Joint torque (..., n) [Nm or N] that no wrench at this link or frame explains; large if the wrench acts elsewhere."""


def external_wrench(robot: Robot, q: ArrayLike, external: ArrayLike, link: Link = None) -> ExternalWrench:
    """Return the wrench at a link or frame that best explains external joint torques.

        minimise |J^T W - external| over W

    J is the Jacobian in the axes of the link or frame. Of all minimisers W the one with the smallest norm is returned,
    by a pseudoinverse of J^T.

    Parameters
    ----------
    robot : Robot
        The robot on which the wrench acts.
    q : array (..., nq)
        Joint positions [rad or m].
    external : array (..., n)
        External joint torques [Nm or N], for example from `MomentumObserver`.
    link : str or int
        Link or frame at which the wrench acts (default: the tool).

    Returns
    -------
    ExternalWrench
        .wrench (..., 6), .rank, .felt and .unexplained.

    Raises
    ------
    InputError
        If an argument has another shape or is not finite.

    Examples
    --------
    >>> robot, q = jn.load("kuka_lwr"), np.full(7, 0.5)
    >>> torque = jn.jacobian(robot, q).T @ [0.0, 0.0, 0.0, 10.0, 0.0, 0.0]
    >>> np.round(jn.control.external_wrench(robot, q, torque).wrench, 6)[3]
    np.float64(10.0)
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
    J = jacobian(robot, q, link=robot.tool if link is None else link)
    left, values, right = np.linalg.svd(J, full_matrices=False)  # J = left values right, W = left values^-1 right torque
    there = values > SMALLEST * values[..., :1]
    inverse = np.where(there, 1.0 / np.where(there, values, 1.0), 0.0)
    wrench = np.einsum("...ik,...k,...kj,...j->...i", left, inverse, right, torque)
    felt = np.einsum("...ik,...k,...jk->...ij", left, there.astype(float), left)
    return ExternalWrench(wrench, there.sum(axis=-1), felt, torque - np.einsum("...ij,...i->...j", J, wrench))
