"""The law of dynamic feedback linearisation as one function: motor torque, and the rate of the state that the law has itself."""

from typing import Any

from jounce.codegen.program import Slot
from jounce.dynamics.dynamic_feedback_linearization import dynamic_feedback_linearization, planned_state
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.essential_orders import essential_orders
from jounce.functions.motors import with_motors
from jounce.plant.plant import Plant, solvable
from jounce.robot import Robot


def _law(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    orders = plant.essential
    assert orders is not None  # prepared
    state = x.held["compensator"][0] if orders.states else []
    tau_m, rate, motion = dynamic_feedback_linearization(
        plant, orders, x.motion, state, x.held["desired"], x.held["gains"], x.loads
    )
    return (tau_m, rate, motion) if orders.states else (tau_m, motion)


def _planned(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    assert plant.essential is not None  # prepared
    return (planned_state(plant, plant.essential, x.motion, x.held["desired"], x.loads),)


def _prepare(robot: Robot, plant: Plant) -> Plant:
    return solvable(robot, with_motors(robot, plant))._replace(essential=essential_orders(robot))


def _outputs(robot: Robot) -> tuple[Output, ...]:
    orders = essential_orders(robot)
    rate = (Output("compensator_rate", (orders.states,), 0),) if orders.states else ()
    return Output("tau_m", (robot.n,), 0), *rate, Output("motion_now", (robot.n,), orders.highest)


def _desired(robot: Robot) -> Slot:
    return Slot("desired", essential_orders(robot).highest + 1, robot.n)


def _held(robot: Robot) -> tuple[Slot, ...]:
    orders = essential_orders(robot)
    state = (Slot("compensator", 1, orders.states),) if orders.states else ()
    return *state, _desired(robot), Slot("gains", orders.highest, robot.n)


LAW = Equation(
    "dynamic_feedback_linearization",
    ("q", "qd", "theta", "thetad"),
    _law,
    _outputs,
    takes="wrench",
    rates=lambda robot: essential_orders(robot).highest - 2,
    prepare=_prepare,
    held=_held,
)
PLANNED = Equation(
    "dynamic_feedback_linearization_start",
    ("theta_d", "thetad_d"),
    _planned,
    lambda robot: (Output("compensator", (essential_orders(robot).states,), 0),),
    takes="wrench",
    rates=LAW.rates,
    prepare=_prepare,
    held=lambda robot: (_desired(robot),),
)
