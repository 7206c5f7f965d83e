"""Report of an identification: tables as text, or as a self-contained HTML page with figures of the torques."""

import html
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jounce.errors import InputError
from jounce.identification.deflection_regression import DeflectionEquations
from jounce.identification.free_parameters import KINDS
from jounce.identification.parameter_blocks import BodyBlock
from jounce.numbers.value import by_value
from jounce.robot.io.file_access import write_atomically
from jounce.trajectory.path import Floats

if TYPE_CHECKING:
    from jounce.identification.fit_result import Fit, Prediction

KNOWN, HARDLY = 0.9, 0.1
"""A parameter is reported as known by 'data' if the data removed at least the fraction KNOWN of its prior variance, by 'prior'
if the data removed less than the fraction HARDLY, else by 'both'."""
DRAWN = 600
"""Torque curves of at least 2 * DRAWN samples are thinned to between DRAWN and 1.5 * DRAWN points."""
WIDTH, HEIGHT = 720, 170
"""Size of a figure in units of its SVG view box."""
LEFT, RIGHT, ABOVE, BELOW = 56, 12, 6, 22
"""Margins of a figure in units of its SVG view box."""
STYLE = """body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2330;background:#fff}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.15rem .7rem;text-align:right;border-bottom:1px solid #d7dbe2}
td:first-child,th:first-child{text-align:left}svg{display:block;width:100%;height:auto;margin:.3rem 0 1rem}
path{fill:none;stroke-width:1.2}.measured{stroke:#6b7687}.fit{stroke:#c2410c}.grid,.zero{stroke:#d7dbe2;stroke-width:.6}
.zero{stroke:#8a93a3}text{font-size:11px;fill:currentColor}
.key{display:inline-block;width:1.4rem;border-top:3px solid;vertical-align:middle}
.key.measured{border-color:#6b7687}.key.fit{border-color:#c2410c}
@media(prefers-color-scheme:dark){body{color:#dfe4ee;background:#12161d}td,th{border-color:#343b47}.grid{stroke:#343b47}}"""


@by_value
@dataclass(frozen=True, eq=False)
class Report:
    """Tables of the estimated values, their standard deviations and sources: `str(report)` is text, `to_html()` an HTML page."""

    fit: "Fit"

    def rows(self) -> list[tuple[str, str, float, float, float, str]]:
        """Return a row per free parameter: (kind, entry, prior value, estimate, standard deviation, source).

        The source is 'data', 'both' or 'prior'; see `KNOWN`, `HARDLY`.
        """
        table = []
        for block in self.fit.blocks:
            prior, _ = block.values(np.zeros(block.coordinates))
            _, jacobian = block.values(np.zeros(block.coordinates))
            free = np.abs(jacobian).sum(axis=1) > 0.0
            values, deviation = self.fit.parameters[block.name], self.fit.deviation[block.name]
            for k in map(int, np.flatnonzero(free)):
                fraction = float(self.fit.informed[block.name][k])
                source = "data" if fraction >= KNOWN else "prior" if fraction < HARDLY else "both"
                table.append((block.name, block.labels[k], float(prior[k]), float(values[k]), float(deviation[k]), source))
        return table

    def joints(self) -> list[tuple[str, float, float, float]]:
        """Return a row per joint on the fit's recordings: (name, residual [Nm or N], nrmse of the fit, nrmse of the prior robot).

        The list is empty if no motor torque was fitted. nrmse: see `Prediction`.
        """
        errors = self.fit.validate(self.fit.logs)
        if not errors:  # no motor torque was measured
            return []
        fitted, expected = errors["fit"], errors["prior"]
        table = zip(self.fit.robot.joint_names, self.fit.residual, fitted, expected)
        return [(name, float(a), float(b), float(c)) for name, a, b, c in table]

    def notes(self) -> list[str]:
        """Return remarks: used recordings, parameters known by the prior alone or estimated as zero, unidentified stiffnesses."""
        fit = self.fit
        used = "; ".join(repr(log).strip("<>").removeprefix("Log: ") for log in fit.logs)
        notes = [f"{used}: {sum(n for equations in fit.equations for n in equations.counts)} equations."]
        by_prior = [f"{kind} of {entry}" for kind, entry, *_, by in self.rows() if by == "prior"]
        if by_prior:
            notes.append(f"{len(by_prior)} numbers are only the prior's, the motion does not show them: {_some(by_prior)}.")
        for block in fit.blocks:
            if not isinstance(block, BodyBlock):
                least = block.values(np.where(np.isfinite(block.lower), block.lower, 0.0))
                free = np.abs(least[1]).sum(axis=1) > 0.0
                at_bound = [
                    label
                    for label, value, is_free in zip(block.labels, fit.parameters[block.name], free)
                    if is_free and value <= 0.0
                ]
                if at_bound and np.isfinite(block.lower).any():
                    notes.append(f"{block.name}: zero, the least it may be, for {_some(at_bound)}: the data ask for less.")
        for equations in fit.equations:
            if isinstance(equations, DeflectionEquations):
                notes += equations.notes
        if "torque_offset" in fit.parameters:
            notes.append("torque_offset is part of the measurement: `predict` adds it, the robot has no such number.")
        if fit.base is not None:
            notes.append(
                f"{len(fit.base.names)} base parameters; condition number of their columns {fit.base.condition:.4g}, each column "
                "scaled to its length."
            )
        return notes

    def __str__(self) -> str:
        fit = self.fit
        lines = [f"{fit.robot.name}: {', '.join(fit.free)}; relative residual {100.0 * fit.relative_residual:.3g} %", ""]
        lines += _table(("joint", "residual [Nm, N]", "nrmse", "nrmse of prior"), self.joints())
        lines += ["", *_table(("kind", "entry", "prior", "value", "deviation", "known by"), self.rows())]
        if fit.base is not None:
            base = [(name, value, deviation) for name, value, deviation in zip(*fit.base[:3])]
            lines += ["", *_table(("base parameter", "least squares", "deviation"), base)]
        return "\n".join([*lines, "", *self.notes()])

    def to_html(self) -> str:
        """Return the report as an HTML page, with figures of measured and fitted torques.

        Returns
        -------
        str
            Self-contained HTML.
        """
        fit = self.fit
        parts = [f"<h1>{html.escape(fit.robot.name)}: identified</h1>", *(f"<p>{html.escape(note)}</p>" for note in self.notes())]
        parts.append(_html_table(("joint", "residual [Nm, N]", "nrmse", "nrmse of prior"), self.joints()))
        parts.append('<p><span class="key measured"></span> measured, <span class="key fit"></span> by the fit</p>')
        for k, log in enumerate(fit.logs):
            which = f"recording {k + 1}, " if len(fit.logs) > 1 else ""
            prediction = fit.predict(log)
            units = ["N" if joint.prismatic else "Nm" for joint in fit.robot.axes]
            parts += [_figure(prediction, i, which + name, units[i]) for i, name in enumerate(fit.robot.joint_names)]
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
        """Write the HTML page to a file, atomically: a failed call leaves no partial file.

        Parameters
        ----------
        path : str or Path
            File whose name ends in .html or .htm.

        Raises
        ------
        InputError
            If the name has another ending.
        """
        file = Path(path)
        if file.suffix.lower() not in (".html", ".htm"):
            raise InputError(f"{file}: expected a name that ends in .html.")
        page = self.to_html().encode()
        write_atomically({file: lambda out: out.write(page)})


def _some(names: Sequence[str]) -> str:
    """Return the first eight names joined by commas, with an ellipsis if there are more."""
    return ", ".join([*names[:8], *["..."] * (len(names) > 8)])


def _cell(value: object) -> str:
    """Return a table cell as text: strings unchanged, numbers with five digits."""
    return value if isinstance(value, str) else f"{value + 0.0:.5g}"  # type: ignore[operator]  # no "-0"


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Return the lines of a text table with headings and aligned columns."""
    cells = [list(heads), *([_cell(x) for x in row] for row in rows)]
    widths = [max(len(row[k]) for row in cells) for k in range(len(heads))]
    left = [isinstance(x, str) for x in (rows[0] if rows else heads)]
    return ["  ".join(x.ljust(w) if a else x.rjust(w) for x, w, a in zip(row, widths, left)).rstrip() for row in cells]


def _html_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return an HTML table with headings."""

    def line(cells: Sequence[object], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(_cell(x))}</{tag}>" for x in cells) + "</tr>"

    return f"<table>{line(heads, 'th')}{''.join(line(row, 'td') for row in rows)}</table>"


def _figure(prediction: "Prediction", i: int, name: str, unit: str) -> str:
    """Return an SVG figure of the measured and the fitted torque of joint i over time; name, unit: title of the figure."""
    curves: list[tuple[str, Floats]] = [("fit", prediction.tau_m[:, i])]
    if prediction.measured is not None:
        curves.insert(0, ("measured", prediction.measured[:, i]))
    low, high = min(float(y.min()) for _, y in curves), max(float(y.max()) for _, y in curves)
    begin, end = float(prediction.t[0]), float(prediction.t[-1])
    every = max(len(prediction.t) // DRAWN, 1)

    def across(t: Floats | float) -> Floats:
        return np.asarray(LEFT + (WIDTH - LEFT - RIGHT) * (np.asarray(t) - begin) / (end - begin))

    def up(y: Floats | float) -> Floats:
        return np.asarray(ABOVE + (HEIGHT - ABOVE - BELOW) * (high - np.asarray(y)) / max(high - low, 1e-12))

    parts = []
    for mark in _ticks(low, high):
        parts.append(f'<path class="{"grid" if mark else "zero"}" d="M{LEFT},{up(mark):.1f} H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 5}" y="{up(mark) + 4:.1f}" text-anchor="end">{mark:g}</text>')
    parts += [f'<text x="{across(t):.1f}" y="{HEIGHT - 4}" text-anchor="middle">{t:g} s</text>' for t in _ticks(begin, end)]
    for kind, y in curves:
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(across(prediction.t[::every]), up(y[::every])))
        parts.append(f'<path class="{kind}" d="M{points}"/>')
    title = html.escape(f"{name}: motor torque [{unit}]")
    return f'<h3>{title}</h3><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{title}</title>{"".join(parts)}</svg>'


def _ticks(low: float, high: float) -> list[float]:
    """Return about three to six round numbers between low and high, for the axis of a figure."""
    rough = max(high - low, 1e-12) / 4.0
    size = 10.0 ** np.floor(np.log10(rough))
    step = float(min((k * size for k in (1.0, 2.0, 5.0, 10.0)), key=lambda x: abs(np.log(x / rough))))
    return [float(round(k * step, 12)) + 0.0 for k in range(int(np.ceil(low / step)), int(np.floor(high / step)) + 1)]
