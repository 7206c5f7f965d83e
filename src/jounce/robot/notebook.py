"""A robot in one line, and as the small table that a notebook shows; `print(robot)` has all numbers."""

import math
from typing import TYPE_CHECKING

from jounce.numbers.notebook import counted, html_table
from jounce.robot.joint import Joint
from jounce.robot.limits import NAMES, UNITS
from jounce.robot.values import short

if TYPE_CHECKING:
    from jounce.robot.robot import Robot


def line(robot: "Robot") -> str:
    """Name, size, and how many of its joints bend."""
    elastic = sum(drive is not None and drive.elastic for drive in robot.motor_drives)
    springs = sum(joint.spring is not None for joint in robot.joints)
    parts = [counted(robot.n, "freedom"), *([counted(elastic, "elastic drive")] if elastic else [])]
    parts += [counted(springs, "joint without a motor", "joints without a motor")] if springs else []
    return f"<Robot {short(robot.name)}: {', '.join(parts)}, {sum(link.mass for link in robot.links):.4g} kg>"


def html(robot: "Robot") -> str:
    """A row for each joint: what it is, what drives it, and what it may do, in SI units."""
    rows = [
        (joint.name, joint.type, f"{link.mass:.4g}", _drive(joint), _limits(joint))
        for joint, link in zip(robot.joints, robot.links)
    ]
    return html_table(line(robot)[1:-1], ("joint", "type", "mass [kg]", "drive", "limits"), rows)


def _drive(joint: Joint) -> str:
    stiff, light = ("N/m", "kg") if joint.prismatic else ("Nm/rad", "kg m^2")
    if joint.mimic is not None:
        return f"follows {joint.mimic.joint}"
    if joint.spring is not None:
        return f"no motor, spring of {joint.spring.stiffness:.4g} {stiff}"
    if joint.drive is None:
        return "rigid"
    d = joint.drive
    known = type(d.law).__name__ if d.law is not None else f"{d.stiffness:.4g} {stiff}"
    return f"{known if d.elastic else 'rigid'}, rotor {d.reflected_inertia:.4g} {light}"


def _limits(joint: Joint) -> str:
    """Those that it has; of a position both bounds."""
    lower, upper = joint.limits.position
    found = [f"{lower:.4g} .. {upper:.4g} {'m' if joint.prismatic else 'rad'}"] if math.isfinite(upper - lower) else []
    for name in NAMES[1:]:
        limit = getattr(joint.limits, name)
        found += [f"{name.replace('_', ' ')} {limit:.4g} {UNITS[name][joint.prismatic]}"] if limit < math.inf else []
    return ", ".join(found) or "-"
