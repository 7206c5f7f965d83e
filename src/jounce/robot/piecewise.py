"""Functions by pieces on any number, and where to begin when they are solved for their argument.

A piece is a row of constants. Numbers that can be compared find theirs by bisection; symbols, for which code is written, choose
by a tree of choices as deep as the bisection.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from jounce.numbers import Jet, Number, Symbol, select
from jounce.numbers.elementary import is_tensor, library_of
from jounce.numbers.packing import Array

Row = tuple[Number, ...]
SAMPLES = np.linspace(0.0, 1.0, 9)
"""Where a piece is tried."""
MOST_HALVINGS = 45
"""Of a piece: what is left then is as wide as a rounding error."""
MOST_PIECES = 400
"""Beside four for each that there was: only a curve that cannot be inverted to rounding asks for more."""


def piece_at(x: Number, edges: Sequence[float], rows: Sequence[Sequence[float]]) -> Row:
    """The row of the piece in which x lies; rows: one more than the rising edges. On a jet its value decides."""
    if isinstance(x, Jet):
        return piece_at(x.coeffs[0], edges, rows)
    if isinstance(x, np.ndarray) and x.dtype != object:
        index = np.searchsorted(edges, x, side="right")
        return tuple(column[index] for column in np.array(rows).T)
    if isinstance(x, (np.ndarray, Symbol)) or is_tensor(x) or library_of(x) in ("casadi", "sympy"):
        return _tree(x, edges, rows)
    return tuple(rows[bisect_right(edges, x)])


def _tree(x: Number, edges: Sequence[float], rows: Sequence[Sequence[float]]) -> Row:
    if len(rows) == 1:
        return tuple(rows[0])
    middle = len(edges) // 2
    below = _tree(x, edges[:middle], rows[: middle + 1])
    above = _tree(x, edges[middle + 1 :], rows[middle + 1 :])
    beyond = x - edges[middle]
    return tuple(select(beyond, a, b) for a, b in zip(below, above))


def subdivide(ends: Sequence[float], solved: Callable[[float, float, Array], Array]) -> list[float]:
    """The ends of pieces with as many between them as are needed for all to be solved.

    solved(a, b, x): whether the piece from a to b, solved as it will be, finds the arguments x (9,) again.
    """
    found = [ends[0]]
    waiting = [(a, b, 0) for a, b in reversed(list(pairwise(ends)))]
    while waiting:
        a, b, times = waiting.pop()
        middle = 0.5 * (a + b)
        with np.errstate(all="ignore"):
            full = times == MOST_HALVINGS or len(found) + len(waiting) > MOST_PIECES + 4 * len(ends)
            good = full or not a < middle < b or solved(a, b, a + SAMPLES * (b - a)).all()
        if good:
            found.append(b)
        else:
            waiting += [(middle, b, times + 1), (a, middle, times + 1)]
    return found
