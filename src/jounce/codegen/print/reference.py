"""Printer of reference generators in C: curves with derivatives, and inverse kinematics of tool paths by Newton's method.

A curve is a piecewise polynomial or a sum of harmonics. Each polynomial piece is a Taylor series about its middle; one run of
Horner's scheme gives value and derivatives. The equations of the inverse kinematics are traced programs; the code that solves
their small dense linear systems, with pivoting and in arrays of fixed size, is printed by this module.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from jounce.codegen.print.c import body, core, literal, workspace
from jounce.codegen.program import Program, Slot

NEARLY_SINGULAR = 100.0
"""Condition number of the Jacobian (Frobenius norm) above which a pose counts as singular: two equal links are then within 3
degrees of being stretched, and the fourth derivative of the joint positions is 1e9 times the fourth derivative of the tool."""
MOST_STEPS = 12
"""Largest number of steps of Newton's method. From the joint positions of the previous sample, 1 ms before, it takes 2 or 3."""
ENOUGH, ENOUGH_IN_FLOAT = 1e-8, 1e-4
"""Step [rad or m] below which Newton's method ends, in double and single precision; the next step is about the square
of the step before."""


@dataclass(frozen=True)
class Curve:
    """Piecewise polynomial curve with several coordinates, which can be printed as C code."""

    breaks: Sequence[float]
    middles: Sequence[float]
    table: Sequence[Sequence[Sequence[float]]]
    """Taylor coefficients [piece][coordinate][order] about the middle of the piece."""
    rows: int
    """Number of rows of the result: the curve and its derivatives."""

    @property
    def operations(self) -> int:
        """Return an upper bound of the number of operations of one evaluation."""
        return 2 * self.rows * len(self.table[0][0]) * len(self.table[0])

    @property
    def ends(self) -> tuple[float, float] | None:
        """Return the first and last x of the curve, beyond which it is at rest: time [s], or for a live move 0 and 1."""
        return self.breaks[0], self.breaks[-1]

    def text(self) -> str:
        """Return the C function `curve(x, p)`, which writes the k-th derivatives of all coordinates by x to row k of p."""
        count, degree = len(self.table[0]), len(self.table[0][0]) - 1
        series = [x for piece in self.table for column in piece for x in column]
        return f"""
enum {{ PIECES = {len(self.table)}, COUNT = {count}, DEGREE = {degree}, ROWS = {self.rows} }};
{_numbers("breaks", self.breaks)}
{_numbers("middles", self.middles)}
{_numbers("series", series)}

/* Derivatives of all coordinates at x, row by row. */
static void curve(real x, real *restrict p)
{{
    int low = 0, high = PIECES;
    while (high - low > 1) {{
        const int middle = (low + high) / 2;
        if (x < breaks[middle]) high = middle; else low = middle;
    }}
    x -= middles[low];
    for (int i = 0; i < COUNT; ++i) {{
        const scalar *const c = series + (low * COUNT + i) * (DEGREE + 1);
        real d[ROWS] = {{0.0}}, factor = 1.0;
        for (int j = DEGREE; j >= 0; --j) {{
            for (int k = ROWS - 1; k > 0; --k) d[k] = d[k] * x + d[k - 1];
            d[0] = d[0] * x + c[j];
        }}
        for (int k = 0; k < ROWS; ++k) {{
            p[k * COUNT + i] = factor * d[k];
            factor *= (real)(k + 1);
        }}
    }}
}}
"""


@dataclass(frozen=True)
class Waves:
    """Sum of harmonics, offset + sum of amplitude cos(frequency x + phase) for all x, which can be printed as C code."""

    amplitude: Sequence[Sequence[float]]
    """Amplitude [harmonic][coordinate]; frequency and phase have the same shape."""
    frequency: Sequence[Sequence[float]]
    phase: Sequence[Sequence[float]]
    offset: Sequence[float]
    rows: int
    ends: None = None

    @property
    def operations(self) -> int:
        """Return an upper bound of the number of operations of one evaluation."""
        return (3 * self.rows + 4) * len(self.amplitude) * len(self.offset)

    def text(self) -> str:
        """Return the C function `curve(x, p)`, which writes the k-th derivatives of all coordinates by x to row k of p."""
        parts = {"amplitude": self.amplitude, "frequency": self.frequency, "phase": self.phase}
        tables = "\n".join(_numbers(name, [x for row in rows for x in row]) for name, rows in parts.items())
        return f"""
enum {{ HARMONICS = {len(self.amplitude)}, COUNT = {len(self.offset)}, ROWS = {self.rows} }};
{tables}
{_numbers("offset", self.offset)}

/* Derivatives of all coordinates at x, row by row: each turns the phase by a quarter. */
static void curve(real x, real *restrict p)
{{
    for (int i = 0; i < COUNT; ++i) {{
        for (int k = 0; k < ROWS; ++k) p[k * COUNT + i] = k == 0 ? offset[i] : 0.0;
        for (int h = i; h < HARMONICS * COUNT; h += COUNT) {{
            const real angle = frequency[h] * x + phase[h], sine = SIN(angle), cosine = COS(angle);
            const real turned[4] = {{cosine, -sine, -cosine, sine}};
            real scale = amplitude[h];
            for (int k = 0; k < ROWS; ++k) {{
                p[k * COUNT + i] += scale * turned[k % 4];
                scale *= frequency[h];
            }}
        }}
    }}
}}
"""


def _numbers(name: str, values: Sequence[float]) -> str:
    rows = [", ".join(map(literal, values[i : i + 8])) for i in range(0, len(values), 8)]
    return f"static const scalar {name}[{len(values)}] = {{\n    " + ",\n    ".join(rows) + "\n};"


@dataclass(frozen=True)
class Joints:
    """Programs of the inverse kinematics: Newton's method for the joints, and all derivatives of their motion.

    newton(z, target) -> (f, K): residual f and its Jacobian K at the unknowns z. higher(z, inverse, target) -> motion: joint
    positions and derivatives at the solution z, with the inverse of K. target: desired outputs of the tool, for `higher` with
    derivatives.
    """

    newton: Program
    higher: Program
    free: Sequence[int]
    """Indices of the joints that are unknowns, the first entries of z."""

    @property
    def unknowns(self) -> int:
        """Return the number of unknowns of Newton's method."""
        return self.newton.inputs[0].size


@dataclass(frozen=True)
class ReferenceProgram:
    """Kernel that evaluates a reference motion at time t.

    Further inputs are start, goal and duration of a live move (a move that is chosen at run time), and for a tool path a guess of
    the joint positions.
    """

    name: str
    inputs: tuple[Slot, ...]
    outputs: tuple[Slot, ...]
    curve: Curve | Waves
    width: int
    """Number of coordinates of the path."""
    begin: float = 0.0
    """Start time [s] of a live move; its curve goes from 0 to 1 over the normalised time 0 to 1."""
    joints: Joints | None = None

    @property
    def operations(self) -> int:
        """Return an upper bound of the number of operations of one evaluation."""
        count = self.curve.operations
        if self.joints is not None:
            n = self.joints.unknowns
            count += (MOST_STEPS + 1) * (self.joints.newton.operations + n**3) + self.joints.higher.operations
        return count

    @property
    def length(self) -> int:
        """Return the number of C statements of the inverse kinematics, 0 without inverse kinematics; curves do not count."""
        return 0 if self.joints is None else self.joints.newton.length + self.joints.higher.length

    @property
    def angle_places(self) -> list[str]:
        """Return an empty list: no input is used only as an argument of sine and cosine."""
        return []

    def text(self) -> str:
        """Return the C function `core(...)` of the kernel, with the functions that it calls, on the type `real`."""
        parts = [self.curve.text(), self._at_time()]
        if self.joints is None:
            call = "    at_time(*t, {}motion);"
        else:
            parts += [body(self.joints.newton, "newton", "NOINLINE"), body(self.joints.higher, "higher", "NOINLINE")]
            parts.append(_algebra(self.joints))
            call = (
                f"    real target[ROWS * {self.width}];\n    at_time(*t, {{}}target);\n    follow(target, guess, motion, missed);"
            )
        slots = [f"const real *restrict {slot.name}" for slot in self.inputs]
        slots += [f"real *restrict {slot.name}" for slot in self.outputs]
        move_arguments = "".join(f"{slot.name}, " for slot in self._moved)
        parts.append(f"static void core({', '.join(slots)})\n{{\n{call.format(move_arguments)}\n}}\n")
        return "\n".join(parts)

    @property
    def _moved(self) -> tuple[Slot, ...]:
        """Return the arguments start, goal and duration of a live move; empty for a fixed motion."""
        return tuple(slot for slot in self.inputs if slot.name not in ("t", "guess"))

    def _at_time(self) -> str:
        """Return the C function `at_time(t, ..., rows)`: the path and its derivatives; a `Curve` rests before and after."""
        if self.curve.ends is None:
            return "static void at_time(real t, real *restrict rows)\n{\n    curve(t, rows);\n}\n"
        (begin, end), width = map(literal, self.curve.ends), self.width
        if not self._moved:
            return f"""static void at_time(real t, real *restrict rows)
{{
    const int before = t < {begin}, after = t > {end};
    curve(before ? {begin} : after ? {end} : t, rows);
    if (before || after)
        for (int i = {width}; i < ROWS * {width}; ++i) rows[i] = 0.0;
}}
"""
        start = literal(self.begin)
        return f"""static void at_time(real t, const real *restrict start, const real *restrict goal,
    const real *restrict duration, real *restrict rows)
{{
    real step[ROWS], scale = 1.0;
    const int moving = t >= {start} && t <= {start} + *duration;
    const real share = (t - {start}) / *duration;
    curve(share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share, step);
    for (int k = 0; k < ROWS; ++k) {{
        const real share_k = k == 0 || moving ? step[k] * scale : 0.0;
        for (int i = 0; i < {width}; ++i) rows[k * {width} + i] = share_k * (goal[i] - start[i]) + (k == 0 ? start[i] : 0.0);
        scale /= *duration;
    }}
}}
"""


@core.register
def _(program: ReferenceProgram) -> str:
    return program.text()


@workspace.register
def _(program: ReferenceProgram) -> int:
    return 0 if program.joints is None else 2 * program.joints.unknowns**2


def _algebra(joints: Joints) -> str:
    """Return the C function `follow(target, guess, motion, missed)`: Newton's method from the guess, then all derivatives.

    missed: largest residual of the target; infinite at a singular pose, where motion is the guess at rest.
    """
    free = ", ".join(map(str, joints.free))
    n, m = joints.newton.inputs[0].size, joints.newton.inputs[1].size
    joint_count = joints.higher.outputs[0].width
    worst = NEARLY_SINGULAR if n == len(joints.free) else NEARLY_SINGULAR**2  # with multipliers the Jacobian is in K twice
    return f"""
enum {{ UNKNOWNS = {n}, TARGETS = {m}, FREE = {len(joints.free)}, JOINTS = {joint_count} }};
#define MAGNITUDE(x) ((x) < 0.0 ? -(x) : (x))

/* K = P L U in its place, with pivots; 0 where it is singular. */
static int factored(real *restrict K, int *restrict pivots)
{{
    for (int c = 0; c < UNKNOWNS; ++c) {{
        int best = c;
        for (int r = c + 1; r < UNKNOWNS; ++r)
            if (MAGNITUDE(K[r * UNKNOWNS + c]) > MAGNITUDE(K[best * UNKNOWNS + c])) best = r;
        pivots[c] = best;
        for (int j = 0; j < UNKNOWNS && best != c; ++j) {{
            const real kept = K[c * UNKNOWNS + j];
            K[c * UNKNOWNS + j] = K[best * UNKNOWNS + j];
            K[best * UNKNOWNS + j] = kept;
        }}
        if (!(MAGNITUDE(K[c * UNKNOWNS + c]) > 0.0)) return 0; /* nan, too */
        for (int r = c + 1; r < UNKNOWNS; ++r) {{
            const real share = K[r * UNKNOWNS + c] /= K[c * UNKNOWNS + c];
            for (int j = c + 1; j < UNKNOWNS; ++j) K[r * UNKNOWNS + j] -= share * K[c * UNKNOWNS + j];
        }}
    }}
    return 1;
}}

static void solved(const real *restrict K, const int *restrict pivots, real *restrict x)
{{
    for (int c = 0; c < UNKNOWNS; ++c) {{
        const real kept = x[pivots[c]];
        x[pivots[c]] = x[c];
        x[c] = kept;
    }}
    for (int r = 1; r < UNKNOWNS; ++r)
        for (int j = 0; j < r; ++j) x[r] -= K[r * UNKNOWNS + j] * x[j];
    for (int r = UNKNOWNS - 1; r >= 0; --r) {{
        for (int j = r + 1; j < UNKNOWNS; ++j) x[r] -= K[r * UNKNOWNS + j] * x[j];
        x[r] /= K[r * UNKNOWNS + r];
    }}
}}

static void follow(const real *restrict target, const real *restrict guess, real *restrict motion, real *restrict missed)
{{
    static const int free_joints[FREE] = {{{free}}};
    real z[UNKNOWNS] = {{0.0}}, f[UNKNOWNS], K[UNKNOWNS * UNKNOWNS], inverse[UNKNOWNS * UNKNOWNS];
    const real enough = sizeof(real) < 8 ? {ENOUGH_IN_FLOAT!r} : {ENOUGH!r};
    real size = 0.0, inverse_size = 0.0;
    int pivots[UNKNOWNS], good = 1;
    for (int i = 0; i < FREE; ++i) z[i] = guess[free_joints[i]];
    for (int step = 0; step < {MOST_STEPS} && good; ++step) {{
        real far = 0.0;
        newton(z, target, f, K);
        good = factored(K, pivots);
        if (!good) break;
        solved(K, pivots, f);
        for (int i = 0; i < UNKNOWNS; ++i) z[i] -= f[i];
        for (int i = 0; i < FREE; ++i)
            if (!(MAGNITUDE(f[i]) <= far)) far = MAGNITUDE(f[i]);
        if (far < enough) break;
    }}
    newton(z, target, f, K);
    *missed = 0.0;
    for (int i = UNKNOWNS - TARGETS; i < UNKNOWNS; ++i)
        if (!(MAGNITUDE(f[i]) <= *missed)) *missed = MAGNITUDE(f[i]);
    for (int i = 0; i < UNKNOWNS * UNKNOWNS; ++i) size += K[i] * K[i];
    good = good && factored(K, pivots);
    for (int c = 0; c < UNKNOWNS && good; ++c) {{
        for (int i = 0; i < UNKNOWNS; ++i) f[i] = i == c ? 1.0 : 0.0;
        solved(K, pivots, f);
        for (int i = 0; i < UNKNOWNS; ++i) {{
            inverse[i * UNKNOWNS + c] = f[i];
            inverse_size += f[i] * f[i];
        }}
    }}
    if (!good || !(size * inverse_size <= {worst**2!r})) {{ /* derivatives would be of any size */
        *missed = INFINITY;
        for (int i = 0; i < ROWS * JOINTS; ++i) motion[i] = i < JOINTS ? guess[i] : 0.0;
        return;
    }}
    higher(z, inverse, target, motion);
}}
"""
