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
from jounce.timing.between import bounded, estimated, status_of
from jounce.timing.course import Course
from jounce.timing.course_programs import Best, improve
from jounce.timing.course_view import SAMPLES, Task, View, look
from jounce.timing.demand import largest
from jounce.timing.enclosed import of_course
from jounce.timing.fastest import fastest, with_limits
from jounce.timing.from_rest import LITTLE, PROOFS
from jounce.timing.look import ABOVE, EACH
from jounce.timing.move import Move
from jounce.timing.programs import least_duration
from jounce.timing.proof import ENDLESS, Bounds, proved, spans, unproven
from jounce.timing.shape import samples
from jounce.timing.shortest import LOOSE, shortest
from jounce.timing.status import TimingStatus
from jounce.timing.timed import Timed
from jounce.trajectory.path import Path, whole
from jounce.trajectory.polynomial import rest_to_rest
from jounce.trajectory.spline import spline

FINER = 20
"""Times as many instants at which limits are looked at in the end, as while a motion is found."""
LAST = 1e-7
"""Share of the duration to which it is found in the end."""
PIECES = 32
"""Of the motion, unless said."""
DENSE = 2 * SAMPLES
"""Samples for each piece in the end."""
COARSEST = 8
"""Most pieces of the first one."""
STEPS = 20
"""Quadratic programs for each number of pieces."""
ENOUGH = 3e-4
"""Share of the cost that the last step is worth; of coarser motions three times that."""
CONVEX = 1e-6
"""The same where energy costs: near its least it hardly changes, and steps are long."""
TRIES = 8
"""With larger and larger margins."""
SLACK = 3e-3
"""Share by which a motion may be slowed down in the end without another try."""
FINE = 0.01
"""Least bound of changes with which a finer motion is begun, as a share of the way."""
MORE = 1.2
"""Times what is exceeded: by which a margin grows."""
CLOSE = 2e-6
"""And this share."""
APART = 0.01
"""Share by which the first other duration is longer or shorter, where it is found by bisection."""
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
    straight way beside it. The motion is a B-spline of so many pieces (32), found by sequential quadratic programming on exact
    partial derivatives, coarse pieces first, from the straight way and from ways that are bent aside at one joint each. It is
    near the best of all motions like these, not surely the best there is. In the end no limit is exceeded, neither at 20 times as
    many instants nor between them, and it never takes longer than the straight way in the least time, which is handed out if
    nothing better is found.
    """
    robot = with_limits(check_robot(robot), limits)
    task = task_of(robot, start, goal, goal_velocity, via, objective, motor_constant, duration, within)
    if pieces is not None:
        whole(pieces, 1, "pieces")
    way = _straight(task)
    timed = None if any(task.moving) else _timed(robot, way, pieces)
    best = _found(task, way, timed, PIECES if pieces is None else pieces)
    settled = _settled(task, best)
    known = np.nan if timed is None else timed.status.time
    if timed is not None and not task.energy and (settled is None or known <= settled.course.duration):
        timed.has(_status(task, timed, timed.status, known))
        return timed
    if settled is None:
        raise _never(task, best.view)
    move = task.path(settled.course)
    move.status = _status(task, move, settled.status(move), known)
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
    """That way in the least time, if the robot can go it at all."""
    try:
        return fastest(robot, way, pieces=pieces)
    except (InputError, LimitError):
        return None


def _found(task: Task, way: Path, timed: Timed | None, pieces: int) -> Best:
    """The best motion of so many pieces, but for what is exceeded between samples."""
    halvings = max(0, int(np.ceil(np.log2(pieces / COARSEST))))
    least = task.demand.order + 2 * len(task.points)
    best = begun(task, way, timed, max(int(np.ceil(pieces / 2**halvings)), least))
    steps = best.steps
    for left in range(halvings, -1, -1):
        if not left:
            task = task._replace(each=DENSE)
            best = best._replace(view=look(task, best.view.course))
        best = _improved(task, best, bool(left))
        steps += best.steps
        if left:
            best = best._replace(view=look(task, best.view.course.finer()))
    return best._replace(steps=steps)


def _improved(task: Task, best: Best, coarse: bool) -> Best:
    """The best motion with these pieces."""
    enough = (CONVEX if task.energy else ENOUGH) * (3.0 if coarse else 1.0)
    if task.bisects:
        return shortest(task, best.view, APART, enough, LOOSE if coarse else CLOSE)
    return improve(task, best.view, max(best.rho, FINE), STEPS, enough)


class _Settled:
    """A motion whose limits hold between samples too, looked at at many instants."""

    def __init__(self, task: Task, course: Course, steps: int) -> None:
        self.task, self.course, self.steps = task, course, steps
        self.robot, self.demand, self.x = task.demand.robot, task.demand, samples(course.knots, 2 * FINER * SAMPLES)
        self.unproven = unproven(task.demand)
        self.bounds: Bounds | None = None
        """Of its limits, where they are proved."""

    def shares(self, duration: float) -> dict[str, Array]:
        """Of each quantity (N, n), of the torque rate (N-1, n)."""
        return look(self.task, self.course._replace(duration=duration), self.x).shares

    def worst(self, duration: float) -> float:
        """The largest share: an estimate, or where it will be proved, that of parabolas."""
        if not self.demand.quantities:
            return 0.0
        found = largest(bounded(self.shares(duration), rest=bool(self.unproven)))
        return found if self.unproven else found * (1.0 + ABOVE)

    def proof(self, duration: float) -> Bounds:
        """Shares of limits with proof, where there is one."""
        ends = spans(np.unique(self.course.knots), EACH)
        return proved(self.demand.with_margin(0.0), of_course(self.course._replace(duration=duration)), duration, ends)

    def status(self, move: Move) -> TimingStatus:
        """Of the motion."""
        if not self.demand.quantities:
            nothing = np.zeros(0)
            return TimingStatus(move.duration, {}, nothing, nothing, (), np.nan, len(np.unique(move.knots)) - 1, self.steps, "")
        if self.bounds is None:
            return estimated(self, move, 2, np.nan, self.steps, self.unproven)
        ends = self.bounds.ends
        return status_of(self.robot, move, ends[:-1], ends[1:], self.bounds.shares, np.nan, self.steps)


def _settled(task: Task, best: Best) -> _Settled | None:
    """A motion whose limits hold everywhere: slowed down, where that is allowed, or found with larger and larger margins."""
    found: _Settled | None = None
    small, margin, steps = 0.0, 0.0, best.steps
    for _ in range(TRIES):
        trial = _Settled(task, best.view.course, steps)
        duration = trial.course.duration
        worst = trial.worst(duration)
        slower = _slower(task, trial, worst)
        if slower is not None and task.demand.quantities and not trial.unproven:
            slower, worst = _proved(task, trial, slower, worst)
        if slower is not None and (found is None or slower < found.course.duration):
            found, trial.course = trial, trial.course._replace(duration=slower)
        if slower is not None and slower <= (1.0 + SLACK) * duration and (worst > 1.0 - SLACK or not task.bisects):
            break
        if worst > 1.0:
            small, margin = margin, min(margin + MORE * (min(worst, 2.0) - 1.0) + CLOSE, 0.5)
        else:
            margin = 0.5 * (small + margin)
        tighter = task._replace(demand=task.demand.with_margin(margin), each=DENSE)
        best = _improved(tighter, Best(look(tighter, best.view.course), 0, FINE), False)
        steps += best.steps
    return found


def _proved(task: Task, trial: _Settled, duration: float, worst: float) -> tuple[float | None, float]:
    """A duration with which limits hold with proof, that one or a little more, if there is one, and the largest share with the
    motion's own. Where bounds are not finite, limits hold by the estimate, or not."""
    longer = duration
    for _ in range(PROOFS):
        bounds = trial.proof(longer)
        if bounds.largest <= 1.0:
            trial.bounds = bounds
            return longer, worst
        if not task.stretches or not bounds.largest < LITTLE:
            break
        longer = min(longer * (bounds.largest + LAST), task.longest)
    if np.isfinite(bounds.largest):
        return None, max(worst, bounds.largest)
    trial.unproven = ENDLESS
    worst = trial.worst(trial.course.duration)
    return _slower(task, trial, worst), worst


def _slower(task: Task, trial: _Settled, worst: float) -> float | None:
    """The duration [s] with which limits hold, if there is one."""
    duration = trial.course.duration
    if worst <= 1.0 and (task.energy or not task.stretches):
        return duration
    if not task.stretches:
        return None
    try:
        found = least_duration(trial.worst, duration, LAST)
    except LimitError:
        return None
    return found if found <= task.longest else None


def _status(task: Task, path: Move | Timed, status: TimingStatus, straight: float) -> MoveStatus:
    from scipy.integrate import simpson

    t = np.linspace(path.start_time, path.end_time, INSTANTS)
    watts = ((feedforward(task.demand.robot, path, t).tau_m / task.constants) ** 2).sum(axis=1)
    return MoveStatus(**vars(status), straight_time=straight, energy=float(simpson(watts, x=t)))


def _never(task: Task, view: View) -> LimitError:
    """What is exceeded by the best motion that was found."""
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
