"""Files that appear whole, with the permissions that the user's umask leaves, which nobody touches."""

import os
import stat

import pytest

import jounce as jn
from jounce.cli.files import write
from jounce.robot.load.file import beside

ROBOT = jn.load("planar_2r")
WRITERS = {
    "save": lambda folder: ROBOT.save(folder / "file.toml"),
    "to_mjcf": lambda folder: ROBOT.to_mjcf(folder / "file.xml"),
    "cli": lambda folder: write({folder / "file.csv": lambda file: file.write(b"t\n")}),
}


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
    (made,) = tmp_path.iterdir()
    assert stat.S_IMODE(made.stat().st_mode) == 0o666 & ~mask


def test_a_name_that_is_taken_is_not_used(tmp_path, monkeypatch):
    names = iter([b"a", b"a", b"b"])
    monkeypatch.setattr(os, "urandom", lambda count: next(names))
    first, file = beside(tmp_path / "x")
    file.close()
    second, file = beside(tmp_path / "x")
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
