"""Text for a terminal, without control characters. Loads nothing large: the program's help uses it."""

from contextlib import suppress

import click

from jounce.terminal import cleared


def letters(text: str) -> str:
    """Return a file's text for a terminal, with control characters escaped as in Python."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


def tell(line: str) -> None:
    """Print a line on stderr, after clearing the progress line; ignore a stderr that cannot be written to."""
    with suppress(OSError):
        click.echo(f"{cleared()}{line}", err=True)
