"""Flexible arms in time: plans by the public `feedforward`, steps and ticks inside C; each against its bar.

    python benchmarks/realtime.py [--only WORD] [--ticks | --compile]

Times are processor time of this process, the least of 30 runs with code compiled before. A tick is timed inside a C
program, over the reference sequence that `Live.write_c` writes, and includes the torque. Its mean is the least of 40 runs; each
tick is timed by itself as well, as the least of 40 runs of the same tick, and the longest of these is the worst case: what the
algorithm takes at most, without what else the machine does. Beside it is what 99.9 % of all ticks of all runs stay below, which
has that in it. --compile: processor time of the compiler for the first plan, in an empty cache, unit by unit; the flexible
kernels are solvers, and derivatives of the motion.
"""

import argparse
import os
import resource
import subprocess
import tempfile
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import jounce as jn
from jounce.codegen.build import compiler as building
from jounce.codegen.build.compiler import BASE, compiler
from jounce.flexible.dae import Dae
from jounce.papers.moberg_cases import _outputs, diagonal, line

ROUNDS = 30
COMPILED = 3.0
"""Bar of the compiler's time for the flexible kernels of a plan [s]."""
TURNS = 40
"""Runs of the reference sequence inside C."""
TIMER = """
#include <stdlib.h>
#include <time.h>
static double took(struct timespec a, struct timespec b)
{
    return 1e6 * (double)(b.tv_sec - a.tv_sec) + 1e-3 * (double)(b.tv_nsec - a.tv_nsec);
}
static int order(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static double each[TURNS * TICKS];
int main(void)
{
    double mean = 1e9, worst = 0.0, tau[MOTORS];
    struct timespec a, b;
    for (int turn = 0; turn < TURNS; ++turn) {
        if (!arm_begin(&state)) return 1;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
        for (int i = 0; i < TICKS; ++i) arm_step(&state, rows[i], tau);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
        mean = took(a, b) / TICKS < mean ? took(a, b) / TICKS : mean;
    }
    for (int turn = 0; turn < TURNS; ++turn) {
        if (!arm_begin(&state)) return 1;
        for (int i = 0; i < TICKS; ++i) {
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
            arm_step(&state, rows[i], tau);
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
            each[turn * TICKS + i] = took(a, b);
        }
    }
    for (int i = 0; i < TICKS; ++i) {
        double least = 1e9;
        for (int turn = 0; turn < TURNS; ++turn) least = each[turn * TICKS + i] < least ? each[turn * TICKS + i] : least;
        worst = least > worst ? least : worst;
    }
    qsort(each, TURNS * TICKS, sizeof *each, order);
    printf("%.6f %.6f %.6f\\n", mean, worst, each[TURNS * TICKS - 1 - TURNS * TICKS / 1000]);
    return 0;
}
"""


def founded(name: str, pose: list[float], stages: int) -> tuple[jn.Robot, np.ndarray]:
    """An arm of the library, rigid between its motors, on heavy bodies that springs hold in six directions each; and a posture.

    All its zeros are stable, as the foundation is heavier than what moves on it: ticks go forward in time.
    """
    arm = jn.load(name)
    arm = arm.locked({joint.name: 0.0 for joint in arm.joints if joint.spring is not None})
    links, joints, below = [jn.Link("ground")], [], "ground"
    for stage in range(stages):
        for axis, letter in enumerate("xyz"):
            along = tuple(float(axis == i) for i in range(3))
            for kind in ("prismatic", "revolute"):
                last = letter == "z" and kind == "revolute"
                body = f"stage{stage}" if last else f"stage{stage}_{kind}_{letter}"
                links.append(jn.Link(body, 2000.0, inertia=(1000.0, 1000.0, 1000.0, 0.0, 0.0, 0.0)) if last else jn.Link(body))
                spring = jn.Spring(2e7, damping=6e3)
                joints.append(
                    jn.Joint(f"{body}_{kind}_{letter}_spring", kind, below, body, jn.robot.Placement(), along, spring=spring)
                )
                below = body
    robot = jn.Robot.build(f"{name}_founded", links, joints, gravity=tuple(arm.gravity)).attach(arm, below, jn.robot.Placement())
    robot = robot.with_tool(arm.tool.link, xyz=tuple(arm.tool.placement.origin), outputs=arm.tool.outputs)
    return robot, np.concatenate([np.zeros(6 * stages), pose])


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


def ticked(robot: jn.Robot, q: np.ndarray, preview: float | None) -> tuple[list[float], float]:
    """A tick inside C: mean, worst case, and what 99.9 % stay below [us]; and the preview [s]."""
    live = jn.live(robot, rate=1000.0, preview=preview)
    live.begin(q)
    with tempfile.TemporaryDirectory() as folder:
        live.write_c(folder, "arm")
        test = (Path(folder) / "test_arm.c").read_text().replace("int main(void)", "int check(void)")
        ticks = test.split("rows[")[1].split("]")[0]
        sizes = f"#define MOTORS {robot.m}\n#define TICKS {ticks}\n#define TURNS {TURNS}\n"
        (Path(folder) / "timed.c").write_text(f"{sizes}{test}{TIMER}")
        flags = [flag for flag in BASE if flag not in ("-shared", "-fPIC")]
        loops = "-O3" if robot.n < 20 else "-O2"
        subprocess.run([*compiler(), loops, *flags, "arm.c", "timed.c", "-o", "timed", "-lm"], cwd=folder, check=True)
        said = subprocess.run(["./timed"], cwd=folder, check=True, capture_output=True, text=True).stdout
    return [float(x) for x in said.split()], float(live.preview or 0.0)


def compiled(robot: jn.Robot, path: jn.trajectory.Path, t: np.ndarray, guess: np.ndarray | None) -> None:
    """Lines about the first plan in an empty cache: what the compiler takes for each unit [s]."""
    build, took = building._compile, dict[str, float]()

    def timed(command: list[str], source: str, key: str, label: str) -> Any:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = build(command, source, key, label)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        took[label] = took.get(label, 0.0) + spent
        return found

    with tempfile.TemporaryDirectory() as folder:
        os.environ["JOUNCE_CACHE"], building._compile = folder, timed
        jn.feedforward(robot, path, t, guess=guess)
        building._compile = build
    for label, spent in took.items():
        print(f"    {label}: {spent:.2f} s", flush=True)
    own = sum(spent for label, spent in took.items() if label.startswith("flexible_arm"))
    verdict = "holds" if own < COMPILED else "missed"
    print(f"    flexible kernels {own:.2f} s (bar {COMPILED:g}, {verdict}), all units {sum(took.values()):.2f} s", flush=True)


def tell(times: list[float], preview: float, bar: float) -> None:
    """A line about ticks."""
    mean, worst, most = times
    ahead = f"{1e3 * preview:.0f} ms of preview" if preview else "no preview"
    verdict = "holds" if mean < bar else "missed"
    print(
        f"    a tick {mean:.2f} us (bar {bar:g}, {verdict}), worst case {worst:.2f}, 99.9 % below {most:.2f}; {ahead}", flush=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--ticks", action="store_true", help="leave out the plans")
    parser.add_argument("--compile", action="store_true", help="time the compiler instead")
    options = parser.parse_args()
    for name, (robot, path, t, guess, plan_bar, tick_bar) in moves().items():
        if options.only not in name:
            continue
        if options.compile:
            print(f"{name}: the first plan", flush=True)
            compiled(robot, path, t, guess)
            continue
        if options.ticks:
            dae = Dae(robot)
            start = dae.at_rest(dae.outputs.target(path, np.array([path.start_time]), 0).at(0), guess)
            print(f"{name}:", flush=True)
        else:
            spent, plan = planned(robot, path, t, guess)
            start = plan.motion.q[0]
            verdict = "holds" if spent < plan_bar else "missed"
            print(f"{name}: plan {spent:.1f} ms (bar {plan_bar:g}, {verdict}), method {plan.method}", flush=True)
        tell(*ticked(robot, start, 0.1 if "25 mm" in name else None), tick_bar)
    for name, pose, stages, bar in (
        ("flexible_3axis", [0.3, 0.1, 0.5], 1, 10.0),
        ("flexible_6axis", [0.3, 0.4, 0.4, 0.3, 0.6, 0.2], 3, 50.0),
    ):
        robot, q = founded(name, pose, stages)
        title = f"{robot.name}, {robot.n + len(pose)} DOF"
        if options.only in title and not options.compile:
            print(f"{title}, all zeros stable:", flush=True)
            tell(*ticked(robot, q, None), bar)


if __name__ == "__main__":
    main()
