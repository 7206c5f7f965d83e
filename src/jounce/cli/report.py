"""Output of a command: tables, or JSON for programs."""

import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import click
import numpy as np
from rich import box
from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn
from rich.style import Style
from rich.table import Table
from rich.text import Text

from jounce.cli.text import letters

NARROW = 80
"""Line width that fits every terminal [columns]."""
WIDE = 400
"""Line width of output to a file or a pipe [columns], so large that few lines are wrapped."""


def say(as_json: bool, data: Mapping[str, Any], *parts: RenderableType, width: int = WIDE) -> None:
    """Print the result of a command: `data` as JSON if as_json, else `parts` as text.

    width: line width if stdout is no terminal.
    """
    if as_json:
        click.echo(json.dumps(plain(data), indent=2, allow_nan=False))
        return
    console = Console(width=None if sys.stdout.isatty() else width, markup=False, highlight=False, emoji=False)
    with console.capture() as captured:  # click prints it: rich would end the program itself when a pipe breaks
        for item in parts:
            console.print(item, soft_wrap=isinstance(item, Text) and bool(item.no_wrap))
    for line in captured.get().splitlines():
        click.echo(line.rstrip())


def plain(value: Any) -> Any:
    """Convert a value for JSON: arrays become lists, numbers that are not finite None, complex numbers [real, imaginary]."""
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, complex):
        return [plain(value.real), plain(value.imag)]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1, width: int | None = None) -> Table:
    """Return a table; the first `left` columns are aligned to the left for text, the others to the right for numbers.

    width: total width [columns] to which long texts are wrapped, also in a file; None: the width of the output.
    """
    grid = Table(box=box.SIMPLE_HEAD, show_edge=False, collapse_padding=True, width=width)
    for i, head in enumerate(heads):
        grid.add_column(head, justify="left" if i < left else "right", overflow="fold")
    for row in rows:
        grid.add_row(*row)
    return grid


def tables(heads: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> list[RenderableType]:
    """Return a table, split into several tables if wider than 80 columns; each begins with the first column.

    The items of the list are tables and empty lines between them; the first `left` columns are aligned to the left.
    """
    widths = [2 + max(len(line) for cell in column for line in cell.split("\n")) for column in zip(heads, *rows)]
    groups: list[list[int]] = [[0]]
    for i in range(1, len(widths)):
        if len(groups[-1]) > 1 and sum(widths[j] for j in groups[-1]) + widths[i] > NARROW:
            groups.append([0])
        groups[-1].append(i)
    items: list[RenderableType] = []
    for group in groups:
        head, *body = ([row[i] for i in group] for row in (heads, *rows))
        items += ["", table(head, body, left=sum(i < left for i in group))]
    return items[1:]


def listing(rows: Mapping[str, str]) -> Table:
    """Return a table with a name and a text in each row, without borders; the lines of a wrapped text are aligned."""
    grid = Table.grid(padding=(0, 2))
    for name, text in rows.items():
        grid.add_row(f"  {name}", text)
    return grid


def number(value: float | None, form: str) -> str:
    """Format a number for a table with the format specification `form`; a dash for None and for inf or NaN."""
    return "-" if value is None or not math.isfinite(value) else format(value, form)


def wrote(files: Sequence[str]) -> list[Text]:
    """Return one line for each written file; the file's name is not wrapped, and is a link if the terminal supports links."""
    return [Text.assemble("wrote ", (letters(file), _link(Path(file))), no_wrap=True, overflow="ignore") for file in files]


def _link(file: Path) -> Style:
    return Style(link=file.absolute().as_uri()) if file.is_file() else Style()  # a pipe cannot be opened again


class Step(Protocol):
    """Type of the function that a command calls at the beginning of each step of its work."""

    def __call__(self, what: str) -> None:
        """Advance the progress bar to the next step, whose name is `what`."""


@contextmanager
def progress(steps: int) -> Iterator[Step]:
    """Show a progress bar for a number of steps on stderr if stderr is a terminal; yield the function that begins a step."""
    with fractions() as told:
        begun = 0

        def step(what: str) -> None:
            nonlocal begun
            told(what, begun / steps)
            begun += 1

        yield step


@contextmanager
def fractions() -> Iterator[Callable[[str, float], None]]:
    """Show a progress bar on stderr if stderr is a terminal; yield a function of (description, completed fraction 0 to 1)."""
    bar = Progress(
        BarColumn(20),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("", total=1.0)
        yield lambda what, done: bar.update(task, completed=done, description=what, refresh=True)
