"""Figures for files: panels of `jounce.plot` on one sheet, with one legend."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import click

from jounce.cli.files import Writer
from jounce.plot.style import add_legend, literal, look

ENDINGS = (".png", ".pdf", ".svg")
Panel = Callable[[Any], object]
"""Draws on an axis, without a legend."""


def check_figures() -> None:
    """Refuse at once where figures cannot be drawn; where they can, draw them into files and never on a screen."""
    try:
        import matplotlib
    except ImportError:
        raise click.UsageError('Figures need matplotlib: pip install "jounce[plot]".') from None
    matplotlib.use("agg")


def panel(draw: Callable[..., object], what: Any) -> Panel:
    """A function of `jounce.plot` on a plan or a run."""
    return lambda ax: draw(what, ax, names=False)


def sheet(panels: Sequence[Panel], title: str) -> Any:
    """The panels in two rows, with the names of the joints above them."""
    with look() as plt:
        columns = (len(panels) + 1) // 2
        figure, axes = plt.subplots(2, columns, figsize=(3.7 * columns, 5.6), sharex=True, layout="constrained")
        for ax, draw in zip(axes.flat, panels):
            draw(ax)
        for ax in axes[0]:
            ax.set_xlabel("")
        figure.suptitle(literal(title), fontsize=10)
        add_legend(figure, "outside lower center")
    return figure


def figure_writer(figure: Any, path: Path) -> Writer:
    """A file in the format that its name ends in; the same figure gives the same bytes."""
    kind = path.suffix.lower()[1:]

    def write(file: BinaryIO) -> None:
        with look() as plt:
            plt.rcParams["svg.hashsalt"] = "jounce"
            dates = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}
            figure.savefig(file, format=kind, metadata=dates.get(kind))

    return write
