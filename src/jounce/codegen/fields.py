"""Fields: the values of all bodies while loops are recorded, the arrays that store them, and the steps that compute them.

A field is not a list of values but says where they will be: a `CellColumn` is a number that every index of the field has, in an
array, and the `NestShape` of an index says which numbers of its value are constants. A `StepRun` is one step over all indices.
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
        """Cells that hold constants too, and what steps hand through."""
        self.homes: dict[int, list[tuple[Store, Array]]] = {}
        """Cells that stand in other arrays, and the place of each index there."""
        self.passing = False
        """True if its numbers are overwritten: what a step hands through cannot stay there."""
        self.shared = False
        """True if other fields read cells of it: it cannot be added to in its place."""


class CellColumn(NamedTuple):
    """A number that every index of a field has: cell `cell` of rows `rows` of an array, divided by `over`."""

    store: Store
    cell: int
    rows: Array
    over: float = 1.0


class NestShape:
    """Describe the value at an index: its structure, and for each scalar a column of the array or a constant."""

    def __init__(self, nest: Any, columns: Sequence[int], constants: Sequence[Any]) -> None:
        """nest: a value of this structure. columns: where each scalar can be read; constants: what it is, None if it varies."""
        self.nest, self.columns, self.constants = nest, tuple(columns), tuple(constants)
        self.key = structure(nest)


class Field:
    """Values of all indices."""

    def __init__(
        self, recorder: "Recorder", columns: Sequence[CellColumn], shapes: Sequence[NestShape], home: Store | None = None
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


class MatrixField:
    """A matrix that passes have written: an array, row by row, for each coefficient of its jets."""

    def __init__(
        self, recorder: "Recorder", rows: int, columns: int, stores: tuple[Store, ...], begin: int = 0, wide: int = 0
    ) -> None:
        """begin, wide: where the first row begins, and how far rows are apart if they stand among those of others."""
        self.recorder, self.rows, self.columns, self.stores, self.begin, self.wide = recorder, rows, columns, stores, begin, wide

    def __len__(self) -> int:
        return self.rows

    def __getitem__(self, i: int) -> "FieldRow":
        return FieldRow(self, range(self.rows)[i])

    def __iter__(self) -> Iterator["FieldRow"]:
        return (self[i] for i in range(self.rows))

    def places(self, entries: Entries) -> Array:
        """Return where entries stand."""
        rows, columns = np.array(entries, np.int64).reshape(-1, 2).T
        found: Array = self.begin + rows * (self.wide or self.columns) + columns
        return found

    def entries(self, entries: Entries, order: int = 0) -> Field:
        """Return the field of the coefficients of this order at entries."""
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
    symbols: dict[Symbol, CellColumn]
    results: list[Result]
    indices: Array
    """Indices for which the step runs."""


class StepRun(NamedTuple):
    """One step over all indices, traced for each kind of them."""

    traces: list[Trace]
    order: Order | None = None
    """None: one trace after the other."""
    neighbours: bool = False
    """True if indices do not depend on each other."""
    spans: tuple[dict[Symbol, int], list[int]] | None = None
    """Strides of each scalar within a span of rows, and lengths of the spans, for a step that runs over spans."""
    straight: bool = False
    """True for straight-line code, which has one index."""
