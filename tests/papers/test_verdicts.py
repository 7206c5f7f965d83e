"""Verdicts are measured: what a Claim says of `holds` is computed in the paper's source, and never written there."""

import ast
from pathlib import Path

import pytest

from jounce import papers

SOURCES = sorted(Path(papers.__file__).parent.glob("*.py"))
PLACES = {"holds": 3, "why": 4}
"""Positions of arguments of Claim."""


def argument(call, name):
    """The expression of an argument of Claim, or None."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    return call.args[PLACES[name]] if len(call.args) > PLACES[name] else None


def literal(node):
    return isinstance(node, ast.Constant)


def measured(node, stated):
    """Whether something computed is in an expression: a name in lower case that was not merely stated, or a call."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return any(name.islower() and name not in stated for name in names - {"bool", "all", "any", "abs", "max", "min"})


def defects(source):
    """(line, what) of claims whose verdict is not measured."""
    tree = ast.parse(source)
    assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    stated = {target.id for node in assigned if literal(node.value) for target in node.targets if isinstance(target, ast.Name)}
    found = []
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Claim"):
        holds, why = argument(call, "holds"), argument(call, "why")
        if holds is None or any(isinstance(part, ast.Starred) for part in call.args) or any(k.arg is None for k in call.keywords):
            found.append((call.lineno, "no verdict to be seen"))
        elif literal(holds) and holds.value is None:
            if why is None or (literal(why) and not why.value):
                found.append((call.lineno, "not comparable without a reason"))
        elif literal(holds) or not measured(holds, stated):
            found.append((call.lineno, "a verdict that is stated"))
    return found


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.stem)
def test_verdicts_are_measured(file):
    assert defects(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "verdict",
    ["True", "False", "1", "not False", "1 < 2", "bool(True)", "fine", "LIMIT < 2.0", "None", 'None, ""', "*rest", "**rest"],
)
def test_stated_verdicts_are_found(verdict):
    assert defects(f'LIMIT = 1.0\nfine = True\nClaim("a", "b", "c", {verdict})') != []
    if verdict.startswith(("*", "None,")):
        return
    assert defects(f'LIMIT = 1.0\nfine = True\nClaim("a", "b", "c", holds={verdict})') != []


@pytest.mark.parametrize("verdict", ["error < 1.0", "bool(error < LIMIT)", "all(phases)", 'None, "Why."', 'None, why="Why."'])
def test_measured_verdicts_pass(verdict):
    assert defects(f'Claim("a", "b", "c", {verdict})') == []


def test_every_paper_has_claims():
    """The walk above would see nothing if claims were built in another way."""
    for name in papers.PAPERS:
        source = next(file for file in SOURCES if file.stem == name).read_text(encoding="utf-8")
        assert source.count("Claim(\n") > 10
