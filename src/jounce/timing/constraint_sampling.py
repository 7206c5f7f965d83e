"""Sample times of the linear programs: even in every piece of the time scaling, dense at its ends and where motors reverse.

At a velocity reversal dry friction changes its sign and demands a peak of the torque rate. The friction torque F v / sqrt(v^2 +
v0^2) changes by nearly 2 F while the motor velocity v rises from -3 v0 to 3 v0, with v0 the motor's `coulomb_speed`, within
about a millisecond. Its contribution to the torque rate, F v0^2 a / (v^2 + v0^2)^(3/2) with a the acceleration, is a peak of
that width, which evenly spaced samples miss.
"""

from typing import NamedTuple

import numpy as np

from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.timing.limit_constraints import SHIFT_STEP, LimitConstraints, SampledConstraints, SampleShift
from jounce.timing.time_scaling import TimeScaling, samples

SPEED_LEVELS = np.array([0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0])
"""Multiples of `coulomb_speed`, for both signs of the velocity; torque rates are sampled where the velocity of a motor or link
crosses one of these multiples."""
CURVED_SPEED_LEVELS = np.array([0.0, 0.35, 0.8, 2.0])
"""Multiples of `coulomb_speed` in place of `SPEED_LEVELS` on paths with their own timing (`PathGeometry.power` > 1), along
which motors reverse often."""
DETECTION_SAMPLES = 1024
"""Least number of samples of a motion, with at least 8 in a piece, between which crossings of the speed levels are located."""
NEAREST_SAMPLE, GEOMETRIC_SAMPLES = 1e-3, 12
"""Settings of `end_samples`, in the pieces where motors start and stop: position of the first sample, as a fraction of the
piece, and number of samples in each of the two pieces, including its inner end."""

SLOW_RATIO = 6.0
"""Ratio of the velocity of a motor to its `coulomb_speed` below which sample times move with the time scaling, so that the motor
velocity at a sample changes less; below half of this ratio it does not change."""
TINY = 1e-12


def friction_speeds(robot: Robot) -> dict[str, Array]:
    """Return {"motor_velocity": (m,), "velocity": (n,)}: the `coulomb_speed` of motors and of link-side friction.

    The speed is nan without dry friction; a key is left out if all its values are nan.
    """
    drives = robot.motor_drives
    motor = [d.coulomb_speed if d is not None and (d.coulomb_friction or d.stribeck_friction) else np.nan for d in drives]
    link = [x.friction.speed if x.friction is not None and x.friction.coulomb else np.nan for x in robot.axes]
    speeds = {"motor_velocity": np.array(motor), "velocity": np.array(link)}
    return {name: x for name, x in speeds.items() if np.isfinite(x).any()}


def has_reversals(constraints: LimitConstraints) -> bool:
    """True if the robot has both dry friction and a torque rate limit, so that velocity reversals cause peaks of the torque
    rate."""
    return constraints.has_rate_limit and bool(friction_speeds(constraints.robot))


def end_samples(scaling: TimeScaling) -> Array:
    """Return geometrically spaced sample times in the first and in the last piece, as fractions of the duration."""
    inner = np.unique(scaling.knots)
    fractions = np.geomspace(NEAREST_SAMPLE, 1.0, GEOMETRIC_SAMPLES)[:-1]
    return np.concatenate([inner[1] * fractions, 1.0 - (1.0 - inner[-2]) * fractions])


def reversals(constraints: LimitConstraints, scaling: TimeScaling, duration: float) -> Array:
    """Return the fractions of the duration at which velocities of motors or links cross the speed levels, multiples of
    `coulomb_speed`."""
    x = np.union1d(samples(scaling.knots, max(8, -(-DETECTION_SAMPLES // scaling.pieces))), end_samples(scaling))
    v = constraints.sample(scaling, x).speeds(duration)
    crossings = [np.zeros(0)]
    levels = SPEED_LEVELS if constraints.geometry.power == 1 else CURVED_SPEED_LEVELS
    levels = np.concatenate([-levels[:0:-1], levels])
    for name, speeds in friction_speeds(constraints.robot).items():
        for j in np.flatnonzero(np.isfinite(speeds)):
            y = v[name][:, j, None] / speeds[j] - levels
            i, k = np.nonzero(y[:-1] * y[1:] < 0.0)
            a, b = y[i, k], y[i + 1, k]
            crossings.append(x[i] + (x[i + 1] - x[i]) * a / (a - b))
    return np.unique(np.concatenate(crossings))


class SlowMotors(NamedTuple):
    """Samples at which a motor is slow (see `SLOW_RATIO`), with relative derivatives dv / max(|v|, `coulomb_speed`) of the motor
    velocity v."""

    sample: Array
    """Indices of the samples (k,)."""
    by_coefficients: Array
    """Relative derivatives of v by the coefficients in `SampledConstraints.columns`, (k, degree+1)."""
    by_duration: Array
    """Relative derivatives of v by log T (k,), T the duration."""


def sample_shift(sampled: SampledConstraints, duration: float, reach: Array) -> tuple[SampleShift, list[SlowMotors]]:
    """Return the shift of the samples that keeps utilisation most linear in a step of the time scaling, and the slow motors.

    Where a motor is slow, a sample follows the time of constant motor velocity: the rate of the friction torque is then linear
    in the acceleration. On a path with `PathGeometry.power` > 1 samples without a slow motor stay at their path parameter, on
    which the pose depends. reach (c+1,): largest change of each coefficient and of log T in the step. A sample moves by at most
    half a piece, and by less near the ends.
    """
    scaling, stride = sampled.scaling, 2 if sampled.twins else 1
    x, columns = sampled.x[::stride], sampled.columns
    by_coefficients, by_duration = np.zeros((len(x), scaling.degree + 1)), np.zeros(len(x))
    inner = np.unique(scaling.knots)
    if sampled.constraints.geometry.power > 1:
        basis, speed = sampled.path_parameter_jacobian()
        fade = np.clip(np.minimum(x / inner[1], (1.0 - x) / (1.0 - inner[-2])) - 1.0, 0.0, 1.0)
        by_coefficients = -basis * (fade / np.maximum(speed, TINY))[:, None]
    now, later = sampled.speeds(duration), sampled.shifted.speeds(duration)
    slowest, slow_motors = np.full(len(x), SLOW_RATIO), []
    for name, speeds in friction_speeds(sampled.robot).items():
        ratio = np.abs(now[name]) / speeds
        j = np.where(np.isnan(ratio), np.inf, ratio).argmin(axis=1)
        rows = np.arange(len(x))
        follows = ratio[rows, j] < slowest
        slowest = np.where(follows, ratio[rows, j], slowest)
        drift = (later[name] - now[name])[rows, j] / SHIFT_STEP
        follows &= drift != 0.0
        velocity_jacobian, by_T = sampled.quantity_jacobian(name, duration)
        i, k = np.nonzero(ratio < SLOW_RATIO)
        scale = speeds[k] * np.maximum(ratio[i, k], 1.0)
        slow_motors.append(SlowMotors(i, velocity_jacobian[i, k] / scale[:, None], by_T[i, k] / scale))
        weight = np.clip(2.0 - ratio[rows, j] / (0.5 * SLOW_RATIO), 0.0, 1.0)[follows]
        pull = -weight / drift[follows]
        by_coefficients[follows] = (1.0 - weight)[:, None] * by_coefficients[follows] + pull[:, None] * velocity_jacobian[
            rows[follows], j[follows]
        ]
        by_duration[follows] = pull * by_T[rows[follows], j[follows]]
    travel = np.abs(by_coefficients * reach[columns]).sum(axis=1) + np.abs(by_duration) * reach[-1]
    most_travel = np.minimum(0.5 / scaling.pieces, 0.5 * np.minimum(x, 1.0 - x))
    weight = np.minimum(1.0, most_travel / np.maximum(travel, TINY))
    return SampleShift(by_coefficients * weight[:, None], by_duration * weight), slow_motors


SAMPLES = 4
"""Number of samples in each piece of the time scaling."""
REVERSING_SAMPLES = 8
"""Number of samples in each piece for a robot with both dry friction and a torque rate limit."""
END_SAMPLES = 16
"""Number of samples in each of the two pieces at either end."""
TWIN_DISTANCE = 1e-3
"""Distance of a sample from its twin, as a fraction of the distance to the next sample. The twin is a second sample close by:
the torque rate is the difference of the torques at both, divided by the time between them."""
REVERSING_DISTANCE = 1e-6
"""Distance of a sample from its twin (see `TWIN_DISTANCE`), as a fraction of the duration, if velocity reversals are sampled.
Consecutive samples are at least 2.5 times as far apart."""


def sample_instants(
    constraints: LimitConstraints, scaling: TimeScaling, left: int, places: Array | None = None, duration: float | None = None
) -> Array:
    """Return the fractions of the duration at which the constraints of a time scaling are sampled.

    left: number of times that the pieces will still be halved. places (k,): further samples. duration [s]: if stated, the
    velocity reversals of motors and links with this duration are sampled too. If torque rates are limited or a duration is
    stated, every sample has a twin, a second sample close by, so that the torque rate is the difference of the torques at both.

    On a path parametrised by its length (`PathGeometry.power` = 1) a few samples in each piece resolve the torque. On a path
    that leaves rest as w^p, p > 1, the torque is not smooth: coarse pieces get as many samples as the finest pieces will have
    after halving. Pieces at the ends of the path get more samples.
    """
    count = SAMPLES if duration is None else REVERSING_SAMPLES
    inner = np.unique(scaling.knots)
    count = count if constraints.geometry.power == 1 else count * 2**left
    x = samples(scaling.knots, count)
    if constraints.geometry.power > 1 or duration is None:
        x = np.concatenate([x, _dense_samples(inner[:3]), _dense_samples(inner[-3:])])
    if duration is None and friction_speeds(constraints.robot):
        # dry friction of a motor that starts acts within microseconds
        x = np.concatenate([x, end_samples(scaling)])
    x = np.unique(x if places is None else np.append(x, places))
    if duration is None:
        return _with_twins(x) if constraints.has_rate_limit else x
    x = np.unique(np.concatenate([x, end_samples(scaling), reversals(constraints, scaling, duration)]))
    x = x[np.append(True, np.diff(x) > 2.5 * REVERSING_DISTANCE) & (x < 1.0 - 2.5 * REVERSING_DISTANCE)]
    return np.append(np.stack([x, x + REVERSING_DISTANCE], axis=1).ravel(), [1.0 - REVERSING_DISTANCE, 1.0])


def _with_twins(x: Array) -> Array:
    """Return every sample x (N,) with its twin, a second sample shortly after it (shortly before the last sample), as (2 N,)."""
    distance = TWIN_DISTANCE * np.diff(x)
    return np.stack([np.append(x[:-1], 1.0 - distance[-1]), np.append(x[:-1] + distance, 1.0)], axis=1).ravel()


def _dense_samples(ends: Array) -> Array:
    """Return `END_SAMPLES` evenly spaced samples in each interval between consecutive `ends` (k,), and the last end."""
    return np.interp(np.arange(END_SAMPLES * (len(ends) - 1) + 1) / END_SAMPLES, np.arange(len(ends)), ends)
