"""Piecewise functions on any scalar type, and their subdivision into pieces on which Newton's method inverts the function.

A piece is a row of constants. The piece of a float or an array is found by bisection; the piece of a symbol is selected by a
binary tree of `select` operations, which is as deep as the bisection.
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
"""Positions within a piece, 0 at its lower and 1 at its upper end, at which `subdivide` tests the inverse."""
MOST_HALVINGS = 45
"""Largest number of bisections of one piece; the remaining interval is as wide as a rounding error."""
MOST_PIECES = 400
"""`subdivide` stops bisecting at this number of pieces plus four per element of `ends`. Only curves that Newton's method cannot
invert to rounding reach this limit."""


def piece_at(x: Number, edges: Sequence[float], rows: Sequence[Sequence[float]]) -> Row:
    """Return the row of constants of the piece that contains x; for a jet the piece that contains its value.

    rows: constants of each piece; edges (len(rows) - 1,): increasing boundaries between the pieces.
    """
    if isinstance(x, Jet):
        return piece_at(x.coeffs[0], edges, rows)
    if isinstance(x, np.ndarray) and x.dtype != object:
        index = np.searchsorted(edges, x, side="right")
        return tuple(column[index] for column in np.array(rows).T)
    if isinstance(x, (np.ndarray, Symbol)) or is_tensor(x) or library_of(x) in ("casadi", "sympy"):
        return _tree(x, edges, rows)
    return tuple(rows[bisect_right(edges, x)])


def _tree(x: Number, edges: Sequence[float], rows: Sequence[Sequence[float]]) -> Row:
    """Return the row of constants of the piece that contains x, as `piece_at`, by a binary tree of `select` operations."""
    if len(rows) == 1:
        return tuple(rows[0])
    middle = len(edges) // 2
    below = _tree(x, edges[:middle], rows[: middle + 1])
    above = _tree(x, edges[middle + 1 :], rows[middle + 1 :])
    beyond = x - edges[middle]
    return tuple(select(beyond, a, b) for a, b in zip(below, above))


def subdivide(ends: Sequence[float], solved: Callable[[float, float, Array], Array]) -> list[float]:
    """Bisect the pieces between the increasing `ends` until a solver inverts the function on each piece; return all piece ends.

    solved(a, b, x): True for each argument x (9,) that the solver recovers on the piece from a to b. Bisection also stops at
    `MOST_HALVINGS` or `MOST_PIECES`.
    """
    edges = [ends[0]]
    waiting = [(a, b, 0) for a, b in reversed(list(pairwise(ends)))]
    while waiting:
        a, b, times = waiting.pop()
        middle = 0.5 * (a + b)
        with np.errstate(all="ignore"):
            full = times == MOST_HALVINGS or len(edges) + len(waiting) > MOST_PIECES + 4 * len(ends)
            good = full or not a < middle < b or solved(a, b, a + SAMPLES * (b - a)).all()
        if good:
            edges.append(b)
        else:
            waiting += [(middle, b, times + 1), (a, middle, times + 1)]
    return edges
