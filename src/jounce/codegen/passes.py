"""Equations over links, over pairs of links and over more of them as loops: each step is written down once and run over a table.

A `Recursion` is one pass outward and one inward. What grows with pairs (a link and each that carries it) needs further passes,
over other tables. Here a pass is a step and, for each run of it, where in which array each of its arguments begins; code is as
small as the steps are, whatever the number of runs.
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


@dataclass(frozen=True)
class Pass:
    """A step, run again and again; or steps of several kinds that take the same arguments."""

    steps: tuple[Program, ...]
    arguments: tuple[Argument, ...]
    """What goes in, then what comes out, as the steps have it."""
    begins: Sequence[Sequence[int]]
    """For each run where each argument begins in its array."""
    kinds: Sequence[int] = ()
    """Which step each run takes, where there are several."""
    repeats: Sequence[int] = ()
    """How often each run is repeated, with arguments that move on: a loop of which the compiler makes vectors."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Of the arguments."""
        return (*self.steps[0].inputs, *self.steps[0].outputs)

    @property
    def operations(self) -> int:
        """Of all runs."""
        runs = zip(self.kinds or [0] * len(self.begins), self.repeats or [1] * len(self.begins))
        return sum(self.steps[kind].operations * count for kind, count in runs)


    def cells(self, p: int) -> set[int]:
        """Numbers of its array that the p-th argument, one that comes out, has in all runs."""
        argument, slot = self.arguments[p], self.slots[p]
        found = self.steps[0].results[p - len(self.steps[0].inputs)]
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
        return list({id(step): step for each in self.passes for step in each.steps}.values())

    def text(self) -> str:
        """`static void core(...)` on `real`."""
        return printed({"core": self})

    def function(self, name: str, steps: Mapping[int, str]) -> str:
        """`static void NAME(...)` on `real`, after the steps, which have names by their identity."""
        parts, lines = list[str](), list[str]()
        for k, each in enumerate(self.passes):
            if each.begins:
                parts.append(_table(each, f"{name}_at{k}"))
                lines += self._loop(each, f"{name}_at{k}", steps)
        sizes = {**self.arrays, **{table: len(numbers) for table, numbers in self.tables.items()}}
        kept = f"    {place(self.workspace)}real {', '.join(f'{array}[{size}]' for array, size in sizes.items())};"
        empty = [(slot.name, slot.size) for slot in self.outputs] + list(self.arrays.items())
        clear = [
            f"    for (int k = 0; k < {size}; ++k) {array}[k] = WIDE(0.0);" for array, size in empty if not self._filled(array, size)
        ]
        for table, numbers in self.tables.items():
            parts.append(f"static const scalar {name}_{table}[{len(numbers)}] = {{{', '.join(map(literal, numbers))}}};\n")
            clear.append(f"    for (int k = 0; k < {len(numbers)}; ++k) {table}[k] = WIDE({name}_{table}[k]);")
        unused = [f"    (void){slot.name};" for slot in self.inputs]
        whole = [f"static void {name}({arguments(self, 'real')})", "{", *unused, kept, *clear, *lines, "}", ""]
        return "\n".join([*parts, *whole])

    def _filled(self, array: str, size: int) -> bool:
        """Whether all numbers of an array are written before one is read or added to."""
        written: set[int] = set()
        for each in self.passes:
            count = len(each.steps[0].inputs)
            if any(argument.array == array for argument in each.arguments[:count]):
                break
            for p, argument in enumerate(each.arguments[count:]):
                if argument.array == array:
                    if argument.added or len(each.steps) > 1:
                        return False
                    written |= each.cells(count + p)
        return len(written) == size

    def _loop(self, each: Pass, table: str, names: Mapping[int, str]) -> list[str]:
        """The lines that run a pass: arguments that do not stand as the step takes them go through copies.

        So do those that stay while a run is repeated: nothing that comes out can then be taken for a change of them.
        """
        first, before, after = list[str](), list[str](), list[str]()
        given: list[str] = []
        count = len(each.steps[0].inputs)
        for p, (slot, argument) in enumerate(zip(each.slots, each.arguments)):
            on = {0: "", 1: " + j"}.get(argument.moves, f" + {argument.moves} * j")
            begin = f"{argument.array} + at[{p}]{on}"
            apart = argument.step if argument.step and slot.rows > 1 else slot.width
            source = f"({begin})[r / {slot.width} * {apart} + r % {slot.width}]" if apart != slot.width else f"({begin})[r]"
            each_one = f"        for (int r = 0; r < {slot.size}; ++r)"
            stays = p < count and bool(each.repeats) and not argument.moves
            if apart == slot.width and not argument.added and not stays:
                given.append(begin)
                continue
            given.append(f"c{p}")
            lines = first if stays else before
            lines.append(f"        real c{p}[{slot.size}];")
            if p < count:
                lines.append(f"{each_one} c{p}[r] = {source};")
            else:
                after.append(f"{each_one} {source} {'+=' if argument.added else '='} c{p}[r];")
        joined = ", ".join(given)
        calls = [f"{names[id(step)]}({joined})" for step in each.steps]
        run = [f"        {calls[0]};"]
        if len(calls) > 1:
            cases = " ".join(f"case {kind}: {call}; break;" for kind, call in enumerate(calls))
            run = [f"        switch ({table}_kind[i]) {{ {cases} }}"]
        head = [f"    for (int i = 0; i < {len(each.begins)}; ++i) {{", f"        const int *const at = {table}[i];"]
        if each.repeats:
            head += [f"        const int count = at[{len(each.arguments)}];", *first, "        INDEPENDENT"]
            head += ["        for (int j = 0; j < count; ++j) {"]
        return [*head, *before, *run, *after, "        }" if each.repeats else "", "    }"]


def printed(programs: Mapping[str, Passes]) -> str:
    """A function for each of several programs, by its name, and their steps: what is the same in two is written down once."""
    repeated = {id(step) for program in programs.values() for each in program.passes if each.repeats for step in each.steps}
    known: dict[str, str] = {}
    names: dict[int, str] = {}
    parts = [MACROS]
    prefix = next(iter(programs))
    for program in programs.values():
        for step in program.steps:
            how = "REPEATED" if id(step) in repeated else "inline"
            text = body(step, "STEP", how)
            if text not in known:
                known[text] = f"{prefix}_step{len(known)}"
                parts.append(body(step, known[text], how))
            names[id(step)] = known[text]
    return "\n".join(parts + [program.function(name, names) for name, program in programs.items()])


def _table(each: Pass, name: str) -> str:
    numbers = [[*row, count] for row, count in zip(each.begins, each.repeats)] if each.repeats else each.begins
    rows = ",\n".join("    {" + ", ".join(map(str, row)) + "}" for row in numbers)
    text = f"static const int {name}[{len(numbers)}][{len(numbers[0])}] = {{\n{rows}\n}};\n"
    if len(each.steps) > 1:
        text += f"static const unsigned char {name}_kind[{len(each.begins)}] = {{{', '.join(map(str, each.kinds))}}};\n"
    return text


@core.register
def _(program: Passes) -> str:
    return program.text()


@workspace.register
def _(program: Passes) -> int:
    return program.workspace
