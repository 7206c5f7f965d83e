"""Channels of a recording as arrays: what can be seen to be wrong of them without knowing the robot."""

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
"""The channels, and what is in them."""
POSITIONS, TORQUES = ("theta", "q"), ("tau_m", "tau_j")
LARGEST_READING = 1e9
"""[rad, m, Nm, N or A]: far beyond any robot, and sums of squares of many are still finite."""
LATEST, SHORTEST_STEP, LONGEST_STEP = 1e12, 1e-9, 1e6
"""[s]: times since 1970 are 2e9; no recording is of steps outside of these, and their powers are finite."""
FEWEST = 20
"""Samples; fewer are no recording."""
GAP = 2.5
"""Times the usual step: a step this long is a gap."""
CLIPPED = 5
"""Neighbouring samples at the extreme value of a torque or current that are a limit of the drive, not a turning point."""


def times(t: Any) -> Floats:
    """Times (T,) [s] that rise, without gaps."""
    found = _real(t, "t: expected times in s")
    if found.ndim != 1:
        raise InputError(f"t: expected times in s, one a sample, shape (T,); got shape {found.shape}.")
    if len(found) < FEWEST:
        raise InputError(f"t: a recording has {FEWEST} samples at least, this one has {len(found)}.")
    if not np.isfinite(found).all():
        raise InputError(f"t: sample {int(np.argmin(np.isfinite(found)))} is {found[~np.isfinite(found)][0]}; expected seconds.")
    steps = np.diff(found)
    if (steps <= 0.0).any():
        i = int((steps <= 0.0).argmax())
        raise InputError(
            f"t: times must rise, but sample {i + 1} at {found[i + 1]:.9g} s comes after {found[i]:.9g} s. Sort the samples by "
            "time, and leave out those that are there twice."
        )
    usual = float(np.median(steps))
    if not SHORTEST_STEP <= usual <= LONGEST_STEP or np.abs(found).max() > LATEST:
        raise InputError(
            f"t: samples are {usual:.4g} s apart, from {found[0]:.6g} to {found[-1]:.6g} s; expected steps of {SHORTEST_STEP:g} "
            f"to {LONGEST_STEP:g} s, up to {LATEST:g} s. Are these times in seconds?"
        )
    if steps.max() > GAP * usual:
        i = int(steps.argmax())
        raise InputError(
            f"t: a gap of {steps[i]:.4g} s after {found[i]:.6g} s (sample {i}), where samples are {usual:.4g} s apart. Give the "
            "parts before and after it as recordings of their own: filters would run across the gap."
        )
    return found


def channel(values: Any, count: int, name: str, what: str) -> Floats:
    """A channel (T, n); a column of nothing but NaN says that this joint was not measured."""
    found = _real(values, f"{name}: expected {what}")
    if found.ndim == 1:
        found = found[:, None]
    if found.ndim != 2 or len(found) != count or not found.shape[1]:
        raise InputError(f"{name}: expected {what}, shape (T, n) with T = {count} as t; got shape {found.shape}.")
    finite = np.isfinite(found)
    bad = ~finite & ~np.isnan(found).all(axis=0)
    if bad.any():
        i, j = (int(k) for k in np.argwhere(bad)[0])
        raise InputError(
            f"{name}: sample {i} of joint {j + 1} is {found[i, j]}; expected {what}. Cut the recording there, or fill what is "
            "missing; a column of NaN alone says that a joint was not measured."
        )
    large = np.where(finite, np.abs(found), 0.0) > LARGEST_READING
    if large.any():
        i, j = (int(k) for k in np.argwhere(large)[0])
        raise InputError(
            f"{name}: sample {i} of joint {j + 1} is {found[i, j]:.6g}; expected {what}, {LARGEST_READING:g} at most. Cut the "
            "recording there: no sensor reads this."
        )
    if not finite.any():
        raise InputError(f"{name}: no joint was measured, all is NaN. Leave this channel out.")
    return found


def clipped(values: Floats) -> tuple[int, float, int] | None:
    """(joint, value, samples) of a torque or current that stays at its extreme value: a limit was reached; None if none."""
    for j, column in enumerate(values.T):
        if not np.isfinite(column).all() or np.ptp(column) == 0.0:
            continue
        for extreme in (column.max(), column.min()):
            at = np.flatnonzero(np.append(column == extreme, False))
            runs = np.split(at, np.flatnonzero(np.diff(at) > 1) + 1)
            longest = max(map(len, runs))
            if longest >= CLIPPED:
                return j, float(extreme), int(sum(len(run) for run in runs if len(run) >= CLIPPED))
    return None


def _real(values: Any, what: str) -> Floats:
    try:
        found = np.array(real(values))
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}, {error}.") from None
    found.flags.writeable = False
    return found
