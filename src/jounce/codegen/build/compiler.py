"""The system's C compiler: lookup, flags, and runs within limits of time and memory; no process outlives the caller."""

import hashlib
import math
import os
import platform
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path

from jounce.codegen.build import cache
from jounce.codegen.build.cache import limit
from jounce.errors import CompilerError
from jounce.terminal import cleared, on_terminal

BASE = (
    "-std=gnu99",
    "-fPIC",
    "-shared",
    "-ffp-contract=fast",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fno-tree-slp-vectorize",
    "-fvect-cost-model=dynamic",
    "-pthread",
)
"""Compiler flags: strict IEEE arithmetic, except that a*b + c may be rounded once instead of twice. Vectorisation of
straight-line code (SLP) is off: it takes a fifth of the compile time, and its code is slower (partial derivatives of the LWR:
0.51 us instead of 0.45). Loops are vectorised wherever that pays, which -O2 alone does not do (derivatives of forward dynamics
of 24 joints: 13 us instead of 83)."""
FALLBACKS = {"-march=native": ("-mcpu=native",), "-mcpu=native": (), "-fvect-cost-model=dynamic": ()}
"""{flag that a compiler may refuse: replacements}: clang for AArch64 and RISC-V needs -mcpu=native, others support neither, and
clang has no cost model. An instruction set that JOUNCE_MARCH names is not replaced."""
REPLACED: dict[tuple[str, ...], dict[str, tuple[str, ...]]] = {}
"""{compiler command: {refused flag: its replacements}}, refusals seen so far by this process."""
LONG = 60_000
"""Number of instructions beyond which code is compiled at -O1 instead of -O2."""
MARCH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
"""Instruction sets as compilers name them: x86-64-v3, armv8-a+simd."""


@lru_cache(maxsize=8)
def _find(command: str | None, path: str | None) -> tuple[str, ...]:
    for candidate in [command] if command else ["cc", "gcc", "clang"]:
        try:
            words = shlex.split(candidate)
        except ValueError:  # an open quotation mark
            continue
        program = shutil.which(words[0], path=path) if words else None
        if program:
            return (os.path.abspath(program), *words[1:])
    raise CompilerError(
        f"CC is {command!r}, which is not a program" if command else "no C compiler was found (cc, gcc or clang; or set CC)"
    )


def compiler() -> tuple[str, ...]:
    """Return the compiler command: CC from the environment, else cc, gcc or clang."""
    return _find(os.environ.get("CC"), os.environ.get("PATH"))


def options() -> tuple[str, ...]:
    """Return the flags of every compilation, for the instruction set in JOUNCE_MARCH, else for that of this processor."""
    march = os.environ.get("JOUNCE_MARCH") or "native"
    if not MARCH.fullmatch(march):
        raise CompilerError(f"JOUNCE_MARCH is {march!r}; expected an instruction set that the compiler knows, such as x86-64-v3")
    return (f"-march={march}", *BASE)


@lru_cache(maxsize=1)
def processor() -> str:
    """Return text that identifies the kind of processor: code compiled with -march=native may not run on another kind."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    kinds = {line for line in lines if line.split("\t")[0] in ("model name", "flags", "Features", "CPU part")}
    return platform.machine() + platform.processor() + "".join(sorted(kinds))


def recall(recipe: str) -> Path | None:
    """Return the library built from this recipe by the same compiler for the same processor; None if there is none."""
    try:
        return cache.recall(_key(compiler(), options(), recipe))
    except OSError:
        return None


def build(source: str, label: str, instructions: int = 0, flags: tuple[str, ...] = (), recipe: str | None = None) -> Path:
    """Compile C text to a shared library, or take it from the cache; raise `CompilerError` without a compiler or on failure.

    label: name of the code in messages; instructions: length of the code, see `LONG`; flags: further compiler flags. recipe:
    description of everything the text depends on, by which `recall` finds the library without generating the text.
    """
    command = compiler()
    common = options()
    whole = ("-O1" if instructions > LONG else "-O2", *common, *flags)
    try:
        key = _key(command, whole, source)
        path = cache.find(key) or _compile(command, whole, source, key, label)
        if recipe is not None:
            cache.note(_key(command, common, recipe), key)
        return path
    except OSError as error:
        raise CompilerError(f"{label} could not be compiled: {error}") from None


def _compile(command: tuple[str, ...], flags: tuple[str, ...], source: str, key: str, label: str) -> Path:
    """Compile C text in a new build folder and move the library into the cache; return its path."""
    folder = cache.build_folder()
    try:
        (folder / "kernel.c").write_text(source)
        _run_with_fallbacks(command, flags, folder, label)
        return cache.keep(key, folder / "kernel.so")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run_with_fallbacks(command: tuple[str, ...], flags: tuple[str, ...], folder: Path, label: str) -> None:
    """Compile kernel.c in a folder; replace flags that the compiler refuses as `FALLBACKS` states."""
    replaced = dict(REPLACED.get(command, {}))
    while True:
        for flag, others in replaced.items():
            flags = tuple(x for option in flags for x in (others if option == flag else (option,)))
        try:
            run([*command, *flags, "kernel.c", "-o", "kernel.so", "-lm"], folder, label)
        except CompilerError as error:
            refused = _refused(flags, str(error))
            if refused is None:
                raise
            replaced[refused] = FALLBACKS[refused]
        else:
            REPLACED[command] = replaced
            return


def _refused(flags: Sequence[str], reason: str) -> str | None:
    """Return the flag that the compiler's message `reason` refuses, if `FALLBACKS` lists the flag; else None."""
    for flag in flags:
        name, _, value = flag.removeprefix("-").partition("=")
        if flag in FALLBACKS and value in reason and (name in reason or f"'{value}'" in reason):
            return flag
    return None


def _key(command: tuple[str, ...], flags: tuple[str, ...], source: str) -> str:
    """Return the key of a compiled file: a hash of source (or its recipe), compiler, flags and processor."""
    program = Path(command[0]).resolve()
    stamp = program.stat()
    identity = (*command, str(program), str(stamp.st_mtime_ns), str(stamp.st_size), *flags, processor(), source)
    return hashlib.sha256("\0".join(identity).encode()).hexdigest()[:40]


SECONDS = 120.0
"""Default time limit of a compilation [s]; JOUNCE_COMPILER_SECONDS overrides it. Forward dynamics of 30 joints take 2.3 s; one
kernel took gcc beyond 295 s and 3.3 GB before it was killed."""
MEMORY = 4.0
"""Default limit of the address space of each compiler process [GiB]; JOUNCE_COMPILER_MEMORY overrides it."""
PATIENCE = 1.0
"""Time [s] after which a running compilation is reported on a terminal."""
TICK = 0.002
"""Polling interval [s] of the compiler. `Popen.wait` polls every 50 ms, half the compile time of a small kernel."""
SHELL = Path("/bin/sh")
LIMITED = 'ulimit -v "$0" 2>/dev/null; ulimit -t "$1" 2>/dev/null; shift; exec "$@"'
"""Shell command that limits memory ($0 [KiB]) and processor time ($1 [s]) and becomes the compiler, whose children inherit the
limits. In Python, preexec_fn may hang where threads run, and resource.prlimit comes when the first children have started. The
limit of processor time ends a compiler whose parent was killed. Where the system has no such limits (macOS), none is set."""
OUT_OF_MEMORY = re.compile(
    r"out of memory|memory exhausted|(cannot|failed to) allocate memory|bad_alloc|MemoryError", re.IGNORECASE
)
"""Phrases in messages of compilers that ran out of memory."""
HEARD = 2**20
"""Most bytes read of a compiler's messages: the reason of a failure is in the first lines."""
NOT_RUN = (126, 127)
"""Exit codes by which a shell reports that it cannot run a program."""


def run(command: list[str], folder: Path, label: str, program: str = "") -> None:
    """Run the compiler in a folder; raise `CompilerError` if it fails or exceeds a limit; report long runs on the terminal.

    label: name of the code in messages; program: name of the compiler in messages ('': its file name).

    The compiler's messages go to a file: a pipe would stay open as long as any child process of the compiler.
    """
    seconds, memory = limit("JOUNCE_COMPILER_SECONDS", SECONDS), limit("JOUNCE_COMPILER_MEMORY", MEMORY)
    said = folder / "compiler.log"
    program, start = program or Path(command[0]).name, time.perf_counter()
    process = None
    try:
        with said.open("wb") as output, _uninterrupted():
            process = subprocess.Popen(
                _limited(command, seconds, memory),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        _wait(process, program, label, seconds)
    finally:
        if process is not None:
            _end(process)
    if process.returncode == 0:
        return
    with said.open("rb") as file:
        text = file.read(HEARD).decode(errors="replace").strip()
    lines = [line for line in text.splitlines() if "In function" not in line]
    reason = lines[0] if lines else f"exit code {process.returncode}"
    if process.returncode in NOT_RUN:
        raise CompilerError(f"{label} could not be compiled: {reason}")
    if OUT_OF_MEMORY.search(text):
        took = time.perf_counter() - start
        reason = f"out of memory after {took:.1f} s, with {memory:g} GiB. JOUNCE_COMPILER_MEMORY grants it more."
    raise CompilerError(f"{program} failed on {label}: {reason}")


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Defer Ctrl-C while a process is started, until its id is known and it can be killed."""
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    caught: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        signal.raise_signal(signal.SIGINT)


def _limited(command: list[str], seconds: float, memory: float) -> list[str]:
    if not SHELL.exists():  # Windows
        return command
    kilobytes = str(math.ceil(memory * 2**20)) if math.isfinite(memory) else "unlimited"
    processor = str(math.ceil(seconds) + 1) if math.isfinite(seconds) else "unlimited"
    return [str(SHELL), "-c", LIMITED, kilobytes, processor, *command]


def _wait(process: subprocess.Popen[bytes], program: str, label: str, seconds: float) -> None:
    """Wait until the compiler has ended; raise `CompilerError` after `seconds`. program, label: compiler and code in messages."""
    start, noted = time.perf_counter(), False
    try:
        while process.poll() is None:
            time.sleep(TICK)
            took = time.perf_counter() - start
            if took > seconds:
                raise CompilerError(
                    f"{program} was stopped on {label}, after {took:.1f} s. JOUNCE_COMPILER_SECONDS grants it more time."
                )
            if took > PATIENCE and not noted and on_terminal():
                noted = True
                _note(f"compiling {label} (once, then it is kept) ...")
    finally:
        if noted:
            _note(f"compiled {label} in {time.perf_counter() - start:.1f} s")


def _note(what: str) -> None:
    """Write a line to the terminal in one call, since other threads may write too."""
    print(f"{cleared()}jounce: {what}\n", end="", file=sys.stderr, flush=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a running compiler with its children, before it is waited for: until then its process id is not reused."""
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()
