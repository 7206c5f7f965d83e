"""Files of the user: read with care, written whole or not at all."""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from jounce.errors import InputError
from jounce.robot.load.file import beside

Writer = Callable[[BinaryIO], object]
"""Puts the contents into a file that is open."""


@contextmanager
def _usable(path: Path, what: str) -> Iterator[None]:
    """What the system has against a path, in our words."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: {what} ({error.strerror}).") from None


def text_of(path: Path, largest: int, what: str) -> str:
    """The text of a file of at most `largest` bytes."""
    with _usable(path, "cannot be read"):
        if not path.is_file():
            raise InputError(f"{path}: {'not a file' if path.exists() else 'no such file'}; expected {what}.")
        with path.open("rb") as file:
            data = file.read(largest + 1)
    if len(data) > largest:
        raise InputError(f"{path}: larger than {largest // 2**20} MiB, too much for {what}.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not text in UTF-8 (byte {error.start}); expected {what}.") from None


def check_file(path: Path | None, endings: Sequence[str]) -> None:
    """Refuse a file that could not be written, before the work is done that it is to hold."""
    if path is None:
        return
    if path.suffix.lower() not in endings:
        raise InputError(f"{path}: expected a name that ends in {' or '.join(endings)}.")
    with _usable(path, "nothing can be written there"):
        if path.is_dir():
            raise InputError(f"{path}: is a folder; expected the name of a file.")
        if not path.parent.is_dir():
            raise InputError(f"{path}: there is no folder {str(path.parent)!r}.")
        _try(path.parent)


def check_folder(path: Path) -> None:
    """The same for a folder, which need not exist yet."""
    with _usable(path, "nothing can be written there"):
        there = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
        if not there.is_dir():
            raise InputError(f"{path}: {str(there)!r} is a file, not a folder.")
        _try(there)


def _try(folder: Path) -> None:
    """Make a file there, for a moment: permissions alone do not tell whether one can."""
    with tempfile.TemporaryFile(dir=folder):
        pass


def write(files: Mapping[Path, Writer]) -> list[str]:
    """Write all files, each to a temporary one beside it first; when all are there they take their names, which are returned."""
    made: dict[Path, Path] = {}
    try:
        for path, writer in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            made[path], file = beside(path)
            with file:
                writer(file)
        for path, temporary in made.items():
            os.replace(temporary, path)
    finally:
        for temporary in made.values():
            temporary.unlink(missing_ok=True)
    return [str(path) for path in files]
