"""Control law: feedforward of the planned motor torque, plus PD control of the motor positions."""

from numpy.typing import ArrayLike

from jounce.control.protocol import Measured, Reference
from jounce.control.tuning.gains import gained, per_motor_or_matrix
from jounce.control.tuning.pole_placement import motor_gains, near
from jounce.kernel.arguments import check_robot
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot


@by_value
class FeedforwardPD:
    """Control law: planned motor torque plus PD control of the motor positions; the law reads theta and thetad only.

        tau_m = tau_m_d + kp (theta_d - theta) + kd (thetad_d - thetad)

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.5, -0.3], duration=0.5, degree=9)
    >>> plan = jn.feedforward(robot, path, np.linspace(0.0, 0.5, 51))
    >>> law = jn.control.FeedforwardPD.tuned(robot, [0.0, 0.0], bandwidth=10.0)
    >>> bool(jn.simulate(robot, plan, controller=law).tracking_error < 1e-3)
    True
    """

    def __init__(self, robot: Robot, kp: ArrayLike, kd: ArrayLike) -> None:
        """Check the gains.

        Parameters
        ----------
        robot : Robot
            The robot whose motors the law drives.
        kp : float, (m,) or (m, m)
            Proportional gain [Nm/rad or N/m], symmetric and positive semidefinite.
        kd : float, (m,) or (m, m)
            Derivative gain [Nm s/rad or N s/m], symmetric and positive semidefinite.
        """
        check_robot(robot)
        self.kp, self.kd = per_motor_or_matrix(robot, kp, "kp"), per_motor_or_matrix(robot, kd, "kd")

    @classmethod
    def tuned(cls, robot: Robot, q: ArrayLike, *, bandwidth: float, damping: float = 0.7) -> "FeedforwardPD":
        """Return the law with gains (m, m) that place m pairs of closed-loop poles of the robot at rest in q.

        Parameters
        ----------
        robot : Robot
            The model at which poles are placed.
        q : (n,)
            Pose at which poles are placed [rad or m].
        bandwidth : float
            Natural frequency of each pair of poles [rad/s].
        damping : float
            Damping ratio of each pair of poles.

        Returns
        -------
        FeedforwardPD

        Raises
        ------
        InputError
            If the robot does not suit the law, or no gains give these poles.
        """
        return cls(robot, *motor_gains(near(robot, q), bandwidth, damping))

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Return the motor torque of this tick, link side (m,) [Nm or N].

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.
        """
        theta, thetad = reference.theta[:2]
        torque: Array = reference.tau_m + gained(self.kp, theta - state.theta) + gained(self.kd, thetad - state.thetad)
        return torque
