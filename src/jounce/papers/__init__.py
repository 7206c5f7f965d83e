"""REPRODUCED PAPERS: figures and tables of five papers beside the results of this library, and a row for each claim to be
checked.

The command `jounce reproduce PAPER --out DIR` calls `reproduce`. No result is stored: every call computes all results.
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
    """Reproduce a paper and write the report to a folder: index.md, summary.json, figures as PNG and SVG.

    Parameters
    ----------
    name : str
        One of `PAPERS`.
    folder : str or Path
        Folder for the files; no file is written before all results are computed.
    progress : callable
        Function that is called with the completed fraction, 0 to 1.

    Returns
    -------
    PaperReport
        Claims, figures and tables.

    Raises
    ------
    InputError
        If `name` is not one of `PAPERS`.
    """
    if name not in PAPERS:
        raise jn.errors.InputError(f"paper: expected one of {', '.join(PAPERS)}, got {name!r}.")
    report = PAPERS[name](progress)
    write(report, Path(folder), name)
    progress(1.0)
    return report


__all__ = ["PAPERS", "Claim", "Drawing", "PaperReport", "Progress", "Table", "reproduce"]
