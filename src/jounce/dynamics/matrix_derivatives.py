"""Partial derivatives of M, C and g by positions and velocities, by structure: O(n depth^2).

With the matrices of `closed_form`, m the deeper of joints i and j,

    M_ij = S_i . I_m S_j,    C_ij = S_i . (B_m S_j + I_m Sdot_j),    g_i = -S_i . I_i gamma

in base axes. When freedom h is displaced, all that it carries moves as one piece; seen from there, the twists of the joints that
carry h turn the other way, and every velocity changes by psi_h = v x S_h with the motion v of what carries joint h. Each
derivative is a twist, S_i or Sdot_i, times a wrench that belongs to a pair: the deepest of the three joints, and one that carries
it. [Garofalo2013] (24) are the same derivatives, of body Jacobians.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from jounce.dynamics.closed_form import Rate, Rows, Twist, crossed, crossed_dually, momentum, pair
from jounce.dynamics.kinematic_sweep import axis_of
from jounce.numbers import Number
from jounce.plant.multi_dof_joints import placed
from jounce.plant.tree import Body, Tree, gathered, gathered_matrix, spread
from jounce.spatial.geometry import IDENTITY, ZERO, Placement, Vector, add, cross, neg, scale, sub
from jounce.spatial.inertia import Inertia
from jounce.spatial.joints import JointTransform

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


Body6 = tuple[Inertia, Rate]
"""I and B of a body, or of several."""


def links(tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> list[Link]:
    """All freedoms, O(n); about the origin of the first body, so that what is far from the base loses no digits."""
    over, (at, q), qd = tree.over, placed(tree, q), spread(tree, qd)
    joints = over.each(lambda link, q: link.joint.at(q), at.bodies, q)
    base = Placement(IDENTITY, neg(joints[0].origin)), (ZERO, ZERO)
    states, S, carrying, own = over.outward(_onward, base, at.bodies, joints, qd)
    (whole,) = over.inward(lambda load: (load,), own)
    psi = over.each(crossed, over.at(carrying, [_first(tree, k) for k in range(len(at.bodies))]), S)
    Sdot = psi
    if tree.chains:  # all freedoms of a joint turn with the link behind it
        moved = [carrying[k] if _first(tree, k) == tree.chain_end(k) else states[tree.chain_end(k)][1] for k in range(len(S))]
        Sdot = over.each(crossed, moved, S)
    return over.each(_link, S, Sdot, psi, whole)


def _onward(
    parent: tuple[Placement, Twist], link: Body, X: JointTransform, qd: Number
) -> tuple[tuple[Placement, Twist], Twist, Twist, Body6]:
    """Pose and velocity of a body, its joint axis, the motion of its parent, and its own I and B."""
    above, v = parent
    pose = above.then(Placement(X.rotation, X.origin))
    S = axis_of(link, pose)
    moved = _plus(v, (scale(qd, S[0]), scale(qd, S[1])))
    body = link.inertia.seen_from(pose)
    return (pose, moved), S, v, (body, Rate.of(body, moved))


def _link(S: Twist, Sdot: Twist, psi: Twist, whole: Body6) -> Link:
    """A freedom, from I and B of all that it carries."""
    inertia, rate = whole
    pushed = _plus(rate.times(S), momentum(inertia, Sdot))
    return Link(S, Sdot, psi, inertia, rate, momentum(inertia, S), pushed, rate.transposed_times(S))


def _first(tree: Tree, k: int) -> int:
    """The first body of the chain that body k belongs to, or itself."""
    while k > 0 and tree.chain_end(k - 1) == tree.chain_end(k):
        k -= 1
    return k


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


Twists = tuple[Twist, Twist]
"""S and Sdot of a freedom."""
Pairs = Sequence[tuple[int, int]]
Triples = Sequence[tuple[int, int, int]]
Part = tuple[list[tuple[int, int]], Any]
"""Entries of a matrix, and what stands there."""
Entry = Callable[[int, int, int, int], tuple[int, int]]
"""From n and a triple j, i, h to its entry in a cube, whose rows are those of all pairs."""
Six = tuple[Number, Number, Number, Number, Number, Number]


def under(of: Above, i: Twists) -> Six:
    """By h, where h carries i or is of its joint: M_ij, M_ji, C_ij, C_ji; and C_ij, C_ji by its velocity."""
    S, _ = i
    turned = pair(S, of.spun)
    sped = pair(S, of.sped)
    return 0.0, 0.0, turned, -turned, sped, -sped


def outside(of: Above, i: Twists) -> Six:
    """The same where i carries h."""
    S, Sdot = i
    mass = pair(S, of.turned)
    back = pair(S, of.back) + pair(Sdot, of.turned)
    return mass, mass, pair(S, of.bent), back, pair(S, of.sped), -pair(S, of.drawn)


def inside(of: Below, i: Twists) -> tuple[Number, Number, Number]:
    """By h, where i and j carry it: M_ij, C_ij, and C_ij by its velocity."""
    S, _ = i
    return pair(S, of.mass), pair(S, of.turned), pair(S, of.sped)


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
    over, n = tree.over, len(tree.bodies)
    way = paths(tree)
    every = [(j, h) for j, (strict, own) in enumerate(way) for h in (*strict, *own)]
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
        """Entries of dM/dq, dC/dq and dC/dqd, from the wrenches of (j, h) and the twists of i."""
        if triples:
            number = {pair: k for k, pair in enumerate(pairs)}
            wrench = over.at(wrenches, [number[j, h] for j, _, h in triples])
            found = over.columns(over.each(step, wrench, over.at(twist, [i for _, i, _ in triples])))
            for (which, entry), field in zip(into, found):
                parts[which].append(([entry(n, *triple) for triple in triples], field))

    carrying, carried, own_joint = (list[tuple[int, int, int]]() for _ in range(3))
    for j, (strict, own) in enumerate(way):
        for i in (*strict, *own):
            for h in (*strict, *own):
                carries = i < h and tree.chain_end(i) != tree.chain_end(h)
                (own_joint if i in own else carrying if carries else carried).append((j, i, h))
    wrenches = over.each(above, *both(every))
    six: list[tuple[int, Entry]] = [(which, entry) for which in range(3) for entry in (_ijh, _jih)]
    put(carrying, every, wrenches, outside, six)
    put(carried, every, wrenches, lambda of, i: under(of, i)[2:], six[2:])
    put(own_joint, every, wrenches, lambda of, i: under(of, i)[2::2], six[2::2])
    deepest = [(j, i, h) for j, (strict, _) in enumerate(way) for i in strict for h in strict]
    put(deepest, strictly, over.each(below, *both(strictly)) if strictly else [], inside, [(which, _ihj) for which in range(3)])
    cubes = (over.matrix(n * n, n, *part) for part in parts)
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
