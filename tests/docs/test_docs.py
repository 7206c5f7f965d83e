"""The documentation keeps its word: Python blocks run, and the commands of how-to pages; every public name is listed."""

import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import jounce as jn
from support.public_names import public

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```(python|bash)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def with_commands(page: Path) -> bool:
    """Whether the page is followed word for word, commands and all."""
    return page.parent.name == "howto" or page.stem == "quickstart"


def blocks(page: Path) -> list[tuple[str, str]]:
    """(language, text) of the blocks that are run; Python moved down so that a traceback shows the line in the page."""
    text = page.read_text(encoding="utf-8")
    kinds = ("python", "bash") if with_commands(page) else ("python",)
    found = [match for match in BLOCK.finditer(text) if match.group(1) in kinds]
    return [
        (match.group(1), "\n" * (text.count("\n", 0, match.start(2)) * (match.group(1) == "python")) + match.group(2))
        for match in found
    ]


PAGES = [page for page in (ROOT / "README.md", *sorted(DOCS.rglob("*.md"))) if page.exists() and blocks(page)]


NATIVE = (
    "native",
    "encoder-to-torque",
    "excitation",
    "control",
    "observers",
    "viewer",
    "simulation",
    "legs",
    "flexible",
    "fastest",
    "README",
    "quickstart",
)
"""Pages whose blocks run compiled code: they are about it, or simulate."""
CASES = [
    pytest.param(
        page,
        id=page.relative_to(ROOT).as_posix(),
        marks=[pytest.mark.native] if page.stem in NATIVE or with_commands(page) else [],
    )
    for page in PAGES
]


@pytest.mark.parametrize("page", CASES)
def test_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In order, in one namespace, in an empty folder."""
    matplotlib = pytest.importorskip("matplotlib")
    mpmath = pytest.importorskip("mpmath")
    monkeypatch.chdir(tmp_path)
    matplotlib.use("Agg")
    namespace: dict[str, object] = {"__name__": "__main__"}
    with mpmath.workdps(mpmath.mp.dps):  # a page may ask for more digits; give them back
        for language, source in blocks(page):
            if language == "python":
                exec(compile(source, str(page), "exec"), namespace)
            else:
                run_commands(source)


def run_commands(source: str) -> None:
    """As a reader types them, with the `jounce` and the `python` of this environment; the first one that fails ends it."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash")
    if "example-robot-data" in source:
        try:
            importlib.metadata.files("example-robot-data")
        except importlib.metadata.PackageNotFoundError as reason:
            pytest.skip(str(reason))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [bash, "-euo", "pipefail", "-c", source], capture_output=True, text=True, check=False, env={**os.environ, "PATH": path}
    )
    assert done.returncode == 0, f"{source}\n{done.stdout}\n{done.stderr}"
    print(done.stdout)


def test_pages_with_code_are_found() -> None:
    names = {page.relative_to(DOCS).as_posix() for page in PAGES if page.is_relative_to(DOCS)}
    guide = (
        "robots robot-files drives limits trajectories dynamics matrices several-freedoms elastic flexible simulation control "
        "native"
    )
    howto = "my-urdf panda my-drives c-on-a-controller optimal-control"
    assert {"index.md", "quickstart.md", "theory/flexible.md"} <= names
    assert {*(f"guide/{page}.md" for page in guide.split()), *(f"howto/{page}.md" for page in howto.split())} <= names


def test_api_lists_each_public_name_once() -> None:
    """As an entry of mkdocstrings, under the name that a reader types; of a module, its members."""
    spec = importlib.util.spec_from_file_location("hooks", DOCS / "hooks.py")
    hooks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hooks)
    pages = [page.read_text(encoding="utf-8") for page in sorted((DOCS / "api").glob("*.md"))]
    entries = [hooks.called(name, thing) for page in pages for _, name, thing in hooks.documented(page)]
    methods = {"dh_chain", "to_mjcf"}  # what `Robot.from_dh` and `Robot.to_mjcf` say in full
    assert sorted(set(entries) - methods) == sorted({*public()} - {"numbers.Number"})
    assert [name for name in entries if entries.count(name) > 1] == []


def test_equation_map_names_what_exists() -> None:
    """Files and tests in the tables of theory/equations.md."""
    text = (DOCS / "theory" / "equations.md").read_text(encoding="utf-8")
    package = ROOT / "src" / "jounce"
    folders = (package, package / "flexible", ROOT / "tests")
    files = set(re.findall(r"`([\w/]+\.(?:py|toml))`", text))
    assert len(files) > 40
    assert [file for file in sorted(files) if not any((folder / file).is_file() for folder in folders)] == []
    tests = set(re.findall(r"`(test_\w+)`", text))
    known = {name for file in (ROOT / "tests").rglob("*.py") for name in re.findall(r"^def (test_\w+)", file.read_text(), re.M)}
    assert sorted(tests - known) == []


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


def test_readme_is_read_elsewhere() -> None:
    """Links are whole addresses, for pages that show it without the repository; ours name files that exist."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert [link for link in links if not link.startswith("https://")] == []
    home = project["urls"]["Repository"]
    raw = home.replace("github.com", "raw.githubusercontent.com")
    ours = [
        link.removeprefix(f"{home}/blob/main/").removeprefix(f"{home}/tree/main/").removeprefix(f"{raw}/main/") for link in links
    ]
    ours = [link for link in ours if not link.startswith("https://")]
    assert len(ours) > 15
    assert [link for link in ours if not (ROOT / link.partition("#")[0]).exists()] == []


def test_badges_are_true() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    versions = [kind.rpartition(" ")[2] for kind in project["project"]["classifiers"] if re.search(r":: 3\.\d+$", kind)]
    assert f"![Python {' | '.join(versions)}]" in text
    assert f"![Licence {project['project']['license']}]" in text
    assert project["tool"]["mypy"]["strict"]


def test_the_animation_is_small() -> None:
    assert (DOCS / "images" / "panda.webp").stat().st_size < 300_000


def test_the_version_has_its_changes() -> None:
    """A version that can be released has a dated section of the changelog."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if "dev" not in jn.__version__:
        assert re.search(rf"^## {re.escape(jn.__version__)} - \d{{4}}-\d\d-\d\d$", text, re.M)
