"""The structural index of a flexible arm's equation, which follows from the occurrence of variables in equations alone.

This is Pantelides' algorithm in Pryce's form. sigma_ij is the order of the highest derivative of variable j in equation i. The
assignment of equations to variables with the largest sum of sigma_ij gives two sets of offsets: c_i, the number of times that
equation i is differentiated, and d_j, the order to which variable j is determined. These are the smallest offsets with
d_j - c_i >= sigma_ij, and with equality on the assignment. The index is max c, and one more if any d_j is zero.
"""

import numpy as np

from jounce.flexible.tool_targets import Outputs
from jounce.functions.rigid import mass_matrix
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.robot import Robot

NOWHERE = -(10**6)
"""Entry of the signature matrix for a variable that does not occur in an equation."""
SAMPLES = 3
"""Number of random poses; an entry of mass matrix or Jacobian that is zero in all these poses counts as identically zero."""


def structural_index(robot: Robot) -> int:
    """Return the structural index of a flexible arm's equation (17) of [Moberg2010], in (q, theta, qd, thetad)."""
    from scipy.optimize import linear_sum_assignment

    sigma = signature(robot)
    rows, columns = linear_sum_assignment(sigma, maximize=True)
    c = np.zeros(len(sigma), dtype=int)
    while True:
        d = (sigma + c[:, None]).max(axis=0)
        new = c.copy()
        new[rows] = d[columns] - sigma[rows, columns]
        if (new == c).all():
            return int(c.max() + (d.min() == 0))
        c = new


def signature(robot: Robot) -> Array:
    """Return the signature matrix sigma (size, size): order of the highest derivative of variable j in equation i.

    The entry is `NOWHERE` if the variable does not occur. Variables: q, theta of elastic joints, and their velocities.
    """
    plant, n = plant_of(robot), robot.n
    motors, elastic = plant.motors, plant.elastic
    rows = sorted(elastic + plant.passive)
    half = n + len(elastic)
    turns = plant.transmission.matrix(n)
    q = np.random.default_rng(0).uniform(-1.0, 1.0, (SAMPLES, n))
    inertia = np.abs(mass_matrix(robot, q)).max(axis=0) > 0.0
    moved = np.abs(Outputs(robot).jacobians(q[None])[0]).max(axis=0) > 0.0
    sigma = np.full((2 * half, 2 * half), NOWHERE)
    for row, i in enumerate(rows):
        sigma[row, :n] = 0
        sigma[row, half : half + n] = np.where(inertia[i], 1, 0)
        for m in [m for m in elastic if turns[m, i]]:
            k = n + elastic.index(m)
            sigma[row, k] = 0
            if motors[m].damping:
                sigma[row, half + k] = 0
    for k in range(half):
        sigma[len(rows) + k, k], sigma[len(rows) + k, half + k] = 1, 0
    sigma[len(rows) + half :, :n] = np.where(moved, 0, NOWHERE)
    return sigma
