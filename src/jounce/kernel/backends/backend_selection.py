"""Which way a public function takes: native code where it can be had, plain Python otherwise.

The setting belongs to the context it is made in, as `decimal`'s and NumPy's do: to this thread, or to this task.
"""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from jounce.errors import CompilerError, InputError

BACKENDS = ("auto", "native", "python")
CORES = os.cpu_count() or 1
CHOSEN: ContextVar[str] = ContextVar("jounce backend", default="auto")
THREADS: ContextVar[int] = ContextVar("jounce threads", default=CORES)
"""That a large batch uses unless said."""
COMPLAINED: ContextVar[bool] = ContextVar("jounce has complained", default=False)


def set_backend(name: str) -> None:
    """'auto': native code where a C compiler is found, plain Python otherwise. 'native': or an error. 'python': never native.

    Holds in this thread or task, from here on; other threads keep their own setting, 'auto' unless they set it.
    """
    CHOSEN.set(_checked(name))
    COMPLAINED.set(False)


def get_backend() -> str:
    """The present setting of `set_backend`."""
    return CHOSEN.get()


@contextmanager
def backend(name: str) -> Iterator[None]:
    """`with jn.backend("python"):` the same as `set_backend`, for what stands inside only."""
    token = CHOSEN.set(_checked(name))
    try:
        yield
    finally:
        CHOSEN.reset(token)


def _checked(name: str) -> str:
    if not isinstance(name, str) or name not in BACKENDS:
        raise InputError(f"backend: expected one of {', '.join(BACKENDS)}, got {name!r}.")
    return name


def give_up(error: CompilerError) -> None:
    """No native code: an error if it was demanded, else one warning until the backend is set again."""
    if CHOSEN.get() == "native":
        raise error
    if not COMPLAINED.get():
        COMPLAINED.set(True)
        warnings.warn(f"jounce runs in plain Python, which is slower: {error}.", RuntimeWarning, stacklevel=5)


@contextmanager
def one_thread() -> Iterator[None]:
    """Batches use one thread in here unless they say otherwise: others of us are at work."""
    token = THREADS.set(1)
    try:
        yield
    finally:
        THREADS.reset(token)


def check_threads(threads: int | None) -> int:
    """How many threads a large batch may use: all processors unless said."""
    if threads is None:
        return THREADS.get()
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise InputError(f"threads: expected a whole number from 1, got {threads!r}.")
    return threads
