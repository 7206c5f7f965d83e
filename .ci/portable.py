"""Run tests as other processors would: with fewer instructions, in random order, from other random numbers.

    python .ci/portable.py                       # a random tenth of the tests for each instruction set
    python .ci/portable.py --turn 7 --sets avx2  # one of them; the same turn chooses the same tests in the same order
    python .ci/portable.py --whole               # all tests for each

NumPy, SciPy's and NumPy's OpenBLAS, and our own kernels are told to leave out what the named processors lack, so results
differ by rounding as they do there. The processor itself stays: what only another kind can show is not tested.
"""

import argparse
import os
import platform
import subprocess
import sys
import time

SETS = {"native": (), "avx2": ("Haswell", "x86-64-v3", 4, ""), "avx": ("Sandybridge", "x86-64-v2", 3, "-AVX2,-FMA")}
"""Name: OpenBLAS's kernels, instructions of our own kernels, first level of x86-64 that NumPy leaves out, what glibc does."""
if platform.machine() not in ("x86_64", "AMD64"):
    SETS = {"native": ()}


def numpy_without(level: int) -> str:
    """Return the features that NumPy may not use: all that it dispatches on here, of this level of x86-64 and above."""
    from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

    def needs(name: str) -> int:
        return 4 if name == "X86_V4" or name.startswith("AVX512") else 3

    return " ".join(name for name in __cpu_dispatch__ if __cpu_features__[name] and needs(name) >= level)


def environment(name: str) -> dict[str, str]:
    """Return the environment in which NumPy, OpenBLAS and our kernels keep to an instruction set."""
    if not SETS[name]:
        return dict(os.environ)
    core, march, level, glibc = SETS[name]
    told = {"OPENBLAS_CORETYPE": core, "JOUNCE_MARCH": march, "NPY_DISABLE_CPU_FEATURES": numpy_without(level)}
    return os.environ | told | ({"GLIBC_TUNABLES": f"glibc.cpu.hwcaps={glibc}"} if glibc else {})


def main() -> int:
    """Run them all; the exit status is that of the worst."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turn", type=int, help="which tenth and which order (default: by the clock)")
    parser.add_argument("--sets", nargs="+", choices=list(SETS), default=list(SETS), help="instruction sets")
    parser.add_argument("--whole", action="store_true", help="all tests, in their usual order and with their usual numbers")
    parser.add_argument("pytest", nargs="*", help="further arguments of pytest, after --")
    options = parser.parse_args()
    turn = options.turn if options.turn is not None else int(time.time())
    worst = 0
    for k, name in enumerate(options.sets):
        how = [] if options.whole else ["--tenth", str(turn + k), "--shuffle", str(turn), "--seeds", str(1 + turn)]
        command = [sys.executable, "-m", "pytest", "-n", "auto", "-m", "not slow", *how, *options.pytest]
        print(f"== {name}: {' '.join(command[1:])}", flush=True)
        worst = max(worst, subprocess.run(command, env=environment(name)).returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
