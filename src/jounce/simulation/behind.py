"""Links behind motors that follow a plan: many robots at once, which differ in their own numbers.

    M(q) qdd + C qd + g = tau_j,    tau_j = K (theta(t) - q) + D (thetad(t) - qd)

Runge-Kutta's method of order 4 on all samples together, with steps that the fastest of the springs allows. Motors that follow
their plan whatever happens are what stiff drives come to; `simulate` with `motor_motion` does one robot to a given tolerance.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.functions import elastic_forward_dynamics
from jounce.inverse.flexible.linear import eigenfrequencies
from jounce.inverse.plan import Plan
from jounce.numbers.packing import Array
from jounce.robot import Robot

STEP = 0.15
"""A step times the fastest frequency of links on their springs [rad]: each of its swings is off by x^4 2 pi / 120 = 3e-5 rad."""


def links_behind(robot: Robot, plan: Plan, parameters: Mapping[str, Any]) -> Array:
    """Positions of links (count, len(plan.t), n) at the times of the plan, for parameters {name: (count, size)} of the robot.

    They begin at rest with respect to the plan: where its own robot begins. All motors must be elastic.
    """
    if robot.nq != robot.n or not all(drive is not None and drive.elastic for drive in robot.motor_drives):
        raise InputError(f"robot {robot.name!r} has joints without a spring behind a motor; simulate one sample at a time.")
    count = len(next(iter(parameters.values())))
    rates = [eigenfrequencies(robot, plan.q[0][k]).locked.max() for k in (0, len(plan.t) // 2, -1)]
    stiffer = (
        math.sqrt(np.max(parameters["stiffness"] / robot.parameter_values("stiffness"))) if "stiffness" in parameters else 1.0
    )
    fastest = stiffer * max(rates) * (2.0 if "inertia" in parameters else 1.0)
    t = plan.t
    pieces = np.maximum(1, np.ceil(np.diff(t) * fastest / STEP).astype(int))
    q, qd = (np.repeat(row[None], count, axis=0) for row in (plan.q[0][0], plan.q[1][0]))
    found = np.empty((count, len(t), robot.n))
    found[:, 0] = q
    zero = np.zeros(robot.m)

    def acceleration(q: Array, qd: Array, motors: Any) -> Array:
        return elastic_forward_dynamics(robot, q, qd, motors[0], motors[1], zero, parameters=parameters)[0]

    for k, steps in enumerate(pieces):
        instants = np.linspace(t[k], t[k + 1], 2 * steps + 1)
        motors = plan.at(instants).theta[:2].swapaxes(0, 1)
        h = (t[k + 1] - t[k]) / steps
        for i in range(0, 2 * steps, 2):
            a1 = acceleration(q, qd, motors[i])
            v2 = qd + 0.5 * h * a1
            a2 = acceleration(q + 0.5 * h * qd, v2, motors[i + 1])
            v3 = qd + 0.5 * h * a2
            a3 = acceleration(q + 0.5 * h * v2, v3, motors[i + 1])
            v4 = qd + h * a3
            a4 = acceleration(q + h * v3, v4, motors[i + 2])
            q, qd = q + h / 6.0 * (qd + 2.0 * (v2 + v3) + v4), qd + h / 6.0 * (a1 + 2.0 * (a2 + a3) + a4)
        found[:, k + 1] = q
    return found
