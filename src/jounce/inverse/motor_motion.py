"""Motor motion and motor torque along a motion of all joints.

Without damping, motor motion and torque follow from the joint motion at each instant. The deflection of a damped elastic joint
solves the filter equation

    K delta + D deltad = tau_j(t)

along the motion. `spring_filter` integrates this equation exactly for a joint torque that is a quintic polynomial between
samples. All samples are solved at once, or step by step if springs are nonlinear, inputs vary in time or links carry rotors.
The field `bend` contains the state of these filters.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.functions.inverse_dynamics import drive, inverse_dynamics, joint_torque
from jounce.functions.inverse_dynamics_step import InverseDynamicsStep
from jounce.inverse.filter_steps import StepInputs, step_along, step_from
from jounce.inverse.sampling import MotionStack, TimeVaryingInputs, sample_path, select_samples
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.plant.motor import SpringLike
from jounce.plant.plant import KEPT, at_freedoms, plant_of, with_motors
from jounce.plant.spring_filter import FORGOTTEN, filter_deflections, filter_step, run_filters
from jounce.robot import Robot
from jounce.trajectory.path import Path

ORDER_OF_ACCURACY = 6
"""The error of the filters of damped joints is proportional to this power of the spacing of the samples."""
SPACING = 1e-3
"""Spacing of the samples of damped joints if t is a single instant [s]."""
SAME = 1e-6
"""Fraction of the median spacing of the samples: two times that are nearer to each other count as equal."""
ROUNDING = 4e-16
"""Largest difference of two equal times t due to rounding, as a fraction of 1 s + |t|."""
STIFFNESS_SAMPLES = 101
"""Number of times at which a stiffness K(t) that varies in time is sampled in search of its lowest value."""
MOST = 100_000
"""Largest number of samples added before t[0], or after the last time of a plan."""


class MotorMotion(NamedTuple):
    """Motion and torque of links and motors at times t (T,) [s]; `Plan` has fields of the same names, shapes and units."""

    t: Array
    q: MotionStack
    theta: Array
    tau_m: Array
    tau_j: Array
    delta: Array
    bend: Array | None


class Filters(NamedTuple):
    """Constants K and D of the filters K delta + D deltad = tau, one pair per motor; K = D = 1 where the drive has no filter."""

    K: Array
    """Stiffness (m,) [Nm/rad or N/m]; of a nonlinear spring the lowest among zero deflection and its knots."""
    D: Array
    """Damping parallel to the spring (m,) [Nm s/rad or N s/m]."""
    damped: Array
    """True for drives with a filter, which are elastic and damped (m,)."""


@lru_cache(maxsize=KEPT)
def filters(robot: Robot) -> Filters:
    """Return the constants of the filters of a robot's damped elastic drives."""
    motors = with_motors(robot, plant_of(robot)).motors
    damped = np.array([m.elastic and m.damping > 0.0 for m in motors])
    K = np.array([_lowest_stiffness(m.spring) if d and m.spring is not None else 1.0 for m, d in zip(motors, damped)])
    D = np.array([m.damping if d else 1.0 for m, d in zip(motors, damped)])
    return Filters(K, D, damped)


def _lowest_stiffness(spring: SpringLike) -> float:
    """Return the lowest of the stiffnesses of a spring at zero deflection and at the knots of its law [Nm/rad or N/m]."""
    return min(float(spring.stiffness(delta)) for delta in (0.0, *getattr(spring, "knots", ())))


def time_constants(robot: Robot) -> dict[str, float]:
    """Return {motor name: D / K [s]} of all damped elastic drives; K as in `Filters` for a nonlinear spring."""
    K, D, damped = filters(robot)
    return {name: float(d / k) for name, k, d, yes in zip(robot.motor_names, K, D, damped) if yes}


def motor_motion(robot: Robot, motion: Path, t: Array, inputs: TimeVaryingInputs) -> MotorMotion:
    """Return motion and torque of links and motors at times t (T,) [s] of the path `motion` of all joints."""
    driven = without_springs(robot)
    if filters(driven).damped.any():
        return _without_passive_torque(robot, _filtered(driven, motion, t, inputs))
    order = robot.motion_order
    Q = sample_path(robot, motion, t, order)
    dynamics = inverse_dynamics(driven, *Q, wrench=inputs.wrenches(t, order - 2), **inputs.drives(t, order - 2))
    moved = MotorMotion(t, Q, dynamics.theta, dynamics.tau_m, dynamics.tau_j, dynamics.delta, None)
    return _without_passive_torque(robot, moved)


@lru_cache(maxsize=KEPT)
def without_springs(robot: Robot) -> Robot:
    """Return the robot without the passive springs of joints without a motor, for motions of all joints that are known."""
    if all(joint.spring is None for joint in robot.joints):
        return robot
    return replace(robot, joints=tuple(replace(joint, spring=None) for joint in robot.joints))


def _without_passive_torque(robot: Robot, moved: MotorMotion) -> MotorMotion:
    """Return the motion with motor torque zero at joints that have a passive spring and no motor."""
    passive = plant_of(robot).passive
    if not passive:
        return moved
    tau_m = moved.tau_m.copy()
    tau_m[:, list(passive)] = 0.0
    return moved._replace(tau_m=tau_m)


def _three_derivatives(robot: Robot, Q: MotionStack) -> Array:
    """Return (q, qd, qdd) as an array (3, T, n) with one coordinate per DOF; q of joints of several DOF is zero."""
    return np.stack([at_freedoms(robot, Q[0]), *Q[1:3]])


# ---------------------------------------------------------------- damped joints


def _has_constant_filters(robot: Robot, inputs: TimeVaryingInputs) -> bool:
    """Return True if all damped springs are linear, no link carries a rotor and no input varies in time.

    The joint torque then does not depend on the filters and is constant while the motion rests; all steps are solved at once.
    """
    damped = filters(robot).damped
    linear = all(m.is_linear for m, d in zip(plant_of(robot).motors, damped) if d)
    return linear and not any(robot.rotors) and not any(inputs)


def _step_inputs(robot: Robot, motion: Path, inputs: TimeVaryingInputs) -> StepInputs:
    """Return the function that samples motion and inputs for `step_along`, with zero derivatives where a path rests."""
    order = robot.motion_order

    def sample(t: Array, begin: Array, end: Array) -> tuple[list[Array], dict[str, Any]]:
        def one_sided(path: Path, derivatives: MotionStack) -> list[Array]:
            resting = _is_resting(path, begin, end)[:, None]
            return [derivatives[0], *(np.where(resting, 0.0, row) for row in derivatives[1:])]

        keywords: dict[str, Any] = {}
        if inputs.wrench:
            keywords["wrench"] = {link: tuple(one_sided(path, path(t, order - 2))) for link, path in inputs.wrench.items()}
        if inputs.stiffness is not None:
            keywords["stiffness"] = tuple(one_sided(inputs.stiffness, inputs.stiffness(t, order - 2)))
        if inputs.preload is not None:
            preload = one_sided(inputs.preload, inputs.preload(t, order - 2))
            keywords["parameters"] = {"preload": Jet.from_derivatives(preload)}
        return one_sided(motion, sample_path(robot, motion, t, order)), keywords

    return sample


def _jump_times(motion: Path, inputs: TimeVaryingInputs, after: float, before: float) -> list[float]:
    """Return the start and end times of all paths strictly between `after` and `before` [s]: highest derivatives jump there."""
    return [x for path in _paths(motion, inputs) for x in (path.start_time, path.end_time) if after < x < before]


def _paths(motion: Path, inputs: TimeVaryingInputs) -> list[Path]:
    """Return the motion and the paths of all time-varying inputs as one list."""
    return [path for path in (motion, inputs.stiffness, inputs.preload, *inputs.wrench.values()) if path is not None]


def _snap_to_ends(motion: Path, inputs: TimeVaryingInputs, grid: Array) -> Array:
    """Return the grid (T,) with times next to the start or end of a path replaced by exactly this start or end [s].

    Otherwise rounding would decide on which side of the start or end a time is.
    """
    ends = np.sort([x for path in _paths(motion, inputs) for x in (path.start_time, path.end_time)])
    i = np.searchsorted(ends, grid)
    before, after = ends[np.maximum(i - 1, 0)], ends[np.minimum(i, len(ends) - 1)]
    nearest = np.where(grid - before < after - grid, before, after)
    return np.where(np.abs(grid - nearest) <= SAME * _spacing(grid), nearest, grid)


def _filtered(robot: Robot, motion: Path, t: Array, inputs: TimeVaryingInputs) -> MotorMotion:
    """Return the motion at times t (T,) [s] for a robot with damped drives, whose filters run along the motion.

    The filters begin at the start of the first path, or so long before t[0] that their initial state has decayed. The starts
    and ends of all paths are among the samples, as the second derivative of the joint torque jumps there.
    """
    spacing = _spacing(t)
    first_start = min(path.start_time for path in _paths(motion, inputs))
    start = max(first_start, t[0] - max(_settling_time(robot, inputs, t), spacing))
    count = _count(t[0] - start, spacing)
    earlier = t[0] - (t[0] - start) * np.arange(1, count + 1) / max(count, 1)
    jumps = _jump_times(motion, inputs, min(start, t[0]), t[-1])
    grid = merge_times(t, np.concatenate([earlier, jumps]))
    index = np.searchsorted(grid, t)
    grid = _snap_to_ends(motion, inputs, grid)
    if not _has_constant_filters(robot, inputs):
        steps = step_along(robot, _step_inputs(robot, motion, inputs), grid, jumps)
        return _from_steps(robot, motion, t, steps, index)
    Q, tau_j = _joint_torques(robot, motion, grid, inputs)
    tau_a = drive_torques(robot, tau_j)
    steady = np.zeros(robot.m) if grid[0] <= motion.start_time else tau_a[2, 0] / filters(robot).K
    w = _run_filters(robot, steady, grid, tau_a, motion)
    if len(grid) > len(t):
        Q, tau_j, w = select_samples(Q, index), tau_j[:, index], w[index]
    return _from_filters(robot, t, Q, tau_j, w)


def _run_filters(robot: Robot, first: Array, grid: Array, tau_a: Array, motion: Path) -> Array:
    """Return accelerations of the deflections (T, m) along a grid; zero for drives without a filter.

    first: accelerations of the deflections (m,) at grid[0]. tau_a: torques of the drives with two derivatives (3, T, m). motion:
    path of the joints, which tells the intervals of rest.
    """
    K, D, damped = filters(robot)
    w = np.zeros(tau_a.shape[1:])
    resting = _is_resting(motion, grid[:-1], grid[1:])
    w[:, damped] = run_filters(first[damped], grid, tau_a[..., damped], resting, K[damped], D[damped])
    return w


def _from_steps(robot: Robot, motion: Path, t: Array, steps: InverseDynamicsStep, index: Array) -> MotorMotion:
    """Return the motion at times t (T,) [s] from the results of filter steps; index (T,): sample of the steps at each t."""
    Q = sample_path(robot, motion, t, robot.motion_order)
    theta, tau_m, tau_j = steps.theta[:, index], steps.tau_m[index], steps.tau_j[:, index]
    return MotorMotion(t, Q, theta, tau_m, tau_j, steps.delta[index], steps.state[:, index])


def continue_from(robot: Robot, motion: Path, samples: MotorMotion, t: Array, inputs: TimeVaryingInputs) -> MotorMotion:
    """Return the motion at times t (T,) [s], by one step of the filters from the last of `samples` before each time.

    Raise `InputError` if t begins before the samples. Between the last sample and t, samples are added.
    """
    if t[0] < samples.t[0]:
        raise InputError(f"t begins at {t[0]:.6g} s, before the plan, which begins at {samples.t[0]:.6g} s.")
    return _without_passive_torque(robot, _continue(without_springs(robot), motion, samples, t, inputs))


def _continue(robot: Robot, motion: Path, samples: MotorMotion, t: Array, inputs: TimeVaryingInputs) -> MotorMotion:
    """Return the result of `continue_from` for a robot from which `without_springs` removed the passive springs."""
    K, D, _ = filters(robot)
    jumps = _jump_times(motion, inputs, samples.t[0], t[-1])
    settled = max(path.end_time for path in _paths(motion, inputs))
    if not _has_constant_filters(robot, inputs):  # else one step of a filter at rest is exact, of any length
        settled += _settling_time(robot, inputs, t)
    grid = _snap_to_ends(motion, inputs, _extended_grid(samples, min(settled, t[-1]), jumps))
    i = np.searchsorted(grid, t, side="right") - 1
    if not _has_constant_filters(robot, inputs):
        step_inputs, state = _step_inputs(robot, motion, inputs), samples.bend
        assert state is not None
        if len(grid) > len(samples.t):
            state = step_along(robot, step_inputs, grid, jumps, state[:, 0]).state
        steps = step_from(robot, step_inputs, state[:, i], grid[i], t)
        return _from_steps(robot, motion, t, steps, np.arange(len(t)))
    before, w_before = _filter_states(robot, motion, samples, grid, inputs)
    h = (t - grid[i])[:, None]
    Q, tau_j = _joint_torques(robot, motion, t, inputs)
    decaying = _is_resting(motion, grid[i], t)[:, None] | (h == 0.0)
    w = filter_step(w_before[i], np.where(decaying, 1.0, h), before[:, i], drive_torques(robot, tau_j), K, D)
    return _from_filters(robot, t, Q, tau_j, np.where(decaying, np.exp(-h * K / D) * w_before[i], w))


def _extended_grid(samples: MotorMotion, until: float, jumps: list[float]) -> Array:
    """Return the times of the samples, the times `jumps`, and evenly spaced times between the last sample and `until` [s]."""
    more = until - samples.t[-1]
    count = _count(more, _spacing(samples.t))
    return merge_times(samples.t, np.concatenate([samples.t[-1] + more * np.arange(1, count) / max(count, 1), jumps]))


def _filter_states(
    robot: Robot, motion: Path, samples: MotorMotion, grid: Array, inputs: TimeVaryingInputs
) -> tuple[Array, Array]:
    """Return drive torques (3, T, m) and accelerations of deflections (T, m) on a grid (T,) that contains the samples."""
    assert samples.bend is not None
    if len(grid) == len(samples.t):
        return drive_torques(robot, samples.tau_j), samples.bend[2]
    _, tau_j = _joint_torques(robot, motion, grid, inputs)
    tau_a = drive_torques(robot, tau_j)
    return tau_a, _run_filters(robot, samples.bend[2, 0], grid, tau_a, motion)


def _from_filters(robot: Robot, t: Array, Q: MotionStack, tau_j: Array, w: Array) -> MotorMotion:
    """Return the motion at times t (T,) from link motion Q, joint torques tau_j (3, T, n), accelerations w (T, m) of deflections.

    w is read for damped drives; the deflections of other drives follow from the joint torque at each instant.
    """
    K, D, damped = filters(robot)
    tau_a = drive_torques(robot, tau_j)[..., damped]
    deflection = filter_deflections(w[:, damped], tau_a, K[damped], D[damped])
    by_motor = dict(zip(np.flatnonzero(damped).tolist(), np.moveaxis(deflection, -1, 0)))
    dynamics = drive(robot, None, _three_derivatives(robot, Q), tau_j, by_motor)
    state = np.zeros((4, *w.shape))
    state[:3, :, damped], state[3, :, damped] = deflection, (tau_a[2] - K[damped] * w[:, damped]).T
    return MotorMotion(t, Q, dynamics.theta, dynamics.tau_m, tau_j, dynamics.delta, state)


def drive_torques(robot: Robot, tau_j: Array) -> Array:
    """Return the torques of the drives' springs (3, T, m) from joint torques with two derivatives tau_j (3, T, n).

    The preloads of second drives are those of the robot, constant in time.
    """
    plant = plant_of(robot)
    if not plant.transmission.N:
        return tau_j
    preload = np.zeros((*tau_j.shape[:-1], robot.m - robot.n))
    preload[0] = plant.preload
    remainder = tau_j.copy()
    remainder[..., list(plant.transmission.seconds)] -= preload
    return np.concatenate([remainder @ plant.transmission.inverse_matrix(robot.n), preload], axis=-1)


def _joint_torques(robot: Robot, motion: Path, t: Array, inputs: TimeVaryingInputs) -> tuple[MotionStack, Array]:
    """Return the motion of the links at times t (T,) [s] and the joint torques with their time derivatives (k, T, n)."""
    Q = sample_path(robot, motion, t, robot.motion_order)
    return Q, joint_torque(robot, *Q, wrench=inputs.wrenches(t, robot.motion_order - 2))


# ---------------------------------------------------------------- samples


def select_times(samples: MotorMotion, t: Array) -> MotorMotion:
    """Select the samples at times t (T,) [s], all of which must be sample times."""
    return _select(samples, np.searchsorted(samples.t, t))._replace(t=t)


def samples_at(samples: MotorMotion, t: Array) -> MotorMotion | None:
    """Select the samples at times t (T,); None if any t is not a sample time (within rounding)."""
    after = np.clip(np.searchsorted(samples.t, t), 1, len(samples.t) - 1)
    nearest = after - (samples.t[after] - t > t - samples.t[after - 1])
    if (np.abs(samples.t[nearest] - t) > ROUNDING * (1.0 + np.abs(t))).any():
        return None
    return _select(samples, nearest)._replace(t=t)


def _select(samples: MotorMotion, index: Array) -> MotorMotion:
    """Select the samples with the indices `index` (T,) from a motion."""
    q, theta, tau_j = select_samples(samples.q, index), samples.theta[:, index], samples.tau_j[:, index]
    bend = None if samples.bend is None else samples.bend[:, index]
    return MotorMotion(samples.t[index], q, theta, samples.tau_m[index], tau_j, samples.delta[index], bend)


def merge_times(t: Array, more: Array) -> Array:
    """Return the increasing times t (T,) merged with those of `more` [s] that are no duplicates of a time of t.

    Duplicates differ from a time of t by at most `SAME` times the median spacing of t.

    Between two times that differ by rounding only, the difference of two torques would have no correct digits.
    """
    if not len(more):
        return t
    near = np.abs(t[np.clip(np.searchsorted(t, more) + np.array([[-1], [0]]), 0, len(t) - 1)] - more).min(axis=0)
    return np.union1d(t, more[near > SAME * _spacing(t)])


def _settling_time(robot: Robot, inputs: TimeVaryingInputs, t: Array) -> float:
    """Return the duration after which the initial state of every filter has decayed [s]; of K(t) the lowest sample counts."""
    K, D, damped = filters(robot)
    settling = FORGOTTEN * float((D / K)[damped].max())
    if inputs.stiffness is None:
        return settling
    stiffness = inputs.stiffness
    begin = stiffness.start_time if np.isfinite(stiffness.start_time) else t[0] - settling
    end = stiffness.end_time if np.isfinite(stiffness.end_time) else t[-1] + settling
    lowest = stiffness(np.linspace(begin, end, STIFFNESS_SAMPLES))[0].min(axis=0)
    return FORGOTTEN * float((D / np.where(lowest > 0.0, lowest, K))[damped].max())


def _spacing(t: Array) -> float:
    """Return the median difference of consecutive times t (T,) [s], the spacing of added samples; `SPACING` for a single time."""
    if len(t) < 2:
        return SPACING
    gaps = np.sort(np.diff(t))
    return float(0.5 * (gaps[(len(gaps) - 1) // 2] + gaps[len(gaps) // 2]))


def _count(duration: float, spacing: float) -> int:
    """Return the number of samples that fill a duration at most `spacing` apart, up to `MOST`."""
    return max(0, int(min(np.ceil(duration / spacing), MOST)))


def _is_resting(motion: Path, begin: Array, end: Array) -> Array:
    """Return (T,) True for the intervals begin (T,) to end (T,) [s] that lie before the start or after the end of the path."""
    return (begin >= motion.end_time) | (end <= motion.start_time)
