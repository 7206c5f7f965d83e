"""C projects of kernels: equations of a robot as C99, with descriptions of their arguments and reference vectors for a test."""

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
from jounce.kernel.equation import Form
from jounce.kernel.evaluation import evaluate
from jounce.kernel.fingerprint import fingerprint
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.parameters import parameter_values
from jounce.robot.validation import short

REFERENCES = 5
"""Number of reference vectors in the exported test of a kernel."""
WORTHLESS = 0.1
"""Error of single precision, relative to the largest absolute output, from which on single precision raises InputError."""
ROUNDED = 8.0
"""Accepted rounding error of compiled code, as a multiple of the rounding error of plain Python: compilers may reorder sums."""


class Exhibit(NamedTuple):
    """Program, descriptions and test data of a kernel that is written as C."""

    program: Printable
    words: Words
    samples: Array
    """Inputs of the reference vectors, one vector per row."""
    expected: Array
    """Expected outputs, one vector per row."""
    rounding: float = 0.0
    """Tolerance of the test relative to the largest expected output; `TOLERANCE` of project_files if that is larger."""
    begin: Begin | None = None
    """C function that computes the first state of an observer; None for a kernel without state."""


class Exported(Protocol):
    """Object that can be written as C: a kernel, or a reference generator."""

    def exhibit(self, dtype: Any) -> Exhibit:
        """Return the `Exhibit` of the object; dtype: type of all scalars in C, to which test inputs are rounded."""


def write_c(
    folder: str | Path, kernels: Mapping[str, Exported], *, dtype: DTypeLike = "float64", overwrite: bool = False
) -> list[Path]:
    """Write kernels as C99, which is C++ as well, into one folder: `write_c("controller", {"lwr_inverse": kernel, ...})`.

    Each kernel has a source, a header and a test with reference vectors; one CMakeLists.txt makes a library of all kernels in
    the folder, including those of earlier calls. Only the named functions are visible outside the library. Reference vectors
    are computed in plain Python with doubles; no compiler is required.

    Parameters
    ----------
    folder : str or Path
        Folder of the files; it is created if it does not exist.
    kernels : dict
        {name of the C function: result of `compile` or `reference`}, of one robot or several.
    dtype : dtype
        'float64', or 'float32' for processors without a fast `double`.
    overwrite : bool
        True to replace files of other functions, of other robots, or of the user; by default such files cause an InputError.

    Returns
    -------
    list of Path
        The written files: either all files are written or none.

    Raises
    ------
    InputError
        If a name, the folder or a type is invalid, single precision leaves no digit, or a file must not be replaced.

    Examples
    --------
    >>> import tempfile
    >>> kernel = jn.compile(jn.rnea, jn.load("planar_2r"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = jn.export.write_c(folder, {"arm_rnea": kernel})
    >>> [file.name for file in files]
    ['arm_rnea.h', 'arm_rnea.c', 'test_arm_rnea.c', 'CMakeLists.txt']
    """
    try:
        folder = Path(folder)
    except TypeError:
        raise InputError(f"folder: expected one to write C files into, got {short(folder)}.") from None
    if not isinstance(kernels, Mapping) or not kernels or not all(hasattr(kernel, "exhibit") for kernel in kernels.values()):
        raise InputError(
            f"kernels: expected {{name in C: result of jounce.compile or jounce.export.reference}}, got {short(kernels)}."
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
    """Return program, descriptions and test data of the kernel of a form; dtype: type to which test inputs are rounded."""
    rounded = references(form, robot).astype(dtype)
    samples = rounded.astype(float)
    expected = np.array([_evaluate_in_python(form, robot, sample.tolist()) for sample in samples])
    title = f"{form.equation.name} of robot {robot.name!r}"
    words = Words(title, model_card(robot), shapes(form, robot), remarks(form, robot))
    rounding = 0.0 if rounded.dtype == np.float64 else _rounding(form, robot, rounded, expected)
    return Exhibit(program, words, samples, expected, rounding)


def begin_of(form: Form, robot: Robot) -> Begin | None:
    """Return the C function of an observer that computes its first state; None for equations without state."""
    if form.equation.begin is None:
        return None
    first = form._replace(equation=form.equation.begin)
    inputs, outputs = first.slots(robot)
    sheet = Sheet(inputs)
    program = sheet.program(first.equation.name, outputs, evaluate(first, robot, sheet.rows))
    return Begin(program, Words("", [], shapes(first, robot), remarks(first, robot)))


def _rounding(form: Form, robot: Robot, samples: Array, expected: Array) -> float:
    """Return the tolerance of a test in the type of the samples: `ROUNDED` times the error of plain Python in this type.

    Forward dynamics of a light wrist divide by small inertias that are differences of large inertias: in single precision, few
    digits of the result are right. Raise InputError if the error exceeds `WORTHLESS`.
    """
    with np.errstate(all="ignore"):
        outputs = np.array([_evaluate_in_python(form, robot, list(sample)) for sample in samples])
        error = float(np.abs(outputs - expected).max(initial=0.0) / np.abs(expected).max(initial=1e-300))
    if not error < WORTHLESS:
        raise InputError(
            f"dtype: in single precision no digit of {form.equation.name} of robot {robot.name!r} is left, it is off by "
            f"{error:.2g} of its largest value: expected 'float64' for it."
        )
    return ROUNDED * error


def _real(dtype: Any) -> str:
    """Return the C type of a dtype; raise `InputError` unless it is float64 or float32."""
    try:
        kind = np.dtype(dtype)
    except TypeError:
        kind = np.dtype(object)
    if kind not in (np.float64, np.float32):
        raise InputError(f"dtype: expected 'float64' or 'float32', got {short(dtype)}.")
    return "double" if kind == np.float64 else "float"


def model_card(robot: Robot) -> list[str]:
    """Return lines of text that describe a robot in a C header: version of jounce, digest of the model, joints, drives, tool."""
    version = import_module("jounce").__version__
    model = hashlib.sha256(fingerprint(robot).encode()).hexdigest()[:16]
    R, origin = robot.tool.placement
    rows = "; ".join(" ".join(f"{x:.6g}" for x in row) for row in R)
    tool = f"tool frame in {robot.tool.link!r}: origin {' '.join(f'{x:.6g}' for x in origin)} m, rotation {rows} (row by row)"
    return [
        f"Written by jounce {version} from model {model}. Parameters, unless they are arguments:",
        "",
        *str(robot).splitlines(),
        *numbering(robot),
        tool,
    ]


def shapes(form: Form, robot: Robot) -> dict[str, tuple[int, ...]]:
    """Return {argument: row-major shape in C} of all inputs and outputs of the kernel of a form."""
    inputs: dict[str, tuple[int, ...]] = {slot.name: (slot.rows, slot.width) for slot in form.slots(robot)[0]}
    return inputs | {output.name: (*output.lead(form.order), *output.shape) or (1,) for output in form.outputs(robot)}


def references(form: Form, robot: Robot) -> Array:
    """Return random samples of all inputs of a kernel, one sample per row.

    Live parameters are near the parameters of the robot, and not zero.
    """
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
            nominal = parameter_values(robot, slot.name)
            nominal = np.where(np.isfinite(nominal) & (nominal != 0.0), nominal, 1.0)
            values[:, : slot.width] = nominal * (1.0 + 0.1 * np.abs(values[:, : slot.width]))
        columns.append(values)
    return np.concatenate(columns, axis=1)


def _evaluate_in_python(form: Form, robot: Robot, numbers: list[Any]) -> list[float]:
    """Evaluate all outputs for one sample of all inputs, in plain Python."""
    rows: list[list[Any]] = []
    for slot in form.slots(robot)[0]:
        for _ in range(slot.rows):
            rows.append(numbers[: slot.width])
            numbers = numbers[slot.width :]
    return [float(x) for output in evaluate(form, robot, rows) for row in output for x in row]
