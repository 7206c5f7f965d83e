"""The planned torque, and a spring and a damper between motor and planned motor motion."""

from typing import Any

from jounce.control.protocol import Measured, Reference
from jounce.control.tuning.gains import gained, per_motor_or_matrix
from jounce.control.tuning.pole_placement import motor_gains, near
from jounce.functions.arguments import check_robot
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot


@by_value
class FeedforwardPD:
    """tau_m = tau_m_d + kp (theta_d - theta) + kd (thetad_d - thetad): needs nothing but the motors' encoders."""

    def __init__(self, robot: Robot, kp: Any, kd: Any) -> None:
        """kp [Nm/rad or N/m], kd [Nm s/rad or N s/m]: one number, one per motor, or a matrix (m, m), symmetric."""
        check_robot(robot)
        self.kp, self.kd = per_motor_or_matrix(robot, kp, "kp"), per_motor_or_matrix(robot, kd, "kd")

    @classmethod
    def tuned(cls, robot: Robot, q: Any, *, bandwidth: float, damping: float = 0.7) -> "FeedforwardPD":
        """With gains, (m, m), that give every direction of a robot near q (n,) poles of this bandwidth [rad/s] and damping."""
        return cls(robot, *motor_gains(near(robot, q), bandwidth, damping))

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Motor torque (n,)."""
        theta, thetad = reference.theta[:2]
        torque: Array = reference.tau_m + gained(self.kp, theta - state.theta) + gained(self.kd, thetad - state.thetad)
        return torque
