"""The system's C compiler: found, described, and asked for a library."""

import hashlib
import os
import platform
import re
import shlex
import shutil
from functools import lru_cache
from pathlib import Path

from jounce.codegen.build import cache
from jounce.codegen.build.run import run
from jounce.errors import CompilerError

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
"""IEEE arithmetic to the last operation, except that a*b + c may be rounded once instead of twice. Neighbouring scalars are not
made vectors of: that takes the compiler a fifth of its time, and what it makes is slower (partial derivatives of the LWR: 0.51 us
instead of 0.45). Of loops vectors are made wherever that pays, which -O2 alone does not do (derivatives of forward dynamics of 24
joints: 13 us instead of 83)."""
LONG = 60_000
"""Instructions beyond which code is compiled at -O1."""
MARCH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
"""Instruction sets as compilers name them: x86-64-v3, armv8-a+simd."""


@lru_cache(maxsize=8)
def _find(wanted: str | None, path: str | None) -> tuple[str, ...]:
    for candidate in [wanted] if wanted else ["cc", "gcc", "clang"]:
        try:
            words = shlex.split(candidate)
        except ValueError:  # an open quotation mark
            continue
        program = shutil.which(words[0], path=path) if words else None
        if program:
            return (os.path.abspath(program), *words[1:])
    raise CompilerError(
        f"CC is {wanted!r}, which is not a program" if wanted else "no C compiler was found (cc, gcc or clang; or set CC)"
    )


def compiler() -> tuple[str, ...]:
    """The command: CC from the environment, else cc, gcc or clang."""
    return _find(os.environ.get("CC"), os.environ.get("PATH"))


def options() -> tuple[str, ...]:
    """Return the flags of every compilation, for the instruction set that JOUNCE_MARCH names, else for this processor's own."""
    march = os.environ.get("JOUNCE_MARCH") or "native"
    if not MARCH.fullmatch(march):
        raise CompilerError(f"JOUNCE_MARCH is {march!r}; expected an instruction set that the compiler knows, such as x86-64-v3")
    return (f"-march={march}", *BASE)


@lru_cache(maxsize=1)
def processor() -> str:
    """What tells two kinds of processor apart: -march=native code of one may not run on the other."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    kinds = {line for line in lines if line.split("\t")[0] in ("model name", "flags", "Features", "CPU part")}
    return platform.machine() + platform.processor() + "".join(sorted(kinds))


def recall(recipe: str) -> Path | None:
    """The library that this recipe was built to before, by the same compiler for the same processor."""
    try:
        return cache.recall(_key(compiler(), options(), recipe))
    except OSError:
        return None


def build(source: str, label: str, instructions: int = 0, flags: tuple[str, ...] = (), recipe: str | None = None) -> Path:
    """A shared library of C text, from the cache or from the compiler. Raises `CompilerError` where there is none or it fails.

    recipe: says all that the text depends on; `recall` then finds the library without the text being written again.
    """
    command = compiler()
    common = options()
    whole = ("-O1" if instructions > LONG else "-O2", *common, *flags)
    try:
        key = _key(command, whole, source)
        path = cache.find(key) or _compile([*command, *whole], source, key, label)
        if recipe is not None:
            cache.note(_key(command, common, recipe), key)
        return path
    except OSError as error:
        raise CompilerError(f"{label} could not be compiled: {error}") from None


def _compile(command: list[str], source: str, key: str, label: str) -> Path:
    """Compile in a folder of its own, then give the result its name."""
    folder = cache.build_folder()
    try:
        (folder / "kernel.c").write_text(source)
        run([*command, "kernel.c", "-o", "kernel.so", "-lm"], folder, label)
        return cache.keep(key, folder / "kernel.so")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _key(command: tuple[str, ...], flags: tuple[str, ...], source: str) -> str:
    """What a file should be: source (or the recipe for it), compiler, flags and processor."""
    program = Path(command[0]).resolve()
    stamp = program.stat()
    identity = (*command, str(program), str(stamp.st_mtime_ns), str(stamp.st_size), *flags, processor(), source)
    return hashlib.sha256("\0".join(identity).encode()).hexdigest()[:40]
