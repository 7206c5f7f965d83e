"""Computed-torque control with a rigid model of the robot, which neglects joint elasticity."""

from numpy.typing import ArrayLike

from jounce.control.protocol import Measured, Reference
from jounce.control.tuning.gains import chain_gains, chain_poles
from jounce.errors import InputError
from jounce.functions.inverse_dynamics import inverse_dynamics
from jounce.kernel.arguments import check_robot
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot


@by_value
class RigidComputedTorque:
    """Control law: computed torque with a rigid model, which neglects joint elasticity ([Buondonno2015], equation 3).

        tau_m = (M(q) + B) a + n(q, qd),    a = qdd_d + K1 (qd_d - qd) + K0 (q_d - q)

    n is the sum of Coriolis, gravity and friction torques, B the reflected inertia of the motors.

    On a robot with elastic joints this law serves as a baseline only. Without joint damping it is unstable for every choice of
    poles, and oscillations of the joints grow about as e^(|pole| t).

    Examples
    --------
    >>> robot = jn.load("planar_2r").with_rigid_joints()
    >>> law = jn.control.RigidComputedTorque(robot, bandwidth=20.0)  # run = jn.simulate(robot, plan, controller=law)
    >>> np.round(law.gains, 6)  # K0, K1 of both joints
    array([[400., 400.],
           [ 40.,  40.]])
    """

    def __init__(
        self,
        robot: Robot,
        *,
        poles: ArrayLike | None = None,
        gains: ArrayLike | None = None,
        bandwidth: float | None = None,
        damping: float = 1.0,
    ) -> None:
        """Check the robot and compute gains from poles, gains or a bandwidth: one of the three.

        Parameters
        ----------
        robot : Robot
            The model that the law computes with.
        poles : (2,) or (n, 2), optional
            Poles of each link's position error [rad/s], for all joints or per joint.
        gains : (2,) or (2, n), optional
            Position gain K0 [1/s^2] and velocity gain K1 [1/s], for all joints or per joint.
        bandwidth : float, optional
            Natural frequency of the pair of poles [rad/s].
        damping : float
            Damping ratio of the pair of poles, if `bandwidth` is given.
        """
        for joint in check_robot(robot).joints:
            if joint.freedoms > 1:
                raise InputError(
                    f"joint {joint.name!r} has {joint.freedoms} freedoms and no motor: computed torque does not give each "
                    "freedom an error of its own. Follow a plan of `feedforward` with FeedforwardPD."
                )
        self.robot = robot.with_rigid_joints()
        self.gains = chain_gains(robot, 2, chain_poles(2, poles, gains, bandwidth, damping), gains)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Return the motor torque of this tick, link side (n,) [Nm or N].

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.
        """
        q, qd, qdd = reference.q[:3]
        a = qdd + self.gains[1] * (qd - state.qd) + self.gains[0] * (q - state.q)
        return inverse_dynamics(self.robot, state.q, state.qd, a).tau_m
