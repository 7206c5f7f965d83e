"""Figures for files: panels of `jounce.plot` on one sheet, with one legend."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

import click
import numpy as np

import jounce as jn
from jounce.cli.files import Writer

STILL = 0.01
"""Fraction of its largest speed up to which a link or motor counts as at rest in a figure; see `moving`."""
ENDINGS = (".png", ".pdf", ".svg")
Panel = Callable[[Any], object]
"""Function that draws one panel of a figure on an axis of matplotlib, without a legend."""


def check_figures() -> None:
    """Raise a usage error if matplotlib is not installed; select the backend of matplotlib that needs no screen."""
    try:
        import matplotlib
    except ImportError:
        raise click.UsageError('Figures need matplotlib: pip install "jounce[plot]".') from None
    matplotlib.use("agg")


def panel(draw: Callable[..., object], what: Any) -> Panel:
    """Return a panel that draws the plan or run `what` by `draw`, a function of `jounce.plot`."""
    return lambda ax: draw(what, ax, names=False)


def sheet(panels: Sequence[Panel], title: str) -> Any:
    """Return a figure of an even number of panels in two rows, with one legend of the joints' names below."""
    from jounce.plot.style import add_legend, literal, look

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


def moving(of: "jn.simulation.Run | jn.Plan") -> slice:
    """Return the slice of samples to draw: from the first to the last sample on the path or in motion, with a margin.

    A sample is in motion if a link or a motor exceeds a hundredth of its largest speed. Motors may act long before a tool path
    begins, and links may swing long after its end: a figure of all samples would mostly show a robot at rest.
    """
    plan = of if isinstance(of, jn.Plan) else of.plan
    speeds = (of.q[1], of.theta[1]) if isinstance(of, jn.Plan) else (of.qd, of.thetad)
    speed = np.abs(np.column_stack(speeds))
    peaks = speed.max(axis=0)
    moves = (speed > STILL * np.maximum(peaks, STILL * peaks.max())).any(axis=1)
    shown = np.flatnonzero(moves | ((of.t >= plan.path.start_time) & (of.t <= plan.path.end_time)))
    margin = 1 + (shown[-1] - shown[0]) // 20
    return slice(max(0, int(shown[0] - margin)), int(shown[-1] + margin + 1))


def restricted(of: Any, samples: slice) -> Any:
    """Return a plan or a run that has only the samples of a slice."""
    if isinstance(of, jn.Plan):
        bend = None if of.bend is None else of.bend[:, samples]
        rows = {name: getattr(of, name)[:, samples] for name in ("theta", "tau_j")}
        q = tuple(row[samples] for row in of.q) if isinstance(of.q, tuple) else of.q[:, samples]
        return replace(of, q=q, t=of.t[samples], tau_m=of.tau_m[samples], delta=of.delta[samples], bend=bend, **rows)
    arrays = {name: getattr(of, name)[samples] for name in ("t", "q", "qd", "theta", "thetad", "tau_m", "work", "loss", "gain")}
    return replace(of, plan=restricted(of.plan, samples), **arrays)


def caption(title: str, whole: "jn.Plan | jn.simulation.Run", shown: "jn.Plan | jn.simulation.Run") -> str:
    """Return the title of a figure; if `shown` has fewer samples than `whole`, the title states the time span of `whole`."""
    if len(shown.t) == len(whole.t):
        return title
    return f"{title} (from {whole.t[0]:.3g} to {whole.t[-1]:.3g} s, drawn while it moves)"


def figure_writer(figure: Any, path: Path) -> Writer:
    """Return a function that writes a figure in the format of the path's ending; equal figures give equal bytes."""
    from jounce.plot.style import look

    kind = path.suffix.lower()[1:]

    def write(file: BinaryIO) -> None:
        with look() as plt:
            plt.rcParams["svg.hashsalt"] = "jounce"
            dates = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}
            figure.savefig(file, format=kind, metadata=dates.get(kind))

    return write
