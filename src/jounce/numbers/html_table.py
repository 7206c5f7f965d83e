"""HTML tables for notebooks. Cells are escaped, since names come from untrusted files and must not become markup."""

from collections.abc import Sequence
from html import escape

MOST_ROWS = 60
"""Largest number of rows that a table shows; a further row states the number of omitted rows."""


def html_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return an HTML table with the caption `title`, a header row `heads` and the first `MOST_ROWS` of `rows`."""
    shown = rows[:MOST_ROWS]
    rest = len(rows) - len(shown)
    lines = ["<table>", f"<caption>{escape(title)}</caption>", f"<thead>{_row('th', heads)}</thead>", "<tbody>"]
    lines += [_row("td", row) for row in shown]
    lines += [f'<tr><td colspan="{len(heads)}">and {rest} more</td></tr>'] * (rest > 0)
    return "\n".join([*lines, "</tbody>", "</table>"])


def _row(tag: str, cells: Sequence[object]) -> str:
    """Return one table row as HTML; tag: "th" for header cells, "td" for others."""
    left = '<{0} style="text-align: left">{1}</{0}>'
    return f"<tr>{''.join(left.format(tag, escape(str(cell))) for cell in cells)}</tr>"


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun as text, such as "1 joint" or "2 joints"; plural: '' for noun + "s"."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def span(begin: float, end: float) -> str:
    """Return a time interval [s] as text, such as "0 to 1.5 s"."""
    return f"{begin:.4g} to {end:.4g} s"
