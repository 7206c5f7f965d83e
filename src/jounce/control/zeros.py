"""Invariant zeros of a linear system x' = A x + B u, y = C x + D u: the values s at which [A - s I, B; C, D] loses rank."""

import numpy as np

from jounce.errors import InputError
from jounce.numbers.packing import Array
from jounce.numerics.eigenvalue_order import sort_eigenvalues

RANK = 1e-10
"""Singular values of the scaled matrices below RANK, or below RANK times the largest entry of A, count as zero (rounding)."""


def invariant_zeros(A: Array, B: Array, C: Array, D: Array) -> Array:
    """Return the finite invariant zeros, by increasing real part, of a system with as many outputs as inputs.

    An output without direct feedthrough is zero for all time only if a component of the state is zero for all time. This
    component is removed from the state, and its rate, which must vanish too, becomes an output. The reduction ends when D has
    full rank (Emami-Naeini and Van Dooren 1982); the zeros are then the eigenvalues of A - B D^-1 C. Inputs, outputs and time are
    scaled first, because their units differ.
    """
    fast = max(float(np.abs(np.linalg.eigvals(A)).max(initial=0.0)), 1e-300)
    size = len(A) // 2
    unit = np.concatenate([np.ones(size), np.full(len(A) - size, fast)])  # velocities in units of the fastest pole
    A, B, C = A * unit / unit[:, None] / fast, B / unit[:, None] / fast, C * unit
    B, D = _scaled(B, 0), D * _factors(B, 0)
    C, D = _scaled(C, 1), D * _factors(C, 1)
    while True:
        left, sizes, _ = np.linalg.svd(D) if D.size else (np.eye(len(D)), np.zeros(0), None)
        rank = int((sizes > RANK).sum())
        C, D = left.T @ C, (left.T @ D)[:rank]
        rest = C[rank:]
        if not rest.size:
            break
        _, sizes, right = np.linalg.svd(rest)
        fixed = int((sizes > RANK * max(1.0, float(np.abs(A).max(initial=0.0)))).sum())
        V = np.concatenate([right[fixed:], right[:fixed]]).T  # the part of the state that has to be zero comes last
        free = len(A) - fixed
        turned, pushed, seen = V.T @ A @ V, V.T @ B, C[:rank] @ V
        if not fixed:
            break
        A, B = turned[:free, :free], pushed[:free]
        C, D = np.concatenate([turned[free:, :free], seen[:, :free]]), np.concatenate([pushed[free:], D])
    if D.shape[0] != D.shape[1]:
        raise InputError("zeros: some input changes no output, whatever its frequency. Leave it out of linearize's inputs.")
    eigenvalues = np.linalg.eigvals(A - B @ np.linalg.solve(D, C[: len(D)])) if len(A) else np.zeros(0)
    return sort_eigenvalues(fast * eigenvalues)


def _factors(matrix: Array, axis: int) -> Array:
    size = np.linalg.norm(matrix, axis=axis, keepdims=True)
    factors: Array = 1.0 / np.where(size > 0.0, size, 1.0)
    return factors


def _scaled(matrix: Array, axis: int) -> Array:
    return matrix * _factors(matrix, axis)
