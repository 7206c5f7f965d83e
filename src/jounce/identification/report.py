"""A fit to read: tables as text, and as a page with figures of the torques; nothing of it is fetched from elsewhere."""

import html
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jounce.errors import InputError
from jounce.identification.blocks import Bodies
from jounce.identification.deflection import DeflectionEquations
from jounce.identification.unknowns import KINDS
from jounce.numbers.value import by_value
from jounce.robot.load.file import write_whole
from jounce.trajectory.path import Floats

if TYPE_CHECKING:
    from jounce.identification.fit import Fit, Prediction

KNOWN, HARDLY = 0.9, 0.1
"""Shares of the prior's variance that data took away: from the first one on a number is known by data, below the second one the
prior alone says it."""
DRAWN = 600
"""Points of a curve."""
WIDTH, HEIGHT = 720, 150
STYLE = """body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2330;background:#fff}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.15rem .7rem;text-align:right;border-bottom:1px solid #d7dbe2}
td:first-child,th:first-child{text-align:left}svg{display:block;width:100%;height:auto;margin:.3rem 0 1rem}
.measured{stroke:#8a93a3}.fit{stroke:#c2410c}path{fill:none;stroke-width:1.2}
@media(prefers-color-scheme:dark){body{color:#dfe4ee;background:#12161d}td,th{border-color:#343b47}}"""


@by_value
@dataclass(frozen=True, eq=False)
class Report:
    """Tables of a fit: what was found, how well it is known, and by what. `str(report)` is text, `to_html()` a page."""

    fit: "Fit"

    def rows(self) -> list[tuple[str, str, float, float, float, str]]:
        """(kind, entry, prior, value, standard deviation, 'data', 'both' or 'prior'), one for each number that was free."""
        found = []
        for block in self.fit.blocks:
            own, _ = block.values(np.zeros(block.coordinates))
            _, slopes = block.values(np.zeros(block.coordinates))
            free = np.abs(slopes).sum(axis=1) > 0.0
            values, deviation = self.fit.parameters[block.name], self.fit.deviation[block.name]
            for k in map(int, np.flatnonzero(free)):
                share = float(self.fit.informed[block.name][k])
                by = "data" if share >= KNOWN else "prior" if share < HARDLY else "both"
                found.append((block.name, block.labels[k], float(own[k]), float(values[k]), float(deviation[k]), by))
        return found

    def joints(self) -> list[tuple[str, float, float, float]]:
        """(joint, residual, nrmse on the recording of the fit, nrmse of the prior there)."""
        there = self.fit.validate(self.fit.log)
        if not there:  # no motor torque was measured
            return []
        fitted, expected = there["fit"], there["prior"]
        found = zip(self.fit.robot.joint_names, self.fit.residual, fitted, expected)
        return [(name, float(a), float(b), float(c)) for name, a, b, c in found]

    def notes(self) -> list[str]:
        """What a reader should know before using the numbers."""
        fit = self.fit
        found = [f"{fit.log!r}: {sum(n for part in fit.equations for n in part.counts)} equations."]
        only = [f"{kind} of {entry}" for kind, entry, *_, by in self.rows() if by == "prior"]
        if only:
            found.append(f"{len(only)} numbers are only the prior's, the motion does not show them: {_some(only)}.")
        for block in fit.blocks:
            if not isinstance(block, Bodies):
                least = block.values(np.where(np.isfinite(block.lower), block.lower, 0.0))
                free = np.abs(least[1]).sum(axis=1) > 0.0
                at = [
                    label for label, value, here in zip(block.labels, fit.parameters[block.name], free) if here and value <= 0.0
                ]
                if at and np.isfinite(block.lower).any():
                    found.append(f"{block.name}: zero, the least it may be, for {_some(at)}: the data ask for less.")
        for part in fit.equations:
            if isinstance(part, DeflectionEquations):
                found += part.notes
        if "torque_offset" in fit.parameters:
            found.append("torque_offset is part of the measurement: `predict` adds it, the robot has no such number.")
        if fit.base is not None:
            found.append(
                f"{len(fit.base.names)} base parameters; condition number of their columns {fit.base.condition:.4g}, each column "
                "scaled to its length."
            )
        return found

    def __str__(self) -> str:
        fit = self.fit
        lines = [f"{fit.robot.name}: {', '.join(fit.free)}; relative residual {100.0 * fit.relative_residual:.3g} %", ""]
        lines += _table(("joint", "residual", "nrmse", "nrmse of prior"), self.joints())
        lines += ["", *_table(("kind", "entry", "prior", "value", "deviation", "known by"), self.rows())]
        if fit.base is not None:
            base = [(name, value, deviation) for name, value, deviation in zip(*fit.base[:3])]
            lines += ["", *_table(("base parameter", "least squares", "deviation"), base)]
        return "\n".join([*lines, "", *self.notes()])

    def to_html(self) -> str:
        """The same as a page, with the torques as measured and as the fit has them."""
        fit = self.fit
        seen = fit.predict(fit.log)
        parts = [f"<h1>{html.escape(fit.robot.name)}: identified</h1>", *(f"<p>{html.escape(note)}</p>" for note in self.notes())]
        parts.append(_html_table(("joint", "residual", "nrmse", "nrmse of prior"), self.joints()))
        parts += [_figure(seen, i, name) for i, name in enumerate(fit.robot.joint_names)]
        for name in fit.free:
            rows = [row[1:] for row in self.rows() if row[0] == name]
            parts.append(f"<h2>{html.escape(name)}</h2><p>{html.escape(KINDS[name].what)}</p>")
            parts.append(_html_table(("entry", "prior", "value", "deviation", "known by"), rows))
        if fit.base is not None:
            parts.append("<h2>Base parameters</h2><p>By least squares alone, each joint weighted with its own noise.</p>")
            parts.append(_html_table(("combination", "value", "deviation"), list(zip(*fit.base[:3]))))
        head = f'<meta charset="utf-8"><title>{html.escape(fit.robot.name)}: identified</title><style>{STYLE}</style>'
        return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page; the file appears whole or not at all."""
        file = Path(path)
        if file.suffix.lower() not in (".html", ".htm"):
            raise InputError(f"{file}: expected a name that ends in .html.")
        page = self.to_html().encode()
        write_whole({file: lambda out: out.write(page)})


def _some(names: Sequence[str]) -> str:
    return ", ".join([*names[:8], *["..."] * (len(names) > 8)])


def _cell(value: object) -> str:
    return value if isinstance(value, str) else f"{value:.5g}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    cells = [list(heads), *([_cell(x) for x in row] for row in rows)]
    widths = [max(len(row[k]) for row in cells) for k in range(len(heads))]
    left = [isinstance(x, str) for x in (rows[0] if rows else heads)]
    return ["  ".join(x.ljust(w) if a else x.rjust(w) for x, w, a in zip(row, widths, left)).rstrip() for row in cells]


def _html_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    def line(cells: Sequence[object], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(_cell(x))}</{tag}>" for x in cells) + "</tr>"

    return f"<table>{line(heads, 'th')}{''.join(line(row, 'td') for row in rows)}</table>"


def _figure(seen: "Prediction", i: int, name: str) -> str:
    """Measured and explained torque of a joint over time."""
    curves: list[tuple[str, Floats]] = [("fit", seen.tau_m[:, i])]
    if seen.measured is not None:
        curves.insert(0, ("measured", seen.measured[:, i]))
    low, high = min(float(y.min()) for _, y in curves), max(float(y.max()) for _, y in curves)
    span = max(high - low, 1e-12)
    every = max(len(seen.t) // DRAWN, 1)
    x = WIDTH * (seen.t[::every] - seen.t[0]) / (seen.t[-1] - seen.t[0])
    paths = ""
    for kind, y in curves:
        points = " ".join(f"{a:.1f},{HEIGHT * (high - b) / span:.1f}" for a, b in zip(x, y[::every]))
        paths += f'<path class="{kind}" d="M{points}"/>'
    title = html.escape(f"{name}: motor torque, {low:.4g} to {high:.4g}, over {seen.t[-1] - seen.t[0]:.4g} s")
    about = f"<h3>{title}</h3><p>grey: measured; red: by the fit</p>"
    return f'{about}<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{title}</title>{paths}</svg>'
