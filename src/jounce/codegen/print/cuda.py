"""Printer of a traced program as CUDA C++ with one thread per sample.

Arrays may have any layout: each row of an argument has an address, a stride between samples, and a stride between the scalars
of a sample. If neighbouring samples are adjacent in memory (one array per scalar), writes of threads coalesce. If the scalars
of a sample are adjacent (one row per sample), reads are served by the cache, and writes take more transactions. Intermediate
results are in registers of the thread. Straight-line code addresses its arguments at their use; loops over links work on copies
in the thread's local memory.

The text is C++20 for NVRTC. It needs no header, and compiles for a CPU as well, with a few macros in place of CUDA's keywords.
"""

import re
from collections.abc import Sequence
from itertools import accumulate

from jounce.codegen.print.c import body, core, names
from jounce.codegen.print.single import single
from jounce.codegen.program import Printable, Program, Slot

BOUNDS = {"float64": (64, 4), "float32": (128, 4)}
"""{dtype: (threads per block, least number of blocks per multiprocessor)}, which bound the registers of a thread to 255 in double
and 128 in single precision. Elastic inverse dynamics of seven joints takes 254 registers in double precision, and is much slower
with fewer; in single precision, 128 registers with twice the threads are 40 % faster than 196 registers."""
BOUNDS_OF_STEPS = (64, 4)
"""(threads per block, least number of blocks per multiprocessor) for kernels of Runge-Kutta steps; a thread, which stores the
state, has up to 255 registers in any precision."""
TYPES = {"float64": "double", "float32": "float"}
PAIR = re.compile(r"( +)const real (v\d+) = (SIN|COS)(?:_NEAR)?\((v\d+)\);\n")
FUNCTION = re.compile(r"^(?=static )", re.MULTILINE)

HEADER = """typedef {real} real;
typedef {real} scalar;
#define restrict __restrict__
#define NOINLINE __noinline__
#define WORKSPACE
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#define SIN(x) sin{f}(x)
#define COS(x) cos{f}(x)
#define SIN_NEAR(x) sin{f}(x)
#define COS_NEAR(x) cos{f}(x)
#define SINCOS(x, s, c) sincos{f}(x, s, c)
#define SQRT(x) sqrt{f}(x)
#define EXP(x) exp{f}(x)
#define LOG(x) log{f}(x)
#define TANH(x) tanh{f}(x)
#define ATAN(x) atan{f}(x)
#define ABS(x) fabs{f}(x)
#define SIGN(x) ((x) < real(0) ? real(-1) : real(1))
#define POW(x, p) pow{f}(x, p)
#define WIDE(x) (x)
#define SELECT(x, below, otherwise) ((x) < real(0) ? (below) : (otherwise))

/* A row: its first number, and how far samples and numbers of a sample are apart. */
struct row {{ real *at; long long sample, number; }};
struct arguments {{ long long count; row in[{ins}], out[{outs}]; }};
template <int WIDTH> struct given {{
    const row *rows; long long b;
    __device__ __forceinline__ real operator[](int i) const
    {{
        const row &r = rows[i / WIDTH];
        return __ldg(r.at + (b * r.sample + (i % WIDTH) * r.number));
    }}
}};
template <int WIDTH> struct made {{
    const row *rows; long long b;
    __device__ __forceinline__ real &operator[](int i) const
    {{
        const row &r = rows[i / WIDTH];
        return r.at[b * r.sample + (i % WIDTH) * r.number];
    }}
}};
"""

ENTRY = """
extern "C" __global__ void __launch_bounds__({threads}, {blocks}) {name}(const __grid_constant__ arguments a{more})
{{
    const long long b = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= a.count) return;
{lines}
}}
"""


def cuda_source(program: Printable, dtype: str, bounds: tuple[int, int] | None = None) -> str:
    """Return a CUDA translation unit with the kernel `NAME(arguments)`, for `dtype` 'float64' or 'float32'.

    bounds: (threads per block, least number of blocks per multiprocessor), default `BOUNDS`.
    """
    bounds = bounds or BOUNDS[dtype]
    call = f"    core({names(program)});"
    if isinstance(program, Program):
        lines = [*_handles("given", "in", program.inputs), *_handles("made", "out", program.outputs), call]
    else:
        lines = [
            *_copied(program.inputs),
            *_handles("made", "out", program.outputs, "_"),
            *(f"    real {slot.name}[{max(slot.size, 1)}];" for slot in program.outputs),
            call,
            *(f"    for (int i = 0; i < {slot.size}; ++i) {slot.name}_[i] = {slot.name}[i];" for slot in program.outputs),
        ]
    rows = sum(slot.rows for slot in program.outputs)
    return _unit(program, dtype, rows, _entry(program.name, lines, bounds))


def steps_source(program: Printable, dtype: str, bounds: tuple[int, int] = BOUNDS_OF_STEPS) -> str:
    """Return a CUDA translation unit with `NAME_steps(arguments, h, steps)`: Runge-Kutta steps of order 4, all in one launch.

    The program computes accelerations, one output for each pair of positions and velocities. Its inputs begin with these pairs
    and the torque, row after row: q, qd, tau; or q, qd, theta, thetad, tau_m, in one slot, or in two slots if there are more
    motors than DOFs. The torque and all later inputs are constant during the steps; the output is the state after all steps. h:
    step [s]. In single precision, the rounding error of a step is added to the next step: otherwise a thousand steps lose three
    of seven digits.
    """
    exact = dtype == "float64"
    moving = program.inputs[: 2 if program.inputs[0].rows == 2 else 1]
    others = program.inputs[len(moving) :]
    states = [f"{slot.name}[{r * slot.width} + i]" for slot in moving for r in range(slot.rows)][:-1]
    widths = [slot.width for slot in moving for _ in range(slot.rows)][:-1]
    starts = list(accumulate(widths, initial=0))
    lines = _copied(moving)
    lines += _handles("given", "in", others, at=sum(slot.rows for slot in moving)) if isinstance(program, Program) else []
    lines += [] if isinstance(program, Program) else _copied(others, sum(slot.rows for slot in moving))
    size = starts[-1]
    lines += [f"    real x[{size}], sum[{size}]{'' if exact else f', lost[{size}] = {{}}'};"]
    lines += ["    for (int k = 0; k < steps; ++k) {"]
    each = [f"for (int i = 0; i < {width}; ++i)" for width in widths]
    for loop, at, y in zip(each, starts, states):
        lines.append(f"        {loop} {{ x[{at} + i] = {y}; sum[{at} + i] = {y if exact else f'lost[{at} + i]'}; }}")
    lines += ["        #pragma unroll 1", "        for (int stage = 0; stage < 4; ++stage) {"]
    lines += [f"            real {slot.name}[{slot.size}];" for slot in program.outputs]
    lines += [
        f"            core({names(program)});",
        "            const real share = stage % 3 ? h / 3 : h / 6, on = stage < 2 ? h / 2 : h;",
    ]
    for r, (loop, at, y) in enumerate(zip(each, starts, states)):
        rate = states[r + 1] if r % 2 == 0 else f"{program.outputs[r // 2].name}[i]"
        reached = f"x[{at} + i] + on * {rate}"
        lines += [
            f"            {loop} {{",
            f"                sum[{at} + i] += share * {rate};",
            f"                {y} = {f'stage < 3 ? {reached} : sum[{at} + i]' if exact else reached};",
            "            }",
        ]
    lines += ["        }"]
    if not exact:
        for loop, at, y in zip(each, starts, states):
            lines += [f"        {loop} {{", f"            {y} = x[{at} + i] + sum[{at} + i];"]
            lines += [f"            lost[{at} + i] = sum[{at} + i] - ({y} - x[{at} + i]);", "        }"]
    lines += ["    }"]
    for r, (loop, width, y) in enumerate(zip(each, widths, states)):
        lines.append(f"    {loop} made<{width}>{{a.out + {r}, b}}[i] = {y};")
    entry = _entry(f"{program.name}_steps", lines, bounds, ", const real h, const int steps")
    return _unit(program, dtype, len(states), entry)


def _unit(program: Printable, dtype: str, outs: int, entry: str) -> str:
    real = TYPES[dtype]
    ins = sum(slot.rows for slot in program.inputs)
    header = HEADER.format(real=real, f="f" if real == "float" else "", ins=max(ins, 1), outs=max(outs, 1))
    text = body(program, how="__forceinline__", takes=_generic(program)) if isinstance(program, Program) else core(program)
    text = "".join(map(_paired, FUNCTION.split(text)))
    return "\n".join([header, single(text) if real == "float" else text, entry])


def _generic(program: Printable) -> str:
    """Return the C++ parameter list of the kernel, `const auto` for arguments that are indexed like arrays."""
    return ", ".join(f"const auto {slot.name}" for slot in (*program.inputs, *program.outputs))


def _paired(function: str) -> str:
    """Replace sine and cosine of the same angle in a C function by one call of SINCOS; return the new text."""
    value_names: dict[str, dict[str, str]] = {}
    for _, name, which, angle in PAIR.findall(function):
        value_names.setdefault(angle, {}).setdefault(which, name)
    written: set[str] = set()

    def replaced(match: re.Match[str]) -> str:
        space, _, _, angle = match.groups()
        if len(value_names[angle]) < 2:
            return match[0]
        if angle in written:
            return ""
        written.add(angle)
        sine, cosine = value_names[angle]["SIN"], value_names[angle]["COS"]
        return f"{space}real {sine}, {cosine};\n{space}SINCOS({angle}, &{sine}, &{cosine});\n"

    return PAIR.sub(replaced, function)


def _entry(name: str, lines: list[str], bounds: tuple[int, int], more: str = "") -> str:
    return ENTRY.format(threads=bounds[0], blocks=bounds[1], name=name, lines="\n".join(lines), more=more)


def _handles(kind: str, array: str, slots: Sequence[Slot], mark: str = "", at: int = 0) -> list[str]:
    """Return C++ declarations of handles by which arguments are indexed like arrays.

    kind: 'given' for inputs, 'made' for outputs. array: 'in' or 'out'. mark: suffix of the names. at: index of the first row.
    """
    starts = accumulate((slot.rows for slot in slots), initial=at)
    handles = [f"    const {kind}<{max(slot.width, 1)}> {slot.name}{mark}" for slot in slots]
    return [f"{handle} = {{a.{array} + {k}, b}};" for handle, k in zip(handles, starts)]


def _copied(slots: Sequence[Slot], at: int = 0) -> list[str]:
    """Return C++ lines that copy input arguments into local arrays of the thread; at: index of the first row."""
    lines = _handles("given", "in", slots, "_", at)
    for slot in slots:
        lines.append(f"    real {slot.name}[{max(slot.size, 1)}];")
        lines.append(f"    for (int i = 0; i < {slot.size}; ++i) {slot.name}[i] = {slot.name}_[i];")
    return lines
