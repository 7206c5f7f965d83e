"""One look for all figures: colours that all eyes tell apart, units on every axis, text of paper size."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from typing import Any

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's, without the yellow that paper swallows."""
DASHES = ("-", "--", ":", "-.")
LIMIT: dict[str, Any] = {"linestyle": (0, (6, 4)), "linewidth": 0.8}
"""The line of a limit."""
SHARED = "#555555"
"""The colour of a limit that several joints have."""
LETTER, HANDLE, MOST_COLUMNS = 0.08, 0.6, 8
"""Of a legend: width of a letter, and of a stroke with the space around it [in]."""
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
    """One for all axes of a figure: each label once, that of limits last, in as many columns as its width takes."""
    found: dict[str, Any] = {}
    for ax in figure.axes:
        for handle, label in zip(*ax.get_legend_handles_labels()):
            found.setdefault(label, handle)
    found = dict(sorted(found.items(), key=lambda pair: pair[0] == "limit"))
    wide = LETTER * max(map(len, found)) + HANDLE
    columns = max(1, min(len(found), MOST_COLUMNS, int(figure.get_figwidth() / wide)))
    figure.legend(found.values(), found.keys(), loc=where, ncols=columns)


def strokes(n: int) -> list[dict[str, str]]:
    """Colour and dash of n curves: a new dash each time the colours are used up."""
    every = [{"color": colour, "linestyle": dash} for dash in DASHES for colour in COLOURS]
    return list(islice(cycle(every), n))
