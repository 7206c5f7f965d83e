"""Figures of a paper's size: one column or two, small text, a legend that hides no curve."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from jounce.numbers.packing import Array
from jounce.plot.style import COLOURS, look, strokes

COLUMN, PAGE = 3.45, 7.1
"""Widths [in] of one column and of two."""
SMALL = {"font.size": 8, "axes.titlesize": 8, "legend.fontsize": 7, "axes.labelsize": 8, "lines.linewidth": 1.1}
BLUE, ORANGE, GREEN = COLOURS[:3]
PAIRS = [{"color": COLOURS[i // 2], "linestyle": "--" if i % 2 else "-"} for i in range(7)]
"""Seven joints as [Buondonno2015] codes them, in colours that all eyes tell apart: pairs of a colour, full and dashed."""


@contextmanager
def small() -> Iterator[None]:
    """The look of all figures, at a paper's size."""
    with look() as plt, plt.rc_context(SMALL):
        yield


def blank(rows: int = 1, columns: int = 1, width: float = COLUMN, height: float = 2.4, **more: Any) -> tuple[Any, Any]:
    """A figure without a window, and its axes."""
    with small():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(width, height), layout="constrained")
        return figure, figure.subplots(rows, columns, **more)


def curves(ax: Any, t: Array, values: Array, labels: Sequence[str], unit: str, pairs: bool = False) -> None:
    """Columns of `values` (T, n) over time [s]."""
    for column, label, stroke in zip(values.T, labels, PAIRS if pairs else strokes(len(labels))):
        ax.plot(t, column, label=label, **stroke)
    ax.set(xlabel="t [s]", ylabel=unit, xlim=(t[0], t[-1]))


def legend(figure: Any, ax: Any, columns: int) -> None:
    """Names of the curves of an axis, below all axes."""
    handles, labels = ax.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=columns, handlelength=1.6, columnspacing=0.9, borderpad=0.0)


def single(t: Array, values: Array, labels: Sequence[str], unit: str, pairs: bool = False) -> Any:
    """A figure of one column with one set of curves."""
    figure, ax = blank()
    with small():
        curves(ax, t, values, labels, unit, pairs)
        legend(figure, ax, len(labels))
    return figure


def save(figure: Any, stem: Any) -> None:
    """As stem.png and stem.svg, the latter the same file every time."""
    with look() as plt, plt.rc_context({**SMALL, "svg.hashsalt": "jounce"}):
        figure.savefig(f"{stem}.png", dpi=200)
        figure.savefig(f"{stem}.svg", metadata={"Date": None})
