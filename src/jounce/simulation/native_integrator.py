"""Compiled integrator: the Runge-Kutta method of integrate.c and the equations of motion of one robot as one C function."""

import ctypes
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.build.library import Library
from jounce.codegen.print.c import PER_THREAD, SCALAR, core, in_a_row
from jounce.codegen.program import Printable, Slot
from jounce.errors import CompilerError
from jounce.functions.elastic_forward_dynamics import is_decoupled, motion_rate, state_size
from jounce.functions.rigid import SMALL_PIVOT
from jounce.kernel.backends.backend_selection import CHOSEN, give_up
from jounce.kernel.backends.native import NativeKernel
from jounce.kernel.backends.shared_kernel import shared
from jounce.kernel.equation import Form
from jounce.numbers.packing import Array
from jounce.numerics.chebyshev_signal import DEGREE
from jounce.plant.plant import KEPT, Place, plant_of
from jounce.plant.structure import structure_of
from jounce.robot import Robot

FINISHED, MORE, FAILED, DOUBTFUL, REFUSED = range(5)
"""Return codes of the integrator: end of the time span reached; step count reached; steps too short or state diverged; pivots of
the mass matrix M nearly singular; an external input raised an error."""
DIVERGED = 1e6
"""Absolute value of an entry of the state [rad or m, per s] from which on the state counts as diverged."""
LARGEST = 64
"""Largest number of DOFs for the compiled integrator, which has its stages on the stack; larger robots: Python integrator."""
MOST_COLUMNS = 12
"""Largest number of coupled motors with prescribed motion for C code, which repeats the equations for each; else Python."""
STEPS = 4096
"""Number of steps after which C code returns to Python, which reports progress and handles a KeyboardInterrupt."""
INTEGRATE = "integrate"

OUTSIDE = ctypes.CFUNCTYPE(ctypes.c_int)


class IntegrationJob(ctypes.Structure):
    """Data that Python and the compiled integrator share: the structure Job of integrate.c, where its fields are documented."""

    _fields_ = (
        *((name, ctypes.c_double) for name in ("t", "step", "until", "tolerance", "longest")),
        *((name, ctypes.c_void_p) for name in ("y", "torque")),
        ("since", ctypes.c_double),
        ("ripple", ctypes.c_void_p),
        ("ripples", ctypes.c_longlong),
        *((name, ctypes.c_void_p) for name in ("begins", "pieces")),
        *((name, ctypes.c_longlong) for name in ("signals", "piece")),
        ("outside", OUTSIDE),
        *((name, ctypes.c_void_p) for name in ("seen", "inputs", "times", "states")),
        *((name, ctypes.c_longlong) for name in ("count", "done", "most", "trusting", "evaluations")),
        ("values", ctypes.c_void_p),
    )


class IntegratorKernel(NativeKernel):
    """Kernel of dy/dt, the rate of the state, for robots of one structure, with the integrator that calls the kernel."""

    def __init__(
        self, robot: Robot, places: tuple[Place, ...], varied: bool, driven: tuple[int, ...] | None, live: tuple[str, ...]
    ) -> None:
        """Prepare the kernel; compilation follows at the first use.

        places: frames on which wrenches act; varied: True if the stiffness changes in time; driven: indices of the motors with
        prescribed motion, None if torques act; live: names of robot parameters that are inputs.
        """
        parameters = tuple((name, 1) for name in (("stiffness",) if varied else live))
        equation = motion_rate(bool(places) or varied, varied, driven)
        super().__init__(Form(equation, wrenches=places, parameters=parameters, shared=True), robot)
        rate = self.library
        self.library = IntegratorLibrary(robot, driven is not None, rate.name, rate.inputs, rate.outputs, rate.label, rate.recipe)
        self.input_size = _input_size(robot, self.inputs)
        """Number of scalar external inputs: dK/dt, wrenches and live parameters."""

    @property
    def function(self) -> Any:
        """Return the compiled function `motion_rate_integrate`, whose argument is a pointer to an `IntegrationJob`."""
        self.ready(INTEGRATE)
        function = self.library._functions[INTEGRATE]
        function.restype = ctypes.c_longlong
        return function


class IntegratorLibrary(Library):
    """Compiled code of an `IntegratorKernel`: the code of every `NativeKernel`, and the integrator."""

    def __init__(self, robot: Robot, driven: bool, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.robot, self.driven = robot, driven

    def source(self, form: str, program: Printable) -> str:
        """Return the C source of a form: of the integrator for `INTEGRATE`, otherwise as `Library`."""
        return _source(self.robot, program, self.driven) if form == INTEGRATE else super().source(form, program)


def _input_size(robot: Robot, inputs: Sequence[Slot]) -> int:
    """Return the number of scalar inputs of dy/dt other than state, torque and the values of the robot."""
    return sum(slot.size for slot in inputs if not slot.uniform) - state_size(robot) - robot.m


def _source(robot: Robot, program: Printable, driven: bool) -> str:
    """Return the C source of the integrator: equations of motion, wrapper `look`, Runge-Kutta coefficients, integrate.c."""
    from scipy.integrate import DOP853

    size = program.outputs[0].size
    sizes = {
        "NQ": robot.nq,
        "N": robot.n,
        "M": robot.m,
        "WIDTH": 3 * robot.m if driven else robot.m,
        "STATE": state_size(robot),
        "SIZE": size,
        "GIVEN": _input_size(robot, program.inputs),
        "DEGREE": DEGREE,
    }
    tables = {"A": DOP853.A, "B": DOP853.B, "C": DOP853.C, "E3": DOP853.E3, "E5": DOP853.E5, "D": DOP853.D}
    tables |= {"A_MORE": DOP853.A_EXTRA, "C_MORE": DOP853.C_EXTRA}
    call = ", ".join([*in_a_row(program.inputs[:-1], "x"), "values", "out", "pivots"])
    return "\n".join(
        [
            f"{SCALAR}#include <float.h>\n#include <string.h>\n#define WORKSPACE {PER_THREAD}\n",
            core(program),
            "#if defined(__GNUC__) && !defined(__clang__)",
            '#pragma GCC optimize ("O3")',
            "#endif",
            f"enum {{ {', '.join(f'{name} = {x}' for name, x in sizes.items())} }};",
            f"#define SMALL_PIVOT {SMALL_PIVOT!r}\n#define DIVERGED {DIVERGED!r}",
            *(_table(name, table) for name, table in tables.items()),
            f"static void look(const double *x, const double *values, double *out, double *pivots)\n{{\n    core({call});\n}}",
            (resources.files("jounce.simulation") / "integrate.c").read_text(encoding="utf-8"),
        ]
    )


def _table(name: str, values: Array) -> str:
    """Return the C declaration of a constant array `name` with these values, of the same shape."""
    shape = "".join(f"[{size}]" for size in values.shape)
    return f"static const double {name}{shape} = {_braced(values.tolist())};"


def _braced(values: Sequence[Any] | float) -> str:
    """Return a nested list of floats as a C initialiser."""
    return repr(values) if isinstance(values, float) else "{" + ", ".join(map(_braced, values)) + "}"


class RobotIntegrator(NamedTuple):
    """Compiled integrator of a robot's structure, and the values of the robot that the integrator takes as input."""

    kernel: IntegratorKernel
    values: Array


@lru_cache(maxsize=KEPT)
def _integrator(robot: Robot, *kind: Any) -> RobotIntegrator:
    """Return the integrator of a robot, cached; kind: further arguments of `IntegratorKernel`."""
    kernel = shared(IntegratorKernel(robot, *kind))
    assert isinstance(kernel, IntegratorKernel)
    return RobotIntegrator(kernel, structure_of(robot).values)


REFUSALS: set[tuple[Any, ...]] = set()
"""Arguments of `integrator_kernel` for which compilation failed; only the backend 'native' tries again."""


def integrator_kernel(
    robot: Robot,
    places: tuple[Place, ...],
    varied: bool,
    driven: tuple[int, ...] | None = None,
    live: tuple[str, ...] = (),
) -> RobotIntegrator | None:
    """Return the compiled integrator of a robot; None with the Python backend, for large robots, or if compilation fails.

    Arguments as in `IntegratorKernel`.
    """
    kind = (robot, places, varied, driven, live)
    if CHOSEN.get() == "python" or robot.n > LARGEST or _is_too_large(robot, driven):
        return None
    if CHOSEN.get() != "native" and kind in REFUSALS:
        return None
    integrator = _integrator(*kind)
    try:
        integrator.kernel.ready(INTEGRATE)
    except CompilerError as error:
        REFUSALS.add(kind)
        give_up(error)
        return None
    return integrator


def _is_too_large(robot: Robot, driven: tuple[int, ...] | None) -> bool:
    """Return True if the motors `driven`, with prescribed motion, are coupled by the dynamics and more than `MOST_COLUMNS`."""
    return driven is not None and len(driven) > MOST_COLUMNS and not is_decoupled(plant_of(robot), driven)


def address(array: Array) -> int:
    """Return the address of the first element of a contiguous float64 array, for C."""
    assert array.flags.c_contiguous
    assert array.dtype == np.float64
    return int(array.ctypes.data)
