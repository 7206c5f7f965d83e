"""Links from their motors: an observer whose error has poles that are chosen, on the exact model of elastic joints.

    xd^ = f(x^, tau_m) + L (theta - C x^),    x = (q, theta, qd, thetad),    ed = (A - L C) e near the state

Every motor sees its link through its spring, so theta, thetad, thetadd and its next derivative say q and qd: with S so that
C S = C A S = C A^2 S = 0 and C A^3 S = 1, the columns of (S, A S, A^2 S, A^3 S) are a basis, and

    L = A^4 S + A^3 S c1 + A^2 S c2 + A S c3 + S c4

makes of A - L C the companion of s^4 + c1 s^3 + c2 s^2 + c3 s + c4, coefficients (n, n): Ackermann's formula by blocks
([Kailath1980], section 7.1). They are those of

    (s + w)^2 ((s + w)^2 + a),    a similar to M^-1 K

so that at every state the errors of motors decay as e^(-w t), and those of links as they swing on their springs with the motors
held, at their own frequencies, but damped by e^(-w t): a has the eigenvalues of a symmetric positive matrix, so the poles are -w
and -w +- i sqrt(K/M). Giving stiff joints of light links other frequencies would take gains of the square of that frequency,
which no encoder bears.
"""

from collections.abc import Sequence

from jounce.dynamics.factorization import Rows, lu, lu_solve
from jounce.dynamics.implicit_midpoint import Midpoint, dot
from jounce.numbers import Number

Row = list[Number]


def gains(by_p: Rows, by_v: Rows, by_external: Rows, stiffness: Rows, w: Number) -> tuple[Rows, Rows]:
    """L as its rows of positions and of velocities, each (2n, n).

    by_p, by_v (2n, 2n): slopes of accelerations, links first; by_external (n, n): those of links by joint torques, M^-1.
    stiffness (n, n): N^T f' N.
    """
    n = len(stiffness)
    links, motors, some = range(n), range(n, 2 * n), range(n)
    Pqq, Vqq = _part(by_p, links, links), _part(by_v, links, links)
    X, Y = _part(by_p, motors, links), _part(by_v, motors, links)
    one = [[1.0 if i == j else 0.0 for j in some] for i in some]
    none = [[0.0] * n for _ in some]
    bent = _solved(X, Y)
    E = _sum(X, _product(Y, _sum(Vqq, _product(Pqq, bent), -1.0)))
    s = _solved(E, one)
    a = _product(E, _product(_product(by_external, stiffness), s))
    S = [*_product(bent, s, -1.0), *none], [*s, *none]
    square = w * w
    coefficients = (
        _sum(none, one, 4.0 * w),
        _sum(a, one, 6.0 * square),
        _sum(_scaled(2.0 * w, a), one, 4.0 * w * square),
        _sum(_scaled(square, a), one, square * square),
    )
    p, v = S
    for c in coefficients:  # Horner: L = A (A (A (A S + S c1) + S c2) + S c3) + S c4
        p, v = v, _sum(_product(by_p, p), _product(by_v, v))
        p, v = _sum(p, _product(S[0], c)), _sum(v, _product(S[1], c))
    return p, v


def corrected(
    step: Midpoint, p: Sequence[Number], v: Sequence[Number], a: Sequence[Number], L: tuple[Rows, Rows], error: Sequence[Number]
) -> tuple[Row, Row]:
    """(p, v) a period later: (W + h/2 L C) dx = h (f + L error), by W and a matrix (n, n).

    error (n): theta half a period later, as measured, less theta of p.
    """
    h, n = step.h, len(error)
    right = [[h * (x + dot(row, error)) for x, row in zip(rate, rows)] for rate, rows in zip((v, a), L)]
    free = step.solve(right[0], right[1])
    by_gain = [step.solve([row[j] for row in L[0]], [row[j] for row in L[1]]) for j in range(n)]
    half = 0.5 * h
    inner = [[(1.0 if i == j else 0.0) + half * by_gain[j][0][n + i] for j in range(n)] for i in range(n)]
    less = lu_solve(lu(inner), free[0][n:])
    changes = []
    for part, found in enumerate(free):
        changes.append([x - half * dot([column[part][i] for column in by_gain], less) for i, x in enumerate(found)])
    return [x + d for x, d in zip(p, changes[0])], [x + d for x, d in zip(v, changes[1])]


def _part(A: Rows, rows: range, columns: range) -> Rows:
    return [[A[i][j] for j in columns] for i in rows]


def _product(A: Rows, B: Rows, sign: float = 1.0) -> Rows:
    columns = list(zip(*B))
    return [[sign * dot(row, column) for column in columns] for row in A]


def _sum(A: Rows, B: Rows, share: Number = 1.0) -> Rows:
    return [[x + share * y for x, y in zip(*rows)] for rows in zip(A, B)]


def _scaled(share: Number, A: Rows) -> Rows:
    return [[share * x for x in row] for row in A]


def _solved(A: Rows, B: Rows) -> Rows:
    """A^-1 B."""
    factors = lu(A)
    return [list(row) for row in zip(*(lu_solve(factors, list(column)) for column in zip(*B)))]
