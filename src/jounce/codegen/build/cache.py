"""Compiled kernels on disk, one file each: `<key>-<digest>.so`; and beside them notes which recipe led to which key.

The key says what the file should be (source, compiler, flags, processor), the digest what it is: a file whose bytes do not match
its name, or that another user could have written, is never loaded; and what is loaded is the very file that was checked, by its
descriptor, whatever has happened to its name since. Files appear whole, by renaming, so several processes may
build the same kernel at once. Where no safe folder can be written, kernels are kept for the life of the process only.
"""

import atexit
import hashlib
import itertools
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

STALE = 3600.0
"""Age [s] at which a left-over build folder is swept away."""

OPEN = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "O_BINARY"))
"""No link is followed; and no pipe is waited for that stands where a file should."""
DESCRIPTORS = "/proc/self/fd/"
"""Where the system shows open files under names; not on macOS."""
OTHERS = stat.S_IWGRP | stat.S_IWOTH
_turns = itertools.count(1)


@dataclass(frozen=True)
class CacheInfo:
    """Where compiled kernels are kept, and how much there is."""

    folder: Path
    files: int
    bytes: int
    persistent: bool
    """False where the folder is this process's own, because the user's cache cannot be used."""


def user_folder() -> Path:
    """JOUNCE_CACHE, or `jounce` in the system's place for caches."""
    if os.environ.get("JOUNCE_CACHE"):
        return Path(os.environ["JOUNCE_CACHE"])
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"]) / "jounce"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "jounce"
    return Path.home() / ".cache" / "jounce"


def _safe(where: Path) -> bool:
    """Whether a folder (no link in its path) is this user's own, and nobody else can write to it or put another in its place."""
    if not hasattr(os, "getuid"):  # Windows: cannot say
        return False
    found = where.stat()
    if found.st_uid != os.getuid() or found.st_mode & OTHERS:
        return False
    above = [parent.stat() for parent in where.parents]
    return all(x.st_uid in (0, os.getuid()) and (not x.st_mode & OTHERS or x.st_mode & stat.S_ISVTX) for x in above)


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    """The descriptor of a plain file that only this user can write; any other is an OSError."""
    descriptor = os.open(path, OPEN)
    try:
        found = os.fstat(descriptor)
        ours = not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & OTHERS)
        if not (ours and stat.S_ISREG(found.st_mode)):
            raise OSError(f"{path} is not a plain file that only this user can write")
        yield descriptor
    finally:
        os.close(descriptor)


def _content(descriptor: int) -> bytes:
    with open(descriptor, "rb", closefd=False) as file:
        return file.read()


@contextmanager
def _verified(path: Path) -> Iterator[tuple[int, bytes]]:
    """(descriptor, content) of a compiled file that is what its name says; any other is an OSError, without a number."""
    with _opened(path) as descriptor:
        content = _content(descriptor)
        if path.name != _name(path.name.partition("-")[0], content):
            raise OSError(f"{path} is not what its name says")
        yield descriptor, content


@contextmanager
def loadable(path: Path) -> Iterator[str]:
    """A name to load a compiled file by, inside the `with` block: that of what was verified, not of what `path` is by then.

    It is the open file's own or, where the system has none, that of a private copy. The loader takes a name that it has seen
    before for the library that had it then, and numbers of descriptors come again (to keep them all open takes more than the
    1024 that are usual): so every name is spelt in its own way, `//` and `/./` for the digits of its turn.
    """
    with _verified(path) as (descriptor, content):
        if os.path.exists(f"{DESCRIPTORS}{descriptor}"):
            spelling = "".join("./" if digit == "1" else "/" for digit in f"{next(_turns):b}")
            yield f"{DESCRIPTORS}{spelling}{descriptor}"
        else:
            yield str(_private_copy(path.name, content))


def _private_copy(name: str, content: bytes) -> Path:
    """In a new folder: never over a file that may be loaded."""
    path = Path(tempfile.mkdtemp(dir=_private_folder())) / name
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o700), "wb") as file:
        file.write(content)
    return path


@lru_cache(maxsize=1)
def _private_folder() -> Path:
    path, owner = Path(tempfile.mkdtemp(prefix="jounce-")), os.getpid()
    atexit.register(lambda: shutil.rmtree(path, ignore_errors=True) if os.getpid() == owner else None)  # not by a fork of it
    return path


def folder() -> tuple[Path, bool]:
    """(the folder to use, whether it outlives the process)."""
    try:
        wanted = user_folder()
        wanted.mkdir(mode=0o700, parents=True, exist_ok=True)
        wanted = wanted.resolve()  # a link on the way may lead elsewhere tomorrow
        if _safe(wanted) and os.access(wanted, os.W_OK | os.X_OK):
            return wanted, True
    except (OSError, RuntimeError):  # no home, read-only, not a folder
        pass
    return _private_folder(), False


def find(key: str) -> Path | None:
    """The compiled file of this key, if there is one that can be trusted."""
    where, _ = folder()
    for path in where.glob(f"{key}-*.so"):
        try:
            with _verified(path):
                return path
        except OSError as error:
            if error.errno is None:
                discard(path)
    return None


def recall(recipe: str) -> Path | None:
    """The compiled file that this recipe led to before; a recipe is a name for something that is slow to write down."""
    try:
        with _opened(folder()[0] / f"{recipe}.key") as note:
            key = _content(note).decode()
    except (OSError, UnicodeDecodeError):
        return None
    return find(key) if re.fullmatch("[0-9a-f]{40}", key) else None


def note(recipe: str, key: str) -> None:
    """Remember which key a recipe led to; if that cannot be written, it is found out anew next time."""
    where, _ = folder()
    with suppress(OSError), tempfile.TemporaryDirectory(prefix="build-", dir=where) as place:
        new = Path(place) / "note"
        new.touch(mode=0o600)
        new.write_text(key)
        os.replace(new, where / f"{recipe}.key")


def _name(key: str, content: bytes) -> str:
    return f"{key}-{hashlib.sha256(content).hexdigest()[:32]}.so"


def build_folder() -> Path:
    """A new empty folder to compile in, on the cache's own disk where that can be written."""
    where, _ = folder()
    _sweep(where)
    try:
        return Path(tempfile.mkdtemp(prefix="build-", dir=where))
    except OSError:
        return Path(tempfile.mkdtemp(prefix="build-", dir=_private_folder()))


def _sweep(where: Path) -> None:
    """Delete what builds that were killed have left behind; those of other processes may be under way."""
    for old in where.glob("build-*"):
        with suppress(OSError):
            if time.time() - old.stat().st_mtime > STALE:
                shutil.rmtree(old, ignore_errors=True)


def keep(key: str, built: Path) -> Path:
    """Give a compiled file its name in the cache; on a full disk it stays where it was built."""
    _make_private(built)
    with _opened(built) as descriptor:
        content = _content(descriptor)
    name = _name(key, content)
    target = folder()[0] / name
    try:
        os.replace(built, target)
    except OSError:
        return _private_copy(name, content)
    return target


def _make_private(built: Path) -> None:
    """Take a file's rights from all others; not those of a file that a link leads to."""
    if hasattr(os, "fchmod"):
        descriptor = os.open(built, OPEN)
        try:
            os.fchmod(descriptor, 0o700)
        finally:
            os.close(descriptor)


def discard(path: Path) -> None:
    """Delete a file that proved to be of no use."""
    with suppress(OSError):
        path.unlink()


def cache_info() -> CacheInfo:
    """Where compiled kernels are kept, and how much there is."""
    where, persistent = folder()
    sizes = []
    for path in where.glob("*.so"):
        with suppress(FileNotFoundError):  # another process is clearing
            sizes.append(path.stat().st_size)
    return CacheInfo(where, len(sizes), sum(sizes), persistent)


def clear_cache() -> int:
    """Delete all compiled kernels; returns how many. Kernels already loaded go on working."""
    where, _ = folder()
    files = list(where.glob("*.so"))
    for path in [*files, *where.glob("*.key")]:
        path.unlink(missing_ok=True)
    _sweep(where)
    return len(files)
