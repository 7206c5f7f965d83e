"""Linear algebra on one thread.

OpenBLAS, which wheels of NumPy and SciPy contain, divides products of some hundred rows among all cores, and its threads spin
while they wait for each other. Beside other work on the same cores `fastest_move` then takes twenty times as long as on one
thread.

The number of threads of OpenBLAS holds for the whole process: it is one while any thread runs a `single_threaded` function, and
its former value when the last of these functions ends. Other libraries (MKL, BLIS, Accelerate) keep their settings. The
functions of OpenBLAS are called by ctypes; the package threadpoolctl knows more libraries, but would be one more dependency, and
threads that use it at once restore each other's limit.
"""

import ctypes
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, wraps
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

LINKED = {"numpy": "numpy.linalg._umath_linalg", "scipy": "scipy.linalg.cython_blas"}
"""{package: extension module that is linked to its BLAS}."""
NAMES = [f"{prefix}openblas_{{}}_num_threads{suffix}" for prefix, suffix in product(("scipy_", ""), ("64_", "", "_64"))]
"""Names, in different builds of OpenBLAS, of the functions that get and set the number of threads."""


class OpenBlas(NamedTuple):
    """The functions of a loaded OpenBLAS that get and set the number of threads."""

    get: Callable[[], int]
    set: Callable[[int], object]


class _Limit:
    """Count of running single-threaded functions, and the numbers of threads to restore after the last one."""

    def __init__(self) -> None:
        self.lock, self.running = threading.Lock(), 0
        self.before: list[tuple[OpenBlas, int]] = []

    def enter(self) -> None:
        """Limit OpenBLAS to one thread, unless another function has done so."""
        loaded = libraries()  # imports, outside the lock
        with self.lock:
            if not self.running:
                self.before = [(library, count) for library in loaded if (count := library.get()) > 1]
                for library, _ in self.before:
                    library.set(1)
            self.running += 1

    def leave(self) -> None:
        """Restore the numbers of threads, unless another function needs one thread."""
        with self.lock:
            self.running -= 1
            if not self.running:
                for library, count in self.before:
                    library.set(count)

    def renew_lock(self) -> None:
        """Replace the lock in the child of a fork: a thread that the child does not have may hold it."""
        self.lock = threading.Lock()


_limit = _Limit()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_limit.renew_lock)


@lru_cache(maxsize=1)
def libraries() -> tuple[OpenBlas, ...]:
    """Return the OpenBLAS libraries of NumPy and SciPy; a package that is built with another BLAS has no entry.

    The functions are found through the extension module, which depends on OpenBLAS. Windows does not look into dependencies:
    there they are found in the library itself, which wheels have in a folder beside the package.
    """
    both = []
    for package, module in LINKED.items():
        with suppress(ImportError, AttributeError):  # packages that are built otherwise
            extension = Path(str(import_module(module).__file__))
            beside = sorted((extension.parents[2] / f"{package}.libs").glob("*openblas*"))
            both.append(next(filter(None, map(_functions, (extension, *beside))), None))
    return tuple(library for library in both if library is not None)


def _functions(file: Path) -> OpenBlas | None:
    """Return the functions of OpenBLAS in a loaded library or in its dependencies; None without OpenBLAS."""
    with suppress(OSError):
        library = ctypes.CDLL(str(file))
        for name in NAMES:
            if hasattr(library, name.format("set")):
                return OpenBlas(getattr(library, name.format("get")), getattr(library, name.format("set")))
    return None


def single_threaded(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function with OpenBLAS on one thread while it runs."""

    @wraps(function)
    def on_one_thread(*args: P.args, **kwargs: P.kwargs) -> R:
        _limit.enter()
        try:
            return function(*args, **kwargs)
        finally:
            _limit.leave()

    return on_one_thread
