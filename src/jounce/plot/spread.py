"""Figure of the distribution of a parameter sweep's values over time."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.plot.style import look
from jounce.simulation import Sweep

SHARES = (0.05, 0.5, 0.95)
"""Quantiles that are drawn: lower edge of the band, median, upper edge of the band."""


def spread(sweep: Sweep, t: ArrayLike, label: str = "", unit: float = 1.0) -> Any:
    """Plot the values of a parameter sweep over time: median, band of 90 % of the samples, and worst sample (`Sweep.worst`).

    Parameters
    ----------
    sweep : Sweep
        Sweep with values (count, T).
    t : array (T,)
        Times [s].
    label : str
        Label of the vertical axis.
    unit : float
        Unit of the vertical axis, by which values are divided: 1e-3 shows values in m as mm.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    InputError
        If the sweep does not have one value per time.

    Examples
    --------
    >>> robot, t = jn.load("planar_2r"), np.linspace(0.0, 1.0, 5)
    >>> q = np.random.default_rng(0).normal(size=(8, 2))
    >>> sweep = jn.sweep(lambda robot, part: np.outer(part[:, 0], t), robot, q)
    >>> axis = jn.plot.spread(sweep, t, "error [rad]")
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
