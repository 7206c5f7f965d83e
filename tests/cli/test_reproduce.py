"""`jounce reproduce`, with a paper that takes no time; the real ones are in tests/papers."""

import json

import pytest

from jounce import papers
from jounce.errors import ConvergenceError
from jounce.papers import Claim, PaperReport

CLAIMS = [
    Claim("It is small.", "1", "0.5", True, where="Fig. 1"),
    Claim("It is blue.", "blue", "red", False, "No pigment."),
    Claim("It is theirs.", "yes", "-", None, "We have none."),
]


def short(progress):
    progress(0.5)
    return PaperReport("Someone 1999", "Someone1999", "A setting.", CLAIMS, [], [])


@pytest.fixture
def stubs(monkeypatch):
    for name in papers.PAPERS:
        monkeypatch.setitem(papers.PAPERS, name, short)


@pytest.mark.usefixtures("stubs")
def test_one_paper(run, tmp_path):
    done = run("reproduce", "moberg2010", "--out", tmp_path, "--json")
    assert done.exit_code == 0
    rows = json.loads(done.stdout)["papers"]["moberg2010"]
    assert rows == json.loads((tmp_path / "moberg2010" / "summary.json").read_text())
    assert [(row["claim"], row["holds"], row["why"]) for row in rows] == [
        ("It is small.", True, ""),
        ("It is blue.", False, "No pigment."),
        ("It is theirs.", None, "We have none."),
    ]
    assert "It is blue." in (tmp_path / "moberg2010" / "index.md").read_text()
    assert not (tmp_path / "summary.json").exists()


@pytest.mark.usefixtures("stubs")
def test_all_papers(run, tmp_path):
    done = run("reproduce", "all", "--out", tmp_path)
    assert done.exit_code == 0
    missed, apart = done.stdout.split("does not hold")[1].split("not comparable")
    for name in papers.PAPERS:  # each paper's rows by name, under the head they belong to
        assert any(name in line and "It is blue." in line and "No pigment." in line for line in missed.splitlines())
        assert any(name in line and "It is theirs." in line and "We have none." in line for line in apart.splitlines())
    assert "It is small." not in done.stdout
    rows = json.loads((tmp_path / "summary.json").read_text())
    assert {row["source"] for row in rows} == set(papers.PAPERS)
    verdicts = {(row["source"], row["claim"]): row["holds"] for row in rows}
    assert verdicts == {(name, claim.claim): claim.holds for name in papers.PAPERS for claim in CLAIMS}


def test_all_hold(run, tmp_path, monkeypatch):
    monkeypatch.setitem(papers.PAPERS, "moberg2010", lambda progress: PaperReport("A", "B1999", "C.", CLAIMS[:1], [], []))
    done = run("reproduce", "moberg2010", "--out", tmp_path)
    assert "All that can be compared hold." in done.stdout
    assert "All can be compared." in done.stdout


def test_wrong_use(run, tmp_path):
    done = run("reproduce", "nobody1999", "--out", tmp_path)
    assert done.exit_code == 2
    assert "moberg2010" in done.stderr
    (tmp_path / "file").write_text("")
    done = run("reproduce", "moberg2010", "--out", tmp_path / "file")
    assert done.exit_code == 2
    assert "is a file, not a folder" in done.stderr


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt(), 130), (ConvergenceError("It runs away."), 1)])
def test_nothing_is_left_of_a_run_that_ends_early(run, tmp_path, monkeypatch, error, code):
    def broken(progress):
        raise error

    monkeypatch.setitem(papers.PAPERS, "moberg2010", broken)
    done = run("reproduce", "moberg2010", "--out", tmp_path / "out")
    assert done.exit_code == code
    assert "Traceback" not in done.output
    assert not list(tmp_path.rglob("*.*"))
