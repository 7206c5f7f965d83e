"""Progress of long work on stderr: one line that is overwritten on a terminal, lines that stay in a file or pipe."""

import os
import sys
import time
from contextlib import suppress

COLUMNS = 80
"""Number of columns assumed for a terminal that does not report its width."""


def on_terminal() -> bool:
    """Return True if stderr is a terminal."""
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # None where there is no stderr, as under pythonw; closed
        return False


def cleared() -> str:
    """Return the text that clears the terminal's line at the cursor; empty text if stderr is no terminal.

    The text consists of blanks and not of an escape sequence, since every terminal supports blanks.
    """
    if not on_terminal():
        return ""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        columns = COLUMNS
    return f"\r{' ' * (columns - 1)}\r"


PATIENCE = 2.0
"""Delay [s] from the start of the work to the first progress line."""
PAUSE, LINES = 0.2, 10.0
"""Interval between two updates of the progress [s]: on a terminal, and elsewhere."""


class Progress:
    """Progress report of long work `what`: its percentage on stderr, updated a few times a second on a terminal.

    lines: True to print a line every ten seconds if stderr is no terminal; False to print nothing then.
    """

    def __init__(self, what: str, lines: bool = False) -> None:
        self.what, self.lines = what, lines
        self.next = time.monotonic() + PATIENCE
        self.shown = False

    def __call__(self, fraction: float) -> None:
        """Report the completed fraction of the work, 0 to 1; print it if the last update is old enough."""
        now = time.monotonic()
        if now < self.next:
            return
        if on_terminal():
            before = "\r" if self.shown else cleared()
            print(f"{before}{self.what} {100 * fraction:3.0f} %", end="", file=sys.stderr, flush=True)
            self.next, self.shown = now + PAUSE, True
        elif self.lines and sys.stderr is not None:
            with suppress(OSError, ValueError):  # a reader that is gone, or a closed file
                print(f"{self.what} {100 * fraction:3.0f} %", file=sys.stderr, flush=True)
            self.next = now + LINES

    def close(self) -> None:
        """Clear the progress line on a terminal at the end of the work."""
        if self.shown:
            print(cleared(), end="", file=sys.stderr, flush=True)
