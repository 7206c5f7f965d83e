"""The law of feedback linearisation as one function: motor torque from what is measured, what is wanted, and gains."""

from typing import Any

from jounce.dynamics.feedback_linearization import feedback_linearization as law
from jounce.dynamics.motor import spring_torque
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.motors import linear
from jounce.plant.plant import Plant

WANTED = ("q_d", "qd_d", "qdd_d", "q_d^(3)", "q_d^(4)", "K0", "K1", "K2", "K3")


def _from_torque(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, tau, taud = x.motion[:4]
    return law(plant, q, qd, tau, taud, x.motion[4:9], x.motion[9:])


def _from_motor(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, theta, thetad = x.motion[:4]
    tau, taud = (_joint_torque(plant, *rows) for rows in ((q, theta), (qd, thetad)))
    return law(plant, q, qd, tau, taud, x.motion[4:9], x.motion[9:])


def _joint_torque(plant: Plant, q: Any, theta: Any) -> Any:
    """tau_j of linear springs without damping, or its rate from the rates of both."""
    moved = plant.transmission.to_motors(q)
    return plant.transmission.torques_at_joints(
        [spring_torque(m, x, 0.0, th, 0.0) for m, x, th in zip(plant.motors, moved, theta)]
    )


FROM_TORQUE = Equation(
    "feedback_linearization_from_torque",
    ("q", "qd", "tau_j", "tau_jd", *WANTED),
    _from_torque,
    lambda robot: tuple(Output(name, (robot.n,), 0) for name in ("tau_m", "qdd", "jerk")),
    prepare=linear,
)
FROM_MOTOR = Equation(
    "feedback_linearization",
    ("q", "qd", "theta", "thetad", *WANTED),
    _from_motor,
    FROM_TORQUE.outputs,
    prepare=linear,
)
