"""What motors take along a motion of the joints, and what a small change of it adds.

Where joints are elastic, motor torque holds the fourth derivative of the motion (more of them where rotors are carried along):
tau_m = B M(q) / K q'''' + ..., see `inverse_dynamics`.
"""

from typing import Any

import numpy as np

from jounce.robot import Robot
from jounce.trajectory.path import Floats

STEP = 1e-4
"""[rad or m]: how far the motion is changed to see what that does to the torque, along with its derivatives in its time scale."""


def tells(robot: Robot, degree: int) -> bool:
    """Whether curves of this degree have a motor torque at every instant that holds more than their acceleration."""
    driven = robot.nq == robot.n and all(joint.spring is None for joint in robot.joints)
    return driven and 2 < robot.motion_order <= degree


class Torque:
    """Motor torque [Nm or N] of a robot with elastic joints, damping left out: that makes torque of such short peaks smaller."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.order = robot.with_parameters({"damping": np.zeros(robot.m)}), robot.motion_order

    def along(self, rows: Any) -> Floats:
        """(..., m): motor torque of a motion and its derivatives (order+1, ..., n)."""
        from jounce.functions.inverse_dynamics import inverse_dynamics

        return np.asarray(inverse_dynamics(self.robot, *rows).tau_m)

    def steady(self, rows: Any) -> Floats:
        """(..., m): what is left without the derivatives from the third on, nearly that of rigid joints."""
        return self.along([*rows[:3], *np.zeros_like(rows[3:])])

    def slopes(self, rows: Floats, scale: float) -> Floats:
        """(order+1, ..., m, n): partial derivatives by each derivative of the motion, which changes within `scale` [s].

        Torque is linear in the highest derivative and nearly so in the others, changed so little: central differences.
        """
        orders, n = self.order + 1, self.robot.n
        steps = STEP / scale ** np.arange(orders)
        pushes = np.einsum("ka,ij->kaij", np.diag(steps), np.eye(n)).reshape(orders, orders * n, *(1,) * (rows.ndim - 2), n)
        above, below = (self.along(rows[:, None] + side * pushes) for side in (1.0, -1.0))
        found = (above - below).reshape(orders, n, *above.shape[1:])
        found /= 2.0 * steps.reshape(orders, *(1,) * (found.ndim - 1))
        return np.moveaxis(found, 1, -1)
