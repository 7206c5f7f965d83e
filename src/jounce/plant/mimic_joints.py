"""Mimic joints: inputs per DOF are spread over all bodies, outputs per body are gathered to DOF.

A mimic joint, q_k = r q' + c, has no DOF. With the matrix G that maps velocities of DOF to velocities of bodies, one row per
body, outputs are tau = G^T tau_bodies, M = G^T M_bodies G, J = J_bodies G. Recursions run over bodies and do not depend on mimic
joints. Without mimic joints all functions return their input.
"""

from collections.abc import Sequence
from typing import Any

from jounce.numbers import Number
from jounce.plant.tree import Tree

Numbers = list[Number]


def spread(tree: Tree, rates: Sequence[Number]) -> Sequence[Number]:
    """Return one scalar per body from one per DOF: velocities, accelerations or higher derivatives, G x."""
    if not tree.mimic_bodies:
        return rates
    following = {mimic.body: mimic for mimic in tree.mimic_bodies}
    others = iter(rates)
    return [following[k].ratio * rates[following[k].freedom] if k in following else next(others) for k in range(len(tree.bodies))]


def gathered(tree: Tree, forces: Sequence[Any]) -> list[Any]:
    """Return one entry per DOF from one per body, G^T x: forces, or rows of a matrix, added entry by entry."""
    if not tree.mimic_bodies:
        return forces  # type: ignore[return-value]  # a list, or a field where loops are recorded
    following = {mimic.body for mimic in tree.mimic_bodies}
    entries = [x for k, x in enumerate(forces) if k not in following]
    for body, freedom, _, ratio, _ in tree.mimic_bodies:
        entries[freedom] = _plus(entries[freedom], ratio, forces[body])
    return entries


def gathered_columns(tree: Tree, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return A G: one column per DOF from one per body."""
    return [gathered(tree, row) for row in rows]


def gathered_matrix(tree: Tree, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return G^T A G."""
    if not tree.mimic_bodies:
        return rows  # type: ignore[return-value]  # lists, or a matrix where loops are recorded
    return gathered(tree, gathered_columns(tree, rows))


def _plus(x: Any, ratio: float, y: Any) -> Any:
    """Return x + ratio y, entry by entry of nested lists."""
    return [_plus(a, ratio, b) for a, b in zip(x, y)] if isinstance(x, list) else x + ratio * y
