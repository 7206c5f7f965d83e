"""Joint models of one DOF: revolute about z and prismatic along z.

Every joint is a constant placement in the parent frame followed by the motion about or along the joint's z axis. A rotation
about z changes two components of a vector only, and the constant rotation of a right-angle joint is a permutation of
components. Algorithms call the methods `at`, `spin`, `slide` and `along` of a joint, and never branch on its type.
"""

from typing import NamedTuple

from jounce.numbers import Number, sincos
from jounce.spatial.geometry import ZERO, Matrix, Placement, Twist, Vector, add, apply, apply_transpose, cross, matmul, scale
from jounce.spatial.inertia import Inertia


class JointTransform(NamedTuple):
    """Pose of the child frame in the parent frame at one joint position, with rotation = fixed * Rz(angle)."""

    fixed: Matrix
    origin: Vector
    sine: Number
    cosine: Number

    def into(self, v: Vector) -> Vector:
        """Return the components of a vector in the child frame from its components in the parent frame."""
        (x, y, z), s, c = apply_transpose(self.fixed, v), self.sine, self.cosine
        return c * x + s * y, c * y - s * x, z

    def out(self, v: Vector) -> Vector:
        """Return the components of a vector in the parent frame from its components in the child frame."""
        (x, y, z), s, c = v, self.sine, self.cosine
        return apply(self.fixed, (c * x - s * y, s * x + c * y, z))

    def into_twist(self, V: Twist) -> Twist:
        """Transform a twist from the origin and components of the parent frame to those of the child frame."""
        w, v = V
        return self.into(w), self.into(add(v, cross(w, self.origin)))

    def out_wrench(self, F: Twist) -> Twist:
        """Transform a wrench from the origin and components of the child frame to those of the parent frame."""
        moment, force = F
        f = self.out(force)
        return add(self.out(moment), cross(self.origin, f)), f

    def out_placement(self, frame: Placement) -> Placement:
        """Return the placement, in the parent frame, of a frame whose placement in the child frame is `frame`."""
        return Placement(matmul(self.rotation, frame.rotation), add(self.out(frame.origin), self.origin))

    def out_inertia(self, body: Inertia) -> Inertia:
        """Transform inertial parameters from the child frame (origin and axes) to the parent frame."""
        return body.turned(self.sine, self.cosine).seen_from(Placement(self.fixed, self.origin))

    @property
    def rotation(self) -> Matrix:
        """Return the rotation matrix parent_R_child."""
        s, c = self.sine, self.cosine
        x, y, z = ((c * a + s * b, c * b - s * a, d) for a, b, d in self.fixed)
        return x, y, z


class RevoluteZ(NamedTuple):
    """Revolute joint about z; `placement` is the child frame in the parent frame at position zero."""

    placement: Placement

    def at(self, q: Number) -> JointTransform:
        """Return the pose of the child frame in the parent frame at position q [rad]."""
        return JointTransform(*self.placement, *sincos(q))

    def spin(self, rate: Number) -> Vector:
        """Return the angular velocity, in child components, that the joint adds at velocity `rate`; also for accelerations."""
        return 0.0, 0.0, rate

    def slide(self, rate: Number) -> Vector:
        """Return the linear velocity, in child components, that the joint adds at velocity `rate`: zero."""
        return ZERO

    def along(self, moment: Vector, force: Vector) -> Number:
        """Return the generalised force of the joint: the component of a wrench (child components) along the joint's motion."""
        return moment[2]


class PrismaticZ(NamedTuple):
    """Prismatic joint along z; `placement` is the child frame in the parent frame at position zero."""

    placement: Placement

    def at(self, q: Number) -> JointTransform:
        """Return the pose of the child frame in the parent frame at position q [m]."""
        fixed, origin = self.placement
        along = (fixed[0][2], fixed[1][2], fixed[2][2])
        return JointTransform(fixed, add(origin, scale(q, along)), 0.0, 1.0)

    def spin(self, rate: Number) -> Vector:
        """Return the angular velocity, in child components, that the joint adds at velocity `rate`: zero."""
        return ZERO

    def slide(self, rate: Number) -> Vector:
        """Return the linear velocity, in child components, that the joint adds at velocity `rate`; also for accelerations."""
        return 0.0, 0.0, rate

    def along(self, moment: Vector, force: Vector) -> Number:
        """Return the generalised force of the joint: the component of a wrench (child components) along the joint's motion."""
        return force[2]
