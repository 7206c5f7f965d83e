"""By how much encoders at the links are read later than those at the motors, and readings brought to the same time."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jounce.errors import InputError
from jounce.identification.deflection_regression import ComplianceEstimate, deflection_equations
from jounce.identification.log import Log
from jounce.robot import Robot

DEGREE = 5
"""Of the spline through the readings of the links' encoders, by which they are read at other times."""
LONGEST = 0.05
"""[s]: a delay between encoders beyond this is no delay but another recording."""


def at_the_same_time(log: Log, delay: float) -> Log:
    """The recording with the links' readings taken `delay` later, where they tell of the same instant as the motors'."""
    from scipy.interpolate import make_interp_spline

    if log.q is None or delay == 0.0:
        return log
    known = np.isfinite(log.q).all(axis=0)
    curve = make_interp_spline(log.t, np.where(known, log.q, 0.0), k=DEGREE)
    border = int(np.ceil(abs(delay) / log.step)) + 1
    moved = replace(log, q=np.where(known, curve(log.t + delay), np.nan))
    return moved.cut(log.t[border], log.t[-1 - border])


def common_delay(found: Sequence[ComplianceEstimate]) -> tuple[float, float]:
    """The delay that all encoders share [s], and its standard deviation: the mean, weighted."""
    weights = np.array([1.0 / max(each.delay_deviation, 1e-12) ** 2 for each in found])
    mean = float(weights @ [each.delay for each in found] / weights.sum())
    scatter = float(np.sqrt(weights @ [(each.delay - mean) ** 2 for each in found] / weights.sum()))
    return mean, max(float(weights.sum() ** -0.5), scatter / np.sqrt(len(found)))


def delay_of(robot: Robot, log: Log) -> float:
    """By how much the links' encoders are late [s], as the encoders themselves show it."""
    late = 0.0
    for _ in range(2):  # a delay is read off speeds, which shift by it
        late = common_delay(deflection_equations(robot, at_the_same_time(log, late), (), late).bendings)[0]
        if not abs(late) <= LONGEST:
            raise InputError(
                f"q: readings of the links are {1e3 * late:.3g} ms behind those of the motors. That is no delay of encoders; "
                "channels are shifted against each other, or belong to other joints."
            )
    return late
