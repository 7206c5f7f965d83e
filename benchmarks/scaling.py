"""Cost against the number of joints: `inverse_dynamics` of elastic joints, one sample, from 5 to 200; writes a figure and JSON.

    python benchmarks/scaling.py [--figure docs/images/scaling.png] [--out out/scaling.json]

Two chains: one of the LWR's links over and over (right angles), one with random axes, offsets and inertia. Each as straight-line
code and as a loop over links; the line that `jounce` takes by itself is drawn through.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import jounce as jn
from jounce.kernel.backends import native

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.random_robots import random_robot, right_angled_arm

JOINTS = (5, 10, 20, 30, 40, 60, 100, 150, 200)
LONGEST_STRAIGHT = 60  # beyond, the compiler takes long
TURNS = 8


def generic(n: int) -> jn.Robot:
    """No zero anywhere."""
    return elastic(random_robot(1, n=n, chain=True, kinds=("revolute",)))


def right_angled(n: int) -> jn.Robot:
    """The LWR's links over and over."""
    return elastic(right_angled_arm(n))


def elastic(robot: jn.Robot) -> jn.Robot:
    """The same robot with elastic joints, all of them different."""
    k = np.arange(robot.n)
    return robot.with_drives(stiffness=1000.0 + k, rotor_inertia=1e-4 * (1.0 + 0.01 * k), gear_ratio=100.0)


def prepare(robot: jn.Robot, looped: bool) -> tuple[dict, Callable[[], float]]:
    """A row with the seconds to the first result, and a function that gives ns a joint, the best of many calls."""
    native.LARGEST_STRAIGHT = 0 if looped else 10**9
    Q = [*0.1 * np.random.default_rng(0).normal(size=(5, robot.n))]
    kernel = jn.compile(jn.inverse_dynamics, robot)
    start = time.perf_counter()
    kernel(*Q)
    first = time.perf_counter() - start
    call = kernel.quick or kernel

    def measure() -> float:
        best = np.inf
        for _ in range(100):
            start = time.perf_counter()
            for _ in range(5):
                call(*Q)
            best = min(best, (time.perf_counter() - start) / 5)
        return 1e9 * best / robot.n

    return {"joints": robot.n, "looped": looped, "first_call_s": first, "ns_a_joint": np.inf}, measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--figure", type=Path, default=Path("out/scaling.png"))
    parser.add_argument("--out", type=Path, default=Path("out/scaling.json"))
    options = parser.parse_args()
    taken = native.LARGEST_STRAIGHT
    jn.set_backend("native")
    jn.export.clear_cache()
    cases = []
    for make in (right_angled, generic):
        for n in JOINTS:
            for looped in (False, True):
                if looped or n <= LONGEST_STRAIGHT:
                    row, measure = prepare(make(n), looped)
                    cases.append(({"robot": make.__name__, **row}, measure))
    for _ in range(TURNS):  # a busy moment of the machine does not hit the same case every time
        for row, measure in cases:
            row["ns_a_joint"] = min(row["ns_a_joint"], measure())
    rows = [row for row, _ in cases]
    for row in rows:
        print(row)

    figure, axes = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
    for colour, name in zip(("#0072b2", "#d55e00"), ("right_angled", "generic")):
        for looped, style in ((False, "--"), (True, ":")):
            some = [r for r in rows if r["robot"] == name and r["looped"] == looped]
            label = f"{name.replace('_', '-')}, {'loop' if looped else 'straight-line'}"
            for ax, key in zip(axes, ("ns_a_joint", "first_call_s")):
                ax.plot([r["joints"] for r in some], [r[key] for r in some], style, color=colour, marker=".", label=label)
        own = [r for r in rows if r["robot"] == name and r["looped"] == (r["joints"] > taken)]
        axes[0].plot([r["joints"] for r in own], [r["ns_a_joint"] for r in own], color=colour, alpha=0.35, linewidth=5)
        at = {r["joints"]: r["ns_a_joint"] for r in own}
        print(f"{name}: {at[200] / at[20]:.2f} times the cost a joint at 200 joints against 20")
    axes[0].set(xlabel="joints", ylabel="ns a joint", ylim=(0, None), title="elastic inverse dynamics, one sample")
    axes[1].set(xlabel="joints", ylabel="s", yscale="log", title="first call: writing down and compiling")
    axes[0].legend(fontsize="small")
    for ax in axes:
        ax.grid(alpha=0.3)
    for file in (options.figure, options.out):
        file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(options.figure, dpi=150)
    options.out.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
