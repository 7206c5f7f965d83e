"""An equation of one robot as C99 for a controller: what its arguments are, and reference vectors to test it with."""

import hashlib
import math
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import DTypeLike

from jounce.codegen.program import Printable, Sheet
from jounce.errors import InputError
from jounce.export.argument_docs import numbering, remarks
from jounce.export.project_files import Begin, Words, c_files, check_name, refuse_others, write
from jounce.kernel.evaluation import evaluate
from jounce.kernel.fingerprint import fingerprint
from jounce.kernel.form import Form
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.parameters import parameter_values
from jounce.robot.validation import short

REFERENCES = 5
"""Reference vectors."""
WORTHLESS = 0.1
"""Error of single precision, relative to the largest number, above which nothing is written."""
ROUNDED = 8.0
"""How many times further compiled code may be off: its compiler may take sums in another way."""


class Exhibit(NamedTuple):
    """What is written of a kernel."""

    program: Printable
    words: Words
    samples: Array
    """Reference vectors, all inputs of each."""
    expected: Array
    """All outputs of each."""
    rounding: float = 0.0
    """Of what is expected, relative to the largest of it, where that is more than that of the code."""
    begin: Begin | None = None
    """Kernel that returns the first state of an observer."""


class Exported(Protocol):
    """What can be written as C: a kernel, or a reference."""

    def exhibit(self, dtype: Any) -> Exhibit:
        """What is written of it. dtype: of all numbers, to which those that go in are rounded."""


def write_c(
    folder: str | Path, kernels: Mapping[str, Exported], *, dtype: DTypeLike = "float64", overwrite: bool = False
) -> list[Path]:
    """Write kernels as C99, which is C++ as well, into one folder: `write_c("controller", {"lwr_inverse": kernel, ...})`.

    kernels: what `compile` and `reference` give, by the names of their C functions, of one robot or several; nothing else is
    visible outside. Each has a source, a
    header and a test with reference vectors; one CMakeLists.txt makes a library of all kernels in the folder, earlier ones too.
    dtype: 'float64', or 'float32' for processors without a fast `double`.
    overwrite: whether files are replaced that are not of the same function of a robot of the same name: refused otherwise.
    Reference vectors are computed in plain Python with doubles; no compiler is needed here. Returns the paths of the files: all
    of them are written, or none.
    """
    try:
        folder = Path(folder)
    except TypeError:
        raise InputError(f"folder: expected one to write C files into, got {short(folder)}.") from None
    if not isinstance(kernels, Mapping) or not kernels or not all(hasattr(kernel, "exhibit") for kernel in kernels.values()):
        raise InputError(
            f"kernels: expected {{name in C: what jounce.compile or jounce.export.reference gives}}, got {short(kernels)}."
        )
    real = _real(dtype)
    texts = {folder / file: text for name, kernel in kernels.items() for file, text in _texts(name, kernel, real).items()}
    if not overwrite:
        refuse_others(texts)
    write(texts, folder)
    return list(texts)


def _texts(name: str, kernel: Exported, real: str) -> dict[str, str]:
    shown = kernel.exhibit(np.float32 if real == "float" else np.float64)
    named: Any = replace(shown.program, name=check_name(name))  # type: ignore[type-var]  # all kinds are dataclasses
    return c_files(named, shown.words, shown.samples, shown.expected, real, shown.rounding, shown.begin)


def exhibit(form: Form, robot: Robot, program: Printable, dtype: Any) -> Exhibit:
    """What is written of the kernel of a form."""
    given = references(form, robot).astype(dtype)
    samples = given.astype(float)
    expected = np.array([_plainly(form, robot, sample.tolist()) for sample in samples])
    title = f"{form.equation.name} of robot {robot.name!r}"
    words = Words(title, model_card(robot), shapes(form, robot), remarks(form, robot))
    rounding = 0.0 if given.dtype == np.float64 else _rounding(form, robot, given, expected)
    return Exhibit(program, words, samples, expected, rounding)


def begin_of(form: Form, robot: Robot) -> Begin | None:
    """Return the function that makes the first state of an observer; None of other equations."""
    if form.equation.begin is None:
        return None
    first = form._replace(equation=form.equation.begin)
    inputs, outputs = first.slots(robot)
    sheet = Sheet(inputs)
    program = sheet.program(first.equation.name, outputs, evaluate(first, robot, sheet.rows))
    return Begin(program, Words("", [], shapes(first, robot), remarks(first, robot)))


def _rounding(form: Form, robot: Robot, given: Array, expected: Array) -> float:
    """How far numbers of the type of those given may be off: some times as far as they are in plain Python.

    Forward dynamics of a light wrist divide by small inertias, which are differences of large ones: in single precision a few
    digits are left of them.
    """
    with np.errstate(all="ignore"):
        found = np.array([_plainly(form, robot, list(sample)) for sample in given])
        error = float(np.abs(found - expected).max(initial=0.0) / np.abs(expected).max(initial=1e-300))
    if not error < WORTHLESS:
        raise InputError(
            f"dtype: in single precision no digit of {form.equation.name} of robot {robot.name!r} is left, it is off by "
            f"{error:.2g} of its largest value: expected 'float64' for it."
        )
    return ROUNDED * error


def _real(dtype: Any) -> str:
    """The type in C."""
    try:
        found = np.dtype(dtype)
    except TypeError:
        found = np.dtype(object)
    if found not in (np.float64, np.float32):
        raise InputError(f"dtype: expected 'float64' or 'float32', got {short(dtype)}.")
    return "double" if found == np.float64 else "float"


def model_card(robot: Robot) -> list[str]:
    """What a header says of the robot: where its numbers are from, joints, drives, tool."""
    version = import_module("jounce").__version__
    model = hashlib.sha256(fingerprint(robot).encode()).hexdigest()[:16]
    R, origin = robot.tool.placement
    rows = "; ".join(" ".join(f"{x:.6g}" for x in row) for row in R)
    tool = f"tool frame in {robot.tool.link!r}: origin {' '.join(f'{x:.6g}' for x in origin)} m, rotation {rows} (row by row)"
    return [
        f"Written by jounce {version} from model {model}; its numbers, where no argument says otherwise:",
        "",
        *str(robot).splitlines(),
        *numbering(robot),
        tool,
    ]


def shapes(form: Form, robot: Robot) -> dict[str, tuple[int, ...]]:
    """Of each argument in C, rows first."""
    found: dict[str, tuple[int, ...]] = {slot.name: (slot.rows, slot.width) for slot in form.slots(robot)[0]}
    return found | {output.name: (*output.lead(form.order), *output.shape) or (1,) for output in form.outputs(robot)}


def references(form: Form, robot: Robot) -> Array:
    """Samples of all inputs, one per row; parameters are near those of the robot, and not zero."""
    columns = []
    rng = np.random.default_rng(0)
    running = {} if form.equation.auxiliary is None else form.equation.auxiliary.flags
    for slot in form.slots(robot)[0]:
        values: Array = rng.normal(size=(REFERENCES, slot.size))
        if slot.name in ("h", "period"):
            values = 0.01 * np.abs(values)
        if slot.name == "state":
            values = 0.01 * values  # no joint bends by a radian
        if slot.name in running:
            flags = running[slot.name]
            values[:, -len(flags) :] = flags
        if slot.name == "covariance":
            N = math.isqrt(slot.size)
            some = 0.01 * values.reshape(REFERENCES, N, N)
            values = (some @ np.swapaxes(some, 1, 2)).reshape(REFERENCES, slot.size)
        if slot.name in dict(form.parameters):  # stiffness and damping may be gains, too
            own = parameter_values(robot, slot.name)
            own = np.where(np.isfinite(own) & (own != 0.0), own, 1.0)
            values[:, : slot.width] = own * (1.0 + 0.1 * np.abs(values[:, : slot.width]))
        columns.append(values)
    return np.concatenate(columns, axis=1)


def _plainly(form: Form, robot: Robot, numbers: list[Any]) -> list[float]:
    """All outputs of one sample of all inputs, in plain Python."""
    rows: list[list[Any]] = []
    for slot in form.slots(robot)[0]:
        for _ in range(slot.rows):
            rows.append(numbers[: slot.width])
            numbers = numbers[slot.width :]
    return [float(x) for output in evaluate(form, robot, rows) for row in output for x in row]
