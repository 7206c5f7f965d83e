"""`jounce info`: structure, eigenfrequencies and zeros of a robot."""

import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.tree import Tree

import jounce as jn
from jounce.cli import options
from jounce.cli.coordinates import pose
from jounce.cli.motion import in_si, load_robot
from jounce.cli.peak_tables import READABLE, inside
from jounce.cli.report import NARROW, listing, number, say, tables
from jounce.cli.text import letters
from jounce.errors import JounceError

COUPLING = ".gS"
"""Symbols for the action of a rotor on a joint: none, by the rotor's speed alone (gyroscopic), by the rotor's acceleration."""
INDENT = 4
"""Number of columns by which each level of a printed tree is indented."""
UNSTABLE = 1e-6
"""Fraction of the largest |pole| beyond which a real part counts as unstable: rounding splits double poles at zero."""


@click.command()
@options.robot
@options.positions("--at", help="Positions of all joints, for frequencies and zeros.  [default: as --from of torque]")
@options.degrees
@options.as_json
def info(
    robot: str,
    drives: Path | None,
    coupling: str | None,
    lock: Any,
    floating_base: bool | None,
    tool: str | None,
    exact: bool | None,
    at: tuple[float, ...] | None,
    degrees: bool | None,
    as_json: bool,
) -> None:
    """Show the structure, eigenfrequencies and zeros of a robot.

    The output lists links, masses, drives and limits, the order of the derivatives of motion on which motor torques depend, and
    which rotor acts on which joint. It also lists the eigenfrequencies at one pose and, if joints have no motor, the zeros from
    motor torques to the tool.

    \b
    Examples:
      jounce info kuka_lwr
      jounce info planar_2r --coupling full
      jounce info arm.urdf --drives arm.drives.toml --at 0,90,0 --degrees
      jounce info panda.urdf --lock '*finger*=0.02'
      jounce info moberg_5dof --at 0.5,1,0 --json
    """
    model = load_robot(robot, drives, coupling, lock, bool(floating_base), tool, bool(exact))
    q = inside(model) if at is None else in_si(model, at, degrees, "at")
    data = {**_model(model), "at": q, **_linear(model, pose(model, q))}
    say(as_json, data, *_parts(model, data), width=NARROW)


def _model(robot: jn.Robot) -> dict[str, Any]:
    return {
        "name": robot.name,
        "description": robot.description,
        "source": robot.source,
        "freedoms": robot.n,
        "gravity": robot.gravity,
        "base": robot.base,
        "mass": sum(link.mass for link in robot.links),
        "joints": [_joint(joint, link) for joint, link in zip(robot.joints, robot.links)],
        "transmission": robot.transmission or None,
        "tool": {"link": robot.tool.link, "on": _carrier(robot), "outputs": robot.tool.outputs},
        "motion_order": robot.motion_order,
        "coupling": [[COUPLING[kind] for kind in row] for row in robot.coupling.pattern] if any(robot.rotors) else None,
    }


def _carrier(robot: jn.Robot) -> str:
    """Return the name of the link that carries the tool, which may be the base."""
    index, _ = robot.locate(robot.tool.link)
    return robot.base if index < 0 else robot.links[index].name


def _joint(joint: jn.Joint, link: jn.Link) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": joint.name,
        "type": joint.type,
        "parent": joint.parent,
        "child": link.name,
        "mass": link.mass,
        "drive": None,
        "second": None,
        "spring": None,
        "mimic": None if joint.mimic is None else asdict(joint.mimic),
        "limits": asdict(joint.limits),
    }
    if joint.drive is not None:
        data["drive"] = _drive(joint.drive)
    if joint.second is not None:
        data["second"] = {"drive": _drive(joint.second.drive), "preload": joint.second.preload}
    if joint.spring is not None:
        data["spring"] = {"stiffness": joint.spring.stiffness, "damping": joint.spring.damping}
    return data


def _drive(d: jn.Drive) -> dict[str, Any]:
    return {
        "stiffness": type(d.law).__name__ if d.law is not None else d.stiffness,
        "damping": d.damping,
        "rotor_inertia": d.rotor_inertia,
        "gear_ratio": d.gear_ratio,
        "reflected_inertia": d.reflected_inertia,
        "coupling": d.coupling,
    }


def _linear(robot: jn.Robot, q: Any) -> dict[str, Any]:
    """Return eigenfrequencies [Hz], poles and zeros [rad/s] at q as data for JSON.

    Values that cannot be computed are None, with the reason in the list `not_known`.
    """
    analysis: dict[str, Any] = {"eigenfrequencies": None, "poles": None, "zero_dynamics": None, "not_known": []}
    try:
        modes = jn.eigenfrequencies(robot, q)
        analysis["eigenfrequencies"] = {"motors_free": modes.free / math.tau, "motors_locked": modes.locked / math.tau}
        analysis["poles"] = {"motors_free": modes.free_poles, "motors_locked": modes.locked_poles}
    except (JounceError, np.linalg.LinAlgError) as error:
        analysis["not_known"].append(f"eigenfrequencies: {error}")
    if any(joint.spring is not None for joint in robot.joints):
        try:
            zeros, minimum_phase = jn.zero_dynamics(robot, q)
            analysis["zero_dynamics"] = {"zeros": zeros, "minimum_phase": minimum_phase}
        except (JounceError, np.linalg.LinAlgError) as error:
            analysis["not_known"].append(f"zero dynamics: {error}")
    return analysis


# ---------------------------------------------------------------- to read


def _parts(robot: jn.Robot, data: dict[str, Any]) -> list[Any]:
    gx, gy, gz = robot.gravity
    frame, link = data["tool"]["link"], data["tool"]["on"]
    place = f"on {link}" if frame == link else f"at {frame} on {link}"
    parts: list[Any] = [f"{robot.name}: {robot.n} freedoms, {data['mass']:g} kg, gravity ({gx:g}, {gy:g}, {gz:g}) m/s^2"]
    parts += [letters(text) for text in (robot.description, robot.source and f"source: {robot.source}") if text]
    parts += ["", *_links(robot), f"tool {place}, outputs {', '.join(robot.tool.outputs)}"]
    if any(joint.drive or joint.spring for joint in robot.joints):
        parts += ["", *_drives(robot)]
    parts += _limits(robot)
    parts.append(f"inverse dynamics needs q and its derivatives to order {robot.motion_order}")
    if data["coupling"] is not None:
        width = max(map(len, robot.joint_names))
        parts += ["", "rotors (columns) on joints (rows):", "S by acceleration, g by speed alone (gyroscopic), . not at all"]
        parts += [f"  {name:{width}}  {' '.join(row)}" for name, row in zip(robot.joint_names, data["coupling"])]
    return [*parts, "", "at rest:", listing(_frequency_lines(data)), *(f"  {reason}" for reason in data["not_known"])]


def _frequency_lines(data: dict[str, Any]) -> dict[str, str]:
    """Return {label: text} with the pose and its eigenfrequencies, unstable poles and zeros."""
    lines = {"q [rad, m]": _list(data["at"])}
    if data["eigenfrequencies"] is not None:
        for key, what in (("motors_free", "motors free"), ("motors_locked", "motors locked")):
            lines[f"{what} [Hz]"] = f"eigenfrequencies {_list(data['eigenfrequencies'][key])}"
            unstable = [s for s in data["poles"][key] if s.real > UNSTABLE * np.abs(data["poles"][key]).max()]
            if unstable:
                lines[f"{what} [rad/s]"] = f"it does not stay in this pose: poles at {_list(unstable)}"
    if data["zero_dynamics"] is not None:
        kind = "stable: minimum phase" if data["zero_dynamics"]["minimum_phase"] else "not minimum phase"
        lines["zeros of the tool [rad/s]"] = f"{_list(data['zero_dynamics']['zeros'])} ({kind})"
    return lines


def _list(values: Any) -> str:
    return ", ".join(_number(value) for value in values) or "none"


def _number(value: Any) -> str:
    if not np.iscomplexobj(value):
        return f"{value:.4g}"
    return f"{value.real:.4g}{value.imag:+.4g}i" if value.imag else f"{value.real:.4g}"


def _links(robot: jn.Robot) -> list[Any]:
    """Return the links as a tree if the tree fits into 80 columns, else as a table."""
    branches, depth, widest = {robot.base: Tree(robot.base)}, {robot.base: 0}, 0
    for joint, link in zip(robot.joints, robot.links):
        label = f"{link.name}, {link.mass:g} kg, on {joint.type} joint {joint.name}"
        branches[link.name] = branches[joint.parent].add(label)
        depth[link.name] = depth[joint.parent] + 1
        widest = max(widest, INDENT * depth[link.name] + len(label))
    if widest <= NARROW:
        return [branches[robot.base]]
    rows = [[link.name, joint.parent, joint.name, joint.type, f"{link.mass:g}"] for joint, link in zip(robot.joints, robot.links)]
    return [*tables(["link", "on link", "by joint", "type", "mass\n[kg]"], rows, left=4), ""]


def _limits(robot: jn.Robot) -> list[Any]:
    """Return tables of the limits of all joints, after an empty line; an empty list if no joint has a limit."""
    stated = {name: [_readable_limit(joint, name) for joint in robot.joints] for name in READABLE}
    stated = {name: column for name, column in stated.items() if any(cell != "-" for cell in column)}
    if not stated:
        return []
    heads = [_head(robot, name.replace("_", "\n"), READABLE[name]) for name in stated]
    rows = [[joint.name, *(column[i] for column in stated.values())] for i, joint in enumerate(robot.joints)]
    return ["", *tables(["limits", *heads], rows)]


def _head(robot: jn.Robot, what: str, units: tuple[str, str]) -> str:
    """Return the head of a column: title `what`, and units (revolute, prismatic) of the joint types that the robot has."""
    return "\n".join([what, *(f"[{units[slides]}]" for slides in sorted({joint.prismatic for joint in robot.joints}))])


def _readable_limit(joint: jn.Joint, name: str) -> str:
    """Return a limit of a joint as text, in degrees for angles and SI units otherwise; a dash if there is no limit."""
    factor = math.degrees(1.0) if READABLE[name][joint.prismatic].startswith("deg") else 1.0
    limit = getattr(joint.limits, name)
    bounds = [number(factor * x, ".4g") for x in (limit if name == "position" else [limit])]
    return " .. ".join(bounds) if any(bound != "-" for bound in bounds) else "-"


def _drives(robot: jn.Robot) -> list[Any]:
    heads = [
        "joint",
        "held by",
        _head(robot, "stiffness", ("Nm/rad", "N/m")),
        _head(robot, "damping", ("Nm s/rad", "N s/m")),
        "rotor\n[kg m^2]",
        "gear",
        _head(robot, "at joint", ("kg m^2", "kg")),
    ]
    rows = []
    motors = dict(zip(robot.motor_names, zip(robot.motor_joints, robot.motor_drives)))
    following = [joint for joint in robot.joints if joint.mimic is not None]
    for name, (joint, d) in [*motors.items(), *((joint.name, (joint, None)) for joint in following)]:
        if joint.mimic is not None:
            rows.append([name, f"follows {joint.mimic.joint}", *["-"] * 5])
        elif d is not None:
            stiffness = type(d.law).__name__ if d.law is not None else f"{d.stiffness:g}" if d.elastic else "rigid"
            numbers = [number(x, "g") for x in (d.damping, d.rotor_inertia, d.gear_ratio, d.reflected_inertia)]
            rows.append([name, f"motor, {d.coupling}", stiffness, *numbers])
        elif joint.spring is not None:
            s = joint.spring
            rows.append([name, "spring", f"{s.stiffness:g}", f"{s.damping:g}", "-", "-", "-"])
        elif joint.freedoms > 1:
            rows.append([name, "no motor", *["-"] * 5])
        else:
            rows.append([name, "motor, no data", "rigid", "-", "-", "-", "-"])
    return tables(heads, rows, left=2)
