"""A tick of a live flexible arm in compiled code: the C source, and the compiled function behind the interface of `PythonTick`.

The C source contains the arm's equations, sizes and constants, then bdf.c or collocation.c, derive.c, gate.c and live.c.
"""

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np

from jounce.codegen.build.cache import loadable
from jounce.codegen.build.compiler import build
from jounce.codegen.print.c import PER_THREAD, SCALAR, body, core, in_a_row, literal
from jounce.codegen.program import Sheet, Slot
from jounce.errors import CompilerError
from jounce.flexible.dae import Dae
from jounce.flexible.live.gate import gate_sizes, rigid_machine
from jounce.flexible.live.live_inputs import RestState, TickLayout
from jounce.flexible.native_solvers import motion_parts, sizes, solver_text
from jounce.flexible.solvers.bdf import TOLERANCE
from jounce.functions.flexible_arm import flexible_arm
from jounce.functions.inverse_dynamics import INVERSE
from jounce.functions.inverse_dynamics_step import STEP
from jounce.functions.kinematics import tool_outputs
from jounce.inverse.motor_motion import without_springs
from jounce.kernel.backends.native import NativeKernel
from jounce.kernel.equation import Form
from jounce.kernel.evaluation import evaluate
from jounce.numbers import Jet
from jounce.numbers.jet import derivative_rows
from jounce.numbers.packing import Array
from jounce.numerics.backward_differences import steps_of_one
from jounce.numerics.gauss_collocation import NODES
from jounce.plant.structure import structure_of
from jounce.plant.tool_outputs import ToolOutputs
from jounce.robot import Robot

ORDER = 6
"""Order of backward differentiation, as in method 'bdf' of plans."""
NEWTON = 4
"""Largest number of Newton steps of a tick with stable zeros, and number of steps to the pose at the end of a preview."""
POSE_STEPS = 8
"""Largest number of Newton steps to the pose of the driven joints."""
POSE = 1e-12
"""Newton's method to the pose of the driven joints ends with a largest joint step below this, relative to 1 + the largest
absolute position [rad or m]."""
UNCONTRACTED = """#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize ("fp-contract=off", "no-tree-slp-vectorize")
#endif
"""
"""Pragmas against contraction of a*b + c: every operation is rounded, so that compilers at all levels give the same bits. The
fourth derivative of the motion is the state times the fourth power of the fastest zero, so one rounding instead of two changes
torques by 1e-6 of the largest. gcc 12 contracts neighbouring scalars that it vectorises, in spite of fp-contract=off."""


POINTER = "__thread const double *"
"""C type of the pointers to the values of the robot of the current call."""


@dataclass(frozen=True)
class LiveCode:
    """C source of the ticks of one flexible arm at one rate, and the sizes of its state in C."""

    dae: Dae
    h: float
    """Length of a tick [s]."""
    window: int
    """Number of intervals of the preview; 0 if all zeros are stable."""
    layout: TickLayout
    """Layout of the inputs of a tick."""

    @property
    def machine(self) -> Robot:
        """Return the robot without the springs of motorless joints, whose motion is known when the motor torque is computed."""
        return without_springs(self.dae.robot)

    @property
    def rigid(self) -> bool:
        """True if all drives are rigid, so that the torque has no filter state."""
        return self.machine.motion_order == 2

    @property
    def filters(self) -> int:
        """Return the number of scalars of the state of the spring filters, 1 if there are none."""
        return 1 if self.rigid else self.machine.motion_order * self.machine.m

    @property
    def memory(self) -> int:
        """Return the number of scalars of the state in C."""
        n, m, layout = self.dae.n, len(self.dae.driven), self.layout
        p, motion = n - m, (layout.order + 1) * n
        gate = sum(gate_sizes(layout))
        if not self.window:
            return 1 + 13 * n + self.filters + motion + gate
        s, right, width = 2 * p, (2 * p + 1 + 7) & ~7, len(self.dae.outputs.places) + 9 * bool(self.dae.outputs.angles)
        interval = 3 * (3 * m * p + 3 * m) + 6 * p + 3 * p * right + s * s + s
        each = 9 * n + 3 * (3 * width + 6 * len(layout.links) + layout.live) + interval
        instants = (self.window + 1) * (s + layout.size + s * s + 2 * s)
        return 3 + instants + self.window * each + motion + self.filters + 2 * s * s + p + p * p + 9 * n + gate

    def forms(self) -> list[tuple[str, Form, Robot]]:
        """Return (C name of the array of model parameters, form of the equation, robot) for each of three equations.

        The equations are those of the arm at an instant, of the motor torque, and of the motor torque at rest.
        """
        robot, machine, layout = self.dae.robot, self.machine, self.layout
        torque = Form(INVERSE, only=("tau_m",))
        step = torque if self.rigid else Form(STEP, machine.motion_order - 2, only=("next_state", "tau_m"))
        live = tuple((name, 1) for name in layout.parameters)
        rows = [
            ("of_robot", Form(flexible_arm(robot)), robot),
            ("of_motors", step, machine),
            ("of_rest", torque, rigid_machine(robot)),
        ]
        return [(name, form._replace(wrenches=layout.places, parameters=live, shared=True), of) for name, form, of in rows]

    def values(self) -> dict[str, Array]:
        """Return {C name: model parameters of the robot}, an array for each equation of `forms`."""
        return {name: structure_of(robot).values for name, _, robot in self.forms()}

    def structure(self) -> str:
        """Return a key that is equal for two arms only if the C code of their ticks differs at most in the model parameters."""
        recipes = [NativeKernel(form, robot).recipe for _, form, robot in self.forms()]
        layout = self.layout
        return repr((recipes, self.h, self.window, layout.order, layout.angles, layout.outputs, len(layout.links), layout.shaped))

    def text(self, storage: str = "", faster: bool = False, tables: bool = True) -> str:
        """Return the C source up to the entry points.

        storage: C storage class of large workspaces; faster: see `sizes`; tables: True if the robot's values stand in the source,
        False if pointers to them are set before each call.
        """
        robot, layout = self.dae.robot, self.layout
        order, rates, places, names = layout.order, layout.order - 2, layout.places, layout.parameters
        program = NativeKernel(self.forms()[0][1], robot).program
        constants = [slot for slot in program.inputs[1:] if not slot.uniform]
        outputs = [f"out->{slot.name}" for slot in program.outputs]
        call = ", ".join(["motion", *in_a_row(constants, "given"), "of_robot", *outputs])
        fields = "\n".join(f"    double {slot.name}[{slot.size}];" for slot in program.outputs)
        c, ahead = steps_of_one(ORDER)
        window = [
            f"static const double HERMITE[3][3][{2 * order + 2}] = {_nested(hermite(self.h, order + 1, 2))};",
            f"static const double PUSHED[3][{2 * rates + 2}] = {_nested(hermite(self.h, rates + 1, 0)[:, 0])};",
            f"static const double NODE[3] = {_nested(NODES)};",
            *(solver_text(name) for name in ("solvers/collocation.c", "derive.c")),
        ]
        forward = [
            f"enum {{ ORDER = {ORDER} }};",
            f"static const double DIFFERENCE[{ORDER + 1}] = {_nested(c / self.h)}, AHEAD[{ORDER}] = {_nested(ahead)};",
            f"static const double TOLERANCE = {literal(TOLERANCE)};",
            *(solver_text(name) for name in ("solvers/bdf.c", "derive.c")),
        ]
        return "\n".join(
            [
                f"{UNCONTRACTED}{SCALAR}#define WORKSPACE {storage}",
                f"enum {{ HIGHEST = {order}, NEWTON = {NEWTON}, POSE_STEPS = {POSE_STEPS} }};",
                f"enum {{ MOTORS = {robot.m}, FILTER = {self.filters}, PUSHES = {len(places)}, LIVE = {layout.live} }};",
                f"enum {{ ROWS = HIGHEST + 1, PUSH = HIGHEST - 1, ANGLES = {layout.angles} }};",
                f"#define WINDOW {self.window}",
                f"static const double TICK = {literal(self.h)}, POSE = {literal(POSE)};",
                f"static const double UNIT[ROWS] = {_nested(self.h ** (2.0 - np.arange(order + 1)))};",
                *(_table(name, x) if tables else f"static {POINTER}{name};" for name, x in self.values().items()),
                core(program),
                *motion_parts(robot, places, order, names),
                *_wanted(tool_outputs(robot), {"wanted_2": 2, "wanted": order} if self.window else {"wanted": order}),
                *self._torque(),
                *self._resting(),
                *sizes(robot, faster),
                "enum { REST = PUSHES * 6 * PUSH + LIVE, TAKEN = ROWS * M + REST };",
                solver_text("live/gate.c"),
                f"enum {{ GIVEN = {sum(slot.size for slot in constants)} }};",
                f"typedef struct {{\n{fields}\n}} Look;",
                "static void look(const double *motion, const double *given, Look *out)",
                f"{{\n    core({call});\n}}",
                *(window if self.window else forward),
                solver_text("live/live.c"),
            ]
        )

    def _torque(self) -> list[str]:
        """Return the C text of `torque(motion, filter, rest, tau)`, which computes motor torque and steps the spring filters.

        rest: wrenches and live parameters in the packed inputs of a tick.
        """
        count, layout = self.filters, self.layout
        name, form, machine = self.forms()[1]
        inputs, outputs = form.slots(machine)
        sheet = Sheet(inputs)
        program = sheet.program("motors_", outputs, evaluate(form, machine, sheet.rows))
        pushes = [f"rest + {6 * (layout.order - 1) * k}" for k in range(len(layout.links))]
        live = [slot for slot in inputs if slot.name in layout.parameters]
        numbers = in_a_row(live, f"rest + {6 * (layout.order - 1) * len(layout.links)}")
        rest = "".join(f"{argument}, " for argument in (*pushes, *numbers, name))
        clear = " ".join(f"tau[{i}] = 0.0;" for i in self.dae.passive)
        steps = [
            f"    double next[{count}];",
            f"    motors_(motion, filter, &TICK, {rest}next, tau);",
            f"    for (int i = 0; i < {count}; ++i) filter[i] = next[i];",
        ]
        plain = ["    (void)filter;", f"    motors_(motion, {rest}tau);"]
        return [
            body(program, "motors_"),
            "static void torque(const double *motion, double *filter, const double *rest, double *tau)",
            "\n".join(["{", "    (void)rest;", *(plain if self.rigid else steps), f"    {clear}", "}"]),
        ]

    def _resting(self) -> list[str]:
        """Return the C text of `resting(q, qdd, rest, tau)`, which computes motor torque as `gate.resting` does."""
        layout = self.layout
        name, form, machine = self.forms()[2]
        inputs, outputs = form.slots(machine)
        n, names = machine.n, range(len(layout.links))
        slots = [Slot("q", 1, n), Slot("qdd", 1, n), *inputs[1:]]
        sheet = Sheet(slots)
        q, qdd, *rest = sheet.rows
        rows: list[list[Any]] = [q, [0.0] * n, qdd, *rest]
        program = sheet.program("resting_", outputs, evaluate(form, machine, rows))
        at = [f"rest + {6 * (layout.order - 1) * k}" for k in names]
        behind = in_a_row(slots[2 + len(names) : -1], f"rest + {6 * (layout.order - 1) * len(names)}")
        arguments = ", ".join(["q", "qdd", *at, *behind, name, "tau"])
        clear = " ".join(f"tau[{i}] = 0.0;" for i in self.dae.passive)
        return [
            body(program, "resting_"),
            "static void resting(const double *q, const double *qdd, const double *rest, double *tau)",
            f"{{\n    (void)rest;\n    resting_({arguments});\n    {clear}\n}}",
        ]


def hermite(h: float, rows: int, order: int) -> Array:
    """Return the weights (3, order+1, 2 rows) of Hermite interpolation at the Gauss points of an interval of length h [s].

    They map `rows` derivatives of order 0, 1, ... at the beginning, then at the end, to derivatives of order 0 to `order`.
    """
    size = 2 * rows
    ends = np.array([[_power(x, j, k) for j in range(size)] for x in (0.0, 1.0) for k in range(rows)])
    units = np.tile(h ** np.arange(rows), 2)
    inverse = np.linalg.inv(ends) * units
    return np.array([[[_power(x, j, k) for j in range(size)] @ inverse / h**k for k in range(order + 1)] for x in NODES])


def _power(x: float, j: int, k: int) -> float:
    """Return the k-th derivative of x^j."""
    return factorial(j) / factorial(j - k) * x ** (j - k) if j >= k else 0.0


def _wanted(outputs: ToolOutputs, orders: Mapping[str, int]) -> list[str]:
    """Return C functions that convert outputs to target positions and rotation. orders: {name: number of derivatives}."""
    functions = []
    count = len(outputs.positions) + len(outputs.angles)
    width = len(outputs.positions) + 9 * bool(outputs.angles)
    for name, order in orders.items():
        sheet = Sheet([Slot("y", order + 1, count)])
        jets = [Jet.from_derivatives(list(column)) for column in zip(*sheet.rows)]
        rotation = [x for row in outputs.wanted_rotation(jets) for x in row] if outputs.angles else []
        rows = derivative_rows([*jets[: len(outputs.positions)], *rotation], order)
        program = sheet.program(name, [Slot("given", order + 1, width)], [rows])
        functions.append(body(program, program.name))
    return functions


def _table(name: str, values: Array) -> str:
    """Return the C constant of a robot's values, with one zero if there are none."""
    return f"static const double {name}[{max(1, len(values))}] = {_nested(values if len(values) else np.zeros(1))};"


def _nested(x: Array) -> str:
    """Return an array as a C initialiser."""
    if np.ndim(x) == 0:
        return literal(float(x))
    return "{" + ", ".join(_nested(row) for row in x) + "}"


ENTRY = """
long long flexible_arm_live(const double *robot, const double *motors, const double *at_rest, const long long what, void *memory,
    const double *q, const double *filter, const double *stable, const long long count, const double *unstable,
    const double *rows, const double *bounds, double *tau, double *motion)
{
    Live *const s = (Live *)memory;
    of_robot = robot, of_motors = motors, of_rest = at_rest;
    if (what == 0) return (long long)sizeof(Live);
    if (what == 1) return from_rest(s, q, filter, stable, (int)count, unstable, rows, bounds);
    const int code = tick(s, rows, tau);
    memcpy(motion, s->motion, sizeof s->motion);
    return code;
}
"""


class NativeTick:
    """Compiled ticks of a live flexible arm, with the interface of `PythonTick`."""

    def __init__(self, code: LiveCode) -> None:
        self._function = _built(code)
        self._values = list(code.values().values())
        self._robot = [_at(x) for x in self._values]
        self.size = int(self._call(0, *[ctypes.c_void_p(None)] * 4, ctypes.c_longlong(0), *[ctypes.c_void_p(None)] * 5)) // 8

    def begin(self, state: Array, rest: RestState) -> bool:
        """Fill the array `state` with the state of rest; return True on success; see `PythonTick`."""
        q, filters, stable, unstable, rows, bounds = (ctypes.c_void_p(array.ctypes.data) for array in rest)
        start = (q, filters, stable, ctypes.c_longlong(len(rest.stable)), unstable, rows, bounds)
        return bool(self._call(1, _at(state), *start, *[ctypes.c_void_p(None)] * 2))

    def tick(self, state: Array, rows: Array, tau: Array, motion: Array) -> int:
        """Run one tick and return a `Fault`, 0 on success; see `PythonTick`."""
        nothing = ctypes.c_void_p(None)
        unused = (nothing, nothing, nothing, ctypes.c_longlong(0), nothing)
        return int(self._call(2, _at(state), *unused, _at(rows), nothing, _at(tau), _at(motion)))

    def _call(self, what: int, *arguments: Any) -> int:
        """Call the C function with the values of the robot; what: 0 for the size of the state, 1 to begin, 2 for a tick."""
        return int(self._function(*self._robot, ctypes.c_longlong(what), *arguments))


def _at(x: Array) -> ctypes.c_void_p:
    """Return the address of an array's data."""
    return ctypes.c_void_p(x.ctypes.data)


BUILT: dict[str, Any] = {}
"""C functions of loaded ticks by `LiveCode.structure`, the oldest first."""
MOST_BUILT = 32
"""Largest number of functions in `BUILT`; the oldest is dropped first."""


def _built(code: LiveCode) -> Any:
    """Return the C function `flexible_arm_live` of `ENTRY` for arms of this structure, compiled and loaded if it is not yet."""
    structure = code.structure()
    if structure not in BUILT:
        if len(BUILT) >= MOST_BUILT:
            BUILT.pop(next(iter(BUILT)), None)
        BUILT[structure] = _loaded(code)
    return BUILT[structure]


def _loaded(code: LiveCode) -> Any:
    """Compile and load the C function `flexible_arm_live`; compile once more if the library cannot be loaded."""
    robot = code.dae.robot
    text = code.text(PER_THREAD, faster=True, tables=False) + ENTRY
    error: Exception | None = None
    for _ in range(2):
        try:
            path = build(text, f"live {robot.name!r}", text.count("\n"), ("-ffp-contract=off",))
            with loadable(path) as name:
                function = ctypes.CDLL(name).flexible_arm_live
                function.restype = ctypes.c_longlong
                return function
        except (OSError, AttributeError) as failure:
            error = failure
    raise CompilerError(f"what the compiler made of live {robot.name!r} cannot be loaded: {error}")
