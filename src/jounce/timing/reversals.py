"""Instants at which a motor turns over: where dry friction changes its sign, and asks for a torque rate of its own.

Friction F v / sqrt(v^2 + v0^2) changes by 2 F while a motor goes from -3 v0 to 3 v0, v0 its `coulomb_speed`, within about a
millisecond. Its part of the torque rate, F v0^2 a / (v^2 + v0^2)^(3/2), is a peak of that width, which even samples miss.
"""

from typing import NamedTuple

import numpy as np

from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.timing.limit_constraints import SHIFT_STEP, LimitConstraints, SampledConstraints, SampleShift
from jounce.timing.time_scaling import TimeScaling, samples

SPEED_LEVELS = np.array([0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0])
"""Multiples of `coulomb_speed` at which a motor's torque rate is sampled, in both directions."""
CURVED_SPEED_LEVELS = np.array([0.0, 0.35, 0.8, 2.0])
"""The same on curves, along which motors reverse often."""
DETECTION_SAMPLES = 1024
"""Instants of a motion among which crossings of these speeds are found, at least 8 in a piece."""
NEAREST_SAMPLE, GEOMETRIC_SAMPLES = 1e-3, 12
"""First and number of geometric samples of the pieces at both ends, as shares of them: there motors start and stop."""

SLOW_RATIO = 6.0
"""Multiple of `coulomb_speed` below which samples stay at the speed of a motor, all of the way below half of it."""
TINY = 1e-12


def friction_speeds(robot: Robot) -> dict[str, Array]:
    """Return the `coulomb_speed` of each motor (m,) and of friction on the link side of joints (n,), nan where none is dry."""
    drives = robot.motor_drives
    motor = [d.coulomb_speed if d is not None and (d.coulomb_friction or d.stribeck_friction) else np.nan for d in drives]
    link = [x.friction.speed if x.friction is not None and x.friction.coulomb else np.nan for x in robot.axes]
    speeds = {"motor_velocity": np.array(motor), "velocity": np.array(link)}
    return {name: x for name, x in speeds.items() if np.isfinite(x).any()}


def has_reversals(constraints: LimitConstraints) -> bool:
    """Return whether dry friction meets a limit of the torque rate."""
    return constraints.has_rate_limit and bool(friction_speeds(constraints.robot))


def end_samples(scaling: TimeScaling) -> Array:
    """Return geometric samples of the first and of the last piece, as shares of the duration."""
    inner = np.unique(scaling.knots)
    share = np.geomspace(NEAREST_SAMPLE, 1.0, GEOMETRIC_SAMPLES)[:-1]
    return np.concatenate([inner[1] * share, 1.0 - (1.0 - inner[-2]) * share])


def reversals(constraints: LimitConstraints, scaling: TimeScaling, duration: float) -> Array:
    """Return the shares of the duration at which motors cross the speeds of `LEVELS`, by linear interpolation."""
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
    """Samples (k,) at which a motor is slow, and how its speed changes, over the larger of it and `coulomb_speed`."""

    sample: Array
    by_coefficients: Array
    """(k, degree+1)."""
    by_duration: Array
    """By the logarithm of T (k,)."""


def sample_shift(sampled: SampledConstraints, duration: float, reach: Array) -> tuple[SampleShift, list[SlowMotors]]:
    """Return how samples move with the timing so that shares there change as little as can be from linear.

    Where a motor is slow, a sample stays at its speed: the rate of its friction is then linear in the acceleration. On curves
    other samples stay at their place, with which the poses change. reach (c+1,): of the step, which moves a sample by no more
    than to the middle of its piece, and those near the ends by less.
    """
    scaling, each = sampled.scaling, 2 if sampled.twins else 1
    x, columns = sampled.x[::each], sampled.columns
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
        use = ratio[rows, j] < slowest
        slowest = np.where(use, ratio[rows, j], slowest)
        drift = (later[name] - now[name])[rows, j] / SHIFT_STEP
        use &= drift != 0.0
        local, by_T = sampled.quantity_jacobian(name, duration)
        i, k = np.nonzero(ratio < SLOW_RATIO)
        unit = speeds[k] * np.maximum(ratio[i, k], 1.0)
        slow_motors.append(SlowMotors(i, local[i, k] / unit[:, None], by_T[i, k] / unit))
        part = np.clip(2.0 - ratio[rows, j] / (0.5 * SLOW_RATIO), 0.0, 1.0)[use]
        pull = -part / drift[use]
        by_coefficients[use] = (1.0 - part)[:, None] * by_coefficients[use] + pull[:, None] * local[rows[use], j[use]]
        by_duration[use] = pull * by_T[rows[use], j[use]]
    far = np.abs(by_coefficients * reach[columns]).sum(axis=1) + np.abs(by_duration) * reach[-1]
    room = np.minimum(0.5 / scaling.pieces, 0.5 * np.minimum(x, 1.0 - x))
    part = np.minimum(1.0, room / np.maximum(far, TINY))
    return SampleShift(by_coefficients * part[:, None], by_duration * part), slow_motors
