"""Channels of a recording: conversion to arrays, and the checks that need no robot model."""

from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.trajectory.path import Floats, real

WHAT = {
    "theta": "motor positions behind the gear [rad or m]",
    "q": "link positions [rad or m]",
    "tau_m": "motor torques on the link side of the gear [Nm or N]",
    "tau_j": "joint torques [Nm or N]",
}
"""{channel: quantity and unit}."""
POSITIONS, TORQUES = ("theta", "q"), ("tau_m", "tau_j")
"""Channels of positions, and channels of torques."""
LARGEST_READING = 1e9
"""Largest accepted reading [rad, m, Nm, N or A]: far beyond any robot, and sums of squares of many readings stay finite."""
LATEST, SHORTEST_STEP, LONGEST_STEP = 1e12, 1e-9, 1e6
"""LATEST: largest accepted time [s]; seconds since 1970 are about 2e9. SHORTEST_STEP, LONGEST_STEP: accepted range of the
median time step [s]."""
FEWEST = 20
"""Smallest accepted number of samples of a recording."""
GAP = 2.5
"""A time step longer than this multiple of the median step is a gap."""
CLIPPED = 5
"""Number of consecutive samples at the extreme value of a torque or current that indicate saturation of the drive."""


def times(t: Any) -> Floats:
    """Return the times as an array (T,) [s]; raise InputError unless times rise without gaps."""
    stamps = _real(t, "t: expected times in s")
    if stamps.ndim != 1:
        raise InputError(f"t: expected times in s, one a sample, shape (T,); got shape {stamps.shape}.")
    if len(stamps) < FEWEST:
        raise InputError(f"t: a recording has {FEWEST} samples at least, this one has {len(stamps)}.")
    if not np.isfinite(stamps).all():
        raise InputError(
            f"t: sample {int(np.argmin(np.isfinite(stamps)))} is {stamps[~np.isfinite(stamps)][0]}; expected seconds."
        )
    steps = np.diff(stamps)
    if (steps <= 0.0).any():
        i = int((steps <= 0.0).argmax())
        raise InputError(
            f"t: times must rise, but sample {i + 1} at {stamps[i + 1]:.9g} s comes after {stamps[i]:.9g} s. Sort the samples by "
            "time, and leave out those that are there twice."
        )
    median = float(np.median(steps))
    if not SHORTEST_STEP <= median <= LONGEST_STEP or np.abs(stamps).max() > LATEST:
        raise InputError(
            f"t: samples are {median:.4g} s apart, from {stamps[0]:.6g} to {stamps[-1]:.6g} s; expected steps of "
            f"{SHORTEST_STEP:g} to {LONGEST_STEP:g} s, up to {LATEST:g} s. Are these times in seconds?"
        )
    if steps.max() > GAP * median:
        i = int(steps.argmax())
        raise InputError(
            f"t: a gap of {steps[i]:.4g} s after {stamps[i]:.6g} s (sample {i}), where samples are {median:.4g} s apart. Give "
            "the parts before and after it as recordings of their own: filters would run across the gap."
        )
    return stamps


def channel(values: Any, count: int, name: str, what: str) -> Floats:
    """Return a channel as an array (T, n), T = count; raise InputError for missing or implausible readings.

    A column of NaN is accepted: it marks a joint that was not measured. name, what: channel and quantity in error messages.
    """
    array = _real(values, f"{name}: expected {what}")
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2 or len(array) != count or not array.shape[1]:
        raise InputError(f"{name}: expected {what}, shape (T, n) with T = {count} as t; got shape {array.shape}.")
    finite = np.isfinite(array)
    bad = ~finite & ~np.isnan(array).all(axis=0)
    if bad.any():
        i, j = (int(k) for k in np.argwhere(bad)[0])
        raise InputError(
            f"{name}: sample {i} of joint {j + 1} is {array[i, j]}; expected {what}. Cut the recording there, or fill what is "
            "missing; a column of NaN alone says that a joint was not measured."
        )
    large = np.where(finite, np.abs(array), 0.0) > LARGEST_READING
    if large.any():
        i, j = (int(k) for k in np.argwhere(large)[0])
        raise InputError(
            f"{name}: sample {i} of joint {j + 1} is {array[i, j]:.6g}; expected {what}, {LARGEST_READING:g} at most. Cut the "
            "recording there: no sensor reads this."
        )
    if not finite.any():
        raise InputError(f"{name}: no joint was measured, all is NaN. Leave this channel out.")
    return array


def clipped(values: Floats) -> tuple[int, float, int] | None:
    """Return (joint index, extreme value, number of samples at it) of the first joint that saturates; None if none saturates."""
    for j, column in enumerate(values.T):
        if not np.isfinite(column).all() or np.ptp(column) == 0.0:
            continue
        for extreme in (column.max(), column.min()):
            indices = np.flatnonzero(np.append(column == extreme, False))
            runs = np.split(indices, np.flatnonzero(np.diff(indices) > 1) + 1)
            longest = max(map(len, runs))
            if longest >= CLIPPED:
                return j, float(extreme), int(sum(len(run) for run in runs if len(run) >= CLIPPED))
    return None


def _real(values: Any, what: str) -> Floats:
    """Return a read-only array of real numbers; raise InputError for other values, with a message that begins with `what`."""
    try:
        array = np.array(real(values))
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}, {error}.") from None
    array.flags.writeable = False
    return array
