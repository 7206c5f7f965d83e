"""Delay of the link encoders against the motor encoders, and its compensation."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jounce.errors import InputError
from jounce.identification.deflection_regression import ComplianceEstimate, deflection_equations
from jounce.identification.log import Log
from jounce.robot import Robot

DEGREE = 5
"""Degree of the interpolating spline through the links' readings."""
LONGEST = 0.05
"""[s]: longest plausible delay between encoders; beyond, the channels do not belong together."""


def at_the_same_time(log: Log, delay: float) -> Log:
    """Return the recording with the links' readings interpolated `delay` later, at the instants of the motors'."""
    from scipy.interpolate import make_interp_spline

    if log.q is None or delay == 0.0:
        return log
    measured = np.isfinite(log.q).all(axis=0)
    spline = make_interp_spline(log.t, np.where(measured, log.q, 0.0), k=DEGREE)
    border = int(np.ceil(abs(delay) / log.step)) + 1
    moved = replace(log, q=np.where(measured, spline(log.t + delay), np.nan))
    return moved.cut(log.t[border], log.t[-1 - border])


def common_delay(estimates: Sequence[ComplianceEstimate]) -> tuple[float, float]:
    """Return the weighted mean of the joints' delays [s] and its standard deviation."""
    weights = np.array([1.0 / max(estimate.delay_deviation, 1e-12) ** 2 for estimate in estimates])
    mean = float(weights @ [estimate.delay for estimate in estimates] / weights.sum())
    scatter = float(np.sqrt(weights @ [(estimate.delay - mean) ** 2 for estimate in estimates] / weights.sum()))
    return mean, max(float(weights.sum() ** -0.5), scatter / np.sqrt(len(estimates)))


def delay_of(robot: Robot, log: Log) -> float:
    """Estimate the delay of the links' encoders [s] from the positions on both sides."""
    late = 0.0
    for _ in range(2):  # the delay is estimated from speeds, which it shifts as well
        late = common_delay(deflection_equations(robot, at_the_same_time(log, late), (), late).compliances)[0]
        if not abs(late) <= LONGEST:
            raise InputError(
                f"q: readings of the links are {1e3 * late:.3g} ms behind those of the motors. That is no delay of encoders; "
                "channels are shifted against each other, or belong to other joints."
            )
    return late
