"""Measurements for reports on papers: computing times, operation counts, growth exponents, residuals, and the machine."""

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
"""Number of calls before timing starts; by the fourth call native code is compiled, for robots of any size."""
ROUNDS = 15
"""Number of timed rounds, of which the fastest counts."""
ROUND = 0.01
"""Approximate duration of a round [s]."""
EPSILON = float(np.finfo(float).eps)
ROUNDING = 1e-12
"""Bound on rounding errors of an identity, relative to its largest term."""


def native() -> bool:
    """Return True if public functions run native code: a C compiler is found and the Python backend is not selected."""
    return bool(_compiler()) and jn.get_backend() != "python"


def seconds(call: Callable[..., Any], *arguments: Any, **more: Any) -> float:
    """Return the duration of one call [s]: the mean over the calls of the fastest of several rounds."""
    for _ in range(WARM):
        call(*arguments, **more)
    count, best = 1, np.inf
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(count):
            call(*arguments, **more)
        duration = (time.perf_counter() - start) / count
        best = min(best, duration)
        count = max(1, int(ROUND / best))
    return best


def execution() -> str:
    """Return how functions are executed, native code or plain Python, as text for rows with times."""
    return "native code" if native() else "plain Python, as no C compiler is there"


def too_slow() -> str:
    """Return the presumed reason, as text, why a measured time exceeds the published one: a busy machine, or no C compiler."""
    return "A busy machine." if native() else "There was no C compiler, so that plain Python was timed."


def operations(call: Callable[..., Any], robot: jn.Robot, order: int = 0) -> int:
    """Return the number of scalar operations of a public function for one robot, after common-subexpression elimination."""
    return jn.compile(call, robot, order=order).operations


def exponent(n: Sequence[float], cost: Sequence[float]) -> float:
    """Return the exponent p of cost = c n^p by least squares of logarithms."""
    return float(np.polyfit(np.log(n), np.log(cost), 1)[0])


def residual(value: Any, expected: Any, size: Any = None) -> float:
    """Return the largest difference between `value` and `expected`, relative to the largest entry of `expected` or, if stated,
    of `size`."""
    return float(np.abs(np.subtract(value, expected)).max() / np.abs(expected if size is None else size).max())


@lru_cache(maxsize=1)
def machine() -> str:
    """Return processor, number of cores, versions of the software and the C compiler as text."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, jounce {jn.__version__}"
    processor = f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores"
    return f"{processor}; {platform.system()}; {versions}; {_compiler_version()}"


def _compiler() -> list[str]:
    """Return the command of the C compiler: the environment variable CC, otherwise cc, gcc or clang; empty if none is found."""
    chosen = os.environ.get("CC")
    for command in [shlex.split(chosen)] if chosen else [["cc"], ["gcc"], ["clang"]]:
        if command and shutil.which(command[0]):
            return command
    return []


def _compiler_version() -> str:
    """Return the first line that the C compiler prints about its version, or that there is no C compiler."""
    command = _compiler()
    if not command:
        return "no C compiler"
    lines = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout.splitlines()
    return lines[0] if lines else command[0]
