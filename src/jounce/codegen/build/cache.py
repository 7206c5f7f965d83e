"""Compiled kernels on disk, one file each: `<key>-<digest>.so`; and beside them notes: the digest to a key, the key to a recipe.

The key says what the file should be (source, compiler, flags, processor), the digest what it is: a file whose bytes do not match
its name, or that another user could have written, is never loaded; and what is loaded is the very file that was checked, by its
descriptor, whatever has happened to its name since. Files appear whole, by renaming, so several processes may
build the same kernel at once. Every file is found by its name, however many there are; those used least recently are deleted when
there are too many. Where no safe folder can be written, kernels are kept for the life of the process only.
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

from jounce.errors import CompilerError

STALE = 3600.0
"""Age [s] at which a left-over build folder is swept away; a kernel used since then stays, however many there are."""
SIZE = 1.0
"""What all files together may take [GiB], unless JOUNCE_CACHE_SIZE says otherwise."""
OFTEN = 60.0
"""Seconds between two looks of a process at all files of a folder: 0.3 s for 50,000 of them."""
KERNEL, KEY, DIGEST = ".so", ".key", ".digest"

OPEN = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "O_BINARY"))
"""No link is followed; and no pipe is waited for that stands where a file should."""
DESCRIPTORS = "/proc/self/fd/"
"""Where the system shows open files under names; not on macOS."""
OTHERS = stat.S_IWGRP | stat.S_IWOTH
_turns = itertools.count(1)
_tidied: dict[Path, float] = {}


@dataclass(frozen=True)
class CacheInfo:
    """Where compiled kernels are kept, and how much there is."""

    folder: Path
    files: int
    bytes: int
    persistent: bool
    """False where the folder is this process's own, because the user's cache cannot be used."""
    limit: float
    """Bytes beyond which kernels used least recently are deleted."""


def limit(variable: str, default: float) -> float:
    """A number above zero from the environment; inf is no limit."""
    text = os.environ.get(variable)
    if not text:
        return default
    with suppress(ValueError):
        if float(text) > 0.0:
            return float(text)
    unit = "seconds" if variable.endswith("SECONDS") else "GiB"
    raise CompilerError(f"{variable} is {text!r}; expected {unit}, a number above zero")


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
    return all(x.st_uid in (0, os.getuid()) and (not _open_to_others(x) or x.st_mode & stat.S_ISVTX) for x in above)


def _open_to_others(found: os.stat_result) -> bool:
    """Whether others can write to a folder. A group of its user's own number has that user alone in it, as useradd makes it."""
    private = found.st_gid == found.st_uid == os.getuid()
    return bool(found.st_mode & (stat.S_IWOTH if private else OTHERS))


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    """The descriptor of a plain file that only this user can write; any other is an OSError."""
    descriptor = os.open(path, OPEN)
    try:
        found = os.fstat(descriptor)
        ours = not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & OTHERS)
        if not (ours and stat.S_ISREG(found.st_mode)):
            raise OSError(f"{path} is not a plain file that only this user can write")
        with suppress(OSError):
            if os.utime in os.supports_fd:
                os.utime(descriptor)  # used now
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


def content(path: Path) -> bytes:
    """The bytes of a compiled file, verified; any other is an OSError."""
    with _verified(path) as (_, found):
        return found


@contextmanager
def loadable(path: Path) -> Iterator[str]:
    """A name to load a compiled file by, inside the `with` block: that of what was verified, not of what `path` is by then.

    It is the open file's own or, where the system has none or runs nothing from that disk, that of a private copy. The loader
    takes a name that it has seen before for the library that had it then, and numbers of descriptors come again (to keep them all
    open takes more than the usual 1024): so each name has a spelling of its own, `//` and `/./` for the digits of its turn.
    """
    with _verified(path) as (descriptor, content):
        if os.path.exists(f"{DESCRIPTORS}{descriptor}") and not _noexec(descriptor):
            spelling = "".join("./" if digit == "1" else "/" for digit in f"{next(_turns):b}")
            yield f"{DESCRIPTORS}{spelling}{descriptor}"
        else:
            yield str(_private_copy(path.name, content))


def _noexec(descriptor: int) -> bool:
    """Whether the disk is mounted so that no code on it can be run."""
    return hasattr(os, "ST_NOEXEC") and bool(os.fstatvfs(descriptor).f_flag & os.ST_NOEXEC)


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
    digest = _noted(where / f"{key}{DIGEST}", 32)
    if digest is None:
        return None
    path = where / f"{key}-{digest}{KERNEL}"
    try:
        with _verified(path):
            return path
    except OSError as error:
        if error.errno is None:
            discard(path)
        return None


def recall(recipe: str) -> Path | None:
    """The compiled file that this recipe led to before; a recipe is a name for something that is slow to write down."""
    key = _noted(folder()[0] / f"{recipe}{KEY}", 40)
    return None if key is None else find(key)


def _noted(path: Path, length: int) -> str | None:
    """The hexadecimal number of a note, if there is one that can be trusted."""
    try:
        with _opened(path) as descriptor:
            text = _content(descriptor).decode()
    except (OSError, UnicodeDecodeError):
        return None
    return text if re.fullmatch(f"[0-9a-f]{{{length}}}", text) else None


def note(recipe: str, key: str) -> None:
    """Remember which key a recipe led to; if that cannot be written, it is found out anew next time."""
    _write(folder()[0] / f"{recipe}{KEY}", key)


def _write(path: Path, text: str) -> None:
    with suppress(OSError), tempfile.TemporaryDirectory(prefix="build-", dir=path.parent) as place:
        new = Path(place) / "note"
        new.touch(mode=0o600)
        new.write_text(text)
        os.replace(new, path)


def _name(key: str, content: bytes) -> str:
    return f"{key}-{hashlib.sha256(content).hexdigest()[:32]}{KERNEL}"


def build_folder() -> Path:
    """A new empty folder to compile in, on the cache's own disk where that can be written."""
    where, _ = folder()
    most = limit("JOUNCE_CACHE_SIZE", SIZE) * 2**30
    if time.monotonic() - _tidied.get(where, -OFTEN) >= OFTEN:
        _tidied[where] = time.monotonic()
        _sweep(where)
        _evict(where, most)
    try:
        return Path(tempfile.mkdtemp(prefix="build-", dir=where))
    except OSError:
        return Path(tempfile.mkdtemp(prefix="build-", dir=_private_folder()))


def _sweep(where: Path) -> None:
    """Delete what builds that were killed have left behind; those of other processes may be under way."""
    with os.scandir(where) as entries:
        builds = [entry for entry in entries if entry.name.startswith("build-")]
    for old in builds:
        with suppress(OSError):
            if time.time() - old.stat(follow_symlinks=False).st_mtime > STALE:
                shutil.rmtree(old.path, ignore_errors=True)


def _files(where: Path, *kinds: str) -> Iterator[tuple[str, os.stat_result]]:
    """Plain files with these endings: neither folders nor links, whatever they are called."""
    with os.scandir(where) as entries:
        for entry in entries:
            if entry.name.endswith(kinds) and entry.is_file(follow_symlinks=False):
                with suppress(FileNotFoundError):  # another process is clearing
                    yield entry.path, entry.stat(follow_symlinks=False)


def _evict(where: Path, most: float) -> None:
    """Delete files, those used least recently first, until all together take `most` bytes; none that was used within the hour."""
    files = sorted(_files(where, KERNEL, KEY, DIGEST), key=lambda file: file[1].st_mtime)
    total, now = sum(found.st_size for _, found in files), time.time()
    for path, found in files:
        if total <= most or now - found.st_mtime < STALE:
            return
        discard(path)
        total -= found.st_size


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
    _write(target.with_name(f"{key}{DIGEST}"), target.stem.partition("-")[2])
    return target


def _make_private(built: Path) -> None:
    """Take a file's rights from all others; not those of a file that a link leads to."""
    if hasattr(os, "fchmod"):
        descriptor = os.open(built, OPEN)
        try:
            os.fchmod(descriptor, 0o700)
        finally:
            os.close(descriptor)


def discard(path: Path | str) -> None:
    """Delete a file that proved to be of no use."""
    with suppress(OSError):
        os.unlink(path)


def cache_info() -> CacheInfo:
    """Where compiled kernels are kept, and how much there is."""
    where, persistent = folder()
    sizes = [found.st_size for _, found in _files(where, KERNEL)]
    return CacheInfo(where, len(sizes), sum(sizes), persistent, limit("JOUNCE_CACHE_SIZE", SIZE) * 2**30)


def clear_cache() -> int:
    """Delete all compiled kernels; returns how many. Kernels already loaded go on working."""
    where, _ = folder()
    files = [path for path, _ in _files(where, KERNEL, KEY, DIGEST)]
    for path in files:
        with suppress(FileNotFoundError):
            os.unlink(path)
    _sweep(where)
    return sum(path.endswith(KERNEL) for path in files)
