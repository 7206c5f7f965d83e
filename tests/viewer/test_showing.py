"""How a page is asked for, saved, shown and compared, and what is refused."""

import copy
import pickle

import numpy as np
import pytest

import jounce as jn
from support.pages import PLAN, ROBOT, T
from support.several_freedoms import random_tree


def test_save(tmp_path):
    view = jn.view(PLAN)
    view.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == view.to_html()
    for name in ("page.txt", "page", "no/folder.html"):
        with pytest.raises(jn.errors.InputError):
            view.save(tmp_path / name)
    with pytest.raises(jn.errors.InputError, match="name of a file"):
        view.save(3)
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]


def test_show_opens_a_file(monkeypatch, tmp_path):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    jn.view(PLAN).show()
    (file,) = tmp_path.iterdir()
    assert opened == [file.as_uri()]
    assert file.read_text(encoding="utf-8") == jn.view(PLAN).to_html()


def test_notebook():
    text = jn.view(PLAN)._repr_html_()
    assert text.startswith("<iframe")
    assert text.count("<") == 2  # the frame and its end: the page is an attribute
    assert "&lt;!doctype html&gt;" in text


def test_values():
    view = jn.view(PLAN)
    assert view == jn.view(PLAN) == copy.deepcopy(view) == pickle.loads(pickle.dumps(view))
    assert hash(view) == hash(jn.view(PLAN))
    assert view != jn.view(PLAN, exaggeration=2.0)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: jn.view(3), "expected a Plan or a Run"),
        (lambda: jn.view(None), "got None"),
        (lambda: jn.view(PLAN, 3), "expected a Plan or a Run"),
        (lambda: jn.view(ROBOT), "expected times"),
        (lambda: jn.view(ROBOT, T), "expected times"),
        (lambda: jn.view(PLAN, T, PLAN.q[0]), "expected a Robot first"),
        (lambda: jn.view(ROBOT, T, PLAN.q[0][:5]), r"expected shape \(21, 2\)"),
        (lambda: jn.view(ROBOT, T[::-1], PLAN.q[0]), "rising"),
        (lambda: jn.view(ROBOT, T, np.full((21, 2), np.nan)), "finite"),
        (lambda: jn.view(ROBOT, T, "abc"), "q: expected positions"),
        (lambda: jn.view(random_tree(3, floating=True), [0.0], np.zeros((1, random_tree(3, floating=True).nq))), "quaternion"),
        (lambda: jn.view(PLAN, labels="ab"), "sequence of names"),
        (lambda: jn.view(PLAN, labels=["a", "b"]), "expected 1"),
        (lambda: jn.view(PLAN, labels=[3]), "sequence of names"),
        (lambda: jn.view(PLAN, wrench=3.0), r"expected \(W,\)"),
        (lambda: jn.view(PLAN, wrench={"link2": "abc"}), r"expected \(W,\)"),
        (lambda: jn.view(PLAN, wrench={"link2": ()}), r"expected \(W,\)"),
        (lambda: jn.view(PLAN, wrench={"link2": np.zeros((21, 6))}), r"expected \(W,\)"),
        (lambda: jn.view(PLAN, wrench={"link2": (np.zeros((3, 6)),)}), r"expected .* \(21, 6\)"),
        (lambda: jn.view(PLAN, wrench={"link2": (["a"] * 6,)}), "moment"),
        (lambda: jn.view(PLAN, wrench={"link2": (np.full(6, np.nan),)}), "finite"),
        (lambda: jn.view(PLAN, wrench={"nowhere": (np.zeros(6),)}), "nowhere"),
        (lambda: jn.view(PLAN, exaggeration=0.5), "1 to 100"),
        (lambda: jn.view(PLAN, exaggeration=np.nan), "1 to 100"),
        (lambda: jn.view(PLAN, exaggeration="10"), "1 to 100"),
        (lambda: jn.view(PLAN, exaggeration=True), "1 to 100"),
    ],
)
def test_wrong_use(call, says):
    with pytest.raises(jn.errors.InputError, match=says):
        call()
