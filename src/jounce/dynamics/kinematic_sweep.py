"""The kinematic sweep of a tree: poses, joint axes, velocities, accelerations and composite inertias, O(n).

In the axes of the base, about the point where the origin of a body is at this instant, so that robots far from the base frame
lose no digits: of the body on the base that carries the most.

    S      twist of joint i at unit rate
    v      velocity: v of the parent + S qd
    Psi    v_c x S, with the velocity v_c of the link that carries the joint
    Sdot   v_e x S, with the velocity v_e of the link that the joint moves; Sdot = Psi for a joint of one DOF, where S x S = 0
    a      acceleration: a of the parent + S qdd + Sdot qd

The bodies of a chain, which stand for a joint of several DOF, have the v and a of the chain so far; those of the last are the
link's. With Psi in the place of Sdot, a is that of the link as well: Sdot - Psi sums to zero over a chain.

Algorithms that need joint forces or energy alone calculate in the axes of the links, with fewer operations: they begin with
`joint_transforms`, and `composite_inertias` adds up what joints carry there.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from jounce.numbers import Number
from jounce.plant.tree import Body, Tree
from jounce.spatial.geometry import IDENTITY, NO_TWIST, Placement, Twist, crossed, neg, scaled, total
from jounce.spatial.joints import JointTransform
from jounce.spatial.traversal import Field, Traversal


class Axes(NamedTuple):
    """Pose of each body and twist of its joint at unit rate, in base axes about the common origin."""

    pose: Field
    S: Field


class Velocities(NamedTuple):
    """Velocity of each body, and rates of its joint axis, in base axes about the common origin."""

    v: Field
    carrier: Field
    """Velocity of the link that carries the joint."""
    Psi: Field
    Sdot: Field


def joint_axes(tree: Tree, joints: Field) -> Axes:
    """Return poses and joint axes from the joint transforms."""
    over, roots = tree.over, [tree.path(k)[-1] for k in range(len(tree.bodies))]
    base = Placement(IDENTITY, neg(joints[max(roots, key=roots.count)].origin))
    (pose,) = over.outward(lambda parent, X: (moved(parent, X),), base, joints)
    return Axes(pose, over.each(axis, tree.bodies, pose))


def moved(parent: Placement, X: JointTransform) -> Placement:
    """Return the pose of a body from its parent's pose and the transform of its joint."""
    return parent.then(Placement(X.rotation, X.origin))


def axis(link: Body, pose: Placement) -> Twist:
    """Return the twist of a body's joint at unit rate from the body's pose."""
    return pose.out_twist((link.joint.spin(1.0), link.joint.slide(1.0)))


def velocities(tree: Tree, S: Field, qd: Sequence[Number]) -> Velocities:
    """Return velocities, and rates of the joint axes S, at joint velocities qd (one scalar per body)."""
    over, bodies = tree.over, range(len(tree.bodies))
    v, carrier = over.outward(lambda v, S, qd: (total(v, scaled(qd, S)), v), NO_TWIST, S, qd)
    if not tree.chains:
        Psi = over.each(crossed, carrier, S)
        return Velocities(v, carrier, Psi, Psi)
    carrier = over.at(carrier, [tree.chain_start(k) for k in bodies])
    Psi = over.each(crossed, carrier, S)
    alone = [tree.chain_start(k) == tree.chain_end(k) for k in bodies]
    link = [carrier[k] if alone[k] else v[tree.chain_end(k)] for k in bodies]
    return Velocities(v, carrier, Psi, over.each(crossed, link, S))


def accelerations(over: Traversal, base: Twist, S: Field, rate: Field, qd: Sequence[Number], qdd: Sequence[Number]) -> Any:
    """Return (a of each body, a of its parent). rate: Sdot or Psi of each body; base: acceleration of the base, less gravity."""

    def step(a: Twist, S: Twist, rate: Twist, qd: Number, qdd: Number) -> tuple[Twist, Twist]:
        return total(a, scaled(qdd, S), scaled(qd, rate)), a

    return over.outward(step, base, S, rate, qd, qdd)


def composites(over: Traversal, parts: Field) -> Any:
    """Return, for each body, the sum of parts over all bodies that its joint carries; overwrites the parts."""
    (whole,) = over.inward(lambda load: (lambda: load,), parts)
    return whole


def composite_inertias(tree: Tree, joints: Field) -> Any:
    """Return the inertia of all that each joint carries, in the axes of its body."""
    bodies = tree.over.each(lambda link: link.inertia, tree.bodies)
    (whole,) = tree.over.inward(lambda body, X: (lambda: X.out_inertia(body),), bodies, joints)
    return whole
