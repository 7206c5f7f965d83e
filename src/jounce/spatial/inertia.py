"""The ten inertial parameters of a rigid body, about the origin of its frame.

    mass m,   first moment h = m c,   inertia I about the origin (Ixx, Iyy, Izz, Ixy, Ixz, Iyz)

Torques are linear in these parameters, and the parameters of joined bodies add. No formula needs the centre of mass.
"""

from typing import NamedTuple

from jounce.numbers import Number
from jounce.spatial.geometry import (
    ZERO,
    Matrix,
    Placement,
    Twist,
    Vector,
    add,
    apply,
    cross,
    dot,
    matmul,
    outer,
    scale,
    sub,
)

Symmetric = tuple[Number, Number, Number, Number, Number, Number]
"""Entries (xx, yy, zz, xy, xz, yz) of a symmetric matrix."""


def full(S: Symmetric) -> Matrix:
    """Return the 3x3 matrix of the six entries (xx, yy, zz, xy, xz, yz)."""
    xx, yy, zz, xy, xz, yz = S
    return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)


def six(A: Matrix) -> Symmetric:
    """Return the six entries (xx, yy, zz, xy, xz, yz) of a symmetric matrix."""
    return A[0][0], A[1][1], A[2][2], A[0][1], A[0][2], A[1][2]


def congruent(R: Matrix, S: Symmetric) -> Symmetric:
    """Return the six entries (xx, yy, zz, xy, xz, yz) of R S R^T."""
    (x, y, z), (u, v, w) = R, matmul(R, full(S))
    return dot(u, x), dot(v, y), dot(w, z), dot(u, y), dot(u, z), dot(v, z)


def point_inertia(mass: Number, c: Vector) -> Symmetric:
    """Return the inertia about the origin of a point mass at c: m (c.c 1 - c c^T)."""
    x, y, z = c
    return (
        mass * (y * y + z * z),
        mass * (x * x + z * z),
        mass * (x * x + y * y),
        -(mass * x * y),
        -(mass * x * z),
        -(mass * y * z),
    )


class Inertia(NamedTuple):
    """Ten inertial parameters of a rigid body about the frame origin, in frame axes: m [kg], m c [kg m], I [kg m^2]."""

    mass: Number = 0.0
    moment: Vector = ZERO
    tensor: Symmetric = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    @classmethod
    def about_com(cls, mass: Number, com: Vector, central: Symmetric) -> "Inertia":
        """Return the ten parameters from mass [kg], centre of mass [m] and inertia about this centre [kg m^2] (Steiner)."""
        xx, yy, zz, xy, xz, yz = (a + b for a, b in zip(central, point_inertia(mass, com)))
        return cls(mass, scale(mass, com), (xx, yy, zz, xy, xz, yz))

    @property
    def parameters(self) -> tuple[Number, ...]:
        """Return the ten parameters as (m, m cx, m cy, m cz, Ixx, Iyy, Izz, Ixy, Ixz, Iyz)."""
        return (self.mass, *self.moment, *self.tensor)

    def plus(self, other: "Inertia") -> "Inertia":
        """Return the parameters of two joined bodies: the sum of their parameters, about one origin and in the same axes."""
        xx, yy, zz, xy, xz, yz = (a + b for a, b in zip(self.tensor, other.tensor))
        return Inertia(self.mass + other.mass, add(self.moment, other.moment), (xx, yy, zz, xy, xz, yz))

    def shifted(self, p: Vector) -> "Inertia":
        """Return the parameters about another origin O, with the same axes; p is the present origin relative to O.

        h_O = h + m p,    I_O = I + (2 h.p + m p.p) 1 - h p^T - p h^T - m p p^T
        """
        m, h = self.mass, self.moment
        half = add(h, scale(0.5 * m, p))
        across = outer(half, p)
        both = 2 * dot(half, p)
        xx, yy, zz, xy, xz, yz = self.tensor
        tensor = (
            xx + (both - 2 * across[0][0]),
            yy + (both - 2 * across[1][1]),
            zz + (both - 2 * across[2][2]),
            xy - (across[0][1] + across[1][0]),
            xz - (across[0][2] + across[2][0]),
            yz - (across[1][2] + across[2][1]),
        )
        return Inertia(m, add(h, scale(m, p)), tensor)

    def turned(self, sine: Number, cosine: Number) -> "Inertia":
        """Return the parameters in axes rotated by -angle about z, from the sine and cosine of the angle.

        The inertia becomes R I R^T with R = Rz(angle), by nine products instead of 54.
        """
        (hx, hy, hz), (xx, yy, zz, xy, xz, yz) = self.moment, self.tensor
        mixed = sine * (xx - yy) + 2 * cosine * xy
        swap = sine * mixed
        moment = (cosine * hx - sine * hy, sine * hx + cosine * hy, hz)
        tensor = (xx - swap, yy + swap, zz, cosine * mixed - xy, cosine * xz - sine * yz, sine * xz + cosine * yz)
        return Inertia(self.mass, moment, tensor)

    def seen_from(self, placement: Placement) -> "Inertia":
        """Return the parameters about the origin and in the axes of a frame A; placement: the body's frame in A."""
        R, p = placement
        return Inertia(self.mass, apply(R, self.moment), congruent(R, self.tensor)).shifted(p)


def second_moments(tensor: Symmetric) -> Symmetric:
    """Return the second moments, the integral of r r^T dm, from the inertia: Sxx = (Iyy + Izz - Ixx)/2, Sxy = -Ixy."""
    xx, yy, zz, xy, xz, yz = tensor
    return (yy + zz - xx) / 2, (xx + zz - yy) / 2, (xx + yy - zz) / 2, -xy, -xz, -yz


def momentum(body: Inertia, S: Twist) -> Twist:
    """Return the momentum (angular, linear) of a body with twist S = (w, v): (I w + h x v, m v - h x w)."""
    w, v = S
    m, h, tensor = body
    return add(apply(full(tensor), w), cross(h, v)), sub(scale(m, v), cross(h, w))


def inertial_wrench(body: Inertia, A: Matrix, a: Vector) -> tuple[Vector, Vector]:
    """Return the inertial wrench (moment, force) about the frame origin: the wrench that accelerates the body.

    `a` is the acceleration of the origin and A = [al] + [w][w], so that a point r of the body accelerates with a + A r:

        force  = m a + A h,        moment = h x a + I al + w x I w

    With the second moments S = int r r^T dm, the last two terms are the axial vector of A S - (A S)^T. It takes five products
    per component, since A is already known, while I al + w x I w takes eight.
    """
    m, h, tensor = body
    xx, yy, zz, xy, xz, yz = second_moments(tensor)
    (Axx, Axy, Axz), (Ayx, Ayy, Ayz), (Azx, Azy, Azz) = A
    force = add(scale(m, a), apply(A, h))
    moment = (
        yy * Azy - zz * Ayz + xy * Azx - xz * Ayx + yz * (Azz - Ayy),
        zz * Axz - xx * Azx + yz * Axy - xy * Azy + xz * (Axx - Azz),
        xx * Ayx - yy * Axy + xz * Ayz - yz * Axz + xy * (Ayy - Axx),
    )
    return add(cross(h, a), moment), force
