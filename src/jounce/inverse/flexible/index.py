"""How far the flexible arm's equation is from an ordinary differential equation."""

from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.inverse.flexible.linear import linearise, position
from jounce.inverse.flexible.zero_dynamics import fastest
from jounce.robot import Robot

RANK = 1e-9
"""Singular values this small, of a matrix of norm one, are taken for zero."""


class DaeIndex(NamedTuple):
    """Of the equation in (q, theta, qd, thetad), linearised at one pose."""

    differential_index: int
    """How often the constraints must be differentiated until all rates are known."""
    strangeness_index: int
    """One less, where there is an index at all: of Kunkel and Mehrmann."""
    differential_variables: int
    """As many as the zero dynamics has states."""
    algebraic_variables: int
    ranks: tuple[int, ...]
    """Of the powers of (s E - A)^-1 E, until they do not fall any further."""
    gap: float
    """Smallest singular value kept over the largest dropped one: how clear the ranks are."""


def dae_index(robot: Robot, q: Any) -> DaeIndex:
    """Index of the inverse dynamics of a robot along a path of its tool, at rest in q (n,).

    The equation E xd = A x + ... has index k if the ranks of ((s E - A)^-1 E)^j fall for j up to k and no further, for any s that
    is no zero; the last rank counts the differential variables. [Moberg2010], section 7, finds the same by the hypothesis of
    Kunkel and Mehrmann: 3, with 4 differential and 6 algebraic variables, for the arm with damping.
    """
    at = position(robot, q)
    linear = linearise(robot, at)
    size = len(linear.mass)
    free = ~(np.abs(linear.input).sum(axis=1) > 0.0)
    if len(linear.output) != linear.input.shape[1]:
        raise InputError(
            f"robot {robot.name!r} has {linear.input.shape[1]} motors and {len(linear.output)} outputs of its tool; as many are "
            "needed. See robot.with_tool(..., outputs=...)."
        )
    scale = fastest(linear)
    nothing = np.zeros((size, size))
    E = np.block([[np.eye(size), nothing], [np.zeros((free.sum(), size)), scale**2 * linear.mass[free]]])
    A = np.block([[nothing, np.eye(size)], [-linear.stiffness[free], -scale * linear.loss[free]]])
    E = np.vstack([E, np.zeros((len(linear.output), 2 * size))])
    A = np.vstack([A, np.hstack([-linear.output, np.zeros_like(linear.output)])])
    rows = np.maximum(np.abs(E), np.abs(A)).max(axis=1, keepdims=True)
    step = np.linalg.solve((1.3 * E - A) / rows, E / rows)  # a real point that no zero of such a robot is likely to sit on
    step = step / np.linalg.norm(step, 2)
    ranks, gap = [2 * size], np.inf
    image = np.eye(2 * size)  # an orthonormal basis of what the power reaches, so that nothing small grows smaller
    while ranks[-1]:
        basis, sigma, _ = np.linalg.svd(step @ image, full_matrices=False)
        rank = int((sigma > RANK).sum())
        gap = min(gap, float((sigma[rank - 1] if rank else RANK) / max(sigma[rank] if rank < len(sigma) else 0.0, 1e-300)))
        if rank == ranks[-1]:
            break
        ranks.append(rank)
        image = basis[:, :rank]
    index = len(ranks) - 1
    return DaeIndex(index, max(index - 1, 0), ranks[-1], 2 * size - ranks[-1], tuple(ranks[1:]), gap)
