"""Bodies whose joints follow others: what goes in is spread over all bodies, what comes out is gathered again.

A joint that follows another, q_k = r q' + c, has no freedom. With G the matrix that spreads velocities, one row a body, joint
forces are gathered by its transpose, whatever they are of: tau = G^T tau_bodies, M = G^T M_bodies G, J = J_bodies G. The
recursions themselves run over bodies and know nothing of it. Where no body follows another nothing is done here.
"""

from collections.abc import Sequence
from typing import Any

from jounce.numbers import Number
from jounce.plant.tree import Tree

Numbers = list[Number]


def spread(tree: Tree, rates: Sequence[Number]) -> Sequence[Number]:
    """One number a body from one a freedom: velocities, accelerations, or any other derivatives."""
    if not tree.followers:
        return rates
    following = {follower.body: follower for follower in tree.followers}
    own = iter(rates)
    return [following[k].ratio * rates[following[k].freedom] if k in following else next(own) for k in range(len(tree.bodies))]


def gathered(tree: Tree, forces: Sequence[Any]) -> list[Any]:
    """One entry a freedom from one a body: forces, or rows of a matrix or of anything else that adds up entry by entry."""
    if not tree.followers:
        return list(forces)
    following = {follower.body for follower in tree.followers}
    found = [x for k, x in enumerate(forces) if k not in following]
    for body, freedom, _, ratio, _ in tree.followers:
        found[freedom] = _plus(found[freedom], ratio, forces[body])
    return found


def gathered_columns(tree: Tree, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The same of the columns of a matrix."""
    return [gathered(tree, row) for row in rows]


def gathered_matrix(tree: Tree, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """G^T A G."""
    if not tree.followers:
        return [list(row) for row in rows]
    return gathered(tree, gathered_columns(tree, rows))


def _plus(x: Any, ratio: float, y: Any) -> Any:
    """x + ratio y, entry by entry."""
    return [_plus(a, ratio, b) for a, b in zip(x, y)] if isinstance(x, list) else x + ratio * y
