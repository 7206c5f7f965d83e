"""`jounce bench`: times of both backends, which agree."""

import pytest

import jounce as jn
from support.command_line import data_of


@pytest.mark.native
def test_bench(run, monkeypatch):
    monkeypatch.setattr("jounce.cli.bench.SECONDS", 1e-4)
    monkeypatch.setattr("jounce.cli.bench.BATCH", 100)
    data = data_of(run("bench", "planar_2r", "--json"))
    assert all(data["machine"].values())
    for row in data["functions"]:
        assert 0.0 < row["native"]["call"] < row["python"]["call"]
        assert 0.0 < row["native"]["sample"] < row["python"]["sample"]
        assert row["difference"] < 1e-13
    assert jn.get_backend() == "native"  # as before
    text = run("bench", "moberg_5dof").stdout
    assert "inverse_dynamics: joint 'joint3'" in text
