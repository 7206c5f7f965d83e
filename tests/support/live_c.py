"""Exported C of live arms, run tick by tick on what Python writes."""

import subprocess

import numpy as np

DRIVER = """
#include <stdio.h>
#include <string.h>
#include "arm_live.h"
static arm_live_state state;
int main(void)
{
    double taken[TAKES], out[2 + TORQUES];
    if (!arm_live_begin(&state)) return 1;
    while (fread(taken, sizeof(double), TAKES, stdin) == TAKES) {
        memset(out, 0, sizeof out);
        out[0] = arm_live_step(&state, taken, out + 2);
        out[1] = arm_live_fault(&state);
        fwrite(out, sizeof(double), 2 + TORQUES, stdout);
    }
    return 0;
}
"""


def run_exported(live, folder, ticks, flags=("-O2",), build=True):
    """What ticks (T, numbers) of an arm without wrenches give in C: whether they went well, faults, torques (T, m).

    build: write and compile it; or else it is there.
    """
    if build:
        live.write_c(folder, "arm_live")
        (folder / "driver.c").write_text(DRIVER)
        sizes = [f"-DTAKES={ticks.shape[1]}", f"-DTORQUES={live.robot.m}"]
        command = ["cc", "-std=c99", *flags, *sizes, "arm_live.c", "driver.c", "-o", "driver", "-lm"]
        subprocess.run(command, cwd=folder, check=True, timeout=300)
    said = subprocess.run(["./driver"], cwd=folder, check=True, input=ticks.tobytes(), capture_output=True, timeout=60).stdout
    out = np.frombuffer(said).reshape(len(ticks), 2 + live.robot.m)
    return out[:, 0], out[:, 1], out[:, 2:]
