"""Traversals of a tree: what algorithms on trees are written over, once for straight-line code and for loops.

A *field* has one value for each body, or for each of any other row of things: a list of scalars, of vectors, of named tuples. An
algorithm says what happens at one body, a step, and a traversal runs the step over all bodies:

    each(step, *xs)             y = step(*x)                          a field of y
    outward(step, base, *xs)    state, *results = step(parent, *x)    from the base to the leaves, parent: state of the parent
    inward(step, load, *xs)     hand, *results = step(load, *x)       from the leaves to the base, hand() is added to the
                                                                      load of the parent
    at(x, indices)                                                    the field of values at indices, in this order
    onto(load, k, share)                                              the load with a share added at body k
    stored(values)                                                    a field of one kind, of values by straight-line code
    climb(step, value, *xs)     hand, result = step(value, *x)        from every body to the base, x: of the body reached,
                                                                      hand(): the value there
    matrix(rows, columns, *places), beside(*X), apart(X, count)       a matrix with entries put at places; matrices as one
    plus(X, entries, values)                                          a matrix with values added at entries
    update(step, X, spans, *operands)     x = step(x, *y)             spans of rows of a matrix changed, one after the other
    matrices(values, *shapes), entries(X, places)                     matrices of a list of numbers; a field of their entries

A step knows no indices. What it hands on is a function without arguments, which is called for bodies with a parent alone: on an
arm of seven joints that is a tenth of forward dynamics. Here fields are lists and a traversal is a loop of Python, so that on
symbols straight-line code comes out. `jounce.codegen.recorder` has the same methods and records loops: a step is traced once for
each kind of body.
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
        """parents: for each body the index of the body that carries it, -1 for the base."""
        self.parents = parents

    def each(self, step: Callable[..., Any], *xs: Field) -> list[Any]:
        """Return the field of step(*x)."""
        return [step(*x) for x in zip(*xs)]

    def outward(self, step: Callable[..., Sequence[Any]], base: Any, *xs: Field) -> list[list[Any]]:
        """Return the fields of states, and of further results of step(parent, *x) -> (state, *results)."""
        results: list[Sequence[Any]] = []
        for p, x in zip(self.parents, zip(*xs)):
            results.append(step(base if p < 0 else results[p][0], *x))
        return [list(field) for field in zip(*results)]

    def inward(self, step: Callable[..., Sequence[Any]], load: Field, *xs: Field) -> list[list[Any]]:
        """Return the fields of accumulated loads, and of further results of step(load, *x) -> (hand, *results).

        The load is overwritten: a recorded one is accumulated in place and must not be read afterwards.
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
        """Return the field of results of step(value, *x) -> (hand, result) along the path from each body to the base.

        Also returns, for each entry of the field, the body that was reached and the number of the value. begins: the body at
        which the path of each value begins; body j for value j if left out.
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
        """Return the values of a field at indices."""
        return [x[k] for k in indices]

    def stored(self, values: Sequence[Any]) -> Sequence[Any]:
        """Return values as a field; recorded, every scalar is stored, constants too, so that all bodies are of one kind."""
        return values

    def onto(self, load: Field, k: int, share: Any) -> list[Any]:
        """Return a load with a share added at body k."""
        return [*load[:k], added(load[k], share), *load[k + 1 :]]

    def columns(self, x: Field) -> list[list[Any]]:
        """Return a field for each component of the values of a field."""
        return [list(column) for column in zip(*x)]

    def matrix(self, rows: int, columns: int, *places: tuple[Entries, Field]) -> list[list[Any]]:
        """Return a matrix, row by row, with the numbers of fields put at entries and zeros elsewhere."""
        X = [[0.0] * columns for _ in range(rows)]
        for entries, values in places:
            for (i, j), x in zip(entries, values):
                X[i][j] = x
        return X

    def plus(self, X: list[list[Any]], entries: Entries, values: Field) -> list[list[Any]]:
        """Return a matrix with values added at entries. A recorded X is added to in its place."""
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
        """Return a matrix in which spans of rows were changed, one after the other: each entry to step(entry, *y).

        operands: matrices, X among them where entries as they are by then are meant; the entry of each with which a span begins;
        and whether it moves on with the span, or stays. A recorded X is changed in its place, and a span at once.
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
        """Return matrices of these shapes (rows, columns), whose numbers stand one after the other, row by row."""
        numbers = iter(values)
        return [[[next(numbers) for _ in range(columns)] for _ in range(rows)] for rows, columns in shapes]

    def entries(self, X: list[list[Any]], places: Entries) -> list[Any]:
        """Return the field of the numbers of a matrix at places (row, column)."""
        return [X[i][j] for i, j in places]
