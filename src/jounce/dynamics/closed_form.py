"""M(q), C(q, qd) and g(q) of a tree in closed form, all in the base frame: twists and composite bodies.

    M_ij = S_i . I_j S_j,   C_ij = S_i . (B_j S_j + I_j Sdot_j),   C_ji = S_j . (B_j S_i + I_j Sdot_i),   g_i = -S_i . I_i gamma

for i below j or i = j, zero between branches. S_i is the twist of joint i (angular first, at the base frame's origin), with
Sdot_i = v_i x S_i; I_j is the inertia of all that joint j carries and B_j the sum of v x* I over it. This C is the one of
[Garofalo2013] (6b), which sums the same over body Jacobians: Mdot = C + C^T, at every order of time derivative.

B_j is taken apart into D_j + v_j x* I_j, where D_j is that of the motion relative to link j: D_j sums D_k + S_k qd_k x* I_k over
the joints k on it. So C_jj = S_j . D_j S_j has nothing of link j itself, whose inertia about its own joint is constant. With B_j
in one piece it has the rounding of that inertia: all digits are lost where link j is 1e16 times as heavy as what it carries.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.numbers import Number
from jounce.plant.multi_dof_joints import placed
from jounce.plant.tree import Tree, gathered, gathered_columns, gathered_matrix, spread
from jounce.spatial.geometry import (
    IDENTITY,
    ZERO,
    Matrix,
    Placement,
    Vector,
    add,
    apply,
    cross,
    dot,
    matmul,
    minus,
    neg,
    plus,
    scale,
    skew,
    sub,
    transpose,
)
from jounce.spatial.inertia import Inertia, full

Rows = list[list[Number]]
Twist = tuple[Vector, Vector]
"""(angular, linear) velocity of the body's point at the base origin; or (moment, force) about it."""


class Rate(NamedTuple):
    """v x* I of a body, a 6x6 matrix: ((turning, spinning + [moving]), (-spinning, [turned]))."""

    turning: Matrix
    """[w] J - [v] [h]."""
    spinning: Matrix
    """[w] [h]."""
    moving: Vector
    """m v."""
    turned: Vector
    """m w."""

    @classmethod
    def of(cls, body: Inertia, v: Twist) -> "Rate":
        """Of a body about the base origin that moves with twist v."""
        h = skew(body.moment)
        w, u = skew(v[0]), skew(v[1])
        turning = minus(matmul(w, full(body.tensor)), matmul(u, h))
        return cls(turning, matmul(w, h), scale(body.mass, v[1]), scale(body.mass, v[0]))

    def plus(self, other: "Rate") -> "Rate":
        """The sum."""
        return Rate(
            plus(self.turning, other.turning),
            plus(self.spinning, other.spinning),
            add(self.moving, other.moving),
            add(self.turned, other.turned),
        )

    def times(self, S: Twist) -> Twist:
        """B S."""
        w, v = S
        spun = apply(self.spinning, v)
        return (
            add(apply(self.turning, w), spun, cross(self.moving, v)),
            sub(cross(self.turned, v), apply(self.spinning, w)),
        )

    def transposed_times(self, S: Twist) -> Twist:
        """B^T S."""
        w, v = S
        back = transpose(self.spinning)
        return (
            sub(apply(transpose(self.turning), w), apply(back, v)),
            add(apply(back, w), neg(cross(self.moving, w)), neg(cross(self.turned, v))),
        )


STILL = Rate(((0.0,) * 3,) * 3, ((0.0,) * 3,) * 3, ZERO, ZERO)
"""Of a body that does not move."""


def momentum(body: Inertia, S: Twist) -> Twist:
    """I S = (J w + h x v, m v - h x w)."""
    w, v = S
    m, h, tensor = body
    return add(apply(full(tensor), w), cross(h, v)), sub(scale(m, v), cross(h, w))


def pair(S: Twist, F: Twist) -> Number:
    """S . F."""
    return dot(S[0], F[0]) + dot(S[1], F[1])


def poses(tree: Tree, q: Sequence[Number]) -> list[Placement]:
    """Every body frame in the base frame; index -1 is the base itself."""
    tree, q = placed(tree, q)
    found = [Placement(IDENTITY, ZERO)] * (len(tree.bodies) + 1)
    for k, body in enumerate(tree.bodies):
        X = body.joint.at(q[k])
        above = found[body.parent]
        found[k] = Placement(matmul(above.rotation, X.rotation), add(above.origin, apply(above.rotation, X.origin)))
    return found


def twists(tree: Tree, at: Sequence[Placement]) -> list[Twist]:
    """S of every joint in the base frame."""
    found = []
    for body, (R, p) in zip(tree.bodies, at):
        spin = apply(R, body.joint.spin(1.0))
        found.append((spin, add(cross(p, spin), apply(R, body.joint.slide(1.0)))))
    return found


def twist_rates(tree: Tree, S: Sequence[Twist], v: Sequence[Twist]) -> list[Twist]:
    """Sdot of every joint: v x S with the motion of the parent, or, in a chain, of the link whose axes it stands for."""
    return [crossed(v[tree.bodies[k].parent if _alone(tree, k) else tree.chain_end(k)], S[k]) for k in range(len(S))]


def _alone(tree: Tree, k: int) -> bool:
    """Whether a joint has one freedom, and is not part of a chain that stands for a joint of several."""
    return tree.chain_end(k) == k and (k == 0 or tree.chain_end(k - 1) != k)


def crossed(v: Twist, S: Twist) -> Twist:
    """v x S."""
    (w, u), (turn, move) = v, S
    return cross(w, turn), add(cross(w, move), cross(u, turn))


def crossed_dually(v: Twist, F: Twist) -> Twist:
    """v x* F."""
    (w, u), (moment, force) = v, F
    return add(cross(w, moment), cross(u, force)), cross(w, force)


def closed_form(tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> tuple[Rows, Rows, list[Number]]:
    """(M, C, g), O(n depth)."""
    n = len(tree.bodies)
    at = poses(tree, q)
    S = twists(tree, at)
    qd = spread(tree, qd)
    v: list[Twist] = [(ZERO, ZERO)] * (n + 1)
    own: list[Twist] = []
    inertia: list[Inertia] = []
    for k, body in enumerate(tree.bodies):
        above, (w, u) = v[body.parent], S[k]
        own.append((scale(qd[k], w), scale(qd[k], u)))
        v[k] = add(above[0], own[k][0]), add(above[1], own[k][1])
        inertia.append(body.inertia.seen_from(at[k]))
    Sdot = twist_rates(tree, S, v)
    rate = [STILL] * n
    for k in reversed(range(n)):
        p = tree.bodies[k].parent
        if p >= 0:
            rate[p] = rate[p].plus(rate[k]).plus(Rate.of(inertia[k], own[k]))
            inertia[p] = inertia[p].plus(inertia[k])

    M: Rows = [[0.0] * n for _ in range(n)]
    C: Rows = [[0.0] * n for _ in range(n)]
    g: list[Number] = []
    for j in range(n):
        carried = Sdot[j] if _alone(tree, j) else crossed(v[j], S[j])
        moved = momentum(inertia[j], S[j])
        first, second, third = rate[j].times(S[j]), crossed_dually(v[j], moved), momentum(inertia[j], Sdot[j])
        pushed = add(first[0], second[0], third[0]), add(first[1], second[1], third[1])
        held, kept = momentum(inertia[j], carried), rate[j].transposed_times(S[j])
        back = sub(kept[0], held[0]), sub(kept[1], held[1])
        weight = cross(inertia[j].moment, tree.gravity), scale(inertia[j].mass, tree.gravity)
        g.append(-pair(S[j], weight))
        M[j][j] = pair(S[j], moved)
        C[j][j] = pair(S[j], first) + pair((sub(Sdot[j][0], carried[0]), sub(Sdot[j][1], carried[1])), moved)
        i = tree.bodies[j].parent
        while i >= 0:
            M[i][j] = M[j][i] = pair(S[i], moved)
            C[i][j] = pair(S[i], pushed)
            C[j][i] = pair(S[i], back) + pair(Sdot[i], moved)
            i = tree.bodies[i].parent
    return gathered_matrix(tree, M), gathered_matrix(tree, C), gathered(tree, g)


def com_jacobian_rows(tree: Tree, q: Sequence[Number]) -> Rows:
    """Three rows: the velocity of the centre of mass of all bodies, in the base frame, is J qd. Column i is the linear momentum
    that joint i gives to all it carries, over the mass of all."""
    n = len(tree.bodies)
    at = poses(tree, q)
    S = twists(tree, at)
    carried = [body.inertia.seen_from(at[k]) for k, body in enumerate(tree.bodies)]
    mass = sum(body.inertia.mass for body in tree.bodies)
    for k in reversed(range(n)):
        if tree.bodies[k].parent >= 0:
            carried[tree.bodies[k].parent] = carried[tree.bodies[k].parent].plus(carried[k])
    columns = [momentum(carried[i], S[i])[1] for i in range(n)]
    return gathered_columns(tree, [[column[row] / mass for column in columns] for row in range(3)])
