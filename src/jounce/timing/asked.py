"""What `fastest_move` is asked for, checked: ends that no motion within the limits can have are refused."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.errors import InputError, LimitError
from jounce.functions.motors import refuse
from jounce.inverse.along import filters
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.timing.course import Ends
from jounce.timing.course_view import Task
from jounce.timing.curve import Curve
from jounce.timing.demand import KINEMATIC, Demand
from jounce.trajectory.path import positive, real
from jounce.trajectory.polynomial import rest_to_rest

EITHER = ("time", "energy")
ROUNDING = 1e-9
"""By which share an end may be beyond the limits."""


def task_of(
    robot: Robot,
    start: Any,
    goal: Any,
    goal_velocity: Any,
    via: Any,
    objective: Any,
    motor_constant: Any,
    duration: Any,
    within: Any,
) -> Task:
    """Arguments, checked."""
    if robot.nq != robot.n:
        raise InputError(f"robot {robot.name!r} has joints of several freedoms, which have no limits to be timed by.")
    if any(joint.spring is not None for joint in robot.joints):
        raise InputError(f"robot {robot.name!r} has joints that no motor drives; motions of such arms cannot be found yet.")
    refuse(robot)
    first, last = _rows(robot, start, "start"), _rows(robot, goal, "goal")
    if goal_velocity is not None:
        if len(last) > 1:
            raise InputError("goal_velocity: expected none, as the goal has rows of its own.")
        last = np.concatenate([last, _rows(robot, goal_velocity, "goal_velocity")[:1]])
    points = _rows(robot, via, "via") if np.size(via) else np.zeros((0, robot.n))
    time, energy = _objective(objective)
    shortest, longest = _durations(time, energy, duration, within)
    demand = Demand(robot, Curve(rest_to_rest(first[0], last[0], 1.0)), torque=energy > 0.0)
    if time and not demand.quantities:
        raise InputError(
            f"limits: robot {robot.name!r} has none of velocity, acceleration, jerk, torque or deflection, so any time will do."
        )
    begins = np.concatenate([first, np.zeros((demand.order, robot.n))])[: demand.order]
    ends = last if len(last) > 1 else np.concatenate([last, np.zeros((demand.order - 1, robot.n))])
    constants = _constants(robot, motor_constant)
    task = Task(demand, Ends(begins, ends[: demand.order]), points, time, energy, constants, shortest, longest, sharp=not energy)
    _refuse(task)
    return task


def _rows(robot: Robot, values: Any, what: str) -> Array:
    """Rows (k, n) of finite numbers; one row where there is one axis."""
    try:
        found = np.array(real(values))
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: expected numbers, {error}.") from None
    found = found[None] if found.ndim < 2 else found
    if found.ndim != 2 or found.shape[1] != robot.n or not len(found) or not np.isfinite(found).all():
        raise InputError(
            f"{what}: expected {robot.n} finite numbers, one for each joint of robot {robot.name!r}, or rows of so many, got an "
            f"array of shape {np.shape(values)}."
        )
    return found


def _objective(objective: Any) -> tuple[float, float]:
    """What a second and a joule cost."""
    costs = {objective: 1.0} if isinstance(objective, str) else objective
    if not isinstance(costs, Mapping) or not costs or not set(costs) <= set(EITHER):
        raise InputError(
            f"objective: expected 'time', 'energy', or what both cost as {{'time': 1.0, 'energy': 0.1}}, got {objective!r}."
        )
    time, energy = (positive(costs[name], f"objective[{name!r}]") if name in costs else 0.0 for name in EITHER)
    return time, energy


def _durations(time: float, energy: float, duration: Any, within: Any) -> tuple[float, float]:
    """The shortest and the longest [s]."""
    if duration is not None and within is not None:
        raise InputError("duration, within: expected one of them, got both.")
    if duration is not None:
        if time:
            raise InputError("duration: expected none, as time is to be least; it is for objective='energy'.")
        given = positive(duration, "duration [s]")
        return given, given
    if within is not None:
        return 0.0, positive(within, "within [s]")
    if not time:
        raise InputError("objective: least energy needs a duration, or a time within which the goal is reached.")
    return 0.0, np.inf


def _constants(robot: Robot, given: Any) -> Array:
    """Return the constants of all motors (m,); where there is one for each joint, a second drive has that of its joint."""
    try:
        values = np.asarray(real(given), dtype=np.float64)
        if values.shape == (robot.n,):
            seconds = [i for i, joint in enumerate(robot.axes) if joint.second is not None]
            values = np.append(values, values[seconds])
        constants = np.broadcast_to(values, (robot.m,)).astype(np.float64)
    except (TypeError, ValueError):
        constants = np.full(robot.m, np.nan)
    if not (np.isfinite(constants) & (constants > 0.0)).all():
        counts = " or ".join(str(count) for count in sorted({robot.n, robot.m}))
        raise InputError(f"motor_constant: expected a finite number above zero, or {counts} of them, got {given!r}.")
    return constants


def _refuse(task: Task) -> None:
    """Ends that no motion within the limits can have."""
    demand, ends = task.demand, task.ends
    robot, limits = demand.robot, demand.robot.limits
    if not any(task.moving) and (np.concatenate([task.points, ends.goal[:1]]) == ends.start[0]).all():
        raise InputError("goal: it is the start, so there is no motion to be found.")
    if task.moving[0] and demand.damped:
        name = robot.motor_names[int(filters(robot).damped.argmax())]
        raise InputError(f"start: joint {name!r} is elastic and damped; where its motor is at a start in motion is not known.")
    places = {"start": ends.start[0], "goal": ends.goal[0], **{f"via[{i}]": q for i, q in enumerate(task.points)}}
    for what, q in places.items():
        beyond = np.maximum(limits.position[:, 0] - q, q - limits.position[:, 1])
        j = int(beyond.argmax())
        if beyond[j] > ROUNDING * max(1.0, abs(q[j])):
            lower, upper = limits.position[j]
            raise LimitError(
                f"joint {robot.axes[j].name!r}: {what} is at {q[j]:.6g}, outside its position limits {lower:.6g} and {upper:.6g}."
            )
    for what, rows in (("start", ends.start), ("goal", ends.goal)):
        for name, row in zip(KINEMATIC, rows[1:]):
            share = np.abs(row) / getattr(limits, name)
            j = int(share.argmax())
            if share[j] > 1.0 + ROUNDING:
                used = f"{100 * share[j]:.4g} % of its limit"
                raise LimitError(f"joint {robot.motor_names[j]!r}: its {name} at the {what}, {row[j]:.6g}, is {used}.")
    for i, (what, moving) in enumerate(zip(("start", "goal"), task.moving)):
        for name, shares in demand.at_rest(np.array([float(i)])).items() if not moving else ():
            j = int(np.nan_to_num(np.abs(shares[0]), nan=np.inf).argmax())
            if not abs(shares[0, j]) < 1.0:
                used = f"{100 * abs(shares[0, j]):.4g} % of its limit of {name.replace('_', ' ')}"
                raise LimitError(
                    f"joint {robot.motor_names[j]!r}: at rest at the {what} it takes {used}. Change the {what} or the limit."
                )
