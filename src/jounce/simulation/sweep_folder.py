"""Values of a sweep on disk: one file with a digest for each part, in a folder to which one sweep at a time writes.

    sweep.json                  digests of the function, the robot and the samples, which identify the sweep
    sweep.lock                  locked while a sweep writes to the folder; the system releases the lock of a process that dies
    values_000000000042.npy     values of the samples from index 42 on, readable by np.load; followed by two digests

A file that was changed since it was written is refused.
"""

import hashlib
import json
import math
import os
import re
import stat
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.numbers.npy import npy_array
from jounce.numbers.packing import Array
from jounce.robot.io.file_access import TEMPORARY_NAME, write_atomically

TITLE, LOCK = "sweep.json", "sweep.lock"
VALUES = re.compile(r"values_([0-9]{12,18})\.npy")
"""Pattern of the file names of parts; the number is the index of the part's first sample."""
MARK = b"jounce sweep 2\n\0"
"""Separator between the array and the digests of its samples and of the file."""
DIGEST = hashlib.sha256().digest_size
LONGEST_TITLE = 4096
"""Largest accepted size of sweep.json [bytes]."""
READ = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "O_BINARY"))
"""Flags to open a file for reading; a symbolic link is not followed, and a pipe is not waited for."""
LOCKED = READ | os.O_RDWR | os.O_CREAT

_locking = threading.Lock()
_locked_inodes: set[tuple[int, int]] = set()
"""Device and inode of files that this process has locked: the system refuses a second lock only to other processes."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_locking.acquire, after_in_parent=_locking.release, after_in_child=lambda: _after_fork())


def _after_fork() -> None:
    """Clear the record of locked files in a forked child: a child process does not own the locks of its parent."""
    _locked_inodes.clear()
    _locking.release()


class StoredPart(NamedTuple):
    """Values (count, ...) of a part, and the hexadecimal digest of the part's samples."""

    values: Array
    samples: str


class SweepFolder:
    """Folder with the values of one sweep, locked against other sweeps until `close`."""

    def __init__(self, path: Path, title: Mapping[str, str]) -> None:
        """Create the folder, or open the folder of the same sweep; title: {name: digest}, which identifies the sweep."""
        self.path, self.title = path, json.dumps(title).encode()
        if "\0" in str(path):
            raise InputError(f"folder: expected a path, got {str(path)!r}.")
        with _readable(path):
            path.mkdir(parents=True, exist_ok=True)
            self.lock = _lock(path / LOCK)
        try:
            with _readable(path):
                self._check_title(dict(title))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Release the lock on the folder."""
        with _locking:
            _locked_inodes.discard(_inode(os.fstat(self.lock)))
            os.close(self.lock)

    def _check_title(self, title: dict[str, str]) -> None:
        """Write the title into a new folder; raise InputError for the folder of another sweep."""
        file = self.path / TITLE
        if not os.path.lexists(file):
            if any(entry.name != LOCK and not TEMPORARY_NAME.fullmatch(entry.name) for entry in self.path.iterdir()):
                raise InputError(
                    f"folder: {str(self.path)!r} has files and no sweep in it; expected an empty folder, or none yet."
                )
            write_atomically({file: lambda out: out.write(self.title)})
        try:
            text = _contents(file, LONGEST_TITLE)
            if text == self.title:
                return
            other = json.loads(text)
            differs = [name for name in title if other.get(name) != title[name]]
        except (ValueError, AttributeError, RecursionError):
            raise InputError(f"folder: {str(file)!r} is damaged; expected what a sweep wrote. Use another folder.") from None
        raise InputError(
            f"folder: {str(self.path)!r} has another sweep in it: {' and '.join(differs) or 'the version of jounce'} "
            f"{'differs' if len(differs) < 2 else 'differ'}. Use another folder for this one."
        )

    def read(self) -> dict[int, StoredPart]:
        """Return {index of the first sample: part} in increasing order; raise InputError for an altered file."""
        parts: dict[int, StoredPart] = {}
        with _readable(self.path):
            names = sorted(entry.name for entry in self.path.iterdir() if entry.name.startswith("values_"))
        end = 0
        for name in names:
            file, match = self.path / name, VALUES.fullmatch(name)
            if match is None or f"{int(match[1]):012d}" != match[1]:
                raise self._damaged(file, "its name is not one that a sweep gives")
            begin = int(match[1])
            if begin < end:
                raise self._damaged(file, f"its samples, from {begin} on, have values in the file before it")
            with _readable(file):
                parts[begin] = self._part(file, begin)
            end = begin + len(parts[begin].values)
        return parts

    def _part(self, file: Path, begin: int) -> StoredPart:
        """Return the part whose first sample is `begin` from its file; raise InputError if the digest does not match."""
        try:
            data = _contents(file, end=MARK, after=2 * DIGEST)
        except ValueError as error:
            raise self._damaged(file, str(error)) from None
        body, samples, digest = data[: -2 * DIGEST], data[-2 * DIGEST : -DIGEST], data[-DIGEST:]
        if digest != self._digest(begin, data[:-DIGEST]):
            raise self._damaged(file, "it is not the file that was written")
        try:
            values = npy_array(body.removesuffix(MARK))
        except ValueError as error:
            raise self._damaged(file, str(error)) from None
        if values.ndim == 0 or len(values) == 0:
            raise self._damaged(file, "expected an array (count, ...) with one sample or more")
        return StoredPart(values, samples.hex())

    def _damaged(self, file: Path, reason: str) -> InputError:
        """Return the InputError for a damaged file, with the reason."""
        return InputError(
            f"folder: {str(file)!r} is no part of this sweep: {reason}. Delete it, and its samples are computed again."
        )

    def _digest(self, begin: int, data: bytes) -> bytes:
        """Return the digest of a part's data, the title of the sweep and the index of the part's first sample."""
        return hashlib.sha256(self.title + b"%d\n" % begin + data).digest()

    def write(self, begin: int, values: Array, samples: str) -> None:
        """Write the values of the samples from index `begin` on, atomically; samples: hexadecimal digest of the samples."""
        out = BytesIO()
        np.save(out, values, allow_pickle=False)
        data = out.getvalue() + MARK + bytes.fromhex(samples).ljust(DIGEST, b"\0")
        with _readable(self.path):
            write_atomically({self.path / f"values_{begin:012d}.npy": lambda file: file.write(data + self._digest(begin, data))})


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Convert an OSError or UnicodeError of the `with` block into an InputError that names `path`."""
    try:
        yield
    except OSError as error:
        raise InputError(f"folder: {str(path)!r} cannot be used ({error.strerror or error}).") from None
    except UnicodeError as error:  # a name that no file can have
        raise InputError(f"folder: {str(path)!r} cannot be used ({error}).") from None


def _contents(path: Path, most: int = sys.maxsize, end: bytes = b"", after: int = 0) -> bytes:
    """Return the bytes of a regular file of at most `most` bytes, in which `after` bytes follow the mark `end`.

    Raise ValueError, with the reason, if the file is not regular, too large, or without the mark.
    """
    file = os.open(path, READ)
    try:
        info = os.fstat(file)
        if not stat.S_ISREG(info.st_mode) or not len(end) + after <= info.st_size <= most:
            raise ValueError("it is empty, too large, or not a file")
        os.lseek(file, info.st_size - after - len(end), os.SEEK_SET)
        if os.read(file, len(end)) != end:  # before reading all, which may be much
            raise ValueError("it is not the file that was written")
        os.lseek(file, 0, os.SEEK_SET)
        with os.fdopen(file, "rb", closefd=False) as stream:
            return stream.read()
    except MemoryError:
        raise ValueError("it is larger than the memory") from None
    finally:
        os.close(file)


def _lock(path: Path) -> int:
    """Lock a file for this process and return its descriptor; closing the descriptor releases the lock.

    Raise InputError if another sweep, of this or another process, has locked the file.
    """
    with _locking:
        busy = InputError(f"folder: another sweep is writing to {str(path.parent)!r}. Wait for it, or use another folder.")
        if os.path.lexists(path) and _inode(os.lstat(path)) in _locked_inodes:
            raise busy
        file = os.open(path, LOCKED, 0o666)
        try:
            info = os.fstat(file)
            if not stat.S_ISREG(info.st_mode):
                raise InputError(f"folder: {str(path)!r} is not a file; expected the lock of a sweep.")
            if not _is_free(file):
                raise busy
            _locked_inodes.add(_inode(info))
        except BaseException:
            os.close(file)
            raise
        return file


def _is_free(file: int) -> bool:
    """Try to lock an open file for this process; return False if another process has locked the file."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # not flock: processes of a pool would inherit the lock
    except (BlockingIOError, PermissionError):
        return False
    return True


def _inode(info: os.stat_result) -> tuple[int, int]:
    """Return device and inode, which identify a file."""
    return info.st_dev, info.st_ino


class SweepParts:
    """Evaluated parts of a sweep, by the index of their first sample; no two parts overlap."""

    def __init__(self, folder: SweepFolder | None, count: int | None) -> None:
        """Read the parts that earlier calls stored in the folder; count: number of all samples, None if unknown."""
        self.folder, self.count = folder, count
        stored = {} if folder is None else folder.read()
        self.parts = {begin: stored_part.values for begin, stored_part in stored.items()}
        self.samples = {begin: stored_part.samples for begin, stored_part in stored.items()}
        """{index of the first sample: digest of the samples} of the parts that were read from the folder."""
        if folder is None:
            return
        for begin, values in self.parts.items():
            if count is not None and begin + len(values) > count:
                raise InputError(
                    f"folder: {str(folder.path)!r} has values of samples {begin} to {begin + len(values) - 1}, but there are "
                    f"{count} samples."
                )
            self._check_shape(values)

    @property
    def done(self) -> int:
        """Return the number of samples that have values."""
        return sum(map(len, self.parts.values()))

    def gap(self, at: int, size: int, workers: int) -> tuple[int, int]:
        """Return (begin, end) of the next range of samples without values, from index `at` on; empty if there is none.

        The range has at most `size` samples, and fewer towards the end, so that all `workers` are busy.
        """
        while at in self.parts:
            at += len(self.parts[at])
        end = at + size
        if self.count is not None:
            end = min(end, at + math.ceil((self.count - at) / workers), self.count)  # no worker idles at the end
        later = [begin for begin in self.parts if begin > at]
        return at, max(at, min([end, *later]))

    def between(self, begin: int, end: int) -> Iterator[tuple[int, int, str]]:
        """Yield (begin, end, digest of the samples) of the stored parts that make up the samples `begin` to `end - 1`."""
        while begin < end:
            until = begin + len(self.parts[begin])
            yield begin, until, self.samples[begin]
            begin = until

    def _check_shape(self, values: Array) -> None:
        """Raise InputError if the values of a sample have another shape than in the other parts."""
        first = next(iter(self.parts.values()), values)
        if first.shape[1:] != values.shape[1:]:
            where = f" (in {str(self.folder.path)!r})" if self.folder is not None else ""
            raise InputError(
                f"function: values of a sample have shape {values.shape[1:]} once and {first.shape[1:]} before{where}."
            )

    def add(self, begin: int, count: int, values: Array, samples: str) -> None:
        """Store the values of `count` samples from index `begin` on; raise InputError unless `values` are numbers (count, ...).

        samples: digest of the samples if these come from an iterator and a folder stores the values, else ''.
        """
        if values.ndim == 0 or len(values) != count or values.dtype.kind not in "biuf":
            raise InputError(
                f"function: of {count} samples expected an array ({count}, ...) of numbers, got {values.dtype} {values.shape}."
            )
        self._check_shape(values)
        self.parts[begin] = values
        if self.folder is not None:
            self.folder.write(begin, values, samples)

    def values(self, count: int) -> Array:
        """Return the values of all `count` samples in order; raise InputError if the number of stored values differs."""
        parts = [self.parts[begin] for begin in sorted(self.parts)]
        if self.done != count:
            raise InputError(f"samples: expected those that the folder has values of, {self.done}, got {count}.")
        return np.concatenate(parts) if parts else np.zeros((0,))
