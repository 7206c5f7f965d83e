"""Printer of a straight-line program as C99 on a type `real`: `double` for one sample, a vector of doubles for a batch.

Long programs are cut into functions of some hundred instructions, with a workspace for the values that live across a cut: a
compiler's time grows faster than the length of a function.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import singledispatch
from itertools import accumulate
from math import isfinite

from jounce.codegen.program import UNTOUCHED, Printable, Program, Slot
from jounce.errors import CompilerError
from jounce.numbers import Number, Symbol
from jounce.numbers.symbol import ADD, CONSTANT, COS, DIV, INPUT, MUL, NEG, POW, SELECT, SIN, SUB

WHOLE = 3000
"""Largest number of instructions of a program that is not cut into functions, enough for `inverse_dynamics` of seven joints. Cut
into pieces, that kernel takes 1.5 times as long with flags by which the compiler vectorises neighbouring workspace scalars."""
PIECE = 500
"""Number of instructions per function of programs longer than WHOLE. For a program of 23,000 instructions gcc takes 2.1 s with
500 per function, 2.2 s with 1000 and 3.6 s with 4000."""
ON_STACK = 1000
"""Largest number of scalars of a workspace on the stack, which is small in some threads; larger workspaces have the storage class
WORKSPACE."""
PER_THREAD = "static __thread __attribute__((aligned(64)))"
"""Storage class WORKSPACE of kernels in this process: thread-local memory, allocated at the first call of a thread. The alignment
is explicit because gcc 12 may read memory that is aligned to 8 bytes as vectors of 16 bytes."""
BINARY = {ADD: "+", SUB: "-", MUL: "*", DIV: "/"}


def arguments(program: Printable, real: str = "double") -> str:
    """Return the C parameter list of a kernel: inputs, then outputs."""
    ins = [f"const {real} *restrict {slot.name}" for slot in program.inputs]
    outs = [f"{real} *restrict {slot.name}" for slot in program.outputs]
    return ", ".join(ins + outs)


def in_a_row(slots: Sequence[Slot], array: str) -> list[str]:
    """Return the C expression of each argument, such as `x + 21`; the arguments are stored one after the other in `array`."""
    starts = accumulate((slot.size for slot in slots), initial=0)
    return [f"{array} + {start}" for slot, start in zip(slots, starts)]


def names(program: Printable) -> str:
    """Return the C argument list of a call of the kernel: names of inputs, then outputs."""
    return ", ".join(slot.name for slot in (*program.inputs, *program.outputs))


@singledispatch
def core(program: Printable) -> str:
    """Return the C function `core(...)` of a program, on the type `real`."""
    raise TypeError(f"no way to print {type(program).__name__}")


@core.register
def _(program: Program) -> str:
    return body(program)


def angles_first(program: Printable) -> Printable:
    """Return the program with sines and cosines of inputs moved to the front, because their code branches for large angles.

    All other operations then are in one basic block, within which compilers contract products and sums. Sines and cosines of
    `Program.angles` stay in place: their code does not branch.
    """
    if not isinstance(program, Program):
        return program
    first = [x for x in program.instructions if x.op in (SIN, COS) and x.operand.op == INPUT and x.left not in program.angles]
    if not first:
        return program
    begin = set(first)
    return replace(program, instructions=[*first, *(x for x in program.instructions if x not in begin)])


@singledispatch
def workspace(program: Printable) -> int:
    """Return the number of scalars that one evaluation stores between its functions."""
    raise TypeError(f"no way to print {type(program).__name__}")


@workspace.register
def _(program: Program) -> int:
    return 1 + max(_workspace(cuts_of(program), program).values(), default=-1)


def place(size: int) -> str:
    """Return the storage class of a workspace of `size` scalars: empty if the workspace may be on the stack."""
    return "WORKSPACE " if size > ON_STACK else ""


def cuts_of(program: Program) -> list[Sequence[Symbol]]:
    """Return the instructions of each C function that a program is cut into."""
    count = len(program.instructions)
    piece = PIECE if count > WHOLE else WHOLE
    return [program.instructions[i : i + piece] for i in range(0, count, piece)] or [[]]


def body(program: Program, name: str = "core", how: str = "inline", takes: str | None = None, added: Collection[str] = ()) -> str:
    """Return the C function `NAME(...)` on `real`, preceded by the functions that a long program is cut into.

    how: C function specifier. takes: C parameter list (default: arrays). added: names of outputs that are added to the contents
    of their arrays.
    """
    takes = arguments(program, "real") if takes is None else takes
    cuts = cuts_of(program)
    crossing = _workspace(cuts, program)
    size = 1 + max(crossing.values(), default=-1)
    sinks = _sinks(program, added)
    if len(cuts) == 1:
        lines = _lines(cuts[0], program, {}, set(), sinks) + constant_results(program, added)
        return "\n".join([f"static {how} void {name}({takes})", "{", *used(program), *lines, "}", ""])
    parts: list[str] = []
    earlier: set[Symbol] = set()
    for k, cut in enumerate(cuts):
        lines = _lines(cut, program, crossing, earlier, sinks)
        earlier |= set(cut)
        head = f"static NOINLINE void {name}{k}({takes}, real *restrict w)"
        parts += [head, "{", *used(program), "    (void)w;", *lines, "}", ""]
    calls = [f"    {name}{k}({names(program)}, w);" for k in range(len(cuts))]
    whole = [
        f"static void {name}({takes})",
        "{",
        f"    {place(size)}real w[{max(size, 1)}];",
        *calls,
        *constant_results(program, added),
        "}",
        "",
    ]
    return "\n".join(parts + whole)


def used(program: Program) -> list[str]:
    """Return C lines that mention each argument, so that no compiler warns about unread arguments."""
    return [f"    (void){slot.name};" for slot in (*program.inputs, *program.outputs)]


def _sinks(program: Program, added: Collection[str]) -> dict[Symbol, list[str]]:
    """Return {result: left sides of its assignments to outputs, such as `tau[4] =`}."""
    sinks: dict[Symbol, list[str]] = {}
    for slot, numbers in zip(program.outputs, program.results):
        sign = "+=" if slot.name in added else "="
        for i, x in enumerate(numbers):
            if isinstance(x, Symbol):
                sinks.setdefault(x, []).append(f"{slot.name}[{i}] {sign}")
    return sinks


def constant_results(program: Program, added: Collection[str]) -> list[str]:
    """Return the C assignments of results that are constants or unchanged inputs."""
    lines = []
    for slot, numbers in zip(program.outputs, program.results):
        sign = "+=" if slot.name in added else "="
        for i, x in enumerate(numbers):
            if x is UNTOUCHED:
                continue
            if not isinstance(x, Symbol):
                lines.append(f"    {slot.name}[{i}] {sign} WIDE({literal(x)});")
            elif x.op == INPUT:
                lines.append(f"    {slot.name}[{i}] {sign} {program.symbols[x]};")
    return lines


def literal(x: Number) -> str:
    """Return the C literal of a finite double with all its digits; raise CompilerError for other values."""
    value = float(x)
    if not isfinite(value):
        raise CompilerError(
            f"a constant of the code is {value}, expected finite numbers: numbers of the robot are too large or small"
        )
    return repr(value)


def _lines(
    instructions: Sequence[Symbol],
    program: Program,
    crossing: dict[Symbol, int],
    earlier: set[Symbol],
    sinks: dict[Symbol, list[str]],
) -> list[str]:
    """Return one C statement per instruction; values of earlier functions are read from the workspace at their first use."""
    declared: set[Symbol] = set()
    lines: list[str] = []

    def name(x: Symbol) -> str:
        if x.op == CONSTANT:
            return literal(x.data)
        if x not in declared and (x.op == INPUT or x in earlier):
            source = program.symbols[x] if x.op == INPUT else f"w[{crossing[x]}]"
            lines.append(f"    const real v{x.index} = {source};")
            declared.add(x)
        return f"v{x.index}"

    for node in instructions:
        a = name(node.operand)
        if node.op in BINARY:
            assert node.right is not None
            value = f"{a} {BINARY[node.op]} {name(node.right)}"
        elif node.op == POW:
            assert node.right is not None
            value = f"POW({a}, {name(node.right)})"
        elif node.op == SELECT:
            below, otherwise = (f"WIDE({name(x)})" if x.op == CONSTANT else name(x) for x in node.operands[1:])
            value = f"SELECT({a}, {below}, {otherwise})"
        elif node.op == NEG:
            value = f"-{a}"
        else:
            near = "_NEAR" if node.operand in program.angles else ""
            value = f"{node.op.upper()}{near}({a})"  # SIN, EXP, ..., or SIN_NEAR, COS_NEAR
        lines.append(f"    const real v{node.index} = {value};")
        declared.add(node)
        if node in crossing:
            lines.append(f"    w[{crossing[node]}] = v{node.index};")
        lines += [f"    {sink} v{node.index};" for sink in sinks.get(node, ())]
    return lines


def _workspace(cuts: Sequence[Sequence[Symbol]], program: Program) -> dict[Symbol, int]:
    """Return the workspace position of each value used beyond its own function; positions are reused after the last use."""
    function_of = {node: k for k, cut in enumerate(cuts) for node in cut}
    until: dict[Symbol, int] = {}
    for node in program.instructions:
        for operand in node.operands:
            if operand in function_of and function_of[operand] < function_of[node]:
                until[operand] = function_of[node]
    places: dict[Symbol, int] = {}
    free: list[int] = []
    ends: dict[int, list[int]] = {}
    total = 0
    for k, cut in enumerate(cuts):
        for node in cut:
            if node in until:
                if free:
                    places[node] = free.pop()
                else:
                    places[node] = total
                    total += 1
                ends.setdefault(until[node], []).append(places[node])
        free += ends.pop(k, [])
    return places


SCALAR = """#include <math.h>
typedef double real;
typedef double scalar;
#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif
#ifdef __cplusplus
#define restrict __restrict
#endif
#define SIN(x) sin(x)
#define COS(x) cos(x)
#define SIN_NEAR(x) sin(x)
#define COS_NEAR(x) cos(x)
#define SQRT(x) sqrt(x)
#define EXP(x) exp(x)
#define LOG(x) log(x)
#define TANH(x) tanh(x)
#define ATAN(x) atan(x)
#define ABS(x) fabs(x)
#define SIGN(x) ((x) < 0.0 ? -1.0 : 1.0)
#define POW(x, p) pow(x, p)
#define WIDE(x) (x)
#define SELECT(x, below, otherwise) ((x) < 0.0 ? (below) : (otherwise))
"""
"""Head of C code for one sample: types `real` of instructions and `scalar` of tables (both double), and macros of functions.

In code for batches `real` is a vector. The text also compiles as C++."""
