"""An equation compiled for one robot: what public functions call inside, and what `jounce.compile` hands out."""

import hashlib
from collections.abc import Sequence
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from jounce.codegen.c import Printable, scalar_source
from jounce.codegen.export import write_c
from jounce.codegen.library import Library, driver
from jounce.functions.backend import check_threads
from jounce.functions.equation import Equation, Place
from jounce.functions.motion import check_finite, check_rows
from jounce.numbers.packing import Array
from jounce.robot import Robot


class Kernel:
    """Native code of an equation for one robot, called like the public function but without the robot: `kernel(*Q)`."""

    def __init__(self, equation: Equation, robot: Robot, order: int, place: Place, wrench: bool) -> None:
        self.equation, self.robot, self.order = equation, robot, order
        self.place, self.wrench = place, wrench
        self.shapes = tuple(shape for _, shape in equation.outputs(robot.n))
        self.inputs, self.outputs = equation.slots(robot, order, wrench)

    @cached_property
    def program(self) -> Printable:
        """The operations, in order."""
        return self.equation.program(self.robot, self.order, self.place, self.wrench)

    @cached_property
    def library(self) -> Library:
        """The compiled code."""
        name = self.equation.name
        looped = self.equation.looped(self.robot)
        recipe = repr((name, self.order, self.place, self.wrench, looped, self.robot.tree, _equations()))
        return Library(name, self.inputs, self.outputs, lambda: self.program, f"{name} of {self.robot.name!r}", recipe)

    @cached_property
    def quick(self) -> Any:
        """A callable for one sample of exact float64 arrays that answers NotImplemented to anything else; None without it."""
        module = driver()
        rows = tuple(slot.width for slot in self.inputs for _ in range(slot.rows))
        shapes = tuple((self.order + 1, *shape) for shape in self.shapes)
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
        if self.quick is not None:
            answer = self.quick(*motion, *wrench)
            if answer is not NotImplemented:
                return answer
        need = self.equation.needs + self.order
        if len(motion) != need or bool(len(wrench)) != self.wrench:
            raise TypeError(f"this kernel takes {need} arrays{' and a wrench' if self.wrench else ''}, got {len(motion)}.")
        rows, batch = check_rows(self.robot, motion, None, wrench, self.order)
        results, finite = self.run([row.array.astype(np.float64) for row in rows], batch, check_threads(threads))
        if not finite:
            check_finite(rows)
        return results[0] if len(results) == 1 else results

    def run(self, arrays: Sequence[Array], batch: tuple[int, ...], threads: int) -> tuple[tuple[Array, ...], bool]:
        """Results (order+1, *batch, *shape), and whether all input was finite. arrays: float64 (..., width), one a row."""
        outputs = tuple(np.empty((self.order + 1, *batch, *shape)) for shape in self.shapes)
        count = int(np.prod(batch))
        rows = [_samples(array, batch, count) for array in arrays]
        finite = True
        if count == 1:
            finite = self.library.one([row[0] for row in rows], outputs)
        elif count > 1:
            finite = self.library.batch(rows, outputs, threads)
        return outputs, finite

    def write_c(self, folder: str | Path) -> list[Path]:
        """Write the kernel as C99 for a controller: source, header, CMakeLists.txt, and a test with reference vectors."""
        samples = np.random.default_rng(0).normal(size=(5, sum(slot.size for slot in self.inputs)))
        expected = []
        for sample in samples:
            outputs = [np.empty((slot.rows, slot.width)) for slot in self.outputs]
            self.library.one([sample], outputs)
            expected.append(np.concatenate([out.ravel() for out in outputs]))
        return write_c(
            self.program, Path(folder), f"{self.equation.name} of robot {self.robot.name!r}", samples, np.array(expected)
        )


@lru_cache(maxsize=1)
def _equations() -> str:
    """A digest of the texts that kernels are written from: when one of them changes, compiled code is out of date."""
    digest = hashlib.sha256()
    for room in ("numbers", "spatial", "dynamics", "codegen", "functions"):
        for file in sorted((resources.files("jounce") / room).iterdir(), key=lambda f: f.name):
            if file.name.endswith(".py"):
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _samples(array: Array, batch: tuple[int, ...], count: int) -> Array:
    """An array (..., width) as (count, width) with unit stride along the width, without a copy where that can be."""
    width = array.shape[-1]
    if array.ndim == 1:
        flat = np.broadcast_to(np.ascontiguousarray(array), (count, width))
    else:
        flat = np.broadcast_to(array, (*batch, width)).reshape(count, width)
    return flat if flat.strides[-1] == 8 and flat.strides[0] % 8 == 0 and flat.flags.aligned else np.ascontiguousarray(flat)
