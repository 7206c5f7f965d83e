"""Printer of a straight-line program as C with allocated registers and explicit spills, on doubles or on vectors.

gcc and clang allocate the registers of long straight-line code badly: gcc's code for elastic inverse dynamics of 7 joints has
3,885 instructions (25 KB), 866 of them moves to integer registers, and is bound by the decoding of instructions. The printed code
stores spilled values into memory slots; an empty `asm` that may change a slot makes the compiler read the value from the slot.
Inputs, constants and slots are addressed from base pointers. Another empty `asm` hides the origin of these pointers, so that the
compiler keeps the pointers in registers and displacements take 8 bits. Other compilers see no `asm`, only plain C.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from jounce.codegen.instruction_selection import COPY, FMA, TABLE, TOGETHER, TURNED, Cell, Operation, Selection, select
from jounce.codegen.list_scheduling import schedule
from jounce.codegen.print.c import arguments, constant_results, cuts_of, literal, used
from jounce.codegen.print.sincos import by_array
from jounce.codegen.program import Program
from jounce.codegen.register_allocation import SPILLED, Load, Spill, Step, allocate
from jounce.numbers.symbol import ADD, DIV, MUL, NEG, SQRT, SUB

LONGEST = 10_000
"""Largest number of instructions of a program whose registers are allocated. gcc takes 3.1 s for 8,000 instructions and 5.8 s for
17,000; for the same programs as plain C, cut into functions, it takes 2.8 and 4.4 s."""
REACH = 256
"""Number of bytes around a base pointer that displacements of 8 bits reach."""
BASES = 12
"""Largest number of base pointers: the integer registers of x86-64, less the stack pointer and some for the outputs."""
SIGN = {ADD: "+", SUB: "-", MUL: "*", DIV: "/"}
ALLOCATED = """
#if defined(__GNUC__)
#define STAYS(x) __asm__("" : "+m"(x))
#define HIDDEN(p) __asm__("" : "+r"(p))
#else
#define STAYS(x)
#define HIDDEN(p)
#endif
#if defined(__GNUC__) && defined(__AVX512F__)
#define APART(x) __asm__("" : "+v"(x))
#elif defined(__GNUC__) && defined(__x86_64__)
#define APART(x) __asm__("" : "+x"(x))
#elif defined(__GNUC__) && defined(__aarch64__)
#define APART(x) __asm__("" : "+w"(x))
#else
#define APART(x) STAYS(x)
#endif
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8)
#define UNCHECKED __attribute__((no_sanitize("undefined")))
#else
#define UNCHECKED
#endif
"""
"""C macros of code with allocated registers: STAYS pins a value to memory, HIDDEN hides the origin of a pointer, APART prevents
that the compiler contracts a product, and UNCHECKED omits the checks of -fsanitize=undefined.

These checks are a branch at each access by a hidden pointer. With them clang took 43 s, and gcc 23 s, for inverse dynamics of the
LWR; with UNCHECKED 0.9 s and 0.5 s. Without -fsanitize, UNCHECKED changes nothing."""


def allocated(program: Program, registers: int, size: int = 8) -> str:
    """Return the C function `core` of a selectable program (`is_selectable`) with `registers` allocated registers.

    size: bytes of a `real`, 8 for one sample, more for vectors. On vectors `core` is not inlined: inlined into the loop over
    samples by gcc 12, it was half as fast (tau_m of the LWR, AVX2).
    """
    selection = select(program, cuts_of(program))
    allocation = allocate(schedule(selection.operations), registers)
    cells = Counter(cell for step in allocation.steps for cell in _cells(step))
    constants = sorted({cell.place for cell in cells if cell.array == TABLE}, key=lambda k: -cells[Cell(TABLE, k)])
    sizes = {slot.name: slot.size for slot in program.inputs}
    sizes |= {TURNED: 2 * selection.cosines, SPILLED: allocation.slots, TABLE: len(constants)}
    moved = {Cell(TABLE, k): Cell(TABLE, i) for i, k in enumerate(constants)}
    bases = _bases(Counter({moved.get(cell, cell): count for cell, count in cells.items()}), sizes, REACH // size)

    def address(cell: Cell) -> str:
        cell = moved.get(cell, cell)
        name, middle = min(bases[cell.array], key=lambda base: abs(base[1] - cell.place))
        return f"{name}[{cell.place - middle}]"

    declared = []
    if constants:
        numbers = ", ".join(f"IN_LANES({literal(selection.table[k])})" for k in constants)
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
            f"static {'inline UNCHECKED' if size == 8 else 'NOINLINE'} void core({arguments(program, 'real')})",
            "{",
            *used(program),
            *declared,
            *(_turned(selection, program) if size == 8 else _turned_in_lanes(selection, program)),
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


def _bases(cells: Counter[Cell], sizes: Mapping[str, int], within: int) -> dict[str, list[tuple[str, int]]]:
    """Return {array: [(name, index) of a base pointer, ...]}: one per array, and more where scalars are accessed most often.

    cells: number of accesses of each scalar. sizes: size of each array. within: number of scalars that one base pointer reaches.
    """
    windows: Counter[tuple[str, int]] = Counter()
    for cell, count in cells.items():
        windows[cell.array, cell.place // within] += count
    ordered = [window for window, _ in windows.most_common()]
    chosen = list(dict(reversed(ordered)).items())
    chosen += [window for window in ordered if window not in chosen][: max(0, BASES - len(chosen))]
    bases: dict[str, list[tuple[str, int]]] = {}
    for k, (array, window) in enumerate(sorted(chosen)):
        bases.setdefault(array, []).append((f"at_{k}", min(window * within + within // 2, sizes[array])))
    return bases


def _turned(selection: Selection, program: Program) -> list[str]:
    """Return the C lines that compute sines and cosines of the angles of one sample, four angles at a time."""
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


def _turned_in_lanes(selection: Selection, program: Program) -> list[str]:
    """Return the C lines that compute sines and cosines of the angles on vectors of samples."""
    lines = [f"    real {TURNED}[{2 * selection.cosines}];"] if selection.angles else []
    for k, x in enumerate(selection.angles):
        angle = program.symbols[x] if x in program.angles else f"NEAR({program.symbols[x]})"
        lines.append(f"    sincos_near({angle}, {TURNED} + {k}, {TURNED} + {selection.cosines + k});")
    return lines


def _statements(steps: Sequence[Step], address: Callable[[Cell], str]) -> Iterator[str]:
    """Yield the C statements of all steps; address: function that returns the C expression of a scalar in memory."""
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
    """Return the C expression of an operation on these operands."""
    if operation.op in SIGN:
        return f" {SIGN[operation.op]} ".join(operands)
    if operation.op == FMA:
        (a, b, c), (first, last) = operands, operation.minus
        return f"FMA({'-' * first}{a}, {b}, {'-' * last}{c})"
    return {NEG: "-{}", SQRT: "SQRT({})", COPY: "{}"}[operation.op].format(*operands)
