"""Common style of all figures: colours for colour-blind readers, line styles, legends, and font sizes for print."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from typing import Any

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours of curves: the palette of Okabe and Ito, without yellow, which is invisible on paper."""
DASHES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (8, 2, 1, 2, 1, 2)), (0, (8, 4)))
LIMIT: dict[str, Any] = {"linestyle": (0, (6, 4)), "linewidth": 0.8}
"""Line style of a limit of a quantity."""
SHARED = "#555555"
"""Colour of a limit that several joints share."""
MARK: dict[str, Any] = {"color": SHARED, "linestyle": (0, (1, 2)), "linewidth": 1.0}
"""Line style of a vertical line that marks an instant or a frequency."""
LIMITS, INSTANTS = "limit", "tool begins and ends"
"""Legend labels of limits and of instants; these labels are the last entries of a legend."""
HANDLE, ROW, MOST_COLUMNS = 0.6, 0.18, 8
"""Legend: HANDLE is the width of a line sample with margins [in], ROW the height of a row [in], MOST_COLUMNS the column limit."""
ROWS = 2
"""Number of legend rows for which a figure has room; for more rows the figure becomes higher."""
SMALL = 7.5
"""Font size of a small legend [pt]."""
ON_AXIS: dict[str, Any] = {"fontsize": SMALL, "frameon": True, "framealpha": 0.7, "edgecolor": "none"}
"""Style of a legend that is drawn over the curves of an axis: font size [pt] and background."""
POINTS = 72.0
"""Typographic points per inch."""
STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 1.2,
    "legend.frameon": False,
    "figure.dpi": 150,
}


@contextmanager
def look() -> Iterator[Any]:
    """Yield matplotlib.pyplot with the common style, as a context manager."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError('figures need matplotlib: pip install "jounce[plot]"') from None
    with plt.rc_context(STYLE):
        yield plt


def literal(text: str) -> str:
    """Return the text with dollar signs escaped, so that matplotlib does not read a formula."""
    return text.replace("$", r"\$")


def add_legend(figure: Any, where: str) -> None:
    """Add one legend at `where` for all axes of a figure without a legend: each label once, in as many columns as fit.

    For every row of the legend beyond `ROWS` the figure becomes higher by the height of a row.
    """
    handles: dict[str, Any] = {}
    for ax in figure.axes:
        if ax.get_legend() is None:
            for handle, label in zip(*ax.get_legend_handles_labels()):
                handles.setdefault(label, handle)
    handles |= {label: handles.pop(label) for label in (LIMITS, INSTANTS) if label in handles}
    columns = legend_columns(list(handles), figure.get_figwidth(), STYLE["font.size"])
    figure.legend(handles.values(), handles.keys(), loc=where, ncols=columns)
    rows = math.ceil(len(handles) / columns)
    figure.set_figheight(figure.get_figheight() + ROW * max(0, rows - ROWS))


def legend_columns(labels: Sequence[str], width: float, size: float) -> int:
    """Return the number of legend columns, at least one, that fit a width [in] with labels of a font size [pt]."""
    from matplotlib.textpath import TextPath

    widest = max((TextPath((0.0, 0.0), label, size=size).get_extents().width for label in labels if label.strip()), default=0.0)
    return max(1, min(len(labels), MOST_COLUMNS, int(width / (widest / POINTS + HANDLE))))


def strokes(n: int) -> list[dict[str, Any]]:
    """Return the line styles {"color", "linestyle"} of n curves; the dash changes when all colours are used."""
    every = [{"color": colour, "linestyle": dash} for dash in DASHES for colour in COLOURS]
    return list(islice(cycle(every), n))
