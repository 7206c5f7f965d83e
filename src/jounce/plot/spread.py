"""Distribution of a sweep's values along a motion."""

from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.plot.style import look
from jounce.simulation import Sweep

SHARES = (0.05, 0.5, 0.95)
"""Quantiles: the band's edges and its median."""


def spread(sweep: Sweep, t: Any, label: str = "", unit: float = 1.0) -> Any:
    """Plot values (count, len(t)) of a sweep over t [s]: median, the band of 90 % of the samples, and the worst; return the axis.

    label: of the axis; unit: scale of the axis, 1e-3 for values in m shown in mm.
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
