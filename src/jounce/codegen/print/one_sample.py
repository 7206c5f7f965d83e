"""One sample as C99: the text of a program with registers allocated and spills written out, or the plain text on doubles.

gcc and clang allocate the registers of long straight-line code badly: of elastic inverse dynamics of 7 joints, gcc's code is
3,885 instructions and 25 KB, 866 of them moves to integer registers, and is bound by the decoding of instructions. Here values
that give way are stored into slots and read from there, pinned with an empty `asm` that may change the slot; inputs, constants
and slots are reached from base pointers that another empty `asm` hides, so that the compiler keeps them in registers and
displacements take 8 bits. Other compilers see no `asm`, and the same text is plain C.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from jounce.codegen.instruction_selection import (
    COPY,
    FMA,
    TABLE,
    TOGETHER,
    TURNED,
    Cell,
    Operation,
    Selection,
    is_selectable,
    select,
)
from jounce.codegen.list_scheduling import schedule
from jounce.codegen.print.c import SCALAR, angles_first, arguments, constant_results, core, cuts_of, literal, names, place, used
from jounce.codegen.print.sincos import ONE_SAMPLE, by_array
from jounce.codegen.program import Printable, Program
from jounce.codegen.register_allocation import SPILLED, Load, Spill, Step, allocate
from jounce.numbers.symbol import ADD, DIV, MUL, NEG, SQRT, SUB

REGISTERS = 15
"""Vector registers of x86-64, less one. With the 32 of AVX-512, 31 of them take 2 % off the time of elastic inverse dynamics."""
LONGEST = 10_000
"""Instructions of a program whose registers are allocated. Of 8,000 gcc takes 3.1 s, of 17,000 5.8 s, where plain text in pieces
takes 2.8 and 4.4 s."""
WITHIN = 32
"""Doubles that displacements of 8 bits reach from a base pointer."""
BASES = 12
"""Base pointers at most: integer registers of x86-64, less the stack pointer and some for the outputs."""
SIGN = {ADD: "+", SUB: "-", MUL: "*", DIV: "/"}
ALLOCATED = """
#if defined(__GNUC__)
#define STAYS(x) __asm__("" : "+m"(x))
#define HIDDEN(p) __asm__("" : "+r"(p))
#else
#define STAYS(x)
#define HIDDEN(p)
#endif
#if defined(__GNUC__) && defined(__x86_64__)
#define APART(x) __asm__("" : "+x"(x))
#elif defined(__GNUC__) && defined(__aarch64__)
#define APART(x) __asm__("" : "+w"(x))
#else
#define APART(x) STAYS(x)
#endif
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA) || defined(__FP_FAST_FMA)
#define FMA(a, b, c) __builtin_fma(a, b, c)
#else
#define FMA(a, b, c) ((a) * (b) + (c))
#endif
"""


def scalar_source(program: Printable, storage: str = "", real: str = "double") -> str:
    """Return a translation unit with `NAME` for one sample.

    storage: of large workspaces, on the stack if it is empty. real: "float" for a text that `single` can convert, with sine and
    cosine of the C library and without allocated registers.
    """
    program = angles_first(program)
    lines = [f"    core({names(program)});"]
    if real == "float":
        parts = [f"{SCALAR}#define WORKSPACE {storage}\n", core(program)]
    elif isinstance(program, Program) and len(program.instructions) <= LONGEST and is_selectable(program):
        parts = [f"{SCALAR}{ONE_SAMPLE}{ALLOCATED}", allocated(program)]
    else:
        parts = [f"{SCALAR}{ONE_SAMPLE}#define WORKSPACE {storage}\n", core(program)]
        lines = [*_brought_near(program), *lines]
    return "\n".join([*parts, "\n".join([f"void {program.name}({arguments(program)})", "{", *lines, "}", ""])])


def _brought_near(program: Printable) -> list[str]:
    """Return the lines before the computation of one sample that bring its angles near."""
    sizes = {slot.name: slot.size for slot in program.inputs}
    lines = []
    for name, indices in by_array(program.angle_places).items():
        size, count = sizes[name], len(indices)
        lines += [
            f"    static const int turning_{name}[{count}] = {{{', '.join(indices)}}};",
            f"    {place(size)}double near_{name}[{size}];",
            f"    ALL_NEAR({name}, near_{name}, {size}, turning_{name}, {count});",
        ]
    return lines


def allocated(program: Program, registers: int = REGISTERS) -> str:
    """Return `static void core(...)` of a selectable program with registers allocated."""
    selection = select(program, cuts_of(program))
    allocation = allocate(schedule(selection.operations), registers)
    cells = Counter(cell for step in allocation.steps for cell in _cells(step))
    constants = sorted({cell.place for cell in cells if cell.array == TABLE}, key=lambda k: -cells[Cell(TABLE, k)])
    sizes = {slot.name: slot.size for slot in program.inputs}
    sizes |= {TURNED: 2 * selection.cosines, SPILLED: allocation.slots, TABLE: len(constants)}
    moved = {Cell(TABLE, k): Cell(TABLE, i) for i, k in enumerate(constants)}
    bases = _bases(Counter({moved.get(cell, cell): count for cell, count in cells.items()}), sizes)

    def address(cell: Cell) -> str:
        cell = moved.get(cell, cell)
        name, middle = min(bases[cell.array], key=lambda base: abs(base[1] - cell.place))
        return f"{name}[{cell.place - middle}]"

    declared = []
    if constants:
        numbers = ", ".join(literal(selection.table[k]) for k in constants)
        declared.append(f"    static const real {TABLE}[{len(constants)}] = {{{numbers}}};")
    if allocation.slots:
        declared.append(f"    real {SPILLED}[{allocation.slots}];")
    pointers = []
    for array, pairs in bases.items():
        const = "" if array == SPILLED else "const "
        for name, middle in pairs:
            pointers.append(f"    {const}real *{name} = {array} + {middle}; HIDDEN({name});")
    return "\n".join(
        [
            f"static inline void core({arguments(program, 'real')})",
            "{",
            *used(program),
            *declared,
            *_turned(selection, program),
            *pointers,
            *_statements(allocation.steps, address),
            *constant_results(program, ()),
            "}",
            "",
        ]
    )


def _cells(step: Step) -> list[Cell]:
    """Return the places in memory that a step reads or writes."""
    if isinstance(step, Load):
        return [step.source]
    if isinstance(step, Spill):
        return [step.target]
    return [cell for cell in step.sources if cell is not None]


def _bases(cells: Counter[Cell], sizes: Mapping[str, int]) -> dict[str, list[tuple[str, int]]]:
    """Return the base pointers (name, index that it points to) of each array: one at least, others where most is read."""
    parts: Counter[tuple[str, int]] = Counter()
    for cell, count in cells.items():
        parts[cell.array, cell.place // WITHIN] += count
    ordered = [part for part, _ in parts.most_common()]
    chosen = list(dict(reversed(ordered)).items())
    chosen += [part for part in ordered if part not in chosen][: max(0, BASES - len(chosen))]
    bases: dict[str, list[tuple[str, int]]] = {}
    for k, (array, part) in enumerate(sorted(chosen)):
        bases.setdefault(array, []).append((f"at_{k}", min(part * WITHIN + WITHIN // 2, sizes[array])))
    return bases


def _turned(selection: Selection, program: Program) -> list[str]:
    """Return the lines that compute the sines and cosines of the angles, four at a time."""
    count, cosines = len(selection.angles), selection.cosines
    if not count:
        return []
    places = [program.symbols[x] for x in selection.angles]
    array, indices = next(iter(by_array(places).items()))
    begin = int(indices[0])
    in_a_row = count >= TOGETHER and places == [f"{array}[{begin + k}]" for k in range(count)]
    lines = [f"    real {TURNED}[{2 * cosines}];"]
    if not in_a_row:
        lines.append(f"    const real angle_[{cosines}] = {{{', '.join(places)}}};")
    begins = sorted({*range(0, cosines - TOGETHER + 1, TOGETHER), cosines - TOGETHER})
    source = f"{array} + {begin} +" if in_a_row else "angle_ +"
    return [*lines, *(f"    sincos_four({source} {k}, {TURNED} + {k}, {TURNED} + {cosines + k});" for k in begins)]


def _statements(steps: Sequence[Step], address: Callable[[Cell], str]) -> Iterator[str]:
    """Yield the statements of all steps."""
    names: dict[Operation | Cell, str] = {}
    for k, step in enumerate(steps):
        if isinstance(step, Load):
            names[step.value] = f"v{k}"
            yield f"    const real v{k} = {address(step.source)};"
        elif isinstance(step, Spill):
            slot = address(step.target)
            yield f"    {slot} = {names[step.value]}; STAYS({slot});"
        else:
            operation = step.operation
            operands = [names[x] if cell is None else address(cell) for x, cell in zip(operation.operands, step.sources)]
            names[operation] = f"v{k}"
            if operation.apart:
                yield f"    real v{k} = {_expression(operation, operands)}; APART(v{k});"
            else:
                yield f"    const real v{k} = {_expression(operation, operands)};"
            yield from (f"    {sink} = v{k};" for sink in operation.sinks)


def _expression(operation: Operation, operands: Sequence[str]) -> str:
    """Return an operation in C."""
    if operation.op in SIGN:
        return f" {SIGN[operation.op]} ".join(operands)
    if operation.op == FMA:
        (a, b, c), (first, last) = operands, operation.minus
        return f"FMA({'-' * first}{a}, {b}, {'-' * last}{c})"
    return {NEG: "-{}", SQRT: "SQRT({})", COPY: "{}"}[operation.op].format(*operands)
