"""The planned torque and a PID controller of every motor: [Moberg2010], figure 7."""

from typing import Any

import numpy as np

from jounce.control.protocol import Measured, Reference
from jounce.control.tuning.gains import gained, per_motor_or_matrix
from jounce.control.tuning.pole_placement import integral_gains, near
from jounce.functions.arguments import check_robot
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot


@by_value
class FeedforwardPID:
    """tau_m = tau_m_d + kp e + ki int e dt + kd ed, e = theta_d - theta: needs nothing but the motors' encoders.

    The integral is a sum of rectangles from tick to tick and begins anew where time steps back, as at the start of a simulation.
    It is no part of what two controllers are compared by.
    """

    def __init__(self, robot: Robot, kp: Any, ki: Any, kd: Any) -> None:
        """kp [Nm/rad or N/m], ki [Nm/(rad s) or N/(m s)], kd [Nm s/rad or N s/m]: one number, one per motor, or (m, m)."""
        check_robot(robot)
        named = ((kp, "kp"), (ki, "ki"), (kd, "kd"))
        self.kp, self.ki, self.kd = (per_motor_or_matrix(robot, gain, name) for gain, name in named)
        self._t, self._total = np.inf, np.zeros(robot.m)

    @classmethod
    def tuned(cls, robot: Robot, q: Any, *, bandwidth: float, damping: float = 0.7) -> "FeedforwardPID":
        """With gains, (m, m), for a robot near q (n,): a pair of this bandwidth [rad/s] and damping, a pole at half of it."""
        return cls(robot, *integral_gains(near(robot, q), bandwidth, damping))

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Motor torque (n,)."""
        error, rate = reference.theta[0] - state.theta, reference.theta[1] - state.thetad
        if reference.t <= self._t:
            self._total = np.zeros_like(error)
        else:
            self._total = self._total + (reference.t - self._t) * error
        self._t = reference.t
        torque: Array = reference.tau_m + gained(self.kp, error) + gained(self.ki, self._total) + gained(self.kd, rate)
        return torque
