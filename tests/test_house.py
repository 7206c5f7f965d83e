"""The house has no circles, and names and first lines of docstrings follow the rules that a machine can check."""

import ast
import re
from functools import cache
from pathlib import Path

import jounce as jn

SOURCE = Path(jn.__file__).parent


def module_of(file):
    """Its dotted name; that of a package is its folder's."""
    parts = ("jounce", *file.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def for_types_only(node):
    """Whether it is `if TYPE_CHECKING:`."""
    test = node.test if isinstance(node, ast.If) else None
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )


def statements(node):
    """All import statements that may run, at any depth."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        yield node
    inner = node.orelse if for_types_only(node) else ast.iter_child_nodes(node)
    for child in inner:
        yield from statements(child)


def imports(tree, module, package, known):
    """The modules among `known` that a module names in its imports; `from a import b` is a.b where that is a module."""
    found = set()
    for node in statements(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
            continue
        home = (module if package else module.rpartition(".")[0]).split(".")
        up = home[: len(home) - node.level + 1] if node.level else []
        origin = ".".join([*up, *([node.module] if node.module else [])])
        for alias in node.names:
            found.add(f"{origin}.{alias.name}" if f"{origin}.{alias.name}" in known else origin)
    return (found & known) - {module}


def house():
    """{module: modules it imports} of all of jounce."""
    files = {module_of(file): file for file in sorted(SOURCE.rglob("*.py"))}
    trees = {module: ast.parse(file.read_text(encoding="utf-8")) for module, file in files.items()}
    return {m: imports(trees[m], m, files[m].name == "__init__.py", files.keys()) for m in files}


def circles(graph):
    """Groups of modules that all lead to each other (strongly connected, by Tarjan's algorithm), of two or more."""
    order, low, stack, found = {}, {}, [], set()

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in order:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == order[node]:
            group = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(group) > 1:
                found.add(frozenset(group))

    for node in graph:
        if node not in order:
            visit(node)
    return found


def test_no_circles():
    new = circles(house())
    assert not new, "modules that need each other:\n" + "\n".join(" - ".join(sorted(group)) for group in new)


def test_circles_are_found():
    """At any depth, but not those that only a type checker sees."""
    texts = {
        "jounce.a": "def f():\n    if True:\n        from jounce.b import g",
        "jounce.b": "import typing\nif typing.TYPE_CHECKING:\n    import jounce.a\nelse:\n    from jounce import c",
        "jounce.c": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from jounce.a import f",
        "jounce.d": "from . import e",
        "jounce.e": "import jounce.d",
        "jounce": "",
    }
    graph = {name: imports(ast.parse(text), name, name == "jounce", texts.keys()) for name, text in texts.items()}
    assert graph["jounce.a"] == {"jounce.b"}
    assert graph["jounce.b"] == {"jounce.c"}
    assert graph["jounce.c"] == set()
    assert circles(graph) == {frozenset({"jounce.d", "jounce.e"})}


VAGUE = frozenset(["found", "made", "kept", "given", "known", "held", "taken", "own", "part", "here", "asked", "wanted"])
"""Names that do not say what a value is."""
PUBLIC = {("identification/output_error.py", "held"), ("papers/paper_report.py", "here")}
"""Public names among these: an option of `identify_output_error`, and a key of the summary that `jounce reproduce` writes."""
RIDDLE = re.compile(r"(Of|That of|What|Those|Whether|How many)\b")
"""Beginnings of a docstring that has no verb."""
NO_VERB = re.compile(r"(The|A|An|All|From|Where|How|It|Its|One|Each|So|In)\b")
"""Beginnings of a function's docstring that has no verb."""


SAME_FILE = {
    "c_project": "C of an equation and of a live arm, for a controller",
    "cache": "the cache of compiled code; its command",
    "cuda": "CUDA as a backend, its compiler and its text",
    "drive": "the drive of a joint; its equations",
    "fastest": "minimum time; its command",
    "flexible_arm": "equations in base axes; their declaration, and small arms",
    "gyrostat": "equations of carried rotors; their public functions",
    "identify": "identification; its command",
    "kinematics": "equations; their public functions",
    "simulate": "simulation; its command",
    "statics": "equations; their public functions",
    "sweep": "sweeps; their command",
}
"""Names that modules share: one idea at two layers."""


@cache
def trees():
    """(path below the source folder, tree) of all files."""
    files = sorted(SOURCE.rglob("*.py"))
    return [(file.relative_to(SOURCE).as_posix(), ast.parse(file.read_text(encoding="utf-8"))) for file in files]


def bound_names(tree):
    """(line, name) of all variables, parameters, functions and attributes that a module binds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.lineno, node.name


def texts(tree):
    """Docstrings of modules, classes and functions, and the texts below fields and constants."""
    for node in ast.walk(tree):
        for statement in getattr(node, "body", None) if isinstance(getattr(node, "body", None), list) else ():
            value = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value


def test_variables_say_what_they_are():
    vague = [f"{path}:{line} {name}" for path, tree in trees() for line, name in bound_names(tree) if name in VAGUE]
    assert not [name for name in vague if (name.partition(":")[0], name.split()[1]) not in PUBLIC], (
        "name the value: zeros, kernel, tau"
    )


def test_docstrings_begin_with_what_is_done():
    riddles = [
        f"{path}:{text.lineno} {text.value[:60]}" for path, tree in trees() for text in texts(tree) if RIDDLE.match(text.value)
    ]
    riddles += [
        f"{path}:{node.lineno} {ast.get_docstring(node)[:60]}"
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and NO_VERB.match(ast.get_docstring(node) or "")
    ]
    assert not riddles, "begin with a verb: Return ..., Check that ...; fields with a noun:\n" + "\n".join(riddles)


def test_no_two_classes_share_a_name():
    classes = {}
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name, []).append(file.relative_to(SOURCE).as_posix())
    assert {name: files for name, files in classes.items() if len(files) > 1} == {}


def test_no_two_modules_share_a_name():
    names = [file.stem for file in SOURCE.rglob("*.py") if not file.stem.startswith("__")]
    assert {name for name in names if names.count(name) > 1} == set(SAME_FILE)


def test_files_named_for_contributors_exist():
    """Paths in CONTRIBUTING lead from the repository or the package, or from a folder named before in the same step."""
    text = (SOURCE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    folders = (
        SOURCE.parents[1],
        SOURCE.parent,
        SOURCE,
        SOURCE / "kernel",
        SOURCE / "codegen",
        SOURCE / "codegen/build",
        SOURCE / "codegen/print",
    )
    named = set(re.findall(r"`([\w./-]+\.(?:py|c|md|txt|toml))`", text))
    assert len(named) > 20
    assert [path for path in sorted(named) if not any((folder / path).exists() for folder in folders)] == []
