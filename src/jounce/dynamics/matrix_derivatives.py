"""Exact partial derivatives of M, C and g of a tree by positions and velocities, O(n depth^2).

If joint i carries joint j or the reverse, and m is the outer one of the two (the one that is carried),

    M_ij = S_i . I_m S_j,    C_ij = S_i . (B_m S_j + I_m Sdot_j),    g_i = -S_i . I_i gamma

in base axes, as in `closed_form`. S_i is the twist of joint i at unit velocity and Sdot_i its time derivative; I_m is the inertia
of all bodies that joint m carries, B_m the sum of v x* I over these bodies (v: twist, I: inertia of a body), and gamma the
acceleration of gravity.

A displacement of DOF h moves all bodies that h carries as one rigid body. Seen from these bodies, the twists of the joints that
carry h rotate the opposite way, and the twist of every body that h carries changes by psi_h = v x S_h, with the twist v of the
body on which joint h is mounted. A derivative of an entry (i, j) by q_h or qd_h is therefore a sum of products of a twist, S_i or
Sdot_i, with a wrench. The wrench depends on two joints only: the outermost of i, j and h, and another of them that carries it or
is a DOF of the same joint (`Above`, `Below`). [Garofalo2013] (24) states the same derivatives in terms of body Jacobians.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from jounce.dynamics.closed_form import Rate, Rows
from jounce.dynamics.kinematic_sweep import composites, joint_axes, velocities
from jounce.numbers import Number
from jounce.plant.tree import Body, Tree, gathered, gathered_matrix, joint_transforms, spread
from jounce.spatial.geometry import (
    ZERO,
    Placement,
    Twist,
    Vector,
    cross,
    crossed,
    crossed_dually,
    difference,
    neg,
    pair,
    scale,
    total,
)
from jounce.spatial.inertia import Inertia, momentum

Cube = list[Rows]


class CompositeDof(NamedTuple):
    """A DOF: its twist S, rate Sdot, psi (see the module), and sums over all bodies that the DOF carries, in base axes."""

    S: Twist
    Sdot: Twist
    psi: Twist
    inertia: Inertia
    rate: Rate
    """Matrix B: the sum over the bodies that the DOF carries of v x* I, with the twist v and the inertia I of each body."""
    moved: Twist
    """Momentum I S."""
    pushed: Twist
    """Wrench B S + I Sdot."""
    BtS: Twist
    """Wrench B^T S."""


Body6 = tuple[Inertia, Rate]
"""Inertia I and rate B = v x* I of one body, or their sums over several bodies."""


def links(tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> list[CompositeDof]:
    """Return all DOFs with the composite inertia of the bodies that each of them carries, O(n)."""
    over = tree.over
    pose, S, _ = joint_axes(tree, joint_transforms(tree, q))
    v, _, Psi, Sdot = velocities(tree, S, spread(tree, qd))
    return over.each(_link, S, Sdot, Psi, composites(over, over.each(_own, tree.bodies, pose, v)))


def _own(link: Body, pose: Placement, v: Twist) -> Body6:
    """Return the inertia I and the rate B = v x* I of one body, in base axes."""
    body = link.inertia.seen_from(pose)
    return body, Rate.of(body, v)


def _link(S: Twist, Sdot: Twist, psi: Twist, whole: Body6) -> CompositeDof:
    """Return a DOF with composite inertia; whole: sums of I and B over the bodies that the DOF carries."""
    inertia, rate = whole
    pushed = total(rate.times(S), momentum(inertia, Sdot))
    return CompositeDof(S, Sdot, psi, inertia, rate, momentum(inertia, S), pushed, rate.transposed_times(S))


class Above(NamedTuple):
    """Wrenches of DOF j for derivatives of M and C by q_h and qd_h, where h carries j or belongs to the same joint.

    The derivatives are products of these wrenches with twists of DOF i, see `under` and `outside`. I, B: sums over the bodies
    that j carries.
    """

    turned: Twist
    """For dM_ij / dq_h where i carries h: S_h x* I S_j."""
    spun: Twist
    """For dC_ij / dq_h where h carries i: psi_h x* I S_j + I (psi_h x S_j)."""
    bent: Twist
    """For dC_ij / dq_h where i carries h: `spun` + S_h x* (B S_j + I Sdot_j)."""
    back: Twist
    """For dC_ji / dq_h where i carries h: S_h x* B^T S_j - I (psi_h x S_j)."""
    sped: Twist
    """For dC_ij / dqd_h: S_h x* I S_j + I (S_h x S_j)."""
    drawn: Twist
    """For -dC_ji / dqd_h where i carries h: I (S_h x S_j)."""


def above(j: CompositeDof, h: CompositeDof) -> Above:
    """Return the wrenches of a pair (j, h) of DOFs where h carries j or belongs to the same joint."""
    turned, along = crossed_dually(h.S, j.moved), momentum(j.inertia, crossed(h.psi, j.S))
    drawn = momentum(j.inertia, crossed(h.S, j.S))
    spun = total(crossed_dually(h.psi, j.moved), along)
    bent = total(spun, crossed_dually(h.S, j.pushed))
    back = difference(crossed_dually(h.S, j.BtS), along)
    return Above(turned, spun, bent, back, total(turned, drawn), drawn)


class Below(NamedTuple):
    """Wrenches of DOF h for derivatives of M_ij and C_ij by q_h and qd_h, where i and j carry h.

    The derivatives are products of these wrenches with the twist S_i. I_h, B_h: sums over the bodies that h carries.
    """

    mass: Twist
    """For dM_ij / dq_h: (S_h x* I_h - I_h S_h x) S_j."""
    turned: Twist
    """For dC_ij / dq_h: (S_h x* B_h - B_h S_h x + psi_h x* I_h) S_j + (S_h x* I_h - I_h S_h x) Sdot_j."""
    sped: Twist
    """For dC_ij / dqd_h: S_h x* I_h S_j."""


def below(h: CompositeDof, j: CompositeDof) -> Below:
    """Return the wrenches of a pair (h, j) of DOFs where j carries h."""
    moved, crossing = momentum(h.inertia, j.S), crossed(h.S, j.S)
    sped = crossed_dually(h.S, moved)
    mass = difference(sped, momentum(h.inertia, crossing))
    ahead = difference(crossed_dually(h.S, h.rate.times(j.S)), h.rate.times(crossing))
    carried = crossed_dually(h.S, momentum(h.inertia, j.Sdot))
    late = difference(carried, momentum(h.inertia, crossed(h.S, j.Sdot)))
    return Below(mass, total(total(ahead, crossed_dually(h.psi, moved)), late), sped)


Twists = tuple[Twist, Twist]
"""S and Sdot of a DOF."""
Pairs = Sequence[tuple[int, int]]
Triples = Sequence[tuple[int, int, int]]
Part = tuple[list[tuple[int, int]], Any]
"""Places (row, column) of entries in a matrix, and the field of their values."""
Entry = Callable[[int, int, int, int], tuple[int, int]]
"""Map from n and a triple (j, i, h) to the entry (row, column) of a cube (n n, n), whose rows are pairs of DOFs."""
Six = tuple[Number, Number, Number, Number, Number, Number]


def under(of: Above, i: Twists) -> Six:
    """Return d/dq_h of M_ij, M_ji, C_ij, C_ji and d/dqd_h of C_ij, C_ji, where h carries i or is a DOF of the same joint.

    of: wrenches of the pair (j, h). i: twists of DOF i, which carries j or is a DOF of the same joint.
    """
    S, _ = i
    turned = pair(S, of.spun)
    sped = pair(S, of.sped)
    return 0.0, 0.0, turned, -turned, sped, -sped


def outside(of: Above, i: Twists) -> Six:
    """Return d/dq_h of M_ij, M_ji, C_ij, C_ji and d/dqd_h of C_ij, C_ji, where i carries h.

    of: wrenches of the pair (j, h). i: twists of DOF i.
    """
    S, Sdot = i
    mass = pair(S, of.turned)
    back = pair(S, of.back) + pair(Sdot, of.turned)
    return mass, mass, pair(S, of.bent), back, pair(S, of.sped), -pair(S, of.drawn)


def inside(of: Below, i: Twists) -> tuple[Number, Number, Number]:
    """Return d/dq_h of M_ij and C_ij, and d/dqd_h of C_ij, where i and j carry h; of: wrenches of the pair (h, j)."""
    S, _ = i
    return pair(S, of.mass), pair(S, of.turned), pair(S, of.sped)


def weight(j: CompositeDof, i: CompositeDof, gravity: Vector) -> tuple[Number, Number]:
    """Return (dg_j/dq_i, dg_i/dq_j) for a DOF i that carries DOF j; if both belong to one joint, only dg_j/dq_i is used."""
    X = ZERO, neg(cross(gravity, i.S[0]))
    load = neg(cross(j.inertia.moment, gravity)), neg(scale(j.inertia.mass, gravity))
    twist = ZERO, neg(cross(gravity, j.S[0]))
    change = total(momentum(j.inertia, twist), crossed_dually(j.S, load))
    return pair(j.moved, X), pair(i.S, change)


def paths(tree: Tree) -> list[tuple[list[int], list[int]]]:
    """Return, for each body, (the bodies that carry its joint, the bodies that form its joint, itself included)."""
    starts = [tree.chain_start(k) for k in range(len(tree.bodies))]
    return [(tree.path(first)[:0:-1], list(range(first, tree.chain_end(first) + 1))) for first in starts]


def state_slopes(tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> tuple[Cube, Cube, Cube, Rows]:
    """Return (dM/dq, dC/dq, dC/dqd, dg/dq); the first three are indexed [i][j][h], dg/dq is indexed [i][h], h: DOF of q or qd.

    At joints of several DOFs, d/dq is taken along their velocities, whose components are constant.
    """
    over, n = tree.over, len(tree.bodies)
    way = paths(tree)
    every = [(j, h) for j, (strict, siblings) in enumerate(way) for h in (*strict, *siblings)]
    strictly = [(j, h) for j, (strict, _) in enumerate(way) for h in strict]
    link = links(tree, q, qd)
    twist = over.each(lambda link: (link.S, link.Sdot), link)

    def both(pairs: Pairs) -> tuple[Any, Any]:
        return over.at(link, [j for j, _ in pairs]), over.at(link, [h for _, h in pairs])

    weights = over.columns(over.each(weight, *both(every), over.at([tree.gravity], [0] * len(every))))
    late = [k for k, (j, h) in enumerate(every) if h in way[j][0]]
    g = over.matrix(n, n, (every, weights[0]), ([(h, j) for j, h in strictly], over.at(weights[1], late)))

    parts: tuple[list[Part], list[Part], list[Part]] = ([], [], [])

    def put(triples: Triples, pairs: Pairs, wrenches: Any, step: Callable[..., Any], into: Sequence[tuple[int, Entry]]) -> None:
        """Append entries of dM/dq, dC/dq and dC/dqd for triples (j, i, h): step(wrenches of (j, h), twists of i).

        pairs: the pairs (j, h) of `wrenches`. into: for each result of `step`, (0, 1 or 2 for the matrix, place of the entry).
        """
        if triples:
            number = {pair: k for k, pair in enumerate(pairs)}
            wrench = over.at(wrenches, [number[j, h] for j, _, h in triples])
            entries = over.columns(over.each(step, wrench, over.at(twist, [i for _, i, _ in triples])))
            for (which, entry), field in zip(into, entries):
                parts[which].append(([entry(n, *triple) for triple in triples], field))

    carrying, carried, own_joint = (list[tuple[int, int, int]]() for _ in range(3))
    for j, (strict, siblings) in enumerate(way):
        for i in (*strict, *siblings):
            for h in (*strict, *siblings):
                carries = i < h and tree.chain_end(i) != tree.chain_end(h)
                (own_joint if i in siblings else carrying if carries else carried).append((j, i, h))
    wrenches = over.each(above, *both(every))
    six: list[tuple[int, Entry]] = [(which, entry) for which in range(3) for entry in (_ijh, _jih)]
    put(carrying, every, wrenches, outside, six)
    put(carried, every, wrenches, lambda of, i: under(of, i)[2:], six[2:])
    put(own_joint, every, wrenches, lambda of, i: under(of, i)[2::2], six[2::2])
    deepest = [(j, i, h) for j, (strict, _) in enumerate(way) for i in strict for h in strict]
    put(deepest, strictly, over.each(below, *both(strictly)) if strictly else [], inside, [(which, _ihj) for which in range(3)])
    cubes = (over.matrix(n * n, n, *blocks) for blocks in parts)
    M, C, V = ([[cube[i * n + j] for j in range(n)] for i in range(n)] for cube in cubes)
    return _gathered(tree, M), _gathered(tree, C), _gathered(tree, V), gathered_matrix(tree, g)


def _ijh(n: int, j: int, i: int, h: int) -> tuple[int, int]:
    return i * n + j, h


def _jih(n: int, j: int, i: int, h: int) -> tuple[int, int]:
    return j * n + i, h


def _ihj(n: int, j: int, i: int, h: int) -> tuple[int, int]:
    return i * n + h, j


def _gathered(tree: Tree, cube: Cube) -> Cube:
    if not tree.mimic_bodies:
        return cube
    return [[gathered(tree, row) for row in gathered(tree, rows)] for rows in gathered(tree, cube)]
