"""Articulated-body algorithm: joint accelerations of a rigid tree from its joint forces, O(n)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from jounce.dynamics.newton_euler import Loads, Wrench
from jounce.numbers import Number
from jounce.plant.tree import Body, Tree, joint_transforms, through_chains
from jounce.spatial.geometry import (
    ZERO,
    Matrix,
    Vector,
    add,
    apply,
    apply_transpose,
    cross,
    dot,
    matmul,
    minus,
    neg,
    opposite,
    outer,
    plus,
    scale,
    skew,
    skew_times,
    times_skew,
    total,
    transpose,
)
from jounce.spatial.inertia import Inertia, full
from jounce.spatial.joints import JointTransform

EMPTY = (ZERO, ZERO, ZERO)


class Articulated(NamedTuple):
    """Articulated-body inertia, as 3x3 blocks, of a link whose subtree hangs on free joints.

    moment = rotary al + mixed a + bias moment,   force = mixed^T al + linear a + bias force

    al, a: angular acceleration of the link, acceleration of its frame's origin; moment, force: wrench at this origin.
    """

    rotary: Matrix
    mixed: Matrix
    linear: Matrix

    @classmethod
    def rigid(cls, body: Inertia) -> "Articulated":
        """Return the articulated inertia of a single rigid body."""
        m = body.mass
        return cls(full(body.tensor), skew(body.moment), ((m, 0.0, 0.0), (0.0, m, 0.0), (0.0, 0.0, m)))

    def times(self, al: Vector, a: Vector) -> tuple[Vector, Vector]:
        """Return the (moment, force) that accelerates the body by (al, a), without the bias wrench."""
        return (
            add(apply(self.rotary, al), apply(self.mixed, a)),
            add(apply_transpose(self.mixed, al), apply(self.linear, a)),
        )

    def freed(self, moment: Vector, force: Vector, pivot: Number) -> "Articulated":
        """Return the inertia I - U U^T / D behind a free joint; U = (moment, force): wrench of a unit acceleration, D: pivot."""
        n, f = scale(1 / pivot, moment), scale(1 / pivot, force)
        return Articulated(
            minus(self.rotary, outer(n, moment)),
            minus(self.mixed, outer(n, force)),
            minus(self.linear, outer(f, force)),
        )

    def out(self, X: JointTransform) -> "Articulated":
        """Return the articulated inertia in the frame of the parent, from the transform X of the joint."""
        R, p = X.rotation, X.origin
        rotary, mixed, linear = (matmul(matmul(R, block), transpose(R)) for block in self)
        moved = plus(mixed, skew_times(p, linear))
        return Articulated(plus(minus(rotary, times_skew(mixed, p)), skew_times(p, transpose(moved))), moved, linear)


NOTHING = Articulated(EMPTY, EMPTY, EMPTY)


def articulated_bodies(
    tree: Tree,
    q: Sequence[Number],
    qd: Sequence[Number],
    tau: Sequence[Number],
    armature: Sequence[Number] | None = None,
    loads: Loads = (),
) -> tuple[list[Number], list[Number]]:
    """Return qdd = (M(q) + diag(armature))^-1 (tau + J^T W - C qd - g) and the pivots D, O(n), without forming M.

    armature: inertia added to the diagonal of M (n), None for zero. loads: external wrenches (moment, force) [Nm, N] on bodies,
    about each body's origin and in its axes. qdd, D: one scalar per DOF. A pivot D is the inertia at a joint while all joints of
    its subtree are free; M + diag(armature) is singular exactly if a pivot vanishes. Featherstone (2008), section 7.3, written
    with the acceleration of the frame origin instead of the spatial acceleration.
    """
    over, bodies = tree.over, tree.bodies
    riding = [0.0] * len(bodies) if armature is None else armature
    joints = joint_transforms(tree, q)
    _, bias, load = over.outward(_velocities, ZERO, bodies, joints, qd)
    for k, wrench in loads:
        load = over.onto(load, k, (NOTHING, opposite(wrench)))
    _, felt = over.inward(_give_way, load, bodies, joints, bias, tau, riding)
    _, qdd = over.outward(_accelerations, (ZERO, neg(tree.gravity)), bodies, joints, bias, felt)
    return through_chains(tree, qd, qdd, 1.0), over.each(lambda joint: joint.pivot, felt)


class Felt(NamedTuple):
    """Articulated inertia and force at a joint, with all joints of its subtree free."""

    U: Wrench
    """Wrench of a unit acceleration of the joint."""
    pivot: Number
    """D: component of U along the joint, plus the reflected inertia of the motor (armature)."""
    rest: Number
    """Joint force less the bias force of the subtree."""


def _velocities(w: Vector, link: Body, X: JointTransform, qd: Number) -> tuple[Vector, Wrench, tuple[Articulated, Wrench]]:
    """Return a link's (angular velocity, velocity-dependent relative acceleration, (inertia, velocity-dependent wrench)).

    w: angular velocity of the parent, in the parent's axes.
    """
    spin, slide = link.joint.spin(qd), link.joint.slide(qd)
    w_in = X.into(w)
    turning = add(w_in, spin)
    moving = add(X.into(cross(w, cross(w, X.origin))), scale(2, cross(w_in, slide)))
    body = Articulated.rigid(link.inertia)
    moment = cross(turning, apply(body.rotary, turning))
    force = cross(turning, cross(turning, link.inertia.moment))
    return turning, (cross(w_in, spin), moving), (body, (moment, force))


def _give_way(
    load: tuple[Articulated, Wrench], link: Body, X: JointTransform, bias: Wrench, tau: Number, riding: Number
) -> tuple[Callable[[], tuple[Articulated, Wrench]], Felt]:
    """Return (function that computes a subtree's inertia and bias wrench on the parent, inertia and force at the free joint).

    bias: velocity-dependent relative acceleration. riding: armature of the joint.
    """
    body, (moment, force) = load
    U = body.times(link.joint.spin(1.0), link.joint.slide(1.0))
    pivot = link.joint.along(*U) + riding
    rest = tau - link.joint.along(moment, force)

    def hand() -> tuple[Articulated, Wrench]:
        left = body.freed(*U, pivot)
        n, f = left.times(*bias)
        push = rest / pivot
        return left.out(X), X.out_wrench((add(moment, n, scale(push, U[0])), add(force, f, scale(push, U[1]))))

    return hand, Felt(U, pivot, rest)


def _accelerations(parent: Wrench, link: Body, X: JointTransform, bias: Wrench, felt: Felt) -> tuple[Wrench, Number]:
    """Return ((angular, linear) acceleration of a link, its joint acceleration) from the accelerations of its parent."""
    al_in, a_in = total(X.into_twist(parent), bias)
    qdd = (felt.rest - dot(felt.U[0], al_in) - dot(felt.U[1], a_in)) / felt.pivot
    return (add(al_in, link.joint.spin(qdd)), add(a_in, link.joint.slide(qdd))), qdd
