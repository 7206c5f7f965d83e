"""Flexible arms in time: plans by the public `feedforward`, steps and ticks inside C; each against its bar.

    python benchmarks/realtime.py [--only WORD]

Times are processor time of this process, the least of several runs with code compiled before. A tick is timed inside a C program,
over the reference sequence that `Live.write_c` writes, and includes the torque.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path
from time import process_time

import numpy as np

import jounce as jn
from jounce.codegen.build.compiler import BASE, compiler
from jounce.papers.moberg_cases import _outputs, diagonal, line

ROUNDS = 5
TIMER = """
#include <time.h>
double spent(void)
{
    double least = 1e9, tau[MOTORS];
    for (int turn = 0; turn < 40; ++turn) {
        struct timespec a, b;
        if (!arm_begin(&state)) return -1.0;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
        for (int i = 0; i < TICKS; ++i) arm_step(&state, rows[i], tau);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
        const double took = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
        least = took < least ? took : least;
    }
    return 1e6 * least / TICKS;
}
"""


def moves() -> dict[str, tuple[jn.Robot, jn.trajectory.Path, np.ndarray, np.ndarray | None, float, float]]:
    """Robot, path, times, posture, bar of the plan [ms], bar of a tick [us]."""
    found = {
        "2.2 m line, 5 DOF": (jn.load("moberg_5dof"), line(), np.arange(0.0, 0.4, 1e-3), None, 5.0, 2.0),
        "25 mm move, 5 DOF": (jn.load("moberg_5dof_nmp"), diagonal(), np.arange(0.0, 0.3, 1e-3), None, 10.0, 50.0),
    }
    for name, pose, move, plan, tick in (
        ("flexible_3axis", [0.3, 0.1, 0.5], [-0.1, 0.25, 0.1], 50.0, 100.0),
        ("flexible_6axis", [0.3, 0.4, 0.4, 0.3, 0.6, 0.2], [-0.1, 0.25, 0.1, 0.1, -0.1, 0.15], 400.0, 600.0),
    ):
        robot = jn.load(name)
        driven = [i for i, joint in enumerate(robot.joints) if joint.spring is None]
        q = np.zeros(robot.n)
        q[driven] = pose
        begin = _outputs(robot, q)
        path = jn.trajectory.line(begin, begin + np.array(move), 0.5, start_time=0.1)
        found[f"{name}, {robot.n + len(driven)} DOF"] = (robot, path, np.arange(0.0, 0.7, 1e-3), q, plan, tick)
    return found


def planned(robot: jn.Robot, path: jn.trajectory.Path, t: np.ndarray, guess: np.ndarray | None) -> tuple[float, jn.Plan]:
    """Least time [ms], and the plan."""
    best, plan = np.inf, jn.feedforward(robot, path, t, guess=guess)
    for _ in range(ROUNDS):
        start = process_time()
        plan = jn.feedforward(robot, path, t, guess=guess)
        best = min(best, process_time() - start)
    return 1e3 * best, plan


def ticked(robot: jn.Robot, plan: jn.Plan, preview: float | None) -> tuple[float, float]:
    """Least time of a tick inside C [us], and the preview [s]."""
    live = jn.live(robot, rate=1000.0, preview=preview)
    live.begin(plan.motion.q[0])
    with tempfile.TemporaryDirectory() as folder:
        live.write_c(folder, "arm")
        test = (Path(folder) / "test_arm.c").read_text().replace("int main(void)", "int check(void)")
        ticks = test.split("rows[")[1].split("]")[0]
        ends = 'int main(void) { printf("%.6f\\n", spent()); return 0; }\n'
        text = f"#define MOTORS {robot.m}\n#define TICKS {ticks}\n{test}{TIMER}{ends}"
        (Path(folder) / "timed.c").write_text(text)
        flags = [flag for flag in BASE if flag not in ("-shared", "-fPIC")]
        loops = "-O3" if robot.n < 20 else "-O2"
        subprocess.run([*compiler(), loops, *flags, "arm.c", "timed.c", "-o", "timed", "-lm"], cwd=folder, check=True)
        said = subprocess.run(["./timed"], cwd=folder, check=True, capture_output=True, text=True).stdout
    return float(said.split()[-1]), float(live.preview or 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    for name, (robot, path, t, guess, plan_bar, tick_bar) in moves().items():
        if options.only not in name:
            continue
        spent, plan = planned(robot, path, t, guess)
        tick, preview = ticked(robot, plan, 0.1 if "25 mm" in name else None)
        one, two = ("holds" if x < bar else "missed" for x, bar in ((spent, plan_bar), (tick, tick_bar)))
        print(f"{name}: plan {spent:.1f} ms (bar {plan_bar:g}, {one}), method {plan.method}", flush=True)
        print(f"    a tick {tick:.2f} us (bar {tick_bar:g}, {two}), {1e3 * preview:.0f} ms of preview", flush=True)


if __name__ == "__main__":
    main()
