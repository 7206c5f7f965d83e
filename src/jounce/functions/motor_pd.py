"""Motor torque of a regulator that reads motors alone, as one function: from goal, motors and gains."""

from functools import partial
from typing import Any

from jounce.codegen.program import Slot
from jounce.dynamics.motor_pd import motor_pd
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.motors import refuse, with_motors
from jounce.functions.statics import prepare
from jounce.plant.plant import Plant
from jounce.robot import Robot


def _text(plant: Plant, x: Inputs, at_goal: bool) -> tuple[Any, ...]:
    q_d, theta, thetad = x.motion
    return (motor_pd(plant, q_d, theta, thetad, x.held["kp"], x.held["kd"], at_goal),)


def _prepare(robot: Robot, plant: Plant) -> Plant:
    refuse(robot)
    return prepare(robot, with_motors(robot, plant))


def _equation(name: str, at_goal: bool) -> Equation:
    return Equation(
        name,
        ("q_d", "theta", "thetad"),
        partial(_text, at_goal=at_goal),
        lambda robot: (Output("tau_m", (robot.m,), 0),),
        prepare=_prepare,
        of_motors=2,
        held=lambda robot: (Slot("kp", robot.m, robot.m), Slot("kd", robot.m, robot.m)),
    )


AT_GOAL = _equation("gravity_pd", True)
AT_MOTORS = _equation("gravity_pd_by_statics", False)
