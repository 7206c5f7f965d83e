"""The main job: a motion in, motor torque, motor motion and deflections out, along the whole of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jounce.dynamics.motor import friction
from jounce.errors import InputError, SmoothnessError
from jounce.functions.plant import plant
from jounce.functions.rigid import rnea
from jounce.inverse import damping
from jounce.inverse.elastic import drive, inverse_dynamics, refuse
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.trajectory.path import Path

METHODS = ("rigid", "algebraic", "filter")
"""All joints rigid; elastic without damping, from derivatives at each instant; elastic and damped, along the motion."""
SPACING = 1e-3
"""Between samples of damped joints where t, a single instant, does not say [s]."""
MOST = 100_000
"""Samples that are added before t[0], or after the last one of a plan."""


@dataclass(frozen=True)
class Plan:
    """A motion with everything that realises it, at times t (T,) [s]."""

    robot: Robot
    path: Path
    t: Array
    q: Array
    """Links: position and derivatives (k, T, n), k = motion_order + 1."""
    theta: Array
    """Motors behind the gear: position, velocity, acceleration (3, T, n)."""
    tau_m: Array
    """Motor torque, link side (T, n)."""
    tau_j: Array
    """Joint torque and its time derivatives (k, T, n)."""
    delta: Array
    """Deflection theta - q (T, n)."""
    method: str
    """What was done: 'rigid', 'algebraic' or 'filter'; for arms that bend where no motor acts the solver, and why that one."""
    status: Mapping[str, Any]
    """How it went: the highest derivative used, and for damped joints their time constants and the order of accuracy."""
    stiffness: Path | None = None
    """K(t), if it was changed on the way."""
    bend: Array | None = field(default=None, repr=False)
    """Accelerations of the deflection (T, n), the state of the damped joints' filters."""
    motion: Path | None = field(default=None, repr=False)
    """Of arms that bend where no motor acts: the motion of all joints that keeps the tool on its path."""

    def at(self, t: Any) -> "Plan":
        """The same motion at other times. Damped joints go on from the last sample before each of them."""
        times = _times(t)
        if self.motion is not None and times[-1] > self.motion.end_time + 1e-9:
            raise InputError(
                f"t ends at {times[-1]:.6g} s, but what the springs do is known until {self.motion.end_time:.6g} s only. Plan "
                "the path over a longer time."
            )
        if self.bend is None:
            if self.motion is not None:
                return drive_along(self.robot, self.path, self.motion, times, self.method, self.status)
            return feedforward(self.robot, self.path, times, stiffness=self.stiffness)
        if times[0] < self.t[0]:
            raise InputError(f"t begins at {times[0]:.6g} s, before the plan, which begins at {self.t[0]:.6g} s.")
        course = self.motion or self.path
        K, D, _ = _filters(self.robot)
        grid, before, bend = self._on_the_way(times[-1])
        i = np.searchsorted(grid, times, side="right") - 1
        h = (times - grid[i])[:, None]
        Q, tau = _links(self.robot, course, times)
        still = _resting(course, grid[i], times)[:, None] | (h == 0.0)
        moved = damping.step(bend[i], np.where(still, 1.0, h), before[:, i], tau, K, D)
        return _with_filters(self, times, Q, tau, np.where(still, np.exp(-h * K / D) * bend[i], moved))

    def _on_the_way(self, until: float) -> tuple[Array, Array, Array]:
        """Times, joint torques and filter states to go on from: the plan's own, the path's ends, and samples after the plan."""
        assert self.bend is not None
        course = self.motion or self.path
        more = min(until, course.end_time) - self.t[-1]
        count = _count(more, _spacing(self.t))
        ends = [x for x in (course.start_time, course.end_time) if self.t[0] < x < until]
        grid = np.union1d(self.t, np.concatenate([self.t[-1] + more * np.arange(count) / max(count, 1), ends]))
        if len(grid) == len(self.t):
            return self.t, self.tau_j, self.bend
        K, D, _ = _filters(self.robot)
        _, tau = _links(self.robot, course, grid)
        return grid, tau, damping.run(self.bend[0], grid, tau, _resting(course, grid[:-1], grid[1:]), K, D)


def feedforward(
    robot: Robot, path: Path, t: Any, method: str = "auto", *, stiffness: Path | None = None, guess: Any = None
) -> Plan:
    """Motor torque, motor motion and deflection along a path, at times t (T,) [s], rising.

    Joints without damping: `inverse_dynamics` at each instant, exact. Damped elastic joints: the motor's motion solves a stable
    first-order equation, integrated exactly between samples for a joint torque that is a quintic polynomial there. It starts
    in the steady state: at rest with the path, or so long before t[0] that the start is forgotten. Its error falls with the
    sixth power of the spacing of t once that is about the time constant D/K, with the third power (times D) before.
    method: 'auto' chooses; 'rigid', 'algebraic' or 'filter' states what is expected.
    stiffness: a path K(t) of n coordinates [Nm/rad or N/m] for joints whose stiffness is changed on the way.

    A robot with joints that no motor drives takes a path of its tool, in as many outputs as it has motors. If its zeros along the
    path are stable ('bdf'), its equation is solved forward in time by backward differentiation; if some are not ('collocation'),
    over the whole motion at once, with motors that act before the tool moves and after it. guess: a posture q near the start;
    unsaid, the first one found is taken. `status` has zeros, iterations, residuals and the times between which the motors act.
    See [Moberg2010].
    """
    times = _times(t)
    if isinstance(path, Path) and path.space == "tool" and any(joint.spring is not None for joint in robot.joints):
        from jounce.inverse.flexible.plan import flexible_plan

        return flexible_plan(robot, path, times, method, guess)
    _check_path(robot, path)
    refuse(robot, damping=False)
    _, _, damped = _filters(robot)
    chosen = "filter" if damped.any() else METHODS[robot.motion_order > 2]
    if method not in ("auto", chosen):
        expected = f"'auto' or {chosen!r} for robot {robot.name!r}" if method in METHODS else f"auto, {', '.join(METHODS)}"
        raise InputError(f"method: expected {expected}, got {method!r}.")
    if damped.any():
        if stiffness is not None:
            first = robot.joint_names[int(damped.argmax())]
            raise InputError(f"joint {first!r} is damped; a stiffness K(t) is for robots without damping.")
        return _along(robot, path, times)
    Q = path(times, robot.motion_order)
    varying = () if stiffness is None else tuple(_check_stiffness(robot, stiffness)(times, 2))
    done = inverse_dynamics(robot, *Q, stiffness=varying)
    status = {"motion_order": robot.motion_order}
    return Plan(robot, path, times, Q, done.theta, done.tau_m, done.tau_j, done.delta, chosen, status, stiffness)


def drive_along(robot: Robot, path: Path, motion: Path, t: Array, method: str, status: Mapping[str, Any]) -> Plan:
    """What the motors do along a motion of all joints, some of which have none, that keeps the tool on its path."""
    if _filters(robot)[2].any():
        plan = _along(robot, motion, t)
        return replace(plan, path=path, motion=motion, method=method, status=status)
    Q = motion(t, robot.motion_order)
    tau = rnea(robot, *Q)
    done = drive(robot, Q[:3], np.concatenate([tau, np.zeros((3 - len(tau), *tau.shape[1:]))]))
    return Plan(robot, path, t, Q, done.theta, done.tau_m, tau, done.delta, method, status, motion=motion)


# ---------------------------------------------------------------- damped joints


def _filters(robot: Robot) -> tuple[Array, Array, Array]:
    """K, D and whether there is a filter at all, (n,) each; ones stand for K and D where there is none."""
    found = robot.memory.get("filters")
    if found is None:
        motors = plant(robot).motors
        for joint, m in zip(robot.joints, motors):
            if m.damping and m.law is not None:
                raise InputError(
                    f"joint {joint.name!r} has damping and a {type(m.law).__name__}; along a motion damping goes with linear "
                    "springs only. Use drives with damping = 0 or a stiffness that is a number."
                )
        damped = np.array([m.elastic and m.damping > 0.0 for m in motors])
        K = np.array([m.stiffness if d else 1.0 for m, d in zip(motors, damped)])
        D = np.array([m.damping if d else 1.0 for m, d in zip(motors, damped)])
        found = robot.memory["filters"] = K, D, damped
    return found


def _along(robot: Robot, path: Path, t: Array) -> Plan:
    """Damped joints: from the start of the path, or from long enough before t[0], with the path's ends among the samples."""
    K, D, damped = _filters(robot)
    spacing = _spacing(t)
    start = max(path.start_time, t[0] - max(damping.FORGOTTEN * float((D / K)[damped].max()), spacing))
    count = _count(t[0] - start, spacing)
    earlier = t[0] - (t[0] - start) * np.arange(1, count + 1) / max(count, 1)
    ends = [x for x in (path.start_time, path.end_time) if min(start, t[0]) < x < t[-1]]
    grid = np.union1d(t, np.concatenate([earlier, ends]))
    Q, tau = _links(robot, path, grid)
    steady = np.zeros(robot.n) if grid[0] <= path.start_time else tau[2, 0] / K
    bend = damping.run(steady, grid, tau, _resting(path, grid[:-1], grid[1:]), K, D)
    status = {
        "motion_order": robot.motion_order,
        "time_constants": {name: float(d / k) for name, k, d, yes in zip(robot.joint_names, K, D, damped) if yes},
        "order_of_accuracy": 6,
    }
    keep = np.searchsorted(grid, t)
    blank = Plan(robot, path, t, Q, Q, tau[0], tau, tau[0], "filter", status)
    return _with_filters(blank, t, Q[:, keep], tau[:, keep], bend[keep])


def _spacing(t: Array) -> float:
    """How far apart samples are to be where there are none in t [s]: as most of t are."""
    return float(np.median(np.diff(t))) if len(t) > 1 else SPACING


def _count(duration: float, spacing: float) -> int:
    """How many samples, that far apart or less, fill a duration."""
    return max(0, int(min(np.ceil(duration / spacing), MOST)))


def _resting(path: Path, begin: Array, end: Array) -> Array:
    """Whether the path stands still between begin and end, neither of which lies beyond one of its ends."""
    return (begin >= path.end_time) | (end <= path.start_time)


def _links(robot: Robot, path: Path, t: Array) -> tuple[Array, Array]:
    Q = path(t, robot.motion_order)
    return Q, rnea(robot, *Q)


def _with_filters(plan: Plan, t: Array, Q: Array, tau: Array, bend: Array) -> Plan:
    """Motors from the state of the filters; those of joints without damping as ever."""
    robot = plan.robot
    K, D, damped = _filters(robot)
    done = drive(robot, Q[:3], tau)
    deflection = damping.deflections(bend, tau, K, D)
    theta = np.where(damped, Q[:3] + deflection, done.theta)
    tau_m = done.tau_m.copy()
    for i, m in enumerate(plant(robot).motors):
        if damped[i]:
            tau_m[:, i] = m.inertia * theta[2, :, i] + tau[0, :, i] + friction(m, theta[1, :, i])
    delta = np.where(damped, deflection[0], done.delta)
    return replace(plan, t=t, q=Q, theta=theta, tau_m=tau_m, tau_j=tau, delta=delta, bend=bend)


# ---------------------------------------------------------------- what can be asked for


def _times(t: Any) -> Array:
    try:
        times = np.atleast_1d(np.asarray(t, dtype=np.float64))
    except (TypeError, ValueError) as error:
        raise InputError(f"t: expected times in s, {error}.") from None
    if times.ndim != 1 or times.size == 0 or not np.isfinite(times).all() or not (np.diff(times) > 0.0).all():
        raise InputError(f"t: expected finite, rising times in s, (T,), got {np.array2string(times, threshold=6)}.")
    return times


def _check_path(robot: Robot, path: Any) -> None:
    if not isinstance(path, Path):
        raise InputError(f"path: expected a path such as jn.trajectory.rest_to_rest(...), got {type(path).__name__}.")
    if path.space != "joint":
        raise InputError(
            "path: this one is in tool space; jn.inverse_kinematics(robot, path, guess) makes it one in joint space."
        )
    if path.n != robot.n:
        raise InputError(f"path: it has {path.n} coordinates, but robot {robot.name!r} has {robot.n} joints.")
    if path.smoothness < robot.motion_order - 1:
        raise SmoothnessError(
            f"path: derivative {path.smoothness + 1:g} jumps, but robot {robot.name!r} needs derivatives to order "
            f"{robot.motion_order - 1} without jumps: the motor would have to jump. {path.remedy(robot.motion_order)}"
        )


def _check_stiffness(robot: Robot, path: Any) -> Path:
    if not isinstance(path, Path) or path.n != robot.n:
        raise InputError(f"stiffness: expected a path of {robot.n} coordinates K(t), got {path!r}.")
    if path.smoothness < 1:
        raise SmoothnessError(f"stiffness: the rate of K(t) jumps, and with it the motor would have to. {path.remedy(1)}")
    return path
