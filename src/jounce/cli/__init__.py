"""OUTLETS: the command line. `main` is the program `jounce`."""

import os
import sys

__all__ = ["main"]

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def main() -> None:
    """Run the program. Ctrl-C ends it with one line, also while its parts are still being loaded, which takes a moment."""
    try:
        from jounce.cli.main import main as program

        program()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("jounce: interrupted.\n")
            sys.stderr.flush()
        os._exit(INTERRUPTED)  # nothing has been begun, and what is half loaded would only complain
