"""Where the program `jounce` begins: before any import of the package, so that Ctrl-C is quiet from the first moment."""

import os
import signal

INTERRUPTED = 130
"""As `jounce.cli.program` has it."""


def main() -> None:
    """Import the program, which takes half a second, and run it.

    A KeyboardInterrupt would not do: an extension module that is being imported may turn it into an ImportError. There is nothing
    yet to clean up.
    """
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not where a shell ignores it for us, as after `&`
    if heeded:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from jounce.cli import main as program

    if heeded:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    program()
