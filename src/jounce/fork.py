"""Delay of a process fork until no other thread imports a module.

A child process inherits the import locks of the parent, but not the threads that would release them: a module that another
thread was importing at the fork could never be imported in the child. Functions of jounce import modules at their first call, so
that a server that forks while its threads begin to compute would meet this deadlock.
"""

import importlib._bootstrap
import os
import threading
import time

PATIENCE = 20.0
"""Longest delay [s] of a fork: an import that waits for the child process would delay the fork for ever."""
PAUSE = 1e-3
"""Interval [s] between two checks for running imports."""


def wait_for_imports() -> None:
    """Wait until no other thread imports a module, for at most `PATIENCE`.

    Python's import lock is not held from here until the fork: a fork hook of another package that runs in between, such as that
    of `logging`, may wait for a thread that waits for this lock.
    """
    end = time.monotonic() + PATIENCE
    while _is_importing() and time.monotonic() < end:
        time.sleep(PAUSE)


def _is_importing() -> bool:
    """Return True if another thread imports a module; False on versions of Python that do not reveal it."""
    locks = getattr(importlib._bootstrap, "_module_locks", {})
    owners = {getattr(reference(), "owner", None) for reference in list(locks.values())}
    return bool(owners - {None, threading.get_ident()})


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=wait_for_imports)
