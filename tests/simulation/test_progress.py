"""Progress is for terminals, and needs none."""

import io

import pytest

from jounce.simulation import progress


def closed():
    stream = io.StringIO()
    stream.close()
    return stream


@pytest.mark.parametrize("stderr", [None, closed(), io.StringIO()], ids=["none", "closed", "no terminal"])
def test_no_terminal(monkeypatch, stderr):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    shown = progress.Progress("simulating")
    monkeypatch.setattr("sys.stderr", stderr)
    shown(0.5)
    shown.close()
    assert not shown.shown
