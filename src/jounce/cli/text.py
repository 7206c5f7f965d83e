"""Text for a terminal: without commands in it, and on a line of its own. Loads nothing large: the program's help uses it."""

from contextlib import suppress

import click

from jounce.terminal import cleared


def letters(text: str) -> str:
    """What a file says, for a terminal: its control characters, which would command it, as Python writes them."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


def tell(line: str) -> None:
    """A line to stderr, beside no progress; where nothing can be written there, nobody asked for it or the exit code says it."""
    with suppress(OSError):
        click.echo(f"{cleared()}{line}", err=True)
