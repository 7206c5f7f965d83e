"""Minimum-time or minimum-energy motion between two postures with free geometry, by multistart SQP on motion splines.

A repair step then makes the motion feasible between the samples of the SQP.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError, LimitError
from jounce.flexible.feedforward import feedforward
from jounce.kernel.arguments import check_robot
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.numerics.blas_threads import single_threaded
from jounce.robot import Robot
from jounce.robot.limits import Limits, LimitValues
from jounce.timing.certificate import estimated_status, status_from_bounds
from jounce.timing.fastest import fastest, with_limits
from jounce.timing.initial_guesses import best_initial_guess
from jounce.timing.minimum_duration import HOPELESS_UTILISATION
from jounce.timing.motion_constraints import evaluate
from jounce.timing.motion_feasibility import DenseSamples, FeasibleMotion, make_feasible, repair, slowed_polynomial
from jounce.timing.motion_sqp import SqpResult, project, solve_sqp
from jounce.timing.move_problem import MoveProblem, checked_problem
from jounce.timing.path_geometry import Move, TimedPath
from jounce.timing.timing_status import TimingStatus
from jounce.trajectory.path import Path, whole
from jounce.trajectory.polynomial import rest_to_rest
from jounce.trajectory.spline import spline

PIECES = 32
"""Default number of pieces of the motion spline."""
COARSEST = 8
"""Largest number of pieces of the first, coarsest spline, unless boundary conditions and via points need more pieces."""
STEPS = 20
"""Maximum number of quadratic programs for each number of pieces."""
MOVING_STEPS = 60
"""Maximum number of quadratic programs for each number of pieces if an end moves."""
REPAIR_STEPS = 14
"""Maximum number of quadratic programs in a round of repair, which has further samples."""
COST_TOLERANCE = 3e-4
"""Predicted decrease of the merit in a step, relative to the cost, below which the SQP stops."""
ENERGY_TOLERANCE = 1e-6
"""Value in place of `COST_TOLERANCE` if energy has a cost: near the minimum, long steps hardly change the energy."""
REFINED_RADIUS = 0.01
"""Least trust-region radius with which the SQP continues an earlier result, as a fraction of the extent of the motion."""
ROUNDING = 1e-9
"""Relative excess over a limit that counts as rounding."""
INSTANTS = 2001
"""Number of samples of the motors' heat power from which the energy of a motion is integrated."""


@by_value
@dataclass(frozen=True, eq=False, repr=False)
class MoveStatus(TimingStatus):
    """Duration, limit utilisation and energy of the motion that `fastest_move` returns.

    `rigid_time` is nan, since a robot with rigid joints would take another path. If the straight line (or the spline through the
    via points) is the fastest motion, `rigid_time` is the minimum time of the rigid robot along it.
    """

    straight_time: float
    """Minimum time [s] along the straight line, or along a spline through the via points. NaN if an end moves, or if
    the robot cannot follow that line or spline within its limits."""
    energy: float
    """Joule heat of the motor windings [J]; see `fastest_move`."""

    def __repr__(self) -> str:
        """Show duration, time along the straight line, energy and the largest utilisation of every quantity."""
        worst = {name: round(float(x.max()), 6) for name, x in self.shares.items()}
        proved = "" if self.unproven else ", proved"
        return (
            f"MoveStatus(time={self.time:.6g}, straight_time={self.straight_time:.6g}, energy={self.energy:.6g}, "
            f"shares={worst}{proved})"
        )


@single_threaded
def fastest_move(
    robot: Robot,
    start: ArrayLike,
    goal: ArrayLike,
    limits: Limits | LimitValues | None = None,
    *,
    via: ArrayLike = (),
    goal_velocity: ArrayLike | None = None,
    objective: str | Mapping[str, float] = "time",
    duration: float | None = None,
    within: float | None = None,
    motor_constant: ArrayLike = 1.0,
    pieces: int | None = None,
) -> Move | TimedPath:
    """Return the motion from start to goal of least time (or energy) within the robot's limits, with free geometry.

    The motion is a B-spline, with shorter pieces next to rest if time is minimised. Sequential quadratic programming on exact
    partial derivatives optimises the spline, coarse pieces first, from the straight line and from detours of one joint each.
    The result is a local optimum, not necessarily the global one. No limit is exceeded, neither at 20 times as many samples nor
    between them. For least time, the motion never takes longer than the motion of half as many pieces. From rest to rest it also
    never takes longer than the straight line (with via points: a spline through them) in minimum time and, without via points,
    than a slowed-down polynomial of degree 9 (or of the higher degree that the robot needs).

    Parameters
    ----------
    robot : Robot
        Robot with the limits of `fastest`, every joint driven by a motor.
    start, goal : array_like (n,) or (k, n)
        Positions [rad or m], or rows of positions and time derivatives [per s^k]. Derivatives of the start that are not given are
        zero. A goal of one row is at rest. For a goal of several rows all further derivatives are free, and so are the motor
        positions, as in throws, where springs return their energy.
    limits : Limits or mapping, optional
        Limits in place of `robot.limits`, as in `fastest`.
    via : array_like (k, n), optional
        Points to be passed in this order [rad or m], at any time and velocity.
    goal_velocity : array_like (n,), optional
        Velocity at a goal of one row [rad/s or m/s]; higher derivatives are then free.
    objective : str or mapping
        "time", "energy", or the cost of both as {"time": 1.0, "energy": 0.01}. Energy is the Joule heat of the motor windings,
        the sum over motors of the integral of (tau_m / motor_constant)^2 over time [J].
    duration, within : float, optional
        Prescribed duration, or longest duration [s]; least energy needs one of them.
    motor_constant : float or array_like (n,) or (m,)
        Motor constant: torque at the joint divided by the square root of the heat power [Nm/sqrt(W) or N/sqrt(W)]. With 1 the
        energy is the integral of the squared torque.
    pieces : int, optional
        Number of pieces of the finest spline, 32 by default; it may be rounded up so that it can be halved repeatedly.

    Returns
    -------
    Move or TimedPath
        Path for `feedforward`, as smooth as the robot needs; a `TimedPath` if the straight line is the fastest motion.
        `.status` is a `MoveStatus`.

    Raises
    ------
    LimitError
        If no motion within the limits was found; the message names the shortest feasible duration, if one was found.
    InputError
        If an argument is wrong, or the robot has no limits.

    Examples
    --------
    >>> import jounce as jn
    >>> robot = jn.load("planar_2r").with_limits(motor_torque=[60.0, 25.0])
    >>> move = jn.fastest_move(robot, [0.0, 0.0], [1.2, -0.8], pieces=8)
    >>> bool(move.status.time <= move.status.straight_time)
    True
    """
    robot = with_limits(check_robot(robot), limits)
    problem = checked_problem(robot, start, goal, goal_velocity, via, objective, motor_constant, duration, within)
    if pieces is not None:
        whole(pieces, 1, "pieces")
    reference, count = _reference_path(problem), PIECES if pieces is None else pieces
    timed = None if any(problem.moving) else _timed_reference(robot, reference, pieces)
    straight = np.nan if timed is None else timed.status.time
    best, last = (
        _least_energy(problem, reference, count)
        if problem.energy
        else _best_motion(problem._replace(longest=np.inf), reference, count)
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


# ---------------------------------------------------------------- optimisation


def _reference_path(problem: MoveProblem) -> Path:
    """Return the straight line from start to goal or, with via points, a spline through all points."""
    ends = problem.boundary
    if not len(problem.points):
        return rest_to_rest(ends.start[0], ends.goal[0], 1.0)
    points = np.stack([ends.start[0], *problem.points, ends.goal[0]])
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    times = np.append(0.0, np.cumsum(np.maximum(lengths, 0.1 * lengths.max())))
    return spline(times / times[-1], points, degree=problem.constraints.order + 1 + problem.constraints.order % 2)


def _timed_reference(robot: Robot, path: Path, pieces: int | None) -> TimedPath | None:
    """Return the path with its minimum-time scaling, or None if the robot cannot follow the path within its limits."""
    try:
        timed = fastest(robot, path, pieces=pieces)
    except (InputError, LimitError):
        return None
    return timed if max(float(x.max()) for x in timed.status.shares.values()) <= 1.0 + ROUNDING else None


def _best_motion(problem: MoveProblem, reference: Path, pieces: int) -> tuple[FeasibleMotion | None, SqpResult]:
    """Return (best feasible motion of up to about `pieces` pieces or None, last SQP result).

    Motions of half as many pieces, a quarter and so on come first. Each motion is repaired as if it were the last one, and the
    best of all is returned: with twice as many pieces the cost never rises.
    """
    halvings = max(0, int(np.ceil(np.log2(pieces / COARSEST))))
    least = problem.constraints.order + 2 * len(problem.points)
    count = max(int(np.ceil(pieces / 2**halvings)), least)
    best = best_initial_guess(problem, reference, count)
    if best.evaluation.worst > HOPELESS_UTILISATION:
        return None, best
    feasible: FeasibleMotion | None = None
    steps = best.steps
    for left in range(halvings, -1, -1):
        candidate, best = repair(problem, best, _sqp)
        steps += best.steps
        if candidate is not None and (feasible is None or candidate.cost < feasible.cost):
            feasible = candidate
        if left:
            count *= 2
            best = best._replace(evaluation=evaluate(problem, best.evaluation.spline.with_knots(problem.inner_knots(count))))
    if not (problem.energy or any(problem.moving) or len(problem.points)):
        polynomial = slowed_polynomial(problem, np.inf if feasible is None else feasible.spline.duration)
        feasible = feasible if polynomial is None else polynomial
    return feasible, best._replace(steps=steps)


def _least_energy(problem: MoveProblem, reference: Path, pieces: int) -> tuple[FeasibleMotion | None, SqpResult]:
    """Return (feasible motion of least energy or None, last SQP result); raise `LimitError` if the duration is too short.

    If no feasible motion is found directly, the search starts again from the minimum-time motion.
    """
    best, last = _best_motion(problem, reference, pieces)
    if best is not None or not np.isfinite(problem.longest):
        return best, last
    free = problem._replace(time=1.0, energy=0.0, shortest=0.0, longest=np.inf, sharp=True)
    fastest_motion, last_fastest = _best_motion(free, reference, pieces)
    if fastest_motion is None:
        raise _infeasible_error(free, last_fastest)
    if fastest_motion.spline.duration > problem.longest:
        used = _timing_status(free, fastest_motion, free.path(fastest_motion.spline), 0)
        raise _duration_error(problem, fastest_motion.spline.duration, used.shares)
    sharp = problem._replace(sharp=True)
    slowed = (
        fastest_motion.spline if problem.longest > problem.shortest else fastest_motion.spline._replace(duration=problem.longest)
    )
    slowed = project(sharp, slowed)
    best, last = repair(sharp, SqpResult(evaluate(sharp, slowed), 0, REFINED_RADIUS), _sqp)
    stretched = make_feasible(DenseSamples(sharp, slowed))[0]
    return min((motion for motion in (best, stretched) if motion is not None), key=lambda motion: motion.cost, default=None), last


def _sqp(problem: MoveProblem, best: SqpResult) -> SqpResult:
    """Return the SQP result that starts from the motion of the result `best`, with the same knots."""
    enough = ENERGY_TOLERANCE if problem.energy else COST_TOLERANCE
    steps = REPAIR_STEPS if len(problem.places) else MOVING_STEPS if any(problem.moving) else STEPS
    return solve_sqp(problem, best.evaluation, max(best.rho, REFINED_RADIUS), steps, enough)


def _timing_status(problem: MoveProblem, best: FeasibleMotion, move: Move, steps: int) -> TimingStatus:
    """Return the timing status of the motion `best` from its proved bounds or, without a proof, from dense samples.

    move: `best` as a path; steps: number of quadratic programs solved.
    """
    if not problem.constraints.quantities:
        nothing = np.zeros(0)
        return TimingStatus(move.duration, {}, nothing, nothing, (), np.nan, len(np.unique(move.knots)) - 1, steps, "")
    if best.bounds is None:
        return estimated_status(DenseSamples(problem, best.spline), move, 2, np.nan, steps, best.why)
    ends = best.bounds.ends
    return status_from_bounds(problem.constraints.robot, move, ends[:-1], ends[1:], best.bounds.shares, np.nan, steps)


def _move_status(problem: MoveProblem, path: Move | TimedPath, status: TimingStatus, straight: float) -> MoveStatus:
    """Return the status extended by the energy of the motion; straight: minimum time along the straight line [s]."""
    from scipy.integrate import simpson

    t = np.linspace(path.start_time, path.end_time, INSTANTS)
    watts = ((feedforward(problem.constraints.robot, path, t).tau_m / problem.constants) ** 2).sum(axis=1)
    return MoveStatus(**vars(status), straight_time=straight, energy=float(simpson(watts, x=t)))


def _duration_error(problem: MoveProblem, shortest: float, shares: Mapping[str, Array]) -> LimitError:
    """Return the error for a duration that is too short; it names `shortest`, a feasible duration [s], and the limit of
    largest utilisation in `shares`."""
    name = max(shares, key=lambda key: float(shares[key].max()))
    joint = problem.constraints.robot.motor_names[int(shares[name].argmax())]
    return LimitError(
        f"joint {joint!r}: no motion within the limits was found that takes {problem.longest:.4g} s; the shortest one that was "
        f"found takes {shortest:.4g} s and {100 * float(shares[name].max()):.4g} % of its limit of {name.replace('_', ' ')}. "
        "Allow that time, or change the limit."
    )


def _infeasible_error(problem: MoveProblem, last: SqpResult) -> LimitError:
    """Return the error for a problem without a feasible motion; it names the limit that the last motion exceeds most."""
    evaluation = last.evaluation
    worst = {name: float(np.nan_to_num(np.abs(x), nan=np.inf).max()) for name, x in evaluation.shares.items()}
    T = evaluation.spline.duration
    if not worst:
        return LimitError(
            f"no motion was found: springs of robot {problem.constraints.robot.name!r} would have to carry more than they can."
        )
    name = max(worst, key=lambda key: worst[key])
    i, j = np.unravel_index(
        int(np.nan_to_num(np.abs(evaluation.shares[name]), nan=np.inf).argmax()), evaluation.shares[name].shape
    )
    return LimitError(
        f"joint {problem.constraints.robot.motor_names[j]!r}: no motion within the limits was found; the best one takes "
        f"{100 * worst[name]:.4g} % of its limit of {name.replace('_', ' ')} at {T * evaluation.x[i]:.4g} of {T:.4g} s. Allow "
        "more time, another end velocity, or more pieces."
    )
