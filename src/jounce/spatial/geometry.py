"""3-vectors, 3x3 matrices, twists and placements (rotation and origin) as nested tuples of scalars of any type.

The scalars may be floats, arrays over a batch, jets or symbols.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.numbers import Number, sincos
from jounce.numbers.elementary import Scalar
from jounce.numbers.value import by_value_or_arrays

Vector = tuple[Number, Number, Number]

ZERO: Vector = (0.0, 0.0, 0.0)


def add(first: Vector, *others: Vector) -> Vector:
    """Return the sum of 3-vectors."""
    x, y, z = first
    for v in others:
        x, y, z = x + v[0], y + v[1], z + v[2]
    return x, y, z


def sub(u: Vector, v: Vector) -> Vector:
    """Return u - v."""
    return u[0] - v[0], u[1] - v[1], u[2] - v[2]


def neg(u: Vector) -> Vector:
    """Return -u."""
    return -u[0], -u[1], -u[2]


def scale(s: Number, u: Vector) -> Vector:
    """Return s u."""
    return s * u[0], s * u[1], s * u[2]


def dot(u: Vector, v: Vector) -> Number:
    """Return the dot product u . v."""
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


def cross(u: Vector, v: Vector) -> Vector:
    """Return the cross product u x v."""
    return (
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    )


Matrix = tuple[Vector, Vector, Vector]

IDENTITY: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def transpose(A: Matrix) -> Matrix:
    """Return A^T."""
    (a, b, c), (d, e, f), (g, h, i) = A
    return (a, d, g), (b, e, h), (c, f, i)


def apply(A: Matrix, v: Vector) -> Vector:
    """Return A v."""
    (a, b, c), (d, e, f), (g, h, i) = A
    x, y, z = v
    return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z


def apply_transpose(A: Matrix, v: Vector) -> Vector:
    """Return A^T v."""
    (a, b, c), (d, e, f), (g, h, i) = A
    x, y, z = v
    return a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z


def matmul(A: Matrix, B: Matrix) -> Matrix:
    """Return A B."""
    x, y, z = transpose(B)
    return transpose((apply(A, x), apply(A, y), apply(A, z)))


def plus(A: Matrix, B: Matrix) -> Matrix:
    """Return A + B."""
    (a, b, c), (x, y, z) = A, B
    return add(a, x), add(b, y), add(c, z)


def minus(A: Matrix, B: Matrix) -> Matrix:
    """Return A - B."""
    (a, b, c), (x, y, z) = A, B
    return sub(a, x), sub(b, y), sub(c, z)


def outer(u: Vector, v: Vector) -> Matrix:
    """Return the outer product u v^T."""
    x, y, z = u
    return scale(x, v), scale(y, v), scale(z, v)


def skew(v: Vector) -> Matrix:
    """Return the skew-symmetric matrix [v], with [v] u = v x u."""
    x, y, z = v
    return (0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)


def skew_times(v: Vector, A: Matrix) -> Matrix:
    """Return [v] A: the cross products of v and the columns of A."""
    (x, y, z), (a, b, c) = v, A
    return sub(scale(y, c), scale(z, b)), sub(scale(z, a), scale(x, c)), sub(scale(x, b), scale(y, a))


def times_skew(A: Matrix, v: Vector) -> Matrix:
    """Return A [v]: the cross products of the rows of A and v."""
    a, b, c = A
    return cross(a, v), cross(b, v), cross(c, v)


def acceleration_matrix(w: Vector, al: Vector) -> Matrix:
    """Return A = [al] + [w][w]: the second time derivative of a body-fixed vector r is A r = al x r + w x (w x r)."""
    xx, yy, zz = w[0] * w[0], w[1] * w[1], w[2] * w[2]
    xy, xz, yz = w[0] * w[1], w[0] * w[2], w[1] * w[2]
    return (
        (-(yy + zz), xy - al[2], xz + al[1]),
        (xy + al[2], -(xx + zz), yz - al[0]),
        (xz - al[1], yz + al[0], -(xx + yy)),
    )


def rotation_rpy(roll: Number, pitch: Number, yaw: Number) -> Matrix:
    """Return Rz(yaw) Ry(pitch) Rx(roll) for the fixed-axis angles of URDF [rad]."""
    (sr, cr), (sp, cp), (sy, cy) = sincos(roll), sincos(pitch), sincos(yaw)
    return rotation_from_sincos((sr, cr), (sp, cp), (sy, cy))


def rotation_from_sincos(roll: tuple[Number, Number], pitch: tuple[Number, Number], yaw: tuple[Number, Number]) -> Matrix:
    """Return the rotation of `rotation_rpy` from the (sine, cosine) of each angle."""
    (sr, cr), (sp, cp), (sy, cy) = roll, pitch, yaw
    return (
        (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
        (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
        (-sp, cp * sr, cp * cr),
    )


def rotation_about(axis: Vector, turn: tuple[Number, Number]) -> Matrix:
    """Return the rotation c 1 + s [a] + (1 - c) a a^T about the unit vector a = `axis`, by the angle with (s, c) = `turn`."""
    sine, cosine = turn
    x, y, z = axis
    rest = 1.0 - cosine
    return (
        (cosine + rest * x * x, rest * x * y - sine * z, rest * x * z + sine * y),
        (rest * x * y + sine * z, cosine + rest * y * y, rest * y * z - sine * x),
        (rest * x * z - sine * y, rest * y * z + sine * x, cosine + rest * z * z),
    )


def rotation_quaternion(quaternion: Sequence[Number]) -> Matrix:
    """Return the rotation matrix of a quaternion (x, y, z, w) of any nonzero norm."""
    x, y, z, w = quaternion
    s = 2.0 / (x * x + y * y + z * z + w * w)
    xx, yy, zz, xy, xz, yz = s * x * x, s * y * y, s * z * z, s * x * y, s * x * z, s * y * z
    wx, wy, wz = s * w * x, s * w * y, s * w * z
    return (1.0 - (yy + zz), xy - wz, xz + wy), (xy + wz, 1.0 - (xx + zz), yz - wx), (xz - wy, yz + wx, 1.0 - (xx + yy))


def turn_z_onto(axis: Vector) -> Matrix:
    """Return a rotation R with R z = axis, a constant unit vector; R is a signed permutation if axis is a coordinate axis."""
    exact: dict[Vector, Matrix] = {
        (0.0, 0.0, 1.0): IDENTITY,
        (0.0, 0.0, -1.0): ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)),
        (1.0, 0.0, 0.0): ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
        (-1.0, 0.0, 0.0): ((0.0, 0.0, -1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)),
        (0.0, 1.0, 0.0): ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)),
        (0.0, -1.0, 0.0): ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)),
    }
    if axis in exact:
        return exact[axis]
    least = min(range(3), key=lambda i: abs(axis[i]))
    across = cross(IDENTITY[least], axis)
    x = scale(dot(across, across) ** -0.5, across)
    return transpose((x, cross(axis, x), axis))


Twist = tuple[Vector, Vector]
"""(angular, linear) velocity or acceleration of a body, or (moment, force) about the origin of the frame.

The linear part is that of the body point at the origin of the frame."""

NO_TWIST: Twist = (ZERO, ZERO)


def total(first: Twist, *rest: Twist) -> Twist:
    """Return the sum of twists, or of wrenches."""
    return add(first[0], *(t[0] for t in rest)), add(first[1], *(t[1] for t in rest))


def difference(a: Twist, b: Twist) -> Twist:
    """Return the difference a - b of two twists or wrenches."""
    return sub(a[0], b[0]), sub(a[1], b[1])


def opposite(a: Twist) -> Twist:
    """Return -a of a twist or wrench."""
    return neg(a[0]), neg(a[1])


def scaled(x: Number, S: Twist) -> Twist:
    """Return x S, a twist or wrench S times a scalar x."""
    return scale(x, S[0]), scale(x, S[1])


def crossed(v: Twist, S: Twist) -> Twist:
    """Return v x S, the rate of a twist S that moves with velocity v."""
    (w, u), (turn, move) = v, S
    return cross(w, turn), add(cross(w, move), cross(u, turn))


def crossed_dually(v: Twist, F: Twist) -> Twist:
    """Return v x* F, the rate of a wrench or momentum F that moves with velocity v."""
    (w, u), (moment, force) = v, F
    return add(cross(w, moment), cross(u, force)), cross(w, force)


def pair(S: Twist, F: Twist) -> Number:
    """Return S . F, the power of a wrench F along a twist S."""
    return dot(S[0], F[0]) + dot(S[1], F[1])


@by_value_or_arrays
class Placement(NamedTuple):
    """Pose of frame B in frame A: `rotation` is A_R_B, `origin` the origin of B in A-coordinates [m].

    Examples
    --------
    >>> import jounce as jn
    >>> jn.robot.Placement(origin=(0.0, 0.0, 0.3)).then(jn.robot.Placement(origin=(0.1, 0.0, 0.0))).origin
    (0.1, 0.0, 0.3)
    """

    rotation: Matrix = IDENTITY
    origin: Vector = ZERO

    def point(self, p: tuple[Scalar, Scalar, Scalar]) -> Vector:
        """Return the A-coordinates of a point with B-coordinates p [m]."""
        return add(apply(self.rotation, p), self.origin)

    def then(self, inner: "Placement") -> "Placement":
        """Return the placement of frame C in A, where `inner` is the placement of C in B."""
        return Placement(matmul(self.rotation, inner.rotation), self.point(inner.origin))

    def inverse(self) -> "Placement":
        """Return the placement of frame A in frame B."""
        back = transpose(self.rotation)
        return Placement(back, neg(apply(back, self.origin)))

    def out_twist(self, S: Twist) -> Twist:
        """Transform a twist from the origin and coordinates of frame B to the origin and coordinates of frame A."""
        w = apply(self.rotation, S[0])
        return w, add(cross(self.origin, w), apply(self.rotation, S[1]))

    def into_twist(self, S: Twist) -> Twist:
        """Transform a twist from the origin and coordinates of frame A to the origin and coordinates of frame B."""
        back = transpose(self.rotation)
        return apply(back, S[0]), apply(back, add(S[1], cross(S[0], self.origin)))
