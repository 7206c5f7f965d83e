"""Files of the user: untrusted where they are read, whole or not there where they are written."""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from jounce.errors import LoadError

LARGEST_FILE = 16 * 2**20
"""[bytes]. A robot of 5,000 joints takes 4 MiB; the readers take up to two seconds for each MiB of hostile text."""


def contents(path: Path) -> bytes:
    """What is in a file, unless that is far too much for a robot."""
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)  # not by its stated size: that of a growing or a /proc file is not true
    if len(data) > LARGEST_FILE:
        raise LoadError(f"the file is larger than {LARGEST_FILE // 2**20} MiB.")
    return data


def landing(path: Path) -> Path:
    """Where a file of that name lies, or is to lie: where links lead, so that they stay links."""
    if not path.is_symlink():
        return path
    end = Path(os.path.realpath(path))
    if end.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return end


def beside(path: Path) -> tuple[Path, BinaryIO]:
    """A new file in the folder of `path`, open for writing, to take its name once it is whole.

    With the permissions of the file that it replaces, or of any new file: 0o666 without the umask, which the system takes off
    itself. Python can read the umask only by changing it, for all threads. (`tempfile` makes files that nobody else may read.)
    """
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
