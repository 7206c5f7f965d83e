"""Examples in docstrings run and print what they say."""

import ast
import doctest
import importlib
from pathlib import Path

import numpy as np
import pytest

import jounce as jn

SOURCE = Path(jn.__file__).parent


def documented():
    """Modules whose docstrings have examples; texts are read, so that optional packages are not imported."""
    for file in sorted(SOURCE.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if ">>> " in text and any(">>> " in (ast.get_docstring(node) or "") for node in nodes(text)):
            yield ".".join(("jounce", *file.relative_to(SOURCE).with_suffix("").parts))


def nodes(text):
    """Functions and classes of a module."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]


@pytest.mark.parametrize("module", tuple(documented()))
def test_examples_run(module, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # examples may write files
    names = {"jn": jn, "np": np}
    examples = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(module), globs=names)
    runner = doctest.DocTestRunner(verbose=False)
    for example in examples:
        runner.run(example)
    failed, attempted = runner.summarize(verbose=False)
    assert attempted
    assert not failed
