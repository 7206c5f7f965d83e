"""Gear and torque limits of MJCF actuators that act on joints.

An actuator with the scalar force f exerts the torque gear f on its joint. The attribute `forcerange` limits f; for a <motor>,
whose force is its control, `ctrlrange` limits f as well.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

from jounce.robot.io.mjcf_attributes import ACTUATORS, Attributes, Classes, attributes_of
from jounce.robot.io.problems import Problems
from jounce.robot.io.xml import Element


class JointActuator(NamedTuple):
    """Gear and torque limit of all actuators on one joint."""

    gear: float = 1.0
    """Gear of the only actuator on the joint; 1 if several actuators act on the joint."""
    torque: float = math.inf
    """Limit of the sum of the torques of all actuators on the joint, in both directions [Nm or N]; inf without a limit."""


def read_actuators(root: Element, classes: Classes, compiler: Attributes, problems: Problems) -> Mapping[str, JointActuator]:
    """Return {joint name: gear and torque limit} for all joints with actuators; errors and notes are added to `problems`."""
    motors: dict[str, JointActuator] = {}
    for element in (child for section in root.all("actuator") for child in section.children if child.tag in ACTUATORS):
        actuator = problems.attempt(lambda e=element: attributes_of(e, classes, tag="general"))  # type: ignore[misc]
        joint = actuator.values.get("joint") if actuator is not None else None
        if actuator is None or joint is None:
            continue
        gears = problems.attempt(lambda a=actuator: a.numbers("gear", (1.0, 0.0, 0.0, 0.0, 0.0, 0.0), 1))  # type: ignore[misc]
        gear, *others = gears or (1.0,)
        if any(others):
            problems.notes.append(f"line {element.line}: <{element.tag}> gear: numbers behind the first have no effect here.")
        names = ("forcerange", "ctrlrange") if element.tag == "motor" else ("forcerange",)
        limits = [problems.attempt(lambda a=actuator, n=name: limit(a, n, compiler, problems)) for name in names]  # type: ignore[misc]
        torque = abs(gear) * min(value for value in limits if value is not None) if gear and None not in limits else math.inf
        before = motors.get(joint)
        motors[joint] = JointActuator(gear or 1.0, torque) if before is None else JointActuator(1.0, before.torque + torque)
    return motors


def limit(element: Attributes, name: str, compiler: Attributes, problems: Problems) -> float:
    """Return the largest force that the range attribute `name` allows in both directions.

    An inactive or missing range gives inf. A one-sided range gives inf and a note in `problems`.
    """
    switch = {"forcerange": "forcelimited", "ctrlrange": "ctrllimited", "actuatorfrcrange": "actuatorfrclimited"}[name]
    limited = element.word(switch, "auto", ("auto", "true", "false"))
    automatic = compiler.values.get("autolimits", "true") != "false"
    if name not in element.values or limited == "false" or (limited == "auto" and not automatic):
        return math.inf
    lower, upper = element.numbers(name, (0.0, 0.0))
    if lower < 0.0 < upper:
        return min(-lower, upper)
    problems.notes.append(f"line {element.line}: <{element.tag}> {name}: a limit of one side has no effect here.")
    return math.inf
