"""The C that the controller includes: `python kernels.py kuka_lwr`."""

import sys
from pathlib import Path

import numpy as np

import jounce as jn

robot = jn.load(sys.argv[1] if len(sys.argv) > 1 else "kuka_lwr")
folder = Path(__file__).parent / "arm" if len(sys.argv) < 3 else Path(sys.argv[2])
rows = robot.motion_order + 1  # position and its derivatives: 5 of elastic joints, more with coupling="full"
move = jn.trajectory.rest_to_rest(np.zeros(robot.n), np.ones(robot.n), 1.0, degree=2 * max(rows, 5) - 1)
jn.export.write_c(
    folder,
    {
        "arm_move": jn.export.reference(robot, move, parameters=("start", "goal", "duration")),
        "arm_inverse": jn.compile(jn.inverse_dynamics, robot, outputs=("tau_m", "theta")),
    },
)
SIZES = f"""// Sizes of arm_move and arm_inverse. Generated code.
#pragma once
#define ARM_KERNEL_JOINTS {robot.n}
#define ARM_KERNEL_ROWS {rows}
"""
(folder / "arm_sizes.h").write_text(SIZES, encoding="utf-8")
print(f"wrote C of {robot.name}: {robot.n} joints, {rows} rows of motion")
