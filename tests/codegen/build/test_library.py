"""From C text to loaded code: whatever the compiler, the disk or other processes do, the numbers are right."""

import errno
import hashlib
import json
import os
import platform
import pty
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from jounce.codegen.build import cache, compiler, library
from jounce.errors import CompilerError
from jounce.export.compiled_kernel import Kernel
from jounce.functions.rigid import GRAVITY
from jounce.kernel import dispatch as store
from jounce.kernel.backends import native
from jounce.kernel.dispatch import forget, shelf
from jounce.kernel.equation import Form
from support.random_robots import random_motion, random_robot
from support.tolerances import CHAIN, assert_close

NATIVE = 1e-13
"""Native against plain: a few ulp, as a product and a sum may be rounded once."""
PATIENT = 60.0
"""Seconds after which something hangs."""
GCC = shutil.which("gcc") or shutil.which("cc") or "cc"
TINY = "int answer(void) { return 42; }\n"

CHILD = """
import json, os, sys, time, warnings
import numpy as np
import jounce as jn
joint = jn.Joint("a", "revolute", "base", "rod")
robot = jn.Robot.build("pendulum", [jn.Link("base"), jn.Link("rod", 1.0, (0.5, 0, 0))], [joint])
Q = np.random.default_rng(0).normal(size=(3, 9, 1))
jn.set_backend("python")
expected = jn.rnea(robot, *Q)
jn.set_backend("auto")
BEFORE
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    single, batch = jn.rnea(robot, *Q[:, 4]), jn.rnea(robot, *Q)
right = abs(single - expected[4]).max() < 1e-13 and abs(batch - expected).max() < 1e-13
from jounce.kernel.dispatch import shelf
native = [kernel is not None for kernel in shelf(robot).kernels.values()]
info = jn.export.cache_info()
print(json.dumps({
    "right": bool(right), "native": bool(native) and all(native), "warnings": [str(w.message) for w in caught],
    "folder": str(info.folder), "persistent": info.persistent, "files": info.files,
}))
"""


def kept(folder):
    """What stands in a cache folder besides the notes: which recipe led where, and what a key's file is called."""
    return [path for path in folder.iterdir() if path.suffix not in (".key", ".digest")]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty cache."""
    library.driver()  # once a process, from the common cache: files here are kernels only
    forget()
    monkeypatch.setenv("JOUNCE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("CC", raising=False)
    return tmp_path / "cache"


@pytest.fixture
def as_compiler(tmp_path, monkeypatch):
    """Make a shell script the compiler."""

    def install(body, name="wrapper"):
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        monkeypatch.setenv("CC", str(path))
        return path

    return install


def start(before="", **more):
    """A new Python that computes torques, natively if it can, and reports."""
    text = CHILD.replace("BEFORE", before)
    return subprocess.Popen([sys.executable, "-c", text], text=True, stdout=subprocess.PIPE, **more)


def report(process):
    output, complaint = process.communicate(timeout=PATIENT)
    assert process.returncode == 0, complaint
    return json.loads(output)


def run_child(before=""):
    return report(start(before))


def assert_native(found):
    assert found["right"]
    assert found["native"]
    assert found["warnings"] == []


def assert_plain(found, *words):
    assert found["right"]
    assert not found["native"]
    assert len(found["warnings"]) == 1, found["warnings"]
    assert found["warnings"][0].startswith("jounce runs in plain Python")
    for word in words:
        assert word in found["warnings"][0]


def wait_for(condition):
    end = time.monotonic() + PATIENT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def alive(process):
    """Whether a process that is not our child still runs."""
    try:
        return Path(f"/proc/{process}/stat").read_text().split(")")[1].split()[0] != "Z"
    except OSError:
        return False


def here(backend="auto", robots=2):
    """The same in this process, for more functions and robots: whether native, and the warnings."""
    forget()
    robots = [random_robot(seed + 1, n=2) for seed in range(robots)]
    Q = random_motion(robots[0], 1, 2, (5,))
    jobs = [(jn.rnea, Q[:, 0]), (jn.rnea, Q), (jn.gravity_torque, Q[0, :1])]

    def answers():
        return [function(robot, *arrays) for robot in robots for function, arrays in jobs]

    jn.set_backend("python")
    expected = answers()
    jn.set_backend(backend)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = answers()
    used = {kernel is not None for robot in robots for kernel in shelf(robot).kernels.values()}
    assert len(used) == 1  # all native or none
    native = used.pop()
    for x, y in zip(found, expected):
        assert np.abs(x - y).max() <= (NATIVE * np.abs(y).max() if native else 0.0)
    return native, [str(w.message) for w in caught]


def modes(path):
    return stat.S_IMODE(path.stat().st_mode)


def digest_is_right(path):
    return path.stem.split("-")[1] == hashlib.sha256(path.read_bytes()).hexdigest()[:32]


# The compiler


def test_named_by_cc(folder, as_compiler, tmp_path, monkeypatch):
    monkeypatch.delenv("JOUNCE_MARCH", raising=False)
    as_compiler(f'echo "$@" >> {tmp_path}/log; exec {GCC} "$@"')
    assert here() == (True, [])
    commands = (tmp_path / "log").read_text().splitlines()
    assert len(commands) == len(list(folder.glob("*.so")))
    for command in commands:
        assert "-march=native" in command
        assert "-ffast-math" not in command
        assert "-Ofast" not in command


def test_named_by_cc_with_arguments(folder, monkeypatch):
    monkeypatch.setenv("CC", f"{GCC} -g -DNOTHING='two words'")
    assert here("native") == (True, [])
    assert compiler.compiler()[1:] == ("-g", "-DNOTHING=two words")


def test_named_by_a_relative_path(folder, as_compiler, tmp_path, monkeypatch):
    as_compiler(f'exec {GCC} "$@"')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CC", "./wrapper")
    assert here("native") == (True, [])


def test_found_on_the_path(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("clang", "gcc", "cc"):  # each one is preferred to those before
        (tmp_path / name).write_text("#!/bin/sh\n")
        with pytest.raises(CompilerError, match="no C compiler was found"):
            compiler.compiler() if name == "clang" else compiler._find(None, "")
        (tmp_path / name).chmod(0o755)
        compiler._find.cache_clear()
        assert compiler.compiler() == (str(tmp_path / name),)
    compiler._find.cache_clear()


MISSING = {
    "CC is no program": {"CC": "/nonexistent"},
    "CC is half a command": {"CC": "'gcc"},
    "CC is blank": {"CC": "  "},
    "empty PATH": {"PATH": ""},
    "PATH without a compiler": {"PATH": "/nonexistent"},
}


@pytest.mark.parametrize("how", MISSING)
def test_no_compiler(how, folder, monkeypatch):
    for name, value in MISSING[how].items():
        monkeypatch.setenv(name, value)
    native, caught = here()
    assert not native
    assert len(caught) == 1
    assert caught[0].startswith("jounce runs in plain Python, which is slower: ")
    assert "which is not a program" in caught[0] if "CC" in MISSING[how] else "no C compiler was found" in caught[0]
    with pytest.raises(CompilerError, match="not a program|no C compiler"):
        here("native")


FAILING = {
    "fails silently": ("exit 1", "exit code 1"),
    "says why": ("echo 'fatal error: No space left on device' >&2; exit 1", "No space left on device"),
    "is killed": ("kill -9 $$", "exit code -9"),
    "points elsewhere first": ("echo 'kernel.c: In function core:'; echo 'kernel.c:1: error: bad'; exit 1", "error: bad"),
    "writes nothing": ("exit 0", "kernel.so"),
    "writes garbage": ("echo garbage > kernel.so", "cannot be loaded"),
    "compiles something else": (f"echo 'int x;' > x.c; exec {GCC} -shared -fPIC x.c -o kernel.so", "cannot be loaded"),
    "writes half and fails": ("echo garbage > kernel.so; exit 3", "exit code 3"),
    "cannot be run": (None, "could not be compiled"),
}


@pytest.mark.parametrize("how", FAILING)
def test_failing_compiler(how, folder, as_compiler):
    body, reason = FAILING[how]
    path = as_compiler(body or "")
    if body is None:
        path.write_bytes(b"\x7fELF nonsense")
    native, caught = here()
    assert not native
    assert len(caught) == 1, caught
    assert reason in caught[0]
    assert list(kept(folder)) == []  # neither results nor build folders
    with pytest.raises(CompilerError, match=reason):
        here("native")


def test_a_compiler_that_fails_for_a_new_process(folder, monkeypatch):
    monkeypatch.setenv("CC", "false")
    assert_plain(run_child(), "false failed on rnea of 'pendulum'")


def test_a_compiler_that_goes_away(folder, as_compiler):
    path = as_compiler(f'exec {GCC} "$@"')
    assert here("native") == (True, [])
    path.unlink()
    native, caught = here()
    assert not native
    assert len(caught) == 1


def test_a_compiler_that_recovers(folder, as_compiler, tmp_path):
    """What would not load is not kept: the next build is a new one, in this process too."""
    as_compiler(f'if [ -e {tmp_path}/well ]; then exec {GCC} "$@"; fi; touch {tmp_path}/well; echo garbage > kernel.so')
    assert here() == (True, [])
    assert all(digest_is_right(path) for path in kept(folder))


def test_the_warning_comes_again_when_the_backend_is_set(folder, monkeypatch):
    monkeypatch.setenv("CC", "false")
    assert len(here()[1]) == 1
    assert len(here()[1]) == 1


# Keys


def key_of(source=TINY, **more):
    return compiler.build(source, "tiny", **more).name.split("-")[0]


def test_key(folder, as_compiler, monkeypatch):
    """The same for the same; another for another source, flag, compiler or processor."""
    first = key_of()
    assert key_of() == first
    found = {first, key_of(TINY + "\n"), key_of(flags=("-DX",)), key_of(instructions=compiler.LONG + 1)}
    with monkeypatch.context() as other:
        other.setattr(compiler, "BASE", (*compiler.BASE, "-DY"))
        found.add(key_of())
    with monkeypatch.context() as other:
        other.setattr(compiler, "processor", lambda: "a younger one")
        found.add(key_of())
    with monkeypatch.context() as other:
        other.setenv("JOUNCE_MARCH", platform.machine().replace("_", "-").replace("aarch64", "armv8-a"))
        found.add(key_of())
    monkeypatch.setenv("CC", f"{GCC} -DZ")
    found.add(key_of())
    path = as_compiler(f'exec {GCC} "$@"')
    found.add(key_of())
    path.write_text(path.read_text() + "# an update\n")
    found.add(key_of())
    os.utime(path, ns=(0, 0))
    found.add(key_of())
    assert len(found) == 11
    assert len(list(kept(folder))) == 11
    monkeypatch.delenv("CC")
    assert key_of() == first


@pytest.mark.parametrize("march", ["no-such-processor", "-O0", "native -O0", "native;ls"])
def test_instruction_set_that_does_not_exist(folder, monkeypatch, march):
    """A name that is none is refused by us, an unknown one by the compiler: nothing is compiled for another processor instead."""
    monkeypatch.setenv("JOUNCE_MARCH", march)
    with pytest.raises(CompilerError, match="JOUNCE_MARCH is|no-such-processor"):
        compiler.build(TINY, "tiny")
    assert not folder.exists() or not list(kept(folder))


def test_flags_are_not_words_run_together(folder):
    assert key_of(flags=("-DA", "-DB")) != key_of(flags=("-DA-DB",))


def test_processor_is_told_apart():
    assert len(compiler.processor()) > 20
    assert "MHz" not in compiler.processor()  # changes from second to second
    assert compiler.processor.__wrapped__() == compiler.processor.__wrapped__()


def test_compiled_once(folder, as_compiler, tmp_path):
    as_compiler(f'echo run >> {tmp_path}/log; exec {GCC} "$@"')
    assert_native(run_child())
    runs = (tmp_path / "log").read_text()
    assert runs.count("run") == len(list(kept(folder)))
    assert_native(run_child())
    assert (tmp_path / "log").read_text() == runs


# The folder


def test_place(monkeypatch):
    monkeypatch.setenv("JOUNCE_CACHE", "/a")
    monkeypatch.setenv("XDG_CACHE_HOME", "/b")
    monkeypatch.setenv("HOME", "/c")
    assert cache.user_folder() == Path("/a")
    monkeypatch.delenv("JOUNCE_CACHE")
    assert cache.user_folder() == Path("/b/jounce")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache.user_folder() == Path("/c/.cache/jounce")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache.user_folder() == Path("/c/Library/Caches/jounce")


def test_info_and_clearing(folder):
    assert jn.export.cache_info() == cache.CacheInfo(folder, 0, 0, True, 2**30)
    robot = random_robot(1, n=2)
    kernel = jn.compile(jn.rnea, robot)
    Q = random_motion(robot, 1, 2, (6,))
    before = kernel(*Q), kernel(*Q[:, 0])
    info = jn.export.cache_info()
    assert info.files == 2
    assert info.bytes == sum(path.stat().st_size for path in kept(folder))
    assert info.persistent
    assert jn.export.clear_cache() == 2
    assert jn.export.cache_info().files == 0
    assert list(kept(folder)) == []
    assert (kernel(*Q) == before[0]).all()  # what is loaded goes on
    assert (jn.compile(jn.rnea, robot)(*Q) == before[0]).all()
    assert jn.export.clear_cache() == 1  # a batch compiles no other form
    assert jn.export.clear_cache() == 0


def test_a_relative_folder(folder, tmp_path, monkeypatch):
    folder.mkdir(mode=0o700)
    monkeypatch.chdir(folder)
    for place in (".", "below"):
        monkeypatch.setenv("JOUNCE_CACHE", place)
        assert jn.export.cache_info().folder == folder / place
        assert here("native", robots=1) == (True, [])


def test_what_is_no_plain_file_is_passed_over(folder):
    path = compiler.build(TINY, "tiny")
    (folder / "x.so").mkdir()
    (folder / "loop.so").symlink_to("loop.so")
    (folder / "x.key").mkdir()
    (folder / "loop.digest").symlink_to("loop.digest")
    info = jn.export.cache_info()
    assert (info.files, info.bytes) == (1, path.stat().st_size)
    assert jn.export.clear_cache() == 1
    assert len(list(folder.iterdir())) == 4


def test_files_are_found_by_name(folder, monkeypatch):
    """However many there are: nothing is listed."""
    path = compiler.build(TINY, "tiny", recipe="tiny")
    monkeypatch.setattr(os, "scandir", lambda *_: pytest.fail("listed"))
    monkeypatch.setattr(os, "listdir", lambda *_: pytest.fail("listed"))
    assert compiler.build(TINY, "tiny") == path
    assert compiler.recall("tiny") == path


def test_files_of_older_versions(folder):
    """They had no note of the digest: not found, compiled anew under the same name."""
    path = compiler.build(TINY, "tiny", recipe="tiny")
    for note in folder.glob("*.digest"):
        note.unlink()
    assert compiler.recall("tiny") is None
    assert compiler.build(TINY, "tiny") == path
    assert compiler.recall("tiny") == path


@pytest.mark.parametrize("text", [b"", b"garbage", b"\xff" * 32, b"0" * 32, b"../" * 10 + b"xx"], ids=str)
def test_bad_notes_of_digests(text, folder):
    path = compiler.build(TINY, "tiny")
    (note,) = folder.glob("*.digest")
    note.write_bytes(text)
    assert compiler.build(TINY, "tiny") == path
    assert note.read_text() == path.stem.split("-")[1]


def used(path, hours):
    """Say that a file, and the note of its digest, were used so long ago."""
    for file in (path, path.with_name(path.stem.split("-")[0] + ".digest")):
        os.utime(file, (time.time() - 3600.0 * hours,) * 2)


def test_least_recently_used_go_first(folder, monkeypatch):
    paths = [compiler.build(TINY + "//" + "x" * k, "tiny") for k in range(4)]
    for path, hours in zip(paths, [0.5, 9.0, 3.0, 5.0]):
        used(path, hours)
    assert compiler.build(TINY + "//x", "tiny") == paths[1]  # used again
    room = sum(path.stat().st_size for path in paths[:3]) + 4 * 32
    for size, left in [(room, paths[:3]), (1, paths[:2])]:
        monkeypatch.setenv("JOUNCE_CACHE_SIZE", repr(size / 2**30))
        cache._tidied.clear()
        new = compiler.build(f"{TINY}//{size}", "tiny")
        assert sorted(kept(folder)) == sorted([*left, new])
        new.unlink()
    assert jn.export.cache_info().limit == 1


def test_a_process_seldom_looks_at_all_files(folder, monkeypatch):
    compiler.build(TINY, "tiny")
    monkeypatch.setattr(cache, "_evict", lambda *_: pytest.fail("again"))
    compiler.build(TINY + "\n", "tiny")


@pytest.mark.parametrize("text", ["much", "-1", "0", "nan"])
def test_a_size_that_is_none(text, folder, monkeypatch):
    monkeypatch.setenv("JOUNCE_CACHE_SIZE", text)
    for asked in (lambda: compiler.build(TINY, "tiny"), jn.export.cache_info):
        with pytest.raises(CompilerError, match=f"JOUNCE_CACHE_SIZE is '{text}'; expected GiB, a number above zero"):
            asked()


def test_a_disk_that_runs_nothing(folder, monkeypatch, compilations):
    """Mounted noexec: kernels are kept there and loaded from a copy; nothing is compiled again."""

    class Mounted:
        f_flag = os.ST_NOEXEC

    monkeypatch.setattr(os, "fstatvfs", lambda descriptor: Mounted)
    for _ in range(2):
        assert here("native", robots=1) == (True, [])
    assert compilations() == len(kept(folder)) == 3
    with cache.loadable(kept(folder)[0]) as name:
        assert Path(name).is_relative_to(cache._private_folder())


def test_left_over_builds_are_swept(folder):
    """Those of a killed process, not those under way in another."""
    for clean in (lambda: compiler.build(TINY, "tiny"), jn.export.clear_cache):
        folder.mkdir(mode=0o700, exist_ok=True)
        old, new = folder / "build-old", folder / "build-new"
        for build in (old, new):
            build.mkdir(exist_ok=True)
            (build / "kernel.so").write_bytes(b"half")
        os.utime(old, (0, 0))
        clean()
        assert not old.exists()
        assert new.exists()


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_nobody_else_can_write(mask, folder):
    before = os.umask(mask)
    try:
        path = compiler.build(TINY, "tiny")
    finally:
        os.umask(before)
    assert path.parent == folder
    assert modes(folder) == 0o700
    assert modes(path) & 0o077 == 0


def planted(folder):
    """A folder with what looks like a result, which must not be loaded."""
    path = compiler.build(TINY, "tiny")
    assert path.parent == folder
    return path


def assert_private(folder):
    info = jn.export.cache_info()
    assert not info.persistent
    assert info.folder != folder
    assert modes(info.folder) == 0o700
    path = compiler.build(TINY, "tiny")
    assert path.parent == info.folder
    assert digest_is_right(path)
    assert here("native", robots=1) == (True, [])


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_can_write_to(mode, folder):
    planted(folder)
    folder.chmod(mode)
    assert_private(folder)
    assert len(list(kept(folder))) == 1


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
def test_a_folder_of_somebody_else(folder):
    planted(folder)
    os.chown(folder, 12345, -1)
    assert_private(folder)


@pytest.mark.parametrize("mode", [0o777, 0o757])
def test_a_folder_below_one_that_others_can_write_to(mode, folder, tmp_path, monkeypatch):
    """Who can write to the folder above can put another one in this one's place."""
    above = tmp_path / "above"
    above.mkdir()
    monkeypatch.setenv("JOUNCE_CACHE", str(above / "below" / "cache"))
    planted(above / "below" / "cache")
    above.chmod(mode | stat.S_ISVTX)
    assert jn.export.cache_info().persistent
    above.chmod(mode)
    assert_private(above / "below" / "cache")


def test_a_link_to_the_folder_is_followed_once(folder, tmp_path, monkeypatch):
    (tmp_path / "link").symlink_to(folder)
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("JOUNCE_CACHE", str(tmp_path / "link"))
    assert jn.export.cache_info().folder == folder


def test_no_home(folder, monkeypatch):
    def nowhere():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("JOUNCE_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    assert_private(folder)


@pytest.mark.parametrize("place", ["file", "below a file", "/proc/jounce", "/sys/jounce"])
def test_a_cache_that_cannot_be_made(place, folder, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    where = {"file": tmp_path / "file", "below a file": tmp_path / "file" / "cache"}.get(place, place)
    monkeypatch.setenv("JOUNCE_CACHE", str(where))
    assert_private(Path(where))


def test_the_private_folder_goes_with_its_process(folder, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("JOUNCE_CACHE", str(tmp_path / "file"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    found = run_child("jn.export.cache_info()\nif os.fork() == 0: sys.exit()\nos.wait()")  # and not with a fork of it
    assert_native(found)
    assert not found["persistent"]
    assert found["files"] == 3  # two forms and the driver
    assert Path(found["folder"]).parent == tmp_path
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_read_only_cache(folder, monkeypatch):
    """As root finds it writable, by what the system says."""
    planted(folder)
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: access(path, mode) and not (mode & os.W_OK and str(path) == str(folder)))
    assert_private(folder)


# Full disks


def full(*_, **__):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_no_room_for_the_result(folder, monkeypatch):
    monkeypatch.setattr(os, "replace", full)
    path = compiler.build(TINY, "tiny")
    assert path.parent != folder
    assert digest_is_right(path)
    assert here("native", robots=1) == (True, [])
    assert list(kept(folder)) == []


def test_no_room_for_a_build_folder(folder, monkeypatch):
    make = cache.tempfile.mkdtemp

    def crowded(suffix=None, prefix=None, dir=None):
        return full() if dir == folder else make(suffix, prefix, dir)

    monkeypatch.setattr(cache.tempfile, "mkdtemp", crowded)
    assert here("native") == (True, [])


def test_no_room_for_the_source(folder, monkeypatch):
    monkeypatch.setattr(Path, "write_text", full)
    native, caught = here()
    assert not native
    assert len(caught) == 1
    assert "No space left on device" in caught[0]


def test_no_room_anywhere(folder, monkeypatch):
    monkeypatch.setenv("JOUNCE_CACHE", "/proc/jounce")
    monkeypatch.setattr(cache, "_private_folder", full)
    native, caught = here()
    assert not native
    assert len(caught) == 1
    assert "No space left on device" in caught[0]


LIMIT = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({bytes}, {bytes}))"


@pytest.mark.parametrize("room", [0, 300, 9000], ids=["nothing fits", "no source fits", "no library fits"])
def test_a_full_disk(room, folder):
    assert_plain(run_child(LIMIT.format(bytes=room)))
    assert list(folder.glob("*.so")) == []
    if room == 9000:
        assert_native(run_child())  # as soon as there is room


# Files that are not what they should be


def truncate(path):
    os.truncate(path, path.stat().st_size // 2)


def flip(path):
    content = bytearray(path.read_bytes())
    for at in range(0, len(content), 97):
        content[at] ^= 0x10
    path.write_bytes(content)


def flip_one_bit(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def swap_for_another(path):
    built = path.with_name("another")
    subprocess.run([GCC, "-shared", "-fPIC", "-x", "c", "-", "-o", built], input=b"int x;", check=True)
    built.chmod(0o700)
    built.replace(path)


DAMAGE = {
    "cut off": truncate,
    "empty": lambda path: os.truncate(path, 0),
    "damaged": flip,
    "one bit": flip_one_bit,
    "another library": swap_for_another,
    "writable by all": lambda path: path.chmod(0o666),
    "writable by the group": lambda path: path.chmod(0o760),
    "given away": lambda path: os.chown(path, 12345, -1),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_bad_files_are_rebuilt(how, folder):
    if how == "given away" and os.getuid() != 0:
        pytest.skip("only root can give files away")
    path = compiler.build(TINY, "tiny")
    DAMAGE[how](path)
    key = path.name.split("-")[0]
    assert cache.find(key) is None
    again = compiler.build(TINY, "tiny")
    assert cache.find(key) == again
    assert digest_is_right(again)
    assert modes(again) == 0o700
    assert again.stat().st_uid == os.getuid()
    assert list(kept(folder)) == [again]


@pytest.mark.parametrize("text", [b"", b"garbage", b"\xff" * 40, b"0" * 40, b"../" * 13 + b"x"], ids=str)
def test_bad_notes(text, folder):
    """A note that leads nowhere is as good as none."""
    assert here("native") == (True, [])
    notes = {path: path.read_bytes() for path in folder.glob("*.key")}
    assert len(notes) == 6
    for path in notes:
        path.write_bytes(text)
    assert here("native") == (True, [])
    assert {path: path.read_bytes() for path in folder.glob("*.key")} == notes


def test_notes_of_others(folder):
    """A note that somebody else may have written is not followed."""
    recipe = "what is slow to write down"
    path = compiler.build(TINY, "tiny", recipe=recipe)
    assert compiler.recall(recipe) == path
    (note,) = folder.glob("*.key")
    note.chmod(0o666)
    assert compiler.recall(recipe) is None
    assert compiler.build(TINY, "tiny", recipe=recipe) == path
    assert compiler.recall(recipe) == path


def test_good_files_are_not_rebuilt(folder):
    path = compiler.build(TINY, "tiny")
    before = path.stat()
    assert compiler.build(TINY, "tiny") == path
    assert path.stat().st_ino == before.st_ino


@pytest.mark.parametrize("how", ["cut off", "damaged", "writable by all"])
def test_a_new_process_among_bad_files(how, folder):
    assert_native(run_child())
    files = sorted(kept(folder))
    assert len(files) == 3
    for path in files:
        DAMAGE[how](path)
    assert_native(run_child())
    assert sorted(kept(folder)) == files
    assert all(digest_is_right(path) and modes(path) == 0o700 for path in files)


def test_a_folder_in_place_of_a_file(folder):
    path = compiler.build(TINY, "tiny")
    path.unlink()
    path.mkdir()
    native, caught = here()
    assert (native, caught) == (True, [])
    assert digest_is_right(compiler.build(TINY, "tiny"))


def test_a_loadable_name_with_garbage_behind_it(folder, tmp_path):
    """A file whose digest is right but that is no library: a compiler's doing, replaced when it is met."""
    robot = random_robot(1, n=2)
    Q = random_motion(robot, 1, 2, ())
    kernel = jn.compile(jn.rnea, robot)
    path = compiler.build(library.flat_source(kernel.program), kernel.library.label, kernel.program.length)
    (tmp_path / "garbage").write_bytes(b"garbage")
    path.unlink()
    bad = cache.keep(path.name.split("-")[0], tmp_path / "garbage")
    assert cache.find(path.name.split("-")[0]) == bad
    assert np.abs(kernel(*Q) - jn.rnea(robot, *Q)).max() < NATIVE * 100
    assert not bad.exists()
    assert path.exists()


# What is loaded is what was verified

ANSWER = "int answer(void) {{ return {0}; }}\n"


def answer(name):
    return library.ctypes.CDLL(name).answer()


@pytest.fixture(params=["descriptor", "copy"])
def way(request, monkeypatch):
    """With the system's names of open files, and without."""
    if request.param == "copy":
        monkeypatch.setattr(cache, "DESCRIPTORS", "/nonexistent/")
    return request.param


def test_swapped_after_the_check(way, folder, tmp_path):
    """The whole folder, between the look at the file and its loading."""
    path = compiler.build(ANSWER.format(1), "one")
    evil = compiler.build(ANSWER.format(666), "another")
    with cache.loadable(path) as name:
        folder.rename(tmp_path / "elsewhere")
        folder.mkdir()
        shutil.copy(tmp_path / "elsewhere" / evil.name, path)
        assert answer(name) == 1
    with pytest.raises(OSError, match="not what its name says"), cache.loadable(path):
        pass


def test_every_library_under_its_own_name(way, folder):
    """Numbers of descriptors come again; what was loaded under one before must not."""
    paths = [compiler.build(ANSWER.format(k), "a number") for k in range(5)]
    before = os.listdir("/proc/self/fd")
    names = []
    for k, path in enumerate(paths):
        with cache.loadable(path) as name:
            assert answer(name) == k
            names.append(name)
    assert len(set(names)) == len(names)
    assert len(os.listdir("/proc/self/fd")) == len(before)  # none stays open


def test_without_names_of_open_files(way, folder):
    assert here("native", robots=1) == (True, [])
    assert library.pool.__wrapped__() is not None
    assert library.driver.__wrapped__() is not None


@pytest.mark.parametrize("kind", ["file", "note"])
def test_links_are_not_followed(kind, folder, tmp_path):
    path = compiler.build(TINY, "tiny", recipe="tiny")
    target = path if kind == "file" else next(folder.glob("*.key"))
    target.rename(tmp_path / "elsewhere")
    target.symlink_to(tmp_path / "elsewhere")
    assert compiler.recall("tiny") is None
    assert compiler.build(TINY, "tiny", recipe="tiny") == path
    assert not target.is_symlink()
    assert compiler.recall("tiny") == path


@pytest.mark.parametrize("left", ["ln -s {file} kernel.so", "mkfifo kernel.so", "mkdir kernel.so"])
def test_a_compiler_that_leaves_no_file(left, folder, as_compiler, tmp_path):
    """A link's target keeps its rights; a pipe is not waited for."""
    file = tmp_path / "file"
    file.write_text("of somebody")
    file.chmod(0o644)
    as_compiler(left.format(file=file))
    with pytest.raises(CompilerError, match="kernel.so"):
        compiler.build(TINY, "tiny")
    assert modes(file) == 0o644
    assert kept(folder) == []


def test_too_many_open_files(folder, monkeypatch):
    """The file is good, and stays."""
    assert here("native", robots=1) == (True, [])
    files = sorted(kept(folder))
    monkeypatch.setattr(library, "loadable", lambda path: full())
    assert not here(robots=1)[0]
    assert sorted(kept(folder)) == files


# Other processes


def test_four_at_once(folder, as_compiler, tmp_path):
    """All start on an empty cache at the same time, with a compiler slow enough that they overlap."""
    as_compiler(f'echo run >> {tmp_path}/log; sleep 0.2; exec {GCC} "$@"')
    ready = "open({name!r}, 'w').close()\nwhile not os.path.exists({go!r}): time.sleep(0.002)"
    names = [str(tmp_path / f"ready{k}") for k in range(4)]
    processes = [start(ready.format(name=name, go=str(tmp_path / "go"))) for name in names]
    wait_for(lambda: all(map(os.path.exists, names)))
    (tmp_path / "go").touch()
    for process in processes:
        assert_native(report(process))
    files = list(kept(folder))
    assert len({path.name.split("-")[0] for path in files}) == len(files) == 3
    assert all(digest_is_right(path) for path in files)
    assert (tmp_path / "log").read_text().count("run") > 3, "they did not overlap"


def test_cleared_by_another_process(folder, monkeypatch):
    """Between finding a file and loading it."""
    found = []

    def build(*arguments, **more):
        path = compiler.build(*arguments, **more)
        found.append(path)
        if len(found) == 1:
            jn.export.clear_cache()
        return path

    monkeypatch.setattr(library, "build", build)
    assert here("native") == (True, [])
    assert found[0] == found[1]


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT], ids=lambda by: by.name)
def test_stopped_in_mid_compile(by, folder, as_compiler, tmp_path):
    slow, pid = tmp_path / "slow", tmp_path / "pid"
    as_compiler(f'if [ -e {slow} ]; then head -c 5000 {GCC} > kernel.so; echo $$ > {pid}; exec sleep 100; fi; exec {GCC} "$@"')
    slow.touch()
    process = start(stderr=subprocess.PIPE)
    sleeper = None
    try:
        wait_for(lambda: pid.exists() and pid.read_text().endswith("\n"))
        sleeper = int(pid.read_text())
        assert list(folder.glob("*.so")) == []  # what is half done has no name
        assert len(list(folder.glob("build-*"))) == 1
        process.send_signal(by)
        process.communicate(timeout=PATIENT)
        assert process.returncode != 0
        if by == signal.SIGINT:  # the compiler goes with us, and its folder
            wait_for(lambda: not alive(sleeper))
            assert list(kept(folder)) == []
    finally:
        process.kill()
        process.wait()
        if sleeper is not None and alive(sleeper):
            os.kill(sleeper, signal.SIGKILL)
    slow.unlink()
    assert_native(run_child())
    files = list(folder.glob("*.so"))
    assert len(files) == 3
    assert all(digest_is_right(path) for path in files)


# The note on the terminal


def stderr_on_a_terminal(before=""):
    """(the report, what a terminal showed)."""
    ours, theirs = pty.openpty()
    try:
        process = start(before, stderr=theirs)
        found = report(process)
        os.close(theirs)
        theirs = None
        shown = b""
        while True:
            try:
                chunk = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not chunk:
                break
            shown += chunk
        return found, shown.decode()
    finally:
        os.close(ours)
        if theirs is not None:
            os.close(theirs)


@pytest.fixture
def slow_once(as_compiler, tmp_path):
    as_compiler(f'if mkdir {tmp_path}/first 2>/dev/null; then sleep 1.2; fi; exec {GCC} "$@"')


def test_a_long_compilation_shows_on_a_terminal(folder, slow_once):
    patience = compiler.PATIENCE
    assert patience == 1.0
    found, shown = stderr_on_a_terminal()
    assert_native(found)
    begun, ended, rest = [line.rpartition("\r")[2] for line in shown.split("\r\n")]
    assert begun == "jounce: compiling rnea of 'pendulum' (once, then it is kept) ..."
    assert ended.startswith("jounce: compiled rnea of 'pendulum' in ")
    assert float(ended.split()[-2]) >= patience
    assert rest == ""
    assert stderr_on_a_terminal()[1] == ""  # from the cache


def test_a_long_compilation_is_silent_elsewhere(folder, slow_once):
    process = start(stderr=subprocess.PIPE)
    output, complaint = process.communicate(timeout=PATIENT)
    assert_native(json.loads(output))
    assert complaint == ""


def test_no_error_stream_at_all(folder, monkeypatch):
    monkeypatch.setattr(compiler, "PATIENCE", 0.0)
    monkeypatch.setattr(sys, "stderr", None)
    assert compiler.build(TINY, "tiny").exists()


# Threads and forks


@pytest.mark.parametrize("batch", [(), (50,)], ids=str)
def test_eight_threads_at_once(batch, folder):
    """The first call from all of them, then many more."""
    robot = random_robot(3, n=3)
    Q = random_motion(robot, 3, 2, batch)
    expected = jn.rnea(robot, *Q)
    kernel = jn.compile(jn.rnea, robot)
    barrier = threading.Barrier(8)
    own, shared, failures = [], [], []

    def work():
        try:
            barrier.wait()
            for _ in range(50):
                own.append(kernel(*Q))
                shared.append(jn.rnea(robot, *Q))
        except BaseException as failure:
            failures.append(failure)

    jn.set_backend("native")
    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENT)
    assert failures == []
    for found in (own, shared):
        assert len(found) == 400
        assert all((x == found[0]).all() for x in found)
        assert np.abs(found[0] - expected).max() <= NATIVE * np.abs(expected).max()
    assert len(list(kept(folder))) == 2  # the kernel's own code, and the code that robots of its structure share


def at_once(jobs):
    """What functions give, each called first in a thread of its own, all at one time; threads change as often as can be."""
    barrier, found, failures = threading.Barrier(len(jobs)), [None] * len(jobs), []

    def work(k):
        try:
            jn.set_backend("native")
            barrier.wait(PATIENT)
            found[k] = jobs[k]()
        except BaseException as failure:
            failures.append(failure)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work, args=(k,), daemon=True) for k in range(len(jobs))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENT)
        assert not any(thread.is_alive() for thread in threads), "a deadlock"
    finally:
        sys.setswitchinterval(interval)
    assert failures == []
    return found


def parts(answer):
    return answer if isinstance(answer, tuple) else (answer,)


def assert_native_numbers(found, expected):
    for x, y in zip(parts(found), parts(expected), strict=True):
        assert np.abs(x - y).max() <= 1e3 * NATIVE * np.abs(y).max()  # accelerations go through a factorisation


@pytest.fixture
def compilations(as_compiler, tmp_path, folder):
    """How often the compiler was called."""
    as_compiler(f'echo once >> {tmp_path}/log; exec {GCC} "$@"')
    return lambda: len((tmp_path / "log").read_text().splitlines())


@pytest.mark.parametrize("batch", [(), (9,)], ids=str)
def test_different_functions_of_one_robot_at_once(batch, compilations):
    """Each is compiled once, whoever comes first: two threads ask for each."""
    robot = random_robot(6, n=3).with_drives(stiffness=500.0, rotor_inertia=0.2)
    Q = random_motion(robot, 3, 4, batch)
    calls = [
        lambda: jn.rnea(robot, *Q[:3]),
        lambda: jn.mass_matrix(robot, Q[0]),
        lambda: jn.inverse_dynamics(robot, *Q),
        lambda: jn.elastic_forward_dynamics(robot, *Q),
    ]
    jn.set_backend("python")
    expected = [call() for call in calls]
    for _ in range(2):
        for found, right in zip(at_once(calls * 2), expected * 2):
            assert_native_numbers(found, right)
    assert compilations() == len(calls)


def test_different_robots_at_once(compilations):
    """Equal robots that are different objects share what is made, also where all of them ask first."""
    made = [[random_robot(seed, n=2) for seed in range(30, 34)] for _ in range(3)]
    Q = random_motion(made[0][0], 3, 2)
    jn.set_backend("python")
    expected = [jn.rnea(robot, *Q) for robot in made[0]]
    jobs = [lambda robot=robot: jn.rnea(robot, *Q) for row in made[:2] for robot in row]
    for found, right in zip(at_once(jobs), expected * 2):
        assert_native_numbers(found, right)
    jn.set_backend("native")
    for robot, right in zip(made[2], expected):
        assert_native_numbers(jn.rnea(robot, *Q), right)
    assert compilations() == 4


def test_one_shelf_for_equal_robots(monkeypatch):
    """Whatever number of threads asks for it first, and however long it takes to make: what stands on two is compiled twice."""

    class Slow(store.Shelf):
        def __init__(self, robot):
            time.sleep(0.01)
            super().__init__(robot)

    monkeypatch.setattr(store, "Shelf", Slow)
    for seed in range(40, 50):
        robots = [random_robot(seed, n=1) for _ in range(8)]
        found = at_once([lambda robot=robot: shelf(robot) for robot in robots])
        assert all(x is found[0] for x in found)


SLOW_FORK = """
import signal, threading
jn.set_backend("native")
thread = threading.Thread(target=lambda: jn.rnea(robot, *Q[:, 0]))
thread.start()
end = time.monotonic() + 30
while not os.path.exists(os.environ["RUNNING"]):
    assert time.monotonic() < end
    time.sleep(0.002)
child = os.fork()
if child == 0:
    signal.alarm(25)
    try:
        right = abs(jn.rnea(robot, *Q[:, 0]) - expected[0]).max() < 1e-13 and abs(jn.rnea(robot, *Q) - expected).max() < 1e-13
    except BaseException:
        right = False
    os._exit(0 if right and thread.is_alive() is False else 1)
state = os.waitpid(child, 0)[1]
assert state == 0, f"the fork ended with {state}"
assert thread.is_alive()  # the child did not wait for it
os.unlink(os.environ["RUNNING"])
thread.join()
jn.set_backend("auto")
"""


def test_a_fork_while_another_thread_compiles(folder, as_compiler, tmp_path, monkeypatch):
    """The lock it inherits is held by nobody there: it compiles for itself."""
    running = tmp_path / "running"
    monkeypatch.setenv("RUNNING", str(running))
    body = f'while [ -e {running} ]; do sleep 0.01; done; exec {GCC} "$@"'
    as_compiler(f'if mkdir {tmp_path}/first 2>/dev/null; then touch {running}; {body}; fi; exec {GCC} "$@"')
    assert_native(run_child(SLOW_FORK))


# Ctrl-C


INTERRUPTED_COMPILE = """
import signal, threading
def interrupt():
    end = time.monotonic() + 30
    while not os.path.exists(os.environ["RUNNING"]) and time.monotonic() < end:
        time.sleep(0.002)
    os.kill(os.getpid(), signal.SIGINT)
"""
WHILE_COMPILING = (
    INTERRUPTED_COMPILE
    + """
for arrays in (Q[:, 4], Q):
    for attempt in range(2):
        thread = threading.Thread(target=interrupt)
        thread.start()
        try:
            jn.rnea(robot, *arrays)
        except KeyboardInterrupt:
            pass
        else:
            sys.exit("not interrupted")
        thread.join()
        os.rmdir(os.environ["RUNNING"])
    os.mkdir(os.environ["WELL"])
    jn.rnea(robot, *arrays)
    os.rmdir(os.environ["WELL"])
"""
)
WHILE_WAITING = (
    INTERRUPTED_COMPILE
    + """
found = []
other = threading.Thread(target=lambda: found.append(jn.rnea(robot, *Q[:, 4])))
other.start()
interrupter = threading.Thread(target=interrupt)
interrupter.start()
try:
    while not os.path.exists(os.environ["RUNNING"]):
        time.sleep(0.001)
    jn.rnea(robot, *Q[:, 4])
except KeyboardInterrupt:
    pass
else:
    sys.exit("not interrupted")
os.mkdir(os.environ["WELL"])
other.join(30)
assert abs(found[0] - expected[4]).max() < 1e-13
"""
)


@pytest.mark.parametrize("when", ["compiling", "waiting for another thread that compiles"])
def test_interrupted_and_asked_again(when, folder, as_compiler, tmp_path, monkeypatch):
    """KeyboardInterrupt comes out of the call; the next one compiles and is right, in the same process."""
    running, well = tmp_path / "running", tmp_path / "well"
    monkeypatch.setenv("RUNNING", str(running))
    monkeypatch.setenv("WELL", str(well))
    library.driver()
    wait = f"mkdir {running}; while [ ! -e {well} ]; do sleep 0.01; done"
    as_compiler(f'case "$*" in *include*) exec {GCC} "$@";; esac; if [ ! -e {well} ]; then {wait}; fi; exec {GCC} "$@"')
    found = run_child(WHILE_COMPILING if when == "compiling" else WHILE_WAITING)
    assert_native(found)
    assert list(folder.glob("build-*")) == []


INTERRUPTED_BATCH = """
import signal, threading
import jounce.kernel.backends.native as native
jn.set_backend("native")
arm = jn.load("kuka_lwr")
kernel = jn.compile(jn.inverse_dynamics, arm, outputs=("tau_m",))
motion = np.random.default_rng(0).normal(size=(5, 7))
right = kernel(*(np.broadcast_to(row, (300, 7)) for row in motion))
large = [np.broadcast_to(row, (3_000_000, 7)) for row in motion]
original, made = native.allocated, []

def empty(shapes):
    made[:] = [np.full(shape, np.nan) for shape in shapes]
    return tuple(made)

def interrupt():
    while not made or np.isnan(made[0][0, 0]):
        time.sleep(0.0001)
    os.kill(os.getpid(), signal.SIGINT)

def unfinished(threads):
    made.clear()
    interrupter = threading.Thread(target=interrupt)
    interrupter.start()
    try:
        kernel(*large, threads=threads)
        interrupter.join()
        time.sleep(1.0)
    except KeyboardInterrupt:
        interrupter.join()
        return np.isnan(made[0][-1]).all()
    sys.exit("not interrupted")

native.allocated = empty
for threads in (1, 3):
    assert any(unfinished(threads) for attempt in range(10)), "computed to the end"
    filled = ~np.isnan(made[0]).any(axis=1)
    assert (made[0][filled] == right[0]).all()  # what is there is whole
native.allocated = original
assert (kernel(*(x[:1_000_000] for x in large), threads=3) == right[0]).all()
assert (kernel(*(x[:300] for x in large)) == right).all()
jn.set_backend("auto")
"""


def test_interrupted_in_a_large_batch(folder):
    """Ctrl-C comes when the first sample is done, and is raised long before the last one is; the next call is right.

    A machine so busy that nobody sends it in time has ten attempts.
    """
    assert_native(run_child(INTERRUPTED_BATCH))


@pytest.mark.parametrize("numbers", [1, 4000, 10**9], ids=["smallest pieces", "some pieces", "one piece"])
def test_pieces_of_a_batch(numbers, folder, monkeypatch):
    """All of it is computed, each sample as in one piece; and a number that is none is seen in whatever piece it stands."""
    robot = random_robot(3, n=3)
    Q = random_motion(robot, 3, 2, (5001,))
    jn.set_backend("native")
    expected = jn.rnea(robot, *Q)
    monkeypatch.setattr(library, "PIECE", numbers)
    monkeypatch.setattr(library, "SHARE", 100)
    for threads in (1, 2):
        assert (jn.rnea(robot, *Q, threads=threads) == expected).all()
        for k in (0, 511, 512, 4999, 5000):
            wrong = Q.copy()
            wrong[1, k, 2] = np.nan
            with pytest.raises(jn.errors.InputError, match=rf"qd is nan at index \({k}, 2\)"):
                jn.rnea(robot, *wrong, threads=threads)


FORK = """
Q = np.random.default_rng(0).normal(size=(3, 400_000, 1))
jn.set_backend("native")
jn.codegen.build.library.SHARE = 1000
before = len(os.listdir("/proc/self/task"))
mine = jn.rnea(robot, *Q, threads=3)
assert len(os.listdir("/proc/self/task")) == before + 2
child = os.fork()
if child == 0:
    os._exit(0 if (jn.rnea(robot, *Q, threads=2) == mine).all() else 1)
end = time.monotonic() + 20
state = (0, 0)
while state[0] == 0 and time.monotonic() < end:
    time.sleep(0.01)
    state = os.waitpid(child, os.WNOHANG)
if state[0] == 0:
    os.kill(child, 9)
    os.waitpid(child, 0)
    sys.exit("the fork hangs")
assert state[1] == 0, state
Q = np.random.default_rng(0).normal(size=(3, 9, 1))
"""


def test_threads_after_a_fork(folder):
    assert_native(run_child(FORK))


def test_many_callers_share_the_helpers(monkeypatch):
    """Batches with helpers from several threads at once, and after the helpers have gone to sleep: always the same numbers."""
    monkeypatch.setattr(library, "SHARE", 100)
    robot = random_robot(3, n=3)
    Q = random_motion(robot, 3, 2, (5000,))
    jn.set_backend("native")
    expected = jn.rnea(robot, *Q, threads=1)
    wrong = []

    def work(threads):
        for turn in range(200):
            if (jn.rnea(robot, *Q, threads=threads) != expected).any():
                wrong.append((threads, turn))
            if turn % 50 == 0:
                time.sleep(0.01)  # longer than they stay awake

    callers = [threading.Thread(target=work, args=(threads,)) for threads in (2, 3, 5, 2)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert wrong == []


POOL = """
#include <stdio.h>
#include <unistd.h>
void parallel(void *(*run)(void *), void **jobs, int count);
static long long next, sum;
static void *work(void *given)
{
    long long mine;
    (void)given;
    while ((mine = __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED)) < 1000) __atomic_fetch_add(&sum, mine, __ATOMIC_RELAXED);
    return 0;
}
int main(void)
{
    void *jobs[4] = {0};
    for (int turn = 0; turn < 2000; ++turn) {
        next = sum = 0;
        parallel(work, jobs, 1 + turn % 4);
        if (sum != 999 * 1000 / 2) return 1;
        if (turn % 500 == 0) usleep(3000);
    }
    return 0;
}
"""


@pytest.mark.parametrize("sanitizer", ["thread", "address,undefined"])
def test_the_pool_under_sanitizers(sanitizer, tmp_path):
    """No race, no access out of bounds: `next` and `sum` of a turn are written again only after all helpers are done."""
    main, source = tmp_path / "main.c", Path(library.__file__).with_name("pool.c")
    main.write_text(POOL)
    command = [GCC, "-std=gnu99", "-O1", "-g", "-Wall", "-Wextra", "-Werror", f"-fsanitize={sanitizer}", "-pthread"]
    subprocess.run([*command, str(main), str(source), "-o", str(tmp_path / "main")], check=True)
    done = subprocess.run([str(tmp_path / "main")], capture_output=True, text=True, check=False, timeout=60)
    if "unexpected memory mapping" in done.stderr:
        pytest.skip("the thread sanitizer of this compiler does not run on this kernel")
    assert done.returncode == 0, done.stderr


# Recipes: finding compiled code without writing it down again


def test_a_known_recipe_needs_no_tracing(folder, monkeypatch):
    robot = random_robot(1, n=2)
    Q = random_motion(robot, 1, 2, ())
    first = jn.compile(jn.rnea, robot)(*Q)
    again = jn.compile(jn.rnea, random_robot(1, n=2))
    monkeypatch.setattr(type(again), "_written_down", lambda self, most: pytest.fail("written down again"))
    assert (again(*Q) == first).all()
    other = jn.compile(jn.rnea, random_robot(2, n=2))
    with pytest.raises(pytest.fail.Exception, match="written down"):
        other(*Q)


@pytest.mark.parametrize("content", ["", "0" * 40, "../" * 10, "\x00", "f" * 39])
def test_a_bad_note_is_not_followed(folder, content):
    robot = random_robot(1, n=2)
    Q = random_motion(robot, 1, 2, ())
    first = jn.compile(jn.rnea, robot)(*Q)
    for note in folder.glob("*.key"):
        note.write_text(content)
    assert (jn.compile(jn.rnea, robot)(*Q) == first).all()


def test_a_note_that_others_can_write_is_not_followed(folder):
    path = compiler.build(TINY, "tiny", recipe="tiny")
    assert compiler.recall("tiny") == path
    assert compiler.recall("other") is None
    for note in folder.glob("*.key"):
        note.chmod(0o666)
    assert compiler.recall("tiny") is None


# When to compile


def compile_length(robot):
    return Kernel(Form(GRAVITY, shared=True), robot).program.length


def test_long_code_is_compiled_when_it_pays(folder, monkeypatch):
    """The first three samples plainly, then native code; another time that code is found at once; short code does not wait."""
    monkeypatch.setattr(native, "EAGER", compile_length(random_robot(6, n=12)))
    jn.set_backend("auto")
    robot = random_robot(4, n=13)
    q = random_motion(robot, 1, 0, (4,))[0]
    for k in range(3):
        jn.gravity_torque(robot, q[k])
        assert kept(folder) == []
    jn.gravity_torque(robot, q[3])
    assert len(kept(folder)) == 1
    assert not Kernel(Form(GRAVITY, shared=True), random_robot(5, n=13)).pays(())
    assert Kernel(Form(GRAVITY, shared=True), random_robot(4, n=13)).pays(())
    assert Kernel(Form(GRAVITY, shared=True), random_robot(6, n=12)).pays(())
    assert Kernel(Form(GRAVITY, shared=True), random_robot(5, n=13)).pays((4,))


def test_native_is_native_at_once(folder):
    jn.set_backend("native")
    jn.gravity_torque(random_robot(4, n=13), np.zeros(13))
    assert len(kept(folder)) == 1


def test_a_process_loads_so_many_kernels_and_no_more(folder, monkeypatch):
    """Beyond, plain Python and one warning that says what to do; nothing more is compiled."""
    monkeypatch.setattr(library, "MOST_LOADED", library.LOADED["kernels"] + 1)
    robots, Q = [random_robot(k, n=2) for k in (1, 2, 3)], random_motion(random_robot(1, n=2), 1, 2)
    jn.set_backend("auto")
    with pytest.warns(RuntimeWarning, match="as many as a system has room for.*parameters=") as caught:
        found = [jn.rnea(robot, *Q) for robot in robots]
    assert len(caught) == 1
    jn.set_backend("python")
    for robot, torque in zip(robots, found):
        assert np.abs(torque - jn.rnea(robot, *Q)).max() <= NATIVE * np.abs(torque).max()
    assert len(kept(folder)) == 1


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives folders to other groups")
@pytest.mark.parametrize(("group", "safe"), [("own", True), ("other", False)])
def test_a_folder_above_that_a_group_can_write(group, safe, tmp_path):
    """The private group of a user (its number is the user's own) is that user; any other group is others."""
    above = tmp_path / "above"
    (above / "cache").mkdir(parents=True, mode=0o700)
    os.chown(above, os.getuid(), os.getuid() if group == "own" else 4321)
    above.chmod(0o775)
    assert cache._safe(above / "cache") == safe


@pytest.mark.parametrize("n", [35, 41])
def test_a_workspace_is_where_vectors_may_be(n):
    """Loops of long robots whose workspaces have odd sizes: a compiler that takes them for aligned has to be right."""
    names = [f"link{k}" for k in range(n)]
    joints = [jn.Joint(name, "revolute", above, name) for above, name in zip(["base", *names], names)]
    links = [jn.Link("base"), *(jn.Link(name, 1.0, (0.5, 0.0, 0.0)) for name in names)]
    robot = jn.Robot.build("long", links, joints, gravity=(1.0, 2.0, 3.0))
    motion = np.random.default_rng(n).normal(size=(3, n))
    with jn.backend("native"):
        found = jn.rnea(robot, *motion)
    with jn.backend("python"):
        assert_close(found, jn.rnea(robot, *motion), CHAIN)
