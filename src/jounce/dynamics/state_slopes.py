"""Partial derivatives of M, C and g by positions and velocities, by structure: O(n depth^2).

With the matrices of `closed_form`, m the deeper of joints i and j,

    M_ij = S_i . I_m S_j,    C_ij = S_i . (B_m S_j + I_m Sdot_j),    g_i = -S_i . I_i gamma

in base axes. When freedom h is displaced, all that it carries moves as one piece; seen from there, the twists of the joints that
carry h turn the other way, and every velocity changes by psi_h = v x S_h with the motion v of what carries joint h. Each
derivative is a twist, S_i or Sdot_i, times a wrench that belongs to a pair: the deepest of the three joints, and one that carries
it. [Garofalo2013] (24) are the same derivatives, of body Jacobians.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.dynamics.closed_form import (
    Rate,
    Rows,
    Twist,
    crossed,
    crossed_dually,
    momentum,
    pair,
    poses,
    twist_rates,
    twists,
)
from jounce.numbers import Number
from jounce.plant.mimic_joints import gathered, spread
from jounce.plant.tree import Tree
from jounce.spatial.inertia import Inertia
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import ZERO, Vector, add, cross, neg, scale, sub

Cube = list[Rows]


class Link(NamedTuple):
    """A freedom, and what it carries."""

    S: Twist
    Sdot: Twist
    psi: Twist
    inertia: Inertia
    rate: Rate
    """B: v x* I, summed over what it carries."""
    moved: Twist
    """I S."""
    pushed: Twist
    """B S + I Sdot."""
    held: Twist
    """B^T S."""


def _plus(a: Twist, b: Twist) -> Twist:
    return add(a[0], b[0]), add(a[1], b[1])


def _minus(a: Twist, b: Twist) -> Twist:
    return sub(a[0], b[0]), sub(a[1], b[1])


def _negative(a: Twist) -> Twist:
    return neg(a[0]), neg(a[1])


def links(tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> list[Link]:
    """All freedoms, O(n); about the origin of the first body, so that what is far from the base loses no digits."""
    n = len(tree.bodies)
    at = poses(tree, q)
    start = at[0].origin if n else ZERO
    at = [Placement(R, sub(p, start)) for R, p in at]
    S = twists(tree, at)
    qd = spread(tree, qd)
    v: list[Twist] = [(ZERO, ZERO)] * (n + 1)
    for k, body in enumerate(tree.bodies):
        v[k] = _plus(v[body.parent], (scale(qd[k], S[k][0]), scale(qd[k], S[k][1])))
    Sdot = twist_rates(tree, S, v)
    inertia = [body.inertia.seen_from(at[k]) for k, body in enumerate(tree.bodies)]
    rate = [Rate.of(inertia[k], v[k]) for k in range(n)]
    found: list[Link] = []
    for k in reversed(range(n)):
        p = tree.bodies[k].parent
        if p >= 0:
            rate[p], inertia[p] = rate[p].plus(rate[k]), inertia[p].plus(inertia[k])
        moved = momentum(inertia[k], S[k])
        pushed = _plus(rate[k].times(S[k]), momentum(inertia[k], Sdot[k]))
        psi = crossed(v[carrier(tree, k)], S[k])
        found.append(Link(S[k], Sdot[k], psi, inertia[k], rate[k], moved, pushed, rate[k].transposed_times(S[k])))
    return found[::-1]


def carrier(tree: Tree, k: int) -> int:
    """The body that carries the joint of body k, -1 for the base."""
    end, k = tree.chain_end(k), tree.bodies[k].parent
    while k >= 0 and tree.chain_end(k) == end:
        k = tree.bodies[k].parent
    return k


class Above(NamedTuple):
    """Wrenches of a freedom j and one h that carries it or is of its joint: derivatives by h of what j has to do with others."""

    turned: Twist
    """S_h x* I S_j."""
    spun: Twist
    """psi_h x* I S_j + I (psi_h x S_j)."""
    bent: Twist
    """The same with S_h x* (B S_j + I Sdot_j): for joints that carry h."""
    back: Twist
    """S_h x* B^T S_j - I (psi_h x S_j)."""
    sped: Twist
    """S_h x* I S_j + I (S_h x S_j)."""
    drawn: Twist
    """I (S_h x S_j)."""


def above(j: Link, h: Link) -> Above:
    """Of a pair."""
    turned, along = crossed_dually(h.S, j.moved), momentum(j.inertia, crossed(h.psi, j.S))
    drawn = momentum(j.inertia, crossed(h.S, j.S))
    spun = _plus(crossed_dually(h.psi, j.moved), along)
    bent = _plus(spun, crossed_dually(h.S, j.pushed))
    back = _minus(crossed_dually(h.S, j.held), along)
    return Above(turned, spun, bent, back, _plus(turned, drawn), drawn)


class Below(NamedTuple):
    """Wrenches of a freedom h and one j that carries it: derivatives by h of what j has to do with others that carry h."""

    mass: Twist
    """(S_h x* I_h - I_h S_h x) S_j."""
    turned: Twist
    """(S_h x* B_h - B_h S_h x + psi_h x* I_h) S_j + (S_h x* I_h - I_h S_h x) Sdot_j."""
    sped: Twist
    """S_h x* I_h S_j."""


def below(h: Link, j: Link) -> Below:
    """Of a pair."""
    moved, crossing = momentum(h.inertia, j.S), crossed(h.S, j.S)
    sped = crossed_dually(h.S, moved)
    mass = _minus(sped, momentum(h.inertia, crossing))
    ahead = _minus(crossed_dually(h.S, h.rate.times(j.S)), h.rate.times(crossing))
    carried = crossed_dually(h.S, momentum(h.inertia, j.Sdot))
    late = _minus(carried, momentum(h.inertia, crossed(h.S, j.Sdot)))
    return Below(mass, _plus(_plus(ahead, crossed_dually(h.psi, moved)), late), sped)


Six = tuple[Number, Number, Number, Number, Number, Number]


def under(of: Above, i: Link) -> Six:
    """By h, where h carries i or is of its joint: M_ij, M_ji, C_ij, C_ji; and C_ij, C_ji by its velocity."""
    turned = pair(i.S, of.spun)
    sped = pair(i.S, of.sped)
    return 0.0, 0.0, turned, -turned, sped, -sped


def over(of: Above, i: Link) -> Six:
    """The same where i carries h."""
    mass = pair(i.S, of.turned)
    back = pair(i.S, of.back) + pair(i.Sdot, of.turned)
    return mass, mass, pair(i.S, of.bent), back, pair(i.S, of.sped), -pair(i.S, of.drawn)


def inside(of: Below, i: Link) -> tuple[Number, Number, Number]:
    """By h, where i and j carry it: M_ij, C_ij, and C_ij by its velocity."""
    return pair(i.S, of.mass), pair(i.S, of.turned), pair(i.S, of.sped)


def weight(j: Link, i: Link, gravity: Vector) -> tuple[Number, Number]:
    """g_j by freedom i, which carries j or is of its joint; and g_i by freedom j, where i carries it."""
    X = ZERO, neg(cross(gravity, i.S[0]))
    load = neg(cross(j.inertia.moment, gravity)), neg(scale(j.inertia.mass, gravity))
    own = ZERO, neg(cross(gravity, j.S[0]))
    change = _plus(momentum(j.inertia, own), crossed_dually(j.S, load))
    return pair(j.moved, X), pair(i.S, change)


def paths(tree: Tree) -> list[tuple[list[int], list[int]]]:
    """For each body the bodies that carry its joint, and those of its joint, itself among them."""
    found = []
    for k in range(len(tree.bodies)):
        end, strict, i = tree.chain_end(k), [], carrier(tree, k)
        while i >= 0:
            strict.append(i)
            i = tree.bodies[i].parent
        found.append((strict[::-1], [i for i in range(len(tree.bodies)) if tree.chain_end(i) == end]))
    return found


def state_slopes(tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> tuple[Cube, Cube, Cube, Rows]:
    """(dM/dq, dC/dq, dC/dqd, dg/dq) of `closed_form`: [i][j][h], the last [i][h]. Where a joint has several freedoms, by q means
    along its velocities, whose components are held."""
    n = len(tree.bodies)
    all_links = links(tree, q, qd)
    M, C, V = ([[[0.0] * n for _ in range(n)] for _ in range(n)] for _ in range(3))
    g: Rows = [[0.0] * n for _ in range(n)]
    for j, (strict, own) in enumerate(paths(tree)):
        here = all_links[j]
        for h in (*strict, *own):
            of = above(here, all_links[h])
            end = tree.chain_end(h)
            g[j][h], late = weight(here, all_links[h], tree.gravity)
            for i in (*strict, *own):
                seen = (over if i < h and tree.chain_end(i) != end else under)(of, all_links[i])
                M[i][j][h], C[i][j][h], V[i][j][h] = seen[0], seen[2], seen[4]
                if i in strict:
                    M[j][i][h], C[j][i][h], V[j][i][h] = seen[1], seen[3], seen[5]
            if h in strict:
                g[h][j] = late
                within = below(here, all_links[h])
                for i in strict:
                    M[i][h][j], C[i][h][j], V[i][h][j] = inside(within, all_links[i])
    return _gathered(tree, M), _gathered(tree, C), _gathered(tree, V), [gathered(tree, row) for row in gathered(tree, g)]


def _gathered(tree: Tree, cube: Cube) -> Cube:
    if not tree.mimic_bodies:
        return cube
    return [[gathered(tree, row) for row in gathered(tree, rows)] for rows in gathered(tree, cube)]
