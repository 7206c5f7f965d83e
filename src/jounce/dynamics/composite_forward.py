"""Forward dynamics of a rigid tree by factorising the mass matrix.

The O(n) algorithm of `articulated_body` requires joints that only the tree couples. For mimic joints, and for rigid motors that
turn with several joints, the mass matrix is factorised instead.
"""

from collections.abc import Sequence

from jounce.dynamics.factorization import solve_symmetric
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.dynamics.newton_euler import Loads, newton_euler
from jounce.numbers import Number
from jounce.plant.tree import Tree


def forward_dynamics(
    tree: Tree,
    q: Sequence[Number],
    qd: Sequence[Number],
    tau: Sequence[Number],
    armature: Sequence[Sequence[Number]] | None = None,
    loads: Loads = (),
) -> tuple[list[Number], list[Number]]:
    """Return (qdd, pivots), qdd = (M(q) + armature)^-1 (tau + J^T W - C qd - g), O(n^3).

    armature: symmetric matrix (n, n) that is added to M, None for zero. loads: external wrenches W on bodies. pivots (n): of the
    factorised matrix M + armature.
    """
    M = mass_matrix(tree, q)
    if armature is not None:
        M = [[a + b for a, b in zip(row, more)] for row, more in zip(M, armature)]
    bias = newton_euler(tree, q, qd, [0.0] * tree.freedoms, loads)
    return solve_symmetric(M, [t - b for t, b in zip(tau, bias)])
