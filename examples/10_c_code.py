"""Inverse dynamics of an elastic arm as C for a controller: written, compiled, called through ctypes, and compared."""

import argparse
import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np

import jounce as jn


def main(out: Path) -> None:
    robot = jn.load("kuka_lwr")
    kernel = jn.compile(jn.inverse_dynamics, robot)
    files = kernel.write_c(out, name="lwr_inverse")
    print(f"{kernel.operations} operations, {', '.join(file.name for file in files)}")

    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if compiler is None:
        print("no C compiler here: nothing to compare")
        return
    library = out.resolve() / "lwr_inverse.so"
    flags = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", str(library), str(out / "lwr_inverse.c"), "-lm"], check=True)

    inverse = ctypes.CDLL(str(library)).lwr_inverse
    array = np.ctypeslib.ndpointer(dtype=np.float64, flags="C_CONTIGUOUS")
    inverse.argtypes, inverse.restype = [array] * 5, None
    n, worst = robot.n, 0.0
    tau_m, tau_j, theta, delta = np.empty(n), np.empty((3, n)), np.empty((3, n)), np.empty(n)
    for motion in np.random.default_rng(0).normal(size=(1000, 5, n)):
        inverse(motion, tau_m, tau_j, theta, delta)
        expected = jn.inverse_dynamics(robot, *motion)
        worst = max(worst, np.abs(tau_m - expected.tau_m).max() / np.abs(expected.tau_m).max())
    print(f"1000 motions: motor torque of C and of Python agree to {worst:.0e} of the largest")
    assert worst < 1e-12


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/c"))
    main(parser.parse_args().out)
