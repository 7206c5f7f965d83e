"""The house has no circles: whoever reads a module needs none of those that need it."""

import ast
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
