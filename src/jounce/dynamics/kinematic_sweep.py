"""The kinematic sweep of a tree: poses, joint axes, velocities, accelerations and composite inertias, O(n).

All quantities are in base axes about a common origin: the present origin of the body on the base that carries the most bodies.
With this origin robots far from the base frame lose no digits.

    S      twist of joint i at unit rate
    v      velocity: v of the parent + S qd
    Psi    v_c x S, with the velocity v_c of the link that carries the joint
    Sdot   v_e x S, with the velocity v_e of the link that the joint moves; Sdot = Psi for a joint of one DOF, where S x S = 0
    a      acceleration: a of the parent + S qdd + Sdot qd

A joint of several DOFs is a chain of bodies. Each body of the chain has the v and a due to the DOFs of the chain up to its own;
the last body has the v and a of the link. With Psi in place of Sdot the link's a is the same: (Sdot - Psi) qd sums to zero over a
chain.

Algorithms that compute only joint forces or energy use the axes of the links instead, with fewer operations: they begin with
`joint_transforms`, and `composite_inertias` sums the inertia of carried bodies in link axes.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from jounce.numbers import Number
from jounce.plant.tree import Body, Tree, joint_transforms
from jounce.spatial.geometry import IDENTITY, NO_TWIST, Placement, Twist, Vector, crossed, neg, scaled, total
from jounce.spatial.joints import JointTransform
from jounce.spatial.traversal import Field, Traversal


class Axes(NamedTuple):
    """Pose of each body and twist of its joint at unit rate, in base axes about the common origin."""

    pose: Field
    S: Field
    origin: Vector
    """The common origin in the base frame."""


class Velocities(NamedTuple):
    """Velocity of each body, and rates of its joint axis, in base axes about the common origin."""

    v: Field
    carrier: Field
    """Velocity of the link that carries the joint."""
    Psi: Field
    Sdot: Field


def joint_axes(tree: Tree, joints: Field) -> Axes:
    """Return the poses of all bodies and their joint axes, in base axes about the common origin, from the joint transforms."""
    over, roots = tree.over, [tree.path(k)[-1] for k in range(len(tree.bodies))]
    origin = joints[max(roots, key=roots.count)].origin
    (pose,) = over.outward(lambda parent, X: (moved(parent, X),), Placement(IDENTITY, neg(origin)), joints)
    return Axes(pose, over.each(axis, tree.bodies, pose), origin)


def stored_axes(tree: Tree, q: Sequence[Number]) -> Axes:
    """Return the poses and joint axes at q, computed by straight-line code with folded constants, stored for loops over bodies.

    For generated code with loops: for arms of 12 to 60 joints, the kinematics of a flexible arm take two thirds of the time of a
    loop for `joint_axes`, in which bodies with different zeros are of different kinds.
    """
    straight = tree._replace(recorder=None)
    pose, S, origin = joint_axes(straight, joint_transforms(straight, q))
    pose, S = tree.over.columns(tree.over.stored(list(zip(pose, S))))
    return Axes(pose, S, origin)


def moved(parent: Placement, X: JointTransform) -> Placement:
    """Return the pose of a body from its parent's pose and the transform of its joint."""
    return parent.then(Placement(X.rotation, X.origin))


def axis(link: Body, pose: Placement) -> Twist:
    """Return the twist of a body's joint at unit rate from the body's pose."""
    return pose.out_twist((link.joint.spin(1.0), link.joint.slide(1.0)))


def velocities(tree: Tree, S: Field, qd: Sequence[Number]) -> Velocities:
    """Return velocities, and rates of the joint axes S, at joint velocities qd (one scalar per body)."""
    over, bodies = tree.over, range(len(tree.bodies))
    v, carrier = over.outward(lambda v, added: (total(v, added), v), NO_TWIST, over.each(scaled, qd, S))
    if not tree.chains:
        Psi = over.each(crossed, carrier, S)
        return Velocities(v, carrier, Psi, Psi)
    carrier = over.at(carrier, [tree.chain_start(k) for k in bodies])
    Psi = over.each(crossed, carrier, S)
    alone = [tree.chain_start(k) == tree.chain_end(k) for k in bodies]
    link = [carrier[k] if alone[k] else v[tree.chain_end(k)] for k in bodies]
    return Velocities(v, carrier, Psi, over.each(crossed, link, S))


def accelerations(over: Traversal, base: Twist, S: Field, rate: Field, qd: Sequence[Number], qdd: Sequence[Number]) -> Any:
    """Return the fields (acceleration a of each body, a of its parent), from velocities qd and accelerations qdd of the joints.

    base: acceleration of the base minus gravity. S: joint axes. rate: Sdot or Psi of each body.
    """
    relative = over.each(lambda S, rate, qd, qdd: total(scaled(qdd, S), scaled(qd, rate)), S, rate, qd, qdd)
    return over.outward(lambda a, added: (total(a, added), a), base, relative)


def composites(over: Traversal, parts: Field) -> Any:
    """Return, for each body, the sum of `parts` over all bodies that its joint carries; recorded loops overwrite `parts`."""
    (whole,) = over.inward(lambda load: (lambda: load,), parts)
    return whole


def composite_inertias(tree: Tree, joints: Field) -> Any:
    """Return, for each joint, the inertia of all bodies that it carries, in the axes of the joint's body."""
    bodies = tree.over.each(lambda link: link.inertia, tree.bodies)
    (whole,) = tree.over.inward(lambda body, X: (lambda: X.out_inertia(body),), bodies, joints)
    return whole
