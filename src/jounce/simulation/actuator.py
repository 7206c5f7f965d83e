"""Actuator model: torque limit, current-loop lag and torque ripple."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.simulation.integrate import HeldTorque


@by_value
@dataclass(frozen=True)
class Actuator:
    """Model of the motors of a robot: torque limit, first-order lag of the current loop, and torque ripple over the rotor's turn.

        d tau / dt = bandwidth (clip(requested torque) - tau),    acting torque = tau (1 + sum over k of a_k cos(k r theta))

    with {k: a_k} the `ripple`, and r theta the angle of the rotor on the motor side of its gear; r = 1 for a motor without drive.
    """

    torque_limit: ArrayLike = np.inf
    """Limit on the absolute requested torque, before lag and ripple, on the link side [Nm or N]: a scalar, or an array (m,)."""
    bandwidth: float = np.inf
    """Bandwidth of the current loop [rad/s]; inf for a loop without lag."""
    ripple: Mapping[int, float] = field(default_factory=dict)
    """{k: a_k}: number of periods per turn of the rotor, and ripple amplitude as a fraction of tau, with |a_k| < 1."""

    def __post_init__(self) -> None:
        try:
            limit = np.asarray(self.torque_limit, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            limit = np.array(np.nan)
        if limit.ndim > 1 or not (limit > 0.0).all():
            raise InputError(
                "Actuator, torque_limit [Nm or N]: expected above 0, one number or one for each motor, got "
                f"{short(self.torque_limit)}."
            )
        object.__setattr__(self, "torque_limit", float(limit) if limit.ndim == 0 else limit)
        bandwidth = self.bandwidth
        if isinstance(bandwidth, bool) or not isinstance(bandwidth, (int, float)) or not bandwidth > 0.0:
            raise InputError(f"Actuator, bandwidth [rad/s]: expected a number above 0, got {short(bandwidth)}.")
        if not isinstance(self.ripple, Mapping):
            raise InputError(f"Actuator, ripple: expected {{harmonic: share}}, got {short(self.ripple)}.")
        for harmonic, share in self.ripple.items():
            whole = isinstance(harmonic, int) and not isinstance(harmonic, bool) and harmonic > 0
            if not whole or not isinstance(share, (int, float)) or not abs(share) < 1.0:
                raise InputError(
                    f"Actuator, ripple: expected {{whole number above 0: share below 1}}, got {harmonic!r}: {short(share)}."
                )


IDEAL = Actuator()
"""Ideal actuator: no torque limit, no lag, no ripple."""


class ActuatedMotors:
    """Motors of a simulation under an `Actuator` model; stores the acting torque between requests of the controller."""

    def __init__(self, actuator: Actuator, robot: Robot, moved: Array, first: Array) -> None:
        """Start with the requested torque `first` (m,). moved (m,): 1 where a motor acts, 0 for DOFs without a motor."""
        size = np.size(actuator.torque_limit)
        if size not in (1, robot.m):
            raise InputError(f"actuator, torque_limit: expected one number or {robot.m}, got {size}.")
        self.actuator, self.moved = actuator, moved
        self.ideal = bool(np.isinf(actuator.torque_limit).all() and np.isinf(actuator.bandwidth))
        gears = np.array([1.0 if drive is None else drive.gear_ratio for drive in robot.motor_drives])
        rows = [[k * gears, np.full(robot.m, share)] for k, share in sorted(actuator.ripple.items())]
        self.ripple = np.array(rows) if rows else np.zeros((0, 2, robot.m))
        self.zeros = np.zeros(robot.m)
        speed = self.zeros if np.isinf(actuator.bandwidth) else np.full(robot.m, float(actuator.bandwidth))
        self.acting = HeldTorque(self._clipped(first) * moved, self.zeros, speed, 0.0, self.ripple, self.ideal and not rows)

    def _clipped(self, torque: Array) -> Array:
        """Return a torque (m,) clipped to the torque limit."""
        limit = np.asarray(self.actuator.torque_limit)
        return np.clip(torque, -limit, limit)

    def ask(self, t: float, torque: Array) -> HeldTorque:
        """Request a motor torque (m,) at time t [s]; return the torque that acts from t until the next request."""
        if self.ideal:
            last = self.acting
            self.acting = HeldTorque(torque * self.moved, last.gap, last.speed, t, last.ripple, last.steady)
            return self.acting
        goal, gap = self._clipped(torque) * self.moved, self.zeros
        if not np.isinf(self.actuator.bandwidth):
            gap = self.acting.goal + self.acting.gap * np.exp(-self.acting.speed * (t - self.acting.since)) - goal
        self.acting = self.acting._replace(goal=goal, gap=gap, since=t)
        return self.acting
