"""Computations for [Mueller2021]: mass matrices by columns, closed forms, the planar 2R arm differentiated by hand."""

import numpy as np

import jounce as jn
from jounce.papers.measurement import ROUNDING, Array, residual
from jounce.papers.spatial_matrices import bracket, spatial_inertia


def mass_by_columns(robot: jn.Robot, q: Array) -> Array:
    """Return the mass matrix M (..., n, n) by columns: the forces of unit accelerations from rest without gravity.

    No step of the computation makes M symmetric.
    """
    weightless = robot.with_gravity((0.0, 0.0, 0.0))
    zero = np.zeros_like(q)
    return np.stack([jn.rnea(weightless, q, zero, zero + unit) for unit in np.eye(robot.n)], axis=-1)


def rate_of_columns(robot: jn.Robot, q: Array, qd: Array, step: float = 1e-6) -> Array:
    """Return the time derivative of `mass_by_columns` (..., n, n) by central differences; step [s]."""
    ahead, behind = (mass_by_columns(robot, q + sign * step * qd) for sign in (1.0, -1.0))
    return (ahead - behind) / (2.0 * step)


def without_bracket(robot: jn.Robot, q: Array, qd: Array) -> float:
    """Return the largest difference of C + C^T and dM/dt, relative to dM/dt, for the matrix C of (29).

    C is the sum over links of J^T (I dJ/dt - ad^T I J). Return nan if the forces C qd differ from those of the library.
    """
    C = np.zeros((robot.n, robot.n))
    for k, link in enumerate(robot.links):
        J, Jd = jn.jacobian(robot, q, qd, link=k)
        I = spatial_inertia(link)  # noqa: E741
        C += J.T @ (I @ Jd - bracket(J @ qd).T @ I @ J)
    skew_symmetric = jn.coriolis_matrix(robot, q, qd)
    if residual(C @ qd, skew_symmetric @ qd) > ROUNDING:
        return float("nan")
    return residual(C + C.T, skew_symmetric + skew_symmetric.T)


def closed_form_errors(robot: jn.Robot) -> list[float]:
    """Return the relative errors of Newton-Euler against M, C and g: of the forces and of their first two time derivatives."""
    Q = np.random.default_rng(robot.n).normal(size=(5, robot.n))
    _, qd, qdd, q3, q4 = Q
    M, C, g = jn.dynamic_matrices(robot, *Q[:4])
    first = M[0] @ q3 + (M[1] + C[0]) @ qdd + C[1] @ qd + g[1]
    second = M[0] @ q4 + (2 * M[1] + C[0]) @ q3 + (M[2] + 2 * C[1]) @ qdd + C[2] @ qd + g[2]
    sums = (M[0] @ qdd + C[0] @ qd + g[0], first, second)
    return [residual(tau, expected) for tau, expected in zip(jn.rnea(robot, *Q), sums)]


def two_links(Q: Array, gravity: float) -> Array:
    """Return the forces of two links of 1 m with 1 kg at their ends, and two time derivatives (3, 2), by Leibniz' rule.

    Q (5, 2): position, velocity v, acceleration a and two more derivatives. G is the parameter `gravity` [m/s^2].

        tau_1 = (3 + 2c) a1 + (1 + c) a2 - h (2 v1 v2 + v2^2) + G (2 cos q1 + cos(q1 + q2))
        tau_2 = (1 + c) a1 + a2 + h v1^2 + G cos(q1 + q2),    c = cos q2, h = sin q2
    """
    q, v, a, j, s = Q
    C, S = _cosine(q[1], v[1], a[1])
    one, both = _cosine(q[0], v[0], a[0])[0], _cosine(q.sum(), v.sum(), a.sum())[0]
    a1, a2 = [a[0], j[0], s[0]], [a[1], j[1], s[1]]
    v1, v2 = [v[0], a[0], j[0]], [v[1], a[1], j[1]]
    first = np.array([3.0, 0.0, 0.0]) + 2.0 * C
    mixed = np.array([1.0, 0.0, 0.0]) + C
    speeds = 2.0 * _product(v1, v2) + _product(v2, v2)
    tau_1 = _product(first, a1) + _product(mixed, a2) - _product(S, speeds) + gravity * (2.0 * one + both)
    tau_2 = _product(mixed, a1) + np.array(a2) + _product(S, _product(v1, v1)) + gravity * both
    return np.stack([tau_1, tau_2], axis=-1)


def _product(x: Array | list[float], y: Array | list[float]) -> Array:
    """Return the product of two functions of time; each array (3,) holds value, first and second time derivative."""
    return np.array([x[0] * y[0], x[1] * y[0] + x[0] * y[1], x[2] * y[0] + 2.0 * x[1] * y[1] + x[0] * y[2]])


def _cosine(q: float, v: float, a: float) -> tuple[Array, Array]:
    """Return cosine and sine of an angle q with rate v and acceleration a, each with two time derivatives (3,)."""
    c, s = np.cos(q), np.sin(q)
    return np.array([c, -s * v, -c * v * v - s * a]), np.array([s, c * v, -s * v * v + c * a])
