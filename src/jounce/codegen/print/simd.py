"""Printer of C code for batches: the instructions of one sample on vectors of samples, with the compiler's vector types.

NumPy arrays have one row of joints per sample; a vector register has one joint of several samples. The last, incomplete group
repeats the last sample in the idle lanes, whose results are not written. Sine and cosine are polynomials; the other functions are
calls of the C library, lane by lane. With gcc, one sample and a batch give the same bits; clang contracts different products in
vectors than in scalars.
"""

from math import inf

from jounce.codegen.instruction_selection import is_selectable
from jounce.codegen.print.allocated import ALLOCATED, LONGEST, allocated
from jounce.codegen.print.c import PER_THREAD, angles_first, core, names, place
from jounce.codegen.print.sincos import POLYNOMIALS, by_array
from jounce.codegen.print.transposition import TRANSPOSITION, on_blocks
from jounce.codegen.program import Printable, Program, Slot

MOST_ANGLES = 100
"""Largest number of angles whose range reduction is unrolled; for more angles the reduction is a loop."""

FEW, MANY = (15, 32), (30, 64)
"""(registers to allocate, bytes of a vector) with AVX, and with AVX-512; the processor has one or two registers more."""
LANEWISE_FUSED = """#define FMA(a, b, c) ((a) * (b) + (c)) /* gcc contracts it */
#define NEAR(x) (some(is_far(x)) ? brought_near(x) : (x))
#if LANES == 8
#define IN_LANES(x) {x, x, x, x, x, x, x, x}
#elif LANES == 4
#define IN_LANES(x) {x, x, x, x}
#else
#define IN_LANES(x) {x, x}
#endif
"""
VECTOR = """
#if defined(__AVX512F__)
#define LANES 8
#elif defined(__AVX__)
#define LANES 4
#else
#define LANES 2
#endif
typedef double vector __attribute__((vector_size(8 * LANES)));
typedef vector real;
typedef double scalar;
typedef long long whole __attribute__((vector_size(8 * LANES)));
#define PORTION (64 * LANES)
#define NOINLINE __attribute__((noinline))
#define LANEWISE static inline __attribute__((unused))
"""

LANE_FUNCTIONS = """
LANEWISE real sine_near(real x) { real s, c; sincos_near(x, &s, &c); return s; }
LANEWISE real cosine_near(real x) { real s, c; sincos_near(x, &s, &c); return c; }
#define EACH(function) \\
    LANEWISE real function##_lanes(real x) { for (int l = 0; l < LANES; ++l) x[l] = function(x[l]); return x; }
EACH(sqrt)
EACH(exp)
EACH(log)
EACH(tanh)
EACH(atan)
LANEWISE real pow_lanes(real x, double p) { for (int l = 0; l < LANES; ++l) x[l] = pow(x[l], p); return x; }
LANEWISE real abs_lanes(real x) { return (real)((whole)x & 0x7fffffffffffffffLL); }
LANEWISE real sign_lanes(real x) { return 1.0 - (real)((whole)(x < 0.0) & 0x4000000000000000LL); } /* 2.0 */
LANEWISE real select_lanes(real x, real below, real otherwise)
{
    const whole mask = (whole)(x < 0.0);
    return (real)((mask & (whole)below) | (~mask & (whole)otherwise));
}
#define SIN_NEAR(x) sine_near(x)
#define COS_NEAR(x) cosine_near(x)
#define SIN(x) sine_near(some(is_far(x)) ? brought_near(x) : x)
#define COS(x) cosine_near(some(is_far(x)) ? brought_near(x) : x)
#define SQRT(x) sqrt_lanes(x)
#define EXP(x) exp_lanes(x)
#define LOG(x) log_lanes(x)
#define TANH(x) tanh_lanes(x)
#define ATAN(x) atan_lanes(x)
#define ABS(x) abs_lanes(x)
#define SIGN(x) sign_lanes(x)
#define POW(x, p) pow_lanes(x, p)
#define WIDE(x) ((x) + (real){0})
#define SELECT(x, below, otherwise) select_lanes(x, below, otherwise)
"""

GROUP = """
typedef struct {{
    long long count, *next;
    const double *const *in;
    const long long *step;
    double *const *out;
    const long long *out_step;
    int finite;
}} job;

/* Take portions of samples until none is left. */
static void *work(void *given)
{{
    job *todo = given;
    const long long count = todo->count, *step = todo->step, *out_step = todo->out_step;
    const double *const *in = todo->in;
    double *const *out = todo->out;
    real doubt = {{0}}; /* becomes nan as soon as one input is nan or infinite */
    whole below = {{0}}; /* and this is set as soon as one is too low */
    long long begin;
{uniform}
    while ((begin = __atomic_fetch_add(todo->next, PORTION, __ATOMIC_RELAXED)) < count)
    for (long long b = begin; b < begin + PORTION && b < count; b += LANES) {{
        const int lanes = count - b < LANES ? (int)(count - b) : LANES;
        const long long ahead = b + 3 * LANES < count ? 2 * LANES : 0;
        {locals};
{gather}
{near}
        core({names});
{scatter}
    }}
    double total = 0.0;
    for (int l = 0; l < LANES; ++l) total += doubt[l];
    todo->finite = total == 0.0 && !some(below);
    return 0;
}}

/* Samples from `next` up to `count`. Rows of `in` and `out` are addressed one by one: sample b of row r begins at
   in[r] + b * step[r]. Up to `threads` threads share the work through `parallel`, see pool.c. Returns whether all numbers that
   came in were finite. */
int {name}_batch(long long next, long long count, int threads, void (*parallel)(void *(*)(void *), void **, int),
    const double *const *in, const long long *step, double *const *out, const long long *out_step)
{{
    enum {{ MOST = 256 }};
    job todo[MOST];
    void *jobs[MOST];
    int finite = 1;
    if (threads > MOST) threads = MOST;
    for (int k = 0; k < threads; ++k) {{
        todo[k] = (job){{count, &next, in, step, out, out_step, 1}};
        jobs[k] = &todo[k];
    }}
    if (threads > 1)
        parallel(work, jobs, threads);
    else
        work(jobs[0]);
    for (int k = 0; k < threads; ++k) finite &= todo[k].finite;
    return finite;
}}
"""


def _looked_at(slot: Slot) -> list[str]:
    """Return the C lines that check that the inputs of a slot are finite and within the bounds."""
    lines = _too_large(slot) + _moments_without_mass(slot)
    if not slot.lowest:
        return [*on_blocks("DOUBT{size}(to, {i});", slot.width, "            "), *lines]
    table = ", ".join("NAN" if x != x else "-INFINITY" if x == -inf else repr(x) for x in slot.lowest)
    return [
        f"            static const double lowest[{slot.size}] = {{{table}}};",
        f"            for (int i = 0; i < {slot.width}; ++i) {{",
        f"                const double low = lowest[r * {slot.width} + i];",
        "                if (low != low) continue; /* nobody reads it */",
        "                doubt += to[i] * 0.0;",
        f"                below |= (whole)(to[i] < low){_above(slot)};",
        "            }",
        *lines,
    ]


def _above(slot: Slot) -> str:
    """Return the C condition that an input exceeds the upper bound of a slot; empty without an upper bound."""
    return f" | (whole)(abs_lanes(to[i]) > {slot.largest!r})" if slot.largest < inf else ""


def _too_large(slot: Slot) -> list[str]:
    """Return the C line that checks the upper bound of a slot without lower bounds; none without an upper bound."""
    if slot.lowest or slot.largest == inf:
        return []
    return [f"            for (int i = 0; i < {slot.width}; ++i) below |= (whole)(abs_lanes(to[i]) > {slot.largest!r});"]


def _moments_without_mass(slot: Slot) -> list[str]:
    """Return the C lines that reject zero masses with nonzero moments in the first row of a slot."""
    if not slot.masses:
        return []
    lines = ["            if (r == 0) {"]
    for i, count in slot.masses:
        rest = " + ".join(f"abs_lanes(to[{i + k}])" for k in range(1, count + 1))
        lines.append(f"                below |= (whole)(to[{i}] == 0.0) & (whole)({rest} > 0.0);")
    return [*lines, "            }"]


def _brought_near(angles: list[str]) -> list[str]:
    """Return the C lines that reduce large angles by whole turns: unrolled, or for many angles a loop, which compiles faster."""
    if not angles:
        return []
    if len(angles) <= MOST_ANGLES:
        far = " | ".join(f"is_far({x})" for x in angles)
        return [f"        if (some({far})) {{", *(f"            {x} = brought_near({x});" for x in angles), "        }"]
    lines = []
    for name, indices in by_array(angles).items():
        each = f"for (int k = 0; k < {len(indices)}; ++k)"
        lines += [
            f"        static const int turning_{name}[{len(indices)}] = {{{', '.join(indices)}}};",
            f"        whole far_{name} = {{0}};",
            f"        {each} far_{name} |= is_far({name}[turning_{name}[k]]);",
            f"        if (some(far_{name}))",
            f"            {each} {name}[turning_{name}[k]] = brought_near({name}[turning_{name}[k]]);",
        ]
    return lines


def _core(program: Printable) -> list[str]:
    """Return the C function `core` on vectors, with allocated registers if the program is selectable (`is_selectable`)."""
    if not (isinstance(program, Program) and len(program.instructions) <= LONGEST and is_selectable(program)):
        return [core(program)]
    texts = [allocated(program, registers, size) for registers, size in (FEW, MANY)]
    return [ALLOCATED, LANEWISE_FUSED, "#if LANES < 8", texts[0], "#else", texts[1], "#endif"]


def batch_source(program: Printable) -> str:
    """Return the C translation unit with the function `NAME_batch` for many samples."""
    slots = (*program.inputs, *program.outputs)
    varying = [f"{slot.name}[{max(slot.size, 1)}]" for slot in slots if not slot.uniform]
    local = f"{place(sum(slot.size for slot in slots))}real {', '.join(varying)}"
    uniform, gather, scatter, row = [], [], [], 0
    for slot in program.inputs:
        if slot.uniform:
            uniform += [
                f"    {place(slot.size)}real {slot.name}[{max(slot.size, 1)}];",
                f"    for (int i = 0; i < {slot.width}; ++i) {slot.name}[i] = WIDE(in[{row}][i]);",
            ]
            row += 1
            continue
        gather += [
            f"        for (int r = 0; r < {slot.rows}; ++r) {{",
            f"            const long long gap = step[{row} + r];",
            f"            real *const to = {slot.name} + r * {slot.width};",
            f"            PLACES(const double, place, in[{row} + r] + b * gap, gap);",
            f"            for (int i = 0; i < {slot.width}; i += 8) FETCH(place, ahead * gap + i);",
            *on_blocks("TAKE{size}(to, place, {i});", slot.width, "            "),
            *_looked_at(slot),
            "        }",
        ]
        row += slot.rows
    row = 0
    for slot in program.outputs:
        scatter += [
            f"        for (int r = 0; r < {slot.rows}; ++r) {{",
            f"            const long long gap = out_step[{row} + r];",
            f"            const real *const from = {slot.name} + r * {slot.width};",
            f"            PLACES(double, place, out[{row} + r] + b * gap, gap);",
            *on_blocks("PUT{size}(place, from, {i});", slot.width, "            "),
            "        }",
        ]
        row += slot.rows
    group = GROUP.format(
        name=program.name,
        locals=local,
        uniform="\n".join(uniform),
        gather="\n".join(gather),
        near="\n".join(_brought_near(program.angle_places)),
        names=names(program),
        scatter="\n".join(scatter),
    )
    return "\n".join(
        [
            "#include <math.h>",
            VECTOR,
            POLYNOMIALS,
            LANE_FUNCTIONS,
            TRANSPOSITION,
            f"#define WORKSPACE {PER_THREAD}",
            *_core(angles_first(program)),
            group,
        ]
    )
