"""Optimisation problem of `fastest_move`: least cost of time and energy between two boundary conditions, within limits and
through via points.

`checked_problem` also checks the arguments and refuses boundary conditions that no motion within the limits can have.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError, LimitError
from jounce.inverse.motor_motion import filters
from jounce.numbers.packing import Array
from jounce.plant.plant import refuse_motorless
from jounce.robot import Robot
from jounce.robot.validation import positive
from jounce.timing.limit_constraints import KINEMATIC, LimitConstraints
from jounce.timing.motion_spline import BoundaryConditions, MotionSpline, graded_knots
from jounce.timing.path_geometry import Move, PathGeometry
from jounce.trajectory.path import real
from jounce.trajectory.polynomial import rest_to_rest

COSTS = ("time", "energy")
"""Keys of the argument `objective`: cost of time, cost of energy."""
ROUNDING = 1e-9
"""Relative excess of the boundary conditions over a limit that counts as rounding."""
HALVINGS = 2
"""Number of times that the spline piece next to an end at rest is halved."""


class MoveProblem(NamedTuple):
    """Optimisation problem: minimise time T + energy E, subject to limits, boundary conditions and via points."""

    constraints: LimitConstraints
    """Limit constraints along the straight line from start to goal; only the end points of the line are used."""
    boundary: BoundaryConditions
    """Boundary conditions at start and goal."""
    points: Array
    """Via points (k, n) [rad or m]."""
    time: float
    """Cost of one second of duration."""
    energy: float
    """Cost of one joule of motor heat."""
    constants: Array
    """Motor constants (m,) [Nm/sqrt(W) or N/sqrt(W)]."""
    shortest: float
    """Shortest admissible duration [s]."""
    longest: float
    """Longest admissible duration [s]; equal to `shortest` if the duration is prescribed."""
    sharp: bool = True
    """True for splines that suit minimum time: a higher degree, and shorter pieces next to rest. False for splines that suit
    minimum energy: a lower degree, and pieces of equal length."""
    places: Array = np.zeros(0)
    """Additional sample times (k,), as fractions of the duration."""
    margin: float = 0.0
    """Fraction by which limits are tightened. Limits of velocity, acceleration and jerk are not tightened at the two ends,
    where these derivatives may be prescribed."""

    @property
    def moving(self) -> tuple[bool, bool]:
        """Return (start, goal): True for an end at which some prescribed derivative is nonzero or some derivative is free."""
        start, goal = (len(rows) < self.constraints.order or bool(rows[1:].any()) for rows in self.boundary)
        return start, goal

    @property
    def can_stretch(self) -> bool:
        """True if the duration is free and the motion goes from rest to rest, so that the whole motion may be slowed down."""
        return self.longest > self.shortest and not any(self.moving)

    @property
    def has_constant_cost(self) -> bool:
        """True if all motions have the same cost (prescribed duration, no cost of energy), so that only feasibility counts."""
        return self.shortest == self.longest and not self.energy

    @property
    def needs_bisection(self) -> bool:
        """True for minimum time with a moving end: such a motion cannot be slowed down as a whole, so the duration is
        bisected."""
        return any(self.moving) and not self.energy

    @property
    def degree(self) -> int:
        """Return the degree of the splines: the order of the constraints plus 2 if `sharp`, otherwise plus 1.

        Between switches of the active limit the higher degree is closer to the minimum-time motion: with 36 pieces, a joint
        whose motor runs at its velocity limit exceeds this limit by the fraction 1.5e-6 instead of 4e-5.
        """
        return self.constraints.order + (2 if self.sharp else 1)

    def inner_knots(self, pieces: int) -> Array:
        """Return the distinct knots of `pieces` equal pieces of [0, 1], with pieces next to an end at rest halved further.

        Shorter pieces are needed there, since the vanishing derivatives at rest cost time.
        """
        first, last = (HALVINGS if self.sharp and not moving else 0 for moving in self.moving)
        return graded_knots(pieces, (first, last))

    def path(self, spline: MotionSpline) -> Move:
        """Return a motion spline as a path of class `Move`."""
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
    """Check the arguments of `fastest_move` and return the problem; raise `InputError` for wrong and `LimitError` for
    infeasible arguments."""
    if robot.nq != robot.n:
        raise InputError(f"robot {robot.name!r} has joints of several freedoms, which have no limits to be timed by.")
    if any(joint.spring is not None for joint in robot.joints):
        raise InputError(f"robot {robot.name!r} has joints that no motor drives; motions of such arms cannot be found yet.")
    refuse_motorless(robot)
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
    """Return an argument as finite rows (k, n), where a vector (n,) becomes one row; what: argument named in errors."""
    try:
        rows = np.array(real(values))
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: expected numbers, {error}.") from None
    rows = rows[None] if rows.ndim < 2 else rows
    if rows.ndim != 2 or rows.shape[1] != robot.n or not len(rows) or not np.isfinite(rows).all():
        raise InputError(
            f"{what}: expected {robot.n} finite numbers, one for each joint of robot {robot.name!r}, or rows of so many, got an "
            f"array of shape {np.shape(values)}."
        )
    return rows


def _cost_weights(objective: Any) -> tuple[float, float]:
    """Return (cost of a second, cost of a joule) from the argument `objective`."""
    costs = {objective: 1.0} if isinstance(objective, str) else objective
    if not isinstance(costs, Mapping) or not costs or not set(costs) <= set(COSTS):
        raise InputError(
            f"objective: expected 'time', 'energy', or what both cost as {{'time': 1.0, 'energy': 0.1}}, got {objective!r}."
        )
    time, energy = (positive(costs[name], f"objective[{name!r}]") if name in costs else 0.0 for name in COSTS)
    return time, energy


def _duration_range(time: float, energy: float, duration: Any, within: Any) -> tuple[float, float]:
    """Return (shortest, longest) admissible duration [s] from the arguments `duration` and `within`.

    time, energy: cost of a second and cost of a joule.
    """
    if duration is not None and within is not None:
        raise InputError("duration, within: expected one of them, got both.")
    if duration is not None:
        if time:
            raise InputError("duration: expected none, as time is to be least; it is for objective='energy'.")
        fixed = positive(duration, "duration [s]")
        return fixed, fixed
    if within is not None:
        return 0.0, positive(within, "within [s]")
    if not time:
        raise InputError("objective: least energy needs a duration, or a time within which the goal is reached.")
    return 0.0, np.inf


def _motor_constants(robot: Robot, motor_constant: Any) -> Array:
    """Return the constants (m,) of all motors.

    If one constant per joint is stated, a joint's second motor has the constant of that joint.
    """
    try:
        values = np.asarray(real(motor_constant), dtype=np.float64)
        if values.shape == (robot.n,):
            seconds = [i for i, joint in enumerate(robot.axes) if joint.second is not None]
            values = np.append(values, values[seconds])
        constants = np.broadcast_to(values, (robot.m,)).astype(np.float64)
    except (TypeError, ValueError):
        constants = np.full(robot.m, np.nan)
    if not (np.isfinite(constants) & (constants > 0.0)).all():
        counts = " or ".join(str(count) for count in sorted({robot.n, robot.m}))
        raise InputError(f"motor_constant: expected a finite number above zero, or {counts} of them, got {motor_constant!r}.")
    return constants


def _refuse_boundary(problem: MoveProblem) -> None:
    """Raise an error for boundary conditions and via points that no motion within the limits can have."""
    constraints, ends = problem.constraints, problem.boundary
    robot, limits = constraints.robot, constraints.robot.limits
    if not any(problem.moving) and (np.concatenate([problem.points, ends.goal[:1]]) == ends.start[0]).all():
        raise InputError("goal: it is the start, so there is no motion to be found.")
    if problem.moving[0] and constraints.damped:
        name = robot.motor_names[int(filters(robot).damped.argmax())]
        raise InputError(f"start: joint {name!r} is elastic and damped; where its motor is at a start in motion is not known.")
    places = {"start": ends.start[0], "goal": ends.goal[0], **{f"via[{i}]": q for i, q in enumerate(problem.points)}}
    for what, q in places.items():
        excess = np.maximum(limits.position[:, 0] - q, q - limits.position[:, 1])
        j = int(excess.argmax())
        if excess[j] > ROUNDING * max(1.0, abs(q[j])):
            lower, upper = limits.position[j]
            raise LimitError(
                f"joint {robot.axes[j].name!r}: {what} is at {q[j]:.6g}, outside its position limits {lower:.6g} and {upper:.6g}."
            )
    for what, rows in (("start", ends.start), ("goal", ends.goal)):
        for name, row in zip(KINEMATIC, rows[1:]):
            utilisation = np.abs(row) / getattr(limits, name)
            j = int(utilisation.argmax())
            if utilisation[j] > 1.0 + ROUNDING:
                used = f"{100 * utilisation[j]:.4g} % of its limit"
                raise LimitError(f"joint {robot.motor_names[j]!r}: its {name} at the {what}, {row[j]:.6g}, is {used}.")
    for i, (what, moving) in enumerate(zip(("start", "goal"), problem.moving)):
        for name, shares in constraints.at_rest(np.array([float(i)])).items() if not moving else ():
            j = int(np.nan_to_num(np.abs(shares[0]), nan=np.inf).argmax())
            if not abs(shares[0, j]) < 1.0:
                used = f"{100 * abs(shares[0, j]):.4g} % of its limit of {name.replace('_', ' ')}"
                raise LimitError(
                    f"joint {robot.motor_names[j]!r}: at rest at the {what} it takes {used}. Change the {what} or the limit."
                )
