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
from jounce.timing.fastest import fastest, with_limits
from jounce.timing.initial_guesses import best_initial_guess
from jounce.timing.intersample_bounds import estimated_status, status_from_bounds
from jounce.timing.minimum_duration import HOPELESS_UTILISATION
from jounce.timing.motion_constraints import evaluate
from jounce.timing.motion_feasibility import DenseSamples, FeasibleMotion, make_feasible, repair, slowed_polynomial
from jounce.timing.motion_sqp import SqpResult, project, solve_sqp
from jounce.timing.move_problem import MoveProblem, checked_problem
from jounce.timing.timed_path import Move, TimedPath
from jounce.timing.timing_status import TimingStatus
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
REPAIR_STEPS = 14
"""The same with more samples, where limits were exceeded between those."""
COST_TOLERANCE = 3e-4
"""Fraction of the cost that the last step is worth."""
ENERGY_TOLERANCE = 1e-6
"""The same where energy costs: near its least it hardly changes, and steps are long."""
REFINED_RADIUS = 0.01
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
) -> Move | TimedPath:
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
    problem = checked_problem(robot, start, goal, goal_velocity, via, objective, motor_constant, duration, within)
    if pieces is not None:
        whole(pieces, 1, "pieces")
    way, count = _reference_path(problem), PIECES if pieces is None else pieces
    timed = None if any(problem.moving) else _timed_reference(robot, way, pieces)
    straight = np.nan if timed is None else timed.status.time
    best, last = (
        _least_energy(problem, way, count) if problem.energy else _best_motion(problem._replace(longest=np.inf), way, count)
    )
    if timed is not None and not problem.energy and (best is None or straight <= best.spline.duration):
        if straight > problem.longest:
            raise _duration_error(problem, straight, timed.status.shares)
        timed.set_status(_move_status(problem, timed, timed.status, straight))
        return timed
    if best is None:
        raise _infeasible_error(problem, last)
    move = problem.path(best.spline)
    used = _timing_status(problem, best, move, last.steps)
    if best.spline.duration > problem.longest:
        raise _duration_error(problem, best.spline.duration, used.shares)
    move.status = _move_status(problem, move, used, straight)
    return move


# ---------------------------------------------------------------- how it is found


def _reference_path(problem: MoveProblem) -> Path:
    """The straight way; a spline past the points where there are some."""
    ends = problem.boundary
    if not len(problem.points):
        return rest_to_rest(ends.start[0], ends.goal[0], 1.0)
    points = np.stack([ends.start[0], *problem.points, ends.goal[0]])
    long = np.linalg.norm(np.diff(points, axis=0), axis=1)
    times = np.append(0.0, np.cumsum(np.maximum(long, 0.1 * long.max())))
    return spline(points, times / times[-1], degree=problem.constraints.order + 1 + problem.constraints.order % 2)


def _timed_reference(robot: Robot, way: Path, pieces: int | None) -> TimedPath | None:
    """Return that way in the least time, if the robot can go it within its limits."""
    try:
        timed = fastest(robot, way, pieces=pieces)
    except (InputError, LimitError):
        return None
    return timed if max(float(x.max()) for x in timed.status.shares.values()) <= 1.0 + ROUNDING else None


def _best_motion(problem: MoveProblem, way: Path, pieces: int) -> tuple[FeasibleMotion | None, SqpResult]:
    """Return the best motion of so many pieces whose limits hold everywhere, if there is one, and the last that was tried.

    Motions of half as many pieces, a quarter and so on come first. Each is settled as if it were the last, and the best of all of
    them counts: a motion of twice as many pieces never costs more.
    """
    halvings = max(0, int(np.ceil(np.log2(pieces / COARSEST))))
    least = problem.constraints.order + 2 * len(problem.points)
    count = max(int(np.ceil(pieces / 2**halvings)), least)
    best = best_initial_guess(problem, way, count)
    if best.evaluation.worst > HOPELESS_UTILISATION:
        return None, best
    settled: FeasibleMotion | None = None
    steps = best.steps
    for left in range(halvings, -1, -1):
        candidate, best = repair(problem, best, _sqp)
        steps += best.steps
        if candidate is not None and (settled is None or candidate.cost < settled.cost):
            settled = candidate
        if left:
            count *= 2
            best = best._replace(evaluation=evaluate(problem, best.evaluation.spline.with_knots(problem.inner_knots(count))))
    if not (problem.energy or any(problem.moving) or len(problem.points)):
        slowed = slowed_polynomial(problem, np.inf if settled is None else settled.spline.duration)
        settled = settled if slowed is None else slowed
    return settled, best._replace(steps=steps)


def _least_energy(problem: MoveProblem, way: Path, pieces: int) -> tuple[FeasibleMotion | None, SqpResult]:
    """Return the motion of least energy, if there is one, and the last that was tried; refuse a time in which none was found."""
    best, last = _best_motion(problem, way, pieces)
    if best is not None or not np.isfinite(problem.longest):
        return best, last
    free = problem._replace(time=1.0, energy=0.0, shortest=0.0, longest=np.inf, sharp=True)
    quick, last_quick = _best_motion(free, way, pieces)
    if quick is None:
        raise _infeasible_error(free, last_quick)
    if quick.spline.duration > problem.longest:
        used = _timing_status(free, quick, free.path(quick.spline), 0)
        raise _duration_error(problem, quick.spline.duration, used.shares)
    sharp = problem._replace(sharp=True)
    slowed = quick.spline if problem.longest > problem.shortest else quick.spline._replace(duration=problem.longest)
    slowed = project(sharp, slowed)
    best, last = repair(sharp, SqpResult(evaluate(sharp, slowed), 0, REFINED_RADIUS), _sqp)
    itself = make_feasible(DenseSamples(sharp, slowed))[0]
    return min((spline for spline in (best, itself) if spline is not None), key=lambda spline: spline.cost, default=None), last


def _sqp(problem: MoveProblem, best: SqpResult) -> SqpResult:
    """Return the best motion with these pieces."""
    enough = ENERGY_TOLERANCE if problem.energy else COST_TOLERANCE
    steps = REPAIR_STEPS if len(problem.places) else MOVING_STEPS if any(problem.moving) else STEPS
    return solve_sqp(problem, best.evaluation, max(best.rho, REFINED_RADIUS), steps, enough)


def _timing_status(problem: MoveProblem, best: FeasibleMotion, move: Move, steps: int) -> TimingStatus:
    """Return the status of a motion."""
    if not problem.constraints.quantities:
        nothing = np.zeros(0)
        return TimingStatus(move.duration, {}, nothing, nothing, (), np.nan, len(np.unique(move.knots)) - 1, steps, "")
    if best.bounds is None:
        return estimated_status(DenseSamples(problem, best.spline), move, 2, np.nan, steps, best.why)
    ends = best.bounds.ends
    return status_from_bounds(problem.constraints.robot, move, ends[:-1], ends[1:], best.bounds.shares, np.nan, steps)


def _move_status(problem: MoveProblem, path: Move | TimedPath, status: TimingStatus, straight: float) -> MoveStatus:
    from scipy.integrate import simpson

    t = np.linspace(path.start_time, path.end_time, INSTANTS)
    watts = ((feedforward(problem.constraints.robot, path, t).tau_m / problem.constants) ** 2).sum(axis=1)
    return MoveStatus(**vars(status), straight_time=straight, energy=float(simpson(watts, x=t)))


def _duration_error(problem: MoveProblem, shortest: float, shares: Mapping[str, Array]) -> LimitError:
    """Return the refusal of a time in which no motion was found: with the shortest time that will do, and the limit used most."""
    name = max(shares, key=lambda key: float(shares[key].max()))
    joint = problem.constraints.robot.motor_names[int(shares[name].argmax())]
    return LimitError(
        f"joint {joint!r}: no motion within the limits was found that takes {problem.longest:.4g} s; the shortest one that was "
        f"found takes {shortest:.4g} s and {100 * float(shares[name].max()):.4g} % of its limit of {name.replace('_', ' ')}. "
        "Allow that time, or change the limit."
    )


def _infeasible_error(problem: MoveProblem, last: SqpResult) -> LimitError:
    """Return the refusal of what no motion was found for: what the last one exceeds."""
    evaluation = last.evaluation
    found = {name: float(np.nan_to_num(np.abs(x), nan=np.inf).max()) for name, x in evaluation.shares.items()}
    T = evaluation.spline.duration
    if not found:
        return LimitError(
            f"no motion was found: springs of robot {problem.constraints.robot.name!r} would have to carry more than they can."
        )
    name = max(found, key=lambda key: found[key])
    i, j = np.unravel_index(
        int(np.nan_to_num(np.abs(evaluation.shares[name]), nan=np.inf).argmax()), evaluation.shares[name].shape
    )
    return LimitError(
        f"joint {problem.constraints.robot.motor_names[j]!r}: no motion within the limits was found; the best one takes "
        f"{100 * found[name]:.4g} % of its limit of {name.replace('_', ' ')} at {T * evaluation.x[i]:.4g} of {T:.4g} s. Allow "
        "more time, another end velocity, or more pieces."
    )
