"""Control law: gravity compensation plus PD control of the motor positions, a regulator that reads motor encoders alone.

    tau_m = Kp (theta_d - theta) - Kd thetad + hold,    theta_d = q_d + K^-1 g(q_d)

hold is either the gravity torque at the goal, g(q_d) ([Tomei1991]), or the gravity torque g(qbar) at the equilibrium qbar(theta)
of the links for constant motor positions theta, K (theta - qbar) = g(qbar) ([Ott2008]).
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.codegen.program import Slot
from jounce.control.protocol import Measured, Reference
from jounce.control.tuning.gain_condition import GainCondition, gain_condition
from jounce.control.tuning.gains import motor_matrix
from jounce.control.tuning.pole_placement import motor_gains, near
from jounce.dynamics.elastic_joints import Row, joint_torque, motors
from jounce.dynamics.factorization import times
from jounce.dynamics.statics import statics, unbent
from jounce.errors import InputError
from jounce.export.compiled_kernel import Kernel
from jounce.functions.statics import prepare
from jounce.kernel.arguments import check_robot
from jounce.kernel.dispatch import call
from jounce.kernel.equation import Auxiliary, Equation, Form, Inputs, Output
from jounce.numbers import Number
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, refuse_motorless, with_motors
from jounce.robot import Robot

Rows = Sequence[Sequence[Number]]


def motor_pd(
    plant: Plant, q_d: Sequence[Number], theta: Sequence[Number], thetad: Sequence[Number], kp: Rows, kd: Rows, at_goal: bool
) -> Row:
    """Return the motor torque (m) of PD control plus gravity compensation, at the goal if `at_goal`, else at the equilibrium.

    q_d (n): goal; kp, kd (m, m): gains.
    """
    still: Row = [0.0] * plant.tree.freedoms
    weight = joint_torque(plant, q_d, still, still)
    _, (theta_d, *_), _ = motors(plant, (q_d, still, still), (weight, still, still))
    if not at_goal:
        weight = statics(plant, unbent(plant, theta), theta)[1]
    hold = plant.transmission.torques_at_motors(weight, plant.preload)
    pulled = times(kp, [desired - now for desired, now in zip(theta_d, theta)])
    return [h + p - d for h, p, d in zip(hold, pulled, times(kd, thetad))]


def _text(plant: Plant, x: Inputs, at_goal: bool) -> tuple[Any, ...]:
    """Return (motor torque,) of the law for the kernel inputs q_d, theta, thetad, kp and kd."""
    q_d, theta, thetad = x.motion
    return (motor_pd(plant, q_d, theta, thetad, x.auxiliary["kp"], x.auxiliary["kd"], at_goal),)


def _prepare(robot: Robot, plant: Plant) -> Plant:
    """Return the plant prepared for statics; raise InputError if a joint has no motor, or no equilibrium can be computed."""
    refuse_motorless(robot)
    return prepare(robot, with_motors(robot, plant))


def _equation(name: str, at_goal: bool) -> Equation:
    return Equation(
        name,
        ("q_d", "theta", "thetad"),
        partial(_text, at_goal=at_goal),
        lambda robot: (Output("tau_m", (robot.m,), 0),),
        prepare=_prepare,
        motor_arguments=2,
        auxiliary=Auxiliary(lambda robot: (Slot("kp", robot.m, robot.m), Slot("kd", robot.m, robot.m))),
    )


AT_GOAL = _equation("gravity_pd", True)
AT_MOTORS = _equation("gravity_pd_by_statics", False)


GRAVITY = {"goal": AT_GOAL, "statics": AT_MOTORS}
"""{value of `gravity`: equation of the law}."""


@by_value
class GravityPD:
    """Control law that holds a robot at a goal: PD control of the motor positions plus gravity compensation ([Tomei1991]).

        tau_m = Kp (theta_d - theta) - Kd thetad + g,    theta_d = q_d + K^-1 g(q_d)

    With gravity='goal', g is g(q_d), and stability requires gains above a threshold (`condition`). With gravity='statics', g is
    the gravity torque at the equilibrium of the links (`statics`) for the measured motor positions ([Ott2008]), and any positive
    definite Kp suffices if the springs are stiffer than the derivative of the gravity torque (`condition`). The goal
    q_d is the q of the reference. Joints may be rigid, or elastic with any spring law.

    Examples
    --------
    >>> robot, goal = jn.load("planar_2r"), [0.5, -0.3]
    >>> law = jn.control.GravityPD.tuned(robot, goal, bandwidth=10.0)
    >>> bool(law.condition(goal).everywhere > 0.0)  # the goal is the only equilibrium
    True
    """

    def __init__(self, robot: Robot, kp: ArrayLike, kd: ArrayLike, gravity: str = "goal") -> None:
        """Check the robot and the gains.

        Parameters
        ----------
        robot : Robot
            The model that the law computes with.
        kp : float, (m,) or (m, m)
            Proportional gain at the motors [Nm/rad or N/m], symmetric and positive semidefinite.
        kd : float, (m,) or (m, m)
            Derivative gain at the motors [Nm s/rad or N s/m], symmetric and positive semidefinite.
        gravity : {'goal', 'statics'}
            Pose at which the gravity torque is compensated: the goal, or the equilibrium at the measured motor positions.
        """
        self.robot = check_robot(robot)
        if not isinstance(gravity, str) or gravity not in GRAVITY:
            raise InputError(f"gravity: expected one of {', '.join(GRAVITY)}, got {gravity!r}.")
        self.kp, self.kd = motor_matrix(robot, kp, "kp"), motor_matrix(robot, kd, "kd")
        self.gravity = gravity

    @classmethod
    def tuned(cls, robot: Robot, q: ArrayLike, *, bandwidth: float, damping: float = 0.7, gravity: str = "goal") -> "GravityPD":
        """Return the law with gains (m, m) that place m pairs of closed-loop poles of the robot at rest in q.

        Parameters
        ----------
        robot : Robot
            The model that the law computes with.
        q : (n,)
            Pose at which poles are placed [rad or m].
        bandwidth : float
            Natural frequency of each pair of poles [rad/s].
        damping : float
            Damping ratio of each pair of poles.
        gravity : {'goal', 'statics'}
            Pose at which the gravity torque is compensated: the goal, or the equilibrium at the measured motor positions.

        Returns
        -------
        GravityPD

        Raises
        ------
        InputError
            If the robot does not suit the law, or no gains give these poles.
        """
        model = near(robot, q)
        kp, kd = motor_gains(model, bandwidth, damping)
        if gravity == "statics":  # the compensated weight changes with the motors
            kp = kp + np.real(model.impedance(0.0)[0])
        return cls(robot, kp, kd, gravity)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Return the motor torque of this tick, link side (m,) [Nm or N].

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.
        """
        rows = (reference.q[0], state.theta, state.thetad, *self.kp, *self.kd)
        tau_m: Array = call(GRAVITY[self.gravity], self.robot, rows)
        return tau_m

    def condition(self, q: ArrayLike) -> GainCondition:
        """Return the stability margins of the gains of this law at a goal q: exact near the goal, conservative elsewhere.

        Parameters
        ----------
        q : (n,)
            Goal of the links [rad or m].

        Returns
        -------
        GainCondition
            Margins [Nm/rad]; str(condition) states the meaning of the margins in a sentence.
        """
        return gain_condition(self.robot, q, self.kp, self.gravity == "statics")

    def compile(self) -> Kernel:
        """Return the law as a kernel for `write_c(folder)`; arguments: q_d, theta, thetad, and the gains kp and kd, (m, m) each.

        Returns
        -------
        Kernel
        """
        return Kernel(Form(GRAVITY[self.gravity]), self.robot, None, ())
