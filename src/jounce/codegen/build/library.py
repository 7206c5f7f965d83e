"""Compiled library of a program, called with one sample or a batch, and memory of the results."""

import ctypes
import importlib.machinery
import importlib.util
import math
import os
import sys
import sysconfig
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from jounce.codegen.build.cache import discard, loadable
from jounce.codegen.build.compiler import build, recall
from jounce.codegen.print.c import PER_THREAD, in_a_row
from jounce.codegen.print.one_sample import scalar_source
from jounce.codegen.print.simd import batch_source
from jounce.codegen.program import Printable, Slot
from jounce.errors import CompilerError
from jounce.numbers.packing import Array

SHARE = 60_000
"""Least number of input and output scalars of all samples for each thread of a batch: some 0.1 ms of work."""
PIECE = 4_000_000
"""Input and output scalars that a thread processes between two checks for Ctrl-C: 7 ms of inverse dynamics of 7 elastic joints,
60 ms of the partial derivatives of 30 joints."""
WHOLE = 512
"""Each piece of a batch but the last has a multiple of this number of samples: only the last vector of a batch has idle lanes."""

MOST_LOADED = 5_000
"""Number of kernels that a process may load, else CompilerError: each takes five of the 65,530 memory maps that Linux allows."""
LOADED = {"kernels": 0}
"""Number of kernels loaded so far."""


class Library:
    """Compiled code of a kernel, in up to two forms: "flat" for one sample, "batch" for many.

    label: name of the kernel in messages; recipe: description of everything the code depends on, by which the compiled file is
    found without generating the code; None: the code is generated each time.
    """

    def __init__(self, name: str, inputs: Sequence[Slot], outputs: Sequence[Slot], label: str, recipe: str | None = None) -> None:
        self.name, self.inputs, self.outputs = name, inputs, outputs
        self.label, self.recipe = label, recipe
        unchecked = [np.nan if slot.uniform else -np.inf for slot in inputs]
        self.lowest = np.array([x for slot, low in zip(inputs, unchecked) for x in slot.lowest or (low,) * slot.size])
        """Lower bound of each input; nan for unchecked inputs."""
        self.largest = np.array([slot.largest for slot in inputs for _ in range(slot.size)])
        """Upper bound of the absolute value of each input."""
        starts = accumulate((slot.size for slot in inputs), initial=0)
        self.masses = tuple((at + i, count) for slot, at in zip(inputs, starts) for i, count in slot.masses)
        """(i, count): input i, a mass, may be zero only if the `count` inputs after it, moments of its link, are zero."""
        self.numbers = sum(slot.size for slot in (*inputs, *outputs) if not slot.uniform)
        """Number of input and output scalars of one sample, without the scalars that all samples share."""
        self._functions: dict[str, Any] = {}

    def find(self, form: str) -> bool:
        """Load a form from the cache of compiled files unless it is loaded already; return True if the form is loaded now."""
        if form in self._functions:
            return True
        path = None if self.recipe is None else recall(f"{form} {self.recipe}")
        return path is not None and self._load(form, path) is None

    def build(self, form: str, program: Printable) -> None:
        """Print, compile and load a form; compile again if the file does not load or has just been deleted."""
        _room()
        recipe = None if self.recipe is None else f"{form} {self.recipe}"
        label = self.label if form == "flat" else f"{self.label}, {form}"
        error: Exception | None = None
        for _ in range(2):
            path = build(self.source(form, program), label, program.length, recipe=recipe)
            error = self._load(form, path)
            if error is None:
                return
        raise CompilerError(f"what the compiler made of {self.label} cannot be loaded: {error}")

    def source(self, form: str, program: Printable) -> str:
        """Return the C text of a form."""
        return FORMS[form](program)

    def _load(self, form: str, path: Path) -> Exception | None:
        """Load a compiled file and return None; on failure return the error, delete the file unless the system lacked room."""
        _room()
        try:
            with loadable(path) as name:
                function = getattr(ctypes.CDLL(name), f"{self.name}_{form}")
        except (OSError, AttributeError) as error:
            system = isinstance(error, OSError) and error.errno is not None
            if not system and "memory" not in str(error):  # else the file is good, and the system has no room for it
                discard(path)
            return error
        LOADED["kernels"] += 1
        function.restype = ctypes.c_int if form == "batch" else None
        self._functions[form] = function
        return None

    @property
    def address(self) -> int:
        """Return the address of the C function `NAME_flat(x, y)` for one sample, with inputs x and outputs y."""
        return int(ctypes.cast(self._functions["flat"], ctypes.c_void_p).value or 0)  # good for ever: nothing is unloaded

    @property
    def batch_address(self) -> int:
        """Return the address of the C function `NAME_batch` for many samples, see `batch_source`."""
        return int(ctypes.cast(self._functions["batch"], ctypes.c_void_p).value or 0)

    def one(self, rows: Sequence[Array], outputs: Sequence[Array]) -> bool:
        """Compute one sample from rows (width,) into the outputs; return False if an input is not finite or out of bounds."""
        x = np.concatenate(rows)
        if not (np.isfinite(x) & (x >= self.lowest) & (np.abs(x) <= self.largest) | np.isnan(self.lowest)).all():
            return False
        if any(x[i] == 0.0 and x[i + 1 : i + 1 + count].any() for i, count in self.masses):
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
        """Compute a batch as `fill`, from input rows (count, width) into contiguous outputs (rows, count, ...)."""
        count = len(rows[0])
        targets = [row for slot, out in zip(self.outputs, outputs) for row in out.reshape(slot.rows, count, slot.width)]
        return self.fill(rows, targets, threads)

    def fill(self, rows: Sequence[Array], targets: Sequence[Array], threads: int) -> bool:
        """Compute a batch into one target (count, width) per output row; targets and input rows have unit stride along width.

        Returns True if all inputs are finite and within their bounds. Every lane of a vector computes the same operations, so
        that the result does not depend on the number of threads. Compiled code does not notice Ctrl-C: it returns to Python
        after each piece of a large batch, and KeyboardInterrupt is raised here.
        """
        count = len(rows[0])
        parts = max(1, min(threads, count * self.numbers // SHARE))
        together = None if parts == 1 else pool()
        parts = 1 if together is None else parts
        piece = max(1, PIECE * parts // (max(1, self.numbers) * WHOLE)) * WHOLE
        arguments, good = (parts, together, *_addresses(rows), *_addresses(targets)), True
        for begin in range(0, count, piece):
            end = min(begin + piece, count)
            good &= bool(self._functions["batch"](ctypes.c_longlong(begin), ctypes.c_longlong(end), *arguments))
        return good


def _room() -> None:
    """Raise CompilerError if `MOST_LOADED` kernels are loaded."""
    if LOADED["kernels"] >= MOST_LOADED:
        raise CompilerError(
            f"this process holds {MOST_LOADED} compiled kernels, as many as a system has room for. Robots that differ in "
            "numbers alone can share one, see parameters="
        )


def _addresses(rows: Sequence[Array]) -> tuple[Any, Any]:
    """Return the address of each row, and the stride between its samples in doubles, as C arrays."""
    begin = (ctypes.c_void_p * len(rows))(*(row.ctypes.data for row in rows))
    return begin, (ctypes.c_longlong * len(rows))(*(row.strides[0] // 8 for row in rows))


def flat_source(program: Printable) -> str:
    """Return `scalar_source` plus the function NAME_flat, which takes all inputs in one array and all outputs in another."""
    arguments = [*in_a_row(program.inputs, "x"), *in_a_row(program.outputs, "y")]
    call = f"{program.name}({', '.join(arguments)})"
    source = scalar_source(program, PER_THREAD)
    return f"{source}\nvoid {program.name}_flat(const double *x, double *y)\n{{\n    (void)x;\n    {call};\n}}\n"


FORMS = {"flat": flat_source, "batch": batch_source}


@lru_cache(maxsize=1)
def pool() -> ctypes.c_void_p | None:
    """Return the address of `parallel` in pool.c, the thread pool of all kernels; None if it cannot be built."""
    source = (resources.files("jounce.codegen.build") / "pool.c").read_text(encoding="utf-8")
    try:
        with loadable(build(source, "the pool of threads")) as name:
            return ctypes.cast(ctypes.CDLL(name).parallel, ctypes.c_void_p)
    except (CompilerError, OSError, AttributeError):
        return None


@lru_cache(maxsize=1)
def driver() -> Any:
    """Return the extension module of driver.c; None if headers of Python or NumPy are missing, or it does not compile."""
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
    try:
        with loadable(path) as name:
            return _module(name)
    except (ImportError, RuntimeError, OSError):
        discard(path)
        return None


def _module(path: str) -> Any:
    loader = importlib.machinery.ExtensionFileLoader("jounce_driver", path)
    spec = importlib.util.spec_from_loader("jounce_driver", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


LARGE = 2**20
"""Least size [bytes] of results whose memory is reused. The system takes back a large freed block at once and zeroes the next
one page by page, which may take longer than computing its content; the C library reuses smaller blocks well."""
MOST_KEPT = 2**26
"""Largest total size [bytes] of free blocks, as much as the C library of Linux retains; others return to the system."""
FREE: dict[int, Array] = {}
"""{id: memory block} of the blocks for results that are free for reuse.

`pop` is atomic, so that two threads cannot take the same block."""


class _Lease:
    """Owner of a memory block of results: frees the block for reuse, within `MOST_KEPT`, when its last array is deleted."""

    def __init__(self, piece: Array) -> None:
        self.piece = piece
        self.__array_interface__: Any = piece.__array_interface__

    def __del__(self, free: dict[int, Array] = FREE, most: int = MOST_KEPT) -> None:
        if self.piece.nbytes + sum(piece.nbytes for piece in tuple(free.values())) <= most:
            free[id(self.piece)] = self.piece


def allocated(shapes: Sequence[tuple[int, ...]]) -> tuple[Array, ...]:
    """Return uninitialised arrays of these shapes, contiguous in one block of memory."""
    sizes = [math.prod(shape) for shape in shapes]
    whole = _piece(sum(sizes))
    arrays, at = [], 0
    for size, shape in zip(sizes, shapes):
        arrays.append(whole[at : at + size].reshape(shape))
        at += size
    return tuple(arrays)


def _piece(size: int) -> Array:
    """Return uninitialised memory for `size` doubles: a free block of at most twice this size, else a new block."""
    if 8 * size < LARGE:
        return np.empty(size)
    for key, piece in tuple(FREE.items()):
        if size <= piece.size <= 2 * size and FREE.pop(key, None) is not None:
            return np.asarray(_Lease(piece))[:size]
    return np.asarray(_Lease(np.empty(size)))
