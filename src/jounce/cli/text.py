"""Text for a terminal, without control characters. Imports nothing large, since the help of `jounce` imports this module."""

from contextlib import suppress

import click

from jounce.terminal import cleared


def letters(text: str) -> str:
    """Return text from a file with control characters escaped as in Python, so that a terminal shows them as text."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


def tell(line: str) -> None:
    """Print a line on stderr after clearing the progress line; print nothing if stderr cannot be written to."""
    with suppress(OSError):
        click.echo(f"{cleared()}{line}", err=True)
