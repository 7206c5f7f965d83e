"""Articulated bodies: the accelerations of a rigid tree from its joint forces."""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.dynamics.newton_euler import Loads
from jounce.numbers import Number
from jounce.plant.multi_dof_joints import placed, through_chains
from jounce.plant.tree import Tree
from jounce.spatial.inertia import Inertia, full
from jounce.spatial.joints import JointTransform
from jounce.spatial.matrices import Matrix, apply, matmul, minus, outer, plus, skew, transpose
from jounce.spatial.vectors import ZERO, Vector, add, cross, dot, neg, scale, sub


class Articulated(NamedTuple):
    """What a link feels like with everything it carries hanging on free joints.

    moment = rotary al + mixed a + bias moment,   force = mixed^T al + linear a + bias force
    """

    rotary: Matrix
    mixed: Matrix
    linear: Matrix

    @classmethod
    def rigid(cls, body: Inertia) -> "Articulated":
        """A single rigid body."""
        m = body.mass
        return cls(full(body.tensor), skew(body.moment), ((m, 0.0, 0.0), (0.0, m, 0.0), (0.0, 0.0, m)))

    def times(self, al: Vector, a: Vector) -> tuple[Vector, Vector]:
        """(moment, force) of an acceleration, without the bias."""
        return (
            add(apply(self.rotary, al), apply(self.mixed, a)),
            add(apply(transpose(self.mixed), al), apply(self.linear, a)),
        )

    def freed(self, moment: Vector, force: Vector, pivot: Number) -> "Articulated":
        """Without the part that the joint lets go: I - U U^T / D."""
        n, f = scale(1 / pivot, moment), scale(1 / pivot, force)
        return Articulated(
            minus(self.rotary, outer(n, moment)),
            minus(self.mixed, outer(n, force)),
            minus(self.linear, outer(f, force)),
        )

    def out(self, X: JointTransform) -> "Articulated":
        """In the parent's frame."""
        R, p = X.rotation, skew(X.origin)
        rotary, mixed, linear = (matmul(matmul(R, part), transpose(R)) for part in self)
        moved = plus(mixed, matmul(p, linear))
        return Articulated(plus(minus(rotary, matmul(mixed, p)), matmul(p, transpose(moved))), moved, linear)

    def plus(self, other: "Articulated") -> "Articulated":
        """Both together."""
        return Articulated(*(plus(a, b) for a, b in zip(self, other)))


def articulated_bodies(
    tree: Tree,
    q: Sequence[Number],
    qd: Sequence[Number],
    tau: Sequence[Number],
    armature: Sequence[Number] | None = None,
    loads: Loads = (),
) -> tuple[list[Number], list[Number]]:
    """qdd = (M(q) + diag(armature))^-1 (tau + J^T W - C qd - g), O(n), without forming M.

    loads: (moment, force) [Nm, N] that the surroundings exert on bodies, about each body's origin and in its axes.

    Returns qdd, one number per joint, and the pivots D: the inertia that each joint's motor feels while all joints further out
    hang free. M is singular exactly where a pivot vanishes (Featherstone, 2008, section 7.3, written with the acceleration
    of the frame origin instead of the spatial acceleration).
    """
    tree, q = placed(tree, q)
    n = len(tree.bodies)
    joints = [b.joint.at(q[i]) for i, b in enumerate(tree.bodies)]
    w: list[Vector] = [ZERO] * (n + 1)
    turning: list[Vector] = [ZERO] * n  # velocity-dependent part of the link's angular acceleration ...
    moving: list[Vector] = [ZERO] * n  # ... and of its origin's acceleration, both relative to the parent
    body: list[Articulated] = []
    moment: list[Vector] = [ZERO] * n
    force: list[Vector] = [ZERO] * n

    # Outward: velocities and the wrenches they alone cause.
    for i, link in enumerate(tree.bodies):
        p, X, joint = link.parent, joints[i], link.joint
        spin, slide = joint.spin(qd[i]), joint.slide(qd[i])
        w_in = X.into(w[p])
        w[i] = add(w_in, spin)
        turning[i] = cross(w_in, spin)
        moving[i] = add(X.into(cross(w[p], cross(w[p], X.origin))), scale(2, cross(w_in, slide)))
        body.append(Articulated.rigid(link.inertia))
        moment[i] = cross(w[i], apply(body[i].rotary, w[i]))
        force[i] = cross(w[i], cross(w[i], link.inertia.moment))
    for k, (pushed, pulled) in loads:
        moment[k], force[k] = sub(moment[k], pushed), sub(force[k], pulled)

    # Inward: what each joint feels, and what is left for the parent once the joint gives way.
    U: list[tuple[Vector, Vector]] = [(ZERO, ZERO)] * n
    pivot: list[Number] = [0.0] * n
    rest: list[Number] = [0.0] * n
    for i in reversed(range(n)):
        p, X, joint = tree.bodies[i].parent, joints[i], tree.bodies[i].joint
        U[i] = body[i].times(joint.spin(1.0), joint.slide(1.0))
        pivot[i] = joint.along(*U[i])
        if armature is not None:
            pivot[i] = pivot[i] + armature[i]
        rest[i] = tau[i] - joint.along(moment[i], force[i])
        if p < 0:
            continue
        left = body[i].freed(*U[i], pivot[i])
        bias_n, bias_f = left.times(turning[i], moving[i])
        push = rest[i] / pivot[i]
        n_out = X.out(add(moment[i], bias_n, scale(push, U[i][0])))
        f_out = X.out(add(force[i], bias_f, scale(push, U[i][1])))
        body[p] = body[p].plus(left.out(X))
        moment[p] = add(moment[p], n_out, cross(X.origin, f_out))
        force[p] = add(force[p], f_out)

    # Outward: accelerations.
    al: list[Vector] = [ZERO] * (n + 1)
    a: list[Vector] = [ZERO] * n + [neg(tree.gravity)]
    qdd: list[Number] = [0.0] * n
    for i, link in enumerate(tree.bodies):
        p, X, joint = link.parent, joints[i], link.joint
        al_in = add(X.into(al[p]), turning[i])
        a_in = add(X.into(add(a[p], cross(al[p], X.origin))), moving[i])
        qdd[i] = (rest[i] - dot(U[i][0], al_in) - dot(U[i][1], a_in)) / pivot[i]
        al[i] = add(al_in, joint.spin(qdd[i]))
        a[i] = add(a_in, joint.slide(qdd[i]))
    return list(through_chains(tree, qd, qdd, 1.0)), pivot
