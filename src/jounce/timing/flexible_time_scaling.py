"""Minimum-time scaling of flexible arms (joints without a motor) along a tool path, by sequential linear programming on finite
differences.

The motor torque at an instant depends on the whole path before, and also on the path ahead if the zero dynamics are unstable.
The torque therefore has no partial derivatives by the motion at that instant alone. The time scaling is a B-spline of few
pieces. Every step differences plans of the whole motion by each coefficient and by the duration, solves the linear program of
`time_scaling_slp`, and slows the motion down until limits hold.
"""

from typing import NamedTuple

import numpy as np

from jounce.errors import InputError, LimitError
from jounce.flexible.dae import Dae
from jounce.flexible.feedforward import feedforward
from jounce.functions.rigid import gravity_torque
from jounce.inverse.inverse_kinematics import inverse_kinematics
from jounce.inverse.plan import Plan, joint_deflections
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.limits import NAMES
from jounce.timing.certificate import estimated_status, peak_bounds
from jounce.timing.limit_constraints import KINEMATIC, largest
from jounce.timing.path_geometry import PathGeometry, TimedPath
from jounce.timing.phase_plane import Profile, phase_plane, without_friction
from jounce.timing.rest_boundary import FALLBACK_DURATION
from jounce.timing.time_scaling import TimeScaling, approximate_scaling
from jounce.timing.time_scaling_slp import FRACTIONS, TimingSolution, difference_matrix, least_duration
from jounce.trajectory.path import Path
from jounce.trajectory.polynomial import smooth_step

SMOOTHNESS = 5
"""Number of continuous derivatives of the time scaling between its ends; at the ends one fewer is continuous."""
PIECES = 10
"""Default number of pieces of the time scaling."""
LEAST_PIECES = 8
"""Least number of pieces; with fewer pieces the motion is slower than the rest-to-rest polynomial."""
STEPS = 5
"""Maximum number of linear programs."""
LEAST_GAIN = 3e-3
"""Relative decrease of the duration in a step below which the iteration stops."""
DIFFERENCE_STEP = 1e-3
"""Step of finite differences of plans, for a coefficient and for log T."""
TRUST_REGION = 0.06
"""Largest change of a coefficient in a step of the optimisation."""
MOST_DURATION_CHANGE = 0.3
"""Largest relative change of the duration in a step."""
DURATION_TOLERANCE = 1e-3
"""Relative tolerance of durations during the optimisation."""
SAMPLES = 16
"""Number of samples in each piece. Before the path and after it, where motors act too, there are twice as many as in a
piece."""
FINE_SAMPLES = 64
"""Number of samples in each piece for the final duration."""
GRID_POINTS = 250
"""Number of grid points of the path for the minimum-time profile of the arm without elasticity."""
FINE_DURATION_TOLERANCE = 1e-5
"""Relative tolerance of the final duration."""
POSES = 9
"""Number of static poses along the path whose limits are checked."""
SETTLING_TIME = 0.5
"""Time [s] before the path and after it during which limits are checked; at most the duration of the motion."""

UNPROVEN = "the arm bends where no motor acts, so that its motion is found at instants only."
"""Reason for the missing proof, as text for the status."""


class FlexibleArm:
    """Flexible arm on one tool path: its static poses, plans of its motion, and the utilisation of its limits."""

    def __init__(self, robot: Robot, path: Path, guess: object) -> None:
        """Solve for the static poses along the path; guess: posture q (n,) near the first pose.

        Raises `InputError` if the robot has no limits besides position limits.
        """
        self.robot, self.path, self.geometry = robot, path, PathGeometry(path)
        self.names = [name for name in NAMES[1:] if np.isfinite(getattr(robot.limits, name)).any()]
        if not self.names:
            raise InputError(f"limits: robot {robot.name!r} has none but of position, so any time will do.")
        dae = Dae(robot)
        w = np.linspace(0.0, 1.0, POSES)
        targets = dae.outputs.desired(self.geometry(w, 0))
        poses = [dae.at_rest(targets.at(0), guess)]
        for k in range(1, POSES):
            poses.append(dae.at_rest(targets.at(k), poses[-1]))
        self.guess, self.poses, self.places = poses[0], np.array(poses), w

    def plan(self, scaling: TimeScaling, duration: float, each: int) -> Plan:
        """Plan the motion with a time scaling and a duration [s], at `each` samples in a piece and at samples before and after
        the path."""
        timed = scaling.timed_path(self.path, duration)
        inside = np.linspace(timed.start_time, timed.end_time, each * scaling.pieces + 1)
        beside = min(SETTLING_TIME, duration) * np.arange(1, 2 * each + 1) / (2 * each)
        t = np.concatenate([timed.start_time - beside[::-1], inside, timed.end_time + beside])
        return feedforward(self.robot, timed, t, guess=self.guess)

    def shares(self, plan: Plan) -> dict[str, Array]:
        """Return the utilisation of each limited quantity along a plan, (N, n); of the torque rate by its mean between samples,
        (N-1, n)."""
        limits, values = self.robot.limits, dict(zip(KINEMATIC, plan.q[1:]))
        values |= {
            "motor_torque": plan.tau_m,
            "joint_torque": plan.tau_j[0],
            "deflection": joint_deflections(plan),
            "motor_velocity": plan.theta[1],
        }
        values["torque_rate"] = np.diff(plan.tau_m, axis=0) / np.diff(plan.t)[:, None]
        return {name: values[name] / getattr(limits, name) for name in self.names}

    def at(self, scaling: TimeScaling, duration: float) -> dict[str, Array]:
        """Return the utilisation of each limited quantity for a time scaling and a duration [s], at the samples of the
        optimisation."""
        return self.shares(self.plan(scaling, duration, SAMPLES))


class SampledPlan(NamedTuple):
    """Plan of a flexible arm at N samples x, fractions of the duration, of which some lie before and after the path; see
    `SampledUtilisation`."""

    arm: FlexibleArm
    plan: Plan
    x: Array

    @property
    def robot(self) -> Robot:
        """Return the robot whose limits are checked."""
        return self.arm.robot

    def shares(self, duration: float) -> dict[str, Array]:
        """Return the utilisation of each limited quantity; the argument has no effect, since the plan has its own duration."""
        return self.arm.shares(self.plan)


def _first_scaling(pieces: int) -> TimeScaling:
    """Return a spline of at least `LEAST_PIECES` pieces that approximates the rest-to-rest polynomial of degree 9."""
    return approximate_scaling(
        lambda x: smooth_step(x, 2 * SMOOTHNESS - 1, 0)[0], max(pieces, LEAST_PIECES), SMOOTHNESS + 1, SMOOTHNESS
    )


def flexible_timing(robot: Robot, path: Path, pieces: int | None, guess: object) -> TimedPath:
    """Return the tool path of a flexible arm with the minimum-time scaling from rest to rest.

    guess: posture q (n,) near the start of the path.
    """
    arm = FlexibleArm(robot, path, guess)
    refuse_static_violation(arm)
    profile = rigid_profile(arm)
    long = float(profile.t[-1])
    solution = _optimise(
        arm, _first_scaling(PIECES if pieces is None else pieces), 1.5 * long if long > FALLBACK_DURATION else 1.0
    )
    plans: dict[float, Plan] = {}

    def largest_at(duration: float) -> float:
        plans[duration] = arm.plan(solution.scaling, duration, FINE_SAMPLES)
        return largest(peak_bounds(arm.shares(plans[duration])))

    duration = least_duration(largest_at, solution.duration, FINE_DURATION_TOLERANCE)
    timed = solution.scaling.timed_path(path, duration)
    plan = plans[duration]
    sampled = SampledPlan(arm, plan, (plan.t - timed.start_time) / duration)
    timed.set_status(estimated_status(sampled, timed, 2, long, solution.steps, UNPROVEN))
    return timed


def _optimise(arm: FlexibleArm, scaling: TimeScaling, guess: float) -> TimingSolution:
    """Optimise a time scaling by SLP; return the fastest one found, with the pieces of `scaling`.

    guess: first guess of the duration [s].
    """

    def least(candidate: TimeScaling, first: float) -> float:
        cache: dict[float, float] = {}

        def largest_at(T: float) -> float:
            if T not in cache:
                cache[T] = largest(arm.at(candidate, T))
            return cache[T]

        return least_duration(largest_at, first, DURATION_TOLERANCE)

    duration = least(scaling, guess)
    for step in range(STEPS):
        change = _linear_program(arm, scaling, duration)
        if change is None or -change[1] < LEAST_GAIN:
            return TimingSolution(scaling, duration, step + 1)
        gain = 0.0
        for fraction in FRACTIONS[:3]:
            candidate = scaling._replace(coefficients=scaling.coefficients + fraction * change[0])
            candidate_duration = least(candidate, duration * (1.0 + fraction * change[1]))
            if candidate_duration < duration:
                gain, scaling, duration = 1.0 - candidate_duration / duration, candidate, candidate_duration
                break
        if gain < LEAST_GAIN:
            break
    return TimingSolution(scaling, duration, step + 1)


def _linear_program(arm: FlexibleArm, scaling: TimeScaling, duration: float) -> tuple[Array, float] | None:
    """Return the step (dc, dT/T) by a linear program, with the Jacobian of utilisations by finite differences; None if the
    program has no solution."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    count = len(scaling.coefficients)
    free = np.arange(scaling.rest, count - scaling.rest)
    utilisation = _stacked(arm.at(scaling, duration))
    columns = []
    for i in free:
        c = scaling.coefficients.copy()
        c[i] += DIFFERENCE_STEP
        columns.append((_stacked(arm.at(scaling._replace(coefficients=c), duration)) - utilisation) / DIFFERENCE_STEP)
    columns.append((_stacked(arm.at(scaling, duration * (1.0 + DIFFERENCE_STEP))) - utilisation) / DIFFERENCE_STEP)
    jacobian = np.stack(columns, axis=1)
    differences = difference_matrix(scaling, duration)[:, np.append(free, count)]
    lower = np.concatenate([-1.0 - utilisation, -np.diff(scaling.coefficients)])
    upper = np.concatenate([1.0 - utilisation, np.full(count - 1, np.inf)])
    limits = LinearConstraint(np.concatenate([jacobian, differences]), np.minimum(lower, 0.0), np.maximum(upper, 0.0))
    reach = np.append(np.full(len(free), TRUST_REGION), MOST_DURATION_CHANGE)
    solution = milp(np.append(np.zeros(len(free)), 1.0), constraints=limits, bounds=Bounds(-reach, reach))
    if solution.x is None:
        return None
    dc = np.zeros(count)
    dc[free] = solution.x[:-1]
    return dc, float(solution.x[-1])


def _stacked(shares: dict[str, Array]) -> Array:
    """Return the utilisations of all quantities as one vector."""
    return np.concatenate([x.ravel() for x in shares.values()])


def rigid_profile(arm: FlexibleArm) -> Profile:
    """Return the minimum-time profile of the arm without elasticity.

    Joints without a motor are locked at their angle in the first static pose.
    """
    robot = arm.robot
    locked = {name: float(q) for name, q, joint in zip(robot.joint_names, arm.guess, robot.joints) if joint.spring is not None}
    stiff = without_friction(robot.locked(locked).with_rigid_joints())
    posture = [q for q, joint in zip(arm.guess, robot.joints) if joint.spring is None]
    return phase_plane(stiff, PathGeometry(inverse_kinematics(stiff, arm.path, posture)), GRID_POINTS)


def refuse_static_violation(arm: FlexibleArm) -> None:
    """Raise an error if the arm cannot stand at a static pose or if the path does not move.

    `LimitError`: a pose is out of range, or uses all of a torque or deflection limit. `InputError`: the path does not move.
    """
    robot, limits = arm.robot, arm.robot.limits
    if np.ptp(arm.poses, axis=0).max() == 0.0:
        raise InputError("path: it does not move, so there is no time to make least.")
    lower, upper = limits.position.T
    torque, inverse_transmission = gravity_torque(robot, arm.poses), plant_of(robot).transmission.inverse_matrix(robot.n)
    passive = np.array([joint.spring is not None for joint in robot.joints])
    shares = {
        "motor torque": np.where(passive, 0.0, torque @ inverse_transmission / limits.motor_torque),
        "joint torque": np.where(passive, 0.0, torque / limits.joint_torque),
        "deflection": np.where(passive, arm.poses / limits.deflection, 0.0),
    }
    for k, j in np.argwhere((arm.poses < lower) | (arm.poses > upper)):
        raise LimitError(
            f"joint {robot.joint_names[j]!r}: at rest, where the path is at {arm.geometry.time(arm.places[k]):.4g} s, it is at "
            f"{arm.poses[k, j]:.6g}, outside its position limits {lower[j]:.6g} and {upper[j]:.6g}. Change the path."
        )
    for name, share in shares.items():
        if not np.abs(share).max() < 1.0:
            k, j = np.unravel_index(int(np.abs(share).argmax()), share.shape)
            raise LimitError(
                f"joint {robot.joint_names[j]!r}: at rest, where the path is at {arm.geometry.time(arm.places[k]):.4g} s, it "
                f"takes {100 * abs(share[k, j]):.4g} % of its limit of {name}, however slow the motion is. "
                "Change the path or limit."
            )
