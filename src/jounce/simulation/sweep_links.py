"""Links behind motors that follow a plan: many robots, which differ in their parameters.

    M(q) qdd + C qd + g = tau_j,    tau_j = K (theta(t) - q) + D (thetad(t) - qd)

Motors that follow their plan whatever happens are what stiff drives come to. One integrator for all robots, whose parameters
are numbers of the call: one robot after the other, as `simulate` with `motor_motion` does it. Without a compiler, all robots
together by Runge-Kutta's method of order 4, with steps that the fastest of the springs allows.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from jounce.errors import ConvergenceError, InputError
from jounce.functions import elastic_forward_dynamics
from jounce.inverse.flexible.linear import eigenfrequencies
from jounce.inverse.plan import Plan
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.simulation import native_integrator
from jounce.simulation.external_inputs import Surroundings
from jounce.simulation.integrate import NativeIntegration
from jounce.simulation.machine import Dynamics
from jounce.simulation.motor_signal import motor_signal

STEP = 0.15
"""A step of Runge-Kutta's method times the fastest frequency of links on their springs [rad]: each swing is off by x^4 2 pi / 120
= 3e-5 rad."""
TURN = 4.5
"""The same for the longest step of the compiled integrator, as in `simulate`."""
TOLERANCE = 1e-10
KEPT = 4
"""Plans whose motors are known at every instant."""


def links_behind(robot: Robot, plan: Plan, parameters: Mapping[str, Any]) -> Array:
    """Return positions of links (count, len(plan.t), n) at the times of a plan, for parameters {name: (count, size)} of a robot.

    Links begin where those of the plan's robot begin. A robot that runs away has NaN at all times. All motors must be elastic.
    """
    if robot.nq != robot.n or not all(drive is not None and drive.elastic for drive in robot.motor_drives):
        raise InputError(f"robot {robot.name!r} has joints without a spring behind a motor; simulate one sample at a time.")
    rates = [eigenfrequencies(robot, plan.q[0][k]).locked.max() for k in (0, len(plan.t) // 2, -1)]
    own, count = robot.parameter_values("stiffness"), len(next(iter(parameters.values())))
    stiffer = np.abs(parameters["stiffness"] / own).max(axis=-1) if "stiffness" in parameters else np.ones(count)
    fastest = np.sqrt(stiffer) * max(rates) * (2.0 if "inertia" in parameters else 1.0)
    dynamics = _dynamics(robot, plan)
    machine = native_integrator.integrator_kernel(robot, (), False, dynamics.driven, tuple(parameters))
    if machine is None:
        return _together(robot, plan, parameters, float(fastest.max()))
    rows = np.concatenate([np.asarray(x, dtype=np.float64) for x in parameters.values()], axis=-1)
    return np.stack([_one(machine, dynamics, plan, row, TURN / fast) for row, fast in zip(rows, fastest)])


@lru_cache(maxsize=KEPT)
def _dynamics(robot: Robot, plan: Plan) -> Dynamics:
    return Dynamics(robot, Surroundings(robot, {}, None), motor_signal(plan, plan.t))


def _one(machine: native_integrator.IntegratorKernel, dynamics: Dynamics, plan: Plan, parameters: Array, longest: float) -> Array:
    """Return positions of links (len(plan.t), n) of the robot with these parameters."""
    first, last = float(plan.t[0]), float(plan.t[-1])
    y = dynamics.at_rest(plan.q[0][0], plan.q[1][0], *dynamics.motion(first)[:2])
    motion = NativeIntegration(machine, dynamics, (), first, y, last, TOLERANCE, longest, lambda t: None)
    motion.given[:] = parameters
    assert dynamics.signal is not None
    motion.under(dynamics.signal)
    positions = np.full((len(plan.t), dynamics.n), np.nan)
    try:
        states = motion.advance(last, plan.t[1:])
    except ConvergenceError:
        return positions
    positions[0], positions[1:] = plan.q[0][0], states[:, : dynamics.n]
    return positions


def _together(robot: Robot, plan: Plan, parameters: Mapping[str, Any], fastest: float) -> Array:
    """Return the same of all robots at once; fastest: frequency of links on their springs [rad/s]."""
    count = len(next(iter(parameters.values())))
    t = plan.t
    pieces = np.maximum(1, np.ceil(np.diff(t) * fastest / STEP).astype(int))
    q, qd = (np.repeat(row[None], count, axis=0) for row in (plan.q[0][0], plan.q[1][0]))
    positions = np.empty((count, len(t), robot.n))
    positions[:, 0] = q
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
        positions[:, k + 1] = q
    return positions
