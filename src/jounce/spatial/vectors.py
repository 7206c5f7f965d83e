"""Vectors as 3-tuples of scalars."""

from jounce.numbers import Number

Vector = tuple[Number, Number, Number]

ZERO: Vector = (0.0, 0.0, 0.0)


def add(first: Vector, *others: Vector) -> Vector:
    """Return u + v + ..."""
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
