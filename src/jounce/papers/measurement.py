"""Times, growth and residuals, and the machine they were taken on."""

import os
import platform
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import jounce as jn

Array = NDArray[Any]
WARM = 5
"""Calls before the clock starts: by the fourth, native code is there for robots of any size."""
ROUNDS = 15
ROUND = 0.01
"""Seconds of a round, about."""
EPSILON = float(np.finfo(float).eps)
ROUNDING = 1e-12
"""What rounding may leave of an identity, relative to its largest term."""


def native() -> bool:
    """Whether public functions run compiled code."""
    return bool(_compiler()) and jn.get_backend() != "python"


def seconds(call: Callable[..., Any], *arguments: Any, **more: Any) -> float:
    """Of one call, the best of several rounds."""
    for _ in range(WARM):
        call(*arguments, **more)
    count, best = 1, np.inf
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(count):
            call(*arguments, **more)
        spent = (time.perf_counter() - start) / count
        best = min(best, spent)
        count = max(1, int(ROUND / best))
    return best


def way() -> str:
    """How times were taken, for a row."""
    return "native code" if native() else "plain Python, as no C compiler is there"


def too_slow() -> str:
    """Why a row of times does not hold."""
    return "A busy machine." if native() else "There was no C compiler, so that plain Python was timed."


def operations(call: Callable[..., Any], robot: jn.Robot, order: int = 0) -> int:
    """Scalar operations of a function for one robot, after elimination."""
    return jn.compile(call, robot, order=order).operations


def exponent(n: Sequence[float], cost: Sequence[float]) -> float:
    """p of cost = c n^p, by least squares of logarithms."""
    return float(np.polyfit(np.log(n), np.log(cost), 1)[0])


def residual(found: Any, expected: Any, size: Any = None) -> float:
    """Largest difference, relative to the largest entry of what is expected, or of `size`."""
    return float(np.abs(np.subtract(found, expected)).max() / np.abs(expected if size is None else size).max())


@lru_cache(maxsize=1)
def machine() -> str:
    """Processor, cores, versions and compiler."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, jounce {jn.__version__}"
    processor = f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores"
    return f"{processor}; {platform.system()}; {versions}; {_compiler_version()}"


def _compiler() -> list[str]:
    """The command that native code is compiled with: CC from the environment, else cc, gcc or clang; empty if there is none."""
    wanted = os.environ.get("CC")
    for words in [shlex.split(wanted)] if wanted else [["cc"], ["gcc"], ["clang"]]:
        if words and shutil.which(words[0]):
            return words
    return []


def _compiler_version() -> str:
    command = _compiler()
    if not command:
        return "no C compiler"
    said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout.splitlines()
    return said[0] if said else command[0]
