"""A function written down: what goes in, what comes out, and the operations between, ready to be printed."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple, Protocol

from jounce.codegen.schedule import schedule
from jounce.numbers import Graph, Number, Symbol
from jounce.numbers.symbol import CONSTANT, COS, INPUT, SIN

MOST_OPERATIONS = 150_000
"""Statements of straight-line code that are handed to a compiler: about half a minute of gcc's time."""
MOST_WRITTEN = 2 * MOST_OPERATIONS
"""Operations that are written down on the way to so many statements, those that prove to be of no use included: half a second."""


UNTOUCHED = None
"""In the place of a result: a number of an output that a step leaves as it is."""


class Slot(NamedTuple):
    """An argument of a kernel: `rows` vectors of `width` numbers, row after row."""

    name: str
    rows: int
    width: int
    lowest: tuple[float, ...] = ()
    """What each number of an input may be at least; nan for one that is not looked at. None at all: any finite number."""
    largest: float = inf
    """Upper bound of the absolute value of each number of an input that is looked at."""
    masses: tuple[tuple[int, int], ...] = ()
    """(i, count): number i of an input may be zero only if the `count` numbers after it are zero."""

    @property
    def size(self) -> int:
        """Numbers in it."""
        return self.rows * self.width


@dataclass(frozen=True)
class Program:
    """Straight-line code: every instruction is a node of one expression graph."""

    name: str
    inputs: tuple[Slot, ...]
    outputs: tuple[Slot, ...]
    symbols: dict[Symbol, str]
    """How each input symbol is addressed: `motion[3]`."""
    results: tuple[tuple[Number, ...], ...]
    """For each output slot its numbers, symbols or constants."""
    instructions: list[Symbol]
    """In an order that keeps few values alive; inputs and constants are not among them."""
    angles: frozenset[Symbol]
    """Inputs of which nothing but sine and cosine is taken: they may be exchanged for others a whole number of turns away."""

    @property
    def operations(self) -> int:
        """Additions, multiplications, divisions, negations, roots, sines and cosines."""
        return len(self.instructions)

    @property
    def length(self) -> int:
        """Statements that the compiler sees: operations, and numbers handed out."""
        return len(self.instructions) + sum(slot.size for slot in self.outputs)

    @property
    def angle_places(self) -> list[str]:
        """The angles as they are addressed."""
        return [place for x, place in self.symbols.items() if x in self.angles]


Rows = Sequence[Sequence[Number]]


class Printable(Protocol):
    """What can be printed as a kernel: it has a name and arguments, and `core` knows how to print it."""

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def inputs(self) -> tuple[Slot, ...]: ...  # noqa: D102

    @property
    def outputs(self) -> tuple[Slot, ...]: ...  # noqa: D102

    @property
    def operations(self) -> int:
        """Scalar operations of one run."""

    @property
    def length(self) -> int:
        """Statements that the compiler sees."""

    @property
    def angle_places(self) -> list[str]:
        """Inputs that only ever turn something, as they are addressed."""


class Sheet:
    """A symbol for each number that goes in. An equation run on them is written down, and becomes a program."""

    def __init__(self, inputs: Sequence[Slot], most: int | None = None) -> None:
        """most: operations that may be written down; one more raises `CompilerError`."""
        self.inputs = tuple(inputs)
        self.graph = Graph(most)
        self.address: dict[Symbol, str] = {}
        self.slots: list[list[list[Symbol]]] = []
        """For each input its rows."""
        for slot in inputs:
            rows = []
            for k in range(slot.rows):
                row = [self.graph.symbol(f"{slot.name}{k}_{i}") for i in range(slot.width)]
                self.address |= {x: f"{slot.name}[{k * slot.width + i}]" for i, x in enumerate(row)}
                rows.append(row)
            self.slots.append(rows)

    @property
    def rows(self) -> list[list[Symbol]]:
        """The rows of all inputs, one after the other."""
        return [row for rows in self.slots for row in rows]

    def program(self, name: str, outputs: Sequence[Slot], found: Sequence[Rows]) -> Program:
        """What was written down to make the rows of each output."""
        results = tuple(tuple(_folded(x) for row in rows for x in row) for rows in found)
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
    """A result; one that is a constant of the graph as the plain number that it is."""
    return x.data if isinstance(x, Symbol) and x.op == CONSTANT else x
