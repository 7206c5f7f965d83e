"""A line on the terminal for work that takes long."""

import sys
import time

from jounce.terminal import cleared, on_terminal

PATIENCE = 2.0
"""Seconds before anything is shown."""


class Progress:
    """`progress(fraction)` shows a percentage on stderr: on a terminal only, after a while, a few times a second."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.next = time.monotonic() + PATIENCE
        self.shown = False

    def __call__(self, fraction: float) -> None:
        """How much is done, 0 to 1."""
        now = time.monotonic()
        if now >= self.next and on_terminal():
            before = "\r" if self.shown else cleared()
            print(f"{before}{self.what} {100 * fraction:3.0f} %", end="", file=sys.stderr, flush=True)
            self.next, self.shown = now + 0.2, True

    def close(self) -> None:
        """Take the line away again."""
        if self.shown:
            print(cleared(), end="", file=sys.stderr, flush=True)
