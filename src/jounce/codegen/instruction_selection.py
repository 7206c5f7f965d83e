"""Instruction selection: a straight-line program as operations of a processor, with products and sums contracted to a*b + c.

A product whose every use is a sum or a difference is contracted into all of them, in the order of the instructions, and a sum
takes one product at most. gcc does the same with -ffp-contract=fast, so that explicit contractions give the same bits as those
that gcc chooses (gcc 12; `tests/codegen/print/test_simd.py` compares one sample with batches).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from jounce.codegen.program import Program
from jounce.numbers import Symbol
from jounce.numbers.symbol import ADD, CONSTANT, COS, DIV, INPUT, MUL, NEG, SIN, SQRT, SUB

FMA = "fma"
"""a*b + c, rounded once: the contraction of a product and a sum."""
COPY = "copy"
"""Copy of a scalar from memory to an output."""
SELECTED = {ADD, SUB, MUL, DIV, NEG, SQRT}
"""Operations with a processor instruction; all others are function calls, before which registers are saved."""
TABLE, TURNED = "table_", "turned_"
"""Names of the C arrays of constants, and of sines and cosines of the angles."""
TOGETHER = 4
"""Number of angles whose sines and cosines one call computes; the arrays of sines and of cosines have at least this length."""


class Cell(NamedTuple):
    """Scalar in memory, array[place]: an input, a constant, the sine or cosine of an angle, or a spilled value."""

    array: str
    place: int


@dataclass(eq=False, slots=True)
class Operation:
    """Processor instruction of the generated code, with its operands and outputs."""

    op: str
    """One of SELECTED, FMA or COPY."""
    operands: "tuple[Operation | Cell, ...]"
    sinks: tuple[str, ...] = ()
    """C expressions of the outputs to which the result is assigned, such as `tau[4]`."""
    minus: tuple[bool, bool] = (False, False)
    """For FMA: (True if the product a*b is negated, True if the third operand c is negated)."""
    apart: bool = False
    """True for a product that is used only in sums but not contracted; a compiler could contract it by itself."""


class Selection(NamedTuple):
    """Operations in an executable order, with the constants and angles that the operations read from memory."""

    operations: list[Operation]
    table: list[float]
    angles: list[Symbol]
    """Angles, inputs of the program: array TURNED has their sines from index 0, and their cosines from index `cosines`."""
    cosines: int


def is_selectable(program: Program) -> bool:
    """Return True if all operations of a program are in SELECTED, or are sines and cosines of inputs."""
    return all(x.op in SELECTED or (x.op in (SIN, COS) and x.operand.op == INPUT) for x in program.instructions)


def select(program: Program, pieces: Sequence[Sequence[Symbol]]) -> Selection:
    """Return the operations of a program in its order, with products and sums contracted to FMA within each of `pieces`.

    pieces: the instructions of each C function that the program is cut into.
    """
    sinks: dict[Symbol, list[str]] = {}
    for slot, numbers in zip(program.outputs, program.results):
        for i, x in enumerate(numbers):
            if isinstance(x, Symbol):
                sinks.setdefault(x, []).append(f"{slot.name}[{i}]")
    contracted = _contractions(pieces, sinks)
    products = {product for product, _ in contracted.values()}
    turned = {x.left for x in program.instructions if x.op in (SIN, COS)}
    angles = [x for x in program.symbols if x in turned]
    places, cosines = {x: k for k, x in enumerate(angles)}, max(TOGETHER, len(angles))
    table: dict[float, int] = {}
    values: dict[Symbol, Operation | Cell] = {}
    operations: list[Operation] = []

    def value(x: Symbol) -> Operation | Cell:
        if x.op == CONSTANT:
            number = float(x.data)  # type: ignore[arg-type]
            return Cell(TABLE, table.setdefault(number, len(table)))
        if x.op == INPUT:
            array, index = program.symbols[x].removesuffix("]").split("[")
            return Cell(array, int(index))
        return values[x]

    for node in program.instructions:
        if node in products:
            continue
        out = tuple(sinks.get(node, ()))
        if node.op in (SIN, COS):
            cell = Cell(TURNED, places[node.operand] + (cosines if node.op == COS else 0))
            values[node] = cell
            if out:
                operations.append(Operation(COPY, (cell,), out))
            continue
        if node in contracted:
            product, other = contracted[node]
            minus = node.op == SUB
            signs = (minus and product is node.right, minus and product is node.left)
            operation = Operation(FMA, (*map(value, product.operands), value(other)), out, signs)
        else:
            operation = Operation(node.op, tuple(map(value, node.operands)), out)
        values[node] = operation
        operations.append(operation)
    factors = {x for operation in operations for x in _factors(operation)}
    for operation in operations:
        operation.apart = operation.op == MUL and not operation.sinks and operation not in factors
    return Selection(operations, list(table), angles, cosines)


def _factors(operation: Operation) -> tuple[Operation | Cell, ...]:
    """Return the operands of an operation except summands: the factors of a product or FMA, none of a sum or difference."""
    if operation.op in (ADD, SUB):
        return ()
    return operation.operands[:2] if operation.op == FMA else operation.operands


def _contractions(
    pieces: Sequence[Sequence[Symbol]], sinks: Mapping[Symbol, Sequence[str]]
) -> dict[Symbol, tuple[Symbol, Symbol]]:
    """Return {sum or difference: (product to contract into an FMA, other operand)}.

    pieces: instructions of each C function, within which products are contracted. sinks: outputs of each node.
    """
    piece_of = {node: k for k, piece in enumerate(pieces) for node in piece}
    users: dict[Symbol, list[Symbol]] = {}
    for node in piece_of:
        for operand in set(node.operands):
            users.setdefault(operand, []).append(node)
    contracted: dict[Symbol, tuple[Symbol, Symbol]] = {}
    for product, piece in piece_of.items():
        uses = users.get(product, [])
        if product.op != MUL or product in sinks or not uses:
            continue
        if all(x.op in (ADD, SUB) and x not in contracted and x.left is not x.right and piece_of[x] == piece for x in uses):
            for x in uses:
                assert x.left is not None
                assert x.right is not None
                contracted[x] = (product, x.right if x.left is product else x.left)
    return contracted
