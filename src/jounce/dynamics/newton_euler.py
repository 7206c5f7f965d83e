"""Recursive Newton-Euler: the joint forces of a rigid tree from its motion."""

from collections.abc import Sequence

from jounce.numbers import Number
from jounce.robot.tree import Tree
from jounce.spatial.inertia import inertial_wrench
from jounce.spatial.matrices import Matrix, acceleration_matrix, apply
from jounce.spatial.vectors import ZERO, Vector, add, cross, neg, scale, sub

Wrench = tuple[Vector, Vector]


def newton_euler(
    tree: Tree,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    wrench: Wrench | None = None,
    body: int = -1,
) -> list[Number]:
    """Joint forces that make a rigid tree move as q(t) says, O(n).

        tau = M(q) qdd + C(q, qd) qd + g(q) - J^T W

    q, qd, qdd: one number a joint [rad or m, per s, per s^2]. wrench: (moment, force) [Nm, N] that the surroundings exert on
    `body`, about its frame origin and in its axes. Returns one number a joint [Nm or N].

    On jets the same lines yield the time derivatives of tau: what [Buondonno2015] writes out in (19)-(20), (22)-(26),
    (28)-(29), (31)-(32), (34)-(35), (37)-(38) and (40)-(41) is what they become at first and second order.
    """
    n = len(tree.bodies)
    joints = [b.joint.at(q[i]) for i, b in enumerate(tree.bodies)]
    # Index -1 is the base: at rest, and accelerating against gravity so that weight needs no term of its own.
    w: list[Vector] = [ZERO] * (n + 1)
    al: list[Vector] = [ZERO] * (n + 1)
    A: list[Matrix] = [(ZERO, ZERO, ZERO)] * (n + 1)
    a: list[Vector] = [ZERO] * n + [neg(tree.gravity)]
    moment: list[Vector] = [ZERO] * (n + 1)
    force: list[Vector] = [ZERO] * (n + 1)

    # Outward: each link's motion in its own frame, and the wrench about its origin that this motion takes.
    for i, link in enumerate(tree.bodies):
        p, X, joint = link.parent, joints[i], link.joint
        spin, slide = joint.spin(qd[i]), joint.slide(qd[i])
        w_in = X.into(w[p])
        w[i] = add(w_in, spin)  # (17)
        al[i] = add(X.into(al[p]), joint.spin(qdd[i]), cross(w_in, spin))  # (18)
        carried = X.into(add(a[p], apply(A[p], X.origin)))
        a[i] = add(carried, joint.slide(qdd[i]), scale(2, cross(w_in, slide)))  # (21)
        A[i] = acceleration_matrix(w[i], al[i])
        moment[i], force[i] = inertial_wrench(link.inertia, A[i], a[i])  # (27), (30)
    if wrench is not None:
        moment[body], force[body] = sub(moment[body], wrench[0]), sub(force[body], wrench[1])

    # Inward: each link hands its wrench to its parent; the motor holds the part along the joint.
    tau: list[Number] = [0.0] * n
    for i in reversed(range(n)):
        p, X = tree.bodies[i].parent, joints[i]
        tau[i] = tree.bodies[i].joint.along(moment[i], force[i])  # (39)
        f = X.out(force[i])
        force[p] = add(force[p], f)  # (33)
        moment[p] = add(moment[p], X.out(moment[i]), cross(X.origin, f))  # (36)
    return tau


def gravity_torque(tree: Tree, q: Sequence[Number]) -> list[Number]:
    """Joint forces that hold a rigid tree still: g(q) = newton_euler(q, 0, 0)."""
    still = [0.0] * len(tree.bodies)
    return newton_euler(tree, q, still, still)
