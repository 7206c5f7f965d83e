"""Style of figures at the size of a paper: widths of one or two columns, small text, a legend below all axes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from jounce.papers.measurement import Array

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours of Okabe and Ito without yellow, which is too light on paper; no figure has more curves than colours."""
COLUMN, PAGE = 3.45, 7.1
"""Widths [in] of one text column and of two."""
SMALL: dict[Any, Any] = {
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.labelsize": 8,
    "legend.fontsize": 7,
    "lines.linewidth": 1.1,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "figure.dpi": 150,
}
BLUE, ORANGE, GREEN = COLOURS[:3]
SOLID = [{"color": colour, "linestyle": "-"} for colour in COLOURS]
PAIRS = [{"color": COLOURS[i // 2], "linestyle": "--" if i % 2 else "-"} for i in range(7)]
"""Line styles of seven joints as in [Buondonno2015]: pairs of joints have one colour, solid and dashed."""


@contextmanager
def small(**more: Any) -> Iterator[None]:
    """Apply the style of all figures within a `with` block; more: further settings of matplotlib."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise ImportError('figures need matplotlib: pip install "jounce[plot]"') from None
    with mpl.rc_context(SMALL | more):
        yield


def blank(rows: int = 1, columns: int = 1, width: float = COLUMN, height: float = 2.4, **more: Any) -> tuple[Any, Any]:
    """Return (figure, axes): a figure with this width and height [in], created without a window, and its rows x columns of
    axes."""
    with small():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(width, height), layout="constrained")
        return figure, figure.subplots(rows, columns, **more)


def curves(ax: Any, t: Array, values: Array, labels: Sequence[str], unit: str, pairs: bool = False) -> None:
    """Draw the columns of `values` (T, n) over time t (T,) [s].

    unit: label of the vertical axis; pairs: True for the styles `PAIRS`.
    """
    for column, label, stroke in zip(values.T, labels, PAIRS if pairs else SOLID):
        ax.plot(t, column, label=label, **stroke)
    ax.set(xlabel="t [s]", ylabel=unit, xlim=(t[0], t[-1]))


def legend(figure: Any, ax: Any, columns: int) -> None:
    """Draw the legend of the axes `ax` below all axes of the figure, in `columns` columns."""
    handles, labels = ax.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=columns, handlelength=1.6, columnspacing=0.9, borderpad=0.0)


def single(t: Array, values: Array, labels: Sequence[str], unit: str, pairs: bool = False) -> Any:
    """Return a figure, one text column wide, with one set of curves; for the arguments see `curves`."""
    figure, ax = blank()
    with small():
        curves(ax, t, values, labels, unit, pairs)
        legend(figure, ax, len(labels))
    return figure


def images(figure: Any) -> dict[str, bytes]:
    """Return the figure as {'png': bytes, 'svg': bytes}; the bytes of the SVG are reproducible."""
    png, svg = BytesIO(), BytesIO()
    with small(**{"svg.hashsalt": "jounce"}):
        figure.savefig(png, format="png", dpi=200)
        figure.savefig(svg, format="svg", metadata={"Date": None})
    return {"png": png.getvalue(), "svg": svg.getvalue()}
