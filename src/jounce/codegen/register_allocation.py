"""Register allocation of straight-line code: of the values in registers, the one whose next use is farthest gives way.

An operation reads one operand from memory at most, where the processor can and the operand is not needed again soon; all others
are loaded into registers. Values without a place in memory are stored ("spilled") when they give way, into slots that are used
again.

Belady, L. A. (1966): A study of replacement algorithms for a virtual-storage computer. IBM Systems Journal 5(2).
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from jounce.codegen.instruction_selection import COPY, FMA, Cell, Operation
from jounce.numbers.symbol import ADD, DIV, MUL, SQRT, SUB

SPILLED = "spilled_"
"""The array of values that gave way."""
STORE = 12
"""Operations by which the next use of a value with a place in memory counts as farther: it gives way without a store."""
SOON = 15
"""Operations within which an operand in memory is used again, so that it is loaded."""
FROM_MEMORY = {ADD: (0, 1), MUL: (0, 1), SUB: (1,), DIV: (1,), SQRT: (0,), COPY: (0,), FMA: (0, 1, 2)}
"""Operands that an operation can read from memory."""
NEVER = 1 << 30
"""The next use of a value that is not used again."""

Value = Operation | Cell


class Load(NamedTuple):
    """Bring a value from memory into a register."""

    value: Value
    source: Cell


class Spill(NamedTuple):
    """Put a value into a slot."""

    value: Operation
    target: Cell


class Compute(NamedTuple):
    """Run an operation."""

    operation: Operation
    sources: tuple[Cell | None, ...]
    """For each operand where it is read from; None: from its register."""


Step = Load | Spill | Compute


class Allocation(NamedTuple):
    """Steps in their order, and the number of slots."""

    steps: list[Step]
    slots: int


def allocate(operations: Sequence[Operation], registers: int) -> Allocation:
    """Return the steps that run the operations, in their order, with a limited number of registers."""
    machine = _Machine(operations, registers)
    for now, operation in enumerate(operations):
        machine.run(operation, now)
    return Allocation(machine.steps, machine.slots)


class _Machine:
    """Registers and slots while operations are run one after the other, and the steps so far."""

    def __init__(self, operations: Sequence[Operation], registers: int) -> None:
        self.registers = registers
        self.steps: list[Step] = []
        self.slots = 0
        self.inside: dict[Value, None] = {}
        """Values in registers, in the order in which they came."""
        self.stored: dict[Value, Cell] = {}
        self.free: list[Cell] = []
        """Slots of values that are not used again."""
        self.uses: dict[Value, list[int]] = {}
        """Places of the operations that read a value, the last one first; those that have run are taken off."""
        for i in reversed(range(len(operations))):
            for x in dict.fromkeys(operations[i].operands):
                self.uses.setdefault(x, []).append(i)

    def run(self, operation: Operation, now: int) -> None:
        """Append the steps of one operation."""
        operands = dict.fromkeys(operation.operands)
        for x in operands:
            self.uses[x].pop()
        direct = self._from_memory(operation, now)
        for x in operands:
            if x not in self.inside and x != direct:
                self._enter(x, operands)
                self.steps.append(Load(x, self._home(x)))
        for x in operands:
            if self._next_use(x) == NEVER:
                self.inside.pop(x, None)
        self._enter(operation, operands)
        self.steps.append(Compute(operation, tuple(self._home(x) if x == direct else None for x in operation.operands)))
        if self._next_use(operation) == NEVER:
            del self.inside[operation]
        for x in operands:
            if self._next_use(x) == NEVER and x in self.stored:
                self.free.append(self.stored.pop(x))

    def _next_use(self, value: Value) -> int:
        """Return the place of the first operation that has not run and reads a value."""
        uses = self.uses.get(value)
        return uses[-1] if uses else NEVER

    def _home(self, value: Value) -> Cell:
        """Return where a value is in memory."""
        return value if isinstance(value, Cell) else self.stored[value]

    def _from_memory(self, operation: Operation, now: int) -> Value | None:
        """Return the operand that the operation reads from memory: that with the farthest next use, if it is far enough."""
        places = FROM_MEMORY.get(operation.op, ())
        outside = [
            x
            for i, x in enumerate(operation.operands)
            if i in places and x not in self.inside and operation.operands.count(x) == 1 and self._next_use(x) - now >= SOON
        ]
        return max(outside, key=self._next_use, default=None)

    def _enter(self, value: Value, pinned: Collection[Value]) -> None:
        """Put a value into a register; if all are taken, the one with the farthest next use gives way, of those not pinned."""
        if len(self.inside) == self.registers:
            far = max((x for x in self.inside if x not in pinned), key=self._distance)
            if isinstance(far, Operation) and far not in self.stored:
                if not self.free:
                    self.free.append(Cell(SPILLED, self.slots))
                    self.slots += 1
                self.stored[far] = self.free.pop()
                self.steps.append(Spill(far, self.stored[far]))
            del self.inside[far]
        self.inside[value] = None

    def _distance(self, value: Value) -> int:
        """Return the next use of a value, farther if the value can give way without a store."""
        return self._next_use(value) + (STORE if isinstance(value, Cell) or value in self.stored else 0)
