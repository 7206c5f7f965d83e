"""THE PAPERS, REDONE: their figures and tables with our numbers, and a row for every claim that can be checked.

What `jounce reproduce PAPER --out DIR` calls. Nothing is stored: all is computed when asked for.
"""

from collections.abc import Callable
from pathlib import Path

import jounce as jn
from jounce.papers.buondonno2015 import report as buondonno2015
from jounce.papers.garofalo2013 import report as garofalo2013
from jounce.papers.hoepler2004 import report as hoepler2004
from jounce.papers.moberg2010 import report as moberg2010
from jounce.papers.mueller2021 import report as mueller2021
from jounce.papers.paper_report import Claim, Drawing, PaperReport, Progress, Table
from jounce.papers.report_page import write

PAPERS: dict[str, Callable[[Progress], PaperReport]] = {
    "buondonno2015": buondonno2015,
    "hoepler2004": hoepler2004,
    "garofalo2013": garofalo2013,
    "mueller2021": mueller2021,
    "moberg2010": moberg2010,
}


def reproduce(name: str, folder: str | Path, progress: Progress = lambda fraction: None) -> PaperReport:
    """Compute all that a paper shows and write it to a folder: index.md, summary.json, figures as PNG and SVG.

    name: one of `PAPERS`. progress: is told how much is done, 0 to 1. Nothing appears in the folder before all is computed.
    """
    if name not in PAPERS:
        raise jn.errors.InputError(f"paper: expected one of {', '.join(PAPERS)}, got {name!r}.")
    report = PAPERS[name](progress)
    write(report, Path(folder), name)
    progress(1.0)
    return report


__all__ = ["PAPERS", "Claim", "Drawing", "PaperReport", "Progress", "Table", "reproduce"]
