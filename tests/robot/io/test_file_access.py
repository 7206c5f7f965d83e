"""Files that appear whole, with the permissions that the user's umask leaves, or that the file had; links stay, pipes too."""

import os
import stat

import pytest

import jounce as jn
from jounce.cli.files import write
from jounce.papers import PaperReport
from jounce.papers.report_page import write as write_page
from jounce.robot.io.file_access import open_temporary

ROBOT = jn.load("planar_2r")
REPORT = PaperReport("Someone 1999", "Someone1999", "A setting.", [], [], [])
WRITERS = {
    "save": lambda folder: ROBOT.save(folder / "file.toml"),
    "to_mjcf": lambda folder: ROBOT.to_mjcf(folder / "file.xml"),
    "cli": lambda folder: write({folder / "file.csv": lambda file: file.write(b"t\n")}),
    "write_c": lambda folder: jn.compile(jn.rnea, ROBOT).write_c(folder),
    "papers": lambda folder: write_page(REPORT, folder, "someone1999"),
}
MADE = {"save": "file.toml", "to_mjcf": "file.xml", "cli": "file.csv", "write_c": "rnea.c", "papers": "index.md"}
"""One of the files of each."""


@pytest.fixture
def umask():
    """Sets the umask, and takes it back."""
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o027, 0o077])
def test_permissions_are_those_of_a_new_file(writer, mask, umask, tmp_path, monkeypatch):
    """Reading the umask means setting it, for all threads: while it is zero, others make files that everybody may write."""
    umask(mask)
    with monkeypatch.context() as patched:
        patched.setattr(os, "umask", lambda mask: pytest.fail("the umask of the process was changed"))
        WRITERS[writer](tmp_path)
    assert MADE[writer] in {made.name for made in tmp_path.iterdir()}
    for made in tmp_path.iterdir():
        assert stat.S_IMODE(made.stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("mode", [0o600, 0o664])
def test_permissions_of_a_file_are_kept(writer, mode, tmp_path):
    file = tmp_path / MADE[writer]
    file.touch()
    file.chmod(mode)
    WRITERS[writer](tmp_path)
    assert file.stat().st_size > 0
    assert stat.S_IMODE(file.stat().st_mode) == mode


@pytest.mark.parametrize("writer", WRITERS)
def test_links_stay(writer, tmp_path):
    (tmp_path / "data").mkdir()
    link, end = tmp_path / MADE[writer], tmp_path / "data" / "there"
    link.symlink_to("data/there")
    WRITERS[writer](tmp_path)
    assert link.is_symlink()
    assert end.stat().st_size > 0
    assert list((tmp_path / "data").iterdir()) == [end]


@pytest.mark.parametrize("writer", [name for name in WRITERS if name != "cli"])  # which writes into it: tests/cli/test_files.py
def test_pipes_are_not_replaced(writer, tmp_path):
    os.mkfifo(tmp_path / MADE[writer])
    with pytest.raises((jn.errors.InputError, OSError), match="a folder or a device has that name"):
        WRITERS[writer](tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == [MADE[writer]]
    assert stat.S_ISFIFO((tmp_path / MADE[writer]).stat().st_mode)


def test_a_name_that_is_taken_is_not_used(tmp_path, monkeypatch):
    names = iter([b"a", b"a", b"b"])
    monkeypatch.setattr(os, "urandom", lambda count: next(names))
    first, file = open_temporary(tmp_path / "x")
    file.close()
    second, file = open_temporary(tmp_path / "x")
    file.close()
    assert first != second
    assert {first, second} == set(tmp_path.iterdir())


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    for writer in WRITERS.values():
        with pytest.raises((jn.errors.InputError, OSError), match="No space left"):
            writer(tmp_path)
    assert list(tmp_path.iterdir()) == []
