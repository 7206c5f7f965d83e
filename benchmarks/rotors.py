"""Operations of `inverse_dynamics` with carried rotors against the number of joints, 2 to 12; writes a figure.

    python benchmarks/rotors.py [--figure docs/images/rotors.png]

Two chains: random axes (q to derivative 2(n + 1)), and the LWR's links over and over (right angles).
"""

import argparse
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import jounce as jn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.random_robots import random_robot, right_angled_arm

JOINTS = np.arange(2, 13)


def generic(n: int) -> jn.Robot:
    return random_robot(1, n=n, chain=True, kinds=("revolute",))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--figure", type=Path, default=Path("out/rotors.png"))
    options = parser.parse_args()
    figure, ax = plt.subplots(figsize=(5.5, 3.6), layout="constrained")
    for make, colour in ((generic, "#d55e00"), (right_angled_arm, "#0072b2")):
        counts = []
        for n in JOINTS:
            robot = make(n).with_drives(stiffness=1000.0, rotor_inertia=1e-4, gear_ratio=100.0, coupling="full")
            counts.append(jn.compile(jn.inverse_dynamics, robot).operations)
            print(f"{make.__name__}: {n} joints, q to derivative {robot.motion_order}, {counts[-1]} operations")
        slope = np.polyfit(np.log(JOINTS[3:]), np.log(counts[3:]), 1)[0]
        print(f"{make.__name__}: grows as n^{slope:.2f}")
        ax.loglog(JOINTS, counts, "o-", color=colour, label=f"{make.__name__.replace('_', ' ')}: n^{slope:.2f}")
        ax.loglog(JOINTS, counts[-1] * (JOINTS / 12.0) ** 3, ":", color=colour)
    ax.set(xlabel="joints", ylabel="operations", title="inverse dynamics with carried rotors; dotted: n^3")
    ax.set_xticks(JOINTS, JOINTS)
    ax.minorticks_off()
    ax.grid(alpha=0.3)
    ax.legend()
    options.figure.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(options.figure, dpi=150)


if __name__ == "__main__":
    main()
