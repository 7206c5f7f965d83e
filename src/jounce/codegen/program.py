"""A function written down: what goes in, what comes out, and the operations between, ready to be printed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from jounce.codegen.schedule import schedule
from jounce.numbers import Graph, Number, Symbol
from jounce.numbers.symbol import CONSTANT, COS, INPUT, SIN


class Slot(NamedTuple):
    """An argument of a kernel: `rows` vectors of `width` numbers, row after row."""

    name: str
    rows: int
    width: int

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
        """What the compiler sees of them: all."""
        return len(self.instructions)

    @property
    def angle_places(self) -> list[str]:
        """The angles as they are addressed."""
        return [place for x, place in self.symbols.items() if x in self.angles]


Rows = Sequence[Sequence[Number]]


def trace(name: str, inputs: Sequence[Slot], outputs: Sequence[Slot], function: Callable[..., Sequence[Rows]]) -> Program:
    """Run `function` on symbols and write down what it does.

    It is called with one list of rows for each input slot, and returns one for each output slot.
    """
    graph = Graph()
    address: dict[Symbol, str] = {}
    arguments = []
    for slot in inputs:
        rows = []
        for k in range(slot.rows):
            row = [graph.symbol(f"{slot.name}{k}_{i}") for i in range(slot.width)]
            address |= {x: f"{slot.name}[{k * slot.width + i}]" for i, x in enumerate(row)}
            rows.append(row)
        arguments.append(rows)
    results = tuple(tuple(x for row in rows for x in row) for rows in function(*arguments))
    for slot, numbers in zip(outputs, results, strict=True):
        assert len(numbers) == slot.size, f"{name}: output {slot.name} has {len(numbers)} numbers, expected {slot.size}"
    flat = [x for numbers in results for x in numbers]
    ordered = [x for x in schedule(graph, flat) if x.op not in (INPUT, CONSTANT)]
    turned = {x.left for x in ordered if x.op in (SIN, COS)}
    otherwise = {y for x in ordered if x.op not in (SIN, COS) for y in (x.left, x.right)} | {x for x in flat if x in address}
    angles = frozenset(x for x in address if x in turned and x not in otherwise)
    return Program(name, tuple(inputs), tuple(outputs), address, results, ordered, angles)
