"""Delay of a process fork until no other thread imports a module.

A child process inherits the import locks of the parent, but not the threads that would release them: a module that another
thread was importing at the fork could never be imported in the child. Functions of jounce import modules at their first call: a
server that forks while its threads begin to compute would run into this deadlock.
"""

import importlib._bootstrap
import os
import threading
import time

PATIENCE = 20.0
"""Longest delay of a fork [s]: without a bound, an import that waits for the child process would delay the fork for ever."""
PAUSE = 1e-3
"""Interval [s] between two checks for running imports."""


def wait_for_imports() -> None:
    """Wait until no other thread imports a module, for at most `PATIENCE` seconds.

    This function does not keep Python's import lock until the fork: the fork hook of another package, such as `logging`, may run
    in between and wait for a thread that itself waits for the import lock.
    """
    end = time.monotonic() + PATIENCE
    while _is_importing() and time.monotonic() < end:
        time.sleep(PAUSE)


def _is_importing() -> bool:
    """Return True if another thread imports a module; always False on versions of Python without a list of import locks."""
    locks = getattr(importlib._bootstrap, "_module_locks", {})
    owners = {getattr(reference(), "owner", None) for reference in list(locks.values())}
    return bool(owners - {None, threading.get_ident()})


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=wait_for_imports)
