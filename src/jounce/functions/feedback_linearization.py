"""The law of feedback linearisation as one function: motor torque from what is measured, what is wanted, and gains."""

from dataclasses import replace
from typing import Any

from jounce.dynamics.feedback_linearization import feedback_linearization as law
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.motors import with_motors
from jounce.numbers import Number
from jounce.numbers.elementary import is_constant
from jounce.plant.damped_spring import MeasuredSpring, along
from jounce.plant.motor import Motor
from jounce.plant.plant import Plant

WANTED = ("q_d", "qd_d", "qdd_d", "q_d^(3)", "q_d^(4)", "K0", "K1", "K2", "K3")


def _from_torque(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, tau, taud = x.motion[:4]
    return law(plant, q, qd, tau, taud, x.motion[4:9], x.motion[9:], x.loads)


def _from_motor(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, theta, thetad = x.motion[:4]
    drives = plant.transmission
    motors, held = list(plant.motors), []
    for i, (m, *state) in enumerate(zip(plant.motors, *map(drives.to_motors, (q, qd)), theta, thetad)):
        delta, deltad = state[2] - state[0], state[3] - state[1]
        held.append(_carried(m, delta, deltad))
        if m.spring is not None and not is_constant(m.damping, 0.0):
            motors[i] = m._replace(spring=MeasuredSpring(m.spring, m.damping, (delta, deltad)))
    tau, taud = (drives.torques_at_joints(list(row)) for row in zip(*held))
    return law(plant._replace(motors=tuple(motors)), q, qd, tau, taud, x.motion[4:9], x.motion[9:], x.loads)


def _carried(motor: Motor, delta: Number, deltad: Number) -> tuple[Number, Number]:
    """What a spring carries, f(delta) + D deltad, and its rate if it is not damped."""
    spring = motor.spring
    assert spring is not None  # such joints alone are linearised
    held, _ = along(spring, (delta, deltad))
    return held[0] + motor.damping * deltad, held[1]


FROM_TORQUE = Equation(
    "feedback_linearization_from_torque",
    ("q", "qd", "tau_j", "tau_jd", *WANTED),
    _from_torque,
    lambda robot: tuple(Output(name, (robot.n,), 0) for name in ("tau_m", "qdd", "jerk")),
    takes="wrench",
    rates=lambda robot: 2,
    prepare=with_motors,
)
FROM_MOTOR = Equation(
    "feedback_linearization",
    ("q", "qd", "theta", "thetad", *WANTED),
    _from_motor,
    FROM_TORQUE.outputs,
    takes="wrench",
    rates=lambda robot: 2,
    prepare=with_motors,
)
SLOPES_FROM_TORQUE = replace(FROM_TORQUE, name="feedback_linearization_from_torque_derivatives", partial="tau_m")
SLOPES_FROM_MOTOR = replace(FROM_MOTOR, name="feedback_linearization_derivatives", partial="tau_m")
