"""Access to user files: bounded reading of untrusted files, and atomic writing."""

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
"""Size of the largest accepted file [bytes]: 5,000 joints take 4 MiB; readers need up to two seconds per MiB of hostile text."""

LONGEST_PATH = 4096
"""Largest number of characters of an accepted path: systems refuse longer paths, and no message should repeat one."""
TEMPORARY_NAME = re.compile(r"\.jounce-[0-9a-f]{16}")
"""Pattern of the names of temporary files, see `open_temporary`."""
STALE = 3600.0
"""Age [s] of a temporary file after which the process that created the file counts as dead."""
Writer = Callable[[BinaryIO], object]
"""Function of an open binary file that writes the contents into this file."""


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a regular file; raise `LoadError` above `LARGEST_FILE` bytes, and for pipes, which may never end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise LoadError("not a file, but a directory or a device.")
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)  # not by its stated size, which is wrong for growing files and in /proc
    if len(data) > LARGEST_FILE:
        raise LoadError(f"the file is larger than {LARGEST_FILE // 2**20} MiB.")
    return data


def read_text(path: Path, largest: int, what: str) -> str:
    """Return the text of a file in UTF-8; raise `InputError` if it has over `largest` bytes, is missing, or is not UTF-8.

    what: text that says in the error what the file should be.
    """
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
    """Return the target of a symbolic link, so that writing keeps the link; `path` itself if it is no link.

    Raise `OSError` if the links form a cycle.
    """
    if not path.is_symlink():
        return path
    end = Path(os.path.realpath(path))
    if end.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return end


def write_atomically(files: Mapping[Path, Writer], last: Callable[[], object] = lambda: None) -> None:
    """Write files, {path: writer}, atomically: each to a temporary file in its folder; when all are complete, all are renamed.

    The target of a symbolic link is replaced and the link stays; pipes and folders are refused. last: function that is called
    after all temporary files are written and before the first is renamed. An OSError contains the name of its file.
    """
    temporary: list[tuple[Path, Path]] = []
    try:
        for path, writer in files.items():
            with naming_file(path):
                end = link_target(path)
                if end.exists() and not end.is_file():
                    raise FileExistsError(errno.EEXIST, "a folder or a device has that name; expected a file, or none yet")
                new, file = open_temporary(end)
                temporary.append((new, end))
                with file:
                    writer(file)
        last()
        for new, end in temporary:
            with naming_file(end):
                os.replace(new, end)
    finally:
        for new, _ in temporary:
            new.unlink(missing_ok=True)


@contextmanager
def naming_file(path: Path) -> Iterator[None]:
    """Add the name of the file `path` to every OSError raised in this context: a full disk's error has no file name."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def open_temporary(path: Path) -> tuple[Path, BinaryIO]:
    """Return (path, open file) of a new temporary file in the folder of `path`, to be renamed to `path` once it is complete.

    Stale temporary files in this folder are removed first. The new file has the permissions of the file at `path`; if `path`
    does not exist, those of a new file: 0o666 less the umask, which the system applies. `tempfile` would create a file that
    nobody else may read, and Python can read the umask only by changing it for all threads.
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
    """Remove from `folder` temporary files of this user that are older than `STALE`, which killed processes have left."""
    with suppress(OSError), os.scandir(folder) as entries:  # a folder that cannot be listed can be written
        for entry in entries:
            if not TEMPORARY_NAME.fullmatch(entry.name):
                continue
            with suppress(OSError):  # another process was faster
                status = entry.stat(follow_symlinks=False)
                if time.time() - status.st_mtime < STALE or (hasattr(os, "getuid") and status.st_uid != os.getuid()):
                    continue
                if stat.S_ISREG(status.st_mode):
                    os.unlink(entry.path)
