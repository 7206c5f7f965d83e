"""Display of a robot as text: the table of `print(robot)`, the line of `repr(robot)` and the HTML table of notebooks."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jounce.errors import ModelError
from jounce.numbers.html_table import counted, html_table
from jounce.robot.joint import Joint
from jounce.robot.limits import FREE, NAMES, UNITS
from jounce.robot.validation import short
from jounce.spatial.geometry import Placement

if TYPE_CHECKING:
    from jounce.robot.robot import Robot


def table(robot: "Robot") -> str:
    """Return the text of `print(robot)`: tables of joints and links, and of the drives, springs, limits and coupled rotors."""
    gx, gy, gz = robot.gravity
    title = f"{robot.name}: {len(robot.joints)} joints on {robot.base!r}, gravity ({gx:g}, {gy:g}, {gz:g}) m/s^2"
    tool = f"tool {tool_place(robot)}, outputs {', '.join(robot.tool.outputs)}"
    lines = [title, *([robot.description] if robot.description else []), tool, "", *_grid(_bodies(robot))]
    if any(j.drive or j.spring for j in robot.joints):
        lines += ["", *_grid(_drives(robot))]
    if any(j.limits != FREE for j in robot.joints):
        lines += ["", *_grid(_limits(robot))]
    if any(j.drive and j.drive.coupling == "full" for j in robot.joints):
        lines += ["", *_coupling(robot)]
    return "\n".join(lines)


def tool_place(robot: "Robot") -> str:
    """Return the place of the tool as text: link or frame, and the displacement of the tool from it [m]."""
    index, _ = robot.locate(robot.tool.link)
    link = robot.base if index < 0 else robot.links[index].name
    place = f"on {link!r}" if link == robot.tool.link else f"at {robot.tool.link!r} on {link!r}"
    return place if robot.tool.placement == Placement() else f"{place}, displaced by ({_vector(robot.tool.placement.origin)}) m"


def _bodies(robot: "Robot") -> list[Sequence[str]]:
    """Return the table rows of the joints, each with its child link; the header is the first row."""
    rows: list[Sequence[str]] = [("#", "joint", "type", "parent", "axis", "origin [m]", "link", "mass [kg]", "com [m]")]
    for i, (joint, link) in enumerate(zip(robot.joints, robot.links)):
        axis, origin, com = _vector(joint.axis), _vector(joint.placement.origin), _vector(link.com)
        rows.append((str(i), joint.name, joint.type, joint.parent, axis, origin, link.name, f"{link.mass:g}", com))
    return rows


def _drives(robot: "Robot") -> list[Sequence[str]]:
    """Return the table rows of drives, passive springs and mimic joints; the header is the first row."""
    rows: list[Sequence[str]] = [
        ("joint", "stiffness", "damping", "rotor [kg m^2]", "gear", "rotor at joint", "friction", "coupling", "unit"),
    ]
    motors = {name: (joint, d) for name, joint, d in zip(robot.motor_names, robot.motor_joints, robot.motor_drives)}
    for name, (joint, d) in motors.items():
        unit = "N/m, N s/m, kg" if joint.prismatic else "Nm/rad, Nm s/rad, kg m^2"
        if d is not None:
            law = type(d.law).__name__ if d.law else f"{d.stiffness:g}"
            stiffness = law if d.elastic else "rigid"
            inertia = f"{d.reflected_inertia:g}"
            rotor, ratio = f"{d.rotor_inertia:g}", f"{d.gear_ratio:g}"
            friction = f"{d.viscous_friction:g}, {d.coulomb_friction:g}" if d.viscous_friction or d.coulomb_friction else "-"
            rows.append((name, stiffness, f"{d.damping:g}", rotor, ratio, inertia, friction, d.coupling, unit))
        elif joint.spring:
            s = joint.spring
            coupled = f", with {', '.join(other.joint for other in s.cross)}" if s.cross else ""
            rows.append(
                (joint.name, f"{s.stiffness:g}", f"{s.damping:g}", "-", "-", "-", "-", f"spring, no motor{coupled}", unit)
            )
        else:
            rows.append((joint.name, "rigid", *["-"] * 6, unit))
    rows += [(j.name, *["-"] * 6, f"follows {j.mimic.joint}", "-") for j in robot.joints if j.mimic is not None]
    return rows


def _limits(robot: "Robot") -> list[Sequence[str]]:
    """Return the table rows of the limits in SI units, with columns for limited quantities only; the header is the first row."""
    stated = [name for name in NAMES if any(getattr(joint.limits, name) != getattr(FREE, name) for joint in robot.joints)]
    rows: list[Sequence[str]] = [("limits", *(name.replace("_", " ") for name in stated))]
    for joint in robot.joints:
        values = {name: getattr(joint.limits, name) for name in stated}
        cells = [_vector(x) if name == "position" else "-" if x == math.inf else f"{x:.4g}" for name, x in values.items()]
        rows.append((joint.name, *cells))
    return rows


def _coupling(robot: "Robot") -> list[str]:
    """Return the lines of the rotor coupling pattern, with one line per joint and one column per rotor."""
    try:
        coupling = robot.coupling
    except ModelError as error:
        return [str(error)]
    title = "rotors (columns) on joints (rows): S by acceleration, g by speed alone (gyroscopic), . not at all"
    width = max(map(len, robot.joint_names))
    rows = [f"{name:{width}}  {' '.join('.gS'[kind] for kind in row)}" for name, row in zip(robot.joint_names, coupling.pattern)]
    return [title, *rows, f"inverse dynamics needs q and its derivatives to order {coupling.motion_order}"]


def _vector(v: Sequence[float]) -> str:
    return " ".join(f"{x:.4g}" for x in v)


def _grid(rows: list[Sequence[str]]) -> list[str]:
    """Return table rows as lines of text in aligned columns, with a rule below the header."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    return [lines[0], "  ".join("-" * width for width in widths), *lines[1:]]


# ---------------------------------------------------------------- notebooks


def line(robot: "Robot") -> str:
    """Return the line of `repr(robot)`: name, mass, and the numbers of DOF, elastic drives and joints without a motor."""
    elastic = sum(drive is not None and drive.elastic for drive in robot.motor_drives)
    springs = sum(joint.spring is not None for joint in robot.joints)
    parts = [counted(robot.n, "freedom"), *([counted(elastic, "elastic drive")] if elastic else [])]
    parts += [counted(springs, "joint without a motor", "joints without a motor")] if springs else []
    return f"<Robot {short(robot.name)}: {', '.join(parts)}, {sum(link.mass for link in robot.links):.4g} kg>"


def html(robot: "Robot") -> str:
    """Return an HTML table with one row per joint: type, mass of the child link, drive, and limits in SI units."""
    rows = [
        (joint.name, joint.type, f"{link.mass:.4g}", _drive_text(joint), _limit_text(joint))
        for joint, link in zip(robot.joints, robot.links)
    ]
    return html_table(line(robot)[1:-1], ("joint", "type", "mass [kg]", "drive", "limits"), rows)


def _drive_text(joint: Joint) -> str:
    """Return the drive of a joint as short text: stiffness and reflected inertia, or passive spring, or mimicked joint."""
    stiff, light = ("N/m", "kg") if joint.prismatic else ("Nm/rad", "kg m^2")
    if joint.mimic is not None:
        return f"follows {joint.mimic.joint}"
    if joint.spring is not None:
        return f"no motor, spring of {joint.spring.stiffness:.4g} {stiff}"
    if joint.drive is None:
        return "rigid"
    d = joint.drive
    law = type(d.law).__name__ if d.law is not None else f"{d.stiffness:.4g} {stiff}"
    return f"{law if d.elastic else 'rigid'}, rotor {d.reflected_inertia:.4g} {light}"


def _limit_text(joint: Joint) -> str:
    """Return the finite limits of a joint as text with units; position limits only if both bounds are finite."""
    lower, upper = joint.limits.position
    texts = [f"{lower:.4g} .. {upper:.4g} {'m' if joint.prismatic else 'rad'}"] if math.isfinite(upper - lower) else []
    for name in NAMES[1:]:
        limit = getattr(joint.limits, name)
        texts += [f"{name.replace('_', ' ')} {limit:.4g} {UNITS[name][joint.prismatic]}"] if limit < math.inf else []
    return ", ".join(texts) or "-"
