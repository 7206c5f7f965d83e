"""The planned torque, and a spring and a damper between motor and planned motor motion."""

from typing import Any

from jounce.control.gains import per_motor
from jounce.control.protocol import Measured, Reference
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot


@by_value
class FeedforwardPD:
    """tau_m = tau_m_d + kp (theta_d - theta) + kd (thetad_d - thetad): needs nothing but the motors' encoders."""

    def __init__(self, robot: Robot, kp: Any, kd: Any) -> None:
        """kp [Nm/rad or N/m], kd [Nm s/rad or N s/m]: one number, or one per motor."""
        self.kp, self.kd = per_motor(robot, kp, "kp"), per_motor(robot, kd, "kd")

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Motor torque (n,)."""
        theta, thetad = reference.theta[:2]
        torque: Array = reference.tau_m + self.kp * (theta - state.theta) + self.kd * (thetad - state.thetad)
        return torque
