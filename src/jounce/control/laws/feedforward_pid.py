"""Control law: feedforward of the planned motor torque, plus PID control of the motor positions ([Moberg2010], figure 7)."""

import numpy as np
from numpy.typing import ArrayLike

from jounce.control.protocol import Measured, Reference
from jounce.control.tuning.gains import gained, per_motor_or_matrix
from jounce.control.tuning.pole_placement import integral_gains, near
from jounce.kernel.arguments import check_robot
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot


@by_value
class FeedforwardPID:
    """Control law: planned motor torque plus PID control of the motor positions; the law reads theta and thetad only.

        tau_m = tau_m_d + kp e + ki int e dt + kd ed,    e = theta_d - theta

    The integral is a sum of rectangles, one per tick. It is reset to zero if time does not advance, as at the start of a
    simulation. Equality of two controllers ignores the integral.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> law = jn.control.FeedforwardPID.tuned(robot, [0.5, -0.3], bandwidth=10.0)
    >>> law.ki.shape  # run = jn.simulate(robot, plan, controller=law)
    (2, 2)
    """

    def __init__(self, robot: Robot, kp: ArrayLike, ki: ArrayLike, kd: ArrayLike) -> None:
        """Check the gains.

        Parameters
        ----------
        robot : Robot
            The robot whose motors the law drives.
        kp : float, (m,) or (m, m)
            Proportional gain [Nm/rad or N/m], symmetric and positive semidefinite.
        ki : float, (m,) or (m, m)
            Integral gain [Nm/(rad s) or N/(m s)], symmetric and positive semidefinite.
        kd : float, (m,) or (m, m)
            Derivative gain [Nm s/rad or N s/m], symmetric and positive semidefinite.
        """
        check_robot(robot)
        named = ((kp, "kp"), (ki, "ki"), (kd, "kd"))
        self.kp, self.ki, self.kd = (per_motor_or_matrix(robot, gain, name) for gain, name in named)
        self._t, self._total = np.inf, np.zeros(robot.m)

    @classmethod
    def tuned(cls, robot: Robot, q: ArrayLike, *, bandwidth: float, damping: float = 0.7) -> "FeedforwardPID":
        """Return the law with gains (m, m) that place m pairs of poles, and m real poles at half the bandwidth, for rest in q.

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
        FeedforwardPID

        Raises
        ------
        InputError
            If the robot does not suit the law, or no gains give these poles.
        """
        return cls(robot, *integral_gains(near(robot, q), bandwidth, damping))

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Return the motor torque of this tick, link side (m,) [Nm or N].

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.
        """
        error, rate = reference.theta[0] - state.theta, reference.theta[1] - state.thetad
        if reference.t <= self._t:
            self._total = np.zeros_like(error)
        else:
            self._total = self._total + (reference.t - self._t) * error
        self._t = reference.t
        torque: Array = reference.tau_m + gained(self.kp, error) + gained(self.ki, self._total) + gained(self.kd, rate)
        return torque
