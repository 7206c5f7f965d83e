"""Equations over links, over pairs of links and over more of them as loops: each step is traced once and run over a table.

Straight-line code grows with the robot; beyond some thirty links it no longer fits the processor's caches and takes the compiler
long. A pass is a step and, for each run of it, where in which array each of its arguments begins; code is as small as the steps
are, whatever the number of runs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from jounce.codegen.print.c import arguments, body, core, literal, place, workspace
from jounce.codegen.program import UNTOUCHED, Program, Slot

MACROS = """#ifndef REPEATED
#if defined(__GNUC__) && !defined(__clang__)
#define INDEPENDENT _Pragma("GCC ivdep")
#define REPEATED inline __attribute__((always_inline))
#else
#define INDEPENDENT
#define REPEATED inline
#endif
#endif
"""
"""Before a loop of which vectors may be made; of a step in one, which only stands in the compiler's way as a function."""


class Argument(NamedTuple):
    """Which array an argument of a step is part of."""

    array: str
    step: int = 0
    """How far its rows are apart there; 0: one follows the other."""
    added: bool = False
    """Of what comes out: whether it is added to what is there."""
    moves: int = 0
    """How far it moves on with each repetition of a run."""
    cells: tuple[int, ...] = ()
    """Offsets of the scalars that are read of an input that stays while a run is repeated; empty: all of them."""
    constant: bool = False
    """True if the array holds constants."""


@dataclass(frozen=True, eq=False)
class Pass:
    """A step, run again and again."""

    step: Program
    arguments: tuple[Argument, ...]
    """What goes in, then what comes out, as the steps have it."""
    begins: Sequence[Sequence[int]]
    """For each run where each argument begins in its array."""
    repeats: Sequence[int] = ()
    """How often each run is repeated, with arguments that move on: a loop of which the compiler makes vectors."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Of the arguments."""
        return (*self.step.inputs, *self.step.outputs)

    @property
    def operations(self) -> int:
        """Of all runs."""
        return self.step.operations * (sum(self.repeats) if self.repeats else len(self.begins))

    def cells(self, p: int) -> set[int]:
        """Numbers of its array that the p-th argument, one that comes out, has in all runs."""
        argument, slot = self.arguments[p], self.slots[p]
        found = self.step.results[p - len(self.step.inputs)]
        apart = argument.step or slot.width
        own = [r // slot.width * apart + r % slot.width for r in range(slot.size) if found[r] is not UNTOUCHED]
        runs = zip(self.begins, self.repeats or [1] * len(self.begins))
        return {row[p] + argument.moves * j + cell for row, count in runs for j in range(count) for cell in own}


@dataclass(frozen=True)
class Passes:
    """One pass after the other."""

    name: str
    inputs: tuple[Slot, ...]
    outputs: tuple[Slot, ...]
    passes: tuple[Pass, ...]
    arrays: Mapping[str, int]
    """What is kept between passes, with its size; zero at first, as are the outputs."""
    angle_places: list[str]
    """Inputs that only ever turn something, as they are addressed."""
    tables: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """Further arrays, by what stands in them at first: constants, or where a recursion begins."""
    constants: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """Arrays that are never written."""
    filled: frozenset[str] = frozenset()
    """Arrays between passes whose numbers are all written before they are read."""

    @property
    def operations(self) -> int:
        """Of one run of everything."""
        return sum(each.operations for each in self.passes)

    @property
    def length(self) -> int:
        """What the compiler sees of them: each step once."""
        return sum(step.operations for step in self.steps)

    @property
    def workspace(self) -> int:
        """Numbers that are kept between passes."""
        return sum(self.arrays.values()) + sum(map(len, self.tables.values()))

    @property
    def steps(self) -> list[Program]:
        """Each once."""
        return list({id(each.step): each.step for each in self.passes}.values())

    def text(self) -> str:
        """`static void core(...)` on `real`."""
        return printed({"core": self})

    def function(self, name: str, workers: Mapping[Pass, str]) -> str:
        """`static void NAME(...)` on `real`, after the functions that run passes."""
        parts, lines = list[str](), list[str]()
        tables = dict[str, str]()
        for each in self.passes:
            if each.begins:
                text = _table(each, "AT")
                if text not in tables:
                    tables[text] = f"{name}_at{len(tables)}"
                    parts.append(_table(each, tables[text]))
                table = tables[text]
                given = ", ".join(f"{name}_{a.array}" if a.constant else a.array for a in each.arguments)
                lines.append(f"    {workers[each]}({len(each.begins)}, {table}[0], {given});")
        sizes = {**self.arrays, **{table: len(numbers) for table, numbers in self.tables.items()}}
        sized = ", ".join(f"{array}[{size}]" for array, size in sizes.items())
        kept = [f"    {place(self.workspace)}real {sized};"] if sizes else []
        empty = [(slot.name, slot.size) for slot in self.outputs] + list(self.arrays.items())
        clear = [
            f"    for (int k = 0; k < {size}; ++k) {array}[k] = WIDE(0.0);"
            for array, size in empty
            if array not in self.filled and not self._filled(array, size)
        ]
        for table, numbers in {**self.tables, **self.constants}.items():
            parts.append(f"static const scalar {name}_{table}[{len(numbers)}] = {{{', '.join(map(literal, numbers))}}};\n")
        for table, numbers in self.tables.items():
            clear.append(f"    for (int k = 0; k < {len(numbers)}; ++k) {table}[k] = WIDE({name}_{table}[k]);")
        unused = [f"    (void){slot.name};" for slot in self.inputs]
        whole = [f"static void {name}({arguments(self, 'real')})", "{", *unused, *kept, *clear, *lines, "}", ""]
        return "\n".join([*parts, *whole])

    def _filled(self, array: str, size: int) -> bool:
        """Whether all numbers of an array are written before one is read or added to."""
        written: set[int] = set()
        for each in self.passes:
            count = len(each.step.inputs)
            if any(argument.array == array for argument in each.arguments[:count]):
                break
            for p, argument in enumerate(each.arguments[count:]):
                if argument.array == array:
                    if argument.added:
                        return False
                    written |= each.cells(count + p)
        return len(written) == size


def printed(programs: Mapping[str, Passes]) -> str:
    """A function for each of several programs, by its name; what runs two passes alike is written down once."""
    prefix = next(iter(programs))
    known: dict[str, str] = {}
    workers: dict[Pass, str] = {}
    parts = [MACROS]
    alike: dict[tuple[int, tuple[Argument, ...], bool], list[Pass]] = {}  # recursions run a step in many passes
    for each in (each for program in programs.values() for each in program.passes):
        alike.setdefault((id(each.step), each.arguments, bool(each.repeats)), []).append(each)
    for passes in alike.values():
        count = _count([many for each in passes for many in each.repeats], len(passes[0].arguments))
        text = _worker(passes[0], "RUN", count)
        if text not in known:
            known[text] = f"{prefix}_run{len(known)}"
            parts.append(_worker(passes[0], known[text], count))
        workers |= dict.fromkeys(passes, known[text])
    return "\n".join(parts + [program.function(name, workers) for name, program in programs.items()])


def _worker(each: Pass, name: str, repeats: str) -> str:
    """`static void NAME(runs, at, arrays)` runs a pass: arguments that do not stand as the step takes them go through copies.

    So do those that stay while a run is repeated: nothing that comes out can then be taken for a change of them.
    """
    first, before, after = list[str](), list[str](), list[str]()
    given, added = list[str](), list[str]()
    count = len(each.step.inputs)
    for p, (slot, argument) in enumerate(zip(each.slots, each.arguments)):
        on = {0: "", 1: " + j"}.get(argument.moves, f" + {argument.moves} * j")
        begin = f"a{p} + at[{p}]{on}"
        apart = argument.step if argument.step and slot.rows > 1 else slot.width
        source = f"({begin})[r / {slot.width} * {apart} + r % {slot.width}]" if apart != slot.width else f"({begin})[r]"
        each_one = f"        for (int r = 0; r < {slot.size}; ++r)"
        stays = p < count and bool(each.repeats) and not argument.moves
        if stays and argument.cells:
            given.append(f"c{p}")
            form = "WIDE({})" if argument.constant else "{}"
            values = ", ".join(form.format(f"({begin})[{cell}]") for cell in argument.cells)
            first.append(f"        const real c{p}[{slot.size}] = {{{values}}};")
            continue
        if apart == slot.width and not stays:
            given.append(begin)
            added += [slot.name] if argument.added else []
            continue
        given.append(f"c{p}")
        lines = first if stays else before
        lines.append(f"        real c{p}[{slot.size}];")
        if p < count:
            lines.append(f"{each_one} c{p}[r] = {source};")
        else:
            after.append(f"{each_one} {source} {'+=' if argument.added else '='} c{p}[r];")
    if each.repeats:
        first += [f"        const int count = {repeats};", "        INDEPENDENT"]
        first += ["        for (int j = 0; j < count; ++j) {"]
    takes = [f"{_type(argument, p < count)} *const a{p}" for p, argument in enumerate(each.arguments)]
    own = [
        f"{_type(argument, p < count) if not argument.cells else 'const real'} *restrict {slot.name}"
        for p, (slot, argument) in enumerate(zip(each.slots, each.arguments))
    ]
    wide = len(each.arguments) + bool(each.repeats)
    return "\n".join(
        [
            body(each.step, f"{name}_step", "REPEATED" if each.repeats else "inline", ", ".join(own), added),
            f"static NOINLINE void {name}(const int runs, const int *at, {', '.join(takes)})",
            "{",
            f"    for (int i = 0; i < runs; ++i, at += {wide}) {{",
            *first,
            *before,
            f"        {name}_step({', '.join(given)});",
            *after,
            *(["        }"] if each.repeats else []),
            "    }",
            "}",
            "",
        ]
    )


def _type(argument: Argument, read: bool) -> str:
    return "const scalar" if argument.constant else "const real" if read else "real"


def _count(repeats: Sequence[int], arguments: int) -> str:
    """How often a run is repeated, with what the compiler should know of it: vectors need no rest where none is left."""
    if len(set(repeats)) == 1:
        return str(repeats[0])
    together = 8 if all(count % 8 == 0 for count in repeats) else 1
    return f"at[{arguments}]" + (f" / {together} * {together}" if together > 1 else "")


def _table(each: Pass, name: str) -> str:
    numbers = [[*row, count] for row, count in zip(each.begins, each.repeats)] if each.repeats else each.begins
    rows = ",\n".join("    {" + ", ".join(map(str, row)) + "}" for row in numbers)
    return f"static const int {name}[{len(numbers)}][{len(numbers[0])}] = {{\n{rows}\n}};\n"


@core.register
def _(program: Passes) -> str:
    return program.text()


@workspace.register
def _(program: Passes) -> int:
    return program.workspace
