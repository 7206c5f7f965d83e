"""Composite-rigid-body algorithm: the mass matrix of a tree."""

from collections.abc import Sequence

from jounce.dynamics.kinematic_sweep import composite_inertias
from jounce.dynamics.newton_euler import inward
from jounce.numbers import Number
from jounce.plant.tree import Body, Tree, gathered_matrix, joint_transforms
from jounce.spatial.geometry import Twist, add, apply, cross, scale
from jounce.spatial.inertia import Inertia, full


def mass_matrix(tree: Tree, q: Sequence[Number]) -> list[list[Number]]:
    """Return the symmetric mass matrix M(q) (n, n), O(n depth); kinetic energy is qd^T M qd / 2.

    Column j is the inertial wrench of the composite body that joint j carries, for a unit acceleration of joint j alone,
    projected on joint j and on each joint between it and the base (Featherstone, Rigid Body Dynamics Algorithms, 2008, section
    6.2). Entries between joints of different branches are zero. If q consists of jets, the entries are jets of M, Mdot, ...
    """
    over, bodies, n = tree.over, tree.bodies, len(tree.bodies)
    joints = joint_transforms(tree, q)
    composite = composite_inertias(tree, joints)
    entries, values = over.climb(inward, over.each(unit_acceleration, composite, bodies), bodies, joints)
    return gathered_matrix(tree, over.matrix(n, n, (entries, values), ([(j, i) for i, j in entries], values)))


def unit_acceleration(composite: Inertia, link: Body) -> Twist:
    """Return the inertial wrench of all bodies that a joint carries, `composite`, for a unit acceleration of this joint."""
    m, h, tensor = composite
    al, a = link.joint.spin(1.0), link.joint.slide(1.0)
    return add(apply(full(tensor), al), cross(h, a)), add(scale(m, a), cross(al, h))
