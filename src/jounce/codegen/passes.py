"""Loop programs: generated C code in passes; each pass runs one traced step (the equations at one link) over many addresses.

Straight-line code grows with the robot; beyond some thirty links it exceeds the processor's caches, and compile times are long.
A pass is a step and a table with the addresses of the step's arguments in each run. The size of a loop program depends on its
steps, and not on the number of runs.
"""

import re
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
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define LOOPED __attribute__((noinline, noclone))
#else
#define LOOPED NOINLINE
#endif
#endif
"""
"""C macros: INDEPENDENT before a loop to vectorise, REPEATED for its inlined step, LOOPED for a function of several runs.

LOOPED forbids clones: in a clone for the only caller gcc looks up the addresses of thread-local arrays in every run (mass rows of
a flexible arm of 40 joints: 1.8 us instead of 1.6). A function of a single run is faster as a clone."""
VALUE = re.compile(r"\bv\d+\b")
"""Pattern of a value of straight-line code in C text, such as `v12`."""
NAME = "@"
"""Placeholder for a function's name while the texts of functions are compared."""
ROW = ",\n"
"""Separator of rows of tables in C."""


class Argument(NamedTuple):
    """Address pattern of an argument of a step within an array."""

    array: str
    step: int = 0
    """Stride between rows of the argument in the array; 0 for contiguous rows."""
    added: bool = False
    """For a result: True if the result is added to the contents of the array."""
    moves: int = 0
    """Stride of the argument between repetitions of a run."""
    cells: tuple[int, ...] = ()
    """For an input that is constant during repetitions: offsets of the scalars that the step reads; empty for all scalars."""
    constant: bool = False
    """True if the array contains constants only."""


@dataclass(frozen=True, eq=False)
class Pass:
    """One traced step of a loop program, and the addresses of the step's arguments in each run."""

    step: Program
    arguments: tuple[Argument, ...]
    """Address patterns of the inputs, then of the outputs, in the order of the step's slots."""
    begins: Sequence[Sequence[int]]
    """Position of each argument in its array, one row per run."""
    repeats: Sequence[int] = ()
    """Number of repetitions of each run, with arguments that advance by `moves`: an inner loop that compilers vectorise."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Return the slots of all arguments."""
        return (*self.step.inputs, *self.step.outputs)

    @property
    def operations(self) -> int:
        """Return the number of scalar operations of all runs."""
        return self.step.operations * (sum(self.repeats) if self.repeats else len(self.begins))

    def cells(self, p: int) -> set[int]:
        """Return the positions that argument p, an output, occupies in its array over all runs."""
        argument, slot = self.arguments[p], self.slots[p]
        results = self.step.results[p - len(self.step.inputs)]
        apart = argument.step or slot.width
        offsets = [r // slot.width * apart + r % slot.width for r in range(slot.size) if results[r] is not UNTOUCHED]
        runs = zip(self.begins, self.repeats or [1] * len(self.begins))
        return {row[p] + argument.moves * j + cell for row, count in runs for j in range(count) for cell in offsets}


@dataclass(frozen=True)
class Passes:
    """Loop program: passes that run one after the other."""

    name: str
    inputs: tuple[Slot, ...]
    outputs: tuple[Slot, ...]
    passes: tuple[Pass, ...]
    arrays: Mapping[str, int]
    """{name: size} of the work arrays for intermediate results; work arrays and outputs are zero at the start."""
    angle_places: list[str]
    """C expressions of inputs that are used only as arguments of sine and cosine."""
    tables: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """{name: initial values} of further arrays: constants, or start values of a recursion."""
    constants: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """{name: values} of arrays that are never written."""
    filled: frozenset[str] = frozenset()
    """Work arrays that need no zeros, since every scalar is written before it is read."""

    @property
    def operations(self) -> int:
        """Return the number of scalar operations of one evaluation."""
        return sum(each.operations for each in self.passes)

    @property
    def length(self) -> int:
        """Return the length of the code, in operations: each step counts once."""
        return sum(step.operations for step in self.steps)

    @property
    def workspace(self) -> int:
        """Return the number of scalars in all work arrays and tables."""
        return sum(self.arrays.values()) + sum(map(len, self.tables.values()))

    @property
    def steps(self) -> list[Program]:
        """Return the distinct steps of all passes."""
        return list({id(each.step): each.step for each in self.passes}.values())

    def text(self) -> str:
        """Return the C function `core(...)` of the loop program, and the functions of its passes, on the type `real`."""
        return printed({"core": self})

    def function(self, name: str, workers: Mapping[Pass, str]) -> str:
        """Return the C function `NAME(...)` of the loop program on the type `real`, with its tables.

        workers: {pass: name of the C function of one run of the pass}.
        """
        parts, lines = self._calls(name, workers)
        sizes = {**self.arrays, **{table: len(numbers) for table, numbers in self.tables.items()}}
        sized = ", ".join(f"{array}[{size}]" for array, size in sizes.items())
        declarations = [f"    {place(self.workspace)}real {sized};"] if sizes else []
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
        whole = [f"static void {name}({arguments(self, 'real')})", "{", *unused, *declarations, *clear, *lines, "}", ""]
        return "\n".join([*parts, *whole])

    def _calls(self, name: str, workers: Mapping[Pass, str]) -> tuple[list[str], list[str]]:
        """Return (C lines of the address tables of all passes, C lines of one loop that runs the passes by a switch).

        workers: {pass: name of the C function of one run}. With a separate statement, table and loop for each pass, gcc took a
        third longer (`rnea` of 200 joints of six kinds, where passes of many kinds alternate).
        """
        calls, turns, count = dict[str, int](), list[str](), 0
        tables, numbers = dict[str, int](), list[str]()
        for each in self.passes:
            if each.begins:
                rows, wide = _rows(each), len(each.arguments) + bool(each.repeats)
                if rows not in tables:
                    tables[rows] = count
                    numbers.append(rows)
                    count += len(each.begins) * wide
                arrays = [f"{name}_{a.array}" if a.constant else a.array for a in each.arguments]
                takes = [f"{a} + at[{p}]" for p, a in enumerate(arrays)] if _is_plain(each) else ["at", *arrays]
                call = f"for (; at < end; at += {wide}) {workers[each]}({', '.join(takes)});"
                case, begin = calls.setdefault(call, len(calls)), tables[rows]
                turns.append(f"{{{case}, {begin}, {begin + wide * len(each.begins)}}}")
        if not turns:
            return [], []
        cases = [f"        case {k}: {call} break;" for call, k in calls.items()]
        return [
            f"static const int {name}_at[{count}] = {{\n{ROW.join(numbers)}\n}};\n",
            "/* for each pass its case, and where the rows of its runs begin and end */",
            f"static const int {name}_passes[{len(turns)}][3] = {{\n{ROW.join(turns)}\n}};\n",
        ], [
            f"    for (int k = 0; k < {len(turns)}; ++k) {{",
            f"        const int *at = {name}_at + {name}_passes[k][1], *const end = {name}_at + {name}_passes[k][2];",
            f"        switch ({name}_passes[k][0]) {{",
            *cases,
            "        }",
            "    }",
        ]

    def _filled(self, array: str, size: int) -> bool:
        """Return True if all scalars of an array are written before any of them is read or added to."""
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
    """Return the C functions of several loop programs, {function name: program}; passes with equal code share one function."""
    prefix = next(iter(programs))
    name_by_text: dict[str, str] = {}
    workers: dict[Pass, str] = {}
    parts = [MACROS]
    alike: dict[tuple[int, tuple[Argument, ...], bool], list[Pass]] = {}  # recursions run a step in many passes
    for each in (each for program in programs.values() for each in program.passes):
        alike.setdefault((id(each.step), each.arguments, bool(each.repeats)), []).append(each)
    for passes in alike.values():
        count = _count([many for each in passes for many in each.repeats], len(passes[0].arguments))
        text = _worker(passes[0], NAME, count)
        if text not in name_by_text:
            name_by_text[text] = f"{prefix}_run{len(name_by_text)}"
            parts.append(text.replace(NAME, name_by_text[text]))
        workers |= dict.fromkeys(passes, name_by_text[text])
    return "\n".join(parts + [program.function(name, workers) for name, program in programs.items()])


def _is_plain(each: Pass) -> bool:
    """Return True if a run of the pass is a single call of its step on the arrays: no repetitions, no copies of arguments."""
    return not each.repeats and all(_is_dense(slot, argument) for slot, argument in zip(each.slots, each.arguments))


def _is_dense(slot: Slot, argument: Argument) -> bool:
    """Return True if the rows of an argument are contiguous in its array."""
    return not argument.step or slot.rows <= 1 or argument.step == slot.width


def _worker(each: Pass, name: str, repeats: str) -> str:
    """Return the C function of one run of a pass: the step itself if its arguments are dense and the run is not repeated.

    Otherwise return `NAME(at, arrays)`, which copies arguments with a stride for the step. Inputs that are constant during
    repetitions are copied too, so that the compiler need not assume that outputs alias them. repeats: C expression of the number
    of repetitions.
    """
    parameters = [
        f"{_type(argument, p < len(each.step.inputs)) if not argument.cells else 'const real'} *restrict {slot.name}"
        for p, (slot, argument) in enumerate(zip(each.slots, each.arguments))
    ]
    if _is_plain(each):
        sums = [slot.name for slot, argument in zip(each.slots, each.arguments) if argument.added]
        return _renumbered(body(each.step, name, "NOINLINE", ", ".join(parameters), sums))
    first, before, after = list[str](), list[str](), list[str]()
    passed, added = list[str](), list[str]()
    count = len(each.step.inputs)
    for p, (slot, argument) in enumerate(zip(each.slots, each.arguments)):
        on = {0: "", 1: " + j"}.get(argument.moves, f" + {argument.moves} * j")
        begin = f"a{p} + at[{p}]{on}"
        dense = _is_dense(slot, argument)
        source = f"({begin})[r]" if dense else f"({begin})[r / {slot.width} * {argument.step} + r % {slot.width}]"
        each_one = f"        for (int r = 0; r < {slot.size}; ++r)"
        stays = p < count and bool(each.repeats) and not argument.moves
        if stays and argument.cells:
            passed.append(f"c{p}")
            form = "WIDE({})" if argument.constant else "{}"
            values = ", ".join(form.format(f"({begin})[{cell}]") for cell in argument.cells)
            first.append(f"        const real c{p}[{slot.size}] = {{{values}}};")
            continue
        if dense and not stays:
            passed.append(begin)
            added += [slot.name] if argument.added else []
            continue
        passed.append(f"c{p}")
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
    return "\n".join(
        [
            _renumbered(body(each.step, f"{name}_step", "REPEATED" if each.repeats else "inline", ", ".join(parameters), added)),
            f"static {'LOOPED' if len(each.begins) > 1 else 'NOINLINE'} void {name}(const int *at, {', '.join(takes)})",
            "{",
            *first,
            *before,
            f"        {name}_step({', '.join(passed)});",
            *after,
            *(["        }"] if each.repeats else []),
            "}",
            "",
        ]
    )


def _renumbered(text: str) -> str:
    """Return C text with its values renumbered v0, v1, ... in order of appearance, so that equal steps have equal text."""
    numbers: dict[str, str] = {}
    return VALUE.sub(lambda match: numbers.setdefault(match[0], f"v{len(numbers)}"), text)


def _type(argument: Argument, read: bool) -> str:
    return "const scalar" if argument.constant else "const real" if read else "real"


def _count(repeats: Sequence[int], arguments: int) -> str:
    """Return the C expression of the number of repetitions of a run, written as k / 8 * 8 if all numbers are multiples of 8.

    Compilers then omit the remainder loop. arguments: number of arguments of the pass; the table row has k after their addresses.
    """
    if len(set(repeats)) == 1:
        return str(repeats[0])
    together = 8 if all(count % 8 == 0 for count in repeats) else 1
    return f"at[{arguments}]" + (f" / {together} * {together}" if together > 1 else "")


def _rows(each: Pass) -> str:
    numbers = [[*row, count] for row, count in zip(each.begins, each.repeats)] if each.repeats else each.begins
    return ROW.join(", ".join(map(str, row)) for row in numbers)


@core.register
def _(program: Passes) -> str:
    return program.text()


@workspace.register
def _(program: Passes) -> int:
    return program.workspace
