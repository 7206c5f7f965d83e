"""The C that the controller includes: `python kernels.py kuka_lwr`."""

import sys
from pathlib import Path

import numpy as np

import jounce as jn

robot = jn.load(sys.argv[1] if len(sys.argv) > 1 else "kuka_lwr")
move = jn.trajectory.rest_to_rest(np.zeros(robot.n), np.ones(robot.n), 1.0, degree=9)
jn.write_c(
    Path(__file__).parent / "arm" if len(sys.argv) < 3 else sys.argv[2],
    {
        "arm_move": jn.reference(robot, move, parameters=("start", "goal", "duration")),
        "arm_inverse": jn.compile(jn.inverse_dynamics, robot, outputs=("tau_m", "theta")),
    },
)
print(f"wrote C of {robot.name}: {robot.n} joints")
