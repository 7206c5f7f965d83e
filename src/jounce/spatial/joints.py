"""How a joint moves a frame: turning about its z axis, or sliding along it.

Every joint is written as a constant placement in the parent frame followed by the motion about or along the joint's own z axis.
Then a turn touches two components only, and the constant rotation of a right-angle joint is a permutation of components.
The algorithms ask a joint for these five things and never for its kind.
"""

from typing import NamedTuple

from jounce.numbers import Number, sincos
from jounce.spatial.inertia import Inertia
from jounce.spatial.matrices import Matrix, apply, matmul, transpose
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import ZERO, Vector, add, scale


class JointTransform(NamedTuple):
    """A joint at one position: the child frame in the parent frame, rotation = fixed * Rz."""

    fixed: Matrix
    origin: Vector
    sine: Number
    cosine: Number

    def into(self, v: Vector) -> Vector:
        """Parent components of a vector to child components."""
        x, y, z = apply(transpose(self.fixed), v)
        return self.cosine * x + self.sine * y, self.cosine * y - self.sine * x, z

    def out(self, v: Vector) -> Vector:
        """Child components of a vector to parent components."""
        x, y, z = v
        return apply(self.fixed, (self.cosine * x - self.sine * y, self.sine * x + self.cosine * y, z))

    def out_placement(self, frame: Placement) -> Placement:
        """A frame known in the child frame, in the parent frame."""
        return Placement(matmul(self.rotation, frame.rotation), add(self.out(frame.origin), self.origin))

    def out_inertia(self, body: Inertia) -> Inertia:
        """A body known in the child frame, in the parent frame."""
        return body.turned(self.sine, self.cosine).seen_from(Placement(self.fixed, self.origin))

    @property
    def rotation(self) -> Matrix:
        """parent_R_child."""
        s, c = self.sine, self.cosine
        return matmul(self.fixed, ((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))


class RevoluteZ(NamedTuple):
    """Revolute about z; `placement` is the child frame in the parent frame at position zero."""

    placement: Placement

    def at(self, q: Number) -> JointTransform:
        """The child frame at position q [rad]."""
        return JointTransform(*self.placement, *sincos(q))

    def spin(self, rate: Number) -> Vector:
        """Angular velocity (or acceleration) that the joint adds, child components."""
        return 0.0, 0.0, rate

    def slide(self, rate: Number) -> Vector:
        """Linear velocity (or acceleration) that the joint adds, child components."""
        return ZERO

    def along(self, moment: Vector, force: Vector) -> Number:
        """The part of a wrench in child components that the joint's motor must hold."""
        return moment[2]


class PrismaticZ(NamedTuple):
    """Prismatic along z; `placement` is the child frame in the parent frame at position zero."""

    placement: Placement

    def at(self, q: Number) -> JointTransform:
        """The child frame at position q [m]."""
        fixed, origin = self.placement
        along = (fixed[0][2], fixed[1][2], fixed[2][2])
        return JointTransform(fixed, add(origin, scale(q, along)), 0.0, 1.0)

    def spin(self, rate: Number) -> Vector:
        """Angular velocity (or acceleration) that the joint adds, child components."""
        return ZERO

    def slide(self, rate: Number) -> Vector:
        """Linear velocity (or acceleration) that the joint adds, child components."""
        return 0.0, 0.0, rate

    def along(self, moment: Vector, force: Vector) -> Number:
        """The part of a wrench in child components that the joint's motor must hold."""
        return force[2]
