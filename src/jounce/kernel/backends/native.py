"""Native backend: an equation compiled for one robot, which public functions call on arrays of floats."""

import math
import os
import threading
from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.build.library import Library, driver
from jounce.codegen.print.c import scalar_source
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
from jounce.kernel.backends.memory import allocated
from jounce.kernel.equation import LARGEST_STRAIGHT, Form
from jounce.kernel.fingerprint import fingerprint, texts
from jounce.kernel.outputs import finish, refuse_division, too_large
from jounce.numbers.html_table import html_table
from jounce.numbers.packing import Array
from jounce.plant.plant import locate, plant_of, read
from jounce.robot import Robot
from jounce.robot.frame import Tool
from jounce.robot.function_trace import trace_text
from jounce.robot.parameters import PARAMETERS, parameter_size, parameter_values
from jounce.robot.validation import short

MOST_RESULTS = 1_000_000
"""Numbers that a loop may give: in a batch each thread holds as many vectors, 64 MB."""
EAGER = 8_000
"""Statements up to which code is compiled at the first call, in one or two seconds."""
SAMPLES = 3
"""Samples that longer code is asked for in plain Python first, some milliseconds each: many are never asked for more."""
MOST_LAWS = 16
"""Springs that are not linear, all different, in a loop."""


class ShortCut(NamedTuple):
    """From the arguments of a call of one sample to its kernel, with nothing between."""

    quick: Any
    """See `NativeKernel.quick`."""
    done: bool
    """Whether what the kernel gives is what the function gives."""
    form: Form
    robot: Robot
    """The robot by whose identity it is found: while it is held here, no other object gets that identity."""
    links: tuple[Any, ...] = ()
    """Names under which wrenches are given, in the order of the form; none where there is one without a name."""

    def rows(self, motion: Sequence[Any], wrench: Any, parameters: Any) -> Sequence[Any] | None:
        """All rows in the order of the kernel's inputs; None for arguments that are not what they should be."""
        form = self.form
        count = form.wrench_rows(self.robot)
        rows = [*motion]
        try:
            if len(() if parameters is None else parameters) != len(form.parameters):
                return None
            if form.wrenches and not self.links:
                rows.extend(wrench[:count])
            elif len(wrench) != len(self.links):
                return None
            for name in self.links:
                rows.extend(wrench[name][:count])
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
        """link: where `wrench=(W, ...)` acts; links: where those of `wrench={link: ...}` act, in the order of the form. starts:
        numbers of an observer, by name, with which its FMU begins."""
        self.form, self.robot, self.link, self.links, self.starts = form, robot, link, links, starts
        self.inputs, self.outputs = form.slots(robot)
        self.shapes = tuple((output.lead(form.order), output.shape) for output in form.outputs(robot))
        name = form.equation.name
        self.recipe = self._recipe()
        self.library = Library(name, self.inputs, self.outputs, f"{name} of {robot.name!r}", self.recipe)
        self.asked = 0
        self._program: Printable | None = None
        self._quick: Any = None
        self._short: ShortCut | None = None
        self._at_once: Any = None  # `quick`, where motion is all that goes in and its answer is what the kernel gives
        self._lock, self._process = threading.Lock(), os.getpid()

    # ---------------------------------------------------------------- what it is

    def __repr__(self) -> str:
        return f"<Kernel {self.form.equation.name} of {short(self.robot.name)}: takes {self.form.takes}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: sizes of inputs and outputs, and operations unless they are too many to write down now."""
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
        """How many time derivatives of the result it gives, or of the motion it takes beyond the equation's own."""
        return self.form.order

    @property
    def arrays(self) -> int:
        """How many arrays of motion it takes."""
        return self.form.arrays

    @property
    def operations(self) -> int:
        """Scalar operations after elimination."""
        return self.program.operations

    @property
    def source(self) -> str:
        """The C code for one sample."""
        return scalar_source(self.program)

    @property
    def program(self) -> Printable:
        """The operations, in order; written down when first asked for, however long."""
        if self._program is None:
            self._program = self._written_down(None)
        return self._program

    def _for_compiler(self) -> Printable:
        """The same, unless it is too long for a compiler: found out before it is written down to the end."""
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
        """The equation on symbols, as straight-line code of so many operations at most, or as a loop."""
        loop = self.form.equation.loop
        if loop is not None and self._looped():
            return loop(self.form, self.robot)
        sheet = Sheet(self.inputs, most)
        return sheet.program(self.form.equation.name, self.outputs, self.form.evaluate(self.robot, sheet.rows))

    def _looped(self) -> bool:
        """Return True if the robot is large enough for a loop to pay."""
        form, robot = self.form, self.robot
        if form.equation.loops is not None:
            return form.equation.loops(form, robot)
        few = len({m.law for m in plant_of(robot).motors}) <= MOST_LAWS  # each is traced
        return form.equation.loop is not None and robot.n > LARGEST_STRAIGHT and few and not any(robot.rotors)

    def _recipe(self) -> str:
        """All that the code depends on."""
        form = self.form
        live = {name: [1.0] * parameter_size(self.robot, name) for name, _ in form.parameters}  # not the robot's own: any number
        plant = form.equation.prepare(self.robot, read(self.robot, live))
        asked = (form.order, form.wrenches, form.place, form.parameters, form.only, form.by, self._looped())
        names = tuple(joint.drive is not None for joint in self.robot.joints)
        tool = locate(self.robot, self.robot.tool)  # where a payload goes: the frame's name does not say
        laws = [None if here.spring is None else trace_text(here.spring.torque) for here in plant.beside]
        beside = fingerprint([(law, here.rubbing) for law, here in zip(laws, plant.beside)])
        springs = [None if m.law is None else (trace_text(m.law.torque), trace_text(m.law.rest)) for m in plant.motors]
        motors = tuple(m if m.law is None else m._replace(spring=None) for m in plant.motors)
        plant = plant._replace(beside=(), motors=motors)  # a function's address says nothing, nor its code
        return repr((fingerprint(form.equation), asked, plant, beside, springs, names, self.robot.nq, tool, self.inputs, texts()))

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
        """What the public function gives on arrays (..., n), order+1 rows along the first axis."""
        if self._at_once is not None and wrench is NOTHING and parameters is None:
            answer = self._at_once(motion)
            if answer is not NotImplemented:
                return answer
        motion = self.form.equation.arrange(self.robot, motion)
        if self._short is None and self.quick is not None:
            self._short = self.short_cut(self.robot, self.links)
            more = self.form.wrenches or self.form.parameters or self.form.equation.held(self.robot)
            self._at_once = self.quick if self._short.done and not more else None
        rows = None if self._short is None else self._short.rows(motion, wrench, parameters)
        answer = NotImplemented if rows is None else self.quick(tuple(rows))
        if answer is not NotImplemented:
            outputs = answer if isinstance(answer, tuple) else (answer,)
            return finish(self.form, self.robot, motion[0], outputs, dict(parameters or {}))
        given = self.sorted(motion, wrench, parameters)
        arrays, batch = check(self.robot, given)
        try:
            arrays = [array.astype(np.float64, copy=False) for array in arrays]
        except TypeError as error:
            raise InputError(f"a kernel takes floats: {error}.") from None
        try:
            results, finite = self.run(arrays, batch, check_threads(threads))
            if not finite:
                check_numbers(self.robot, given, arrays)
            return finish(self.form, self.robot, motion[0], results, given.parameters())
        except ZeroDivisionError:
            refuse_division(self.form, self.robot, motion[0], given.parameters())
            raise
        except MemoryError:
            raise too_large(self.form, self.robot, batch) from None

    def sorted(self, motion: Sequence[Any], wrench: Wrenches, parameters: Parameters) -> Given:
        """What a call was given, sorted; refused where it is not what the kernel was made for."""
        by = self.form.names if self.form.equation.partial else ()
        own = {name: parameter_values(self.robot, name) for name in by if name in PARAMETERS}
        numbers: Any = {**own, **(parameters or {})} if isinstance(parameters, (Mapping, NoneType)) else parameters
        given = sort(self.form.equation, self.robot, motion, wrench, self.link, numbers, self.form.by)
        if given.form._replace(only=self.form.only, place=self.form.place) != self.form:
            raise InputError(f"this kernel takes {self.form.takes}; got {given.form.takes}.")
        return given._replace(form=self.form)

    def pays(self, batch: tuple[int, ...]) -> bool:
        """Whether it is time for native code: it is short, much is asked of it, or it is there already."""
        count = math.prod(batch)
        self.asked += count
        return self.library.find(_form(count)) or self._for_compiler().length <= EAGER or self.asked > SAMPLES

    def run(self, arrays: Sequence[Array], batch: tuple[int, ...], threads: int) -> tuple[tuple[Array, ...], bool]:
        """Results (order+1, *batch, *shape), and whether all input was finite. arrays: float64 (..., width), one per row."""
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
        """Have a form of the code, "flat" or "batch": from memory, from disk, or from the compiler. One thread at a time."""
        if self.library.find(form):
            return
        if self._process != os.getpid():  # a fork of the process that may have been compiling: its lock is not ours
            self._lock, self._process = threading.Lock(), os.getpid()
        with self._lock:
            if not self.library.find(form):
                self.library.build(form, self._for_compiler())

    @property
    def quick(self) -> Any:
        """A callable for one sample of exact float64 arrays that answers NotImplemented to anything else; None without it.

        It takes one array a row, the last ones in a tuple if that is how the caller has them, and gives an array, or the
        equation's named tuple, or a tuple.
        """
        if self._quick is None:
            if not self.library.find("flat"):
                return None
            module = driver()
            rows = tuple(slot.width for slot in self.inputs for _ in range(slot.rows))
            shapes = tuple((*lead, *shape) for lead, shape in self.shapes)
            kind = None if self.form.equation.partial or self.form.only else self.form.equation.result
            try:
                lowest = tuple(self.library.lowest.tolist())
                bounds = (lowest, tuple(self.library.largest.tolist()), self.library.masses)
                given = (
                    self.library.address,
                    rows,
                    shapes,
                    kind,
                    *bounds,
                    () if self.form.equation.judges else quaternions(self.robot),
                )
                self._quick = False if module is None else module.Native(*given)
            except ValueError:  # more numbers than it has room for
                self._quick = False
        return self._quick or None

    def short_cut(self, robot: Robot, links: tuple[Any, ...]) -> ShortCut:
        """The way to `quick` from arguments with these names. robot: the one of the call, equal to the kernel's own."""
        equation = self.form.equation
        done = not equation.partial and (bool(self.form.only) or equation.check is None or not equation.doubted(robot))
        return ShortCut(self.quick, done, self.form, robot, links)


def _form(count: int) -> str:
    return "flat" if count == 1 else "batch"


def _samples(array: Array, batch: tuple[int, ...], count: int) -> Array:
    """An array (..., width) as (count, width) with unit stride along the width, without a copy where that can be."""
    width = array.shape[-1]
    if array.flags.c_contiguous and array.flags.aligned and array.size == count * width:
        return array.reshape(count, width)
    if array.ndim == 1:
        flat = np.broadcast_to(np.ascontiguousarray(array), (count, width))
    else:
        flat = np.broadcast_to(array, (*batch, width)).reshape(count, width)
    return flat if flat.strides[-1] == 8 and flat.strides[0] % 8 == 0 and flat.flags.aligned else np.ascontiguousarray(flat)
