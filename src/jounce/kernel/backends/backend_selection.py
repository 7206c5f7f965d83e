"""Selection of the backend of public functions: native code, or plain Python.

The selection belongs to the current context (thread or task), like the settings of `decimal` and NumPy.
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
"""Default of the largest number of threads for a batch: one per processor. Small batches use fewer."""
COMPLAINED: ContextVar[bool] = ContextVar("jounce has complained", default=False)


def set_backend(name: str) -> None:
    """Select the backend of public functions in this thread or task; other threads keep their own setting.

    Parameters
    ----------
    name : {'auto', 'native', 'python'}
        'auto' (the default of every thread): native code if there is a C compiler, else plain Python. 'native': native code,
        or an error. 'python': plain Python.

    Raises
    ------
    InputError
        If there is no such backend.

    Examples
    --------
    >>> jn.set_backend("auto")
    >>> jn.get_backend()
    'auto'
    """
    CHOSEN.set(_checked(name))
    COMPLAINED.set(False)


def get_backend() -> str:
    """Return the backend of this thread or task, see `set_backend`.

    Returns
    -------
    str
        'auto', 'native' or 'python'.

    Examples
    --------
    >>> with jn.backend("python"):
    ...     jn.get_backend()
    'python'
    """
    return CHOSEN.get()


@contextmanager
def backend(name: str) -> Iterator[None]:
    """Select the backend within a `with` block; the former setting is restored at its end.

    Parameters
    ----------
    name : {'auto', 'native', 'python'}
        See `set_backend`.

    Raises
    ------
    InputError
        If there is no such backend.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> with jn.backend("python"):
    ...     np.round(jn.gravity_torque(robot, [np.pi / 2, 0.0]), 9).shape
    (2,)
    """
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
    """Handle `error`, by which native code is missing: raise it for backend 'native', else warn, once per `set_backend`."""
    if CHOSEN.get() == "native":
        raise error
    if not COMPLAINED.get():
        COMPLAINED.set(True)
        warnings.warn(f"jounce runs in plain Python, which is slower: {error}.", RuntimeWarning, stacklevel=5)


@contextmanager
def one_thread() -> Iterator[None]:
    """Set the default of one thread per batch within the `with` block, for workers that run in parallel."""
    token = THREADS.set(1)
    try:
        yield
    finally:
        THREADS.reset(token)


def check_threads(threads: int | None) -> int:
    """Return `threads`, the largest number of threads for a batch, or for None `THREADS`; raise InputError unless 1 or more."""
    if threads is None:
        return THREADS.get()
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise InputError(f"threads: expected a whole number from 1, got {threads!r}.")
    return threads
