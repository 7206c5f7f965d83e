"""Options of the gate of a live arm, checked, and the gate's bounds that follow from them."""

from math import inf, nan
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError, ModelError
from jounce.flexible.live.gate import critically_damped, jacobian_size
from jounce.flexible.live.live_inputs import TickLayout
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.validation import short

DISTANCE = 0.1
"""Default of the least distance from a singular pose. An arm of two equal links is there with its elbow bent by 6 degrees or so;
towards the stretched pose the torque grows with up to the seventh power of the inverse distance."""
JUMP = 1.0
"""Default of the largest jump of the tool's acceleration from tick to tick that the gate accepts [m/s^2 or rad/s^2]."""
UNBOUNDED = 1e300
"""Value in place of infinity, which has no literal in C."""
FASTEST = 0.2
"""Largest cut-off frequency of the reference filter, in 1 / tick: the filter must be slow against a tick."""


class GateOptions(NamedTuple):
    """Checked options of the gate of `live`."""

    robot: Robot
    """Robot whose limits are the bounds of torque and torque rate."""
    distance: float
    jump: float
    brake: float
    """Time in which joints are stopped after a fault [s]; 0: the torque holds them at once."""
    shape: float
    """Cut-off frequency of the reference filter [rad/s]; 0: no filter."""

    def bounds(self, layout: TickLayout, h: float, lag: float, inertia: Array) -> Array:
        """Return the first fields of `Gate`, concatenated, for ticks of h [s].

        lag: see `gate.lag` [s^2]. inertia: motor torque (m, driven) per unit acceleration of each driven joint.
        """
        limits, m = self.robot.limits, layout.robot.m
        numbers = np.concatenate(
            [
                *(np.where(np.isfinite(x[:m]), x[:m], 0.0) for x in (limits.motor_torque, limits.torque_rate * h)),
                [self.distance, self.jump, np.ceil(self.brake / h), float(self.shape > 0.0), lag],
                *jacobian_size(layout.robot),
                inertia.reshape(-1),
                critically_damped(self.shape, h, layout.order + 1).reshape(-1),
            ]
        )
        return np.array(np.clip(numbers, -UNBOUNDED, UNBOUNDED))


def gate_options(
    robot: Robot, rate: float, torque: Any, torque_rate: Any, singularity: Any, jump: Any, brake: Any, shape: Any
) -> GateOptions:
    """Check the gate options of `live` and raise `InputError` if one is wrong. rate: ticks a second."""
    for name, option, value in (("torque", "motor_torque", torque), ("torque_rate", "torque_rate", torque_rate)):
        if value is not None:
            try:
                robot = robot.with_limits(**{option: value})
            except ModelError as error:
                raise InputError(f"{name}: {error}") from None
    frequency = 0.0 if shape is None else _number(shape, "shape", "rad/s", 0.0, FASTEST * rate)
    stop = 0.0 if brake is None else _number(brake, "brake", "s", 0.0, inf)
    if shape is not None and frequency == 0.0:
        raise InputError("shape: expected a cut-off frequency above zero [rad/s], got 0.")
    least = _number(singularity, "singularity", "distance", 0.0, 1.0)
    return GateOptions(robot, least, _number(jump, "jump", "m/s^2 or rad/s^2", 0.0, inf), stop, frequency)


def _number(x: Any, name: str, unit: str, least: float, most: float) -> float:
    """Check that least <= x <= most."""
    value = _float(x)
    if not least <= value <= most:
        until = f"from {least:g} to {most:g}" if most < inf else f"of at least {least:g}"
        raise InputError(f"{name}: expected a number {until} [{unit}], got {short(x)}.")
    return value


def share(x: Any) -> float:
    """Check that a tolerance is between 0 and 1."""
    value = positive(x, "tolerance", "share")
    if value >= 1.0:
        raise InputError(f"tolerance: expected a number between 0 and 1, got {short(x)}.")
    return value


def positive(x: Any, name: str, unit: str) -> float:
    """Check that x is a finite number above zero."""
    value = _float(x)
    if not 0.0 < value < inf:
        raise InputError(f"{name}: expected a finite number above zero [{unit}], got {short(x)}.")
    return value


def _float(x: Any) -> float:
    """Convert x to a float; NaN if that is impossible or x is a bool."""
    try:
        return nan if isinstance(x, bool) else float(x)
    except (TypeError, ValueError, OverflowError):
        return nan
