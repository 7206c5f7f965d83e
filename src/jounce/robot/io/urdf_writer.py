"""A robot to URDF, for the tools that read it: what URDF has words for, with all digits."""

import math
import warnings
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

from jounce.errors import ModelError
from jounce.robot.conventional_tool import conventional_tool
from jounce.robot.drive import Drive
from jounce.robot.frame import Tool
from jounce.robot.joint import Joint
from jounce.robot.limits import FREE, JointLimits
from jounce.robot.link import Link
from jounce.spatial.matrices import IDENTITY, Matrix
from jounce.spatial.placements import Placement

if TYPE_CHECKING:
    from jounce.robot.robot import Robot

ENDLESS = "1e31"
"""Of a joint without limits, as URDF wants some of a revolute joint: beyond any number that `jounce.load` takes for one."""


def to_urdf(robot: "Robot") -> str:
    """The text of a URDF file: links, joints with limits and friction, frames as links on fixed joints, gears and rotors.

    `jounce.load` gives the same links, joints and gears back, rotations to rounding (a rotation matrix of few digits becomes a
    true rotation). A tool elsewhere than `jounce.load` puts it becomes a frame "tool", unless there is one. URDF has no words for
    gravity, for springs, stiffness, damping and friction of drives, for where rotors sit, for motors that turn with several
    joints and for second drives: they are left out, a warning says which of them the robot has, and `Robot.save` keeps them.
    Spherical joints are refused.
    """
    missing = left_out(robot)
    if missing:
        warnings.warn(
            f"robot {robot.name!r}: URDF has no words for {', '.join(missing)}; left out. Robot.save keeps all of it.",
            stacklevel=3,
        )
    root = ET.Element("robot", name=robot.name)
    _link(root, robot.base_link)
    for link, joint in zip(robot.links, robot.joints):
        _link(root, link)
        _joint(root, joint)
    taken = {joint.name for joint in robot.joints}
    for name, (carrier, placement) in _frames(robot).items():
        bolt = f"{name}_joint"
        while bolt in taken:
            bolt += "_"
        taken.add(bolt)
        _link(root, Link(name))
        _connect(root, bolt, "fixed", carrier, name, placement)
    for joint in robot.joints:
        if joint.drive is not None:
            _transmission(root, joint.name, joint.drive)
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def left_out(robot: "Robot") -> list[str]:
    """What the robot has that URDF has no words for."""
    drives = [drive for drive in robot.motor_drives if drive is not None]
    known = {
        f"gravity {robot.gravity}": robot.gravity != (0.0, 0.0, -9.81),
        "springs": any(joint.spring is not None or joint.parallel is not None for joint in robot.joints),
        "stiffness": any(drive.elastic for drive in drives),
        "friction of motors": any(d.viscous_friction or d.coulomb_friction or d.stribeck_friction for d in drives),
        "rotors that are carried along": any(drive.coupling == "full" for drive in drives),
        "motors that turn with several joints": bool(robot.transmission),
        "second drives": robot.m != robot.n,
    }
    return [what for what, there in known.items() if there]


def _frames(robot: "Robot") -> dict[str, tuple[str, Placement]]:
    """{frame: (link that carries it, place there)}."""
    found = {frame.name: (frame.link, frame.placement) for frame in robot.frames}
    tool = robot.tool
    unsaid = Tool(conventional_tool(robot) or robot.links[-1].name)
    if (tool.link, tool.placement) != (unsaid.link, unsaid.placement) and "tool" not in {
        robot.base,
        *found,
        *(link.name for link in robot.links),
    }:
        index, placement = robot.locate(tool)
        found["tool"] = (robot.links[index].name if index >= 0 else robot.base, placement)
    return found


def _link(root: ET.Element, link: Link) -> None:
    element = ET.SubElement(root, "link", name=link.name)
    if link.mass == 0.0 and not any(link.inertia):
        return
    inertial = ET.SubElement(element, "inertial")
    ET.SubElement(inertial, "origin", xyz=_digits(*link.com), rpy="0 0 0")
    ET.SubElement(inertial, "mass", value=_digits(link.mass))
    keys = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    ET.SubElement(inertial, "inertia", {key: _digits(value) for key, value in zip(keys, link.inertia)})


def _connect(root: ET.Element, name: str, kind: str, parent: str, child: str, placement: Placement) -> ET.Element:
    element = ET.SubElement(root, "joint", name=name, type=kind)
    ET.SubElement(element, "parent", link=parent)
    ET.SubElement(element, "child", link=child)
    ET.SubElement(element, "origin", xyz=_digits(*placement.origin), rpy=_digits(*roll_pitch_yaw(placement.rotation)))
    return element


def _joint(root: ET.Element, joint: Joint) -> None:
    if joint.type == "spherical":
        raise ModelError(f"joint {joint.name!r}: URDF has no spherical joints; lock it, or build it from three revolute ones.")
    element = _connect(root, joint.name, joint.type, joint.parent, joint.child, joint.placement)
    ET.SubElement(element, "axis", xyz=_digits(*joint.axis))
    if joint.type in ("revolute", "prismatic") or joint.limits != FREE:
        ET.SubElement(element, "limit", _limit(joint.limits, joint.type == "continuous"))
    if joint.friction is not None:
        ET.SubElement(element, "dynamics", damping=_digits(joint.friction.viscous), friction=_digits(joint.friction.coulomb))
    if joint.mimic is not None:
        factors = {"multiplier": _digits(joint.mimic.multiplier), "offset": _digits(joint.mimic.offset)}
        ET.SubElement(element, "mimic", {"joint": joint.mimic.joint, **factors})


def _limit(limits: JointLimits, endless: bool) -> dict[str, str]:
    """Attributes of `<limit>`; its effort is the least of what motor and joint may take."""
    lower, upper = limits.position
    stated = {} if endless else {"lower": lower, "upper": upper}
    stated |= {"effort": min(limits.motor_torque, limits.joint_torque), "velocity": limits.velocity}
    stated |= {key: value for key in ("acceleration", "jerk") if math.isfinite(value := getattr(limits, key))}
    return {key: _bound(value) for key, value in stated.items()}


def _bound(value: float) -> str:
    return _digits(value) if math.isfinite(value) else ("-" if value < 0.0 else "") + ENDLESS


def _transmission(root: ET.Element, name: str, drive: Drive) -> None:
    element = ET.SubElement(root, "transmission", name=f"{name}_transmission")
    ET.SubElement(element, "type").text = "transmission_interface/SimpleTransmission"
    ET.SubElement(element, "joint", name=name)
    actuator = ET.SubElement(element, "actuator", name=f"{name}_motor")
    ET.SubElement(actuator, "mechanicalReduction").text = _digits(drive.gear_ratio)
    ET.SubElement(actuator, "motorInertia").text = _digits(drive.rotor_inertia)


def _digits(*values: float) -> str:
    return " ".join(repr(float(value)) for value in values)


def roll_pitch_yaw(R: Matrix) -> tuple[float, float, float]:
    """Fixed-axis angles [rad] of R = Rz(yaw) Ry(pitch) Rx(roll).

    Each angle is read off what is left once the one before is undone, so that R comes back to rounding near the singularity too,
    where roll and yaw alone are not determined.
    """
    if R == IDENTITY:
        return 0.0, 0.0, 0.0
    (a, b, c), (d, e, f), (g, _, _) = R
    yaw = math.atan2(d, a)
    sine, cosine = math.sin(yaw), math.cos(yaw)
    pitch = math.atan2(-g, cosine * a + sine * d)
    roll = math.atan2(sine * c - cosine * f, cosine * e - sine * b)
    return roll, pitch, yaw
