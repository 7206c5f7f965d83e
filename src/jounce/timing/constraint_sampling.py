"""Instants at which linear programs sample a timing: evenly in its pieces, densely at its ends, and where motors reverse."""

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.reversals import end_samples, friction_speeds, reversals
from jounce.timing.time_scaling import TimeScaling, samples

SAMPLES = 4
"""For each piece of the spline."""
REVERSING_SAMPLES = 8
"""The same where dry friction meets a limit of the torque rate."""
END_SAMPLES = 16
"""For each of the two pieces at either end."""
TWIN_DISTANCE = 1e-3
"""Distance between twins, as a share of the way to the next sample."""
REVERSING_DISTANCE = 1e-6
"""The same as a share of the duration, where reversals are sampled: samples are no closer than that."""


def sample_instants(
    constraints: LimitConstraints, scaling: TimeScaling, left: int, places: Array | None = None, duration: float | None = None
) -> Array:
    """Return the shares of the duration at which a timing is sampled that will be halved so often; more places; with twins of all
    of them where torque rates are limited. duration [s]: with samples of reversals, which depend on it.

    On a straight line torque is smooth between a few samples. Where a curve leaves rest as w^p it is not: there coarse pieces
    have as many samples as fine ones. Pieces at the ends have more.
    """
    each = SAMPLES if duration is None else REVERSING_SAMPLES
    inner = np.unique(scaling.knots)
    each = each if constraints.geometry.power == 1 else each * 2**left
    x = samples(scaling.knots, each)
    if constraints.geometry.power > 1 or duration is None:
        x = np.concatenate([x, _dense_samples(inner[:3]), _dense_samples(inner[-3:])])
    if duration is None and friction_speeds(constraints.robot):  # a motor that starts needs its dry friction within microseconds
        x = np.concatenate([x, end_samples(scaling)])
    x = np.unique(x if places is None else np.append(x, places))
    if duration is None:
        return _with_twins(x) if constraints.has_rate_limit else x
    x = np.unique(np.concatenate([x, end_samples(scaling), reversals(constraints, scaling, duration)]))
    x = x[np.append(True, np.diff(x) > 2.5 * REVERSING_DISTANCE) & (x < 1.0 - 2.5 * REVERSING_DISTANCE)]
    return np.append(np.stack([x, x + REVERSING_DISTANCE], axis=1).ravel(), [1.0 - REVERSING_DISTANCE, 1.0])


def _with_twins(x: Array) -> Array:
    """Each sample, and another close by: after it, before the last."""
    apart = TWIN_DISTANCE * np.diff(x)
    return np.stack([np.append(x[:-1], 1.0 - apart[-1]), np.append(x[:-1] + apart, 1.0)], axis=1).ravel()


def _dense_samples(ends: Array) -> Array:
    """`DENSE` samples between each two of these, and the last."""
    return np.interp(np.arange(END_SAMPLES * (len(ends) - 1) + 1) / END_SAMPLES, np.arange(len(ends)), ends)
