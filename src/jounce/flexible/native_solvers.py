"""Solvers of a flexible arm as compiled code of fixed sizes, around the arm's equation at an instant as one C function.

A solver in C has the same algorithm as the one in Python beside it, and is used wherever code is compiled: `arm` is the one place
where that is decided. Python assembles what is wanted, and reads results.
"""

import ctypes
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

from jounce.codegen.build.library import Library
from jounce.codegen.passes import Passes, printed
from jounce.codegen.print.c import PER_THREAD, SCALAR, body, core, in_a_row
from jounce.codegen.program import Printable, Program
from jounce.errors import CompilerError
from jounce.flexible.dae import Dae
from jounce.flexible.tool_targets import Target
from jounce.functions.backends.choice import CHOSEN, give_up
from jounce.functions.backends.native import Kernel
from jounce.functions.equation import Form
from jounce.functions.flexible_arm import flexible_arm, flexible_arm_derivative
from jounce.numbers.packing import Array
from jounce.plant.plant import KEPT, Place, locate, plant_of
from jounce.robot import Robot

LARGEST = 64
"""Joints of the largest arm with solvers in C, whose matrices are on the stack."""
FORWARD = ("solvers/bdf.c", "solvers/bdf_run.c")
ALONG = ("solvers/collocation.c", "solvers/collocation_run.c", "instants.c")
SOLVERS = {"bdf": FORWARD, "collocation": ALONG, "instants": ALONG, "slopes": ALONG}
"""Functions of compiled files, with the texts of the file: one where all zeros are stable, one that every plan needs."""
MOTION = ("motion", "regular")
"""Those of another one: derivatives of the motion, and whether there are any."""
HIGHEST = 4
"""Derivatives that it goes to."""


class Arm(Kernel):
    """The equation of a flexible arm at an instant, and solvers around it."""

    def __init__(self, robot: Robot, places: tuple[Place, ...], parameters: Sequence[str] = ()) -> None:
        """places: where wrenches act; parameters: numbers of the robot that are given, after the wrenches."""
        super().__init__(Form(flexible_arm(robot), wrenches=places, parameters=tuple((name, 1) for name in parameters)), robot)
        known = self.library
        self.library = Solvers(robot, places, known.name, known.inputs, known.outputs, known.label, known.recipe)

    def solver(self, form: str, *arguments: Any) -> int:
        """What a solver returns: a whole number. Whole numbers, floats and float64 arrays in the order of its arguments."""
        self.ready(form)
        return int(self.library.call(form, *(_c(x) for x in arguments)))  # type: ignore[attr-defined]

    def given(self, target: Target, order: int = 2) -> Array:
        """What is wanted of the tool, and acts on links, with derivatives to an order at instants (T, numbers), as the solvers
        take it."""
        pushes = sorted(target.pushes, key=lambda push: (locate(self.robot, push[0]), f"wrench[{push[0]!r}]"))
        parts = []
        for k in range(order + 1):
            parts.append(target.position[k])
            if target.rotation is not None:
                parts.append(target.rotation[k].reshape(len(target.position[k]), 9))
        parts += [rows[k] for _, rows in pushes for k in range(order - 1)]
        return np.ascontiguousarray(np.concatenate(parts, axis=1))


class Solvers(Library):
    """Compiled solvers of an arm, each in a file of its own with the arm's equation."""

    def __init__(self, robot: Robot, places: tuple[Place, ...], *arguments: Any) -> None:
        super().__init__(*arguments)
        self.robot, self.places = robot, places

    def source(self, form: str, program: Printable) -> str:
        """See `Library`."""
        if form in MOTION:
            return motion_source(self.robot, self.places)
        return _source(self.robot, program, SOLVERS[form]) if form in SOLVERS else super().source(form, program)

    def call(self, form: str, *arguments: Any) -> Any:
        """One of the solvers."""
        function = self._functions[form]
        function.restype = ctypes.c_longlong
        return function(*arguments)


def _c(x: Any) -> Any:
    if isinstance(x, np.ndarray):
        assert x.flags.c_contiguous
        assert x.dtype in (np.float64, np.int64)
        return ctypes.c_void_p(x.ctypes.data)
    return ctypes.c_double(x) if isinstance(x, float) else ctypes.c_longlong(x)


def _source(robot: Robot, program: Printable, texts: Sequence[str]) -> str:
    """A translation unit: the equation, `look` in front of it, and the texts of solvers."""
    given = program.inputs[1:]
    fields = "\n".join(f"    double {slot.name}[{slot.size}];" for slot in program.outputs)
    call = ", ".join(["motion", *in_a_row(given, "given"), *(f"out->{slot.name}" for slot in program.outputs)])
    return "\n".join(
        [
            f"{SCALAR}#define WORKSPACE {PER_THREAD}\n",
            core(program),
            *sizes(robot),
            f"enum {{ GIVEN = {sum(slot.size for slot in given)} }};",
            f"typedef struct {{\n{fields}\n}} Look;",
            "static void look(const double *motion, const double *given, Look *out)",
            f"{{\n    core({call});\n}}",
            *map(solver_text, texts),
        ]
    )


def sizes(robot: Robot, faster: bool = True) -> list[str]:
    """What stands between straight-line code and the texts of solvers: small algebra, sizes, and which joints have motors.

    faster: have loops over rows made vectors; in straight-line code that would only take longer to compile.
    """
    plant = plant_of(robot)
    passive, driven = plant.passive, plant.driven
    motor = [driven.index(i) if i in driven else -1 for i in range(robot.n)]
    vectors = [
        "#if defined(__GNUC__) && !defined(__clang__)",
        '#pragma GCC optimize ("O2", "peel-loops")',  # of -O3, unswitched loops take a third longer in `condense`
        "#if defined(__AVX512F__)",  # of rows this short, vectors of four take 0.8 of the time of those of eight
        '#pragma GCC target ("prefer-vector-width=256")',
        "#endif",
        "#endif",
    ]
    return [
        *(vectors if faster else []),
        (resources.files("jounce.codegen.build") / "solve.c").read_text(encoding="utf-8"),
        f"enum {{ N = {robot.n}, P = {len(passive)}, M = {len(driven)} }};",
        f"static const int MOTOR[N] = {_table(motor)}, PASSIVE[P] = {_table(passive)}, DRIVEN[M] = {_table(driven)};",
        "INLINE void unused(void) { (void)MOTOR, (void)PASSIVE, (void)DRIVEN; }",
    ]


def motion_parts(robot: Robot, places: tuple[Place, ...], highest: int = HIGHEST, parameters: Sequence[str] = ()) -> list[str]:
    """Texts of `first` and `missing` of derive.c, the equations of each order before them.

    parameters: numbers of the robot that are given after the wrenches, where `highest` derivatives are always asked for.
    """
    count = len(places)
    live = tuple((name, 1) for name in parameters)
    bodies, cases = [], []
    looped: dict[str, Passes] = {}
    for order in range(highest + 1):
        form = Form(flexible_arm_derivative(robot, order), max(order - 2, 0), places if order > 1 else (), parameters=live)
        name, program = f"order{order}_", Kernel(form, robot).program
        if isinstance(program, Passes):
            looped[name] = program
        else:
            assert isinstance(program, Program)
            bodies.append(body(program, name))
        inputs = program.inputs
        width = inputs[1].width
        pushes = [f"given + {width} * (order + 1) + {6 * k} * (order - 1)" for k in range(count if order > 1 else 0)]
        results = ["e", "J", "mass"] if order == 0 else ["e", "load"][: 1 + (order > 1)]
        behind = f"given + {width * (highest + 1) + 6 * count * (highest - 1)}"
        numbers = in_a_row(inputs[len(inputs) - len(live) :], behind)
        cases.append(f"{name}({', '.join(['motion', 'given', *pushes, *numbers, *results])});")
    later = "\n".join(f"    if (k == {k}) {case}" for k, case in enumerate(cases) if k > 0)
    given = "const double *motion, const double *given, double *e"
    return [
        *bodies,
        *([printed(looped)] if looped else []),
        f"static void first({given}, double *J, double *mass)\n{{\n    {cases[0]}\n}}",
        f"static void missing(const int k, const int order, {given}, double *load)\n{{\n    (void)order;\n{later}\n}}",
    ]


def motion_source(robot: Robot, places: tuple[Place, ...]) -> str:
    """A translation unit with `derive`."""
    head = f"{SCALAR}#define WORKSPACE {PER_THREAD}\nenum {{ HIGHEST = {HIGHEST} }};\n"
    return "\n".join([head, *motion_parts(robot, places), *sizes(robot), solver_text("derive.c"), solver_text("derive_run.c")])


def solver_text(name: str) -> str:
    """Return the text of a C file, named by its path below this folder."""
    return (resources.files("jounce.flexible") / name).read_text(encoding="utf-8")


def _table(numbers: Sequence[int]) -> str:
    return "{" + ", ".join(map(str, numbers)) + "}"


@lru_cache(maxsize=KEPT)
def _made(robot: Robot, places: tuple[Place, ...]) -> Arm:
    return Arm(robot, places)


REFUSED: set[tuple[Robot, tuple[Place, ...], str]] = set()
"""Solvers that could not be compiled."""


def arm(dae: Dae, form: str) -> Arm | None:
    """An arm whose solver of this form is ready to run; None where plain Python is asked for, or all there is."""
    robot = dae.robot
    if CHOSEN.get() == "python" or not dae.passive or robot.n > LARGEST:
        return None
    places = tuple(sorted(locate(robot, link) for link in dae.outputs.pushes))
    if CHOSEN.get() != "native" and (robot, places, form) in REFUSED:
        return None
    found = _made(robot, places)
    try:
        found.ready(form)
    except CompilerError as error:
        REFUSED.add((robot, places, form))
        give_up(error)
        return None
    return found
