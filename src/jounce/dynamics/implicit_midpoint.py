"""Linearly implicit midpoint rule for one step of a mechanical system: stable at every frequency.

    xd = f(x),    x = (p, v),    f = (v, a(p, v)),    A = df/dx = [[0, 1], [a_p, a_v]]
    W dx = h f(x),    W = 1 - h/2 A                                              [Hairer1996], section IV.7: Rosenbrock, s = 1

The rule is of second order; h is the step [s]. A linear system advances by F = W^-1 (1 + h/2 A) = 2 W^-1 - 1: the phase of an
oscillation of frequency w advances by 2 atan(w h / 2) instead of w h, without damping. Oscillations on stiff springs that are
faster than the samples stay bounded, unlike with explicit rules. Systems with W are solved with a matrix of half its size,
G = 1 - h/2 a_v - h^2/4 a_p.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.dynamics.factorization import Rows, lu, lu_solve
from jounce.numbers import Number

Row = list[Number]


class Midpoint(NamedTuple):
    """Factorised matrix W = 1 - h/2 A of one step, with A the Jacobian of the state's rate by the state (p, v).

    by_p: Jacobian of the accelerations by positions. h: step [s]. factors: L and U of G (see the module) in the order `order`.
    """

    by_p: Rows
    h: Number
    factors: Rows
    order: list[int]
    """Indices of the velocity changes dv in the order in which they are eliminated from G dv = ..."""

    def solve(self, p: Sequence[Number], v: Sequence[Number]) -> tuple[Row, Row]:
        """Return (x, y), the solution of the linear system W (x, y) = (p, v); x, y, p and v have size s each."""
        half = 0.5 * self.h
        right = [b + half * dot(row, p) for b, row in zip(v, self.by_p)]
        solution = lu_solve(self.factors, [right[i] for i in self.order])
        dv = list(right)
        for i, x in zip(self.order, solution):
            dv[i] = x
        return [b + half * x for b, x in zip(p, dv)], dv

    def transition(self) -> Rows:
        """Return the transition matrix F = 2 W^-1 - 1 (2s, 2s) of the linearised system over one step; s: size of p."""
        s = len(self.by_p)
        columns = []
        for k in range(2 * s):
            unit: Row = [1.0 if i == k else 0.0 for i in range(2 * s)]
            p, v = self.solve(unit[:s], unit[s:])
            columns.append([2.0 * x - one for x, one in zip([*p, *v], unit)])
        return [list(row) for row in zip(*columns)]


def midpoint(by_p: Rows, by_v: Rows, h: Number, links: int) -> Midpoint:
    """Return the factorised W for a step h [s] from the Jacobians (s, s) of the accelerations by positions and by velocities.

    links: number of leading entries that belong to links; they are eliminated after the motors.
    """
    s = len(by_p)
    order = [*range(links, s), *range(links)]
    a, b = 0.5 * h, 0.25 * h * h
    G = [[(1.0 if i == j else 0.0) - a * by_v[i][j] - b * by_p[i][j] for j in order] for i in order]
    return Midpoint(by_p, h, lu(G), order)


def dot(row: Sequence[Number], x: Sequence[Number]) -> Number:
    """Return the dot product of two sequences of equal length."""
    total: Number = 0.0
    for a, b in zip(row, x):
        total = total + a * b
    return total
