"""`jounce reproduce`: figures, tables and claims of papers, with computed numbers next to the published numbers."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from jounce.cli import options
from jounce.cli.figure import check_figures
from jounce.cli.files import check_folder, write
from jounce.cli.report import fractions, say, table, wrote
from jounce.papers import PAPERS, PaperReport
from jounce.papers import reproduce as redraw

ALL = "all"


@click.command()
@click.argument("paper", type=click.Choice([*PAPERS, ALL]))
@click.option(
    "--out", type=options.FILE, default=Path("out/papers"), show_default=True, help="Folder, with a subfolder per paper."
)
@options.as_json
def reproduce(paper: str, out: Path, as_json: bool) -> None:
    """Redraw the figures and tables of a paper with our numbers.

    Writes OUT/PAPER/index.md, with paper and result side by side, its figures as PNG and SVG, and OUT/PAPER/summary.json, a list
    of {claim, paper, here, holds, why, where}, where `holds` is null if the two cannot be compared. `all` reproduces all five
    papers and writes the rows of all papers into OUT/summary.json.

    \b
    Examples:
      jounce reproduce moberg2010
      jounce reproduce all --out papers --json
    """
    names = list(PAPERS) if paper == ALL else [paper]
    for name in names:
        check_folder(out / name)
    check_figures()
    reports: dict[str, PaperReport] = {}
    with fractions() as told:
        for i, name in enumerate(names):
            reports[name] = redraw(name, out / name, partial(_report_fraction, told, name, i, len(names)))
    rows = {name: [_row(claim) for claim in report.claims] for name, report in reports.items()}
    files = [str(out / name / "index.md") for name in names]
    if paper == ALL:
        text = json.dumps(
            [{"source": name, **row} for name, claims in rows.items() for row in claims], indent=1, ensure_ascii=False
        )
        files += write({out / "summary.json": lambda file: file.write((text + "\n").encode())})
    missed, apart = (
        [(name, row["claim"], row["why"]) for name, claims in rows.items() for row in claims if row["holds"] is verdict]
        for verdict in (False, None)
    )
    counts = [
        (name, *(str(sum(row["holds"] is verdict for row in claims)) for verdict in (True, False, None)))
        for name, claims in rows.items()
    ]
    say(
        as_json,
        {"papers": rows, "files": files},
        table(("paper", "hold", "do not", "not comparable"), counts),
        "",
        table(("paper", "does not hold", "why"), missed, left=3) if missed else "All that can be compared hold.",
        "",
        table(("paper", "not comparable", "why"), apart, left=3) if apart else "All can be compared.",
        "",
        *wrote(files),
    )


def _report_fraction(report: Callable[[str, float], None], name: str, before: int, papers: int, fraction: float) -> None:
    """Report the completed fraction of `papers` papers: `before` papers are complete, and `fraction` of the paper `name`."""
    report(name, (before + fraction) / papers)


def _row(claim: Any) -> dict[str, Any]:
    return {key: getattr(claim, key) for key in ("claim", "paper", "here", "holds", "why", "where")}
