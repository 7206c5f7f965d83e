"""Energy of a rigid tree."""

from collections.abc import Sequence

from jounce.numbers import Number
from jounce.plant.multi_dof_joints import placed
from jounce.plant.tree import Tree, spread
from jounce.spatial.geometry import ZERO, Vector, add, apply, cross, dot, neg
from jounce.spatial.inertia import full


def energy(tree: Tree, q: Sequence[Number], qd: Sequence[Number]) -> tuple[Number, Number]:
    """(kinetic, potential) energy [J]; the potential is zero with every centre of mass at the base frame's origin.

    kinetic = sum m v.v / 2 + m c . (v x w) + w . I w / 2 in link frames, potential = - sum g . (m p + R m c).
    """
    tree, q = placed(tree, q)
    qd = spread(tree, qd)
    n = len(tree.bodies)
    w: list[Vector] = [ZERO] * (n + 1)
    v: list[Vector] = [ZERO] * (n + 1)
    down: list[Vector] = [ZERO] * n + [neg(tree.gravity)]  # minus gravity, in each body's axes
    height: list[Number] = [0.0] * (n + 1)  # -g . origin
    kinetic: Number = 0.0
    potential: Number = 0.0
    for i, link in enumerate(tree.bodies):
        p, X = link.parent, link.joint.at(q[i])
        height[i] = height[p] + dot(down[p], X.origin)
        v[i] = add(X.into(add(v[p], cross(w[p], X.origin))), link.joint.slide(qd[i]))
        w[i] = add(X.into(w[p]), link.joint.spin(qd[i]))
        down[i] = X.into(down[p])
        m, h, tensor = link.inertia
        kinetic = kinetic + 0.5 * (m * dot(v[i], v[i]) + dot(w[i], apply(full(tensor), w[i]))) + dot(h, cross(v[i], w[i]))
        potential = potential + m * height[i] + dot(down[i], h)
    return kinetic, potential
