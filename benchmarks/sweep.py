"""A sweep of a million parameter samples of elastic torque along a motion, beside the kernel alone on as many threads.

    python benchmarks/sweep.py [--samples 1000000]

Robot: kuka_lwr; each sample has its own stiffness, and 100 instants of motion. The function keeps the largest torque of each
motor. The kernel alone: `jounce.compile` of the same function on the same numbers, in parts of 2,000; nothing is done with what
comes out. Wall-clock time, the least of two runs; both use all processors.
"""

import argparse
import time

import numpy as np

import jounce as jn

PART = 2_000
ROBOT = jn.load("kuka_lwr")
PATH = jn.trajectory.rest_to_rest(np.zeros(7), np.full(7, 0.8), 1.0, degree=9)
Q = PATH(np.linspace(0.0, 1.0, 100), 4)


def peaks(robot, part):
    """Largest torque of each motor along the motion."""
    tau_m = jn.inverse_dynamics(robot, *Q, parameters={"stiffness": part["stiffness"][:, None]}, outputs=("tau_m",))
    return np.maximum(tau_m.max(axis=1), -tau_m.min(axis=1))


def least(run):
    """Seconds of wall-clock time, the least of two runs."""
    times = []
    for _ in range(2):
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=1_000_000)
    count = parser.parse_args().samples
    stiffness = ROBOT.parameter_values("stiffness") * np.random.default_rng(0).uniform(0.9, 1.1, size=(count, 7))
    kernel = jn.compile(jn.inverse_dynamics, ROBOT, parameters=("stiffness",), outputs=("tau_m",))

    def alone():
        for begin in range(0, count, PART):
            kernel(*Q, parameters={"stiffness": stiffness[begin : begin + PART, None]})

    kernel(*Q, parameters={"stiffness": stiffness[:PART, None]})
    bare = least(alone)
    instants = count * len(Q[0])
    print(f"kernel alone: {bare:.2f} s for {count} robots, {instants} instants, {1e9 * bare / instants:.1f} ns each")
    swept = least(lambda: jn.sweep(peaks, ROBOT, {"stiffness": stiffness}))
    print(f"sweep: {swept:.2f} s, {swept / bare:.2f} times as long (bar 1.5: {'holds' if swept <= 1.5 * bare else 'missed'})")


if __name__ == "__main__":
    main()
