"""Native backend: an equation compiled for one robot, which public functions call on arrays of floats."""

import math
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from types import NoneType
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.build.library import Library, allocated, driver
from jounce.codegen.print.one_sample import scalar_source
from jounce.codegen.program import MOST_OPERATIONS, MOST_WRITTEN, Printable, Sheet
from jounce.errors import CompilerError, InputError
from jounce.kernel.arguments import (
    NOTHING,
    Given,
    Parameters,
    Wrenches,
    check,
    check_numbers,
    quaternions,
    sort,
)
from jounce.kernel.backends.backend_selection import check_threads
from jounce.kernel.equation import LARGEST_STRAIGHT, Form
from jounce.kernel.evaluation import evaluate
from jounce.kernel.fingerprint import recipe
from jounce.numbers.html_table import html_table
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.frame import Tool
from jounce.robot.parameters import PARAMETERS, parameter_values
from jounce.robot.validation import short

MOST_RESULTS = 1_000_000
"""Largest number of output scalars of loop code, else CompilerError: in a batch each thread stores a vector for each, 64 MB."""
EAGER = 8_000
"""Number of C statements up to which code is compiled at the first call, in one or two seconds; see `SAMPLES` for longer code."""
SAMPLES = 3
"""Number of samples, over all calls, that plain Python evaluates (some ms each) before code longer than `EAGER` is compiled."""
MOST_LAWS = 16
"""Largest number of different spring laws of a robot for which loop code is used, since each law is traced."""


class ShortCut(NamedTuple):
    """Short cut of a repeated call of one sample: from its arguments directly to the compiled driver."""

    quick: Any
    """Callable of the compiled driver for one sample, see `NativeKernel.quick`."""
    finish: Callable[..., Any] | None
    """Function of robot, q, outputs and parameters that returns the result; None if the kernel's output is the result."""
    live: tuple[str, ...] | None
    """Names of the live parameters if all other arrays are motion: the compiled `Front` runs such calls. None for other calls."""
    form: Form
    robot: Robot
    """Robot whose id is in the key of the short cut; the reference keeps the robot alive, so that the id stays unique."""
    wrench_rows: int
    """Number of rows of each wrench: the wrench and its time derivatives."""
    links: tuple[Any, ...]
    """Names of the links of `wrench={link: ...}`, in the order of the form; () for a wrench without a name."""

    def rows(self, motion: Sequence[Any], wrench: Any, parameters: Any) -> Sequence[Any] | None:
        """Return all rows in the order of the kernel's inputs; None if wrenches or parameters do not fit the form."""
        form = self.form
        rows = [*motion]
        try:
            if len(() if parameters is None else parameters) != len(form.parameters):
                return None
            if form.wrenches and not self.links:
                rows.extend(wrench[: self.wrench_rows])
            elif len(wrench) != len(self.links):
                return None
            for name in self.links:
                rows.extend(wrench[name][: self.wrench_rows])
            for name, _ in form.parameters:
                rows.append(parameters[name])
        except (TypeError, LookupError):
            return None
        return rows


class NativeKernel:
    """Native code of an equation for one robot, called like the public function but without the robot: `kernel(*Q)`."""

    def __init__(
        self,
        form: Form,
        robot: Robot,
        link: str | int | Tool | None = None,
        links: tuple[Any, ...] = (),
        starts: Mapping[str, Any] | None = None,
    ) -> None:
        """link: place of `wrench=(W, ...)`; links: places of `wrench={link: ...}`, in the order of the form. starts: {argument:
        start value} for the FMU of an observer."""
        self.form, self.robot, self.link, self.links, self.starts = form, robot, link, links, starts
        self.inputs, self.outputs = form.slots(robot)
        self.shapes = tuple((output.lead(form.order), output.shape) for output in form.outputs(robot))
        name = form.equation.name
        self.recipe = recipe(form, robot, self.inputs, self._looped())
        self.library = Library(name, self.inputs, self.outputs, f"{name} of {robot.name!r}", self.recipe)
        self.requested_samples = 0
        self._program: Printable | None = None
        self._quick: Any = None
        self._short: ShortCut | None = None
        self._lock, self._process = threading.Lock(), os.getpid()

    # ---------------------------------------------------------------- what it is

    def __repr__(self) -> str:
        return f"<Kernel {self.form.equation.name} of {short(self.robot.name)}: takes {self.form.takes}>"

    def _repr_html_(self) -> str:
        """Return an HTML table for notebooks: sizes of inputs and outputs, and operations unless too many to trace."""
        try:
            count = str(self._for_compiler().operations)
        except CompilerError as error:
            count = str(error)
        rows: list[tuple[str, str]] = [("operations", count)]
        rows += [(f"input {slot.name}", f"{slot.rows} x {slot.width}") for slot in self.inputs]
        outputs = zip(self.form.outputs(self.robot), self.shapes)
        rows += [(f"output {x.name}", " x ".join(map(str, (*lead, *shape))) or "1") for x, (lead, shape) in outputs]
        return html_table(repr(self)[1:-1], ("what", "size"), rows)

    @property
    def order(self) -> int:
        """Return the number of arrays of motion beyond the equation's arguments; see `Equation.arguments`."""
        return self.form.order

    @property
    def arrays(self) -> int:
        """Return the number of arrays of motion."""
        return self.form.arrays

    @property
    def operations(self) -> int:
        """Return the number of scalar operations for one sample, after common-subexpression elimination."""
        return self.program.operations

    @property
    def source(self) -> str:
        """Return the C code for one sample."""
        return scalar_source(self.program)

    @property
    def program(self) -> Printable:
        """Return the scheduled operations, traced at first access without a limit of their number."""
        if self._program is None:
            self._program = self._written_down(None)
        return self._program

    def _for_compiler(self) -> Printable:
        """Return the program; raise CompilerError if it is too long to compile, as soon as tracing reaches the limit."""
        if self._program is None:
            most = MOST_RESULTS if self._looped() else MOST_OPERATIONS
            if sum(slot.size for slot in self.outputs) > most:
                raise self._too_long(f"more than {most} results")
            try:
                self._program = self._written_down(MOST_WRITTEN)
            except CompilerError as error:
                raise self._too_long(str(error)) from None
        if self._program.length > MOST_OPERATIONS:
            raise self._too_long(f"{self._program.length} statements, where {MOST_OPERATIONS} are the most")
        return self._program

    def _too_long(self, why: str) -> CompilerError:
        what = f"{self.form.equation.name} of a robot with {self.robot.n} joints"
        return CompilerError(f"{what} is too long for native code: {why}")

    def _written_down(self, most: int | None) -> Printable:
        """Trace the equation as a loop if `_looped()`, else as straight-line code of at most `most` operations (None: any)."""
        loop = self.form.equation.loop
        if loop is not None and self._looped():
            return loop.code(self.form, self.robot)
        sheet = Sheet(self.inputs, most)
        return sheet.program(self.form.equation.name, self.outputs, evaluate(self.form, self.robot, sheet.rows))

    def _looped(self) -> bool:
        """Return True if the code is a loop over links: by `Loop.is_used`, else for more than `LARGEST_STRAIGHT` DOFs."""
        loop, robot = self.form.equation.loop, self.robot
        if loop is None:
            return False
        if loop.is_used is not None:
            return loop.is_used(self.form, robot)
        few = len({m.law for m in plant_of(robot).motors}) <= MOST_LAWS  # each is traced
        return robot.n > LARGEST_STRAIGHT and few and not loop.refuses(robot)

    def __reduce__(self) -> Any:
        return NativeKernel, (self.form, self.robot, self.link, self.links, self.starts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativeKernel) and self.form == other.form and self.robot == other.robot

    def __hash__(self) -> int:
        return hash((self.form, self.robot))

    # ---------------------------------------------------------------- called

    def __call__(
        self, *motion: Any, wrench: Wrenches = NOTHING, parameters: Parameters = None, threads: int | None = None
    ) -> Any:
        """Return the results of the public function for arrays (..., n); axis 0: time derivatives, if order > 0."""
        short = self._short
        if short is not None and short.live == () and short.finish is None and wrench is NOTHING and parameters is None:
            answer = short.quick(motion)
            if answer is not NotImplemented:
                return answer
        motion = self.form.equation.arrange(self.robot, motion)
        if short is None and self.quick is not None:
            more = self.form.wrenches or self.form.equation.auxiliary_slots(self.robot)
            short = self._short = self.short_cut(self.robot, self.links, is_known=not more)
        rows = None if short is None else short.rows(motion, wrench, parameters)
        answer = NotImplemented if rows is None else self.quick(tuple(rows))
        if answer is not NotImplemented:
            outputs = answer if isinstance(answer, tuple) else (answer,)
            return self.form.finish(self.robot, motion[0], outputs, dict(parameters or {}))
        arguments = self.sorted(motion, wrench, parameters)
        arrays, batch = check(self.robot, arguments)
        try:
            arrays = [array.astype(np.float64, copy=False) for array in arrays]
        except TypeError as error:
            raise InputError(f"a kernel takes floats: {error}.") from None
        try:
            results, finite = self.run(arrays, batch, check_threads(threads))
            if not finite:
                check_numbers(self.robot, arguments, arrays)
            return self.form.finish(self.robot, motion[0], results, arguments.parameters())
        except ZeroDivisionError:
            self.form.refuse_division(self.robot, motion[0], arguments.parameters())
            raise
        except MemoryError:
            raise self.form.too_large(self.robot, batch) from None

    def sorted(self, motion: Sequence[Any], wrench: Wrenches, parameters: Parameters) -> Given:
        """Return the sorted arguments of a call; raise InputError unless they have the kernel's form."""
        by = () if self.form.equation.partials is None else self.form.names
        nominal = {name: parameter_values(self.robot, name) for name in by if name in PARAMETERS}
        numbers: Any = {**nominal, **(parameters or {})} if isinstance(parameters, (Mapping, NoneType)) else parameters
        arguments = sort(self.form.equation, self.robot, motion, wrench, self.link, numbers, self.form.by)
        if arguments.form._replace(only=self.form.only, place=self.form.place) != self.form:
            raise InputError(f"this kernel takes {self.form.takes}; got {arguments.form.takes}.")
        return arguments._replace(form=self.form)

    def pays(self, batch: tuple[int, ...]) -> bool:
        """Return True if native code pays for a batch shape; count the samples of the batch.

        Code pays if it is loaded, on disk or at most `EAGER` statements long, or if more than `SAMPLES` samples were requested so
        far.
        """
        count = math.prod(batch)
        self.requested_samples += count
        return self.library.find(_form(count)) or self._for_compiler().length <= EAGER or self.requested_samples > SAMPLES

    def run(self, arrays: Sequence[Array], batch: tuple[int, ...], threads: int) -> tuple[tuple[Array, ...], bool]:
        """Return the outputs (*lead, *batch, *shape), and True if all inputs are finite and within their bounds.

        arrays: input rows (..., width) of float64; lead: (order + 1,), () at order 0, or as `Output.rows` states.
        """
        count = math.prod(batch)
        outputs = allocated([(*lead, *batch, *shape) for lead, shape in self.shapes])
        if count == 0:
            return outputs, True
        self.ready(_form(count))
        rows = [_samples(array, batch, count) for array in arrays]
        if count == 1:
            return outputs, self.library.one([row[0] for row in rows], outputs)
        return outputs, self.library.batch(rows, outputs, threads)

    def ready(self, form: str) -> None:
        """Make a form of the code, "flat" or "batch", available: from memory, disk or the compiler, one thread at a time."""
        if self.library.find(form):
            return
        if self._process != os.getpid():  # a fork of the process that may have been compiling: its lock is not ours
            self._lock, self._process = threading.Lock(), os.getpid()
        with self._lock:
            if not self.library.find(form):
                self.library.build(form, self._for_compiler())

    @property
    def quick(self) -> Any:
        """Return the compiled callable for one sample; None if `quick_with` returns None or False.

        The callable takes the input rows of the kernel (such as q, qd and qdd), one float64 array each, of which the last few may
        be combined in a tuple. It returns the kernel's output: an array, the named tuple of the equation, or a tuple; it returns
        NotImplemented for arguments of another form.
        """
        if self._quick is None:
            self._quick = self.quick_with(None)
        return self._quick or None

    def quick_with(self, values: Array | None) -> Any:
        """Return the callable of `quick`; None while the code is not compiled, False if the driver cannot call the code.

        values: values of one robot, the last input of shared code; None for code of one robot.
        """
        if not self.library.find("flat"):
            return None
        module, equation = driver(), self.form.equation
        if module is None:
            return False
        slots = [slot for slot in self.inputs if not slot.uniform]
        rows = tuple(slot.width for slot in slots for _ in range(slot.rows))
        size = sum(rows)
        shapes = tuple((*lead, *shape) for lead, shape in self.shapes)
        kind = None if equation.partials is not None or self.form.only else equation.result.kind
        bounds = (tuple(self.library.lowest[:size].tolist()), tuple(self.library.largest[:size].tolist()), self.library.masses)
        unread = equation.auxiliary is not None and equation.auxiliary.any_motion
        places = () if unread else quaternions(self.robot)
        ratio, is_plain = equation.result.passing_ratio, not (equation.partials or self.form.only or self.form.parameters)
        rule = (equation.result.internal, ratio) if is_plain and ratio is not None else ()
        try:
            return module.Native(self.library.address, rows, shapes, kind, *bounds, places, values, *rule)
        except ValueError:  # more numbers than it has room for
            return False

    def short_cut(self, robot: Robot, links: tuple[Any, ...], is_known: bool) -> ShortCut:
        """Return the short cut of calls with wrenches on `links`; robot: robot of the call, equal to the kernel's robot.

        is_known: True if all arrays other than motion are live parameters.
        """
        return short_cut(self.quick, self.form, robot, links, is_known)


def short_cut(quick: Any, form: Form, robot: Robot, links: tuple[Any, ...], is_known: bool) -> ShortCut:
    """Return the short cut of calls of a form for a robot. quick, is_known: see methods of `NativeKernel`."""
    equation = form.equation
    is_result = equation.partials is None and (bool(form.only) or not equation.is_doubtful(robot))
    live = tuple(name for name, _ in form.parameters) if is_known else None
    return ShortCut(quick, None if is_result else form.finish, live, form, robot, form.wrench_rows(robot), links)


def _form(count: int) -> str:
    return "flat" if count == 1 else "batch"


def _samples(array: Array, batch: tuple[int, ...], count: int) -> Array:
    """Return an array (..., width) as (count, width) with unit stride along the width, without a copy if possible."""
    width = array.shape[-1]
    if array.flags.c_contiguous and array.flags.aligned and array.size == count * width:
        return array.reshape(count, width)
    if array.ndim == 1:
        flat = np.broadcast_to(np.ascontiguousarray(array), (count, width))
    else:
        flat = np.broadcast_to(array, (*batch, width)).reshape(count, width)
    return flat if flat.strides[-1] == 8 and flat.strides[0] % 8 == 0 and flat.flags.aligned else np.ascontiguousarray(flat)
