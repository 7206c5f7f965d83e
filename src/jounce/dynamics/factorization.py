"""The mass matrix of a tree taken apart, and linear systems solved with it."""

from collections.abc import Sequence

from jounce.numbers import Number

Rows = list[list[Number]]


def ltdl(parents: Sequence[int], M: Sequence[Sequence[Number]]) -> tuple[Rows, list[Number]]:
    """(L, 1/D) with M = L^T D L, L unit lower triangular: what is zero in M by the tree's branches stays zero in L.

    parents: of the freedoms, `Tree.parents`. L[i][j] is filled for the joints j below i; O(n depth^2). [Featherstone2008],
    section 6.5.
    """
    n = len(M)
    H = [list(row) for row in M]
    inverse: list[Number] = [0.0] * n
    for k in reversed(range(n)):
        inverse[k] = 1.0 / H[k][k]
        i = parents[k]
        while i >= 0:
            a = H[k][i] * inverse[k]
            j = i
            while j >= 0:
                H[i][j] = H[i][j] - a * H[k][j]
                j = parents[j]
            H[k][i] = a
            i = parents[i]
    return H, inverse


def solve_symmetric(A: Sequence[Sequence[Number]], b: Sequence[Number]) -> tuple[list[Number], list[Number]]:
    """(x, D) with A x = b for a symmetric positive definite A = L D L^T, the pivots D among the results."""
    n = len(b)
    H = [list(row) for row in A]
    x = list(b)
    for k in range(n):
        for i in range(k + 1, n):
            ratio = H[i][k] / H[k][k]
            for j in range(k + 1, i + 1):
                H[i][j] = H[i][j] - ratio * H[j][k]
            x[i] = x[i] - ratio * x[k]
    for k in reversed(range(n)):
        for i in range(k + 1, n):
            x[k] = x[k] - H[i][k] * x[i]
        x[k] = x[k] / H[k][k]
    return x, [H[k][k] for k in range(n)]


def solve(parents: Sequence[int], L: Rows, inverse: Sequence[Number], b: Sequence[Number]) -> list[Number]:
    """x with L^T D L x = b, O(n depth)."""
    x = list(b)
    n = len(x)
    for i in reversed(range(n)):
        j = parents[i]
        while j >= 0:
            x[j] = x[j] - L[i][j] * x[i]
            j = parents[j]
    x = [inverse[i] * x[i] for i in range(n)]
    for i in range(n):
        j = parents[i]
        while j >= 0:
            x[i] = x[i] - L[i][j] * x[j]
            j = parents[j]
    return x


def lu(A: Sequence[Sequence[Number]]) -> Rows:
    """L and U in one, A = L U with units on L's diagonal, without a search for pivots: for matrices that springs make large."""
    H = [list(row) for row in A]
    n = len(H)
    for k in range(n):
        for i in range(k + 1, n):
            H[i][k] = H[i][k] / H[k][k]
            for j in range(k + 1, n):
                H[i][j] = H[i][j] - H[i][k] * H[k][j]
    return H


def lu_solve(H: Rows, b: Sequence[Number]) -> list[Number]:
    """x with L U x = b."""
    x = list(b)
    n = len(x)
    for i in range(n):
        for j in range(i):
            x[i] = x[i] - H[i][j] * x[j]
    for i in reversed(range(n)):
        for j in range(i + 1, n):
            x[i] = x[i] - H[i][j] * x[j]
        x[i] = x[i] / H[i][i]
    return x


def times(A: Sequence[Sequence[Number]], x: Sequence[Number]) -> list[Number]:
    """Return A x, of a matrix with at least one column."""
    return [sum((a * b for a, b in zip(row[1:], x[1:])), row[0] * x[0]) for row in A]
