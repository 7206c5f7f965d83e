"""Compiled kernels on disk, one file each: `<key>-<digest>.so`; and beside them notes which recipe led to which key.

The key says what the file should be (source, compiler, flags, processor), the digest what it is: a file whose bytes do not match
its name, or that another user could have written, is never loaded. Files appear whole, by renaming, so several processes may
build the same kernel at once. Where no safe folder can be written, kernels are kept for the life of the process only.
"""

import atexit
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

STALE = 3600.0
"""Age [s] at which a left-over build folder is swept away."""


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


def _safe(path: Path) -> bool:
    """Whether it belongs to this user and nobody else can write to it."""
    if not hasattr(os, "getuid"):  # Windows: cannot say
        return False
    found = path.stat()
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


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
            if _safe(path) and path.name == _name(key, path.read_bytes()):
                return path
            path.unlink()
        except OSError:
            continue
    return None


def recall(recipe: str) -> Path | None:
    """The compiled file that this recipe led to before; a recipe is a name for something that is slow to write down."""
    note = folder()[0] / f"{recipe}.key"
    try:
        key = note.read_text() if _safe(note) else ""
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
    content = built.read_bytes()
    name = _name(key, content)
    target = folder()[0] / name
    try:
        os.chmod(built, 0o700)
        os.replace(built, target)
    except OSError:
        target = Path(tempfile.mkdtemp(dir=_private_folder())) / name  # never over a file that may be loaded
        shutil.copyfile(built, target)
        os.chmod(target, 0o700)
    return target


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
