"""Gravity compensation and PD control of the motors: a regulator that needs nothing but the motors' encoders."""

from typing import Any

import numpy as np

from jounce.control.gain_condition import GainCondition, gain_condition
from jounce.control.gains import motor_matrix
from jounce.control.protocol import Measured, Reference
from jounce.control.tuning import motor_gains, near
from jounce.errors import InputError
from jounce.functions.arguments import check_robot
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.equation import Form
from jounce.functions.motor_pd import AT_GOAL, AT_MOTORS
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot

GRAVITY = {"goal": AT_GOAL, "statics": AT_MOTORS}


@by_value
class GravityPD:
    """tau_m = Kp (theta_d - theta) - Kd thetad + g,  theta_d = q_d + K^-1 g(q_d): [Tomei1991].

    gravity='goal': g(q_d), which needs gains above a threshold (`condition`). gravity='statics': g(qbar(theta)), the weight where
    the robot would rest with its motors where they are, `statics`: [Ott2008]; any Kp above zero will do there. The goal is the
    plan's q of this instant. On elastic joints of any spring law, and on rigid ones.
    """

    def __init__(self, robot: Robot, kp: Any, kd: Any, gravity: str = "goal") -> None:
        """kp [Nm/rad], kd [Nm s/rad]: one number, one per motor, or (m, m), symmetric. gravity: 'goal' or 'statics'."""
        self.robot = check_robot(robot)
        if not isinstance(gravity, str) or gravity not in GRAVITY:
            raise InputError(f"gravity: expected one of {', '.join(GRAVITY)}, got {gravity!r}.")
        self.kp, self.kd = motor_matrix(robot, kp, "kp"), motor_matrix(robot, kd, "kd")
        self.gravity = gravity

    @classmethod
    def tuned(cls, robot: Robot, q: Any, *, bandwidth: float, damping: float = 0.7, gravity: str = "goal") -> "GravityPD":
        """With gains, (m, m), that give every direction of a robot near q (n,) poles of this bandwidth [rad/s] and damping."""
        here = near(robot, q)
        kp, kd = motor_gains(here, bandwidth, damping)
        if gravity == "statics":  # whose weight changes with the motors
            kp = kp + np.real(here.impedance(0.0)[0])
        return cls(robot, kp, kd, gravity)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Motor torque (m,)."""
        rows = (reference.q[0], state.theta, state.thetad, *self.kp, *self.kd)
        tau_m: Array = call(GRAVITY[self.gravity], self.robot, rows)
        return tau_m

    def condition(self, q: Any) -> GainCondition:
        """Whether these gains hold the robot at a goal q (n,), exactly there and for sure from everywhere; str() says it."""
        return gain_condition(self.robot, q, self.kp, self.gravity == "statics")

    def compile(self) -> Kernel:
        """The law as a kernel, for `write_c(folder)`: rows q_d, theta, thetad, then kp and kd, (m, m) each."""
        return Kernel(Form(GRAVITY[self.gravity]), self.robot, None, ())
