"""The terminal that stderr may be: lines of progress, which stand there for a while, and lines that stay."""

import os
import sys

COLUMNS = 80
"""Of a terminal that does not say how many it has."""


def on_terminal() -> bool:
    """Whether stderr is one."""
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # None where there is no stderr, as under pythonw; closed
        return False


def cleared() -> str:
    """What takes away the line of progress that the cursor stands on, for a line of its own; nothing where there is no terminal.

    Blanks and not an escape sequence: every terminal knows them.
    """
    if not on_terminal():
        return ""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        columns = COLUMNS
    return f"\r{' ' * (columns - 1)}\r"
