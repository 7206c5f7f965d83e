"""Composite rigid bodies: the mass matrix of a tree."""

from collections.abc import Sequence

from jounce.numbers import Number
from jounce.plant.mimic_joints import gathered_matrix
from jounce.plant.multi_dof_joints import placed
from jounce.plant.tree import Tree
from jounce.spatial.inertia import full
from jounce.spatial.matrices import apply
from jounce.spatial.vectors import add, cross, scale


def mass_matrix(tree: Tree, q: Sequence[Number]) -> list[list[Number]]:
    """M(q), symmetric, O(n depth): kinetic energy is qd^T M qd / 2.

    Column j is the wrench that a unit acceleration of joint j alone takes from everything it carries, the composite body,
    projected on joint j and on each joint below it (Featherstone, Rigid Body Dynamics Algorithms, 2008, section 6.2).
    Entries between joints of different branches are zero. On jets: M, Mdot, Mddot, ...
    """
    tree, q = placed(tree, q)
    n = len(tree.bodies)
    joints = [b.joint.at(q[i]) for i, b in enumerate(tree.bodies)]

    composite = [b.inertia for b in tree.bodies]
    for i in reversed(range(n)):
        p = tree.bodies[i].parent
        if p >= 0:
            composite[p] = composite[p].plus(joints[i].out_inertia(composite[i]))

    M: list[list[Number]] = [[0.0] * n for _ in range(n)]
    for j in range(n):
        m, h, tensor = composite[j]
        al, a = tree.bodies[j].joint.spin(1.0), tree.bodies[j].joint.slide(1.0)
        force = add(scale(m, a), cross(al, h))
        moment = add(apply(full(tensor), al), cross(h, a))
        i = j
        while i >= 0:
            M[i][j] = M[j][i] = tree.bodies[i].joint.along(moment, force)
            X = joints[i]
            force = X.out(force)
            moment = add(X.out(moment), cross(X.origin, force))
            i = tree.bodies[i].parent
    return gathered_matrix(tree, M)
