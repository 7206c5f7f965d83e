"""Vectors of exact fractions, matrices against NumPy, rotations against SciPy, placements as homogeneous matrices."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from jounce.numbers import Jet
from jounce.spatial.geometry import (
    IDENTITY,
    ZERO,
    Placement,
    acceleration_matrix,
    add,
    apply,
    apply_transpose,
    cross,
    dot,
    matmul,
    minus,
    neg,
    outer,
    plus,
    rotation_about,
    rotation_quaternion,
    rotation_rpy,
    scale,
    skew,
    skew_times,
    sub,
    times_skew,
    transpose,
    turn_z_onto,
)
from support.random_robots import rotation
from support.tolerances import assert_close


def exact(seed):
    """Return three vectors of fractions."""
    rows = np.random.default_rng(seed).integers(-50, 50, size=(3, 3)).tolist()
    return [tuple(Fraction(x, 7) for x in row) for row in rows]


@pytest.mark.parametrize("seed", range(5))
def test_components(seed):
    u, v, w = exact(seed)
    assert add(u, v, w) == tuple(a + b + c for a, b, c in zip(u, v, w))
    assert add(u) == u
    assert sub(u, v) == add(u, neg(v))
    assert scale(3, u) == add(u, u, u)
    assert sub(u, u) == ZERO


@pytest.mark.parametrize("seed", range(5))
def test_identities_of_products(seed):
    u, v, w = exact(seed)
    assert dot(cross(u, v), u) == dot(cross(u, v), v) == 0
    assert cross(u, v) == neg(cross(v, u))
    assert dot(cross(u, v), cross(u, v)) == dot(u, u) * dot(v, v) - dot(u, v) ** 2  # Lagrange
    assert cross(u, cross(v, w)) == sub(scale(dot(u, w), v), scale(dot(u, v), w))
    assert dot(cross(u, v), w) == dot(u, cross(v, w))


def test_right_hand():
    assert cross((1, 0, 0), (0, 1, 0)) == (0, 0, 1)
    assert cross((0, 1, 0), (0, 0, 1)) == (1, 0, 0)


def test_vectors_of_batches():
    rng = np.random.default_rng(0)
    u, v = rng.normal(size=(2, 3, 4))
    assert np.allclose(cross(tuple(u), tuple(v)), np.cross(u, v, axis=0), rtol=0, atol=1e-15)
    assert np.allclose(dot(tuple(u), tuple(v)), np.einsum("ik,ik->k", u, v), rtol=0, atol=1e-15)


SEEDS = range(5)
ROUNDING = 16 * np.finfo(float).eps
"""A sum of three products of numbers up to 3 errs by 3 eps times their sum; four in six seeds exceed 1e-15."""


def rows(array):
    """Return an array (3, 3) as a matrix of component scalars."""
    return tuple(map(tuple, array.tolist()))


@pytest.mark.parametrize("seed", SEEDS)
def test_algebra(seed):
    A, B = np.random.default_rng(seed).normal(size=(2, 3, 3))
    u, v = np.random.default_rng(seed + 50).normal(size=(2, 3))
    a, b = rows(A), rows(B)
    assert_close(matmul(a, b), A @ B, ROUNDING)
    assert_close(apply(a, tuple(u)), A @ u, ROUNDING)
    assert_close(plus(a, b), A + B, ROUNDING)
    assert_close(minus(a, b), A - B, ROUNDING)
    assert_close(outer(tuple(u), tuple(v)), np.outer(u, v), ROUNDING)
    assert_close(apply(skew(tuple(u)), tuple(v)), np.cross(u, v), ROUNDING)
    assert_close(skew_times(tuple(u), a), skew(tuple(u)) @ A, ROUNDING)
    assert_close(times_skew(a, tuple(u)), A @ skew(tuple(u)), ROUNDING)
    assert_close(apply_transpose(a, tuple(v)), A.T @ v, ROUNDING)
    assert transpose(a) == rows(A.T)
    assert matmul(a, IDENTITY) == a


@pytest.mark.parametrize("seed", SEEDS)
def test_acceleration_matrix(seed):
    w, al = np.random.default_rng(seed).normal(size=(2, 3))
    W = np.array(skew(tuple(w)))
    assert_close(acceleration_matrix(tuple(w), tuple(al)), np.array(skew(tuple(al))) + W @ W, ROUNDING)


def test_acceleration_matrix_is_the_second_derivative_of_a_rotation():
    """R(t) = Rz(yaw) Ry(pitch) Rx(roll) as jets: R'' = A R."""
    angles = [Jet.from_derivatives(row) for row in np.random.default_rng(3).normal(size=(3, 3)).tolist()]
    stack = np.array([[entry.derivatives() for entry in row] for row in rotation_rpy(*angles)])
    R, Rd, Rdd = np.moveaxis(stack, -1, 0)
    spin, turn = Rd @ R.T, Rdd @ R.T - Rd @ R.T @ Rd @ R.T  # [w] and [al]
    w, al = ((S[2, 1], S[0, 2], S[1, 0]) for S in (spin, turn))
    assert_close(np.array(acceleration_matrix(w, al)) @ R, Rdd)


@pytest.mark.parametrize("seed", SEEDS)
def test_rotations(seed):
    rng = np.random.default_rng(seed)
    angles = rng.uniform(-3.0, 3.0, size=3)
    assert_close(rotation_rpy(*angles), Rotation.from_euler("xyz", angles).as_matrix(), ROUNDING)
    quaternion = rng.normal(scale=5.0, size=4)
    assert_close(rotation_quaternion(quaternion), Rotation.from_quat(quaternion).as_matrix(), ROUNDING)
    axis = rotation(rng)[0]
    turned = rotation_about(tuple(axis), (math.sin(angles[0]), math.cos(angles[0])))
    assert_close(turned, Rotation.from_rotvec(angles[0] * axis).as_matrix(), ROUNDING)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("k", range(3))
def test_z_onto_a_coordinate_axis_is_a_permutation(k, sign):
    axis = tuple(sign * float(i == k) for i in range(3))
    R = np.array(turn_z_onto(axis))
    assert tuple(R[:, 2]) == axis
    assert np.count_nonzero(R) == 3
    assert np.array_equal(R @ R.T, np.eye(3))
    assert round(np.linalg.det(R)) == 1


@pytest.mark.parametrize(
    "axis", [*map(tuple, rotation(np.random.default_rng(0)).tolist()), (1e-9, 0.0, 1.0), (0.0, -1.0, 1e-300)]
)
def test_z_onto_any_axis(axis):
    R = np.array(turn_z_onto(axis))
    assert_close(R[:, 2], axis, ROUNDING)
    assert_close(R @ R.T, np.eye(3), ROUNDING)
    assert_close(np.linalg.det(R), 1.0, ROUNDING)


def random_placement(rng):
    return Placement(tuple(map(tuple, rotation(rng).tolist())), tuple(rng.normal(size=3).tolist()))


def homogeneous(frame):
    """Return the matrix (4, 4) of a placement."""
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = frame.rotation, frame.origin
    return T


@pytest.mark.parametrize("seed", range(5))
def test_placements_are_a_group(seed):
    rng = np.random.default_rng(seed)
    A, B = random_placement(rng), random_placement(rng)
    p = rng.normal(size=3)
    assert_close(homogeneous(A.then(B)), homogeneous(A) @ homogeneous(B))
    assert_close(homogeneous(A.inverse()), np.linalg.inv(homogeneous(A)))
    assert_close(A.point(tuple(p)), (homogeneous(A) @ [*p, 1.0])[:3])
    assert_close(homogeneous(A.inverse().then(A)), np.eye(4))


def test_without_arguments_nothing_is_moved():
    assert Placement().then(Placement()) == Placement() == Placement().inverse()
    assert Placement is Placement


def test_values_compare():
    rng = np.random.default_rng(1)
    one = random_placement(rng)
    same = Placement(np.array(one.rotation), np.array(one.origin))
    assert one == Placement(*one)
    assert hash(one) == hash(Placement(*one))
    assert same == Placement(np.array(one.rotation), np.array(one.origin))
    assert one != one.inverse()
    assert one != tuple(one)
