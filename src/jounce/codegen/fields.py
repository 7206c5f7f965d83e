"""Fields: the values of all bodies while loops are recorded, the arrays that store them, and the steps that compute them.

A field does not contain values but their addresses: a `CellColumn` addresses one scalar of every index of the field in an array,
and the `NestShape` of an index states which scalars of its value are constants. A `StepRun` is one step over all indices.
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
    """An array of the code: `count` indices with `width` cells each; inputs and outputs have one cell."""

    def __init__(self, role: str, count: int, width: int = 1, name: str = "") -> None:
        """role: input, output, table or work."""
        self.role, self.count, self.width, self.name = role, count, width, name
        self.values: dict[int, list[float]] = {}
        """Constants of a table, one row per cell."""
        self.whole: set[int] = set()
        """Cells that are stored also where they are constants or unchanged copies."""
        self.homes: dict[int, list[tuple[Store, Array]]] = {}
        """Cells that are stored in other arrays, with the position of each index there."""
        self.passing = False
        """True if its scalars are overwritten later, so that a step must copy those that it returns unchanged."""
        self.shared = False
        """True if other fields read cells of the array, so that it cannot be accumulated into."""


class CellColumn(NamedTuple):
    """Address of one scalar of every index of a field: cell `cell` of rows `rows` of an array, divided by `over`."""

    store: Store
    cell: int
    rows: Array
    over: float = 1.0


class NestShape:
    """Describe the value at an index: its structure, and for each scalar a column of the array or a constant."""

    def __init__(self, nest: Any, columns: Sequence[int], constants: Sequence[Any]) -> None:
        """nest: a value of this structure. columns: index of each scalar's column; constants: its value, None if it varies."""
        self.nest, self.columns, self.constants = nest, tuple(columns), tuple(constants)
        self.key = structure(nest)


class Field:
    """Values of one quantity at all indices, such as all bodies, stored as addresses."""

    def __init__(
        self, recorder: "Recorder", columns: Sequence[CellColumn], shapes: Sequence[NestShape], home: Store | None = None
    ) -> None:
        """home: the field's own array with all scalars of every index, cell by cell; None if it has none."""
        self.recorder, self.columns, self.shapes, self.home = recorder, columns, shapes, home
        self.spent = False

    def __len__(self) -> int:
        return len(self.shapes)

    def __getitem__(self, k: int) -> Any:
        """Return one value on symbols of the sheet; operations on it become straight-line code."""
        return self.recorder.value(self, range(len(self))[k])

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))


class MatrixField:
    """A matrix written by passes: one row-major array for each coefficient of its jets."""

    def __init__(
        self, recorder: "Recorder", rows: int, columns: int, stores: tuple[Store, ...], begin: int = 0, wide: int = 0
    ) -> None:
        """begin, wide: position of the first row, and stride of rows if the array has rows of other matrices too."""
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
        """Return the field of coefficient `order` of the entries (row, column)."""
        column = CellColumn(self.stores[order], 0, self.recorder.rows(self.places(entries)))
        return Field(self.recorder, [column], [NestShape(0.0, [0], [None])] * len(entries))


@dataclass(frozen=True)
class FieldRow:
    """A row of a matrix."""

    matrix: MatrixField
    number: int

    def __len__(self) -> int:
        return self.matrix.columns


class Result(NamedTuple):
    """Scalar result of a step, with its address."""

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
    """Step traced on symbols for one kind of indices."""

    graph: Graph
    symbols: dict[Symbol, CellColumn]
    results: list[Result]
    indices: Array
    """Indices for which the step runs."""


class StepRun(NamedTuple):
    """One step over all indices, traced for each kind of them."""

    traces: list[Trace]
    order: Order | None = None
    """Order of execution; None to run the traces one after the other."""
    neighbours: bool = False
    """True if indices do not depend on each other."""
    spans: tuple[dict[Symbol, int], list[int]] | None = None
    """Strides of each scalar within a span of rows, and lengths of the spans, for a step that runs over spans."""
    straight: bool = False
    """True for straight-line code, which has one index."""

    @property
    def written(self) -> set[Store]:
        """Return the arrays that the run writes."""
        return {result.store for trace in self.traces for result in trace.results}

    @property
    def touched(self) -> set[Store]:
        """Return the arrays that the run reads or writes."""
        return self.written | {column.store for trace in self.traces for column in trace.symbols.values()}
