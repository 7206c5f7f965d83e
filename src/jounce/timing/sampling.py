"""Instants at which linear programs sample a timing: evenly in its pieces, densely at its ends, and where motors reverse."""

import numpy as np

from jounce.numbers.packing import Array
from jounce.timing.demand import Demand
from jounce.timing.reversals import friction_speeds, near_ends, reversals
from jounce.timing.shape import Shape, samples

SAMPLES = 4
"""For each piece of the spline."""
REVERSING = 8
"""The same where dry friction meets a limit of the torque rate."""
DENSE = 16
"""For each of the two pieces at either end."""
APART = 1e-3
"""Distance between twins, as a share of the way to the next sample."""
CLOSEST = 1e-6
"""The same as a share of the duration, where reversals are sampled: samples are no closer than that."""


def looked_at(demand: Demand, shape: Shape, left: int, places: Array | None = None, duration: float | None = None) -> Array:
    """Return the shares of the duration at which a timing is sampled that will be halved so often; more places; with twins of all
    of them where torque rates are limited. duration [s]: with samples of reversals, which depend on it.

    On a straight line torque is smooth between a few samples. Where a curve leaves rest as w^p it is not: there coarse pieces
    have as many samples as fine ones. Pieces at the ends have more.
    """
    each = SAMPLES if duration is None else REVERSING
    inner = np.unique(shape.knots)
    each = each if demand.curve.power == 1 else each * 2**left
    x = samples(shape.knots, each)
    if demand.curve.power > 1 or duration is None:
        x = np.concatenate([x, _filled(inner[:3]), _filled(inner[-3:])])
    if duration is None and friction_speeds(demand.robot):  # a motor that starts needs its dry friction within microseconds
        x = np.concatenate([x, near_ends(shape)])
    x = np.unique(x if places is None else np.append(x, places))
    if duration is None:
        return _twins(x) if demand.rate else x
    x = np.unique(np.concatenate([x, near_ends(shape), reversals(demand, shape, duration)]))
    x = x[np.append(True, np.diff(x) > 2.5 * CLOSEST) & (x < 1.0 - 2.5 * CLOSEST)]
    return np.append(np.stack([x, x + CLOSEST], axis=1).ravel(), [1.0 - CLOSEST, 1.0])


def _twins(x: Array) -> Array:
    """Each sample, and another close by: after it, before the last."""
    apart = APART * np.diff(x)
    return np.stack([np.append(x[:-1], 1.0 - apart[-1]), np.append(x[:-1] + apart, 1.0)], axis=1).ravel()


def _filled(ends: Array) -> Array:
    """`DENSE` samples between each two of these, and the last."""
    return np.interp(np.arange(DENSE * (len(ends) - 1) + 1) / DENSE, np.arange(len(ends)), ends)
