"""The documentation keeps its word: every Python block runs, every public name is listed."""

import re
from pathlib import Path

import pytest

import jounce as jn

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[str]:
    """The Python blocks of a page, moved down by empty lines so that a traceback shows the line in the page."""
    text = page.read_text(encoding="utf-8")
    return ["\n" * text.count("\n", 0, match.start(1)) + match.group(1) for match in BLOCK.finditer(text)]


PAGES = [page for page in (ROOT / "README.md", *sorted(DOCS.rglob("*.md"))) if page.exists() and blocks(page)]


NATIVE = ("native", "control", "simulation", "flexible", "README")
"""Pages whose blocks run compiled code: they are about it, or simulate."""
CASES = [
    pytest.param(page, id=page.relative_to(ROOT).as_posix(), marks=[pytest.mark.native] if page.stem in NATIVE else [])
    for page in PAGES
]


@pytest.mark.parametrize("page", CASES)
def test_python_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In order, in one namespace, in an empty folder."""
    matplotlib = pytest.importorskip("matplotlib")
    mpmath = pytest.importorskip("mpmath")
    monkeypatch.chdir(tmp_path)
    matplotlib.use("Agg")
    namespace: dict[str, object] = {"__name__": "__main__"}
    with mpmath.workdps(mpmath.mp.dps):  # a page may ask for more digits; give them back
        for source in blocks(page):
            exec(compile(source, str(page), "exec"), namespace)


def test_pages_with_code_are_found() -> None:
    names = {page.relative_to(DOCS).as_posix() for page in PAGES if page.is_relative_to(DOCS)}
    guide = "robots robot-files trajectories dynamics matrices several-freedoms elastic flexible simulation control native"
    assert {"index.md", *(f"guide/{page}.md" for page in guide.split())} <= names


@pytest.mark.parametrize("name", jn.__all__)
def test_api_lists_public_name(name: str) -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    assert re.search(rf"\bjounce\.{name}\b", text), f"docs/api.md does not mention jounce.{name}"


@pytest.mark.parametrize("name", [name for name in jn.trajectory.__all__ if name != "Path"])
def test_api_lists_path(name: str) -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    assert f"::: jounce.trajectory.{name}" in text


def test_fences_close() -> None:
    """A fence that is left open would hide the blocks behind it."""
    for page in DOCS.rglob("*.md"):
        assert len(re.findall(r"^```", page.read_text(encoding="utf-8"), re.MULTILINE)) % 2 == 0, page


def test_citations_are_in_the_bibliography() -> None:
    """Keys such as [Buondonno2015], in docstrings and pages, are listed in references.bib and in references.md."""
    texts = [path.read_text(encoding="utf-8") for path in (*(ROOT / "src").rglob("*.py"), *DOCS.rglob("*.md"))]
    cited = {key for text in texts for key in re.findall(r"\[([A-Z][A-Za-z]+(?:19|20)\d\d)\]", text)}
    bib = set(re.findall(r"^@\w+\{(\w+),", (DOCS / "references.bib").read_text(encoding="utf-8"), re.MULTILINE))
    prose = set(re.findall(r"\*\*\[(\w+)\]\*\*", (DOCS / "references.md").read_text(encoding="utf-8")))
    assert cited <= bib
    assert bib == prose
