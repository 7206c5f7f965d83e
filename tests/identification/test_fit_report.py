"""Reports: which values the data tell, tables and pages."""

import pytest

import jounce as jn
from identification.test_fit_result import fit  # noqa: F401  # a fixture
from jounce.identification.fit_report import _cell, _some, _table, _ticks


def test_a_pendulum_tells_three_numbers_of_its_link_and_its_friction(fit):  # noqa: F811
    rows = {entry: by for _, entry, *_, by in fit.report().rows()}
    assert rows["hinge"] == "data"
    assert rows["bob Ixx"] == "prior"
    assert rows["bob m cx"] == "data"
    assert len(rows) == 11
    notes = " ".join(fit.report().notes())
    assert "numbers are only the prior's" in notes
    assert "base parameters; condition number" in notes


def test_tables_of_joints(fit):  # noqa: F811
    ((name, residual, fitted, prior),) = fit.report().joints()
    assert name == "hinge"
    assert 0.0 < residual < 0.05
    assert fitted < 0.1 * prior
    assert str(fit.report()).splitlines()[2].split() == ["joint", "residual", "[Nm,", "N]", "nrmse", "nrmse", "of", "prior"]


def test_the_page_stands_alone(fit, tmp_path):  # noqa: F811
    fit.report().save(tmp_path / "fit.html")
    page = (tmp_path / "fit.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "http" not in page.replace("http://www.w3.org", "")
    assert page.count("<svg") == 1
    with pytest.raises(jn.errors.InputError, match="expected a name that ends in .html"):
        fit.report().save(tmp_path / "fit.txt")


def test_texts():
    assert _table(("name", "x"), [("a", 1.0), ("long", -20.5)]) == ["name      x", "a         1", "long  -20.5"]
    assert _cell(-0.0) == "0"
    assert _cell(1234567.0) == "1.2346e+06"
    assert _some(list("abcdefgh")) == "a, b, c, d, e, f, g, h"
    assert _some(list("abcdefghi")).endswith("h, ...")


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-3.7, 12.0), (1e-6, 5e-6), (-250.0, -10.0), (2.0, 2.0)])
def test_marks_are_round_and_inside(low, high):
    marks = _ticks(low, high)
    assert len(marks) <= 8
    assert all(low - 1e-9 <= mark <= high + 1e-9 for mark in marks)
    if high > low:
        assert len(marks) >= 2
