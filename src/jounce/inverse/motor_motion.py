"""What the motors do along a motion of all joints.

Joints without damping: their motors follow from the motion at each instant. Damped elastic joints: the deflection of each solves

    K delta + D deltad = tau_j(t)

along the motion, which `damping` integrates exactly between samples for a joint torque that is a quintic polynomial there; where
springs are not linear or rotors are carried along, `stepping` does so one sample after the other. The state of the filters is
called `bend` here.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.functions.inverse_dynamics import drive, inverse_dynamics, joint_torque
from jounce.functions.inverse_dynamics_step import InverseDynamicsStep
from jounce.functions.motors import with_motors
from jounce.inverse.spring_filter import StepInputs, filter_deflections, filter_step, run_filters, step_along, step_from
from jounce.inverse.time_varying_inputs import TimeVaryingInputs
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.plant.damped_spring import FORGOTTEN
from jounce.plant.motor import SpringLike
from jounce.plant.plant import KEPT, at_freedoms, plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Path
from jounce.trajectory.sampling import MotionStack, sample_path, select_samples

ORDER_OF_ACCURACY = 6
"""Power of the spacing of t with which the error of the filters falls."""
SPACING = 1e-3
"""Spacing of the samples of damped joints where t is a single instant and does not say [s]."""
SAME = 1e-6
"""Share of the spacing below which two times are the same."""
ROUNDING = 4e-16
"""Share of 1 s and a time by which it is the same but for rounding."""
LOOKS = 101
"""Times at which the lowest stiffness K(t) is looked for."""
MOST = 100_000
"""Most samples that are added before t[0], or after the last time of a plan."""


class MotorMotion(NamedTuple):
    """Links and motors at times t (T,) [s]. The fields are those of `Plan`."""

    t: Array
    q: MotionStack
    theta: Array
    tau_m: Array
    tau_j: Array
    delta: Array
    bend: Array | None


class Filters(NamedTuple):
    """The filters of a robot's damped elastic drives, (m,) each. K = D = 1 where a drive has none."""

    K: Array
    """[Nm/rad or N/m]; of a spring that is not linear its lowest, at rest or at a knot."""
    D: Array
    """[Nm s/rad or N s/m]."""
    damped: Array
    """Whether the joint has a filter."""


@lru_cache(maxsize=KEPT)
def filters(robot: Robot) -> Filters:
    """The filters of damped elastic joints."""
    motors = with_motors(robot, plant_of(robot)).motors
    damped = np.array([m.elastic and m.damping > 0.0 for m in motors])
    K = np.array([_lowest(m.spring) if d and m.spring is not None else 1.0 for m, d in zip(motors, damped)])
    D = np.array([m.damping if d else 1.0 for m, d in zip(motors, damped)])
    return Filters(K, D, damped)


def _lowest(spring: SpringLike) -> float:
    return min(float(spring.stiffness(delta)) for delta in (0.0, *getattr(spring, "knots", ())))


def time_constants(robot: Robot) -> dict[str, float]:
    """D / K of every damped elastic drive, by the name of its motor [s]; the longest where K changes with the deflection."""
    K, D, damped = filters(robot)
    return {name: float(d / k) for name, k, d, yes in zip(robot.motor_names, K, D, damped) if yes}


def motor_motion(robot: Robot, motion: Path, t: Array, acting: TimeVaryingInputs) -> MotorMotion:
    """Links and motors at times t (T,) [s] of a motion in joint space."""
    machine = without_springs(robot)
    if filters(machine).damped.any():
        return _no_torque(robot, _filtered(machine, motion, t, acting))
    order = robot.motion_order
    Q = sample_path(robot, motion, t, order)
    done = inverse_dynamics(machine, *Q, wrench=acting.wrenches(t, order - 2), **acting.drives(t, order - 2))
    return _no_torque(robot, MotorMotion(t, Q, done.theta, done.tau_m, done.tau_j, done.delta, None))


@lru_cache(maxsize=KEPT)
def without_springs(robot: Robot) -> Robot:
    """The same robot with nothing at joints that springs hold and no motor drives: what acts there is known by then."""
    if all(joint.spring is None for joint in robot.joints):
        return robot
    return replace(robot, joints=tuple(replace(joint, spring=None) for joint in robot.joints))


def _no_torque(robot: Robot, moved: MotorMotion) -> MotorMotion:
    """The same without motor torque at joints that have springs and no motors."""
    passive = plant_of(robot).passive
    if not passive:
        return moved
    tau_m = moved.tau_m.copy()
    tau_m[:, list(passive)] = 0.0
    return moved._replace(tau_m=tau_m)


def _three(robot: Robot, Q: MotionStack) -> Array:
    """(q, qd, qdd) (3, T, n), one number a freedom each."""
    return np.stack([at_freedoms(robot, Q[0]), *Q[1:3]])


# ---------------------------------------------------------------- damped joints


def _at_once(robot: Robot, acting: TimeVaryingInputs) -> bool:
    """Whether filters have constants of their own, and torques that are known before any of them and rest with the motion."""
    damped = filters(robot).damped
    linear = all(m.is_linear for m, d in zip(plant_of(robot).motors, damped) if d)
    return linear and not any(robot.rotors) and not any(acting)


def _given(robot: Robot, motion: Path, acting: TimeVaryingInputs) -> StepInputs:
    """What a step takes at times t, each path as it is between two times that have none of its ends between them."""
    order = robot.motion_order

    def given(t: Array, begin: Array, end: Array) -> tuple[list[Array], dict[str, Any]]:
        def side(path: Path, found: MotionStack) -> list[Array]:
            resting = _resting(path, begin, end)[:, None]
            return [found[0], *(np.where(resting, 0.0, row) for row in found[1:])]

        keywords: dict[str, Any] = {}
        if acting.wrench:
            keywords["wrench"] = {link: tuple(side(path, path(t, order - 2))) for link, path in acting.wrench.items()}
        if acting.stiffness is not None:
            keywords["stiffness"] = tuple(side(acting.stiffness, acting.stiffness(t, order - 2)))
        if acting.preload is not None:
            carried = side(acting.preload, acting.preload(t, order - 2))
            keywords["parameters"] = {"preload": Jet.from_derivatives(carried)}
        return side(motion, sample_path(robot, motion, t, order)), keywords

    return given


def _ends(motion: Path, acting: TimeVaryingInputs, after: float, before: float) -> list[float]:
    """Where a path begins or ends between two times: highest derivatives jump there."""
    return [x for path in _paths(motion, acting) for x in (path.start_time, path.end_time) if after < x < before]


def _paths(motion: Path, acting: TimeVaryingInputs) -> list[Path]:
    return [path for path in (motion, acting.stiffness, acting.preload, *acting.wrench.values()) if path is not None]


def _at_ends(motion: Path, acting: TimeVaryingInputs, grid: Array) -> Array:
    """The same times, those next to where a path begins or ends exactly there: on which side of it a time is must be certain."""
    ends = np.sort([x for path in _paths(motion, acting) for x in (path.start_time, path.end_time)])
    i = np.searchsorted(ends, grid)
    before, after = ends[np.maximum(i - 1, 0)], ends[np.minimum(i, len(ends) - 1)]
    nearest = np.where(grid - before < after - grid, before, after)
    return np.where(np.abs(grid - nearest) <= SAME * _spacing(grid), nearest, grid)


def _filtered(robot: Robot, motion: Path, t: Array, acting: TimeVaryingInputs) -> MotorMotion:
    """The filters begin at rest with the motion, or so long before t[0] that nothing is left of how they began.

    The ends of the motion are among the samples: the second derivative of the joint torque jumps there.
    """
    spacing = _spacing(t)
    began = min(path.start_time for path in _paths(motion, acting))
    start = max(began, t[0] - max(_forgetting(robot, acting, t), spacing))
    count = _count(t[0] - start, spacing)
    earlier = t[0] - (t[0] - start) * np.arange(1, count + 1) / max(count, 1)
    ends = _ends(motion, acting, min(start, t[0]), t[-1])
    grid = merge_times(t, np.concatenate([earlier, ends]))
    keep = np.searchsorted(grid, t)
    grid = _at_ends(motion, acting, grid)
    if not _at_once(robot, acting):
        done = step_along(robot, _given(robot, motion, acting), grid, ends)
        return _picked(robot, motion, t, done, keep)
    Q, tau = _links(robot, motion, grid, acting)
    held = at_motors(robot, tau)
    steady = np.zeros(robot.m) if grid[0] <= motion.start_time else held[2, 0] / filters(robot).K
    bend = _run(robot, steady, grid, held, motion)
    if len(grid) > len(t):
        Q, tau, bend = select_samples(Q, keep), tau[:, keep], bend[keep]
    return _with_filters(robot, t, Q, tau, bend)


def _run(robot: Robot, first: Array, grid: Array, held: Array, motion: Path) -> Array:
    """Accelerations of the deflections (T, m) along a grid, from those at the first time; zero where a drive has no filter."""
    K, D, damped = filters(robot)
    found = np.zeros(held.shape[1:])
    resting = _resting(motion, grid[:-1], grid[1:])
    found[:, damped] = run_filters(first[damped], grid, held[..., damped], resting, K[damped], D[damped])
    return found


def _picked(robot: Robot, motion: Path, t: Array, done: InverseDynamicsStep, keep: Array) -> MotorMotion:
    """Samples of steps that were made."""
    Q = sample_path(robot, motion, t, robot.motion_order)
    return MotorMotion(t, Q, done.theta[:, keep], done.tau_m[keep], done.tau_j[:, keep], done.delta[keep], done.state[:, keep])


def continue_from(robot: Robot, motion: Path, known: MotorMotion, t: Array, acting: TimeVaryingInputs) -> MotorMotion:
    """Links and motors at other times, each by one step of the filters from the last known sample before it."""
    if t[0] < known.t[0]:
        raise InputError(f"t begins at {t[0]:.6g} s, before the plan, which begins at {known.t[0]:.6g} s.")
    return _no_torque(robot, _gone_on(without_springs(robot), motion, known, t, acting))


def _gone_on(robot: Robot, motion: Path, known: MotorMotion, t: Array, acting: TimeVaryingInputs) -> MotorMotion:
    K, D, _ = filters(robot)
    ends = _ends(motion, acting, known.t[0], t[-1])
    settled = max(path.end_time for path in _paths(motion, acting))
    if not _at_once(robot, acting):  # or else a filter at rest is exact, however long
        settled += _forgetting(robot, acting, t)
    grid = _at_ends(motion, acting, _on_the_way(known, min(settled, t[-1]), ends))
    i = np.searchsorted(grid, t, side="right") - 1
    if not _at_once(robot, acting):
        given, state = _given(robot, motion, acting), known.bend
        assert state is not None
        if len(grid) > len(known.t):
            state = step_along(robot, given, grid, ends, state[:, 0]).state
        return _picked(robot, motion, t, step_from(robot, given, state[:, i], grid[i], t), np.arange(len(t)))
    before, bend = _known(robot, motion, known, grid, acting)
    h = (t - grid[i])[:, None]
    Q, tau = _links(robot, motion, t, acting)
    still = _resting(motion, grid[i], t)[:, None] | (h == 0.0)
    w = filter_step(bend[i], np.where(still, 1.0, h), before[:, i], at_motors(robot, tau), K, D)
    return _with_filters(robot, t, Q, tau, np.where(still, np.exp(-h * K / D) * bend[i], w))


def _on_the_way(known: MotorMotion, until: float, ends: list[float]) -> Array:
    """Times to go on from: those that are known, the ends of paths, and samples up to `until`."""
    more = until - known.t[-1]
    count = _count(more, _spacing(known.t))
    return merge_times(known.t, np.concatenate([known.t[-1] + more * np.arange(1, count) / max(count, 1), ends]))


def _known(robot: Robot, motion: Path, known: MotorMotion, grid: Array, acting: TimeVaryingInputs) -> tuple[Array, Array]:
    """Torques that the drives carry and accelerations of the deflections at these times."""
    assert known.bend is not None
    if len(grid) == len(known.t):
        return at_motors(robot, known.tau_j), known.bend[2]
    _, tau = _links(robot, motion, grid, acting)
    held = at_motors(robot, tau)
    return held, _run(robot, known.bend[2, 0], grid, held, motion)


def _with_filters(robot: Robot, t: Array, Q: MotionStack, tau: Array, bend: Array) -> MotorMotion:
    """Motors of damped joints from the states of their filters, all other motors from the instant."""
    K, D, damped = filters(robot)
    held = at_motors(robot, tau)[..., damped]
    w = bend[:, damped]
    deflection = filter_deflections(w, held, K[damped], D[damped])
    bends = dict(zip(np.flatnonzero(damped).tolist(), np.moveaxis(deflection, -1, 0)))
    done = drive(robot, None, _three(robot, Q), tau, bends)
    state = np.zeros((4, *bend.shape))
    state[:3, :, damped], state[3, :, damped] = deflection, (held[2] - K[damped] * w).T
    return MotorMotion(t, Q, done.theta, done.tau_m, tau, done.delta, state)


def select_times(every: MotorMotion, t: Array) -> MotorMotion:
    """Some of the samples: those at times t (T,), which are among theirs."""
    return _at(every, np.searchsorted(every.t, t))._replace(t=t)


def samples_at(every: MotorMotion, t: Array) -> MotorMotion | None:
    """Those at times t (T,); None where one of them is not among theirs, but for rounding."""
    after = np.clip(np.searchsorted(every.t, t), 1, len(every.t) - 1)
    nearest = after - (every.t[after] - t > t - every.t[after - 1])
    if (np.abs(every.t[nearest] - t) > ROUNDING * (1.0 + np.abs(t))).any():
        return None
    return _at(every, nearest)._replace(t=t)


def _at(every: MotorMotion, keep: Array) -> MotorMotion:
    q, theta, tau_j = select_samples(every.q, keep), every.theta[:, keep], every.tau_j[:, keep]
    bend = None if every.bend is None else every.bend[:, keep]
    return MotorMotion(every.t[keep], q, theta, every.tau_m[keep], tau_j, every.delta[keep], bend)


def at_motors(robot: Robot, tau: Array) -> Array:
    """What each drive carries of joint torques and their rates (3, T, n): (3, T, m). Preloads are the robot's own, constant."""
    plant = plant_of(robot)
    if not plant.transmission.N:
        return tau
    carried = np.zeros((*tau.shape[:-1], robot.m - robot.n))
    carried[0] = plant.preload
    left = tau.copy()
    left[..., list(plant.transmission.seconds)] -= carried
    return np.concatenate([left @ plant.transmission.inverse_matrix(robot.n), carried], axis=-1)


def _links(robot: Robot, motion: Path, t: Array, acting: TimeVaryingInputs) -> tuple[MotionStack, Array]:
    """The links' motion and the joint torques with their time derivatives."""
    Q = sample_path(robot, motion, t, robot.motion_order)
    return Q, joint_torque(robot, *Q, wrench=acting.wrenches(t, robot.motion_order - 2))


def merge_times(t: Array, more: Array) -> Array:
    """Rising times t and those of `more` that are not next to one of them: between two that are the same but for rounding, the
    difference of two torques means nothing."""
    if not len(more):
        return t
    near = np.abs(t[np.clip(np.searchsorted(t, more) + np.array([[-1], [0]]), 0, len(t) - 1)] - more).min(axis=0)
    return np.union1d(t, more[near > SAME * _spacing(t)])


def _forgetting(robot: Robot, acting: TimeVaryingInputs, t: Array) -> float:
    """The time after which nothing is left of a filter's state [s]."""
    K, D, damped = filters(robot)
    long = FORGOTTEN * float((D / K)[damped].max())
    if acting.stiffness is None:
        return long
    way = acting.stiffness
    begin = way.start_time if np.isfinite(way.start_time) else t[0] - long
    end = way.end_time if np.isfinite(way.end_time) else t[-1] + long
    lowest = way(np.linspace(begin, end, LOOKS))[0].min(axis=0)
    return FORGOTTEN * float((D / np.where(lowest > 0.0, lowest, K))[damped].max())


def _spacing(t: Array) -> float:
    """The spacing of samples that are added to those of t [s]: the median spacing of t."""
    if len(t) < 2:
        return SPACING
    gaps = np.sort(np.diff(t))
    return float(0.5 * (gaps[(len(gaps) - 1) // 2] + gaps[len(gaps) // 2]))


def _count(duration: float, spacing: float) -> int:
    """How many samples fill a duration at this spacing or a closer one."""
    return max(0, int(min(np.ceil(duration / spacing), MOST)))


def _resting(motion: Path, begin: Array, end: Array) -> Array:
    """Whether the motion rests from begin to end, a span that has no end of the motion inside."""
    return (begin >= motion.end_time) | (end <= motion.start_time)
