"""Files of the user: untrusted where they are read, whole or not there where they are written."""

import os
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


def beside(path: Path) -> tuple[Path, BinaryIO]:
    """A new file in the folder of `path`, open for writing, to take its name once it is whole.

    With the permissions of any new file, 0o666 without the umask, which the system takes off itself: Python can read the umask
    only by changing it, for all threads. (`tempfile` makes files that nobody else may read.)
    """
    while True:
        new = path.parent / f".jounce-{os.urandom(8).hex()}"
        try:
            return new, new.open("xb")
        except FileExistsError:
            continue
