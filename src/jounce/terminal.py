"""Progress lines on stderr if it is a terminal: temporary lines, and lines that stay."""

import os
import sys

COLUMNS = 80
"""Width of a terminal that does not state its width."""


def on_terminal() -> bool:
    """Return True if stderr is a terminal."""
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # None where there is no stderr, as under pythonw; closed
        return False


def cleared() -> str:
    """Return text that clears a temporary progress line at the cursor, or empty text without a terminal.

    Blanks and not an escape sequence: every terminal knows them.
    """
    if not on_terminal():
        return ""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        columns = COLUMNS
    return f"\r{' ' * (columns - 1)}\r"
