"""From one posture to another in the least time, the curve in between being free."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.errors import InputError, LimitError
from jounce.functions.arguments import check_robot
from jounce.inverse.feedforward import feedforward
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.limits import Limits
from jounce.timing.asked import task_of
from jounce.timing.bends import begun
from jounce.timing.between import estimated, status_of
from jounce.timing.course_feasibility import Dense, Feasible, feasible, settle, slowed_polynomial
from jounce.timing.course_programs import Best, improve, through
from jounce.timing.course_view import Task, look
from jounce.timing.fastest import fastest, with_limits
from jounce.timing.move import Move
from jounce.timing.shortest import HOPELESS
from jounce.timing.status import TimingStatus
from jounce.timing.timed import Timed
from jounce.trajectory.path import Path, whole
from jounce.trajectory.polynomial import rest_to_rest
from jounce.trajectory.spline import spline

PIECES = 32
"""Of the motion, unless said."""
COARSEST = 8
"""Most pieces of the first one."""
STEPS = 20
"""Quadratic programs for each number of pieces."""
MOVING_STEPS = 60
"""The same where the motion begins or ends moving."""
REPAIR = 14
"""The same with more samples, where limits were exceeded between those."""
ENOUGH = 3e-4
"""Fraction of the cost that the last step is worth."""
CONVEX = 1e-6
"""The same where energy costs: near its least it hardly changes, and steps are long."""
FINE = 0.01
"""Least bound of changes with which a finer motion is begun, as a fraction of the way."""
ROUNDING = 1e-9
"""Share of a limit by which it may be exceeded."""
INSTANTS = 2001
"""At which the motors' power is taken for the energy of a status."""


@by_value
@dataclass(frozen=True, eq=False, repr=False)
class MoveStatus(TimingStatus):
    """What `fastest_move` found. `rigid_time` is not a number, as other robots would go other ways."""

    straight_time: float
    """The least time of the straight way, or of a spline past the points [s]; not a number where it is not known: the motion
    begins or ends moving, or the robot cannot stand somewhere on that way."""
    energy: float
    """What the windings of the motors turn into heat [J]; see `fastest_move`."""

    def __repr__(self) -> str:
        worst = {name: round(float(x.max()), 6) for name, x in self.shares.items()}
        proved = "" if self.unproven else ", proved"
        return (
            f"MoveStatus(time={self.time:.6g}, straight_time={self.straight_time:.6g}, energy={self.energy:.6g}, "
            f"shares={worst}{proved})"
        )


def fastest_move(
    robot: Robot,
    start: Any,
    goal: Any,
    limits: Limits | Mapping[str, Any] | None = None,
    *,
    via: Any = (),
    goal_velocity: Any = None,
    objective: str | Mapping[str, float] = "time",
    duration: float | None = None,
    within: float | None = None,
    motor_constant: Any = 1.0,
    pieces: int | None = None,
) -> Move | Timed:
    """The motion from start to goal (n,) [rad or m] that takes the least time within the robot's limits, whatever its curve.

    Limits are those of `fastest`, with the joints that the robot has; limits: others in their place. via: points (k, n) to be
    passed in this order, whenever and however fast. The motion begins and ends at rest, unless rows are given: start and goal may
    be q and its time derivatives (k, n). What is not given of a start is zero; of a goal that has rows, or a goal_velocity (n,),
    [rad/s or m/s], it is free, and so is where the motors are then: for throws, in which springs give back what they stored.

    objective: "time", "energy", or what both cost, as {"time": 1.0, "energy": 0.01}: the least of the sum. Energy is what the
    windings of the motors turn into heat, the sum over motors of the integral of (tau_m / motor_constant)^2 over time [J].
    motor_constant: torque as seen at the joint over the square root of the power that is lost for it [Nm/sqrt(W) or N/sqrt(W)],
    for all motors, (n,) or (m,); with 1 the integral of squared torque is meant. Least energy needs a duration [s], or a time
    `within` which the goal is reached [s].

    The result is a path for `feedforward`, as smooth as the robot needs; `.status` is as that of `fastest`, with the time of the
    straight way beside it. The motion is a B-spline of so many pieces (32), for least time with shorter ones next to rest, found
    by sequential quadratic programming on exact partial derivatives, coarse pieces first, from the straight way and from ways
    that are bent aside at one joint each. It is near the best of all motions like these, not surely the best there is. In the
    end no limit is exceeded, neither at 20 times as many instants nor between them. It never takes longer than the straight way
    in the least time, than a polynomial of degree 9 that is slowed down, nor than with half as many pieces. A duration, or a time
    within which no motion was found, is refused with the shortest one that was found.
    """
    robot = with_limits(check_robot(robot), limits)
    task = task_of(robot, start, goal, goal_velocity, via, objective, motor_constant, duration, within)
    if pieces is not None:
        whole(pieces, 1, "pieces")
    way, count = _straight(task), PIECES if pieces is None else pieces
    timed = None if any(task.moving) else _timed(robot, way, pieces)
    straight = np.nan if timed is None else timed.status.time
    best, last = _least_energy(task, way, count) if task.energy else _found(task._replace(longest=np.inf), way, count)
    if timed is not None and not task.energy and (best is None or straight <= best.course.duration):
        if straight > task.longest:
            raise _too_short(task, straight, timed.status.shares)
        timed.has(_status(task, timed, timed.status, straight))
        return timed
    if best is None:
        raise _never(task, last)
    move = task.path(best.course)
    used = _limits_used(task, best, move, last.steps)
    if best.course.duration > task.longest:
        raise _too_short(task, best.course.duration, used.shares)
    move.status = _status(task, move, used, straight)
    return move


# ---------------------------------------------------------------- how it is found


def _straight(task: Task) -> Path:
    """The straight way; a spline past the points where there are some."""
    ends = task.ends
    if not len(task.points):
        return rest_to_rest(ends.start[0], ends.goal[0], 1.0)
    points = np.stack([ends.start[0], *task.points, ends.goal[0]])
    long = np.linalg.norm(np.diff(points, axis=0), axis=1)
    times = np.append(0.0, np.cumsum(np.maximum(long, 0.1 * long.max())))
    return spline(points, times / times[-1], degree=task.demand.order + 1 + task.demand.order % 2)


def _timed(robot: Robot, way: Path, pieces: int | None) -> Timed | None:
    """Return that way in the least time, if the robot can go it within its limits."""
    try:
        timed = fastest(robot, way, pieces=pieces)
    except (InputError, LimitError):
        return None
    return timed if max(float(x.max()) for x in timed.status.shares.values()) <= 1.0 + ROUNDING else None


def _found(task: Task, way: Path, pieces: int) -> tuple[Feasible | None, Best]:
    """Return the best motion of so many pieces whose limits hold everywhere, if there is one, and the last that was tried.

    Motions of half as many pieces, a quarter and so on come first. Each is settled as if it were the last, and the best of all of
    them counts: a motion of twice as many pieces never costs more.
    """
    halvings = max(0, int(np.ceil(np.log2(pieces / COARSEST))))
    least = task.demand.order + 2 * len(task.points)
    count = max(int(np.ceil(pieces / 2**halvings)), least)
    best = begun(task, way, count)
    if best.view.worst > HOPELESS:
        return None, best
    settled: Feasible | None = None
    steps = best.steps
    for left in range(halvings, -1, -1):
        candidate, best = settle(task, best, _improved)
        steps += best.steps
        if candidate is not None and (settled is None or candidate.cost < settled.cost):
            settled = candidate
        if left:
            count *= 2
            best = best._replace(view=look(task, best.view.course.with_knots(task.inner_knots(count))))
    if not (task.energy or any(task.moving) or len(task.points)):
        slowed = slowed_polynomial(task, np.inf if settled is None else settled.course.duration)
        settled = settled if slowed is None else slowed
    return settled, best._replace(steps=steps)


def _least_energy(task: Task, way: Path, pieces: int) -> tuple[Feasible | None, Best]:
    """Return the motion of least energy, if there is one, and the last that was tried; refuse a time in which none was found."""
    best, last = _found(task, way, pieces)
    if best is not None or not np.isfinite(task.longest):
        return best, last
    free = task._replace(time=1.0, energy=0.0, shortest=0.0, longest=np.inf, sharp=True)
    quick, last_quick = _found(free, way, pieces)
    if quick is None:
        raise _never(free, last_quick)
    if quick.course.duration > task.longest:
        used = _limits_used(free, quick, free.path(quick.course), 0)
        raise _too_short(task, quick.course.duration, used.shares)
    sharp = task._replace(sharp=True)
    slowed = quick.course if task.longest > task.shortest else quick.course._replace(duration=task.longest)
    slowed = through(sharp, slowed)
    best, last = settle(sharp, Best(look(sharp, slowed), 0, FINE), _improved)
    itself = feasible(Dense(sharp, slowed))[0]
    return min((course for course in (best, itself) if course is not None), key=lambda course: course.cost, default=None), last


def _improved(task: Task, best: Best) -> Best:
    """Return the best motion with these pieces."""
    enough = CONVEX if task.energy else ENOUGH
    steps = REPAIR if len(task.places) else MOVING_STEPS if any(task.moving) else STEPS
    return improve(task, best.view, max(best.rho, FINE), steps, enough)


def _limits_used(task: Task, best: Feasible, move: Move, steps: int) -> TimingStatus:
    """Return the status of a motion."""
    if not task.demand.quantities:
        nothing = np.zeros(0)
        return TimingStatus(move.duration, {}, nothing, nothing, (), np.nan, len(np.unique(move.knots)) - 1, steps, "")
    if best.bounds is None:
        return estimated(Dense(task, best.course), move, 2, np.nan, steps, best.why)
    ends = best.bounds.ends
    return status_of(task.demand.robot, move, ends[:-1], ends[1:], best.bounds.shares, np.nan, steps)


def _status(task: Task, path: Move | Timed, status: TimingStatus, straight: float) -> MoveStatus:
    from scipy.integrate import simpson

    t = np.linspace(path.start_time, path.end_time, INSTANTS)
    watts = ((feedforward(task.demand.robot, path, t).tau_m / task.constants) ** 2).sum(axis=1)
    return MoveStatus(**vars(status), straight_time=straight, energy=float(simpson(watts, x=t)))


def _too_short(task: Task, shortest: float, shares: Mapping[str, Array]) -> LimitError:
    """Return the refusal of a time in which no motion was found: with the shortest time that will do, and the limit used most."""
    name = max(shares, key=lambda key: float(shares[key].max()))
    joint = task.demand.robot.motor_names[int(shares[name].argmax())]
    return LimitError(
        f"joint {joint!r}: no motion within the limits was found that takes {task.longest:.4g} s; the shortest one that was "
        f"found takes {shortest:.4g} s and {100 * float(shares[name].max()):.4g} % of its limit of {name.replace('_', ' ')}. "
        "Allow that time, or change the limit."
    )


def _never(task: Task, last: Best) -> LimitError:
    """Return the refusal of what no motion was found for: what the last one exceeds."""
    view = last.view
    found = {name: float(np.nan_to_num(np.abs(x), nan=np.inf).max()) for name, x in view.shares.items()}
    T = view.course.duration
    if not found:
        return LimitError(
            f"no motion was found: springs of robot {task.demand.robot.name!r} would have to carry more than they can."
        )
    name = max(found, key=lambda key: found[key])
    i, j = np.unravel_index(int(np.nan_to_num(np.abs(view.shares[name]), nan=np.inf).argmax()), view.shares[name].shape)
    return LimitError(
        f"joint {task.demand.robot.motor_names[j]!r}: no motion within the limits was found; the best one takes "
        f"{100 * found[name]:.4g} % of its limit of {name.replace('_', ' ')} at {T * view.x[i]:.4g} of {T:.4g} s. Allow more "
        "time, another end velocity, or more pieces."
    )
