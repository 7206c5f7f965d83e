"""A compiler that runs away is stopped, with all that it started; what remains is plain Python and one warning."""

import os
import shutil
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from jounce.codegen.build import cache, compiler, library
from jounce.errors import CompilerError
from support.random_robots import random_motion, random_robot

GCC = shutil.which("gcc") or shutil.which("cc") or "cc"
TINY = "int answer(void) { return 42; }\n"
PATIENT = 30.0
"""Seconds after which something hangs."""
SOON = 10.0
"""Seconds that are enough for a compiler with a limit of half a second, on a busy computer."""


@pytest.fixture
def as_compiler(tmp_path, monkeypatch):
    """Make a script the compiler, on an empty cache."""
    library.driver()  # once a process, from the common cache

    def install(body, shell="/bin/sh"):
        path = tmp_path / "wrapper"
        path.write_text(f"#!{shell}\n{body}\n")
        path.chmod(0o755)
        monkeypatch.setenv("JOUNCE_CACHE", str(tmp_path / "cache"))
        monkeypatch.setenv("CC", str(path))

    return install


def alive(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().split(")")[1].split()[0] != "Z"
    except OSError:
        return False


def wait_for(condition):
    end = time.monotonic() + PATIENT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def number_in(path):
    """A process wrote its number there."""
    wait_for(lambda: path.exists() and path.read_text().endswith("\n"))
    return int(path.read_text())


def test_limits_of_time(as_compiler, tmp_path, monkeypatch):
    """One that sleeps for ever, in a child of its own."""
    as_compiler(f"sleep 1000 & echo $! > {tmp_path}/child; wait")
    monkeypatch.setenv("JOUNCE_COMPILER_SECONDS", "0.5")
    start = time.monotonic()
    with pytest.raises(CompilerError, match=r"wrapper was stopped on tiny, after 0\.\d s. JOUNCE_COMPILER_SECONDS"):
        compiler.build(TINY, "tiny")
    assert time.monotonic() - start < SOON
    wait_for(lambda: not alive(number_in(tmp_path / "child")))
    assert list((tmp_path / "cache").iterdir()) == []


def test_limits_of_memory(as_compiler, monkeypatch):
    """One that takes what it can get, in a child of its own."""
    eat = "heap = []\nwhile True: heap.append(bytearray(10_000_000))"
    as_compiler(f"{sys.executable} -c '{eat}'")
    monkeypatch.setenv("JOUNCE_COMPILER_MEMORY", "0.5")
    with pytest.raises(
        CompilerError, match=r"wrapper failed on tiny: out of memory after .* s, with 0.5 GiB. JOUNCE_COMPILER_MEMORY"
    ):
        compiler.build(TINY, "tiny")


def test_a_real_compiler_without_memory(as_compiler, monkeypatch):
    as_compiler(f'exec {GCC} "$@"')
    monkeypatch.setenv("JOUNCE_COMPILER_MEMORY", "0.02")
    with pytest.raises(CompilerError, match="failed on tiny"):
        compiler.build(TINY, "tiny")


def test_every_child_inherits_the_limit(as_compiler, tmp_path):
    as_compiler(f'(sh -c "ulimit -v; ulimit -t") > {tmp_path}/limits; exec {GCC} "$@"')
    compiler.build(TINY, "tiny")
    assert (tmp_path / "limits").read_text().split() == [str(int(compiler.MEMORY * 2**20)), str(int(compiler.SECONDS) + 1)]


def test_no_limits(as_compiler, tmp_path, monkeypatch):
    as_compiler(f'(ulimit -v; ulimit -t) > {tmp_path}/limits; exec {GCC} "$@"')
    monkeypatch.setenv("JOUNCE_COMPILER_SECONDS", "inf")
    monkeypatch.setenv("JOUNCE_COMPILER_MEMORY", "inf")
    compiler.build(TINY, "tiny")
    assert (tmp_path / "limits").read_text().split() == ["unlimited", "unlimited"]


@pytest.mark.parametrize("name", ["JOUNCE_COMPILER_SECONDS", "JOUNCE_COMPILER_MEMORY"])
@pytest.mark.parametrize("value", ["much", "0", "-1", "nan"])
def test_limits_that_are_none(name, value, as_compiler, monkeypatch):
    as_compiler(f'exec {GCC} "$@"')
    monkeypatch.setenv(name, value)
    with pytest.raises(CompilerError, match=f"{name} is '{value}'; expected .*above zero"):
        compiler.build(TINY, "tiny")


def test_a_child_that_stays_is_not_waited_for(as_compiler, tmp_path):
    """It holds the compiler's stdout and stderr, as a server of a compiler cache does."""
    as_compiler(f'sleep 1000 & echo $! > {tmp_path}/child; exec {GCC} "$@"')
    start = time.monotonic()
    try:
        assert compiler.build(TINY, "tiny").exists()
        assert time.monotonic() - start < SOON
    finally:
        os.kill(number_in(tmp_path / "child"), signal.SIGKILL)


def test_what_a_compiler_says_is_not_cut_off(as_compiler):
    """More than a pipe holds."""
    as_compiler("head -c 300000 /dev/zero | tr '\\0' 'x'; echo; exit 1")
    with pytest.raises(CompilerError, match="x{1000}"):
        compiler.build(TINY, "tiny")


def test_plain_python_takes_over(as_compiler, monkeypatch):
    """One warning, that says what was stopped; the numbers are right."""
    as_compiler("sleep 1000")
    monkeypatch.setenv("JOUNCE_COMPILER_SECONDS", "0.3")
    robot = random_robot(1, n=2)
    Q = random_motion(robot, 1, 2, (5,))
    expected = jn.rnea(robot, *Q)
    jn.set_backend("auto")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = jn.rnea(random_robot(1, n=2), *Q)
    assert (found == expected).all()
    assert len(caught) == 1
    assert "plain Python" in str(caught[0].message)
    assert "wrapper was stopped on rnea of 'random1'" in str(caught[0].message)


INTERRUPTED = """
from jounce.codegen.build import compiler
try:
    compiler.build("int x;", "tiny")
except KeyboardInterrupt:
    print("interrupted")
"""


def test_an_interrupt_takes_the_children_along(as_compiler, tmp_path):
    """The compiler runs in a session of its own, where no Ctrl-C arrives: we end it, and what it has started."""
    as_compiler(f"sleep 1000 & echo $! > {tmp_path}/child; wait")
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True)
    try:
        child = number_in(tmp_path / "child")
        assert os.getsid(child) != os.getsid(0)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=PATIENT)[0] == "interrupted\n"
        wait_for(lambda: not alive(child))
        assert list((tmp_path / "cache").iterdir()) == []
    finally:
        process.kill()
        process.wait()


def test_without_a_shell(as_compiler, monkeypatch):
    as_compiler(f'exec {GCC} "$@"')
    monkeypatch.setattr(compiler, "SHELL", Path("/nonexistent"))
    assert compiler.build(TINY, "tiny").exists()
    assert cache.cache_info().files == 1
    assert np.isinf(cache.limit("JOUNCE_NOTHING", np.inf))


def test_refused_flags_are_replaced(as_compiler, tmp_path, monkeypatch):
    """As clang refuses them for AArch64: -mcpu=native is tried, and what was refused once is not asked for again."""
    monkeypatch.delenv("JOUNCE_MARCH", raising=False)
    as_compiler(
        f"""echo "$@" >> {tmp_path}/log
case "$*" in *vect-cost-model*) echo "clang: error: unknown argument: '-fvect-cost-model=dynamic'" >&2; exit 1;; esac
case "$*" in *-march=native*) echo "clang: error: unsupported argument 'native' to option '-march='" >&2; exit 1;; esac
exec {GCC} "$@\""""
    )
    compiler.build(TINY, "tiny")
    compiler.build(TINY + "\n", "tiny again")
    commands = (tmp_path / "log").read_text().splitlines()
    assert len(commands) == 4
    assert ["-mcpu=native" in command for command in commands] == [False, False, True, True]
    assert ["-march=native" in command for command in commands] == [True, True, False, False]


def test_a_compiler_without_native_flags_compiles_for_any_processor(as_compiler, tmp_path, monkeypatch):
    monkeypatch.delenv("JOUNCE_MARCH", raising=False)
    as_compiler(
        f"""echo "$@" >> {tmp_path}/log
case "$*" in *=native*) echo "error: invalid arch name 'native', string must begin with rv32 or rv64" >&2; exit 1;; esac
exec {GCC} "$@\""""
    )
    compiler.build(TINY, "tiny")
    assert "native" not in (tmp_path / "log").read_text().splitlines()[-1]


def test_an_instruction_set_that_was_named_is_not_replaced(as_compiler, monkeypatch):
    monkeypatch.setenv("JOUNCE_MARCH", "no-such-set")
    as_compiler(f'exec {GCC} "$@"')
    with pytest.raises(CompilerError, match="no-such-set"):
        compiler.build(TINY, "tiny")


def test_a_faulty_text_is_compiled_once(as_compiler, tmp_path):
    as_compiler(f'echo "$@" >> {tmp_path}/log; exec {GCC} "$@"')
    with pytest.raises(CompilerError, match="tiny"):
        compiler.build("int native = ;\n", "tiny")
    assert len((tmp_path / "log").read_text().splitlines()) == 1


@pytest.mark.skipif(not shutil.which("clang"), reason="no clang")
def test_clang_compiles_kernels(monkeypatch, tmp_path):
    monkeypatch.setenv("JOUNCE_CACHE", str(tmp_path))
    monkeypatch.setenv("CC", "clang")
    assert compiler.build(TINY, "tiny").exists()
