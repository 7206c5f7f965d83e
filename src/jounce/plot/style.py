"""One look for all figures: colours that all eyes tell apart, units on every axis, text of paper size."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from typing import Any

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's, without the yellow that paper swallows."""
DASHES = ("-", "--", ":", "-.")
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


def strokes(n: int) -> list[dict[str, str]]:
    """Colour and dash of n curves: a new dash each time the colours are used up."""
    every = [{"color": colour, "linestyle": dash} for dash in DASHES for colour in COLOURS]
    return list(islice(cycle(every), n))
