"""Straight-line programs: inputs, outputs and the scheduled operations of a traced function, ready to be printed."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple, Protocol

from jounce.codegen.schedule import schedule
from jounce.numbers import Graph, Number, Symbol
from jounce.numbers.symbol import CONSTANT, COS, INPUT, SIN

MOST_OPERATIONS = 150_000
"""Largest number of C statements that are compiled, else CompilerError; gcc takes about half a minute for so many."""
MOST_WRITTEN = 2 * MOST_OPERATIONS
"""Largest number of operations of a trace before dead-code elimination, else CompilerError; tracing takes half a second."""


UNTOUCHED = None
"""Placeholder in `Program.results` for a scalar of an output that the program does not write."""


class Slot(NamedTuple):
    """Array argument of a kernel: `rows` vectors of `width` scalars, row after row, with bounds for checks of inputs."""

    name: str
    rows: int
    width: int
    lowest: tuple[float, ...] = ()
    """Lower bound of each scalar of an input; nan for a scalar that is not checked; empty for no lower bounds."""
    largest: float = inf
    """Upper bound of the absolute value of each checked scalar of an input."""
    masses: tuple[tuple[int, int], ...] = ()
    """(i, count): scalar i of an input may be zero only if the `count` scalars after it are zero."""
    uniform: bool = False
    """True for an input of one row that all samples of a batch share, and that is not checked."""

    @property
    def size(self) -> int:
        """Return the number of scalars, rows times width."""
        return self.rows * self.width


@dataclass(frozen=True)
class Program:
    """Straight-line code of a traced function: every instruction is a node of one expression graph."""

    name: str
    inputs: tuple[Slot, ...]
    outputs: tuple[Slot, ...]
    symbols: dict[Symbol, str]
    """C expression of each input symbol, such as `motion[3]`."""
    results: tuple[tuple[Number, ...], ...]
    """Scalars of each output slot: symbols, constants or UNTOUCHED."""
    instructions: list[Symbol]
    """Scheduled operations, without inputs and constants."""
    angles: frozenset[Symbol]
    """Inputs used only as arguments of sine and cosine, so that whole turns may be added to them."""

    @property
    def operations(self) -> int:
        """Return the number of scalar operations."""
        return len(self.instructions)

    @property
    def length(self) -> int:
        """Return the number of C statements: operations and assignments to outputs."""
        return len(self.instructions) + sum(slot.size for slot in self.outputs)

    @property
    def angle_places(self) -> list[str]:
        """Return the C expressions of `angles`."""
        return [place for x, place in self.symbols.items() if x in self.angles]


Rows = Sequence[Sequence[Number]]


class Printable(Protocol):
    """Protocol of programs that can be printed as a kernel: name, arguments, and an implementation of `core`."""

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def inputs(self) -> tuple[Slot, ...]: ...  # noqa: D102

    @property
    def outputs(self) -> tuple[Slot, ...]: ...  # noqa: D102

    @property
    def operations(self) -> int:
        """Return the number of scalar operations of one evaluation."""

    @property
    def length(self) -> int:
        """Return the number of C statements."""

    @property
    def angle_places(self) -> list[str]:
        """Return the C expressions of inputs used only as arguments of sine and cosine."""


class Sheet:
    """Trace of an equation: symbols for all input scalars, on which the equation is evaluated to obtain a program."""

    def __init__(self, inputs: Sequence[Slot], most: int | None = None) -> None:
        """most: largest number of recorded operations, beyond which `CompilerError` is raised; None: no limit."""
        self.inputs = tuple(inputs)
        self.graph = Graph(most)
        self.address: dict[Symbol, str] = {}
        self.slots: list[list[list[Symbol]]] = []
        """Rows of symbols of each input."""
        for slot in inputs:
            rows = []
            for k in range(slot.rows):
                row = [self.graph.symbol(f"{slot.name}{k}_{i}") for i in range(slot.width)]
                self.address |= {x: f"{slot.name}[{k * slot.width + i}]" for i, x in enumerate(row)}
                rows.append(row)
            self.slots.append(rows)

    @property
    def rows(self) -> list[list[Symbol]]:
        """Return the rows of symbols of all inputs, one after the other."""
        return [row for rows in self.slots for row in rows]

    def program(self, name: str, outputs: Sequence[Slot], output_rows: Sequence[Rows]) -> Program:
        """Return the program that computes `output_rows`, the rows of scalars of each output, from the inputs."""
        results = tuple(tuple(_folded(x) for row in rows for x in row) for rows in output_rows)
        for slot, numbers in zip(outputs, results, strict=True):
            assert len(numbers) == slot.size, f"{name}: output {slot.name} has {len(numbers)} numbers, expected {slot.size}"
        flat = [x for numbers in results for x in numbers]
        ordered = [x for x in schedule(self.graph, flat) if x.op not in (INPUT, CONSTANT)]
        turned = {x.left for x in ordered if x.op in (SIN, COS)}
        otherwise = {y for x in ordered if x.op not in (SIN, COS) for y in x.operands}
        otherwise |= {x for x in flat if isinstance(x, Symbol) and x in self.address}
        angles = frozenset(x for x in self.address if x in turned and x not in otherwise)
        return Program(name, self.inputs, tuple(outputs), self.address, results, ordered, angles)


def _folded(x: Number) -> Number:
    """Convert a constant node of the graph to a Python float; return other results unchanged."""
    return x.data if isinstance(x, Symbol) and x.op == CONSTANT else x
