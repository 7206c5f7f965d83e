"""Feedback linearisation: each link becomes a chain of four integrators, whatever the others do."""

from typing import Any

import numpy as np

from jounce.control.gains import chain_gains
from jounce.control.protocol import Measured, Reference
from jounce.dynamics import feedback_linearization as law
from jounce.dynamics.elastic import Plant
from jounce.dynamics.motor import spring_torque
from jounce.errors import InputError
from jounce.functions.equation import Equation, Numbers, Output, Place
from jounce.functions.evaluate import NOWHERE, evaluate
from jounce.functions.kernel import Kernel
from jounce.functions.plant import linear_plant
from jounce.numbers.packing import Array
from jounce.robot import Robot

WANTED = ("q_d", "qd_d", "qdd_d", "q_d^(3)", "q_d^(4)", "K0", "K1", "K2", "K3")


def _from_torque(plant: Plant, rows: list[Numbers], _: Numbers | None, __: Place) -> tuple[Numbers, Numbers, Numbers]:
    q, qd, tau, taud = rows[:4]
    return law.feedback_linearization(plant, q, qd, tau, taud, rows[4:9], rows[9:])


def _from_motor(plant: Plant, rows: list[Numbers], _: Numbers | None, __: Place) -> tuple[Numbers, Numbers, Numbers]:
    q, qd, theta, thetad = rows[:4]
    tau = [spring_torque(m, x, 0.0, th, 0.0) for m, x, th in zip(plant.motors, q, theta)]
    taud = [spring_torque(m, xd, 0.0, thd, 0.0) for m, xd, thd in zip(plant.motors, qd, thetad)]
    return law.feedback_linearization(plant, q, qd, tau, taud, rows[4:9], rows[9:])


def _outputs(n: int, _: int) -> tuple[Output, ...]:
    return Output("tau_m", (n,), 0), Output("qdd", (n,), 0), Output("jerk", (n,), 0)


FROM_TORQUE = Equation(
    "feedback_linearization_from_torque",
    13,
    _from_torque,
    _outputs,
    read=linear_plant,
    arguments=("q", "qd", "tau_j", "tau_jd", *WANTED),
    differentiable=False,
)
FROM_MOTOR = Equation(
    "feedback_linearization",
    13,
    _from_motor,
    _outputs,
    read=linear_plant,
    arguments=("q", "qd", "theta", "thetad", *WANTED),
    differentiable=False,
)
SENSORS = {"torque": FROM_TORQUE, "motor": FROM_MOTOR}


class FeedbackLinearization:
    """Exact linearisation by static feedback, with a desired motion to follow: [Buondonno2015], section IV.

    The error of each link obeys e^(4) + K3 e^(3) + K2 edd + K1 ed + K0 e = 0. Acceleration and jerk are not measured but
    computed, from link motion and joint torque, or from link and motor motion. The whole law is one compiled function.

    With joint torque sensors a wrong stiffness only scales v; with motor sensors a model that is stiffer by a share s takes s w^2
    from K2, where w = sqrt(K/M + K/B) is the joint's own oscillation. Holding the torque for a time T adds w^2 T / 2 to K3, so
    K3 must be well above that; four equal poles p are unstable from about w^2 T / 2 = 19 p on.
    """

    def __init__(self, robot: Robot, *, poles: Any = None, gains: Any = None, sensors: str = "torque") -> None:
        """poles: four a joint [rad/s], for all joints or (n, 4); or gains (K0, K1, K2, K3), for all joints or (4, n).

        sensors: what is measured besides the links, 'torque' (tau_j and its rate) or 'motor' (theta and its rate).
        """
        if sensors not in SENSORS:
            raise InputError(f"sensors: expected one of {', '.join(SENSORS)}, got {sensors!r}.")
        for joint, motor in zip(robot.joints, linear_plant(robot).motors):
            if not motor.elastic or motor.inertia == 0.0 or motor.damping:
                raise InputError(
                    f"feedback linearisation needs joints that are elastic, undamped and driven by a rotor with inertia; joint "
                    f"{joint.name!r} is not. For a rigid robot there is RigidComputedTorque."
                )
        if any(robot.rotors):
            raise InputError("feedback linearisation by static feedback is for drives with coupling='spong'.")
        self.robot, self.sensors = robot, sensors
        self.gains = chain_gains(robot, 4, poles, gains)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Motor torque (n,)."""
        by_torque = self.sensors == "torque"
        measured = (state.tau_j, state.tau_jd) if by_torque else (state.theta, state.thetad)
        rows = (state.q, state.qd, *measured, *_five(reference.q), *self.gains)
        return evaluate(SENSORS[self.sensors], self.robot, rows)[0]

    def compile(self) -> Kernel:
        """The law as a kernel, for a controller: `write_c(folder)`; its rows are named in the header."""
        return Kernel(SENSORS[self.sensors], self.robot, 0, NOWHERE, False)


def _five(q: Array) -> Array:
    if len(q) < 5:
        raise InputError(f"reference: expected q to its 4th derivative, (5, n), got {np.shape(q)}.")
    return q[:5]
