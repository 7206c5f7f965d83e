"""Arms that bend where no motor acts, along a path of their tool.

Motor torque then depends on all of the path, and on what comes after an instant if a zero is unstable, so that no partial
derivatives belong to one instant. The timing is a B-spline of few pieces. Every step differences plans of the whole motion by
each coefficient and by the duration, solves the linear program of `programs`, and slows the motion down until limits hold.
"""

from typing import NamedTuple

import numpy as np

from jounce.errors import InputError, LimitError
from jounce.functions.rigid import gravity_torque
from jounce.inverse.feedforward import feedforward
from jounce.inverse.flexible.dae import Dae
from jounce.inverse.kinematics import inverse_kinematics
from jounce.inverse.plan import Plan, bending
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.limits import NAMES
from jounce.timing.intersample_bounds import estimated_status, peak_bounds
from jounce.timing.limit_constraints import KINEMATIC, largest
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.phase_plane import Profile, phase_plane, without_friction
from jounce.timing.rest_boundary import FALLBACK_DURATION
from jounce.timing.time_scaling import TimeScaling, approximate_scaling
from jounce.timing.time_scaling_slp import FRACTIONS, TimingSolution, difference_matrix, least_duration
from jounce.timing.timed_path import TimedPath
from jounce.trajectory.path import Path
from jounce.trajectory.smooth_step import smooth_step

SMOOTHNESS = 5
"""Derivatives of the path that are continuous between its ends; one less is at them."""
PIECES = 10
"""Of the timing, unless said."""
LEAST_PIECES = 8
"""Pieces: fewer are slower than a polynomial."""
STEPS = 5
"""Linear programs."""
LEAST_GAIN = 3e-3
"""Gain of a step, as a share of the duration, below which no other step is made."""
DIFFERENCE_STEP = 1e-3
"""Change of a coefficient, and of the logarithm of the duration, by which plans are differenced."""
TRUST_REGION = 0.06
"""Most that a step changes a coefficient."""
MOST_DURATION_CHANGE = 0.3
"""Most that a step makes of the duration, as a share of it."""
DURATION_TOLERANCE = 1e-3
"""Share of the duration to which it is found in between."""
SAMPLES = 16
"""Samples of each piece, and of the time in which motors act before and after the path."""
FINE_SAMPLES = 64
"""The same in the end."""
GRID_POINTS = 250
"""On the curve, for the time of rigid joints."""
FINE_DURATION_TOLERANCE = 1e-5
"""Share of the duration to which it is found in the end."""
POSES = 9
"""Poses at rest along the path that are looked at."""
SETTLING_TIME = 0.5
"""Most time [s] after the path, and before it, in which limits are looked at: what is left of a vibration dies out."""

UNPROVEN = "the arm bends where no motor acts, so that its motion is found at instants only."


class FlexibleArm:
    """Shares of the limits of one arm along one path of its tool."""

    def __init__(self, robot: Robot, path: Path, guess: object) -> None:
        self.robot, self.path, self.geometry = robot, path, PathGeometry(path)
        self.names = [name for name in NAMES[1:] if np.isfinite(getattr(robot.limits, name)).any()]
        if not self.names:
            raise InputError(f"limits: robot {robot.name!r} has none but of position, so any time will do.")
        dae = Dae(robot)
        w = np.linspace(0.0, 1.0, POSES)
        targets = dae.outputs.wanted(self.geometry(w, 0))
        poses = [dae.at_rest(targets.at(0), guess)]
        for k in range(1, POSES):
            poses.append(dae.at_rest(targets.at(k), poses[-1]))
        self.guess, self.poses, self.places = poses[0], np.array(poses), w

    def plan(self, scaling: TimeScaling, duration: float, each: int) -> Plan:
        """Along the path and beside it, `each` samples in a piece."""
        timed = scaling.timed_path(self.path, duration)
        inside = np.linspace(timed.start_time, timed.end_time, each * scaling.pieces + 1)
        beside = min(SETTLING_TIME, duration) * np.arange(1, 2 * each + 1) / (2 * each)
        t = np.concatenate([timed.start_time - beside[::-1], inside, timed.end_time + beside])
        return feedforward(self.robot, timed, t, guess=self.guess)

    def shares(self, plan: Plan) -> dict[str, Array]:
        """Of each limited quantity (N, n), of the torque rate its mean between two samples (N-1, n)."""
        limits, values = self.robot.limits, dict(zip(KINEMATIC, plan.q[1:]))
        values |= {
            "motor_torque": plan.tau_m,
            "joint_torque": plan.tau_j[0],
            "deflection": bending(plan),
            "motor_velocity": plan.theta[1],
        }
        values["torque_rate"] = np.diff(plan.tau_m, axis=0) / np.diff(plan.t)[:, None]
        return {name: values[name] / getattr(limits, name) for name in self.names}

    def at(self, scaling: TimeScaling, duration: float) -> dict[str, Array]:
        """Shares while a timing is looked for."""
        return self.shares(self.plan(scaling, duration, SAMPLES))


class SampledPlan(NamedTuple):
    """A timing of a flexible arm as `estimated` looks at it: samples at shares x (N,) of its duration, beside it too."""

    arm: FlexibleArm
    plan: Plan
    x: Array

    @property
    def robot(self) -> Robot:
        """Whose limits they are."""
        return self.arm.robot

    def shares(self, duration: float) -> dict[str, Array]:
        """Of each limited quantity; the plan has the duration."""
        return self.arm.shares(self.plan)


def _first_scaling(pieces: int) -> TimeScaling:
    """A polynomial from rest to rest, near enough."""
    return approximate_scaling(
        lambda x: smooth_step(x, 2 * SMOOTHNESS - 1, 0)[0], max(pieces, LEAST_PIECES), SMOOTHNESS + 1, SMOOTHNESS
    )


def flexible_timing(robot: Robot, path: Path, pieces: int | None, guess: object) -> TimedPath:
    """The path of a flexible arm's tool in the least time, from rest to rest."""
    arm = FlexibleArm(robot, path, guess)
    refuse_static_violation(arm)
    profile = rigid_profile(arm)
    long = float(profile.t[-1])
    found = _optimise(arm, _first_scaling(PIECES if pieces is None else pieces), 1.5 * long if long > FALLBACK_DURATION else 1.0)
    looks: dict[float, Plan] = {}

    def most(duration: float) -> float:
        looks[duration] = arm.plan(found.scaling, duration, FINE_SAMPLES)
        return largest(peak_bounds(arm.shares(looks[duration])))

    duration = least_duration(most, found.duration, FINE_DURATION_TOLERANCE)
    timed = found.scaling.timed_path(path, duration)
    plan = looks[duration]
    bent = SampledPlan(arm, plan, (plan.t - timed.start_time) / duration)
    timed.set_status(estimated_status(bent, timed, 2, long, found.steps, UNPROVEN))
    return timed


def _optimise(arm: FlexibleArm, scaling: TimeScaling, guess: float) -> TimingSolution:
    """The fastest timing with the pieces of a shape."""

    def least(there: TimeScaling, near: float) -> float:
        known: dict[float, float] = {}

        def most(T: float) -> float:
            if T not in known:
                known[T] = largest(arm.at(there, T))
            return known[T]

        return least_duration(most, near, DURATION_TOLERANCE)

    duration = least(scaling, guess)
    for step in range(STEPS):
        found = _step(arm, scaling, duration)
        if found is None or -found[1] < LEAST_GAIN:
            return TimingSolution(scaling, duration, step + 1)
        gain = 0.0
        for part in FRACTIONS[:3]:
            there = scaling._replace(coefficients=scaling.coefficients + part * found[0])
            shorter = least(there, duration * (1.0 + part * found[1]))
            if shorter < duration:
                gain, scaling, duration = 1.0 - shorter / duration, there, shorter
                break
        if gain < LEAST_GAIN:
            break
    return TimingSolution(scaling, duration, step + 1)


def _step(arm: FlexibleArm, scaling: TimeScaling, duration: float) -> tuple[Array, float] | None:
    """(dc, dT/T) of the linear program, slopes by differences."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    count = len(scaling.coefficients)
    free = np.arange(scaling.rest, count - scaling.rest)
    here = _stacked(arm.at(scaling, duration))
    columns = []
    for i in free:
        c = scaling.coefficients.copy()
        c[i] += DIFFERENCE_STEP
        columns.append((_stacked(arm.at(scaling._replace(coefficients=c), duration)) - here) / DIFFERENCE_STEP)
    columns.append((_stacked(arm.at(scaling, duration * (1.0 + DIFFERENCE_STEP))) - here) / DIFFERENCE_STEP)
    slopes = np.stack(columns, axis=1)
    rising = difference_matrix(scaling, duration)[:, np.append(free, count)]
    lower = np.concatenate([-1.0 - here, -np.diff(scaling.coefficients)])
    upper = np.concatenate([1.0 - here, np.full(count - 1, np.inf)])
    limits = LinearConstraint(np.concatenate([slopes, rising]), np.minimum(lower, 0.0), np.maximum(upper, 0.0))
    reach = np.append(np.full(len(free), TRUST_REGION), MOST_DURATION_CHANGE)
    found = milp(np.append(np.zeros(len(free)), 1.0), constraints=limits, bounds=Bounds(-reach, reach))
    if found.x is None:
        return None
    dc = np.zeros(count)
    dc[free] = found.x[:-1]
    return dc, float(found.x[-1])


def _stacked(shares: dict[str, Array]) -> Array:
    return np.concatenate([x.ravel() for x in shares.values()])


def rigid_profile(arm: FlexibleArm) -> Profile:
    """The least time of the arm whose springs and drives do not bend: passive joints are held where they rest at the start."""
    robot = arm.robot
    held = {name: float(q) for name, q, joint in zip(robot.joint_names, arm.guess, robot.joints) if joint.spring is not None}
    stiff = without_friction(robot.locked(held).with_rigid_joints())
    posture = [q for q, joint in zip(arm.guess, robot.joints) if joint.spring is None]
    return phase_plane(stiff, PathGeometry(inverse_kinematics(stiff, arm.path, posture)), GRID_POINTS)


def refuse_static_violation(arm: FlexibleArm) -> None:
    """Refuse a path along which the arm at rest is outside the range of a joint, or takes all of a torque or deflection."""
    robot, limits = arm.robot, arm.robot.limits
    if np.ptp(arm.poses, axis=0).max() == 0.0:
        raise InputError("path: it does not move, so there is no time to make least.")
    lower, upper = limits.position.T
    torque, turned = gravity_torque(robot, arm.poses)[0], plant_of(robot).transmission.inverse_matrix(robot.n)
    passive = np.array([joint.spring is not None for joint in robot.joints])
    shares = {
        "motor torque": np.where(passive, 0.0, torque @ turned / limits.motor_torque),
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
