"""Feedforward of the planned torque, with PID control of every motor: [Moberg2010], figure 7."""

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
    """Follow a plan by its torque and PID control of the motors; reads the motors' encoders alone.

        tau_m = tau_m_d + kp e + ki int e dt + kd ed,    e = theta_d - theta

    The integral is a sum of rectangles from tick to tick and begins anew where time steps back, as at the start of a simulation.
    Equality of two controllers does not depend on it.

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
            Stiffness [Nm/rad or N/m], symmetric and not negative.
        ki : float, (m,) or (m, m)
            Gain of the integral [Nm/(rad s) or N/(m s)], symmetric and not negative.
        kd : float, (m,) or (m, m)
            Damping [Nm s/rad or N s/m], symmetric and not negative.
        """
        check_robot(robot)
        named = ((kp, "kp"), (ki, "ki"), (kd, "kd"))
        self.kp, self.ki, self.kd = (per_motor_or_matrix(robot, gain, name) for gain, name in named)
        self._t, self._total = np.inf, np.zeros(robot.m)

    @classmethod
    def tuned(cls, robot: Robot, q: ArrayLike, *, bandwidth: float, damping: float = 0.7) -> "FeedforwardPID":
        """Return the law with gains (m, m) that give a robot near q a pair of poles, and a pole at half their frequency.

        Parameters
        ----------
        robot : Robot
            The model at which poles are placed.
        q : (n,)
            Pose at which poles are placed [rad or m].
        bandwidth : float
            Frequency of the poles [rad/s].
        damping : float
            Damping ratio of the poles.

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
