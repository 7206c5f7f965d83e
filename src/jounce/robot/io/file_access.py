"""Files of the user: untrusted where they are read, whole or not there where they are written."""

import errno
import os
import re
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from jounce.errors import InputError, LoadError

LARGEST_FILE = 16 * 2**20
"""[bytes]. A robot of 5,000 joints takes 4 MiB; the readers take up to two seconds for each MiB of hostile text."""

LONGEST_PATH = 4096
"""Characters: more than any system takes, and all that a message should repeat."""
TEMPORARY_NAME = re.compile(r"\.jounce-[0-9a-f]{16}")
"""Names of temporary files."""
STALE = 3600.0
"""[s] since a temporary file was last written, after which nobody writes it any more."""
Writer = Callable[[BinaryIO], object]
"""Puts the contents into a file that is open."""


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a regular file of at most LARGEST_FILE; opening a pipe or a device might never end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise LoadError("not a file, but a directory or a device.")
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)  # not by its stated size: that of a growing or a /proc file is not true
    if len(data) > LARGEST_FILE:
        raise LoadError(f"the file is larger than {LARGEST_FILE // 2**20} MiB.")
    return data


def read_text(path: Path, largest: int, what: str) -> str:
    """The text of a file of at most `largest` bytes."""
    try:
        if not path.is_file():
            raise InputError(f"{path}: {'not a file' if path.exists() else 'no such file'}; expected {what}.")
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}).") from None
    if len(data) > largest:
        raise InputError(f"{path}: larger than {largest // 2**20} MiB, too much for {what}.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not text in UTF-8 (byte {error.start}); expected {what}.") from None


def link_target(path: Path) -> Path:
    """Where a file of that name lies, or is to lie: where links lead, so that they stay links."""
    if not path.is_symlink():
        return path
    end = Path(os.path.realpath(path))
    if end.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return end


def write_atomically(files: Mapping[Path, Writer], last: Callable[[], object] = lambda: None) -> None:
    """Write all files, each to a temporary one beside it first; when all are there they take their names.

    A link stays, and what it leads to is replaced; what is no file, a pipe or a folder, is refused. last: is done when all are
    written and none has its name yet. An OSError has the name of the file it is about.
    """
    made: list[tuple[Path, Path]] = []
    try:
        for path, writer in files.items():
            with naming_file(path):
                end = link_target(path)
                if end.exists() and not end.is_file():
                    raise FileExistsError(errno.EEXIST, "a folder or a device has that name; expected a file, or none yet")
                new, file = open_temporary(end)
                made.append((new, end))
                with file:
                    writer(file)
        last()
        for new, end in made:
            with naming_file(end):
                os.replace(new, end)
    finally:
        for new, _ in made:
            new.unlink(missing_ok=True)


@contextmanager
def naming_file(path: Path) -> Iterator[None]:
    """Put the file's name to what goes wrong in writing: a full disk does not say which file it was."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def open_temporary(path: Path) -> tuple[Path, BinaryIO]:
    """A new file in the folder of `path`, open for writing, to take its name once it is whole.

    With the permissions of the file that it replaces, or of any new file: 0o666 without the umask, which the system takes off
    itself. Python can read the umask only by changing it, for all threads. (`tempfile` makes files that nobody else may read.)
    """
    remove_stale_files(path.parent)
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    while True:
        new = path.parent / f".jounce-{os.urandom(8).hex()}"
        try:
            file = new.open("xb")
        except FileExistsError:
            continue
        if mode is not None:
            with suppress(OSError):  # a file system without permissions
                new.chmod(mode)
        return new, file


def remove_stale_files(folder: Path) -> None:
    """Take away temporary files of ours that a killed process left in `folder`."""
    with suppress(OSError), os.scandir(folder) as entries:  # a folder that cannot be listed can be written
        for entry in entries:
            if not TEMPORARY_NAME.fullmatch(entry.name):
                continue
            with suppress(OSError):  # another process was faster
                found = entry.stat(follow_symlinks=False)
                if time.time() - found.st_mtime < STALE or (hasattr(os, "getuid") and found.st_uid != os.getuid()):
                    continue
                if stat.S_ISREG(found.st_mode):
                    os.unlink(entry.path)
