"""Factorisation of the mass matrix of a tree and of small dense matrices, and solution of linear systems."""

from collections.abc import Sequence

from jounce.numbers import Number
from jounce.spatial.traversal import Traversal

Rows = list[list[Number]]


def ltdl(over: Traversal, parents: Sequence[int], M: Rows) -> Rows:
    """Return L with D in the place of its unit diagonal, M = L^T D L; zeros of M due to branches of the tree stay zero in L.

    parents: parent of each DOF, `Tree.parents`. L[i][j] is nonzero only for DOFs j on the path from the base to i; DOFs are
    eliminated from the leaves to the base, O(n depth^2). [Featherstone2008], section 6.5. Recorded loops overwrite M.
    """
    paths = _paths(parents)
    off = [(k, i, j, count) for k, i in _inward(paths) for j, count in _neighbours(paths[i])]
    H = over.update(
        lambda x, entry, pivot, y: x - entry * (1.0 / pivot) * y,
        M,
        [(i, j, count) for _, i, j, count in off],
        (M, [(k, i) for k, i, _, _ in off], False),
        (M, [(k, k) for k, _, _, _ in off], False),
        (M, [(k, j) for k, _, j, _ in off], True),
    )
    ratios = [(k, j, count) for k, path in enumerate(paths) for j, count in _neighbours(path[:-1])]
    return over.update(lambda x, pivot: x * (1.0 / pivot), H, ratios, (H, [(k, k) for k, _, _ in ratios], False))


def solve_symmetric(A: Sequence[Sequence[Number]], b: Sequence[Number]) -> tuple[list[Number], list[Number]]:
    """Return (x, D) with A x = b for a symmetric positive definite matrix A = L D L^T; D: list of the pivots."""
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


def solve(over: Traversal, parents: Sequence[int], L: Rows, b: Sequence[Number]) -> list[Number]:
    """Return x with M x = b from the L of `ltdl`, O(n depth)."""
    return [x for (x,) in solve_rows(over, parents, L, [[x] for x in b], [1.0])]


def solve_rows(over: Traversal, parents: Sequence[int], L: Rows, B: Rows, factors: Sequence[float]) -> Rows:
    """Return M^-1 B from the L of `ltdl`, with column j multiplied by factors[j], O(n depth) operations on whole rows.

    Recorded loops overwrite B.
    """
    paths, n, width = _paths(parents), len(parents), len(factors)
    inward, outward = _inward(paths), [(k, i) for k in range(n) for i in reversed(paths[k][:-1])]

    def less(x: Number, ratio: Number, y: Number) -> Number:
        return x - ratio * y

    X = over.update(less, B, [(i, 0, width) for _, i in inward], (L, inward, False), (B, [(k, 0) for k, _ in inward], True))
    for factor in dict.fromkeys(factors):
        columns = _neighbours([j for j, of_column in enumerate(factors) if of_column == factor])
        spans = [(i, j, count) for i in range(n) for j, count in columns]
        pivots = L, [(i, i) for i, _, _ in spans], False
        X = over.update(lambda x, pivot, factor=factor: factor * (1.0 / pivot) * x, X, spans, pivots)
    return over.update(less, X, [(k, 0, width) for k, _ in outward], (L, outward, False), (X, [(i, 0) for _, i in outward], True))


def _paths(parents: Sequence[int]) -> list[list[int]]:
    """Return, for each DOF, the DOFs on the path from the base to this DOF, itself included."""
    paths: list[list[int]] = []
    for k, p in enumerate(parents):
        paths.append([*(paths[p] if p >= 0 else []), k])
    return paths


def _inward(paths: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the pairs (k, i) of DOFs with i on the path from the base to k, i != k, in the order of elimination."""
    return [(k, i) for k in reversed(range(len(paths))) for i in reversed(paths[k][:-1])]


def _neighbours(path: Sequence[int]) -> list[tuple[int, int]]:
    """Return the runs of consecutive numbers in a list of DOFs as pairs (first, count)."""
    runs: list[tuple[int, int]] = []
    for k in path:
        if runs and sum(runs[-1]) == k:
            runs[-1] = runs[-1][0], runs[-1][1] + 1
        else:
            runs.append((k, 1))
    return runs


def lu(A: Sequence[Sequence[Number]]) -> Rows:
    """Return L and U in one matrix, A = L U with unit diagonal of L.

    There is no pivoting, so A must have pivots far from zero, such as a matrix that the stiffness of springs dominates.
    """
    H = [list(row) for row in A]
    n = len(H)
    for k in range(n):
        for i in range(k + 1, n):
            H[i][k] = H[i][k] / H[k][k]
            for j in range(k + 1, n):
                H[i][j] = H[i][j] - H[i][k] * H[k][j]
    return H


def lu_solve(H: Rows, b: Sequence[Number]) -> list[Number]:
    """Return the solution x of L U x = b; H: L and U in one matrix, as `lu` returns them."""
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
    """Return A x for a matrix with at least one column."""
    return [sum((a * b for a, b in zip(row[1:], x[1:])), row[0] * x[0]) for row in A]
