"""Printer of a program as C99 for one sample, with allocated registers if possible."""

from jounce.codegen.instruction_selection import is_selectable
from jounce.codegen.print.allocated import ALLOCATED, LONGEST, allocated
from jounce.codegen.print.c import SCALAR, angles_first, arguments, core, names, place
from jounce.codegen.print.sincos import ONE_SAMPLE, by_array
from jounce.codegen.program import Printable, Program

REGISTERS = 15
"""Number of registers to allocate: the vector registers of x86-64, less one. 31 of the 32 registers of AVX-512 would save 2 % of
the time of elastic inverse dynamics."""
FUSED = """#define IN_LANES(x) x
#if defined(__FMA__) || (defined(__ARM_FEATURE_FMA) && (__ARM_FP & 8)) || defined(__FP_FAST_FMA)
#define FMA(a, b, c) __builtin_fma(a, b, c)
#else
#define FMA(a, b, c) ((a) * (b) + (c))
#endif
"""
"""C macro FMA(a, b, c): one instruction where the processor has it for doubles, else a product and a sum.

Bit 3 of __ARM_FP stands for doubles: Cortex-M4 has the instruction for floats only; __builtin_fma of doubles is a slow call."""


def scalar_source(program: Printable, storage: str = "", real: str = "double") -> str:
    """Return a C translation unit with the function `NAME` for one sample.

    storage: C storage class of large workspaces; empty for workspaces on the stack. real: "float" for a text that `single` can
    convert to single precision, with sine and cosine of the C library and without allocated registers.
    """
    program = angles_first(program)
    lines = [f"    core({names(program)});"]
    if real == "float":
        parts = [f"{SCALAR}#define WORKSPACE {storage}\n", core(program)]
    elif isinstance(program, Program) and len(program.instructions) <= LONGEST and is_selectable(program):
        parts = [f"{SCALAR}{ONE_SAMPLE}{ALLOCATED}{FUSED}", allocated(program, REGISTERS)]
    else:
        parts = [f"{SCALAR}{ONE_SAMPLE}#define WORKSPACE {storage}\n", core(program)]
        lines = [*_brought_near(program), *lines]
    return "\n".join([*parts, "\n".join([f"void {program.name}({arguments(program)})", "{", *lines, "}", ""])])


def _brought_near(program: Printable) -> list[str]:
    """Return the C lines that reduce large angles by whole turns before the computation of one sample."""
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
