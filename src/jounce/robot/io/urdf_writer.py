"""Writer of robots as URDF, with all digits of the properties that URDF can state."""

import math
import warnings
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

from jounce.errors import ModelError
from jounce.robot.conventional_tool import conventional_tool
from jounce.robot.drive import Drive
from jounce.robot.frame import Tool
from jounce.robot.joint import Joint
from jounce.robot.joint_side_elements import Friction
from jounce.robot.limits import EVERYWHERE, FREE, JointLimits
from jounce.robot.link import Link
from jounce.spatial.geometry import IDENTITY, Matrix, Placement

if TYPE_CHECKING:
    from jounce.robot.robot import Robot

ENDLESS = "1e31"
"""Number written for a missing limit, since URDF requires limits of revolute joints; `jounce.load` reads it as no limit."""

UNSTATED_LIMITS = {"torque_rate": "torque rate", "deflection": "deflection", "motor_velocity": "motor velocity"}
"""{field of `JointLimits` that URDF cannot state: name in a warning}."""


def to_urdf(robot: "Robot") -> str:
    """Return a robot as URDF text: links, joints with limits and friction, frames as links on fixed joints, gears and rotors.

    `jounce.load` restores links, joints and gears; rotations are restored to rounding (a rotation matrix of few digits becomes an
    exact rotation). If `jounce.load` would place the tool elsewhere, the tool is written as a frame "tool", unless a link or
    frame has that name. URDF cannot state gravity, springs, stiffness, damping and friction of drives, rotor mounts, coupled
    motors, second drives, the speed of link-side Coulomb friction, position limits of continuous joints, position limits from
    zero to zero (read as none), and limits of torque rate, deflection and motor velocity; these properties are omitted with one
    warning. The one effort of URDF is the smaller limit of motor and joint torque; if both are finite and differ, the warning
    names them, too. `Robot.save` keeps all properties.

    Raises
    ------
    ModelError
        For spherical joints, which URDF does not have.
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
    joint_names = {joint.name for joint in robot.joints}
    for name, (carrier, placement) in _frames(robot).items():
        bolt = f"{name}_joint"
        while bolt in joint_names:
            bolt += "_"
        joint_names.add(bolt)
        _link(root, Link(name))
        _connect(root, bolt, "fixed", carrier, name, placement)
    for joint in robot.joints:
        if joint.drive is not None:
            _transmission(root, joint.name, joint.drive)
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def left_out(robot: "Robot") -> list[str]:
    """Return the names, for a warning, of the properties of this robot that URDF cannot state."""
    drives = [drive for drive in robot.motor_drives if drive is not None]
    properties = {
        f"gravity {robot.gravity}": robot.gravity != (0.0, 0.0, -9.81),
        "springs": any(joint.spring is not None or joint.parallel is not None for joint in robot.joints),
        "stiffness": any(drive.elastic for drive in drives),
        "friction of motors": any(d.viscous_friction or d.coulomb_friction or d.stribeck_friction for d in drives),
        "rotors that are carried along": any(drive.coupling == "full" for drive in drives),
        "motors that turn with several joints": bool(robot.transmission),
        "second drives": robot.m != robot.n,
        "the speed of link-side Coulomb friction": any(
            joint.friction is not None and joint.friction.coulomb and joint.friction.speed != Friction().speed
            for joint in robot.joints
        ),
        "position limits of continuous joints": any(
            joint.type == "continuous" and joint.limits.position != EVERYWHERE for joint in robot.joints
        ),
        "position limits from zero to zero": any(
            joint.type != "continuous" and joint.limits.position == (0.0, 0.0) for joint in robot.joints
        ),
        "different limits of motor and joint torque": any(
            math.isfinite(max(joint.limits.motor_torque, joint.limits.joint_torque))
            and joint.limits.motor_torque != joint.limits.joint_torque
            for joint in robot.joints
        ),
        **{
            f"limits of {words}": any(math.isfinite(getattr(joint.limits, name)) for joint in robot.joints)
            for name, words in UNSTATED_LIMITS.items()
        },
    }
    return [what for what, there in properties.items() if there]


def _frames(robot: "Robot") -> dict[str, tuple[str, Placement]]:
    """Return {frame name: (link name, placement on this link)}; with "tool" if the reader would place the tool elsewhere."""
    frames = {frame.name: (frame.link, frame.placement) for frame in robot.frames}
    tool = robot.tool
    unsaid = Tool(conventional_tool(robot) or robot.links[-1].name)
    if (tool.link, tool.placement) != (unsaid.link, unsaid.placement) and "tool" not in {
        robot.base,
        *frames,
        *(link.name for link in robot.links),
    }:
        index, placement = robot.locate(tool)
        frames["tool"] = (robot.links[index].name if index >= 0 else robot.base, placement)
    return frames


def _link(root: ET.Element, link: Link) -> None:
    """Add a `<link>` to the element `root`, with `<inertial>` unless the link is massless."""
    element = ET.SubElement(root, "link", name=link.name)
    if link.mass == 0.0 and not any(link.inertia):
        return
    inertial = ET.SubElement(element, "inertial")
    ET.SubElement(inertial, "origin", xyz=_digits(*link.com), rpy="0 0 0")
    ET.SubElement(inertial, "mass", value=_digits(link.mass))
    keys = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    ET.SubElement(inertial, "inertia", {key: _digits(value) for key, value in zip(keys, link.inertia)})


def _connect(root: ET.Element, name: str, kind: str, parent: str, child: str, placement: Placement) -> ET.Element:
    """Add a `<joint>` of type `kind` with parent, child and origin to the element `root`, and return the new element."""
    element = ET.SubElement(root, "joint", name=name, type=kind)
    ET.SubElement(element, "parent", link=parent)
    ET.SubElement(element, "child", link=child)
    ET.SubElement(element, "origin", xyz=_digits(*placement.origin), rpy=_digits(*roll_pitch_yaw(placement.rotation)))
    return element


def _joint(root: ET.Element, joint: Joint) -> None:
    """Add the `<joint>` of a moving joint to the element `root`, with axis, limits, friction and mimic."""
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
    """Return {attribute of `<limit>`: text}; effort is the smaller limit of motor and joint torque.

    endless: True for a continuous joint, whose position limits are omitted.
    """
    lower, upper = limits.position
    stated = {} if endless else {"lower": lower, "upper": upper}
    stated |= {"effort": min(limits.motor_torque, limits.joint_torque), "velocity": limits.velocity}
    stated |= {key: value for key in ("acceleration", "jerk") if math.isfinite(value := getattr(limits, key))}
    return {key: _bound(value) for key, value in stated.items()}


def _bound(value: float) -> str:
    """Return a limit as text; infinity becomes `ENDLESS` with its sign."""
    return _digits(value) if math.isfinite(value) else ("-" if value < 0.0 else "") + ENDLESS


def _transmission(root: ET.Element, name: str, drive: Drive) -> None:
    """Add the `<transmission>` of the joint `name` to the element `root`, with gear ratio and rotor inertia of its drive."""
    element = ET.SubElement(root, "transmission", name=f"{name}_transmission")
    ET.SubElement(element, "type").text = "transmission_interface/SimpleTransmission"
    ET.SubElement(element, "joint", name=name)
    actuator = ET.SubElement(element, "actuator", name=f"{name}_motor")
    ET.SubElement(actuator, "mechanicalReduction").text = _digits(drive.gear_ratio)
    ET.SubElement(actuator, "motorInertia").text = _digits(drive.rotor_inertia)


def _digits(*values: float) -> str:
    return " ".join(repr(float(value)) for value in values)


def roll_pitch_yaw(R: Matrix) -> tuple[float, float, float]:
    """Return the fixed-axis angles (roll, pitch, yaw) [rad] of R = Rz(yaw) Ry(pitch) Rx(roll).

    Yaw is computed from R, pitch and roll from Rz(-yaw) R. Therefore Rz(yaw) Ry(pitch) Rx(roll) restores R to rounding also near
    the singularity at pitch = +-pi/2, where R does not determine roll and yaw separately.
    """
    if R == IDENTITY:
        return 0.0, 0.0, 0.0
    (a, b, c), (d, e, f), (g, _, _) = R
    yaw = math.atan2(d, a)
    sine, cosine = math.sin(yaw), math.cos(yaw)
    pitch = math.atan2(-g, cosine * a + sine * d)
    roll = math.atan2(sine * c - cosine * f, cosine * e - sine * b)
    return roll, pitch, yaw
