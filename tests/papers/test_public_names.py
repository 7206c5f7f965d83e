"""Papers are written as a user would write them: `import jounce as jn`, and nothing of jounce that is not public.

Import-linter sees imports of rooms; attributes such as `jn.flexible` it does not see.
"""

import ast
from pathlib import Path

import pytest

import jounce as jn
from jounce import papers

SOURCES = sorted(Path(papers.__file__).parent.glob("*.py"))
MODULES = {room: getattr(jn, room).__all__ for room in jn.SUBMODULES}


def dotted(node):
    """jn.trajectory.line as its three names; none if it does not begin with a name."""
    names = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return [node.id, *reversed(names)] if isinstance(node, ast.Name) else []


ALLOWED = {"report_page": ["jounce.robot.io.file_access"]}
"""The one writer of files that appear whole or not at all: a second one beside it would be the worse evil."""


def private_names(source):
    """What a text uses of jounce and should not."""
    tree = ast.parse(source)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.startswith("jounce.")]
            found += [f"as {alias.asname}" for alias in node.names if alias.name == "jounce" and alias.asname != "jn"]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            inside = module.split(".")[:2] == ["jounce", "papers"]
            if node.level or (module.split(".")[0] == "jounce" and not inside):
                found.append(module)
        elif isinstance(node, ast.Attribute):
            names = dotted(node)[1:] if dotted(node)[:1] == ["jn"] else []
            if names and names[0] not in (*jn.__all__, "__version__"):
                found.append(names[0])
            if len(names) > 1 and names[1] not in MODULES.get(names[0], names):
                found.append(".".join(names[:2]))
    return found


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.stem)
def test_papers_use_public_names(file):
    assert private_names(file.read_text(encoding="utf-8")) == ALLOWED.get(file.stem, [])


@pytest.mark.parametrize(
    "line",
    [
        "import jounce.robot",
        "import jounce",
        "from jounce import control",
        "from jounce.robot.coupling import SPEED",
        "from . import claim",
        "jn.flexible.solvers.bdf.solve()",
        "jn.trajectory.path.Path",
        "jn.kernel",
        "jn.Statics",
        "jn.robot.coupling.SPEED",
        "jn.plot.style.look()",
    ],
)
def test_private_names_are_found(line):
    assert private_names(f"import jounce as jn\n{line}") != []
