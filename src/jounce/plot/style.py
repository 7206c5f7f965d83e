"""One look for all figures: colours that all eyes tell apart, units on every axis, text of paper size."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from typing import Any

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's, without the yellow that paper swallows."""
DASHES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (8, 2, 1, 2, 1, 2)), (0, (8, 4)))
LIMIT: dict[str, Any] = {"linestyle": (0, (6, 4)), "linewidth": 0.8}
"""The line of a limit."""
SHARED = "#555555"
"""The colour of a limit that several joints have."""
MARK: dict[str, Any] = {"color": SHARED, "linestyle": (0, (1, 2)), "linewidth": 1.0}
"""The line of an instant."""
LIMITS, INSTANTS = "limit", "tool begins and ends"
"""What legends call the two; they stand last."""
HANDLE, ROW, MOST_COLUMNS = 0.6, 0.18, 8
"""Of a legend: width of a stroke with the space around it, and height of a row [in]."""
ROWS = 2
"""Of a legend, for which there is room in a figure; it grows by the others."""
SMALL = 7.5
ON_AXIS: dict[str, Any] = {"fontsize": SMALL, "frameon": True, "framealpha": 0.7, "edgecolor": "none"}
"""A legend on an axis, which curves may run through: its letters [pt], and a ground under them."""
POINTS = 72.0
"""To an inch."""
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
    """Matplotlib's pyplot in our style."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError('figures need matplotlib: pip install "jounce[plot]"') from None
    with plt.rc_context(STYLE):
        yield plt


def literal(text: str) -> str:
    """Text as matplotlib shows it letter by letter: dollars in a name are not the ends of a formula."""
    return text.replace("$", r"\$")


def add_legend(figure: Any, where: str) -> None:
    """One for all axes of a figure that have none: each label once, in as many columns as its width takes.

    The figure grows by the rows for which there is no room.
    """
    found: dict[str, Any] = {}
    for ax in figure.axes:
        if ax.get_legend() is None:
            for handle, label in zip(*ax.get_legend_handles_labels()):
                found.setdefault(label, handle)
    found |= {label: found.pop(label) for label in (LIMITS, INSTANTS) if label in found}
    columns = legend_columns(list(found), figure.get_figwidth(), STYLE["font.size"])
    figure.legend(found.values(), found.keys(), loc=where, ncols=columns)
    rows = math.ceil(len(found) / columns)
    figure.set_figheight(figure.get_figheight() + ROW * max(0, rows - ROWS))


def legend_columns(labels: Sequence[str], width: float, size: float) -> int:
    """How many columns a legend of such a width [in] can have, with letters of such a size [pt]; one at least."""
    from matplotlib.textpath import TextPath

    widest = max((TextPath((0.0, 0.0), label, size=size).get_extents().width for label in labels if label.strip()), default=0.0)
    return max(1, min(len(labels), MOST_COLUMNS, int(width / (widest / POINTS + HANDLE))))


def strokes(n: int) -> list[dict[str, Any]]:
    """Colour and dash of n curves: a new dash each time the colours are used up."""
    every = [{"color": colour, "linestyle": dash} for dash in DASHES for colour in COLOURS]
    return list(islice(cycle(every), n))
