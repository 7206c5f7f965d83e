"""Compiled solvers of a flexible arm: C code of fixed sizes that calls the arm's equation at an instant as a C function.

A solver in C has the same algorithm as its Python counterpart and is used wherever code can be compiled; the function `arm`
decides. Python assembles the targets and reads the results. Functions of instants (`at_rest`, `motion`, `tracked`, ...) use
compiled code (instants.c, derive.c) where available, else `Dae`.
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
from jounce.flexible.dae import NEWTON_STEPS, SINGULAR, TOLERANCE, Dae
from jounce.flexible.tool_targets import Target
from jounce.functions.flexible_arm import flexible_arm, flexible_arm_derivative
from jounce.inverse.inverse_kinematics import LARGEST_STEP
from jounce.kernel.backends.backend_selection import CHOSEN, give_up
from jounce.kernel.backends.native import NativeKernel
from jounce.kernel.backends.shared_kernel import shared
from jounce.kernel.equation import Form
from jounce.numbers.packing import Array
from jounce.plant.plant import KEPT, Place, locate, plant_of
from jounce.plant.structure import structure_of
from jounce.robot import Robot
from jounce.trajectory.path import Path

LARGEST = 64
"""Largest number of joints of an arm that solvers in C take, with matrices on the stack; larger arms are solved in Python."""
FORWARD = ("solvers/bdf.c", "solvers/bdf_run.c")
ALONG = ("solvers/collocation.c", "solvers/collocation_run.c", "instants.c")
SOLVERS = {"bdf": FORWARD, "collocation": ALONG, "instants": ALONG, "slopes": ALONG}
"""{name of a compiled function: its C files}. FORWARD: library for arms with stable zeros; ALONG: library for every plan."""
MOTION = ("motion", "regular")
"""Functions of a third library: derivatives of the motion, and the test that accelerations are determined."""
VALUES = "static __thread const double *of_robot; /* values of the robot of the current call */"
HIGHEST = 4
"""Highest derivative of the motion in compiled code."""


class ArmKernel(NativeKernel):
    """Kernel of the equation of flexible arms of one structure at an instant, with the compiled solvers built around it."""

    def __init__(self, robot: Robot, places: tuple[Place, ...]) -> None:
        """Set up the kernel; places: where wrenches act."""
        super().__init__(Form(flexible_arm(robot), wrenches=places, shared=True), robot)
        base = self.library
        self.library = Solvers(robot, places, base.name, base.inputs, base.outputs, base.label, base.recipe)


class Arm:
    """Compiled solvers of a flexible arm: code that all arms of equal structure share, and the model parameters of one arm."""

    def __init__(self, robot: Robot, places: tuple[Place, ...]) -> None:
        """places: where wrenches act."""
        self.robot = robot
        self.kernel = shared(ArmKernel(robot, places))
        self.values = structure_of(robot).values

    def ready(self, form: str) -> None:
        """Load the compiled solver named `form` from memory or disk, or compile it; raise `CompilerError` if that fails."""
        self.kernel.ready(form)

    def solver(self, form: str, *arguments: Any) -> int:
        """Call the compiled solver named `form`, after compiling it if necessary, and return its integer result.

        arguments: integers, floats, and C-contiguous float64 or int64 arrays, in the order of the C function, after
        the model parameters.
        """
        self.ready(form)
        library = self.kernel.library
        assert isinstance(library, Solvers)
        return int(library.call(form, *(_c(x) for x in (self.values, *arguments))))

    def solver_inputs(self, target: Target, order: int = 2) -> Array:
        """Return targets and wrenches at T instants, with derivatives, as one array (T, columns) for the compiled solvers.

        order: highest derivative of the targets; wrenches have two derivatives fewer.
        """
        pushes = sorted(target.pushes, key=lambda push: (locate(self.robot, push[0]), f"wrench[{push[0]!r}]"))
        parts = []
        for k in range(order + 1):
            parts.append(target.position[k])
            if target.rotation is not None:
                parts.append(target.rotation[k].reshape(len(target.position[k]), 9))
        parts += [rows[k] for _, rows in pushes for k in range(order - 1)]
        return np.ascontiguousarray(np.concatenate(parts, axis=1))


class Solvers(Library):
    """Compiled solvers of a flexible arm: one library per solver, each with the arm's equation in it."""

    def __init__(self, robot: Robot, places: tuple[Place, ...], *arguments: Any) -> None:
        super().__init__(*arguments)
        self.robot, self.places = robot, places

    def source(self, form: str, program: Printable) -> str:
        """Return the C text of the solver named `form`; see `Library`."""
        if form in MOTION:
            return motion_source(self.robot, self.places)
        return _source(self.robot, program, SOLVERS[form]) if form in SOLVERS else super().source(form, program)

    def call(self, form: str, *arguments: Any) -> Any:
        """Call the C function of the solver named `form` and return its result; arguments are ctypes values."""
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
    """Return a translation unit: the equation, the function `look` that calls it, and the C texts of the solvers."""
    constants = [slot for slot in program.inputs[1:] if not slot.uniform]
    fields = "\n".join(f"    double {slot.name}[{slot.size}];" for slot in program.outputs)
    outputs = [f"out->{slot.name}" for slot in program.outputs]
    call = ", ".join(["motion", *in_a_row(constants, "given"), "of_robot", *outputs])
    return "\n".join(
        [
            f"{SCALAR}#define WORKSPACE {PER_THREAD}\n",
            VALUES,
            core(program),
            *sizes(robot),
            f"enum {{ GIVEN = {sum(slot.size for slot in constants)} }};",
            f"typedef struct {{\n{fields}\n}} Look;",
            "static void look(const double *motion, const double *given, Look *out)",
            f"{{\n    core({call});\n}}",
            *map(solver_text, texts),
        ]
    )


def sizes(robot: Robot, faster: bool = True) -> list[str]:
    """Return the C text between the equation and the solvers: linear algebra, sizes, and tables of driven and motorless joints.

    faster: True lets gcc vectorise loops over rows; for straight-line code it would only lengthen compilation.
    """
    plant = plant_of(robot)
    passive, driven = plant.passive, plant.driven
    motor = [driven.index(i) if i in driven else -1 for i in range(robot.n)]
    vectors = [
        "#if defined(__GNUC__) && !defined(__clang__)",
        '#pragma GCC optimize ("O2", "peel-loops")',  # not O3: its unswitched loops take a third longer in `condense`
        "#if defined(__AVX512F__)",  # rows are short: vectors of four take 0.8 of the time of eight
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
    """Return the C functions `first` and `missing` that derive.c calls, preceded by the equations of each order.

    `first` computes the tool's error e in a pose, its Jacobian and the mass matrix; `missing` computes the k-th time derivative
    of e and, from k = 2, the (k - 2)-th of the load, at q^(k) = 0. Both serve all robots of equal structure, and read the model
    parameters of a robot at `of_robot`. highest: highest derivative of the motion. parameters: live robot parameters, which
    follow the wrenches as inputs; callers then always pass targets and wrenches with all derivatives.
    """
    count = len(places)
    live = tuple((name, 1) for name in parameters)
    bodies, cases = [], []
    looped: dict[str, Passes] = {}
    for order in range(highest + 1):
        form = Form(flexible_arm_derivative(robot, order), wrenches=places if order > 1 else (), parameters=live, shared=True)
        name, program = f"order{order}_", NativeKernel(form, robot).program
        if isinstance(program, Passes):
            looped[name] = program
        else:
            assert isinstance(program, Program)
            bodies.append(body(program, name))
        inputs = [slot for slot in program.inputs if not slot.uniform]
        width = inputs[1].width
        pushes = [f"given + {width} * (order + 1) + {6 * k} * (order - 1)" for k in range(count if order > 1 else 0)]
        results = ["e", "J", "mass"] if order == 0 else ["e", "load"][: 1 + (order > 1)]
        behind = f"given + {width * (highest + 1) + 6 * count * (highest - 1)}"
        numbers = [*in_a_row(inputs[len(inputs) - len(live) :], behind), "of_robot"]
        cases.append(f"{name}({', '.join(['motion', 'given', *pushes, *numbers, *results])});")
    later = "\n".join(f"    if (k == {k}) {case}" for k, case in enumerate(cases) if k > 0)
    arguments = "const double *motion, const double *given, double *e"
    return [
        *bodies,
        *([printed(looped)] if looped else []),
        f"static void first({arguments}, double *J, double *mass)\n{{\n    {cases[0]}\n}}",
        f"static void missing(const int k, const int order, {arguments}, double *load)\n{{\n    (void)order;\n{later}\n}}",
    ]


def motion_source(robot: Robot, places: tuple[Place, ...]) -> str:
    """Return a C source file with the functions of `MOTION`."""
    head = f"{SCALAR}#define WORKSPACE {PER_THREAD}\nenum {{ HIGHEST = {HIGHEST} }};\n"
    return "\n".join(
        [
            head,
            VALUES,
            *motion_parts(robot, places),
            *sizes(robot),
            solver_text("derive.c"),
            solver_text("derive_run.c"),
        ]
    )


def solver_text(name: str) -> str:
    """Return the text of a C file, named by its path below this folder."""
    return (resources.files("jounce.flexible") / name).read_text(encoding="utf-8")


def _table(numbers: Sequence[int]) -> str:
    return "{" + ", ".join(map(str, numbers)) + "}"


@lru_cache(maxsize=KEPT)
def _arm(robot: Robot, places: tuple[Place, ...]) -> Arm:
    return Arm(robot, places)


REFUSED: set[tuple[Robot, tuple[Place, ...], str]] = set()
"""Solvers that could not be compiled: (robot, places of wrenches, name of the solver)."""


def arm(dae: Dae, form: str) -> Arm | None:
    """Return the kernel of an arm with the compiled solver `form` ready to run; None if Python has to be used.

    Python has to be used with the backend "python", without motorless joints, above `LARGEST` joints, or if compilation fails.
    """
    robot = dae.robot
    if CHOSEN.get() == "python" or not dae.passive or robot.n > LARGEST:
        return None
    places = tuple(sorted(locate(robot, link) for link in dae.outputs.pushes))
    if CHOSEN.get() != "native" and (robot, places, form) in REFUSED:
        return None
    kernel = _arm(robot, places)
    try:
        kernel.ready(form)
    except CompilerError as error:
        REFUSED.add((robot, places, form))
        give_up(error)
        return None
    return kernel


TRACKED = 65
"""Number of instants of a path at which `tracked` computes poses."""
TRACK_STEPS = 8
"""Largest number of Newton steps from one tracked pose to the next."""
TRACK_TOLERANCE = 1e-12
"""Newton's method to a tracked pose ends with a largest joint step below this, relative to 1 + the largest position [rad or m];
callers refine these poses."""
LONGEST = 0.5
"""Longest Newton step of a joint in the search for a pose [rad or m]; longer steps are shortened to it."""
AT_REST = 1e-12
"""Newton's method to a pose at rest ends with a largest joint step below this [rad or m]."""


def at_rest(dae: Dae, target: Target, guess: Any = None) -> Array:
    """Return the pose at rest (n,) with the tool on its target, as `Dae.at_rest`, by compiled code where available."""
    compiled = arm(dae, "instants")
    if compiled is not None:
        for start in dae.starts(guess):
            poses = _settled(compiled, dae, start[None], _still(target))
            if poses is not None:
                pose: Array = poses[0]
                return pose
    return dae.at_rest(target, guess)


def settled(dae: Dae, near: Array, targets: Target, times: Array) -> Array:
    """Return the poses at rest (T, n) at the instants `times` (T,) of a path; searches start from nearby poses (T, n)."""
    compiled = arm(dae, "instants")
    if compiled is not None:
        poses = _settled(compiled, dae, near, _still(targets))
        if poses is not None and np.abs(poses - near).max() <= 1.0:
            return poses
    return np.array([dae.settled(near[i], targets.at([i]), times[i : i + 1])[0] for i in range(len(times))])


def _settled(compiled: Arm, dae: Dae, near: Array, targets: Target) -> Array | None:
    """Return poses at rest (T, n) by compiled Newton steps from near (T, n).

    None if Newton's method fails for a pose, or if the tool is half a turn from its target.
    """
    q = np.array(near, dtype=np.float64)
    count = len(q)
    converged = compiled.solver(
        "instants", 1, count, compiled.solver_inputs(targets), q[0].copy(), LONGEST, NEWTON_STEPS, AT_REST, q
    )
    return q if converged == count and dae.outputs.facing(q, targets) else None


def _still(target: Target) -> Target:
    """Return a target at rest: zero first and second derivatives, wrenches without derivatives.

    An axis of instants is added if the target has none.
    """
    many = target.position.ndim == 3

    def rows(x: Array) -> Array:
        x = x[:1] if many else x[:1, None]
        return np.concatenate([x, np.zeros((2, *x.shape[1:]))])

    pushes = tuple((link, W[:1] if many else W[:1, None]) for link, W in target.pushes)
    return Target(rows(target.position), None if target.rotation is None else rows(target.rotation), pushes)


def motion(dae: Dae, q: Array, rates: Array, targets: Target, order: int) -> Array:
    """Return the motion of all joints with derivatives to `order` (order+1, T, n), with the tool on its targets.

    q: nearby poses (T, n) with the deflections of the motion; rates: velocities of the motorless joints (T, passive).
    """
    compiled = arm(dae, "motion") if 0 < order <= HIGHEST and len(q) else None
    if compiled is not None:
        inputs = compiled.solver_inputs(targets, order)
        near, speeds = (np.ascontiguousarray(array, dtype=np.float64) for array in (q, rates))
        out = np.empty((order + 1, len(q), dae.n))
        settings = (order, len(q), NEWTON_STEPS, 10.0 * TOLERANCE, LONGEST)
        if compiled.solver("motion", *settings, near, speeds, inputs, inputs.shape[1], out) == len(q):
            return out
    return dae.motion(dae.pose(q, targets), rates, targets, order)


def tracked(dae: Dae, path: Path, start: Array) -> tuple[Array, Array] | None:
    """Return times (K,) along a path and poses (K, n) with the tool on the path and the deflections of `start` (n,).

    No joint moves by more than `LARGEST_STEP` between neighbouring poses. None without compiled code, or if such poses are not
    found.
    """
    compiled = arm(dae, "instants")
    if compiled is None:
        return None
    times = np.linspace(path.start_time, path.end_time, TRACKED)
    poses = np.empty((TRACKED, dae.n))
    inputs = compiled.solver_inputs(_still(dae.outputs.target(path, times, 0)))
    at = np.ascontiguousarray(start, dtype=np.float64)
    converged = compiled.solver("instants", 0, TRACKED, inputs, at, LARGEST_STEP, TRACK_STEPS, TRACK_TOLERANCE, poses)
    return (times, poses) if converged == TRACKED else None


def jacobian_at_rest(dae: Dae, q: Array, targets: Target) -> Array:
    """Return the Jacobian d sd / d s (T, 2 passive, 2 passive) at rest in poses q (T, n), see `Dae.jacobian_at_rest`."""
    compiled = arm(dae, "slopes")
    if compiled is not None:
        count = len(dae.passive)
        by = np.empty((len(q), count, 2 * count))
        at = np.ascontiguousarray(q, dtype=np.float64)
        if compiled.solver("slopes", len(q), at, compiled.solver_inputs(_still(targets)), by) == len(q):
            still = np.tile(np.eye(count, 2 * count, count), (len(q), 1, 1))
            return np.concatenate([still, by], axis=1)
    return dae.jacobian_at_rest(q, targets)


def surely_determined(dae: Dae, q: Array) -> bool:
    """Return True if the accelerations are determined at all poses q (T, n); conservative, as `Dae.surely_determined`."""
    compiled = arm(dae, "regular")
    if compiled is None:
        return dae.surely_determined(q)
    at = np.ascontiguousarray(q, dtype=np.float64)
    return bool(compiled.solver("regular", len(q), at, dae.outputs.nothing, SINGULAR))


def determines_accelerations(dae: Dae, q: Array) -> bool:
    """True if two differentiations of the tool's equation determine all accelerations in the pose q (n,), as on most arms."""
    return surely_determined(dae, q[None]) or bool(dae.determined(q)[0] >= SINGULAR)
