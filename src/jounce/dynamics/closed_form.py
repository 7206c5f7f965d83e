"""M(q), C(q, qd) and g(q) of a tree in closed form, from twists and composite bodies in base axes.

    M_ij = S_i . I_j S_j,   C_ij = S_i . (B_j S_j + I_j Sdot_j),   C_ji = S_j . (B_j S_i + I_j Sdot_i),   g_i = -S_i . I_i gamma

for a joint i that carries joint j, or i = j; entries between branches are zero. S_i is the twist of joint i, Sdot_i its rate
(`kinematic_sweep`); I_j is the inertia of all bodies that joint j carries, B_j the sum of v x* I over these bodies, and gamma the
acceleration of gravity. This C is the matrix of [Garofalo2013] (6b), which is stated there with body Jacobians: Mdot = C + C^T,
at every order of time derivative.

B_j = D_j + v_j x* I_j, where D_j is due to the motion relative to link j: the sum of D_k + S_k qd_k x* I_k over the joints k on
link j. So C_jj = S_j . D_j S_j is independent of the inertia of link j, which is constant about joint j. If C_jj were computed
from B_j, it would have the rounding error of that inertia: all digits are lost if link j is 1e16 times as heavy as the links it
carries.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from jounce.dynamics.kinematic_sweep import joint_axes, velocities
from jounce.numbers import Number
from jounce.plant.tree import Tree, gathered, gathered_matrix, joint_transforms, spread
from jounce.spatial.geometry import (
    ZERO,
    Matrix,
    Twist,
    Vector,
    add,
    apply,
    apply_transpose,
    cross,
    crossed,
    crossed_dually,
    difference,
    matmul,
    minus,
    neg,
    pair,
    plus,
    scale,
    scaled,
    skew,
    sub,
    total,
    transpose,
)
from jounce.spatial.inertia import Inertia, full, momentum

Rows = list[list[Number]]


class Rate(NamedTuple):
    """Matrix v x* I (6, 6) of a body with twist v and inertia I.

    Blocks of size (3, 3): ((turning, spinning + [moving]), (-spinning, [turned])). In the fields, w and v are the angular and the
    linear velocity; m, h and J are mass, first moment and tensor of I.
    """

    turning: Matrix
    """Block (3, 3) [w] J - [v] [h]."""
    spinning: Matrix
    """Block (3, 3) [w] [h]."""
    moving: Vector
    """Vector m v."""
    turned: Vector
    """Vector m w."""

    @classmethod
    def of(cls, body: Inertia, v: Twist) -> "Rate":
        """Return v x* I of a body with inertia I that moves with twist v."""
        h = skew(body.moment)
        w, u = skew(v[0]), skew(v[1])
        turning = minus(matmul(w, full(body.tensor)), matmul(u, h))
        return cls(turning, matmul(w, h), scale(body.mass, v[1]), scale(body.mass, v[0]))

    def plus(self, other: "Rate") -> "Rate":
        """Return the sum of this matrix and another."""
        return Rate(
            plus(self.turning, other.turning),
            plus(self.spinning, other.spinning),
            add(self.moving, other.moving),
            add(self.turned, other.turned),
        )

    def times(self, S: Twist) -> Twist:
        """Return the product B S of this matrix B and a twist S."""
        w, v = S
        spun = apply(self.spinning, v)
        return (
            add(apply(self.turning, w), spun, cross(self.moving, v)),
            sub(cross(self.turned, v), apply(self.spinning, w)),
        )

    def transposed_times(self, S: Twist) -> Twist:
        """Return the product B^T S of this matrix's transpose and a twist S."""
        w, v = S
        back = transpose(self.spinning)
        return (
            sub(apply_transpose(self.turning, w), apply(back, v)),
            add(apply(back, w), neg(cross(self.moving, w)), neg(cross(self.turned, v))),
        )


STILL = Rate(((0.0,) * 3,) * 3, ((0.0,) * 3,) * 3, ZERO, ZERO)
"""v x* I of a body at rest: the zero matrix."""


class MatrixColumn(NamedTuple):
    """Column of joint j: wrenches for entries (i, j) and (j, i) of all joints i that carry j, and the entries M_jj, C_jj, g_j.

    I_j, B_j, D_j, S_j and Sdot_j are defined in the module; v_j is the velocity of body j.
    """

    moved: Twist
    """Momentum I_j S_j, whose product with S_i is M_ij."""
    pushed: Twist
    """Wrench B_j S_j + I_j Sdot_j, whose product with S_i is C_ij."""
    back: Twist
    """Wrench D_j^T S_j - I_j (v_j x S_j), for C_ji = S_i . back + Sdot_i . moved."""
    M: Number
    C: Number
    g: Number


def closed_form(tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> tuple[Rows, Rows, list[Number]]:
    """Return the mass matrix M, the Coriolis matrix C and the gravity torque g of a tree, O(n depth)."""
    over, n, qd = tree.over, len(tree.bodies), spread(tree, qd)
    pose, S, _ = joint_axes(tree, joint_transforms(tree, q))
    v, _, _, Sdot = velocities(tree, S, qd)
    bodies = over.each(lambda link, pose: (link.inertia.seen_from(pose), STILL), tree.bodies, pose)
    (carried,) = over.inward(_relative_rate, bodies, S, qd)
    alone = [tree.chain_start(k) == tree.chain_end(k) for k in range(n)]
    turned = Sdot
    if tree.chains:
        turned = [Sdot[k] if alone[k] else crossed(v[k], S[k]) for k in range(n)]
    columns = over.each(_column, over.at([tree.gravity], [0] * n), S, Sdot, turned, v, carried)

    strict = [(i, j) for j in range(n) for i in tree.path(j)[1:]]
    lower, upper, back = [], [], []
    if strict:
        of_i, of_j = ([pair[k] for pair in strict] for k in range(2))
        lower, upper, back = over.columns(over.each(_entries, over.at(S, of_i), over.at(Sdot, of_i), over.at(columns, of_j)))
    across = [(j, i) for i, j in strict]
    diagonal = [(k, k) for k in range(n)]
    *_, own_M, own_C, g = over.columns(columns)
    M = over.matrix(n, n, (diagonal, own_M), (strict, lower), (across, lower))
    C = over.matrix(n, n, (diagonal, own_C), (strict, upper), (across, back))
    return gathered_matrix(tree, M), gathered_matrix(tree, C), gathered(tree, g)


def _relative_rate(load: tuple[Inertia, Rate], S: Twist, qd: Number) -> tuple[Callable[[], tuple[Inertia, Rate]]]:
    """Return the function that computes joint j's contribution to the sums of its parent: I_j, and D_j + S_j qd_j x* I_j."""
    inertia, rate = load
    return (lambda: (inertia, rate.plus(Rate.of(inertia, scaled(qd, S)))),)


def _column(gravity: Vector, S: Twist, Sdot: Twist, turned: Twist, v: Twist, carried: tuple[Inertia, Rate]) -> MatrixColumn:
    """Return the wrenches and the entries M_jj, C_jj and g_j of a joint j; turned: v_j x S_j."""
    inertia, rate = carried
    moved, rate_times_S = momentum(inertia, S), rate.times(S)
    pushed = total(rate_times_S, crossed_dually(v, moved), momentum(inertia, Sdot))
    back = difference(rate.transposed_times(S), momentum(inertia, turned))
    weight = cross(inertia.moment, gravity), scale(inertia.mass, gravity)
    return MatrixColumn(
        moved, pushed, back, pair(S, moved), pair(S, rate_times_S) + pair(difference(Sdot, turned), moved), -pair(S, weight)
    )


def _entries(S: Twist, Sdot: Twist, j: MatrixColumn) -> tuple[Number, Number, Number]:
    """Return M_ij, C_ij and C_ji for a joint i that carries joint j."""
    return pair(S, j.moved), pair(S, j.pushed), pair(S, j.back) + pair(Sdot, j.moved)
