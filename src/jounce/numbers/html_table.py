"""What a notebook shows of a value: one small table. Names come from files of strangers, and are text there, never markup."""

from collections.abc import Sequence
from html import escape

MOST_ROWS = 60
"""Of a table: how many more there are is said below it."""


def html_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in HTML; the first column is text, the others are numbers or short texts.

    title: what the value is, in a line.
    """
    shown = rows[:MOST_ROWS]
    rest = len(rows) - len(shown)
    lines = ["<table>", f"<caption>{escape(title)}</caption>", f"<thead>{_row('th', heads)}</thead>", "<tbody>"]
    lines += [_row("td", row) for row in shown]
    lines += [f'<tr><td colspan="{len(heads)}">and {rest} more</td></tr>'] * (rest > 0)
    return "\n".join([*lines, "</tbody>", "</table>"])


def _row(tag: str, cells: Sequence[object]) -> str:
    left = '<{0} style="text-align: left">{1}</{0}>'
    return f"<tr>{''.join(left.format(tag, escape(str(cell))) for cell in cells)}</tr>"


def counted(count: int, thing: str, things: str = "") -> str:
    """How many there are of something, such as "1 joint" and "2 joints"."""
    return f"{count} {thing if count == 1 else things or thing + 's'}"


def span(begin: float, end: float) -> str:
    """From when to when, in words [s]."""
    return f"{begin:.4g} to {end:.4g} s"
