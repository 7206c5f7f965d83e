"""A control loop in C: controller, momentum observer and plant from exported kernels at 1 kHz, and their share of real time."""

import argparse
import shutil
import subprocess
from pathlib import Path

import numpy as np

import jounce as jn

RATE, DURATION, GAIN = 1000.0, 2.0, 50.0
PUSHED = 1.0
"""When a constant force begins to push the tool [s]."""


def main(out: Path) -> None:
    robot = jn.load("kuka_lwr").with_payload(1.0, (0.0, 0.0, 0.1), (0.01, 0.01, 0.01, 0.0, 0.0, 0.0))
    law = jn.control.FeedbackLinearization(robot, poles=[-100.0] * 4)
    observer = jn.control.MomentumObserver(robot, GAIN, measured=("q", "theta"), rate=RATE)
    kernels = {
        "controller": law.compile(),
        "observer": observer.compile(),
        "plant": jn.compile(jn.elastic_forward_dynamics, robot, wrench=["tool"]),
    }
    jn.export.write_c(out, kernels, overwrite=True)

    path = jn.trajectory.rest_to_rest(np.zeros(7), [1.0, -0.5, 0.8, 1.2, 0.3, -0.7, 0.5], DURATION, degree=9)
    ticks = np.arange(round(DURATION * RATE)) / RATE
    plan = jn.feedforward(robot, path, ticks)
    theta = plan.theta[0, 0]
    size = kernels["observer"].inputs[1].size
    wanted = np.ascontiguousarray(np.swapaxes(plan.q[:5], 0, 1))  # (ticks, 5, 7)
    begin = [observer.begin(plan.q[0, 0], theta), plan.q[0, 0], theta]
    np.concatenate([wanted.ravel(), law.gains.ravel(), robot.parameter_values("stiffness"), *begin]).tofile(out / "loop.bin")
    constants = f"-DTICKS={len(ticks)} -DSTATE={size} -DRATE={RATE} -DGAIN={GAIN} -DPUSHED={PUSHED}".split()

    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if compiler is None:
        print("no C compiler here: nothing to run")
        return
    sources = [str(out / f"{name}.c") for name in kernels] + [str(Path(__file__).with_name("loop_in_c") / "loop.c")]
    program = out.resolve() / "loop"
    flags = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{out}", *constants]
    subprocess.run([compiler, *flags, "-o", str(program), *sources, "-lm"], check=True)
    print(subprocess.run([program, "loop.bin", "ends.bin"], cwd=out, check=True, capture_output=True, text=True).stdout, end="")

    q, external = np.fromfile(out / "ends.bin").reshape(2, 7)
    pushed = jn.jacobian(robot, q, link="tool").T @ [0.0, 0.0, 0.0, 10.0, 0.0, 0.0]
    print(f"external torque: {np.round(external, 2)} Nm observed, {np.round(pushed, 2)} Nm acting")
    assert np.abs(external - pushed).max() < 0.02 * np.abs(pushed).max()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/loop"))
    main(parser.parse_args().out)
