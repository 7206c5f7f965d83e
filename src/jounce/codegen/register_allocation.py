"""Register allocation of straight-line code by Belady's rule: evict the value whose next use is farthest.

An operation reads at most one operand from memory, if the processor can and the operand is not read again soon; all others are
loaded into registers. An evicted value without a copy in memory is stored ("spilled") into a slot; free slots are reused.

Belady, L. A. (1966): A study of replacement algorithms for a virtual-storage computer. IBM Systems Journal 5(2).
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from jounce.codegen.instruction_selection import COPY, FMA, Cell, Operation
from jounce.numbers.symbol import ADD, DIV, MUL, SQRT, SUB

SPILLED = "spilled_"
"""Name of the C array of spilled values."""
STORE = 12
"""Bonus, in operations, on the distance to the next use of a value that memory holds: its eviction needs no store."""
SOON = 15
"""Number of operations: an operand in memory whose next use is closer than this is loaded into a register first."""
FROM_MEMORY = {ADD: (0, 1), MUL: (0, 1), SUB: (1,), DIV: (1,), SQRT: (0,), COPY: (0,), FMA: (0, 1, 2)}
"""{operation: indices of the operands of which its processor instruction can read one from memory}."""
NEVER = 1 << 30
"""Next use of a value that is not read again."""

Value = Operation | Cell


class Load(NamedTuple):
    """Step: load a value from memory into a register."""

    value: Value
    source: Cell


class Spill(NamedTuple):
    """Step: store a value from a register into a slot."""

    value: Operation
    target: Cell


class Compute(NamedTuple):
    """Step: execute an operation, whose result enters a register."""

    operation: Operation
    sources: tuple[Cell | None, ...]
    """For each operand, the place in memory from which it is read; None if it is in a register."""


Step = Load | Spill | Compute


class Allocation(NamedTuple):
    """Loads, spills and operations in order of execution, and the number of memory slots for spilled values."""

    steps: list[Step]
    slots: int


def allocate(operations: Sequence[Operation], registers: int) -> Allocation:
    """Allocate registers: return the steps that compute the operations, in this order, with at most `registers` registers."""
    machine = _Machine(operations, registers)
    for now, operation in enumerate(operations):
        machine.run(operation, now)
    return Allocation(machine.steps, machine.slots)


class _Machine:
    """State of the allocation: values in registers and slots before the next operation, and the steps so far."""

    def __init__(self, operations: Sequence[Operation], registers: int) -> None:
        self.registers = registers
        self.steps: list[Step] = []
        self.slots = 0
        self.inside: dict[Value, None] = {}
        """Values in registers, in the order of entry."""
        self.stored: dict[Value, Cell] = {}
        self.free: list[Cell] = []
        """Free slots, whose values are not read again."""
        self.uses: dict[Value, list[int]] = {}
        """Indices of the remaining operations that read each value, the last operation first."""
        for i in reversed(range(len(operations))):
            for x in dict.fromkeys(operations[i].operands):
                self.uses.setdefault(x, []).append(i)

    def run(self, operation: Operation, now: int) -> None:
        """Append the steps of one operation, with index `now`."""
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
        """Return the index of the next operation that reads a value, `NEVER` if there is none."""
        uses = self.uses.get(value)
        return uses[-1] if uses else NEVER

    def _home(self, value: Value) -> Cell:
        """Return the place of a value in memory: its input, constant or slot."""
        return value if isinstance(value, Cell) else self.stored[value]

    def _from_memory(self, operation: Operation, now: int) -> Value | None:
        """Return the operand to read from memory: the candidate whose next use is farthest; None without candidates.

        Candidates are not in a register, read once by the operation, allowed by FROM_MEMORY, and not used again within SOON.
        """
        places = FROM_MEMORY.get(operation.op, ())
        outside = [
            x
            for i, x in enumerate(operation.operands)
            if i in places and x not in self.inside and operation.operands.count(x) == 1 and self._next_use(x) - now >= SOON
        ]
        return max(outside, key=self._next_use, default=None)

    def _enter(self, value: Value, pinned: Collection[Value]) -> None:
        """Put a value into a register; if all registers are taken, evict the unpinned value with the farthest next use."""
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
        """Return the index of the next operation that reads a value, plus `STORE` if evicting the value needs no store."""
        return self._next_use(value) + (STORE if isinstance(value, Cell) or value in self.stored else 0)
