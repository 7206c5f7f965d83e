"""Simulation of the links of many robots with different parameters, whose motors follow one plan exactly.

    M(q) qdd + C qd + g = tau_j,    tau_j = K (theta(t) - q) + D (thetad(t) - qd)

Motors that follow a plan exactly are the limit of stiff motor control. With a compiler, the robots are integrated one after the
other, as by `simulate` with `motor_motion`, by one compiled integrator with the parameters as inputs. Without a compiler, all
robots are integrated together by the Runge-Kutta method of order 4, with steps that resolve the fastest oscillation.
"""

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

import numpy as np

from jounce.errors import ConvergenceError, InputError
from jounce.flexible.modal_analysis import eigenfrequencies
from jounce.functions import elastic_forward_dynamics
from jounce.inverse.plan import Plan
from jounce.numbers.packing import Array
from jounce.numerics.rk4 import State, rk4_step
from jounce.robot import Robot
from jounce.simulation import native_integrator
from jounce.simulation.integrate import NativeIntegration
from jounce.simulation.motor_signal import motor_signal
from jounce.simulation.native_integrator import DIVERGED
from jounce.simulation.plant_dynamics import Dynamics, ExternalInputs

STEP = 0.15
"""Phase x by which the fastest link oscillation advances in a step of the Runge-Kutta method [rad]: the phase error of an
oscillation is x^4 2 pi / 120 = 3e-5 rad per period."""
TURN = 4.5
"""Largest phase by which the fastest link oscillation advances in a step of the compiled integrator [rad], as in `simulate`."""
TOLERANCE = 1e-10
"""Relative and absolute tolerance of the compiled integrator."""
KEPT = 4
"""Number of plans whose motor motion is cached."""


def links_behind(robot: Robot, plan: Plan, parameters: Mapping[str, Any]) -> Array:
    """Return the link positions (count, len(plan.t), n) of robots with parameters {name: (count, size)} at the times of a plan.

    Links start at the plan's first position and velocity. All positions of a robot whose state reaches `DIVERGED` are NaN.
    Raise InputError unless each joint has one DOF and a motor behind a spring.
    """
    if robot.nq != robot.n or not all(drive is not None and drive.elastic for drive in robot.motor_drives):
        raise InputError(f"robot {robot.name!r} has joints without a spring behind a motor; simulate one sample at a time.")
    rates = [eigenfrequencies(robot, plan.q[0][k]).locked.max() for k in (0, len(plan.t) // 2, -1)]
    nominal, count = robot.parameter_values("stiffness"), len(next(iter(parameters.values())))
    stiffness_ratio = np.abs(parameters["stiffness"] / nominal).max(axis=-1) if "stiffness" in parameters else np.ones(count)
    fastest = np.sqrt(stiffness_ratio) * max(rates) * (2.0 if "inertia" in parameters else 1.0)
    dynamics = _dynamics(robot, plan)
    integrator = native_integrator.integrator_kernel(robot, (), False, dynamics.driven, tuple(parameters))
    if integrator is None:
        return _together(robot, plan, parameters, float(fastest.max()))
    rows = np.concatenate([np.asarray(x, dtype=np.float64) for x in parameters.values()], axis=-1)
    return np.stack([_one(integrator, dynamics, plan, row, TURN / frequency) for row, frequency in zip(rows, fastest)])


@lru_cache(maxsize=KEPT)
def _dynamics(robot: Robot, plan: Plan) -> Dynamics:
    """Return the plant whose motors follow the plan exactly, cached by robot and plan."""
    return Dynamics(robot, ExternalInputs(robot, {}, None), motor_signal(plan, plan.t))


def _one(
    integrator: native_integrator.RobotIntegrator, dynamics: Dynamics, plan: Plan, parameters: Array, longest: float
) -> Array:
    """Return link positions (len(plan.t), n) for one sample of parameters, flat; NaN if diverged. longest: longest step [s]."""
    first, last = float(plan.t[0]), float(plan.t[-1])
    y = dynamics.at_rest(plan.q[0][0], plan.q[1][0], *dynamics.motion(first)[:2])
    motion = NativeIntegration(integrator, dynamics, (), first, y, last, TOLERANCE, longest, lambda t: None)
    motion.inputs[:] = parameters
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
    """Return the link positions (count, len(plan.t), n) of all robots, integrated together in Python; NaN if a robot diverges.

    A robot that has diverged restarts from the first state, so that the states of the batch stay finite. fastest: highest
    frequency of the links on their springs [rad/s].
    """
    count = len(next(iter(parameters.values())))
    t = plan.t
    step_counts = np.maximum(1, np.ceil(np.diff(t) * fastest / STEP).astype(int))
    q, qd = (np.repeat(row[None], count, axis=0) for row in (plan.q[0][0], plan.q[1][0]))
    positions = np.empty((count, len(t), robot.n))
    positions[:, 0] = q
    zero = np.zeros(robot.m)
    first, diverged = (q, qd), np.zeros(count, dtype=bool)

    def rates(motors: Array, instant: int, y: State) -> State:
        theta, thetad = motors[instant]
        q, qd = y
        return qd, elastic_forward_dynamics(robot, q, qd, theta, thetad, zero, parameters=parameters)[0]

    for k, steps in enumerate(step_counts):
        instants = np.linspace(t[k], t[k + 1], 2 * steps + 1)
        motors = plan.at(instants).theta[:2].swapaxes(0, 1)
        h = (t[k + 1] - t[k]) / steps
        for i in range(0, 2 * steps, 2):
            q, qd = rk4_step(partial(rates, motors[i : i + 3]), (q, qd), h)
            runs_away = ~(np.maximum(np.abs(q), np.abs(qd)).max(axis=1) < DIVERGED)
            if runs_away.any():
                diverged |= runs_away
                q, qd = (np.where(runs_away[:, None], start, x) for start, x in zip(first, (q, qd)))
        positions[:, k + 1] = q
    positions[diverged] = np.nan
    return positions
