"""Time of a plan of arms that bend where no motor acts, over the number of instants and over degrees of freedom; writes a figure.

    python benchmarks/flexible.py [--figure docs/images/flexible.png]

Left: the 5-DOF arm of Moberg and Hanssen (Table 3) round a polygon with rounded corners, 1 to 10 times, in steps of 1 ms.
Right: a move of 0.5 s of arms with 5, 12 and 30 degrees of freedom by collocation. Code is compiled; the better of two runs.
"""

import argparse
from pathlib import Path
from time import perf_counter

import matplotlib.pyplot as plt
import numpy as np

import jounce as jn
from jounce.papers.moberg_cases import large_arms

CORNERS = [[1.2, -1.2], [1.8, -1.2], [1.8, -1.8], [1.3, -1.9], [1.2, -1.2]]
LAPS = (1, 2, 5, 10)
METHODS = {"collocation": "#0072b2", "least-squares": "#d55e00", "constrained": "#009e73"}


def timed(*arguments: object, **more: object) -> tuple[float, jn.Plan]:
    best = np.inf
    for _ in range(2):
        start = perf_counter()
        plan = jn.feedforward(*arguments, **more)
        best = min(best, perf_counter() - start)
    return best, plan


def over_instants(ax: plt.Axes) -> None:
    robot = jn.load("moberg_5dof_nmp")
    for method, colour in METHODS.items():
        instants, spent, steps = [], [], set()
        for laps in LAPS:
            points = CORNERS[:1] + CORNERS[1:] * laps
            path = jn.trajectory.polyline(points, 2.0 * laps, 0.06, start_time=0.2)
            t = np.arange(0.0, 2.0 * laps + 0.4, 1e-3)
            seconds, plan = timed(robot, path, t, method=method)
            instants.append(len(t))
            spent.append(seconds)
            steps.add(round(plan.status.step, 9))
            print(f"{method}: {len(t)} instants, {seconds:.2f} s, {plan.status.iterations} iterations")
        slope = np.polyfit(np.log(instants), np.log(spent), 1)[0]
        how = f"N^{slope:.2f}" if len(steps) == 1 else "shorter steps where needed"
        print(f"{method}: {how}")
        ax.loglog(instants, spent, "o-", color=colour, label=f"{method}: {how}")
    ax.set(xlabel="instants N", ylabel="time of a plan [s]", title="5 degrees of freedom", ylim=(0.03, 100.0))
    ax.set_xticks(instants, instants)
    ax.set_yticks([0.1, 1.0, 10.0, 100.0], ["0.1", "1", "10", "100"])
    ax.minorticks_off()
    ax.legend()


def over_freedoms(ax: plt.Axes) -> None:
    arms = large_arms()
    for name, freedoms, seconds, error in arms:
        print(f"{name}: {freedoms} degrees of freedom, {seconds:.2f} s, tool error in simulation {error:.1e} m or rad")
        ax.annotate(f"{name}\n{seconds:.2g} s", (freedoms, seconds), textcoords="offset points", xytext=(6, -10), fontsize=7)
    freedoms = [arm[1] for arm in arms]
    ax.loglog(freedoms, [arm[2] for arm in arms], "o-", color="#0072b2")
    ax.set(
        xlabel="degrees of freedom", ylabel="time of a plan [s]", title="0.5 s in steps of 1 ms", xlim=(4, 90), ylim=(0.003, 1.0)
    )
    ax.set_xticks(freedoms, freedoms)
    ax.set_yticks([0.01, 0.1, 1.0], ["0.01", "0.1", "1"])
    ax.minorticks_off()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--figure", type=Path, default=Path("out/flexible.png"))
    options = parser.parse_args()
    figure, axes = plt.subplots(1, 2, figsize=(8.5, 3.6), layout="constrained")
    over_instants(axes[0])
    over_freedoms(axes[1])
    for ax in axes:
        ax.grid(alpha=0.3)
    options.figure.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(options.figure, dpi=150)


if __name__ == "__main__":
    main()
