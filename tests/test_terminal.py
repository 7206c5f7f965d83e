"""Progress on a terminal, in a pipe, and without either."""

import io

import pytest

from jounce import terminal


def closed():
    stream = io.StringIO()
    stream.close()
    return stream


@pytest.mark.parametrize("stderr", [None, closed(), io.StringIO()], ids=["none", "closed", "no terminal"])
def test_no_terminal(monkeypatch, stderr):
    monkeypatch.setattr(terminal, "PATIENCE", 0.0)
    shown = terminal.Progress("simulating")
    monkeypatch.setattr("sys.stderr", stderr)
    shown(0.5)
    shown.close()
    assert not shown.shown


def test_lines_in_a_pipe(monkeypatch):
    """Of work that asks for them: the first after a while, then one every ten seconds."""
    now = [100.0]
    monkeypatch.setattr(terminal.time, "monotonic", lambda: now[0])
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    shown = terminal.Progress("sweeping arm", lines=True)
    for k in range(60):
        now[0] += 0.5
        shown(k / 60)
    shown.close()
    assert stream.getvalue() == "sweeping arm   5 %\nsweeping arm  38 %\nsweeping arm  72 %\n"


@pytest.mark.parametrize("stderr", [None, closed()], ids=["none", "closed"])
def test_no_pipe_either(monkeypatch, capsys, stderr):
    monkeypatch.setattr(terminal, "PATIENCE", 0.0)
    shown = terminal.Progress("sweeping", lines=True)
    monkeypatch.setattr("sys.stderr", stderr)
    shown(0.5)
    shown.close()
    assert capsys.readouterr().out == ""
