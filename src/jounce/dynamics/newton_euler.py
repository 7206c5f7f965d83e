"""Recursive Newton-Euler algorithm: the joint forces of a rigid tree from its motion."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from jounce.numbers import Number
from jounce.plant.tree import Body, Tree, gathered, joint_transforms, spread, through_chains
from jounce.spatial.geometry import ZERO, Matrix, Twist, Vector, acceleration_matrix, add, apply, cross, neg, opposite, scale
from jounce.spatial.inertia import inertial_wrench
from jounce.spatial.joints import JointTransform

Wrench = Twist
"""(moment, force) about a body's origin, in its axes."""
Loads = Sequence[tuple[int, Wrench]]
"""External wrenches: (index of a body, wrench that acts on this body) each."""


class BodyMotion(NamedTuple):
    """Velocity and acceleration of a body, in its own axes."""

    w: Vector
    """Angular velocity."""
    al: Vector
    """Angular acceleration."""
    a: Vector
    """Acceleration of the origin minus the gravitational acceleration."""
    A: Matrix
    """A = [al] + [w][w]: a body-fixed point r has the acceleration a + A r."""


def base_motion(gravity: Vector) -> BodyMotion:
    """Return the motion of the base: at rest, with acceleration -g, so that gravity needs no terms in the recursion."""
    return BodyMotion(ZERO, ZERO, neg(gravity), (ZERO, ZERO, ZERO))


def outward(parent: BodyMotion, link: Body, X: JointTransform, qd: Number, qdd: Number) -> tuple[BodyMotion, Wrench]:
    """Return (motion of a link, inertial wrench of this motion) from the motion of its parent and of the joint."""
    joint = link.joint
    spin, slide = joint.spin(qd), joint.slide(qd)
    w_in = X.into(parent.w)
    w = add(w_in, spin)  # (17)
    al = add(X.into(parent.al), joint.spin(qdd), cross(w_in, spin))  # (18)
    carried = X.into(add(parent.a, apply(parent.A, X.origin)))
    a = add(carried, joint.slide(qdd), scale(2, cross(w_in, slide)))  # (21)
    A = acceleration_matrix(w, al)
    return BodyMotion(w, al, a, A), inertial_wrench(link.inertia, A, a)  # (27), (30)


def inward(wrench: Wrench, link: Body, X: JointTransform) -> tuple[Callable[[], Wrench], Number]:
    """Return (function that computes a link's wrench about its parent's origin in parent axes, joint force) from the wrench."""
    return lambda: X.out_wrench(wrench), link.joint.along(*wrench)  # (33), (36), (39)


def outward_pass(
    tree: Tree, q: Sequence[Number], qd: Sequence[Number], qdd: Sequence[Number], loads: Loads = ()
) -> tuple[Sequence[JointTransform], Sequence[BodyMotion], Sequence[Wrench]]:
    """Return (joint transforms, link motions, inertial wrenches less external wrenches), one entry per body each."""
    over, qd = tree.over, spread(tree, qd)
    qdd = through_chains(tree, qd, spread(tree, qdd))
    joints = joint_transforms(tree, q)
    motion, load = over.outward(outward, base_motion(tree.gravity), tree.bodies, joints, qd, qdd)
    for k, wrench in loads:
        load = over.onto(load, k, opposite(wrench))
    return joints, motion, load


def newton_euler(
    tree: Tree,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    loads: Loads = (),
) -> list[Number]:
    """Return the joint forces that a motion (q, qd, qdd) of a rigid tree requires, O(n).

        tau = M(q) qdd + C(q, qd) qd + g(q) - J^T W

    q, qd, qdd: one scalar per DOF [rad or m, per s, per s^2]. loads: external wrenches (moment, force) [Nm, N] on bodies, about
    each body's origin and in its axes. Returns one scalar per DOF [Nm or N].

    On jets the same code yields the time derivatives of tau; the equations of [Buondonno2015], (19)-(20), (22)-(26), (28)-(29),
    (31)-(32), (34)-(35), (37)-(38) and (40)-(41), state the first and the second derivative.
    """
    joints, _, load = outward_pass(tree, q, qd, qdd, loads)
    _, tau = tree.over.inward(inward, load, tree.bodies, joints)
    return gathered(tree, tau)


def gravity_torque(tree: Tree, q: Sequence[Number]) -> list[Number]:
    """Return the joint forces that hold a rigid tree at rest: g(q) = newton_euler(q, 0, 0)."""
    still = [0.0] * tree.freedoms
    return newton_euler(tree, q, still, still)
