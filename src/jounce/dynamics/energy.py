"""Kinetic and potential energy of a rigid tree."""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.numbers import Number
from jounce.plant.tree import Body, Tree, joint_transforms, spread
from jounce.spatial.geometry import NO_TWIST, Twist, Vector, apply, cross, dot, neg, total
from jounce.spatial.inertia import full
from jounce.spatial.joints import JointTransform


class _State(NamedTuple):
    """Velocity of a body, and the potential of gravity at its origin."""

    v: Twist
    """Velocity of the body, in its own axes."""
    up: Vector
    """Negative gravity vector -g [m/s^2], in the axes of the body."""
    height: Number
    """Potential energy per mass -g . p [m^2/s^2], with p the position of the body's origin."""


def energy(tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> tuple[Number, Number]:
    """Return (kinetic, potential) energy [J]; the potential is zero with every centre of mass at the base frame's origin.

    kinetic = sum m v.v / 2 + m c . (v x w) + w . I w / 2 in link frames, potential = - sum g . (m p + R m c).
    m, c, I: mass, centre of mass, inertia about the origin of the link frame; v, w: linear and angular velocity; R, p: link pose.
    """
    base = _State(NO_TWIST, neg(tree.gravity), 0.0)
    _, kinetic, *potential = tree.over.outward(_energy, base, tree.bodies, joint_transforms(tree, q), spread(tree, qd))
    terms = [x for body in zip(*potential) for x in body]
    return sum(kinetic[1:], kinetic[0]), sum(terms[1:], terms[0])


def _energy(parent: _State, link: Body, X: JointTransform, qd: Number) -> tuple[_State, Number, Number, Number]:
    """Return (state of a link, its kinetic energy, the terms -m g . p and -g . R m c of its potential energy)."""
    w, v = twist = total(X.into_twist(parent.v), (link.joint.spin(qd), link.joint.slide(qd)))
    up, height = X.into(parent.up), parent.height + dot(parent.up, X.origin)
    m, h, tensor = link.inertia
    kinetic = 0.5 * (m * dot(v, v) + dot(w, apply(full(tensor), w))) + dot(h, cross(v, w))
    return _State(twist, up, height), kinetic, m * height, dot(up, h)
