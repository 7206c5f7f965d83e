"""Motor torque along a motion of the joints, and its partial derivatives by the derivatives of the motion.

Where joints are elastic, motor torque contains the fourth derivative of the motion (higher ones where rotors are carried along):
tau_m = B M(q) / K q'''' + ..., see `inverse_dynamics`.
"""

from typing import Any

import numpy as np

from jounce.functions.inverse_dynamics import inverse_dynamics
from jounce.robot import Robot
from jounce.trajectory.path import Floats

STEP = 1e-4
"""Step of the motion in central differences [rad or m]; its derivatives step by STEP / scale^k."""


def has_jerk_torque(robot: Robot, degree: int) -> bool:
    """Return True if motor torque contains more than the acceleration, and splines of this degree have it at every instant."""
    is_driven = robot.nq == robot.n and all(joint.spring is None for joint in robot.joints)
    return is_driven and 2 < robot.motion_order <= degree


class MotorTorque:
    """Motor torque [Nm or N] of a robot with elastic joints, without damping: damping makes torque of short peaks smaller."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.order = robot.with_parameters({"damping": np.zeros(robot.m)}), robot.motion_order

    def along(self, rows: Any) -> Floats:
        """Return the torque (..., m) of a motion and its derivatives (order+1, ..., n)."""
        return np.asarray(inverse_dynamics(self.robot, *rows).tau_m)

    def steady(self, rows: Any) -> Floats:
        """Return the torque (..., m) with derivatives from the third on set to zero: nearly that of rigid joints."""
        return self.along([*rows[:3], *np.zeros_like(rows[3:])])

    def partials(self, rows: Floats, scale: float) -> Floats:
        """Return partial derivatives (order+1, ..., m, n) by each derivative of a motion that changes within `scale` [s].

        By central differences: torque is linear in the highest derivative, and nearly so in the others within such small steps.
        """
        orders, n = self.order + 1, self.robot.n
        steps = STEP / scale ** np.arange(orders)
        pushes = np.einsum("ka,ij->kaij", np.diag(steps), np.eye(n)).reshape(orders, orders * n, *(1,) * (rows.ndim - 2), n)
        above, below = (self.along(rows[:, None] + side * pushes) for side in (1.0, -1.0))
        quotients = (above - below).reshape(orders, n, *above.shape[1:])
        quotients /= 2.0 * steps.reshape(orders, *(1,) * (quotients.ndim - 1))
        return np.moveaxis(quotients, 1, -1)
