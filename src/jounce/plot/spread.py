"""How far samples of a sweep lie apart along a motion."""

from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.plot.style import look
from jounce.simulation import Sweep

SHARES = (0.05, 0.5, 0.95)
"""Samples between the outer ones are in the band, half of them below the line in it."""


def spread(sweep: Sweep, t: Any, label: str = "", unit: float = 1.0) -> Any:
    """What a sweep found along a motion, values (count, len(t)) over t [s]: the middle sample, where 90 % lie, and the worst.

    label: of the axis; unit: of which it counts, 1e-3 where values in m are shown in mm. Returns the axes.
    """
    times = np.asarray(t, dtype=np.float64)
    if sweep.values.ndim != 2 or sweep.values.shape[1] != times.size or not len(sweep.values):
        raise InputError(f"spread: expected values (count, {times.size}), one for each time, got {sweep.values.shape}.")
    low, middle, high = sweep.quantile(SHARES) / unit
    worst = sweep.values[sweep.worst().number] / unit
    nan = f", {sweep.nan_count} of them NaN" if sweep.nan_count else ""
    with look() as plt:
        _, axes = plt.subplots(layout="constrained")
        axes.fill_between(times, low, high, alpha=0.25, linewidth=0, label="90 % of samples")
        axes.plot(times, middle, label="median")
        axes.plot(times, worst, linestyle="--", label=f"worst of {len(sweep.values)}{nan}")
        axes.set_xlabel("time [s]")
        axes.set_ylabel(label)
        axes.legend()
    return axes
