"""Sample times of the linear programs: evenly in every piece of the time scaling, densely at its ends, and where motors
reverse."""

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.reversals import end_samples, friction_speeds, reversals
from jounce.timing.time_scaling import TimeScaling, samples

SAMPLES = 4
"""Samples in each piece of the time scaling."""
REVERSING_SAMPLES = 8
"""Samples in each piece if dry friction meets a torque rate limit."""
END_SAMPLES = 16
"""Samples in each of the two pieces at either end."""
TWIN_DISTANCE = 1e-3
"""Distance between twins, as a fraction of the distance to the next sample."""
REVERSING_DISTANCE = 1e-6
"""Distance between twins, as a fraction of the duration, where reversals are sampled: samples are at least 2.5 times as far
apart."""


def sample_instants(
    constraints: LimitConstraints, scaling: TimeScaling, left: int, places: Array | None = None, duration: float | None = None
) -> Array:
    """Return the fractions of the duration at which the constraints of a time scaling are sampled.

    left: number of times that the pieces will still be halved. places (k,): further samples. duration [s]: if given, reversals of
    motors are sampled too, which depend on it. Where torque rates are limited, and with a duration, every sample is followed by
    its twin.

    On a straight line torque is smooth between a few samples. On a path that leaves rest as w^p it is not: there coarse pieces
    get as many samples as the finest ones will have. Pieces at the ends get more.
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
    """Return every sample x (N,) with its twin: shortly after it, for the last sample shortly before it."""
    distance = TWIN_DISTANCE * np.diff(x)
    return np.stack([np.append(x[:-1], 1.0 - distance[-1]), np.append(x[:-1] + distance, 1.0)], axis=1).ravel()


def _dense_samples(ends: Array) -> Array:
    """Return `END_SAMPLES` evenly spaced samples between consecutive `ends` (k,), and the last of them."""
    return np.interp(np.arange(END_SAMPLES * (len(ends) - 1) + 1) / END_SAMPLES, np.arange(len(ends)), ends)
