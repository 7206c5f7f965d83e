"""Text for a terminal, without control characters. Loads nothing large: the program's help uses it."""

from contextlib import suppress

import click

from jounce.terminal import cleared


def letters(text: str) -> str:
    """Return a file's text for a terminal, with control characters escaped as in Python."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


def tell(line: str) -> None:
    """A line to stderr, beside no progress; where nothing can be written there, nobody asked for it or the exit code says it."""
    with suppress(OSError):
        click.echo(f"{cleared()}{line}", err=True)
