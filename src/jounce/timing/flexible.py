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
from jounce.timing.between import bounded, estimated
from jounce.timing.curve import Curve
from jounce.timing.demand import KINEMATIC, largest
from jounce.timing.from_rest import SHORT
from jounce.timing.phase_plane import Profile, phase_plane, without_friction
from jounce.timing.programs import FRACTIONS, Found, least_duration, rises
from jounce.timing.shape import Shape, shape_of
from jounce.timing.timed import Timed
from jounce.trajectory.path import Path
from jounce.trajectory.smooth_step import smooth_step

ORDER = 5
"""Derivatives of the path that are continuous between its ends; one less is at them."""
PIECES = 10
"""Of the timing, unless said."""
LEAST = 8
"""Pieces: fewer are slower than a polynomial."""
STEPS = 5
"""Linear programs."""
ENOUGH = 3e-3
"""Gain of a step, as a share of the duration, below which no other step is made."""
SMALL = 1e-3
"""Change of a coefficient, and of the logarithm of the duration, by which plans are differenced."""
REACH = 0.06
"""Most that a step changes a coefficient."""
SHRINK = 0.3
"""Most that a step makes of the duration, as a share of it."""
CLOSE = 1e-3
"""Share of the duration to which it is found in between."""
EACH = 16
"""Samples of each piece, and of the time in which motors act before and after the path."""
FINE = 64
"""The same in the end."""
PLACES = 250
"""On the curve, for the time of rigid joints."""
LAST = 1e-5
"""Share of the duration to which it is found in the end."""
POSES = 9
"""Poses at rest along the path that are looked at."""
WAITING = 0.5
"""Most time [s] after the path, and before it, in which limits are looked at: what is left of a vibration dies out."""

UNPROVEN = "the arm bends where no motor acts, so that its motion is found at instants only."


class Flexible:
    """Shares of the limits of one arm along one path of its tool."""

    def __init__(self, robot: Robot, path: Path, guess: object) -> None:
        self.robot, self.path, self.curve = robot, path, Curve(path)
        self.names = [name for name in NAMES[1:] if np.isfinite(getattr(robot.limits, name)).any()]
        if not self.names:
            raise InputError(f"limits: robot {robot.name!r} has none but of position, so any time will do.")
        dae = Dae(robot)
        w = np.linspace(0.0, 1.0, POSES)
        targets = dae.outputs.wanted(self.curve(w, 0))
        poses = [dae.at_rest(targets.at(0), guess)]
        for k in range(1, POSES):
            poses.append(dae.at_rest(targets.at(k), poses[-1]))
        self.guess, self.poses, self.places = poses[0], np.array(poses), w

    def plan(self, shape: Shape, duration: float, each: int) -> Plan:
        """Along the path and beside it, `each` samples in a piece."""
        timed = shape.timed(self.path, duration)
        inside = np.linspace(timed.start_time, timed.end_time, each * shape.pieces + 1)
        beside = min(WAITING, duration) * np.arange(1, 2 * each + 1) / (2 * each)
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

    def at(self, shape: Shape, duration: float) -> dict[str, Array]:
        """Shares while a timing is looked for."""
        return self.shares(self.plan(shape, duration, EACH))


class Bent(NamedTuple):
    """A timing of a flexible arm as `estimated` looks at it: samples at shares x (N,) of its duration, beside it too."""

    arm: Flexible
    plan: Plan
    x: Array

    @property
    def robot(self) -> Robot:
        """Whose limits they are."""
        return self.arm.robot

    def shares(self, duration: float) -> dict[str, Array]:
        """Of each limited quantity; the plan has the duration."""
        return self.arm.shares(self.plan)


def _first_shape(pieces: int) -> Shape:
    """A polynomial from rest to rest, near enough."""
    return shape_of(lambda x: smooth_step(x, 2 * ORDER - 1, 0)[0], max(pieces, LEAST), ORDER + 1, ORDER)


def flexible_timing(robot: Robot, path: Path, pieces: int | None, guess: object) -> Timed:
    """The path of a flexible arm's tool in the least time, from rest to rest."""
    arm = Flexible(robot, path, guess)
    refuse_resting(arm)
    profile = rigid_profile(arm)
    long = float(profile.t[-1])
    found = _optimised(arm, _first_shape(PIECES if pieces is None else pieces), 1.5 * long if long > SHORT else 1.0)
    looks: dict[float, Plan] = {}

    def most(duration: float) -> float:
        looks[duration] = arm.plan(found.shape, duration, FINE)
        return largest(bounded(arm.shares(looks[duration])))

    duration = least_duration(most, found.duration, LAST)
    timed = found.shape.timed(path, duration)
    plan = looks[duration]
    bent = Bent(arm, plan, (plan.t - timed.start_time) / duration)
    timed.has(estimated(bent, timed, 2, long, found.steps, UNPROVEN))
    return timed


def _optimised(arm: Flexible, shape: Shape, guess: float) -> Found:
    """The fastest timing with the pieces of a shape."""

    def least(there: Shape, near: float) -> float:
        known: dict[float, float] = {}

        def most(T: float) -> float:
            if T not in known:
                known[T] = largest(arm.at(there, T))
            return known[T]

        return least_duration(most, near, CLOSE)

    duration = least(shape, guess)
    for step in range(STEPS):
        found = _step(arm, shape, duration)
        if found is None or -found[1] < ENOUGH:
            return Found(shape, duration, step + 1)
        gain = 0.0
        for part in FRACTIONS[:3]:
            there = shape._replace(coefficients=shape.coefficients + part * found[0])
            shorter = least(there, duration * (1.0 + part * found[1]))
            if shorter < duration:
                gain, shape, duration = 1.0 - shorter / duration, there, shorter
                break
        if gain < ENOUGH:
            break
    return Found(shape, duration, step + 1)


def _step(arm: Flexible, shape: Shape, duration: float) -> tuple[Array, float] | None:
    """(dc, dT/T) of the linear program, slopes by differences."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    count = len(shape.coefficients)
    free = np.arange(shape.rest, count - shape.rest)
    here = _all(arm.at(shape, duration))
    columns = []
    for i in free:
        c = shape.coefficients.copy()
        c[i] += SMALL
        columns.append((_all(arm.at(shape._replace(coefficients=c), duration)) - here) / SMALL)
    columns.append((_all(arm.at(shape, duration * (1.0 + SMALL))) - here) / SMALL)
    slopes = np.stack(columns, axis=1)
    rising = rises(shape, duration)[:, np.append(free, count)]
    lower = np.concatenate([-1.0 - here, -np.diff(shape.coefficients)])
    upper = np.concatenate([1.0 - here, np.full(count - 1, np.inf)])
    limits = LinearConstraint(np.concatenate([slopes, rising]), np.minimum(lower, 0.0), np.maximum(upper, 0.0))
    reach = np.append(np.full(len(free), REACH), SHRINK)
    found = milp(np.append(np.zeros(len(free)), 1.0), constraints=limits, bounds=Bounds(-reach, reach))
    if found.x is None:
        return None
    dc = np.zeros(count)
    dc[free] = found.x[:-1]
    return dc, float(found.x[-1])


def _all(shares: dict[str, Array]) -> Array:
    return np.concatenate([x.ravel() for x in shares.values()])


def rigid_profile(arm: Flexible) -> Profile:
    """The least time of the arm whose springs and drives do not bend: passive joints are held where they rest at the start."""
    robot = arm.robot
    held = {name: float(q) for name, q, joint in zip(robot.joint_names, arm.guess, robot.joints) if joint.spring is not None}
    stiff = without_friction(robot.locked(held).with_rigid_joints())
    posture = [q for q, joint in zip(arm.guess, robot.joints) if joint.spring is None]
    return phase_plane(stiff, Curve(inverse_kinematics(stiff, arm.path, posture)), PLACES)


def refuse_resting(arm: Flexible) -> None:
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
            f"joint {robot.joint_names[j]!r}: at rest, where the path is at {arm.curve.time(arm.places[k]):.4g} s, it is at "
            f"{arm.poses[k, j]:.6g}, outside its position limits {lower[j]:.6g} and {upper[j]:.6g}. Change the path."
        )
    for name, share in shares.items():
        if not np.abs(share).max() < 1.0:
            k, j = np.unravel_index(int(np.abs(share).argmax()), share.shape)
            raise LimitError(
                f"joint {robot.joint_names[j]!r}: at rest, where the path is at {arm.curve.time(arm.places[k]):.4g} s, it takes "
                f"{100 * abs(share[k, j]):.4g} % of its limit of {name}, however slow the motion is. Change the path or limit."
            )
