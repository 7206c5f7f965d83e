"""Algorithms on trees as loops: a `Traversal` that records passes, each a step that is traced once and run over a table.

A field is not a list of values here but says where they will be: a `Column` is a number that every index of the field has, in an
array, and the `Shape` of an index says which numbers of its value are columns and which are constants. A step is traced once for
each *kind* of index: structure of its arguments (type of joint, law of a spring, order of jets), and zeros and ones among the
constants that the step calculates with. What a step hands through stays where it is.

Values that are lists, and single values of fields, are symbols of the kernel's own sheet: what is calculated from these is
straight-line code, recorded as a pass of its own as soon as a field is made of it. `lowering` lays the arrays out.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import factorial
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.program import Sheet
from jounce.numbers import Graph, Jet, Symbol
from jounce.numbers.nests import highest_order, numbers, rebuilt, renumbered, scalars, structure
from jounce.numbers.packing import Array
from jounce.numbers.symbol import CONSTANT, DIV, INPUT, MUL
from jounce.spatial.traversal import Entries, Span, Traversal

MOST_KINDS = 8
"""Kinds of one step with constants of their own; the others are traced with constants that all of them share."""
FOLDED = (0.0, 1.0, -1.0)
"""Constants of a robot that distinguish kinds."""
FEW = 8
"""Indices up to which a loop over neighbours is not worth giving up constants."""


class Store:
    """An array of the code: `count` indices with `width` cells each; inputs and outputs have one cell."""

    def __init__(self, role: str, count: int, width: int = 1, name: str = "") -> None:
        """role: input, output, table or work."""
        self.role, self.count, self.width, self.name = role, count, width, name
        self.values: dict[int, list[float]] = {}
        """Of a table: for each cell its numbers."""
        self.whole: set[int] = set()
        """Cells that hold constants too, and what steps hand through."""
        self.homes: dict[int, list[tuple[Store, Array]]] = {}
        """Cells that stand in other arrays, and the place of each index there."""
        self.passing = False
        """True if its numbers are overwritten: what a step hands through cannot stay there."""
        self.shared = False
        """True if other fields read cells of it: it cannot be added to in its place."""


class Column(NamedTuple):
    """A number that every index of a field has: cell `cell` of rows `rows` of an array, divided by `over`."""

    store: Store
    cell: int
    rows: Array
    over: float = 1.0


class Shape:
    """What is known of the value at an index: its structure, and for each scalar the number of a column, or a constant."""

    def __init__(self, nest: Any, columns: Sequence[int], constants: Sequence[Any]) -> None:
        """nest: a value of this structure. columns: where each scalar can be read; constants: what it is, None if it varies."""
        self.nest, self.columns, self.constants = nest, tuple(columns), tuple(constants)
        self.key = structure(nest)


class Field:
    """Values of all indices."""

    def __init__(
        self, recorder: "Recorder", columns: Sequence[Column], shapes: Sequence[Shape], home: Store | None = None
    ) -> None:
        """home: the array that can hold the whole value of every index, cell by cell, where it has one of its own."""
        self.recorder, self.columns, self.shapes, self.home = recorder, columns, shapes, home
        self.spent = False

    def __len__(self) -> int:
        return len(self.shapes)

    def __getitem__(self, k: int) -> Any:
        """Return one value, on symbols of the sheet: what is calculated from it is straight-line code."""
        return self.recorder.value(self, range(len(self))[k])

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))


class Matrix:
    """A matrix that passes have written: an array, row by row, for each coefficient of its jets."""

    def __init__(
        self, recorder: "Recorder", rows: int, columns: int, stores: tuple[Store, ...], begin: int = 0, wide: int = 0
    ) -> None:
        """begin, wide: where the first row begins, and how far rows are apart if they stand among those of others."""
        self.recorder, self.rows, self.columns, self.stores, self.begin, self.wide = recorder, rows, columns, stores, begin, wide

    def __len__(self) -> int:
        return self.rows

    def __getitem__(self, i: int) -> "MatrixRow":
        return MatrixRow(self, range(self.rows)[i])

    def __iter__(self) -> Iterator["MatrixRow"]:
        return (self[i] for i in range(self.rows))

    def places(self, entries: Entries) -> Array:
        """Return where entries stand."""
        rows, columns = np.array(entries, np.int64).reshape(-1, 2).T
        found: Array = self.begin + rows * (self.wide or self.columns) + columns
        return found

    def entries(self, entries: Entries, order: int = 0) -> Field:
        """Return the field of the coefficients of this order at entries."""
        column = Column(self.stores[order], 0, self.recorder.rows(self.places(entries)))
        return Field(self.recorder, [column], [Shape(0.0, [0], [None])] * len(entries))


@dataclass(frozen=True)
class MatrixRow:
    """A row of a matrix."""

    matrix: Matrix
    number: int

    def __len__(self) -> int:
        return self.matrix.columns


class Result(NamedTuple):
    """A number that a step makes."""

    store: Store
    cell: int
    rows: Array
    value: Any
    lazy: bool = False
    """True for a constant or a number handed through: stored only in cells that are whole."""
    added: bool = False


Order = list[tuple[int, list[int]]]
"""Number of a kind, and places among its indices, one after the other."""


class Trace(NamedTuple):
    """A step on the symbols of one kind."""

    graph: Graph
    symbols: dict[Symbol, Column]
    results: list[Result]
    indices: Array
    """That it is run for."""


class Run(NamedTuple):
    """One step over all indices, traced for each kind of them."""

    traces: list[Trace]
    order: Order | None = None
    """None: one trace after the other."""
    neighbours: bool = False
    """True if indices do not depend on each other."""
    spans: tuple[dict[Symbol, int], list[int]] | None = None
    """Of a step over spans of rows: how far each number moves on in a span, and how long spans are."""
    straight: bool = False
    """True for straight-line code, which has one index."""


class Recorder(Traversal):
    """A traversal that records runs."""

    def __init__(self, sheet: Sheet, parents: Sequence[int]) -> None:
        super().__init__(parents)
        self.sheet, self.runs = sheet, list[Run]()
        self.bound: dict[Symbol, Column] = {}
        """Symbols of the sheet, and where each of them stands."""
        self.outputs: dict[str, Store] = {}
        self._known: dict[int, tuple[Any, Field]] = {}
        self._rows: dict[bytes, Array] = {}
        for slot, rows in zip(sheet.inputs, sheet.slots):
            store = Store("input", slot.size, name=slot.name)
            for k, x in enumerate(x for row in rows for x in row):
                self.bound[x] = Column(store, 0, self.rows([k]))

    def rows(self, indices: Iterable[int]) -> Array:
        """Return indices as an array that is the same object whenever they are the same."""
        found = np.fromiter(indices, np.int64) if not isinstance(indices, np.ndarray) else indices.astype(np.int64)
        return self._rows.setdefault(found.tobytes(), found)

    # ------------------------------------------------------------------------------------------------ traversal

    def each(self, step: Callable[..., Any], *xs: Any) -> Any:  # noqa: D102
        (made,) = self._run(lambda *x: ((), (step(*x),)), list(map(self.field, xs)))
        return made

    def outward(self, step: Callable[..., Sequence[Any]], base: Any, *xs: Any) -> list[Any]:  # noqa: D102
        fields, n = list(map(self.field, xs)), len(self.parents)
        order = max(highest_order(shape.nest) for x in fields for shape in set(x.shapes))
        state = self._uniform(base, n + 1, order)
        self._straight([(state.home, c, n, x) for c, x in enumerate(_padded(base, order))])
        parents = self.at(state, [p % (n + 1) for p in self.parents])
        own = self.rows(range(n))

        def text(parent: Any, *x: Any) -> tuple[Any, Any]:
            following, *made = step(parent, *x)
            return (following,), made

        made = self._run(text, [parents, *fields], [(state.home, own, False, order)], partial(_ordered, self.parents, False))
        return [Field(self, [c._replace(rows=own) for c in state.columns], state.shapes[:n]), *made]

    def inward(self, step: Callable[..., Sequence[Any]], load: Any, *xs: Any) -> list[Any]:  # noqa: D102
        fields, n = list(map(self.field, xs)), len(self.parents)
        load = self.field(load)
        order = max(highest_order(shape.nest) for x in (load, *fields) for shape in set(x.shapes))
        whole = self._owned(load, order)
        carriers = self.rows(p % (n + 1) for p in self.parents)

        def text(now: Any, *x: Any) -> tuple[Any, Any]:
            handed, *made = step(now, *x)
            return (handed,), made

        made = self._run(text, [whole, *fields], [(whole.home, carriers, True, order)], partial(_ordered, self.parents, True))
        return [whole, *made]

    def climb(self, step: Callable[..., tuple[Any, Any]], value: Any, *xs: Any) -> tuple[Entries, Any]:  # noqa: D102
        fields, n, value = list(map(self.field, xs)), len(self.parents), self.field(value)
        depth, below = [0] * n, [[k] for k in range(n)]
        for k, p in enumerate(self.parents):
            depth[k] = depth[p] + 1 if p >= 0 else 0
        for k in reversed(range(n)):
            if self.parents[k] >= 0:
                below[self.parents[k]] += below[k]
        entries = [(i, j) for i in reversed(range(n)) for j in sorted(below[i])]
        order = max(highest_order(shape.nest) for x in (value, *fields) for shape in set(x.shapes))
        # two rows for each value, which take turns: no step reads where it writes
        moving = self._uniform(value.shapes[0].nest, 2 * n, order)
        moving.columns[0].store.passing = True
        self._run(
            lambda x: ((x,), ()), [value], [(moving.home, self.rows(k + n * (depth[k] % 2) for k in range(n)), False, order)]
        )
        now = self.at(moving, [j + n * (depth[i] % 2) for i, j in entries])
        later = self.rows(j + n * ((depth[i] + 1) % 2) for i, j in entries)

        def text(x: Any, *own: Any) -> tuple[Any, Any]:
            following, made = step(x, *own)
            return (following,), (made,)

        reached = [i for i, _ in entries]
        outs = [(moving.home, later, False, order)]
        (made,) = self._run(text, [now, *(self.at(x, reached) for x in fields)], outs, partial(_in_turn, reached), True)
        return entries, made

    def at(self, x: Any, indices: Sequence[int]) -> Any:  # noqa: D102
        x = self.field(x)
        chosen = np.fromiter(indices, np.int64)
        rows = {id(column.rows): self.rows(column.rows[chosen]) for column in x.columns}
        if x.home is not None:
            x.home.shared = True
        return Field(self, [column._replace(rows=rows[id(column.rows)]) for column in x.columns], [x.shapes[k] for k in indices])

    def onto(self, load: Any, k: int, share: Any) -> Any:  # noqa: D102
        load = self.field(load)
        order = max(highest_order(shape.nest) for shape in set(load.shapes))
        order = max(order, highest_order(share))
        whole = self._owned(load, order)
        self._straight([(whole.home, c, k, x) for c, x in enumerate(_padded(share, order))], added=True)
        return whole

    def columns(self, x: Any) -> Any:  # noqa: D102
        x = self.field(x)
        if x.home is not None:
            x.home.shared = True
        found = []
        for part in range(len(x.shapes[0].nest)):
            shapes: dict[Shape, Shape] = {}
            for shape in x.shapes:
                if shape not in shapes:
                    begin = len(scalars(shape.nest[:part]))
                    end = begin + len(scalars(shape.nest[part]))
                    shapes[shape] = Shape(shape.nest[part], shape.columns[begin:end], shape.constants[begin:end])
            found.append(Field(self, x.columns, [shapes[shape] for shape in x.shapes]))
        return found

    def matrix(self, rows: int, columns: int, *places: tuple[Entries, Any]) -> Any:  # noqa: D102
        fields = [self.field(values) for entries, values in places if entries]
        order = max(highest_order(shape.nest) for x in fields for shape in set(x.shapes))
        found = Matrix(self, rows, columns, tuple(Store("work", rows * columns) for _ in range(order + 1)))
        for entries, field in zip((entries for entries, _ in places if entries), fields):
            for k, store in enumerate(found.stores):
                self.put(field, k, store, found.places(entries))
        return found

    def beside(self, *matrices: Any) -> Any:  # noqa: D102
        rows, width = matrices[0].rows, sum(matrix.columns for matrix in matrices)
        store, begin = Store("work", rows * width), 0
        for matrix in matrices:
            assert len(matrix.stores) == 1, "matrices of jets stand side by side nowhere"
            assert not matrix.wide, "a part of a matrix is to stand beside another"
            places = Matrix(self, rows, matrix.columns, (store,), begin, width).places(
                [(i, j) for i in range(rows) for j in range(matrix.columns)]
            )
            matrix.stores[0].homes[0] = [(store, places)]
            begin += matrix.columns
        return Matrix(self, rows, width, (store,))

    def apart(self, X: Any, count: int) -> Any:  # noqa: D102
        width = X.columns // count
        return [Matrix(self, X.rows, width, X.stores, k * width, X.columns) for k in range(count)]

    def update(self, step: Callable[..., Any], X: Any, spans: Sequence[Span], *operands: tuple[Any, Entries, bool]) -> Any:  # noqa: D102
        given = [(X, [(i, j) for i, j, _ in spans], True), *operands]
        shape = Shape(0.0, [0], [None])
        # rows are objects of their own: what stays and what moves on may begin at the same places
        fields = [Field(self, [Column(matrix.stores[0], 0, matrix.places(at))], [shape] * len(spans)) for matrix, at, _ in given]
        graph, symbols, (value,), _ = self._traced(lambda *x: ((step(*x),), ()), fields, [shape] * len(fields))
        result = Result(X.stores[0], 0, fields[0].columns[0].rows, _folded(value))
        moves = {x: int(given[f][2]) for x, (_, f, _) in symbols.items()}
        trace = Trace(graph, {x: column for x, (column, _, _) in symbols.items()}, [result], np.arange(len(spans)))
        self.runs.append(Run([trace], spans=(moves, [count for _, _, count in spans])))
        return X

    def hand_out(self, name: str, values: Any, size: int, begin: int = 0, order: int = 0) -> None:
        """Have derivative `order` of values as numbers of an output. values: fields, matrices, their rows or lists of numbers."""
        if name not in self.outputs:
            self.outputs[name] = Store("output", size, name=name)
        output, factor = self.outputs[name], float(factorial(order))
        single: list[Any] = []
        for at, x in _handed(values, begin):
            if isinstance(x, Field):
                self.put(x, order, output, np.arange(at, at + len(x)), factor)
            elif isinstance(x, Matrix):
                self._hand_out_rows(x, range(x.rows), output, at, order)
            elif isinstance(x, MatrixRow):
                self._hand_out_rows(x.matrix, range(x.number, x.number + 1), output, at, order)
            else:
                coefficients = x.coeffs if isinstance(x, Jet) else (x,)
                single.append((output, 0, at, factor * coefficients[order] if order < len(coefficients) else 0.0))
        self._straight(single)

    def _hand_out_rows(self, matrix: Matrix, numbers: range, output: Store, begin: int, order: int) -> None:
        """Have rows of a matrix at `begin` of an output: they stand there from the start, or are copied."""
        if order >= len(matrix.stores):
            return
        store, entries = matrix.stores[order], [(i, j) for i in numbers for j in range(matrix.columns)]
        places, factor = np.arange(begin, begin + len(entries)), float(factorial(order))
        if factor == 1.0 and not matrix.wide:
            (home, there), *_ = store.homes.setdefault(0, [(output, np.full(store.count, -1))])
            if home is output and there[matrix.places(entries[:1])[0]] < 0:
                there[matrix.places(entries)] = places
                return
        self.put(matrix.entries(entries, order), 0, output, places, factor)

    # ------------------------------------------------------------------------------------------------ fields

    def field(self, values: Any) -> Field:
        """Return a field of a list of values on numbers and symbols of the sheet."""
        if isinstance(values, Field):
            assert not values.spent, "a load is read after it was handed inward"
            return values
        known = self._known.get(id(values))
        if known is None:
            known = self._known[id(values)] = values, self._table(values)
        return known[1]

    def _table(self, values: Sequence[Any]) -> Field:
        """Constants become columns of a table, symbols of inputs are read where they stand, the rest is straight-line code."""
        flat = [[_folded(x) for x in scalars(value)] for value in values]
        width, n = max(map(len, flat)), len(values)
        table, made = Store("table", n, width), Store("work", n, width)
        every = self.rows(range(n))
        columns = [Column(table, c, every) for c in range(width)] + [Column(made, c, every) for c in range(width)]
        counts = Counter(c for x in flat for c, y in enumerate(x) if self._is_calculated(y))
        most = {c for c, count in counts.items() if 2 * count > n}  # then all are, so that they are of one kind
        rows: dict[tuple[int, int, int, float], dict[int, int]] = {}
        places: dict[tuple[int, int, int, float], int] = {}
        straight = []
        shapes: dict[Hashable, Shape] = {}
        found = []
        for c in range(width):
            table.values[c] = [x[c] if c < len(x) and not isinstance(x[c], Symbol) else 0.0 for x in flat]
        for k, (value, x) in enumerate(zip(values, flat)):
            where: list[int] = []
            for c, y in enumerate(x):
                if c in most or self._is_calculated(y):
                    where.append(width + c)
                    straight.append((made, c, k, y))
                elif isinstance(y, Symbol):
                    source = self._source(y)
                    assert source is not None
                    key = c, id(source.store), source.cell, source.over
                    if key not in places:
                        places[key] = len(columns)
                        columns.append(source)
                    where.append(places[key])
                    rows.setdefault(key, {})[k] = int(source.rows[0])
                else:
                    where.append(c)
            constants = tuple(y if y in FOLDED else None for y in x)
            kind = structure(value), tuple(where), constants
            if kind not in shapes:
                shapes[kind] = Shape(value, where, constants)
            found.append(shapes[kind])
        for key, at in rows.items():
            columns[places[key]] = columns[places[key]]._replace(rows=self.rows(at.get(k, 0) for k in range(n)))
        self._straight(straight)
        return Field(self, columns, found)

    def _is_calculated(self, x: Any) -> bool:
        """True for a symbol that is the result of operations, and not read somewhere."""
        return isinstance(x, Symbol) and self._source(x) is None

    def _source(self, x: Symbol) -> Column | None:
        """Return the column of a symbol that is read somewhere as it is, or divided by a constant; None for all others."""
        if x.op == INPUT:
            return self.bound[x]
        kinds = [y.op for y in x.operands]
        if x.op == MUL and kinds == [CONSTANT, INPUT]:
            return self.bound[x.operands[1]]._replace(over=1.0 / float(x.operand.data or 1.0))
        if x.op == DIV and kinds == [INPUT, CONSTANT]:
            return self.bound[x.operand]._replace(over=float(x.operands[1].data or 1.0))
        return None

    def _uniform(self, nest: Any, count: int, order: int) -> Field:
        """Return a field of an array of its own, each number of whose values is a jet of this order."""
        like = renumbered(nest, iter([Jet([0.0] * (order + 1)) if order else 0.0 for _ in numbers(nest)]))
        width = len(scalars(like))
        home, every = Store("work", count, width), self.rows(range(count))
        home.whole = set(range(width))
        shape = Shape(like, range(width), [None] * width)
        return Field(self, [Column(home, c, every) for c in range(width)], [shape] * count, home)

    def _owned(self, load: Field, order: int) -> Field:
        """Return a load in an array of its own that may be added to, behind its last body one for the base."""
        n, home = len(self.parents), load.home
        whole = self._uniform(load.shapes[0].nest, n + 1, order)
        fits = home is not None and not home.shared and {s.key for s in load.shapes} == {whole.shapes[0].key}
        if fits and home is not None:
            load.spent = True
        else:
            self._run(lambda x: ((x,), ()), [load], [(whole.home, self.rows(range(n)), False, order)])
            home = whole.home
        every = self.rows(range(n))
        assert home is not None
        if home.count == n or home is whole.home:
            home.count, home.whole = n + 1, set(range(home.width))
            self._straight([(home, c, n, 0.0) for c in range(home.width)])
        return Field(self, [Column(home, c, every) for c in range(home.width)], whole.shapes[:n], home)

    def value(self, field: Field, k: int) -> Any:
        """Return the value at an index on symbols of the sheet."""
        shape = field.shapes[k]
        found: list[Any] = []
        for c, constant in zip(shape.columns, shape.constants):
            column = field.columns[c]
            if constant is not None:
                found.append(constant)
                continue
            symbol = self.sheet.graph.symbol(f"field{len(self.bound)}")
            self.bound[symbol] = column._replace(rows=self.rows([column.rows[k]]), over=1.0)
            found.append(symbol if column.over == 1.0 else symbol / column.over)
        if field.home is not None:
            field.home.shared = True
        return rebuilt(shape.nest, iter(found))

    # ------------------------------------------------------------------------------------------------ runs

    def _straight(self, results: Sequence[tuple[Any, int, int, Any]], added: bool = False) -> None:
        """Record straight-line code of the sheet: (array, cell, row, value) of each number that it makes."""
        if not results:
            return
        stores = [Result(store, cell, self.rows([row]), _folded(x), added=added) for store, cell, row, x in results]
        reached = self.sheet.graph.reachable([x.value for x in stores])
        symbols = {x: self.bound[x] for x in reached if x.op == INPUT}
        self.runs.append(Run([Trace(self.sheet.graph, symbols, stores, np.zeros(1, np.int64))], straight=True))

    def put(self, field: Field, k: int, store: Store, places: Array, factor: float = 1.0) -> None:
        """Have coefficient k of a field of numbers at places of an array, times a factor: from the start, or copied."""
        if not all(isinstance(shape.nest, Jet) and shape.nest.order >= k for shape in set(field.shapes)):
            columns: set[int] = set() if k else {shape.columns[0] for shape in field.shapes}
        else:
            columns = {shape.columns[k] for shape in field.shapes}
        if len(columns) == 1:
            column = field.columns[columns.pop()]
            source = column.store
            whole = source.role == "work" and len(field) == source.count and column.rows is self.rows(range(len(field)))
            if whole and factor == column.over == 1.0:
                source.whole.add(column.cell)
                source.homes.setdefault(column.cell, []).append((store, places))
                source.shared = True
                return

        def copied(x: Any) -> tuple[Any, Any]:
            coefficients = x.coeffs if isinstance(x, Jet) else (x,)
            return ((coefficients[k] * factor if k < len(coefficients) else 0.0,), ())

        self._run(copied, [field], [(store, self.rows(places), False, 0)])

    def _run(
        self,
        text: Callable[..., tuple[Sequence[Any], Sequence[Any]]],
        fields: Sequence[Field],
        outs: Sequence[tuple[Any, Array, bool, int]] = (),
        order: Callable[[Sequence[Sequence[int]]], Order] | None = None,
        neighbours: bool = False,
    ) -> list[Field]:
        """Record text(*values) -> (values of outs, values of new fields) for all indices, and return the new fields.

        outs: arrays, the row of each index, whether values are added, and the order of jets. order: of indices that depend on
        each other, from the indices of each kind; neighbours: stretches of it nevertheless do not.
        """
        count = len(fields[0])
        assert all(len(x) == count for x in fields), [len(x) for x in fields]
        every = self.rows(range(count))
        neighbours = (neighbours or order is None) and count > FEW
        folds = [not neighbours or (len(x.columns) > 0 and x.columns[0].rows[0] == x.columns[0].rows[1]) for x in fields]
        indices_of, shapes_of = self._kinds(text, fields, count, folds)
        traced = [self._traced(text, fields, shapes) for shapes in shapes_of]
        widths = [max(len(scalars(made[m])) for _, _, _, made in traced) for m in range(len(traced[0][3]))]
        stores = [Store("work", count, width) for width in widths]
        columns = [[Column(store, c, every) for c in range(store.width)] for store in stores]
        shapes: list[list[Shape]] = [[None] * count for _ in stores]  # type: ignore[list-item]
        kinds = []
        for (graph, symbols, fixed, made), indices in zip(traced, indices_of):
            results = []
            for (store, rows, added, highest), value in zip(outs, fixed):
                results += [Result(store, c, rows, _folded(x), added=added) for c, x in enumerate(_padded(value, highest))]
            sources = {x: column for x, (column, _, _) in symbols.items()}
            lasting = {x: found for x, found in symbols.items() if not found[0].store.passing}
            for m, (store, value) in enumerate(zip(stores, made)):
                leaves = [_folded(x) for x in scalars(value)]
                for c, x in enumerate(leaves):
                    lazy = not isinstance(x, Symbol) or x in lasting
                    results.append(Result(store, c, every, x, lazy))
                for k, shape in self._shapes(value, leaves, fields, lasting, columns[m], indices):
                    shapes[m][k] = shape
            kinds.append((graph, sources, results, indices))
        traces = [Trace(g, s, r, np.array(i, np.int64)) for g, s, r, i in kinds]
        self.runs.append(Run(traces, None if order is None else order(indices_of), neighbours or order is None))
        return [Field(self, c, s, store) for c, s, store in zip(columns, shapes, stores)]

    def _shapes(
        self,
        value: Any,
        leaves: Sequence[Any],
        fields: Sequence[Field],
        symbols: dict[Symbol, tuple[Column, int, int]],
        columns: list[Column],
        indices: Sequence[int],
    ) -> Iterator[tuple[int, Shape]]:
        """Return the shape of each index of a new field: what a step hands through stays where it was read."""
        through = [(c, *symbols[x]) for c, x in enumerate(leaves) if isinstance(x, Symbol) and x in symbols]
        places, numbered = list(range(len(leaves))), {_key(column): k for k, column in enumerate(columns)}
        for c, column, _, _ in through:
            if column.store.role == "work":
                column.store.shared = True
            if _key(column) not in numbered:
                numbered[_key(column)] = len(columns)
                columns.append(column)
            places[c] = numbered[_key(column)]
        known: dict[Hashable, Shape] = {}
        for k in indices:
            passed = tuple(fields[f].shapes[k].constants[leaf] for _, _, f, leaf in through)
            if passed not in known:
                constants = [None if isinstance(x, Symbol) else x for x in leaves]
                for (c, *_), constant in zip(through, passed):
                    constants[c] = constant
                known[passed] = Shape(value, places, constants)
            yield k, known[passed]

    def _traced(self, text: Callable[..., Any], fields: Sequence[Field], shapes: Sequence[Shape]) -> tuple[Any, ...]:
        """Return (graph, symbols, values of outs, values of new fields); symbols with their column, field and leaf."""
        graph = Graph()
        symbols: dict[Symbol, tuple[Column, int, int]] = {}
        known: dict[tuple[int, int, int], Symbol] = {}
        values = []
        for f, (field, shape) in enumerate(zip(fields, shapes)):
            found: list[Any] = []
            for leaf, (c, constant) in enumerate(zip(shape.columns, shape.constants)):
                if constant is not None:
                    found.append(constant)
                    continue
                column = field.columns[c]
                key = _key(column)
                if key not in known:
                    known[key] = graph.symbol(f"x{len(known)}")
                    symbols[known[key]] = column._replace(over=1.0), f, leaf
                x = known[key]
                found.append(x if column.over == 1.0 else x / column.over)
            values.append(rebuilt(shape.nest, iter(found)))
        fixed, made = text(*values)
        return graph, symbols, fixed, tuple(made)

    def _kinds(
        self, text: Callable[..., Any], fields: Sequence[Field], count: int, folds: Sequence[bool]
    ) -> tuple[list[list[int]], list[list[Shape]]]:
        """Return the indices of each kind, and the shapes of the arguments with which it is traced.

        folds: arguments whose constants distinguish kinds. A loop over neighbours is worth more than constants of what moves.
        """
        groups: dict[tuple[Hashable, ...], list[int]] = {}
        keys = {shape: (shape.key, shape.columns) for field in fields for shape in set(field.shapes)}
        for k in range(count):
            groups.setdefault(tuple(keys[field.shapes[k]] for field in fields), []).append(k)
        commons = [[_common([field.shapes[k] for k in indices]) for field in fields] for indices in groups.values()]
        names: dict[int, Hashable] = {}
        masks = []
        for indices, common in zip(groups.values(), commons):
            used = self._calculated(text, fields, common) if any(folds) else [()] * len(fields)
            masks.append([leaves if fold else () for leaves, fold in zip(used, folds)])
            names |= _names(fields, masks[-1], indices, len(masks))
        frequent = Counter(names.values()).most_common(MOST_KINDS)
        special = {name for name, many in frequent if many > 1 or len(frequent) < MOST_KINDS}
        indices_of, shapes_of = list[list[int]](), list[list[Shape]]()
        for indices, common, mask in zip(groups.values(), commons, masks):
            chosen: dict[Hashable, list[int]] = {}
            for k in indices:
                chosen.setdefault(names[k] if names[k] in special else (), []).append(k)
            for name, own in chosen.items():
                shapes = common
                if name and any(mask):
                    known = [_common([field.shapes[k] for k in own]) for field in fields]
                    shapes = [_masked(*each) for each in zip(known, common, mask)]
                for field, shape in zip(fields, shapes):
                    for k in {field.shapes[k]: k for k in own}.values():
                        _require(field, shape, field.shapes[k])
                indices_of.append(own)
                shapes_of.append(shapes)
        return indices_of, shapes_of

    def _calculated(self, text: Callable[..., Any], fields: Sequence[Field], shapes: Sequence[Shape]) -> list[Sequence[int]]:
        """For each argument the scalars that a step calculates with, beyond handing them through."""
        if all(len(set(field.shapes)) == 1 for field in fields):
            return [() for _ in fields]
        graph, symbols, fixed, made = self._traced(text, fields, shapes)
        values = [x for x in scalars((tuple(fixed), tuple(made))) if isinstance(x, Symbol) and x not in symbols]
        reached = graph.reachable(values)
        used = {_key(column) for x, (column, _, _) in symbols.items() if x in reached}
        return [[k for k, c in enumerate(s.columns) if _key(field.columns[c]) in used] for field, s in zip(fields, shapes)]


def _key(column: Column) -> tuple[int, int, int]:
    """Return what tells two numbers of an index apart."""
    return id(column.store), column.cell, id(column.rows)


def _handed(values: Any, begin: int) -> Iterator[tuple[int, Any]]:
    """Return fields, matrices and numbers of nested lists, and where each begins."""
    waiting = [values]
    while waiting:
        x = waiting.pop()
        if isinstance(x, Matrix):
            yield begin, x
            begin += x.rows * x.columns
        elif isinstance(x, MatrixRow):
            yield begin, x
            begin += x.matrix.columns
        elif isinstance(x, Field):
            yield begin, x
            begin += len(x)
        elif isinstance(x, (list, tuple)):
            waiting += reversed(x)
        else:
            yield begin, x
            begin += 1


def _folded(x: Any) -> Any:
    """Return a scalar; one that is a constant of a graph as the plain number that it is."""
    return x.data if isinstance(x, Symbol) and x.op == CONSTANT else x


def _padded(value: Any, order: int) -> list[Any]:
    """Return the coefficients of all numbers of a nest, as jets of this order."""
    found: list[Any] = []
    for x in numbers(value):
        coefficients = x.coeffs if isinstance(x, Jet) else (x, *[0.0] * order)
        assert len(coefficients) == order + 1, f"a jet of order {len(coefficients) - 1} among those of order {order}"
        found += coefficients
    return found


def _common(shapes: Iterable[Shape]) -> Shape:
    """Return the shape with those constants that several of one structure share."""
    first, *others = dict.fromkeys(shapes)
    constants = [c if all(s.constants[leaf] == c for s in others) else None for leaf, c in enumerate(first.constants)]
    return Shape(first.nest, first.columns, constants) if others else first


def _masked(shape: Shape, common: Shape, leaves: Sequence[int]) -> Shape:
    """Return a shape with its own constants at leaves, and those that all share elsewhere."""
    constants = [own if leaf in leaves else known for leaf, (own, known) in enumerate(zip(shape.constants, common.constants))]
    return Shape(shape.nest, shape.columns, constants)


def _names(fields: Sequence[Field], used: Sequence[Sequence[int]], indices: Sequence[int], group: int) -> dict[int, Hashable]:
    """Return for each index a name that it shares with others of its group that have the same constants where they are used."""
    known: dict[tuple[Shape, ...], Hashable] = {}
    found: dict[int, Hashable] = {}
    for k in indices:
        shapes = tuple(field.shapes[k] for field in fields)
        if shapes not in known:
            known[shapes] = group, *(tuple(s.constants[leaf] for leaf in leaves) for s, leaves in zip(shapes, used))
        found[k] = known[shapes]
    return found


def _require(field: Field, read: Shape, shape: Shape) -> None:
    """Have constants of a shape in their array where a step reads them as if they were none."""
    for c, known, constant in zip(read.columns, read.constants, shape.constants):
        if known is None and constant is not None and field.columns[c].store.role == "work":
            field.columns[c].store.whole.add(field.columns[c].cell)


def _in_turn(groups: Sequence[int], kinds: Sequence[Sequence[int]]) -> Order:
    """Return (kind, places among its indices), group after group; groups: that of each index, one kind in each."""
    found: list[tuple[int, list[int]]] = []
    kind = {k: (number, place) for number, indices in enumerate(kinds) for place, k in enumerate(indices)}
    for k, group in enumerate(groups):
        number, place = kind[k]
        if k and groups[k - 1] == group and found[-1][0] == number:
            found[-1][1].append(place)
        else:
            found.append((number, [place]))
    return found


def _ordered(parents: Sequence[int], reverse: bool, kinds: Sequence[Sequence[int]]) -> Order:
    """Return (kind, places among its indices) in few stretches, such that each index comes behind those that it needs."""
    kind = {k: (number, place) for number, indices in enumerate(kinds) for place, k in enumerate(indices)}
    needs: list[list[int]] = [[] for _ in parents]
    for k, p in enumerate(parents):
        if p >= 0:
            needs[p if reverse else k].append(k if reverse else p)
    left = list(range(len(parents)))[:: -1 if reverse else 1]
    found: Order = []
    while left:
        number, stretch, waiting = kind[left[0]][0], list[int](), list[int]()
        late = set[int]()
        for k in left:
            if kind[k][0] == number and late.isdisjoint(needs[k]):
                stretch.append(kind[k][1])
            else:
                late.add(k)
                waiting.append(k)
        found.append((number, stretch))
        left = waiting
    return found
