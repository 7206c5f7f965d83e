"""The C text of a live flexible arm: what bdf.c or collocation.c, derive.c and live.c stand on."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial

import numpy as np

from jounce.codegen.print.c import SCALAR, body, core, in_a_row, literal
from jounce.codegen.program import Sheet, Slot
from jounce.functions.equation import Form, derivative_rows
from jounce.functions.inverse_dynamics import INVERSE
from jounce.functions.inverse_dynamics_step import STEP
from jounce.functions.kinematics import tool_outputs
from jounce.inverse.along import without_springs
from jounce.inverse.flexible.bdf import TOLERANCE, steps_of_one
from jounce.inverse.flexible.collocation import NODES
from jounce.inverse.flexible.dae import Dae
from jounce.inverse.flexible.native import HIGHEST, Arm, motion_parts, sizes, solver_text
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.plant.outputs import ToolOutputs
from jounce.robot import Robot

ORDER = 6
"""Of backward differentiation, as in plans."""
NEWTON = 4
"""Newton steps of a tick at most where zeros are stable, and those to the end of a preview: time is bounded."""
POSE_STEPS = 8
"""Newton steps to the pose of the motors at most."""
POSE = 1e-12
"""The last of them, against 1 + the largest position [rad or m]."""
UNCONTRACTED = """#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize ("fp-contract=off", "no-tree-slp-vectorize")
#endif
"""
"""Every operation is rounded, so that compilers at all levels give the same bits: the fourth derivative of the motion is the
state times the fourth power of the fastest zero, and a*b + c rounded once instead of twice moves torques by 1e-6 of the largest.
gcc 12 contracts where it makes vectors of neighbouring scalars, whatever it is told."""


@dataclass(frozen=True)
class LiveCode:
    """What the text of one arm at one rate is made of."""

    dae: Dae
    h: float
    """[s]."""
    window: int
    """Intervals of the preview; 0 where zeros are stable."""

    @property
    def machine(self) -> Robot:
        """The robot without springs that no motor holds: what they carry is known when motors are asked for."""
        return without_springs(self.dae.robot)

    @property
    def rigid(self) -> bool:
        """Whether all drives are rigid, so that torque follows from the instant."""
        return self.machine.motion_order == 2

    @property
    def filters(self) -> int:
        """Numbers that springs of damped drives hold."""
        return 1 if self.rigid else self.machine.motion_order * self.machine.m

    def text(self, storage: str = "", faster: bool = False) -> str:
        """All before the entry points. storage: of large workspaces; faster: see `sizes`."""
        dae, robot = self.dae, self.dae.robot
        arm = Arm(robot, ())
        program = arm.program
        given = program.inputs[1:]
        call = ", ".join(["motion", *in_a_row(given, "given"), *(f"out->{slot.name}" for slot in program.outputs)])
        fields = "\n".join(f"    double {slot.name}[{slot.size}];" for slot in program.outputs)
        softness = np.linalg.inv(dae.K)
        c, ahead = steps_of_one(ORDER)
        window = [
            f"static const double HERMITE[3][3][{2 * HIGHEST + 2}] = {_nested(hermite(self.h))};",
            f"static const double SOFTNESS[P * P] = {_nested(softness.ravel())};",
            f"static const double NODE[3] = {_nested(NODES)};",
            *(solver_text(name) for name in ("collocation.c", "derive.c")),
        ]
        forward = [
            f"enum {{ ORDER = {ORDER} }};",
            f"static const double DIFFERENCE[{ORDER + 1}] = {_nested(c / self.h)}, AHEAD[{ORDER}] = {_nested(ahead)};",
            f"static const double TOLERANCE = {literal(TOLERANCE)};",
            *(solver_text(name) for name in ("bdf.c", "derive.c")),
        ]
        return "\n".join(
            [
                f"{UNCONTRACTED}{SCALAR}#define WORKSPACE {storage}",
                f"enum {{ HIGHEST = {HIGHEST}, NEWTON = {NEWTON}, POSE_STEPS = {POSE_STEPS} }};",
                f"enum {{ MOTORS = {robot.m}, FILTER = {self.filters} }};",
                f"#define WINDOW {self.window}",
                f"static const double TICK = {literal(self.h)}, POSE = {literal(POSE)};",
                core(program),
                *motion_parts(robot, ()),
                *_wanted(tool_outputs(robot), (2, HIGHEST) if self.window else (HIGHEST,)),
                *self._torque(),
                *sizes(robot, faster),
                f"enum {{ GIVEN = {sum(slot.size for slot in given)} }};",
                f"typedef struct {{\n{fields}\n}} Look;",
                "static void look(const double *motion, const double *given, Look *out)",
                f"{{\n    core({call});\n}}",
                *(window if self.window else forward),
                solver_text("live.c"),
            ]
        )

    def _torque(self) -> list[str]:
        """`torque(motion, filter, tau)`: the filters take one step."""
        machine, count = self.machine, self.filters
        form = (
            Form(INVERSE, only=("tau_m",)) if self.rigid else Form(STEP, machine.motion_order - 2, only=("next_state", "tau_m"))
        )
        inputs, outputs = form.slots(machine)
        sheet = Sheet(inputs)
        program = sheet.program("motors_", outputs, form.evaluate(machine, sheet.rows))
        clear = " ".join(f"tau[{i}] = 0.0;" for i in self.dae.passive)
        steps = [
            f"    double next[{count}];",
            "    motors_(motion, filter, &TICK, next, tau);",
            f"    for (int i = 0; i < {count}; ++i) filter[i] = next[i];",
        ]
        plain = ["    (void)filter;", "    motors_(motion, tau);"]
        return [
            body(program, "motors_"),
            "static void torque(const double *motion, double *filter, double *tau)",
            "\n".join(["{", *(plain if self.rigid else steps), f"    {clear}", "}"]),
        ]


def hermite(h: float) -> Array:
    """Weights (3, 3, 2 rows) of values and derivatives at both ends of an interval of length h for value and two derivatives at
    its Gauss points: of the polynomial of degree 9 through all of them."""
    rows = HIGHEST + 1
    size = 2 * rows
    ends = np.array([[_power(x, j, k) for j in range(size)] for x in (0.0, 1.0) for k in range(rows)])
    units = np.tile(h ** np.arange(rows), 2)
    inverse = np.linalg.inv(ends) * units
    return np.array([[[_power(x, j, k) for j in range(size)] @ inverse / h**k for k in range(3)] for x in NODES])


def _power(x: float, j: int, k: int) -> float:
    """The k-th derivative of x^j."""
    return factorial(j) / factorial(j - k) * x ** (j - k) if j >= k else 0.0


def _wanted(outputs: ToolOutputs, orders: Sequence[int]) -> list[str]:
    """`wanted_2` and `wanted_4`, by orders: positions and the nine entries of a rotation, with so many derivatives, that outputs
    ask for."""
    found = []
    count = len(outputs.positions) + len(outputs.angles)
    width = len(outputs.positions) + 9 * bool(outputs.angles)
    for order in orders:
        sheet = Sheet([Slot("y", order + 1, count)])
        jets = [Jet.from_derivatives(list(column)) for column in zip(*sheet.rows)]
        rotation = [x for row in outputs.wanted_rotation(jets) for x in row] if outputs.angles else []
        rows = derivative_rows([*jets[: len(outputs.positions)], *rotation], order)
        program = sheet.program(f"wanted_{order}", [Slot("given", order + 1, width)], [rows])
        found.append(body(program, program.name))
    return found


def _nested(x: Array) -> str:
    if np.ndim(x) == 0:
        return literal(float(x))
    return "{" + ", ".join(_nested(part) for part in x) + "}"
