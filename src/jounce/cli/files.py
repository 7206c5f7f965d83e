"""Files that commands write: checked before the computation, written atomically after it."""

import io
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import jounce as jn
from jounce.errors import InputError
from jounce.robot.io.file_access import Writer as Writer
from jounce.robot.io.file_access import link_target, naming_file, remove_stale_files, write_atomically

STREAMS = {"/dev/stdout": 1, "/dev/fd/1": 1, "/dev/stderr": 2, "/dev/fd/2": 2}
"""{path: descriptor} of standard streams, which are written through the open descriptor: a newly opened file would begin at
position 0 and overwrite earlier output."""


@contextmanager
def _usable(path: Path, what: str) -> Iterator[None]:
    """Convert an OSError of the `with` block into an InputError with the path, the text `what` and the system's reason."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: {what} ({error.strerror}).") from None


def check_file(path: Path | None, endings: Sequence[str]) -> None:
    """Raise InputError if the file at `path` cannot be written, or if its name has none of the `endings`; accept None."""
    if path is None:
        return
    with _usable(path, "nothing can be written there"):
        if path.suffix.lower() not in endings and not (_is_outlet(path) and len(endings) == 1):
            raise InputError(f"{path}: expected a name that ends in {' or '.join(endings)}.")
        if path.is_dir():
            raise InputError(f"{path}: is a folder; expected the name of a file.")
        if _is_outlet(path):
            return
        folder = link_target(path).parent
        if not folder.is_dir():
            raise InputError(f"{path}: there is no folder {str(folder)!r}.")
        _try(folder)


def check_folder(path: Path) -> None:
    """Raise InputError if files cannot be written to the folder at `path`, which need not exist yet.

    Temporary files that killed processes have left in the folder are removed.
    """
    with _usable(path, "nothing can be written there"):
        there = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
        if not there.is_dir():
            raise InputError(f"{path}: {str(there)!r} is a file, not a folder.")
        _try(there)
    remove_stale_files(path)


def _try(folder: Path) -> None:
    """Create and remove a file in a folder, or raise OSError: permission bits alone do not tell whether a file can be created."""
    with tempfile.TemporaryFile(dir=folder):
        pass


def _is_outlet(path: Path) -> bool:
    """Return True if a path is a pipe or a device, which cannot be replaced by a file."""
    return str(path) in STREAMS or (path.exists() and not path.is_file() and not path.is_dir())


def write(files: Mapping[Path, Writer]) -> list[str]:
    """Write all files and return their names; regular files are replaced only when all contents and all pipes are written."""
    poured: dict[Path, io.BytesIO] = {}
    for path, writer in files.items():
        with naming_file(path):
            if _is_outlet(path):
                poured[path] = io.BytesIO()
                writer(poured[path])
            else:
                path.parent.mkdir(parents=True, exist_ok=True)

    def pour() -> None:
        for path, contents in poured.items():
            with naming_file(path):
                _pour(contents, path)

    write_atomically({path: writer for path, writer in files.items() if path not in poured}, pour)
    return [str(path) for path in files]


def page_writer(page: "jn.plot.View") -> Writer:
    """Return a function that writes a page of the viewer into an open file."""
    return lambda file: file.write(page.to_html().encode())


def _pour(contents: io.BytesIO, path: Path) -> None:
    sys.stdout.flush()
    number = STREAMS.get(str(path))
    with path.open("wb") if number is None else open(os.dup(number), "wb") as outlet:
        outlet.write(contents.getbuffer())
