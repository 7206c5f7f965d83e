"""The room that redoes the papers: what it writes is whole, every row that does not hold says why, and no page is stale."""

import ast
import json
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from jounce import papers
from jounce.papers.figure_style import COLUMN, PAGE, blank, single
from jounce.papers.formulas import with_formulas
from jounce.papers.paper_report import UNEXPECTED, Claim, Drawing, PaperReport, Table
from jounce.papers.report_page import write

DOCS = Path(__file__).parents[2] / "docs" / "papers"
SOURCE = Path(papers.__file__).parent
KEYS = ["claim", "paper", "here", "holds", "why", "where"]
DO_NOT_HOLD = {
    "buondonno2015": {
        "The inertia rows of the parameter table are xx, yy, zz, xy, yz, zx.",
        "Articulated bodies start to pay at about nine joints.",
        "The torques of elastic and rigid joints differ by 2 to 5 % of the peak torque: joints 5 to 7.",
    },
    "hoepler2004": {"The right angles of the LBR 2 reduce the differentiations to 12.", "High orders may cost digits."},
    "garofalo2013": {"M, C, g and their time derivatives take 0.71 of the time of M, C and g at two instants."},
    "mueller2021": {"The generalised forces of the iiwa are the published curves, inertia taken about centres of mass."},
    "moberg2010": {
        "Its lowest eigenfrequency is about 5 Hz.",
        "Two to three time constants of the slowest unstable zero are enough to act before.",
    },
}
NOT_COMPARABLE = {
    "buondonno2015": {"Peak speeds of all joints are between 90 and 120 deg/s."},
    "hoepler2004": {"The arm is about 1 m long and weighs 17 kg."},
    "garofalo2013": set(),
    "mueller2021": set(),
    "moberg2010": {
        "With 3 steps of 3 ms the tool stays within 0.05 mm in simulation.",
        "The least squares of the basis functions have 210 variables and 305 equations.",
        "Stable inversion by collocation needs no optimisation.",
    },
}
LONG = {"garofalo2013"}
"""Compile robots of 25 joints."""
CHAINS = {
    "buondonno2015": ("jounce.papers.buondonno_cases", tuple(range(5, 14))),
    "hoepler2004": ("jounce.papers.hoepler2004", tuple(range(2, 9))),
}
"""The module that says of how many joints the chains are whose operations are counted, and fewer of them."""
EACH = [
    *(pytest.param(name, name not in CHAINS, id=name, marks=pytest.mark.slow if name in LONG else ()) for name in papers.PAPERS),
    *(pytest.param(name, True, id=f"{name}, all chains", marks=pytest.mark.slow) for name in CHAINS),
]


def written(name):
    """The claims in the source of a paper: first arguments of all `Claim(...)`."""
    calls = [node for node in ast.walk(ast.parse((SOURCE / f"{name}.py").read_text())) if isinstance(node, ast.Call)]
    return [call.args[0].value for call in calls if getattr(call.func, "id", "") == "Claim"]


def check_folder(folder, claims):
    rows = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    page = (folder / "index.md").read_text(encoding="utf-8")
    assert sorted(row["claim"] for row in rows) == sorted(claims)
    for row in rows:
        assert list(row) == KEYS
        assert all(isinstance(row[key], str) for key in KEYS if key != "holds")
        assert row["holds"] in (True, False, None)
        assert all(row[key] for key in ("claim", "paper", "here", "where"))
        assert row["holds"] or row["why"]
        assert row["why"] != UNEXPECTED
        assert with_formulas(row["claim"]).replace("|", "\\|") in page
    drawn = sorted(folder.glob("*.png"))
    assert drawn
    for file in drawn:
        assert file.with_suffix(".svg").exists()
        assert f"]({file.stem}." in page
    return rows


def with_verdict(rows, verdict):
    """The sentences of these rows."""
    return {row["claim"] for row in rows if row["holds"] is verdict}


@pytest.mark.parametrize("name", papers.PAPERS)
def test_pages_are_up_to_date(name):
    """The page of the documentation has just the claims of the code; run `jounce reproduce` again if it has not."""
    rows = check_folder(DOCS / name, written(name))
    assert with_verdict(rows, False) == DO_NOT_HOLD[name]
    assert with_verdict(rows, None) == NOT_COMPARABLE[name]


def test_all_rows_in_one_file():
    """docs/papers/summary.json is the five summaries, one after the other."""
    rows = json.loads((DOCS / "summary.json").read_text(encoding="utf-8"))
    each = {name: json.loads((DOCS / name / "summary.json").read_text(encoding="utf-8")) for name in papers.PAPERS}
    assert rows == [{"source": name, **row} for name, known in each.items() for row in known]


def test_pages_are_small():
    assert sum(file.stat().st_size for file in DOCS.rglob("*") if file.is_file()) < 3_000_000


@pytest.mark.native
@pytest.mark.parametrize(("name", "all_chains"), EACH)
def test_reproduce(name, all_chains, tmp_path, monkeypatch):
    if not all_chains:
        module, fewer = CHAINS[name]
        monkeypatch.setattr(import_module(module), "CHAINS", fewer)
    told = []
    report = papers.reproduce(name, tmp_path / "new" / "folder", told.append)
    rows = check_folder(tmp_path / "new" / "folder", written(name))
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert [row["claim"] for row in rows] == [claim.claim for claim in report.claims]
    # what does not hold is known by name; rows of times may add to it on a busy machine
    assert with_verdict([row for row in rows if "native code" not in row["here"]], False) == DO_NOT_HOLD[name]
    assert with_verdict(rows, None) == NOT_COMPARABLE[name]
    assert not [file for file in (tmp_path / "new" / "folder").iterdir() if file.name.startswith(".")]


def test_without_a_compiler_rows_say_so(tmp_path):
    """Plain Python: all is computed, and times say how they were taken."""
    rows = papers.reproduce("mueller2021", tmp_path).claims
    assert any("plain Python" in row.here for row in rows)


def test_unknown_paper(tmp_path):
    with pytest.raises(jn.errors.InputError, match="buondonno2015"):
        papers.reproduce("nobody1999", tmp_path)
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------- parts


def small_report():
    t = np.linspace(0.0, 1.0, 11)
    drawings = [Drawing("one", single(t, t[:, None], ["a"], "[m]"), "First."), Drawing("two", blank(width=PAGE)[0], "Second.")]
    claims = [
        Claim("It is | small.", "1", "1", True, where="Sec. 1"),
        Claim("It is large.", "2", "1", False),
        Claim("It is theirs.", "3", "-", None, "We have none."),
    ]
    return PaperReport("Title", "Buondonno2015", "Setting.", claims, drawings, [Table("Numbers.", ("a", "b"), [("1", "2")])])


def test_page(tmp_path):
    files = write(small_report(), tmp_path, "buondonno2015")
    assert all(file.stat().st_size for file in files)
    page = (tmp_path / "index.md").read_text(encoding="utf-8")
    assert "of 3 rows 1 hold, 1 do not and 1 are not comparable" in page
    assert "| It is large. | 2 | 1 | **no** |" in page
    assert "| It is theirs. | 3 | - | **not comparable** | We have none. |" in page
    assert [row["holds"] for row in json.loads((tmp_path / "summary.json").read_text())] == [True, False, None]
    assert "It is \\| small." in page
    caption = '<figcaption markdown="span">'
    assert page.index("one.svg") < page.index(f"{caption}First.") < page.index("two.svg") < page.index(f"{caption}Second.")
    assert "![First.](one.svg)" in page
    assert "| a | b |" in page


def test_other_files_stay_and_a_failure_leaves_nothing(tmp_path, monkeypatch):
    (tmp_path / "mine.txt").write_text("kept")

    def fails(*_):
        raise RuntimeError

    monkeypatch.setattr("jounce.papers.report_page._page", fails)
    with pytest.raises(RuntimeError):
        write(small_report(), tmp_path, "buondonno2015")
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


def test_vector_figures_are_the_same_every_time(tmp_path):
    for folder in ("a", "b"):
        write(small_report(), tmp_path / folder, "buondonno2015")
    assert (tmp_path / "a" / "one.svg").read_bytes() == (tmp_path / "b" / "one.svg").read_bytes()


def test_figures_are_as_wide_as_a_column():
    assert blank()[0].get_size_inches()[0] == COLUMN
