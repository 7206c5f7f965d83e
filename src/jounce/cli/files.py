"""Files of the user: read with care, written whole or not at all."""

import io
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from jounce.errors import InputError
from jounce.robot.load.file import beside, landing, sweep

Writer = Callable[[BinaryIO], object]
"""Puts the contents into a file that is open."""
STREAMS = {"/dev/stdout": 1, "/dev/fd/1": 1, "/dev/stderr": 2, "/dev/fd/2": 2}
"""Written through the descriptor that is open: a file opened anew would begin at its start, over what is there."""


@contextmanager
def _usable(path: Path, what: str) -> Iterator[None]:
    """What the system has against a path, in our words."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: {what} ({error.strerror}).") from None


def check_file(path: Path | None, endings: Sequence[str]) -> None:
    """Refuse a file that could not be written, before the work is done that it is to hold."""
    if path is None:
        return
    with _usable(path, "nothing can be written there"):
        if path.suffix.lower() not in endings and not (_is_outlet(path) and len(endings) == 1):
            raise InputError(f"{path}: expected a name that ends in {' or '.join(endings)}.")
        if path.is_dir():
            raise InputError(f"{path}: is a folder; expected the name of a file.")
        if _is_outlet(path):
            return
        folder = landing(path).parent
        if not folder.is_dir():
            raise InputError(f"{path}: there is no folder {str(folder)!r}.")
        _try(folder)


def check_folder(path: Path) -> None:
    """The same for a folder, which need not exist yet; what a killed process left in it goes."""
    with _usable(path, "nothing can be written there"):
        there = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
        if not there.is_dir():
            raise InputError(f"{path}: {str(there)!r} is a file, not a folder.")
        _try(there)
    sweep(path)


def _try(folder: Path) -> None:
    """Make a file there, for a moment: permissions alone do not tell whether one can."""
    with tempfile.TemporaryFile(dir=folder):
        pass


def _is_outlet(path: Path) -> bool:
    """Whether it is written into rather than replaced: a pipe, a device."""
    return str(path) in STREAMS or (path.exists() and not path.is_file() and not path.is_dir())


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Put the file's name to what goes wrong in writing: a full disk does not say which file it was."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def write(files: Mapping[Path, Writer]) -> list[str]:
    """Write all files, each to a temporary one beside it first; when all are there they take their names, which are returned.

    A link stays, and what it leads to is replaced; pipes and devices are written into.
    """
    made: dict[Path, Path] = {}
    poured: dict[Path, io.BytesIO] = {}
    try:
        for path, writer in files.items():
            with _named(path):
                if _is_outlet(path):
                    poured[path] = io.BytesIO()
                    writer(poured[path])
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                end = landing(path)
                made[end], file = beside(end)
                with file:
                    writer(file)
        for path, contents in poured.items():
            with _named(path):
                _pour(contents, path)
        for end, temporary in made.items():
            with _named(end):
                os.replace(temporary, end)
    finally:
        for temporary in made.values():
            temporary.unlink(missing_ok=True)
    return [str(path) for path in files]


def _pour(contents: io.BytesIO, path: Path) -> None:
    sys.stdout.flush()
    number = STREAMS.get(str(path))
    with path.open("wb") if number is None else open(os.dup(number), "wb") as outlet:
        outlet.write(contents.getbuffer())
