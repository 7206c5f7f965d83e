"""Impedance control as one function: motor torque from goal, motors, joint torque, stiffness and damping."""

from typing import Any

from jounce.codegen.program import Slot
from jounce.dynamics.impedance import Frame, impedance
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.motors import refuse, with_motors
from jounce.functions.statics import prepare
from jounce.plant.plant import Plant
from jounce.robot import Robot


def _joints(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    return impedance(plant, *_read(x))


def _frame(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    assert x.place is not None
    turns, slides = (tuple(map(tuple, x.held[name])) for name in ("rotation", "translation"))
    frame = Frame(x.place, turns, slides)  # type: ignore[arg-type]
    return impedance(plant, *_read(x), frame)


def _read(x: Inputs) -> tuple[Any, Any, Any, Any, Any, Any, Any]:
    q_d, tau_j, theta, thetad = x.motion
    return q_d, tau_j, theta, thetad, x.held["stiffness"], x.held["damping"], x.held["shares"][0]


def _held(robot: Robot) -> tuple[Slot, ...]:
    n, m = robot.n, robot.m
    return Slot("stiffness", n, n), Slot("damping", m, m), Slot("shares", 1, m)


def _prepare(robot: Robot, plant: Plant) -> Plant:
    refuse(robot)
    return prepare(robot, with_motors(robot, plant))


def _outputs(robot: Robot) -> tuple[Output, ...]:
    return Output("tau_m", (robot.m,), 0), Output("rest", (robot.n,), 0)


ARGUMENTS = ("q_d", "tau_j", "theta", "thetad")
JOINTS = Equation("joint_impedance", ARGUMENTS, _joints, _outputs, prepare=_prepare, of_motors=2, held=_held)
FRAME = Equation(
    "cartesian_impedance",
    ARGUMENTS,
    _frame,
    _outputs,
    takes="link",
    prepare=_prepare,
    of_motors=2,
    held=lambda robot: (*_held(robot), Slot("rotation", 3, 3), Slot("translation", 3, 3)),
)
