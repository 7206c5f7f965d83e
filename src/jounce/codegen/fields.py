"""Data structures of recorded loops: fields (addresses of a value at all bodies), arrays that store them, and runs of steps.

A field contains addresses in place of values: a `CellColumn` addresses one scalar at every index of the field in an array, and
the `NestShape` of an index states which scalars of its value are constants. A step is the computation at one index, such as one
body; a `StepRun` is one step over all indices.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from jounce.numbers import Graph, Symbol
from jounce.numbers.packing import Array, structure
from jounce.spatial.traversal import Entries

if TYPE_CHECKING:
    from jounce.codegen.recorder import Recorder


class Store:
    """Array of the generated code: `count` indices with `width` scalars (cells) each; inputs and outputs have width 1."""

    def __init__(self, role: str, count: int, width: int = 1, name: str = "") -> None:
        """role: 'input', 'output', 'table' (constants of the robot) or 'work' (intermediate results)."""
        self.role, self.count, self.width, self.name = role, count, width, name
        self.values: dict[int, list[float]] = {}
        """{cell: constant at each index}, for a store with role table."""
        self.whole: set[int] = set()
        """Cells that are stored at all indices, also if the scalar is a constant or an unchanged copy."""
        self.homes: dict[int, list[tuple[Store, Array]]] = {}
        """{cell: [(array, position of each index), ...]}: the arrays in which the cell is stored instead of in this array."""
        self.passing = False
        """True if the array is overwritten later: scalars of the array that a step returns unchanged must then be copied."""
        self.shared = False
        """True if other fields read cells of the array, so that no sum can be accumulated in it."""


class CellColumn(NamedTuple):
    """Address of one scalar at every index of a field: cell `cell` of rows `rows` of array `store`, which holds over * scalar."""

    store: Store
    cell: int
    rows: Array
    over: float = 1.0


class NestShape:
    """Structure of the value of a field at one index, and for each of its scalars the column in the field or the constant."""

    def __init__(self, nest: Any, columns: Sequence[int], constants: Sequence[Any]) -> None:
        """nest: a value (nested tuples of scalars) of this structure.

        columns: for each scalar, the index of its column in the field. constants: for each scalar, its value, None if variable.
        """
        self.nest, self.columns, self.constants = nest, tuple(columns), tuple(constants)
        self.key = structure(nest)


class Field:
    """Values of one quantity at all indices, such as all bodies, stored as addresses."""

    def __init__(
        self, recorder: "Recorder", columns: Sequence[CellColumn], shapes: Sequence[NestShape], home: Store | None = None
    ) -> None:
        """home: the field's own array with all scalars of every index, cell by cell; None if columns are in other arrays."""
        self.recorder, self.columns, self.shapes, self.home = recorder, columns, shapes, home
        self.spent = False

    def __len__(self) -> int:
        return len(self.shapes)

    def __getitem__(self, k: int) -> Any:
        """Return the value at index k, with symbols for its variable scalars; operations on symbols become straight-line code."""
        return self.recorder.value(self, range(len(self))[k])

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))


class MatrixField:
    """Matrix that recorded loops write, stored as one row-major array for each coefficient of its entries, which are jets."""

    def __init__(
        self, recorder: "Recorder", rows: int, columns: int, stores: tuple[Store, ...], begin: int = 0, wide: int = 0
    ) -> None:
        """begin: position of the first entry in the array; wide: stride of rows, 0 for `columns`."""
        self.recorder, self.rows, self.columns, self.stores, self.begin, self.wide = recorder, rows, columns, stores, begin, wide

    def __len__(self) -> int:
        return self.rows

    def __getitem__(self, i: int) -> "FieldRow":
        return FieldRow(self, range(self.rows)[i])

    def __iter__(self) -> Iterator["FieldRow"]:
        return (self[i] for i in range(self.rows))

    def places(self, entries: Entries) -> Array:
        """Return the positions of entries (row, column) in the array."""
        rows, columns = np.array(entries, np.int64).reshape(-1, 2).T
        positions: Array = self.begin + rows * (self.wide or self.columns) + columns
        return positions

    def entries(self, entries: Entries, order: int = 0) -> Field:
        """Return the field of the entries (row, column), coefficient `order` of their jets."""
        column = CellColumn(self.stores[order], 0, self.recorder.rows(self.places(entries)))
        return Field(self.recorder, [column], [NestShape(0.0, [0], [None])] * len(entries))


@dataclass(frozen=True)
class FieldRow:
    """Row `number` of a `MatrixField`."""

    matrix: MatrixField
    number: int

    def __len__(self) -> int:
        return self.matrix.columns


class Result(NamedTuple):
    """Scalar result `value` of a step, stored in cell `cell` of row rows[k] of array `store` at index k, or `added` to it."""

    store: Store
    cell: int
    rows: Array
    value: Any
    lazy: bool = False
    """True for a constant or an unchanged input: stored only if its cell is in `Store.whole`."""
    added: bool = False


Order = list[tuple[int, list[int]]]
"""Sequence of (kind, positions among the indices of this kind), in order of execution."""


class Trace(NamedTuple):
    """Graph and results of a step, traced on symbols for one kind of indices."""

    graph: Graph
    symbols: dict[Symbol, CellColumn]
    results: list[Result]
    indices: Array
    """Indices for which the step runs."""


class StepRun(NamedTuple):
    """One step over all indices of its fields, with one trace for each kind of indices."""

    traces: list[Trace]
    order: Order | None = None
    """Order in which stretches of indices of one kind are executed; None to run the traces one after the other."""
    neighbours: bool = False
    """True if the steps at indices of one stretch of `order` are independent; without an order, if all steps are independent."""
    spans: tuple[dict[Symbol, int], list[int]] | None = None
    """For a step over spans of matrix rows, ({symbol: stride of the scalar within a span}, length of each span); else None."""
    straight: bool = False
    """True for straight-line code, which runs once and has one index."""

    @property
    def written(self) -> set[Store]:
        """Return the arrays that the run writes."""
        return {result.store for trace in self.traces for result in trace.results}

    @property
    def touched(self) -> set[Store]:
        """Return the arrays that the run reads or writes."""
        return self.written | {column.store for trace in self.traces for column in trace.symbols.values()}
