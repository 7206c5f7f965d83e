"""`jounce cache` says where compiled kernels are, and deletes them."""

import json

import pytest

import jounce as jn
from jounce.codegen.build import compiler

TINY = "int answer(void) { return 42; }\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache with one kernel."""
    monkeypatch.setenv("JOUNCE_CACHE", str(tmp_path / "cache"))
    compiler.build(TINY, "tiny")
    return tmp_path / "cache"


def test_info(run, folder):
    size = jn.export.cache_info().bytes
    assert size > 0
    expected = {"folder": str(folder), "files": 1, "bytes": size, "persistent": True, "limit": 2**30}
    for words in ((), ("info",)):
        done = run("cache", *words, "--json")
        assert done.exit_code == 0
        assert json.loads(done.stdout) == expected
    text = run("cache").stdout
    assert str(folder) in text
    assert "1024.0 MiB" in text
    assert "yes" in text


def test_no_limit(run, folder, monkeypatch):
    monkeypatch.setenv("JOUNCE_CACHE_SIZE", "inf")
    assert json.loads(run("cache", "--json").stdout)["limit"] is None
    assert "none" in run("cache").stdout


def test_a_folder_that_cannot_be_used(run, folder):
    folder.chmod(0o777)
    assert json.loads(run("cache", "--json").stdout)["persistent"] is False
    assert "no: the user's folder cannot be used" in run("cache").stdout


def test_path(run, folder):
    assert run("cache", "path").stdout == f"{folder}\n"
    assert json.loads(run("cache", "path", "--json").stdout) == {"folder": str(folder)}


def test_clear(run, folder):
    assert run("cache", "clear").stdout == f"1 kernels deleted from {folder}\n"
    assert list(folder.iterdir()) == []
    assert json.loads(run("cache", "clear", "--json").stdout) == {"folder": str(folder), "deleted": 0}


def test_wrong_use(run, folder, monkeypatch):
    done = run("cache", "burn")
    assert done.exit_code == 2
    assert "'burn' is not one of" in done.stderr
    monkeypatch.setenv("JOUNCE_CACHE_SIZE", "much")
    done = run("cache")
    assert done.exit_code == 1
    assert "JOUNCE_CACHE_SIZE is 'much'; expected GiB" in done.stderr
