"""Recorder of algorithms on trees as loops: a `Traversal` that traces each step once and records its run over all bodies.

Fields contain the addresses of values (`codegen.fields`). A step, the computation at one index such as a body, is traced once for
each *kind* of index (`codegen.index_kinds`): indices of one kind agree in the structure of the step's arguments (type of joint,
law of a spring, order of jets), and in the zeros and ones among the constants that the step calculates with. Scalars that a step
returns unchanged are not copied, unless their array is overwritten later.

Lists of values, and single values of fields, are symbols of the kernel's own trace (`Sheet`): operations on these symbols are
straight-line code, which is recorded as a separate pass as soon as its results enter a field. `codegen.lowering` lays the arrays
out.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from math import factorial
from typing import Any

import numpy as np

from jounce.codegen.fields import CellColumn, Field, FieldRow, MatrixField, NestShape, Order, Result, StepRun, Store, Trace
from jounce.codegen.index_kinds import identity, in_order, in_turn, kinds_of, traced
from jounce.codegen.program import Sheet
from jounce.numbers import Jet, Symbol
from jounce.numbers.packing import Array, highest_order, numbers, rebuilt, renumbered, scalars, structure
from jounce.numbers.symbol import CONSTANT, DIV, INPUT, MUL
from jounce.spatial.traversal import Entries, Span, Traversal

FOLDED = (0.0, 1.0, -1.0)
"""Constants of a robot that are folded into the code and distinguish kinds of indices."""
FEW = 8
"""Number of indices up to which folding constants is faster than a vectorised loop over neighbours."""


class Recorder(Traversal):
    """Traversal of a tree that records each step as a loop over all bodies, for generated code, instead of running it."""

    def __init__(self, sheet: Sheet, parents: Sequence[int]) -> None:
        super().__init__(parents)
        self.sheet, self.runs = sheet, list[StepRun]()
        self.bound: dict[Symbol, CellColumn] = {}
        """Address, in the arrays of the generated code, of each symbol of the sheet (trace of straight-line code)."""
        self.outputs: dict[str, Store] = {}
        self._known: dict[int, tuple[Any, Field]] = {}
        self._rows: dict[bytes, Array] = {}
        for slot, rows in zip(sheet.inputs, sheet.slots):
            store = Store("input", slot.size, name=slot.name)
            for k, x in enumerate(x for row in rows for x in row):
                self.bound[x] = CellColumn(store, 0, self.rows([k]))

    def rows(self, indices: Iterable[int]) -> Array:
        """Return indices as an array; equal indices yield the same array object."""
        array = np.fromiter(indices, np.int64) if not isinstance(indices, np.ndarray) else indices.astype(np.int64)
        return self._rows.setdefault(array.tobytes(), array)

    # ------------------------------------------------------------------------------------------------ traversal

    def each(self, step: Callable[..., Any], *xs: Any) -> Any:  # noqa: D102
        if not len(xs[0]):
            return []
        (new_field,) = self._run(lambda *x: ((), (step(*x),)), list(map(self.field, xs)))
        return new_field

    def outward(self, step: Callable[..., Sequence[Any]], base: Any, *xs: Any) -> list[Any]:  # noqa: D102
        fields, n = list(map(self.field, xs)), len(self.parents)
        order = max(highest_order(shape.nest) for x in fields for shape in set(x.shapes))
        state = self._uniform(base, n + 1, order)
        self._straight([(state.home, c, 0, x) for c, x in enumerate(_padded(base, order))])
        parents = self.at(state, [p + 1 for p in self.parents])  # the base before the first body: links of a chain are neighbours
        bodies = self.rows(range(1, n + 1))

        def text(parent: Any, *x: Any) -> tuple[Any, Any]:
            following, *new_values = step(parent, *x)
            return (following,), new_values

        new_fields = self._run(
            text, [parents, *fields], [(state.home, bodies, False, order)], partial(in_order, self.parents, False)
        )
        return [Field(self, [c._replace(rows=bodies) for c in state.columns], state.shapes[1:]), *new_fields]

    def inward(self, step: Callable[..., Sequence[Any]], load: Any, *xs: Any) -> list[Any]:  # noqa: D102
        fields, n = list(map(self.field, xs)), len(self.parents)
        load = self.field(load)
        order = max(highest_order(shape.nest) for x in (load, *fields) for shape in set(x.shapes))
        whole = self._owned(load, order)
        carriers = self.rows(p % (n + 1) for p in self.parents)

        def text(now: Any, *x: Any) -> tuple[Any, Any]:
            hand, *new_values = step(now, *x)
            return (hand(),), new_values

        new_fields = self._run(
            text, [whole, *fields], [(whole.home, carriers, True, order)], partial(in_order, self.parents, True)
        )
        return [whole, *new_fields]

    def climb(  # noqa: D102
        self, step: Callable[..., tuple[Any, Any]], value: Any, *xs: Any, begins: Sequence[int] | None = None
    ) -> tuple[Entries, Any]:
        fields, n, value = list(map(self.field, xs)), len(self.parents), self.field(value)
        begins, count = range(n) if begins is None else begins, len(value)
        depth, below = [0] * n, [list[int]() for _ in range(n)]
        for j, k in enumerate(begins):
            below[k].append(j)
        for k, p in enumerate(self.parents):
            depth[k] = depth[p] + 1 if p >= 0 else 0
        for k in reversed(range(n)):
            if self.parents[k] >= 0:
                below[self.parents[k]] += below[k]
        entries = [(i, j) for i in reversed(range(n)) for j in sorted(below[i])]
        order = max(highest_order(shape.nest) for x in (value, *fields) for shape in set(x.shapes))
        # two rows for each value, used alternately: no step reads the row that it writes
        moving = self._uniform(value.shapes[0].nest, 2 * count, order)
        moving.columns[0].store.passing = True
        first = self.rows(j + count * (depth[k] % 2) for j, k in enumerate(begins))
        self._run(lambda x: ((x,), ()), [value], [(moving.home, first, False, order)])
        now = self.at(moving, [j + count * (depth[i] % 2) for i, j in entries])
        later = self.rows(j + count * ((depth[i] + 1) % 2) for i, j in entries)

        def text(x: Any, *operands: Any) -> tuple[Any, Any]:
            hand, new_value = step(x, *operands)
            return (hand(),), (new_value,)

        reached = [i for i, _ in entries]
        outs = [(moving.home, later, False, order)]
        (new_field,) = self._run(text, [now, *(self.at(x, reached) for x in fields)], outs, partial(in_turn, reached), True)
        return entries, new_field

    def at(self, x: Any, indices: Sequence[int]) -> Any:  # noqa: D102
        x = self.field(x)
        chosen = np.fromiter(indices, np.int64)
        rows = {id(column.rows): self.rows(column.rows[chosen]) for column in x.columns}
        if x.home is not None:
            x.home.shared = True
        return Field(self, [column._replace(rows=rows[id(column.rows)]) for column in x.columns], [x.shapes[k] for k in indices])

    def stored(self, values: Sequence[Any]) -> Any:  # noqa: D102
        order = max(map(highest_order, values))
        field = self._uniform(values[0], len(values), order)
        self._straight([(field.home, c, k, x) for k, value in enumerate(values) for c, x in enumerate(_padded(value, order))])
        return field

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
        fields = []
        for component in range(len(x.shapes[0].nest)):
            shapes: dict[NestShape, NestShape] = {}
            for shape in x.shapes:
                if shape not in shapes:
                    begin = len(scalars(shape.nest[:component]))
                    end = begin + len(scalars(shape.nest[component]))
                    shapes[shape] = NestShape(shape.nest[component], shape.columns[begin:end], shape.constants[begin:end])
            fields.append(Field(self, x.columns, [shapes[shape] for shape in x.shapes]))
        return fields

    def matrix(self, rows: int, columns: int, *places: tuple[Entries, Any]) -> Any:  # noqa: D102
        fields = [self.field(values) for entries, values in places if entries]
        order = max((highest_order(shape.nest) for x in fields for shape in set(x.shapes)), default=0)
        matrix = MatrixField(self, rows, columns, tuple(Store("work", rows * columns) for _ in range(order + 1)))
        for entries, field in zip((entries for entries, _ in places if entries), fields):
            for k, store in enumerate(matrix.stores):
                self.put(field, k, store, matrix.places(entries))
        return matrix

    def plus(self, X: Any, entries: Entries, values: Any) -> Any:  # noqa: D102
        if entries:
            outs = [(X.stores[0], self.rows(X.places(entries)), True, 0)]
            self._run(lambda x: ((x,), ()), [self.field(values)], outs, partial(in_turn, [0] * len(entries)))
        return X

    def beside(self, *matrices: Any) -> Any:  # noqa: D102
        rows, width = matrices[0].rows, sum(matrix.columns for matrix in matrices)
        store, begin = Store("work", rows * width), 0
        for matrix in matrices:
            assert len(matrix.stores) == 1, "matrices of jets stand side by side nowhere"
            assert not matrix.wide, "a part of a matrix is to stand beside another"
            places = MatrixField(self, rows, matrix.columns, (store,), begin, width).places(
                [(i, j) for i in range(rows) for j in range(matrix.columns)]
            )
            matrix.stores[0].homes[0] = [(store, places)]
            begin += matrix.columns
        return MatrixField(self, rows, width, (store,))

    def apart(self, X: Any, count: int) -> Any:  # noqa: D102
        width = X.columns // count
        return [MatrixField(self, X.rows, width, X.stores, k * width, X.columns) for k in range(count)]

    def update(self, step: Callable[..., Any], X: Any, spans: Sequence[Span], *operands: tuple[Any, Entries, bool]) -> Any:  # noqa: D102
        if not spans:
            return X
        arguments = [(X, [(i, j) for i, j, _ in spans], True), *operands]
        shape = NestShape(0.0, [0], [None])
        # a separate rows array for each argument: an operand that stays and one that moves may begin at the same positions
        columns = [CellColumn(matrix.stores[0], 0, matrix.places(at)) for matrix, at, _ in arguments]
        fields = [Field(self, [column], [shape] * len(spans)) for column in columns]
        graph, symbols, (value,), _ = traced(lambda *x: ((step(*x),), ()), fields, [shape] * len(fields))
        result = Result(X.stores[0], 0, columns[0].rows, _folded(value))
        moves = {x: int(arguments[f][2]) for x, (_, f, _) in symbols.items()}
        trace = Trace(graph, {x: column for x, (column, _, _) in symbols.items()}, [result], np.arange(len(spans)))
        self.runs.append(StepRun([trace], spans=(moves, [count for _, _, count in spans])))
        return X

    def matrices(self, values: Any, *shapes: tuple[int, int]) -> Any:  # noqa: D102
        sources = [self.bound.get(x) for x in values]
        store = sources[0].store if sources[0] is not None else None
        if store is None or any(x is None or x.store is not store or x.rows[0] != k for k, x in enumerate(sources)):
            store = Store("work", len(values))
            self._straight([(store, 0, k, x) for k, x in enumerate(values)])
        begins = accumulate((rows * columns for rows, columns in shapes), initial=0)
        return [MatrixField(self, rows, columns, (store,), at, columns) for (rows, columns), at in zip(shapes, begins)]

    def entries(self, X: Any, places: Entries) -> Any:  # noqa: D102
        return X.entries(places)

    def hand_out(self, name: str, values: Any, size: int, begin: int = 0, order: int = 0) -> None:
        """Record that time derivative `order` of `values` is written to output `name` from position `begin` on.

        values: fields, matrices, matrix rows, scalars, or nested lists of these. size: number of scalars of the output.
        """
        if name not in self.outputs:
            self.outputs[name] = Store("output", size, name=name)
        output, factor = self.outputs[name], float(factorial(order))
        single: list[Any] = []
        for at, x in _handed(values, begin):
            if isinstance(x, Field):
                self.put(x, order, output, np.arange(at, at + len(x)), factor)
            elif isinstance(x, MatrixField):
                self._hand_out_rows(x, 0, x.rows, output, at, order)
            elif isinstance(x, FieldRow):
                self._hand_out_rows(x.matrix, x.number, 1, output, at, order)
            else:
                coefficients = x.coeffs if isinstance(x, Jet) else (x,)
                single.append((output, 0, at, factor * coefficients[order] if order < len(coefficients) else 0.0))
        self._straight(single)

    def _hand_out_rows(self, matrix: MatrixField, first: int, rows: int, output: Store, begin: int, order: int) -> None:
        """Record that rows of a matrix are written to an output from position `begin` on.

        The matrix is stored in the output itself if possible, else its rows are copied.
        """
        if order >= len(matrix.stores):
            return
        store, count = matrix.stores[order], rows * matrix.columns
        places, factor = np.arange(begin, begin + count), float(factorial(order))
        if factor == 1.0 and not matrix.wide:
            if 0 not in store.homes:
                store.homes[0] = [(output, np.full(store.count, -1))]
            home, there = store.homes[0][0]
            at = matrix.begin + first * matrix.columns
            if home is output and there[at] < 0:
                there[at : at + count] = places
                return
        entries = [(i, j) for i in range(first, first + rows) for j in range(matrix.columns)]
        self.put(matrix.entries(entries, order), 0, output, places, factor)

    # ------------------------------------------------------------------------------------------------ fields

    def field(self, values: Any) -> Field:
        """Return the field of a list of values that consist of constants and symbols of the sheet; return a field unchanged."""
        if isinstance(values, Field):
            assert not values.spent, "a load is read after it was handed inward"
            return values
        cached = self._known.get(id(values))
        if cached is None:
            cached = self._known[id(values)] = values, self._table(values)
        return cached[1]

    def _table(self, values: Sequence[Any]) -> Field:
        """Return the field of a list of values: constants are stored in a table, inputs read in place, other symbols computed."""
        flat = [[_folded(x) for x in scalars(value)] for value in values]
        width, n = max(map(len, flat)), len(values)
        table, computed = Store("table", n, width), Store("work", n, width)
        every = self.rows(range(n))
        columns = [CellColumn(table, c, every) for c in range(width)] + [CellColumn(computed, c, every) for c in range(width)]
        counts = Counter(c for x in flat for c, y in enumerate(x) if isinstance(y, Symbol) and self._is_calculated(y))
        most = {c for c, count in counts.items() if 2 * count > n}  # these cells are computed at all indices: one kind of index
        rows: dict[tuple[int, int, int, float], dict[int, int]] = {}
        places: dict[tuple[int, int, int, float], int] = {}
        straight = []
        shapes: dict[Hashable, NestShape] = {}
        shape_at_index = []
        for c in range(width):
            table.values[c] = [x[c] if c < len(x) and not isinstance(x[c], Symbol) else 0.0 for x in flat]
        for k, (value, x) in enumerate(zip(values, flat)):
            where: list[int] = []
            for c, y in enumerate(x):
                source = self._source(y) if isinstance(y, Symbol) else None
                if c in most or (isinstance(y, Symbol) and source is None):
                    where.append(width + c)
                    straight.append((computed, c, k, y))
                elif source is not None:
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
                shapes[kind] = NestShape(value, where, constants)
            shape_at_index.append(shapes[kind])
        for key, at in rows.items():
            columns[places[key]] = columns[places[key]]._replace(rows=self.rows(at.get(k, 0) for k in range(n)))
        self._straight(straight)
        return Field(self, columns, shape_at_index)

    def _is_calculated(self, x: Any) -> bool:
        """Return True for a symbol that is the result of operations and not a scalar of an array."""
        return isinstance(x, Symbol) and self._source(x) is None

    def _source(self, x: Symbol) -> CellColumn | None:
        """Return the address of a symbol that is stored in an array, possibly scaled by a constant; None for other symbols."""
        if x.op == INPUT:
            return self.bound[x]
        kinds = [y.op for y in x.operands]
        if x.op == MUL and kinds == [CONSTANT, INPUT]:
            return self.bound[x.operands[1]]._replace(over=1.0 / float(x.operand.data or 1.0))
        if x.op == DIV and kinds == [INPUT, CONSTANT]:
            return self.bound[x.operand]._replace(over=float(x.operands[1].data or 1.0))
        return None

    def _uniform(self, nest: Any, count: int, order: int) -> Field:
        """Return a field of `count` values of the structure of `nest`, with jets of this order as scalars, in a new array."""
        like = renumbered(nest, iter([Jet([0.0] * (order + 1)) if order else 0.0 for _ in numbers(nest)]))
        width = len(scalars(like))
        home, every = Store("work", count, width), self.rows(range(count))
        home.whole = set(range(width))
        shape = NestShape(like, range(width), [None] * width)
        return Field(self, [CellColumn(home, c, every) for c in range(width)], [shape] * count, home)

    def _owned(self, load: Field, order: int) -> Field:
        """Return the field `load` in an array that can accumulate sums, copied if necessary.

        order: order of the jets. Rows of the array: one per body, then the base, at which sums of all bodies are accumulated.
        """
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
        return Field(self, [CellColumn(home, c, every) for c in range(home.width)], whole.shapes[:n], home)

    def value(self, field: Field, k: int) -> Any:
        """Return the value of a field at index k, with new symbols of the sheet for its variable scalars."""
        shape = field.shapes[k]
        components: list[Any] = []
        for c, constant in zip(shape.columns, shape.constants):
            column = field.columns[c]
            if constant is not None:
                components.append(constant)
                continue
            symbol = self.sheet.graph.symbol(f"field{len(self.bound)}")
            self.bound[symbol] = column._replace(rows=self.rows([column.rows[k]]), over=1.0)
            components.append(symbol if column.over == 1.0 else symbol / column.over)
        if field.home is not None:
            field.home.shared = True
        return rebuilt(shape.nest, iter(components))

    # ------------------------------------------------------------------------------------------------ runs

    def _straight(self, results: Sequence[tuple[Any, int, int, Any]], added: bool = False) -> None:
        """Record straight-line code that writes each result (array, cell, row, value); values are expressions on the sheet.

        added: True to add the values to the contents of the arrays.
        """
        if not results:
            return
        stores = [Result(store, cell, self.rows([row]), _folded(x), added=added) for store, cell, row, x in results]
        reached = self.sheet.graph.reachable([x.value for x in stores])
        symbols = {x: column for x, column in self.bound.items() if x in reached}
        read, written = {column.store for column in symbols.values()}, {result.store for result in stores}
        earlier = None
        for run in reversed(self.runs):  # join earlier straight-line code, unless a run between reads or writes the same arrays
            if not read.isdisjoint(run.written):
                break
            of_constants = run.straight and not run.traces[0].symbols  # kept apart: other kernels may share the rest of the code
            if run.straight and of_constants == (not symbols) and not any(x.added for x in (*stores, *run.traces[0].results)):
                earlier = run.traces[0]
            if not written.isdisjoint(run.touched):
                break
        if earlier is not None:
            earlier.symbols.update(symbols)
            earlier.results.extend(stores)
            return
        self.runs.append(StepRun([Trace(self.sheet.graph, symbols, stores, np.zeros(1, np.int64))], straight=True))

    def put(self, field: Field, k: int, store: Store, places: Array, factor: float = 1.0) -> None:
        """Record that Taylor coefficient k of a field of jets, times `factor`, is stored at positions `places` of array `store`.

        The coefficient is stored there in the first place if possible, else copied.
        """
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
        """Record the step `text`, values of fields -> (values of outs, values of new fields); return the new fields.

        outs: (array, row of each index, True to add to its contents, order of jets) of each array to write. order: if indices
        depend on each other, function from the indices of each kind to the order of execution. neighbours: True if the indices
        within a stretch of this order are nevertheless independent.
        """
        count = len(fields[0])
        assert all(len(x) == count for x in fields), [len(x) for x in fields]
        every = self.rows(range(count))
        neighbours = (neighbours or order is None) and count > FEW
        folds = [not neighbours or (len(x.columns) > 0 and x.columns[0].rows[0] == x.columns[0].rows[1]) for x in fields]
        indices_of, shapes_of = kinds_of(text, fields, count, folds)
        traced_kinds = [traced(text, fields, shapes) for shapes in shapes_of]
        widths = [
            max(len(scalars(new_values[m])) for _, _, _, new_values in traced_kinds) for m in range(len(traced_kinds[0][3]))
        ]
        stores = [Store("work", count, width) for width in widths]
        columns = [[CellColumn(store, c, every) for c in range(store.width)] for store in stores]
        shapes: list[list[NestShape]] = [[None] * count for _ in stores]  # type: ignore[list-item]
        kinds = []
        for (graph, symbols, fixed, new_values), indices in zip(traced_kinds, indices_of):
            results = []
            for (store, rows, added, highest), value in zip(outs, fixed):
                results += [Result(store, c, rows, _folded(x), added=added) for c, x in enumerate(_padded(value, highest))]
            sources = {x: column for x, (column, _, _) in symbols.items()}
            lasting = {x: origin for x, origin in symbols.items() if not origin[0].store.passing}
            for m, (store, value) in enumerate(zip(stores, new_values)):
                leaves = [_folded(x) for x in scalars(value)]
                for c, x in enumerate(leaves):
                    lazy = not isinstance(x, Symbol) or x in lasting
                    results.append(Result(store, c, every, x, lazy))
                self._fill(shapes[m], value, leaves, fields, lasting, columns[m], indices)
            kinds.append((graph, sources, results, indices))
        traces = [Trace(g, s, r, np.array(i, np.int64)) for g, s, r, i in kinds]
        self.runs.append(StepRun(traces, None if order is None else order(indices_of), neighbours or order is None))
        return [Field(self, c, s, store) for c, s, store in zip(columns, shapes, stores)]

    def _fill(
        self,
        shapes: list[NestShape],
        value: Any,
        leaves: Sequence[Any],
        fields: Sequence[Field],
        symbols: dict[Symbol, tuple[CellColumn, int, int]],
        columns: list[CellColumn],
        indices: Sequence[int],
    ) -> None:
        """Set the shapes of a new field at indices of one kind; scalars that the step returned unchanged keep their columns.

        value, leaves: the value that the step returned, and its scalars. fields, symbols: arguments of the step, and {symbol:
        (address, index of the argument, index of the scalar)}. columns: columns of the new field, to which columns are appended.
        """
        through = [(c, *symbols[x]) for c, x in enumerate(leaves) if isinstance(x, Symbol) and x in symbols]
        places, numbered = list(range(len(leaves))), {identity(column): k for k, column in enumerate(columns)}
        for c, column, _, _ in through:
            if column.store.role == "work":
                column.store.shared = True
            if identity(column) not in numbered:
                numbered[identity(column)] = len(columns)
                columns.append(column)
            places[c] = numbered[identity(column)]
        shape_by_constants: dict[Hashable, NestShape] = {}
        if not through:
            shape = NestShape(value, places, [None if isinstance(x, Symbol) else x for x in leaves])
            for k in indices:
                shapes[k] = shape
            return
        for k in indices:
            passed = tuple(fields[f].shapes[k].constants[leaf] for _, _, f, leaf in through)
            if passed not in shape_by_constants:
                constants = [None if isinstance(x, Symbol) else x for x in leaves]
                for (c, *_), constant in zip(through, passed):
                    constants[c] = constant
                shape_by_constants[passed] = NestShape(value, places, constants)
            shapes[k] = shape_by_constants[passed]


def _handed(values: Any, begin: int) -> Iterator[tuple[int, Any]]:
    """Yield (position in the output, field, matrix, matrix row or scalar) for nested lists, written from position `begin` on."""
    waiting = [values]
    while waiting:
        x = waiting.pop()
        if isinstance(x, MatrixField):
            yield begin, x
            begin += x.rows * x.columns
        elif isinstance(x, FieldRow):
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
    """Convert a constant node of a graph to a plain number; return other scalars unchanged."""
    return x.data if isinstance(x, Symbol) and x.op == CONSTANT else x


def _padded(value: Any, order: int) -> list[Any]:
    """Return the coefficients of all scalars of a nest (nested tuples) as jets of this order; zeros complete plain scalars."""
    padded: list[Any] = []
    for x in numbers(value):
        coefficients = x.coeffs if isinstance(x, Jet) else (x, *[0.0] * order)
        assert len(coefficients) == order + 1, f"a jet of order {len(coefficients) - 1} among those of order {order}"
        padded += coefficients
    return padded
