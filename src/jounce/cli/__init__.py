"""Command line of jounce: the program `jounce`, which `main` runs, and its commands."""

import os
import sys

__all__ = ["main"]

INTERRUPTED = 130
"""Exit code of a program that Ctrl-C interrupts."""


def main() -> None:
    """Run the program `jounce`; Ctrl-C ends it with a message of one line, also during its imports."""
    try:
        from jounce.cli.main import main as program

        program()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("jounce: interrupted.\n")
            sys.stderr.flush()
        os._exit(INTERRUPTED)  # nothing has been begun, and what is half loaded would only complain
