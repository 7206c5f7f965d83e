"""A program as something to call: one sample at a time, or many."""

import ctypes
import importlib.machinery
import importlib.util
import os
import sys
import sysconfig
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any

import numpy as np

from jounce.codegen.print.c import Printable, in_a_row, scalar_source
from jounce.codegen.build.cache import discard
from jounce.codegen.build.compiler import build, recall
from jounce.codegen.program import Slot
from jounce.codegen.print.simd import batch_source
from jounce.errors import CompilerError
from jounce.numbers.packing import Array

SHARE = 60_000
"""Numbers going in and out, over all samples, that are worth waking one more thread for: some 0.1 ms of work."""


class Library:
    """The compiled code of a program. The two forms, one sample and batch, are compiled when first used.

    `program` writes the program down, which is left out where `recipe` finds the compiled code of an earlier time.
    """

    def __init__(
        self,
        name: str,
        inputs: Sequence[Slot],
        outputs: Sequence[Slot],
        program: Callable[[], Printable],
        label: str,
        recipe: str | None = None,
    ) -> None:
        self.name, self.inputs, self.outputs = name, inputs, outputs
        self.program, self.label, self.recipe = program, label, recipe

    @classmethod
    def of(cls, program: Printable) -> "Library":
        """The library of a program at hand."""
        return cls(program.name, program.inputs, program.outputs, lambda: program, program.name)

    @cached_property
    def address(self) -> int:
        """Of `NAME_flat(x, y)`: all inputs one after the other, all outputs likewise."""
        function = self._load("flat", flat_source, self.label)
        return int(ctypes.cast(function, ctypes.c_void_p).value or 0)  # good for ever: nothing is unloaded

    @cached_property
    def _batch(self) -> Any:
        function = self._load("batch", batch_source, f"{self.label}, batch")
        function.restype = ctypes.c_int
        return function

    def known(self, form: str) -> bool:
        """Whether a form, "flat" or "batch", was compiled before."""
        return self.recipe is not None and recall(f"{form} {self.recipe}") is not None

    def _load(self, form: str, source: Callable[[Printable], str], label: str, again: bool = True) -> Any:
        """A function of the compiled code. A file that does not load, or has just been deleted, is built anew once."""

        recipe = None if self.recipe is None else f"{form} {self.recipe}"
        path = None if recipe is None else recall(recipe)
        if path is None:
            program = self.program()
            path = build(source(program), label, program.length, recipe=recipe)
        try:
            return getattr(ctypes.CDLL(str(path)), f"{self.name}_{form}")
        except (OSError, AttributeError) as error:
            discard(path)
            if again:
                return self._load(form, source, label, again=False)
            raise CompilerError(f"what the compiler made of {label} cannot be loaded: {error}") from None

    def one(self, rows: Sequence[Array], outputs: Sequence[Array]) -> bool:
        """One sample: rows (width,) in, arrays of each output's size filled; False if an input is not finite."""
        x = np.concatenate(rows)
        if not np.isfinite(x).all():
            return False
        y = np.empty(sum(slot.size for slot in self.outputs))
        function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(self.address)
        function(x.ctypes.data, y.ctypes.data)
        at = 0
        for slot, out in zip(self.outputs, outputs):
            out[...] = y[at : at + slot.size].reshape(out.shape)
            at += slot.size
        return True

    def batch(self, rows: Sequence[Array], outputs: Sequence[Array], threads: int) -> bool:
        """Many samples: rows (count, width), each of unit stride along its width; outputs (rows, count, ...) contiguous, filled.

        Returns whether all input was finite. Each sample is computed alike wherever it stands in a vector, so the answer does
        not depend on the number of threads.
        """
        count = len(rows[0])
        targets = [row for slot, out in zip(self.outputs, outputs) for row in out.reshape(slot.rows, count, slot.width)]
        numbers = count * sum(slot.size for slot in (*self.inputs, *self.outputs))
        parts = max(1, min(threads, numbers // SHARE))
        together = None if parts == 1 else pool()
        parts = 1 if together is None else parts
        return bool(self._batch(ctypes.c_longlong(count), parts, together, *_addresses(rows), *_addresses(targets)))


def _addresses(rows: Sequence[Array]) -> tuple[Any, Any]:
    """Where each row begins, and how many doubles lie between its samples, as C arrays."""
    begin = (ctypes.c_void_p * len(rows))(*(row.ctypes.data for row in rows))
    return begin, (ctypes.c_longlong * len(rows))(*(row.strides[0] // 8 for row in rows))


def flat_source(program: Printable) -> str:
    """`scalar_source` with one more entry that takes all inputs and all outputs in a row each."""
    arguments = [*in_a_row(program.inputs, "x"), *in_a_row(program.outputs, "y")]
    call = f"{program.name}({', '.join(arguments)})"
    return f"{scalar_source(program)}\nvoid {program.name}_flat(const double *x, double *y)\n{{\n    (void)x;\n    {call};\n}}\n"


@lru_cache(maxsize=1)
def pool() -> ctypes.c_void_p | None:
    """The address of `parallel` in pool.c, threads for all kernels; None where it cannot be built, and one thread must do."""
    source = (resources.files("jounce.codegen.build") / "pool.c").read_text(encoding="utf-8")
    try:
        return ctypes.cast(ctypes.CDLL(str(build(source, "the pool of threads"))).parallel, ctypes.c_void_p)
    except (CompilerError, OSError, AttributeError):
        return None


@lru_cache(maxsize=1)
def driver() -> Any:
    """The extension module of driver.c, or None where Python's or NumPy's headers are missing or it does not compile."""
    headers = [sysconfig.get_paths()["include"], np.get_include()]
    if not all(os.path.isdir(path) for path in headers):
        return None
    made_for = f"/* Python {sys.version_info[:2]}, NumPy {np.__version__} */\n"  # headers change, their folders do not
    source = made_for + (resources.files("jounce.codegen.build") / "driver.c").read_text(encoding="utf-8")
    flags = tuple(f"-I{path}" for path in headers)
    if sys.platform == "darwin":
        flags += ("-undefined", "dynamic_lookup")
    try:
        path = build(source, "the driver", flags=flags)
    except CompilerError:
        return None
    loader = importlib.machinery.ExtensionFileLoader("jounce_driver", str(path))
    spec = importlib.util.spec_from_loader("jounce_driver", loader)
    assert spec is not None
    try:
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    except (ImportError, RuntimeError):
        discard(path)
        return None
    return module
