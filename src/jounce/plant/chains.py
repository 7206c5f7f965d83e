"""Joints of several freedoms: how positions and body velocities become what the equations read.

A spherical joint has a quaternion (x, y, z, w) for its position, of any length but zero, and the angular velocity w of its child
relative to its parent, in the child's axes, for its velocity. A floating joint has a quaternion and the origin of its child in
the joint frame, and (w, u): angular velocity, and velocity of the child's origin, both in the child's axes. Time derivatives of
the velocity are those of its components. Velocities are not derivatives of positions, so the k-th argument after q is the
(k-1)-th derivative of the velocity.

In the tree such a joint is a chain of simple ones, about x, y, z and along x, y, z, that stay at zero: where the child is goes
into the placement of the first (`placed`). Positions as functions of time follow from the velocity,

    d/dt (x, y, z, w) = 1/2 (x, y, z, w) o (w, 0),    d/dt p = R u

one Taylor coefficient after the other (`position_series`). Passing through the chain adds terms to the acceleration that one
joint does not have,

    (wy wz, -wx wz, wx wy)    and    w x u

which the recursions take off beforehand and put back where accelerations come out (`through_chains`).
"""

from collections.abc import Iterator, Sequence

from jounce.numbers import Jet, Number
from jounce.plant.tree import Chain, Tree
from jounce.spatial.matrices import apply, rotation_quaternion
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import Vector, cross

Numbers = list[Number]
QUATERNION = 4


def turning(quaternion: Sequence[Number], w: Vector) -> list[Number]:
    """Rate of a quaternion: half its product with (w, 0)."""
    x, y, z, s = quaternion
    a, b, c = (0.5 * r for r in w)
    return [s * a + y * c - z * b, s * b + z * a - x * c, s * c + x * b - y * a, -(x * a + y * b + z * c)]


def _joints(tree: Tree) -> Iterator[tuple[int, int, int, Chain | None]]:
    """(first body, first freedom, first position, chain) of each joint; no chain where the joint has one freedom.

    Joints that follow others are left out.
    """
    chains = {chain.first: chain for chain in tree.chains}
    following = {follower.body for follower in tree.followers}
    body, freedom, position = 0, 0, 0
    while body < len(tree.bodies):
        if body in following:
            body += 1
            continue
        chain = chains.get(body)
        yield body, freedom, position, chain
        body += 1 if chain is None else chain.freedoms
        freedom += 1 if chain is None else chain.freedoms
        position += 1 if chain is None else chain.positions


def position_series(tree: Tree, rows: Sequence[Numbers], order: int) -> Numbers:
    """Positions as jets of this order, from rows (q, velocity, its derivatives, ...)."""
    if order == 0:
        return list(rows[0])
    found: Numbers = []
    for _, freedom, position, chain in _joints(tree):
        if chain is None:
            found.append(Jet.from_derivatives([rows[0][position], *(row[freedom] for row in rows[1 : order + 1])]))
            continue
        start = rows[0][position : position + chain.positions]
        rates = [Jet.from_derivatives([row[freedom + k] for row in rows[1 : order + 1]]) for k in range(chain.freedoms)]
        quaternion = _quaternion_series(start[:QUATERNION], rates[:3], order)
        found += quaternion
        if chain.floats:
            speed = apply(rotation_quaternion(quaternion), (rates[3], rates[4], rates[5]))
            found += [Jet([p, *(c / (k + 1) for k, c in enumerate(v.coeffs))]) for p, v in zip(start[QUATERNION:], speed)]
    return found


def _quaternion_series(start: Sequence[Number], w: Sequence[Jet], order: int) -> list[Jet]:
    found = [list(start)]
    rates: list[Vector] = [(x.coeffs[k], y.coeffs[k], z.coeffs[k]) for k in range(order) for x, y, z in [w]]
    for k in range(order):
        parts = [turning(found[i], rates[k - i]) for i in range(k + 1)]
        found.append([sum(column[1:], column[0]) / (k + 1) for column in zip(*parts)])
    return [Jet(column) for column in zip(*found)]


def placed(tree: Tree, q: Sequence[Number]) -> tuple[Tree, Sequence[Number]]:
    """The tree with its chains where q (nq numbers) says, and one number a body: its joint's position, zero in a chain.

    The position of a joint that follows another follows here.
    """
    if not tree.chains and not tree.followers:
        return tree, q
    bodies = list(tree.bodies)
    out: Numbers = [0.0] * len(bodies)
    for follower in tree.followers:
        out[follower.body] = follower.ratio * q[follower.position] + follower.offset
    for body, _, position, chain in _joints(tree):
        if chain is None:
            out[body] = q[position]
            continue
        at: Vector = (0.0, 0.0, 0.0)
        if chain.floats:
            at = (q[position + 4], q[position + 5], q[position + 6])
        where = chain.before.then(Placement(rotation_quaternion(q[position : position + QUATERNION]), at)).then(chain.after)
        bodies[body] = bodies[body]._replace(joint=type(bodies[body].joint)(where))
    return tree._replace(bodies=tuple(bodies)), out


def through_chains(tree: Tree, qd: Sequence[Number], qdd: Sequence[Number], sign: float = -1.0) -> Sequence[Number]:
    """Accelerations of the chains' joints from those of the joints they stand for; the other way with sign = 1."""
    if not tree.chains:
        return qdd
    out = list(qdd)
    for chain in tree.chains:
        at = chain.first
        x, y, z = qd[at : at + 3]
        for k, term in enumerate((y * z, -(x * z), x * y)):
            out[at + k] = out[at + k] + sign * term
        if chain.floats:
            u, v, w = qd[at + 3 : at + 6]
            for k, term in enumerate(cross((x, y, z), (u, v, w))):
                out[at + 3 + k] = out[at + 3 + k] + sign * term
    return out


def tangents(tree: Tree, q: Sequence[Number]) -> list[dict[int, Number]]:
    """For each freedom how positions change along it: {index of a position: slope}."""
    found: list[dict[int, Number]] = []
    for _, _, position, chain in _joints(tree):
        if chain is None:
            found.append({position: 1.0})
            continue
        quaternion = q[position : position + QUATERNION]
        for k in range(3):
            unit = (float(k == 0), float(k == 1), float(k == 2))
            found.append({position + i: slope for i, slope in enumerate(turning(quaternion, unit))})
        if chain.floats:
            R = rotation_quaternion(quaternion)
            found += [{position + QUATERNION + i: R[i][k] for i in range(3)} for k in range(3)]
    return found


def displaced(tree: Tree, q: Sequence[Number], freedom: int) -> Numbers:
    """The position displaced along one freedom: jets of order one."""
    slopes = tangents(tree, q)[freedom]
    return [Jet([x, slopes.get(i, 0.0)]) for i, x in enumerate(q)]
