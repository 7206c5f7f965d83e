"""The bytes of an untrusted file."""

from pathlib import Path

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
