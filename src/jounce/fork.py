"""A fork waits until no other thread imports a module.

A child has the locks of modules as they are at the fork, and not the threads that would release them: a module that another
thread was importing could never be imported in the child. Functions of jounce import what they need when they are first called,
so that this would happen to a server that forks while its threads begin to compute.
"""

import importlib._bootstrap
import os
import threading
import time

PATIENCE = 20.0
"""Longest delay [s] of a fork: a module import that waits for the child must not delay it for ever."""
PAUSE = 1e-3
"""Interval [s] between two checks."""


def wait_for_imports() -> None:
    """Wait until no other thread imports a module.

    The lock of Python's import system is not held until the fork: hooks of others that run in between, as that of `logging`, may
    wait for a thread that waits for this lock.
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
