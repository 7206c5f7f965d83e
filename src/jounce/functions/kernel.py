"""An equation compiled for one robot: what public functions call inside, and what `jounce.compile` hands out."""

import hashlib
import math
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from jounce.codegen.build.library import Library, driver
from jounce.codegen.print.c import Printable, scalar_source
from jounce.codegen.print.export import write_c
from jounce.errors import InputError
from jounce.functions.backend import check_threads
from jounce.functions.equation import Equation, Numbers, Place
from jounce.functions.motion import check_finite, check_rows
from jounce.numbers.packing import Array
from jounce.robot import Robot

EAGER = 12
"""Joints up to which native code is compiled at the first call, in less than a second; forward dynamics of 30 take 2.3 s."""
SAMPLES = 3
"""Samples that a larger robot is asked for in plain Python first, some milliseconds each: many are never asked for more."""


class Kernel:
    """Native code of an equation for one robot, called like the public function but without the robot: `kernel(*Q)`."""

    def __init__(self, equation: Equation, robot: Robot, order: int, place: Place, wrench: bool) -> None:
        self.equation, self.robot, self.order = equation, robot, order
        self.place, self.wrench = place, wrench
        self.inputs, self.outputs = equation.slots(robot, order, wrench)
        self.shapes = tuple((output.lead(order), output.shape) for output in equation.outs(robot))
        self.asked = 0

    @cached_property
    def program(self) -> Printable:
        """The operations, in order."""
        return self.equation.program(self.robot, self.order, self.place, self.wrench)

    @cached_property
    def library(self) -> Library:
        """The compiled code."""
        name = self.equation.name
        looped = self.equation.looped(self.robot)
        recipe = repr((name, self.order, self.place, self.wrench, looped, self.equation.read(self.robot), _equations()))
        return Library(name, self.inputs, self.outputs, lambda: self.program, f"{name} of {self.robot.name!r}", recipe)

    @cached_property
    def quick(self) -> Any:
        """A callable for one sample of exact float64 arrays that answers NotImplemented to anything else; None without it."""
        module = driver()
        rows = tuple(slot.width for slot in self.inputs for _ in range(slot.rows))
        shapes = tuple((*lead, *shape) for lead, shape in self.shapes)
        try:
            return None if module is None else module.Native(self.library.address, rows, shapes)
        except ValueError:  # more numbers than it has room for
            return None

    @property
    def operations(self) -> int:
        """Scalar operations after elimination."""
        return self.program.operations

    @property
    def source(self) -> str:
        """The C code for one sample."""
        return scalar_source(self.program)

    def __call__(self, *motion: Any, wrench: Sequence[Any] = (), threads: int | None = None) -> Any:
        """What the public function gives on arrays (..., n), order+1 rows along the first axis."""
        try:
            return self._call(motion, wrench, threads)
        except ZeroDivisionError:
            if self.equation.check is not None:
                self.equation.check(self.robot, motion[0], None)
            raise

    def _call(self, motion: tuple[Any, ...], wrench: Sequence[Any], threads: int | None) -> Any:
        if getattr(motion[0] if motion else None, "ndim", 0) == 1 and self.quick is not None:
            answer = self.quick(*motion, *wrench)
            if answer is not NotImplemented:
                return self._handed_out(motion[0], answer if isinstance(answer, tuple) else (answer,))
        need = self.equation.needs + self.order
        if len(motion) != need or bool(len(wrench)) != self.wrench:
            raise TypeError(f"this kernel takes {need} arrays{' and a wrench' if self.wrench else ''}, got {len(motion)}.")
        named = [(self.equation.argument(k), x) for k, x in enumerate(motion)]
        rows, batch = check_rows(self.robot, named, wrench, self.order)
        results, finite = self.run([row.array.astype(np.float64, copy=False) for row in rows], batch, check_threads(threads))
        if not finite:
            check_finite(rows)
        return self._handed_out(motion[0], results)

    def _handed_out(self, q: Any, results: tuple[Array, ...]) -> Any:
        """As the public function gives them: without inner outputs."""
        if self.equation.check is not None:
            self.equation.check(self.robot, q, results)
        if self.equation.give is not None:
            return self.equation.give(results)
        kept = results[: len(results) - len(self.equation.inner)]
        return kept[0] if len(kept) == 1 else kept

    def pays(self, batch: tuple[int, ...]) -> bool:
        """Whether it is time for native code: the robot is small, much is asked of it, or the code is there already."""
        count = math.prod(batch)
        self.asked += count
        return self.robot.n <= EAGER or self.asked > SAMPLES or self.library.known("flat" if count == 1 else "batch")

    def run(self, arrays: Sequence[Array], batch: tuple[int, ...], threads: int) -> tuple[tuple[Array, ...], bool]:
        """Results (order+1, *batch, *shape), and whether all input was finite. arrays: float64 (..., width), one a row."""
        outputs = _allocated([(*lead, *batch, *shape) for lead, shape in self.shapes])
        count = math.prod(batch)
        rows = [_samples(array, batch, count) for array in arrays]
        finite = True
        if count == 1:
            finite = self.library.one([row[0] for row in rows], outputs)
        elif count > 1:
            finite = self.library.batch(rows, outputs, threads)
        return outputs, finite

    def write_c(self, folder: str | Path, name: str | None = None) -> list[Path]:
        """Write the kernel as C99 for a controller: source, header, CMakeLists.txt, and a test with reference vectors.

        name: of the C function and its files (default: that of the public function). The reference vectors are computed in
        plain Python, so no compiler is needed here. Returns the paths of the files.
        """
        name = self.equation.name if name is None else name
        if not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name):
            raise InputError(f"name: expected a name that C allows, got {name!r}.")
        samples = np.random.default_rng(0).normal(size=(5, sum(slot.size for slot in self.inputs)))
        expected = [self._plainly(sample.tolist()) for sample in samples]
        title = f"{self.equation.name} of robot {self.robot.name!r}"
        derivatives = "row k: its k-th time derivative"
        remarks = {slot.name: derivatives for slot in self.inputs}
        remarks |= {slot.name: derivatives if slot.rows > 1 or self.equation.differentiable else "" for slot in self.outputs}
        first = int(self.inputs[0].name == "coordinates")
        count = self.equation.needs + self.order
        remarks["motion"] = "rows: " + ", ".join(map(self.equation.argument, range(first, count)))
        remarks["coordinates"] = "positions, quaternions (x, y, z, w) where joints have several freedoms"
        remarks["pivots"] = "inertia felt at each joint while those further out hang free; zero where qdd is not determined"
        return write_c(replace(self.program, name=name), Path(folder), title, remarks, samples, np.array(expected))  # type: ignore[type-var]

    def _plainly(self, numbers: list[float]) -> list[float]:
        """All outputs of one sample of all inputs, in plain Python."""
        rows: list[Numbers] = []
        for slot in self.inputs:
            for _ in range(slot.rows):
                rows.append(numbers[: slot.width])
                numbers = numbers[slot.width :]
        need = self.equation.needs + self.order
        force = rows[need:] if self.wrench else None
        results = self.equation.results(self.robot, rows[:need], force, self.place, self.order)
        return [float(x) for output in results for row in output for x in row]


@lru_cache(maxsize=1)
def _equations() -> str:
    """A digest of every text of the package: when one of them changes, compiled code may be out of date."""
    digest = hashlib.sha256()
    waiting = [resources.files("jounce")]
    while waiting:
        for file in sorted(waiting.pop().iterdir(), key=lambda f: f.name):
            if file.is_dir():
                waiting.append(file)
            elif file.name.endswith((".py", ".c")):
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _allocated(shapes: list[tuple[int, ...]]) -> tuple[Array, ...]:
    """Arrays of these shapes in one piece of memory, which the system then does not take back and clear after every call."""
    if len(shapes) == 1:
        return (np.empty(shapes[0]),)
    ends = np.cumsum([math.prod(shape) for shape in shapes]).tolist()
    block = np.empty(ends[-1])
    return tuple(block[begin:end].reshape(shape) for begin, end, shape in zip([0, *ends], ends, shapes))


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
