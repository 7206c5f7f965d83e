"""Argument checks of all public functions: `sort` (names, order), `check` (types, shapes), `check_numbers` (finite, bounds)."""

import math
import sys
from collections.abc import Callable, Mapping, Sequence, Set
from itertools import accumulate, islice
from numbers import Number, Rational, Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.kernel.equation import Equation, Form
from jounce.numbers import Jet
from jounce.numbers.elementary import is_tensor, library_of
from jounce.numbers.packing import Array
from jounce.plant.plant import Place, locate
from jounce.robot import Robot
from jounce.robot.frame import Tool
from jounce.robot.parameter_bounds import check_bounds, lower_bounds
from jounce.robot.parameters import PARAMETERS, parameter_size
from jounce.robot.validation import LARGEST, closest, short

Link = str | int | Tool | None
Wrenches = Sequence[ArrayLike] | Mapping[str, Sequence[ArrayLike]]
"""External wrenches: (W, Wdot, ...) on one link, or {link or frame: (W, Wdot, ...)}; W (..., 6): moment [Nm], force [N]."""
Parameters = Mapping[str, ArrayLike | Jet] | None
MOST_SAMPLES = 2**44
"""Largest number of samples of a batch; larger batches, of which NumPy may fail to make views, raise OutOfMemoryError."""
NOTHING: tuple[Any, ...] = ()
"""Default of omitted arguments, recognised by identity: Python has a single empty tuple."""


class Row(NamedTuple):
    """One input array of a call: name in messages, and values (..., width): numbers, symbols or arrays of another library."""

    name: str
    values: Any


class Given(NamedTuple):
    """Sorted arguments of a call, perhaps unchecked: the `Form` of the call, and all rows in the order of the form's inputs."""

    form: Form
    rows: list[Row]

    @property
    def q(self) -> Any:
        """Return the values of the first row: positions q (..., nq)."""
        return self.rows[0].values

    def parameters(self) -> dict[str, Any]:
        """Return {name: values (..., size)} of the live parameters, without their time derivatives."""
        at = len(self.rows) - sum(count for _, count in self.form.parameters)
        values = {}
        for name, count in self.form.parameters:
            values[name] = self.rows[at].values
            at += count
        return values


def check_names(names: Any, what: str) -> tuple[Any, ...]:
    """Return names as a tuple, a single string as one name; raise InputError, which begins with `what`, for anything else."""
    if isinstance(names, str):
        return (names,)
    if not isinstance(names, (Sequence, Set)) or not all(isinstance(name, (str, int, np.integer, Tool)) for name in names):
        raise InputError(f"{what}: expected names, got {short(names)}.")
    return tuple(names)


def check_outputs(equation: Equation, robot: Robot, outputs: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the requested outputs in the order of the equation; () for all outputs."""
    only = check_names(outputs, "outputs")
    if only and equation.partials is not None:
        raise InputError(f"outputs: {equation.name} has one; by= says by what its derivatives are taken.")
    names = [output.name for output in equation.outputs(robot)]
    for name in only:
        if name not in names:
            raise InputError(f"outputs: {equation.name} has no output {short(name)}.{closest(str(name), names)}")
    return tuple(name for name in names if name in only)


def sort(
    equation: Equation,
    robot: Robot,
    motion: Sequence[Any],
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    by: Sequence[str] = NOTHING,
) -> Given:
    """Put the arguments of a call into the order of the kernel's inputs; the values are not checked.

    motion: arrays of motion, then auxiliary inputs; link: frame of the result or of the only wrench; by: variables of partial
    derivatives. Raise InputError for an unknown name and for missing derivatives of wrenches or parameters.
    """
    check_robot(robot)
    more: list[str] = []
    if equation.auxiliary is not None:
        slots = equation.auxiliary.slots(robot)
        more = [slot.name if slot.rows == 1 else f"{slot.name}[{k}]" for slot in slots for k in range(slot.rows)]
    count, needed = len(motion) - len(more), len(equation.arguments)
    order = count - needed
    names = [*equation.arguments[:count], *(f"q^({k})" for k in range(needed, count)), *more]
    rows = [Row(name, x) for name, x in zip(names, motion)]
    places: tuple[Place, ...] = ()
    place = locate(robot, robot.tool if link is None else link) if equation.takes == "link" else None
    if equation.takes == "wrench" and not (wrench is NOTHING and link is None):
        forces = sorted(_wrenches(robot, wrench, link), key=lambda force: force[:2])
        places = tuple(at for at, _, _ in forces)
        rows += [row for _, label, entries in forces for row in _force(label, entries, order + equation.wrench_order(robot))]
    counts: list[tuple[str, int]] = []
    for name, values in _named(parameters):
        most = order + equation.wrench_order(robot)
        derivatives = values.derivatives()[: most + 1] if isinstance(values, Jet) else [values]
        if 1 < len(derivatives) <= most:
            raise InputError(
                f"{name} is a jet of order {len(derivatives) - 1}, but the result has {most} time derivatives and needs as many "
                "of it. A parameter that does not change is an array."
            )
        counts.append((name, len(derivatives)))
        rows += [Row(name if k == 0 else f"derivative {k} of {name}", x) for k, x in enumerate(derivatives)]
    return Given(Form(equation, order, places, place, tuple(counts), by=tuple(by)), rows)


def _wrenches(robot: Robot, wrench: Wrenches, link: Link) -> list[tuple[Place, str, Any]]:
    """Return (place, name in messages, (W, Wdot, ...)) of each wrench; link: where a wrench without a link of its own acts."""
    if isinstance(wrench, Mapping):
        if link is not None:
            raise InputError("link: the wrenches name their links themselves; link= goes with wrench=(W, Wdot, ...).")
        return [(locate(robot, where), f"wrench[{where!r}]", entries) for where, entries in wrench.items()]
    if not _is_sequence(wrench):
        raise InputError(f"wrench: expected (W, Wdot, ...) or {{link: (W, Wdot, ...)}}, got {short(wrench)}.")
    at = locate(robot, link)
    return [(at, "wrench", wrench)] if len(wrench) else []


def _is_sequence(values: Any) -> bool:
    """Return True for a sequence or an array with at least one axis; False for strings, mappings and scalars."""
    if isinstance(values, np.ndarray) or is_tensor(values):
        return bool(values.ndim)
    return isinstance(values, Sequence) and not isinstance(values, str)


def in_order(robot: Robot, wrench: Wrenches) -> tuple[Any, ...]:
    """Return the links of wrenches {link: ...} in the order of the wrenches in the form; () for (W, Wdot, ...)."""
    if not isinstance(wrench, Mapping):
        return ()
    return tuple(sorted(wrench, key=lambda name: (locate(robot, name), f"wrench[{name!r}]")))


def _force(label: str, entries: Any, order: int) -> list[Row]:
    """Return the rows of a wrench and its derivatives to `order`; raise InputError, which names `label`, if one is missing."""
    if not _is_sequence(entries):
        raise InputError(f"{label}: expected (W, Wdot, ...), got {short(entries)}.")
    if len(entries) <= order:
        raise InputError(
            f"{label} has {len(entries)} entries (W, Wdot, ...), but the result has {order} time derivatives and needs "
            f"{order + 1}. Pass zeros for derivatives that vanish."
        )
    return [Row(f"{label}[{k}]", entries[k]) for k in range(order + 1)]


def _named(parameters: Parameters) -> list[tuple[str, Any]]:
    """Return (name, value) of the live parameters in the order of `PARAMETERS`."""
    if parameters is None:
        return []
    if not isinstance(parameters, Mapping):
        raise InputError(f"parameters: expected {{name: array}}, got {short(parameters)}.")
    for name in parameters:
        if name not in PARAMETERS:
            raise InputError(f"parameters: no parameter {short(name)}.{closest(str(name), list(PARAMETERS))}")
    return [(name, parameters[name]) for name in PARAMETERS if name in parameters]


def check(
    robot: Robot, arguments: Given, convert: Callable[[Row, int, Robot, str], Any] | None = None
) -> tuple[list[Any], tuple[int, ...]]:
    """Convert all rows to arrays (..., width); return the arrays and their common batch shape.

    Raise InputError for wrong types or shapes and for zero quaternions; nan and bounds are left to `check_numbers`. convert:
    function that is called in place of `as_array`.
    """
    form = arguments.form
    arrays = [(convert or as_array)(row, width, robot, what) for row, (width, what) in zip(arguments.rows, _widths(robot, form))]
    shapes = {tuple(array.shape[:-1]) for array in arrays}
    try:
        batch = shapes.pop() if len(shapes) == 1 else np.broadcast_shapes(*shapes)
    except ValueError:
        shown = ", ".join(f"{row.name} {array.shape}" for row, array in zip(arguments.rows, arrays))
        raise InputError(f"the batch axes do not fit together: {shown}.") from None
    if math.prod(batch) > MOST_SAMPLES:
        raise form.too_large(robot, batch)
    auxiliary = form.equation.auxiliary
    if robot.nq != robot.n and isinstance(arrays[0], np.ndarray) and not (auxiliary and auxiliary.any_motion):
        try:
            check_quaternions(robot, arrays[0])
        except MemoryError:
            raise form.too_large(robot, batch) from None
    return arrays, batch


def _widths(robot: Robot, form: Form) -> list[tuple[int, str]]:
    """Return (width, kind) of each input row; the kind selects checks and messages.

    Kind: name of a live parameter, 'wrench', 'motors' (if m differs from n), 'auxiliary' or the name of a bounded auxiliary
    input; '' for other rows of motion.
    """
    of_motors = form.equation.motor_arguments
    of_joints = form.arrays - of_motors
    widths: list[tuple[int, str]] = [(robot.nq, "")] * (of_joints > 0) + [(robot.n, "")] * (of_joints - 1)
    widths += [(robot.m, "motors" if robot.m != robot.n else "")] * of_motors
    if form.equation.auxiliary is not None:
        slots = form.equation.auxiliary.slots(robot)
        widths += [(slot.width, slot.name if slot.lowest else "auxiliary") for slot in slots for _ in range(slot.rows)]
    if form.wrenches:
        widths += [(6, "wrench")] * (len(form.wrenches) * form.wrench_rows(robot))
    return widths + [(parameter_size(robot, name), name) for name, count in form.parameters for _ in range(count)]


def check_among_symbols(robot: Robot, arguments: Given, symbolic: Callable[[Any], bool]) -> list[Any]:
    """Return all rows of a call with symbols: rows for which `symbolic` returns True unchanged, others as checked vectors."""
    columns: list[Any] = []
    for row, (width, what) in zip(arguments.rows, _widths(robot, arguments.form)):
        if symbolic(row.values):
            columns.append(row.values)
            continue
        array = as_array(row, width, robot, what)
        if array.ndim > 1:
            raise InputError(f"{row.name} has shape {array.shape}; beside CasADi symbols expected shape ({width},), no batch.")
        _check_row(robot, row, array, what)
        columns.append(array)
    return columns


def check_parameter(robot: Robot, name: str, values: Any) -> Array:
    """Return the live parameter `name` as an array (..., size); raise InputError for bad shapes and values."""
    row = Row(name, values)
    array = as_array(row, parameter_size(robot, name), robot, name)
    _check_row(robot, row, array, name)
    return array


def check_numbers(robot: Robot, arguments: Given, arrays: Sequence[Array]) -> None:
    """Raise InputError, with name and index, for nan, infinite values, and parameters out of bounds.

    Not checked: entries of joints without the parameter, and sensor readings that the equation checks (`Auxiliary.any_motion`).
    """
    form, auxiliary = arguments.form, arguments.form.equation.auxiliary
    checked = zip(arguments.rows, arrays, _widths(robot, form))
    for row, array, (_, what) in islice(checked, form.arrays if auxiliary and auxiliary.any_motion else 0, None):
        _check_row(robot, row, array, what)


def _check_row(robot: Robot, row: Row, array: Array, what: str) -> None:
    least = np.array(lower_bounds(robot, what) if what in PARAMETERS else 0.0 if what == "h" else -np.inf)
    if array.dtype == object:
        finite = np.array([_is_finite(x) for x in array.flat], dtype=bool).reshape(array.shape)
    else:
        finite = np.isfinite(array)
    wrong = ~finite & ~np.isnan(least)
    if wrong.any():
        at = np.argwhere(wrong)[0]
        raise InputError(f"{row.name} is {array[tuple(at)]} at index {tuple(int(i) for i in at)}; expected finite numbers.")
    if what == "h" and array.dtype != object and (array < 0.0).any():
        raise InputError(f"h is {array.min():g}; expected the time since the last step [s], zero or more.")
    if what in PARAMETERS and array.dtype != object:
        _check_parameter_row(robot, row, array, what)


def _check_parameter_row(robot: Robot, row: Row, array: Array, name: str) -> None:
    """Raise InputError for entries of a live parameter, or of its derivatives, that are out of bounds."""
    if row.name == name:
        check_bounds(robot, name, array)
        return
    large = (np.abs(array) > LARGEST) & ~np.isnan(lower_bounds(robot, name))
    if large.any():
        at = tuple(int(i) for i in np.argwhere(large)[0])
        raise InputError(f"{row.name} is {array[at]:g} at index {at}; expected numbers of {LARGEST:g} at most.")


def quaternions(robot: Robot) -> tuple[int, ...]:
    """Return the indices in q at which quaternions of joints of several DOFs begin."""
    begin = accumulate((joint.positions for joint in robot.joints), initial=0)
    return tuple(at for joint, at in zip(robot.joints, begin) if joint.freedoms > 1)


def check_quaternions(robot: Robot, q: Array) -> None:
    """Raise InputError for zero quaternions of joints of several DOFs."""
    joints = [joint for joint in robot.joints if joint.freedoms > 1]
    for joint, at in zip(joints, quaternions(robot)):
        if q.dtype != object and not (np.abs(q[..., at : at + 4]).max(axis=-1, initial=0.0) > 1e-9).all():
            raise InputError(f"q: the quaternion (x, y, z, w) of joint {joint.name!r} is zero; (0, 0, 0, 1) is no rotation.")


def _remark(robot: Robot, what: str) -> str:
    if what == "wrench":
        return "a wrench has 6: moment (3) and force (3)"
    if what in ("auxiliary", "h"):
        return "this input has another number of them"
    if what == "motors":
        return f"robot {robot.name!r} has {robot.m} motors ({', '.join(robot.motor_names[:8])}). The motor axis is the last one"
    if what:
        return f"{what} of robot {robot.name!r} has one for each of its entries: {PARAMETERS[what].entries}"
    joints = robot.joint_names if len(robot.joint_names) <= 8 else (*robot.joint_names[:3], "...", robot.joint_names[-1])
    several = "" if robot.nq == robot.n else f", with {robot.nq} numbers in a position and {robot.n} in a velocity"
    return (
        f"robot {robot.name!r} has {len(robot.joint_names)} joints ({', '.join(joints)}){several}. The joint axis is the last one"
    )


def as_array(row: Row, width: int, robot: Robot, what: str) -> Array:
    """Return a row as an array (..., width) of float64, or of objects such as symbols; raise InputError for other types.

    what: kind of the row, as `_widths` returns it, for messages.
    """
    name, values = row
    if type(values) is np.ndarray and values.dtype == np.float64:
        check_width(name, values, width, robot, what)
        return values
    if is_tensor(values):
        raise InputError(
            f"{name} is an array of {library_of(values)}; expected one of NumPy here. Public functions take it; of kernels, "
            "kernel.jax() and kernel.torch()."
        )
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InputError(f"{name} has masked entries; expected a number in each: fill them, or leave their samples out.")
    try:
        array = np.asarray(numbers_of(values))
    except ValueError as error:
        raise InputError(f"{name} is not an array: {error}.") from None
    if array.dtype.kind in "iuf":
        array = array.astype(np.float64, copy=False)
    elif array.dtype != object or any(isinstance(x, (str, bytes, type(None))) for x in array.flat):
        raise InputError(f"{name} has elements of type {array.dtype}; expected real numbers.")
    elif any(isinstance(x, Jet) for x in array.flat):
        raise InputError(f"{name} holds jets; pass the derivatives as further arguments instead: f(robot, q, qd, ...).")
    else:
        _check_kinds(name, array)
    check_width(name, array, width, robot, what)
    return array


def check_width(name: str, array: Any, width: int, robot: Robot, what: str) -> None:
    """Raise InputError unless the last axis of an array has length `width`; what: kind of the row (`_widths`), for messages."""
    if array.ndim == 0 or array.shape[-1] != width:
        count = "is a single number" if array.ndim == 0 else f"has {array.shape[-1]} values"
        raise InputError(f"{name} {count}, but {_remark(robot, what)}: shape (..., {width}).")


def _check_kinds(name: str, array: Array) -> None:
    """Raise InputError for objects that are neither real numbers within the range of a double nor symbols with a sine."""
    for x in array.flat:
        if isinstance(x, (bool, Number)):
            good = isinstance(x, Real) and not isinstance(x, bool)
        else:
            library = sys.modules.get(type(x).__module__.partition(".")[0])
            good = hasattr(x, "sincos") or (hasattr(library, "sin") and not isinstance(x, np.generic))
        if not good:
            raise InputError(f"{name} holds {short(x)} of type {type(x).__name__}; expected real numbers.")
        try:
            float(x) if isinstance(x, Rational) else None
        except OverflowError:
            raise InputError(f"{name} holds {short(x)}; expected numbers that a double can hold.") from None


def _is_finite(x: Any) -> bool:
    """Return False for a real number that is nan or infinite; True for finite ones and for symbols."""
    return not isinstance(x, Real) or bool(x - x == 0)


def numbers_of(values: Any) -> Any:
    """Convert CasADi's numeric matrix DM to an array, or a vector if it has one row or column; return other values unchanged.

    Raises InputError for arrays of JAX and PyTorch, which would be converted to NumPy silently.
    """
    if is_tensor(values):
        raise InputError(f"an array of {library_of(values)}; this takes arrays of NumPy. Convert it: numpy.asarray(x).")
    if type(values).__name__ == "DM" and type(values).__module__.partition(".")[0] == "casadi":
        return values.full().reshape(-1) if 1 in values.shape else values.full()
    return values


def check_robot(robot: Any, parameters: Any = None) -> Robot:
    """Check that `robot` is a Robot; return it, with parameters replaced if any are passed (one value each, no batch)."""
    if not isinstance(robot, Robot):
        raise InputError(f"robot: expected a Robot, as jounce.load gives it, got {short(robot)}.")
    return robot if parameters is None else robot.with_parameters(parameters)


def position(robot: Robot, q: Any, name: str = "q") -> Array:
    """Return one position as an array (n,); name: for messages.

    Raise InputError for another shape, nan or inf, and for robots with joints of several DOFs.
    """
    if robot.nq != robot.n:
        joint = next(joint.name for joint in robot.joints if joint.freedoms > 1)
        raise InputError(
            f"{name}: joint {joint!r} of robot {robot.name!r} has several freedoms; this is for robots whose joints have one "
            "freedom each."
        )
    try:
        vector = np.asarray(numbers_of(q), dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{name}: expected {robot.n} numbers, {error}.") from None
    if vector.shape != (robot.n,) or not np.isfinite(vector).all():
        raise InputError(
            f"{name}: expected {robot.n} finite numbers, one per joint of robot {robot.name!r}, got shape {vector.shape}."
        )
    return vector
