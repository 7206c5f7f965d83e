"""Elastic structure preserving control as one function: motor torque from what is measured, what is wanted, and gains."""

from typing import Any

from jounce.codegen.program import Slot
from jounce.dynamics.structure_preserving import structure_preserving
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.motors import with_motors
from jounce.plant.plant import Plant


def _text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, tau, taud = x.motion[:4]
    gains = x.held["link_damping"], x.held["motor_stiffness"], x.held["motor_damping"]
    return structure_preserving(plant, q, qd, tau, taud, x.motion[4:9], gains, x.loads)


LAW = Equation(
    "structure_preserving",
    ("q", "qd", "tau_j", "tau_jd", "q_d", "qd_d", "qdd_d", "q_d^(3)", "q_d^(4)"),
    _text,
    lambda robot: tuple(Output(name, (robot.n,), 0) for name in ("tau_m", "eta", "etad")),
    takes="wrench",
    rates=lambda robot: 2,
    prepare=with_motors,
    held=lambda robot: tuple(Slot(name, robot.n, robot.n) for name in ("link_damping", "motor_stiffness", "motor_damping")),
)
