"""The equations of control laws and observers stay on component scalars: no library, no question of type.

A law's file holds equations beside a class that uses NumPy, so import-linter cannot tell them apart. Equation functions are those
that the text of an `Equation` reaches: the functions and classes of its module that it names, at any depth, and those of other
laws and observers that it imports.
"""

import ast
from pathlib import Path

import pytest

import jounce as jn

SOURCE = Path(jn.__file__).parent
FILES = sorted(file for room in ("laws", "observers") for file in (SOURCE / "control" / room).glob("*.py"))
LIBRARIES = {"typing", "collections"}
"""Modules outside jounce that an equation function may name."""
ROOMS = ("jounce.dynamics", "jounce.numbers", "jounce.plant", "jounce.spatial", "jounce.kernel.equation")
"""Rooms of jounce that an equation function may name."""
MODELS = ("jounce.functions.state_model",)
"""Modules that trace an equation once and evaluate its graph on any scalar."""
FORBIDDEN = {"isinstance", "type", "hasattr", "getattr", "float", "int", "complex"}
"""Built-in functions that ask for a type or choose one."""


def within(module, rooms):
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


class Module:
    """One module: its definitions, its imports {name: module that the name comes from} and the texts of its equations."""

    def __init__(self, name, text):
        self.name, tree = name, ast.parse(text)
        self.definitions = {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        self.origins = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self.origins |= {(alias.asname or alias.name).split(".")[0]: alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                self.origins |= {alias.asname or alias.name: node.module for alias in node.names}
        self.texts = [text for node in tree.body for text in texts(node, dict(self.definitions))]


def texts(node, known):
    """The functions that are texts of the equations declared in a node; `known`: definitions that are visible in it."""
    if isinstance(node, ast.FunctionDef):
        known = known | {inner.name: inner for inner in node.body if isinstance(inner, ast.FunctionDef)}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Equation":
        named = {keyword.arg: keyword.value for keyword in node.keywords}
        text = named["text"] if "text" in named else node.args[2]
        if isinstance(text, ast.Call) and isinstance(text.func, ast.Name) and text.func.id == "partial":
            text = text.args[0]
        yield text if isinstance(text, ast.Lambda) else known[text.id]
    for child in ast.iter_child_nodes(node):
        yield from texts(child, known)


def parts(node):
    """All nodes below a node but annotations, which are not evaluated on scalars."""
    yield node
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from parts(child)


def violations(modules):
    """(name of an equation function, forbidden name in it) of all modules {dotted name: Module}."""
    waiting = [(module, text) for module in modules.values() for text in module.texts]
    seen, wrong = set(), set()
    while waiting:
        module, node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        for name in {inner.id for inner in parts(node) if isinstance(inner, ast.Name)}:
            origin = module.origins.get(name)
            if name in module.definitions:
                waiting.append((module, module.definitions[name]))
            elif origin in modules:
                if name in modules[origin].definitions:
                    waiting.append((modules[origin], modules[origin].definitions[name]))
            elif name in FORBIDDEN or (origin is not None and not _allowed(origin)):
                wrong.add((f"{module.name}.{getattr(node, 'name', 'lambda')}", name))
        if any(isinstance(inner, (ast.Import, ast.ImportFrom)) for inner in parts(node)):
            wrong.add((f"{module.name}.{getattr(node, 'name', 'lambda')}", "import"))
    return wrong


def _allowed(origin):
    if origin == "jounce.numbers.packing":  # arrays to scalars and back
        return False
    return within(origin, (*ROOMS, *MODELS)) or origin.split(".")[0] in LIBRARIES


def laws():
    """All modules of control laws and observers."""
    names = {".".join(("jounce", *file.relative_to(SOURCE).with_suffix("").parts)): file for file in FILES}
    return {name: Module(name, file.read_text(encoding="utf-8")) for name, file in names.items()}


def test_equations_know_no_library_and_no_type():
    assert violations(laws()) == set()


def test_every_law_with_a_kernel_is_read():
    """Nine laws and observers declare equations: 17 texts, of first states too."""
    declaring = {name.rpartition(".")[2]: len(module.texts) for name, module in laws().items() if module.texts}
    assert declaring == {
        "collision_detector": 2,
        "dynamic_feedback_linearization": 2,
        "feedback_linearization": 2,
        "gravity_pd": 1,
        "impedance": 2,
        "kalman_filter": 2,
        "momentum_observer": 2,
        "state_observer": 2,
        "structure_preserving": 1,
    }


LAW = """
import numpy as np
from functools import partial
from math import sin
from jounce.control.laws.other import shared
from jounce.numbers import exp

class Rows(NamedTuple):
    def total(self):
        return {in_class}

def _deep(x):
    return {deep}

def _text(plant, x):
    return Rows(_deep(shared(exp(x))))

def _factory():
    def text(plant, x):
        return {nested}
    return Equation("other", ("q",), text, outputs)

LAW = Equation("law", ("q",), partial(_text, gain=1.0), outputs)

def prepare(robot):
    return np.zeros(robot.n), sin(1.0), isinstance(robot, int)
"""
OTHER = """
import numpy as np

def shared(x):
    return {shared}
"""
CLEAN = {"in_class": "self.x", "deep": "x", "nested": "x", "shared": "x"}


@pytest.mark.parametrize(
    ("place", "expression", "name"),
    [
        ("in_class", "np.sum(self.x)", "np"),
        ("deep", "sin(x)", "sin"),
        ("nested", "isinstance(x, list)", "isinstance"),
        ("shared", "np.asarray(x)", "np"),
    ],
)
def test_libraries_and_types_are_found(place, expression, name):
    """In a class, behind a call, in a function inside a function, in another law; but not in what prepares or checks."""

    def modules(**expressions):
        sources = {"law": LAW, "other": OTHER}
        names = {f"jounce.control.laws.{key}": text.format(**CLEAN | expressions) for key, text in sources.items()}
        return {key: Module(key, text) for key, text in names.items()}

    assert violations(modules()) == set()
    assert {found for _, found in violations(modules(**{place: expression}))} == {name}
