"""Computed torque as for a robot whose joints do not bend."""

from typing import Any

from jounce.control.protocol import Measured, Reference
from jounce.control.tuning.gains import chain_gains, chain_poles
from jounce.errors import InputError
from jounce.functions.arguments import check_robot
from jounce.functions.inverse_dynamics import inverse_dynamics
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot


@by_value
class RigidComputedTorque:
    """tau_m = (M(q) + B) a + n(q, qd),  a = qdd_d + K1 (qd_d - qd) + K0 (q_d - q): [Buondonno2015] (3).

    What one would do without knowing that joints bend. On a robot whose joints do, it is there to be compared with: without
    damping in the joints every choice of poles is unstable, and the oscillation grows about as e^(|pole| t).
    """

    def __init__(
        self,
        robot: Robot,
        *,
        poles: Any = None,
        gains: Any = None,
        bandwidth: float | None = None,
        damping: float = 1.0,
    ) -> None:
        """poles: two per joint [rad/s]; or gains (K0, K1); or a bandwidth [rad/s] and damping."""
        for joint in check_robot(robot).joints:
            if joint.freedoms > 1:
                raise InputError(
                    f"joint {joint.name!r} has {joint.freedoms} freedoms and no motor: computed torque does not give each "
                    "freedom an error of its own. Follow a plan of `feedforward` with FeedforwardPD."
                )
        self.robot = robot.with_rigid_joints()
        self.gains = chain_gains(robot, 2, chain_poles(2, poles, gains, bandwidth, damping), gains)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Motor torque (n,)."""
        q, qd, qdd = reference.q[:3]
        a = qdd + self.gains[1] * (qd - state.qd) + self.gains[0] * (q - state.q)
        return inverse_dynamics(self.robot, state.q, state.qd, a).tau_m
