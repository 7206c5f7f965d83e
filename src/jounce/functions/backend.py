"""Which way a public function takes: native code where it can be had, plain Python otherwise."""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from jounce.errors import CompilerError, InputError

BACKENDS = ("auto", "native", "python")


class _State:
    backend = "auto"
    threads = os.cpu_count() or 1
    complained = False


def set_backend(name: str) -> None:
    """'auto': native code where a C compiler is found, plain Python otherwise. 'native': or an error. 'python': never native."""
    if name not in BACKENDS:
        raise InputError(f"backend: expected one of {', '.join(BACKENDS)}, got {name!r}.")
    _State.backend = name
    _State.complained = False


def get_backend() -> str:
    """The present setting of `set_backend`."""
    return _State.backend


@contextmanager
def plainly() -> Iterator[None]:
    """Plain Python for what is asked for once and would take longer to compile than to compute."""
    before, _State.backend = _State.backend, "python"
    try:
        yield
    finally:
        _State.backend = before


def native_wanted() -> bool:
    """Whether native code should be tried."""
    return _State.backend != "python"


def native_demanded() -> bool:
    """Whether there is no way but native code."""
    return _State.backend == "native"


def give_up(error: CompilerError) -> None:
    """No native code: an error if it was demanded, else one warning until the backend is set again."""
    if _State.backend == "native":
        raise error
    if not _State.complained:
        _State.complained = True
        warnings.warn(f"jounce runs in plain Python, which is slower: {error}.", RuntimeWarning, stacklevel=4)


def check_threads(threads: int | None) -> int:
    """How many threads a large batch may use: all processors unless said."""
    if threads is None:
        return _State.threads
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise InputError(f"threads: expected a whole number from 1, got {threads!r}.")
    return threads
