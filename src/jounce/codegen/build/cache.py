"""Cache of compiled kernels on disk, one file each, `<key>-<digest>.so`, with notes from keys to digests and recipes to keys.

The key is a hash of source, compiler, flags and processor, the digest a hash of the compiled file: a file whose bytes do not
match its name, or that another user could have written, is never loaded. The verified file itself is loaded, by its descriptor,
even if its name has changed since. Files are written under another name and renamed, so several processes may build the same
kernel at once. Files are looked up by name, without listing the folder; the least recently used are deleted if the cache is too
large. Without a safe writable folder, kernels are cached for the life of the process only.
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
"""Age [s] at which leftover build folders are deleted; kernels used more recently are never evicted."""
SIZE = 1.0
"""Default total size [GiB] above which the least recently used files are deleted; JOUNCE_CACHE_SIZE overrides it."""
OFTEN = 60.0
"""Least time [s] between two listings of the cache folder by a process: listing 50,000 files takes 0.3 s."""
KERNEL, KEY, DIGEST = ".so", ".key", ".digest"

OPEN = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "O_BINARY"))
"""Flags for opening a file: do not follow symbolic links, do not block on a pipe."""
DESCRIPTORS = "/proc/self/fd/"
"""Folder in which the system lists open files by descriptor; missing on macOS."""
OTHERS = stat.S_IWGRP | stat.S_IWOTH
_turns = itertools.count(1)
_tidied: dict[Path, float] = {}


@dataclass(frozen=True)
class CacheInfo:
    """Folder and size of the cache of compiled kernels."""

    folder: Path
    files: int
    bytes: int
    persistent: bool
    """False if the folder is temporary and private to this process, because the user's cache folder is unusable."""
    limit: float
    """Size [bytes] above which the least recently used kernels are deleted."""


def limit(variable: str, default: float) -> float:
    """Return the limit in an environment variable (inf: none), or `default` if unset; raise CompilerError unless above zero."""
    text = os.environ.get(variable)
    if not text:
        return default
    with suppress(ValueError):
        if float(text) > 0.0:
            return float(text)
    unit = "seconds" if variable.endswith("SECONDS") else "GiB"
    raise CompilerError(f"{variable} is {text!r}; expected {unit}, a number above zero")


def user_folder() -> Path:
    """Return the cache folder of the user: JOUNCE_CACHE, or `jounce` in the system's folder for caches."""
    if os.environ.get("JOUNCE_CACHE"):
        return Path(os.environ["JOUNCE_CACHE"])
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"]) / "jounce"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "jounce"
    return Path.home() / ".cache" / "jounce"


def _safe(where: Path) -> bool:
    """Return True if a folder without links in its path is owned by this user, and no other user can write to or replace it."""
    if not hasattr(os, "getuid"):  # Windows: cannot say
        return False
    status = where.stat()
    if status.st_uid != os.getuid() or status.st_mode & OTHERS:
        return False
    above = [parent.stat() for parent in where.parents]
    return all(x.st_uid in (0, os.getuid()) and (not _open_to_others(x) or x.st_mode & stat.S_ISVTX) for x in above)


def _open_to_others(status: os.stat_result) -> bool:
    """Return True if other users can write to a folder; a group whose id is the user's id is taken to have no other member."""
    private = status.st_gid == status.st_uid == os.getuid()
    return bool(status.st_mode & (stat.S_IWOTH if private else OTHERS))


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    """Yield the descriptor of a regular file that only this user can write, marked as used now; raise OSError for others."""
    descriptor = os.open(path, OPEN)
    try:
        status = os.fstat(descriptor)
        ours = not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & OTHERS)
        if not (ours and stat.S_ISREG(status.st_mode)):
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
    """Yield (descriptor, content) of a compiled file whose digest matches its name.

    Raise OSError for any other file: with an errno if the file cannot be opened, without errno if the file is not to be trusted.
    """
    with _opened(path) as descriptor:
        content = _content(descriptor)
        if path.name != _name(path.name.partition("-")[0], content):
            raise OSError(f"{path} is not what its name says")
        yield descriptor, content


def content(path: Path) -> bytes:
    """Return the verified bytes of a compiled file; raise OSError for any other file."""
    with _verified(path) as (_, compiled):
        return compiled


@contextmanager
def loadable(path: Path) -> Iterator[str]:
    """Yield a path that loads the verified file, even if `path` has been replaced since; valid inside the `with` block.

    The path is that of the open descriptor or, if the system has none or the disk is mounted noexec, that of a private copy. The
    loader identifies libraries by path, and descriptor numbers are reused (keeping all open needs more than the usual 1024): each
    path is therefore spelt differently, with `//` and `/./` for the binary digits of a counter.
    """
    with _verified(path) as (descriptor, content):
        if os.path.exists(f"{DESCRIPTORS}{descriptor}") and not _noexec(descriptor):
            spelling = "".join("./" if digit == "1" else "/" for digit in f"{next(_turns):b}")
            yield f"{DESCRIPTORS}{spelling}{descriptor}"
        else:
            yield str(_private_copy(path.name, content))


def _noexec(descriptor: int) -> bool:
    """Return True if the file system of the descriptor is mounted noexec."""
    return hasattr(os, "ST_NOEXEC") and bool(os.fstatvfs(descriptor).f_flag & os.ST_NOEXEC)


def _private_copy(name: str, content: bytes) -> Path:
    """Write a private copy in a new folder, since an existing file may be loaded; return its path."""
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
    """Return (cache folder, True if it outlives the process)."""
    try:
        path = user_folder()
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = path.resolve()  # a link on the way may lead elsewhere tomorrow
        if _safe(path) and os.access(path, os.W_OK | os.X_OK):
            return path, True
    except (OSError, RuntimeError):  # no home, read-only, not a folder
        pass
    return _private_folder(), False


def find(key: str) -> Path | None:
    """Return the path of the verified compiled file with this key; None without such a file."""
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
    """Return the compiled file noted for a recipe, the hash of a description of the code; None if there is no such note."""
    key = _noted(folder()[0] / f"{recipe}{KEY}", 40)
    return None if key is None else find(key)


def _noted(path: Path, length: int) -> str | None:
    """Return the hexadecimal digest in a note; None without a note that only this user can write."""
    try:
        with _opened(path) as descriptor:
            text = _content(descriptor).decode()
    except (OSError, UnicodeDecodeError):
        return None
    return text if re.fullmatch(f"[0-9a-f]{{{length}}}", text) else None


def note(recipe: str, key: str) -> None:
    """Note the key of the code with a recipe, see `recall`; if the note fails, the next process generates the code again."""
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
    """Return a new empty build folder, in the cache folder if that is writable; once in `OFTEN` seconds clean the cache."""
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
    """Delete build folders older than `STALE`, left by killed builds; newer ones may belong to running builds."""
    with os.scandir(where) as entries:
        builds = [entry for entry in entries if entry.name.startswith("build-")]
    for old in builds:
        with suppress(OSError):
            if time.time() - old.stat(follow_symlinks=False).st_mtime > STALE:
                shutil.rmtree(old.path, ignore_errors=True)


def _files(where: Path, *kinds: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yield (path, status) of the regular files of a folder with these endings, no folders and no links."""
    with os.scandir(where) as entries:
        for entry in entries:
            if entry.name.endswith(kinds) and entry.is_file(follow_symlinks=False):
                with suppress(FileNotFoundError):  # another process is clearing
                    yield entry.path, entry.stat(follow_symlinks=False)


def _evict(where: Path, most: float) -> None:
    """Delete the least recently used files until the cache has at most `most` bytes; spare files used within the last hour."""
    files = sorted(_files(where, KERNEL, KEY, DIGEST), key=lambda file: file[1].st_mtime)
    total, now = sum(status.st_size for _, status in files), time.time()
    for path, status in files:
        if total <= most or now - status.st_mtime < STALE:
            return
        discard(path)
        total -= status.st_size


def keep(key: str, built: Path) -> Path:
    """Move a compiled file into the cache, or copy it to a private folder if that fails (full disk); return the new path."""
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
    """Remove the permissions of other users from a file; do not follow links."""
    if hasattr(os, "fchmod"):
        descriptor = os.open(built, OPEN)
        try:
            os.fchmod(descriptor, 0o700)
        finally:
            os.close(descriptor)


def discard(path: Path | str) -> None:
    """Delete a file of the cache that is too old or cannot be loaded; ignore errors of the system."""
    with suppress(OSError):
        os.unlink(path)


def cache_info() -> CacheInfo:
    """Return the folder of compiled kernels, and their number and size.

    Returns
    -------
    CacheInfo

    Examples
    --------
    >>> jn.export.cache_info().files >= 0
    True
    """
    where, persistent = folder()
    sizes = [status.st_size for _, status in _files(where, KERNEL)]
    return CacheInfo(where, len(sizes), sum(sizes), persistent, limit("JOUNCE_CACHE_SIZE", SIZE) * 2**30)


def clear_cache() -> int:
    """Delete all compiled kernels. Kernels that are loaded already continue to work.

    Returns
    -------
    int
        Number of deleted kernels.

    Examples
    --------
    >>> removed = jn.export.clear_cache()  # doctest: +SKIP
    """
    where, _ = folder()
    files = [path for path, _ in _files(where, KERNEL, KEY, DIGEST)]
    for path in files:
        with suppress(FileNotFoundError):
            os.unlink(path)
    _sweep(where)
    return sum(path.endswith(KERNEL) for path in files)
