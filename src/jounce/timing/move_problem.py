"""What `fastest_move` is asked for, checked: ends that no motion within the limits can have are refused."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError, LimitError
from jounce.functions.motors import refuse
from jounce.inverse.along import filters
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.timing.limit_constraints import KINEMATIC, LimitConstraints
from jounce.timing.motion_spline import BoundaryConditions, MotionSpline, graded_knots
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.timed_path import Move
from jounce.trajectory.path import positive, real
from jounce.trajectory.polynomial import rest_to_rest

COSTS = ("time", "energy")
ROUNDING = 1e-9
"""By which share an end may be beyond the limits."""
HALVINGS = 2
"""Of the piece next to an end at rest."""


class MoveProblem(NamedTuple):
    """What is wanted: the least of time T + energy E."""

    constraints: LimitConstraints
    boundary: BoundaryConditions
    points: Array
    """(k, n): to be passed [rad or m]."""
    time: float
    """What a second costs."""
    energy: float
    """What a joule costs."""
    constants: Array
    """(m,): of motors [Nm / sqrt(W)]."""
    shortest: float
    """[s]."""
    longest: float
    """[s]; the same where the duration is given."""
    sharp: bool = True
    """Whether splines are made for the shortest times; those of least energy have a lower degree, and pieces of one length."""
    places: Array = np.zeros(0)
    """Fractions of the duration (k,) of further samples."""
    margin: float = 0.0
    """Fraction by which limits are tightened; of velocity, acceleration and jerk not at the ends, where they may be given."""

    @property
    def moving(self) -> tuple[bool, bool]:
        """Whether joints move at the start and at the goal."""
        start, goal = (len(rows) < self.constraints.order or bool(rows[1:].any()) for rows in self.boundary)
        return start, goal

    @property
    def can_stretch(self) -> bool:
        """Whether the whole motion may be slowed down."""
        return self.longest > self.shortest and not any(self.moving)

    @property
    def has_constant_cost(self) -> bool:
        """Whether all motions cost the same, so that limits are all that counts."""
        return self.shortest == self.longest and not self.energy

    @property
    def needs_bisection(self) -> bool:
        """Whether the least time is looked for, and the motion cannot be slowed down as a whole."""
        return any(self.moving) and not self.energy

    @property
    def degree(self) -> int:
        """Degree of the splines: one more than limits need, and another one where the shortest times are wanted.

        Between switches the higher degree is closer to the motion of least time: one joint whose motor turns at its largest speed
        exceeds that speed by 1.5e-6 instead of 4e-5 with 36 pieces.
        """
        return self.constraints.order + (2 if self.sharp else 1)

    def inner_knots(self, pieces: int) -> Array:
        """Return the knots of a course: so many pieces, and shorter ones next to rest, where the held derivatives cost time."""
        first, last = (HALVINGS if self.sharp and not moving else 0 for moving in self.moving)
        return graded_knots(pieces, (first, last))

    def path(self, spline: MotionSpline) -> Move:
        """A course as a path."""
        return Move(spline.knots, spline.coefficients, spline.duration, self.moving, self.constraints.order)


def checked_problem(
    robot: Robot,
    start: Any,
    goal: Any,
    goal_velocity: Any,
    via: Any,
    objective: Any,
    motor_constant: Any,
    duration: Any,
    within: Any,
) -> MoveProblem:
    """Arguments, checked."""
    if robot.nq != robot.n:
        raise InputError(f"robot {robot.name!r} has joints of several freedoms, which have no limits to be timed by.")
    if any(joint.spring is not None for joint in robot.joints):
        raise InputError(f"robot {robot.name!r} has joints that no motor drives; motions of such arms cannot be found yet.")
    refuse(robot)
    first, last = _finite_rows(robot, start, "start"), _finite_rows(robot, goal, "goal")
    if goal_velocity is not None:
        if len(last) > 1:
            raise InputError("goal_velocity: expected none, as the goal has rows of its own.")
        last = np.concatenate([last, _finite_rows(robot, goal_velocity, "goal_velocity")[:1]])
    points = _finite_rows(robot, via, "via") if np.size(via) else np.zeros((0, robot.n))
    time, energy = _cost_weights(objective)
    shortest, longest = _duration_range(time, energy, duration, within)
    constraints = LimitConstraints(robot, PathGeometry(rest_to_rest(first[0], last[0], 1.0)), torque=energy > 0.0)
    if time and not constraints.quantities:
        raise InputError(
            f"limits: robot {robot.name!r} has none of velocity, acceleration, jerk, torque or deflection, so any time will do."
        )
    begins = np.concatenate([first, np.zeros((constraints.order, robot.n))])[: constraints.order]
    ends = last if len(last) > 1 else np.concatenate([last, np.zeros((constraints.order - 1, robot.n))])
    constants = _motor_constants(robot, motor_constant)
    problem = MoveProblem(
        constraints,
        BoundaryConditions(begins, ends[: constraints.order]),
        points,
        time,
        energy,
        constants,
        shortest,
        longest,
        sharp=not energy,
    )
    _refuse_boundary(problem)
    return problem


def _finite_rows(robot: Robot, values: Any, what: str) -> Array:
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


def _cost_weights(objective: Any) -> tuple[float, float]:
    """What a second and a joule cost."""
    costs = {objective: 1.0} if isinstance(objective, str) else objective
    if not isinstance(costs, Mapping) or not costs or not set(costs) <= set(COSTS):
        raise InputError(
            f"objective: expected 'time', 'energy', or what both cost as {{'time': 1.0, 'energy': 0.1}}, got {objective!r}."
        )
    time, energy = (positive(costs[name], f"objective[{name!r}]") if name in costs else 0.0 for name in COSTS)
    return time, energy


def _duration_range(time: float, energy: float, duration: Any, within: Any) -> tuple[float, float]:
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


def _motor_constants(robot: Robot, given: Any) -> Array:
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


def _refuse_boundary(problem: MoveProblem) -> None:
    """Ends that no motion within the limits can have."""
    constraints, ends = problem.constraints, problem.boundary
    robot, limits = constraints.robot, constraints.robot.limits
    if not any(problem.moving) and (np.concatenate([problem.points, ends.goal[:1]]) == ends.start[0]).all():
        raise InputError("goal: it is the start, so there is no motion to be found.")
    if problem.moving[0] and constraints.damped:
        name = robot.motor_names[int(filters(robot).damped.argmax())]
        raise InputError(f"start: joint {name!r} is elastic and damped; where its motor is at a start in motion is not known.")
    places = {"start": ends.start[0], "goal": ends.goal[0], **{f"via[{i}]": q for i, q in enumerate(problem.points)}}
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
    for i, (what, moving) in enumerate(zip(("start", "goal"), problem.moving)):
        for name, shares in constraints.at_rest(np.array([float(i)])).items() if not moving else ():
            j = int(np.nan_to_num(np.abs(shares[0]), nan=np.inf).argmax())
            if not abs(shares[0, j]) < 1.0:
                used = f"{100 * abs(shares[0, j]):.4g} % of its limit of {name.replace('_', ' ')}"
                raise LimitError(
                    f"joint {robot.motor_names[j]!r}: at rest at the {what} it takes {used}. Change the {what} or the limit."
                )
