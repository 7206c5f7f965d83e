"""Traversals of a tree of bodies: tree algorithms written with them give straight-line code or loops from one source.

A *field* is a list with one value (scalar, vector or named tuple) for each body, or for each index of another set. An algorithm
states a step, the computation at one body, and a traversal runs the step over all bodies:

    each(step, *xs)             y = step(*x)                          a field of y
    outward(step, base, *xs)    state, *results = step(parent, *x)    from the base to the leaves, parent: state of the parent
    inward(step, load, *xs)     hand, *results = step(load, *x)       from the leaves to the base; hand() is added to the
                                                                      load of the parent
    at(x, indices)                                                    the field of values at indices, in this order
    onto(load, k, share)                                              the load with a share added at body k
    stored(values)                                                    the field of values computed by straight-line code
    climb(step, value, *xs)     hand, result = step(value, *x)        along the path from every body to the base; x: values of
                                                                      the current body, hand(): value for its parent
    matrix(rows, columns, *places), beside(*X), apart(X, count)       a matrix with fields at places; joined side by side; split
    plus(X, entries, values)                                          a matrix with values added at entries
    update(step, X, spans, *operands)     x = step(x, *y)             a matrix with spans of rows replaced, one after the other
    matrices(values, *shapes), entries(X, places)                     matrices of a list of numbers; a field of their entries

A step does not use indices. The value for the parent is a function `hand` without arguments, called only for bodies that have a
parent, which saves a tenth of forward dynamics on an arm of seven joints. In this module fields are lists and a traversal is a
Python loop, so that evaluation on symbols gives straight-line code. `jounce.codegen.recorder` has the same methods and records
loops: it traces a step once for each kind of body.
"""

from collections.abc import Callable, Sequence
from typing import Any

from jounce.numbers.packing import added

Field = Sequence[Any]
Entries = Sequence[tuple[int, int]]
"""Row and column of each entry of a matrix."""
Span = tuple[int, int, int]
"""Row, first column, and number of neighbouring entries of a matrix."""


class Traversal:
    """Traversal of a tree whose parents precede their children, as Python loops over lists."""

    def __init__(self, parents: Sequence[int]) -> None:
        """Create the traversal of a tree; parents: index of the parent of each body, -1 if the parent is the base."""
        self.parents = parents

    def each(self, step: Callable[..., Any], *xs: Field) -> list[Any]:
        """Return the field of step(*x), with x the values of the fields `xs` at each index."""
        return [step(*x) for x in zip(*xs)]

    def outward(self, step: Callable[..., Sequence[Any]], base: Any, *xs: Field) -> list[list[Any]]:
        """Run step(parent, *x) -> (state, *results) from the base to the leaves; return the fields of states and results."""
        results: list[Sequence[Any]] = []
        for p, x in zip(self.parents, zip(*xs)):
            results.append(step(base if p < 0 else results[p][0], *x))
        return [list(field) for field in zip(*results)]

    def inward(self, step: Callable[..., Sequence[Any]], load: Field, *xs: Field) -> list[list[Any]]:
        """Run step(load, *x) -> (hand, *results) from the leaves to the base; return the fields of total loads and results.

        hand() is added to the load of the parent. The argument `load` must not be read afterwards: a `Recorder` accumulates
        loads in place.
        """
        whole, rows = list(load), list(zip(*xs)) or [()] * len(load)
        results: list[Sequence[Any]] = [()] * len(whole)
        for k in reversed(range(len(whole))):
            results[k] = step(whole[k], *rows[k])
            p = self.parents[k]
            if p >= 0:
                whole[p] = added(whole[p], results[k][0]())
        _, *fields = zip(*results)
        return [whole, *map(list, fields)]

    def climb(
        self, step: Callable[..., tuple[Any, Any]], value: Field, *xs: Field, begins: Sequence[int] | None = None
    ) -> tuple[Entries, list[Any]]:
        """Run step(value, *x) -> (hand, result) along the path of each value to the base; return (entries, results).

        entries: (i, j) of each result, at body i on the path of value j. hand() is the value for the parent of i.
        begins: body at which the path of each value begins (default: body j for value j).
        """
        entries, results, rows = [], [], list(zip(*xs))
        for j, (i, moving) in enumerate(zip(range(len(value)) if begins is None else begins, value)):
            while True:
                hand, result = step(moving, *rows[i])
                entries.append((i, j))
                results.append(result)
                i = self.parents[i]
                if i < 0:
                    break
                moving = hand()
        return entries, results

    def at(self, x: Field, indices: Sequence[int]) -> list[Any]:
        """Return the field of the values of `x` at these indices, in this order."""
        return [x[k] for k in indices]

    def stored(self, values: Sequence[Any]) -> Sequence[Any]:
        """Return values as a field; a `Recorder` stores all scalars, even constants, so one traced step fits all bodies."""
        return values

    def onto(self, load: Field, k: int, share: Any) -> list[Any]:
        """Return the field `load` with `share` added to its value at body k."""
        return [*load[:k], added(load[k], share), *load[k + 1 :]]

    def columns(self, x: Field) -> list[list[Any]]:
        """Return one field for each component of the tuples in a field."""
        return [list(column) for column in zip(*x)]

    def matrix(self, rows: int, columns: int, *places: tuple[Entries, Field]) -> list[list[Any]]:
        """Return a matrix (rows, columns) with the scalars of each field at its entries (i, j), and zeros elsewhere."""
        X = [[0.0] * columns for _ in range(rows)]
        for entries, values in places:
            for (i, j), x in zip(entries, values):
                X[i][j] = x
        return X

    def plus(self, X: list[list[Any]], entries: Entries, values: Field) -> list[list[Any]]:
        """Return the matrix X with `values` added at entries (i, j). A `Recorder` adds in place."""
        total = [list(row) for row in X]
        for (i, j), x in zip(entries, values):
            total[i][j] = total[i][j] + x
        return total

    def beside(self, *matrices: list[list[Any]]) -> list[list[Any]]:
        """Return matrices with equal numbers of rows joined side by side."""
        return [[x for row in rows for x in row] for rows in zip(*matrices)]

    def apart(self, X: list[list[Any]], count: int) -> list[list[list[Any]]]:
        """Split a matrix into `count` matrices of equal width, the inverse of `beside`."""
        width = len(X[0]) // count
        return [[row[k * width : (k + 1) * width] for row in X] for k in range(count)]

    def update(
        self,
        step: Callable[..., Any],
        X: list[list[Any]],
        spans: Sequence[Span],
        *operands: tuple[list[list[Any]], Entries, bool],
    ) -> list[list[Any]]:
        """Return the matrix X after replacing each entry x of `spans` by step(x, *y), one span after the other.

        operands: (matrix, entry for each span, moves). For the first x of a span, y is this entry of the operand's matrix. For
        the next x, y is one column further on if `moves` is True, else the same. If the matrix is X, y has the values updated
        so far. A `Recorder` updates in place, the entries of one span at once.
        """
        updated = [list(row) for row in X]
        sources = [(updated if matrix is X else matrix, at, moves) for matrix, at, moves in operands]
        for s, (i, j, count) in enumerate(spans):
            y = []
            for matrix, at, moves in sources:
                row, first = matrix[at[s][0]], at[s][1]
                y.append(row[first : first + count] if moves else [row[first]] * count)
            updated[i][j : j + count] = [step(*x) for x in zip(updated[i][j : j + count], *y)]
        return updated

    def matrices(self, values: Field, *shapes: tuple[int, int]) -> list[list[list[Any]]]:
        """Return matrices of these shapes (rows, columns) from the flat list of their scalars, row by row."""
        numbers = iter(values)
        return [[[next(numbers) for _ in range(columns)] for _ in range(rows)] for rows, columns in shapes]

    def entries(self, X: list[list[Any]], places: Entries) -> list[Any]:
        """Return the field of the scalars of matrix X at places (row, column)."""
        return [X[i][j] for i, j in places]
