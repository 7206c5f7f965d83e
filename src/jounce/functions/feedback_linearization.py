"""The law of feedback linearisation as one function: motor torque from what is measured, what is wanted, and gains."""

from typing import Any

from jounce.dynamics.feedback_linearization import feedback_linearization as law
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.motors import with_motors
from jounce.numbers import Number
from jounce.plant.motor import Motor
from jounce.plant.plant import Plant

WANTED = ("q_d", "qd_d", "qdd_d", "q_d^(3)", "q_d^(4)", "K0", "K1", "K2", "K3")


def _from_torque(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, tau, taud = x.motion[:4]
    return law(plant, q, qd, tau, taud, x.motion[4:9], x.motion[9:])


def _from_motor(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, theta, thetad = x.motion[:4]
    moved = [plant.transmission.to_motors(row) for row in (q, qd)]
    held = [_spring_torque(*drive) for drive in zip(plant.motors, *moved, theta, thetad)]
    tau, taud = (plant.transmission.torques_at_joints(list(row)) for row in zip(*held))
    return law(plant, q, qd, tau, taud, x.motion[4:9], x.motion[9:])


def _spring_torque(motor: Motor, q: Number, qd: Number, theta: Number, thetad: Number) -> tuple[Number, Number]:
    """What a spring without damping carries, f(theta - q), and its rate f'(theta - q) (thetad - qd)."""
    spring = motor.spring
    assert spring is not None  # such joints alone are linearised
    delta = theta - q
    return spring.torque(delta), spring.stiffness(delta) * (thetad - qd)


FROM_TORQUE = Equation(
    "feedback_linearization_from_torque",
    ("q", "qd", "tau_j", "tau_jd", *WANTED),
    _from_torque,
    lambda robot: tuple(Output(name, (robot.n,), 0) for name in ("tau_m", "qdd", "jerk")),
    prepare=with_motors,
)
FROM_MOTOR = Equation(
    "feedback_linearization",
    ("q", "qd", "theta", "thetad", *WANTED),
    _from_motor,
    FROM_TORQUE.outputs,
    prepare=with_motors,
)
